"""Two tables of the poker room that differ only in cards hidden from a viewer, and the same things done at both.

Whatever that viewer gets is compared byte for byte after every step: events, sentences, offers, refusals, foresight, pictures.
Cards that the viewer has a right to see in the course of the play are the same in both worlds; all others change places.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest
from hypothesis import given, strategies as st
from msgspec.structs import asdict, replace

from croupier.kernel.actors import INSPECTOR, ONLOOKER, SUPERVISOR, Capacity, Viewer
from croupier.kernel.cards import DECK, HIDDEN, Card
from croupier.kernel.decisions import Decision, Refused
from croupier.kernel.events import Command, Event
from croupier.kernel.incidents import EVERYBODY, CardCorrected, RulingAsked
from croupier.poker import commands, events
from croupier.poker.telling import tell
from croupier.tables.poker_table import PokerTable
from how_many import examples
from properties.poker_play import ONWARD, PLAYABLE, Given, Sitting, Try

every_game = pytest.mark.parametrize("game", PLAYABLE)

DEALING = Viewer(role="dealer")
VIEWERS = (ONLOOKER, DEALING, SUPERVISOR, INSPECTOR, *(Viewer(person=who) for who in ("p1", "p2", "p3", "guest 7")))
Swap = dict[Card, Card]

OF_A_PLACE = (commands.ShowHand, commands.AskToSee, commands.InspectHand, commands.DealBoard, commands.Deal, commands.CorrectCard)
"""Commands that may name faces which lie somewhere; where the house knows them they are refused whatever they name."""

OPEN = (
    events.BoardDealt,
    events.CardsOpened,
    events.CardsTakenBack,
    events.CardExposed,
    events.CardReplaced,
    events.BoxedCardMucked,
    events.HandShown,
    events.HandSeen,
)
"""What turns cards up for everyone."""


def may_see(event: Event, viewer: Viewer, seat: int) -> Iterator[Card]:
    """The faces of an event that someone in a seat, or in another role, has a right to see."""
    if isinstance(event, OPEN):
        yield from faces([getattr(event, "cards", ()), getattr(event, "card", HIDDEN)])
    if isinstance(event, CardCorrected) and event.seat in ((EVERYBODY, seat) if seat else (EVERYBODY,)):
        yield from (event.was, event.now)
    if isinstance(event, events.HandsDealt | events.HandsPutRight):
        yield from event.hands.get(seat, ())
    elif isinstance(event, events.CardReplaced | events.CardDiscarded | events.DiscardUndone) and event.seat == seat:
        yield from faces([event])
    elif (isinstance(event, events.HandShownTo) and seat in (event.seat, event.to)) or (
        isinstance(event, events.HandInspected) and viewer.role == event.role
    ):
        yield from event.cards
    elif isinstance(event, RulingAsked) and viewer == SUPERVISOR:
        yield from event.report.cards


def faces(things: Iterable[Any]) -> Iterator[Card]:
    """The cards that can be read off these events or commands."""
    for thing in things:
        if isinstance(thing, Card):
            yield thing
        elif isinstance(thing, msgspec.Struct):
            yield from faces(asdict(thing).values())
        elif isinstance(thing, dict):
            yield from faces(thing.values())
        elif isinstance(thing, tuple | list):
            yield from faces(thing)


def swapped(command: Command, swap: Swap) -> Command:
    """The same command about the cards of the other world."""

    def other(value: Any) -> Any:
        if isinstance(value, Card):
            return swap.get(value, value)
        if isinstance(value, tuple):
            return tuple(map(other, value))
        return {key: other(each) for key, each in value.items()} if isinstance(value, dict) else value

    return replace(command, **{name: other(value) for name, value in asdict(command).items()})


def a_guess(step: Given) -> bool:
    """Whether faces were named in vain, and nobody had to look for them: then they may lie anywhere in the other world."""
    return isinstance(step.decision, Refused) and not step.decision.looked and isinstance(step.command, OF_A_PLACE)


class Part(NamedTuple):
    """What happened with one deck: the steps, and the faces that are the same in both worlds."""

    steps: list[Given]
    same: set[Card]


def parts(sitting: Sitting, viewer: Viewer, *, to_the_end: bool) -> Iterator[Part]:
    """The play, deck by deck, with the faces that the viewer was shown and those that someone named.

    Played `to_the_end`, the hands that lie at the showdown are the same, too: which of them are opened depends on all.
    """
    table = PokerTable(sitting.table.pins.game, sitting.table.events[0].options)  # type: ignore[attr-defined]
    part = Part([], set())
    for step in sitting.given:
        if isinstance(step.command, commands.Shuffle) and not step.refused:
            yield part
            part = Part([], set())
        hand = table.state.hand
        if isinstance(step.command, commands.OpenHands) and not step.refused:
            if not to_the_end:
                yield part
                return
            part.same.update(card for player in hand.in_hand for card in player.cards)
        if viewer == INSPECTOR and any(isinstance(event, events.HandEnded) for event in events_of(step.decision)):
            yield part
            return
        seat, since = table.state.seat_of(viewer.person), len(table.events)
        table.do(step.command, said=step.said)
        part.steps.append(step)
        part.same.update(card for event in table.events[since:] for card in may_see(event, viewer, seat))
        looked = isinstance(step.decision, Refused) and step.decision.looked
        if looked or (isinstance(step.command, commands.Report) and not step.refused):
            part.same.update(faces([step.command]))
    yield part


def events_of(decision: Decision) -> tuple[Event, ...]:
    return () if isinstance(decision, Refused) else decision.events


def swap_of(part: Part, chance: Random) -> Swap:
    """Another card for every card that need not be the same."""
    free = [card for card in DECK if card not in part.same]
    return dict(zip(free, chance.sample(free, len(free)), strict=True)) | {HIDDEN: HIDDEN}


def capacity_of(table: PokerTable, viewer: Viewer) -> Capacity | None:
    """In what capacity a viewer asks, if any."""
    if viewer.person:
        return table.state.seat_of(viewer.person) or None
    return {"dealer": "dealer", "supervisor": "TG Area Manager"}.get(viewer.role)


def guesses(table: PokerTable, chance: Random) -> list[Command]:
    """What someone might say or ask who wants to find out where a card lies: some have it right at this table."""
    hand = table.state.hand
    seats, count = sorted(table.state.seats) or [1], table.rules.hole_cards
    seat = chance.choice([player.number for player in hand.in_hand] or seats)
    drawn, lies = tuple(chance.sample(DECK, count)), hand.players[seat].cards if seat in hand.players else ()
    cards = chance.choice((drawn, lies, lies, ()))
    top = hand.stub[1 : 4 if not hand.board else 2]
    board = chance.choice((top, top, tuple(chance.sample(DECK, 3)), ()))
    another = chance.choice(seats)
    return [
        commands.ShowHand(seat=seat),
        commands.ShowHand(seat=seat, cards=cards),
        commands.AskToSee(seat=another, whose=seat, cards=cards),
        commands.MuckHand(seat=seat),
        commands.ShowTo(seat=seat, to=another),
        commands.Discard(seat=seat, card=(cards or drawn)[0]),
        commands.Deal(hands={seat: cards}),
        commands.DealBoard(cards=board),
        commands.OpenHands(),
        commands.PushPots(),
        commands.InspectHand(player=seat, cards=cards),
        commands.ShuffleStub(deck=chance.choice((hand.stub, drawn)), source="house"),
        commands.Report(what="exposed-card", player=seat, cards=cards[:1]),
        commands.Report(what="card-dropped", player=seat, cards=cards[:1]),
        commands.Report(what="boxed-card", cards=chance.choice((board[:1], drawn[:1], ()))),
        commands.Report(what="boxed-card", player=seat, cards=cards[:1]),
        commands.Report(what="flop-early", cards=board),
        commands.Report(what="turn-early", cards=board[:1]),
        commands.Report(what="two-cards-opened", count=2, cards=hand.stub[: chance.choice((0, 1))]),
        commands.Report(what="missed-discard", player=seat, cards=cards[:1]),
        commands.Report(what="unprotected-hand", player=seat, cards=cards),
        commands.Report(what="no-burn"),
        commands.Report(what="burned-twice"),
        commands.Report(what="wrong-count", player=seat, count=count + chance.choice((0, 1))),
        commands.NotifyBonus(player=seat),
    ]


class Evening:
    """Some hands at a table, brought on to their showdowns, where people also guess, make mistakes, and come and go."""

    def __init__(self, game: str, chance: Random) -> None:
        self.sitting, self.chance = Sitting(game, chance), chance

    def play(self, steps: int) -> Sitting:
        sitting, chance = self.sitting, self.chance
        for _ in range(steps):
            lot, state = chance.random(), sitting.state
            if state.phase == "closed":
                break
            if lot < 0.2:
                self.guess()
            elif lot < 0.25 and state.phase == "between":
                sitting.change_hands()
            elif lot < 0.28:
                sitting.do(sitting.report())
            elif not self.onward():
                sitting.do(commands.TakeSeat(seat=chance.randint(1, state.options.places), chips=500_00))
        return sitting

    def guess(self) -> None:
        """Someone says something, of their own cards or as the dealer."""
        command = self.chance.choice(guesses(self.sitting.table, self.chance))
        recorded = "dealer" if self.chance.random() < 0.5 else None
        self.sitting.do(Try(command, by=recorded))

    def onward(self) -> bool:
        """The hand goes on, by something that is offered: mostly checks and calls."""
        sitting, chance, table = self.sitting, self.chance, self.sitting.table
        offers = sitting.offers()
        kinds: tuple[type[Command], ...] = (*ONWARD, commands.BeginHand, commands.CollectFees, commands.AskToSee)
        onward = [offer for offer in offers if isinstance(offer.command, kinds)]
        plain = [offer for offer in onward if not isinstance(offer.command, commands.Fold | commands.CallOff)]
        raises = [offer for offer in offers if isinstance(offer.command, commands.Raise | commands.Bet)]
        if table.state.phase == "showdown" and chance.random() < 0.5:  # the dealer waits for what players do by themselves
            plain = [offer for offer in plain if offer.by != "dealer"] or plain
        chosen = raises if raises and chance.random() < 0.15 else plain if chance.random() < 0.93 else onward
        if not (chosen or onward):
            return False
        sitting.do(sitting.filled(chance.choice(chosen or onward)))
        return True


def shown_to(table: PokerTable, viewer: Viewer, since: int, asked: Iterable[Command]) -> list[Any]:
    """Everything that a viewer gets after a step: what happened, in words too, the table, what may be done, and answers to
    questions about what would be.
    """
    seen = table.view(viewer, since=since)
    got: list[Any] = [msgspec.json.encode(seen), [tell(event, table.rules) for event in seen]]
    got.append(msgspec.json.encode(table.picture(viewer)))
    got.append(table.drawn(viewer))
    who = capacity_of(table, viewer)
    if who is not None:
        offers = table.legal(seat=who) if isinstance(who, int) else table.legal(by=who)
        got.append([repr(offer) + repr(offer.by) + repr(offer.at) for offer in offers])
        person = viewer.person if isinstance(who, int) else ""
        got += [(command, repr(table.foresee(command, by=who, person=person))) for command in asked]
    return got


def compare(sitting: Sitting, viewer: Viewer, chance: Random, *, to_the_end: bool) -> None:
    """Play what was played at two tables, and look at both as the viewer does."""
    game, opened = sitting.table.pins.game, sitting.table.events[0]
    one, other = (PokerTable(game, opened.options) for _ in range(2))  # type: ignore[attr-defined]
    for part in parts(sitting, viewer, to_the_end=to_the_end):
        swap = swap_of(part, chance)
        for step in part.steps:
            since = len(one.events)
            theirs = step.command if a_guess(step) else swapped(step.command, swap)
            mine, yours = one.do(step.command, said=step.said), other.do(theirs, said=step.said)
            where = f"{viewer}, {step.said}: {step.command}, and there {theirs}: {mine} {yours}"
            assert type(mine) is type(yours), where
            if isinstance(mine, Refused) and one.viewer_of(step.said) == viewer:
                assert str(mine) == str(yours), where
            asked = chance.sample(guesses(one, chance), 4)
            check_answers(one, other, viewer, asked)
            got, there = (shown_to(table, viewer, since, asked) for table in (one, other))
            assert got == there, f"{where}\n{different(got, there)}"


def check_answers(one: PokerTable, other: PokerTable, viewer: Viewer, asked: Iterable[Command]) -> None:
    """What would really come of what the viewer says: only a look that is put on record tells the two worlds apart."""
    who = capacity_of(one, viewer)
    for command in asked if who is not None else ():
        said = one.who(command, by=who, person=viewer.person if isinstance(who, int) else "")
        mine, yours = one.decided(command, said), other.decided(command, said)
        named = HIDDEN not in set(faces([command])) and any(faces([command]))
        both = f"{said}: {command}: {mine} {yours}"
        refused = [answer for answer in (mine, yours) if isinstance(answer, Refused)]
        if named and one.state.hand.known and isinstance(command, OF_A_PLACE):
            assert len(refused) == 2, both
        if named and any(answer.looked for answer in refused):
            assert all(answer.looked for answer in refused), both
            assert all(answer.clauses for answer in refused), both
        else:
            assert type(mine) is type(yours), both
            assert not refused or str(mine) == str(yours), both


@every_game
@pytest.mark.parametrize("to_the_end", [False, True], ids=["up to the showdown", "to the end"])
@examples(8)
@given(seed=st.integers(0, 2**32))
def test_what_a_viewer_gets_does_not_depend_on_hidden_cards(game: str, to_the_end: bool, seed: int) -> None:
    chance = Random(seed)  # an evening takes more choices than could be made simpler one by one
    sitting = Evening(game, chance).play(90)
    for viewer in chance.sample(VIEWERS, 2):
        compare(sitting, viewer, chance, to_the_end=to_the_end)


def different(got: list[Any], there: list[Any]) -> str:
    return "\n".join(f"{one}\n{other}" for one, other in zip(got, there, strict=True) if one != other)
