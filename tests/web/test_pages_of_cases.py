"""Every page can be shown, whatever has happened: tables as the cases of all books leave them, as everybody there sees them."""

from __future__ import annotations

import json

import pytest

from croupier.books import BOOKS, book_of
from croupier.cases.case import cases_of
from croupier.cases.house_cases import Run, run_case
from croupier.cases.poker import PokerRun
from croupier.kernel.entries import encode
from web.markup import check_strict, without_amounts
from web.tables import table_regions

EVERY = 23
"""One case in so many is looked at: enough to meet every kind of event, in a few seconds."""


@pytest.mark.parametrize("book", BOOKS)
def test_the_pages_of_tables_as_cases_leave_them(book: str) -> None:
    known = book_of(book).catalogue.clause
    looked_at = 0
    for name, case in cases_of(BOOKS[book])[::EVERY]:
        run = run_case(case, case.game or book)
        if not isinstance(run, Run | PokerRun):
            continue
        table, where = run.stream, f"{name}: {case.name}"
        looked_at += 1
        seats = sorted(table.state.seats)
        people = [(table.state.person_at(seat), seat) for seat in seats[:1] + seats[-1:]]
        for person, capacity in [*people, ("somebody", None), ("a manager", table.rules.ranks[-1])]:
            regions = table_regions(table, person, capacity=capacity, now=table.at)
            page = check_strict("".join(regions.values()))
            assert all(cited == book and number in known for cited, number in page.clauses), where
            if isinstance(capacity, int):
                offers = [offer for offer in table.legal(seat=capacity) if not offer.faces]  # those are the dealer's
                commands = [encode(offer.command) for offer in offers if b"??" not in encode(offer.command)]
                allowed = {without_amounts(json.loads(command)) for command in commands}
                assert {without_amounts(order) for order in page.orders} == allowed, f"{where}: seat {capacity}"
    assert looked_at > 10
