"""What more cards seen are worth, against counting it out; what a maximum payout changes, against the engine."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

import solutions
from croupier.books import rules_of
from croupier.kernel.cards import DECK, parse_cards
from croupier.kernel.hands import Category
from croupier.odds import decision_kernels, information_kernels, kernels
from croupier.odds.counting import CARDS, DEALS, Array, hands, qualifying_value, rank_tables
from croupier.odds.information import others_seen, two_seen
from croupier.odds.payout import compare
from croupier.odds.solution import Solution
from croupier.odds.solver import solve
from croupier.stud.rules import Options, Rules
from croupier.stud.settlement import Stakes, instant_lines, lines

pytestmark = pytest.mark.usefixtures("_from_nothing")

CROWN, ARUBA = rules_of("crown-caribbean-stud"), rules_of("crown-wild-aruba")
NUMBER = {card: number for number, card in enumerate(CARDS)}
NO_INSTANT = np.zeros(12, np.int64)


@pytest.fixture(scope="module")
def crown() -> Solution:
    return solutions.best(CROWN.game)


def counted_out(wild: bool, mine: Array, row: Array, qualifying: int) -> tuple[int, int]:
    """The value of the best play over all pairs of dealer's cards seen, and how many pairs bet: from every dealer's hand."""
    values, choose = hands(wild)[0], kernels.choose_table()
    rest = np.setdiff1d(np.arange(52), mine)
    own = int(values[sum(int(choose[card, place + 1]) for place, card in enumerate(mine.tolist()))])
    dealers = rest[np.array(list(combinations(range(47), 5)))]
    theirs = values[sum(choose[dealers[:, place], place + 1] for place in range(5))]
    paid = np.where(theirs < own, row[own >> 20], np.where(theirs == own, row[13], row[14]))
    paid = np.where(theirs < qualifying, row[12], paid)
    sums = np.zeros(52 * 52, np.int64)
    for a, b in combinations(range(5), 2):
        pair = dealers[:, a] * 52 + dealers[:, b]
        sums += np.bincount(pair, weights=paid, minlength=52 * 52).astype(np.int64)
    seen = np.array([sums[a * 52 + b] for a, b in combinations(rest.tolist(), 2)])
    fold = int(row[15]) * 14_190
    return int(np.maximum(seen, fold).sum()), int((seen > fold).sum())


@pytest.mark.parametrize("hand", [pytest.param("As Ks 9d 5h 3c", marks=pytest.mark.slow), "Js Ts 9s 8s 2s"])
def test_two_dealers_cards_seen_by_ranks(crown: Solution, hand: str) -> None:
    qualifying, row = qualifying_value(CROWN), crown.terms.row
    cards = np.array([sorted(NUMBER[card] for card in parse_cards(hand))], np.int8)
    best, plays, tables = np.zeros(1, np.int64), np.zeros((1, 2), np.int64), rank_tables(5, 2, qualifying)
    decision_kernels.two_seen(cards, tables.ranked, *tables, row, False, row, best, plays)
    assert (int(best[0]), int(plays[0, 0])) == counted_out(False, cards[0], row, qualifying)


@pytest.mark.slow
def test_two_dealers_cards_seen_by_the_sweep() -> None:
    qualifying, row = qualifying_value(ARUBA), solutions.best(ARUBA.game).terms.row
    values, order, cards, where = hands(True)
    some = np.array([20_000, 90_000], np.int32)
    mine = values[where]
    some = some[np.argsort(mine[some])]
    best, bets = np.zeros(len(cards), np.int64), np.zeros(len(cards), np.int32)
    information_kernels.pairs_swept(
        values, order, cards, mine, some, qualifying, kernels.choose_table(), row, NO_INSTANT, best, bets
    )
    for number in some:
        found = int(best[number]), int(bets[number])
        assert found == counted_out(True, cards[number].astype(np.int64), row, qualifying)


def test_a_second_card_is_worth_something(crown: Solution) -> None:
    """The total is the one that the sweep of the dealer's hands gives too."""
    found = two_seen(CROWN, crown)
    assert found.deals == 2 * DEALS
    assert found.total == -235_535_861_472
    assert found.gain == Fraction(found.total, found.deals) - Fraction(crown.total) / DEALS > 0
    assert found.bet_share > crown.bet_share


@pytest.mark.slow
def test_a_second_card_by_both_ways_of_counting(crown: Solution) -> None:
    values, order, cards, where = hands(False)
    mine = values[where]
    by_value = np.argsort(mine, kind="stable").astype(np.int32)
    best, bets = np.zeros(len(cards), np.int64), np.zeros(len(cards), np.int32)
    information_kernels.pairs_swept(
        *(values, order, cards, mine, by_value, qualifying_value(CROWN)),
        *(kernels.choose_table(), crown.terms.row, NO_INSTANT, best, bets),
    )
    assert int((best * crown.table.weight).sum()) == two_seen(CROWN, crown).total


@pytest.mark.parametrize("book", [CROWN, ARUBA], ids=["crown", "aruba"])
def test_samples_are_counted_out_as_the_reference_does(book: Rules) -> None:
    """Six other hands seen leave 1,820 dealer's hands."""
    deals = np.array([random.Random(seed).sample(range(52), 36) for seed in range(3)])
    ends = np.empty((3, 4), np.int64)
    values = hands(book.has("wild cards"))[0]
    information_kernels.completed(deals, values, qualifying_value(book), kernels.choose_table(), ends)
    for deal, found in zip(deals.tolist(), ends.tolist(), strict=True):
        mine = book.value([CARDS[card] for card in deal[:5]])
        counted = [0, 0, 0, int(mine.category)]
        for others in combinations([card for card in range(52) if card not in deal], 4):
            dealer = book.value([CARDS[card] for card in (deal[5], *others)])
            if not book.qualifies(dealer):
                counted[0] += 1
            else:
                counted[1] += mine > dealer
                counted[2] += mine == dealer
        assert found == counted


def test_the_same_seed_samples_the_same_and_knowing_nothing_brings_nothing(crown: Solution) -> None:
    one, other = (others_seen(CROWN, crown, 6, samples=1_200, seed=4) for _ in range(2))
    assert one == other
    assert one.gain > 4 * one.standard_error > 0
    assert abs(one.house_edge - (crown.house_edge - one.gain)) < 1e-12
    assert others_seen(CROWN, crown, 0, samples=40, seed=4).gain == 0


def test_more_hands_seen_are_worth_more() -> None:
    solution = solutions.best(ARUBA.game)
    few, many = (others_seen(ARUBA, solution, others, samples=1_500, seed=2) for others in (2, 6))
    assert many.gain - few.gain > 3 * (many.standard_error + few.standard_error)


def test_a_maximum_payout_cuts_the_royal_flush_alone(crown: Solution) -> None:
    """$50,000 against a bet of $300 at 250 to 1; the loss is what the royal flush gets less."""
    held = solve(CROWN, maximum_payout=Fraction(50_000, 150))
    found = compare(crown, held)
    assert [(cut.hand, cut.full, cut.paid) for cut in found.cuts] == [(Category.ROYAL_FLUSH, 500, Fraction(1000, 3))]
    assert found.lost == Fraction(16_759_740 * (500 - Fraction(1000, 3)), DEALS)
    assert held.total == crown.total - found.lost * DEALS
    assert found.other_play == 0
    assert compare(crown, solve(CROWN, maximum_payout=Fraction(500))).cuts == ()


def test_a_low_maximum_payout_changes_the_play() -> None:
    found = compare(solutions.best(ARUBA.game), solve(ARUBA, maximum_payout=Fraction(5, 2)))
    assert {cut.wager for cut in found.cuts} == {"bet", "instant win"}
    assert found.other_play > 0
    assert found.lost > 0


@pytest.mark.parametrize("book", [CROWN, ARUBA], ids=["crown", "aruba"])
@pytest.mark.parametrize("most", [9_00, 37_50])
def test_the_solver_holds_to_the_maximum_as_the_engine_does(book: Rules, most: int) -> None:
    solution = solve(book, maximum_payout=Fraction(most, 10_00))
    options, chance, terms = Options(maximum_payout=most, chip=1), random.Random(2), solution.terms
    stakes = Stakes(ante=10_00, bet=20_00, most=500_00)
    seen = set()
    for _ in range(4_000):
        cards = chance.sample(DECK, 10)
        mine, theirs = book.value(cards[:5]), book.value(cards[5:])
        if mine > theirs and book.qualifies(theirs):
            seen.add(mine.category)
            paid = sum(line.net for line in lines(book, options, stakes, cards[:5], cards[5:]))
            assert paid == terms.antes(terms.wins[mine.category]) * 10_00
        if mine.category in book.instant_odds:
            instant = sum(line.net for line in instant_lines(book, options, Stakes(ante=10_00, most=500_00), mine))
            assert instant == terms.antes(solution.instants[mine.category]) * 10_00
    assert len(seen) > 4
