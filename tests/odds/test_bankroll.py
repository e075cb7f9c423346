"""Many rounds from one: against sums written out, against fractions, and against simulated players."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

import numpy as np
import pytest

import solutions
from croupier.books import rules_of
from croupier.odds.bankroll import Schedule, Spread, periods, ruin, spread_of, spread_of_counts
from croupier.odds.simulation import Plan, play_of, simulate

SMALL = {-3: 2, -1: 5, 1: 4, 7: 1}


@pytest.fixture(scope="module")
def crown() -> Spread:
    return spread_of(solutions.best("crown-caribbean-stud").outcomes)


def test_the_chances_of_a_round_are_those_of_the_outcome_table(crown: Spread) -> None:
    solution = solutions.best("crown-caribbean-stud")
    assert crown.mean == pytest.approx(-solution.house_edge, rel=1e-12)
    assert crown.standard_deviation == pytest.approx(solution.standard_deviation, rel=1e-12)
    assert crown.chances.sum() == pytest.approx(1)


@pytest.mark.parametrize("rounds", [1, 2, 7, 60])
def test_a_spread_after_some_rounds_is_the_sum_written_out(rounds: int) -> None:
    one = spread_of_counts(SMALL)
    slow = np.ones(1)
    for _ in range(rounds):
        slow = np.convolve(slow, one.chances)
    found = one.after(rounds)
    slow = slow[found.lowest - rounds * one.lowest :][: len(found.chances)]
    assert np.abs(found.chances - slow).max() < 1e-12


def test_a_year_has_the_mean_and_the_deviation_that_rounds_add_up_to(crown: Spread) -> None:
    year = crown.after(292_000)
    assert year.mean == pytest.approx(292_000 * crown.mean, rel=1e-9)
    assert year.standard_deviation == pytest.approx(sqrt(292_000) * crown.standard_deviation, rel=1e-6)
    for chance, score in ((0.05, -1.6449), (0.5, 0.0), (0.95, 1.6449)):
        normal = year.mean + score * year.standard_deviation
        assert abs(year.quantile(chance) - normal) < 0.01 * year.standard_deviation


def test_quantiles_and_tails_of_a_spread() -> None:
    spread = Spread(-1, np.array([0.25, 0.25, 0.5]))
    assert [spread.quantile(chance) for chance in (0.2, 0.25, 0.3, 0.5, 0.51, 1.0)] == [-1, -1, 0, 0, 1, 1]
    assert (spread.below(0), spread.above(0), spread.above(0.5)) == (0.25, 0.5, 0.5)


def _ruined(bankroll: int, needs: int, rounds: int) -> Fraction:
    """The chance of ruin by following every way that the small game can go."""
    here, gone = {bankroll: Fraction(1)}, Fraction(0)
    for _ in range(rounds):
        following: dict[int, Fraction] = {}
        for money, chance in here.items():
            for units, weight in SMALL.items():
                now, part = money + units, chance * Fraction(weight, 12)
                if now < needs:
                    gone += part
                else:
                    following[now] = following.get(now, Fraction(0)) + part
        here = following
    return gone


@pytest.mark.parametrize(("bankroll", "needs"), [(3, 3), (5, 3), (9, 1), (20, 3)])
def test_ruin_is_what_following_every_way_gives(bankroll: int, needs: int) -> None:
    marks = [1, 2, 5, 9, 14]
    found = ruin(spread_of_counts(SMALL), bankroll, needs, marks)
    assert found == pytest.approx([float(_ruined(bankroll, needs, mark)) for mark in marks], abs=1e-12)


def test_ruin_at_the_ends() -> None:
    one = spread_of_counts(SMALL)
    assert ruin(one, 2, 3, [1, 5]) == [1.0, 1.0]
    assert ruin(one, 3 + 3 * 5, 3, [1, 5]) == [0.0, 0.0]
    assert ruin(one, 3 + 3 * 5 - 1, 3, [5])[0] == pytest.approx((2 / 12) ** 5)
    assert ruin(one, 10, 3, []) == []


@pytest.mark.parametrize("bankroll", [20, *(pytest.param(more, marks=pytest.mark.slow) for more in (60, 150))])
def test_simulated_players_are_ruined_as_often_as_reckoned(bankroll: int) -> None:
    rules = rules_of("crown-caribbean-stud")
    plan = Plan(rounds=4_000_000, session=500, seed=11, bankroll=bankroll)
    found = simulate(rules, play_of(solutions.best(rules.game)), plan).ruin
    assert found is not None
    assert found.exact is not None
    assert found.needs == 3
    for simulated, exact in zip(found.simulated, found.exact, strict=True):
        assert abs(simulated - exact) < 4 * sqrt(exact * (1 - exact) / 8_000) + 1e-3
    assert found.exact == sorted(found.exact)


def test_a_table_by_day_month_and_year(crown: Spread) -> None:
    day, month, year = periods(crown, Schedule(), handle=2.0445)
    assert (day.rounds, month.rounds, year.rounds) == (800, 24_333, 292_000)
    assert year.expected_win == pytest.approx(292_000 * -crown.mean)
    assert year.hold == pytest.approx(-crown.mean / 2.0445)
    assert day.loses == pytest.approx(crown.after(800).above(0))
    assert day.loses > month.loses > year.loses
    for period in (day, month, year):
        wins = list(period.quantiles.values())
        assert wins == sorted(wins)
        assert period.quantiles["0.05"] < period.expected_win < period.quantiles["0.95"]


def test_a_sampled_spread_is_moved_to_the_exact_mean(crown: Spread) -> None:
    off = Spread(crown.lowest, crown.chances.copy())
    off.chances[0] += 0.001
    off.chances[-1] -= crown.chances[-1]
    off.chances[:] /= off.chances.sum()
    (_, _, moved), (_, _, right) = (periods(spread, Schedule(), handle=2.0, mean=crown.mean) for spread in (off, crown))
    assert moved.expected_win == pytest.approx(right.expected_win)
    assert moved.quantiles["0.5"] == pytest.approx(right.quantiles["0.5"], rel=0.01)
    assert periods(off, Schedule(), handle=2.0)[2].expected_win != pytest.approx(right.expected_win, rel=0.01)
