"""When a dealer's hand is good enough to play."""

from collections.abc import Callable

from croupier.kernel.errors import BookError
from croupier.kernel.hands import Category, HandValue

_RANKS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")


def ace_and_king(value: HandValue) -> bool:
    """Ace and king, or any pair or better."""
    return value.category > Category.HIGH_CARD or value.ranks[:2] == (14, 13)


def qualifying(hand: str) -> Callable[[HandValue], bool]:
    """Whether a value is at least a hand that a book names: `ace and king`, or a pair such as `pair of eights`."""
    if hand == "ace and king":
        return ace_and_king
    pairs = {f"pair of {name}{'es' if name == 'six' else 's'}": rank for rank, name in enumerate(_RANKS, 2)}
    if hand not in pairs:
        raise BookError(f"{hand!r} is not a hand that a dealer can qualify with")
    lowest = (Category.ONE_PAIR, pairs[hand])
    return lambda value: (value.category, *value.ranks) >= lowest
