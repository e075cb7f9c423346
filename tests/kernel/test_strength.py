"""The fast strengths put hands in the same order as the reference, and name them the same."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence

from croupier.kernel import strength
from croupier.kernel.cards import DECK, Card
from croupier.kernel.hands import best_high, best_low, classify, high, omaha_high, omaha_low

SAMPLES = 1500


def _best(cards: Sequence[Card]) -> int:
    """The strength of a hand, whichever of its cards are the board."""
    (found,) = set(strength.best_of_each([tuple(cards)], ()) + strength.best_of_each([tuple(cards[:2])], tuple(cards[2:])))
    return found


def test_seven_cards_as_the_reference_has_them() -> None:
    chosen = random.Random(1)
    seen = {}
    for _ in range(SAMPLES):
        cards = chosen.sample(DECK, 7)
        reference = best_high(cards)
        found = _best(cards)
        assert strength.named(found) == reference.recorded
        assert strength.category_of(found) == reference.category
        seen[found] = reference
    in_order = [seen[number] for number in sorted(seen)]
    assert all(lower < higher for lower, higher in itertools.pairwise(in_order))


def test_five_cards_with_many_flushes_and_straights() -> None:
    chosen = random.Random(2)
    small = [card for card in DECK if card.suit in "cs" and card.rank > 7]
    for _ in range(SAMPLES):
        cards = chosen.sample(small, 5)
        assert strength.named(_best(cards)) == high(cards).recorded
        assert strength.named(_best(more := chosen.sample(small, 7))) == best_high(more).recorded


def test_every_seven_ranks_as_the_best_five_of_them() -> None:
    """All 49,205 ways to hold seven cards, suits aside, by the order of all five-card hands."""
    order = {
        tuple(sorted(ranks)): strength._best_mixed(sum(strength._UNITS[rank] for rank in ranks))
        for ranks in itertools.combinations_with_replacement(range(2, 15), 5)
        if len(set(ranks)) > 1
    }
    places = strength._order()[2]
    assert all(places[place] == classify(ranks, False) for ranks, place in order.items())
    for seven in itertools.combinations_with_replacement(range(2, 15), 7):
        if max(map(seven.count, seven)) < 5:
            best = max(order[five] for five in set(itertools.combinations(seven, 5)))
            assert strength._best_mixed(sum(strength._UNITS[rank] for rank in seven)) == best, seven


def test_omaha_high_and_low_as_the_reference_has_them() -> None:
    chosen = random.Random(3)
    for number in range(SAMPLES // 3):
        deck = DECK if number % 2 else [card for card in DECK if card.rank < 9 or card.rank == 14]
        cards = chosen.sample(deck, 9)
        hole, board = tuple(cards[:4]), tuple(cards[4:])
        assert strength.named(strength.best_omaha_of_each([hole], board)[0]) == omaha_high(hole, board).recorded
        low = omaha_low(hole, board)
        found = strength.best_low_omaha_of_each([hole], board)[0]
        assert (found == strength.NO_LOW) == (low is None)
        if low is not None:
            assert strength.low_named(found) == low.recorded


def test_lows_of_seven_cards_in_the_order_of_the_reference() -> None:
    chosen = random.Random(4)
    lows = {}
    for _ in range(SAMPLES):
        cards = chosen.sample(DECK, 7)
        low, found = best_low(cards), strength.best_low_of_each([tuple(cards)], ())[0]
        assert (found == strength.NO_LOW) == (low is None)
        if low is not None:
            assert strength.low_named(found) == low.recorded
            lows[found] = low
    in_order = [lows[number] for number in sorted(lows)]
    assert len(in_order) > 20
    assert all(worse < better for worse, better in itertools.pairwise(in_order))
