"""Rules of thumb found by the program: how simple, how close, and whether they cost what the search says."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import pairwise

import numpy as np
import pytest

import solutions
from croupier.books import rules_of
from croupier.kernel.cards import parse_cards
from croupier.kernel.hands import Category
from croupier.odds import thumb_search
from croupier.odds.cells import ranks_of, steps_of
from croupier.odds.counting import CARDS, up_cards
from croupier.odds.rules_of_thumb import RulesOfThumb, rules_of_thumb
from croupier.odds.solution import Solution
from croupier.odds.solver import solve
from croupier.odds.strategies import STRATEGIES
from croupier.odds.thumb_language import Facts, conditions, step_name, step_of
from odds.thumb_played import facts_of, strategy

CROWN, ARUBA = "crown-caribbean-stud", "crown-wild-aruba"
US: Mapping[Category, int] = {Category.ROYAL_FLUSH: 100}
ACE_KING, ANY_PAIR = 1413, 10_200


@cache
def best(game: str, *, us: bool = False) -> Solution:
    return solve(rules_of(game), pay=US) if us else solutions.best(game)


@cache
def found(game: str, within: str, *, us: bool = False) -> RulesOfThumb:
    return rules_of_thumb(rules_of(game), best(game, us=us), within=Fraction(within))


@pytest.mark.parametrize("us", [False, True])
def test_within_a_hundredth_of_a_percent_by_three_lines_about_ace_king(us: bool) -> None:
    rules = found(CROWN, "0.0001", us=us)
    assert rules.loss <= Fraction(1, 10_000)
    assert rules.always == ANY_PAIR
    assert [(section.least, section.below) for section in rules.sections] == [(ACE_KING, ANY_PAIR)]
    assert 1 <= len(rules.lines) <= 3


def test_the_published_three_rules_are_found_again() -> None:
    rules = found(CROWN, "0.0000025", us=True)
    assert len(rules.lines) == 3
    assert rules.cost == 1_041_417_758_724 - 1_041_372_912_372
    mine, published = strategy(rules, rules_of(CROWN)), STRATEGIES["three-rules"]
    random = np.random.default_rng(5)
    for _ in range(3_000):
        ace, king, *others = parse_cards("As Kd") + tuple(CARDS[n] for n in random.permutation(44)[:4].tolist())
        hand, up = (ace, king, *others[:3]), others[3]
        assert mine(hand, up) == published(hand, up), (hand, up)


def test_one_line_is_the_well_known_hand() -> None:
    rules = found(CROWN, "0.001", us=True)
    assert rules.cost == 1_059_715_400_580 - 1_041_372_912_372
    assert any("A-K-J-8-3 or better" in sentence for sentence in rules.sentences)


def test_no_line_at_all_is_any_pair() -> None:
    rules = found(CROWN, "0.003", us=True)
    assert rules.cost == 1_090_272_101_460 - 1_041_372_912_372
    assert rules.sentences == ["Bet with a pair or better.", "Fold everything else."]


@pytest.mark.parametrize(
    ("game", "within"), [(CROWN, "0.0001"), (ARUBA, "0.001"), pytest.param(ARUBA, "0.0001", marks=pytest.mark.slow)]
)
def test_the_solver_finds_the_cost_that_the_search_says(game: str, within: str) -> None:
    rules = found(game, within)
    assert rules.loss <= Fraction(within)
    assert len(rules.lines) <= 8
    played = solve(rules_of(game), strategy=strategy(rules, rules_of(game)))
    assert best(game).total - played.total == rules.cost


def test_a_maximum_payout_is_weighed_in_parts_of_an_ante() -> None:
    capped = solve(rules_of(CROWN), maximum_payout=Fraction(25, 2))
    rules = rules_of_thumb(rules_of(CROWN), capped, within=Fraction(1, 1_000))
    assert rules.parts == 2
    assert 0 < rules.loss <= Fraction(1, 1_000)


def test_what_cannot_be_reached_is_told_by_its_loss(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thumb_search, "MOST_LINES", 1)
    rules = rules_of_thumb(rules_of(CROWN), best(CROWN), within=Fraction(1, 10**4))
    assert len(rules.lines) == 1
    assert Fraction(1, 10**4) < rules.loss < Fraction(1, 10**3)


@pytest.mark.parametrize(("game", "low", "high"), [(CROWN, ACE_KING, ANY_PAIR), (ARUBA, 908, 11_400)])
def test_a_condition_means_the_same_for_one_hand_and_for_many(game: str, low: int, high: int) -> None:
    solution = best(game)
    random = np.random.default_rng(11)
    steps = steps_of(game == ARUBA)
    rows = random.choice(np.flatnonzero((steps >= low) & (steps < high)), 40)
    cards = solution.table.cards[rows]
    columns = random.integers(0, 47, len(rows))
    ups = up_cards(cards)[np.arange(len(rows)), columns]
    suited = (cards % 4 == (ups % 4)[:, None]).sum(axis=1)
    many = Facts(tuple(ranks_of(cards).T), ups // 4 + 2, suited, steps[rows])
    for condition in conditions(many, suits=True):
        truth = np.broadcast_to(condition.test(many), len(rows))
        for n in range(len(rows)):
            hand = [CARDS[card] for card in cards[n].tolist()]
            one = facts_of(int(steps[rows[n]]), hand, CARDS[int(ups[n])])
            assert bool(condition.test(one)) == bool(truth[n]), (condition.text, hand, ups[n])


def test_steps_rise_with_the_hands() -> None:
    rules = rules_of(CROWN)
    rising = ["7h 5c 4d 3s 2h", "Ah Qc 4d 3s 2h", "Ah Kc 4d 3s 2h", "2h 2c 5d 4s 3h", "Ah Ac 5d 4s 3h", "3h 3c 2d 2s 4h"]
    steps = []
    for text in rising:
        hand = parse_cards(text)
        steps.append(step_of(rules.value(hand).category, sorted((c.rank for c in hand), reverse=True), wild=False))
    assert all(a < b for a, b in pairwise(steps))
    assert step_name(steps[-1]) == "two pair"
