"""What the floor asks of a store. `tests/floor/stores` holds every store to it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import NamedTuple, Protocol


class Line(NamedTuple):
    """One entry to be kept: what it is found by, and its line of JSON."""

    stream: str
    kind: str
    number: int
    at: int
    person: str
    id: str
    hash: str
    line: bytes


class Head(NamedTuple):
    """How far a stream has come."""

    kind: str
    number: int
    at: int
    hash: str


class Leaf(NamedTuple):
    """An entry in the order of the whole house, by its hash; `place` begins at 0 and has no gaps."""

    place: int
    stream: str
    number: int
    hash: str


class Conflict(Exception):
    """A stream has moved on: somebody else has written entries that this writer did not know of. Nothing was written."""

    def __init__(self, stream: str, number: int) -> None:
        super().__init__(f"{stream} is at {number} by now")
        self.stream, self.number = stream, number


class StoreUnavailable(Exception):
    """The store can not be written or reached now: the disk is full or read-only, the database is gone. Nothing was written."""


class Store(Protocol):
    """Entries in streams, snapshots, small matters by key, and one order over all of it."""

    async def start(self) -> None:
        """Open it, made new or brought to today's schema where needed."""

    async def stop(self) -> None:
        """Finish what is being written, and close."""

    async def append(self, lines: Sequence[Line]) -> None:
        """Keep these entries, all or none; they are durable when this returns.

        The numbers of each stream go on from the one that it has; `Conflict` where they do not, `StoreUnavailable` where
        nothing can be written. Several calls at once are committed together, in the order in which they were made.
        """

    async def read(self, stream: str, *, after: int = 0, limit: int = 10_000) -> list[bytes]:
        """The lines of a stream after a number, in order."""

    async def heads(self, streams: Sequence[str] = ()) -> dict[str, Head]:
        """How far these streams have come, or all of them."""

    async def answered(self, stream: str, id: str) -> int:
        """The number of the entry that a command of that id came to, or 0."""

    async def save_snapshot(self, stream: str, number: int, snapshot: bytes) -> None:
        """Keep a snapshot; older ones of the stream may go."""

    async def snapshots(self, streams: Sequence[str] = ()) -> dict[str, tuple[int, bytes]]:
        """The latest snapshot of these streams, or of all that have one, with its number."""

    async def tails(self) -> dict[str, list[bytes]]:
        """The lines of every stream after its latest snapshot: with the snapshots, all that is needed to open the house."""

    async def get(self, key: str) -> bytes | None:
        """A small matter that is no part of the record (a session, a password's hash, a key), by name."""

    async def put(self, key: str, value: bytes) -> None:
        """Keep a small matter."""

    async def delete(self, key: str) -> None:
        """Forget a small matter."""

    async def scan(self, prefix: str) -> dict[str, bytes]:
        """All small matters whose names begin like this."""

    def signals(self) -> AsyncIterator[set[str]]:
        """Names of streams that other processes may have written to: hints, gathered; who follows reads on from its number."""

    async def lease(self, name: str) -> bool:
        """Whether this process has a part that only one may have at a time (the dealer's hand, the sequencer)."""

    async def sequence(self, limit: int = 1000) -> int:
        """Put entries that have no place in the order of the house yet at its end; how many. Only the sequencer calls it."""

    async def leaves(self, start: int = 0, limit: int = 10_000) -> list[Leaf]:
        """The order of the house from a place on."""

    async def backup(self, path: str) -> None:
        """A copy of the whole store in one file, taken while it runs."""
