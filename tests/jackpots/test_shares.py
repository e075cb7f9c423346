"""What hands win in three books, to the grain: each prize with its calculation and clauses, what is left, what the house adds."""

from __future__ import annotations

import pytest

from croupier.books import jackpot_of
from croupier.jackpots.prizes import GRAINS, Jackpot, Payment, Pools, Shares, grains
from croupier.jackpots.systems import Terms
from croupier.kernel.errors import TableError

ROYAL, STRAIGHT, FOUR, FULL, FLUSH = "royal flush", "straight flush", "four of a kind", "full house", "flush"
NOTICE = {FOUR: 500_00, FULL: 100_00, FLUSH: 50_00}


def star(seed: int) -> Jackpot:
    return jackpot_of(Terms(game="star-caribbean-stud", cost=1_00, seed=seed, increment="50"))


def venice(seed: int) -> Jackpot:
    return jackpot_of(Terms(game="venezia-caribbean-poker", cost=1_00, seed=seed, notice=NOTICE))


STAR, LOW = star(50_000_00), star(20_000_00)
NZ = jackpot_of(Terms(game="nz-caribbean-stud", cost=1_00, seed=10_000_00, increment="70"))
NZ_SPLIT = jackpot_of(Terms(game="nz-caribbean-stud", cost=2_00, seed=10_000_00, increment="50", minor_increment="20"))
VENICE, VENICE0 = venice(1_000_00), venice(0)

Row = tuple[str, int, str, str, tuple[str, ...]]
"""A prize: hand, cents, out of what, how it was calculated, and the clauses."""

# A jackpot, what its pools hold (grains), the hands of a round, their prizes in the order of payment, and in grains what the
# pools hold afterwards and what the house has added.
ROUNDS: list[tuple[Jackpot, Pools, tuple[str, ...], list[Row], tuple[int, int, int]]] = [
    (
        STAR,
        Pools(60_000_000_000, 0),
        (ROYAL,),
        [("royal flush", 6_000_000, "meter", "the greater of $50,000.00 and 100% of $60,000.00", ("11.7.1", "12.1.1"))],
        (50_000_000_000, 0, 50_000_000_000),
    ),
    (
        STAR,
        Pools(40_000_000_000, 0),
        (ROYAL,),
        [("royal flush", 5_000_000, "meter", "the greater of $50,000.00 and 100% of $40,000.00", ("11.7.1", "12.1.1"))],
        (50_000_000_000, 0, 60_000_000_000),
    ),
    (
        STAR,
        Pools(60_000_000_000, 0),
        (STRAIGHT,),
        [("straight flush", 600_000, "meter", "the greater of $5,000.00 and 10% payouts of $6,000.00", ("11.7.2", "12.1.2"))],
        (54_000_000_000, 0, 0),
    ),
    (
        STAR,
        Pools(40_000_000_000, 0),
        (STRAIGHT,),
        [("straight flush", 500_000, "meter", "the greater of $5,000.00 and 10% payouts of $4,000.00", ("11.7.2", "12.1.2"))],
        (36_000_000_000, 0, 1_000_000_000),
    ),
    (
        STAR,
        Pools(100_000_010_000, 0),
        (STRAIGHT, STRAIGHT),
        [
            (
                "straight flush",
                950_001,
                "meter",
                "the greater of $5,000.00 and an equal share of 10% payouts of $19,000.01",
                ("11.7.2", "12.1.2", "12.3.2"),
            ),
            (
                "straight flush",
                950_001,
                "meter",
                "the greater of $5,000.00 and an equal share of 10% payouts of $19,000.01",
                ("11.7.2", "12.1.2", "12.3.2"),
            ),
        ],
        (81_000_008_100, 0, 18_100),
    ),
    (
        STAR,
        Pools(120_000_000_000, 0),
        (ROYAL, ROYAL),
        [
            (
                "royal flush",
                6_000_000,
                "meter",
                "the greater of $50,000.00 and an equal share of $120,000.00",
                ("11.7.1", "12.1.1", "12.3.1"),
            ),
            (
                "royal flush",
                6_000_000,
                "meter",
                "the greater of $50,000.00 and an equal share of $120,000.00",
                ("11.7.1", "12.1.1", "12.3.1"),
            ),
        ],
        (50_000_000_000, 0, 50_000_000_000),
    ),
    (
        STAR,
        Pools(80_000_000_000, 0),
        (ROYAL, ROYAL),
        [
            (
                "royal flush",
                5_000_000,
                "meter",
                "the greater of $50,000.00 and an equal share of $80,000.00",
                ("11.7.1", "12.1.1", "12.3.1"),
            ),
            (
                "royal flush",
                5_000_000,
                "meter",
                "the greater of $50,000.00 and an equal share of $80,000.00",
                ("11.7.1", "12.1.1", "12.3.1"),
            ),
        ],
        (50_000_000_000, 0, 70_000_000_000),
    ),
    (
        STAR,
        Pools(100_000_000_000, 0),
        (ROYAL, STRAIGHT),
        [
            (
                "straight flush",
                1_000_000,
                "meter",
                "the greater of $5,000.00 and 10% payouts of $10,000.00",
                ("11.7.2", "12.1.2", "12.4"),
            ),
            ("royal flush", 9_000_000, "meter", "the greater of $50,000.00 and 100% of $90,000.00", ("11.7.1", "12.1.1", "12.4")),
        ],
        (50_000_000_000, 0, 50_000_000_000),
    ),
    (
        STAR,
        Pools(60_000_000_000, 0),
        (FOUR, FULL, FLUSH),
        [
            ("four of a kind", 50_000, "house", "a bonus of $500.00", ("11.7.3", "12.1.3")),
            ("full house", 15_000, "house", "a bonus of $150.00", ("11.7.4", "12.1.4")),
            ("flush", 10_000, "house", "a bonus of $100.00", ("11.7.5", "12.1.5")),
        ],
        (60_000_000_000, 0, 0),
    ),
    (
        STAR,
        Pools(100_000_010_000, 0),
        (FLUSH, ROYAL, STRAIGHT, STRAIGHT),
        [
            (
                "straight flush",
                950_001,
                "meter",
                "the greater of $5,000.00 and an equal share of 10% payouts of $19,000.01",
                ("11.7.2", "12.1.2", "12.3.2", "12.4"),
            ),
            (
                "straight flush",
                950_001,
                "meter",
                "the greater of $5,000.00 and an equal share of 10% payouts of $19,000.01",
                ("11.7.2", "12.1.2", "12.3.2", "12.4"),
            ),
            ("royal flush", 8_100_001, "meter", "the greater of $50,000.00 and 100% of $81,000.01", ("11.7.1", "12.1.1", "12.4")),
            ("flush", 10_000, "house", "a bonus of $100.00", ("11.7.5", "12.1.5")),
        ],
        (50_000_000_000, 0, 50_000_020_000),
    ),
    (
        LOW,
        Pools(60_000_330_000, 0),
        (ROYAL, ROYAL, ROYAL),
        [
            (
                "royal flush",
                5_000_000,
                "meter",
                "the greater of $50,000.00 and an equal share of $60,000.33",
                ("11.7.1", "12.1.1", "12.3.1"),
            ),
            (
                "royal flush",
                5_000_000,
                "meter",
                "the greater of $50,000.00 and an equal share of $60,000.33",
                ("11.7.1", "12.1.1", "12.3.1"),
            ),
            (
                "royal flush",
                5_000_000,
                "meter",
                "the greater of $50,000.00 and an equal share of $60,000.33",
                ("11.7.1", "12.1.1", "12.3.1"),
            ),
        ],
        (20_000_000_000, 0, 109_999_670_000),
    ),
    (
        NZ,
        Pools(50_000_000_000, 0),
        (ROYAL,),
        [("royal flush", 5_000_000, "meter", "the greater of $10,000.00 and 100% of $50,000.00", ("11.7(e)", "11.9(a)"))],
        (10_000_000_000, 0, 10_000_000_000),
    ),
    (
        NZ,
        Pools(50_000_000_000, 0),
        (STRAIGHT,),
        [("straight flush", 500_000, "meter", "the greater of $1,000.00 and 10% of $50,000.00", ("11.7(d)", "11.9(b)"))],
        (45_000_000_000, 0, 0),
    ),
    (
        NZ,
        Pools(5_000_000_000, 0),
        (STRAIGHT,),
        [("straight flush", 100_000, "meter", "the greater of $1,000.00 and 10% of $5,000.00", ("11.7(d)", "11.9(b)"))],
        (4_000_000_000, 0, 0),
    ),
    (
        NZ,
        Pools(50_000_000_000, 0),
        (FLUSH,),
        [("flush", 10_000, "meter", "100 to 1 on $1.00", ("11.7(a)", "11.9(e)"))],
        (49_900_000_000, 0, 0),
    ),
    (
        NZ,
        Pools(50_000_000_000, 0),
        (FLUSH, FULL),
        [
            ("flush", 10_000, "meter", "100 to 1 on $1.00", ("11.7(a)", "11.9(e)", "11.10(a)")),
            ("full house", 15_000, "meter", "150 to 1 on $1.00", ("11.7(b)", "11.9(d)", "11.10(a)")),
        ],
        (49_750_000_000, 0, 0),
    ),
    (
        NZ,
        Pools(50_000_000_000, 0),
        (FOUR,),
        [("four of a kind", 50_000, "meter", "500 to 1 on $1.00", ("11.7(c)", "11.9(c)"))],
        (49_500_000_000, 0, 0),
    ),
    (
        NZ,
        Pools(50_000_050_000, 0),
        (ROYAL, STRAIGHT, FLUSH),
        [
            ("flush", 10_000, "meter", "100 to 1 on $1.00", ("11.7(a)", "11.9(e)", "11.10(a)")),
            (
                "straight flush",
                499_000,
                "meter",
                "the greater of $1,000.00 and 10% of $49,900.05",
                ("11.7(d)", "11.9(b)", "11.10(b)"),
            ),
            (
                "royal flush",
                4_491_005,
                "meter",
                "the greater of $10,000.00 and 100% of $44,910.05",
                ("11.7(e)", "11.9(a)", "11.10(c)", "11.10(c)(i)", "11.10(c)(ii)"),
            ),
        ],
        (10_000_000_000, 0, 10_000_000_000),
    ),
    (
        NZ,
        Pools(15_000_000_000, 0),
        (ROYAL, ROYAL),
        [
            (
                "royal flush",
                1_000_000,
                "meter",
                "the greater of $10,000.00 and 1/2 of $15,000.00",
                ("11.7(e)", "11.9(a)", "11.10(c)", "11.10(c)(i)", "11.10(c)(ii)"),
            ),
            (
                "royal flush",
                1_000_000,
                "meter",
                "the greater of $10,000.00 and 1/2 of $15,000.00",
                ("11.7(e)", "11.9(a)", "11.10(c)", "11.10(c)(i)", "11.10(c)(ii)"),
            ),
        ],
        (10_000_000_000, 0, 15_000_000_000),
    ),
    (
        NZ,
        Pools(50_000_000_000, 0),
        (ROYAL, ROYAL),
        [
            (
                "royal flush",
                2_500_000,
                "meter",
                "the greater of $10,000.00 and 1/2 of $50,000.00",
                ("11.7(e)", "11.9(a)", "11.10(c)", "11.10(c)(i)", "11.10(c)(ii)"),
            ),
            (
                "royal flush",
                2_500_000,
                "meter",
                "the greater of $10,000.00 and 1/2 of $50,000.00",
                ("11.7(e)", "11.9(a)", "11.10(c)", "11.10(c)(i)", "11.10(c)(ii)"),
            ),
        ],
        (10_000_000_000, 0, 10_000_000_000),
    ),
    (
        NZ,
        Pools(40_000_000, 0),
        (FLUSH,),
        [("flush", 10_000, "meter", "100 to 1 on $1.00", ("11.7(a)", "11.9(e)"))],
        (0, 0, 60_000_000),
    ),
    (
        NZ,
        Pools(20_500_000_000, 0),
        (ROYAL, STRAIGHT, STRAIGHT),
        [
            (
                "straight flush",
                205_000,
                "meter",
                "the greater of $1,000.00 and 10% of $20,500.00",
                ("11.7(d)", "11.9(b)", "11.10(b)"),
            ),
            (
                "straight flush",
                205_000,
                "meter",
                "the greater of $1,000.00 and 10% of $20,500.00",
                ("11.7(d)", "11.9(b)", "11.10(b)"),
            ),
            (
                "royal flush",
                1_640_000,
                "meter",
                "the greater of $10,000.00 and 100% of $16,400.00",
                ("11.7(e)", "11.9(a)", "11.10(c)", "11.10(c)(i)", "11.10(c)(ii)"),
            ),
        ],
        (10_000_000_000, 0, 10_000_000_000),
    ),
    (
        NZ_SPLIT,
        Pools(50_000_000_000, 3_000_000_000),
        (FLUSH,),
        [("flush", 20_000, "meter", "100 to 1 on $2.00", ("11.7(a)", "11.9(e)", "11.6A(a)"))],
        (50_000_000_000, 2_800_000_000, 0),
    ),
    (
        NZ_SPLIT,
        Pools(50_000_000_000, 3_000_000_000),
        (ROYAL,),
        [
            (
                "royal flush",
                5_000_000,
                "meter",
                "the greater of $20,000.00 and 100% of $50,000.00",
                ("11.7(e)", "11.9(a)", "11.6A(b)", "11.6C(c)"),
            )
        ],
        (10_000_000_000, 3_000_000_000, 10_000_000_000),
    ),
    (
        NZ_SPLIT,
        Pools(50_000_000_000, 3_000_000_000),
        (STRAIGHT,),
        [
            (
                "straight flush",
                500_000,
                "meter",
                "the greater of $2,000.00 and 10% of $50,000.00",
                ("11.7(d)", "11.9(b)", "11.6A(b)", "11.6C(c)"),
            )
        ],
        (45_000_000_000, 3_000_000_000, 0),
    ),
    (
        NZ_SPLIT,
        Pools(50_000_000_000, 3_000_000_000),
        (STRAIGHT, FLUSH),
        [
            ("flush", 20_000, "meter", "100 to 1 on $2.00", ("11.7(a)", "11.9(e)", "11.6A(a)")),
            (
                "straight flush",
                500_000,
                "meter",
                "the greater of $2,000.00 and 10% of $50,000.00",
                ("11.7(d)", "11.9(b)", "11.6A(b)", "11.6C(c)"),
            ),
        ],
        (45_000_000_000, 2_800_000_000, 0),
    ),
    (
        NZ_SPLIT,
        Pools(60_000_000_000, 100_000_000),
        (ROYAL, STRAIGHT, FULL),
        [
            ("full house", 30_000, "meter", "150 to 1 on $2.00", ("11.7(b)", "11.9(d)", "11.6A(a)")),
            (
                "straight flush",
                600_000,
                "meter",
                "the greater of $2,000.00 and 10% of $60,000.00",
                ("11.7(d)", "11.9(b)", "11.6A(b)", "11.6C(c)", "11.6C(d)", "11.6C(d) 11.10(a)"),
            ),
            (
                "royal flush",
                5_400_000,
                "meter",
                "the greater of $20,000.00 and 100% of $54,000.00",
                (
                    "11.7(e)",
                    "11.9(a)",
                    "11.6A(b)",
                    "11.6C(c)",
                    "11.6C(d)",
                    "11.6C(d) 11.10(b)",
                    "11.6C(d) 11.10(b)(i)",
                    "11.6C(d) 11.10(b)(ii)",
                ),
            ),
        ],
        (10_000_000_000, 0, 10_200_000_000),
    ),
    (
        NZ_SPLIT,
        Pools(50_000_000_000, 3_000_000_000),
        (ROYAL, ROYAL),
        [
            (
                "royal flush",
                2_500_000,
                "meter",
                "the greater of $20,000.00 and 1/2 of $50,000.00",
                (
                    "11.7(e)",
                    "11.9(a)",
                    "11.6A(b)",
                    "11.6C(c)",
                    "11.6C(d)",
                    "11.6C(d) 11.10(b)",
                    "11.6C(d) 11.10(b)(i)",
                    "11.6C(d) 11.10(b)(ii)",
                ),
            ),
            (
                "royal flush",
                2_500_000,
                "meter",
                "the greater of $20,000.00 and 1/2 of $50,000.00",
                (
                    "11.7(e)",
                    "11.9(a)",
                    "11.6A(b)",
                    "11.6C(c)",
                    "11.6C(d)",
                    "11.6C(d) 11.10(b)",
                    "11.6C(d) 11.10(b)(i)",
                    "11.6C(d) 11.10(b)(ii)",
                ),
            ),
        ],
        (10_000_000_000, 3_000_000_000, 10_000_000_000),
    ),
    (
        VENICE,
        Pools(10_000_000_000, 0),
        (ROYAL,),
        [("royal flush", 1_000_000, "meter", "100% of $10,000.00", ("7.1",))],
        (1_000_000_000, 0, 1_000_000_000),
    ),
    (
        VENICE,
        Pools(10_000_000_000, 0),
        (STRAIGHT,),
        [("straight flush", 100_000, "meter", "10% of $10,000.00", ("7.2",))],
        (9_000_000_000, 0, 0),
    ),
    (
        VENICE,
        Pools(10_000_010_000, 0),
        (STRAIGHT, STRAIGHT, STRAIGHT),
        [
            ("straight flush", 33_333, "meter", "10% of $10,000.01, divided by 3", ("7.2", "9.7.4")),
            ("straight flush", 33_333, "meter", "10% of $10,000.01, divided by 3", ("7.2", "9.7.4")),
            ("straight flush", 33_333, "meter", "10% of $10,000.01, divided by 3", ("7.2", "9.7.4")),
        ],
        (9_000_020_000, 0, 0),
    ),
    (
        VENICE,
        Pools(10_000_000_000, 0),
        (ROYAL, ROYAL, ROYAL),
        [
            ("royal flush", 333_333, "meter", "100% of $10,000.00, divided by 3", ("7.1", "9.7.3")),
            ("royal flush", 333_333, "meter", "100% of $10,000.00, divided by 3", ("7.1", "9.7.3")),
            ("royal flush", 333_333, "meter", "100% of $10,000.00, divided by 3", ("7.1", "9.7.3")),
        ],
        (1_000_000_000, 0, 999_990_000),
    ),
    (
        VENICE,
        Pools(10_000_000_000, 0),
        (FOUR, FULL, FLUSH),
        [
            ("four of a kind", 50_000, "meter", "$500.00 by the table's notice", ("7.3", "5.6")),
            ("full house", 10_000, "meter", "$100.00 by the table's notice", ("7.4", "5.6")),
            ("flush", 5_000, "meter", "$50.00 by the table's notice", ("7.5", "5.6")),
        ],
        (9_350_000_000, 0, 0),
    ),
    (
        VENICE,
        Pools(10_050_000_000, 0),
        (ROYAL, STRAIGHT, STRAIGHT, FLUSH),
        [
            ("flush", 5_000, "meter", "$50.00 by the table's notice", ("7.5", "5.6")),
            ("straight flush", 50_000, "meter", "10% of $10,000.00, divided by 2", ("7.2", "9.7.4")),
            ("straight flush", 50_000, "meter", "10% of $10,000.00, divided by 2", ("7.2", "9.7.4")),
            ("royal flush", 900_000, "meter", "100% of $9,000.00", ("7.1",)),
        ],
        (1_000_000_000, 0, 1_000_000_000),
    ),
    (
        VENICE,
        Pools(20_000_000, 0),
        (FLUSH,),
        [("flush", 5_000, "meter", "$50.00 by the table's notice", ("7.5", "5.6"))],
        (0, 0, 30_000_000),
    ),
    (
        VENICE,
        Pools(20_000_000, 0),
        (ROYAL, FLUSH),
        [
            ("flush", 5_000, "meter", "$50.00 by the table's notice", ("7.5", "5.6")),
            ("royal flush", 0, "meter", "100% of $0.00", ("7.1",)),
        ],
        (1_000_000_000, 0, 1_030_000_000),
    ),
    (VENICE0, Pools(100_000_000, 0), (ROYAL,), [("royal flush", 10_000, "meter", "100% of $100.00", ("7.1",))], (0, 0, 0)),
    (
        VENICE,
        Pools(3_000_000_000, 0),
        (STRAIGHT, ROYAL),
        [
            ("straight flush", 30_000, "meter", "10% of $3,000.00", ("7.2",)),
            ("royal flush", 270_000, "meter", "100% of $2,700.00", ("7.1",)),
        ],
        (1_000_000_000, 0, 1_000_000_000),
    ),
    (
        NZ,
        Pools(50_000_009_999),
        (STRAIGHT,),
        [("straight flush", 500_000, "meter", "the greater of $1,000.00 and 10% of $50,000.00", ("11.7(d)", "11.9(b)"))],
        (45_000_009_999, 0, 0),
    ),
    (
        NZ,
        Pools(50_000_009_999),
        (ROYAL,),
        [("royal flush", 5_000_000, "meter", "the greater of $10,000.00 and 100% of $50,000.00", ("11.7(e)", "11.9(a)"))],
        (10_000_000_000, 0, 9_999_990_001),
    ),
    (
        VENICE,
        Pools(10_000_009_999),
        (STRAIGHT,),
        [("straight flush", 100_000, "meter", "10% of $10,000.00", ("7.2",))],
        (9_000_009_999, 0, 0),
    ),
]


@pytest.mark.parametrize(("jackpot", "pools", "hands", "prizes", "left"), ROUNDS)
def test_a_round_is_paid_to_the_grain(
    jackpot: Jackpot, pools: Pools, hands: tuple[str, ...], prizes: list[Row], left: tuple[int, int, int]
) -> None:
    payments = tuple(
        Payment(hand=hand, pays=pays, source=source, formula=formula, clauses=clauses)  # type: ignore[arg-type]
        for hand, pays, source, formula, clauses in prizes
    )
    after, minor, added = left
    guaranteed = added if jackpot is STAR and "royal flush" not in hands else 0
    expected = Shares(payments=payments, meter_after=after, minor_after=minor, top_up=added, guaranteed=guaranteed)
    assert jackpot.share(jackpot, pools, hands) == expected


@pytest.mark.parametrize(("jackpot", "pools", "hands", "prizes", "left"), ROUNDS)
def test_nothing_is_lost_and_nothing_comes_from_nowhere(
    jackpot: Jackpot, pools: Pools, hands: tuple[str, ...], prizes: list[Row], left: tuple[int, int, int]
) -> None:
    shares = jackpot.share(jackpot, pools, hands)
    paid = sum(payment.pays for payment in shares.payments if payment.source == "meter")
    held, after = pools.major + pools.minor, shares.meter_after + shares.minor_after
    assert held + shares.top_up == after + grains(paid)


@pytest.mark.parametrize("jackpot", [STAR, NZ, VENICE])
def test_a_hand_that_the_book_does_not_name_wins_nothing(jackpot: Jackpot) -> None:
    with pytest.raises(TableError, match="'straight' wins no jackpot prize here; these do: royal flush, straight flush, four of"):
        jackpot.share(jackpot, Pools(0), ["straight"])


@pytest.mark.parametrize(
    ("terms", "says"),
    [
        ({"cost": 0}, "a jackpot needs a cost, a seed and an increment rate, as the Authority approved them"),
        ({"seed": -1}, "a jackpot needs a cost, a seed and an increment rate, as the Authority approved them"),
        ({"increment": ""}, "a jackpot needs a cost, a seed and an increment rate, as the Authority approved them"),
    ],
)
def test_star_terms_that_nobody_approves(terms: dict[str, int | str], says: str) -> None:
    fine: dict[str, int | str] = {"cost": 1, "seed": 0, "increment": "50"}
    least = jackpot_of(Terms(game="star-caribbean-stud", **fine))  # type: ignore[arg-type]
    assert (least.cost, least.seed, least.increment) == (1, 0, 5000)
    with pytest.raises(TableError, match=f"^{says}$"):
        jackpot_of(Terms(game="star-caribbean-stud", **(fine | terms)))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("terms", "says"),
    [
        ({"cost": 0}, "a jackpot needs a cost, a seed and an increment rate, as the Secretary approved them"),
        ({"seed": -1}, "a jackpot needs a cost, a seed and an increment rate, as the Secretary approved them"),
        ({"increment": ""}, "a jackpot needs a cost, a seed and an increment rate, as the Secretary approved them"),
        ({"minor_increment": "40.01"}, "the two pools together get no more than the whole of a wager"),
    ],
)
def test_nz_terms_that_nobody_approves(terms: dict[str, int | str], says: str) -> None:
    fine: dict[str, int | str] = {"cost": 1, "seed": 0, "increment": "60", "minor_increment": "40"}
    least = jackpot_of(Terms(game="nz-caribbean-stud", **fine))  # type: ignore[arg-type]
    assert (least.cost, least.seed, least.increment, least.minor_increment, least.split) == (1, 0, 6000, 4000, True)
    assert (NZ.split, NZ.minor_increment) == (False, 0)
    with pytest.raises(TableError, match=f"^{says}$"):
        jackpot_of(Terms(game="nz-caribbean-stud", **(fine | terms)))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("terms", "says"),
    [
        ({"cost": 0}, "a jackpot wager must cost something, and a seed must be zero or more"),
        ({"seed": -1}, "a jackpot wager must cost something, and a seed must be zero or more"),
        ({"notice": {FOUR: 1, FLUSH: 1}}, "the table's notice must state what full house win"),
        ({"notice": {}}, "the table's notice must state what four of a kind and full house and flush win"),
        ({"notice": NOTICE | {ROYAL: 1, STRAIGHT: 1}}, "the table's notice does not say what royal flush wins"),
        ({"notice": NOTICE | {FLUSH: 0}}, "every prize on the table's notice must be above zero"),
    ],
)
def test_venice_terms_that_cannot_be(terms: dict[str, object], says: str) -> None:
    fine: dict[str, object] = {"cost": 1, "seed": 0, "notice": {FOUR: 1, FULL: 1, FLUSH: 1}}
    least = jackpot_of(Terms(game="venezia-caribbean-poker", **fine))  # type: ignore[arg-type]
    assert (least.cost, least.seed, least.increment, least.fixed) == (1, 0, GRAINS, fine["notice"])
    with pytest.raises(TableError, match=f"^{says}$"):
        jackpot_of(Terms(game="venezia-caribbean-poker", **(fine | terms)))  # type: ignore[arg-type]


def test_venice_takes_another_rate_where_the_house_sets_one() -> None:
    half = jackpot_of(Terms(game="venezia-caribbean-poker", cost=1_00, seed=0, increment="50", notice=NOTICE))
    assert (half.increment, half.game, half.book) == (5000, "venezia-caribbean-poker", "venezia-caribbean-poker")


@pytest.mark.parametrize("jackpot", [STAR, NZ, NZ_SPLIT, VENICE])
def test_a_jackpot_knows_its_hands_and_its_book(jackpot: Jackpot) -> None:
    assert jackpot.hands == (ROYAL, STRAIGHT, FOUR, FULL, FLUSH)
    assert jackpot.game == jackpot.book
