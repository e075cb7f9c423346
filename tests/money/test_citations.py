"""Exactly which clauses stand behind everything that happens in the cases: events with what they come to, refusals, rulings.

A case names the clauses that it shows; here are all of them, once for each kind of event, settlement, pot, commission, prize.
And where all money is at the end of each, what is open then, and the digest of a picture of all of it (`pictures.py`).
`UPDATE_GOLDEN=1 pytest tests/money` writes the lists in `citations/`, `ledgers/`, `offers/` and `pictures/` anew; read the
difference before you keep it.
"""

from __future__ import annotations

import os

import pytest

from croupier.books import BOOKS
from croupier.cases.case import cases_of
from croupier.cases.house import run_case
from money.keeping import citations, kept_in, ledger, offers
from money.pictures import picture

FILES = [(book, file) for book in BOOKS for file in dict.fromkeys(file for file, _ in cases_of(BOOKS[book]))]


@pytest.mark.parametrize(("book", "file"), FILES, ids=[f"{book}-{file.removesuffix('.toml')}" for book, file in FILES])
def test_clauses_money_and_what_is_open_are_as_they_were_kept(book: str, file: str) -> None:
    runs = [run_case(case, case.game or book) for name, case in cases_of(BOOKS[book]) if name == file]
    found = {
        "citations": sorted({line for run in runs for line in citations(run)}),
        "ledgers": [ledger(run) for run in runs],
        "offers": sorted({line for run in runs for line in offers(run)}),
        "pictures": [picture(run) for run in runs],
    }
    for what, lines in found.items():
        path = kept_in(what, book, file)
        if os.environ.get("UPDATE_GOLDEN"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        assert lines == path.read_text(encoding="utf-8").splitlines(), what
