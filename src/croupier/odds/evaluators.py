"""Values of whole arrays of hands at once.

A card is a number, rank times four plus suit (`number`); a hand is a row. A value is one integer: greater wins, equal ties.
The category of `croupier.kernel.hands` stands above bit 20 (`categories`), and below it five ranks of four bits, a two being 0,
in the order in which they decide. A low has the category -1 and its
ranks taken from 15 (ace 1), so that the lowest is greatest; `NO_LOW` stands below every low.

>>> hands = cards_of(["As Ks Qs Js Ts 2c 3d", "Ah Ad 7c 7d 2h 9s 4c"])
>>> [str(category) for category in categories(seven(hands))]
['royal flush', 'two pair']

The caller must make sure that each card is in a row only once.
"""

from collections.abc import Iterable

import numpy as np

from croupier.kernel.cards import RANKS, SUITS, Card, CardError, parse_cards
from croupier.kernel.hands import Category
from croupier.odds import showdown_kernels as kernels
from croupier.odds.lookup_tables import NO_LOW as NO_LOW, Array, low_values, tables, wild_tables


def five(hands: Array) -> Array:
    """The values of rows of five cards."""
    t = tables()
    return _five(hands, t.card_keys, t.five, t.five_suited)


def five_wild(hands: Array) -> Array:
    """The values of rows of five cards in which deuces are wild."""
    return _five(hands, *wild_tables())


def seven(hands: Array) -> Array:
    """The values of the best five of each row of seven cards."""
    rows = _rows(hands, 7)
    out = np.empty(len(rows), np.int32)
    kernels.seven(rows, tables(), out)
    return out


def low(hands: Array) -> Array:
    """The best eight-or-better low of each row of five, six or seven cards, otherwise `NO_LOW`."""
    rows = _rows(hands, 5, 6, 7)
    out = np.empty(len(rows), np.uint8)
    kernels.low(rows, tables(), out)
    return low_values()[out]


def omaha_high(hole: Array, board: Array) -> Array:
    """The values of the best two of each row of four hole cards with three of the same row's board."""
    return _omaha(hole, board)[0]


def omaha_low(hole: Array, board: Array) -> Array:
    """The best eight-or-better low of two hole cards with three of the board, otherwise `NO_LOW`."""
    return low_values()[_omaha(hole, board)[1]]


def categories(values: Array) -> list[Category | None]:
    """The category of each value; none for a hand without a low."""
    return [None if value == NO_LOW else Category(int(value) >> 20) for value in values]


def number(card: Card) -> int:
    """The number of a card, from 0 for the two of clubs to 51 for the ace of spades."""
    if card is Card.HIDDEN:
        raise CardError("a face-down card has no number until it is shown")
    return RANKS.index(card.value[0]) * 4 + SUITS.index(card.suit)


def cards_of(hands: Iterable[str]) -> Array:
    """Hands written as text, as an array of rows; all must have the same number of cards."""
    return np.array([[number(card) for card in parse_cards(hand)] for hand in hands], np.uint8)


def _five(hands: Array, keys: Array, plain: Array, suited: Array) -> Array:
    rows, t = _rows(hands, 5), tables()
    out = np.empty(len(rows), np.int32)
    kernels.five(rows, keys, t.five_shifts, t.five_slots, plain, suited, out)
    return out


def _omaha(hole: Array, board: Array) -> tuple[Array, Array]:
    four, shared = _rows(hole, 4), _rows(board, 5)
    if len(four) != len(shared):
        raise CardError(f"there are {len(four)} hands but {len(shared)} boards")
    high, lows = np.empty(len(four), np.int32), np.empty(len(four), np.uint8)
    kernels.omaha(four, shared, tables(), high, lows)
    return high, lows


def _rows(hands: Array, *sizes: int) -> Array:
    """The rows in the form that the kernels need, or `CardError`."""
    array = np.asarray(hands)
    if array.ndim != 2 or array.shape[1] not in sizes:
        raise CardError(f"hands come as rows of {' or '.join(map(str, sizes))} cards, not as an array of shape {array.shape}")
    if not np.issubdtype(array.dtype, np.integer) or (array.size and not 0 <= array.min() <= array.max() < 52):
        raise CardError("cards come as whole numbers from 0 to 51")
    return np.ascontiguousarray(array, np.uint8)
