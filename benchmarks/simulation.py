"""House rounds simulated with the best strategy, and decks through the battery of shuffle tests, kernels compiled before.

Rates are by processor time: with one thread at work, and with one for each core, whose time is divided by their number. By
the clock on the wall other work on the machine counts too.
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

HEADINGS = ("work", "seats", "a second, one core", "all cores", "all cores, by the wall", "bar, all cores")
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
    one = together = wall = 1e9
    with ThreadPoolExecutor(THREADS) as pool:
        for number in range(RUNS):
            began = process_time()
            some_paths(tables, plan, number * PATHS, PATHS)
            one = min(one, process_time() - began)
            began, start = process_time(), perf_counter()
            pieces = [pool.submit(some_paths, tables, plan, piece * PATHS, PATHS) for piece in range(5 * THREADS)]
            for piece in pieces:
                piece.result()
            together = min(together, (process_time() - began) / THREADS / len(pieces))
            wall = min(wall, (perf_counter() - start) / len(pieces))
    rates = (f"{rounds / seconds:,.0f}" for seconds in (one, together, wall))
    return f"{game} rounds", f"{seats}", *rates, bar


def _decks() -> tuple[str, ...]:
    decks, best = fair(np.random.default_rng(1), DECKS), 1e9
    for _ in range(RUNS):
        battery = Battery()
        began = process_time()
        battery.add(decks)
        battery.report()
        best = min(best, process_time() - began)
    return "decks tested", "", f"{DECKS / best:,.0f}", "", "", ""
