"""numba kernels for hands of other sizes than five: every hand against every other, and whole rounds at array speed."""

import numpy as np
from numba import njit

from croupier.odds.simulation_kernels import BET, LOWEST, deal


@njit(cache=True, nogil=True)
def compared(rows, masks, places, cards, qualifying, shown, counts):
    """For each of some hands, how many dealer's hands do not qualify, lose to it, and equal it.

    By the dealer's card that is `shown`, or all of them in one column. A hand is a mask of its cards and the place of its value.
    """
    for number in range(len(rows)):
        held, place = masks[rows[number]], places[rows[number]]
        for other in range(len(masks)):
            if masks[other] & held:
                continue
            theirs = places[other]
            if theirs >= qualifying and theirs > place:
                continue
            end = 0 if theirs < qualifying else 1 if theirs < place else 2
            if shown:
                for card in cards[other]:
                    counts[number, card, end] += 1
            else:
                counts[number, 0, end] += 1


@njit(cache=True, nogil=True)
def best_five(values, choose, hand, kinds):
    """Count by kind the best five of each set of as many cards as the first `hand` has."""
    size = len(hand)
    while True:
        best = 0
        for left in range(size if size > 5 else 1):
            where, place = 0, 0
            for card in range(size):
                if card != left or size == 5:
                    place += 1
                    where += choose[hand[card], place]
            best = max(best, values[where])
        kinds[best >> 20] += 1
        at = 0
        while at < size - 1 and hand[at] + 1 == hand[at + 1]:
            hand[at] = at
            at += 1
        hand[at] += 1
        if hand[at] > 51:
            return


@njit(cache=True, nogil=True)
def _index(deck, at, size, choose):
    """The index of a hand among all hands of its size."""
    hand = np.sort(deck[at : at + size])
    where = 0
    for place in range(size):
        where += choose[hand[place], place + 1]
    return where


@njit(cache=True, nogil=True)
def run(tables, seed, first, paths, length, every, seats, ante, prizes, results, together, decisions, wealth, lowest):
    """As `simulation_kernels.run`, without changed cards and instant wins."""
    size, choose, places, kinds, actions, units, qualifying, prize_of, takes_part = tables
    deck = np.empty(52, np.uint8)
    for path in range(paths):
        stands, least = 0, 0
        for step in range(length):
            deal(seed, (first + path) * length + step, size * (seats + 1), deck)
            theirs, up = places[_index(deck, size * seats, size, choose)], deck[size * seats]
            total = 0
            for seat in range(seats):
                hand = _index(deck, size * seat, size, choose)
                action = actions[hand, up if actions.shape[1] > 1 else 0]
                mine = places[hand]
                end = 4 if action != BET else 0 if theirs < qualifying else 1 if mine > theirs else 2 if mine == theirs else 3
                won = units[kinds[hand], end]
                prize = np.int64(prize_of[hand]) if takes_part[action] else 0
                results[won + LOWEST, prize] += 1
                decisions[action] += 1
                total += won
                if seat == 0:
                    stands += won * ante + prizes[prize]
            together[total + LOWEST * seats] += 1
            least = min(least, stands)
            done = step + 1
            if path < len(wealth) and (done % every == 0 or done == length):
                wealth[path, (done - 1) // every] = stands
                lowest[path, (done - 1) // every] = least
