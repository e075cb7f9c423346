"""The dearest round that a table can be dealt: what the house then pays, and the cards of it.

For one box the solver knows it: the best outcome that has a deal. For all boxes at once the best-paid hands are dealt one
after the other from one deck, each the best that the cards left allow, and the dealer a hand that plays and loses to all.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations

import msgspec

from croupier.kernel.cards import Card
from croupier.kernel.hands import Category
from croupier.odds.solver import CARDS, Solution, Units
from croupier.stud.rules import Rules


class DearRound(msgspec.Struct, frozen=True):
    """The hands of the boxes with what each wins, in antes, and the dealer's hand."""

    boxes: tuple[tuple[tuple[Card, ...], Units], ...]
    dealer: tuple[Card, ...]

    @property
    def units(self) -> Units:
        return sum(units for _, units in self.boxes)


def dearest_box(solution: Solution) -> Units:
    """The most that a player of one box can win in a round, in antes."""
    return max(outcome.units for outcome in solution.outcomes if outcome.deals)


def dear_round(rules: Rules, solution: Solution, boxes: int) -> DearRound:
    """A round of so many boxes that is as dear as dealing the best hand to one box after the other makes it."""
    left = set(range(52))
    dealt: list[tuple[tuple[Card, ...], Units]] = []
    for _ in range(boxes):
        hand, units = next(_best_paid(solution, left))
        left -= set(hand)
        dealt.append((tuple(CARDS[card] for card in hand), units))
    lowest = min(rules.value(hand) for hand, _ in dealt)
    for cards in combinations(sorted(left), 5):
        dealer = tuple(CARDS[card] for card in cards)
        if rules.qualifies(rules.value(dealer)) and rules.value(dealer) < lowest:
            return DearRound(tuple(dealt), dealer)
    return dear_round(rules, solution, boxes - 1)  # no such hand is left for the dealer


def _best_paid(solution: Solution, left: set[int]) -> Iterator[tuple[tuple[int, ...], Units]]:
    """The hands that can be dealt from these cards, the best-paid kinds first, and of a kind those with the fewest deuces:
    where deuces are wild, more of them are left for others.
    """
    table, terms = solution.table, solution.terms
    pays = {hand: max(won, solution.instants.get(hand, won)) for hand, won in terms.wins.items()}
    for category in sorted(pays, key=lambda hand: (-pays[hand], -hand)):
        rows = (table.category == category).nonzero()[0]
        fewest = (table.cards[rows] < 4).sum(axis=1).argsort(kind="stable")
        for row in rows[fewest].tolist():
            for suits in permutations(range(4)):
                hand = tuple(card // 4 * 4 + suits[card % 4] for card in table.cards[row].tolist())
                if left.issuperset(hand):
                    yield hand, terms.antes(pays[Category(category)])
