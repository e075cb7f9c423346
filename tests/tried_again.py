"""A test in a real browser that fails is tried once more, and the end of the run says which ones were.

A browser draws when it gets round to it. On a busy machine a click can meet a part of the page that is being drawn again.
What fails twice has failed.
"""

from __future__ import annotations

import pytest
from _pytest.runner import runtestprotocol

_WHERE = ("tests/browser/", "tests/web/test_scripts.py")
_AGAIN = "tried again"
_again: list[tuple[str, str]] = []


def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    if not item.nodeid.startswith(_WHERE):
        return None
    hook = item.ihook
    hook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    reports = runtestprotocol(item, nextitem=nextitem, log=False)
    if failed := next((report for report in reports if report.failed), None):
        item.session._setupstate.teardown_exact(None)  # with a house of its own
        item._initrequest()  # type: ignore[attr-defined]
        item.user_properties.append((_AGAIN, str(failed.longrepr).splitlines()[-1]))
        reports = runtestprotocol(item, nextitem=nextitem, log=False)
    for report in reports:
        hook.pytest_runtest_logreport(report=report)
    hook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.when == "call":
        _again.extend((report.nodeid, str(why)) for name, why in report.user_properties if name == _AGAIN)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for test, why in _again:
        terminalreporter.line(f"tried again: {test}: {why}", yellow=True)
