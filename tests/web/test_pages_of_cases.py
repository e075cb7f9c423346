"""Every page can be shown, whatever has happened: tables as the cases of all books leave them, as everyone there sees them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from croupier.books import BOOKS, book_of
from croupier.cases.case import cases_of
from croupier.cases.house_cases import Run, run_case
from croupier.cases.poker import PokerRun
from croupier.kernel.accounts import stack_of
from croupier.kernel.entries import encode
from croupier.kernel.events import Command
from croupier.poker.commands import AllIn, AskToSee
from croupier.poker.events import Raised
from web.markup import check_strict, without_amounts
from web.tables import table_regions

EVERY = 23
"""One case in so many is looked at: enough to meet every kind of event, in a few seconds."""


def said_otherwise(table: Any, command: Command, seat: int) -> bool:
    """Whether another button does it: showing one's own hand, or what all-in comes to where it does not raise by every chip."""
    if isinstance(command, AskToSee):
        return command.whose == seat and not command.person
    if not isinstance(command, AllIn):
        return False
    decision = table.foresee(AllIn(seat=seat), by=seat, person=table.state.person_at(seat))
    raised = [event for event in getattr(decision, "events", ()) if isinstance(event, Raised)]
    return not raised or raised[0].postings[stack_of(seat)] != -table.state.stack(seat)


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
                offers = [offer for offer in offers if not said_otherwise(table, offer.command, capacity)]
                commands = [encode(offer.command) for offer in offers if b"??" not in encode(offer.command)]
                allowed = {without_amounts(json.loads(command)) for command in commands}
                assert {without_amounts(order) for order in page.orders} == allowed, f"{where}: seat {capacity}"
    assert looked_at > 10
