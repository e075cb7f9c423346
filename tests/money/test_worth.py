"""What a jackpot wager is worth, calculated by hand from Crown's Tables and the counts of five-card hands."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import pytest

from croupier.books import jackpot_counts, jackpot_of
from croupier.jackpots.systems import Terms
from croupier.jackpots.worth import break_even_meter, worth

CARIBBEAN = jackpot_of(Terms(game="crown-caribbean-stud", cost=1_00, seed=10_000_00, option=1))
ARUBA = jackpot_of(Terms(game="crown-wild-aruba", cost=1_00, seed=10_000_00))


def counts() -> Mapping[str, int]:
    return jackpot_counts("crown-caribbean-stud")  # counted when a test asks, not when the tests are collected


def wild() -> Mapping[str, int]:
    return jackpot_counts("crown-wild-aruba")


def test_the_worth_of_a_wager_is_every_prize_by_its_chance() -> None:
    """The meter for 4 royal flushes, a tenth of it for 36 straight flushes, then $500, $150 and $100."""
    prizes = 4 * 100_000_00 + 36 * 10_000_00 + 624 * 500_00 + 3_744 * 150_00 + 5_108 * 100_00
    assert worth(CARIBBEAN, 100_000_00, counts()) == Fraction(prizes, 2_598_960)


def test_wild_aruba_has_counts_of_its_own() -> None:
    assert (wild()["royal flush"], wild()["five of a kind"]) == (4, 652)
    assert "five of a kind" not in counts()
    assert worth(ARUBA, 100_000_00, wild()) != worth(ARUBA, 200_000_00, wild())


@pytest.mark.parametrize("wanted", [None, Fraction(70), Fraction(90), Fraction(120)])
@pytest.mark.parametrize("game", ["caribbean", "aruba"])
def test_the_break_even_meter_is_the_lowest_that_is_enough(game: str, wanted: Fraction | None) -> None:
    terms, hands = (CARIBBEAN, counts()) if game == "caribbean" else (ARUBA, wild())
    enough = Fraction(1_00) if wanted is None else wanted
    meter = break_even_meter(terms, hands, wanted)
    assert worth(terms, meter, hands) >= enough > worth(terms, meter - 1, hands)


def test_a_meter_that_is_exactly_enough_is_enough() -> None:
    exact = worth(CARIBBEAN, 160_000_00, counts())
    meter = break_even_meter(CARIBBEAN, counts(), exact)
    assert worth(CARIBBEAN, meter, counts()) == exact
    assert meter <= 160_000_00


def test_what_the_fixed_prizes_alone_are_worth_needs_hardly_a_meter() -> None:
    assert break_even_meter(CARIBBEAN, counts(), Fraction(50)) == 1
