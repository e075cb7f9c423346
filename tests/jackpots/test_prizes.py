"""The printed tables come out of the formulas, and every book's shares are as its clauses say."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

import pytest

from croupier.books import book_of, jackpot_of
from croupier.books.crown_caribbean_stud.s10_prizes import sharing
from croupier.jackpots.prizes import Jackpot, Pools, Shares, grains, rate
from croupier.jackpots.systems import Terms
from croupier.kernel.errors import TableError
from croupier.kernel.money import cents

CROWN = book_of("crown-caribbean-stud")
BY = sharing(CROWN, "jackpot_prizes_option_1")

TABLE_6 = [(1, 1, 0), (2, 1, 1), (3, 1, 2), (4, 1, 3)]
"""Royal flushes; how often the rounded meter and the reseed go into the pool."""

TABLE_7 = [
    (1, 0, "100.000"),
    (2, 0, "50.000"),
    (3, 0, "33.333"),
    (4, 0, "25.000"),
    (1, 1, "90.909"),
    (2, 1, "47.619"),
    (3, 1, "32.258"),
    (4, 1, "24.390"),
    (1, 2, "83.333"),
    (2, 2, "45.455"),
    (3, 2, "31.250"),
    (4, 2, "23.810"),
    (1, 3, "76.923"),
    (2, 3, "43.478"),
    (3, 3, "30.303"),
    (4, 3, "23.256"),
    (1, 4, "71.429"),
    (2, 4, "41.667"),
    (3, 4, "29.412"),
    (4, 4, "22.727"),
    (1, 5, "66.667"),
    (2, 5, "40.000"),
    (3, 5, "28.571"),
    (4, 5, "22.222"),
    (1, 6, "62.500"),
    (2, 6, "38.462"),
    (3, 6, "27.778"),
    (4, 6, "21.739"),
    (1, 7, "58.824"),
    (2, 7, "37.037"),
    (3, 7, "27.027"),
    (4, 7, "21.277"),
]
"""Royal flushes, straight flushes, the percentage for each royal flush, as printed."""

TABLE_8 = [
    (1, 1, "9.091"),
    (2, 1, "4.762"),
    (3, 1, "3.226"),
    (4, 1, "2.439"),
    (1, 2, "8.333"),
    (2, 2, "4.545"),
    (3, 2, "3.125"),
    (4, 2, "2.381"),
    (1, 3, "7.692"),
    (2, 3, "4.348"),
    (3, 3, "3.030"),
    (4, 3, "2.326"),
    (1, 4, "7.143"),
    (2, 4, "4.167"),
    (3, 4, "2.941"),
    (4, 4, "2.273"),
    (1, 5, "6.667"),
    (2, 5, "4.000"),
    (3, 5, "2.857"),
    (4, 5, "2.222"),
    (1, 6, "6.250"),
    (2, 6, "3.846"),
    (3, 6, "2.778"),
    (4, 6, "2.174"),
    (1, 7, "5.882"),
    (2, 7, "3.704"),
    (3, 7, "2.703"),
    (4, 7, "2.128"),
]
"""The same for each straight flush beside royal flushes."""

TABLE_9 = [
    (1, "10.000", "0.000"),
    (2, "9.500", "0.500"),
    (3, "9.033", "0.967"),
    (4, "8.598", "1.403"),
    (5, "8.190", "1.810"),
    (6, "7.809", "2.191"),
    (7, "7.453", "2.547"),
]
"""Straight flushes alone; the percentage of the meter and of the reseed for each, as printed."""


def percent(share: Fraction) -> str:
    exact = Decimal(share.numerator * 100) / Decimal(share.denominator)
    return str(exact.quantize(Decimal("0.001"), ROUND_HALF_UP))


def crown(*, cost: int = 1_00, seed: int = 10_000_00, option: int = 1) -> Jackpot:
    return jackpot_of(Terms(game="crown-caribbean-stud", cost=cost, seed=seed, option=option))


def won(jackpot: Jackpot, meter: str, *hands: str, minor: str = "0") -> Shares:
    return jackpot.share(jackpot, Pools(grains(cents(meter)), grains(cents(minor))), hands)


def paid(shares: Shares) -> list[int]:
    return [payment.pays for payment in shares.payments]


@pytest.mark.parametrize(("royals", "meters", "reseeds"), TABLE_6)
def test_table_6(royals: int, meters: int, reseeds: int) -> None:
    shares = won(crown(), "100000", *["royal flush"] * royals)
    pool = 100_000_00 * meters + 10_000_00 * reseeds
    assert set(paid(shares)) == {-(-pool // royals)}


@pytest.mark.parametrize(("royals", "straights", "printed"), TABLE_7)
def test_table_7(royals: int, straights: int, printed: str) -> None:
    assert percent(BY.royal_share(royals, straights)) == printed


@pytest.mark.parametrize(("royals", "straights", "printed"), TABLE_8)
def test_table_8(royals: int, straights: int, printed: str) -> None:
    assert percent(BY.straight_share(royals, straights)) == printed


@pytest.mark.parametrize(("straights", "of_meter", "of_reseed"), TABLE_9)
def test_table_9(straights: int, of_meter: str, of_reseed: str) -> None:
    part = BY.straight_only_share(straights)
    assert percent(part) == of_meter
    assert percent(BY.each_straight - part) == of_reseed


@pytest.mark.parametrize(("meter", "dollars"), [("100.00", 100), ("100.01", 101), ("100.99", 101), ("101.00", 101)])
def test_the_meter_is_rounded_up_to_the_dollar(meter: str, dollars: int) -> None:
    assert BY.rounded_meter(grains(cents(meter))) == dollars * 100


def test_a_fraction_of_a_cent_is_enough_to_round_up() -> None:
    assert BY.rounded_meter(grains(100_00) + 1) == 101_00


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


@pytest.mark.parametrize(("meter", "after"), [("11111.11", 10_000_00), ("11111.12", 10_000_00), ("11200.00", 10_080_00)])
def test_crown_a_straight_flush_never_leaves_less_than_the_seed(meter: str, after: int) -> None:
    assert won(crown(), meter, "straight flush").meter_after == grains(after)


def test_crown_prizes_and_seed_go_with_the_cost_of_the_wager() -> None:
    five = crown(cost=5_00)
    assert five.seed == 50_000_00
    assert paid(won(five, "50000", "flush", "full house", "four of a kind")) == [500_00, 750_00, 2_500_00]
    assert paid(won(crown(option=2), "10000", "straight", "flush")) == [40_00, 60_00]


def test_crown_increments_are_exact() -> None:
    assert crown().increment_of(2_50) == 250 * 3406


@pytest.mark.parametrize(("terms", "says"), [({"option": 3}, "Option 1 and Option 2"), ({"seed": 15_000_00}, "no seed")])
def test_crown_terms_that_the_book_does_not_have(terms: dict[str, int], says: str) -> None:
    with pytest.raises(TableError, match=says):
        crown(**terms)


def test_a_hand_that_wins_nothing_is_refused() -> None:
    with pytest.raises(TableError, match="wins no jackpot prize"):
        won(crown(), "10000", "straight")


def star(*, seed: int = 50_000_00) -> Jackpot:
    return jackpot_of(Terms(game="star-caribbean-stud", cost=1_00, seed=seed, increment="50"))


@pytest.mark.parametrize(("meter", "pays"), [("49999.99", 50_000_00), ("50000", 50_000_00), ("50000.01", 50_000_01)])
def test_star_a_royal_flush_wins_the_greater_of_two_amounts(meter: str, pays: int) -> None:
    shares = won(star(), meter, "royal flush")
    assert paid(shares) == [pays]
    assert shares.meter_after == grains(50_000_00)


@pytest.mark.parametrize(
    ("meter", "each"),
    [
        ("51000", 5_000_00),
        ("52631.57", 5_000_00),
        ("52631.58", 5_000_01),  # 9.5 % is 5,000.0001 and is rounded up
        ("100000", 9_500_00),
    ],
)
def test_star_two_straight_flushes_share_two_tenths_in_turn(meter: str, each: int) -> None:
    assert paid(won(star(), meter, "straight flush", "straight flush")) == [each, each]


def test_star_only_the_percentages_leave_the_meter() -> None:
    shares = won(star(), "51000", "straight flush", "straight flush")
    assert shares.meter_after == grains(41_310_00)
    assert shares.top_up == grains(2 * 5_000_00 - 9_690_00)


def test_star_a_straight_flush_is_paid_before_a_royal_flush_which_takes_the_rest() -> None:
    shares = won(star(), "100000", "royal flush", "straight flush")
    assert [(payment.hand, payment.pays) for payment in shares.payments] == [
        ("straight flush", 10_000_00),
        ("royal flush", 90_000_00),
    ]
    assert paid(won(star(), "52000", "royal flush", "straight flush")) == [5_200_00, 50_000_00]


def test_star_bonuses_are_the_houses() -> None:
    shares = won(star(), "60000", "flush", "full house", "four of a kind")
    assert paid(shares) == [100_00, 150_00, 500_00]
    assert {payment.source for payment in shares.payments} == {"house"}
    assert shares.meter_after == grains(60_000_00)


def nz(*, cost: int = 1_00, seed: int = 10_000_00, minor: str = "") -> Jackpot:
    terms = Terms(game="nz-caribbean-stud", cost=cost, seed=seed, increment="70", minor_increment=minor)
    return jackpot_of(terms)


@pytest.mark.parametrize(
    ("meter", "royal", "straight"),
    [
        ("19999.99", 20_000_00, 2_000_00),
        ("20000", 20_000_00, 2_000_00),
        ("20000.10", 20_000_10, 2_000_01),
        ("20000.19", 20_000_19, 2_000_01),
    ],
)
def test_nz_even_points_are_at_ten_thousand_wagers(meter: str, royal: int, straight: int) -> None:
    two_dollars = nz(cost=2_00)
    assert paid(won(two_dollars, meter, "royal flush")) == [royal]
    assert paid(won(two_dollars, meter, "straight flush")) == [straight]


def test_nz_each_step_is_reckoned_on_what_the_last_one_left() -> None:
    shares = won(nz(), "50000", "royal flush", "flush", "straight flush", "four of a kind")
    assert [(payment.hand, payment.pays) for payment in shares.payments] == [
        ("flush", 100_00),
        ("four of a kind", 500_00),
        ("straight flush", 4_940_00),
        ("royal flush", 44_460_00),
    ]
    assert shares.meter_after == grains(10_000_00)
    assert shares.top_up == grains(10_000_00)


def test_nz_straight_flushes_have_one_base_and_royal_flushes_equal_shares() -> None:
    assert paid(won(nz(), "50000", "straight flush", "straight flush")) == [5_000_00, 5_000_00]
    assert paid(won(nz(), "50000", "royal flush", "royal flush", "royal flush")) == [16_666_66] * 3
    assert paid(won(nz(), "15000", "royal flush", "royal flush")) == [10_000_00] * 2


def test_nz_two_pools_pay_their_own_hands() -> None:
    shares = won(nz(minor="20"), "50000", "royal flush", "straight flush", "flush", minor="60")
    assert paid(shares) == [100_00, 5_000_00, 45_000_00]
    assert (shares.meter_after, shares.minor_after) == (grains(10_000_00), 0)
    assert shares.top_up == grains(10_000_00 + 40_00)


def venezia() -> Jackpot:
    notice = {"four of a kind": 500_00, "full house": 100_00, "flush": 50_00}
    return jackpot_of(Terms(game="venezia-caribbean-poker", cost=1_00, seed=0, notice=notice))


def test_venice_divides_equally_and_keeps_the_odd_cents() -> None:
    shares = won(venezia(), "10000", "royal flush", "royal flush", "royal flush")
    assert paid(shares) == [3_333_33] * 3
    assert shares.meter_after == grains(1)
    assert paid(won(venezia(), "10000", "straight flush", "straight flush")) == [500_00] * 2


def test_venice_takes_fixed_prizes_first_then_the_tenth_then_the_rest() -> None:
    shares = won(venezia(), "10050", "royal flush", "straight flush", "straight flush", "flush")
    assert paid(shares) == [50_00, 500_00, 500_00, 9_000_00]
    assert shares.meter_after == 0


def test_venice_needs_its_notice() -> None:
    with pytest.raises(TableError, match="notice must state"):
        jackpot_of(Terms(game="venezia-caribbean-poker", cost=1_00, seed=0))


@pytest.mark.parametrize(("percent", "parts"), [("0", 0), ("34.06", 3406), ("99.99", 9999), ("100", 10_000)])
def test_a_rate_is_a_part_of_the_wager(percent: str, parts: int) -> None:
    assert rate(percent) == parts


@pytest.mark.parametrize("percent", ["100.01", "120", "-5", "", "abc", "34.061", "1e2"])
def test_anything_else_is_no_rate(percent: str) -> None:
    with pytest.raises(TableError, match="not an increment rate"):
        rate(percent)


def test_nz_two_pools_get_no_more_than_the_wager() -> None:
    assert nz(minor="30").minor_increment == 3000
    with pytest.raises(TableError, match="no more than the whole"):
        nz(minor="30.01")
