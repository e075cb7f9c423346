"""When to take an instant win instead of a bet: a short rule, what it costs exactly, and what it is worth."""

from fractions import Fraction

import numpy as np

from croupier.kernel.hands import Category
from croupier.odds.counting import COMPLETIONS, Array, up_cards
from croupier.odds.solution import Solution

_LOW = 8
"""Against a card below this the dealer has no part of a qualifying pair in sight."""


def instant_rule(solution: Solution) -> str:
    """The rule in words; nothing in a game without instant wins."""
    taken = solution.table.category[(solution.instant > 0).any(axis=1)]
    if not (hands := [Category(hand).label for hand in sorted(set(taken.tolist()))]):
        return ""
    named = f"{', '.join(hands[:-1])} or {hands[-1]}" if hands[1:] else hands[0]
    return (
        f"Take the instant win with a {named} against a 3 to {_LOW - 1}. Against an {_LOW} or higher take it only with three "
        "deuces, or with two deuces and a card of the dealer's rank. Otherwise bet."
    )


def instant_gain(solution: Solution) -> Fraction:
    """What taking instant wins is worth in a round of the best play, in antes."""
    return Fraction(int(_over_betting(solution)[1].clip(min=0).sum()), solution.deals * solution.terms.parts)


def instant_cost(solution: Solution) -> int:
    """What the rule loses over all deals against the best play, in parts of an ante."""
    rows, gain = _over_betting(solution)
    cards = solution.table.cards[rows]
    ranks, ups = cards // 4 + 2, up_cards(cards) // 4 + 2
    deuces = np.count_nonzero(ranks == 2, axis=1)[:, None]
    matched = (ranks[:, :, None] == ups[:, None, :]).any(axis=1)
    named = solution.instant[rows].max(axis=1)[:, None] > 0
    taken = named & (ups > 2) & ((ups < _LOW) | (deuces >= 3) | ((deuces == 2) & matched))
    return int((gain.clip(min=0) - np.where(taken, gain, 0)).sum())


def _over_betting(solution: Solution) -> tuple[Array, Array]:
    """The classes of hands that may win at once, and what that brings more than a bet, over the deals of each and an up card."""
    offered = solution.instant_by_kind[solution.table.category]
    rows = offered.nonzero()[0]
    return rows, (offered[rows, None] * COMPLETIONS - solution.bet_value[rows]) * solution.table.weight[rows, None]
