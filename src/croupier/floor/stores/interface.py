"""What the floor requires of a store. `tests/floor/stores` tests every store against it."""

from collections.abc import AsyncIterator, Mapping, Sequence
from sqlite3 import Connection
from typing import NamedTuple, Protocol

from croupier.kernel.errors import CroupierError
from croupier.proof.keeping import Head as Head, Leaf as Leaf


class Line(NamedTuple):
    """One entry to save: the values to find it by, and its line of JSON as `kernel.entries` writes it. The last one of a stream
    also has the stream's new row (`tables.summary`), which is saved with it.
    """

    stream: str
    kind: str
    number: int
    at: int
    person: str
    id: str
    hash: str
    line: bytes
    summary: bytes = b""

    @property
    def previous(self) -> str:
        """The hash that it names as the previous one: a line ends with that one and its own."""
        return self.line[-140:-76].decode("ascii", "replace")


class Basis(NamedTuple):
    """The latest entry of another stream that a decision depends on: it is saved only while that is still the latest."""

    stream: str
    number: int
    hash: str


class Lease(NamedTuple):
    """A part of the work that one process has at a time. `fence` grows whenever the owner changes: what an earlier owner writes
    under it is refused.
    """

    name: str
    owner: str
    fence: int


def presence(name: str) -> Lease:
    """What a process writes under for people: it holds while that process is there, and no other process ever gets its name."""
    return Lease(name, name, 0)


class Process(NamedTuple):
    """One of the processes that have a store: whether its leases hold, how many seconds ago it reported, and what it
    says about itself; one that says nothing does not share the work.
    """

    living: bool
    heard: float
    says: bytes


class Conflict(Exception):
    """A stream has changed since this writer read it: another process has written entries, or an entry that these build on
    was not saved. Nothing was written.
    """

    def __init__(self, stream: str, number: int) -> None:
        super().__init__(f"{stream} is at {number} by now")
        self.stream, self.number = stream, number


class StoreUnavailable(Exception):
    """The store cannot be written or reached now: the disk is full or read-only, the database is gone.

    Nothing is half done, and nothing is acknowledged. If the connection was lost in the middle of a commit, only the store
    knows whether it was saved: the caller reads the streams again before going on.
    """


class LeaseLost(StoreUnavailable):
    """Nothing was written: the lease for it has gone to another process."""


class RefusedBefore(Exception):
    """Nothing was written: a command with that id was refused before, here or in another process."""


class StoreRefused(CroupierError):
    """An unusable store or backup: another process has it, its schema is newer, or it is not ours or not intact."""


class Sharing(Protocol):
    """How processes divide the work: each reports from time to time that it is there, and keeps leases as long as it does."""

    name: str
    """The name of this process."""

    async def beat(self, says: bytes, seconds: float) -> tuple[dict[str, Process], dict[str, Lease]]:
        """Report this process as present for so many seconds by the store's clock; returns all processes and leases. A process
        back after its time was over has another name from then on.
        """

    async def time(self) -> float:
        """Seconds since 1970 by the clock of the store."""

    async def take(self, names: Sequence[str]) -> list[Lease]:
        """Take those of these leases that nobody has, or whose owner is gone."""

    async def give(self, to: Mapping[str, str]) -> None:
        """Give leases of this process to others, by the names of both; they hear of it immediately."""

    async def since(self, numbers: Mapping[str, int]) -> dict[str, list[bytes]]:
        """The lines of these streams after these numbers, for those that have grown, in one request."""


AT_ONCE = 1000
"""How many lines of one stream are read together with those of others."""
LEASES = "leases/"
"""The name in a signal, in place of a stream, when leases have changed hands or a process has joined."""


class Store(Protocol):
    """Entries in streams, snapshots, small values by key, and one order over everything."""

    shared: bool
    """Whether other processes may write to it too."""

    @property
    def sharing(self) -> Sharing | None:
        """How they divide the work; None if there is only one."""

    async def start(self) -> None:
        """Open it, creating it or upgrading it to today's schema if needed."""

    async def stop(self) -> None:
        """Finish what is being written, and close."""

    async def append(self, lines: Sequence[Line], on: Basis | None = None, under: Lease | None = None) -> None:
        """Save these entries, all or none; they are durable when this returns.

        The numbers and hashes of each stream go on from those that it has, the one that they were decided `on` has not moved,
        and the lease that they are written `under` has not changed hands: seen in the same commit. `Conflict` and `LeaseLost`
        where that is not so, `RefusedBefore` for what was refused, `StoreUnavailable` where nothing can be written.
        Several calls at once are committed together, in the order in which they were made. A caller who stops waiting takes
        nothing back. With no entries, this returns when all that came before is written.
        """

    async def read(self, stream: str, *, after: int = 0, limit: int = 10_000) -> list[bytes]:
        """The lines of a stream after a number, in order."""

    async def heads(self, streams: Sequence[str] = ()) -> dict[str, Head]:
        """How far these streams have come, or all of them."""

    async def answered(self, stream: str, id: str) -> int:
        """The number of the entry for a command of that id, or 0."""

    async def refuse(self, stream: str, person: str, id: str) -> int:
        """Save no command with that id from that person from now on, wherever it is on its way: `append` raises
        `RefusedBefore`, for an hour at least. Returns the number of the entry that it came to before, or 0.
        """

    async def save_snapshot(self, stream: str, number: int, snapshot: bytes) -> None:
        """Save a snapshot in place of an older one; `Conflict` if the stream has not come that far yet."""

    async def snapshots(self, streams: Sequence[str] = ()) -> dict[str, tuple[int, bytes]]:
        """The latest snapshot of these streams, or of all that have one, with its number."""

    async def summaries(self, streams: Sequence[str] = ()) -> dict[str, tuple[int, bytes]]:
        """The rows of these streams, or of all that have one, each with the number of the entry that it was made after."""

    async def save_summaries(self, rows: Mapping[str, tuple[int, bytes]]) -> None:
        """Save rows that were made again; a row of a later entry stays."""

    async def get(self, key: str) -> bytes | None:
        """A small value that is not part of the record (a session, a password's hash, a key), by name."""

    async def put(self, key: str, value: bytes, under: Lease | None = None) -> None:
        """Save a small value; `LeaseLost` if the lease that it is written `under` has changed hands."""

    async def delete(self, key: str) -> bool:
        """Delete a small value; returns whether it was there. If several delete it together, that is true for one of them."""

    async def scan(self, prefix: str) -> dict[str, bytes]:
        """All small values whose names begin like this."""

    def signals(self) -> AsyncIterator[set[str]]:
        """Names of streams that other processes may have written to: collected hints; a reader continues from its own number."""

    async def sequence(self, limit: int = 1000) -> int:
        """Put entries that are not in the order of the house yet at its end; returns how many. Only the sequencer calls it."""

    async def leaves(self, start: int = 0, limit: int = 10_000) -> list[Leaf]:
        """The order of the house from a place on."""

    async def backup(self, path: str) -> None:
        """A copy of the whole store in one new file, taken while it runs: a SQLite store, whatever this one is."""

    async def fill(self, copy: Connection) -> None:
        """Take over everything from a checked backup (`copies.restore`): all or nothing."""
