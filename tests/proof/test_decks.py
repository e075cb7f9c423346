"""Decks that are laid down: what the house is held to, what is opened to whom, and what nobody learns from it."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, strategies as st
from msgspec.structs import replace

from croupier.kernel.actors import HOUSE, INSPECTOR, ONLOOKER, Viewer
from croupier.kernel.cards import DECK, HIDDEN, Card
from croupier.kernel.decisions import Accepted, Decision, Refused
from croupier.kernel.decks import deck_root, salt_of
from croupier.kernel.events import HousePractice
from croupier.kernel.incidents import CommitDeck, DeckCommitted, Report
from croupier.kernel.streams import Stream
from croupier.poker import commands as poker
from croupier.poker.events import SeatDrawn
from croupier.poker.rules import Options as PokerOptions
from croupier.proof.bundles import Bundle, prove_round, verify_bundle
from croupier.proof.checkpoints import Sequencer
from croupier.proof.opened_decks import OTHER_CARDS, Opening, cards_shown, committed_decks, open_cards, shown_by, verify
from croupier.stud import commands as stud
from croupier.stud.rules import Device, Options
from croupier.tables.any_game import KINDS
from croupier.tables.house_table import HouseTable
from croupier.tables.poker_table import PokerTable, poker_table
from proof.house import SIGNER, Memory, accepted, evening, run

SECRET = bytes(range(32))
ROOT = deck_root(3, DECK, SECRET)


def open_card(round: int, deck: Sequence[Card], secret: bytes, place: int) -> Opening:
    return next(open_cards(round, deck, secret, [place]))


def seen_places(stream: Stream[Any, Any], viewer: Viewer) -> dict[int, frozenset[int]]:
    """The places of the cards that a viewer was shown, by the entry that laid their deck down."""
    return {deck.committed: frozenset(deck.seen) for deck in committed_decks(stream, viewer)}


# One deck


@pytest.mark.parametrize("cards", [52, 51, 45, 3, 1])
def test_each_card_opens_at_its_place_and_nowhere_else(cards: int) -> None:
    deck = DECK[:cards]
    root = deck_root(7, deck, SECRET)
    for place in range(cards):
        opening = open_card(7, deck, SECRET, place)
        assert verify(opening, root, 7, cards)
        assert opening.card == deck[place].value
        assert not verify(opening, root, 8, cards)
        assert not verify(replace(opening, card=DECK[(place + 1) % 52].value), root, 7, cards)
        assert not verify(replace(opening, place=(place + 1) % 52), root, 7, cards)
        assert not verify(replace(opening, salt=salt_of(SECRET, place + 1).hex()), root, 7, cards)


@pytest.mark.parametrize(
    "change",
    [
        {"card": "??"},
        {"card": "XX"},
        {"place": -1},
        {"place": 52},
        {"place": 300},
        {"salt": "ab"},
        {"salt": "nonsense"},
        {"path": ()},
        {"path": ("zz",)},
    ],
)
def test_nonsense_opens_nothing(change: dict[str, Any]) -> None:
    opening = open_card(3, DECK, SECRET, 9)
    assert verify(opening, ROOT, 3, 52)
    assert not verify(replace(opening, **change), ROOT, 3, 52)
    assert not verify(opening, "nonsense", 3, 52)
    assert not verify(opening, ROOT, -1, 52)
    assert not verify(opening, ROOT, 2**70, 52)
    assert not verify(opening, ROOT, 3, 0)


@given(st.permutations(DECK), st.binary(min_size=32, max_size=32))
def test_another_order_or_another_secret_is_another_root(deck: list[Card], secret: bytes) -> None:
    assert (deck_root(3, deck, secret) == ROOT) == (tuple(deck) == DECK and secret == SECRET)


def test_the_salts_of_opened_cards_tell_nothing_of_the_others() -> None:
    salts = [salt_of(SECRET, place) for place in range(52)]
    assert len(set(salts)) == 52
    assert all(len(salt) == 32 and SECRET not in salt for salt in salts)


# A table of a house that lays its decks down


def house_table(device: Device = "shoe", committed: bool = True, seed: int = 4) -> HouseTable:
    options = Options(places=3, device=device, committed_decks=committed)
    table = HouseTable("crown-caribbean-stud", options, seed=seed)
    for seat in (1, 2):
        accepted(table.do(stud.TakeSeat(seat=seat, chips=1000_00)))
        accepted(table.do(stud.PlaceAnte(seat=seat, amount=10_00)))
    table.make_ready()
    return table


def refused(decision: Decision, ground: str = "deck_not_committed") -> None:
    assert isinstance(decision, Refused), decision
    assert decision.ground == ground
    assert decision.clauses == () or ground != "deck_not_committed"


def test_a_deck_of_the_house_is_laid_down_before_it_is_shuffled() -> None:
    table = house_table()
    shuffle = stud.Shuffle(deck=DECK, source="seeded", secret=SECRET.hex())
    refused(table.do(shuffle))
    refused(table.do(replace(shuffle, secret="")))
    accepted(table.do(CommitDeck(root=deck_root(1, DECK, SECRET)), by=HOUSE))
    for other in (
        replace(shuffle, secret=""),
        replace(shuffle, secret="nonsense"),  # noqa: S106
        replace(shuffle, secret=SECRET.hex().upper()),
        replace(shuffle, secret=bytes(32).hex()),
        replace(shuffle, deck=DECK[::-1]),
    ):
        refused(table.do(other))
    accepted(table.do(shuffle))
    assert table.state.committed == ""
    refused(table.do(CommitDeck(root=ROOT), by=HOUSE), "cards_already_shuffled")


def test_a_deck_may_be_laid_down_again_before_the_shuffle_and_the_last_one_holds() -> None:
    table = house_table()
    accepted(table.do(CommitDeck(root=deck_root(1, DECK, SECRET)), by=HOUSE))
    accepted(table.do(CommitDeck(root=deck_root(1, DECK[::-1], SECRET)), by=HOUSE))
    refused(table.do(stud.Shuffle(deck=DECK, source="seeded", secret=SECRET.hex())))
    accepted(table.do(stud.Shuffle(deck=DECK[::-1], source="seeded", secret=SECRET.hex())))
    (deck,) = committed_decks(table, ONLOOKER)
    assert deck.root == deck_root(1, DECK[::-1], SECRET)
    assert deck.committed == deck.shuffled - 1


def test_a_deck_of_another_round_is_not_the_one_laid_down() -> None:
    table = house_table()
    accepted(table.do(CommitDeck(root=deck_root(2, DECK, SECRET)), by=HOUSE))
    refused(table.do(stud.Shuffle(deck=DECK, source="seeded", secret=SECRET.hex())))


@pytest.mark.parametrize("by", ["dealer", "TG Area Manager", "inspector", 1])
def test_only_the_software_lays_a_deck_down(by: Any) -> None:
    assert isinstance(house_table().do(CommitDeck(root=ROOT), by=by), Refused)
    table = poker_table("crown-holdem", options=PokerOptions(committed_decks=True), seats=3)
    accepted(table.do(poker.BeginHand()))
    assert isinstance(table.do(CommitDeck(root=ROOT), by=by), Refused)


@pytest.mark.parametrize("root", ["", "nonsense", ROOT.upper(), ROOT[1:], ROOT + "0"])
def test_what_is_laid_down_is_a_hash(root: str) -> None:
    refused(house_table().do(CommitDeck(root=root), by=HOUSE))


def test_a_house_that_does_not_lay_decks_down_has_none_of_it() -> None:
    table = house_table(committed=False)
    refused(table.do(CommitDeck(root=ROOT), by=HOUSE))
    refused(table.do(stud.Shuffle(deck=DECK, source="seeded", secret=SECRET.hex())))
    accepted(table.deal())
    assert committed_decks(table, INSPECTOR) == []
    assert not any(isinstance(event, DeckCommitted) for event in table.events)


@pytest.mark.parametrize("source", ["live", "stacked"])
def test_what_people_shuffle_is_not_laid_down(source: Any) -> None:
    table = house_table("shuffler")
    deck = DECK if source == "stacked" else ()
    accepted(table.do(CommitDeck(root=deck_root(1, DECK, SECRET)), by=HOUSE))
    refused(table.do(stud.Shuffle(deck=deck, source=source, secret=SECRET.hex())))
    accepted(table.do(stud.Shuffle(deck=deck, source=source)))
    assert committed_decks(table, INSPECTOR) == []


def test_laying_a_deck_down_is_the_houses_own_and_cites_nothing() -> None:
    table = house_table()
    decision = table.do(CommitDeck(root=ROOT), by=HOUSE)
    assert isinstance(decision, Accepted)
    assert decision.events == (DeckCommitted(root=ROOT, round=1),)
    assert table.tell(decision) == f"The deck for round 1 is committed: {ROOT[:8]}."
    with pytest.raises(ValueError, match="names no clause"):
        DeckCommitted(root=ROOT, round=1, clauses=("5.1",))
    assert issubclass(DeckCommitted, HousePractice)


def test_an_audit_finds_a_deck_that_was_not_the_one_laid_down() -> None:
    table = house_table()
    accepted(table.deal())
    assert table.audit()
    fresh = house_table()  # the same evening up to the shuffle, with another deck then
    laid = table.entries[len(fresh.entries)]
    fresh.enter(laid.command, laid.said, laid.events)
    shuffled = table.entries[len(fresh.entries)]
    assert isinstance(shuffled.command, stud.Shuffle)
    other = replace(shuffled.command, deck=shuffled.command.deck[::-1])
    fresh.enter(other, shuffled.said, (replace(shuffled.events[0], deck=other.deck),))
    deviation = fresh.audit().deviation
    assert deviation is not None
    assert (deviation.number, deviation.says) == (shuffled.number, "it is refused: that is not the deck that was committed")


def test_a_table_that_was_opened_again_lays_another_deck_down() -> None:
    """The deck behind a root is known to the process that drew it: after a restart there is a new one."""
    table = poker_table("crown-holdem", options=PokerOptions(committed_decks=True), seats=3, seed=1)
    while not isinstance(step := table.next_step(), CommitDeck):
        assert step is not None
        accepted(table.do(step, by=None if "seat" in step.__struct_fields__ else HOUSE))
    accepted(table.do(step, by=HOUSE))
    again = PokerTable.load(table.dump().splitlines())
    again.run()
    assert [type(entry.command) for entry in again.entries[-5:]] == [CommitDeck, CommitDeck, poker.Shuffle, poker.Cut, poker.Deal]
    (deck,) = committed_decks(again, INSPECTOR)
    assert deck.committed == again.entries[-4].number
    assert again.audit()


def test_the_rest_of_a_deck_is_laid_down_too_before_it_is_shuffled_anew() -> None:
    """A flop that comes too early goes back, and the rest of the deck is shuffled: a second deck of the same hand."""
    table = flop_too_early()
    first, second = committed_decks(table, ONLOOKER)
    assert (first.round, second.round) == (1, 1)
    assert len(second.deck) < 52
    assert second.committed == second.shuffled - 1
    assert all(verify(opening, second.root, 1, len(second.deck)) for opening in second.openings())
    board = table.state.hand.board
    assert [second.deck[place] for place in sorted(second.seen)] == list(board)
    early = {first.deck[place] for place in first.seen}
    assert len(early) == 3
    assert not early & {card for card in first.deck if card not in second.deck}
    assert table.audit()


def flop_too_early() -> PokerTable:
    table = poker_table("crown-holdem", options=PokerOptions(committed_decks=True), seats=3, seed=1)
    table.run()
    accepted(table.do(poker.Call(seat=table.turn)))
    table.do(poker.Report(what="flop-early"))
    assert table.state.hand.reshuffle, sorted(table.rules.irregularities)
    for _ in range(20):
        table.run()
        if table.state.hand.board:
            return table
        turn = table.turn
        owes = table.state.hand.to_call(table.state.hand.players[turn])
        accepted(table.do(poker.Call(seat=turn) if owes else poker.Check(seat=turn)))
    raise AssertionError("no flop")


# Who is shown what


SHOWN = {
    "house table CardsShuffled": "deck",
    "house table CardsDealt": "hands",
    "house table CardTurnedUp": "card",
    "house table HandPickedUp": "cards",
    "house table CardChanged": "old new",
    "house table DealerRevealed": "cards",
    "house table HandShown": "cards",
    "house table JackpotHandKept": "cards",
    "house table InstantWinTaken": "cards",
    "house table ExposedCardStays": "card",
    "house table DealerCardSeen": "card",
    "poker table CardsShuffled": "deck",
    "poker table HandsDealt": "hands strays",
    "poker table CardDiscarded": "card",
    "poker table BoardDealt": "cards burn",
    "poker table HandShown": "cards",
    "poker table HandShownTo": "cards",
    "poker table HandSeen": "cards",
    "poker table HandInspected": "cards",
    "poker table CardsOpened": "cards burn",
    "poker table CardsTakenBack": "cards",
    "poker table StubShuffled": "deck",
    "poker table CardBurned": "card",
    "poker table HandsPutRight": "hands back",
    "poker table CardExposed": "card",
    "poker table CardReplaced": "card new",
    "poker table BoxedCardMucked": "card",
    "poker table DiscardUndone": "card",
}
"""Where events show cards of the deck in play: who adds one says so here."""


def test_every_event_with_cards_is_known() -> None:
    """A card that is shown and forgotten here would be unproven; one that is not of the deck in play would be opened."""
    kinds = ("house table", "poker table")
    found = {f"{kind} {event.__name__}": shown_by(event) for kind in kinds for event in KINDS[kind].engine.codec.events}
    assert {event: " ".join(fields) for event, fields in found.items() if fields} == SHOWN
    assert all(not shown_by(event) for event in OTHER_CARDS)


def test_cards_that_somebody_names_are_not_cards_that_they_were_shown() -> None:
    drawn = SeatDrawn(place=1, names=("p1",), cards=(DECK[0],), clauses=("1",))
    assert list(cards_shown(drawn)) == []
    table = house_table()
    accepted(table.deal())
    before = seen_places(table, Viewer(person="p1"))
    hidden = table.state.boxes[0].cards[0]
    table.do(Report(what="dispute", box=1, player=1, cards=(hidden,), note=hidden.value))
    table.do(stud.Perform(duty="check the cards", note=hidden.value))
    assert seen_places(table, Viewer(person="p1")) == before


@pytest.mark.parametrize("device", ["shoe", "shuffler"])
def test_a_player_is_opened_their_own_cards_and_those_on_the_table(device: Device) -> None:
    table = house_table(device)
    accepted(table.deal())
    own, upcard = table.state.boxes[1].cards, table.state.boxes[0].cards[table.state.upcard or 0]
    for viewer, cards in (
        (Viewer(person="p1"), {*own, upcard}),
        (Viewer(seat=1), {*own, upcard}),
        (Viewer(person="p2"), {*table.state.boxes[2].cards, upcard}),
        (ONLOOKER, {upcard}),
        (Viewer(role="dealer"), {upcard}),
        (INSPECTOR, {upcard}),
    ):
        (deck,) = committed_decks(table, viewer)
        assert {deck.deck[place] for place in deck.seen} == cards
        assert {opening.card for opening in deck.openings()} == {card.value for card in cards}
        assert all(verify(opening, deck.root, 1, 52) for opening in deck.openings())
        assert deck.cut == (0 if device == "shuffler" else deck.cut or -1)


def test_the_place_of_a_card_is_that_before_the_cut() -> None:
    table = house_table("shoe")
    accepted(table.deal())
    (deck,) = committed_decks(table, Viewer(person="p1"))
    dealt = deck.deck[deck.cut :] + deck.deck[: deck.cut]
    boxes = table.state.boxes
    assert dealt[:15:3] == boxes[1].cards  # one card a turn from a shoe, players first
    assert {(place - deck.cut) % 52 for place in deck.seen} == {0, 3, 6, 9, 12, 14}


def test_after_the_round_the_inspector_is_opened_all_of_it_and_others_nothing_more_than_they_saw() -> None:
    house = evening()
    for table in (house.stud, house.poker):
        for deck in committed_decks(table, INSPECTOR):
            assert deck.seen == frozenset(range(52))
        for viewer in (Viewer(person="p1"), Viewer(person="p2"), ONLOOKER):
            for deck in committed_decks(table, viewer):
                assert 0 < len(deck.seen) < 30
    folded = {card.value for event in house.stud.view(Viewer(person="p1")) for card in cards_shown(event)}
    first = committed_decks(house.stud, Viewer(person="p1"))[0]
    assert {opening.card for opening in first.openings()} <= folded
    of_others = committed_decks(house.stud, Viewer(person="p2"))[0]
    assert first.seen - of_others.seen  # seat 1 folded: nobody else saw those cards
    assert len(first.seen - of_others.seen) == 5


def test_somebody_who_takes_the_seat_later_is_not_opened_the_cards_of_the_one_before() -> None:
    house = house_table()
    accepted(house.deal())
    assert seen_places(house, Viewer(person="p9")) == seen_places(house, ONLOOKER)


# Two worlds: the same evening, with other cards for everyone else


def in_another_order(deck: tuple[Card, ...], fixed: set[int], seed: int) -> tuple[Card, ...]:
    """The deck with the cards at other places than these in another order."""
    free = [place for place in range(52) if place not in fixed]
    cards = [deck[place] for place in free]
    Random(seed).shuffle(cards)
    other = list(deck)
    for place, card in zip(free, cards, strict=True):
        other[place] = card
    return tuple(other)


def dealt(deck: tuple[Card, ...], play: Callable[[HouseTable], None]) -> tuple[HouseTable, bytes]:
    """A round with this deck, and the proof of it for the player of seat 1."""
    store = Memory()
    table = HouseTable(
        "crown-caribbean-stud",
        Options(places=2, committed_decks=True),
        seed=1,
        name="table 7",
        follower=store.follow(None, "house table"),  # type: ignore[arg-type]
    )
    for seat in (1, 2):
        accepted(table.do(stud.TakeSeat(seat=seat, chips=1000_00)))
        accepted(table.do(stud.PlaceAnte(seat=seat, amount=10_00)))
    table.make_ready()
    for step in (
        CommitDeck(root=deck_root(1, deck, SECRET)),
        stud.Shuffle(deck=deck, source="seeded", secret=SECRET.hex()),
        stud.CallNoMoreBets(),
        stud.Deal(),
        stud.CallBetOrFold(),
    ):
        accepted(table.do(step, by=HOUSE))
    play(table)
    sequencer = Sequencer(store, SIGNER)
    run(sequencer.advance())
    return table, run(prove_round(store, sequencer, table, 1, Viewer(person="p1")))


@pytest.mark.parametrize("seed", range(5))
def test_a_players_proof_is_the_same_whatever_cards_the_others_have(seed: int) -> None:
    """But for the root and the hashes on the way to it, which hold a salt for every card that nobody was shown."""

    def fold(table: HouseTable) -> None:
        accepted(table.do(stud.Fold(seat=1)))

    deck = tuple(Random(9).sample(DECK, 52))
    mine, proof = dealt(deck, fold)
    (seen,) = seen_places(mine, Viewer(person="p1")).values()
    assert len(seen) == 6
    _, other_proof = dealt(in_another_order(deck, set(seen), seed), fold)
    one, two = json.loads(proof), json.loads(other_proof)
    assert proof != other_proof
    assert len(proof) == len(other_proof)
    assert verify_bundle(proof)
    assert verify_bundle(other_proof)
    for bundle in (one, two):
        (entry,) = bundle["entries"]
        line = json.loads(entry.pop("line"))
        root = line["events"][0].pop("root")
        assert line.pop("command") == {"do": "commit-deck", "root": root}
        assert len(line.pop("hash")) == 64
        entry["rest"] = line
        assert len(entry.pop("path")) > 1
        for opening in bundle["decks"][0]["opened"]:
            assert len(opening.pop("path")) in (5, 6)
        assert bundle.pop("checkpoint")
    assert one == two  # the same cards, places and salts; who, when and which entry; and the hash before it
    hidden = {card.value for card in mine.state.boxes[2].cards} | {card.value for card in mine.state.boxes[0].cards[1:]}
    assert not hidden & {opening["card"] for opening in one["decks"][0]["opened"]}


def test_a_players_proof_holds_no_line_but_the_one_that_laid_the_deck_down() -> None:
    """A line shows its hash and the one before: between the deck laid down and any other line there is the shuffle."""
    house = evening()
    for table in (house.stud, house.poker):
        for viewer in (Viewer(person="p1"), ONLOOKER, Viewer(role="dealer")):
            bundle = msgspec.json.decode(run(prove_round(house.store, house.sequencer, table, 1, viewer)), type=Bundle)
            (entry,) = bundle.entries
            assert '"do":"commit-deck"' in entry.line
            assert '"deck"' not in entry.line
            assert '"secret"' not in entry.line


def test_a_secret_is_shown_to_nobody_who_looks_at_the_table() -> None:
    house = evening()
    for table in (house.stud, house.poker):
        secrets = [each for entry in table.entries if (each := getattr(entry.command, "secret", ""))]
        assert len(secrets) == 2
        for viewer in (INSPECTOR, ONLOOKER, Viewer(person="p1"), Viewer(role="dealer"), Viewer(role="supervisor")):
            shown = repr(table.view(viewer)) + repr(msgspec.to_builtins(table.picture(viewer), str_keys=True))
            assert not any(secret in shown for secret in secrets)
            assert HIDDEN not in committed_decks(table, viewer)[0].deck
