"""Whole rounds at array speed: dealt, decided by a strategy, and settled by the pay table, with or without a jackpot wager.

The same seed gives the same result on any number of threads, processes or machines. Round n of a seed always has the same deck,
and every stored figure is a sum of whole numbers or belongs to one path. The `Result` has `fan`, `sessions`, `ruin` and `periods`
as lists of plain numbers.
"""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from typing import Any

import numpy as np
from msgspec.structs import astuple, replace

from croupier.books import rules_of
from croupier.kernel.errors import TableError
from croupier.odds import shape_kernels, simulation_kernels
from croupier.odds.shapes import is_usual
from croupier.odds.simulation_kernels import Tables
from croupier.odds.simulation_result import PATHS, Plan, Result, Tally, result_of
from croupier.odds.simulation_tables import Play, ShapeTables, SideBet, play_of, shape_tables, tables_of
from croupier.odds.solver import solve
from croupier.odds.threads import THREADS, Progress
from croupier.stud.rules import Rules

__all__ = ["Plan", "Play", "Result", "SideBet", "play_of", "simulate"]

_PIECE = 1 << 18  # hands in one piece of work: a few hundredths of a second
_MOST_PIECES = 10_000

Piece = tuple[int, int]
"""The number of a first path and how many paths."""


def some_paths(tables: Tables | ShapeTables, plan: Plan, first: int, paths: int) -> Tally:
    """Play this many paths, starting with the path of this number: one piece of the work, on any machine."""
    tally = Tally.empty(tables, plan, max(0, min(paths, PATHS - first)))
    nets = np.array(plan.side.nets if plan.side else [0], np.int64)
    planned = (plan.length, plan.every, plan.seats, plan.ante, nets)
    kernels = shape_kernels if isinstance(tables, ShapeTables) else simulation_kernels
    kernels.run(tables, np.uint64(plan.seed), first, paths, *planned, *astuple(tally))
    return tally


def simulate(
    rules: Rules | str,
    play: Play | None = None,
    plan: Plan | None = None,
    *,
    rounds: int | None = None,
    seed: int | None = None,
    threads: int = 0,
    client: Any = None,
    progress: Progress | None = None,
) -> Result:
    """Play a game, given by its name or its rules, and report the results: with the best play, or another (`play_of` a solution).

    `plan` says how many rounds, seats and so on; `rounds` and `seed` can be given without one. `threads` is how many threads work
    in parallel; zero means one per core. A Dask `client` sends the work to its machines instead. `progress` is called after every
    piece with the number of rounds done.
    """
    rules = rules_of(rules) if isinstance(rules, str) else rules
    said = {name: value for name, value in (("rounds", rounds), ("seed", seed)) if value is not None}
    plan = replace(plan or Plan(), **said)
    _check(rules, plan)
    play = play or play_of(solve(rules))
    tables = tables_of(rules, play, plan.side) if is_usual(rules) else shape_tables(rules, play, plan.side)
    pieces = list(_pieces(plan))
    done = 0
    whole = Tally.empty(tables, plan, min(plan.paths, PATHS))
    for (first, paths), tally in _tallies(tables, plan, pieces, threads, client):
        whole.results += tally.results
        whole.together += tally.together
        whole.decisions += tally.decisions
        whole.wealth[first : first + len(tally.wealth)] = tally.wealth
        whole.lowest[first : first + len(tally.lowest)] = tally.lowest
        done += paths * plan.length
        if progress is not None:
            progress(done, plan.paths * plan.length)
    return result_of(rules, play, plan, whole)


def _check(rules: Rules, plan: Plan) -> None:
    if not 1 <= plan.seats <= rules.most_places:
        raise TableError(f"{rules.title} has 1 to {rules.most_places} seats, not {plan.seats}")
    if plan.rounds < 1 or plan.session < 1 or plan.ante < 1 or plan.bankroll < 0:
        raise TableError("rounds, session and ante must be above zero, the bankroll zero or more")
    if not 0 <= plan.seed < 2**64:
        raise TableError("a seed is a whole number from 0 to 2^64 - 1")
    if min(plan.schedule.periods.values()) < 1:
        raise TableError("a table must be open: rounds an hour, hours a day and days a year must be above zero")


def _pieces(plan: Plan) -> Iterator[Piece]:
    hands = max(_PIECE, plan.rounds * plan.seats // _MOST_PIECES)
    size = max(1, hands // (plan.length * plan.seats))
    for first in range(0, plan.paths, size):
        yield first, min(size, plan.paths - first)


def _tallies(
    tables: Tables | ShapeTables, plan: Plan, pieces: list[Piece], threads: int, client: Any
) -> Iterator[tuple[Piece, Tally]]:
    """The pieces as they are finished, in any order; their sum does not depend on it."""
    if client is not None:
        from distributed import as_completed as finished

        everywhere = client.scatter([tables], broadcast=True)[0]  # a list, or each table would be sent separately
        sent = {client.submit(some_paths, everywhere, plan, *piece, pure=False): piece for piece in pieces}
        for future in finished(list(sent), loop=client.loop):
            yield sent[future], future.result()
        return
    pool = ThreadPoolExecutor(threads or THREADS)
    try:
        started = {pool.submit(some_paths, tables, plan, *piece): piece for piece in pieces}
        for work in as_completed(started):
            yield started.pop(work), work.result()
    finally:
        pool.shutdown(cancel_futures=True)  # after an interrupt, do not wait for the rest
