"""The printed tables come out of the formulas, and every book's shares are as its clauses say."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

import pytest

from croupier.books import book_of, jackpot_of
from croupier.books.crown_caribbean_stud.s10_prizes import (
    rounded_meter,
    royal_share,
    straight_only_share,
    straight_share,
)
from croupier.jackpots.prizes import Jackpot, Meters, Shares, grains
from croupier.jackpots.systems import Terms
from croupier.kernel.clauses import BookError
from croupier.kernel.money import cents

CROWN = book_of("crown-caribbean-stud")


def percent(share: Fraction) -> str:
    exact = Decimal(share.numerator * 100) / Decimal(share.denominator)
    return str(exact.quantize(Decimal("0.001"), ROUND_HALF_UP))


def crown(*, cost: int = 1_00, seed: int = 10_000_00, option: int = 1) -> Jackpot:
    return jackpot_of(Terms(game="crown-caribbean-stud", cost=cost, seed=seed, option=option))


def won(jackpot: Jackpot, meter: str, *hands: str, minor: str = "0") -> Shares:
    return jackpot.share(jackpot, Meters(grains(cents(meter)), grains(cents(minor))), hands)


def paid(shares: Shares) -> list[int]:
    return [payment.pays for payment in shares.payments]


@pytest.mark.parametrize("row", CROWN.rows("royal_flush_shares"))
def test_table_7(row: dict[str, int | str]) -> None:
    assert percent(royal_share(int(row["royal_flushes"]), int(row["straight_flushes"]))) == row["percent"]


@pytest.mark.parametrize("row", CROWN.rows("straight_flush_shares_with_royal"))
def test_table_8(row: dict[str, int | str]) -> None:
    assert percent(straight_share(int(row["royal_flushes"]), int(row["straight_flushes"]))) == row["percent"]


@pytest.mark.parametrize("row", CROWN.rows("straight_flush_shares"))
def test_table_9(row: dict[str, int | str]) -> None:
    part = straight_only_share(int(row["straight_flushes"]))
    assert percent(part) == row["of_meter"]
    assert percent(Fraction(1, 10) - part) == row["of_reseed"]


@pytest.mark.parametrize(("meter", "dollars"), [("100.00", 100), ("100.01", 101), ("100.99", 101), ("101.00", 101)])
def test_the_meter_is_rounded_up_to_the_dollar(meter: str, dollars: int) -> None:
    assert rounded_meter(grains(cents(meter))) == dollars * 100


def test_a_fraction_of_a_cent_is_enough_to_round_up() -> None:
    assert rounded_meter(grains(100_00) + 1) == 101_00


def test_crown_single_royal_takes_the_rounded_meter_and_the_meter_is_reset() -> None:
    shares = won(crown(), "123456.78", "royal flush")
    assert paid(shares) == [123_457_00]
    assert shares.meter_after == grains(10_000_00)
    assert shares.top_up == grains(10_000_00 + 22)


def test_crown_two_royals_share_the_meter_and_one_reseed() -> None:
    assert paid(won(crown(), "100000", "royal flush", "royal flush")) == [55_000_00, 55_000_00]


def test_crown_royal_with_two_straight_flushes_pays_the_whole_pool() -> None:
    shares = won(crown(), "120000", "straight flush", "royal flush", "straight flush")
    assert paid(shares) == [100_000_00, 10_000_00, 10_000_00]


@pytest.mark.parametrize(
    ("meter", "after"), [("11111.11", 10_000_00), ("11111.12", 10_000_00), ("11200.00", 10_080_00)]
)
def test_crown_a_straight_flush_never_leaves_less_than_the_seed(meter: str, after: int) -> None:
    assert won(crown(), meter, "straight flush").meter_after == grains(after)


def test_crown_prizes_and_seed_go_with_the_cost_of_the_wager() -> None:
    five = crown(cost=5_00)
    assert five.seed == 50_000_00
    assert paid(won(five, "50000", "flush", "full house", "four of a kind")) == [500_00, 750_00, 2_500_00]
    assert paid(won(crown(option=2), "10000", "straight", "flush")) == [40_00, 60_00]


def test_crown_increments_are_exact() -> None:
    assert crown().increment_of(2_50) == 250 * 3406


@pytest.mark.parametrize(
    ("terms", "says"), [({"option": 3}, "Option 1 and Option 2"), ({"seed": 15_000_00}, "no seed")]
)
def test_crown_terms_that_the_book_does_not_have(terms: dict[str, int], says: str) -> None:
    with pytest.raises(BookError, match=says):
        crown(**terms)


def test_a_hand_that_wins_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="wins no jackpot prize"):
        won(crown(), "10000", "straight")
