"""No case is hollow: what it is about decides it.

The decisive lines of a case are its last line, every report, and every ruling. Without any one of them the case must fail, and
so it must with any other ruling that was open, unless it is about a refusal. A case that is all set-up must
fail at the usual table. Only what the case expects counts: that a clause is cited no more shows that something was
said, not that it decided anything. All cases take some seconds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from croupier.books import BOOKS
from croupier.cases.case import Case, cases_of
from croupier.cases.house_cases import run_case

REPORT, RULING = re.compile(r"(^|: )report "), re.compile(r"(?:^|: )rule ([^;]+)")


def as_expected(case: Case, book: str) -> bool:
    """Whether everything comes about that the case expects, citations aside."""
    try:
        failures = run_case(replace(case, also=(), expect={**case.expect, "cites": []}), case.game or book).failures()
    except (ValueError, TypeError, KeyError, IndexError, AttributeError):
        return False
    return [failure for failure in failures if failure != f"{case.clause} was not cited"] == []


def lines_of(case: Case) -> list[str]:
    return [said for line in case.play.splitlines() if (said := line.split("#")[0].strip())]


def other_rulings(case: Case, book: str, before: list[str], ruled: str) -> list[str]:
    """What could have been ruled instead at that moment."""
    run = run_case(replace(case, play="\n".join(before)), case.game or book)
    awaiting = getattr(run, "awaiting", None)
    return [option.name for option in awaiting.options if option.name != ruled] if awaiting else []


def weaker(case: Case, book: str) -> Iterator[tuple[str, Case]]:
    """The case without something that should decide it, or with another ruling; and what is different."""
    lines = lines_of(case)
    for place, line in enumerate(lines):
        ruling = RULING.search(line)
        rest = (lines[:place], lines[place + 1 :])
        if place == len(lines) - 1 or ruling or REPORT.search(line):
            yield f"without {line!r}", replace(case, play="\n".join([*rest[0], *rest[1]]))
        if ruling and "refused" not in case.expect:
            for other in other_rulings(case, book, rest[0], ruling[1].strip()):
                changed = line.replace(ruling[1], other)
                yield f"with {changed!r}", replace(case, play="\n".join([*rest[0], changed, *rest[1]]))


def hollow(case: Case, book: str) -> list[str]:
    """What the case does not notice."""
    if lines_of(case):
        return [what for what, weak in weaker(case, book) if as_expected(weak, book)]
    return ["whatever the table is like"] if as_expected(replace(case, table={}), book) else []


@pytest.mark.parametrize("every", [3, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("book", BOOKS)
def test_every_case_fails_without_what_decides_it(book: str, every: int) -> None:
    found = {case.name: what for _, case in cases_of(BOOKS[book])[::every] if (what := hollow(case, book))}
    assert found == {}, "these cases show nothing"
