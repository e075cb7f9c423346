"""numba kernels of the exact solver. All are in this one file: numba's cache does not see edits elsewhere.

A card is a number, rank times four plus suit, the rank counting from 0 for a two. A hand of k cards has the index that the
combinatorial number system gives it, so a table over all hands is one flat array.
"""

import numpy as np
from numba import njit

HANDS = 2_598_960
COMPLETIONS = 163_185
"""The dealer's other four cards out of the 46 that neither the player's hand nor the up card takes."""


@njit(cache=True)
def choose_table():
    table = np.zeros((53, 6), np.int32)
    for n in range(53):
        table[n, 0] = 1
        for k in range(1, 6):
            if n:
                table[n, k] = table[n - 1, k - 1] + table[n - 1, k]
    return table


@njit(cache=True)
def bits(mask):
    """How many bits of a mask are set."""
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


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
def rank_value(ranks):
    """Category and deciding ranks, packed into one number, of the best five of these ranks, from 0 to 12, suits apart."""
    ones, twos, threes, fours = 0, 0, 0, 0
    for r in ranks:
        bit = 1 << r
        fours |= threes & bit
        threes |= twos & bit
        twos |= ones & bit
        ones |= bit
    top = straight_top(ones)
    if fours:
        first = _highest(fours, 1, 0, 4) & 15
        return (7 << 20) | _highest(ones & ~(1 << first), 1, first, 1)
    if threes and twos & (twos - 1):  # a second pair
        first = _highest(threes, 1, 0, 4) & 15
        return (6 << 20) | _highest(twos & ~(1 << first), 1, first, 1)
    if top >= 0:
        return (4 << 20) | (top << 16)
    if threes:
        first = _highest(threes, 1, 0, 4) & 15
        return (3 << 20) | _highest(ones & ~(1 << first), 2, first, 1)
    if twos & (twos - 1):
        pairs = _highest(twos, 2, 0, 3) & 255
        return (2 << 20) | _highest(ones & ~(1 << (pairs >> 4)) & ~(1 << (pairs & 15)), 1, pairs, 2)
    if twos:
        first = _highest(twos, 1, 0, 4) & 15
        return (1 << 20) | _highest(ones & ~(1 << first), 3, first, 1)
    return _highest(ones, 5, 0, 0)


@njit(cache=True)
def flush_value(mask):
    """The same of five or more cards of one suit, by the mask of their ranks."""
    top = straight_top(mask)
    if top == 12:
        return 11 << 20
    return (8 << 20) | (top << 16) if top >= 0 else (5 << 20) | _highest(mask, 5, 0, 0)


@njit(cache=True)
def values_of_ranks(rows):
    """The value of each row of ranks, suits apart."""
    values = np.empty(len(rows), np.int32)
    for n in range(len(rows)):
        values[n] = rank_value(rows[n])
    return values


@njit(cache=True)
def flushes():
    """The value of five or more cards of one suit, by the mask of their ranks; 0 if there are fewer."""
    values = np.zeros(1 << 13, np.int32)
    for mask in range(1 << 13):
        if bits(mask) >= 5:
            values[mask] = flush_value(mask)
    return values


@njit(cache=True)
def _straight(mask):
    """The top rank of the best straight that holds all ranks of the mask, or -1; five-high is rank 3."""
    for top in range(12, 3, -1):
        window = 31 << (top - 4)
        if mask & ~window == 0:
            return top
    return 3 if mask & ~0b1000000001111 == 0 else -1


@njit(cache=True)
def _wild(ranks, deuces, flush):
    """The same packed number with wild deuces; `ranks` are those of the other cards."""
    counts = np.zeros(13, np.int8)
    mask = 0
    for r in ranks:
        counts[r] += 1
        mask |= 1 << r
    distinct = bits(mask) == len(ranks)
    top = _straight(mask) if distinct else -1
    best, most = 0, 0
    for r in range(12, -1, -1):
        if counts[r] > most:
            best, most = r, counts[r]
    alike = most + deuces
    if flush and top == 12:
        return 10 << 20
    if alike == 5:
        return (9 << 20) | (best << 16)
    if flush and top >= 0:
        return (8 << 20) | (top << 16)
    packed, places = 0, 0
    for wanted in range(4, 0, -1):
        for r in range(12, -1, -1):
            if counts[r] == wanted:
                packed = (packed << 4) | r
                places += 1
    packed <<= 4 * (5 - places)
    if alike == 4:
        return (7 << 20) | packed
    if bits(mask) == 2:
        return (6 << 20) | packed
    if flush:
        filled, wilds, placed = 0, deuces, 0
        for r in range(12, -1, -1):
            if counts[r] or wilds:
                if not counts[r]:
                    wilds -= 1
                filled = (filled << 4) | r
                placed += 1
                if placed == 5:
                    break
        return (5 << 20) | filled
    if top >= 0:
        return (4 << 20) | (top << 16)
    return ((3 if alike == 3 else 1) << 20) | packed


@njit(cache=True)
def wild_values(rows):
    """The values of rows of rising ranks with wild deuces: of several suits, and of one suit apart from the deuces."""
    plain, suited = np.empty(len(rows), np.int32), np.empty(len(rows), np.int32)
    for n in range(len(rows)):
        deuces = 0
        while rows[n, deuces] == 0:
            deuces += 1
        plain[n] = _wild(rows[n, deuces:], deuces, False)
        suited[n] = _wild(rows[n, deuces:], deuces, True)
    return plain, suited


@njit(cache=True)
def _value(hand, plain, suited, wild, choose):
    """The packed value of five rising cards by the index of their ranks; wild deuces have any suit."""
    index, of_one_suit = 0, True
    for place in range(5):
        index += choose[(hand[place] >> 2) + place, place + 1]
        if not wild or hand[place] > 3:
            of_one_suit &= hand[place] & 3 == hand[4] & 3
    return suited[index] if of_one_suit else plain[index]


@njit(cache=True)
def values_of(cards, plain, suited, wild):
    """The packed values of rows of five rising cards."""
    choose = choose_table()
    values = np.empty(len(cards), np.int32)
    for n in range(len(cards)):
        values[n] = _value(cards[n], plain, suited, wild, choose)
    return values


@njit(cache=True)
def all_values(plain, suited, wild):
    """The packed value of every five-card hand, by index; the packed order is the order of the hands."""
    choose = choose_table()
    values = np.empty(HANDS, np.int32)
    index = 0
    for e in range(4, 52):
        for d in range(3, e):
            for c in range(2, d):
                for b in range(1, c):
                    for a in range(b):
                        values[index] = _value((a, b, c, d, e), plain, suited, wild, choose)
                        index += 1
    return values


@njit(cache=True)
def classes():
    """One hand of each class of equivalent suits: its five cards, its index, and how many hands it stands for."""
    cards = np.empty((140_000, 5), np.int8)
    where = np.empty(140_000, np.int32)
    weight = np.empty(140_000, np.int8)
    masks = np.empty(4, np.int64)
    index, found = 0, 0
    for e in range(4, 52):
        for d in range(3, e):
            for c in range(2, d):
                for b in range(1, c):
                    for a in range(b):
                        masks[:] = 0
                        for card in (a, b, c, d, e):
                            masks[card & 3] |= 1 << (card >> 2)
                        if masks[0] >= masks[1] and masks[1] >= masks[2] and masks[2] >= masks[3]:
                            same, number = 1, 24
                            for s in range(1, 4):
                                same = same + 1 if masks[s] == masks[s - 1] else 1
                                number //= same
                            cards[found, 0], cards[found, 1], cards[found, 2] = a, b, c
                            cards[found, 3], cards[found, 4] = d, e
                            where[found], weight[found] = index, number
                            found += 1
                        index += 1
    return cards[:found], where[:found], weight[:found]


@njit(cache=True)
def _add(hand, choose, one, two, three, four):
    """Count a dealer's hand, once for each set of up to four of its cards."""
    for i in range(5):
        a = hand[i]
        one[a] += 1
        for j in range(i + 1, 5):
            ab = a + choose[hand[j], 2]
            two[ab] += 1
            for k in range(j + 1, 5):
                abc = ab + choose[hand[k], 3]
                three[abc] += 1
                for m in range(k + 1, 5):
                    four[abc + choose[hand[m], 4]] += 1


@njit(cache=True)
def enter(limit, entered, values, order, hand, choose, one, two, three, four):
    """Count the dealer's hands below a value, from the first that is not counted yet in the order of their values; how many
    are counted by then. `hand` is room to work in.
    """
    while entered < len(order) and values[order[entered]] < limit:
        unrank(hand, order[entered], choose)
        _add(hand, choose, one, two, three, four)
        entered += 1
    return entered


@njit(cache=True)
def _count(hand, limit, values, choose, out, one, two, three, four):
    """For each of the 47 up cards: how many counted dealer's hands hold it and none of the player's five cards.

    Inclusion and exclusion over the sets of up to four of the player's cards. The counted hands are those with a value below
    `limit`, so sets of five need no table. Where the up card stands among the player's cards decides where it stands in a
    set, so the rest of a set's index is calculated once for each of the six places.
    """
    base = np.empty((6, 31), np.int32)
    below = np.empty((6, 31), np.int8)
    size = np.empty(31, np.int8)
    for subset in range(31):
        n = 0
        for i in range(5):
            n += (subset >> i) & 1
        size[subset] = n
        for place in range(6):
            total, seen = 0, 0
            for i in range(5):
                if (subset >> i) & 1:
                    total += choose[hand[i], seen + 1] if i < place else choose[hand[i], seen + 2]
                    seen += 1
            before = 0
            for i in range(place):
                before += (subset >> i) & 1
            base[place, subset] = total
            below[place, subset] = before
    place, column = 0, 0
    for up in range(52):
        if place < 5 and hand[place] == up:
            place += 1
            continue
        total = one[up]
        for subset in range(1, 31):
            where = base[place, subset] + choose[up, below[place, subset] + 1]
            n = size[subset]
            if n == 1:
                total -= two[where]
            elif n == 2:
                total += three[where]
            elif n == 3:
                total -= four[where]
            elif values[where] < limit:
                total += 1
        out[column] = total
        column += 1


@njit(cache=True)
def sweep(values, order, cards, class_values, by_value, qualifying):
    """The counts behind every decision: for each class of hands and each of its 47 up cards, how many dealer's hands do not
    qualify, are below the player's, and are below or equal to it.

    The dealer's hands enter the tables in the order of their value; `by_value` lists the classes in that order.
    """
    choose = choose_table()
    tables = np.zeros(52, np.int32), np.zeros(1_326, np.int32), np.zeros(22_100, np.int32), np.zeros(270_725, np.int32)
    number = len(cards)
    unqualified = np.zeros((number, 47), np.int32)
    lower = np.zeros((number, 47), np.int32)
    not_higher = np.zeros((number, 47), np.int32)
    hand = np.empty(5, np.int64)
    entered, crossed, start = 0, False, 0
    while start < number or not crossed:
        value = class_values[by_value[start]] if start < number else 1 << 30
        if not crossed and value >= qualifying:
            entered = enter(qualifying, entered, values, order, hand, choose, *tables)
            for c in range(number):
                _count(cards[c], qualifying, values, choose, unqualified[c], *tables)
            crossed = True
        if start == number:
            break
        end = start
        while end < number and class_values[by_value[end]] == value:
            end += 1
        if value >= qualifying:
            entered = enter(value, entered, values, order, hand, choose, *tables)
            for i in range(start, end):
                c = by_value[i]
                _count(cards[c], value, values, choose, lower[c], *tables)
            entered = enter(value + 1, entered, values, order, hand, choose, *tables)
            for i in range(start, end):
                c = by_value[i]
                _count(cards[c], value + 1, values, choose, not_higher[c], *tables)
        start = end
    return unqualified, lower, not_higher


@njit(cache=True)
def index(cards, choose):
    """The index of five cards in any order."""
    total = 0
    for card in cards:
        place = 1
        for other in cards:
            place += other < card
        total += choose[card, place]
    return total


@njit(cache=True)
def unrank(hand, index, choose):
    """The five cards, rising, of an index."""
    top = 51
    for k in range(5, 0, -1):
        while choose[top, k] > index:
            top -= 1
        hand[k - 1] = top
        index -= choose[top, k]
        top -= 1
