"""What the tests cost: seconds of the processor by file, and the most memory of a process, told at the end of a long run.

A second is a second of the processor, in this process and in those that it started and waited for, so that other work on the
machine does not count. docs/reliability.md says what it may come to.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterator
from operator import itemgetter
from pathlib import Path
from typing import Any

import pytest

MOST_SECONDS, MOST_MEMORY = 680, 1000
"""So many seconds of the processor may all tests take together, and so many megabytes may one process hold."""
_LONG, _TOLD = 60, 12
"""Of shorter runs nothing is told; of longer ones so many files."""
_STATUS = Path("/proc/self/status")

_seconds: defaultdict[str, float] = defaultdict(float)
_memory = 0


def spent() -> float:
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def most_held() -> int:
    """The most megabytes that this process ever held, where the system says so."""
    lines = _STATUS.read_text().splitlines() if _STATUS.exists() else []
    return next((int(line.split()[1]) // 1024 for line in lines if line.startswith("VmHWM")), 0)


@pytest.hookimpl(hookwrapper=True)
def pytest_collection(session: pytest.Session) -> Iterator[None]:
    yield
    _seconds["(start and collection)"] = spent()


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    before = spent()
    yield
    _seconds[item.nodeid.partition("::")[0]] += spent() - before


@pytest.hookimpl(hookwrapper=True, trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> Iterator[None]:
    yield
    if (output := getattr(session.config, "workeroutput", None)) is not None:
        _seconds["(end)"] = spent() - sum(_seconds.values())
        output["costs"] = (dict(_seconds), most_held())


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    global _memory
    seconds, memory = getattr(node, "workeroutput", {}).get("costs", ({}, 0))
    for file, spent_on_it in seconds.items():
        _seconds[file] += spent_on_it
    _memory = max(_memory, memory)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    total, memory = sum(_seconds.values()), _memory or most_held()
    if total < _LONG:
        return
    terminalreporter.section(f"{total:.0f} s of the processor, at most {memory} MB in one process")
    for file, seconds in sorted(_seconds.items(), key=itemgetter(1), reverse=True)[:_TOLD]:
        terminalreporter.line(f"{seconds:6.1f} s {file}")
    if total > MOST_SECONDS or memory > MOST_MEMORY:
        terminalreporter.line(
            f"More than {MOST_SECONDS} s or {MOST_MEMORY} MB: see What the tests may cost in docs/reliability.md", red=True
        )
