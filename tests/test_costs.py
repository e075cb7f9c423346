"""The limit on what the tests may cost: a slow machine is not punished, and what is far over the limit fails the run."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

import costs


def ended(marks: str) -> int:
    """How a run of tests with these marks ends, of which none failed."""
    session: Any = SimpleNamespace(config=SimpleNamespace(option=SimpleNamespace(markexpr=marks)), exitstatus=0)
    list(costs.pytest_sessionfinish(session))
    return int(session.exitstatus)


@pytest.mark.parametrize(
    ("seconds", "memory", "status"),
    [(costs.MOST_SECONDS * 1.2, 900, 0), (costs.MOST_SECONDS * 1.3, 900, 1), (300.0, 1200, 0), (300.0, 1300, 1)],
)
def test_far_too_much_fails_the_run(monkeypatch: pytest.MonkeyPatch, seconds: float, memory: int, status: int) -> None:
    monkeypatch.setattr(costs, "_even", seconds)
    monkeypatch.setattr(costs, "_memory", memory)
    assert ended("not slow") == status
    assert ended("slow or hypothesis") == 0  # the long checks may take long


@pytest.mark.parametrize("slower", [1, 3])
def test_the_same_work_takes_as_many_even_seconds_on_a_slow_machine(monkeypatch: pytest.MonkeyPatch, slower: int) -> None:
    clock = iter(range(10))
    monkeypatch.setattr(costs, "_piece", lambda: costs.PIECE * slower)
    monkeypatch.setattr(costs, "spent", lambda: 100.0 * slower * next(clock))
    for name, value in (("_even", 0.0), ("_timed", -1000.0), ("_seconds", {"file": 0.0})):
        monkeypatch.setattr(costs, name, value)
    item: Any = SimpleNamespace(nodeid="file::test")
    list(costs.pytest_runtest_protocol(item))
    assert costs._seconds["file"] == 100.0 * slower
    assert costs._even == pytest.approx(100.0)


def test_the_piece_of_work_is_timed() -> None:
    assert 0 < costs.PIECE / costs.pace() < 10
