"""The same values as `hands`, as whole numbers and fast, for tables that compare many hands.

Five ranks without order have a product of primes of their own; a table gives each product its place in the order of all
hands. A greater number wins, equal numbers tie, and `named` tells a number in words. The reference is `hands`; a test
compares the two.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement
from math import prod

from croupier.kernel.cards import Card
from croupier.kernel.hands import Category, HandValue, classify

_PRIMES = dict(zip(range(2, 15), (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41), strict=True))
_LOW_BITS = {14: 1} | {rank: 1 << (rank - 1) for rank in range(2, 9)}

NO_LOW = -1


@cache
def _order() -> tuple[dict[int, int], dict[int, int], list[tuple[Category, tuple[int, ...]]]]:
    """The place of every product in the order of hands, in several suits and in one, and what stands at each place."""
    mixed = {
        prod(_PRIMES[rank] for rank in ranks): classify(ranks, False)
        for ranks in combinations_with_replacement(range(2, 15), 5)
        if ranks[0] != ranks[4]
    }
    suited = {prod(_PRIMES[rank] for rank in ranks): classify(ranks, True) for ranks in combinations(range(2, 15), 5)}
    places = sorted({*mixed.values(), *suited.values()})
    number = {value: place for place, value in enumerate(places)}
    return (
        {product: number[value] for product, value in mixed.items()},
        {product: number[value] for product, value in suited.items()},
        places,
    )


@cache
def _best_mixed(product: int) -> int:
    """The best five of the ranks in a product of five to seven, suits aside."""
    held = []
    for prime in _PRIMES.values():
        while product % prime == 0:
            product //= prime
            held.append(prime)
    mixed = _order()[0]
    return max(mixed[prod(five)] for five in combinations(held, 5))


def best_of(cards: Sequence[Card]) -> int:
    """The strength of the best five of five to seven cards."""
    product = 1
    suits = ""
    for card in cards:
        product *= _PRIMES[card.rank]
        suits += card.suit
    best = _best_mixed(product)
    for suit in "cdhs":
        if suits.count(suit) >= 5:
            held = [_PRIMES[card.rank] for card in cards if card.suit == suit]
            suited = _order()[1]
            best = max(best, *(suited[prod(five)] for five in combinations(held, 5)))
    return best


def best_of_omaha(hole: Sequence[Card], board: Sequence[Card]) -> int:
    """The strength of the best hand of exactly two hole cards with exactly three of the board."""
    mixed, suited, _ = _order()
    triples = _triples(tuple(board))
    best = -1
    for one, two in combinations(hole, 2):
        pair = _PRIMES[one.rank] * _PRIMES[two.rank]
        suit = one.suit if one.suit == two.suit else "none"
        for product, _, triple_suit in triples:
            found = suited[pair * product] if suit == triple_suit else mixed[pair * product]
            if found > best:
                best = found
    return best


def best_low_of(cards: Sequence[Card]) -> int:
    """The strength of the best low of eight or under, or `NO_LOW`."""
    ranks = 0
    for card in cards:
        ranks |= _LOW_BITS.get(card.rank, 0)
    return _lowest(ranks)


def best_low_of_omaha(hole: Sequence[Card], board: Sequence[Card]) -> int:
    """The strength of the best low of exactly two hole cards with exactly three of the board, or `NO_LOW`."""
    best = NO_LOW
    threes = {bits for _, bits, _ in _triples(tuple(board)) if bits}
    if not threes:
        return NO_LOW
    for one, two in combinations(hole, 2):
        pair = _LOW_BITS.get(one.rank, 0) | _LOW_BITS.get(two.rank, 0)
        for three in threes:
            found = _lowest(pair | three)
            if found > best:
                best = found
    return best


def named(strength: int) -> str:
    """A strength of `best_of` or `best_of_omaha` in words."""
    return _named(*_order()[2][strength])


def category_of(strength: int) -> Category:
    return _order()[2][strength][0]


def low_named(strength: int) -> str:
    """A strength of `best_low_of` or `best_low_of_omaha` in words."""
    ranks = tuple(-place - 1 for place in range(7, -1, -1) if (255 - strength) >> place & 1)
    return _named(Category.LOW, ranks)


@cache
def _named(category: Category, ranks: tuple[int, ...]) -> str:
    return HandValue(category=category, ranks=ranks, cards=()).name


@cache
def _lowest(bits: int) -> int:
    """The five lowest ranks of a set, told so that a better low is a greater number."""
    held = [1 << place for place in range(8) if bits >> place & 1]
    return 255 - sum(held[:5]) if len(held) >= 5 else NO_LOW


@lru_cache(maxsize=64)
def _triples(board: tuple[Card, ...]) -> tuple[tuple[int, int, str], ...]:
    """Every three cards of a board: their product, their low ranks if all three differ and are low, their suit if it is one."""
    found = []
    for a, b, c in combinations(board, 3):
        bits = _LOW_BITS.get(a.rank, 0) | _LOW_BITS.get(b.rank, 0) | _LOW_BITS.get(c.rank, 0)
        product = _PRIMES[a.rank] * _PRIMES[b.rank] * _PRIMES[c.rank]
        found.append((product, bits if bits.bit_count() == 3 else 0, a.suit if a.suit == b.suit == c.suit else ""))
    return tuple(found)
