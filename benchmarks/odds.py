"""The exact solver: a whole house game over all deals, from nothing, with compiled kernels in the cache.

One core is measured in processor time with one thread. The game with an exchange has both cores and is measured by the clock; its
memory is the most that a process of its own ever held.
"""

from __future__ import annotations

import subprocess
import sys
from time import perf_counter, process_time

from croupier.books import rules_of
from croupier.odds import counting, solver

HEADINGS = ("game", "processor seconds", "seconds", "bar", "house edge", "memory")
BARS = {"crown-caribbean-stud": "3 s", "crown-wild-aruba": "5 s", "venezia-caribbean-poker": "60 s"}

_ALONE = """
import resource
from croupier.books import rules_of
from croupier.odds.solver import solve
solve(rules_of({game!r})).total
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def rows() -> list[tuple[str, ...]]:
    return [_row(game, bar) for game, bar in BARS.items()]


def _row(game: str, bar: str) -> tuple[str, ...]:
    rules = rules_of(game)
    solver.solve(rules)  # compile, or read what was compiled before
    best, quickest = 1e9, 1e9
    for _ in range(3):
        for table in (counting.counts, counting.hands, counting.classes, counting.patterns, counting.rank_tables):
            table.cache_clear()
        start, clock = process_time(), perf_counter()
        solution = solver.solve(rules)
        best, quickest = min(best, process_time() - start), min(quickest, perf_counter() - clock)
    alone = subprocess.run(  # noqa: S603
        [sys.executable, "-c", _ALONE.format(game=game)], capture_output=True, text=True, check=True
    )
    memory = f"{int(alone.stdout) / 1024:,.0f} MB"
    return game, f"{best:.2f}", f"{quickest:.2f}", bar, f"{solution.house_edge:.4%}", memory
