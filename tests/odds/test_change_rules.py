"""Rules of thumb that say when to change a card, and the exact solution behind them."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import numpy as np
import pytest

import solutions
from croupier.books import rules_of
from croupier.odds.cells import four_to, fours, steps_of
from croupier.odds.change_rules import Changes
from croupier.odds.counting import CARDS, classes
from croupier.odds.exchange import ExchangeSolution
from croupier.odds.rules_of_thumb import RulesOfThumb, rules_of_thumb
from croupier.odds.solver import solve
from croupier.odds.thumb_language import PAIR, draw_conditions
from odds.thumb_played import exchange, facts_of, strategy

VENICE = "venezia-caribbean-poker"
RULES = rules_of(VENICE)


def best() -> ExchangeSolution:
    solution = solutions.best(VENICE)
    assert isinstance(solution, ExchangeSolution)
    return solution


@cache
def changes() -> Changes:
    return Changes(best(), steps_of(False))


@cache
def found(within: str) -> RulesOfThumb:
    return rules_of_thumb(RULES, best(), within=Fraction(within))


def test_no_other_card_than_the_odd_one_is_ever_best_to_change() -> None:
    """Over every hand and up card: the card outside four to a flush or a straight, of no pair or one pair."""
    made = best().given_up >= 0
    four, odd = fours(classes(False).cards)
    assert (best().given_up == odd[:, None])[made].all()
    assert (four[made.any(axis=1)] != "").all()


@pytest.mark.slow
def test_every_change_can_be_said() -> None:
    assert changes().unsaid == 0


def test_no_pair_and_four_to_a_flush_always_changes() -> None:
    four = fours(classes(False).cards)[0]
    flush = np.isin(four, ["royal flush", "open straight flush", "inside straight flush", "flush"])
    rows = flush & (steps_of(False) < PAIR)
    assert rows.any()
    assert (best().given_up[rows] >= 0).all()


@pytest.mark.slow  # a minute, and half a gigabyte
@pytest.mark.parametrize("within", ["0.01", "0.001", "0.0001"])
def test_the_rules_come_as_close_as_was_asked(within: str) -> None:
    rules = found(within)
    assert rules.loss <= Fraction(within)
    assert len(rules.lines) <= 11
    assert any("change the odd card" in sentence for sentence in rules.sentences)
    assert rules.sentences[-1] == "Fold everything else."


@pytest.mark.slow
def test_the_functions_play_as_the_tables_that_were_weighed() -> None:
    rules = found("0.01")
    sections = (*rules.changes, *rules.sections)
    stands, matched, places = changes().plays(rules.always, sections)
    bets, after, changed = strategy(rules, RULES), strategy(rules, RULES, matched=True), exchange(rules, RULES)
    table, random = classes(False), np.random.default_rng(7)
    drawn = np.flatnonzero(changes().gain.any(axis=1))
    for row in (*random.choice(drawn, 1_500).tolist(), *random.integers(0, len(table.cards), 500).tolist()):
        column = int(random.integers(47))
        hand = tuple(CARDS[card] for card in table.cards[row].tolist())
        up = CARDS[int(table.ups_of([row])[0, column])]
        place = int(places[row, column])
        assert changed(hand, up) == (hand[place] if place >= 0 else None), (hand, up)
        assert (bets(hand, up), after(hand, up)) == (stands[row, column], matched[row, column]), (hand, up)


@pytest.mark.slow
def test_the_solver_finds_the_cost_that_the_search_says() -> None:
    rules = found("0.0001")
    bets, after = strategy(rules, RULES), strategy(rules, RULES, matched=True)
    ruled = solve(RULES, strategy=bets, matched=after, exchange=exchange(rules, RULES))
    assert best().total - ruled.total == rules.cost == 81_290_018_112


def test_fours_are_told_apart_for_many_hands_as_for_one() -> None:
    cards = classes(False).cards
    rows = np.random.default_rng(2).integers(0, len(cards), 3_000)
    four, odd = fours(cards[rows])
    for row, kind, place in zip(rows, four.tolist(), odd.tolist(), strict=True):
        hand = cards[row].astype(int)
        assert four_to((hand // 4 + 2).tolist(), (hand % 4).tolist()) == (kind, place)


@pytest.mark.parametrize(
    ("ranks", "suits", "four"),
    [
        ((14, 13, 12, 10, 5), "ssssh", "royal flush"),
        ((13, 12, 11, 9, 9), "ssssh", "inside straight flush"),
        ((12, 11, 10, 9, 9), "ssssh", "open straight flush"),
        ((14, 5, 4, 2, 9), "ssssh", "inside straight flush"),
        ((14, 9, 8, 7, 9), "ssssh", "flush"),
        ((9, 8, 7, 6, 2), "shdcs", "open straight"),
    ],
)
def test_four_of_a_suit_within_a_straight(ranks: tuple[int, ...], suits: str, four: str) -> None:
    assert four_to(ranks, suits) == (four, 4)


def test_a_condition_on_a_draw_means_what_it_says() -> None:
    hand = tuple(CARDS[(rank - 2) * 4 + suit] for rank, suit in ((6, 0), (7, 0), (8, 0), (10, 0), (7, 1)))
    facts = facts_of(PAIR + 700, hand, CARDS[(5 - 2) * 4], hand[:4])
    true = {condition.text for condition in draw_conditions(facts, suits=True) if bool(condition.test(facts))}
    assert {"are all six or higher", "is lower than the lowest of the four", "hold a pair of sevens or lower"} <= true
    assert not {"are all seven or higher", "hold a pair of sixes or lower", "is higher than your pair"} & true
