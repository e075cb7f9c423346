"""numba kernels for the value of seeing more cards.

All but three small ones are in this one file: numba's cache does not see edits elsewhere.

Cards, hands and indices are those of `kernels`. `pays` is what a round brings in parts of an ante: by category where the
player wins, then for a dealer who does not qualify, a stand-off, a loss and a fold.
"""

import numpy as np
from numba import njit

from croupier.odds.kernels import bits, enter, index

STOPS, STANDS, LOSES, FOLDS = 12, 13, 14, 15


@njit(cache=True, nogil=True)
def _pairs(hand, limit, values, choose, out, two, three, four):
    """For each pair of the 47 other cards: how many counted dealer's hands hold both and none of the player's five cards.

    Inclusion and exclusion over the 25 sets of one to three of the player's cards. The counted hands are those with a
    value below `limit`, so sets of five need no table. Where the two cards stand among the player's decides where they
    stand in a set, so the rest of a set's index is calculated once for each pair of places.
    """
    base = np.empty((6, 6, 25), np.int32)
    lows, highs = np.empty((6, 25), np.int8), np.empty((6, 25), np.int8)
    number = 0
    for size in range(1, 4):
        for subset in range(1, 31):
            if bits(subset) != size:
                continue
            for place in range(6):
                before = bits(subset & ((1 << place) - 1))
                lows[place, number], highs[place, number] = before + 1, before + 2
                for upper in range(place, 6):
                    total, seen = 0, 0
                    for i in range(5):
                        if (subset >> i) & 1:
                            seen += 1
                            total += choose[hand[i], seen + (i >= place) + (i >= upper)]
                    base[place, upper, number] = total
            number += 1
    held, found = 0, 0
    for high in range(52):
        if held < 5 and hand[held] == high:
            held += 1
            continue
        also = 0
        for low in range(high):
            if also < 5 and hand[also] == low:
                also += 1
                continue
            total = two[low + choose[high, 2]]
            for n in range(25):
                where = base[also, held, n] + choose[low, lows[also, n]] + choose[high, highs[held, n]]
                if n < 5:
                    total -= three[where]
                elif n < 15:
                    total += four[where]
                elif values[where] < limit:
                    total -= 1
            out[found] = total
            found += 1


@njit(cache=True, nogil=True)
def pairs_swept(values, order, cards, mine, by_value, qualifying, choose, pays, instant, best, bets):
    """For each class in `by_value`, over the 1,081 pairs of dealer's cards that it may see: the value of the best play,
    and how often that is a bet. The dealer's hands enter in the order of their value; `instant` is what a category may
    take at once, zero for nothing.
    """
    one = np.zeros(52, np.int32)
    tables = np.zeros(1_326, np.int32), np.zeros(22_100, np.int32), np.zeros(270_725, np.int32)
    hand = np.empty(5, np.int64)
    entered = enter(qualifying, 0, values, order, hand, choose, one, *tables)
    unqualified, lower, either = np.zeros(1_081, np.int64), np.zeros((1, 1_081), np.int64), np.zeros(1_081, np.int64)
    low = tables[0].copy(), tables[1].copy(), tables[2].copy()
    all_hands = np.int64(14_190)
    start = 0
    while start < len(by_value):
        value = mine[by_value[start]]
        end = start
        while end < len(by_value) and mine[by_value[end]] == value:
            end += 1
        if value >= qualifying:
            entered = enter(value, entered, values, order, hand, choose, one, *tables)
            lower = np.zeros((end - start, 1_081), np.int64)
            for i in range(start, end):
                _pairs(cards[by_value[i]], value, values, choose, lower[i - start], *tables)
            entered = enter(value + 1, entered, values, order, hand, choose, one, *tables)
        category = value >> 20
        for i in range(start, end):
            c = by_value[i]
            _pairs(cards[c], qualifying, values, choose, unqualified, *low)
            if value >= qualifying:
                _pairs(cards[c], value + 1, values, choose, either, *tables)
            total, often = np.int64(0), 0
            other = max(pays[FOLDS], instant[category] if instant[category] else pays[FOLDS]) * all_hands
            for n in range(1_081):
                wins, ties = np.int64(0), np.int64(0)
                if value >= qualifying:
                    wins, ties = lower[i - start, n] - unqualified[n], either[n] - lower[i - start, n]
                lost = all_hands - unqualified[n] - wins - ties
                worth = pays[category] * wins + pays[STOPS] * unqualified[n] + pays[STANDS] * ties + pays[LOSES] * lost
                total += max(worth, other)
                often += worth > other
            best[c], bets[c] = total, often
        start = end


@njit(cache=True, nogil=True)
def completed(deals, values, qualifying, choose, found):
    """Count out the dealer's hand for each dealt row: the player's five cards, the up card, then other cards seen.

    Into `found`: how many dealer's hands do not qualify, lose to the player's, equal it, and the player's category.
    """
    rest, hand, places = np.empty(46, np.int64), np.empty(5, np.int64), np.empty((46, 6), np.int64)
    gone = np.empty(52, np.bool_)
    for n in range(len(deals)):
        gone[:] = False
        for card in deals[n]:
            gone[card] = True
        for i in range(5):
            hand[i] = deals[n, i]
        mine, up, size = values[index(hand, choose)], deals[n, 5], 0
        for card in range(52):
            if not gone[card]:
                rest[size] = card
                for place in range(1, 5):
                    places[size, place] = choose[card, place + (card > up)]
                size += 1
        unqualified, wins, ties = 0, 0, 0
        for a in range(size):
            for b in range(a + 1, size):
                ab = places[a, 1] + places[b, 2]
                below_ab = (rest[a] < up) + (rest[b] < up)
                for c in range(b + 1, size):
                    abc = ab + places[c, 3]
                    below_abc = below_ab + (rest[c] < up)
                    for d in range(c + 1, size):
                        theirs = values[abc + places[d, 4] + choose[up, below_abc + (rest[d] < up) + 1]]
                        if theirs < qualifying:
                            unqualified += 1
                        elif theirs < mine:
                            wins += 1
                        elif theirs == mine:
                            ties += 1
        found[n, 0], found[n, 1], found[n, 2], found[n, 3] = unqualified, wins, ties, mine >> 20


@njit(cache=True, nogil=True)
def changed(deals, values, order, qualifying, choose, pays, found):
    """What a bet is worth after each change, counted out for each dealt row: the player's five cards, the up card, then other
    cards seen. Into `found`, by the place of the card given up and the new card in rising order, the sum over the dealer's
    hands.

    `order` numbers the values of all hands from the lowest up, `qualifying` is the number of the lowest hand that plays.
    The dealer's hands are sorted once into the gaps between the player's possible hands, in all and for each card that they
    hold; those without the new card are then the difference.
    """
    size = 52 - deals.shape[1]
    rest, hand, gone = np.empty(size, np.int64), np.empty(5, np.int64), np.empty(52, np.bool_)
    mine, category = np.empty((5, size), np.int64), np.empty((5, size), np.int64)
    bins, wanted = np.empty(order.max() + 1, np.int64), np.empty(order.max() + 1, np.bool_)
    every, each = np.empty(10 * size + 3, np.int64), np.empty((size, 10 * size + 3), np.int64)
    all_hands = choose[size - 1, 4]
    for n in range(len(deals)):
        gone[:] = False
        for card in deals[n]:
            gone[card] = True
        up, number = deals[n, 5], 0
        for card in range(52):
            if not gone[card]:
                rest[number] = card
                number += 1
        wanted[:] = False
        for given in range(5):
            for new in range(size):
                for i in range(5):
                    hand[i] = rest[new] if i == given else deals[n, i]
                at = index(hand, choose)
                mine[given, new], category[given, new] = order[at], values[at] >> 20
                wanted[order[at]] = True
        used = 0
        for value in range(len(bins)):  # below what qualifies; then gaps with even and the player's hands with odd numbers
            if value < qualifying:
                bins[value] = 0
            elif wanted[value]:
                bins[value] = 2 * used + 3
                used += 1
            else:
                bins[value] = 2 * used + 2
        every[:], each[:, :] = 0, 0
        for a in range(size):
            for b in range(a + 1, size):
                for c in range(b + 1, size):
                    for d in range(c + 1, size):
                        hand[0], hand[1], hand[2], hand[3], hand[4] = rest[a], rest[b], rest[c], rest[d], up
                        place = bins[order[_index_up(hand, choose)]]
                        every[place] += 1
                        each[a, place] += 1
                        each[b, place] += 1
                        each[c, place] += 1
                        each[d, place] += 1
        for new in range(size):
            unqualified = every[0] - each[new, 0]
            each[new, 0] = 0
            lower = np.int64(0)
            for place in range(2, 2 * used + 3):  # from here on, how many hands without the new card are in or below
                lower += every[place] - each[new, place]
                each[new, place] = lower
            for given in range(5):
                wins, ties = np.int64(0), np.int64(0)
                if mine[given, new] >= qualifying:
                    place = bins[mine[given, new]]
                    wins = each[new, place - 1]
                    ties = each[new, place] - wins
                lost = all_hands - unqualified - wins - ties
                found[n, given, new] = (
                    pays[category[given, new]] * wins + pays[STOPS] * unqualified + pays[STANDS] * ties + pays[LOSES] * lost
                )


@njit(cache=True, nogil=True)
def _index_up(cards, choose):
    """The index of four rising cards and a fifth anywhere among them."""
    up, above, total = cards[4], 0, 0
    for i in range(4):
        if cards[i] > up:
            above += 1
            total += choose[cards[i], i + 2]
        else:
            total += choose[cards[i], i + 1]
    return total + choose[up, 5 - above]
