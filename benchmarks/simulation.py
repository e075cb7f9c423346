"""House rounds simulated with the best strategy, and decks through the battery of shuffle tests, kernels compiled before.

One core is measured by processor time, all cores by the clock on the wall: other work on the machine lowers the latter.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from time import perf_counter, process_time

import numpy as np

from croupier.books import rules_of
from croupier.odds.shuffle_quality import Battery
from croupier.odds.shufflers import fair
from croupier.odds.simulation import Plan, play_of, some_paths
from croupier.odds.simulation_tables import tables_of
from croupier.odds.solver import solve
from croupier.odds.threads import THREADS

HEADINGS = ("work", "seats", "a second, one core", "a second, all cores", "bar, all cores")
GAMES = (
    ("crown-caribbean-stud", 1, "10,000,000"),
    ("crown-caribbean-stud", 7, ""),
    ("crown-wild-aruba", 1, "10,000,000"),
    ("venezia-caribbean-poker", 1, "10,000,000"),
)
PATHS = 200
RUNS = 5
DECKS = 200_000


def rows() -> list[tuple[str, ...]]:
    """One row for each game and number of seats, and one for shuffled decks."""
    return [*(_row(*game) for game in GAMES), _decks()]


def _row(game: str, seats: int, bar: str) -> tuple[str, ...]:
    rules, plan = rules_of(game), Plan(seats=seats)
    tables = tables_of(rules, play_of(solve(rules)))
    some_paths(tables, plan, 0, 1)
    rounds = PATHS * plan.length
    one = all_cores = 1e9
    with ThreadPoolExecutor(THREADS) as pool:
        for number in range(RUNS):
            began = process_time()
            some_paths(tables, plan, number * PATHS, PATHS)
            one = min(one, process_time() - began)
            start = perf_counter()
            pieces = [pool.submit(some_paths, tables, plan, piece * PATHS, PATHS) for piece in range(5 * THREADS)]
            for piece in pieces:
                piece.result()
            all_cores = min(all_cores, (perf_counter() - start) / len(pieces))
    return f"{game} rounds", f"{seats}", f"{rounds / one:,.0f}", f"{rounds / all_cores:,.0f}", bar


def _decks() -> tuple[str, ...]:
    decks, best = fair(np.random.default_rng(1), DECKS), 1e9
    for _ in range(RUNS):
        battery = Battery()
        began = process_time()
        battery.add(decks)
        battery.report()
        best = min(best, process_time() - began)
    return "decks tested", "", f"{DECKS / best:,.0f}", "", ""
