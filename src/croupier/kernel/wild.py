"""Deuces wild: a deuce may be any card, even a deuce.

A wild hand counts as the best hand it can make, and ties with a natural hand of the same rank; only a royal flush
without a wild card beats one with. In a flush a wild card is the highest card that the flush lacks.

>>> deuces_wild(parse_cards("2h 3h 4h 5h 6h")).name
'straight flush, seven high'
>>> deuces_natural(parse_cards("2h 3h 4h 5h 6h")).name
'straight flush, six high'
"""

from collections.abc import Sequence

from croupier.kernel.cards import Card
from croupier.kernel.hands import Category, HandValue, high, in_order, one_suit, parse_cards

__all__ = ["WILD_RANK", "deuces_natural", "deuces_wild", "parse_cards"]

WILD_RANK = 2


def deuces_wild(cards: Sequence[Card]) -> HandValue:
    """The best value of exactly five cards in which deuces are wild."""
    as_dealt = high(cards)
    natural = [card for card in cards if card.rank != WILD_RANK]
    wilds = 5 - len(natural)
    if not wilds:
        return as_dealt
    category, ranks = _classify([card.rank for card in natural], wilds, one_suit(natural))
    deuces = [card for card in cards if card.rank == WILD_RANK]
    laid_out = (*in_order(natural, category, ranks), *deuces)
    value = HandValue(category=category, ranks=ranks, cards=laid_out, wild=True)
    return value if value > as_dealt else as_dealt  # in ace to five a deuce counts as a deuce


def deuces_natural(cards: Sequence[Card]) -> HandValue:
    """The best value if a natural straight or royal flush counts for more than a wild one.

    A deuce in its own place in a straight flush is natural, so a hand may be worth more to one wager than to another.
    """
    as_dealt = high(cards)
    if as_dealt.category in (Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH):
        return as_dealt
    return deuces_wild(cards)


def _classify(natural: list[int], wilds: int, flush: bool) -> tuple[Category, tuple[int, ...]]:
    """Category and deciding ranks of natural ranks with one to four wild cards."""
    kinds = sorted(set(natural), key=lambda rank: (natural.count(rank), rank), reverse=True)
    alike = natural.count(kinds[0]) + wilds
    straight = _straight_top(natural)
    if flush and straight == 14:
        return Category.WILD_ROYAL_FLUSH, ()
    if alike == 5:
        return Category.FIVE_OF_A_KIND, (kinds[0],)
    if flush and straight:
        return Category.STRAIGHT_FLUSH, (straight,)
    if alike == 4:
        return Category.FOUR_OF_A_KIND, tuple(kinds)
    if len(kinds) == 2:
        return Category.FULL_HOUSE, tuple(kinds)  # two natural pairs and one wild card
    if flush:
        return Category.FLUSH, _filled(natural, wilds)
    if straight:
        return Category.STRAIGHT, (straight,)
    if alike == 3:
        return Category.THREE_OF_A_KIND, tuple(kinds)
    return Category.ONE_PAIR, tuple(kinds)


def _straight_top(natural: list[int]) -> int:
    """The top rank of the highest straight that the natural ranks fit into, or 0."""
    if len(set(natural)) < len(natural):
        return 0
    for top in range(14, 5, -1):
        if all(top - 4 <= rank <= top for rank in natural):
            return top
    return 5 if all(rank <= 5 or rank == 14 for rank in natural) else 0


def _filled(natural: list[int], wilds: int) -> tuple[int, ...]:
    """The ranks of a flush in which each wild card is the highest that is missing."""
    missing = [rank for rank in range(14, 1, -1) if rank not in natural]
    return tuple(sorted([*natural, *missing[:wilds]], reverse=True))
