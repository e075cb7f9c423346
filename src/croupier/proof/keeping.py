"""What proof asks of whatever keeps a house's entries: a store, or a copy of one in files. Only reading, but for `put`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

VERIFIER = "proof:verifier"
LATEST = "proof:checkpoint"
CHECKPOINTS = "proof:checkpoint:"
BLOCKS = "proof:blocks:"
"""Small matters by these names: the public key, the latest checkpoint, earlier ones by their size, the roots of whole blocks of
the tree. The private key is kept elsewhere, by whoever signs.
"""


class Head(Protocol):
    """How far a stream has come."""

    @property
    def kind(self) -> str: ...
    @property
    def number(self) -> int: ...
    @property
    def hash(self) -> str: ...


class Leaf(Protocol):
    """An entry in the order of the whole house."""

    @property
    def place(self) -> int: ...
    @property
    def stream(self) -> str: ...
    @property
    def number(self) -> int: ...
    @property
    def hash(self) -> str: ...


class Record(Protocol):
    """Entries in streams, their order over the whole house, and small matters by name."""

    async def heads(self, streams: Sequence[str] = ()) -> Mapping[str, Head]: ...
    async def read(self, stream: str, *, after: int = 0, limit: int = 10_000) -> Sequence[bytes]: ...
    async def leaves(self, start: int = 0, limit: int = 10_000) -> Sequence[Leaf]: ...
    async def get(self, key: str) -> bytes | None: ...
    async def scan(self, prefix: str) -> Mapping[str, bytes]: ...


class Store(Record, Protocol):
    """A record that checkpoints can be kept in."""

    async def put(self, key: str, value: bytes) -> None: ...
