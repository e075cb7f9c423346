"""When a dealer's hand qualifies."""

from collections.abc import Callable, Sequence

from croupier.kernel.errors import BookError
from croupier.kernel.hands import Category, HandValue

_RANKS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")


def ace_and_king(value: HandValue) -> bool:
    """Ace and king, or any pair or better."""
    return value.category > Category.HIGH_CARD or value.ranks[:2] == (14, 13)


def qualifying(hand: str, order: Sequence[Category] = ()) -> Callable[[HandValue], bool]:
    """Whether a value is at least a given hand: `queen high`, `ace and king`, `pair of eights`, or `any hand`.

    `order` has the kinds of hands, lowest first, for a game with its own order.
    """
    if hand == "ace and king":
        return ace_and_king
    if hand == "any hand":
        return lambda value: True
    pair = order.index(Category.ONE_PAIR) if order else int(Category.ONE_PAIR)
    named = {f"pair of {name}{'es' if name == 'six' else 's'}": (pair, rank) for rank, name in enumerate(_RANKS, 2)}
    named |= {f"{name} high": (0, rank) for rank, name in enumerate(_RANKS, 2)}
    if hand not in named:
        raise BookError(f"{hand!r} is not a hand that a dealer can qualify with")
    lowest = named[hand]
    return lambda value: value.key >= lowest
