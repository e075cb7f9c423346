"""What the books of the house games make of their own data, read anew."""

from __future__ import annotations

import pytest

from croupier.books import book_of, game_of, rules_of
from croupier.books.caribbean import by_device, stud_values
from croupier.kernel.cards import CardError, parse_cards
from croupier.kernel.hands import Category
from croupier.stud.rules import Options

PAIR = parse_cards("As Ad 9c 7h 2s")
HOUSE_GAMES = (
    "crown-caribbean-stud",
    "crown-wild-aruba",
    "star-caribbean-stud",
    "nz-caribbean-stud",
    "venezia-caribbean-poker",
)


def test_five_cards_have_a_value_for_the_bet_and_one_for_the_jackpot() -> None:
    values = stud_values()(PAIR, ())
    assert {name: value and value.category for name, value in values.items()} == {
        "bet": Category.ONE_PAIR,
        "jackpot": Category.ONE_PAIR,
    }
    with pytest.raises(CardError, match="no board in stud"):
        stud_values()(PAIR, PAIR[:1])


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
    assert rules.upcard_place == {
        device: places[said] for device, said in by_device(book, "dealer_face_up_card").items()
    }
    assert rules.hand_clauses == rules_of(game).hand_clauses
    assert len(rules.hand_clauses) >= 10  # one for each kind of hand, so that none gives a hand away
    if game in ("star-caribbean-stud", "nz-caribbean-stud"):
        assert rules.jackpot_fixed(Options(jackpot=1_00), "flush") == 100_00
