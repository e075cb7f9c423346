"""Tail probabilities for tests of chance, and a correction for many tests at once. Plain Python.

>>> round(chi_square_tail(3.841458820694124, 1), 12)
0.05
>>> holm([0.01, 0.04, 0.03])
[0.03, 0.06, 0.06]
"""

from collections.abc import Sequence
from math import erfc, exp, inf, lgamma, log, sqrt

_PRECISE = 1e-15
_STEPS = 100_000


def chi_square_tail(statistic: float, degrees: int) -> float:
    """The chance that a chi-square variable with so many degrees of freedom is above the statistic."""
    return _upper_gamma(degrees / 2, statistic / 2)


def normal_tail(score: float) -> float:
    """The chance that a standard normal variable is as far from zero as the score, on either side."""
    return erfc(abs(score) / sqrt(2))


def kolmogorov_tail(distance: float) -> float:
    """The chance that an even spread deviates more than this, for many samples.

    >>> round(kolmogorov_tail(1.3581), 4), round(kolmogorov_tail(1.9495), 4)
    (0.05, 0.001)
    """
    if distance < 0.2:
        return 1.0
    terms = (exp(-2 * (k * distance) ** 2) * (1 if k % 2 else -1) for k in range(1, 101))
    return max(0.0, min(1.0, 2 * sum(terms)))


def two_sided(tail: float) -> float:
    """The p-value if a statistic may be suspiciously large or suspiciously small, from its upper tail."""
    return min(1.0, 2 * min(tail, 1 - tail))


def holm(chances: Sequence[float]) -> list[float]:
    """p-values adjusted for their number (Holm 1979): whatever the tests have in common, the chance that a true null
    hypothesis among them comes out below a level is no more than that level.
    """
    adjusted, least = [0.0] * len(chances), 0.0
    for place, number in enumerate(sorted(range(len(chances)), key=chances.__getitem__)):
        least = max(least, min(1.0, (len(chances) - place) * chances[number]))
        adjusted[number] = least
    return adjusted


def _upper_gamma(a: float, x: float) -> float:
    """The regularised upper incomplete gamma function: a series below its hump, a continued fraction above."""
    if x <= 0:
        return 1.0
    if x == inf:
        return 0.0
    scale = exp(a * log(x) - x - lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        for step in range(1, _STEPS):
            term *= x / (a + step)
            total += term
            if term < total * _PRECISE:
                break
        return max(0.0, 1 - total * scale)
    # The modified Lentz method; all partial denominators are positive here, so nothing can vanish.
    b = x + 1 - a
    c, d = inf, 1 / b
    fraction = d
    for step in range(1, _STEPS):
        numerator = -step * (step - a)
        b += 2
        d = 1 / (numerator * d + b)
        c = b + numerator / c
        fraction *= c * d
        if abs(c * d - 1) < _PRECISE:
            break
    return min(1.0, scale * fraction)
