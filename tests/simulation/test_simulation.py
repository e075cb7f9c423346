"""Runs of the whole floor, each with its own misfortunes, five hundred with the slow tests and two thousand with `make simulate`;
what once went wrong; and that a seed is one run.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from functools import cache

import msgspec
import pytest

from simulation.checks import digest, faults_in
from simulation.plan import MESSAGES, MOMENTS, Plan
from simulation.regressions import REGRESSIONS, Regression
from simulation.trying import Outcome, outcome_of, plan_for, shrunk
from simulation.world import run

SEEDS, _CHUNK, _ALWAYS = 500, 23, 40
_DIGESTS = """
from simulation.test_simulation import digests
print(digests())
"""


@cache
def outcome(seed: int) -> Outcome:
    return outcome_of(plan_for(seed))


def nothing_is_lost(seeds: range) -> None:
    for seed in seeds:
        if wrong := outcome(seed).wrong:
            pytest.fail(f"{wrong[0]}\n{shrunk(plan_for(seed)).command(seed)}")


def test_whatever_goes_wrong_nothing_is_lost() -> None:
    """In runs in which every kind of fault strikes."""
    nothing_is_lost(range(_ALWAYS))
    struck = sum((outcome(seed).struck for seed in range(_ALWAYS)), Counter[str]())
    planned = {kind.replace("signals", "signal").removesuffix(" to one") for kind in (*MOMENTS, *MESSAGES)}
    assert planned - {"slow store"} <= set(struck), planned - set(struck)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(_ALWAYS, SEEDS, _CHUNK))
def test_whatever_goes_wrong_in_many_runs_nothing_is_lost(first: int) -> None:
    nothing_is_lost(range(first, min(first + _CHUNK, SEEDS)))


@pytest.mark.parametrize("once", REGRESSIONS, ids=lambda once: once.name)
def test_what_once_went_wrong(once: Regression) -> None:
    assert outcome_of(once.plan, all_audited=True).wrong == []


def digests() -> list[str]:
    return [digest(run(plan_for(seed))[0]) for seed in range(3)]


def test_a_seed_is_always_the_same_run() -> None:
    other = {**os.environ, "PYTHONHASHSEED": "7", "PYTHONPATH": os.pathsep.join(sys.path)}
    said = subprocess.run([sys.executable, "-c", _DIGESTS], env=other, capture_output=True, text=True, check=True, timeout=120)
    assert said.stdout.strip() == str(digests())


def test_a_house_that_forgets_is_found_out_and_the_run_made_smaller(monkeypatch: pytest.MonkeyPatch) -> None:
    """A store that says yes and keeps nothing is noticed, and only the fault that it takes is left."""
    from simulation.database import Database

    written = Database.write

    def forgetful(self: Database, group: list, teller: object) -> list:  # type: ignore[type-arg]
        if any(line.id for append in group for line in append.lines):
            return list(group)
        return written(self, group, teller)  # type: ignore[arg-type]

    monkeypatch.setattr(Database, "write", forgetful)
    plan = plan_for(5)
    assert outcome_of(plan).wrong
    smaller = shrunk(plan, most_runs=25)
    assert smaller.faults == ()
    assert smaller.command(5).startswith("PYTHONPATH=tests python -m simulation --first 5 --seeds 1 --only none")


def test_a_contradicted_checkpoint_and_a_lost_order_are_found_out() -> None:
    world, wrong = run(Plan(seed=4, house="tournament", processes=1, commands=3, faults=()))
    assert wrong == []
    assert list(faults_in(world)) == []
    assert world.ordered
    database = world.database
    database.order[3], database.order[4] = database.order[4], database.order[3]
    assert any("the record contradicts" in found for found in faults_in(world))
    database.order[3], database.order[4] = database.order[4], database.order[3]
    lost = msgspec.structs.replace(next(iter(world.ordered.values())), id="forgotten")
    world.ordered["forgotten"] = lost
    assert list(faults_in(world)) == [f"order forgotten at {lost.stream} is lost"]
    del world.ordered["forgotten"]
    database.order.pop()
    assert "the order of the house is not that of its entries" in list(faults_in(world))
