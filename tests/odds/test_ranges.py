"""Ranges as poker players write them."""

from __future__ import annotations

from itertools import combinations

import pytest

from croupier.kernel.cards import CardError
from croupier.odds.counting import CARDS
from croupier.odds.ranges import Range, RangeError


def written(text: str, *sizes: int) -> set[frozenset[str]]:
    return {frozenset(str(CARDS[card]) for card in hand) for hand in Range.parse(text, *sizes).hands}


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("AKs", 4),
        ("KAo", 12),
        ("AK", 16),
        ("77", 6),
        ("77+", 48),
        ("88-JJ", 24),
        ("JJ-88", 24),
        ("A5s-A2s", 16),
        ("A2s-A5s", 16),
        ("KTo+", 36),
        ("K9s+", 16),
        ("AhKh", 1),
        ("A♥ 10♠", 1),
        ("Ah*", 51),
        ("Axs", 48),
        ("Axo", 144),
        ("A*h", 51),
        ("*h*h", 78),
        ("random", 1326),
        ("**", 1326),
        ("77+, 88-JJ, 99", 48),
        ("10 9s", 4),
    ],
)
def test_how_many_hands_a_text_stands_for(text: str, number: int) -> None:
    assert len(Range.parse(text).hands) == number


def test_which_hands_they_are() -> None:
    assert written("QJs") == {frozenset({f"Q{suit}", f"J{suit}"}) for suit in "cdhs"}
    assert written("22") == {frozenset(pair) for pair in combinations(("2c", "2d", "2h", "2s"), 2)}
    assert written("A4s-A3s") == {frozenset({f"A{suit}", f"{rank}{suit}"}) for rank in "34" for suit in "cdhs"}
    assert frozenset({"Kh", "Ac"}) in written("AKo")


@pytest.mark.parametrize(
    ("text", "size", "number"),
    [
        ("AAxx", 4, 6 * 1128 + 4 * 48 + 1),
        ("AA**", 4, 6 * 1128 + 4 * 48 + 1),
        ("AsAhKs2d", 4, 1),
        ("As Ks **", 4, 1225),
        ("AAKK", 4, 36),
        ("****", 4, 270_725),
        ("AAx", 3, 6 * 48 + 4),
        ("random", 3, 22_100),
        ("AKQ", 3, 64),
    ],
)
def test_hands_of_more_cards_are_written_by_their_cards(text: str, size: int, number: int) -> None:
    assert len(Range.parse(text, size).hands) == number


def test_weights_are_kept_in_proportion_and_the_later_part_counts() -> None:
    found = Range.parse("KK+, KK:0.25, QhQs:1/3")
    by_rank = {int(hand[0]) >> 2: int(weight) for hand, weight in zip(found.hands, found.weights, strict=True)}
    assert (by_rank[12], by_rank[11], by_rank[10]) == (12, 3, 4)


def test_only_equal_hands_are_everything() -> None:
    assert Range.parse("random").everything
    assert Range.parse("random:0.5").everything
    assert not Range.parse("random, AA:0.5").everything
    assert not Range.parse("random").without(1).everything


@pytest.mark.parametrize(
    ("text", "sizes", "says"),
    [
        ("AZs, 77", (2,), "'Z' in 'AZs'"),
        ("", (2,), "is empty"),
        ("AA,,KK", (2,), "is empty"),
        ("AA,", (2,), "is empty"),
        ("77s", (2,), "'77s': a pair"),
        ("A5s-K2s", (2,), "'A5s-K2s': both ends"),
        ("A5s-A2o", (2,), "'A5s-A2o' does not go"),
        ("77-A5", (2,), "'77-A5' does not go"),
        ("AhKh+", (2,), "'AhKh\\+' is no range"),
        ("AA-", (2,), "'AA-' is no range"),
        ("AhAh", (2,), "'AhAh' is no hand"),
        ("AsAsKsQs", (4,), "is no hand"),
        ("AhKhQh", (2,), "'AhKhQh' has 3 cards: a hand has two"),
        ("A", (2,), "'A' has 1 card: a hand has two"),
        ("AsKs", (4,), "'AsKs' has 2 cards: a hand has four"),
        ("AKs", (4,), "'AKs' has 2 cards"),
        ("AA:2", (2,), "'AA:2': a weight"),
        ("AA:0", (2,), "a weight"),
        ("AA:-1", (2,), "a weight"),
        ("AA:x", (2,), "a weight"),
        ("AA:nan", (2,), "a weight"),
        ("AA:1/0", (2,), "a weight"),
        ("AA:0.00000001", (2,), "too fine"),
        ("AsKs, AsKsQs", (2, 3), "mixes hands"),
    ],
)
def test_errors_point_at_the_bad_part(text: str, sizes: tuple[int, ...], says: str) -> None:
    with pytest.raises(RangeError, match=says):
        Range.parse(text, *sizes)
    assert issubclass(RangeError, CardError)
