"""A store in memory, for tests: it keeps what it is given, and fails when it is told to."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from copy import copy
from sqlite3 import Connection

from croupier.floor.stores.interface import (
    Basis,
    Conflict,
    Head,
    Leaf,
    Lease,
    LeaseLost,
    Line,
    Process,
    RefusedBefore,
    StoreUnavailable,
    presence,
)


class Board:
    """Who is there and has which leases, by a clock that is set."""

    def __init__(self) -> None:
        self.now = 0.0
        self.lines: dict[str, list[Line]] = {}
        self.leases: dict[str, Lease] = {}
        self.there: dict[str, tuple[float, float, bytes]] = {}

    def living(self) -> set[str]:
        return {name for name, (_, until, _) in self.there.items() if until > self.now}

    def holds(self, lease: Lease) -> bool:
        return lease == self.leases.get(lease.name) or lease in map(presence, self.living())


class Desk:
    """How one process shares the work with the others at a board."""

    def __init__(self, board: Board, name: str) -> None:
        self.board, self.name, self.failing = board, name, False

    def _working(self) -> None:
        if self.failing:
            raise StoreUnavailable("the board is gone")

    async def beat(self, says: bytes, seconds: float) -> tuple[dict[str, Process], dict[str, Lease]]:
        self._working()
        board, now = self.board, self.board.now
        if self.name in board.there and self.name not in board.living():
            self.name += " again"
        board.there[self.name] = now, now + seconds, says
        living = board.living()
        processes = {name: Process(name in living, now - heard, said) for name, (heard, _, said) in board.there.items()}
        return processes, dict(board.leases)

    async def time(self) -> float:
        self._working()
        return 1_800_000_000.0 + self.board.now

    async def take(self, names: Sequence[str]) -> list[Lease]:
        self._working()
        leases, living = self.board.leases, self.board.living()
        old = [leases.get(name, Lease(name, "", 0)) for name in names]
        taken = [Lease(one.name, self.name, one.fence + 1) for one in old if one.owner not in living]
        leases.update({one.name: one for one in taken})
        return taken

    async def give(self, to: Mapping[str, str]) -> None:
        self._working()
        leases = self.board.leases
        for name, owner in to.items():
            if leases[name].owner == self.name:
                leases[name] = Lease(name, owner, leases[name].fence + 1)

    async def since(self, numbers: Mapping[str, int]) -> dict[str, list[bytes]]:
        lines = self.board.lines
        return {name: [line.line for line in lines[name][after:]] for name, after in numbers.items() if name in lines}


class MemoryStore:
    """All of a store's promises but durability. `shared` ones are looked at by several floors."""

    def __init__(self, *, shared: bool = False) -> None:
        self.shared = shared
        self.sharing: Desk | None = None
        self.lines: dict[str, list[Line]] = {}
        self.matters: dict[str, bytes] = {}
        self.kept: dict[str, tuple[int, bytes]] = {}
        self.rows: dict[str, tuple[int, bytes]] = {}
        self.order: list[Leaf] = []
        self.refused: set[tuple[str, str, str]] = set()
        self.failing = ""

    async def start(self) -> None: ...

    async def stop(self) -> None: ...

    def _working(self) -> None:
        if self.failing:
            raise StoreUnavailable(self.failing)

    def beside(self, desk: Desk) -> MemoryStore:
        """The same store as another process has it, which shares the work with the others."""
        other, desk.board.lines = copy(self), self.lines
        other.shared, other.sharing = True, desk
        return other

    async def append(self, lines: Sequence[Line], on: Basis | None = None, under: Lease | None = None) -> None:
        await asyncio.sleep(0)
        self._working()
        self._holds(under)
        if any((line.stream, line.person, line.id) in self.refused for line in lines):
            raise RefusedBefore
        if on is not None and (on.number, on.hash) != (len(self.lines[on.stream]), self.lines[on.stream][-1].hash):
            raise Conflict(on.stream, len(self.lines[on.stream]))
        expected: dict[str, int] = {}
        for line in lines:
            number = expected.get(line.stream, len(self.lines.get(line.stream, ()))) + 1
            if line.number != number:
                raise Conflict(line.stream, len(self.lines.get(line.stream, ())))
            expected[line.stream] = number
        for line in lines:
            self.lines.setdefault(line.stream, []).append(line)
            if line.summary:
                self.rows[line.stream] = line.number, line.summary

    async def read(self, stream: str, *, after: int = 0, limit: int = 10_000) -> list[bytes]:
        self._working()
        return [line.line for line in self.lines.get(stream, [])[after : after + limit]]

    async def heads(self, streams: Sequence[str] = ()) -> dict[str, Head]:
        self._working()
        names = [name for name in (streams or self.lines) if name in self.lines]
        return {name: Head(last.kind, last.number, last.at, last.hash) for name in names for last in self.lines[name][-1:]}

    async def answered(self, stream: str, id: str) -> int:
        return next((line.number for line in self.lines.get(stream, []) if line.id == id), 0)

    async def refuse(self, stream: str, person: str, id: str) -> int:
        self._working()
        self.refused.add((stream, person, id))
        return await self.answered(stream, id)

    async def save_snapshot(self, stream: str, number: int, snapshot: bytes) -> None:
        self._working()
        self.kept[stream] = (number, snapshot)

    async def snapshots(self, streams: Sequence[str] = ()) -> dict[str, tuple[int, bytes]]:
        self._working()
        return {name: self.kept[name] for name in (streams or self.kept) if name in self.kept}

    async def summaries(self, streams: Sequence[str] = ()) -> dict[str, tuple[int, bytes]]:
        self._working()
        return {name: self.rows[name] for name in (streams or self.rows) if name in self.rows}

    async def save_summaries(self, rows: Mapping[str, tuple[int, bytes]]) -> None:
        self._working()
        self.rows.update(rows)

    async def get(self, key: str) -> bytes | None:
        return self.matters.get(key)

    def _holds(self, under: Lease | None) -> None:
        if self.sharing is not None and under is not None and not self.sharing.board.holds(under):
            raise LeaseLost(under.name)

    async def put(self, key: str, value: bytes, under: Lease | None = None) -> None:
        self._working()
        self._holds(under)
        self.matters[key] = value

    async def delete(self, key: str) -> bool:
        return self.matters.pop(key, None) is not None

    async def scan(self, prefix: str) -> dict[str, bytes]:
        return {key: value for key, value in self.matters.items() if key.startswith(prefix)}

    async def signals(self) -> AsyncIterator[set[str]]:
        while True:
            await asyncio.sleep(0.05)
            yield set()

    async def sequence(self, limit: int = 1000) -> int:
        placed = {(leaf.stream, leaf.number) for leaf in self.order}
        new = [line for lines in self.lines.values() for line in lines if (line.stream, line.number) not in placed]
        for line in new[:limit]:
            self.order.append(Leaf(len(self.order), line.stream, line.number, line.hash))
        return len(new[:limit])

    async def leaves(self, start: int = 0, limit: int = 10_000) -> list[Leaf]:
        return self.order[start : start + limit]

    async def backup(self, path: str) -> None:
        raise NotImplementedError

    async def fill(self, copy: Connection) -> None:
        raise NotImplementedError
