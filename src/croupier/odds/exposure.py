"""The most expensive round that a table can be dealt: what the house then pays, and its cards.

For one box the solver knows it: the best outcome that has a deal. For all boxes together the best-paid hands are dealt one
after the other from one deck, each the best that the remaining cards allow, and the dealer a hand that plays and loses to all.
A bound answers whether another round could cost more: if the round reaches the bound, none can.

The bound counts cards. A rank has only four cards; if every hand that pays this much needs at least some number of cards
from certain ranks, one deck can hold only so many such hands. All sets of ranks are tried, over all possible hands.
"""

from collections.abc import Iterator
from itertools import combinations, permutations

import msgspec
import numpy as np

from croupier.kernel.cards import RANKS, Card
from croupier.kernel.hands import Category
from croupier.odds.counting import CARDS
from croupier.odds.exchange import ExchangeSolution
from croupier.odds.solution import Solution, Units
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
    """A round of so many boxes, made as expensive as dealing the best hand to one box after the other can make it."""
    left = set(range(52))
    dealt: list[tuple[tuple[Card, ...], Units]] = []
    for _ in range(boxes):
        hand, units = next(_best_paid(solution, left))
        left -= set(hand)
        dealt.append((tuple(CARDS[card] for card in hand), units))
    lowest = min(rules.value(hand) for hand, _ in dealt)
    for cards in combinations(sorted(left), rules.cards):
        dealer = tuple(CARDS[card] for card in cards)
        if rules.qualifies(rules.value(dealer)) and rules.value(dealer) < lowest:
            return DearRound(tuple(dealt), dealer)
    return dear_round(rules, solution, boxes - 1)  # no such hand is left for the dealer


class Limit(msgspec.Struct, frozen=True):
    """At most so many `hands` of one deck pay this or more, in antes, as each takes at least `each` cards of these `ranks`."""

    units: Units
    hands: int
    ranks: str
    each: int


def limits(solution: Solution) -> list[Limit]:
    """How many hands paid this much a deck can hold, for every payment, the highest first."""
    pays, table = _pays(solution), solution.table
    size = table.cards.shape[1]
    every = 52 // size  # the number of hands in a deck
    paid = np.array([pays.get(Category(int(each)), 0) for each in table.category])
    counts = np.count_nonzero(table.cards[:, :, None] // 4 == np.arange(len(RANKS)), axis=1)
    sets = np.array([[number >> rank & 1 for number in range(1, 1 << len(RANKS))] for rank in range(len(RANKS))])
    all_limits: list[Limit] = []
    for least in sorted({value for value in pays.values() if value > 0}, reverse=True):
        if all_limits and all_limits[-1].hands == every:  # cheaper hands are no fewer
            all_limits.append(Limit(solution.terms.antes(least), every, RANKS, size))
            continue
        hands = np.unique(counts[paid >= least], axis=0).astype(np.int16)
        each = np.full(sets.shape[1], size)
        for start in range(0, len(hands), 256):
            np.minimum(each, (hands[start : start + 256] @ sets).min(axis=0), out=each)
        held = np.where(each > 0, 4 * sets.sum(axis=0) // np.maximum(each, 1), 52)
        best = min(range(len(held)), key=lambda place: (held[place], sets[:, place].sum()))
        named = "".join(rank for rank, taken in zip(RANKS, sets[:, best], strict=True) if taken)
        all_limits.append(Limit(solution.terms.antes(least), int(held[best]), named, int(each[best])))
    return all_limits


def most_for(limited: list[Limit], boxes: int) -> Units:
    """The most that so many boxes can win together: each limit's hands pay their excess over the next."""
    less = [limit.units for limit in limited[1:]] + [0]
    return sum(min(boxes, limit.hands) * (limit.units - below) for limit, below in zip(limited, less, strict=True))


def _pays(solution: Solution) -> dict[Category, int]:
    """The most that a winner with each kind of hand is paid, whatever the dealer has and with or without a changed card."""
    changed = solution.changed.wins if isinstance(solution, ExchangeSolution) else {}
    own = {hand: solution.terms.with_extra(hand).wins[hand] for hand in solution.terms.wins}
    ways = (own, solution.instants, changed)
    return {hand: max(way[hand] for way in ways if hand in way) for hand in solution.terms.wins}


def _best_paid(solution: Solution, left: set[int]) -> Iterator[tuple[tuple[int, ...], Units]]:
    """The hands that can be dealt from these cards, the best-paid kinds first, and within a kind those with the fewest deuces:
    if deuces are wild, that leaves more of them for others.
    """
    table, terms = solution.table, solution.terms
    pays = _pays(solution)
    for category in sorted(pays, key=lambda hand: (-pays[hand], -hand)):
        rows = (table.category == category).nonzero()[0]
        fewest = (table.cards[rows] < 4).sum(axis=1).argsort(kind="stable")
        for row in rows[fewest].tolist():
            for suits in permutations(range(4)):
                hand = tuple(card // 4 * 4 + suits[card % 4] for card in table.cards[row].tolist())
                if left.issuperset(hand):
                    yield hand, terms.antes(pays[Category(category)])
