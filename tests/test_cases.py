"""Every case of every book, played: what it expects must come about, and the clauses that it shows must be cited.

What is said on the way is read too: numbers agree, signs have their times, and sums add up.
"""

from __future__ import annotations

import pytest

import sentences
from croupier.books import BOOKS
from croupier.cases.case import Case, cases_of
from croupier.cases.house import run_case

CASES = [
    pytest.param(book, case, id=f"{folder}/{file}: {case.name}")
    for book, folder in BOOKS.items()
    for file, case in cases_of(folder)
]


@pytest.mark.parametrize(("book", "case"), CASES)
def test_case(book: str, case: Case) -> None:
    run = run_case(case, case.game or book)
    assert run.failures() == []
    assert sentences.of_run(run) == []
