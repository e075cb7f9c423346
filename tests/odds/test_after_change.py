"""A bet after a change, hand by hand, adds up to what the solver says a change is worth."""

from __future__ import annotations

from fractions import Fraction

import pytest

import solutions
from croupier.kernel.cards import parse_cards
from croupier.odds.counting import CARDS
from croupier.odds.exchange import ExchangeSolution, bet_after_change


@pytest.mark.slow
@pytest.mark.parametrize(("text", "up"), [("Ks Qs 9s 4s 2d", "Jh"), ("Td 9c 8s 7h 2h", "As"), ("6h 6c As Ks Qs", "6d")])
def test_a_change_is_the_mean_of_what_comes_after_it(text: str, up: str) -> None:
    solution = solutions.best("venezia-caribbean-poker")
    assert isinstance(solution, ExchangeSolution)
    hand, (card,) = parse_cards(text), parse_cards(up)
    given_up = hand[-1]
    kept = hand[:-1]
    new = [other for other in CARDS if other not in (*hand, card)]
    values = [max(bet_after_change(solution, (*kept, other), card, given_up), Fraction(-2)) for other in new]
    assert len(new) == 46
    assert sum(values, Fraction(0)) / 46 == solution.advice(hand, card).changes[given_up]
