"""How often each hand comes: exact counts over all deals of a game.

Seven cards are counted hand by hand. Omaha has 463,563,500,400 deals: they are grouped by the ranks in the hand and
those on the board. Without a flush, ranks alone decide what a deal is worth; how many deals of those ranks have a flush, or a
straight flush, is calculated from the ways in which one suit can be among them.
"""

from collections.abc import Callable

import msgspec
import numpy as np
from numba import njit

from croupier.kernel.hands import Category
from croupier.odds import showdown_kernels
from croupier.odds.lookup_tables import Array, low_values, multisets, tables
from croupier.odds.showdown_kernels import straight_of_both
from croupier.odds.threads import Progress, side_by_side


class Frequencies(msgspec.Struct, frozen=True, kw_only=True):
    """The deals in which the best high is of each category, and the best low has each highest rank."""

    deals: int
    high: dict[Category, int]
    low: dict[int, int]

    @property
    def no_low(self) -> int:
        return self.deals - sum(self.low.values())


def seven_cards(progress: Progress | None = None) -> Frequencies:
    """All hands of seven cards, such as hold'em gives with the board."""

    def top(card: int) -> tuple[Array, Array]:
        highs, lows = np.zeros(12, np.int64), np.zeros(57, np.int64)
        showdown_kernels.seven_census(card, tables(), highs, lows)
        return highs, lows

    return _summed(top, range(51, 5, -1), progress)


def omaha(progress: Progress | None = None) -> Frequencies:
    """All hands of four cards with all boards, two of the hand and three of the board counting."""
    t = tables()
    holes, boards = multisets(4), multisets(5)

    def part(first: int) -> tuple[Array, Array]:
        highs, lows = np.zeros(12, np.int64), np.zeros(57, np.int64)
        mine = holes[first::_PARTS]
        omaha_census(mine, boards, t.omaha_best, t.pair_number, t.low_bit, t.omaha_low, t.choose, highs, lows)
        return highs, lows

    return _summed(part, range(_PARTS), progress)


_PARTS = 65


def _summed(work: Callable[[int], tuple[Array, Array]], parts: range, progress: Progress | None) -> Frequencies:
    highs, lows = np.zeros(12, np.int64), np.zeros(57, np.int64)
    for high, low in side_by_side(work, parts, progress):
        highs += high
        lows += low
    tops: dict[int, int] = {}
    for value, number in zip(low_values()[1:].tolist(), lows[1:].tolist(), strict=True):
        rank = 15 - (value >> 16 & 15)
        tops[rank] = tops.get(rank, 0) + number
    categories = {Category(n): number for n, number in enumerate(highs.tolist()) if number}
    return Frequencies(deals=int(highs.sum()), high=categories, low=dict(sorted(tops.items())))


@njit(cache=True, nogil=True)
def omaha_census(holes, boards, omaha_best, pair_number, low_bit, omaha_low, choose, highs, lows):
    """Count deals by category and by number of the low, for rows of ranks in the hand and on the board.

    `boards` has all rows of five ranks, in the order of the rows of `omaha_best`.
    """
    mine, theirs = np.zeros(13, np.int64), np.zeros(13, np.int64)
    plain, ours, shared = np.zeros(13, np.int64), np.zeros(13, np.int64), np.zeros(13, np.int64)
    spread = np.zeros((3, 4), np.int64)
    pairs = np.zeros(6, np.int64)
    for h in range(len(holes)):
        mine[:] = 0
        my_low, my_mask, n = 0, 0, 0
        for i in range(4):
            mine[holes[h, i]] += 1
            my_low |= low_bit[holes[h, i]]
            my_mask |= 1 << holes[h, i]
            for j in range(i):
                pairs[n] = pair_number[holes[h, i], holes[h, j]]
                n += 1
        for b in range(len(boards)):
            theirs[:] = 0
            their_low, their_mask = 0, 0
            for r in boards[b]:
                theirs[r] += 1
                their_low |= low_bit[r]
                their_mask |= 1 << r
            deals = 1
            for r in range(13):
                if mine[r] + theirs[r] > 4:
                    deals = 0
                    break
                deals *= choose[4, mine[r]] * choose[4 - mine[r], theirs[r]]
            if not deals:
                continue
            best = 0
            for n in range(6):
                best = max(best, omaha_best[b, pairs[n]])
            category = best >> 20
            lows[omaha_low[my_low, their_low]] += deals
            # One suit: the ways in which a rank is without it, with it in the hand, and with it on the board; then the
            # ways by how many cards of it are in the hand, two standing for more, and on the board, three standing for more.
            spread[:] = 0
            spread[0, 0] = 1
            for r in range(13):
                x, y = mine[r], theirs[r]
                plain[r] = choose[3, x] * choose[3 - x, y] if x + y < 4 else 0
                ours[r] = choose[3, x - 1] * choose[4 - x, y] if x else 0
                shared[r] = choose[3, y - 1] * choose[4 - y, x] if y else 0
                if x + y:
                    for i in range(2, -1, -1):
                        for j in range(3, -1, -1):
                            stay = plain[r] + (ours[r] if i == 2 else 0) + (shared[r] if j == 3 else 0)
                            ways = spread[i, j] * stay
                            if i:
                                ways += spread[i - 1, j] * ours[r]
                            if j:
                                ways += spread[i, j - 1] * shared[r]
                            spread[i, j] = ways
            flushes = 4 * spread[2, 3]
            straights, royals = 0, 0
            if flushes and category >= 4:
                straights, royals = _straight_flushes(my_mask, their_mask, plain, ours, shared)
            highs[11] += royals
            highs[8] += straights
            if category >= 6:
                highs[category] += deals - straights - royals
            else:
                highs[category] += deals - flushes
                highs[5] += flushes - straights - royals


@njit(cache=True)
def _straight_flushes(my_mask, their_mask, plain, ours, shared):
    """The deals with a straight flush short of a royal, and with a royal, in any suit."""
    straights, royals = 0, 0
    mine = my_mask
    while mine:  # every choice of the hand's ranks that are in the suit, then of the board's
        if mine & (mine - 1) and straight_of_both(mine, their_mask & ~mine) >= 0:
            theirs = their_mask & ~mine
            while theirs:
                top = straight_of_both(mine, theirs)
                if top >= 0:
                    ways = 4
                    for r in range(13):
                        bit = 1 << r
                        if mine & bit:
                            ways *= ours[r]
                        elif theirs & bit:
                            ways *= shared[r]
                        else:
                            ways *= plain[r]
                    if top == 12:
                        royals += ways
                    else:
                        straights += ways
                theirs = (theirs - 1) & their_mask & ~mine
        mine = (mine - 1) & my_mask
    return straights, royals
