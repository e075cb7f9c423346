"""The figures of a house with a long record: read from its store for the first time, with every decision weighed; and read on.

House tables with seven seats, a round every minute, in one SQLite store. Seconds are by the clock on the wall.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from benchmarks import rounds
from croupier.floor.day_figures import Folds, read_on, report, weigh
from croupier.floor.stores.interface import Line, Store
from croupier.floor.stores.sqlite import SQLiteStore
from croupier.kernel.reading import AnyEntry
from croupier.stud.commands import TakeSeat
from croupier.stud.rules import Options
from croupier.tables.house_table import house_table

TABLES, ENTRIES, MORE = 20, 1_000_000, 1_000
HEADINGS = ("what", "entries", "seconds", "bar")
_BEGAN, _ROUND, _BATCH = 1_800_000_000, 60, 2_000


class _Kept(rounds._AtATable):
    """A table whose lines are gathered for a store; time passes from round to round."""

    def __init__(self, name: str, seed: int) -> None:
        super().__init__("crown-caribbean-stud", "shoe", seed)
        self.lines: list[Line] = []
        options = Options(places=rounds.SEATS, device="shoe")
        self.table = house_table("crown-caribbean-stud", seats=0, seed=1, options=options, name=name, follower=self._follow)
        for seat in range(1, rounds.SEATS + 1):
            self.do(TakeSeat(seat=seat, chips=rounds.CHIPS), seat)

    def _follow(self, entry: AnyEntry, line: bytes) -> None:
        at = _BEGAN + self.table.state.round * _ROUND
        line = line.replace(b'"at":0,', f'"at":{at},'.encode(), 1)
        self.lines.append(Line(entry.stream, "house table", entry.number, at, entry.person, "", entry.hash, line))


async def _filled(store: Store) -> None:
    for number in range(TABLES):
        table = _Kept(f"t-{number}", number)
        while table.table.number < ENTRIES // TABLES:
            rounds.play_round(table)
            if len(table.lines) > _BATCH:
                await _append(store, table)
        await _append(store, table)


async def _append(store: Store, table: _Kept) -> None:
    await store.append(table.lines)
    table.lines = []


async def _measured(folder: Path) -> list[tuple[str, ...]]:
    store = SQLiteStore(folder / "house.db")
    await store.start()
    await _filled(store)
    folds: Folds = {}
    began = perf_counter()
    await read_on(store, folds)
    read = perf_counter()
    weigh(folds)
    found = report(folds, "month")
    first = perf_counter()
    entries = sum(fold.number for fold in folds.values())
    assert sum(int(row.get("hands")) for row in found.rows)
    table = _Kept("t-more", TABLES)
    while table.table.number < MORE:
        rounds.play_round(table)
    more = table.table.number
    await _append(store, table)
    again = perf_counter()
    await read_on(store, folds)
    weigh(folds)
    report(folds, "day")
    last = perf_counter()
    await store.stop()
    return [
        ("read and added up", f"{entries:,}", f"{read - began:.1f} s", "10 s"),
        ("the report of a month: games solved, decisions weighed", f"{entries:,}", f"{first - read:.1f} s", ""),
        ("a report again, after more was played", f"{more:,}", f"{last - again:.2f} s", "5 s"),
    ]


def rows() -> Iterator[tuple[str, ...]]:
    with TemporaryDirectory(prefix="croupier-") as folder:
        yield from asyncio.run(_measured(Path(folder)))


if __name__ == "__main__":
    from benchmarks.__main__ import markdown

    print(markdown(HEADINGS, rows()))
