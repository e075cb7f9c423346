"""The results of many rounds, calculated exactly from the chances of one: spreads, ruin, a table's win.

Everything is in antes. The chances of one round come from a solution's outcome table, or from simulated rounds if seats
share the dealer's hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import sqrt

import msgspec
import numpy as np

from croupier.kernel.money import together
from croupier.odds.counting import Array
from croupier.odds.solution import Outcome

_WIDE = 12.0
"""How many standard deviations around the mean a spread keeps; the rest is below any rounding error."""

QUANTILES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)


class Spread(msgspec.Struct, frozen=True):
    """The chances of whole numbers of antes: `chances[0]` is that of `lowest`, and so on."""

    lowest: int
    chances: Array

    @property
    def units(self) -> Array:
        return np.arange(self.lowest, self.lowest + len(self.chances))

    @property
    def mean(self) -> float:
        return float(self.units @ self.chances)

    @property
    def standard_deviation(self) -> float:
        return sqrt(float((self.units - self.mean) ** 2 @ self.chances))

    def below(self, units: float) -> float:
        """The chance of a result below this."""
        return float(self.chances[self.units < units].sum())

    def above(self, units: float) -> float:
        """The chance of a result above this."""
        return float(self.chances[self.units > units].sum())

    def quantile(self, chance: float) -> int:
        """The smallest number of antes that is not exceeded with at least this chance."""
        place = int(np.searchsorted(np.cumsum(self.chances), chance - 1e-12))
        return self.lowest + min(place, len(self.chances) - 1)

    def after(self, rounds: int) -> Spread:
        """The sum of so many independent rounds: transform one round's chances, raise to that power, and transform back."""
        highest = self.lowest + len(self.chances) - 1
        middle = rounds * self.mean
        reach = _WIDE * sqrt(rounds) * self.standard_deviation + 4 * max(abs(self.lowest), abs(highest))
        low, high = max(rounds * self.lowest, int(middle - reach)), min(rounds * highest, int(middle + reach) + 1)
        size = 1 << max(high - low, len(self.chances)).bit_length()
        ring = np.zeros(size)  # antes modulo its size, which is larger than any result that matters
        ring[self.units % size] = self.chances
        back = np.fft.irfft(np.fft.rfft(ring) ** rounds, size)
        chances = np.clip(back[np.arange(low, high + 1) % size], 0, None)
        return Spread(low, chances / chances.sum())


def spread_of(outcomes: Iterable[Outcome]) -> Spread:
    """The chances of one round from an outcome table in whole antes."""
    return spread_of_counts(together(*({int(outcome.units): outcome.deals} for outcome in outcomes)))


def spread_of_counts(counts: Mapping[int, int]) -> Spread:
    """The chances that these counts of each number of antes stand for."""
    low, high, whole = min(counts), max(counts), sum(counts.values())
    return Spread(low, np.array([counts.get(units, 0) / whole for units in range(low, high + 1)]))


def ruin(spread: Spread, bankroll: int, needs: int, marks: Sequence[int]) -> list[float]:
    """The chance that a bankroll has fallen below what a round may need by the end of each of the rounds in `marks`.

    A Markov chain on whole antes, exact except for rounding: a player with more than the remaining rounds can cost is safe.
    """
    last = max(marks, default=0)
    if bankroll < needs:
        return [1.0] * len(marks)
    drop = -min(spread.lowest, 0)
    top = needs + drop * last  # from here on no ruin is possible
    if bankroll >= top:
        return [0.0] * len(marks)
    here = np.zeros(top - needs)
    here[bankroll - needs] = 1.0
    steps = [(spread.lowest + place, float(chance)) for place, chance in enumerate(spread.chances) if chance]
    ruined, chances = 0.0, {0: 0.0}
    for number in range(1, last + 1):
        following = np.zeros_like(here)
        for units, chance in steps:
            if units < 0:
                following[:units] += chance * here[-units:]
                ruined += chance * float(here[:-units].sum())
            elif units < len(here):
                following[units:] += chance * here[: len(here) - units]
        here = following[: drop * (last - number)]
        chances[number] = ruined
    return [chances[mark] for mark in marks]


class Schedule(msgspec.Struct, frozen=True, kw_only=True):
    """How a table is operated. The defaults are ours, not a book's: fifty rounds an hour, sixteen hours every day."""

    rounds_an_hour: int = 50
    hours_a_day: int = 16
    days_a_year: int = 365

    @property
    def periods(self) -> dict[str, int]:
        """Rounds in a day, a month (a twelfth of a year) and a year."""
        day = self.rounds_an_hour * self.hours_a_day
        year = day * self.days_a_year
        return {"day": day, "month": round(year / 12), "year": year}


class Period(msgspec.Struct, frozen=True, kw_only=True):
    """What a table wins in a time, in antes. `hold` is the win as a part of all that is wagered (the handle). The drop, which
    casinos use instead, depends on what was bought in and cannot be known from the game. `loses` is the chance of a loss.
    """

    period: str
    rounds: int
    handle: float
    expected_win: float
    standard_deviation: float
    hold: float
    hold_standard_deviation: float
    quantiles: dict[str, float]
    loses: float


def periods(table: Spread, schedule: Schedule, *, handle: float, mean: float | None = None) -> list[Period]:
    """A table's win by day, month and year from the players' result of one round at all its seats together.

    `handle` is what all seats wager in a round. If the exact `mean` of a round is known and the spread was sampled, the
    spread is shifted to that mean: a small error would grow large over a year.
    """
    results = []
    for name, rounds in schedule.periods.items():
        spread = table.after(rounds)
        moved = 0.0 if mean is None else rounds * (mean - table.mean)
        wins = {str(chance): -(spread.quantile(1 - chance) + moved) for chance in QUANTILES}
        deviation = sqrt(rounds) * table.standard_deviation
        expected = -(rounds * table.mean + moved)
        results.append(
            Period(
                period=name,
                rounds=rounds,
                handle=rounds * handle,
                expected_win=expected,
                standard_deviation=deviation,
                hold=expected / (rounds * handle),
                hold_standard_deviation=deviation / (rounds * handle),
                quantiles=wins,
                loses=spread.above(-moved),
            )
        )
    return results
