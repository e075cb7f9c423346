"""Further tests of a shuffle, each of one small sample of a deck: those of the classic batteries that counting whole decks leaves
out. Every deck gives one number, independent of the others, whose exact chances are known.
"""

from math import comb, exp, sqrt

import numpy as np

from croupier.odds.solver import Array

_CARDS, _RANKS, _SUITS = 52, 13, 4
_GRID = 1 << 20
_DEEP = 5
_BLOCK = 221
"""Two aces are on top once in so many decks: in a block of so many that is a rare event that comes about once."""
_EVERY = 3


class Samples:
    """Counts for these tests; decks come in parts, in their order."""

    def __init__(self) -> None:
        wide = np.int64
        self.coupons = np.zeros(_CARDS + 1, wide)
        self.middle = np.zeros(_CARDS, wide)
        self.overlaps = np.zeros(_RANKS + 1, wide)
        self.rare = np.zeros(_BLOCK + 1, wide)
        self.every_third = np.zeros(_CARDS, wide)
        self._grid = np.zeros(_GRID, wide)
        self._decks = self._aces = 0
        self._waiting = np.zeros((0, _CARDS), np.uint8)

    def add(self, decks: Array) -> None:
        self.coupons += np.bincount(_until_all_suits(decks), minlength=_CARDS + 1)
        self.middle += np.bincount(np.sort(decks[:, :_DEEP], axis=1)[:, _DEEP // 2], minlength=_CARDS)
        self.every_third += np.bincount(decks[-self._decks % _EVERY :: _EVERY, 0], minlength=_CARDS)
        self._grid += np.bincount(_on_the_grid(decks), minlength=_GRID)
        self._add_pairs(decks)
        self._add_aces(decks)
        self._decks += len(decks)

    def _add_pairs(self, decks: Array) -> None:
        """Two by two: how many of the top cards of one deck are among those of the next."""
        both = np.concatenate((self._waiting, decks)) if len(self._waiting) else decks
        even = len(both) // 2 * 2
        self._waiting = both[even:].copy()
        here = np.zeros((even, _CARDS), bool)
        np.put_along_axis(here, both[:even, :_RANKS].astype(np.intp), values=True, axis=1)
        common = (here[0::2] & here[1::2]).sum(axis=1)
        self.overlaps += np.bincount(common, minlength=_RANKS + 1)

    def _add_aces(self, decks: Array) -> None:
        """Block by block: how often two cards of the first rank are on top."""
        hits = ((decks[:, 0] // _SUITS == 0) & (decks[:, 1] // _SUITS == 0)).astype(np.int64)
        first = self._decks % _BLOCK
        ends = np.arange(_BLOCK - first, len(hits) + 1, _BLOCK)
        sums = np.concatenate(([0], np.cumsum(hits)))
        if not len(ends):
            self._aces += int(sums[-1])
            return
        blocks = np.diff(sums[np.concatenate(([0], ends))])
        blocks[0] += self._aces
        self.rare += np.bincount(blocks, minlength=_BLOCK + 1)
        self._aces = int(sums[-1] - sums[ends[-1]])

    def farthest(self) -> float:
        """How far the decks, each as one number from zero to one, are from being evenly spread, in the measure of Kolmogorov."""
        whole = int(self._grid.sum())
        so_far = np.cumsum(self._grid) / whole
        return float(np.abs(so_far - np.arange(1, _GRID + 1) / _GRID).max() * sqrt(whole))


def _until_all_suits(decks: Array) -> Array:
    """How many cards it takes until all suits have come."""
    suits = decks % _SUITS
    firsts = np.stack([(suits == suit).argmax(axis=1) for suit in range(_SUITS)])
    draws: Array = firsts.max(axis=0) + 1
    return draws


def _on_the_grid(decks: Array) -> Array:
    """The first cards of each deck as one number: which of all their orders it is, on a grid."""
    number = np.zeros(len(decks), np.int64)
    for place in range(_DEEP):
        smaller = (decks[:, :place] < decks[:, place : place + 1]).sum(axis=1)
        number = number * (_CARDS - place) + decks[:, place] - smaller
    orders = 1
    for place in range(_DEEP):
        orders *= _CARDS - place
    cells: Array = number * _GRID // orders
    return cells


def coupon_chances(cards: int = _CARDS, suits: int = _SUITS) -> list[float]:
    """The chances that it takes so many cards until all suits have come."""
    per_suit = cards // suits

    def longer(drawn: int) -> float:
        ways: int = sum((-1) ** (k + 1) * comb(suits, k) * comb(cards - per_suit * k, drawn) for k in range(1, suits))
        return ways / comb(cards, drawn)

    return [0.0, *(longer(drawn - 1) - longer(drawn) if drawn > 1 else 0.0 for drawn in range(1, cards + 1))]


def middle_chances(cards: int = _CARDS, deep: int = _DEEP) -> list[float]:
    """The chances of the middle one of so many cards."""
    half = deep // 2
    return [comb(card, half) * comb(cards - 1 - card, half) / comb(cards, deep) for card in range(cards)]


def overlap_chances(cards: int = _CARDS, top: int = _RANKS) -> list[float]:
    """The chances of so many cards among the top ones of two decks."""
    return [comb(top, common) * comb(cards - top, top - common) / comb(cards, top) for common in range(top + 1)]


def rare_chances(decks: int = _BLOCK) -> list[float]:
    """The chances of two aces on top so often in a block of decks."""
    chance = comb(_SUITS, 2) / comb(_CARDS, 2)
    return [comb(decks, times) * chance**times * (1 - chance) ** (decks - times) for times in range(decks + 1)]


def kolmogorov_tail(distance: float) -> float:
    """The chance that an even spread is farther off than this, for many samples.

    >>> round(kolmogorov_tail(1.3581), 4), round(kolmogorov_tail(1.9495), 4)
    (0.05, 0.001)
    """
    if distance < 0.2:
        return 1.0
    terms = (exp(-2 * (k * distance) ** 2) * (1 if k % 2 else -1) for k in range(1, 101))
    return max(0.0, min(1.0, 2 * sum(terms)))
