from __future__ import annotations

import pickle
from typing import Any

import msgspec
import pytest
from hypothesis import given, strategies as st

from croupier.kernel.cards import (
    DECK,
    HIDDEN,
    RANKS,
    SUITS,
    Card,
    CardError,
    full_deck,
    parse_cards,
    rank_name,
    show_cards,
    twice,
)
from croupier.kernel.drawing import cards_html

any_cards = st.lists(st.sampled_from([*DECK, HIDDEN])).map(tuple)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("As Td 2c", "As Td 2c"),
        ("10h", "Th"),
        ("A♠ 10♥ K♦ 2♣", "As Th Kd 2c"),
        ("A♤ 10♡ K♢ 2♧", "As Th Kd 2c"),
        ("as tD KH", "As Td Kh"),
        ("As,Kd, 10c ,2h", "As Kd Tc 2h"),
        ("AsKd10c2h", "As Kd Tc 2h"),
        ("  As\tKd\n2c ", "As Kd 2c"),
        ("?? As ????", "?? As ?? ??"),
        ("As As", "As As"),
        ("", ""),
        (" , ", ""),
    ],
)
def test_cards_are_read_in_every_way_people_write_them(text: str, shown: str) -> None:
    assert show_cards(parse_cards(text)) == shown


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("Ax", "Ax"),
        ("1s", "1s"),
        ("As Kx 2c", "Kx"),
        ("AsX", "X"),
        ("As, 11h", "11h"),
        ("110h", "1"),
        ("10", "10"),
        ("A s", "A"),
        ("?", "?"),
        ("As ??? Kd", "?"),
        ("sA", "sA"),
        ("joker", "joker"),
        ("A\nx", "A"),
        ("A\u017f", "A\u017f"),  # a long s, which a careless comparison takes for an s
        ("\u212as", "\u212as"),  # the sign for kelvin, likewise a K
        ("٣h", "٣h"),  # a three in Arabic figures
    ],
)
def test_what_is_no_card_is_named_in_one_line(text: str, wrong: str) -> None:
    with pytest.raises(CardError) as error:
        parse_cards(text)
    assert str(error.value) == f"{wrong!r} is not a card: write rank and suit, such as As, Td, 10h or A♠"


@given(st.text())
def test_any_text_is_cards_or_a_one_line_error(text: str) -> None:
    complaint = ""
    try:
        assert show_cards(parse_cards(text)).count(" ") <= len(text)
    except CardError as error:
        complaint = str(error)
    assert len(complaint.splitlines()) <= 1


@pytest.mark.parametrize("value", ["zz", "A♠", "", 5, None])
def test_what_is_no_card_is_a_card_error_also_by_name(value: Any) -> None:
    with pytest.raises(CardError, match="is no Card"):
        Card(value)


@given(any_cards)
def test_cards_shown_are_read_back(cards: tuple[Card, ...]) -> None:
    assert parse_cards(show_cards(cards)) == cards
    assert parse_cards("".join(card.symbol for card in cards)) == cards


@given(any_cards)
def test_cards_survive_json_and_pickle(cards: tuple[Card, ...]) -> None:
    assert msgspec.json.decode(msgspec.json.encode(cards), type=tuple[Card, ...]) == cards
    assert all(one is other for one, other in zip(pickle.loads(pickle.dumps(cards)), cards, strict=True))  # noqa: S301


def test_the_deck_has_every_rank_in_every_suit_once() -> None:
    assert len(DECK) == len(set(DECK)) == 52
    assert {card.value for card in DECK} == {rank + suit for rank in RANKS for suit in SUITS}
    assert HIDDEN not in DECK
    assert {*DECK, HIDDEN} == set(Card)


def test_a_card_knows_its_rank_suit_and_symbol() -> None:
    (ace, ten, deuce) = parse_cards("As Td 2c")
    assert (ace.rank, ace.suit, ace.symbol) == (14, "s", "A♠")
    assert (ten.rank, ten.suit, ten.symbol) == (10, "d", "10♦")
    assert (deuce.rank, deuce.suit, deuce.symbol) == (2, "c", "2♣")
    assert (HIDDEN.rank, HIDDEN.suit, HIDDEN.symbol) == (0, "?", "??")
    assert sorted({card.rank for card in DECK}) == list(range(2, 15))


def test_a_card_prints_as_it_is_typed() -> None:
    assert str(Card.Td) == f"{Card.Td}" == "Td"
    assert all(eval(repr(card), {"Card": Card}) is card for card in Card)  # noqa: S307


def test_names_of_ranks() -> None:
    assert [rank_name(rank) for rank in (1, 2, 6, 10, 11, 14)] == ["ace", "two", "six", "ten", "jack", "ace"]
    assert [rank_name(rank, plural=True) for rank in (1, 2, 6, 10, 13)] == ["aces", "twos", "sixes", "tens", "kings"]


def test_the_first_card_that_appears_twice() -> None:
    assert twice(parse_cards("As Kd As Kd")) is Card.As
    assert twice(parse_cards("As Kd ?? ??")) is None
    assert twice(DECK) is None


def test_what_keeps_cards_from_being_a_full_deck() -> None:
    assert full_deck(DECK) == full_deck(DECK[::-1]) == ""
    assert full_deck(DECK[1:]) == "the deck has 51 cards, not 52"
    assert full_deck((*DECK, Card.As)) == "As is in the deck twice"
    assert full_deck((*DECK[:-1], Card.As)) == "As is in the deck twice"


def test_a_card_draws_itself() -> None:
    red, black = Card.Th._repr_html_(), Card.Ks._repr_html_()
    assert "10♥" in red
    assert "color:#c1121f" in red
    assert "K♠" in black
    assert "color:#1c1c1c" in black


def test_cards_are_drawn_side_by_side_and_hidden_ones_by_their_backs() -> None:
    drawn = cards_html(parse_cards("As ?? 2d"))
    assert drawn.index("A♠") < drawn.index("face down") < drawn.index("2♦")
    assert drawn.count("<span") == drawn.count("</span>") == 4
    assert "face down" in HIDDEN._repr_html_()
