"""What a bet is worth once a card has been changed, with the card given up known: the dealer's hands counted one by one."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

import numpy as np

from croupier.kernel.cards import Card
from croupier.odds import kernels
from croupier.odds.counting import CARDS, Array, hands
from croupier.odds.exchange import ExchangeSolution

_NUMBER = {card: number for number, card in enumerate(CARDS)}


def bet_after_change(solution: ExchangeSolution, hand: Sequence[Card], up: Card, given_up: Card) -> Fraction:
    """The value in antes of betting on a hand that a change has made; folding it loses ante and price, two antes."""
    values = hands(False)[0]
    mine = values[_index(np.array([sorted(_NUMBER[card] for card in hand)]))[0]]
    gone = {_NUMBER[card] for card in (*hand, up, given_up)}
    left = [number for number in range(52) if number not in gone]
    others = np.array(list(combinations(left, 4)), np.int64)
    whole = np.sort(np.column_stack([others, np.full(len(others), _NUMBER[up])]), axis=1)
    theirs = values[_index(whole)]
    plays = theirs >= solution.qualifying
    pays = solution.changed.row
    total = int(pays[mine >> 20]) * int((plays & (theirs < mine)).sum())
    total += solution.changed.unqualified * int((~plays).sum())
    total += solution.changed.stand_off * int((plays & (theirs == mine)).sum())
    total += solution.changed.lose * int((plays & (theirs > mine)).sum())
    return Fraction(total, len(others) * solution.changed.parts)


def _index(cards: Array) -> Array:
    """The index of each hand, its cards rising, in tables over all hands."""
    choose = kernels.choose_table()
    found: Array = sum(choose[cards[:, place], place + 1].astype(np.int64) for place in range(5))
    return found
