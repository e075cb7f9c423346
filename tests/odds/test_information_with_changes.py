"""What more cards seen are worth where a card may be changed, against counting it out."""

from __future__ import annotations

import random
from itertools import combinations

import numpy as np
import pytest

import solutions
from croupier.books import rules_of
from croupier.kernel.cards import parse_cards
from croupier.odds import decision_kernels, information_kernels, kernels
from croupier.odds.cells import ranks_of
from croupier.odds.counting import CARDS, Array, classes, hands, rank_tables
from croupier.odds.exchange import ExchangeSolution
from croupier.odds.information import others_seen, two_seen

pytestmark = pytest.mark.usefixtures("_from_nothing")

NUMBER = {card: number for number, card in enumerate(CARDS)}
VENICE = rules_of("venezia-caribbean-poker")


@pytest.fixture(scope="module")
def venice() -> ExchangeSolution:
    solution = solutions.best(VENICE.game)
    assert isinstance(solution, ExchangeSolution)
    return solution


@pytest.mark.parametrize(
    ("hand", "pair", "given"),
    [
        pytest.param("As Ks Qs Js 2d", "9s 7s", 0, marks=pytest.mark.slow),
        ("As Ks Qs Js 2d", "9d 7d", 0),
        pytest.param("9h 9d 8c 7s 6s", "Kd Kc", 1, marks=pytest.mark.slow),
        ("Ah Kd 9d 5d 2c", "7d 3d", 4),
    ],
)
def test_a_change_with_two_dealers_cards_seen_is_counted_out(venice: ExchangeSolution, hand: str, pair: str, given: int) -> None:
    """All 45 new cards with all 13,244 dealer's hands each."""
    cards = np.array(sorted(NUMBER[card] for card in parse_cards(hand)), np.int8)
    low, high = sorted(NUMBER[card] for card in parse_cards(pair))
    tables = rank_tables(6, 2, venice.qualifying)
    masks, dead, values = np.empty(4, np.int64), np.empty(13, np.int64), np.empty(5, np.int64)
    slots, kinds = np.empty((5, 13), np.int64), np.empty((5, 13), np.int64)
    decision_kernels._look(cards, tables.places, tables.kind_of, tables.flush_of, masks)
    decision_kernels._prepare(cards, tables.places, tables.kind_of, dead, slots, kinds)
    decision_kernels._change_values(
        *(cards, low, high, tables.ranked, tables.suited, tables.few, tables.marks, tables.places),
        *(tables.flush_of, tables.qualifying, venice.changed.row, masks, dead, slots, kinds, values),
    )
    every, choose, row = hands(False)[0], kernels.choose_table(), venice.changed.row
    rest = [card for card in range(52) if card not in {*cards.tolist(), low, high}]
    total = 0
    for new in rest:
        mine = sorted([*(card for place, card in enumerate(cards.tolist()) if place != given), new])
        own = int(every[sum(int(choose[card, place + 1]) for place, card in enumerate(mine))])
        others = np.array(list(combinations([card for card in rest if card != new], 3)))
        whole = np.sort(np.column_stack([others, np.full((len(others), 2), (low, high))]), axis=1)
        theirs = every[sum(choose[whole[:, place], place + 1] for place in range(5))]
        paid = np.where(theirs < own, row[own >> 20], np.where(theirs == own, row[13], row[14]))
        total += max(int(np.where(theirs < venice.qualifying, row[12], paid).sum()), int(row[15]) * 13_244)
    assert int(values[given]) == total


@pytest.mark.slow
def test_hands_of_the_same_ranks_share_what_two_cards_are_worth(venice: ExchangeSolution) -> None:
    """In one row with others of the same ranks, or alone: the same sums, and with a change never less than without."""
    found = classes(False)
    ranks = ranks_of(found.cards)
    some = found.cards[np.flatnonzero((ranks == ranks[60_000]).all(axis=1))]
    kept, tables = rank_tables(5, 2, venice.qualifying), rank_tables(6, 2, venice.qualifying)
    rows = venice.terms.row, True, venice.changed.row

    def weighed(cards: Array) -> tuple[list[int], list[list[int]]]:
        best, plays = np.zeros(len(cards), np.int64), np.zeros((len(cards), 2), np.int64)
        decision_kernels.two_seen(cards, kept.ranked, *tables, *rows, best, plays)
        return best.tolist(), plays.tolist()

    together = weighed(some)
    assert len(some) > 5
    for number in range(len(some)):
        assert weighed(some[number : number + 1]) == ([together[0][number]], [together[1][number]])
    without, plays, row = np.zeros(len(some), np.int64), np.zeros((len(some), 2), np.int64), venice.terms.row
    decision_kernels.two_seen(some, kept.ranked, *kept, row, False, row, without, plays)
    assert all(more >= 42 * less for more, less in zip(together[0], without.tolist(), strict=True))


@pytest.mark.slow
def test_a_second_card_where_a_card_may_be_changed(venice: ExchangeSolution) -> None:
    found = two_seen(VENICE, venice)
    assert found.deals == 2 * venice.deals
    assert found.total == 59_208_591_751_788
    assert found.bet_share > venice.decisions["bet"] / venice.deals


def test_changes_are_counted_out_as_the_reference_does(venice: ExchangeSolution) -> None:
    """Six other hands seen leave 16 cards: for each new one 1,365 dealer's hands, for each card given up."""
    deal = np.array([random.Random(3).sample(range(52), 36)])
    values = hands(False)[0]
    distinct, order = np.unique(values, return_inverse=True)
    sums = np.empty((1, 5, 16), np.int64)
    plays = int(np.searchsorted(distinct, venice.qualifying))
    row = venice.changed.row
    information_kernels.changed(deal, values, order.astype(np.int32), plays, kernels.choose_table(), row, sums)
    rest = [card for card in range(52) if card not in deal[0]]
    up = CARDS[deal[0, 5]]
    for number, new in enumerate(rest):
        left = [CARDS[card] for card in rest if card != new]
        dealers = [VENICE.value([up, *four]) for four in combinations(left, 4)]
        for given in range(5):
            mine = VENICE.value([CARDS[new if place == given else deal[0, place]] for place in range(5)])
            total = 0
            for dealer in dealers:
                if not VENICE.qualifies(dealer):
                    total += int(row[12])
                else:
                    total += int(row[mine.category] if mine > dealer else row[13] if mine == dealer else row[14])
            assert sums[0, given, number] == total


def test_other_hands_are_worth_something_where_a_card_may_be_changed(venice: ExchangeSolution) -> None:
    """Knowing no other hand brings nothing at all: the samples count out what the solver says."""
    assert abs(others_seen(VENICE, venice, 0, samples=40, seed=4).gain) < 1e-12
    one, other = (others_seen(VENICE, venice, 6, samples=600, seed=4) for _ in range(2))
    assert one == other
    assert one.gain > 4 * one.standard_error > 0
