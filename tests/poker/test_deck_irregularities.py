"""Boxed cards, defective decks, dropped cards and missed discards at Crown: every edge of 9.1.1(h), 9.3, 9.6 and 9.15."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.books import poker_rules_of
from croupier.books.crown_poker.s09_discards import missed_discard, nobody_bets
from croupier.books.crown_poker.s09_irregularities import boxed_card, card_dropped, defective_deck
from croupier.kernel.actors import Said
from croupier.kernel.cards import DECK, CardError, parse_cards, show_cards
from croupier.kernel.decisions import AwaitingRuling, Decision, Refused
from croupier.kernel.incidents import Report
from croupier.kernel.rulings import carried_out, report
from croupier.poker.rules import Options
from croupier.poker.state import State
from poker.tables_made import LIVE, answer, betting, done, table

HOLDEM = poker_rules_of("crown-holdem")
PINEAPPLE = poker_rules_of("crown-pineapple")
CRAZY = poker_rules_of("crown-crazy-pineapple")


def names(decision: Decision) -> list[str]:
    return [type(event).__name__ for event in done(decision)]


def boxed(made: State, **said: Any) -> Decision:
    if "cards" in said:
        said["cards"] = parse_cards(said["cards"])
    return boxed_card(HOLDEM, made, Report(what="boxed-card", **said))


@pytest.mark.parametrize(
    ("said", "mucked"),
    [
        ({}, [(0, DECK[8])]),
        ({"count": 1}, [(0, DECK[8])]),
        ({"count": 2}, [(0, DECK[8]), (0, DECK[9])]),
        ({"cards": str(DECK[8])}, [(0, DECK[8])]),
        ({"cards": str(DECK[20])}, [(12, DECK[20])]),
        ({"cards": show_cards(DECK[20:22])}, [(12, DECK[20]), (12, DECK[21])]),
        ({"cards": show_cards(DECK[20:22]), "count": 1}, [(12, DECK[20]), (12, DECK[21])]),
    ],
)
def test_a_boxed_card_goes_to_the_muck(said: dict[str, Any], mucked: list[tuple[int, Any]]) -> None:
    report, *events = done(boxed(betting(), **said))
    assert report.clauses == ("9.3",)
    assert [(event.place, event.card) for event in events] == mucked
    assert {event.clauses for event in events} == {("9.3",)}


@pytest.mark.parametrize(
    ("hand", "said", "reason"),
    [
        ({}, {"count": 0}, "say how many boxed cards there are"),
        ({"stub": DECK[:2]}, {"count": 3}, "say how many boxed cards there are"),
        ({}, {"cards": str(DECK[0])}, f"{DECK[0]} is not in the deck"),
        ({"source": "live", "stub": LIVE[:44]}, {"cards": str(DECK[0])}, f"{DECK[0]} is not in the deck"),
        ({"stub": DECK[8:40], "strays": {8: DECK[40:42]}}, {"cards": str(DECK[40])}, f"{DECK[40]} is not in the deck"),
    ],
)
def test_a_report_of_boxed_cards_that_cannot_be(hand: dict[str, Any], said: dict[str, Any], reason: str) -> None:
    refused = boxed(betting(**hand), **said)
    assert answer(refused) == ("report_incomplete", reason)
    assert isinstance(refused, Refused)
    assert refused.clauses == ("9.3",)


def test_every_card_that_is_left_may_be_boxed() -> None:
    assert len(done(boxed(betting(stub=DECK[8:11]), count=3))) == 4


def test_of_a_live_deck_the_card_is_the_one_that_is_named() -> None:
    live: dict[str, Any] = {"source": "live", "stub": LIVE[:44]}
    *_, mucked = done(boxed(betting(**live), cards="2c"))
    assert (mucked.place, mucked.card) == (0, parse_cards("2c")[0])
    *_, unseen = done(boxed(betting(**live)))
    assert (unseen.place, unseen.card) == (0, LIVE[0])


def test_where_the_deck_is_hidden_a_card_cannot_be_looked_for() -> None:
    with pytest.raises(CardError, match="the deck is not known here"):
        boxed(betting(stub=LIVE[:44]), cards="2c")
    assert names(boxed(betting(stub=LIVE[:44]))) == ["IrregularityReported", "BoxedCardMucked"]


@pytest.mark.parametrize(
    ("before", "count", "defective"), [(0, 4, False), (0, 5, True), (3, 1, False), (4, 1, True), (1, 3, False)]
)
def test_the_fifth_boxed_card_makes_a_deck_defective(before: int, count: int, defective: bool) -> None:
    report, first, *_ = done(boxed(betting(boxed=before), count=count))
    assert report.clauses == (("9.3", "1.1") if defective else ("9.3",))
    assert (type(first).__name__ != "BoxedCardMucked") == defective
    if defective:
        misdealt = next(event for event in done(boxed(betting(boxed=before), count=count)) if "Misdealt" in repr(event))
        assert misdealt.clauses == ("9.1.1", "9.1.1(h)")
        assert misdealt.why == f"the deck is defective: {before + count} boxed cards"


def test_no_card_is_boxed_before_the_cut() -> None:
    refused = boxed(table(cut=False))
    assert answer(refused) == ("not_at_this_time", "the cards are not cut yet")
    assert isinstance(refused, Refused)
    assert refused.clauses == ("9.3",)
    assert names(boxed(table())) == ["IrregularityReported", "BoxedCardMucked"]
    assert names(boxed(betting(cut=False))) == ["IrregularityReported", "BoxedCardMucked"]


def test_a_boxed_card_dealt_to_a_player_is_replaced_at_once() -> None:
    made = betting()
    card = str(made.hand.players[3].cards[1])
    report, new = done(boxed(made, player=3, cards=card))
    assert (report.clauses, new.clauses) == (("9.3",), ("9.3",))
    assert (new.seat, new.place, str(new.card), new.new, new.to) == (3, 1, card, DECK[8], "muck")
    made.hand.board = DECK[49:]
    assert answer(boxed(made, player=3, cards=card))[0] == "not_at_this_time"
    made.hand.board, made.hand.players[5].acted = (), True
    refused = boxed(made, player=3, cards=card)
    assert answer(refused) == ("not_at_this_time", "a boxed card is replaced as soon as it is dealt")
    assert isinstance(refused, Refused)
    assert refused.clauses == ("9.3",)
    assert answer(boxed(betting(), player=3)) == ("report_incomplete", "say which card it was")


def deck(made: State, **said: Any) -> Decision:
    return defective_deck(HOLDEM, made, Report(what="defective-deck", **said))


@pytest.mark.parametrize(
    ("said", "clauses", "why"),
    [
        ({"count": 51}, ("1.1", "3.1"), "51 cards"),
        ({"count": 53}, ("1.1", "3.1"), "53 cards"),
        ({"count": 0}, ("1.1", "3.1"), "0 cards"),
        ({"note": "joker"}, ("1.1",), "joker"),
        ({"note": "different backs"}, ("1.1",), "different backs"),
        ({"note": "different backs", "count": 2}, ("1.1",), "different backs"),
    ],
)
def test_what_makes_a_deck_defective(said: dict[str, Any], clauses: tuple[str, ...], why: str) -> None:
    report, *events = done(deck(betting(), **said))
    assert report.clauses == clauses
    misdealt = next(event for event in events if type(event).__name__ == "Misdealt")
    assert (misdealt.why, misdealt.clauses) == (f"the deck is defective: {why}", ("9.1.1", "9.1.1(h)"))


@pytest.mark.parametrize(
    ("said", "clauses"),
    [
        ({"count": 52}, ("3.1",)),
        ({"count": 1, "note": "different backs"}, ("1.1",)),
        ({"count": 0, "note": "different backs"}, ("1.1",)),
    ],
)
def test_a_deck_that_is_not_defective(said: dict[str, Any], clauses: tuple[str, ...]) -> None:
    refused = deck(betting(), **said)
    assert isinstance(refused, Refused)
    assert (refused.ground, refused.clauses) == ("not_irregular", clauses)


@pytest.mark.parametrize(("note", "what"), [("a stain", "a stain"), ("", "something")])
def test_anything_else_about_a_deck_is_for_management(note: str, what: str) -> None:
    asked = deck(betting(), note=note)
    assert isinstance(asked, AwaitingRuling)
    assert asked.question == f"{what} is wrong with the deck: does it harm the game?"
    assert [(option.name, option.clauses) for option in asked.options] == [("play on", ("1.1",)), ("defective", ("9.1.1(h)",))]
    assert asked.clauses == ("1.1",)
    report = Report(what="defective-deck", note=note)
    rulings = HOLDEM.questions["defective-deck"].options
    (stays,) = carried_out(HOLDEM, betting(), report, rulings["play on"].then)
    assert stays.clauses == ("1.1",)
    ruled = carried_out(HOLDEM, betting(), report, rulings["defective"].then)
    assert [event.clauses for event in ruled if type(event).__name__ == "Misdealt"] == [("9.1.1", "9.1.1(h)")]


def drop(made: State, cards: str) -> Decision:
    return card_dropped(HOLDEM, made, Report(what="card-dropped", player=1, cards=parse_cards(cards)))


@pytest.mark.parametrize(
    ("held", "cards", "places"),
    [
        ("9c 9d", "9d", [1]),
        ("9c 9d", "9d 9c", [1, 0]),
        ("?? ??", "9d 9c", [0, 1]),
        ("?? ??", "9d", [0]),
        ("?? 9d", "9d 9c", [1, 0]),
        ("?? 9d", "9c 9d", [0, 1]),
        ("?? 9d", "9h 9c", None),
        ("9c 9d", "9h", None),
    ],
)
def test_cards_that_a_player_drops(held: str, cards: str, places: list[int] | None) -> None:
    made = betting(source="live", stub=LIVE[:44])
    made.hand.players[1].cards = parse_cards(held)
    found = drop(made, cards)
    if places is None:
        assert isinstance(found, Refused)
        assert found.ground in ("report_incomplete", "not_your_card")
        return
    report, *seen = done(found)
    assert report.clauses == ("9.6",)
    assert [(event.seat, event.place, event.card, event.clauses) for event in seen] == [
        (1, place, card, ("9.6",)) for place, card in zip(places, parse_cards(cards), strict=True)
    ]


@pytest.mark.parametrize("said", [{"what": "boxed-card"}, {"what": "card-dropped", "player": 1}])
def test_a_report_names_no_card_twice(said: dict[str, Any]) -> None:
    made = betting(source="live", stub=LIVE[:44])
    made.hand.players[1].cards = LIVE[:2]
    for cards, reason in (("9d 9d", "9d is named twice"), ("9d 9h", ""), ("9d ?? ??", None)):
        found = report(HOLDEM, made, Report(cards=parse_cards(cards), **said), Said("d", "dealer", 0))
        assert reason is None or answer(found)[1] == reason
        assert answer(found)[1] != "?? is named twice"


def discarding(**said: Any) -> State:
    """Everyone's last card but two lies in the muck as a discard, between other cards."""
    made = betting(**{"stub": DECK[20:44], "muck": DECK[44:46], **said})
    for place, player in enumerate(made.hand.players.values()):
        player.discards, player.discarded = DECK[8 + place : 9 + place], True
        made.hand.muck += player.discards
    return made


def missed(made: State, rules: Any = PINEAPPLE, seat: int = 3, cards: str = "") -> Decision:
    return missed_discard(rules, made, Report(what="missed-discard", player=seat, cards=parse_cards(cards)))


@pytest.mark.parametrize(
    ("rules", "change", "reason"),
    [
        (HOLDEM, {}, "nobody discards in this game"),
        (PINEAPPLE, {"live": False}, "no discard of seat 3 is on record"),
        (PINEAPPLE, {"discards": ()}, "no discard of seat 3 is on record"),
    ],
)
def test_no_discard_was_missed(rules: Any, change: dict[str, Any], reason: str) -> None:
    made = discarding()
    for name, value in change.items():
        setattr(made.hand.players[3], name, value)
    refused = missed(made, rules)
    assert isinstance(refused, Refused)
    assert (refused.ground, refused.reason, refused.clauses) == ("not_irregular", reason, ("9.15.1",))


@pytest.mark.parametrize(
    ("rules", "said", "able", "events", "clauses"),
    [
        (PINEAPPLE, {"street": 0}, 4, [], ("9.15.1",)),
        (CRAZY, {"street": 1, "board": DECK[49:]}, 4, [], ("9.15.1",)),
        (PINEAPPLE, {"street": 1, "board": DECK[49:], "actors": [1]}, 4, ["back"], ("9.15.1",)),
        (PINEAPPLE, {"street": 1, "board": DECK[49:], "actors": [1, 3]}, 4, ["Folded"], ("9.15.2",)),
        (CRAZY, {"street": 2, "board": DECK[48:], "actors": [1]}, 4, ["back"], ("9.15.1",)),
        (CRAZY, {"street": 2, "board": DECK[48:], "actors": [1, 3]}, 4, ["Folded"], ("9.15.2",)),
        (PINEAPPLE, {"street": 2, "board": DECK[48:]}, 4, ["Folded"], ("9.15.2",)),
        (PINEAPPLE, {"street": 2, "board": DECK[48:]}, 2, ["Folded"], ("9.15.2",)),
        (PINEAPPLE, {"street": 2, "board": DECK[48:]}, 1, ["DiscardsAsked"], ("9.15.1",)),
        (PINEAPPLE, {"street": 2, "board": DECK[48:], "actors": [1]}, 1, ["Folded"], ("9.15.2",)),
        (PINEAPPLE, {"street": 3, "board": DECK[47:]}, 1, ["Folded"], ("9.15.2",)),
        (PINEAPPLE, {"street": 1, "board": DECK[49:]}, 0, ["back"], ("9.15.1",)),
        (CRAZY, {"street": 3, "board": DECK[47:]}, 0, ["Folded"], ("9.15.2",)),
    ],
)
def test_when_a_missed_discard_is_found(
    rules: Any, said: dict[str, Any], able: int, events: list[str], clauses: tuple[str, ...]
) -> None:
    made = discarding(**said)
    for player in [*made.hand.players.values()][able:]:
        player.all_in = True
    report, undone, *then = done(missed(made, rules))
    assert report.clauses == clauses
    assert (undone.seat, undone.card, undone.place) == (3, DECK[9], 3)
    assert undone.clauses == ("9.15.1",)
    if events == ["back"]:
        betting_back, cards_back = then
        assert (betting_back.phase, betting_back.turn, betting_back.clauses) == ("discard", 3, ("9.15.1",))
        flop = len(made.hand.board) == 3
        assert cards_back.clauses == (("9.10",) if flop else ("9.12.1",))
        assert cards_back.cards == (made.hand.board if flop else made.hand.board[-1:])
        assert (cards_back.to, cards_back.burned, cards_back.cut) == ("stub" if flop else "aside", 1, flop)
        made.hand.unburned = (made.hand.lay_before,)
        assert done(missed(made, rules))[-1].burned == 0
    else:
        assert [type(event).__name__ for event in then][: len(events)] == events
        assert not events or then[0].clauses == clauses


@pytest.mark.parametrize(("able", "actors", "nobody"), [(0, [], True), (1, [], True), (2, [], False), (1, [1], False)])
def test_whether_all_betting_is_over(able: int, actors: list[int], nobody: bool) -> None:
    made = betting(actors=actors)
    for player in [*made.hand.players.values()][able:]:
        player.all_in = True
    assert nobody_bets(made.hand) == nobody


def test_the_only_player_left_has_the_wrong_number_of_cards() -> None:
    made = discarding(street=1, board=DECK[49:])
    for number in (1, 5, 7):
        made.hand.players[number].live = False
    report, *_ = done(missed(made))
    assert report.clauses == ("9.15.2", "9.1.1(g)")


@pytest.mark.parametrize(
    ("source", "cards", "place", "reason"),
    [
        ("seeded", "own", 0, ""),
        ("seeded", "discard", 2, ""),
        ("seeded", "2c", None, "say which card is discarded"),
        ("seeded", "", None, "say which card is discarded"),
        ("seeded", "own discard", None, "say which card is discarded"),
        ("live", "2c", 0, ""),
    ],
)
def test_where_the_house_reads_it_so_a_discard_is_made_late(source: Any, cards: str, place: int | None, reason: str) -> None:
    made = discarding(street=1, board=DECK[49:], source=source)
    made.options = Options(places=8, readings=("missed_discard_made_late",))
    player = made.hand.players[3]
    said = cards.replace("own", str(player.cards[0])).replace("discard", str(DECK[9]))
    if source == "live":
        player.cards = LIVE[:2]
    found = missed(made, cards=said)
    if place is None:
        assert isinstance(found, Refused)
        assert (found.ground, found.reason, found.clauses) == ("report_incomplete", reason, ("9.15.1",))
        return
    report, undone, given = done(found)
    assert {report.clauses, undone.clauses, given.clauses} == {("9.15.1",)}
    assert (given.seat, str(given.card), given.place) == (3, said, place)
    player.cards = LIVE[:2]
    if source == "seeded":
        with pytest.raises(CardError, match="the hand of seat 3 is not known here"):
            missed(made, cards=said)
