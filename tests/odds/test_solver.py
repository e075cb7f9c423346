"""The exact solver against published figures, against the reference evaluator, and against the engine that pays."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

import solutions
from croupier.books import rules_of
from croupier.kernel.cards import DECK, Card, parse_cards
from croupier.kernel.hands import Category, HandValue, high
from croupier.kernel.wild import deuces_wild
from croupier.odds import kernels
from croupier.odds.counting import CARDS, COMPLETIONS, DEALS, counts, hands, qualifying_value
from croupier.odds.solution import Solution
from croupier.odds.solver import solve
from croupier.odds.strategies import PAY_TABLES, STRATEGIES, three_rules
from croupier.stud.rules import Options
from croupier.stud.settlement import Stakes, lines

US = {Category.ROYAL_FLUSH: 100}
CARIBBEAN = ("crown-caribbean-stud", "star-caribbean-stud", "nz-caribbean-stud")
PUBLISHED = {
    201: 16_759_740,
    101: 156_929_720,
    41: 2_832_435_800,
    15: 16_624_475_280,
    11: 21_856_990_280,
    9: 43_805_516_100,
    7: 234_242_908_320,
    5: 488_012_139_360,
    3: 2_343_248_003_808,
    1: 4_532_514_033_720,
    0: 321_623_100,
    -1: 9_523_005_974_460,
    -3: 2_726_592_727_512,
}


@pytest.fixture(scope="module")
def us() -> Solution:
    return solve(rules_of("crown-caribbean-stud"), pay=US)


def test_the_published_outcomes_of_the_us_table(us: Solution) -> None:
    assert {outcome.units: outcome.deals for outcome in us.outcomes} == PUBLISHED
    assert us.total == -1_041_372_912_372
    assert us.deals == sum(PUBLISHED.values()) == 19_933_230_517_200


def test_the_published_percentages(us: Solution) -> None:
    assert round(us.house_edge * 100, 4) == 5.2243
    assert round(us.element_of_risk * 100, 4) == 2.5553


@pytest.mark.parametrize(
    ("name", "total"),
    [("pairs", -1_090_272_101_460), ("akj83", -1_059_715_400_580), ("three-rules", -1_041_417_758_724), ("never", -DEALS)],
)
def test_published_fixed_strategies(name: str, total: int) -> None:
    assert solve(rules_of("crown-caribbean-stud"), pay=US, strategy=STRATEGIES[name]).total == total


@pytest.mark.slow
def test_a_strategy_asked_by_ranks_is_asked_about_every_hand() -> None:
    """The same bets come of asking once for all hands of the same ranks, and of asking for each hand and up card."""
    rules = rules_of("crown-caribbean-stud")
    by_ranks, one_by_one = (solve(rules, strategy=way).bets for way in (STRATEGIES["three-rules"], three_rules))
    assert (by_ranks == one_by_one).all()


def test_a_strategy_asked_by_ranks_is_asked_about_some_hands() -> None:
    """The same, for hands drawn at random: each is asked for by itself, with its own up card."""
    solution = solve(rules_of("crown-caribbean-stud"), strategy=STRATEGIES["three-rules"])
    chance = np.random.default_rng(3)
    for row in chance.integers(0, len(solution.table.cards), 3_000).tolist():
        column = int(chance.integers(47))
        hand = tuple(CARDS[card] for card in solution.table.cards[row].tolist())
        up = CARDS[solution.table.ups(row)[column]]
        assert three_rules(hand, up) == solution.bets[row, column], (hand, up)


@pytest.mark.parametrize("game", [*CARIBBEAN, "crown-wild-aruba"])
def test_every_deal_has_an_outcome_and_the_best_play_beats_the_others(game: str) -> None:
    rules = rules_of(game)
    best = solutions.best(game)
    assert sum(outcome.deals for outcome in best.outcomes) == DEALS == sum(best.decisions.values())
    assert best.total > solve(rules, strategy=STRATEGIES["always"]).total


def test_books_with_one_pay_table_have_one_answer() -> None:
    assert len({solutions.best(game).total for game in CARIBBEAN}) == 1


def packed(value: HandValue) -> int:
    """The number that the kernels give a value, from the reference."""
    ranks = [*(rank - 2 for rank in value.ranks), 0, 0, 0, 0, 0][:5]
    number = 0
    for rank in ranks:
        number = number << 4 | rank
    return value.category << 20 | number


@pytest.mark.parametrize(("wild", "value"), [(False, high), (True, deuces_wild)])
def test_the_kernels_value_hands_as_the_reference_does(wild: bool, value: Callable[[Sequence[Card]], HandValue]) -> None:
    _same_values(wild, value, random.Random(5).sample(range(kernels.HANDS), 10_000))


@pytest.mark.slow
@pytest.mark.parametrize(("wild", "value"), [(False, high), (True, deuces_wild)])
def test_the_kernels_value_every_hand_as_the_reference_does(wild: bool, value: Callable[[Sequence[Card]], HandValue]) -> None:
    _same_values(wild, value, list(range(kernels.HANDS)))


def _same_values(wild: bool, value: Callable[[Sequence[Card]], HandValue], indices: list[int]) -> None:
    import numpy as np

    values, choose, hand = hands(wild)[0], kernels.choose_table(), np.empty(5, np.int64)
    for index in indices:
        kernels.unrank(hand, index, choose)
        cards = [CARDS[card] for card in hand]
        assert int(values[index]) == packed(value(cards)), cards


@pytest.mark.parametrize(
    ("game", "hand", "up"),
    [
        ("crown-caribbean-stud", "As Kd Jh 8c 3s", "8d"),
        pytest.param("crown-caribbean-stud", "Qs Qd 9c 4h 2s", "Ac", marks=pytest.mark.slow),
        ("crown-wild-aruba", "2s 9d 8c 6h 4s", "9c"),
        pytest.param("crown-wild-aruba", "7h 6h 5h 4h 3h", "2d", marks=pytest.mark.slow),
    ],
)
def test_a_decision_is_worth_what_counting_it_out_gives(game: str, hand: str, up: str) -> None:
    """Every completion of the dealer's hand, valued by the reference and paid by the book's table."""
    rules = rules_of(game)
    mine, card = parse_cards(hand), parse_cards(up)[0]
    value, total = rules.value(mine), 0
    rest = [other for other in DECK if other not in mine and other is not card]
    for others in combinations(rest, 4):
        dealer = rules.value((card, *others))
        if not rules.qualifies(dealer):
            total += 1
        elif value > dealer:
            total += 1 + 2 * rules.bet_odds[value.category].to
        elif value < dealer:
            total -= 3
    assert solutions.best(game).advice(mine, card).bet == Fraction(total, COMPLETIONS)


@pytest.mark.parametrize("game", [*CARIBBEAN, "crown-wild-aruba"])
def test_the_solver_pays_what_the_engine_pays(game: str) -> None:
    rules, chance = rules_of(game), random.Random(9)
    solution = solutions.best(game)
    for _ in range(1_500):
        cards = chance.sample(DECK, 10)
        player, dealer = cards[:5], cards[5:]
        mine, theirs = rules.value(player), rules.value(dealer)
        if not rules.qualifies(theirs):
            units = 1
        elif mine > theirs:
            units = 1 + 2 * int(solution.pays[mine.category])
        else:
            units = -3 if mine < theirs else 0
        paid = lines(rules, Options(), Stakes(ante=10_00, bet=20_00, most=500_00), player, dealer)
        assert sum(line.net for line in paid) == units * 10_00


def test_suits_do_not_matter() -> None:
    solution = solutions.best("crown-caribbean-stud")
    renamed = str.maketrans("cdhs", "shcd")
    for hand, up in (("As Kd Jh 8c 3s", "8d"), ("Ac Kc Jc 8c 3c", "2h"), ("Ts 9s 8s 7d 2c", "2d")):
        one = solution.advice(parse_cards(hand), parse_cards(up)[0])
        other = solution.advice(parse_cards(hand.translate(renamed)), parse_cards(up.translate(renamed))[0])
        assert one == other


def test_a_changed_pay_table_changes_the_answer() -> None:
    rules = rules_of("crown-caribbean-stud")
    assert solve(rules, pay={Category.FLUSH: 6}).total > solve(rules).total > solve(rules, pay=US).total


def test_counting_by_ranks_and_sweeping_the_dealers_hands_give_the_same() -> None:
    """Two ways to the same counts that share nothing but the order of the hands."""
    import numpy as np

    qualifying = qualifying_value(rules_of("crown-caribbean-stud"))
    values, order, cards, where = hands(False)
    mine = values[where]
    by_value = np.argsort(mine, kind="stable").astype(np.int32)
    unqualified, lower, either = kernels.sweep(values, order, cards, mine, by_value, qualifying)
    by_ranks, plays = counts(False, qualifying), mine >= qualifying
    assert (by_ranks.unqualified == unqualified).all()
    assert (by_ranks.wins[plays] == (lower - unqualified)[plays]).all()
    assert (by_ranks.ties[plays] == (either - lower)[plays]).all()
    assert not by_ranks.wins[~plays].any()
    assert not by_ranks.ties[~plays].any()


def test_a_pay_table_as_high_as_anyone_likes() -> None:
    rules, more = rules_of("crown-caribbean-stud"), 10_000_000 - 250
    found = solve(rules, pay={Category.ROYAL_FLUSH: 10_000_000})
    assert found.total == solve(rules).total + 2 * more * 16_759_740


def test_the_us_pay_table_by_name() -> None:
    assert solve(rules_of("star-caribbean-stud"), pay=PAY_TABLES["us"]).total == -1_041_372_912_372


def test_a_reading_that_leaves_some_hands_of_a_kind_unpaid_takes_nothing_from_the_others() -> None:
    """Wild Aruba's `eights-unpaid`: a pair of eights that wins has its bet back; nines and better are paid as before."""
    game = rules_of("crown-wild-aruba")
    always = STRATEGIES["always"]
    paid, unpaid = solve(game, strategy=always), solve(game, strategy=always, readings=["eights-unpaid"])
    options, table, won = Options(readings=("eights-unpaid",)), paid.table, 0
    for row in (table.category == Category.ONE_PAIR).nonzero()[0].tolist():
        value = game.value(tuple(CARDS[card] for card in table.cards[row].tolist()))
        if game.bet_unpaid(options, value):
            assert value.ranks[0] <= 8
            won += int(table.wins[row].astype(int).sum()) * int(table.weight[row])
    assert won > 0
    assert paid.total - unpaid.total == 2 * won
    outcomes = {outcome.outcome: outcome for outcome in unpaid.outcomes_by_hand}
    assert outcomes["a hand below the pay table wins"].deals == won
    assert (outcomes["one pair wins"].units, outcomes["a hand below the pay table wins"].units) == (3, 1)
    assert sum(outcome.deals for outcome in unpaid.outcomes) == unpaid.deals
