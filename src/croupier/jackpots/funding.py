"""What a progressive jackpot returns in the long run, where its wager breaks even, and how high its meter is when it is hit.

The meter grows by a steady part of each wager, loses a tenth to every straight flush (but never falls below the seed) and
starts again from the seed at every royal flush. Its long-run density f then satisfies, above the seed,

    i f'(m) = -(p + s) f(m) + (s / 0.9) f(m / 0.9)

with i the increment and p, s the chances of a royal and a straight flush for each dollar wagered. Trying a sum of
exponentials exp(-a m / 0.9^k) gives each coefficient from the one before, so the solution is a series that converges fast:
nothing is simulated. A wager of a dollar is small against the meter, so growth is taken as continuous; the rounding of
the meter up to a whole dollar, at most a dollar a hit, is left out.
"""

from collections.abc import Mapping
from fractions import Fraction
from math import exp, inf

import msgspec

HANDS = 2_598_960
COUNTS: Mapping[str, int] = {
    "royal flush": 4,
    "straight flush": 36,
    "four of a kind": 624,
    "full house": 3_744,
    "flush": 5_108,
    "straight": 10_200,
}
"""How many of all five-card hands are each of these."""

_KEPT = 0.9
_TERMS = 60


class Funding(msgspec.Struct, frozen=True, kw_only=True):
    """The long-run return of one dollar of jackpot wager, part by part, and the meter's long-run mean in dollars."""

    fixed: float
    increment: float
    reseeding: float
    top_ups: float
    mean_meter: float

    @property
    def total(self) -> float:
        return self.fixed + self.increment + self.reseeding + self.top_ups


class Meter:
    """The long-run behaviour of a meter with this seed (dollars for each dollar of wager) and increment (0 to 1).

    >>> round(Meter(seed=10_000, increment=0.3406).funding(fixed=0.532674).total, 4)
    0.8887
    """

    def __init__(self, *, seed: float, increment: float) -> None:
        self.seed = seed
        self._royal = COUNTS["royal flush"] / HANDS
        self._straight = COUNTS["straight flush"] / HANDS
        self._increment = increment
        rate = (self._royal + self._straight) / increment
        back = self._straight / (_KEPT * increment)
        weight, series = 1.0, []
        for k in range(_TERMS):
            if k:
                weight *= back / (rate * (1 - _KEPT**-k))
            series.append((weight, rate * _KEPT**-k))
        whole = sum(weight * exp(-decay * seed) / decay for weight, decay in series)
        self._series = [(weight / whole, decay) for weight, decay in series]

    def density(self, meter: float) -> float:
        """The probability density of the meter at this height, per dollar."""
        if meter < self.seed:
            return 0.0
        return sum(weight * exp(-decay * meter) for weight, decay in self._series)

    def above(self, meter: float) -> float:
        """The chance that the meter is above this when a royal flush comes."""
        meter = max(meter, self.seed)
        return sum(weight * exp(-decay * meter) / decay for weight, decay in self._series)

    def quantile(self, chance: float) -> float:
        """The meter that is not exceeded with this chance when a royal flush comes."""
        low, high = self.seed, self.seed + 1.0
        while self.above(high) > 1 - chance:
            high *= 2
        for _ in range(80):
            middle = (low + high) / 2
            low, high = (middle, high) if self.above(middle) > 1 - chance else (low, middle)
        return high

    def histogram(self, bars: int = 20) -> list[tuple[float, float, float]]:
        """The meter at a royal flush in steps of equal width: from, to, and the chance; the last step has no end."""
        width = (self.quantile(0.99) - self.seed) / (bars - 1)
        edges = [self.seed + width * n for n in range(bars)]
        chances = [self.above(edge) for edge in edges]
        return [
            (edge, edge + width if n < bars - 1 else inf, chances[n] - (chances[n + 1] if n < bars - 1 else 0.0))
            for n, edge in enumerate(edges)
        ]

    @property
    def mean(self) -> float:
        return sum(w * exp(-d * self.seed) * (self.seed / d + 1 / d**2) for w, d in self._series)

    def funding(self, *, fixed: float) -> Funding:
        """The return of one dollar, given the return of its fixed prizes."""
        seed, edge = self.seed, self.seed / _KEPT
        short = 0.0  # what the house adds when a tenth taken leaves less than the seed
        for weight, decay in self._series:
            low, high = exp(-decay * seed), exp(-decay * edge)
            plain = (low - high) / decay
            moment = (seed * low - edge * high) / decay + (low - high) / decay**2
            short += weight * (seed * plain - _KEPT * moment)
        return Funding(
            fixed=fixed,
            increment=self._increment,
            reseeding=self._royal * seed,
            top_ups=self._straight * short,
            mean_meter=self.mean,
        )


def fixed_return(prizes: Mapping[str, int], cost: int, counts: Mapping[str, int] = COUNTS, hands: int = HANDS) -> Fraction:
    """What fixed prizes return of a wager, of so many hands in all; prizes and cost in cents."""
    return sum((Fraction(counts[hand] * pays, hands) for hand, pays in prizes.items()), Fraction(0)) / cost
