"""numba kernels of the poker showdown: hands valued by table, and whole decks of boards counted by their ranks.

All but `bits` are in this one file: numba's cache does not see edits elsewhere. Cards are numbered as in `kernels`, rank times
four plus suit, and values are packed in the same way: the category above bit 20, then five ranks of four bits.

A hand without a flush is known by its ranks alone. Each rank has a large number of its own, the *key* of a hand is their sum,
and a perfect hash finds the value by the key. The low sixteen bits of a card's key count its suit: four bits a suit, starting
from three, so that the fifth card of a suit sets the top bit of the four.
"""

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from croupier.odds.kernels import bits

SUITED = 0x8888
"""The bits of a key that say: five cards or more of one suit."""

NO_SUITS = 0x3333
"""Where the counting of suits starts."""


class Tables(NamedTuple):
    """What the kernels look up; `croupier.odds.lookup_tables` builds it.

    Five ranks have a number, which `five_slots` gives. `multisets` lists rows of up to five ranks by their size, and what
    goes with each: its key, its low cards, and its mask where all ranks differ, else -1.
    """

    card_keys: Any
    rank_keys: Any
    seven_shifts: Any
    seven_slots: Any
    five_shifts: Any
    five_slots: Any
    flush: Any
    pair_number: Any
    omaha_best: Any
    low_bit: Any
    low: Any
    omaha_low: Any
    multisets: Any
    multiset_ends: Any
    multiset_keys: Any
    multiset_lows: Any
    multiset_masks: Any
    choose: Any


@njit(cache=True)
def slot(key, shifts, slots):
    """Where the perfect hash keeps the entry for a key of ranks."""
    return ((key >> 13) + shifts[key & (len(shifts) - 1)]) & (len(slots) - 1)


@njit(cache=True)
def suited_ranks(cards, suits):
    """The ranks of those cards whose suit has its bit set."""
    mask = 0
    for card in cards:
        if (suits >> (4 * (card & 3) + 3)) & 1:
            mask |= 1 << (card >> 2)
    return mask


@njit(cache=True, nogil=True)
def seven_census(top, t, highs, lows):
    """Count by category, and by number of the low, all hands of seven cards whose highest card is `top`."""
    card_keys, shifts, slots, flush, low_bit, low_of = (t.card_keys, t.seven_shifts, t.seven_slots, t.flush, t.low_bit, t.low)
    hand = np.zeros(7, np.int64)
    hand[6] = top
    for f in range(5, top):
        hand[5] = f
        for e in range(4, f):
            hand[4] = e
            for d in range(3, e):
                hand[3] = d
                for c in range(2, d):
                    hand[2] = c
                    key5, low5 = NO_SUITS, 0
                    for j in range(2, 7):
                        key5 += card_keys[hand[j]]
                        low5 |= low_bit[hand[j] >> 2]
                    for b in range(1, c):
                        hand[1] = b
                        key6, low6 = key5 + card_keys[b], low5 | low_bit[b >> 2]
                        for a in range(b):
                            key = key6 + card_keys[a]
                            if key & SUITED:
                                hand[0] = a
                                highs[flush[suited_ranks(hand, key & SUITED)] >> 20] += 1
                            else:
                                highs[slots[slot(key >> 16, shifts, slots)] >> 20] += 1
                            lows[low_of[low6 | low_bit[a >> 2]]] += 1


@njit(cache=True)
def straight_of_both(mine, theirs):
    """The top rank of the best straight of two ranks of one mask and three of the other, or -1; five-high is rank 3."""
    for top in range(12, 2, -1):
        run = 31 << (top - 4) if top > 3 else 0b1000000001111
        if (mine | theirs) & run == run and bits(mine & run) == 2:
            return top
    return -1


@njit(cache=True)
def omaha_flush(mine, theirs, t):
    """The best flush of two ranks of one mask and three of the other, or 0."""
    if bits(mine) < 2 or bits(theirs) < 3:
        return np.int32(0)
    top = straight_of_both(mine, theirs)
    if top >= 0:
        return t.flush[31 << (top - 4) if top > 3 else 0b1000000001111]
    while bits(mine) > 2:  # the highest two and three: no other choice is higher in any place
        mine &= mine - 1
    while bits(theirs) > 3:
        theirs &= theirs - 1
    return t.flush[mine | theirs]


@njit(cache=True, inline="always")
def _winners(values):
    """A bit for each player who has the greatest value."""
    best, winners = values[0], 1
    for p in range(1, len(values)):
        bit = 1 << p
        winners = bit if values[p] > best else (winners | bit if values[p] == best else winners)
        best = max(best, values[p])
    return winners


@njit(cache=True, inline="always")
def _ways(multisets, n, size, left, choose):
    """In how many ways the ranks of a multiset can be dealt from so many cards left of each."""
    ways, run = 1, 0
    for j in range(size):
        rank = multisets[n, j]
        run = run + 1 if j and multisets[n, j - 1] == rank else 1
        if j + 1 == size or multisets[n, j + 1] != rank:
            ways *= choose[left[rank], run]
    return ways


@njit(cache=True)
def _cards_left(hands, board, gone):
    """The ranks of each suit in every hand and, last, on the board; those still to come; and how many are left of each rank."""
    players = len(hands)
    suited, unseen, left = np.zeros((players + 1, 4), np.int64), np.zeros(4, np.int64), np.zeros(13, np.int64)
    for p in range(players):
        for card in hands[p]:
            suited[p, card & 3] |= 1 << (card >> 2)
            gone |= 1 << card
    for card in board:
        suited[players, card & 3] |= 1 << (card >> 2)
        gone |= 1 << card
    for card in range(52):
        if not (gone >> card) & 1:
            unseen[card & 3] |= 1 << (card >> 2)
            left[card >> 2] += 1
    return suited, unseen, left


@njit(cache=True)
def _ranks_held(hands, t):
    """Of each hand the key, the low cards and, where two of four cards count, the numbers of its six pairs of ranks."""
    players, size = hands.shape
    keys, lows, pairs = np.zeros(players, np.int64), np.zeros(players, np.int64), np.zeros((players, 6), np.int64)
    for p in range(players):
        pair = 0
        for i in range(size):
            rank = hands[p, i] >> 2
            keys[p] += t.rank_keys[rank]
            lows[p] |= t.low_bit[rank]
            for j in range(i if size == 4 else 0):
                pairs[p, pair] = t.pair_number[rank, hands[p, j] >> 2]
                pair += 1
    return keys, lows, pairs


@njit(cache=True, nogil=True)
def showdowns(hi_lo, hands, board, gone, t, pots):
    """Book the showdowns of these hands on every board that the cards left can complete.

    `pots` counts by who wins: a bit for each player with the best high and above those, where there is a low, for the best low.
    `gone` has a bit for each card that is out of play besides hands and board. A hand has two cards, or four of which two count.
    Boards are counted by their ranks as if there were no flushes. Then, suit by suit, those on which someone has a flush are
    booked again as what they are: at most one suit has three cards on the board.
    """
    players, four_cards = len(hands), hands.shape[1] == 4
    suited, unseen, left = _cards_left(hands, board, gone)
    hole_keys, hole_lows, pairs = _ranks_held(hands, t)
    board_key, board_low = 0, 0
    for card in board:
        board_key += t.rank_keys[card >> 2]
        board_low |= t.low_bit[card >> 2]
    # Tables are bound outside the loops: access through the tuple in each turn doubles the time.
    multisets, choose, ends, keys, low_masks = t.multisets, t.choose, t.multiset_ends, t.multiset_keys, t.multiset_lows
    seven_shifts, seven_slots, low_of = t.seven_shifts, t.seven_slots, t.low
    five_shifts, five_slots, omaha_best, omaha_low_of = t.five_shifts, t.five_slots, t.omaha_best, t.omaha_low
    to_come = 5 - len(board)
    values, lows, flushes = np.zeros(players, np.int32), np.zeros(players, np.int32), np.zeros(players, np.int32)
    others, other_ways = np.zeros(13, np.int64), np.zeros(91, np.int64)
    for suit in range(-1, 4):
        fewest, most = 0, 0  # how many cards to come are of the suit; at first no suit is looked at
        for r in range(13):
            others[r] = left[r]
        if suit >= 0:
            longest = 0
            for p in range(players):
                longest = max(longest, bits(suited[p, suit]))
            there = bits(suited[players, suit])
            fewest, most = max(0, 3 - there if four_cards else 5 - longest - there), to_come
            if fewest > to_come or (four_cards and longest < 2):
                continue
            for r in range(13):
                others[r] -= (unseen[suit] >> r) & 1
        for size in range(fewest, most + 1):
            first, last = ends[to_come - size], ends[to_come - size + 1]
            if suit >= 0:
                for n in range(first, last):  # two cards of other suits at most
                    other_ways[n - first] = _ways(multisets, n, to_come - size, others, choose)
            for n in range(ends[size], ends[size + 1]):
                if suit >= 0:
                    mask = t.multiset_masks[n]
                    if mask & ~unseen[suit]:
                        continue
                    anyone = False
                    for p in range(players):
                        if four_cards:
                            flushes[p] = omaha_flush(suited[p, suit], suited[players, suit] | mask, t)
                        else:
                            flushes[p] = t.flush[suited[p, suit] | suited[players, suit] | mask]
                        anyone = anyone or flushes[p] > 0
                    if not anyone:
                        continue
                for other in range(first, last):
                    ways = other_ways[other - first] if suit >= 0 else _ways(multisets, other, to_come, others, choose)
                    if not ways:
                        continue
                    key = board_key + keys[n] + keys[other]
                    low_mask = board_low | low_masks[n] | low_masks[other]
                    if four_cards:
                        row = five_slots[slot(key, five_shifts, five_slots)]
                        for p in range(players):
                            best = np.int32(0)
                            for j in range(6):
                                best = max(best, omaha_best[row, pairs[p, j]])
                            values[p] = best
                            if hi_lo:
                                lows[p] = omaha_low_of[hole_lows[p], low_mask]
                    else:
                        for p in range(players):
                            values[p] = seven_slots[slot(hole_keys[p] + key, seven_shifts, seven_slots)]
                            if hi_lo:
                                lows[p] = low_of[hole_lows[p] | low_mask]
                    lowest = _winners(lows) << players if hi_lo and max(lows) else 0
                    before = lowest | _winners(values)
                    if suit < 0:
                        pots[before] += ways
                    else:
                        for p in range(players):
                            values[p] = max(values[p], flushes[p])
                        pots[before] -= ways
                        pots[lowest | _winners(values)] += ways


@njit(cache=True, nogil=True)
def after_discards(hi_lo, hands, sizes, board, gone, shares, t, pots):
    """Book the showdowns of players who first discard one of three cards, if they hold three, in the order of their seats.

    Cards are face up: each discards what leaves the greatest share of the pot, given the answers of those who follow and no card
    to come. Of equal choices the card named first goes. `shares[pot, player]` says what a pot brings, as whole numbers.
    """
    players, ways = len(hands), 1
    options = np.ones(players, np.int64)
    for p in range(players):
        if sizes[p] == 3:
            options[p] = 3
        ways *= options[p]
    trials, worth = np.zeros((ways, len(pots)), np.int64), np.zeros((ways, players), np.int64)
    kept = np.empty((players, 2), np.int64)
    for way in range(ways):
        rest, out = way, gone
        for p in range(players - 1, -1, -1):
            kept[p, 0], kept[p, 1] = hands[p, 0], hands[p, 1]
            if sizes[p] == 3:
                gives = rest % 3
                out |= 1 << hands[p, gives]
                if gives < 2:
                    kept[p, gives] = hands[p, 2]
            rest //= options[p]
        showdowns(hi_lo, kept, board, out, t, trials[way])
        for pot in range(len(pots)):
            if trials[way, pot]:
                for p in range(players):
                    worth[way, p] += trials[way, pot] * shares[pot, p]
    chosen, left = np.arange(ways), ways
    for p in range(players - 1, -1, -1):
        left //= options[p]
        for group in range(left):
            best = chosen[group * options[p]]
            for choice in range(1, options[p]):
                other = chosen[group * options[p] + choice]
                if worth[other, p] > worth[best, p]:
                    best = other
            chosen[group] = best
    for pot in range(len(pots)):
        pots[pot] += trials[chosen[0], pot]


@njit(cache=True, nogil=True)
def count(hi_lo, hands, sizes, weights, boards, gone, discarding, shares, t, pots):
    """Book every showdown of each row of hands, from each of the boards that hold none of its cards, as often as it weighs."""
    some = np.zeros(len(pots), np.int64)
    for n in range(len(hands)):
        held = _held(hands[n], sizes)
        some[:] = 0
        for b in range(len(boards)):
            if not _clear(boards[b], held):
                continue
            if discarding:
                after_discards(hi_lo, hands[n], sizes, boards[b], gone, shares, t, some)
            else:
                showdowns(hi_lo, hands[n], boards[b], gone, t, some)
        for pot in range(len(pots)):
            pots[pot] += some[pot] * weights[n]


@njit(cache=True, nogil=True)
def _held(hands, sizes):
    """The cards of one row of hands, as bits."""
    held = 0
    for p in range(len(hands)):
        for j in range(sizes[p]):
            held |= 1 << hands[p, j]
    return held


@njit(cache=True, nogil=True)
def _clear(board, held):
    clear = True
    for card in board:
        clear = clear and not (held >> card) & 1
    return clear


@njit(cache=True, nogil=True)
def sample(hi_lo, number, seed, choices, upto, starts, sizes, board, deal_to, gone, discarding, shares, t, pots, moments):
    """Book this many deals at random; false if the hands of the ranges hardly ever fit together.

    Player p holds one of the rows from `starts[p]` to `starts[p + 1]` of `choices`, by the running sums of weights in `upto`, or
    any cards at all where there are no such rows. The board is dealt up to `deal_to` cards. Where players discard, a deal is
    worth its mean over the cards still to come, and `moments` takes the sum of each player's shares and of their squares.
    """
    np.random.seed(seed)
    players = len(sizes)
    hands, cards = np.zeros((players, choices.shape[1]), np.int64), np.zeros(deal_to, np.int64)
    some = np.zeros(len(pots) if discarding else 0, np.int64)
    known = gone
    for j in range(len(board)):
        cards[j] = board[j]
        known |= 1 << board[j]
    for _ in range(number):
        tries, clash, used = 0, True, known
        while clash:
            clash, used = False, known
            for p in range(players):
                if clash or starts[p] == starts[p + 1]:
                    continue
                low, high = starts[p], starts[p + 1] - 1
                mark = np.random.randint(0, upto[high])
                while low < high:
                    middle = (low + high) // 2
                    if upto[middle] > mark:
                        high = middle
                    else:
                        low = middle + 1
                for j in range(sizes[p]):
                    hands[p, j] = choices[low, j]
                    clash = clash or (used >> choices[low, j]) & 1 == 1
                    used |= 1 << choices[low, j]
            tries += 1
            if clash and tries == 100_000:
                return False
        for p in range(players):
            if starts[p] == starts[p + 1]:
                for j in range(sizes[p]):
                    hands[p, j] = _draw(used)
                    used |= 1 << hands[p, j]
        for j in range(len(board), deal_to):
            cards[j] = _draw(used)
            used |= 1 << cards[j]
        if discarding:
            some[:] = 0
            after_discards(hi_lo, hands, sizes, cards, gone, shares, t, some)
            total = some.sum()
            for p in range(players):
                share = 0.0
                for pot in range(len(pots)):
                    share += some[pot] * shares[pot, p]
                moments[0, p] += share / total
                moments[1, p] += (share / total) ** 2
            pots += some
        else:
            showdowns(hi_lo, hands, cards, gone, t, pots)
    return True


@njit(cache=True)
def _draw(used):
    """A random card that is not used yet."""
    card = np.random.randint(0, 52)
    while (used >> card) & 1:
        card = np.random.randint(0, 52)
    return card
