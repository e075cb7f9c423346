"""Hidden cards stay hidden: what a viewer sees does not depend on a card that the viewer was not shown."""

from __future__ import annotations

import re
from collections.abc import Iterable
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from msgspec.structs import asdict, replace

from croupier.kernel.cards import DECK, HIDDEN, Card
from croupier.kernel.decisions import Refused
from croupier.kernel.events import INSPECTOR, ONLOOKER, Command, Event, Viewer
from croupier.stud import engine
from croupier.stud.commands import Reveal, Settle
from croupier.stud.events import CardsDealt, HandFolded
from croupier.stud.incidents import DealerCardSeen
from croupier.stud.jackpot_events import JackpotRegistered
from croupier.stud.record import write
from croupier.stud.table import DEALER
from croupier.stud.table import Table as State
from croupier.tables.house_table import HouseTable
from properties.play import CHANCE, PLAYABLE, Sitting, Step, attempts, refused, some_deck

DEALING = Viewer(role="dealer")

every_game = pytest.mark.parametrize("game", PLAYABLE)


def viewers(state: State, chance: Random) -> list[Viewer]:
    """Everybody who may look on: two of the seats, and whoever has a part of their own."""
    seats = chance.sample(range(1, state.options.places + 1), min(2, state.options.places))
    return [ONLOOKER, INSPECTOR, DEALING, *(Viewer(seat=seat) for seat in seats)]


def faces(things: Iterable[Any]) -> set[Card]:
    """The cards that can be read off these events, hands or commands."""
    found: set[Card] = set()
    for thing in things:
        values = asdict(thing).values() if isinstance(thing, msgspec.Struct) else thing
        for value in values:
            if isinstance(value, Card):
                found.add(value)
            elif isinstance(value, tuple | msgspec.Struct):
                found |= faces([value])
    return found - {HIDDEN}


def by_round(events: Iterable[Event]) -> list[list[Event]]:
    """The events of each round; the last is the one in play."""
    rounds: list[list[Event]] = [[]]
    state = State()
    for event in events:
        rounds[-1].append(event)
        state = engine.evolve(state, event)
        if state.round > len(rounds):
            rounds.append([])
    return rounds


def exchanged(seen: set[Card], chance: Random) -> dict[Card, Card]:
    """Another card for every card that was not seen; seen cards stay what they are."""
    unseen = [card for card in DECK if card not in seen]
    others = [card for card in some_deck(chance) if card not in seen]
    return dict(zip(unseen, others, strict=True)) | {card: card for card in (*seen, HIDDEN)}


def with_others(command: Command, other: dict[Card, Card]) -> Command:
    """The same command about other cards."""
    changed: dict[str, Any] = {}
    for name, value in asdict(command).items():
        if isinstance(value, Card):
            changed[name] = other[value]
        elif isinstance(value, tuple) and value and isinstance(value[0], Card):
            changed[name] = tuple(other[card] for card in value)
    return replace(command, **changed) if changed else command


def played_with_others(table: HouseTable, steps: list[Step], viewer: Viewer, chance: Random) -> HouseTable:
    """The same decisions at another table, where every card that the viewer was not shown is another one."""
    rounds = zip(by_round(table.view(viewer)), by_round(table.events), strict=True)
    others = [exchanged(faces(seen) | folded_for_prizes(events), chance) for seen, events in rounds]
    other = up_to(table, steps[0][0].version)
    for before, command, decision in steps:
        answer = other.do(with_others(command, others[before.round - 1]))
        assert type(answer) is type(decision), f"{command}: {decision} became {answer}"
    return other


def folded_for_prizes(events: Iterable[Event]) -> set[Card]:
    """Folded hands that take part in the jackpot all the same: one that wins is rightly turned up for its prize."""
    history = list(events)
    registered = {box for event in history if isinstance(event, JackpotRegistered) for box in event.boxes}
    folded = {event.box for event in history if isinstance(event, HandFolded)} & registered
    dealt = (event for event in history if isinstance(event, CardsDealt) and event.box in folded)
    return {card for event in dealt for card in event.cards} - {HIDDEN}


def up_to(table: HouseTable, version: int) -> HouseTable:
    """The table as it was after so many events."""
    return HouseTable.load(write(event).decode() for event in table.events[:version])


def told_to(table: HouseTable, viewer: Viewer) -> bytes:
    """Every byte that a viewer gets: the history, the table drawn from it, and what may be done."""
    acts = viewer.seat or viewer.role == "dealer"
    offers = table.legal(seat=viewer.seat) if acts else []
    return msgspec.json.encode([table.view(viewer), table.picture(viewer), [repr(offer) for offer in offers]])


@every_game
@given(chance=CHANCE)
def test_histories_that_differ_in_hidden_cards_look_the_same(game: str, chance: Random) -> None:
    """To every viewer, at the end of random play and just before the dealer last turned hands up."""
    sitting = Sitting(game, chance)
    list(sitting.wander())
    steps = sitting.given
    for viewer in viewers(sitting.state, chance):
        other = played_with_others(sitting.table, steps, viewer, chance)
        assert told_to(other, viewer) == told_to(sitting.table, viewer), str(viewer)
    for kind in (Reveal, Settle):
        ends = [number for number, step in enumerate(steps) if isinstance(step[1], kind) and not refused(step)]
        if ends:
            table = up_to(sitting.table, steps[ends[-1]][0].version)
            other = played_with_others(table, steps[: ends[-1]], DEALING, chance)
            assert told_to(other, DEALING) == told_to(table, DEALING), f"before {kind.__name__}"


def may_see(table: HouseTable, viewer: Viewer) -> set[Card]:
    """The faces on the table that a viewer has been shown: hands turned up, the dealer's up card, the player's own hand.

    Further cards of the dealer's may have been exposed by mistake.
    """
    state = table.state
    shown = {event.card for event in by_round(table.events)[-1] if isinstance(event, DealerCardSeen)}
    shown |= {state.upcard_face} if state.upcard_face else set()
    for number, box in enumerate(state.boxes):
        own = number != DEALER and box.picked_up and box.seat == viewer.seat
        shown |= {*box.cards, *box.given_up} if own else set(box.cards) if box.shown else set()
    return shown - {HIDDEN}


@every_game
@given(chance=CHANCE)
def test_a_picture_holds_what_its_viewer_was_shown_and_no_other_card(game: str, chance: Random) -> None:
    sitting = Sitting(game, chance)
    for _ in sitting.wander():
        viewer = chance.choice(viewers(sitting.state, chance))
        assert faces([sitting.table.picture(viewer)]) == may_see(sitting.table, viewer), str(viewer)


@every_game
@given(chance=CHANCE)
def test_the_inspector_sees_all_of_a_round_that_is_over(game: str, chance: Random) -> None:
    sitting = Sitting(game, chance)
    list(sitting.wander())
    *over, in_play = by_round(sitting.table.events)
    *seen, seen_in_play = by_round(sitting.table.view(INSPECTOR))
    assert seen == over
    assert faces(seen_in_play) <= may_see(sitting.table, INSPECTOR)
    assert len(seen_in_play) == len(in_play)


@every_game
@given(chance=CHANCE)
def test_a_refusal_names_no_card_that_was_not_said(game: str, chance: Random) -> None:
    """An answer must not tell the dealer, or anybody who guesses, which card lies there."""
    sitting = Sitting(game, chance)
    list(sitting.wander())
    lies_open = may_see(sitting.table, ONLOOKER)
    for command in attempts(sitting.table, chance):
        decision = engine.decide(sitting.table.rules, sitting.state, command)
        if isinstance(decision, Refused):
            named = {card for card in DECK if re.search(rf"\b{card}\b", decision.reason)}
            assert named <= faces([command]) | lies_open, decision
