"""Money in every case of the books: none is made or lost, no pot pays more than it holds, meters add up item by item."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.books import BOOKS
from croupier.cases.case import Case, cases_of
from croupier.cases.house_cases import run_case
from croupier.jackpots.prizes import grains
from croupier.jackpots.reconciliation import differences, reckon
from croupier.kernel.accounts import kind_of
from croupier.poker import events
from croupier.poker.state import POT, SLIDE
from croupier.tables.poker_table import PokerTable

METER_CASES = [(book, case) for book in BOOKS for _, case in cases_of(BOOKS[book]) if case.subject == "meters"]
POKER_FILES = list(dict.fromkeys(file for file, _ in cases_of("crown_poker")))


@pytest.mark.parametrize(("book", "case"), METER_CASES, ids=[f"{book}: {case.name}" for book, case in METER_CASES])
def test_a_meter_is_the_sum_of_its_history_item_by_item(book: str, case: Case) -> None:
    run: Any = run_case(case, case.game or book)
    history = run.stream.events
    assert differences(history, run.stream.state) == []
    tallies = reckon(history)
    assert set(tallies) == {name for system in run.stream.state.systems for name in (system, f"{system}, minor")}
    for name, system in run.stream.state.systems.items():
        for tally, ledger in ((tallies[name], system.major), (tallies[f"{name}, minor"], system.minor)):
            assert (tally.seed, tally.contributions) == (ledger.seeded, ledger.increments)
            assert (tally.prizes, tally.transfers, tally.added) == (ledger.prizes, ledger.transfers, ledger.added)
            assert tally.value == ledger.value
        assert tallies[name].wagers == grains(system.wagers)
    for prize, waiting in run.stream.state.prizes.items():
        hit = tallies[run.stream.state.linked[waiting.table]].hits[prize]
        assert (hit.prize, hit.hand, hit.pays, hit.source, hit.paid) == (prize, waiting.hand, waiting.pays, waiting.source, False)


@pytest.mark.parametrize("file", POKER_FILES)
def test_no_pot_pays_more_than_it_holds(file: str) -> None:
    for case in (case for name, case in cases_of("crown_poker") if name == file):
        run: Any = run_case(case, case.game or "crown-poker")
        tables = run.room.tables.values() if case.subject == "room" else [run.stream] if case.subject == "table" else []
        for table in tables:
            pays_what_it_holds(case, table)


def pays_what_it_holds(case: Case, table: PokerTable) -> None:
    accounts: dict[str, int] = {}
    for event in table.events:
        postings = getattr(event, "postings", {})
        assert sum(postings.values()) == 0, f"{case.name}: {event}"
        for account, amount in postings.items():
            accounts[account] = accounts.get(account, 0) + amount
            bounded = account in (POT, SLIDE) or kind_of(account) == "stack"
            assert accounts[account] >= 0 or not bounded, f"{case.name}: {event}"
        if isinstance(event, events.PotPushed):
            assert sum(event.shares.values()) == event.amount, case.name
            assert min(event.shares.values()) >= 0, case.name
            assert set(event.odd) <= set(event.shares), case.name
        if isinstance(event, events.HandEnded):
            assert accounts.get(POT, 0) == 0, case.name
