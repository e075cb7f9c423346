"""What a jackpot returns in the long run: against simulation, and against what the regulator's tables keep constant."""

from __future__ import annotations

import random

import pytest

from croupier.books import book_of, jackpot_counts, jackpot_of
from croupier.drawing.plots import distribution
from croupier.jackpots.funding import COUNTS, HANDS, Meter, fixed_return
from croupier.jackpots.systems import Terms
from croupier.jackpots.worth import break_even_meter, worth
from croupier.kernel.money import cents

CROWN = book_of("crown-caribbean-stud")
ROWS = [(option, row) for option in (1, 2) for row in CROWN.rows(f"jackpot_seeds_option_{option}")]


def meter_of(option: int, seed: str) -> tuple[Meter, float]:
    terms = jackpot_of(Terms(game=CROWN.id, cost=1_00, seed=cents(seed), option=option))
    return Meter(seed=terms.seed / 100, increment=terms.increment / 10_000), float(fixed_return(terms.fixed, 1_00))


@pytest.mark.parametrize(("option", "row"), ROWS)
def test_every_row_of_tables_2_and_3_returns_the_same(option: int, row: dict[str, str]) -> None:
    meter, fixed = meter_of(option, row["seed"])
    assert abs(meter.funding(fixed=fixed).total - 0.8887) < 0.0001


@pytest.mark.parametrize(("option", "row"), ROWS)
def test_what_goes_into_the_meter_comes_out_of_it(option: int, row: dict[str, str]) -> None:
    meter, fixed = meter_of(option, row["seed"])
    funding = meter.funding(fixed=fixed)
    paid = (COUNTS["royal flush"] + COUNTS["straight flush"] / 10) / HANDS * meter.mean
    assert paid == pytest.approx(funding.increment + funding.reseeding + funding.top_ups, rel=1e-8)


def test_the_series_agrees_with_a_simulation() -> None:
    meter, chance = meter_of(1, "75000.00")[0], random.Random(4)
    rate, royal = (4 + 36) / HANDS, 4 / 40
    level, hits = meter.seed, []
    for _ in range(400_000):
        level += 0.235 * chance.expovariate(rate)
        if chance.random() < royal:
            hits.append(level)
            level = meter.seed
        else:
            level = max(meter.seed, level * 0.9)
    assert sum(hits) / len(hits) == pytest.approx(meter.mean, rel=0.01)
    for share in (0.1, 0.5, 0.9):
        level = meter.quantile(share)
        below = sum(hit <= level for hit in hits) / len(hits)
        assert below == pytest.approx(share, abs=0.01)


def test_the_histogram_is_the_whole_distribution() -> None:
    meter, _ = meter_of(2, "10000.00")
    steps = meter.histogram(12)
    assert sum(chance for _, _, chance in steps) == pytest.approx(1)
    assert steps[0][0] == meter.seed
    assert all(low < high for low, high, _ in steps)


def test_the_picture_names_what_it_shows() -> None:
    meter, _ = meter_of(1, "10000.00")
    drawn = distribution(meter, "Option 1")
    assert drawn.startswith("<svg")
    assert drawn.endswith("</svg>")
    assert "median $115,684" in drawn


@pytest.mark.parametrize(
    ("fixed", "meter"),
    [
        ({"four of a kind": 100_00, "full house": 75_00, "flush": 50_00}, 263_205_26),
        ({"four of a kind": 150_00, "full house": 100_00, "flush": 50_00}, 246_784_21),
    ],
)
def test_published_break_even_meters(fixed: dict[str, int], meter: int) -> None:
    """Royal 100 %, straight flush 10 %: 7.6 royal flushes' worth of the meter, which the book then rounds up to a dollar."""
    exact = (HANDS * 1_00 - sum(COUNTS[hand] * paid for hand, paid in fixed.items())) / 7.6
    assert round(exact) == meter


def test_a_wager_breaks_even_exactly_there() -> None:
    jackpot = jackpot_of(Terms(game=CROWN.id, cost=1_00, seed=10_000_00, option=1))
    at = break_even_meter(jackpot, COUNTS)
    assert worth(jackpot, at, COUNTS) >= 1_00 > worth(jackpot, at - 1, COUNTS)


@pytest.mark.slow
def test_the_counts_of_wild_aruba() -> None:
    from collections import Counter
    from itertools import combinations

    from croupier.books import rules_of
    from croupier.kernel.cards import DECK
    from croupier.stud.rules import Options

    rules, found = rules_of("crown-wild-aruba"), Counter[str]()
    for hand in combinations(DECK, 5):
        found[rules.jackpot_hand(Options(), rules.jackpot_value(hand))] += 1
    del found[""]
    counted = jackpot_counts("crown-wild-aruba")
    assert found == {hand: counted[hand] for hand in found}
