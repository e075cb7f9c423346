"""Six small things done wrong on purpose: the simulation notices each of them, and says what it is."""

from __future__ import annotations

import re
from collections.abc import Iterable

import pytest

from sabotage import SABOTAGES, apply
from simulation.plan import Fault, Plan
from simulation.trying import outcome_of, plan_for

_DEAF = Fault("signals lost", 0.1, 0, 6.0)
_MOST = 120


def named(name: str, plans: Iterable[Plan], monkeypatch: pytest.MonkeyPatch) -> str:
    """The first thing that is found wrong in these runs and says what was done."""
    apply(name, monkeypatch.setattr)
    for plan in plans:
        for wrong in outcome_of(plan).wrong:
            if re.search(SABOTAGES[name][1], wrong):
                return wrong
    return ""


@pytest.mark.parametrize("name", ["ids forgotten", "store not asked"])
def test_a_repeat_that_is_refused_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plans = (Plan(seed, "linked", 2, 6, (_DEAF, Fault("crash", 1.5, 1, 0.3))) for seed in range(6))
    assert named(name, plans, monkeypatch)


@pytest.mark.slow
@pytest.mark.parametrize("name", SABOTAGES)
def test_every_sabotage_is_named(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert named(name, map(plan_for, range(_MOST)), monkeypatch)
