"""Streams as the store has them: read from snapshot and tail, and snapshots taken between rounds."""

import asyncio
import logging
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from croupier.floor.house import AnyStream
from croupier.floor.stores.interface import AT_ONCE, Conflict, Head, StoreUnavailable
from croupier.kernel.errors import HistoryError
from croupier.kernel.streams import Rest
from croupier.tables.any_table import AnyTable

if TYPE_CHECKING:
    from croupier.floor.floor import Floor

log = logging.getLogger("croupier.floor")
SNAPSHOT_EVERY, _WORTH = 200, 25
"""After how many entries a stream has a snapshot taken, and after how many if it leaves memory."""
_MOST_LINES = 10_000
"""How many lines are read at once."""


class SavedStreams:
    """What a floor reads from its store, and the snapshots by which it reads the less."""

    def __init__(self, floor: "Floor", snapshot_every: int) -> None:
        self._floor, self._house, self._store = floor, floor.house, floor.store
        self._every = snapshot_every
        self._rests: dict[str, Rest[Any]] = {}
        self._snapped: dict[str, int] = {}

    async def read(self, names: Iterable[str]) -> list[AnyStream]:
        """These streams as the store has them, from snapshot and tail; one that cannot be read is set aside."""
        wanted = sorted(names)
        heads, snapshots = (await self._store.heads(wanted), await self._store.snapshots(wanted)) if wanted else ({}, {})
        tails = await self.since({name: snapshots[name][0] if name in snapshots else 0 for name in heads})
        streams = []
        for name, head in heads.items():
            self._snapped[name], snapshot = snapshots.get(name, (0, None))
            try:
                streams.append(await self._read_from(name, head, snapshot, tails.get(name, [])))
            except HistoryError as error:
                self._floor.unreadable(name, error)
            await asyncio.sleep(0)
        return streams

    async def since(self, numbers: Mapping[str, int]) -> dict[str, list[bytes]]:
        """The lines of these streams after these numbers, of those that have grown."""
        lines = await self._store.sharing.since(numbers) if self._store.sharing is not None and numbers else {}
        for name, number in numbers.items():
            if self._store.sharing is None or len(lines.get(name, ())) >= AT_ONCE:
                lines[name] = await self.all_lines(name, number)
        return lines

    async def _read_from(self, name: str, head: Head, snapshot: bytes | None, lines: list[bytes]) -> AnyStream:
        """A stream from its snapshot and the entries after it, or from its first entry if the snapshot is no use."""
        if snapshot is not None:
            try:
                stream = self._house.read(head.kind, snapshot, lines)
                if stream.number >= head.number:
                    return stream
                raise HistoryError(f"the snapshot ends with entry {stream.number}, and there are {head.number}")
            except HistoryError as error:
                log.warning("%s is read from its first entry: %s", name, error)
                lines = await self.all_lines(name)
        return self._house.read(head.kind, None, lines)

    async def all_lines(self, name: str, after: int = 0) -> list[bytes]:
        """All lines of a stream after a number."""
        lines: list[bytes] = []
        more: list[bytes] | None = None
        while more is None or len(more) == _MOST_LINES:
            more = await self._store.read(name, after=after + len(lines), limit=_MOST_LINES)
            lines += more
        return lines

    def rested(self, name: str, stream: AnyStream) -> None:
        """Between rounds, forget what came before the last rest, and take a snapshot now and then."""
        if isinstance(stream, AnyTable) and not stream.engine.at_rest(stream.state):  # type: ignore[arg-type]
            return
        last = self._rests.get(name)
        few = 20 if isinstance(stream, AnyTable) else 100  # about two rounds
        if last is not None and stream.number - last.number < few:
            return
        if last is not None:
            stream.forget(last)
        self._rests[name] = stream.rest()
        self._snapshot_soon(name, stream, self._every)

    def let_go(self, name: str, stream: AnyStream) -> None:
        """A stream that leaves memory has a snapshot taken if it has grown by much."""
        self._snapshot_soon(name, stream, _WORTH)
        self.read_again(name)

    def read_again(self, name: str) -> None:
        """What was known of the last rest of a stream holds no longer."""
        self._rests.pop(name, None)

    def _snapshot_soon(self, name: str, stream: AnyStream, least: int) -> None:
        if stream.number - self._snapped.get(name, 0) >= least and self._floor.sections.has(self._floor.section(name)):
            self._floor.run(self.snapshot(name, stream, least), f"snapshot of {name}")

    async def _settled_at_last(self, name: str) -> None:
        """Wait until a stream is settled, however long the store is lost."""
        while True:
            with suppress(StoreUnavailable):
                return await self._floor.settled(name)

    async def snapshot(self, name: str, stream: AnyStream, least: int) -> None:
        """Take a snapshot of a stream at rest that has at least so many entries since the last one."""
        await self._settled_at_last(name)
        if stream.number - self._snapped.get(name, 0) < least or not stream.engine.at_rest(stream.state):
            return
        number, snapshot = stream.number, stream.snapshot()
        before, self._snapped[name] = self._snapped.get(name, 0), number
        try:
            await self._store.save_snapshot(name, number, snapshot)
        except (Conflict, StoreUnavailable):
            self._snapped[name] = before
