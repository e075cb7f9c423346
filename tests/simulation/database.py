"""A store that several simulated processes share, and all that can go wrong between them and it."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Mapping, Sequence
from random import Random
from sqlite3 import Connection as Copy
from typing import Any

from croupier.floor.stores import interface
from croupier.floor.stores.gathering import Append, Gathering, fitting, given
from croupier.floor.stores.interface import (
    LEASES,
    Basis,
    Conflict,
    Head,
    Leaf,
    Lease,
    LeaseLost,
    Line,
    Process,
    StoreUnavailable,
    presence,
)
from croupier.proof.keeping import LATEST
from simulation.clock import BEGINNING
from simulation.loop import Owner

_TRIP = (0.0005, 0.004)
_SLOW = 40.0


class Database:
    """What is kept. Faults are switched on and off from outside, and counted when they strike."""

    def __init__(self, chance: Random, *, shared: bool) -> None:
        self.chance, self.shared = chance, shared
        self.lines: dict[str, list[Line]] = {}
        self.ids: dict[tuple[str, str], tuple[Owner, float]] = {}
        """Who has written what has an id, and when."""
        self.refused: set[tuple[str, str, str]] = set()
        self.matters: dict[str, bytes] = {}
        self.order: list[Leaf] = []
        self.unplaced: list[Line] = []
        self.signed: list[str] = []
        """Every checkpoint that was ever the latest one."""
        self.kept: dict[str, tuple[int, bytes]] = {}
        self.rows: dict[str, tuple[int, bytes]] = {}
        self.connections: list[Connection] = []
        self.leases: dict[str, Lease] = {}
        self.processes: dict[str, tuple[Connection, float, bytes]] = {}
        self.struck: Counter[str] = Counter()
        self.full = self.slow = self.deaf = self.echoing = self.two_hands = False
        self.next_commit: list[str] = []
        self.torn_matters = 0

    def fill(self, lines: Mapping[str, Sequence[Line]], matters: Mapping[str, bytes]) -> None:
        self.lines = {name: list(there) for name, there in lines.items()}
        self.unplaced = [line for there in lines.values() for line in there]
        self.matters = dict(matters)

    def head(self, name: str) -> Head:
        last = self.lines[name][-1]
        return Head(last.kind, last.number, last.at, last.hash)

    def write(self, group: Sequence[Append[Any]], teller: Connection) -> list[Append[Any]]:
        """Keep those that fit; the others are told of their conflict."""
        new = []
        for append in group:
            doubled = next((line for line in append.lines if line.id and (line.stream, line.id) in self.ids), None)
            if doubled is not None:
                append.failed(Conflict(doubled.stream, len(self.lines.get(doubled.stream, ()))))
                self.struck["id twice, refused by the store"] += 1
                continue
            names = {line.stream for line in append.lines} | ({append.on.stream} if append.on is not None else set())
            heads = {name: self.head(name) for name in names if name in self.lines}
            fit = fitting([append], heads, self.held() if self.shared else None, self.refused)
            for line in (line for append in fit for line in append.lines):
                self.lines.setdefault(line.stream, []).append(line)
                self.unplaced.append(line)
                if line.summary:
                    self.rows[line.stream] = line.number, line.summary
                if line.id:
                    self.ids[line.stream, line.id] = teller.owner, asyncio.get_running_loop().time()
            if not fit:
                late = not self.refused.isdisjoint(given(append))
                self.struck["carried out too late, refused by the store" if late else "conflict"] += 1
            new += fit
        names = {line.stream for append in new for line in append.lines}
        for connection in self.connections:
            if connection is not teller and not connection.cut:
                self._tell(connection, names)
        return new

    def there(self) -> set[str]:
        """The processes whose time is not over, with or without a connection."""
        now = asyncio.get_running_loop().time()
        return {name for name, (_, until, _) in self.processes.items() if until > now}

    def living(self) -> set[str]:
        return {name for name in self.there() if not (self.processes[name][0].cut or self.processes[name][0].away)}

    def held(self) -> dict[str, Lease]:
        return self.leases | {name: presence(name) for name in self.there()}

    def _tell(self, connection: Connection, names: set[str]) -> None:
        if self.deaf:
            self.struck["signal lost"] += 1
            return
        for _ in range(2 if self.echoing else 1):
            self.struck["signal doubled"] += self.echoing
            delay = self.chance.uniform(0.001, 0.3 if self.echoing else 0.01)
            asyncio.get_running_loop().call_later(delay, connection.hear, names)


class Connection:
    """The store as one process has it."""

    def __init__(self, database: Database, owner: Owner) -> None:
        self.database, self.owner = database, owner
        self.shared = database.shared
        self.sharing = self if database.shared else None
        self.name = f"process {len(database.connections)}"
        self.cut = self.lost = self.away = False
        self.crash_at_commit = ""
        self._heard: set[str] = set()
        self._bell = asyncio.Event()
        self._gathering = Gathering(self._commit)
        database.connections.append(self)

    async def start(self) -> None:
        await self._there()

    async def stop(self) -> None:
        await self._gathering.stop()
        self.end()

    def end(self) -> None:
        """Nothing comes through here any more."""
        self.cut = True
        self._bell.set()

    async def _there(self, *, write: bool = False) -> None:
        """The way to the store, and what may be wrong with it."""
        database = self.database
        await asyncio.sleep(database.chance.uniform(*_TRIP) * (_SLOW if database.slow else 1.0))
        database.struck["slow answer"] += database.slow
        if self.cut:
            await asyncio.get_running_loop().create_future()
        if self.lost:
            database.struck["database lost"] += 1
            self.away = True
            raise StoreUnavailable("the database is gone")
        if write and database.full:
            database.struck["disk full"] += 1
            raise StoreUnavailable("the disk is full")

    async def _back(self) -> None:
        await asyncio.sleep(self.database.chance.uniform(*_TRIP))
        if self.cut:
            await asyncio.get_running_loop().create_future()

    def _torn(self) -> None:
        """A small matter that could not be written, where that is the next misfortune."""
        if self.database.torn_matters:
            self.database.torn_matters -= 1
            self.database.struck["small matter not written"] += 1
            raise StoreUnavailable("the write failed")

    # Entries

    async def append(self, lines: Sequence[Line], on: Basis | None = None, under: Lease | None = None) -> None:
        await self._gathering.append(lines, on=on, under=under)

    async def _commit(self, group: list[Append[Any]]) -> None:
        await self._there(write=True)
        database, fault = self.database, ""
        if self.crash_at_commit:
            if self.crash_at_commit == "after the write":
                database.write(group, self)
            database.struck[f"crash {self.crash_at_commit}"] += 1
            self.end()
            self.owner.end()
            await asyncio.get_running_loop().create_future()
        if database.next_commit:
            fault = database.next_commit.pop(0)
            database.struck[fault] += 1
            if fault == "cut off, written":
                database.write(group, self)
            elif fault == "cut off, written later":
                asyncio.get_running_loop().call_later(database.chance.uniform(0.001, 0.05), database.write, group, self)
            raise StoreUnavailable("the connection was lost" if fault.startswith("cut") else "the write failed")
        fit = database.write(group, self)
        await self._back()
        for append in fit:
            append.kept()

    async def read(self, stream: str, *, after: int = 0, limit: int = 10_000) -> list[bytes]:
        await self._there()
        found = [line.line for line in self.database.lines.get(stream, [])[after : after + limit]]
        await self._back()
        return found

    async def heads(self, streams: Sequence[str] = ()) -> dict[str, Head]:
        await self._there()
        known = self.database.lines
        found = {name: self.database.head(name) for name in (streams or known) if name in known}
        await self._back()
        return found

    async def answered(self, stream: str, id: str) -> int:
        await self._there()
        lines = self.database.lines.get(stream, [])
        return next((line.number for line in lines if id and line.id == id), 0)

    async def refuse(self, stream: str, person: str, id: str) -> int:
        await self._there(write=True)
        self.database.refused.add((stream, person, id))
        number = next((line.number for line in self.database.lines.get(stream, []) if line.id == id), 0)
        await self._back()
        return number

    # Snapshots

    async def save_snapshot(self, stream: str, number: int, snapshot: bytes) -> None:
        await self._there(write=True)
        there = len(self.database.lines.get(stream, ()))
        if there < number:
            raise Conflict(stream, there)
        if number > self.database.kept.get(stream, (0, b""))[0]:
            self.database.kept[stream] = number, snapshot
            self.database.struck["snapshot (no fault)"] += 1
        await self._back()

    async def snapshots(self, streams: Sequence[str] = ()) -> dict[str, tuple[int, bytes]]:
        await self._there()
        kept = self.database.kept
        found = {name: kept[name] for name in (streams or kept) if name in kept}
        await self._back()
        return found

    async def summaries(self, streams: Sequence[str] = ()) -> dict[str, tuple[int, bytes]]:
        await self._there()
        rows = self.database.rows
        found = {name: rows[name] for name in (streams or rows) if name in rows}
        await self._back()
        return found

    async def save_summaries(self, rows: Mapping[str, tuple[int, bytes]]) -> None:
        await self._there(write=True)
        known = self.database.rows
        known.update({name: row for name, row in rows.items() if row[0] >= known.get(name, (0, b""))[0]})
        await self._back()

    # Small matters

    async def get(self, key: str) -> bytes | None:
        await self._there()
        return self.database.matters.get(key)

    async def put(self, key: str, value: bytes, under: Lease | None = None) -> None:
        await self._there(write=True)
        if self.shared and under is not None and self.database.held().get(under.name) != under:
            raise LeaseLost(under.name)
        self._torn()
        self.database.matters[key] = value
        if key == LATEST:
            self.database.signed.append(value.decode())
        await self._back()

    async def delete(self, key: str) -> bool:
        await self._there(write=True)
        return self.database.matters.pop(key, None) is not None

    async def scan(self, prefix: str) -> dict[str, bytes]:
        await self._there()
        return {key: value for key, value in self.database.matters.items() if key.startswith(prefix)}

    # Other processes

    def hear(self, names: set[str]) -> None:
        self._heard |= names
        self._bell.set()

    async def signals(self) -> AsyncIterator[set[str]]:
        while not self.cut:
            await self._bell.wait()
            self._bell.clear()
            names, self._heard = self._heard, set()
            if names and not self.cut:
                yield names

    async def beat(self, says: bytes, seconds: float) -> tuple[dict[str, Process], dict[str, Lease]]:
        await self._there(write=True)
        now, database = asyncio.get_running_loop().time(), self.database
        self.away = False
        if self.name in database.processes and self.name not in database.there():
            database.struck["came back too late"] += 1
            self.name += " again"
        if self.name not in database.processes:
            self._tell_of_leases()
        database.processes[self.name] = self, now + seconds, says
        there = {
            name: Process(name in database.living(), now + seconds - until, said)
            for name, (_, until, said) in database.processes.items()
        }
        leases = dict(database.leases)
        if database.two_hands:
            database.struck["two have the lease"] += 1
            leases = {name: lease._replace(owner=self.name) for name, lease in leases.items()}
        await self._back()
        return there, leases

    def _tell_of_leases(self) -> None:
        for connection in self.database.connections:
            if connection is not self and not connection.cut:
                self.database._tell(connection, {LEASES})

    async def time(self) -> float:
        await self._there()
        return BEGINNING + asyncio.get_running_loop().time()

    async def take(self, names: Sequence[str]) -> list[Lease]:
        await self._there(write=True)
        taken, leases = list[Lease](), self.database.leases
        for name in names:
            before = leases.get(name, Lease(name, "", 0))
            if before.owner not in self.database.living():
                leases[name] = Lease(name, self.name, before.fence + 1)
                taken.append(leases[name])
        self._tell_of_leases()
        await self._back()
        return taken

    async def since(self, numbers: Mapping[str, int]) -> dict[str, list[bytes]]:
        read = {name: await self.read(name, after=number, limit=interface.AT_ONCE) for name, number in numbers.items()}
        return {name: lines for name, lines in read.items() if lines}

    async def give(self, to: Mapping[str, str]) -> None:
        await self._there(write=True)
        leases = self.database.leases
        for name, owner in to.items():
            if leases[name].owner == self.name:
                leases[name] = Lease(name, owner, leases[name].fence + 1)
        self._tell_of_leases()
        await self._back()

    async def sequence(self, limit: int = 1000) -> int:
        await self._there(write=True)
        self._torn()
        database = self.database
        new, database.unplaced = database.unplaced[:limit], database.unplaced[limit:]
        place = len(database.order)
        database.order += [Leaf(place + n, line.stream, line.number, line.hash) for n, line in enumerate(new)]
        await self._back()
        return len(new)

    async def leaves(self, start: int = 0, limit: int = 10_000) -> list[Leaf]:
        await self._there()
        found = self.database.order[start : start + limit]
        await self._back()
        return found

    async def backup(self, path: str) -> None:
        raise NotImplementedError

    async def fill(self, copy: Copy) -> None:
        raise NotImplementedError
