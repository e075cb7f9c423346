"""numba kernels of the poker showdown: hands valued by table, and whole decks of boards counted by their ranks.

All of them live in this one file: numba's cache does not see edits elsewhere. Cards are numbered as in `kernels`, rank times four
plus suit, and values are packed in the same way: the category above bit 20, then five ranks of four bits.

A hand without a flush is known by its ranks alone. Each rank has a large number of its own, the *key* of a hand is their sum, and a
perfect hash finds the value by the key. The low sixteen bits of a card's key count its suit: four bits a suit, starting from
three, so that the fifth card of a suit sets the top bit of the four.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

SUITED = 0x8888
"""The bits of a key that say: five cards or more of one suit."""

NO_SUITS = 0x3333
"""Where the counting of suits starts."""


class Tables(NamedTuple):
    """What the kernels look up; `croupier.odds.tables` builds it. Boards of five ranks have the number that `five_slots` gives."""

    card_keys: Any
    rank_keys: Any
    seven_shifts: Any
    seven_slots: Any
    five_shifts: Any
    five_slots: Any
    five: Any
    five_suited: Any
    flush: Any
    pair_number: Any
    omaha_best: Any
    low_bit: Any
    low: Any
    omaha_low: Any
    multisets: Any
    multiset_ends: Any
    choose: Any


@njit(cache=True)
def slot(key, shifts, slots):
    """Where the perfect hash keeps what belongs to a key of ranks."""
    return ((key >> 13) + shifts[key & (len(shifts) - 1)]) & (len(slots) - 1)


@njit(cache=True)
def perfect_hash(keys, buckets, size):
    """The shift of each bucket by which no two keys meet, and each key's slot; no shifts when this cannot be done."""
    head = np.zeros(buckets + 1, np.int64)
    for key in keys:
        head[(key & (buckets - 1)) + 1] += 1
    counts = head[1:].copy()
    head = np.cumsum(head)
    members = np.empty(len(keys), np.int64)
    fill = head[:-1].copy()
    for n in range(len(keys)):
        bucket = keys[n] & (buckets - 1)
        members[fill[bucket]] = n
        fill[bucket] += 1
    shifts, slots, taken = np.zeros(buckets, np.int32), np.zeros(len(keys), np.int64), np.zeros(size, np.bool_)
    for bucket in np.argsort(-counts):  # the fullest first, while there is room
        mine = members[head[bucket] : head[bucket + 1]]
        for shift in range(size):
            placed = 0
            for n in mine:
                where = ((keys[n] >> 13) + shift) & (size - 1)
                if taken[where]:
                    break
                taken[where] = True
                slots[n] = where
                placed += 1
            if placed == len(mine):
                shifts[bucket] = shift
                break
            for n in mine[:placed]:
                taken[slots[n]] = False
        else:
            return shifts[:0], slots
    return shifts, slots


@njit(cache=True)
def straight_top(mask):
    """The top rank of the best straight within these ranks, or -1; five-high is rank 3."""
    for top in range(12, 3, -1):
        if (mask >> (top - 4)) & 31 == 31:
            return top
    return 3 if mask & 0b1000000001111 == 0b1000000001111 else -1


@njit(cache=True)
def _highest(mask, number, packed, places):
    """The `number` highest ranks of a mask appended to packed ranks, of which there are `places`, and filled up to five."""
    for r in range(12, -1, -1):
        if number and (mask >> r) & 1:
            packed = (packed << 4) | r
            places += 1
            number -= 1
    return packed << (4 * (5 - places))


@njit(cache=True)
def values_of_ranks(rows):
    """The packed value of the best five of each row of ranks, suits apart."""
    out = np.empty(len(rows), np.int32)
    for n in range(len(rows)):
        ones, twos, threes, fours = 0, 0, 0, 0
        for r in rows[n]:
            bit = 1 << r
            fours |= threes & bit
            threes |= twos & bit
            twos |= ones & bit
            ones |= bit
        top = straight_top(ones)
        if fours:
            first = _highest(fours, 1, 0, 4) & 15
            out[n] = (7 << 20) | _highest(ones & ~(1 << first), 1, first, 1)
        elif threes and twos & (twos - 1):  # a second rank that is there twice
            first = _highest(threes, 1, 0, 4) & 15
            out[n] = (6 << 20) | _highest(twos & ~(1 << first), 1, first, 1)
        elif top >= 0:
            out[n] = (4 << 20) | (top << 16)
        elif threes:
            first = _highest(threes, 1, 0, 4) & 15
            out[n] = (3 << 20) | _highest(ones & ~(1 << first), 2, first, 1)
        elif twos & (twos - 1):
            pairs = _highest(twos, 2, 0, 3) & 255
            out[n] = (2 << 20) | _highest(ones & ~(1 << (pairs >> 4)) & ~(1 << (pairs & 15)), 1, pairs, 2)
        elif twos:
            first = _highest(twos, 1, 0, 4) & 15
            out[n] = (1 << 20) | _highest(ones & ~(1 << first), 3, first, 1)
        else:
            out[n] = _highest(ones, 5, 0, 0)
    return out


@njit(cache=True)
def flushes():
    """The value of five cards or more of one suit, by the mask of their ranks; 0 where there are fewer."""
    out = np.zeros(1 << 13, np.int32)
    for mask in range(1 << 13):
        if bits(mask) >= 5:
            top = straight_top(mask)
            if top == 12:
                out[mask] = 11 << 20
            elif top >= 0:
                out[mask] = (8 << 20) | (top << 16)
            else:
                out[mask] = (5 << 20) | _highest(mask, 5, 0, 0)
    return out


@njit(cache=True)
def bits(mask):
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


@njit(cache=True, nogil=True)
def five(cards, card_keys, shifts, slots, plain, suited, out):
    """Values of rows of five cards, from the tables of plain and of suited hands."""
    for n in range(len(cards)):
        key = NO_SUITS
        for j in range(5):
            key += card_keys[cards[n, j]]
        number = slots[slot(key >> 16, shifts, slots)]
        out[n] = suited[number] if key & SUITED else plain[number]


@njit(cache=True, nogil=True)
def seven(cards, t, out):
    """Values of rows of seven cards."""
    for n in range(len(cards)):
        key = NO_SUITS
        for j in range(7):
            key += t.card_keys[cards[n, j]]
        if key & SUITED:
            mask = 0
            for j in range(7):
                card = np.int64(cards[n, j])
                if (key >> (4 * (card & 3) + 3)) & 1:
                    mask |= 1 << (card >> 2)
            out[n] = t.flush[mask]
        else:
            out[n] = t.seven_slots[slot(key >> 16, t.seven_shifts, t.seven_slots)]


@njit(cache=True, nogil=True)
def low(cards, t, out):
    """Numbers of the best low of each row, greater is better; 0 where there is none."""
    for n in range(len(cards)):
        mask = 0
        for card in cards[n]:
            mask |= t.low_bit[card >> 2]
        out[n] = t.low[mask]


@njit(cache=True, nogil=True)
def omaha(hole, board, t, high_out, low_out):
    """Values, and numbers of the lows, of two of four hole cards with three of five on the board."""
    mine, theirs = np.zeros(4, np.int64), np.zeros(4, np.int64)
    for n in range(len(hole)):
        mine[:] = 0
        theirs[:] = 0
        key, my_low, their_low = 0, 0, 0
        for j in range(5):
            card = np.int64(board[n, j])
            key += t.rank_keys[card >> 2]
            theirs[card & 3] |= 1 << (card >> 2)
            their_low |= t.low_bit[card >> 2]
        best = 0
        row = t.five_slots[slot(key, t.five_shifts, t.five_slots)]
        for i in range(4):
            card = np.int64(hole[n, i])
            mine[card & 3] |= 1 << (card >> 2)
            my_low |= t.low_bit[card >> 2]
            for j in range(i):
                best = max(best, t.omaha_best[row, t.pair_number[card >> 2, hole[n, j] >> 2]])
        for suit in range(4):
            best = max(best, omaha_flush(mine[suit], theirs[suit], t))
        high_out[n] = best
        low_out[n] = t.omaha_low[my_low, their_low]


@njit(cache=True)
def omaha_flush(mine, theirs, t):
    """The best flush of two ranks of one mask and three of the other, or 0."""
    if bits(mine) < 2 or bits(theirs) < 3:
        return 0
    best, whole = 0, mine | theirs
    for top in range(12, 2, -1):  # a straight flush lies in the masks in one way only
        run = 31 << (top - 4) if top > 3 else 0b1000000001111
        if whole & run == run and bits(mine & run) == 2:
            return (11 << 20) if top == 12 else (8 << 20) | (top << 16)
    two, three = mine, theirs
    while bits(two) > 2:
        two &= two - 1
    while bits(three) > 3:
        three &= three - 1
    best = t.flush[two | three]
    return best
