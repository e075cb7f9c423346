"""Six small things done wrong on purpose, to see whether `make simulate` and `make kill` notice and name them.

They are put into a process by `apply`; a server of `make kill` reads the name of one from `SABOTAGE`. Nothing else knows of them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from croupier.floor.floor import Answer, Floor
from croupier.floor.stores.gathering import Append
from croupier.floor.stores.interface import Basis, Conflict, Lease, Line, StoreUnavailable
from croupier.floor.stores.postgres import PostgresStore
from croupier.floor.stores.sqlite import SQLiteStore
from croupier.kernel.streams import Stream
from simulation.database import Connection, Database

Put = Callable[[Any, str, Any], object]
"""How something is put in the place of something else, such as `setattr`."""
STORES: tuple[type[Any], ...] = (SQLiteStore, PostgresStore, Connection)
_UNKEYED = "ALTER TABLE entries DROP CONSTRAINT entries_pkey; DROP INDEX entries_by_id"


def no_unique_key(put: Put) -> None:
    """A person who comes second to a number of a stream, or with an id that is there, is taken as well."""
    start = PostgresStore.start

    async def started(self: PostgresStore) -> None:
        await start(self)
        with suppress(Exception):  # another process has done it
            async with self._connection() as connection:
                await connection.execute(_UNKEYED)

    def write(self: Database, group: Sequence[Append[Any]], teller: Connection) -> list[Append[Any]]:
        for line in (line for append in group for line in append.lines):
            self.lines.setdefault(line.stream, []).append(line)
            self.unplaced.append(line)
        return list(group)

    put(PostgresStore, "start", started)
    put(Database, "write", write)


def ids_forgotten(put: Put) -> None:
    """Who opens a stream again knows none of the ids in it."""

    def forgetful(read: Any) -> Any:
        def reads(kind: Any, *given: Any) -> Any:
            stream = read(kind, *given)
            stream._answers = {}
            return stream

        return classmethod(reads)

    async def none(self: Any, *given: str) -> int:
        return 0

    for name in ("read", "reopen"):
        put(Stream, name, forgetful(getattr(Stream, name).__func__))
    for store in STORES:
        put(store, "answered", none)
        put(store, "refuse", none)


def committed_separately(put: Put) -> None:
    """What belongs together is kept stream by stream."""

    def separately(append: Any) -> Any:
        async def appends(self: Any, lines: Sequence[Line], on: Basis | None = None, under: Lease | None = None) -> None:
            names = list(dict.fromkeys(line.stream for line in lines))
            for name in names:
                await append(self, [line for line in lines if line.stream == name], on, under)
                await asyncio.sleep(0.01 if len(names) > 1 else 0)

        return appends

    for store in STORES:
        put(store, "append", separately(store.append))


def answered_early(put: Put) -> None:
    """The answer is given, and a moment later the store gets what it is about."""

    def early(append: Any) -> Any:
        async def later(self: Any, lines: Sequence[Line], on: Basis | None, under: Lease | None) -> None:
            await asyncio.sleep(0.05)
            with suppress(Conflict, StoreUnavailable):
                await append(self, lines, on, under)

        async def appends(self: Any, lines: Sequence[Line], on: Basis | None = None, under: Lease | None = None) -> None:
            self.on_their_way = {*getattr(self, "on_their_way", ()), asyncio.create_task(later(self, lines, on, under))}

        return appends

    for store in STORES:
        put(store, "append", early(store.append))


def conflict_ignored(put: Put) -> None:
    """Where another process was faster, nobody minds."""

    def regardless(append: Any) -> Any:
        async def appends(self: Any, lines: Sequence[Line], on: Basis | None = None, under: Lease | None = None) -> None:
            with suppress(Conflict):
                await append(self, lines, on, under)

        return appends

    for store in STORES:
        put(store, "append", regardless(store.append))


def store_not_asked(put: Put) -> None:
    """A process that is behind refuses what another has carried out."""
    first_answer = Floor._first_answer

    async def known_here(self: Floor, name: str, *given: Any) -> Answer | None:
        return await first_answer(self, name, *given) if self.house.streams[name].answered(given[-1]) else None

    async def no(self: Floor, *given: Any) -> bool:
        return False

    put(Floor, "_first_answer", known_here)
    put(Floor, "behind", no)
    put(Floor, "_has", no)


SABOTAGES: dict[str, tuple[Callable[[Put], None], str]] = {
    "no unique key": (no_unique_key, r"has \d+ entries of the number \d+"),
    "ids forgotten": (ids_forgotten, r"refused \(.*on record|carried out|was answered with"),
    "committed separately": (committed_separately, r"^(cage|meters-|room|cup)|does not fit together"),
    "answered early": (answered_early, r"was acknowledged as"),
    "conflict ignored": (conflict_ignored, r"was acknowledged as"),
    "store not asked": (store_not_asked, r"refused \(.*on record"),
}
"""Each with the words by which it is named."""


def apply(name: str, put: Put = setattr) -> None:
    SABOTAGES[name][0](put)
