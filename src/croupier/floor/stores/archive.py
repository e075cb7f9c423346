"""The archive: old entries moved out of the database into sealed segments, in a folder or an object store.

A store has a row for every segment: its stream, its numbers, the hash of its last entry and the digest of its file. Readers of a
stream notice no difference: moved entries are read from their segment. The last entry of a stream and all that its snapshot
does not cover stay in the database.
"""

import asyncio
import os
from abc import abstractmethod
from collections.abc import AsyncIterator, Callable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

import msgspec

from croupier.floor.stores.copies import flush
from croupier.floor.stores.interface import Leaf, Line, Store, StoreRefused
from croupier.kernel.errors import ProofError
from croupier.kernel.latest import Latest
from croupier.proof.keeping import LATEST, KeptOrder, Line as EntryLine, place_from
from croupier.proof.merkle import BLOCK
from croupier.proof.notes import unverified
from croupier.proof.segments import SegmentLost, seal, unseal

WHERE = "archive:where"
"""The stored value with the folder of the segments."""
LONGEST, SHORTEST = 5_000, 500
"""The most entries in a segment, and the fewest that justify one: few do not compress well."""
_HELD = 8


class Segment(NamedTuple):
    """A segment as the store knows it."""

    stream: str
    first: int
    last: int
    latest: int
    hash: str
    digest: str
    bytes: int

    @property
    def file(self) -> str:
        return f"{quote(self.stream, safe='')}/{self.first:09d}-{self.last:09d}-{self.digest[:16]}.xz"


class Folder:
    """Files by name: in a folder of this machine, or at any address that fsspec knows (`s3://bucket/house`)."""

    def __init__(self, where: str) -> None:
        self.where = where.rstrip("/")
        self._remote: Any = None
        if "://" in where:
            try:
                from fsspec.core import url_to_fs
            except ImportError:
                raise StoreRefused(f"{where} needs fsspec: pip install 'croupier[archive]'") from None
            try:
                self._remote, self.where = url_to_fs(self.where)
            except (ImportError, ValueError) as error:
                raise StoreRefused(f"{where} cannot be used: {error}") from None

    def put(self, name: str, data: bytes) -> None:
        """Write a file, whole or not at all; it is on disk when this returns."""
        path = f"{self.where}/{name}"
        if self._remote is not None:
            self._remote.makedirs(os.path.dirname(path), exist_ok=True)
            self._remote.pipe_file(path, data)
            return
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(f"{path}.part", "wb") as part:
            part.write(data)
        flush(f"{path}.part")
        os.replace(f"{path}.part", path)
        flush(os.path.dirname(path))

    def get(self, name: str) -> bytes:
        path = f"{self.where}/{name}"
        return self._remote.cat_file(path) if self._remote is not None else Path(path).read_bytes()


_columns = msgspec.json.Decoder(EntryLine).decode


class Archivable(Store):
    """What both kinds of stores share: they query their tables by statements of the same names, and find entries in
    them or in segments. `_here` is what is in the tables.
    """

    def __init__(self) -> None:
        self._held: Latest[str, list[bytes]] = Latest(_HELD)
        self._any = False

    @abstractmethod
    async def _ask(self, name: str, *given: Any) -> list[Any]:
        """The rows that the statement of that name finds."""

    @abstractmethod
    async def moved(self, segment: Segment) -> None:
        """Note a segment, and drop its entries from the tables: both, or neither."""

    async def get(self, key: str) -> bytes | None:
        rows = await self._ask("get", key)
        return bytes(rows[0][0]) if rows else None

    async def answered(self, stream: str, id: str) -> int:
        rows = await self._ask("answered", stream, id)
        return int(rows[0][0]) if rows else 0

    async def snapshots(self, streams: Sequence[str] = ()) -> dict[str, tuple[int, bytes]]:
        answers = [await self._ask("snapshot", name) for name in streams] if streams else [await self._ask("snapshots")]
        return {name: (number, snapshot) for rows in answers for name, number, snapshot in rows}

    async def summaries(self, streams: Sequence[str] = ()) -> dict[str, tuple[int, bytes]]:
        answers = [await self._ask("summary", name) for name in streams] if streams else [await self._ask("summaries")]
        return {name: (number, summary) for rows in answers for name, number, summary in rows}

    async def segments(self, stream: str = "", *, after: int = 0) -> list[Segment]:
        """The segments of a stream that reach beyond a number, or of all streams, in order."""
        return [Segment(*row) for row in await self._ask("segments", stream, after)]

    async def settled(self, places: int, before: int) -> dict[str, int]:
        """The last entry of each stream that is early in the order of the house, and older than a moment."""
        return dict(await self._ask("settled", places, before))

    async def lines_here(self, stream: str, after: int, limit: int) -> list[bytes]:
        return [line for (line,) in await self._ask("lines", stream, after, limit)]

    async def read(self, stream: str, *, after: int = 0, limit: int = 10_000) -> list[bytes]:
        lines = await self.lines_here(stream, after, limit)
        if not lines or (first := _columns(lines[0]).number) == after + 1:
            return lines
        return ([line async for line in self._moved(stream, after, min(first, after + limit + 1))] + lines)[:limit]

    async def rows(self, stream: str, *, after: int = 0, limit: int = 10_000) -> list[Line]:
        rows = [Line(*row) for row in await self._ask("rows", stream, after, limit)]
        if not rows or rows[0].number == after + 1:
            return rows
        kind, until = rows[0].kind, min(rows[0].number, after + limit + 1)
        archived = [(line, _columns(line)) async for line in self._moved(stream, after, until)]
        return ([Line(stream, kind, of.number, of.at, of.person, of.id, of.hash, line) for line, of in archived] + rows)[:limit]

    async def leaves(self, start: int = 0, limit: int = 10_000) -> list[Leaf]:
        """The order of the house; moved entries are in it as written down when they were signed."""
        here = [Leaf(*row) for row in await self._ask("leaves", start, limit)]
        self._any = self._any or bool(await self.segments())
        if not self._any or len(here) == limit:
            return here
        known, order = {leaf.place: leaf for leaf in here}, KeptOrder(self)
        for block in range(start // BLOCK, (start + limit - 1) // BLOCK + 1):
            places = range(max(start, block * BLOCK), min(start + limit, (block + 1) * BLOCK))
            if all(place in known for place in places):
                continue
            if not (written := await order.written_down(block)):
                break
            for place, row in enumerate(written, block * BLOCK):
                if place in places and place not in known:
                    known[place] = place_from(place, row)
        return [known[place] for place in sorted(known)]

    async def _moved(self, stream: str, after: int, until: int) -> AsyncIterator[bytes]:
        """The lines of a stream after a number and before another, all of them moved."""
        for segment in await self.segments(stream, after=after):
            if segment.first >= until:
                return
            if segment.first > after + 1:
                break
            lines = await self.lines_of(segment)
            for line in lines[after + 1 - segment.first : until - segment.first]:
                yield line
            after = segment.last
        if after + 1 < until:
            raise SegmentLost(stream, after + 1, f"entry {after + 1} of {stream} is neither in the database nor in the archive")

    async def lines_of(self, segment: Segment) -> list[bytes]:
        """The lines of a segment; `SegmentLost` names one that is missing or was changed."""
        lines = self._held.get(segment.file)
        if lines is None:
            where = (await self.get(WHERE) or b"").decode()
            lines = await asyncio.to_thread(_lines, Folder(where), segment)
        self._held[segment.file] = lines
        return lines


def _lines(folder: Folder, segment: Segment) -> list[bytes]:
    name = f"the segment {segment.file} in {folder.where}, entries {segment.first} to {segment.last} of {segment.stream},"
    try:
        data = folder.get(segment.file)
    except (OSError, ValueError) as error:
        raise SegmentLost(segment.stream, segment.first, f"{name} is missing: {error}") from None
    if sha256(data).hexdigest() != segment.digest:
        raise SegmentLost(segment.stream, segment.first, f"{name} is not the file that was archived")
    try:
        header, lines = unseal(data, name)
    except ProofError as error:
        raise SegmentLost(segment.stream, segment.first, str(error)) from None
    if (header.stream, header.first, header.last, header.hash) != (segment.stream, segment.first, segment.last, segment.hash):
        raise SegmentLost(segment.stream, segment.first, f"{name} has other entries than the store says")
    return lines


async def archive(
    store: Store, where: str, before: int, *, least: int = SHORTEST, told: Callable[[Segment, int], None] | None = None
) -> list[Segment]:
    """Move all entries made before a moment, and signed for, into segments; everything needed to open a stream stays.

    `told` hears of each segment and of how many bytes its lines had.
    """
    if not isinstance(store, Archivable):
        raise StoreRefused("only a house in a file or in PostgreSQL has an archive")
    where = where if "://" in where else os.path.abspath(where)  # it is read from wherever a command runs
    folder = Folder(where)
    known = (await store.get(WHERE) or b"").decode()
    if known not in ("", where):  # the old entries are there, and must stay readable
        for segment in await store.segments():
            await asyncio.to_thread(_lines, folder, segment)
    await store.put(WHERE, where.encode())
    note = (await store.get(LATEST) or b"").decode()
    whole = unverified(note).size // BLOCK * BLOCK if note else 0
    settled, heads, snapshots = await store.settled(whole, before), await store.heads(), await store.snapshots()
    made = []
    for name, last in sorted(settled.items()):
        head = heads[name]
        last = min(last, head.number - 1, snapshots.get(name, (0, b""))[0])
        after = max((segment.last for segment in await store.segments(name)), default=0)
        while last - after >= least:
            lines = await store.read(name, after=after, limit=min(LONGEST, last - after))
            header, data = await asyncio.to_thread(seal, name, head.kind, lines)
            digest = sha256(data).hexdigest()
            segment = Segment(name, header.first, header.last, header.latest, header.hash, digest, len(data))
            await asyncio.to_thread(folder.put, segment.file, data)
            await asyncio.to_thread(_lines, folder, segment)  # as it is there now
            await store.moved(segment)
            after = segment.last
            made.append(segment)
            if told is not None:
                told(segment, sum(map(len, lines)))
    return made
