"""Decisions as cells: every class of hands against every up card, and how much more a bet is worth there than a fold.

Also hands with four cards to a flush or a straight, and the odd card that a player who may change one would change.
"""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Literal

import numpy as np

from croupier.odds.counting import Array, classes
from croupier.odds.solution import Solution
from croupier.odds.thumb_language import step_of

Four = Literal["", "royal flush", "open straight flush", "inside straight flush", "flush", "open straight", "inside straight"]
ACE = 14


def gains(solution: Solution, chosen: Array | slice = slice(None)) -> Array:
    """How much more a bet is worth than a fold, by class and up card, for all hands of the class; zero for an instant win.

    In parts of an ante, like the solution's `terms`; only for the chosen classes, if some are chosen.
    """
    gain: Array = solution.bet_value[chosen].astype(np.int64) - solution.folded[chosen]
    gain *= solution.table.weight[chosen, None]
    if solution.instants:
        gain[solution.instant[chosen] > 0] = 0
    return gain


def ranks_of(cards: Array) -> Array:
    """The ranks of each class of hands, from the highest down."""
    return cards[:, ::-1].astype(np.int64) // 4 + 2


@cache
def steps_of(wild: bool) -> Array:
    """The step of each class of hands, with deuces wild or not."""
    hands = classes(wild)
    ranks, category = ranks_of(hands.cards), hands.value >> 20
    code = code_of(ranks) << 4 | category
    _, first, back = np.unique(code, return_index=True, return_inverse=True)
    of_code = [step_of(int(category[row]), ranks[row].tolist(), wild=wild) for row in first]
    return np.array(of_code, np.int64)[back]


def code_of(ranks: Array) -> Array:
    """The ranks of each hand in one number, which sorts as they do."""
    return ranks @ np.array([1 << 16, 1 << 12, 1 << 8, 1 << 4, 1])


def four_to(ranks: Sequence[int], suits: Sequence[object]) -> tuple[Four, int]:
    """What four of five cards are one card short of, the best first, and the place of the fifth; nothing and -1 if there is none.

    Four of one suit that are within a straight are separate from other fours of a suit. Of two inside straights the one with the
    higher cards counts.

    >>> four_to((14, 9, 7, 4, 3), "sshss"), four_to((8, 8, 7, 6, 4), "shsss")
    (('flush', 2), ('inside straight flush', 1))
    >>> four_to((13, 8, 7, 6, 5), "shdch")
    ('open straight', 0)
    >>> four_to((14, 13, 12, 10, 5), "shdch")
    ('inside straight', 4)
    """
    for suit, number in Counter(suits).items():
        if number == 4:
            odd = next(place for place, other in enumerate(suits) if other != suit)
            return _four_of_a_suit({rank for place, rank in enumerate(ranks) if place != odd}), odd
    inside = -1
    for place in range(5):
        four = {rank for other, rank in enumerate(ranks) if other != place}
        if len(four) < 4:
            continue
        low, high = min(four), max(four)
        if high - low == 3 and high < ACE:
            return "open straight", place
        if high - low <= 4 or (high == ACE and max(four - {ACE}) <= 5):
            inside = place if inside < 0 or ranks[place] < ranks[inside] else inside
    return ("inside straight", inside) if inside >= 0 else ("", -1)


def _four_of_a_suit(four: set[int]) -> Four:
    low_ace = {1 if rank == ACE else rank for rank in four}
    if min(four) >= 10:
        return "royal flush"
    if max(four) - min(four) == 3:
        return "open straight flush"
    if min(max(four) - min(four), max(low_ace) - min(low_ace)) <= 4:
        return "inside straight flush"
    return "flush"


def fours(cards: Array) -> tuple[Array, Array]:
    """For each of many hands, cards in rising order, what four of the five are one card short of, and the place of the fifth."""
    ranks, suits = cards.astype(np.int64) // 4 + 2, cards % 4
    alike = (suits[:, :, None] == suits[:, None, :]).sum(axis=2)  # how many cards share each card's suit
    odd = np.where((alike.max(axis=1) == 4), alike.argmin(axis=1), 5)
    key = code_of(ranks) << 3 | odd
    _, first, back = np.unique(key, return_index=True, return_inverse=True)
    pairs = [four_to(ranks[row].tolist(), suits[row].tolist()) for row in first]
    return np.array([kind for kind, _ in pairs])[back], np.array([place for _, place in pairs])[back]
