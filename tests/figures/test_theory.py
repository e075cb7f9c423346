"""What decisions cost, many hands at once, against the solver's advice for each; and the band that results fall in."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from croupier.kernel.cards import DECK
from croupier.odds.exchange import bet_after_change
from croupier.odds.simulation import Plan, play_of, simulate
from croupier.odds.solver import ExchangeSolution
from croupier.tables.figures import Choice, Figure, Terms
from croupier.tables.theory import CORRELATION, costs, expected
from solutions import best

GAMES = ("crown-caribbean-stud", "crown-wild-aruba", "venezia-caribbean-poker")


@pytest.mark.parametrize("game", GAMES)
def test_costs_are_those_of_the_advice(game: str) -> None:
    solution, chance = best(game), Random(3)
    choices, wanted = [], []
    for number in range(120):
        *hand, up = chance.sample(DECK, 6)
        values = solution.advice(tuple(hand), up).values
        play = chance.choice([one for one in values if one != "instant win" or values[one]])
        choices.append(Choice(0, number, 10_00, tuple(hand), up, None, play))
        wanted.append(max(values.values()) - values[play])
    assert list(costs(solution, choices)) == wanted
    assert any(wanted)
    assert not all(wanted)


def test_a_decision_after_a_change_knows_the_card_given_up() -> None:
    solution, chance = best("venezia-caribbean-poker"), Random(4)
    assert isinstance(solution, ExchangeSolution)
    *hand, up, old = chance.sample(DECK, 7)
    bet = bet_after_change(solution, hand, up, old)
    fold = Fraction(solution.changed.fold, solution.changed.parts)
    made = [Choice(0, 1, 10_00, tuple(hand), up, old, play) for play in ("bet", "fold")]
    assert list(costs(solution, made)) == [max(bet, fold) - bet, max(bet, fold) - fold]


def test_the_band_knows_that_boxes_share_a_dealer() -> None:
    solution = best("crown-caribbean-stud")
    terms = Terms("crown-caribbean-stud", "", (), None, ())
    alone = expected({terms: {"antes": Figure(70), "squares": Figure(700)}})
    together = expected({terms: {"antes": Figure(70), "squares": Figure(700), "pairs": Figure(4_200)}})
    assert alone["expected"].amount == together["expected"].amount == -70 * Fraction(solution.total, solution.deals)
    assert float(alone["deviation"].amount) == pytest.approx(float(700 * solution.variance) ** 0.5)
    assert float(together["deviation"].amount / alone["deviation"].amount) == pytest.approx((1 + 6 / 8) ** 0.5)
    assert expected({}) == {}


@pytest.mark.parametrize("game", GAMES[:2])
def test_the_correlation_assumed_is_no_less_than_simulated(game: str) -> None:
    found = simulate(game, play_of(best(game)), Plan(rounds=1_000_000, seats=7)).correlation
    assert found is not None
    assert 0.09 < found < float(CORRELATION) + 0.003
