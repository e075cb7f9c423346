"""Every command is answered by what its sender may know: the same in two worlds that look the same to the sender.

In the second world every card that the sender was not shown and did not enter is another one. Each kind of command is then
tried with each field that takes a card, a seat or an amount over what it can hold, and both worlds must give the same answer:
accepted or refused, on what ground, in what words, by which clauses, put on record or not, with the same visible events.

What each sender may know of the cards:

| sender | knows |
|---|---|
| a player | cards that are face up, their own hand once they may look at it, hands shown to them |
| a dealer who entered nothing | cards that are face up |
| a dealer who entered some faces | those too, and no others |
| a dealer who entered every face | all of them, so no two worlds look the same |
| someone above the dealer, software deals | cards that are face up |
| someone above the dealer, a live dealer deals | is answered, three wrong guesses in a round, each on record |
| who enters cards at a live table that they deal or hold | is answered, three wrong ones in a round (`enters`) |
| an official | cards that are face up |
| the software itself | all of them |

A command that turns cards up (a hand is shown, the dealer's hand revealed) may show other cards in the other world; whether it
is accepted must not depend on them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any, NamedTuple

import pytest
from hypothesis import Phase, given, settings, strategies as st
from msgspec import Struct
from msgspec.structs import replace

from croupier.books import GAMES
from croupier.kernel.actors import DEALER, HOUSE, Capacity, Said, Viewer
from croupier.kernel.cards import DECK, HIDDEN, Card
from croupier.kernel.decisions import Decision, Refused
from croupier.kernel.entries import encode
from croupier.kernel.events import Command
from croupier.kernel.incidents import CorrectCard
from croupier.poker import commands as poker
from croupier.poker.blinds import to_be_dealt
from croupier.stud import commands as stud
from croupier.tables.any_table import AnyTable
from croupier.tables.house_table import HouseTable
from properties import play, poker_play
from properties.test_poker_two_worlds import swapped

OTHER = "another dealer"
SEATS = ("seat", "box", "player", "whose", "to", "place")
AMOUNTS = ("amount", "chips", "count", "tokens")
TABLES = [(game, how) for game in [*play.PLAYABLE, *poker_play.PLAYABLE] for how in ("live", "shared", "software")]
"""Every game as a live table whose faces one dealer enters, one where two do, and one that the software deals."""


def cards_in(thing: object) -> set[Card]:
    """The faces that are named anywhere in a command or an event."""
    faces: set[Card] = set()
    rest = [thing]
    while rest:
        part = rest.pop()
        if isinstance(part, Card):
            faces.add(part)
        elif isinstance(part, tuple | list):
            rest += part
        elif isinstance(part, Struct):
            rest += [getattr(part, name) for name in part.__struct_fields__]
        elif isinstance(part, dict):
            rest += part.values()
    faces.discard(HIDDEN)
    return faces


class Given(NamedTuple):
    command: Command
    said: Said
    refused: bool


class Evening:
    """Play at a table where every face is entered by someone, or shuffled by the house."""

    def __init__(self, game: str, how: str, chance: Random) -> None:
        self.how, self.chance = how, chance
        self.is_poker = game in poker_play.PLAYABLE
        self.sitting: Any = poker_play.Sitting(game, chance) if self.is_poker else play.Sitting(game, chance)
        self.table: AnyTable = self.sitting.table
        self.opening = self.table.dump().splitlines()
        self.given: list[Given] = []
        self.entered = False

    def play(self, steps: int) -> None:
        """Some steps onward, with a mishap now and then."""
        for _ in range(steps):
            if self.table.state.phase == "closed":
                return
            if self.chance.random() < 0.06:
                tried = self.sitting.report() if self.is_poker else play.mishap(self.sitting.table, self.chance)
            elif self.is_poker:
                kinds = (*poker_play.ONWARD, poker.BeginHand)
                offers = [offer for offer in self.sitting.offers() if isinstance(offer.command, kinds)]
                calm = [offer for offer in offers if not isinstance(offer.command, poker.Fold | poker.CallOff)]
                if not offers:
                    return
                tried = self.sitting.filled(self.chance.choice(calm or offers))
            else:
                offers = play.onward(self.sitting.table, self.chance)
                calm = [offer for offer in offers if not isinstance(offer.command, stud.Fold)]
                if not offers:
                    return
                tried = play.taken(self.sitting.table.state, self.chance.choice(calm or offers), self.chance)
            self.do(tried.command, tried.by)

    def do(self, command: Command, by: Capacity | None) -> None:
        command, person = self.faces_for(command), ""
        if self.how == "software" and isinstance(command, stud.Shuffle | poker.Shuffle | poker.ShuffleStub):
            by = HOUSE
        elif self.how == "shared" and by in (None, DEALER) and type(command) in self.table.engine.codec.naming:
            by, person = (self.table.rules.ranks[-1], "boss") if self.entered else (DEALER, OTHER)
        said = self.table.who(command, by=by, person=person)
        decision = self.table.do(command, said=said)
        self.entered |= not isinstance(decision, Refused) and bool(cards_in(command))
        if isinstance(command, stud.Shuffle | poker.Shuffle):
            self.entered = False
        self.given.append(Given(command, said, isinstance(decision, Refused)))

    def faces_for(self, command: Command) -> Command:
        """The command with a face for every card, as someone says who has all cards before them."""
        chance, state = self.chance, self.table.state
        if isinstance(command, stud.Shuffle | poker.Shuffle):
            deck = tuple(chance.sample(DECK, 52)) if self.how == "software" else ()
            source = "stacked" if state.options.committed_decks else "house"  # no deck is laid down here
            return replace(command, deck=deck, source=source if deck else "live")
        if self.how == "software":
            return command
        if isinstance(command, poker.Deal):
            unseen, count = iter(chance.sample(DECK, 52)), self.table.rules.hole_cards  # type: ignore[union-attr]
            some = [seat for seat in to_be_dealt(state) if chance.random() < 0.8]  # type: ignore[arg-type]
            some = some[:1] if self.how == "shared" else some
            return replace(command, hands={seat: tuple(next(unseen) for _ in range(count)) for seat in some})
        is_house = not self.is_poker and not isinstance(command, stud.Report)
        return play.with_faces(state, command, chance) if is_house else command  # type: ignore[arg-type]

    def again(self, steps: int, swap: dict[Card, Card]) -> AnyTable:
        """The first steps at another table, with other cards in the deck that is played with then."""
        table, shuffled = type(self.table).load(self.opening), self.shuffled(steps)
        for number, step in enumerate(self.given[:steps]):
            table.do(step.command if number < shuffled else swapped(step.command, swap), said=step.said)
        return table

    def shuffled(self, steps: int) -> int:
        """At which of the first steps the deck came into play."""
        kinds = (stud.Shuffle, poker.Shuffle)
        found = [at for at, one in enumerate(self.given[:steps]) if isinstance(one.command, kinds) and not one.refused]
        return found[-1] if found else steps


def senders(evening: Evening, table: AnyTable) -> Iterator[Said]:
    """Everyone who may speak here and does not know all the cards."""
    for seat in sorted(table.state.seats):
        yield Said(table.state.person_at(seat), seat, table.at)
    yield Said(OTHER, DEALER, table.at)
    if evening.how == "software":
        yield Said("a supervisor", table.rules.ranks[-1], table.at)
    for official in table.rules.officials:
        yield Said("an official", official, table.at)


class Worlds(NamedTuple):
    """Two tables that look the same to a sender."""

    said: Said
    seen: set[Card]
    one: AnyTable
    other: AnyTable


def worlds(evening: Evening, steps: int, said: Said, chance: Random) -> Worlds | None:
    """The table after some steps and another one for this sender, unless that looks different for a reason."""
    one, first = evening.again(steps, {}), evening.shuffled(steps)
    viewer, before = one.viewer_of(said), len(evening.again(first, {}).events)
    given = evening.given[first:steps]
    own = [step.command for step in given if step.said.person == said.person and not step.refused]
    seen = cards_in([*one.view(viewer)[before:], *own])
    free = [card for card in DECK if card not in seen]
    other = evening.again(steps, dict(zip(free, chance.sample(free, len(free)), strict=True)))
    alike = encode(one.view(viewer)) == encode(other.view(viewer)) and one.number == other.number
    return Worlds(said, seen, one, other) if alike and one.state != other.state else None


def bases(evening: Evening, pair: Worlds, chance: Random) -> Iterator[Command]:
    """Every kind of command, as it is offered, made up, and with the cards that really lie there in one of the worlds."""
    table, sitting = pair.one, evening.sitting
    for seat in chance.choices((0, *table.state.seats), k=2):
        yield from (offer.command for offer in table.legal(seat=seat))
    for kind in table.engine.codec.commands:
        if not evening.is_poker:
            yield play.stray(table, chance, of=kind).command  # type: ignore[arg-type]
    if evening.is_poker:
        yield from (sitting.anything().command for _ in range(30))
    for what in table.rules.irregularities:
        for seat in chance.sample(range(table.state.options.places + 1), min(2, table.state.options.places)):
            yield stud.Report(what=what, box=seat, player=seat, count=2, cards=held(chance.choice(pair[2:]), seat)[:1])
            yield stud.Report(what=what, box=seat, player=seat, count=5, amount=10_00, cards=held(pair.one, seat))


def held(table: AnyTable, seat: int) -> tuple[Card, ...]:
    """The cards of a place, as they really are."""
    if isinstance(table, HouseTable):
        boxes = table.state.boxes
        return boxes[seat].cards if seat < len(boxes) else ()
    players = table.state.hand.players
    return players[seat].cards if seat in players else table.state.hand.stub[:2]


def varied(command: Command, pair: Worlds, chance: Random) -> Command:
    """The command with one field that takes a card, a seat or an amount as something else that it can hold."""
    places, worlds = pair.one.state.options.places, pair[2:]
    ways: dict[str, Any] = {}
    for name in command.__struct_fields__:
        value, seat = getattr(command, name), chance.randrange(places + 1)
        held_there = held(chance.choice(worlds), seat)
        if name in SEATS and type(value) is int:
            ways[name] = chance.randrange(places + 2)
        elif name in AMOUNTS and type(value) is int:
            ways[name] = chance.choice((-1, 0, 1, 2, 5, 6, 52, 5_00, 10_00, 20_00, 10_000_00, value + 1))
        elif isinstance(value, Card) or name in ("card", "new", "was", "now"):
            ways[name] = chance.choice((*DECK, HIDDEN, *held_there, *held_there))
        elif name == "cards":
            count = chance.choice((len(value), 1, 3, 5))
            ways[name] = chance.choice((held_there[:count], held_there, tuple(chance.sample(DECK, count))))
        elif name == "hands" and isinstance(value, dict):
            ways[name] = {seat: held_there}
    if not ways:
        return command
    chosen = chance.choice(sorted(ways))
    return replace(command, **{chosen: ways[chosen]})


def probes(evening: Evening, pair: Worlds, chance: Random, most: int) -> Iterator[Command]:
    """So many commands, of every kind in turn."""
    kinds: dict[type[Command], list[Command]] = {}
    for command in bases(evening, pair, chance):
        kinds.setdefault(type(command), []).append(command)
    turns = [kind for kind in kinds for _ in range(4 if kind in pair.one.engine.codec.naming else 1)]
    for number in range(most):
        command = chance.choice(kinds[turns[number % len(turns)]])
        yield chance.choice((command, varied(command, pair, chance), varied(command, pair, chance)))
        if number % 4 == 0:
            was, now = held(chance.choice(pair[2:]), chance.randrange(4))[:1], chance.choice(DECK)
            yield CorrectCard(was=chance.choice((*was, chance.choice(DECK))), now=now, why="the dealer misread it")


def answer(table: AnyTable, command: Command, said: Said) -> tuple[Decision, Any]:
    """The result of a command, and all of it that its sender is told."""
    decision = table.decided(command, said)
    if isinstance(decision, Refused):
        return decision, decision
    viewer = table.viewer_of(said)
    viewer = Viewer(role=viewer.role, person=viewer.person, seat=table.state.seat_of(viewer.person))
    return decision, [event.seen_by(viewer) for event in decision.events]


def enters(pair: Worlds, command: Command, mine: Decision, yours: Decision) -> bool:
    """Whether cards are entered at a live table that are free, or the very ones, in one world and others in the other, where they
    get the one refusal that there is for it: docs/security.md says that so much is told, three times in a round at most.
    """
    table, refusal = (pair.one, mine) if isinstance(mine, Refused) else (pair.other, yours)
    hidden = cards_in(command) - pair.seen
    on_record = [hidden & each.engine.on_record(each.state) for each in pair[2:]]  # type: ignore[arg-type]
    one_refusal = isinstance(refusal, Refused) and refusal.ground == "cards_not_known" and refusal.looked
    return one_refusal and any(on_record) and table._enters_cards(table.state, command, pair.said)  # type: ignore[arg-type]


def check(pair: Worlds, commands: Iterable[Command]) -> int:
    """Both worlds give the same answers; how many were asked for."""
    asked = list(commands)
    for command in asked:
        (mine, told), (yours, told_there) = (answer(table, command, pair.said) for table in pair[2:])
        if told == told_there:
            continue
        where = f"{pair.one.name}, {pair.said}: {command}:\n{mine}\n{yours}"
        if isinstance(mine, Refused) != isinstance(yours, Refused) and enters(pair, command, mine, yours):
            continue
        assert type(mine) is type(yours), where
        assert not isinstance(mine, Refused), where
        assert not cards_in([*told, *told_there]) <= pair.seen, where  # cards were turned up, and they are others there
    return len(asked)


def search(game: str, how: str, seed: int, most: int) -> int:
    """Play, and ask so much of two worlds at a moment when a deck is in play; how often that was."""
    chance = Random(f"{game} {how} {seed}")
    evening, asked = Evening(game, how, chance), 0
    evening.play(chance.randint(20, 60))
    moments = [steps for steps in range(1, len(evening.given) + 1) if evening.shuffled(steps) < steps - 1]
    for steps in chance.sample(moments, min(len(moments), 1 + most // 500)):
        everybody = list(senders(evening, evening.again(steps, {})))
        dealers = [said for said in everybody if said.capacity == DEALER]
        for said in (*dealers, *chance.sample(everybody, 1)):
            if (pair := worlds(evening, steps, said, chance)) is not None:
                asked += check(pair, probes(evening, pair, chance, most))
    return asked


@pytest.mark.parametrize(("game", "how"), TABLES)
@settings(max_examples=1, phases=[Phase.generate], deadline=None)
@given(seed=st.integers(0, 2**32))
def test_an_answer_does_not_depend_on_what_its_sender_may_not_know(game: str, how: str, seed: int) -> None:
    search(game, how, seed, 60)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "how"), TABLES)
@settings(max_examples=25, phases=[Phase.generate], deadline=None)
@given(seed=st.integers(0, 2**32))
def test_no_answer_depends_on_what_its_sender_may_not_know(game: str, how: str, seed: int) -> None:
    search(game, how, seed, 2000)


def test_every_game_is_searched() -> None:
    assert {game for game, _ in TABLES} == set(GAMES)
