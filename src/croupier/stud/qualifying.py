"""When a dealer's hand is good enough to play."""

from __future__ import annotations

from croupier.kernel.hands import Category, HandValue


def ace_and_king(value: HandValue) -> bool:
    """Ace and king, or any pair or better."""
    return value.category > Category.HIGH_CARD or value.ranks[:2] == (14, 13)
