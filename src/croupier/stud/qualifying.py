"""When a dealer's hand is good enough to play."""

from __future__ import annotations

from collections.abc import Callable

from croupier.kernel.cards import rank_name
from croupier.kernel.errors import BookError
from croupier.kernel.hands import Category, HandValue

_ONE = {rank_name(rank): rank for rank in range(2, 15)}
_PAIR = {rank_name(rank, plural=True): rank for rank in range(2, 15)}
_KINDS = {category.label: category for category in Category}


def at_least(hand: str) -> Callable[[HandValue], bool]:
    """Whether a hand is as good as the one that a book names: high cards, a pair of a rank, or a kind of hand, or higher.

    >>> from croupier.kernel.cards import parse_cards
    >>> from croupier.kernel.hands import high
    >>> [at_least("ace and king")(high(parse_cards(cards))) for cards in ("As Kd 9c 7h 2s", "As Qd Jc 9h 2s")]
    [True, False]
    """
    cards = hand.split(" and ")
    pair = hand.removeprefix("pair of ")
    least: tuple[Category, tuple[int, ...]]
    if all(card in _ONE for card in cards):
        least = (Category.HIGH_CARD, tuple(_ONE[card] for card in cards))
    elif pair in _PAIR:
        least = (Category.ONE_PAIR, (_PAIR[pair],))
    elif hand in _KINDS:
        least = (_KINDS[hand], ())
    else:
        raise BookError(f"{hand!r} is no hand that a dealer could need to play")
    return lambda value: (value.category, value.ranks[: len(least[1])]) >= least
