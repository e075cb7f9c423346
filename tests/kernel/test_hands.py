from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, combinations_with_replacement, pairwise
from math import comb, prod, sqrt

import pytest
from hypothesis import given, strategies as st

from croupier.kernel.cards import DECK, RANKS, SUITS, Card, CardError, parse_cards, rank_name, show_cards
from croupier.kernel.hands import Category, HandValue, best_high, best_low, high, omaha_high, omaha_low
from kernel.counts import COUNTS

hands = st.lists(st.sampled_from(DECK), min_size=5, max_size=5, unique=True)
sevens = st.lists(st.sampled_from(DECK), min_size=7, max_size=7, unique=True)
nines = st.lists(st.sampled_from(DECK), min_size=9, max_size=9, unique=True)


def value(text: str) -> HandValue:
    return high(parse_cards(text))


def low(text: str) -> HandValue:
    found = best_low(parse_cards(text))
    assert found is not None
    return found


# What the books say. The cards are the books' own examples where they give one.

CROWN_3_6_1 = [  # crown-caribbean-stud 3.6.1 (a) to (j), lowest to highest
    ("Qc Td 6h 4s 2c", "high card", "queen high (Q-10-6-4-2)"),
    ("Tc Td Kh 6s 3c", "one pair", "pair of tens (K-6-3)"),
    ("7c 7d 4h 4s Jc", "two pairs", "two pair, sevens and fours with a jack"),
    ("Qc Qd Qh 8s 3c", "three of a kind", "three of a kind, queens (8-3)"),
    ("5c 4d 3h 2s Ac", "straight", "straight, five high"),
    ("Ac Kd Qh Js Tc", "straight", "straight, ace high"),
    ("Kd Jd 9d 5d 2d", "flush", "flush, king high (K-J-9-5-2)"),
    ("Kc Kd Kh Js Jc", "full house", "full house, kings full of jacks"),
    ("Ac Ad Ah As 7c", "four of a kind", "four of a kind, aces with a seven"),
    ("9h 8h 7h 6h 5h", "straight flush", "straight flush, nine high"),
    ("As Ks Qs Js Ts", "royal flush", "royal flush"),
]


@pytest.mark.parametrize(("cards", "category", "name"), CROWN_3_6_1)
def test_every_category_and_its_name(cards: str, category: str, name: str) -> None:
    found = value(cards)
    assert (found.category.label, found.name, str(found)) == (category, name, name)
    assert not found.wild


def test_the_order_of_the_categories() -> None:
    ladder = [value(cards) for cards, _, _ in CROWN_3_6_1]
    assert all(lower < higher for lower, higher in combinations(ladder, 2))


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("Ac Kd 6h 4s 2c", "ace high (A-K-6-4-2)"),  # nz-caribbean-stud 4.3
        ("Ac Ad Kh Ks Qc", "two pair, aces and kings with a queen"),  # there the highest two pairs
        ("Kd 4s Ah Kc 4d", "two pair, kings and fours with an ace"),
        ("6c 6d 6h 2s 2c", "full house, sixes full of twos"),
        ("5h 4h 3h 2h Ah", "straight flush, five high"),
        ("Kh Qh Jh Th 9h", "straight flush, king high"),
    ],
)
def test_more_names(cards: str, name: str) -> None:
    assert value(cards).name == name


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        # crown-caribbean-stud 3.7 and nz-caribbean-stud 4.4(d)
        ("Kc Qd Jh Ts 9c", "Jc Td 9h 8s 7c"),
        ("Kc Qc Jc Tc 9c", "Jd Td 9d 8d 7d"),
        # star-caribbean-stud 13.2.1; an ace that counts low is below every other top card (13.1.2, 13.1.6)
        ("Ac Kd Qh Js Tc", "5c 4d 3h 2s Ac"),
        ("6c 5d 4h 3s 2c", "5c 4d 3h 2s Ac"),
        ("6c 5c 4c 3c 2c", "5d 4d 3d 2d Ad"),
        # star-caribbean-stud 13.2.2 and nz-caribbean-stud 4.4(c): high pair, second pair, fifth card
        ("Kc Kd 3h 3s 2c", "Qc Qd Jh Js Ac"),
        ("Kc Kd 4h 4s 2c", "Kh Ks 3h 3s Ac"),
        ("Kc Kd 4h 4s 9c", "Kh Ks 4c 4d 8c"),
        # nz-caribbean-stud 4.4(a): the highest odd card, then the next, to the last
        ("Ac 6d 5h 4s 2c", "Kc Qd Jh Ts 8c"),
        ("Ac Kd 5h 4s 2c", "Ad Qd Jh Ts 8c"),
        ("Ac Kd 9h 4s 2c", "Ad Kh 8h 7s 6c"),
        ("Ac Kd 9h 8s 2c", "Ad Kh 9c 7s 6c"),
        ("Ac Kd 9h 8s 3c", "Ad Kh 9c 8d 2h"),
        # nz-caribbean-stud 4.4(b): the pair, then the remaining cards in turn
        ("Tc Td 4h 3s 2c", "9c 9d Ah Ks Qc"),
        ("Tc Td Ah 3s 2c", "Th Ts Kh Qs Jc"),
        ("Tc Td Ah 9s 2c", "Th Ts Ad 8s 7c"),
        ("Tc Td Ah 9s 3c", "Th Ts Ad 9d 2c"),
        # crown-poker 3.2.2(c), (d), (e) and (g): each with its kickers
        ("5c 5d 5h 5s 2c", "4c 4d 4h 4s Ac"),
        ("5c 5d 5h 5s Kc", "5c 5d 5h 5s Qc"),
        ("5c 5d 5h 2s 2c", "4c 4d 4h As Ac"),
        ("5c 5d 5h As Ac", "5c 5d 5h Ks Kc"),
        ("Ac 6c 5c 4c 2c", "Kd Qd Jd Td 8d"),
        ("Ac Kc 5c 4c 2c", "Ad Qd Jd Td 8d"),
        ("Ac Kc 9c 4c 2c", "Ad Kd 8d 7d 6d"),
        ("Ac Kc 9c 8c 2c", "Ad Kd 9d 7d 6d"),
        ("Ac Kc 9c 8c 3c", "Ad Kd 9d 8d 2d"),
        ("5c 5d 5h 3s 2c", "4c 4d 4h As Kc"),
        ("5c 5d 5h As 2c", "5c 5d 5h Ks Qc"),
        ("5c 5d 5h As 3c", "5c 5d 5h As 2c"),
    ],
)
def test_what_decides_between_hands_of_one_category(better: str, worse: str) -> None:
    winner, loser = value(better), value(worse)
    assert winner.category == loser.category
    assert winner > loser
    assert winner >= loser
    assert loser < winner
    assert loser <= winner
    assert winner != loser


@pytest.mark.parametrize("cards", ["Ac 3c 4c 5c 6d", "Ac 2d Kh Qs Jc", "2c 3d 4h Ks Ac", "6c 5d 4h 2s Ac"])
def test_an_ace_does_not_turn_the_corner(cards: str) -> None:
    assert value(cards).category is Category.HIGH_CARD


@pytest.mark.parametrize(("cards", "category", "name"), CROWN_3_6_1)
def test_suits_never_break_a_tie(cards: str, category: str, name: str) -> None:
    here = value(cards)
    for suits in ("dhsc", "hscd", "scdh"):
        there = value(cards.translate(str.maketrans("cdhs", suits)))
        assert (there == here, there <= here, there >= here) == (True, True, True)
        assert (there < here, there > here) == (False, False)
        assert hash(there) == hash(here)


@pytest.mark.parametrize(
    ("cards", "laid_out"),
    [
        ("2c Qc 4s Td 6h", "Qc Td 6h 4s 2c"),
        ("3c Ts 6s Tc Kh", "Tc Ts Kh 6s 3c"),
        ("4s 7d 4h Jc 7c", "7c 7d 4h 4s Jc"),
        ("3c Qd 8s Qh Qc", "Qc Qd Qh 8s 3c"),
        ("Ac 3h 2s 5c 4d", "5c 4d 3h 2s Ac"),
        ("Tc Qh Ac Js Kd", "Ac Kd Qh Js Tc"),
        ("2d 9d Kd 5d Jd", "Kd Jd 9d 5d 2d"),
        ("As Kd Ac Kh Ks", "Kd Kh Ks Ac As"),
        ("7c As Ad Ah Ac", "Ac Ad Ah As 7c"),
        ("Ah 3h 2h 5h 4h", "5h 4h 3h 2h Ah"),
        ("Ts Qs As Js Ks", "As Ks Qs Js Ts"),
    ],
)
def test_the_cards_are_laid_out_as_a_dealer_does(cards: str, laid_out: str) -> None:
    assert show_cards(value(cards).cards) == laid_out


@given(hands, st.randoms(use_true_random=False))
def test_the_order_of_the_cards_does_not_matter(cards: list[Card], chance: random.Random) -> None:
    shuffled = chance.sample(cards, 5)
    assert high(shuffled) == high(cards)
    assert high(shuffled).cards == high(cards).cards
    assert set(high(cards).cards) == set(cards)


def test_a_value_is_equal_to_values_only() -> None:
    pair = value("Tc Td Kh 6s 3c")
    assert pair != "one pair"
    assert len({pair, value("Th Ts Kd 6c 3h"), value("Th Ts Kd 6c 2h")}) == 2


def test_equal_and_unequal_never_agree() -> None:
    pair, same, other = (high(parse_cards(cards)) for cards in ("Ks Kd 9c 4h 2s", "Kh Kc 9d 4s 2c", "Ks Kd 9c 4h 3s"))
    assert (pair == same, pair != same) == (True, False)
    assert (pair == other, pair != other) == (False, True)


def test_a_value_shows_itself() -> None:
    pair = value("Tc Td Kh 6s 3c")
    assert repr(pair) == "<pair of tens (K-6-3): Tc Td Kh 6s 3c>"
    drawn = pair._repr_html_()
    assert drawn.index("10♣") < drawn.index("10♦") < drawn.index("K♥") < drawn.index("pair of tens")


@pytest.mark.parametrize(
    ("cards", "wrong"),
    [
        ("As Kd Qh Jc", "a hand has 5 cards, not 4"),
        ("As Kd Qh Jc 9s 2d", "a hand has 5 cards, not 6"),
        ("As Kd Qh Jc As", "As appears twice"),
        ("As Kd Qh Jc ??", "a face-down card has no value until it is shown"),
        ("", "a hand has 5 cards, not 0"),
    ],
)
def test_what_is_no_hand_is_refused_in_one_line(cards: str, wrong: str) -> None:
    with pytest.raises(CardError) as error:
        value(cards)
    assert str(error.value) == wrong


@pytest.mark.parametrize("of", [best_high, best_low])
def test_more_than_five_cards_are_held_to_the_same(of: Callable[[tuple[Card, ...]], object]) -> None:
    for cards, wrong in [
        ("As Kd Qh Jc", "a hand needs at least five cards, not 4"),
        ("As Kd Qh Jc 9s 2d 2d", "2d appears twice"),
        ("As Kd Qh Jc 9s 2d ??", "a face-down card has no value until it is shown"),
    ]:
        with pytest.raises(CardError) as error:
            of(parse_cards(cards))
        assert str(error.value) == wrong


# Seven cards, and Omaha's two and three.


def test_the_board_plays() -> None:
    board = "Ac Kd Qh Js Tc"
    assert best_high(parse_cards(board + "2c 2d")) == best_high(parse_cards(board + "3h 4h")) == value(board)


@pytest.mark.parametrize(
    ("cards", "best"),
    [
        ("Ah Ad Kc Kd Qs Qh Jc", "Ad Ah Kc Kd Qs"),  # the third pair only lends its card
        ("Ah Ad Ac Kd Ks Kh 2c", "Ac Ad Ah Kd Ks"),  # of two threes one plays as a pair
        ("2h 4h 6h 8h Th Qh Ah", "Ah Qh Th 8h 6h"),
        ("Ac 2d 3h 4s 5c 6d 7h", "7h 6d 5c 4s 3h"),
        ("Ac 2c 3c 4c 5c 6d 7h", "5c 4c 3c 2c Ac"),  # a wheel of one suit beats the longer straight
    ],
)
def test_best_five_of_seven(cards: str, best: str) -> None:
    assert show_cards(best_high(parse_cards(cards)).cards) == best


def test_omaha_takes_exactly_two_and_three() -> None:
    quads_in_hand = omaha_high(parse_cards("Ac Ad Ah As"), parse_cards("Kc Kd 7h 4s 2c"))
    assert quads_in_hand.name == "two pair, aces and kings with a seven"
    one_spade = omaha_high(parse_cards("As Kd Qh 2c"), parse_cards("9s 7s 5s 3s 2d"))
    assert one_spade.name == "pair of twos (A-9-7)"
    assert omaha_low(parse_cards("Ac Kd Qh Js"), parse_cards("2c 3d 4h 5s 6c")) is None


@given(sevens)
def test_the_best_of_seven_is_the_best_of_its_fives(cards: list[Card]) -> None:
    best = best_high(cards)
    assert best == max(high(five) for five in combinations(cards, 5))
    assert set(best.cards) <= set(cards)
    assert high(best.cards) == best


def best_omaha(hole: list[Card], board: list[Card], of: Callable[[list[Card]], HandValue | None]) -> HandValue | None:
    both = [[*two, *three] for two in combinations(hole, 2) for three in combinations(board, 3)]
    return max((found for found in map(of, both) if found is not None), default=None)


@given(nines, st.sampled_from([3, 4, 5]))
def test_omaha_is_the_best_of_its_twos_and_threes(cards: list[Card], on_board: int) -> None:
    hole, board = cards[:4], cards[4 : 4 + on_board]
    best = omaha_high(hole, board)
    assert best == best_omaha(hole, board, high)
    assert high(best.cards) == best
    for found in (best, omaha_low(hole, board)):
        if found is not None:
            assert (len(set(found.cards) & set(hole)), len(set(found.cards) & set(board))) == (2, 3)


# Lows of eight or better.


def test_the_low_of_the_book() -> None:
    """crown-poker 3.2.2: 6-5-4-3-2 wins against 7-5-4-3-2, straight or not."""
    assert low("6c 5d 4h 3s 2c") > low("7c 5d 4h 3s 2c")


@pytest.mark.parametrize(
    ("cards", "found"),
    [
        ("8c 7d 6h 5s 4c", "8c 7d 6h 5s 4c"),
        ("9c 7d 6h 5s 4c", None),
        ("8c 7d 6h 5s Ac", "8c 7d 6h 5s Ac"),
        ("Kc 7d 6h 5s Ac", None),
        ("8c 8d 6h 5s 4c", None),
        ("8c 8d 6h 5s 4c 3d Kh", "8c 6h 5s 4c 3d"),
        ("Ac Ad 2h 3s 4c 9d Kh", None),
        ("Ac 2d 3h 4s 5c 6d 7h", "5c 4s 3h 2d Ac"),
        ("Ah 2h 3h 4h 5h Kd Kc", "5h 4h 3h 2h Ah"),
        ("8c 7d 6h 5s 4c 3d 2h", "6h 5s 4c 3d 2h"),
    ],
)
def test_what_qualifies_as_a_low(cards: str, found: str | None) -> None:
    best = best_low(parse_cards(cards))
    assert (best and show_cards(best.cards)) == found


def test_a_low_may_be_held_to_another_limit() -> None:
    nine = best_low(parse_cards("9c 7d 6h 5s 4c"), limit=9)
    assert nine is not None
    assert nine.name == "9-7-6-5-4 low"
    assert best_low(parse_cards("8c 7d 6h 5s 4c"), limit=7) is None


def test_lows_compare_from_the_highest_card_down() -> None:
    best_first = ["5432A", "6432A", "6532A", "6542A", "6543A", "65432", "7432A", "75432", "76543", "8432A", "87654"]
    lows = [low("".join(rank + suit for rank, suit in zip(ranks, "cdhsc", strict=True))) for ranks in best_first]
    assert all(better > worse for better, worse in pairwise(lows))
    assert lows[0].name == "5-4-3-2-A low"
    assert lows[-1].name == "8-7-6-5-4 low"
    assert {str(found.category) for found in lows} == {"low"}


def test_straights_flushes_and_suits_do_not_count_in_a_low() -> None:
    assert low("5h 4h 3h 2h Ah") == low("5c 4d 3h 2s Ac")
    assert low("8h 7h 6h 5h 4h") == low("8c 7d 6h 5s 4c")
    assert low("5h 4h 3h 2h Ah") > low("6c 4d 3h 2s Ac")


def natural_low(cards: Iterable[Card]) -> tuple[int, ...] | None:
    """The low of five cards as digits, said differently: an ace is 1, and a pair or a nine is none."""
    digits = sorted(("A23456789TJQK".index(card.value[0]) + 1 for card in cards), reverse=True)
    return tuple(digits) if len(set(digits)) == 5 and digits[0] <= 8 else None


@given(st.lists(st.sampled_from([card for card in DECK if card.rank < 11 or card.rank == 14]), min_size=9, unique=True))
def test_lows_are_the_least_of_all_fives(cards: list[Card]) -> None:
    hole, board = cards[:4], cards[4:9]
    lows = [found for five in combinations(cards[:7], 5) if (found := natural_low(five))]
    best = best_low(cards[:7])
    assert (best and tuple(-rank for rank in best.ranks)) == min(lows, default=None)
    both = ((*two, *three) for two in combinations(hole, 2) for three in combinations(board, 3))
    best = omaha_low(hole, board)
    assert (best and tuple(-rank for rank in best.ranks)) == min(filter(None, map(natural_low, both)), default=None)


# Exact counts, and samples where an exact count takes too long here.


def one_of_each_kind() -> Iterator[tuple[tuple[Card, ...], int]]:
    """For all ranks that five cards can have, a hand of one suit and one of several, of some suits in some order, each with
    the number of hands that differ from it in suits alone.
    """
    chance = random.Random(1)
    for ranks in combinations_with_replacement(RANKS, 5):
        times = Counter(ranks)
        if max(times.values()) > 4:
            continue
        ways = prod(comb(4, number) for number in times.values())
        suited = len(times) == 5
        if suited:
            suit = chance.choice(SUITS)
            yield tuple(Card(rank + suit) for rank in chance.sample(ranks, 5)), 4
        while len(suits := {rank: chance.sample(SUITS, number) for rank, number in times.items()}) == 5:
            if len({suit for each in suits.values() for suit in each}) > 1:
                break
        cards = [Card(rank + suit) for rank, each in suits.items() for suit in each]
        yield tuple(chance.sample(cards, 5)), ways - 4 if suited else ways


def every_hand() -> Iterator[tuple[tuple[Card, ...], int]]:
    return ((cards, 1) for cards in combinations(DECK, 5))


@pytest.mark.parametrize("of", [one_of_each_kind, pytest.param(every_hand, marks=pytest.mark.slow)])
def test_all_2_598_960_hands(of: Callable[[], Iterator[tuple[tuple[Card, ...], int]]]) -> None:
    tally: Counter[tuple[Category, tuple[int, ...]]] = Counter()
    for cards, number in of():
        found = high(cards)
        tally[found.category, found.ranks] += number
    of_hands: Counter[str] = Counter()
    of_values: Counter[str] = Counter()
    for (category, _), number in tally.items():
        of_hands[category.label] += number
        of_values[category.label] += 1
    assert of_hands == COUNTS["five cards"]
    assert of_values == COUNTS["five cards, different values"]


@pytest.mark.parametrize(
    ("what", "number"),
    [
        ("five cards", 2_598_960),
        ("five cards, different values", 7_462),
        ("best five of seven", 133_784_560),
        ("Omaha high", 463_563_500_400),
        ("Omaha low", 463_563_500_400),
        ("deuces wild", 2_598_960),
    ],
)
def test_the_published_counts_are_complete(what: str, number: int) -> None:
    assert sum(COUNTS[what].values()) == number


def furthest(seen: Counter[str], what: str) -> float:
    """By how many standard deviations the sample is off in the category where it is off most."""
    exact = COUNTS[what]
    assert seen.keys() <= exact.keys()
    sample, deals = seen.total(), sum(exact.values())
    shares = {name: number / deals for name, number in exact.items()}
    return max(abs(seen[name] - sample * p) / sqrt(sample * p * (1 - p)) for name, p in shares.items())


@pytest.mark.parametrize("hands", [10_000, pytest.param(40_000, marks=pytest.mark.slow)])
def test_seven_cards_sampled(hands: int) -> None:
    chance = random.Random(7)
    seen = Counter(best_high(chance.sample(DECK, 7)).category.label for _ in range(hands))
    assert furthest(seen, "best five of seven") < 4.5


@pytest.mark.parametrize("hands", [2_000, pytest.param(8_000, marks=pytest.mark.slow)])
def test_omaha_sampled(hands: int) -> None:
    chance = random.Random(9)
    highs: Counter[str] = Counter()
    lows: Counter[str] = Counter()
    for _ in range(hands):
        cards = chance.sample(DECK, 9)
        highs[omaha_high(cards[:4], cards[4:]).category.label] += 1
        best = omaha_low(cards[:4], cards[4:])
        lows[rank_name(-best.ranks[0]) if best else "none"] += 1
    assert furthest(highs, "Omaha high") < 4.5
    assert furthest(lows, "Omaha low") < 4.5


def test_the_five_card_categories_of_omaha_are_not_those_of_seven() -> None:
    """The samples are large enough to tell one table from another."""
    chance = random.Random(5)
    seen = Counter(best_high(chance.sample(DECK, 7)).category.label for _ in range(4_000))
    assert furthest(seen, "Omaha high") > 10
