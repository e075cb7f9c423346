"""A process of its own reads every entry of the house once, to answer what is asked of the whole record: its figures, rounds that
are over, and a person's evening.
"""

import asyncio
from collections.abc import Callable
from typing import TypeVar

from croupier.floor.day_figures import Folds
from croupier.floor.day_sums import DATA, Fold, reader
from croupier.floor.evening import RoundPlayed, rounds_played
from croupier.floor.floor import Floor
from croupier.floor.past_rounds import Past, RoundFound, Wanted, search
from croupier.server.workers import Worker, WorkerDied
from croupier.tables.summary import TABLES

T = TypeVar("T")
AT_ONCE = 5_000
"""How many entries it is given together."""
READ: Folds = {}
PAST: dict[str, Past] = {}
"""What that process has read."""


class RecordReader:
    """Asks that process, once it has read as far as the record goes now."""

    def __init__(self, floor: Floor) -> None:
        self._floor, self.worker, self._one_by_one = floor, Worker(), asyncio.Lock()

    async def ask(self, work: Callable[..., T], *given: object) -> T:
        """Run this in that process. If it has died, another one reads everything again."""
        try:
            return await self._ask(work, *given)
        except WorkerDied:
            return await self._ask(work, *given)

    async def _ask(self, work: Callable[..., T], *given: object) -> T:
        async with self._one_by_one:
            read, store = await self.worker.ask(_so_far), self._floor.store
            for name, head in (await store.heads()).items():
                while head.kind in DATA["accounts"] and read.get(name, 0) < head.number:
                    lines = await store.read(name, after=read.get(name, 0), limit=AT_ONCE)
                    read[name] = await self.worker.ask(_take, name, head.kind, lines)
        return await self.worker.ask(work, *given)

    async def rounds(self, wanted: Wanted, most: int, book: str = "") -> list[RoundFound]:
        """The latest rounds that fit."""
        return await self.ask(_search, wanted, most, book)

    async def evening(self, person: str) -> list[RoundPlayed]:
        """The rounds that a person was in, oldest first."""
        return await self.ask(_evening, person)

    def close(self) -> None:
        self.worker.close()


def _so_far() -> dict[str, int]:
    return {name: fold.number for name, fold in READ.items()}


def _take(name: str, kind: str, lines: list[bytes]) -> int:
    """Read on there; how far it was read."""
    fold = READ.setdefault(name, Fold(name, kind))
    past = PAST.setdefault(name, Past(name, kind)) if kind in TABLES else None
    for entry in map(reader(kind), lines):
        fold.take(entry)
        if past is not None:
            past.take(entry)
    return fold.number


def _search(wanted: Wanted, most: int, book: str) -> list[RoundFound]:
    return search(PAST.values(), wanted, most, book)


def _evening(person: str) -> list[RoundPlayed]:
    return rounds_played(PAST.values(), person)
