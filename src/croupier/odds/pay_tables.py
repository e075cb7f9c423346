"""Pay tables of bets that are in no book, by name."""

from __future__ import annotations

from collections.abc import Mapping

from croupier.kernel.hands import Category

PAY_TABLES: Mapping[str, Mapping[Category, int]] = {
    "us": {
        Category.HIGH_CARD: 1,
        Category.ONE_PAIR: 1,
        Category.TWO_PAIRS: 2,
        Category.THREE_OF_A_KIND: 3,
        Category.STRAIGHT: 4,
        Category.FLUSH: 5,
        Category.FULL_HOUSE: 7,
        Category.FOUR_OF_A_KIND: 20,
        Category.STRAIGHT_FLUSH: 50,
        Category.ROYAL_FLUSH: 100,
    },
}
