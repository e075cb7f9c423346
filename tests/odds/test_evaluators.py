"""The tables of equities, read for whole arrays of hands, against the plain reference; and the published frequencies."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

from croupier.kernel.cards import Card, parse_cards
from croupier.kernel.hands import Category, HandValue, best_high, best_low, high, omaha_high, omaha_low
from croupier.kernel.wild import deuces_wild
from croupier.odds import frequencies
from croupier.odds.counting import CARDS, hands
from croupier.odds.lookup_tables import all_hands
from odds import array_hands

SEVEN = {
    Category.ROYAL_FLUSH: 4_324,
    Category.STRAIGHT_FLUSH: 37_260,
    Category.FOUR_OF_A_KIND: 224_848,
    Category.FULL_HOUSE: 3_473_184,
    Category.FLUSH: 4_047_644,
    Category.STRAIGHT: 6_180_020,
    Category.THREE_OF_A_KIND: 6_461_620,
    Category.TWO_PAIRS: 31_433_400,
    Category.ONE_PAIR: 58_627_800,
    Category.HIGH_CARD: 23_294_460,
}
OMAHA = {
    Category.ROYAL_FLUSH: 42_807_600,
    Category.STRAIGHT_FLUSH: 368_486_160,
    Category.FOUR_OF_A_KIND: 2_225_270_496,
    Category.FULL_HOUSE: 29_424_798_576,
    Category.FLUSH: 31_216_782_384,
    Category.STRAIGHT: 52_289_648_688,
    Category.THREE_OF_A_KIND: 40_712_657_408,
    Category.TWO_PAIRS: 170_775_844_104,
    Category.ONE_PAIR: 122_655_542_152,
    Category.HIGH_CARD: 13_851_662_832,
}
OMAHA_LOW = {5: 7_439_717_760, 6: 25_832_342_400, 7: 51_687_563_904, 8: 76_415_359_104}

DECKS = {
    "whole": range(52),
    "two suits": [card for card in range(52) if card & 3 < 2],
    "six ranks": range(24, 48),
    "low cards": [card for card in range(52) if card < 28 or card >= 48],
}
"""Decks in which rare hands are common."""


def pack(value: HandValue | None) -> int:
    """The integer that stands for a value of the kernel; `NO_LOW` for none."""
    if value is None:
        return int(array_hands.NO_LOW)
    packed = int(value.category)
    for rank in value.ranks:
        packed = packed << 4 | (15 + rank if value.category is Category.LOW else rank - 2)
    return packed << 4 * (5 - len(value.ranks))


def deals(size: int, number: int) -> Any:
    """Rows of different cards, as many from each deck."""
    chance = random.Random(size)
    return np.array([chance.sample(deck, size) for deck in DECKS.values() for _ in range(number)])


def cards(row: Sequence[int]) -> list[Card]:
    return [CARDS[card] for card in row]


def test_every_hand_of_five_cards_has_the_value_that_the_solver_counts_with() -> None:
    assert (array_hands.five(all_hands(5)) == hands(False)[0]).all()
    assert (array_hands.five_wild(all_hands(5)) == hands(True)[0]).all()


@pytest.mark.parametrize(
    ("values", "reference", "size"),
    [
        (array_hands.five, high, 5),
        (array_hands.five_wild, deuces_wild, 5),
        (array_hands.seven, best_high, 7),
        (array_hands.low, best_low, 5),
        (array_hands.low, best_low, 6),
        (array_hands.low, best_low, 7),
    ],
    ids=["five", "deuces wild", "seven", "low of five", "low of six", "low of seven"],
)
def test_values_are_those_of_the_reference(
    values: Callable[[Any], Any], reference: Callable[[list[Card]], HandValue | None], size: int
) -> None:
    rows = deals(size, 700)
    for row, value in zip(rows, values(rows).tolist(), strict=True):
        assert value == pack(reference(cards(row))), cards(row)


def test_omaha_values_are_those_of_the_reference() -> None:
    rows = deals(9, 250)
    hole, board = rows[:, :4], rows[:, 4:]
    highs, lows = array_hands.omaha_high(hole, board).tolist(), array_hands.omaha_low(hole, board).tolist()
    assert len({value >> 20 for value in highs}) >= 9
    for four, five, best, lowest in zip(hole, board, highs, lows, strict=True):
        assert best == pack(omaha_high(cards(four), cards(five))), (cards(four), cards(five))
        assert lowest == pack(omaha_low(cards(four), cards(five))), (cards(four), cards(five))


def test_a_straight_flush_in_omaha_takes_two_from_the_hand() -> None:
    hole = array_hands.cards_of(["9s Ac Kd Qh", "9s 8s Kd Qh", "As 8s Kd Qh", "As Ks 5s 4s"])
    board = array_hands.cards_of(["8s 7s 6s 5s 2d", "Ts 7s 6s 2h 2d", "9s 7s 6s 5s 2d", "Qs Js Ts 9d 8d"])
    found = [str(category) for category in array_hands.categories(array_hands.omaha_high(hole, board))]
    assert found == ["high card", "straight flush", "flush", "royal flush"]
    assert array_hands.omaha_high(hole, board)[2] == pack(high(parse_cards("As 9s 8s 7s 6s")))


def test_seven_cards_come_as_often_as_published() -> None:
    found = frequencies.seven_cards()
    assert found.high == SEVEN
    assert found.deals == 133_784_560 == found.no_low + sum(found.low.values())


@pytest.mark.slow
def test_omaha_hands_come_as_often_as_published() -> None:
    steps: list[tuple[int, int]] = []
    found = frequencies.omaha(lambda done, whole: steps.append((done, whole)))
    assert found.high == OMAHA
    assert found.low == OMAHA_LOW
    assert found.deals == 463_563_500_400
    assert steps[-1][0] == steps[-1][1] == len(steps)


def test_lows_compare_and_their_category_can_be_read() -> None:
    wheel, rough, none = array_hands.low(array_hands.cards_of(["Ah2h3h4h5h", "8c7c6c5c4d", "9c7c6c5c4d"])).tolist()
    assert wheel > rough > none == array_hands.NO_LOW
    assert array_hands.categories(np.array([wheel, none])) == [Category.LOW, None]


def test_no_hands_have_no_values() -> None:
    assert array_hands.seven(np.zeros((0, 7), np.uint8)).tolist() == []
