"""Running seeds, and making a run that failed smaller."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple
from unittest import mock

from croupier.floor import memory, saved_streams
from croupier.floor.stores import interface
from croupier.kernel.errors import CroupierError
from simulation.checks import faults_in
from simulation.loop import Stuck
from simulation.plan import Plan, plan_of
from simulation.world import run


class Outcome(NamedTuple):
    """What a run came to: what is wrong, what struck, and how many commands were acknowledged and entries kept."""

    wrong: list[str]
    struck: Counter[str]
    acknowledged: int
    entries: int


def plan_for(seed: int) -> Plan:
    return plan_of(seed)


@contextmanager
def few_at_a_time(seed: int) -> Iterator[None]:
    """In two runs of three, read one or two streams and a handful of lines at a time: even a small house fills many batches."""
    if few := seed % 3:
        with (
            mock.patch.object(memory, "SOME", few),
            mock.patch.object(saved_streams, "_MOST_LINES", 4 + few),
            mock.patch.object(saved_streams, "AT_ONCE", 2 + few),
            mock.patch.object(interface, "AT_ONCE", 2 + few),
        ):
            yield
    else:
        yield


def outcome_of(plan: Plan, *, all_audited: bool = False) -> Outcome:
    """Run a plan, and look at the result."""
    try:
        with few_at_a_time(plan.seed):
            world, wrong = run(plan)
    except Stuck as error:
        return Outcome([str(error)], Counter(), 0, 0)
    found = [*wrong]
    try:
        found += faults_in(world, all_audited=all_audited)
    except CroupierError as error:
        found.append(f"what is kept does not fit together: {error}")
    entries = sum(map(len, world.database.lines.values()))
    return Outcome(found, world.database.struck, len(world.acknowledged), entries)


class Smaller(NamedTuple):
    """What is left of a plan that still fails: the numbers of its faults, processes and commands."""

    faults: tuple[int, ...]
    processes: int
    commands: int

    def command(self, seed: int) -> str:
        only = ",".join(map(str, self.faults)) or "none"
        return (
            f"PYTHONPATH=tests python -m simulation --first {seed} --seeds 1 --only {only} "
            f"--processes {self.processes} --commands {self.commands}"
        )


def shrunk(plan: Plan, most_runs: int = 150) -> Smaller:
    """Leave out faults, processes and commands as long as something is still wrong."""
    best = Smaller(tuple(range(len(plan.faults))), plan.processes, plan.commands)
    runs = 0

    def fails(smaller: Smaller) -> bool:
        nonlocal runs
        runs += 1
        return runs <= most_runs and bool(outcome_of(plan.with_only(*smaller), all_audited=True).wrong)

    size = max(1, len(best.faults) // 2)
    while size:
        at = 0
        while at < len(best.faults):
            without = best._replace(faults=best.faults[:at] + best.faults[at + size :])
            if fails(without):
                best = without
            else:
                at += size
        size //= 2
    for processes in range(1, best.processes):
        if fails(best._replace(processes=processes)):
            best = best._replace(processes=processes)
            break
    for commands in range(best.commands):
        if fails(best._replace(commands=commands)):
            best = best._replace(commands=commands)
            break
    return best
