"""Rounds that are over, found by what was said, paid and cited, from the entries alone."""

from __future__ import annotations

from itertools import pairwise

import pytest

import croupier
from croupier.floor.past_rounds import Wanted, search
from croupier.tables.any_table import AnyTable
from floor.past import past_of


@pytest.fixture(scope="module")
def table() -> AnyTable:
    """Twenty hands of hold'em by bots."""
    table = croupier.table("crown-holdem", seed=5)
    for _ in range(20):
        table.play_hand()
    return table


def test_every_round_is_found_once_with_its_entries(table: AnyTable) -> None:
    rounds = search([past_of(table)], Wanted(), 100)
    assert [found.number for found in rounds] == list(range(20, 0, -1))
    spans = sorted((found.first, found.last) for found in rounds)
    assert spans[0][0] == 1
    assert all(before[1] + 1 == after[0] for before, after in pairwise(spans))
    assert all(sum(found.nets.values()) <= 0 for found in rounds)  # what is missing is the commission


def test_a_hand_is_found_as_the_record_and_as_players_say_it(table: AnyTable) -> None:
    past = past_of(table)
    said = {hand for found in past.found for hand in found.hands}
    pair = next(hand for hand in said if hand.startswith("one pair"))
    kind = f"pair of {pair.split(', ')[1]}"
    assert [found.number for found in search([past], Wanted(hand=pair))]
    assert [found.number for found in search([past], Wanted(hand=kind.upper()))]
    assert search([past], Wanted(hand="royal sampler")) == []
    assert len(search([past], Wanted(hand="the cards are cut below"))) == 20  # what was told, too


def test_what_does_not_fit_is_left_out(table: AnyTable) -> None:
    past = past_of(table)
    last = past.found[-1]
    assert search([past], Wanted(table="another")) == []
    assert search([past], Wanted(), book="another") == []
    assert search([past], Wanted(after=last.at + 1)) == []
    assert search([past], Wanted(least=max(found.most for found in past.found) + 1)) == []
    assert search([past], Wanted(person="nobody")) == []
    clause = next(iter(last.clauses))
    assert last in search([past], Wanted(clause=clause, person=last.people[0]))
