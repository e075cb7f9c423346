"""Well-known ways of playing Caribbean Stud, by name, and pay tables that are not in any book.

Each way of playing says whether to bet on a hand against the up card.
"""

from collections.abc import Mapping
from functools import lru_cache

from croupier.kernel.cards import Card
from croupier.kernel.data import data_of
from croupier.kernel.hands import Category, high, parse_cards
from croupier.odds.solution import ByRanks, Strategy

_AKJ83 = high(parse_cards("As Kd Jh 8c 3s"))


@lru_cache(maxsize=64)
def _value(hand: tuple[Card, ...]) -> tuple[Category, tuple[int, ...]]:
    value = high(hand)
    return value.category, value.ranks


def pairs(hand: tuple[Card, ...], up: Card) -> bool:
    """Bet on any pair or better, and on nothing else."""
    return _value(hand)[0] > Category.HIGH_CARD


def akj83(hand: tuple[Card, ...], up: Card) -> bool:
    """Bet on ace, king, jack, eight, three or better."""
    return _value(hand) >= (_AKJ83.category, _AKJ83.ranks)


def three_rules(hand: tuple[Card, ...], up: Card) -> bool:
    """Bet on pairs and better, and on ace and king if one of three rules says so.

    The up card is a two to a queen and matches one of yours; or it is an ace or king and you hold a queen or jack; or it
    matches none, you hold a queen, and it is lower than your fourth highest card.
    """
    category, ranks = _value(hand)
    if category > Category.HIGH_CARD:
        return True
    if ranks[:2] != (14, 13):
        return False
    if up.rank >= 13:
        return 12 in ranks or 11 in ranks
    return up.rank in ranks or (12 in ranks and up.rank < ranks[3])


def always(hand: tuple[Card, ...], up: Card) -> bool:
    """Bet on everything."""
    return True


def never(hand: tuple[Card, ...], up: Card) -> bool:
    """Fold everything."""
    return False


STRATEGIES: dict[str, Strategy] = {
    "pairs": ByRanks(pairs),
    "akj83": ByRanks(akj83),
    "three-rules": ByRanks(three_rules),
    "always": ByRanks(always),
    "never": ByRanks(never),
}
_SAID = data_of("croupier.odds", "odds.toml")
PAY_TABLES: Mapping[str, Mapping[Category, int]] = {
    name: {Category[hand]: odds for hand, odds in rows.items()} for name, rows in _SAID["pay_tables"].items()
}
