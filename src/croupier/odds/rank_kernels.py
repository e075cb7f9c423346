"""numba kernels that count the dealer's hands by their ranks.

All are in this one file: numba's cache does not see edits elsewhere.

What a hand without wild cards is worth depends on its five ranks (a *pattern*, of which there are 6,175) and on whether it
is of one suit. So the dealer's hands below a value are counted in two steps: first by ranks alone, as if there were no
flushes; then the hands of one suit, which must be the suit of the up card, move from where their ranks put them to where
their suit does. Cards that the dealer cannot hold are *dead*: the player's five, and one that was given up. Cards of the
dealer that are seen are *known*: the up card, or two cards.

A multiset of ranks r1 <= r2 <= ... has the index that the combinatorial number system gives r1, r2 + 1, r3 + 2, ...
"""

from itertools import combinations_with_replacement

import numpy as np
from numba import njit

SETS = 1_287
"""The sets of five different ranks."""


@njit(cache=True)
def places_table():
    """What a rank adds to the index of a multiset, by the rank and its place in it, both from zero."""
    table = np.zeros((14, 8), np.int32)
    for place in range(8):
        for rank in range(1, 14):
            more = table[rank, place - 1] if place else 1
            table[rank, place] = table[rank - 1, place] + more
    return table


@njit(cache=True)
def orders(known, pattern_of, patterns):
    """For each multiset of known ranks: the multisets of the dealer's other ranks in the order of the hands that they
    make, and how many of them make a hand below each pattern.
    """
    places = places_table()
    free = 5 - known
    number = places[13, free - 1]
    kinds = places[13, known - 1]
    order = np.zeros((kinds, number), np.int32)
    start = np.zeros((kinds, patterns + 2), np.int32)
    made = np.empty(patterns + 1, np.int32)
    seen, other, whole = np.zeros(known, np.int64), np.zeros(free, np.int64), np.zeros(5, np.int64)
    for kind in range(kinds):
        made[:] = -1
        other[:] = 0
        for index in range(number):
            for i in range(known):  # one by one, because numba takes seconds to compile a slice copy
                whole[i] = seen[i]
            for i in range(free):
                whole[known + i] = other[i]
            for i in range(1, 5):
                j = i
                while j and whole[j] < whole[j - 1]:
                    whole[j], whole[j - 1] = whole[j - 1], whole[j]
                    j -= 1
            if whole[0] != whole[4]:
                made[pattern_of[_index(whole, 5, places)]] = index
            _next(other)
        found = 0
        for pattern in range(patterns + 1):
            start[kind, pattern] = found
            if made[pattern] >= 0:
                order[kind, found] = made[pattern]
                found += 1
        start[kind, patterns + 1] = found
        _next(seen)
    return order, start


def rank_masks():
    """The ranks that are in each multiset of five, by index, as bits."""
    multisets = sorted(combinations_with_replacement(range(13), 5), key=lambda ranks: ranks[::-1])
    return np.array([sum(1 << rank for rank in set(ranks)) for ranks in multisets], np.int32)


@njit(cache=True)
def _index(ranks, size, places):
    total = 0
    for i in range(size):
        total += places[ranks[i], i]
    return total


@njit(cache=True)
def _next(ranks):
    """The next multiset in the order of the indices; after the last one the first place is 13."""
    i = 0
    while i + 1 < len(ranks) and ranks[i] == ranks[i + 1]:
        i += 1
    ranks[i] += 1
    for j in range(i):
        ranks[j] = 0


@njit(cache=True, nogil=True)
def rank_counts(dead, known, part, parts, order, start, pattern_of, cuts, ranked):
    """Count the dealer's hands by ranks alone, for every multiset of dead ranks (first index) and known ranks (second).

    The columns are the hands below each pattern of `cuts`, then the hands below and equal to the player's: with five dead
    cards that is their own pattern; with six there are two columns for each of them, in rising order, as the one that was
    given up. Work is split into parts for threads; each part writes its own cells.
    """
    places = places_table()
    choose = np.zeros((5, 5), np.int64)
    for n in range(5):
        choose[n, 0] = 1
        for k in range(1, n + 1):
            choose[n, k] = choose[n - 1, k - 1] + (choose[n - 1, k] if n > k else 0)
    size, free = dead + known, 5 - known
    number = places[13, free - 1]
    slots = (ranked.shape[2] - len(cuts)) // 2
    every, left = np.zeros(size, np.int64), np.empty(13, np.int64)
    ways = np.zeros((5, number), np.int32)
    ways[0, 0] = 1
    added = np.zeros(number + 1, np.int32)
    rest = np.empty(dead, np.int64)
    hand = np.empty(5, np.int64)
    for turn in range(places[13, size - 1]):
        if turn:
            _next(every)
        if turn % parts != part:
            continue
        left[:] = 4
        short = False
        for rank in every:
            left[rank] -= 1
            short |= left[rank] < 0
        if short:
            continue
        for k in range(1, free + 1):  # how many ways there are to make each multiset of k ranks from the cards left
            at = 0
            for rank in range(13):
                for alike in range(1, k + 1):
                    times = choose[left[rank], alike]
                    for i in range(places[rank, k - alike - 1] if alike < k else 1):
                        ways[k, at] = ways[k - alike, i] * times
                        at += 1
        for i in range(size):
            if i and every[i] == every[i - 1]:
                continue
            for j in range(i + 1, size if known == 2 else i + 2):
                if known == 2 and j > i + 1 and every[j] == every[j - 1]:
                    continue
                kind = every[i] if known == 1 else places[every[i], 0] + places[every[j], 1]
                m = 0
                for n in range(size):
                    if n != i and (known == 1 or n != j):
                        rest[m] = every[n]
                        m += 1
                row = _index(rest, dead, places)
                total = 0
                for n in range(number):
                    total += ways[free, order[kind, n]]
                    added[n + 1] = total
                for n in range(len(cuts)):
                    ranked[row, kind, n] = added[start[kind, cuts[n]]]
                for slot in range(slots):
                    for n in range(5):
                        hand[n] = rest[n] if slots == 1 or n < slot else rest[n + 1]
                    if hand[0] == hand[4]:
                        continue
                    pattern = pattern_of[_index(hand, 5, places)]
                    lower = added[start[kind, pattern]]
                    ranked[row, kind, len(cuts) + 2 * slot] = lower
                    ranked[row, kind, len(cuts) + 2 * slot + 1] = added[start[kind, pattern + 1]] - lower


@njit(cache=True)
def suited_counts(sets):
    """By a mask of the ranks that are dead in a suit, and a place in the order of the sets: how many sets of five ranks before
    that place hold none of the dead ones.
    """
    counts = np.zeros((8192, SETS + 1), np.uint16)
    for dead in range(8192):
        found = 0
        for n in range(SETS):
            counts[dead, n] = found
            found += sets[n] & dead == 0
        counts[dead, SETS] = found
    return counts
