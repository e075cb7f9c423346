"""The battery of shuffle tests: its chances counted out on small decks, a good shuffle passes, bad ones fail."""

from __future__ import annotations

from itertools import pairwise, permutations
from math import factorial, sqrt

import numpy as np
import pytest

from croupier.odds import shuffle_counts
from croupier.odds.shuffle_counts import coupon_chances, middle_chances, overlap_chances, rare_chances
from croupier.odds.shuffle_quality import FIFTEEN, LEVEL, Battery, Report
from croupier.odds.shufflers import fair, shuffler


def report(name: str, decks: int, seed: int = 5, parts: int = 1) -> Report:
    shuffle = shuffler(name)
    assert shuffle is not None
    battery, chance = Battery(), np.random.default_rng(seed)
    for _ in range(parts):
        battery.add(shuffle(chance, decks // parts))
    return battery.report()


def failing(found: Report) -> set[str]:
    return {finding.test for finding in found.findings if finding.failed}


@pytest.mark.parametrize("decks", [40_000, pytest.param(400_000, marks=pytest.mark.slow)])
def test_a_fair_shuffle_passes(decks: int) -> None:
    found = report("fair", decks)
    assert found.passed
    assert found.decks == decks
    assert len(found.findings) == 20
    assert min(finding.corrected for finding in found.findings) >= LEVEL


@pytest.mark.parametrize(
    ("name", "decks", "tests"),
    [
        ("naive", 20_000, {"card by position", "inversions"}),
        ("riffle3", 20_000, {"rising sequences", "neighbours of a new deck", "orders of five cards", "runs up"}),
        ("riffle7", 20_000, {"rising sequences", "card by position"}),
        ("sticky", 100_000, {"card by position", "top card of every third deck", "spread of the first five cards"}),
        ("cut", 20_000, {"serial correlation", "pairs of neighbours", "gap to the first of a rank"}),
        ("cut", 20_000, {"cards until all suits have come", "middle one of five cards", "aces on top in blocks of decks"}),
    ],
)
def test_a_biased_shuffle_fails(name: str, decks: int, tests: set[str]) -> None:
    found = report(name, decks)
    assert not found.passed
    assert tests <= failing(found)


def test_decks_that_depend_on_the_one_before_fail() -> None:
    """Every deck by itself is fair, but half of them are the deck before with its top cards moved to the bottom."""
    decks = fair(np.random.default_rng(8), 20_000)
    decks[1::4] = np.roll(decks[0::4], 17, axis=1)
    battery = Battery()
    battery.add(decks)
    assert "neighbours kept between decks" in failing(battery.report())
    decks[1::4] = decks[0::4]
    battery = Battery()
    battery.add(decks)
    assert {"places kept between decks", "top cards common to two decks"} <= failing(battery.report())


def test_a_shuffle_that_is_too_even_fails() -> None:
    """A fair deck, then each of its 52 cuts: every card is in every place exactly as often."""
    one = fair(np.random.default_rng(3), 1_000)
    battery = Battery()
    battery.add(np.concatenate([np.roll(one, turn, axis=1) for turn in range(52)]))
    first = battery.report().findings[0]
    assert first.test == "card by position"
    assert first.statistic == 0
    assert first.failed


@pytest.mark.slow
def test_the_p_values_of_a_fair_shuffle_are_even() -> None:
    chance, found = np.random.default_rng(77), []
    for _ in range(40):
        battery = Battery()
        battery.add(fair(chance, 20_000))
        found.append([finding.p for finding in battery.report().findings])
    by_test = np.array(found)
    assert np.abs(by_test.mean(axis=0) - 0.5).max() < 4 * sqrt(1 / 12 / 40)
    rising = np.sort(by_test.reshape(-1))
    distance = np.abs(rising - (np.arange(rising.size) + 0.5) / rising.size).max()
    assert distance < 1.95 / sqrt(rising.size)  # Kolmogorov and Smirnov at one in a thousand


def test_each_of_the_fifteen_tests_of_a_laboratory_is_offered() -> None:
    tests = {finding.test for finding in report("fair", 20_000).findings}
    assert len(FIFTEEN) == 15
    assert set().union(*FIFTEEN.values()) == tests


@pytest.mark.parametrize(("cards", "suits"), [(4, 2), (6, 2), (6, 3)])
def test_the_chances_of_small_samples_are_those_of_all_orders(cards: int, suits: int) -> None:
    coupons, middles, overlaps = np.zeros(cards + 1), np.zeros(cards), np.zeros(3)
    for order in permutations(range(cards)):
        seen = [card % suits for card in order]
        coupons[next(n for n in range(1, cards + 1) if len(set(seen[:n])) == suits)] += 1
        middles[sorted(order[:3])[1]] += 1
        overlaps[len({0, 1} & set(order[:2]))] += 1
    for counts, chances in (
        (coupons, coupon_chances(cards, suits)),
        (middles, middle_chances(cards, 3)),
        (overlaps, overlap_chances(cards, 2)),
    ):
        assert (counts / factorial(cards)).tolist() == pytest.approx(chances)


def test_rare_events_are_as_rare_as_all_blocks_say() -> None:
    chances = rare_chances(3)
    once = 6 / 1326
    assert chances == pytest.approx([(1 - once) ** 3, 3 * once * (1 - once) ** 2, 3 * once**2 * (1 - once), once**3])
    assert sum(rare_chances()) == pytest.approx(1)


def test_parts_add_up() -> None:
    decks = fair(np.random.default_rng(2), 20_000)
    whole, parts = Battery(), Battery()
    whole.add(decks)
    for part in (decks[:7_000], decks[7_000:7_002], decks[7_002:]):
        parts.add(part)
    assert whole.report() == parts.report()


def test_too_few_decks_are_not_tested() -> None:
    battery = Battery()
    battery.add(fair(np.random.default_rng(2), 100))
    with pytest.raises(ValueError, match="at least 20,000 decks"):
        battery.report()


@pytest.mark.parametrize("cards", [4, 6])
def test_the_chances_are_those_of_all_orders_of_a_small_deck(cards: int) -> None:
    falls, fixed, followers, inversions = (np.zeros(cards * cards) for _ in range(4))
    colours = np.zeros(cards)
    for order in permutations(range(cards)):
        falls[sum(b < a for a, b in pairwise(order))] += 1
        fixed[sum(card == place for place, card in enumerate(order))] += 1
        followers[sum(b == a + 1 for a, b in pairwise(order))] += 1
        inversions[sum(order[i] > order[j] for j in range(cards) for i in range(j))] += 1
        colours[sum(a % 2 != b % 2 for a, b in pairwise(order))] += 1
    for counts, chances in (
        (falls, shuffle_counts.eulerian(cards)),
        (fixed, shuffle_counts.matches(cards)),
        (followers, shuffle_counts.followers(cards)),
        (inversions, shuffle_counts.inversion_chances(cards)),
        (colours, shuffle_counts.colour_changes(cards)),
    ):
        assert (counts[: len(chances)] / factorial(cards)).tolist() == pytest.approx(chances)
        assert counts[: len(chances)].sum() == factorial(cards)


@pytest.mark.parametrize("name", ["riffle", "riffle0", "riffle21", "best", ""])
def test_there_is_no_such_shuffle(name: str) -> None:
    assert shuffler(name) is None


def test_a_riffle_has_no_more_rising_sequences_than_it_can() -> None:
    """Each riffle at most doubles the rising sequences; a bound that sorting the wrong way round would break."""
    shuffle = shuffler("riffle2")
    assert shuffle is not None
    for deck in shuffle(np.random.default_rng(1), 200):
        where = np.argsort(deck)
        assert 1 + (where[1:] < where[:-1]).sum() <= 4
