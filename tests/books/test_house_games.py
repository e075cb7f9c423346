"""What the books of the house games make of their own data, read again."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from croupier.books import book_of, game_of, rules_of, values_of
from croupier.books.caribbean import by_device, decided_before, dispute_decided, not_accepted, prize_if_in, told
from croupier.kernel.accounts import FLOAT, purse_of, stack_of
from croupier.kernel.cards import CardError, parse_cards
from croupier.kernel.decisions import Refused
from croupier.kernel.hands import Category, high
from croupier.kernel.incidents import Report
from croupier.stud.rules import Options
from croupier.stud.state import Box, Decided, State, jackpot_of

PAIR = parse_cards("As Ad 9c 7h 2s")
HOUSE_GAMES = ("crown-caribbean-stud", "crown-wild-aruba", "star-caribbean-stud", "nz-caribbean-stud", "venezia-caribbean-poker")


def test_five_cards_have_a_value_for_the_bet_and_one_for_the_jackpot() -> None:
    values = values_of("star-caribbean-stud")(PAIR, ())
    assert {name: value and value.category for name, value in values.items()} == {
        "bet": Category.ONE_PAIR,
        "jackpot": Category.ONE_PAIR,
    }
    with pytest.raises(CardError, match="no board in stud"):
        values_of("star-caribbean-stud")(PAIR, PAIR[:1])


@pytest.mark.parametrize(
    ("book", "hand", "cost", "wins"),
    [
        ("star-caribbean-stud", "flush", 1_00, 100_00),
        ("star-caribbean-stud", "flush", 2_00, 100_00),
        ("star-caribbean-stud", "royal flush", 1_00, 0),
        ("nz-caribbean-stud", "flush", 1_00, 100_00),
        ("nz-caribbean-stud", "flush", 2_00, 200_00),
        ("nz-caribbean-stud", "one pair", 2_00, 0),
    ],
)
def test_what_a_hand_wins_whatever_a_meter_shows(book: str, hand: str, cost: int, wins: int) -> None:
    assert rules_of(book).jackpot_fixed(Options(jackpot=cost), hand) == wins


@pytest.mark.parametrize("game", HOUSE_GAMES)
def test_rules_made_anew_pay_the_fixed_prizes_and_turn_the_right_card(game: str) -> None:
    make = game_of(game).rules
    assert make is not None
    book = book_of(game)
    rules = make(book)
    places = {"top": 0, "last": 4}
    assert rules.upcard_place == {device: places[said] for device, said in by_device(book, "dealer_face_up_card").items()}
    assert rules.hand_clauses == rules_of(game).hand_clauses
    assert len(rules.hand_clauses) >= 10  # one for each kind of hand, so that none gives a hand away
    if game in ("star-caribbean-stud", "nz-caribbean-stud"):
        assert rules.jackpot_fixed(Options(jackpot=1_00), "flush") == 100_00


@pytest.mark.parametrize(
    ("book", "hand", "cost", "least"),
    [
        ("star-caribbean-stud", "royal flush", 1_00, 50_000_00),
        ("star-caribbean-stud", "straight flush", 2_00, 5_000_00),
        ("star-caribbean-stud", "four of a kind", 1_00, 0),
        ("nz-caribbean-stud", "royal flush", 2_00, 20_000_00),
        ("nz-caribbean-stud", "straight flush", 1_00, 1_000_00),
        ("nz-caribbean-stud", "flush", 1_00, 0),
        ("venezia-caribbean-poker", "royal flush", 1_00, 0),
    ],
)
def test_the_least_that_a_share_of_the_meter_is(book: str, hand: str, cost: int, least: int) -> None:
    assert rules_of(book).jackpot_least(Options(jackpot=cost), hand) == least


ABOUT = Report(what="dispute", player=2, note="the ante", amount=30_00)
BEFORE = Decided(by="Dealer", about="the bet", round=3, claimed=12_00)


def disputed(**said: Any) -> State:
    """In round 5, after which nothing has been wagered yet; the person of seat 2 has disputed twice."""
    decided = (BEFORE, Decided(by="Dealer", about="the ante", round=4), Decided(by="Manager", about="the ante", round=4))
    held: dict[str, Any] = {"people": {2: "p2"}, "round": 5, "disputes": {"p2": decided}}
    return State(**held | said)


@pytest.mark.parametrize(
    ("said", "note", "by"),
    [
        ({}, "the ante", "Manager"),  # the last one on this matter
        ({}, "the bet", None),
        ({"round": 4}, "the bet", "Dealer"),
        ({"round": 4, "phase": "dealing"}, "the ante", "Manager"),
        ({"phase": "dealing"}, "the ante", None),
        ({"people": {2: "p9"}}, "the ante", None),
    ],
)
def test_which_decision_on_a_matter_was_the_last(said: dict[str, Any], note: str, by: str | None) -> None:
    found = decided_before(disputed(**said), replace(ABOUT, note=note))
    assert (found.by if found else None) == by


@pytest.mark.parametrize(
    ("report", "pays", "reviews", "claimed", "amount", "matter"),
    [
        (ABOUT, True, None, 30_00, 30_00, (4, "the ante")),
        (ABOUT, False, None, 30_00, 0, (4, "the ante")),
        (replace(ABOUT, amount=-1), True, None, 0, 0, (4, "the ante")),
        (replace(ABOUT, amount=-1), True, BEFORE, 12_00, 12_00, (3, "the bet")),
        (replace(ABOUT, amount=0), True, BEFORE, 0, 0, (3, "the bet")),
        (replace(ABOUT, amount=7_00), True, BEFORE, 7_00, 7_00, (3, "the bet")),
    ],
)
def test_what_is_paid_once_a_dispute_is_decided(
    report: Report, pays: bool, reviews: Decided | None, claimed: int, amount: int, matter: tuple[int, str]
) -> None:
    made = dispute_decided(disputed(), report, "so", ("1.1",), by="Manager", pays=pays, final=False, reviews=reviews)
    assert (made.player, made.person, made.decision, made.by, made.final) == (2, "p2", "so", "Manager", False)
    assert (made.claimed, made.amount, (made.round, made.about)) == (claimed, amount, matter)
    assert made.postings == ({stack_of(2): amount, FLOAT: -amount} if amount else {})
    assert made.clauses == ("1.1",)
    assert dispute_decided(disputed(), report, "so", (), by="Manager").final


def test_who_has_left_is_told_and_paid_in_hand() -> None:
    gone = replace(ABOUT, player=0, person="p7")
    made = dispute_decided(disputed(), gone, "so", (), by="Manager", pays=True)
    assert (made.player, made.postings) == (0, {purse_of("p7"): 30_00, FLOAT: -30_00})
    assert (told(disputed(), "p7", "x", "y", ()).seat, told(disputed(), "p2", "x", "y", ("1.1",)).seat) == (0, 2)


@pytest.mark.parametrize(
    ("said", "ground"), [({"jackpots": False}, "nothing_wagered"), ({"manual": True}, "not_at_this_table"), ({}, "")]
)
def test_a_jackpot_wager_that_was_not_taken_in(said: dict[str, bool], ground: str) -> None:
    rules = rules_of("nz-caribbean-stud")
    money = {jackpot_of(1): 1_00} if said.get("jackpots", True) else {}
    options = Options(jackpot=1_00, manual_jackpot=said.get("manual", False))
    table = State(options=options, people={1: "p1"}, boxes=(Box(), Box(seat=1)), jackpot_seats={1: 1}, money=money)
    found = not_accepted(rules, table, Report(what="not-accepted", box=1))
    assert (found.ground if isinstance(found, Refused) else "") == ground
    if ground:
        assert isinstance(found, Refused)
        assert found.clauses == rules.irregularities["not-accepted"].clauses


def test_a_hand_wins_by_its_name_in_the_table_of_prizes() -> None:
    value = high(PAIR)
    assert (prize_if_in(frozenset({"one pair"}), value), prize_if_in(frozenset({"flush"}), value)) == ("one pair", "")
