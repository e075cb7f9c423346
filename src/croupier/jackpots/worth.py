"""The value of a jackpot wager at a given meter, exactly, and the meter at which it breaks even."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from typing import Any, TypeVar

from croupier.jackpots.prizes import Jackpot, Pools, grains
from croupier.kernel.cards import DECK, SUITS, Card
from croupier.kernel.errors import TableError

Key = TypeVar("Key")
_MOST = 1 << 60


def hands_by(key: Callable[[Sequence[Card]], Key], size: int = 5) -> dict[Key, int]:
    """How many of all hands of a size have each key; it depends on which suit a hand is of, but on no other names of suits.

    >>> hands_by(lambda cards: len({card.suit for card in cards}) == 1)
    {False: 2593812, True: 5148}
    """
    cards = {(card.rank, card.suit): card for card in DECK}
    counts: dict[Key, int] = {}
    for ranks in combinations_with_replacement(sorted({card.rank for card in DECK}, reverse=True), size):
        groups = Counter(ranks)
        for suits, number in _suits_of(tuple(groups.values())):
            hand = tuple(cards[rank, suit] for rank, picked in zip(groups, suits, strict=True) for suit in picked)
            name = key(hand)
            counts[name] = counts.get(name, 0) + number
    return counts


@cache
def _suits_of(alike: tuple[int, ...]) -> list[tuple[tuple[tuple[str, ...], ...], int]]:
    """Ways of giving suits to ranks of which there are so many, one of those that differ only in names, and their number."""
    by_hand: dict[Any, list[tuple[tuple[str, ...], ...]]] = {}
    if max(alike) <= len(SUITS):
        for suits in product(*(combinations(SUITS, number) for number in alike)):
            held = tuple(sorted(tuple(suit in picked for picked in suits) for suit in SUITS))
            one_suit = suits[0] if len({suit for picked in suits for suit in picked}) == 1 else ()
            by_hand.setdefault((held, one_suit), []).append(suits)
    return [(ways[0], len(ways)) for ways in by_hand.values()]


def worth(jackpot: Jackpot, meter: int, counts: Mapping[str, int]) -> Fraction:
    """The expected prize of one wager, in cents, with the meter at `meter` cents and nobody else winning."""
    total = Fraction(0)
    for hand in jackpot.hands:
        if hand not in counts:
            raise TableError(f"{jackpot.game} has a prize for {hand!r}, and no hand is one")
        pays = jackpot.share(jackpot, Pools(grains(meter), grains(meter)), [hand]).payments[0].pays
        total += Fraction(counts[hand] * pays, jackpot.all_hands)
    return total


def break_even_meter(jackpot: Jackpot, counts: Mapping[str, int], wanted: Fraction | None = None) -> int:
    """The lowest meter, in cents, at which a wager is worth at least its price, or what is `wanted` of it."""
    enough = Fraction(jackpot.cost) if wanted is None else wanted
    return lowest_meter(lambda meter: worth(jackpot, meter, counts) >= enough)


def lowest_meter(enough: Callable[[int], bool]) -> int:
    """The lowest sufficient meter, in cents; found by halving, because prizes never fall when the meter rises."""
    low, high = 0, 1_00
    while not enough(high):
        low, high = high, high * 2
        if high > _MOST:
            raise TableError("no meter breaks even: the prizes do not grow with it")
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high
