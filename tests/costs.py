"""What the tests cost: seconds of the processor by file, and the most memory of a process, told at the end of a long run.

A second is a second of the processor, in this process and in those that it started and waited for, so that waiting for other work
on the machine does not count. A processor that is slow, or shared, takes more of them for the same work: so each process times a
small piece of work again and again, and even seconds are those of a machine that does it in `PIECE`. `make test` fails where it
takes far too many of them, or far too much memory. docs/reliability.md says what it may come to.
"""

from __future__ import annotations

import os
import time
from collections import defaultdict
from collections.abc import Iterator
from operator import itemgetter
from pathlib import Path
from typing import Any

import pytest

MOST_SECONDS, MOST_MEMORY = 680, 1000
"""So many seconds of the processor may all tests take together, and so many megabytes may one process hold."""
FAR = 1.25
"""So many times as much fails the run: more than two runs of the same tests ever differ by."""
PIECE = 0.0125
"""What the piece of work takes, in seconds, on the machine whose seconds are even ones."""
_OFTEN = 10.0
"""It is timed again after so many seconds of the processor."""
_LONG, _TOLD = 60, 12
"""Of shorter runs nothing is told; of longer ones so many files."""
_STATUS = Path("/proc/self/status")

_seconds: defaultdict[str, float] = defaultdict(float)
_memory = 0
_even = 0.0
"""The even seconds of all tests."""
_pace, _timed = 1.0, 0.0
"""How many even seconds one second here is, and when that was found out."""


def pace() -> float:
    """How many even seconds a second of the processor is at the moment; the best of three, as one may be interrupted."""
    return PIECE / min(_piece() for _ in range(3))


def _piece() -> float:
    before, table = time.process_time(), {}
    for number in range(30_000):
        table[number * 7919 % 30_011] = str(number)
    assert sum(len(table[key]) for key in sorted(table)) == 138_890
    return time.process_time() - before


def too_much(seconds: float, memory: int, times: float = 1.0) -> bool:
    """Whether the even seconds and megabytes of a run are more than so many times what they may be."""
    return seconds > MOST_SECONDS * times or memory > MOST_MEMORY * times


def spent() -> float:
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def most_held() -> int:
    """The most megabytes that this process ever held, where the system says so."""
    lines = _STATUS.read_text().splitlines() if _STATUS.exists() else []
    return next((int(line.split()[1]) // 1024 for line in lines if line.startswith("VmHWM")), 0)


@pytest.hookimpl(hookwrapper=True)
def pytest_collection(session: pytest.Session) -> Iterator[None]:
    global _even, _pace, _timed
    yield
    _seconds["(start and collection)"] = _timed = spent()
    _pace = pace()
    _even += _timed * _pace


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    global _even, _pace, _timed
    if (before := spent()) - _timed > _OFTEN:
        _pace, _timed = pace(), before
        before = spent()
    yield
    used = spent() - before
    _seconds[item.nodeid.partition("::")[0]] += used
    _even += used * _pace


@pytest.hookimpl(hookwrapper=True, trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> Iterator[None]:
    yield
    if (output := getattr(session.config, "workeroutput", None)) is not None:
        _seconds["(end)"] = end = spent() - sum(_seconds.values())
        output["costs"] = (dict(_seconds), most_held(), _even + end * _pace)
        return
    counts = session.config.option.markexpr == "not slow" and not session.exitstatus
    if counts and too_much(_even, _memory or most_held(), FAR):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    global _memory, _even
    seconds, memory, even = getattr(node, "workeroutput", {}).get("costs", ({}, 0, 0.0))
    _even += even
    for file, spent_on_it in seconds.items():
        _seconds[file] += spent_on_it
    _memory = max(_memory, memory)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    total, memory = sum(_seconds.values()), _memory or most_held()
    if total < _LONG:
        return
    terminalreporter.section(f"{total:.0f} s of the processor, {_even:.0f} even ones, at most {memory} MB in one process")
    for file, seconds in sorted(_seconds.items(), key=itemgetter(1), reverse=True)[:_TOLD]:
        terminalreporter.line(f"{seconds:6.1f} s {file}")
    if too_much(_even, memory):
        fails = f", over {FAR} times as much: the run fails" if too_much(_even, memory, FAR) else ""
        said = f"More than {MOST_SECONDS} even seconds or {MOST_MEMORY} MB{fails}"
        terminalreporter.line(f"{said}. See What the tests may cost in docs/reliability.md", red=True)
