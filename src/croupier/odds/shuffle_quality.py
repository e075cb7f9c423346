"""A battery of tests of a shuffle. A perfect one passes; a flawed one fails, given enough decks.

Decks are rows of 52 numbers, the places of the cards in a new deck. Each test counts something whose exact chances are known
for a perfect shuffle and compares by chi-square (two of them by a mean and by the largest distance). The p-values are
two-sided, because counts that fit too well are no more random than counts that do not fit, and corrected for the number of
tests by Holm's method.
"""

from collections.abc import Sequence
from math import sqrt

import msgspec
import numpy as np

from croupier.kernel.data import data_of
from croupier.odds.counting import Array
from croupier.odds.shuffle_counts import (
    BLOCK,
    CARDS,
    GRID,
    SUITS,
    TESTS,
    Decks,
    on_the_grid,
    rare_chances,
    serial_product,
    where_of,
)
from croupier.odds.tails import chi_square_tail, holm, kolmogorov_tail, normal_tail, two_sided

LEVEL = 0.001
"""A perfect shuffle fails with at most this chance."""

FEWEST = 20_000
"""With fewer decks some counts are too small for a chi-square test."""

FIFTEEN: dict[str, list[str]] = data_of("croupier.odds", "odds.toml")["shuffle_tests"]
"""The fifteen tests that 58 Pa. Code 810a.5 names, and the equivalent tests here, made for decks of cards."""

_TOGETHER = 2_500
"""How many decks are counted at a time: as many as fit into the processor's cache."""
_LEAST_EXPECTED = 5


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """One test: its statistic, degrees of freedom (0 if it is not a chi-square), p-value, and that corrected for all tests."""

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
    """Takes decks, in any number of parts, and reports on all of them together."""

    def __init__(self) -> None:
        self.decks = 0
        self._counts = {test.name: np.zeros(test.cells, np.int64) for test in TESTS}
        self._grid = np.zeros(GRID, np.int64)
        self._serial = np.zeros(2, np.int64)
        self._aces: list[int] = []
        self._waiting = np.zeros((CARDS, 0), np.uint8)

    def add(self, decks: Array) -> None:
        """Count these decks as well: an array with a row of 52 for each; two by two they are compared with each other."""
        for start in range(0, len(decks), _TOGETHER):
            self._add(np.ascontiguousarray(decks[start : start + _TOGETHER].T, np.uint8))

    def _add(self, cards: Array) -> None:
        both = np.concatenate((self._waiting, cards), axis=1)
        even = both.shape[1] // 2 * 2
        self._waiting = both[:, even:].copy()
        moved = np.take_along_axis(where_of(both[:, :even:2]), both[:, 1:even:2].astype(np.intp), axis=0)
        some = Decks(cards, where_of(cards), np.arange(self.decks, self.decks + cards.shape[1]), moved)
        for test in TESTS:
            self._counts[test.name] += np.bincount(test.numbers(some), minlength=test.cells)
        np.add.at(self._grid, on_the_grid(some), 1)
        products = serial_product(some)
        self._serial += products.sum(), (products**2).sum()
        self._aces += some.turns[(cards[:2] < SUITS).all(axis=0)].tolist()
        self.decks += len(some.turns)

    def report(self) -> Report:
        """What the tests say about the decks so far."""
        if self.decks < FEWEST:
            raise ValueError(f"the tests need at least {FEWEST:,} decks, not {self.decks:,}")
        tests = [
            (test.name, *(_even(counts) if isinstance(test.chances, int) else _compared(counts, test.chances)))
            for test, counts in zip(TESTS, self._counts.values(), strict=True)
        ]
        # Each card and each place comes once a deck, which leaves 51 x 51 free counts and narrows their variance by 51/52.
        tests[0] = (tests[0][0], (CARDS - 1) / CARDS * tests[0][1], (CARDS - 1) ** 2)
        blocks = np.bincount(np.array(self._aces, np.int64) // BLOCK, minlength=self.decks // BLOCK)[: self.decks // BLOCK]
        aces = _compared(np.bincount(blocks, minlength=BLOCK + 1), rare_chances())
        tests.insert(-1, ("aces on top in blocks of decks", *aces))
        chances = [two_sided(chi_square_tail(statistic, degrees)) for _, statistic, degrees in tests]
        score, farthest = self._serial_score(), self._farthest()
        named = [*tests, ("serial correlation", score, 0), ("spread of the first five cards", farthest, 0)]
        chances += [normal_tail(score), two_sided(kolmogorov_tail(farthest))]
        findings = [
            Finding(test=name, statistic=float(statistic), degrees=degrees, p=p, corrected=corrected)
            for (name, statistic, degrees), p, corrected in zip(named, chances, holm(chances), strict=True)
        ]
        return Report(decks=self.decks, findings=findings)

    def _serial_score(self) -> float:
        """The mean product of a card and the next, round the deck, against what a perfect shuffle gives, in standard errors."""
        squares = sum((2 * card - (CARDS - 1)) ** 2 for card in range(CARDS))
        mean = int(self._serial[0]) / self.decks
        variance = int(self._serial[1]) / self.decks - mean**2
        if variance <= 0:
            return 1e9  # all decks are the same
        return (mean + squares / (CARDS - 1)) / sqrt(variance / self.decks)

    def _farthest(self) -> float:
        """How far the decks, each as one number from zero to one, are from evenly spread, by Kolmogorov's measure."""
        so_far = np.cumsum(self._grid) / self.decks
        return float(np.abs(so_far - np.arange(1, GRID + 1) / GRID).max() * sqrt(self.decks))


def _even(counts: Array) -> tuple[float, int]:
    """Chi-square against equally likely cells, and its degrees of freedom."""
    expected = counts.sum() / len(counts)
    return float(((counts - expected) ** 2 / expected).sum()), len(counts) - 1


def _compared(counts: Array, chances: Sequence[float]) -> tuple[float, int]:
    """Chi-square against these chances, and its degrees of freedom; rare cells are merged with their neighbours."""
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
