"""A battery of tests of a shuffle, which a perfect one passes and a flawed one fails given enough decks.

Decks are rows of 52 numbers, the places of the cards in a new deck. Each test counts something whose exact chances are known
for a perfect shuffle and compares by chi-square (two of them by a mean and by the farthest distance). The p-values are
two-sided, because counts that fit too well are no more random than counts that do not fit, and corrected for the number of
tests by Holm's method.
"""

from collections.abc import Sequence
from math import comb, factorial, sqrt

import msgspec
import numpy as np

from croupier.jackpots.funding import COUNTS, HANDS
from croupier.kernel.data import data_of
from croupier.odds import shuffle_kernels
from croupier.odds.shuffle_samples import Samples, coupon_chances, kolmogorov_tail, middle_chances, overlap_chances, rare_chances
from croupier.odds.solver import Array
from croupier.odds.tails import chi_square_tail, holm, normal_tail, two_sided

LEVEL = 0.001
"""A perfect shuffle fails with no more than this chance."""

FEWEST = 20_000
"""With fewer decks some counts are too small for a chi-square test."""

FIFTEEN: dict[str, list[str]] = data_of("croupier.odds", "odds.toml")["shuffle_tests"]
"""The fifteen tests that 58 Pa. Code 810a.5 names, and those here that are of their kind, made for decks of cards."""

_CARDS = 52
_LEAST_EXPECTED = 5


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """One test: its statistic, degrees of freedom (0 where it is no chi-square), p-value, and that corrected for all tests."""

    test: str
    statistic: float
    degrees: int
    p: float
    corrected: float

    @property
    def failed(self) -> bool:
        return self.corrected < LEVEL


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """All tests on so many decks."""

    decks: int
    findings: list[Finding]

    @property
    def passed(self) -> bool:
        return not any(finding.failed for finding in self.findings)


class Battery:
    """Takes decks, in as many parts as one likes, and reports on all of them together."""

    def __init__(self) -> None:
        self.decks = 0
        wide, square = np.int64, (_CARDS, _CARDS)
        self._places, self._neighbours = np.zeros(square, wide), np.zeros(square, wide)
        self._orders, self._inversions = np.zeros(120, wide), np.zeros(comb(_CARDS, 2) + 1, wide)
        self._lines = {name: np.zeros(_CARDS + 1, wide) for name in _CHANCES if name not in ("inversions", "patterns")}
        self._patterns, self._serial = np.zeros(7, wide), np.zeros(2, wide)
        self._samples = Samples()

    def add(self, decks: Array) -> None:
        """Count these decks as well: an array with a row of 52 for each; two by two they are compared with each other."""
        rising, runs, follows, in_place, colours, gaps, places_kept, followers_kept = self._lines.values()
        of_one = (rising, runs, follows, in_place, self._inversions, colours, gaps, self._patterns)
        of_two = (places_kept, followers_kept)
        shuffle_kernels.count(decks, self.decks, self._places, self._neighbours, self._orders, *of_one, *of_two, self._serial)
        self._samples.add(decks)
        self.decks += len(decks)

    def report(self) -> Report:
        """What the tests say about the decks so far."""
        if self.decks < FEWEST:
            raise ValueError(f"the tests need at least {FEWEST:,} decks, not {self.decks:,}")
        # Each card and each place comes once a deck, which leaves 51 x 51 free counts and narrows their variance by 51/52.
        narrowed = (_CARDS - 1) / _CARDS
        tests = [
            ("card by position", narrowed * _even(self._places.reshape(-1))[0], (_CARDS - 1) ** 2),
            ("pairs of neighbours", *_even(self._neighbours[~np.eye(_CARDS, dtype=bool)])),
            ("orders of five cards", *_even(self._orders)),
            *((name, *_compared(counts, _CHANCES[name])) for name, counts in self._lines.items()),
            ("inversions", *_compared(self._inversions, _CHANCES["inversions"])),
            ("poker patterns of five cards", *_compared(self._patterns, _CHANCES["patterns"])),
            ("cards until all suits have come", *_compared(self._samples.coupons, coupon_chances())),
            ("middle one of five cards", *_compared(self._samples.middle, middle_chances())),
            ("top cards common to two decks", *_compared(self._samples.overlaps, overlap_chances())),
            ("aces on top in blocks of decks", *_compared(self._samples.rare, rare_chances())),
            ("top card of every third deck", *_even(self._samples.every_third)),
        ]
        chances = [two_sided(chi_square_tail(statistic, degrees)) for _, statistic, degrees in tests]
        score, farthest = self._serial_score(), self._samples.farthest()
        named = [*tests, ("serial correlation", score, 0), ("spread of the first five cards", farthest, 0)]
        chances += [normal_tail(score), two_sided(kolmogorov_tail(farthest))]
        findings = [
            Finding(test=name, statistic=float(statistic), degrees=degrees, p=p, corrected=corrected)
            for (name, statistic, degrees), p, corrected in zip(named, chances, holm(chances), strict=True)
        ]
        return Report(decks=self.decks, findings=findings)

    def _serial_score(self) -> float:
        """The mean product of a card and the next, round the deck, against what a perfect shuffle gives, in standard errors."""
        squares = sum((2 * card - (_CARDS - 1)) ** 2 for card in range(_CARDS))
        mean = int(self._serial[0]) / self.decks
        variance = int(self._serial[1]) / self.decks - mean**2
        if variance <= 0:
            return 1e9  # all decks alike
        return (mean + squares / (_CARDS - 1)) / sqrt(variance / self.decks)


def _even(counts: Array) -> tuple[float, int]:
    """Chi-square against all cells being as likely, and its degrees of freedom."""
    expected = counts.sum() / len(counts)
    return float(((counts - expected) ** 2 / expected).sum()), len(counts) - 1


def _compared(counts: Array, chances: Sequence[float]) -> tuple[float, int]:
    """Chi-square against these chances, and its degrees of freedom; rare cells are taken together with their neighbours."""
    whole = int(counts.sum())
    cells: list[tuple[float, float]] = []
    observed = expected = 0.0
    for times, chance in zip(counts.tolist(), chances, strict=False):
        observed, expected = observed + times, expected + whole * chance
        if expected >= _LEAST_EXPECTED:
            cells.append((observed, expected))
            observed = expected = 0.0
    cells[-1] = (whole - sum(times for times, _ in cells[:-1]), cells[-1][1] + expected)
    return sum((f - e) ** 2 / e for f, e in cells), len(cells) - 1


def _eulerian() -> list[float]:
    """The chances of so many falls in a random order."""
    row = [1]
    for n in range(2, _CARDS + 1):
        wider = [0, *row, 0]
        row = [(k + 1) * wider[k + 1] + (n - k) * wider[k] for k in range(n)]
    return [number / factorial(_CARDS) for number in row]


def _derangements() -> list[int]:
    counts = [1, 0]
    for n in range(2, _CARDS + 1):
        counts.append((n - 1) * (counts[-1] + counts[-2]))
    return counts


def _matches() -> list[float]:
    """The chances of so many cards in their own place."""
    none = _derangements()
    return [comb(_CARDS, k) * none[_CARDS - k] / factorial(_CARDS) for k in range(_CARDS + 1)]


def _followers() -> list[float]:
    """The chances of so many cards followed by the card that followed them before."""
    none = _derangements()
    ways = [comb(_CARDS - 1, k) * (none[_CARDS - k] + none[_CARDS - k - 1]) for k in range(_CARDS)]
    return [number / factorial(_CARDS) for number in ways]


def _inversion_chances() -> list[float]:
    """The chances of so many pairs of cards the wrong way round: each card adds an even choice from zero to those before it."""
    chances = np.ones(1)
    for before in range(1, _CARDS):
        chances = np.convolve(chances, np.full(before + 1, 1 / (before + 1)))
    as_list: list[float] = chances.tolist()
    return as_list


def _colour_changes() -> list[float]:
    """The chances of so many changes between red and black: the runs of 26 and 26."""
    half, whole = _CARDS // 2 - 1, comb(_CARDS, _CARDS // 2)
    ways = [comb(half, changes // 2) * comb(half, (changes - 1) // 2) for changes in range(1, _CARDS)]
    return [0.0, *(2 * number / whole for number in ways)]


def _first_of_four() -> list[float]:
    """The chances of so many cards before the first of a rank."""
    return [comb(_CARDS - 1 - before, 3) / comb(_CARDS, 4) for before in range(_CARDS - 3)]


def _pattern_chances() -> list[float]:
    pairs = {"one pair": 1_098_240, "two pair": 123_552, "three of a kind": 54_912}
    one_suit = COUNTS["flush"] + COUNTS["straight flush"] + COUNTS["royal flush"]
    ways = [*pairs.values(), COUNTS["full house"], COUNTS["four of a kind"], one_suit]
    return [number / HANDS for number in (HANDS - sum(ways), *ways)]


_CHANCES: dict[str, list[float]] = {
    "rising sequences": _eulerian(),
    "runs up": _eulerian(),
    "neighbours of a new deck": _followers(),
    "cards in their new-deck place": _matches(),
    "changes of colour": _colour_changes(),
    "gap to the first of a rank": _first_of_four(),
    "places kept between decks": _matches(),
    "neighbours kept between decks": _followers(),
    "inversions": _inversion_chances(),
    "patterns": _pattern_chances(),
}
"""The exact chances of a perfect shuffle, from zero on."""
