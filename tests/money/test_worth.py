"""What a jackpot wager is worth, reckoned by hand from Crown's Tables and the counts of five-card hands."""

from __future__ import annotations

from fractions import Fraction

import pytest

from croupier.books import jackpot_counts, jackpot_of
from croupier.jackpots.systems import Terms
from croupier.jackpots.worth import break_even_meter, worth

CARIBBEAN = jackpot_of(Terms(game="crown-caribbean-stud", cost=1_00, seed=10_000_00, option=1))
ARUBA = jackpot_of(Terms(game="crown-wild-aruba", cost=1_00, seed=10_000_00))
COUNTS, WILD = jackpot_counts("crown-caribbean-stud"), jackpot_counts("crown-wild-aruba")


def test_the_worth_of_a_wager_is_every_prize_by_its_chance() -> None:
    """The meter for 4 royal flushes, a tenth of it for 36 straight flushes, then $500, $150 and $100."""
    prizes = 4 * 100_000_00 + 36 * 10_000_00 + 624 * 500_00 + 3_744 * 150_00 + 5_108 * 100_00
    assert worth(CARIBBEAN, 100_000_00, COUNTS) == Fraction(prizes, 2_598_960)


def test_wild_aruba_has_counts_of_its_own() -> None:
    assert (WILD["royal flush"], WILD["five of a kind"]) == (4, 652)
    assert "five of a kind" not in COUNTS
    assert worth(ARUBA, 100_000_00, WILD) != worth(ARUBA, 200_000_00, WILD)


@pytest.mark.parametrize("wanted", [None, Fraction(70), Fraction(90), Fraction(120)])
@pytest.mark.parametrize(("jackpot", "counts"), [(CARIBBEAN, COUNTS), (ARUBA, WILD)], ids=["caribbean", "aruba"])
def test_the_break_even_meter_is_the_lowest_that_is_enough(
    jackpot: object, counts: dict[str, int], wanted: Fraction | None
) -> None:
    terms = CARIBBEAN if jackpot is CARIBBEAN else ARUBA
    enough = Fraction(1_00) if wanted is None else wanted
    meter = break_even_meter(terms, counts, wanted)
    assert worth(terms, meter, counts) >= enough > worth(terms, meter - 1, counts)


def test_a_meter_that_is_exactly_enough_is_enough() -> None:
    exact = worth(CARIBBEAN, 160_000_00, COUNTS)
    meter = break_even_meter(CARIBBEAN, COUNTS, exact)
    assert worth(CARIBBEAN, meter, COUNTS) == exact
    assert meter <= 160_000_00


def test_what_the_fixed_prizes_alone_are_worth_needs_hardly_a_meter() -> None:
    assert break_even_meter(CARIBBEAN, COUNTS, Fraction(50)) == 1
