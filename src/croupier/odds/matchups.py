"""Counting pots: who wins how often when these ranges meet, over all deals or a sample of them.

The result is an array over *pots*: bit p of the index says that player p has the best high, and bit p above those that player p
has the best low, if there is one.
"""

from itertools import combinations, permutations
from math import gcd, lcm, prod

import msgspec
import numpy as np

from croupier.kernel.cards import CardError
from croupier.odds import showdown_kernels as kernels
from croupier.odds.lookup_tables import Array, tables
from croupier.odds.ranges import Range
from croupier.odds.threads import Progress, side_by_side

MOST_MATCHUPS = 4_000_000
"""If there are more choices of hands than this, they are not listed one by one."""

_PART_SECONDS = 0.25
_SHOWDOWNS = {5: 0.6e-3, 2: 6e-6, 1: 2e-6, 0: 1e-6}
_FEWEST_SAMPLES, _MOST_SAMPLES, _SAMPLING_SECONDS = 1_000, 1_000_000, 15.0


class Spot(msgspec.Struct, frozen=True, kw_only=True):
    """Ranges that meet on a board. `gone` are the dead cards as bits; no hand of a range holds one of those or of the board.

    `anything` lists the players whose range is every hand, so that any cards left will do.
    `discard_on` is the size of the board on which hands of three cards give one up, if there are such hands.
    """

    ranges: tuple[Range, ...]
    board: tuple[int, ...]
    gone: int
    anything: tuple[bool, ...]
    hi_lo: bool
    discard_on: int = -1

    @property
    def players(self) -> int:
        return len(self.ranges)

    @property
    def discarding(self) -> bool:
        return self.discard_on >= 0

    @property
    def sizes(self) -> Array:
        return np.array([hand_range.size for hand_range in self.ranges])

    @property
    def pots(self) -> Array:
        return np.zeros(1 << self.players * (2 if self.hi_lo else 1), np.int64)

    @property
    def shares(self) -> Array:
        """What each pot brings each player who must choose a discard, in whole numbers; empty if nobody must."""
        if not self.discarding:
            return np.zeros((0, self.players), np.int64)
        unit = share_unit(self.players)
        rows = [pot_shares(pot, self.players, unit) for pot in range(len(self.pots))]
        return np.array(rows, np.int64)

    @property
    def seconds_each(self) -> float:
        """About how long one choice of hands takes on the board from which boards are counted."""
        counted_from = self.discard_on if self.discarding else len(self.board)
        cards = 3 if max(self.sizes) == 4 else 1
        ways = prod(3 for size in self.sizes if size == 3)
        return _SHOWDOWNS[5 - counted_from] * self.players * cards * ways

    @property
    def samples(self) -> int:
        """The default number of deals to sample: as many as take some seconds."""
        seconds = self.seconds_each if self.discarding else _SHOWDOWNS[0]
        return min(_MOST_SAMPLES, max(_FEWEST_SAMPLES, int(_SAMPLING_SECONDS / seconds)))


def share_unit(players: int) -> int:
    """The pot in whole units, so that half of it can be shared by any number of players."""
    return 2 * lcm(*range(1, players + 1))


def pot_shares(pot: int, players: int, unit: int) -> list[int]:
    """What each player gets of a pot of that many units."""
    high, low = pot & ((1 << players) - 1), pot >> players
    if not high:
        return [0] * players
    for_high = (unit // 2 if low else unit) // high.bit_count()
    for_low = unit // 2 // low.bit_count() if low else 0
    return [(high >> p & 1) * for_high + (low >> p & 1) * for_low for p in range(players)]


class Work(msgspec.Struct, frozen=True, kw_only=True):
    """Every choice of hands that fit together, suit-equivalent ones once, and the boards to start from."""

    spot: Spot
    hands: Array
    weights: Array
    boards: Array

    @property
    def seconds(self) -> float:
        """About how long one processor takes to count it."""
        return len(self.hands) * len(self.boards) * self.spot.seconds_each


def work(spot: Spot) -> Work | None:
    """What an exact answer has to count; None if there are too many choices of hands to list."""
    if prod(len(hand_range.hands) for hand_range in spot.ranges) > MOST_MATCHUPS:
        return None
    picks, weights = _choices(spot)
    if spot.players == 2 or not spot.discarding:  # of equal discards the first goes, so with three players suits would matter
        picks, weights = _up_to_suits(picks, weights, spot)
    width = max(spot.sizes)
    hands = np.stack([_wide(hand_range.hands, width)[picks[:, p]] for p, hand_range in enumerate(spot.ranges)], axis=1)
    boards = np.array([spot.board], np.int64).reshape(1, -1)
    if spot.discarding and len(spot.board) < spot.discard_on:
        unseen = [card for card in range(52) if not spot.gone >> card & 1]
        boards = np.array(list(combinations(unseen, spot.discard_on)), np.int64)
    return Work(spot=spot, hands=hands, weights=weights, boards=boards)


def count(work: Work, progress: Progress | None = None) -> Array:
    """The pots of every deal, by weight."""
    spot = work.spot
    if sum(map(int, work.weights)) * 3_000_000 * len(work.boards) >= 1 << 62:
        raise CardError("the weights are too fine to count exactly: write fewer decimals")
    a_part = max(1, int(_PART_SECONDS / spot.seconds_each))
    hand_step, board_step = max(1, a_part // len(work.boards)), a_part
    parts = [
        (slice(hand, hand + hand_step), slice(board, board + board_step))
        for hand in range(0, len(work.hands), hand_step)
        for board in range(0, len(work.boards), board_step)
    ]
    t, shares, sizes, given = tables(), spot.shares, spot.sizes, (spot.gone, spot.discarding)

    def part(place: tuple[slice, slice]) -> Array:
        some, (hands, boards) = spot.pots, place
        dealt = (work.hands[hands], sizes, work.weights[hands], work.boards[boards])
        kernels.count(spot.hi_lo, *dealt, *given, shares, t, some)
        return some

    pots = spot.pots
    if progress:
        progress(0, len(parts))
    for some in side_by_side(part, parts, progress):
        pots += some
    return pots


def sample(spot: Spot, samples: int, seed: int, progress: Progress | None = None) -> tuple[Array, Array]:
    """The pots of so many random deals, and if players discard, the sums of their shares and squares, in share units.

    The same seed gives the same answer on any number of processors.
    """
    seconds = spot.seconds_each if spot.discarding else _SHOWDOWNS[0] * spot.players
    step = max(1, min(int(_PART_SECONDS / seconds), samples))
    sizes = [min(step, samples - first) for first in range(0, samples, step)]
    seeds = np.random.SeedSequence(seed).generate_state(len(sizes)).tolist()
    ranges = [hand_range for hand_range, anything in zip(spot.ranges, spot.anything, strict=True) if not anything]
    width = max(spot.sizes)
    choices = np.concatenate([np.zeros((0, width), np.int64), *(_wide(hand_range.hands, width) for hand_range in ranges)])
    upto = np.concatenate([np.zeros(0, np.int64), *(np.cumsum(hand_range.weights) for hand_range in ranges)])
    lengths = (0 if anything else len(hand_range.hands) for hand_range, anything in zip(spot.ranges, spot.anything, strict=True))
    starts = np.cumsum([0, *lengths])
    deal_to = spot.discard_on if spot.discarding else 5
    board, hand_sizes, shares, t = np.array(spot.board, np.int64), spot.sizes, spot.shares, tables()

    def part(which: int) -> tuple[Array, Array]:
        pots, moments = spot.pots, np.zeros((2, spot.players))
        if not kernels.sample(
            spot.hi_lo, sizes[which], seeds[which], choices, upto, starts, hand_sizes, board, deal_to, spot.gone,
            spot.discarding, shares, t, pots, moments,
        ):  # fmt: skip
            raise CardError("these ranges hardly ever fit together: too many of their hands share a card")
        return pots, moments

    pots, moments = spot.pots, np.zeros((2, spot.players))
    if progress:
        progress(0, len(sizes))
    for some, more in side_by_side(part, range(len(sizes)), progress):
        pots += some
        moments += more
    return pots, moments


def _choices(spot: Spot) -> tuple[Array, Array]:
    """Every choice of one hand from each range without a common card, by their places in the ranges, and its weight."""
    picks = np.zeros((1, 0), np.int32)
    weights, used = np.ones(1, np.int64), np.zeros(1, np.int64)
    for hand_range in spot.ranges:
        mine = (np.int64(1) << hand_range.hands.astype(np.int64)).sum(axis=1)
        least = hand_range.weights // gcd(*hand_range.weights.tolist())
        if len(weights) and float(weights.max()) * float(least.max()) >= 2.0**62:
            raise CardError("the weights are too fine to count exactly: write fewer decimals")
        before, this = np.nonzero(used[:, None] & mine[None, :] == 0)
        picks = np.concatenate([picks[before], this[:, None].astype(np.int32)], axis=1)
        weights = weights[before] * least[this]
        used = used[before] | mine[this]
    if not len(picks):
        raise CardError("the hands of these ranges do not fit together: they need the same cards")
    return picks, weights


def _up_to_suits(picks: Array, weights: Array, spot: Spot) -> tuple[Array, Array]:
    """One of all choices of hands that a change of suits maps to one another; board and dead cards must stay the same."""
    least = np.full(picks.shape, 1 << 62, np.int64)
    for suits in permutations(range(4)):
        renamed = np.array([card & ~3 | suits[card & 3] for card in range(52)])
        if {int(renamed[card]) for card in spot.board} != set(spot.board) or _renamed(spot.gone, renamed) != spot.gone:
            continue
        bits = np.empty(picks.shape, np.int64)
        for p, hand_range in enumerate(spot.ranges):
            bits[:, p] = (np.int64(1) << renamed[hand_range.hands]).sum(axis=1)[picks[:, p]]
        smaller, same = np.zeros(len(picks), bool), np.ones(len(picks), bool)
        for p in range(spot.players):
            smaller |= same & (bits[:, p] < least[:, p])
            same &= bits[:, p] == least[:, p]
        least[smaller] = bits[smaller]
    order = np.lexsort(least.T)
    ordered = least[order]
    firsts = np.nonzero(np.concatenate([[True], (ordered[1:] != ordered[:-1]).any(axis=1)]))[0]
    return picks[order[firsts]], np.add.reduceat(weights[order], firsts)


def _renamed(cards: int, renamed: Array) -> int:
    return sum(1 << int(renamed[card]) for card in range(52) if cards >> card & 1)


def _wide(hands: Array, width: int) -> Array:
    """The hands as whole rows; a card that a shorter hand lacks is written 0 and never read."""
    rows = np.zeros((len(hands), width), np.int64)
    rows[:, : hands.shape[1]] = hands
    return rows
