"""What proof needs from the place where a house's entries are kept: a store, or a copy in files. Only reads, except for `put`."""

import zlib
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, runtime_checkable

import msgspec

from croupier.kernel.decks import is_hash
from croupier.kernel.entries import encode
from croupier.proof.merkle import BLOCK

VERIFIER = "proof:verifier"
LATEST = "proof:checkpoint"
CHECKPOINTS = "proof:checkpoint:"
BLOCKS = "proof:blocks:"
LEAVES = "proof:leaves:"
SIGNED = "proof:signed:"
"""Small items by name: the public key, the latest checkpoint, earlier ones by size, the roots of whole blocks of
the tree, a second copy of its leaves, to show which entry was tampered with, and which sizes were ever signed (one
bit for each). The private key is kept elsewhere, by the person who signs.
"""


class Head(NamedTuple):
    """How far a stream has come."""

    kind: str
    number: int
    at: int
    hash: str


class Leaf(NamedTuple):
    """An entry in the order of the whole house, by its hash; `place` begins at 0 and has no gaps.

    One that was stored outside the entries, and cannot be read, has no stream and no hash.
    """

    place: int
    stream: str
    number: int
    hash: str


class _Pins(msgspec.Struct):
    kind: str
    book: str = ""


class Line(msgspec.Struct):
    """The parts of an entry's line that are looked at before anything is decided."""

    stream: str
    number: int
    previous: str
    hash: str
    at: int = 0
    person: str = ""
    id: str = ""
    pins: _Pins | None = None


class Order(Protocol):
    """The order of the whole house."""

    async def leaves(self, start: int = 0, limit: int = 10_000) -> Sequence[Leaf]: ...


async def in_order(order: Order, start: int = 0, end: int = 2**62) -> AsyncIterator[Leaf]:
    """The entries of an order from one place up to another, or all of them, read in batches."""
    while start < end and (lot := await order.leaves(start, min(10_000, end - start))):
        for leaf in lot:
            yield leaf
        start = lot[-1].place + 1


class Record(Order, Protocol):
    """Entries in streams, their order over the whole house, and small items by name."""

    async def heads(self, streams: Sequence[str] = ()) -> Mapping[str, Head]: ...
    async def read(self, stream: str, *, after: int = 0, limit: int = 10_000) -> Sequence[bytes]: ...
    async def snapshots(self, streams: Sequence[str] = ()) -> Mapping[str, tuple[int, bytes]]: ...
    async def get(self, key: str) -> bytes | None: ...
    async def scan(self, prefix: str) -> Mapping[str, bytes]: ...


@runtime_checkable
class Columns(Protocol):
    """A record in a database: lines with columns beside them (stream, number, at, person, id, hash), and other tables.

    `astray` describes what belongs to no stream, or has no place or a wrong place in the order of the house.
    """

    async def rows(self, stream: str, *, after: int = 0, limit: int = 10_000) -> Sequence[Any]: ...
    async def astray(self) -> str: ...


class Store(Record, Protocol):
    """A record that is put into order, and in which checkpoints can be kept."""

    async def put(self, key: str, value: bytes) -> None: ...
    async def sequence(self, limit: int = 1000) -> int: ...


def place_from(place: int, row: Any) -> Leaf:
    """The contents of a place: a stream, a number and a hash, if it is that."""
    match row:
        case [str() as stream, int() as number, str() as digest] if 0 < number < 2**63 and is_hash(digest):
            return Leaf(place, stream, number, digest)
    return Leaf(place, "", 0, "")


_ROWS = msgspec.json.Decoder(list[Any])


def block_name(block: int) -> str:
    return f"{LEAVES}{block:010d}"


def written(leaves: Sequence[Leaf]) -> bytes:
    """The leaves of a block, to be kept under its name."""
    return zlib.compress(encode([(leaf.stream, leaf.number, leaf.hash) for leaf in leaves]), 1)


class KeptOrder:
    """The order of a house as written down when it was signed; after that, from the entries themselves."""

    def __init__(self, record: Record) -> None:
        self._record = record

    async def written_down(self, block: int) -> list[Any]:
        """What was written down for a block; empty if it is missing or cannot be read."""
        data = await self._record.get(block_name(block))
        try:
            return _ROWS.decode(zlib.decompress(data)) if data else []
        except (zlib.error, msgspec.MsgspecError, ValueError):
            return []

    async def leaves(self, start: int = 0, limit: int = 10_000) -> Sequence[Leaf]:
        block = start // BLOCK
        kept = [place_from(block * BLOCK + n, row) for n, row in enumerate(await self.written_down(block))][start % BLOCK :][
            :limit
        ]
        return kept or await self._record.leaves(start, min(limit, BLOCK - start % BLOCK))
