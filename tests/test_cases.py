"""Every case of every book, played: what it expects must come about, and the clauses that it shows must be cited.

What is said on the way is read too: numbers agree, signs have their times, and sums add up.
"""

from __future__ import annotations

import pytest

import sentences
from croupier.books import BOOKS
from croupier.cases.case import cases_of
from croupier.cases.house_cases import run_case

FILES = [(book, file) for book, folder in BOOKS.items() for file in dict.fromkeys(file for file, _ in cases_of(folder))]


@pytest.mark.parametrize(("book", "file"), FILES)
def test_cases_of_a_file(book: str, file: str) -> None:
    wrong = {}
    for case in (case for where, case in cases_of(BOOKS[book]) if where == file):
        run = run_case(case, case.game or book)
        if found := [*run.failures(), *sentences.of_run(run)]:
            wrong[case.name] = found
    assert wrong == {}
