"""Values of whole arrays of hands, from the tables of equities: the tests compare them with the plain reference.

A card is a number, rank times four plus suit ; a hand is a row. A value is one integer: greater wins, equal ties.
The category of `croupier.kernel.hands` stands above bit 20 (`categories`), and below it five ranks of four bits, a two being 0,
in the order in which they decide. A low has the category -1 and its ranks taken from 15 (ace 1), so that the lowest is greatest;
`NO_LOW` is below every low.

>>> hands = cards_of(["As Ks Qs Js Ts 2c 3d", "Ah Ad 7c 7d 2h 9s 4c"])
>>> [str(category) for category in categories(seven(hands))]
['royal flush', 'two pair']
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numba import njit

from croupier.kernel.cards import parse_cards
from croupier.kernel.hands import Category
from croupier.odds.counting import CARDS
from croupier.odds.lookup_tables import NO_LOW as NO_LOW, Array, five_values, low_values, tables
from croupier.odds.showdown_kernels import NO_SUITS, SUITED, omaha_flush, slot, suited_ranks


def five(hands: Array) -> Array:
    """The values of rows of five cards."""
    return _five(hands, tables().card_keys, wild=False)


def five_wild(hands: Array) -> Array:
    """The values of rows of five cards in which deuces are wild: a deuce counts for every suit."""
    keys = tables().card_keys.copy()
    keys[:4] += 0x1111 - (1 << (4 * np.arange(4)))
    return _five(hands, keys, wild=True)


def seven(hands: Array) -> Array:
    """The values of the best five of each row of seven cards."""
    rows = hands.astype(np.uint8)
    out = np.empty(len(rows), np.int32)
    _seven_kernel(rows, tables(), out)
    return out


def low(hands: Array) -> Array:
    """The best eight-or-better low of each row of five, six or seven cards, else `NO_LOW`."""
    rows = hands.astype(np.uint8)
    out = np.empty(len(rows), np.uint8)
    _low_kernel(rows, tables(), out)
    return low_values()[out]


def omaha_high(hole: Array, board: Array) -> Array:
    """The values of the best two of each row of four hole cards with three of the same row's board."""
    return _omaha(hole, board)[0]


def omaha_low(hole: Array, board: Array) -> Array:
    """The best eight-or-better low of two hole cards with three of the board, else `NO_LOW`."""
    return low_values()[_omaha(hole, board)[1]]


def categories(values: Array) -> list[Category | None]:
    """The category of each value; none for a hand without a low."""
    return [None if value == NO_LOW else Category(int(value) >> 20) for value in values]


def cards_of(hands: Iterable[str]) -> Array:
    """Hands written as text, as an array of rows; all must have as many cards."""
    return np.array([[CARDS.index(card) for card in parse_cards(hand)] for hand in hands], np.uint8)


def _five(hands: Array, keys: Array, *, wild: bool) -> Array:
    rows, t = hands.astype(np.uint8), tables()
    out = np.empty(len(rows), np.int32)
    _five_kernel(rows, keys, t.five_shifts, t.five_slots, *five_values(wild), out)
    return out


def _omaha(hole: Array, board: Array) -> tuple[Array, Array]:
    four, shared = hole.astype(np.uint8), board.astype(np.uint8)
    high, lows = np.empty(len(four), np.int32), np.empty(len(four), np.uint8)
    _omaha_kernel(four, shared, tables(), high, lows)
    return high, lows


@njit(cache=True, nogil=True)
def _five_kernel(cards, card_keys, shifts, slots, plain, suited, out):
    """Values of rows of five cards, from the tables of plain and of suited hands."""
    for n in range(len(cards)):
        key = NO_SUITS
        for j in range(5):
            key += card_keys[cards[n, j]]
        number = slots[slot(key >> 16, shifts, slots)]
        out[n] = suited[number] if key & SUITED else plain[number]


@njit(cache=True, nogil=True)
def _seven_kernel(cards, t, out):
    """Values of rows of seven cards."""
    for n in range(len(cards)):
        key = NO_SUITS
        for j in range(7):
            key += t.card_keys[cards[n, j]]
        if key & SUITED:
            out[n] = t.flush[suited_ranks(cards[n], key & SUITED)]
        else:
            out[n] = t.seven_slots[slot(key >> 16, t.seven_shifts, t.seven_slots)]


@njit(cache=True, nogil=True)
def _low_kernel(cards, t, out):
    """Numbers of the best low of each row, greater is better; 0 where there is none."""
    for n in range(len(cards)):
        mask = 0
        for card in cards[n]:
            mask |= t.low_bit[card >> 2]
        out[n] = t.low[mask]


@njit(cache=True, nogil=True)
def _omaha_kernel(hole, board, t, high_out, low_out):
    """Values, and numbers of the lows, of two of four hole cards with three of five on the board."""
    for n in range(len(hole)):
        mine, theirs = 0x6666, 0x5555  # two of a suit in the hand, three on the board, set the top bit of its four
        my_low, their_low = 0, 0
        for j in range(5):
            theirs += t.card_keys[board[n, j]]
            their_low |= t.low_bit[board[n, j] >> 2]
        best = np.int32(0)
        row = t.five_slots[slot(theirs >> 16, t.five_shifts, t.five_slots)]
        for i in range(4):
            mine += t.card_keys[hole[n, i]]
            my_low |= t.low_bit[hole[n, i] >> 2]
            for j in range(i):
                best = max(best, t.omaha_best[row, t.pair_number[hole[n, i] >> 2, hole[n, j] >> 2]])
        both = mine & theirs & SUITED
        if both:
            best = max(best, omaha_flush(suited_ranks(hole[n], both), suited_ranks(board[n], both), t))
        high_out[n] = best
        low_out[n] = t.omaha_low[my_low, their_low]
