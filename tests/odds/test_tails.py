"""Tail probabilities against values from tables and against sums that can be calculated in another way."""

from __future__ import annotations

from math import exp, factorial

import pytest

from croupier.odds.tails import chi_square_tail, holm, normal_tail, two_sided


@pytest.mark.parametrize(
    ("statistic", "degrees", "tail"),
    [
        (3.841458820694124, 1, 0.05),
        (6.634896601021213, 1, 0.01),
        (5.991464547107979, 2, 0.05),
        (18.307038053275146, 10, 0.05),
        (29.58829844507442, 10, 0.001),
        (3.940299136076, 10, 0.95),
        (124.3421134007251, 100, 0.05),
        (77.92946516501, 100, 0.95),
    ],
)
def test_the_printed_values_of_chi_square(statistic: float, degrees: int, tail: float) -> None:
    assert chi_square_tail(statistic, degrees) == pytest.approx(tail, rel=1e-9)


@pytest.mark.parametrize("statistic", [0.5, 3.0, 20.0, 75.0, 300.0])
@pytest.mark.parametrize("half", [1, 2, 5, 30])
def test_an_even_number_of_degrees_is_a_sum_of_poisson_chances(statistic: float, half: int) -> None:
    expected = sum(exp(-statistic / 2) * (statistic / 2) ** k / factorial(k) for k in range(half))
    assert chi_square_tail(statistic, 2 * half) == pytest.approx(expected, rel=1e-9, abs=1e-15)


def test_many_degrees_are_nearly_normal() -> None:
    """Wilson and Hilferty: the cube root is nearly normal, far better than the statistic itself."""
    degrees = 2601
    for score in (-3.0, -1.0, 0.0, 1.0, 3.0):
        statistic = degrees * (1 - 2 / (9 * degrees) + score * (2 / (9 * degrees)) ** 0.5) ** 3
        above = normal_tail(score) / 2 if score >= 0 else 1 - normal_tail(score) / 2
        assert chi_square_tail(statistic, degrees) == pytest.approx(above, rel=1e-3)


def test_the_ends() -> None:
    assert chi_square_tail(0, 3) == 1
    assert chi_square_tail(float("inf"), 3) == 0
    assert chi_square_tail(1e6, 3) == 0
    assert normal_tail(0) == 1
    assert normal_tail(-1.959963984540054) == pytest.approx(0.05)
    assert two_sided(0.5) == 1
    assert two_sided(0.999) == pytest.approx(0.002)
    assert two_sided(0.001) == pytest.approx(0.002)


def test_the_correction_for_many_tests() -> None:
    assert holm([0.02]) == [0.02]
    assert holm([0.5, 0.001, 0.5]) == [1.0, 0.003, 1.0]
    assert holm([0.01, 0.011, 0.02]) == pytest.approx([0.03, 0.03, 0.03])  # none below one that was smaller
