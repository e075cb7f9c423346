"""Ante and jackpot wager together, against a calculation hand by hand."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest

import solutions
from croupier.books import jackpot_of, rules_of
from croupier.jackpots.prizes import Pools, grains
from croupier.odds.counting import CARDS, DEALS
from croupier.odds.round_value import curve, fair_meter, hands_kept, round_value
from croupier.odds.solver import solve
from croupier.odds.strategies import STRATEGIES
from croupier.stud.rules import Options
from croupier.tables.house_terms import terms_for_play

GAMES = ("crown-caribbean-stud", "crown-wild-aruba", "star-caribbean-stud", "nz-caribbean-stud")
METER, ANTE = 123_456_78, 25_00


@pytest.mark.parametrize("game", GAMES)
def test_the_prize_is_the_mean_over_all_hands(game: str) -> None:
    rules, solution = rules_of(game), solutions.best(game)
    jackpot = jackpot_of(terms_for_play(game, 2_00))
    total = 0
    for row in (solution.table.category >= 4).nonzero()[0].tolist():
        hand = tuple(CARDS[card] for card in solution.table.cards[row].tolist())
        if prize := rules.jackpot_hand(Options(), rules.jackpot_value(hand)):
            paid = jackpot.share(jackpot, Pools(grains(METER), grains(METER)), [prize]).payments[0].pays
            total += int(solution.table.weight[row]) * paid
    value = round_value(solution, jackpot, ante=ANTE, meter=METER)
    assert value.prize == Fraction(total, 2_598_960)
    assert value.main == ANTE * Fraction(solution.total, DEALS)
    assert value.value == value.main + value.prize - 2_00
    assert float(value.wagered) == pytest.approx(ANTE * solution.average_wager + 2_00)
    assert hands_kept(rules, solution, Options())


def test_the_fair_meter_is_the_lowest_at_which_nothing_is_lost() -> None:
    game = "crown-caribbean-stud"
    solution, jackpot = solutions.best(game), jackpot_of(terms_for_play(game, 1_00))
    fair = fair_meter(solution, jackpot, ante=10_00)
    assert round_value(solution, jackpot, ante=10_00, meter=fair).value >= 0
    assert round_value(solution, jackpot, ante=10_00, meter=fair - 1).value < 0
    assert fair_meter(solution, jackpot, ante=20_00) > fair


def test_the_curve_rises_with_the_meter() -> None:
    game = "star-caribbean-stud"
    values = curve(solutions.best(game), jackpot_of(terms_for_play(game, 1_00)), ante=10_00, most=400_000_00, steps=8)
    assert [value.meter for value in values] == [50_000_00 * n for n in range(9)]
    assert all(a.value <= b.value for a, b in pairwise(values))


def test_hands_that_would_be_folded_are_not_kept() -> None:
    rules = rules_of("crown-caribbean-stud")
    assert not hands_kept(rules, solve(rules, strategy=STRATEGIES["never"]), Options())
