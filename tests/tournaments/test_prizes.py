"""Prize money: pools, distribution, ties and employees, and deals held against brute force and published figures."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations
from math import prod

import pytest
from hypothesis import given, strategies as st

from croupier.tournaments.prize_pool import (
    EXACT_PLAYERS,
    MOST_CHIPS,
    Award,
    Pool,
    PrizeError,
    Rounding,
    Row,
    award,
    chip_chop,
    curve,
    distribute,
    even_chop,
    from_table,
    icm,
    rounded,
)
from how_many import examples

PRIZES = st.lists(st.integers(0, 10**7), min_size=1, max_size=12).map(lambda sums: sorted(sums, reverse=True))


PINNED = (Fraction(315), Fraction(936, 5), Fraction(489, 5))


def orders_counted(stacks: Sequence[int], prizes: Sequence[int]) -> list[Fraction]:
    """The model by every finishing order, one after the other."""
    worth = [Fraction(0)] * len(stacks)
    for order in permutations(range(len(stacks))):
        behind = [sum(stacks[player] for player in order[place:]) for place in range(len(order))]
        chance = prod(Fraction(stacks[player], chips) for player, chips in zip(order, behind, strict=True))
        for player, prize in zip(order, prizes, strict=False):
            worth[player] += chance * prize
    return worth


@pytest.mark.parametrize(
    ("guarantee", "pool"), [(359_999, Pool(360_000, 0)), (360_000, Pool(360_000, 0)), (360_001, Pool(360_001, 1))]
)
def test_the_house_adds_what_the_guarantee_asks_and_no_more(guarantee: int, pool: Pool) -> None:
    assert Pool.of(360_000, 0, guarantee) == pool


def test_money_that_is_added_counts_towards_the_guarantee() -> None:
    assert Pool.of(130_000, 50_000, 200_000) == Pool(200_000, 20_000, 50_000)
    assert Pool.of(220_000, 50_000, 200_000) == Pool(270_000, 0, 50_000)
    assert Pool.of(0, 0, 70_000) == Pool(70_000, 70_000)


def test_the_table_of_shares_is_that_of_the_entries_reached() -> None:
    rows = (Row(2, (100,)), Row(10, (65, 35)), Row(20, (50, 30, 20)))
    assert from_table(rows, 9) == (100,)
    assert from_table(rows, 10) == (65, 35)
    assert from_table(rows, 19) == (65, 35)
    assert from_table(rows, 20) == (50, 30, 20)
    with pytest.raises(PrizeError, match="1 entries"):
        from_table(rows, 1)


def test_a_curve_falls_by_the_same_ratio() -> None:
    assert curve(4, Fraction(2, 3)) == (27, 18, 12, 8)
    assert curve(3, Fraction(1)) == (1, 1, 1)
    for places, ratio in ((0, Fraction(1, 2)), (3, Fraction(0)), (3, Fraction(3, 2))):
        with pytest.raises(PrizeError):
            curve(places, ratio)


def test_what_rounding_leaves_goes_where_the_rule_says() -> None:
    assert distribute(99_807, (50, 30, 20), unit=500) == (50_807, 29_500, 19_500)
    assert distribute(99_807, (50, 30, 20), unit=500, rule=Rounding.LARGEST) == (49_807, 30_000, 20_000)
    assert distribute(1_000, (1, 1, 1)) == (334, 333, 333)


@pytest.mark.parametrize(
    ("pool", "shares", "unit"),
    [(100, (), 1), (100, (0, 0), 1), (100, (30, 50), 1), (100, (50, -1), 1), (-1, (50, 30), 1), (100, (50, 30), 0)],
)
def test_shares_that_distribute_nothing(pool: int, shares: tuple[int, ...], unit: int) -> None:
    with pytest.raises(PrizeError):
        distribute(pool, shares, unit)


@given(PRIZES.filter(any), st.integers(0, 10**10), st.integers(1, 1_000), st.sampled_from(Rounding))
def test_prizes_sum_to_the_pool_and_never_rise(shares: list[int], pool: int, unit: int, rule: Rounding) -> None:
    prizes = distribute(pool, shares, unit, rule)
    assert sum(prizes) == pool
    assert list(prizes) == sorted(prizes, reverse=True)
    assert all(prize % unit == 0 for prize in prizes[1:])
    if rule is Rounding.LARGEST:
        exact = [Fraction(pool * share, sum(shares)) for share in shares]
        assert all(abs(prize - value) < unit for prize, value in zip(prizes[1:], exact[1:], strict=True))


def test_an_employee_is_passed_over_for_the_next_eligible() -> None:
    ranking = [["Ann"], ["Bob"], ["Cy"], ["Di"]]
    prizes = (500, 300, 200)
    assert [(one.person, one.cents) for one in award(ranking, prizes).paid] == [("Ann", 500), ("Bob", 300), ("Cy", 200)]
    passed = award(ranking, prizes, {"Ann", "Cy"})
    assert passed.paid == (Award("Bob", 1, 1, 500), Award("Di", 2, 2, 300))
    assert passed.left == 200


def test_those_who_tie_share_the_prizes_of_the_places_they_take_up() -> None:
    ranking = [["Ann"], ["Bob", "Cy", "Di"], ["Ed"]]
    shared = award(ranking, (500, 301, 200))
    assert [(one.person, one.cents) for one in shared.paid] == [("Ann", 500), ("Bob", 167), ("Cy", 167), ("Di", 167)]
    odd = award(ranking, (500, 301, 202, 100), unit=100)
    assert [one.cents for one in odd.paid] == [500, 203, 200, 200]
    assert (odd.paid[1].first, odd.paid[1].last) == (2, 4)
    with_employee = award(ranking, (500, 301, 200), {"Cy"})
    assert [(one.person, one.cents) for one in with_employee.paid] == [("Ann", 500), ("Bob", 251), ("Di", 250)]
    with pytest.raises(PrizeError, match="two places"):
        award([["Ann"], ["Ann"]], (5,))


@given(st.lists(st.integers(1, 4), min_size=1, max_size=6), PRIZES, st.sets(st.integers(0, 23)), st.sampled_from([1, 5, 100]))
def test_all_prizes_are_paid_while_somebody_may_win(ties: list[int], prizes: list[int], employees: set[int], unit: int) -> None:
    people = iter(range(100))
    ranking = [[str(next(people)) for _ in range(size)] for size in ties]
    eligible = sum(ties) - sum(number < sum(ties) for number in employees)
    awards = award(ranking, prizes, {str(number) for number in employees}, unit)
    assert sum(one.cents for one in awards.paid) + awards.left == sum(prizes)
    assert awards.left == sum(prizes[eligible:])
    assert all(int(one.person) not in employees for one in awards.paid)


def test_published_figures() -> None:
    """The worked example of the model in the encyclopaedias, the usual calculators' one, and a published chip-chop."""
    assert [round(value) for value in icm((50, 30, 20), (70, 30)).values] == [45, 32, 23]
    assert rounded(icm((5_000, 3_000, 2_000), (5_000, 3_000, 2_000)).values) == (3_839, 3_275, 2_886)
    assert rounded(chip_chop((20_000, 30_000, 10_000), (500, 300, 200))) == (333, 400, 267)


@examples(40, deadline=None)
@given(st.lists(st.integers(1, 10**6), min_size=1, max_size=6), PRIZES)
def test_the_exact_count_is_that_of_every_order(stacks: list[int], prizes: list[int]) -> None:
    prizes = prizes[: len(stacks)]
    counted = icm(stacks, prizes)
    assert counted.exact
    assert list(counted.values) == orders_counted(stacks, prizes)
    for values in (counted.values, chip_chop(stacks, prizes), even_chop(len(stacks), prizes)):
        assert sum(values) == sum(prizes)
        assert sum(rounded(values, 5)) == sum(prizes)


def test_ten_are_counted_and_eleven_drawn() -> None:
    stacks = [91_237, 81_235, 73_319, 64_411, 55_127, 43_211, 34_177, 21_313, 12_343, 9_871]
    ten = icm(stacks, range(1_000, 0, -100))
    assert ten.exact
    assert sum(ten.values) == 5_500
    drawn = icm(stacks, range(1_000, 0, -100), samples=20_000, seed=3)
    assert sum(drawn.values) == 5_500
    for value, mean, error in zip(ten.values, drawn.values, drawn.errors, strict=True):
        assert abs(value - mean) < 4 * error
    eleven = icm([*stacks, 1], (1_000, 500), seed=3)
    assert len(stacks) == EXACT_PLAYERS
    assert not eleven.exact
    assert sum(eleven.values) == 1_500


def test_ten_stacks_are_still_counted() -> None:
    assert icm([7] * EXACT_PLAYERS, [100]).exact


def test_a_mean_of_orders_that_differ_has_an_error_and_one_of_orders_alike_has_none() -> None:
    assert icm([50, 50], [100], samples=400, seed=1).errors == pytest.approx((2.5, 2.5), rel=0.02)
    assert icm([50, 50], [100, 100], samples=400, seed=1).errors == (0, 0)


def test_there_are_only_so_many_chips() -> None:
    assert icm([MOST_CHIPS - 1, 1], [100]).exact
    with pytest.raises(PrizeError, match="chips in play"):
        icm([MOST_CHIPS, 1], [100])


def test_the_same_seed_draws_the_same_and_each_order_is_whole() -> None:
    stacks = [10**9, *range(1, 20)]
    assert icm(stacks, (3, 2, 1), 500, 7) == icm(stacks, (3, 2, 1), 500, 7)
    assert icm(stacks, (3, 2, 1), 500, 7) != icm(stacks, (3, 2, 1), 500, 8)
    assert icm((3, 2, 1), (600,), 1_000, 7).values == PINNED
    all_paid = icm(stacks, [1] * len(stacks), 50)
    assert all_paid.values == (1,) * len(stacks)
    assert all_paid.errors == (0.0,) * len(stacks)


@pytest.mark.parametrize(
    ("stacks", "prizes"), [((), (1,)), ((5, 0), (1,)), ((5, 5), ()), ((5, 5), (3, 2, 1)), ((5, 5), (1, 2)), ((10**15, 1), (1,))]
)
def test_figures_that_are_no_deal(stacks: tuple[int, ...], prizes: tuple[int, ...]) -> None:
    for settle in (icm, chip_chop):
        with pytest.raises(PrizeError):
            settle(stacks, prizes)
    with pytest.raises(PrizeError):
        even_chop(len(stacks) if prizes != (1,) else 0, prizes)


def test_what_is_rounded_is_a_sum_of_whole_cents_to_somebody() -> None:
    for values in ([], [Fraction(1, 2)], [Fraction(1, 3), Fraction(1, 3)]):
        with pytest.raises(PrizeError, match="whole cents"):
            rounded(values)
