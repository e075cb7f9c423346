"""Hidden cards stay hidden: two worlds that differ only in cards which a viewer was not shown look the same to that viewer.

In the second world every card that the viewer has not seen is another one, and the same people give the same commands. All
that the viewer gets is compared byte for byte: events, sentences, pictures, drawings, what may be done, what is refused and
what is foreseen, until someone shows a card that differs. A person who names cards that they have not seen is guessing, and may
be answered, but the answer stays on record.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest
from hypothesis import given, note
from msgspec.structs import asdict, replace

from croupier.drawing.house_picture import table_html
from croupier.kernel.actors import DEALER as THE_DEALER, INSPECTOR, ONLOOKER, SUPERVISOR, Capacity, Said, Viewer
from croupier.kernel.cards import DECK, HIDDEN, Card
from croupier.kernel.decisions import Decision, Refused
from croupier.kernel.entries import encode
from croupier.kernel.events import Command, Event
from croupier.kernel.incidents import EVERYBODY
from croupier.kernel.streams import on_record
from croupier.stud import commands, events
from croupier.stud.state import DEALER, State
from croupier.tables.house_table import ENGINE, HouseTable
from properties.play import CHANCE, PLAYABLE, Sitting, Step, Try, attempts, some_deck

FACE = re.compile(r"\b[2-9TJQKA][cdhs]\b")
every_game = pytest.mark.parametrize("game", PLAYABLE)

FOR_ALL_TO_SEE = (
    events.CardTurnedUp,
    events.DealerCardSeen,
    events.DealerRevealed,
    events.ExposedCardStays,
    events.HandShown,
    events.InstantWinTaken,
    events.JackpotHandKept,
)
"""What turns cards up on the table."""

RECORDING = (
    commands.Shuffle,
    commands.DealCards,
    commands.TurnUp,
    commands.Reveal,
    commands.ShowHand,
    commands.ChangeCard,
    commands.TakeInstantWin,
    commands.CorrectCard,
)
"""What says faces because they are so: the order of a deck, and what is turned up or dealt at a live table."""


class Onlooker(NamedTuple):
    """Someone who looks on, and in which capacity they may speak at this moment, if at all."""

    viewer: Viewer
    capacity: Capacity | None = None

    def speaks(self, said: Said) -> bool:
        if self.viewer.person:
            return said.person == self.viewer.person
        return self.capacity is not None and said.capacity == self.capacity

    def said(self, at: int) -> Said:
        assert self.capacity is not None
        return Said(self.viewer.person or str(self.capacity), self.capacity, at)


def everybody(table: HouseTable) -> list[Onlooker]:
    """All who ever sat down, and everyone else who may look on."""
    rules = table.rules
    people = dict.fromkeys(event.person for event in table.events if isinstance(event, events.SeatTaken))
    seated = (Onlooker(Viewer(person=who), table.state.seat_of(who) or None) for who in people)
    official = next(iter(rules.officials), None)
    staff = [Onlooker(Viewer(role="dealer"), THE_DEALER), Onlooker(SUPERVISOR, rules.ranks[-1])]
    return [*seated, *staff, Onlooker(INSPECTOR, official), Onlooker(ONLOOKER)]


def faces(things: Iterable[Any]) -> set[Card]:
    """The cards that can be read off these events, hands or commands."""
    found: set[Card] = set()
    for thing in things:
        if isinstance(thing, Card):
            found.add(thing)
        elif isinstance(thing, msgspec.Struct):
            found |= faces(asdict(thing).values())
        elif isinstance(thing, dict):
            found |= faces(thing.values())
        elif isinstance(thing, tuple | list):
            found |= faces(thing)
    return found - {HIDDEN}


def entitled(table: HouseTable, viewer: Viewer) -> list[set[Card]]:
    """The cards that someone may have seen in each round, read off what happened and not off what they were shown."""
    rounds: list[set[Card]] = [set()]
    state = State()
    for event in table.events:
        own = bool(viewer.person) and state.person_at(getattr(event, "seat", 0)) == viewer.person
        shown = isinstance(event, FOR_ALL_TO_SEE)
        shown = shown or (own and isinstance(event, events.HandPickedUp | events.CardChanged | events.CardCorrected))
        shown = shown or (isinstance(event, events.CardCorrected) and event.seat == EVERYBODY)
        shown = shown or (viewer.role == "supervisor" and isinstance(event, events.RulingAsked))
        rounds[-1] |= faces([event]) if shown else set()
        state = ENGINE.evolve(state, event)
        if state.round > len(rounds):
            rounds.append(set())
            if viewer == INSPECTOR:
                rounds[-2] = set(DECK)
    return rounds


def by_round(history: Iterable[Event]) -> list[list[Event]]:
    """The events of each round; the last is the one in play."""
    rounds: list[list[Event]] = [[]]
    state = State()
    for event in history:
        rounds[-1].append(event)
        state = ENGINE.evolve(state, event)
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


class Worlds:
    """Two tables for one viewer, who has been shown the same at both."""

    def __init__(self, sitting: Sitting, steps: list[Step], who: Viewer, chance: Random) -> None:
        opening = sitting.table.dump().splitlines()[: sitting.begun]
        self.one, self.other = HouseTable.load(opening), HouseTable.load(opening)
        for step in steps:
            self.one.do(step.command, said=step.said)
        self.who = next((each for each in everybody(self.one) if each.viewer == who), Onlooker(who))
        self.seen = entitled(self.one, who)
        for shown, may in zip(by_round(self.one.view(who)), self.seen, strict=True):
            assert faces(shown) <= may, f"{who} was shown {faces(shown) - may}"
        self.permuted = [exchanged(seen, chance) for seen in self.seen]
        self.alike = self._play(steps)

    def _play(self, steps: list[Step]) -> bool:
        """Play the steps in the other world; False where it legitimately goes another way."""
        again = HouseTable.load(self.one.dump().splitlines()[: self.other.number])
        for step in steps:
            command = step.command
            if not self._guesses(step):
                command = with_others(command, self.permuted[step.before.round - 1])
            round_, shown = again.state.round, len(again.events)
            before = len(self.other.events)
            answers = again.do(step.command, said=step.said), self.other.do(command, said=step.said)
            if self.who.speaks(step.said):
                if command != step.command:  # a refusal may name the cards that were said
                    assert _kind(answers[0]) == _kind(answers[1]), f"{self.who}: {step.command}: {answers}"
                elif not self._answered_alike(*answers):
                    return False
            views = again.view(self.who.viewer)[shown:], self.other.view(self.who.viewer)[before:]
            if encode(views[0]) != encode(views[1]):
                assert self._shows_another(views[1], round_), f"{self.who}: {step.command}: {views[0]} and {views[1]}"
                return False
        return True

    def _guesses(self, step: Step) -> bool:
        """Whether the viewer names cards that were not seen, though nothing has to be recorded."""
        if not self.who.speaks(step.said):
            return False
        live = HIDDEN in step.before.deck or isinstance(step.command, commands.Shuffle)
        return not (isinstance(step.command, RECORDING) and live)

    def _answered_alike(self, one: Decision, other: Decision) -> bool:
        """Whether the viewer got the same answer; another one goes on record."""
        shown = [self._as_seen(decision) for decision in (one, other)]
        if shown[0] == shown[1]:
            return True
        for decision in (one, other):
            assert on_record(decision) is not None, f"{self.who} was answered {one} or {other}, and it left no trace"
        return False

    def _as_seen(self, decision: Decision) -> bytes:
        if isinstance(decision, Refused):
            return encode(decision)
        seat = self.one.state.seat_of(self.who.viewer.person) if self.who.viewer.person else 0
        viewer = replace(self.who.viewer, seat=seat)
        return encode([event.seen_by(viewer) for event in decision.events])

    def _shows_another(self, shown: Iterable[Event], round_: int) -> bool:
        return not faces(shown) <= self.seen[round_ - 1]

    def told(self, table: HouseTable) -> Iterator[str]:
        """Everything that the viewer gets, in words and bytes."""
        viewer, capacity = self.who
        yield encode(table.view(viewer)).decode()
        yield "\n".join(ENGINE.tell(event, table.rules) for event in table.view(viewer))
        yield encode(table.picture(viewer)).decode()
        yield table.drawn(viewer)
        yield table_html(table.rules, table.picture(viewer))
        if capacity is not None:
            yield "\n".join(map(repr, table.legal(by=capacity)))

    def probe(self, tried: Try) -> None:
        """Ask the same in both worlds: what it would come to, and what does come of it."""
        said = self.who.said(self.one.at)
        both = (self.one, self.other)
        foreseen = [table.foresee(tried.command, by=said.capacity, person=said.person) for table in both]
        assert foreseen[0] == foreseen[1], f"{self.who} foresees {tried.command}"
        self._answered_alike(*(table.decided(tried.command, said) for table in both))


def _kind(decision: Decision) -> object:
    return (decision.ground, decision.clauses) if isinstance(decision, Refused) else type(decision)


def probes(table: HouseTable, chance: Random) -> Iterator[Try]:
    """What someone might try who wants to know more: all that can be said, and guesses at what lies there."""
    yield from attempts(table, chance)
    state = table.state
    yield Try(commands.Reveal(cards=state.dealer.cards))
    yield Try(commands.TurnUp(card=state.dealer.cards[0] if state.dealer.cards else None))
    for number in chance.sample(range(len(state.boxes)), min(3, len(state.boxes))):
        box = state.boxes[number]
        yield Try(commands.ShowHand(box=number, cards=box.cards))
        yield Try(commands.TakeInstantWin(seat=number, cards=box.cards))
        for what in table.rules.irregularities:
            yield Try(commands.Report(what=what, box=number, player=number, count=len(box.cards), cards=box.cards))
        for card in box.cards[:1]:
            for new in (None, *state.deck[:1]):
                yield Try(commands.ChangeCard(seat=number, amount=state.ante_in_play(number), card=card, new=new))
            yield Try(commands.DealCards(box=number, cards=box.cards))
            yield Try(commands.DealCards(box=next_box(table), cards=(card,)))


def next_box(table: HouseTable) -> int:
    offers = (offer.command for offer in table.legal())
    return next((command.box for command in offers if isinstance(command, commands.DealCards)), 0)


def cuts(steps: list[Step], chance: Random) -> Iterator[list[Step]]:
    """The whole play, some part of it, and what there was just before hands were last turned up."""
    yield steps
    yield steps[: chance.randint(0, len(steps))]
    turning = (commands.Reveal, commands.Settle, commands.ShowHand, commands.CallBetOrFold)
    ends = [number for number, step in enumerate(steps) if isinstance(step.command, turning) and not step.refused]
    if ends:
        yield steps[: chance.choice(ends)]


@every_game
@given(chance=CHANCE)
def test_two_worlds_that_differ_in_hidden_cards_look_the_same(game: str, chance: Random) -> None:
    sitting = Sitting(game, chance)
    list(sitting.wander())
    for steps in cuts(sitting.given, chance):
        viewers = [each.viewer for each in everybody(sitting.table)]
        for viewer in chance.sample(viewers, 1 if steps is sitting.given else 2):
            note(f"as {viewer} sees the first {len(steps)} steps")
            worlds = Worlds(sitting, steps, viewer, chance)
            if not worlds.alike:
                continue
            for one, other in zip(worlds.told(worlds.one), worlds.told(worlds.other), strict=True):
                assert one == other, str(viewer)
            if worlds.who.capacity is not None:
                for tried in probes(worlds.one, chance):
                    worlds.probe(tried)


def may_see(table: HouseTable, viewer: Viewer) -> set[Card]:
    """The faces on the table that a viewer has been shown: hands turned up, the dealer's up card, the player's own hand.

    Further cards of the dealer's may have been exposed by mistake, and who rules is told which cards a report names.
    """
    state = table.state
    seat = state.seat_of(viewer.person) if viewer.person else viewer.seat
    shown = {event.card for event in by_round(table.events)[-1] if isinstance(event, events.DealerCardSeen)}
    shown |= {state.upcard_face} if state.upcard_face else set()
    if state.question is not None and viewer.role == "supervisor":
        shown |= set(state.question.report.cards)
    for number, box in enumerate(state.boxes):
        own = number != DEALER and box.picked_up and box.seat == seat
        shown |= {*box.cards, *box.given_up} if own else set(box.cards) if box.shown else set()
    return shown - {HIDDEN}


@every_game
@given(chance=CHANCE)
def test_a_picture_holds_what_its_viewer_was_shown_and_no_other_card(game: str, chance: Random) -> None:
    sitting = Sitting(game, chance)
    for _ in sitting.wander():
        viewer = chance.choice(everybody(sitting.table)).viewer
        assert faces([sitting.table.picture(viewer)]) <= may_see(sitting.table, viewer), str(viewer)


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
    """An answer must not tell the dealer, or anyone who guesses, which card lies there."""
    sitting = Sitting(game, chance)
    list(sitting.wander())
    lies_open = may_see(sitting.table, ONLOOKER)
    for tried in attempts(sitting.table, chance):
        decision = sitting.table.decided(tried.command, tried.said(sitting.table))
        if isinstance(decision, Refused):
            named = {Card(text) for text in FACE.findall(decision.reason)}
            assert named <= faces([tried.command]) | lies_open, decision
