"""`make simulate`: the whole floor from many seeds, with everything going wrong that can.

    PYTHONPATH=tests python -m simulation --seeds 2000 --jobs 2               # seeds 0 to 1999
    PYTHONPATH=tests python -m simulation --first 1234 --seeds 1              # one seed again, all of it audited
    PYTHONPATH=tests python -m simulation --first 1234 --seeds 1 --only 3,7   # with only these of its faults

A seed that fails is made smaller, and printed with what is wrong and the command that shows it again. Exit status 1 then.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor

from simulation.saying import say
from simulation.trying import Outcome, outcome_of, plan_for, shrunk

_CHUNK = 25
_MOST_SHRUNK = 5


def _try(seeds: range) -> list[tuple[int, Outcome]]:
    return [(seed, outcome_of(plan_for(seed))) for seed in seeds]


def _all(first: int, seeds: int, jobs: int) -> Iterator[tuple[int, Outcome]]:
    chunks = [range(at, min(at + _CHUNK, first + seeds)) for at in range(first, first + seeds, _CHUNK)]
    if jobs == 1:
        for chunk in chunks:
            yield from _try(chunk)
        return
    with ProcessPoolExecutor(jobs) as workers:
        for outcomes in workers.map(_try, chunks):
            yield from outcomes


def _one(seed: int, only: str, processes: int, commands: int) -> bool:
    """One seed in full; whether it failed."""
    plan = plan_for(seed)
    kept = None if not only else () if only == "none" else tuple(map(int, only.split(",")))
    plan = plan.with_only(kept, processes, commands)
    say(f"seed {seed}: house {plan.house}, {plan.processes} processes, {plan.commands} commands of each client")
    for fault in plan.faults:
        say(f"  {fault}")
    outcome = outcome_of(plan, all_audited=True)
    say(f"{outcome.entries} entries, {outcome.acknowledged} commands acknowledged")
    for wrong in outcome.wrong:
        say(f"WRONG: {wrong}")
    return bool(outcome.wrong)


def main() -> int:
    parser = argparse.ArgumentParser(prog="simulation", description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--seeds", type=int, default=2000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--only", default="", help="numbers of the faults to keep, or none")
    parser.add_argument("--processes", type=int, default=0)
    parser.add_argument("--commands", type=int, default=-1)
    asked = parser.parse_args()
    if asked.seeds == 1:
        return int(_one(asked.first, asked.only, asked.processes, asked.commands))
    began, struck, entries, acknowledged = time.monotonic(), Counter[str](), 0, 0
    failed: list[int] = []
    for done, (seed, outcome) in enumerate(_all(asked.first, asked.seeds, asked.jobs), 1):
        struck += outcome.struck
        entries += outcome.entries
        acknowledged += outcome.acknowledged
        if outcome.wrong:
            failed.append(seed)
            say(f"seed {seed}: {outcome.wrong[0]}")
            if len(failed) <= _MOST_SHRUNK:
                say(f"  {shrunk(plan_for(seed)).command(seed)}")
        if done % 500 == 0:
            say(f"{done} seeds in {time.monotonic() - began:.0f} s, {len(failed)} failed")
    took = time.monotonic() - began
    say(f"{asked.seeds} seeds in {took:.0f} s, {entries} entries, {acknowledged} commands acknowledged")
    for kind, times in sorted(struck.items()):
        say(f"{times:8} {kind}")
    say(f"{len(failed)} seeds failed" + (f": {failed}" if failed else ""))
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
