"""Shuffle, cut and deal at the house tables: what is refused and why, whose turn it is, and what stands behind each card."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from croupier.books import rules_of
from croupier.kernel.actors import DEALER as THE_DEALER, HOUSE, Said
from croupier.kernel.cards import DECK, HIDDEN, parse_cards
from croupier.kernel.decisions import Accepted, Decision, Refused
from croupier.kernel.errors import BookError
from croupier.stud import deal
from croupier.stud.commands import CallBetOrFold, CommitDeck, Cut, Deal, DealCards, Shuffle, TurnUp
from croupier.stud.rules import Options
from croupier.stud.state import DEALER, Box, State

CROWN = rules_of("crown-caribbean-stud")
STAR = rules_of("star-caribbean-stud")
NZ = rules_of("nz-caribbean-stud")
VENICE = rules_of("venezia-caribbean-poker")
SAID, SOFTWARE = Said("d", THE_DEALER, 9), Said(HOUSE, HOUSE, 9)
LIVE = (HIDDEN,) * 52
SHOE, SHUFFLER = Options(device="shoe", places=4), Options(device="shuffler", places=4)


def answer(decision: Decision) -> tuple[str, str]:
    """The ground and the reason of a refusal."""
    return (decision.ground, decision.reason) if isinstance(decision, Refused) else ("", "")


def done(decision: Decision) -> tuple[Any, ...]:
    assert isinstance(decision, Accepted), decision
    return tuple(decision.events)


def opened(rules: Any = CROWN, **said: Any) -> State:
    """A table whose opening is done, before the shuffle."""
    table = State(options=SHOE, boxes=(Box(), Box(), Box(seat=2), Box(seat=3)))
    return replace(table, **{"done": tuple(rules.opening_duties(table)), **said})


# The shuffle


@pytest.mark.parametrize(
    ("said", "command", "who", "ground", "reason"),
    [
        ({}, Shuffle(), SAID, "", ""),
        ({}, Shuffle(deck=DECK, source="stacked"), SAID, "", ""),
        ({}, Shuffle(deck=DECK, source="house"), SOFTWARE, "", ""),
        ({"phase": "dealing"}, Shuffle(), SAID, "cards_already_shuffled", "the cards are shuffled before the round"),
        ({"shuffled": True}, Shuffle(), SAID, "cards_already_shuffled", ""),
        ({}, Shuffle(deck=DECK[:51], source="stacked"), SAID, "deck_not_complete", "the deck has 51 cards, not 52"),
        ({}, Shuffle(deck=LIVE, source="stacked"), SAID, "deck_not_complete", "say the whole order"),
        ({}, Shuffle(deck=DECK), SAID, "deck_not_complete", "only a dealer's hands leave a deck"),
        ({}, Shuffle(source="stacked"), SAID, "deck_not_complete", "only a dealer's hands leave a deck"),
        ({}, Shuffle(deck=DECK, source="house"), SAID, "cards_shuffled", "an order that a person gives is stacked"),
        ({}, Shuffle(deck=DECK, source="seeded"), SAID, "cards_shuffled", "an order that a person gives is stacked"),
        ({"done": ()}, Shuffle(), SAID, "opening_not_done", "first: "),
    ],
)
def test_when_cards_are_shuffled(said: dict[str, Any], command: Shuffle, who: Said, ground: str, reason: str) -> None:
    found = deal.shuffle(CROWN, opened(**said), command, who)
    assert answer(found)[0] == ground
    assert reason in answer(found)[1]


def test_a_deck_with_a_card_twice_is_not_complete() -> None:
    found = deal.shuffle(CROWN, opened(), Shuffle(deck=(*DECK[:51], DECK[0]), source="stacked"), SAID)
    assert answer(found)[0] == "deck_not_complete"
    assert "twice" in answer(found)[1]


def test_a_book_with_fewer_cards_is_refused_by_name() -> None:
    with pytest.raises(BookError, match="deck_size is 51; the deck here has 52 cards and no joker"):
        replace(CROWN, deck_size=51)


def test_a_deck_that_had_to_be_laid_down_was_not() -> None:
    table = opened(options=replace(SHOE, committed_decks=True))
    house = Shuffle(deck=DECK, source="house")
    assert answer(deal.shuffle(CROWN, table, house, SOFTWARE))[0] == "deck_not_committed"
    assert answer(deal.shuffle(CROWN, table, Shuffle(), SAID)) == ("", "")


@pytest.mark.parametrize(
    ("said", "ground"),
    [
        ({}, "deck_not_committed"),
        ({"phase": "dealing"}, "cards_already_shuffled"),
        ({"shuffled": True}, "cards_already_shuffled"),
    ],
)
def test_when_a_deck_is_laid_down(said: dict[str, Any], ground: str) -> None:
    assert answer(deal.commit_deck(CROWN, opened(**said), CommitDeck(root="a" * 64), SOFTWARE))[0] == ground
    (laid,) = done(
        deal.commit_deck(CROWN, opened(options=replace(SHOE, committed_decks=True)), CommitDeck(root="a" * 64), SOFTWARE)
    )
    assert (laid.root, laid.round) == ("a" * 64, 1)


@pytest.mark.parametrize(
    ("rules", "options", "before", "after", "grounds"),
    [
        (CROWN, SHOE, "red", "blue", ("cards_shuffled",)),
        (CROWN, SHUFFLER, "blue", "red", ("cards_shuffled", "decks_in_turn")),
        (CROWN, SHUFFLER, "red", "blue", ("cards_shuffled", "decks_in_turn")),
        (VENICE, SHUFFLER, "blue", "blue", ("cards_shuffled",)),
    ],
)
def test_the_decks_of_a_shuffler_serve_in_turn(
    rules: Any, options: Options, before: str, after: str, grounds: tuple[str, ...]
) -> None:
    table = opened(options=options, colour=before)
    table = replace(table, done=tuple(rules.opening_duties(table)))
    (shuffled,) = done(deal.shuffle(rules, table, Shuffle(), SAID))
    (stacked,) = done(deal.shuffle(rules, table, Shuffle(deck=DECK, source="stacked"), SAID))
    assert (shuffled.deck, shuffled.source, stacked.deck, stacked.source) == (LIVE, "live", DECK, "stacked")
    assert (shuffled.colour, stacked.colour) == (after, after)
    assert shuffled.clauses == stacked.clauses == rules.cite(*grounds)


def test_duties_of_the_opening_are_done_in_their_order() -> None:
    table = opened(done=())
    every = list(CROWN.opening_duties(table))
    assert deal.opening_left(CROWN, table) == every
    assert deal.opening_left(CROWN, replace(table, done=(every[0],))) == every[1:]
    first = CROWN.duties[every[0]]
    refused = deal.shuffle(CROWN, table, Shuffle(), SAID)
    assert isinstance(refused, Refused)
    assert (refused.reason, refused.clauses) == (f"first: {first.says}", first.clauses)


@pytest.mark.parametrize(
    ("said", "place", "ground"),
    [
        ({}, 1, ""),
        ({}, 51, ""),
        ({}, 0, "cards_cut"),
        ({}, 52, "cards_cut"),
        ({"cut": True}, 20, "cards_cut_already"),
        ({"shuffled": False}, 20, "cards_not_shuffled"),
        ({"phase": "dealing"}, 20, "cards_not_shuffled"),
        ({"options": SHUFFLER}, 20, "cut_not_allowed"),
    ],
)
def test_when_cards_are_cut(said: dict[str, Any], place: int, ground: str) -> None:
    found = deal.cut(CROWN, opened(**{"shuffled": True, **said}), Cut(place=place), SAID)
    assert answer(found)[0] == ground
    if not ground:
        (made,) = done(found)
        assert (made.place, made.clauses) == (place, CROWN.cite("cards_cut"))
    if ground == "cards_cut":
        assert answer(found)[1] == f"a cut leaves cards on both sides: 1 to 51 on top, not {place}"


def test_where_the_dealer_alone_cuts_nobody_above_does() -> None:
    table = opened(shuffled=True)
    above = Said("g", "Gaming Supervisor", 9)
    assert answer(deal.cut(STAR, table, Cut(place=20), SAID)) == ("", "")
    assert answer(deal.cut(STAR, table, Cut(place=20), above))[0] == "dealer_cuts"
    assert answer(deal.cut(CROWN, table, Cut(place=20), Said("g", "TG Area Manager", 9))) == ("", "")


# Whose turn it is


def dealing(options: Options, deck: tuple[Any, ...] = DECK, **said: Any) -> State:
    """Boxes 2 and 3 have wagers, box 4 one that is void."""
    boxes = (Box(), Box(), Box(seat=2), Box(seat=3), Box(seat=4, choice="void"))
    held: dict[str, Any] = {"options": options, "phase": "dealing", "boxes": boxes, "deck": deck, "shuffled": True}
    return State(**held | said)


def with_cards(table: State, cards: dict[int, str]) -> State:
    boxes = list(table.boxes)
    for box, text in cards.items():
        boxes[box] = replace(boxes[box], cards=parse_cards(text))
    return replace(table, boxes=tuple(boxes))


@pytest.mark.parametrize(
    ("rules", "options", "order"),
    [
        (CROWN, SHOE, [(box, count) for count in range(1, 6) for box in (2, 3, DEALER)]),
        (STAR, SHOE, [(box, count) for count in range(1, 6) for box in (DEALER, 2, 3)]),
        (CROWN, SHUFFLER, [(2, 5), (3, 5), (DEALER, 5)]),
        (STAR, SHUFFLER, [(DEALER, 5), (2, 5), (3, 5)]),
    ],
)
def test_the_order_of_the_deal(rules: Any, options: Options, order: list[tuple[int, int]]) -> None:
    assert list(deal.dealing_order(rules, dealing(options))) == order


def test_a_hand_that_does_not_part_evenly_gets_no_card_too_many() -> None:
    by_two = replace(CROWN, dealt_at_a_time={"shoe": 2, "shuffler": 5})
    assert list(deal.dealing_order(by_two, dealing(SHOE))) == [(b, n) for n in (2, 4, 5) for b in (2, 3, DEALER)]


@pytest.mark.parametrize(
    ("cards", "due"),
    [
        ({}, (2, 1)),
        ({2: "2c"}, (3, 1)),
        ({2: "2c", 3: "3c"}, (DEALER, 1)),
        ({2: "2c", 3: "3c", 0: "4c"}, (2, 1)),
        ({2: "2c 3c 4c 5c 6c", 3: "2d 3d 4d 5d 6d", 0: "2h 3h 4h 5h"}, (DEALER, 1)),
        ({2: "2c 3c 4c 5c 6c", 3: "2d 3d 4d 5d", 0: "2h 3h 4h 5h 6h"}, (3, 1)),
        ({2: "2c 3c 4c 5c 6c", 3: "2d 3d 4d 5d 6d", 0: "2h 3h 4h 5h 6h"}, None),
    ],
)
def test_who_gets_the_next_card(cards: dict[int, str], due: tuple[int, int] | None) -> None:
    assert deal.next_to_deal(CROWN, with_cards(dealing(SHOE), cards)) == due


# The deal


def test_a_whole_deal_from_the_shoe() -> None:
    dealt, turned = done(deal.deal(CROWN, dealing(SHOE), Deal(), SAID))
    assert dealt.hands == {2: DECK[0:15:3], 3: DECK[1:15:3], DEALER: DECK[2:15:3]}
    assert dealt.at == 9
    assert dealt.clauses == CROWN.cite(
        "player_first_from_shoe", "dealer_first_from_shoe", "player_next_from_shoe", "dealer_next_from_shoe"
    )
    assert (turned.place, turned.card, turned.clauses) == (4, DECK[14], CROWN.cite("last_card_from_shoe"))


def test_a_whole_deal_from_the_shuffler() -> None:
    dealt, turned = done(deal.deal(CROWN, dealing(SHUFFLER), Deal(), SAID))
    assert dealt.hands == {2: DECK[:5], 3: DECK[5:10], DEALER: DECK[10:15]}
    assert dealt.clauses == CROWN.cite("player_set_from_shuffler", "dealer_set_from_shuffler")
    assert (turned.place, turned.card, turned.clauses) == (0, DECK[10], CROWN.cite("card_turned_after_shuffler"))


def test_where_the_dealer_is_first_the_last_card_is_turned_before_the_players_get_theirs() -> None:
    first, turned, rest = done(deal.deal(STAR, dealing(SHOE), Deal(), SAID))
    assert first.hands == {DEALER: DECK[0:15:3], 2: DECK[1:12:3], 3: DECK[2:12:3]}
    assert (turned.place, turned.card) == (4, DECK[12])
    assert rest.hands == {2: (DECK[13],), 3: (DECK[14],)}
    assert rest.clauses == STAR.cite("player_next_from_shoe")


def test_a_deal_goes_on_where_it_stood() -> None:
    begun = with_cards(dealing(SHOE, deck=DECK[5:]), {2: "As Kc", 3: "Ks 4d", 0: "Qs"})
    dealt, turned = done(deal.deal(CROWN, begun, Deal(), SAID))
    assert dealt.hands == {DEALER: DECK[5:15:3], 2: DECK[6:15:3], 3: DECK[7:15:3]}
    assert dealt.clauses == CROWN.cite("dealer_next_from_shoe", "player_next_from_shoe")
    assert (turned.place, turned.card) == (4, DECK[14])
    (only,) = done(deal.deal(CROWN, replace(begun, upcard=0), Deal(), SAID))
    assert only == dealt


@pytest.mark.parametrize(
    ("table", "reason"),
    [
        (dealing(SHOE, deck=LIVE), "the order of this deck is not known: record each card as it is dealt"),
        (dealing(SHOE, deck=DECK[:14]), "there are too few cards left in the deck"),
        (dealing(SHOE, phase="wagers"), "cards are dealt after the dealer calls no more bets"),
        (with_cards(dealing(SHOE), {2: "2c 3c 4c 5c 6c", 3: "2d 3d 4d 5d 6d", 0: "2h 3h 4h 5h 6h"}), "everybody has five cards"),
    ],
)
def test_when_nothing_is_dealt(table: State, reason: str) -> None:
    assert answer(deal.deal(CROWN, table, Deal(), SAID)) == ("deal_out_of_order", reason)


def test_cards_that_just_do_are_dealt() -> None:
    assert done(deal.deal(CROWN, dealing(SHOE, deck=DECK[:15]), Deal(), SAID))
    more = with_cards(dealing(SHOE, deck=DECK[:10]), {2: "2c 3c 4c 5c 6c 7c"})
    assert done(deal.deal(CROWN, more, Deal(), SAID))


# Cards as they are dealt


def record(table: State, box: int, cards: str, rules: Any = CROWN) -> Decision:
    return deal.deal_cards(rules, table, DealCards(box=box, cards=parse_cards(cards)), SAID)


@pytest.mark.parametrize(
    ("table", "box", "cards", "ground", "reason"),
    [
        (dealing(SHOE, phase="wagers"), 2, "As", "deal_out_of_order", "cards are dealt after the dealer calls"),
        (dealing(SHOE, deck=LIVE), 3, "As", "deal_out_of_order", "next: 1 card to box 2"),
        (dealing(SHOE, deck=LIVE), 2, "As Ks", "deal_out_of_order", "next: 1 card to box 2"),
        (dealing(SHUFFLER, deck=LIVE), 2, "As", "deal_out_of_order", "next: 5 cards to box 2"),
        (with_cards(dealing(SHOE, deck=LIVE), {2: "2c", 3: "3c"}), 2, "As", "deal_out_of_order", "next: 1 card to the dealer"),
        (dealing(SHOE), 2, "As", "deal_out_of_order", "the house shuffled this deck and knows its cards"),
        (dealing(SHUFFLER, deck=LIVE), 2, "As Ks Qs Js As", "deck_not_complete", "As appears twice"),
        (with_cards(dealing(SHOE, deck=LIVE), {2: "2c"}), 3, "2c", "deck_not_complete", "2c is on the table already"),
        (
            with_cards(dealing(SHOE, deck=LIVE), {2: "?? ?? ?? ?? ??", 3: "?? ?? ?? ?? ??", 0: "?? ?? ?? ??"}),
            0,
            "??",
            "last_card_from_shoe",
            "the dealer's last card is face up: record its face",
        ),
        (
            with_cards(dealing(SHOE, deck=LIVE), {2: "?? ?? ?? ?? ??", 3: "?? ?? ?? ?? ??", 0: "?? ?? ?? ?? ??"}),
            0,
            "??",
            "deal_out_of_order",
            "everybody has five cards",
        ),
    ],
)
def test_a_card_that_is_not_recorded(table: State, box: int, cards: str, ground: str, reason: str) -> None:
    found = record(table, box, cards)
    assert answer(found)[0] == ground
    assert reason in answer(found)[1]
    assert isinstance(found, Refused)
    assert found.looked == ("already" in reason)


def test_cards_of_the_house_are_taken_from_its_deck() -> None:
    (dealt,) = done(record(dealing(SHOE), 2, "??"))
    assert (dealt.hands, dealt.at, dealt.clauses) == ({2: DECK[:1]}, 9, CROWN.cite("player_first_from_shoe"))
    (five,) = done(record(dealing(SHUFFLER), 2, "?? ?? ?? ?? ??"))
    assert (five.hands, five.clauses) == ({2: DECK[:5]}, CROWN.cite("player_set_from_shuffler"))
    (other,) = done(record(with_cards(dealing(SHOE), {2: "2c", 3: "3c", 0: "4c"}), 2, "??"))
    assert other.clauses == CROWN.cite("player_next_from_shoe")


def test_the_last_card_from_the_shoe_is_face_up() -> None:
    table = with_cards(dealing(SHOE, deck=LIVE), {2: "?? ?? ?? ?? ??", 3: "?? ?? ?? ?? ??", 0: "?? ?? ?? ??"})
    dealt, turned = done(record(table, 0, "9c"))
    assert (dealt.hands, dealt.clauses) == ({DEALER: parse_cards("9c")}, CROWN.cite("dealer_next_from_shoe"))
    assert (turned.place, turned.card) == (4, parse_cards("9c")[0])
    assert turned.clauses == CROWN.cite("last_card_from_shoe")
    assert len(done(record(replace(table, upcard=0), 0, "??"))) == 1
    assert len(done(record(with_cards(table, {2: "?? ?? ?? ??", 3: "?? ?? ?? ??", 0: "?? ?? ??"}), 0, "??"))) == 1
    shuffler = with_cards(dealing(SHUFFLER, deck=LIVE), {2: "?? ?? ?? ?? ??", 3: "?? ?? ?? ?? ??"})
    assert len(done(record(shuffler, 0, "?? ?? ?? ?? ??"))) == 1


# The dealer's card, and the call


WHOLE = {2: "?? ?? ?? ?? ??", 3: "?? ?? ?? ?? ??", 0: "Ah ?? ?? ?? ??"}


@pytest.mark.parametrize(
    ("dealer", "said", "card", "ground", "reason"),
    [
        ("Ah ?? ?? ?? ??", {}, None, "", ""),
        ("Ah ?? ?? ?? ??", {}, "Ah", "card_turned_after_shuffler", "the house knows the card: leave its face out"),
        ("?? ?? ?? ?? ??", {}, None, "card_turned_after_shuffler", "say which card was turned up"),
        ("?? ?? ?? ?? ??", {}, "??", "card_turned_after_shuffler", "say which card was turned up"),
        ("?? ?? ?? ?? ??", {}, "9c", "", ""),
        ("?? 9c ?? ?? ??", {}, "9c", "deck_not_complete", "9c is on the table already"),
        ("Ah ?? ?? ?? ??", {"upcard": 0}, None, "deal_out_of_order", "one of the dealer's cards is turned up already"),
        ("Ah ?? ?? ??", {}, None, "deal_not_complete", "the dealer's card is turned up once the dealer has five"),
        ("Ah ?? ?? ?? ??", {"phase": "deciding"}, None, "deal_not_complete", "once the dealer has five"),
    ],
)
def test_when_the_dealers_card_is_turned_up(
    dealer: str, said: dict[str, Any], card: str | None, ground: str, reason: str
) -> None:
    table = replace(with_cards(dealing(SHUFFLER, deck=LIVE), {**WHOLE, 0: dealer}), **said)
    command = TurnUp(card=parse_cards(card)[0] if card else None)
    found = deal.turn_up(CROWN, table, command, SAID)
    assert answer(found)[0] == ground
    assert reason in answer(found)[1]
    if not ground:
        (turned,) = done(found)
        assert (turned.place, turned.card) == (0, parse_cards(card or "Ah")[0])
        assert turned.clauses == CROWN.cite("card_turned_after_shuffler")


def called(table: State, rules: Any = CROWN) -> Decision:
    return deal.call_bet_or_fold(rules, table, CallBetOrFold(), SAID)


def complete(**said: Any) -> State:
    table = with_cards(dealing(SHUFFLER, deck=LIVE), WHOLE)
    return replace(table, people={2: "p2", 3: "p3", 4: "p4"}, **{"upcard": 0, **said})


def test_players_pick_up_the_hands_that_are_their_own() -> None:
    call, *picked = done(called(complete()))
    assert call.clauses == CROWN.cite("bet_or_fold")
    assert [(type(event).__name__, event.box, event.clauses) for event in picked] == [
        ("HandPickedUp", 2, CROWN.cite("bet_or_fold")),
        ("HandPickedUp", 3, CROWN.cite("bet_or_fold")),
    ]
    assert [(event.seat, len(event.cards)) for event in picked] == [(2, 5), (3, 5)]


@pytest.mark.parametrize(
    "said", [{"phase": "wagers"}, {"upcard": None}, {"boxes": with_cards(dealing(SHUFFLER), {**WHOLE, 3: ""}).boxes}]
)
def test_nobody_is_called_before_the_deal_is_complete(said: dict[str, Any]) -> None:
    assert answer(called(complete(**said)))[0] == "deal_not_complete"


def test_of_two_hands_of_one_player_one_stays_blind() -> None:
    boxes = complete().boxes
    two = complete(boxes=(*boxes[:3], replace(boxes[3], seat=2), boxes[4]))
    _, picked, blind = done(called(two))
    assert (type(picked).__name__, picked.box) == ("HandPickedUp", 2)
    assert (type(blind).__name__, blind.box) == ("HandStaysBlind", 3)
    assert blind.clauses == CROWN.cite("bet_or_fold", "blind_hand")
    seen = replace(two, options=replace(SHUFFLER, extra_hands_seen=True))
    assert [type(event).__name__ for event in done(called(seen))[1:]] == ["HandPickedUp"] * 2


@pytest.mark.parametrize(("rules", "stays"), [(VENICE, True), (NZ, False)])
def test_a_bet_made_before_the_deal_keeps_the_hand_down_where_it_cannot_be_folded(rules: Any, stays: bool) -> None:
    boxes = complete().boxes
    table = complete(boxes=(*boxes[:2], replace(boxes[2], blind=True), *boxes[3:]))
    _, first, second = done(called(table, rules))
    assert type(first).__name__ == ("HandStaysBlind" if stays else "HandPickedUp")
    assert type(second).__name__ == "HandPickedUp"
    if stays:
        assert first.clauses == rules.cite("bet_or_fold", "blind_bet_stays")


def test_who_was_told_to_play_first_decides_before_the_others_look() -> None:
    table = complete(first=("p3",))
    assert deal.held_back(table) == (2,)
    assert deal.held_back(complete()) == ()
    assert deal.held_back(complete(first=("p9",))) == ()
    _, picked = done(called(table))
    assert picked.box == 3
    boxes = list(table.boxes)
    boxes[3] = replace(boxes[3], picked_up=True)
    asked = replace(table, phase="deciding", boxes=tuple(boxes))
    assert answer(called(asked))[0] == "not_time_to_decide"
    boxes[3] = replace(boxes[3], choice="bet")
    decided = replace(asked, boxes=tuple(boxes))
    assert deal.held_back(decided) == ()
    _, second = done(called(decided))
    assert second.box == 2
    boxes[2] = replace(boxes[2], picked_up=True)
    assert answer(called(replace(decided, boxes=tuple(boxes))))[0] == "not_time_to_decide"
