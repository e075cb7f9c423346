"""Exactly which clauses stand behind everything that happens in the cases: events with what they come to, refusals, rulings.

A case names the clauses that it shows; here are all of them, once for each kind of event, settlement, pot, commission, prize.
And where all money is at the end of each, what is open then, and the digest of a picture of all of it (`pictures.py`). Most of
a picture is what would come of lines that nobody has said: all of them are asked by `make test-slow`, here those of some cases.
`UPDATE_GOLDEN=1 pytest tests/money` writes the lists in `citations/`, `ledgers/`, `offers/` and `pictures/` again; read the
difference before you keep it.
"""

from __future__ import annotations

import os
from typing import Any

import pytest

from croupier.books import BOOKS
from croupier.cases.case import cases_of
from croupier.cases.house_cases import run_case
from money.keeping import citations, kept, kept_in, ledger, offers
from money.pictures import happened, picture

FILES = [(book, file) for book in BOOKS for file in dict.fromkeys(file for file, _ in cases_of(BOOKS[book]))]


IDS = [f"{book}-{file.removesuffix('.toml')}" for book, file in FILES]
EVERY = 7
"""Of every so many cases the answers to all questions are asked in the ordinary run; those of the others in the long checks."""


def runs_of(book: str, file: str) -> list[Any]:
    return [run_case(case, case.game or book) for name, case in cases_of(BOOKS[book]) if name == file]


def compare(what: str, book: str, file: str, lines: list[str]) -> None:
    path = kept_in(what, book, file)
    if os.environ.get("UPDATE_GOLDEN"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    assert lines == path.read_text(encoding="utf-8").splitlines(), what


@pytest.mark.parametrize(("book", "file"), FILES, ids=IDS)
def test_clauses_money_and_what_is_open_are_as_they_were_kept(book: str, file: str) -> None:
    runs = runs_of(book, file)
    compare("citations", book, file, sorted({line for run in runs for line in citations(run)}))
    compare("ledgers", book, file, [ledger(run) for run in runs])
    compare("offers", book, file, sorted({line for run in runs for line in offers(run)}))
    if os.environ.get("UPDATE_GOLDEN"):  # pictures are written by the long check
        return
    pictures = kept("pictures", book, file)
    assert [line.partition(", answers")[0] for line in pictures] == [happened(run) for run in runs]
    assert pictures[len(pictures) // 2 :: EVERY] == tuple(picture(run) for run in runs[len(runs) // 2 :: EVERY])


@pytest.mark.slow
@pytest.mark.parametrize(("book", "file"), FILES, ids=IDS)
def test_pictures_are_as_they_were_kept(book: str, file: str) -> None:
    compare("pictures", book, file, [picture(run) for run in runs_of(book, file)])
