"""A prize meter in a game of another shape: loaded as data, played, paid, audited, and worth what a plain count says."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import msgspec
import numpy as np
import pytest

import croupier
from added_books import books_forgotten
from croupier import books
from croupier.books import jackpot_of, rules_of
from croupier.books.caribbean import prize_if_in
from croupier.cli.book import _lacks
from croupier.jackpots.prizes import GRAINS
from croupier.jackpots.worth import break_even_meter, worth
from croupier.kernel.cards import DECK, Card, parse_cards
from croupier.kernel.decisions import Accepted
from croupier.kernel.errors import BookError
from croupier.kernel.hands import HandValue
from croupier.odds.counting import CARDS
from croupier.odds.round_value import hands_kept, round_value, variance
from croupier.odds.simulation import simulate
from croupier.odds.simulation_kernels import BET, FOLD
from croupier.odds.simulation_result import Plan
from croupier.odds.simulation_tables import SideBet, play_of, shape_tables, tables_of
from croupier.odds.solver import solve
from croupier.stud.commands import PlaceAnte, PlaceBet, PlaceJackpot, Reveal, Settle, Shuffle
from croupier.stud.rules import Rules
from croupier.stud.state import Box
from croupier.tables.house_terms import terms_for_play
from croupier.tables.linked_table import table_with_meter
from three_card_meter import PRIZES, with_meter

GAME = "meter-poker"
PAYS = {
    "royal flush in spades": 8000_00,
    "royal flush": 800_00,
    "straight flush": 70_00,
    "three of a kind": 60_00,
    "straight": 6_00,
}


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    with books_forgotten():
        yield with_meter(tmp_path)


def prize(cards: tuple[Card, ...]) -> str:
    """What three cards win, read without the software's own values of hands."""
    ranks, suits = sorted(card.rank for card in cards), {card.suit for card in cards}
    runs = (ranks[2] - ranks[0] == 2 and len({*ranks}) == 3) or ranks == [2, 3, 14]
    if len(suits) == 1 and ranks == [12, 13, 14]:
        return "royal flush in spades" if suits == {"s"} else "royal flush"
    if runs:
        return "straight flush" if len(suits) == 1 else "straight"
    return "three of a kind" if len({*ranks}) == 1 else ""


def test_it_lacks_nothing_and_its_prizes_are_counted_as_a_plain_count_does(folder: Path) -> None:
    assert list(_lacks(folder)) == []
    books.add_book(folder)
    counted = Counter(prize(hand) for hand in combinations(DECK, 3))
    jackpot = books.jackpot_of(terms_for_play(GAME, 1_00))
    assert {hand: jackpot.counts()[hand] for hand in jackpot.hands} == {hand: counted[hand] for hand in jackpot.hands}
    assert jackpot.all_hands == counted.total() == 22_100
    value = Fraction(sum(counted[hand] * sum_ for hand, sum_ in PAYS.items()), 22_100)
    assert worth(jackpot, 8000_00, jackpot.counts()) == value
    assert worth(jackpot, break_even_meter(jackpot, jackpot.counts()), jackpot.counts()) >= 1_00


def brought(rules: Rules, hand: tuple[Card, ...], values: dict[tuple[Card, ...], HandValue]) -> Fraction:
    """What ante, bonus and bet of a hand that bets bring on average, in antes, against every hand of the dealer's."""
    own, total, deals = values[hand], 0, 0
    bonus = {"straight": 1, "three of a kind": 4, "straight flush": 5}[own.category.label]
    for dealer, other in values.items():
        if not {*hand} & {*dealer}:
            deals += 1
            total += bonus + (1 if not rules.qualifies(other) else 2 if own > other else 0 if own == other else -2)
    return Fraction(total, deals)


def test_its_variance_is_that_of_a_plain_count(folder: Path) -> None:
    books.add_book(folder)
    rules, solution, jackpot = books.rules_of(GAME), solve(GAME), books.jackpot_of(terms_for_play(GAME, 1_00))
    assert hands_kept(rules, solution, rules.usual_options())
    values: dict[tuple[Card, ...], HandValue] = {hand: rules.value(hand) for hand in combinations(DECK, 3)}
    together, squares, known = Fraction(0), 0, dict[tuple[object, ...], Fraction]()
    for hand in filter(prize, values):
        suits = [card.suit for card in hand]
        alike = (*(card.rank for card in hand), *(suits.index(suit) for suit in suits))
        known[alike] = known[alike] if alike in known else brought(rules, hand, values)
        together += known[alike] * 10_00 * PAYS[prize(hand)]
        squares += PAYS[prize(hand)] ** 2
    whole = round_value(solution, jackpot, ante=10_00, meter=8000_00)
    of_prize = Fraction(squares, 22_100) - whole.prize**2
    covariance = together / 22_100 - whole.prize * whole.main
    spread = variance(rules, solution, jackpot, rules.usual_options(), ante=10_00, meter=8000_00)
    assert spread == 10_00**2 * solution.variance + of_prize + 2 * covariance


def test_a_round_is_recorded_paid_and_audited(folder: Path) -> None:
    books.add_book(folder)
    options = books.rules_of(GAME).usual_options(2)
    assert options.jackpot == 1_00
    table = table_with_meter(GAME, terms_for_play(GAME, 1_00), seats=2, chips=500_00, options=options)
    held = parse_cards("As Kd 7c Ks Kc 8d Qs 2h 9h")  # three for each hand in turn
    rest = [card for card in DECK if card not in held]
    deck = [*held[0::3], *held[1::3], *held[2::3], *rest]
    for seat in (1, 2):
        assert isinstance(table.do(PlaceAnte(seat=seat, amount=10_00)), Accepted)
        assert isinstance(table.do(PlaceJackpot(seat=seat, amount=1_00)), Accepted)
    assert isinstance(table.do(Shuffle(deck=tuple(deck), source="stacked")), Accepted)
    assert isinstance(table.deal(), Accepted)
    for step in (PlaceBet(seat=1, amount=10_00), PlaceBet(seat=2, amount=10_00), Reveal(), Settle()):
        assert isinstance(table.do(step), Accepted), step
    assert table.state.prizes == {1: "royal flush in spades"}
    table.pay_prizes()
    assert table.state.prizes == {}
    assert table.meter == 5000_00 * GRAINS
    assert table.state.stack(1) == 500_00 - 1_00 + 10_00 + 10_00 + 50_00 + 5000_40
    for stream in (table, table.casino.meters):
        assert "gave the same result" in str(croupier.audit(stream.dump()))


TOP = """
[jackpot_prizes]
clause = ["8.2", "8.3"]
rows = [
  { hand = "royal flush in spades", percent = "100", clause = "8.2" },
  { hand = "royal flush", percent = "10", clause = "8.2" },
  { hand = "straight flush", multiple = 70, clause = "8.3" },
]

[options.jackpot]
clause = "8.1"
default = "1"
"""
FOUR = "high card, one pair, two pairs, straight, flush, three of a kind, four of a kind, straight flush"


@pytest.mark.parametrize(("cards", "hands", "lower"), [(4, 270_725, 40), (5, 2_598_960, 36)])
def test_four_cards_and_five_against_no_card_shown_have_meters_too(cards: int, hands: int, lower: int, tmp_path: Path) -> None:
    params = with_meter(tmp_path, TOP) / "params.toml"
    text = params.read_text(encoding="utf-8")
    text = re.sub(r"hand_order = .*", f'hand_order = {{ clause = "2.2", value = "{FOUR}" }}' if cards == 4 else "", text)
    text = text.replace('value = 3, unit = "cards"', f'value = {cards}, unit = "cards"').replace(
        'device" = 3', f'device" = {cards}'
    )
    params.write_text(re.sub(r"(?s)\[wager\.ante-bonus\].*?(?=\[jackpot)", "", text), encoding="utf-8")
    with books_forgotten():
        books.add_book(params.parent)
        jackpot = books.jackpot_of(terms_for_play(GAME, 1_00))
        counts = jackpot.counts()
        assert jackpot.all_hands == hands
        assert [counts[hand] for hand in jackpot.hands] == [1, 3, lower]
        value = round_value(solve(GAME), jackpot, ante=10_00, meter=8000_00)
        assert value.prize == Fraction(8000_00 + 3 * 800_00 + lower * 70_00, hands)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("royal flush in spades", "royal flush in space", "a prize for 'royal flush in space', which is not a hand"),
        ("royal flush in spades", "straight in spades", "a prize for 'straight in spades', which is not a hand"),
        ('"straight", amount', '"full house", amount', "a prize for 'full house', which is not a hand"),
        ('percent = "10"', 'percent = "100"', "only one kind of hand can win it all"),
        ('hand = "royal flush",', 'hand = "flush",', "has no row for a royal flush, though a straight flush"),
    ],
)
def test_prizes_that_cannot_be_are_named_with_their_line(old: str, new: str, says: str, tmp_path: Path) -> None:
    with books_forgotten(), pytest.raises(BookError, match=re.escape(says)) as found:
        books.add_book(with_meter(tmp_path, PRIZES.replace(old, new)))
    assert re.search(r"params\.toml:\d+: ", str(found.value))


def test_a_simulation_pays_every_hand_what_the_book_says_of_it(folder: Path) -> None:
    books.add_book(folder)
    rules, prizes = rules_of(GAME), ("royal flush in spades", "royal flush", "straight flush", "three of a kind", "straight")
    side = SideBet(cost=1_00, prizes=dict.fromkeys(prizes, 6_00))
    tables = shape_tables(rules, play_of(solve(rules)), side)
    options = rules.usual_options()
    for index, cards in enumerate(sorted(combinations(range(52), 3), key=lambda hand: hand[::-1])):
        won = rules.jackpot_hand(options, rules.jackpot_value(tuple(CARDS[card] for card in cards)))
        assert tables.prize[index] == (prizes.index(won) + 1 if won else 0), cards
    assert tables.takes_part[FOLD] == rules.jackpot_counts(options, Box(seat=1, choice="fold"))
    assert tables.takes_part[BET]


def test_a_simulated_jackpot_wager_comes_to_its_exact_value(folder: Path) -> None:
    books.add_book(folder)
    jackpot = jackpot_of(terms_for_play(GAME, 1_00))
    found = simulate(GAME, plan=Plan(rounds=1_000_000, seed=7, side=SideBet(cost=1_00, prizes=PAYS))).jackpot
    assert found is not None
    for prize in found.prizes:
        expected = 1_000_000 * jackpot.counts()[prize.hand] / jackpot.all_hands
        assert abs(prize.times - expected) < 5 * expected**0.5, prize
    assert found.returned == sum(prize.pays * prize.times for prize in found.prizes) / (1_00 * 1_000_000)


def test_a_prize_for_one_suit_is_simulated_with_five_cards_too() -> None:
    rules = rules_of("crown-caribbean-stud")
    hands = frozenset({"royal flush", "flush in hearts"})
    own = msgspec.structs.replace(rules, jackpot_hand=lambda options, value: prize_if_in(hands, value))
    tables = tables_of(own, play_of(solve(rules)), SideBet(cost=1_00, prizes={"royal flush": 1_00, "flush in hearts": 1_00}))
    assert np.bincount(tables.prize).tolist() == [2_598_960 - 4 - 1277, 4, 1277]
