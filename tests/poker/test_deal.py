"""Shuffle, cut, hole cards, discards and the board: what is refused and why, who gets which card, and what stands behind it."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest
from msgspec.structs import replace

from croupier.books import poker_rules_of
from croupier.kernel.actors import DEALER as THE_DEALER, HOUSE, Said
from croupier.kernel.cards import DECK, CardError, parse_cards
from croupier.kernel.decisions import Decision, Refused
from croupier.poker import deal
from croupier.poker.commands import CommitDeck, Cut, Deal, DealBoard, Discard, Shuffle, ShuffleStub
from croupier.poker.hand import Hand
from croupier.poker.rules import Commission
from croupier.poker.state import POT, State
from poker.tables_made import LIVE, answer, betting, done, table

HOLDEM = poker_rules_of("crown-holdem")
PINEAPPLE = poker_rules_of("crown-pineapple")
CRAZY = poker_rules_of("crown-crazy-pineapple")
SAID, SOFTWARE = Said("d", THE_DEALER, 9), Said(HOUSE, HOUSE, 9)

# The shuffle and the cut


@pytest.mark.parametrize(
    ("said", "command", "who", "ground"),
    [
        ({}, Shuffle(), SAID, ""),
        ({}, Shuffle(deck=DECK, source="stacked"), SAID, ""),
        ({}, Shuffle(deck=DECK, source="house"), SOFTWARE, ""),
        ({}, Shuffle(deck=DECK, source="seeded"), SOFTWARE, ""),
        ({"phase": "betting"}, Shuffle(), SAID, "not_time_to_shuffle"),
        ({"phase": "between"}, Shuffle(), SAID, "not_time_to_shuffle"),
        ({"shuffled": True}, Shuffle(), SAID, "cards_shuffled_already"),
        ({}, Shuffle(deck=DECK), SAID, "deck_source"),
        ({}, Shuffle(source="stacked"), SAID, "deck_source"),
        ({}, Shuffle(deck=DECK, source="house"), SAID, "deck_source"),
        ({}, Shuffle(deck=DECK, source="seeded"), SAID, "deck_source"),
        ({}, Shuffle(deck=DECK[:51], source="stacked"), SAID, "deck_not_complete"),
        ({}, Shuffle(deck=LIVE, source="stacked"), SAID, "deck_not_complete"),
    ],
)
def test_when_cards_are_shuffled(said: dict[str, Any], command: Shuffle, who: Said, ground: str) -> None:
    found = deal.shuffle(HOLDEM, table(**{"shuffled": False, **said}), command, who)
    assert answer(found)[0] == ground
    if not ground:
        (made,) = done(found)
        assert (made.deck, made.source) == (command.deck or LIVE, command.source)
        assert made.clauses == HOLDEM.cite("cards_shuffled")
    if ground == "deck_source":
        assert isinstance(found, Refused)
        assert found.clauses == HOLDEM.cite("cards_shuffled")


def test_a_deck_that_had_to_be_laid_down_was_not() -> None:
    made = table(shuffled=False)
    made.options = replace(made.options, committed_decks=True)
    found = deal.shuffle(HOLDEM, made, Shuffle(deck=DECK, source="house"), SOFTWARE)
    assert answer(found)[0] == "deck_not_committed"


@pytest.mark.parametrize(
    ("said", "ground"),
    [
        ({"shuffled": False}, ""),
        ({"shuffled": True}, "not_time_to_shuffle"),
        ({"shuffled": False, "phase": "betting"}, "not_time_to_shuffle"),
        ({"phase": "betting", "reshuffle": True}, ""),
        ({"phase": "betting", "aside": DECK[:1], "board": DECK[1:5]}, ""),
        ({"phase": "betting", "aside": DECK[:1], "board": DECK[1:4]}, "not_time_to_shuffle"),
    ],
)
def test_when_a_deck_is_laid_down(said: dict[str, Any], ground: str) -> None:
    made = table(number=4, **said)
    made.options = replace(made.options, committed_decks=True)
    found = deal.commit_deck(HOLDEM, made, CommitDeck(root="a" * 64), SOFTWARE)
    assert answer(found)[0] == ground
    if not ground:
        (laid,) = done(found)
        assert (laid.root, laid.round) == ("a" * 64, 4)


@pytest.mark.parametrize(
    ("said", "place", "ground"),
    [
        ({}, 0, "cut_divides_deck"),
        ({}, 1, ""),
        ({}, 51, ""),
        ({}, 52, "cut_divides_deck"),
        ({"cut": True}, 20, "cards_cut_already"),
        ({"shuffled": False}, 20, "cards_not_shuffled"),
    ],
)
def test_when_cards_are_cut(said: dict[str, Any], place: int, ground: str) -> None:
    found = deal.cut(HOLDEM, table(**{"cut": False, **said}), Cut(place=place), SAID)
    assert answer(found)[0] == ground
    if not ground:
        (made,) = done(found)
        assert (made.place, made.clauses) == (place, HOLDEM.cite("cards_cut"))


# Hole cards


def test_cards_go_round_one_at_a_time_from_the_left_of_the_button() -> None:
    (dealt,) = done(deal.deal(HOLDEM, table(), Deal(), SAID))
    assert dealt.hands == {n: (DECK[place], DECK[place + 4]) for place, n in enumerate((1, 3, 5, 7))}
    assert (dealt.used, dealt.first, dealt.strays) == (8, 5, {})
    assert dealt.clauses == HOLDEM.cite("hands_dealt", "hole_cards")


@pytest.mark.parametrize(
    ("straddles", "positions", "first"),
    [((), (7, 1, 3), 5), ((5,), (7, 1, 3), 7), ((5, 7), (7, 1, 3), 1), ((), (7, 1, 4), 5), ((), (5, 7, 8), 1)],
)
def test_who_acts_first(straddles: tuple[int, ...], positions: tuple[int, ...], first: int) -> None:
    made = table(straddles=straddles)
    made.positions = positions
    for player in made.hand.players.values():
        player.posted = True
    (dealt,) = done(deal.deal(HOLDEM, made, Deal(), SAID))
    assert dealt.first == first


@pytest.mark.parametrize(
    ("said", "ground", "reason"),
    [
        ({"phase": "between"}, "no_hand_begun", ""),
        ({"phase": "betting"}, "dealt_already", ""),
        ({"shuffled": False, "cut": False}, "cards_not_shuffled", ""),
        ({"cut": False}, "cards_not_cut", ""),
        ({"stub": DECK[:7]}, "deal_out_of_order", "the deck does not have that many cards"),
        ({"stub": DECK[:8]}, "", ""),
        ({"out": (1, 3, 5)}, "too_few_players", ""),
        ({"out": (1, 3)}, "", ""),
    ],
)
def test_when_no_hands_are_dealt(said: dict[str, Any], ground: str, reason: str) -> None:
    found = deal.deal(HOLDEM, table(**said), Deal(), SAID)
    assert answer(found)[0] == ground
    assert reason in answer(found)[1]


def test_a_blind_is_posted_before_the_deal() -> None:
    made = table()
    made.hand.players[3].posted = False
    found = deal.deal(HOLDEM, made, Deal(), SAID)
    assert answer(found) == ("blind_not_posted", "seat 3 must post a blind first")


@pytest.mark.parametrize(
    ("counts", "hands", "strays", "used"),
    [
        ({3: 3}, {1: (0, 4), 3: (1, 5, 8), 5: (2, 6), 7: (3, 7)}, {}, 9),
        ({5: 0}, {1: (0, 3), 3: (1, 4), 5: (), 7: (2, 5)}, {}, 6),
        ({8: 1}, {1: (1, 5), 3: (2, 6), 5: (3, 7), 7: (4, 8)}, {8: (0,)}, 9),
        ({2: 2}, {1: (0, 5), 3: (2, 7), 5: (3, 8), 7: (4, 9)}, {2: (1, 6)}, 10),
    ],
)
def test_what_a_dealer_really_dealt(
    counts: dict[int, int], hands: dict[int, tuple[int, ...]], strays: dict[int, tuple[int, ...]], used: int
) -> None:
    (dealt,) = done(deal.deal(HOLDEM, table(), Deal(counts=counts), SAID))
    assert dealt.hands == {n: tuple(DECK[place] for place in places) for n, places in hands.items()}
    assert dealt.strays == {n: tuple(DECK[place] for place in places) for n, places in strays.items()}
    assert dealt.used == used


@pytest.mark.parametrize(
    ("counts", "place"), [({0: 2}, 0), ({9: 2}, 9), ({3: -1}, 3), ({1: 2}, None), ({8: 2}, None), ({3: 0}, None)]
)
def test_no_cards_lie_where_there_is_no_place(counts: dict[int, int], place: int | None) -> None:
    found = deal.deal(HOLDEM, table(), Deal(counts=counts), SAID)
    wanted = ("deal_out_of_order", f"no cards can be dealt to seat {place}")
    assert answer(found) == (("", "") if place is None else wanted)


@pytest.mark.parametrize(
    ("hands", "ground", "reason"),
    [
        ({1: "As Ks"}, "", ""),
        ({1: "As Ks", 3: "Ad ??"}, "", ""),
        ({2: "As Ks"}, "deal_out_of_order", "seat 2 does not get 2 of these cards"),
        ({1: "As"}, "deal_out_of_order", "seat 1 does not get 1 of these cards"),
        ({1: "As Ks", 3: "Ad As"}, "card_twice", "As cannot be dealt twice"),
    ],
)
def test_faces_that_are_said_as_they_are_dealt(hands: dict[int, str], ground: str, reason: str) -> None:
    faces = {seat: parse_cards(cards) for seat, cards in hands.items()}
    found = deal.deal(HOLDEM, table(stub=LIVE, source="live"), Deal(hands=faces), SAID)
    assert answer(found) == (ground, reason)
    if not ground:
        (dealt,) = done(found)
        assert dealt.hands == dict.fromkeys((1, 3, 5, 7), LIVE[:2]) | faces
    known = deal.deal(HOLDEM, table(), Deal(hands=faces), SAID)
    assert answer(known)[0] == "faces_on_record"


# The board


def board(made: State, rules: Any = HOLDEM, **said: Any) -> Decision:
    return deal.deal_board(rules, made, DealBoard(**said), SAID)


@pytest.mark.parametrize(
    ("lying", "street", "number", "ground"),
    [(0, 0, 3, "flop_dealt"), (3, 1, 1, "fourth_card_dealt"), (4, 2, 1, "fifth_card_dealt")],
)
def test_the_board_with_and_without_its_burn(lying: int, street: int, number: int, ground: str) -> None:
    said: dict[str, Any] = {"board": DECK[52 - lying :], "street": street}
    (dealt,) = done(board(betting(**said)))
    assert (dealt.cards, dealt.burn, dealt.used) == (DECK[9 : 9 + number], DECK[8:9], 1 + number)
    assert (dealt.clauses, dealt.for_side) == (HOLDEM.cite(ground), False)
    (without,) = done(board(betting(**said), burn=False))
    assert (without.cards, without.burn, without.used) == (DECK[8 : 8 + number], (), number)
    assert without.clauses == HOLDEM.cite(ground, "burn_missing")
    for burn in (True, False):
        (burned,) = done(board(betting(**said, burned_for=(lying,)), burn=burn))
        assert (burned.cards, burned.burn, burned.used) == (DECK[8 : 8 + number], (), number)
        assert burned.clauses == HOLDEM.cite(ground)


@pytest.mark.parametrize(
    ("said", "command", "ground", "reason"),
    [
        ({"phase": "blinds"}, {}, "no_card_due", ""),
        ({"phase": "showdown"}, {}, "no_card_due", ""),
        ({"board": DECK[47:]}, {}, "no_card_due", ""),
        ({"board": DECK[48:]}, {}, "", ""),
        ({}, {"named": "flop"}, "", ""),
        ({}, {"named": "turn"}, "no_card_due", "there are 0 community cards: no turn is due"),
        ({"board": DECK[49:]}, {"named": "turn"}, "", ""),
        ({"board": DECK[49:]}, {"named": "river"}, "no_card_due", "there are 3 community cards: no river is due"),
        ({"board": DECK[48:]}, {"named": "river"}, "", ""),
        ({"turn": 5}, {}, "round_not_over", "seat 5 must act first"),
        ({"owed": {3: 5_00}}, {}, "round_not_over", "seat 3 must act first"),
        ({"turn": 5, "owed": {3: 5_00}}, {}, "round_not_over", "seat 5 must act first"),
        ({"reshuffle": True}, {}, "stub_not_shuffled", ""),
        ({"side_open": True}, {}, "", ""),
        ({"side_open": True, "board": DECK[49:]}, {}, "side_wagers_not_settled", ""),
        ({"stub": DECK[8:11]}, {}, "deal_out_of_order", "the deck does not have that many cards"),
        ({"stub": DECK[8:12]}, {}, "", ""),
        ({}, {"cards": DECK[9:12]}, "faces_on_record", ""),
    ],
)
def test_when_no_card_is_turned(said: dict[str, Any], command: dict[str, Any], ground: str, reason: str) -> None:
    found = board(betting(**said), **command)
    assert answer(found)[0] == ground
    assert reason in answer(found)[1]


@pytest.mark.parametrize(("side_open", "ground"), [(True, ""), (False, "one_player_left")])
def test_for_one_player_alone_there_is_a_flop_only_for_side_wagers(side_open: bool, ground: str) -> None:
    made = betting(side_open=side_open)
    for number in (3, 5, 7):
        made.hand.players[number].live = False
    found = board(made)
    assert answer(found)[0] == ground
    if not ground:
        *_, dealt = done(found)
        assert (dealt.for_side, dealt.clauses) == (True, HOLDEM.cite("flop_for_side_wagers"))


@pytest.mark.parametrize(
    ("said", "more"),
    [
        ({"because": ("9.10", "9.12")}, ("9.10", "9.12")),
        ({"aside": DECK[51:]}, HOLDEM.cite("new_card_for_aside")),
        ({"aside": DECK[51:], "because": ("9.10",)}, ("9.10",)),
    ],
)
def test_a_card_that_takes_the_place_of_another_says_why(said: dict[str, Any], more: tuple[str, ...]) -> None:
    (dealt,) = done(board(betting(board=DECK[45:48], street=1, **said)))
    assert dealt.clauses == (*HOLDEM.cite("fourth_card_dealt"), *more)


def test_what_nobody_matched_goes_back_before_the_next_card_and_commission_is_taken() -> None:
    made = betting(voluntary=True)
    made.money[POT] = 60_00
    made.hand.players[5].put_in = made.hand.players[5].wagered = 30_00
    back, dealt = done(board(made))
    assert (back.seat, back.amount, back.clauses) == (5, 20_00, HOLDEM.cite("uncalled_returned"))
    assert dealt.cards == DECK[9:12]
    assert deal.round_over(HOLDEM, betting()) == []
    made.options = replace(made.options, commission=Commission(percent=5, cap=10_00))
    assert [type(event).__name__ for event in deal.round_over(HOLDEM, made)] == ["UncalledReturned", "CommissionCollected"]


@pytest.mark.parametrize(
    ("given", "ground", "reason"),
    [
        ("2c 3c 4c", "", ""),
        ("2c 3c", "board_needs_faces", "name the 3 cards dealt face up"),
        ("2c 3c ??", "board_needs_faces", "name the 3 cards dealt face up"),
        ("", "board_needs_faces", "name the 3 cards dealt face up"),
        ("2c 3c 2c", "card_twice", "2c is somewhere else on the table"),
        ("2c 3c As", "card_twice", "As is somewhere else on the table"),
    ],
)
def test_faces_of_a_live_board(given: str, ground: str, reason: str) -> None:
    made = betting(source="live", stub=LIVE[8:])
    found = board(made, cards=parse_cards(given))
    assert answer(found) == (ground, reason)
    if ground == "card_twice":
        assert isinstance(found, Refused)
        assert found.looked
    made.hand.board = parse_cards("2h 3h 4h")
    assert answer(board(made)) == ("board_needs_faces", "name the 1 card dealt face up")


def test_of_several_cards_that_are_elsewhere_the_first_that_was_said_is_named() -> None:
    """Whatever other cards are known there: the order in which they are kept is nobody's business."""
    made = betting(source="live", stub=LIVE[8:])
    known = sorted(made.hand.known_cards(), key=str)
    assert len(known) >= 4
    for given in permutations(known, 3):
        assert answer(board(made, cards=given)) == ("card_twice", f"{given[0]} is somewhere else on the table")


def test_a_known_deck_whose_top_is_hidden_here_cannot_be_looked_at() -> None:
    with pytest.raises(CardError, match="the top of the deck is not known here"):
        board(betting(stub=LIVE))


# Discards


@pytest.mark.parametrize(
    ("rules", "said", "due"),
    [
        (HOLDEM, {}, False),
        (PINEAPPLE, {}, True),
        (PINEAPPLE, {"street": 1}, False),
        (PINEAPPLE, {"phase": "discard"}, True),
        (PINEAPPLE, {"phase": "blinds"}, False),
        (CRAZY, {}, False),
        (CRAZY, {"street": 1}, True),
        (CRAZY, {"street": 2}, False),
    ],
)
def test_when_discards_are_due(rules: Any, said: dict[str, Any], due: bool) -> None:
    made = betting(**said)
    assert deal.discards_due(rules, made.hand) == due
    for player in made.hand.players.values():
        player.discarded = True
    assert not deal.discards_due(rules, made.hand)
    made.hand.players[7].discarded = False
    assert deal.discards_due(rules, made.hand) == due
    assert [deal.right_number(PINEAPPLE, made.hand.players[number]) for number in (1, 7)] == [2, 3]
    for number in (1, 3, 5):
        made.hand.players[number].live = False
    assert not deal.discards_due(rules, made.hand)


def test_no_board_before_the_discards() -> None:
    assert answer(board(betting(), PINEAPPLE))[0] == "discards_missing"


def give(made: State, seat: int, card: str, rules: Any = PINEAPPLE, who: Said | None = None) -> Decision:
    return deal.discard(rules, made, Discard(seat=seat, card=parse_cards(card)[0]), who or Said(f"p{seat}", seat, 9))


def test_a_discard_in_turn_from_the_left_of_the_button() -> None:
    first = str(DECK[0])
    asked, given = done(give(betting(), 1, first))
    assert asked.clauses == PINEAPPLE.cite("discards_asked")
    assert (given.seat, given.card, given.place) == (1, DECK[0], 0)
    assert given.clauses == PINEAPPLE.cite("card_discarded")
    (later,) = done(give(betting(phase="discard", turn=3), 3, str(DECK[3])))
    assert (later.seat, later.place) == (3, 1)


@pytest.mark.parametrize(
    ("said", "seat", "card", "ground"),
    [
        ({}, 3, "Ah", "discards_in_turn"),
        ({}, 2, "Ah", "not_in_hand"),
        ({"turn": 5}, 1, "Ac", "not_time_to_discard"),
        ({"street": 1}, 1, "Ac", "not_time_to_discard"),
        ({"phase": "showdown"}, 1, "Ac", "not_time_to_discard"),
        ({}, 1, "2c", "not_your_card"),
        ({}, 1, "??", "not_your_card"),
        ({"phase": "discard", "turn": 3}, 1, "Ac", "discards_in_turn"),
    ],
)
def test_when_nothing_is_discarded(said: dict[str, Any], seat: int, card: str, ground: str) -> None:
    assert answer(give(betting(**said), seat, card))[0] == ground


def test_who_discards_not_at_all() -> None:
    made = betting()
    assert answer(give(made, 1, "Ac", HOLDEM))[0] == "no_discards_here"
    made.hand.players[1].discarded = True
    assert answer(give(made, 1, "Ac"))[0] == "discarded_already"
    made.hand.players[1].live = False
    assert answer(give(made, 1, "Ac"))[0] == "not_in_hand"


def test_where_a_card_lies_in_a_hand() -> None:
    def place(cards: str, card: str, *, own: bool = False, source: Any = "live") -> Any:
        hand = betting(source=source).hand
        hand.players[1].cards = parse_cards(cards)
        return deal.place_in_hand(HOLDEM, hand, hand.players[1], parse_cards(card)[0], own=own)

    assert place("9c 9d", "9d") == 1
    assert place("9c ??", "9d") == 1
    assert place("?? 9c", "??") == 0
    assert answer(place("9c 9d", "9h")) == ("not_your_card", "9h is not among the cards of seat 1")
    assert [place("9c 9d", "9h", own=own).looked for own in (True, False)] == [False, True]
    assert answer(place("?? 9d", str(DECK[2]))) == ("card_twice", f"{DECK[2]} is somewhere else on the table")
    assert place("?? 9d", str(DECK[2])).looked
    assert answer(place("?? 9d", "??", source="seeded"))[0] == "not_your_card"
    with pytest.raises(CardError, match="the hand of seat 1 is not known here"):
        place("?? 9d", "9h", source="seeded")


# What is left of the deck


def rest(made: State, who: Said = SOFTWARE, **said: Any) -> Decision:
    return deal.shuffle_stub(HOLDEM, made, ShuffleStub(**said), who)


STUB = DECK[8:47]


def test_the_rest_of_the_deck_is_shuffled_after_cards_were_taken_back() -> None:
    made = betting(stub=STUB, reshuffle=True, because=("9.10",))
    (shuffled,) = done(rest(made, deck=STUB[::-1], source="house"))
    assert (shuffled.deck, shuffled.source, shuffled.aside) == (STUB[::-1], "house", False)
    assert shuffled.clauses == ("9.10",)
    live = betting(stub=LIVE[:39], reshuffle=True, source="live")
    (shuffled,) = done(rest(live, SAID))
    assert (shuffled.deck, shuffled.source) == (LIVE[:39], "live")


def test_a_card_that_was_set_aside_goes_in_before_the_last_card() -> None:
    made = betting(stub=STUB, aside=DECK[47:48], board=DECK[48:], street=2)
    assert deal.to_shuffle(made.hand) == (*STUB, DECK[47])
    (shuffled,) = done(rest(made, deck=(DECK[47], *STUB), source="house"))
    assert (shuffled.aside, shuffled.clauses) == (True, HOLDEM.cite("aside_shuffled_in"))
    assert answer(rest(made, deck=STUB, source="house"))[0] == "stub_not_complete"
    found = board(made)
    assert isinstance(found, Refused)
    assert (found.ground, found.clauses) == ("stub_not_shuffled", HOLDEM.cite("aside_shuffled_in"))


@pytest.mark.parametrize(
    ("said", "due"),
    [
        ({}, False),
        ({"reshuffle": True}, True),
        ({"aside": DECK[:1], "board": DECK[48:]}, True),
        ({"aside": DECK[:1], "board": DECK[49:]}, False),
        ({"aside": DECK[:1], "board": DECK[47:]}, False),
        ({"aside": DECK[:1], "board": DECK[48:], "turn": 3}, False),
        ({"board": DECK[48:]}, False),
    ],
)
def test_when_the_rest_of_the_deck_is_to_be_shuffled(said: dict[str, Any], due: bool) -> None:
    hand = Hand(stub=STUB, **said)
    assert deal.stub_to_shuffle(hand) == due
    assert deal.to_shuffle(hand) == ((*STUB, DECK[0]) if due and "aside" in said else STUB)


@pytest.mark.parametrize(
    ("said", "command", "who", "ground"),
    [
        ({"reshuffle": False}, {"deck": STUB, "source": "house"}, SOFTWARE, "nothing_to_shuffle"),
        ({}, {"deck": STUB, "source": "house"}, SOFTWARE, ""),
        ({}, {"deck": STUB, "source": "stacked"}, SAID, ""),
        ({}, {"deck": STUB, "source": "house"}, SAID, "deck_source"),
        ({}, {"deck": STUB}, SOFTWARE, "deck_source"),
        ({}, {"source": "house"}, SOFTWARE, "deck_source"),
        ({}, {}, SAID, "deck_source"),
        ({"source": "live", "stub": LIVE[:39]}, {}, SAID, ""),
        ({"source": "live", "stub": LIVE[:39]}, {"deck": STUB, "source": "stacked"}, SAID, "deck_source"),
        ({}, {"deck": STUB[1:], "source": "house"}, SOFTWARE, "stub_not_complete"),
        ({}, {"deck": (*STUB[1:], DECK[0]), "source": "house"}, SOFTWARE, "stub_not_complete"),
    ],
)
def test_when_the_rest_of_the_deck_is_not_shuffled(said: dict[str, Any], command: dict[str, Any], who: Said, ground: str) -> None:
    found = rest(betting(**{"stub": STUB, "reshuffle": True, **said}), who, **command)
    assert answer(found)[0] == ground
    if isinstance(found, Refused):
        assert found.looked == (ground == "stub_not_complete")


def test_the_rest_of_a_known_deck_that_is_hidden_here_cannot_be_looked_at() -> None:
    with pytest.raises(CardError, match="the rest of the deck is not known here"):
        rest(betting(stub=LIVE[:39], reshuffle=True), deck=STUB, source="house")
    made = betting(stub=STUB, reshuffle=True)
    made.options = replace(made.options, committed_decks=True)
    assert answer(rest(made, deck=STUB, source="house"))[0] == "deck_not_committed"
