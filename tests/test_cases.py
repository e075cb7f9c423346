"""Every case of every book, played: what it expects must come about, and the clauses that it shows must be cited."""

from __future__ import annotations

import pytest

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
    assert run_case(case, case.game or book).failures() == []
