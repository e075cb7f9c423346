"""The counting behind the battery of shuffle tests, one pass over the decks.

A card is its place in a new deck, where the four of a rank are together: a quarter of it is the rank, and of each four the
second and the third are red.
"""

import numpy as np
from numba import njit


@njit(cache=True, nogil=True)
def _successions(line):
    """How often the next number is the next greater one."""
    found = 0
    for i in range(51):
        found += line[i + 1] == line[i] + 1
    return found


@njit(cache=True, nogil=True)
def _order_of_five(deck, start):
    """Which of the 120 orders five neighbouring cards stand in."""
    order = 0
    for i in range(5):
        lower = 0
        for j in range(i + 1, 5):
            lower += deck[start + j] < deck[start + i]
        order = order * (5 - i) + lower
    return order


@njit(cache=True, nogil=True)
def _pattern(deck, start, counts):
    """The pattern of a hand: 0 no pair, 1 a pair, 2 two pair, 3 three, 4 full house, 5 four, 6 no pair but one suit."""
    counts[:] = 0
    alike, same_suit = 0, True
    for i in range(start, start + 5):
        counts[deck[i] // 4] += 1
        alike += 2 * counts[deck[i] // 4] - 1  # the sum of the squares
        same_suit = same_suit and deck[i] % 4 == deck[start] % 4
    if alike == 5:
        return 6 if same_suit else 0
    if alike == 7:
        return 1
    if alike == 9:
        return 2
    if alike == 11:
        return 3
    return 4 if alike == 13 else 5


@njit(cache=True, nogil=True)
def count(
    decks,
    first,
    places,
    neighbours,
    orders,
    rising,
    runs,
    new_neighbours,
    fixed,
    inversions,
    colours,
    gaps,
    patterns,
    kept_places,
    kept_neighbours,
    serial,
):
    """Add these decks to the counts. `first` is the number of the first, so that decks counted apart take their turns alike.

    Where a test looks at one place only, the place moves on from deck to deck, so that decks stay independent. Decks two by
    two, the first with the second and so on, are compared with each other; `serial` gets sum and sum of squares.
    """
    where, before, line = np.empty(52, np.int64), np.empty(52, np.int64), np.empty(52, np.int64)
    held = np.empty(13, np.int64)
    for number in range(len(decks)):
        deck, turn = decks[number], first + number
        for i in range(52):
            places[deck[i], i] += 1
            where[deck[i]] = i
        pair = turn % 51
        neighbours[deck[pair], deck[pair + 1]] += 1
        for start in range(0, 50, 5):
            orders[_order_of_five(deck, start)] += 1
        broken, falls, stay, changes, product = 0, 0, 0, 0, 0
        for i in range(52):
            following = deck[i + 1] if i < 51 else deck[0]
            product += (2 * np.int64(deck[i]) - 51) * (2 * np.int64(following) - 51)
            stay += deck[i] == i
            if i < 51:
                broken += where[i + 1] < where[i]
                falls += following < deck[i]
                changes += (1 <= deck[i] % 4 <= 2) != (1 <= following % 4 <= 2)
        rising[broken] += 1
        runs[falls] += 1
        fixed[stay] += 1
        colours[changes] += 1
        serial[0] += product
        serial[1] += product * product
        new_neighbours[_successions(deck)] += 1
        turned = 0
        for i in range(52):
            for j in range(i):
                turned += deck[j] > deck[i]
        inversions[turned] += 1
        rank, at = turn % 13, 0
        while deck[at] // 4 != rank:
            at += 1
        gaps[at] += 1
        patterns[_pattern(deck, 5 * (turn % 10), held)] += 1
        if turn % 2:
            stay = 0
            for i in range(52):
                line[i] = before[deck[i]]
                stay += line[i] == i
            kept_places[stay] += 1
            kept_neighbours[_successions(line)] += 1
        before[:] = where
