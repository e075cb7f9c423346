"""The exchange: against counting out every new card and dealer's hand, against the game without it, against the engine."""

from __future__ import annotations

import random
from fractions import Fraction
from functools import cache
from itertools import combinations

import numpy as np
import pytest

import solutions
from croupier.books import rules_of
from croupier.kernel.cards import DECK, Card, CardError, parse_cards
from croupier.kernel.hands import Category
from croupier.odds import decision_kernels, kernels
from croupier.odds.counting import CARDS, COMPLETIONS, DEALS, Array, classes, hands, rank_tables
from croupier.odds.exchange import CHANGES, NEXT_CARDS, ExchangeSolution, changed_terms, given_up
from croupier.odds.solver import solve, terms_of
from croupier.odds.strategies import STRATEGIES
from croupier.stud.rules import Options
from croupier.stud.settlement import Stakes, lines

VENICE = "venezia-caribbean-poker"
RULES = rules_of(VENICE)
ACE_AND_KING = 0xCB210
"""The packed value of ace, king, four, three, deuce."""
NUMBER = {card: number for number, card in enumerate(CARDS)}


@pytest.fixture(scope="module")
def best() -> ExchangeSolution:
    solution = solutions.best(VENICE)
    assert isinstance(solution, ExchangeSolution)
    return solution


@cache
def fours() -> Array:
    """Every four of 45 cards."""
    return np.array(list(combinations(range(45), 4)))


def dealers(known: Card, gone: set[Card]) -> Array:
    """The packed values of every dealer's hand with this card and none of those, from the table of all hands."""
    rest = np.array(sorted(NUMBER[card] for card in DECK if card not in gone and card is not known))
    others = fours()
    cards = np.sort(np.column_stack([rest[others], np.full(len(others), NUMBER[known])]), axis=1)
    choose = kernels.choose_table()
    found: Array = hands(False)[0][sum(choose[cards[:, place], place + 1] for place in range(5))]
    return found


def packed(hand: tuple[Card, ...]) -> int:
    choose = kernels.choose_table()
    index = sum(int(choose[card, place + 1]) for place, card in enumerate(sorted(NUMBER[card] for card in hand)))
    return int(hands(False)[0][index])


def bet_after_change(hand: tuple[Card, ...], up: Card, given: Card) -> tuple[int, dict[str, int]]:
    """What a bet on a hand with a changed card comes to over the dealer's hands, and how often it ends in each way."""
    mine, theirs = packed(hand), dealers(up, {*hand, given})
    plays = theirs >= ACE_AND_KING
    ends = {
        "unqualified": int((~plays).sum()),
        "wins": int((plays & (theirs < mine)).sum()),
        "stand_off": int((plays & (theirs == mine)).sum()),
        "lose": int((plays & (theirs > mine)).sum()),
    }
    pays = 2 * RULES.bet_odds_after_exchange[Category(mine >> 20)].to
    return pays * ends["wins"] - ends["stand_off"] - 4 * ends["lose"], ends


@pytest.mark.parametrize(
    ("hand", "up", "given"),
    [
        ("As Ks Qs Js 2d", "2s", "2d"),
        ("Jh Th 9h 8c 2d", "Ah", "2d"),
        ("9s 9d 9h 4c 4s", "Kd", "4c"),
        ("As Kd Qh 7c 3s", "7d", "3s"),
    ],
)
def test_a_change_is_worth_what_counting_it_out_gives(best: ExchangeSolution, hand: str, up: str, given: str) -> None:
    """All 46 new cards with all 148,995 dealer's hands each; the value of the better of bet and fold for each new card."""
    cards, (card,), (old,) = parse_cards(hand), parse_cards(up), parse_cards(given)
    total = 0
    for new in DECK:
        if new in cards or new is card:
            continue
        changed = (*(c for c in cards if c is not old), new)
        total += max(bet_after_change(changed, card, old)[0], -2 * COMPLETIONS * NEXT_CARDS // 46)
    assert best.advice(cards, card).changes[old] == Fraction(total, CHANGES)


def test_every_deal_has_an_outcome(best: ExchangeSolution) -> None:
    assert best.deals == DEALS * 42 == kernels.HANDS * 47 * CHANGES
    assert sum(outcome.deals for outcome in best.outcomes) == best.deals == sum(best.decisions.values())


def test_the_best_play(best: ExchangeSolution) -> None:
    """The total, which the value of the best choice for every hand and up card gives too."""
    assert best.total == -9_842_776_902_012
    assert round(best.house_edge * 100, 4) == 1.1757
    assert round(best.change_share * 100, 2) == 8.39
    assert best.total > 42 * solve(rules_of("crown-caribbean-stud"), pay=best.pays).total


@pytest.mark.slow
def test_a_strategy_that_changes_one_hand_is_counted_out() -> None:
    """Four to a royal flush with a deuce against a five, in one set of suits: every new card, bets on a pair or better."""
    hand, up, old = parse_cards("As Ks Qs Js 2d"), parse_cards("5d")[0], parse_cards("2d")[0]

    def same_but_for_suits(cards: tuple[Card, ...], shown: Card) -> bool:
        suits = {card.suit for card in cards if card.rank > 2}
        low = [card for card in cards if card.rank == 2]
        return (
            sorted(card.rank for card in cards) == [2, 11, 12, 13, 14]
            and len(suits) == 1
            and low[0].suit not in suits
            and (shown.rank, shown.suit) == (5, low[0].suit)
        )

    def change(cards: tuple[Card, ...], shown: Card) -> Card | None:
        if shown.rank != 5 or not same_but_for_suits(cards, shown):
            return None
        return next(c for c in cards if c.rank == 2)

    found = solve(RULES, strategy=STRATEGIES["pairs"], exchange=change)
    assert isinstance(found, ExchangeSolution)
    counted = dict.fromkeys(("unqualified", "wins", "stand_off", "lose", "fold"), 0)
    for new in DECK:
        if new in hand or new is up:
            continue
        changed = (*(c for c in hand if c is not old), new)
        if packed(changed) >> 20 == Category.HIGH_CARD:
            counted["fold"] += 148_995
            continue
        for end, number in bet_after_change(changed, up, old)[1].items():
            counted[end] += number
    alike = 4 * 3  # the suit of the four cards, and the other suit of deuce and five
    assert {end: getattr(found.after, end) for end in ("unqualified", "stand_off", "lose", "fold")} == {
        end: number * alike for end, number in counted.items() if end != "wins"
    }
    assert sum(found.after.wins.values()) == counted["wins"] * alike
    assert found.after.bets + found.after.fold == alike * CHANGES
    after = sum(outcome.units * outcome.deals for outcome in found.after.outcomes(found.changed))
    without = 42 * -1_090_272_101_460  # the published total of these bets, by which this hand is folded
    assert found.total == without + alike * CHANGES + after


def test_a_strategy_cannot_change_a_card_that_is_not_there() -> None:
    with pytest.raises(CardError, match="which is not in"):
        given_up(classes(False), lambda hand, up: up)


@pytest.mark.parametrize("readings", [(), ("exchange-returned",), ("below-pair-returned", "exchange-returned")])
def test_the_solver_pays_what_the_engine_pays(readings: tuple[str, ...]) -> None:
    chance, options = random.Random(3), Options(readings=readings)
    pays, after = RULES.bet_odds, RULES.bet_odds_after_exchange
    first = terms_of(RULES, {hand: odds.to for hand, odds in pays.items()}, readings=readings)
    second = terms_of(RULES, {hand: odds.to for hand, odds in after.items()}, readings=readings)
    changed = changed_terms(RULES, second, readings)
    for _ in range(1_500):
        cards = chance.sample(DECK, 10)
        mine, theirs = RULES.value(cards[:5]), RULES.value(cards[5:])
        for price, terms in ((0, first), (10_00, changed)):
            stakes = Stakes(ante=10_00, bet=20_00, exchange=price, most=500_00)
            if not RULES.qualifies(theirs):
                units = terms.unqualified
            elif mine > theirs:
                units = terms.wins[mine.category]
            else:
                units = terms.lose if mine < theirs else terms.stand_off
            assert sum(line.net for line in lines(RULES, options, stakes, cards[:5], cards[5:])) == units * 10_00
            assert -10_00 - price == terms.fold * 10_00


def test_suits_do_not_matter(best: ExchangeSolution) -> None:
    renamed = str.maketrans("cdhs", "shcd")
    for hand, up in (("Jh Th 9h 8c 2d", "Ah"), ("As Ks Qs Js 2d", "2s"), ("9s 9d 4h 4c 3s", "4d")):
        one = best.advice(parse_cards(hand), parse_cards(up)[0])
        other = best.advice(parse_cards(hand.translate(renamed)), parse_cards(up.translate(renamed))[0])
        assert list(one.values.values()) == list(other.values.values())


def test_where_a_changed_hand_stands() -> None:
    """For which cards given up a hand bets, against bets counted out."""
    hand, chance = parse_cards("As Ks Js 9c 4d"), random.Random(1)
    cards = np.array([sorted(NUMBER[card] for card in hand)], np.int8)
    free = [card for card in DECK if card not in hand]
    ups = np.array([sorted(NUMBER[card] for card in free)], np.int8)
    stands, row = np.zeros((1, 52), np.uint64), np.zeros(16, np.int64)
    for category, odds in RULES.bet_odds_after_exchange.items():
        row[category] = 2 * odds.to
    row[12:] = 0, -1, -4, -2
    decision_kernels.standing(cards, ups, *rank_tables(6, 1, ACE_AND_KING), row, stands)
    found = set()
    for up, given in (chance.sample(free, 2) for _ in range(25)):
        bets = bet_after_change(hand, up, given)[0] > -2 * 148_995
        assert bool(int(stands[0, NUMBER[up]]) >> NUMBER[given] & 1) == bets
        found.add(bets)
    assert found == {True, False}
