"""Deuces wild, against two independent ways to value a hand.

`replaced` tries every card of the deck in place of every deuce. `TABLE` starts from the other end: it takes
every hand that five cards could be and notes it as the worth of what is left when some of them are deuces.
Both use `worth`, which knows nothing of the kernel.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache
from itertools import combinations, combinations_with_replacement, islice, product
from math import comb, prod

import pytest
from hypothesis import given, strategies as st

from croupier.kernel.cards import DECK, Card, CardError, parse_cards, show_cards
from croupier.kernel.hands import Category, HandValue, high
from croupier.kernel.wild import deuces_natural, deuces_wild
from kernel.counts import COUNTS

Key = tuple[int, ...]
Ranks = tuple[int, ...]

DEUCES = [card for card in DECK if card.rank == 2]
OTHERS = [card for card in DECK if card.rank != 2]
SHAPES = {(5,): 9, (4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1, (1, 1, 1, 1, 1): 0}
STRAIGHTS = {tuple(range(top, top - 5, -1)): top for top in range(14, 5, -1)} | {(14, 5, 4, 3, 2): 5}


@cache
def worth(falling: Ranks, suited: bool) -> Key:
    """The worth of five falling ranks, aces first; with five of a kind, and every royal flush a wild one."""
    if top := STRAIGHTS.get(falling):
        return ((10,) if top == 14 else (8, top)) if suited else (4, top)
    number = Counter(falling)
    shape = SHAPES[tuple(sorted(number.values(), reverse=True))]
    if shape == 0 and suited:
        shape = 5
    return (shape, *sorted(number, key=lambda rank: (-number[rank], -rank)))


def replaced(cards: Iterable[Card]) -> Key:
    """The best worth when each deuce is replaced by each card of the deck, be it in the hand or not."""
    natural = [card for card in cards if card.rank != 2]
    ranks, suits = [card.rank for card in natural], {card.suit for card in natural}
    best: Key = ()
    for wilds in combinations_with_replacement(DECK, 5 - len(natural)):
        falling = tuple(sorted([*ranks, *[card.rank for card in wilds]], reverse=True))
        best = max(best, worth(falling, len(suits.union([card.suit for card in wilds])) == 1))
    return best


def _table() -> dict[tuple[Ranks, bool], Key]:
    best: dict[tuple[Ranks, bool], Key] = {}
    for target in combinations_with_replacement(range(14, 1, -1), 5):
        for suited in (True, False) if len(set(target)) == 5 else (False,):
            found = worth(target, suited)
            for left in (left for size in range(1, 6) for left in combinations(target, size)):
                if 2 not in left:
                    best[left, suited] = max(best.get((left, suited), ()), found)
    for left, suited in best:  # cards of one suit may also be used as if they were not
        if suited:
            best[left, True] = max(best[left, True], best[left, False])
    for left in [left for left, suited in best if len(left) == 5 and suited and STRAIGHTS.get(left) == 14]:
        best[left, True] = (11,)  # nothing is wild here
    return best


TABLE = _table()
"""The worth of a hand by the falling ranks of the cards that are not deuces, and whether suits agree."""


def looked_up(cards: Iterable[Card]) -> Key:
    natural = [card for card in cards if card.rank != 2]
    falling = tuple(sorted([card.rank for card in natural], reverse=True))
    return TABLE[falling, len({card.suit for card in natural}) == 1]


def hands_with(deuces: Iterable[tuple[Card, ...]], others: int) -> Iterable[tuple[Card, ...]]:
    return ((*natural, *wild) for wild, natural in product(deuces, list(combinations(OTHERS, others))))


def random_hand(chance: random.Random, deuces: int) -> list[Card]:
    return chance.sample([*chance.sample(DEUCES, deuces), *chance.sample(OTHERS, 5 - deuces)], 5)


def value(text: str) -> HandValue:
    return deuces_wild(parse_cards(text))


# Frequencies.


def test_how_many_hands_there_are_of_each_category() -> None:
    """The figures of counts.txt from combinations alone: suits for each set of ranks, times deuces."""
    tally: Counter[str] = Counter()
    for (ranks, suited), found in TABLE.items():
        number = prod(comb(4, times) for times in Counter(ranks).values())
        if len(set(ranks)) == len(ranks):
            number = 4 if suited else number - 4
        tally[Category(found[0]).label] += number * comb(4, 5 - len(ranks))
    assert tally == COUNTS["deuces wild"]


def test_royal_flushes_and_fives_of_a_kind_with_and_without_four_deuces() -> None:
    """Four deuces are no hand of their own here, so the fifth card decides.

    Video poker, which pays four deuces apart, has 480 royal flushes with a wild card and 624 fives of a kind.
    The 48 hands with four deuces all make five of a kind, but 20 of them, those with a ten or better, make a
    royal flush as well, which is worth more.
    """
    royal = [comb(4, wilds) * 4 * comb(5, 5 - wilds) for wilds in (1, 2, 3, 4)]
    alike = [comb(4, wilds) * 12 * comb(4, 5 - wilds) for wilds in (1, 2, 3, 4)]
    assert (sum(royal[:3]), royal[3]) == (480, 20)
    assert (sum(alike[:3]), alike[3]) == (624, 48)
    assert COUNTS["deuces wild"]["royal flush"] == 4
    assert COUNTS["deuces wild"]["wild royal flush"] == 480 + 20
    assert COUNTS["deuces wild"]["five of a kind"] == 624 + 48 - 20

    four = Counter(deuces_wild([*DEUCES, card]).category.label for card in OTHERS)
    assert four == {"wild royal flush": 20, "five of a kind": 28}


@pytest.mark.parametrize("wilds", [pytest.param(2, marks=pytest.mark.slow), 3, 4])
def test_every_hand_with_several_deuces(wilds: int) -> None:
    for cards in hands_with(combinations(DEUCES, wilds), 5 - wilds):
        assert deuces_wild(cards).key == looked_up(cards), show_cards(cards)


@pytest.mark.parametrize("every", [17, pytest.param(1, marks=pytest.mark.slow)])
def test_every_hand_with_the_deuce_of_hearts_alone(every: int) -> None:
    for cards in islice(hands_with([(Card.H2,)], 4), 0, None, every):
        assert deuces_wild(cards).key == looked_up(cards), show_cards(cards)


@pytest.mark.slow
def test_all_2_598_960_hands() -> None:
    tally: Counter[str] = Counter()
    for cards in combinations(DECK, 5):
        found = deuces_wild(cards)
        assert found.key == looked_up(cards), show_cards(cards)
        tally[found.category.label] += 1
    assert tally == COUNTS["deuces wild"]


@pytest.mark.parametrize(
    ("wilds", "sample"),
    [(1, 500), (2, 60), (3, 10), *(pytest.param(*long, marks=pytest.mark.slow) for long in ((1, 1500), (2, 300), (3, 40)))],
)
def test_replacing_every_deuce_by_every_card(wilds: int, sample: int) -> None:
    chance = random.Random(wilds)
    for _ in range(sample):
        cards = random_hand(chance, wilds)
        assert deuces_wild(cards).key == replaced(cards), show_cards(cards)


@pytest.mark.parametrize(
    "fifth", ["Ac", *(pytest.param(card, marks=pytest.mark.slow) for card in ("Td", "9h", "6s", "5c")), "3d"]
)
def test_replacing_four_deuces_by_every_card(fifth: str) -> None:
    cards = parse_cards("2c 2d 2h 2s" + fifth)
    assert deuces_wild(cards).key == replaced(cards)


def test_without_a_deuce_nothing_is_wild() -> None:
    chance = random.Random(0)
    for _ in range(3000):
        cards = random_hand(chance, 0)
        assert deuces_wild(cards) == deuces_natural(cards) == high(cards)
        assert deuces_wild(cards).key == looked_up(cards)
        assert not deuces_wild(cards).wild


# What the book says: crown-caribbean-stud 12.

LADDER = [  # Table 10, lowest to highest, each with a deuce where it can have one
    ("Qc Td 6h 4s 3c", "high card", "queen high (Q-10-6-4-3)"),
    ("Qc Td 6h 4s 2c", "one pair", "pair of queens (10-6-4)"),
    ("7c 7d 4h 4s Jc", "two pairs", "two pair, sevens and fours with a jack"),
    ("Qc Qd 8s 3c 2c", "three of a kind", "three of a kind, queens (8-3)"),
    ("9c 8d 6h 5s 2c", "straight", "straight, nine high"),
    ("Kd Jd 9d 5d 2c", "flush", "flush, ace high (A-K-J-9-5)"),
    ("Kc Kd Js Jc 2c", "full house", "full house, kings full of jacks"),
    ("Ac Ad 7c 2d 2c", "four of a kind", "four of a kind, aces with a seven"),
    ("9h 8h 7h 6h 2c", "straight flush", "straight flush, ten high"),
    ("7c 7d 7h 7s 2c", "five of a kind", "five of a kind, sevens"),
    ("As Ks Qs Js 2c", "wild royal flush", "royal flush with a wild card"),
    ("As Ks Qs Js Ts", "royal flush", "royal flush"),
]


@pytest.mark.parametrize(("cards", "category", "name"), LADDER)
def test_every_category_and_its_name(cards: str, category: str, name: str) -> None:
    found = value(cards)
    assert (found.category.label, found.name) == (category, name)
    assert found.wild is ("2" in cards)


def test_the_order_of_the_categories() -> None:
    ladder = [value(cards) for cards, _, _ in LADDER]
    assert all(lower < higher for lower, higher in combinations(ladder, 2))
    assert [found.category for found in ladder] == [category for category in Category if category is not Category.LOW]


@pytest.mark.parametrize(
    ("wild", "natural"),
    [
        ("Kc 2d Ah 9s 5c", "Ad Ah Kd 9d 5h"),  # the ace is paired, not the king
        ("8c 2d 7h 5s 3c", "8d 8h 7d 5d 3h"),
        ("Kc Kd 2h 9s 5c", "Kc Kd Kh 9d 5h"),
        ("Kc 2d 2h 9s 5c", "Kc Kd Kh 9d 5h"),
        ("2c Kd Qh Js Tc", "Ac Kd Qh Js Tc"),  # above rather than below
        ("Ac 2d 2h 4s 5c", "5c 4d 3h 2s Ac"),
        ("Kc Kd 9h 9s 2c", "Kc Kd Kh 9s 9c"),
        ("Kc Kd Kh 9s 2c", "Kc Kd Kh Ks 9c"),
        ("2c 2d 2h 9s Kc", "Kc Kd Kh Ks 9c"),
        ("Ah 9h 5h 3h 2c", "Ad Kd 9d 5d 3d"),  # the highest card that the flush lacks
        ("9h 8h 4h 2d 2c", "Ad Kd 9d 8d 4d"),
        ("9h 8h 7h 6h 2c", "Ts 9s 8s 7s 6s"),
        ("9h 8h 7h 2d 2c", "Js Ts 9s 8s 7s"),
    ],
)
def test_wild_and_natural_hands_of_equal_rank_tie(wild: str, natural: str) -> None:
    """12.4.1"""
    assert value(wild) == value(natural)
    assert value(wild).wild
    assert not high(parse_cards(natural)).wild
    assert value(wild).name == high(parse_cards(natural)).name


def test_a_natural_royal_flush_beats_a_wild_one() -> None:
    natural, wild = value("Ah Kh Qh Jh Th"), value("Ah Kh Qh Jh 2c")
    assert natural > wild > value("2c 2d 2h 2s 9c") > value("Kh Qh Jh Th 9h")
    assert wild == value("Ts 2c 2d 2h 2s") == value("Qd Jd 2c 2d 2h")


def test_a_straight_flush_with_the_deuce_in_its_own_place() -> None:
    """12.6.3(a): seven high for ante and bet, natural for the jackpot."""
    cards = parse_cards("2h 3h 4h 5h 6h")
    bet, jackpot = deuces_wild(cards), deuces_natural(cards)
    assert (bet.name, bet.wild) == ("straight flush, seven high", True)
    assert (jackpot.name, jackpot.wild) == ("straight flush, six high", False)
    assert show_cards(bet.cards) == "6h 5h 4h 3h 2h"


@pytest.mark.parametrize("suits", ["hhhhh", "cdhsc"])
def test_in_ace_to_five_the_deuce_is_itself_for_every_purpose(suits: str) -> None:
    cards = parse_cards("".join(rank + suit for rank, suit in zip("2A534", suits, strict=True)))
    for found in (deuces_wild(cards), deuces_natural(cards)):
        assert found == high(cards)
        assert not found.wild
        assert [card.value[0] for card in found.cards] == list("5432A")


def test_for_the_jackpot_other_wild_hands_stay_wild() -> None:
    for cards in ("9h 8h 7h 6h 2c", "6h 5h 4h 3h 2c", "Ah 5h 4h 3h 2c", "As Ks Qs Js 2s", "7c 7d 7h 7s 2c"):
        found = deuces_natural(parse_cards(cards))
        assert found.wild
        assert found == value(cards)


@pytest.mark.parametrize(
    ("cards", "laid_out"),
    [
        ("2c Kd 2h 9s Kc", "Kc Kd 9s 2c 2h"),
        ("2c 5d 9h 6s 8c", "9h 8c 6s 5d 2c"),
        ("2c Ah 4h 2d 3c", "4h 3c Ah 2c 2d"),
        ("9s 2c 9c Kd Kh", "Kd Kh 9c 9s 2c"),
    ],
)
def test_deuces_are_laid_out_behind_the_other_cards(cards: str, laid_out: str) -> None:
    assert show_cards(value(cards).cards) == laid_out


@given(st.lists(st.sampled_from([*DECK, *DEUCES * 5]), min_size=5, max_size=5, unique=True))
def test_what_a_deuce_makes(cards: list[Card]) -> None:
    found = deuces_wild(cards)
    assert sorted(map(str, found.cards)) == sorted(map(str, cards))
    assert found >= high(cards)
    assert found.wild is (found > high(cards))
    if any(card.rank == 2 for card in cards):
        assert found.category >= Category.ONE_PAIR
        assert found.category not in (Category.TWO_PAIRS, Category.ROYAL_FLUSH)


@pytest.mark.parametrize("of", [deuces_wild, deuces_natural])
@pytest.mark.parametrize("cards", ["2c 2d 2h 2s", "2c 2d 2h 2s 2c", "2c 2d 2h 2s Ac Kc", "2c 2d 2h 2s ??"])
def test_what_is_no_hand_is_refused(of: Callable[[tuple[Card, ...]], HandValue], cards: str) -> None:
    with pytest.raises(CardError):
        of(parse_cards(cards))
