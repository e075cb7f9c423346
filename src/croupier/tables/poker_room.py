"""A poker room: its tables and its lists, kept together.

What is done in the room takes effect at its tables too, or not at all: a person seated from the list sits down at the table;
a person who is moved leaves one table and sits at the other with the same chips. The room notes what is done at a table. The
lists belong to the room: its tables have none of their own. Entries of the room come first and say all that follows at the
tables, so that after a power cut `load` finishes what was begun. All of that is one link, which is why the file is long.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Self

import msgspec

from croupier.books import USUAL_ROOM, rules_of_room
from croupier.drawing.room_text import room_text
from croupier.kernel.actors import DEALER, HOUSE, PLAYER, Said
from croupier.kernel.decisions import Decision, Refused
from croupier.kernel.errors import TableError
from croupier.kernel.events import Command, Event
from croupier.kernel.grammar import json_form
from croupier.kernel.incidents import PlayerExcluded
from croupier.kernel.legal import Legal
from croupier.kernel.lines import LineError, said_by
from croupier.kernel.links import Ask, Links, Step, TablesLink, Work, software
from croupier.kernel.money import cents, plain
from croupier.kernel.reading import AnyEntry
from croupier.kernel.streams import AnyStream, Stream, opened
from croupier.poker import commands as at_table, events as happened
from croupier.poker.commission import HOUR
from croupier.poker.lines import read_line as read_table_line
from croupier.poker.rules import Options
from croupier.poker.state import State, kept_of
from croupier.poker.telling import limits
from croupier.room import commands, events
from croupier.room.engine import RoomEngine
from croupier.room.lines import read_line
from croupier.room.state import Room, RoomRules, Settings
from croupier.tables.poker_table import PokerTable

ROOMS = RoomEngine(rules_of_room)

_AT_TABLE = re.compile(r"table ([^:]+): (.+)")
_OFFER = re.compile(r"offer ([^:]+): ([\w-]+)(?: (\{.*\}))?(?: for (\d{1,3}))?")
_OPEN = re.compile(r"open table (.+?) for ([^{]+?)(?: (\{.*\}))?")
_SIGNS = json_form(Options)
_LISTS = (at_table.JoinList, at_table.LeaveList, at_table.CallFromList)
_CONCERNS_THE_ROOM = (
    happened.SeatTaken,
    happened.SeatLeft,
    happened.SeatChanged,
    happened.PickedUp,
    happened.ButtonPlaced,
    happened.SeatDrawn,
    happened.TableClosed,
    happened.TableChanged,
    happened.CommissionChanged,
    happened.FeesCollected,
    PlayerExcluded,
)


class RoomStream(Stream[RoomRules, Room]):
    """The lists and the seat map of a poker room, with their whole record."""

    engine = ROOMS
    usual_game = USUAL_ROOM


_SIGN = re.compile(r"(no limit|pot limit), blinds \$([\d.,]+) and \$([\d.,]+)", re.ASCII)


def _by_sign(limit: str) -> Options | None:
    """The signs of a game without fixed bets, from what its list says: they remain when the person who offered it leaves."""
    if (said := _SIGN.fullmatch(limit)) is None:
        return None
    small, large = (cents(amount.replace(",", "")) for amount in said.groups()[1:])
    return msgspec.convert({"betting": said[1], "blinds": [small, large], "minimum_buy_in": 20 * large}, Options, strict=True)


class PokerRoom(TablesLink[PokerTable]):
    """The tables and the lists of one poker room.

    >>> room = PokerRoom()
    >>> _ = room.offer("5-10", "crown-holdem", Options(places=2), needed=1)
    >>> _ = room.say("list p7 for 5-10")
    >>> _ = room.open("A", "5-10")
    >>> room.say("seat p7 at A place 2 with 500.00").events[0].place, room.tables["A"].stacks
    (2, {2: 50000})
    """

    def __init__(
        self,
        book: str = "",
        settings: Settings | None = None,
        *,
        stream: RoomStream | None = None,
        seed: int | None = None,
        clock: Callable[[], int] | None = None,
        follower: Callable[[AnyEntry, bytes], None] | None = None,
        links: Links | None = None,
    ) -> None:
        self.stream: RoomStream = stream or RoomStream(book, clock=clock)
        self.signs: dict[str, Options] = {}
        self.committed_decks = False
        """Whether the order of every deck that the software shuffles is committed first."""
        self._seed, self._clock, self._follower = seed, clock, follower
        self._ids = f"{self.stream.name} "
        self._hour = self.stream.rules.number("time_charge_period") * HOUR
        self.stream.follower = follower
        if not self.stream.number:
            opened(self.stream.do(commands.OpenRoom(settings=settings or Settings())), self.stream.rules.book)
        super().__init__(self.stream, links)

    @classmethod
    def load(
        cls,
        room: Iterable[str | bytes],
        tables: Mapping[str, Iterable[str | bytes]],
        *,
        follower: Callable[[AnyEntry, bytes], None] | None = None,
    ) -> Self:
        """The room of these records, with everything that was left half done finished."""
        loaded = cls(stream=RoomStream.load(room), follower=follower)
        known = {event.table for event in loaded.stream.events if isinstance(event, events.TableAdded)}
        for name in known & set(tables):  # another one was about to open when the power failed
            loaded.keep(name, PokerTable.load(tables[name]))
        if lost := sorted(known - set(tables)):
            raise TableError(f"there is no record of table {lost[0]!r}")
        loaded._finish()
        return loaded

    @property
    def state(self) -> Room:
        return self.stream.state

    @property
    def streams(self) -> list[AnyStream]:
        """The room's record and those of all tables that it has had."""
        return [self.stream, *self.tables.values()]

    @property
    def at(self) -> int:
        """The latest moment of anything here."""
        return max(stream.at for stream in self.streams)

    # Doing

    def do(self, command: Command, **who: Any) -> Decision:
        """Give a command to the room, with all that follows at its tables."""
        return self.stream.do(command, **who)

    def offer(self, game: str, played: str, options: Options | None = None, *, needed: int = 2, **who: Any) -> Decision:
        """Offer a game with these signs under a name of the board."""
        signs = options or Options()
        decision = self.do(commands.OfferGame(game=game, played=played, limit=limits(signs), needed=needed), **who)
        if not isinstance(decision, Refused):
            self.signs[game] = signs
        return decision

    def open(self, name: str, game: str, options: Options | None = None, **who: Any) -> Decision:
        """Open a new table of an offered game, with the game's signs unless others of the same limits are named."""
        if (offered := self.state.lists.get(game)) is None:
            return self.stream.rules.refuse("no_such_list")
        if name in self.tables:
            raise TableError(f"the table name {name!r} is already taken")
        board = (table for table, here in self.state.tables.items() if here.game == game)
        others = (self.tables[table].state for table in dict.fromkeys((*board, *self.tables)))
        alike = (other.options for other in others if (other.game, limits(other.options)) == (offered.played, offered.limit))
        signs = options or self.signs.get(game) or next(alike, None) or _by_sign(offered.limit) or Options()
        signs = msgspec.structs.replace(signs, committed_decks=signs.committed_decks or self.committed_decks)
        adding = commands.AddTable(table=name, game=game, places=signs.places)
        who = {"said": who.get("said") or self.stream.who(adding, **who)}
        if isinstance(refusal := self.stream.decided(adding, who["said"]), Refused):
            return refusal
        table = PokerTable(offered.played, signs, name=name, seed=self._seed, clock=self._clock, follower=self._follower)
        return self.add(name, table, game, **who)

    def add(self, name: str, table: PokerTable, game: str, **who: Any) -> Decision:
        """Put a table into the room, with the people who sit there."""
        offered = self.state.lists.get(game)
        if name in self.tables:
            raise TableError(f"the table name {name!r} is already taken")
        if offered is not None and (offered.played, offered.limit) != (table.state.game, limits(table.state.options)):
            raise TableError(f"{name} is {table.state.game}, {limits(table.state.options)}; {game} is another game")
        if table.state.waiting or table.state.picked_up or table.state.closed:
            raise TableError(f"{name} has its own list, or is closed")
        work = Work()
        adding = commands.AddTable(table=name, game=game, places=table.state.options.places)
        said = who.get("said") or self.stream.who(adding, **who)
        if isinstance(decision := work.do(self.stream, adding, said), Refused):
            return decision
        note = self._note(self.state, name, table.state, (), game)
        if isinstance(noted := work.do(self.stream, note, Said(HOUSE, HOUSE, said.at)), Refused):
            return noted
        work.commit()
        self.keep(name, table)
        return decision

    def keep(self, name: str, table: PokerTable) -> None:
        """Add a table that is already on record."""
        super().keep(name, table)
        table.follower = table.follower or self._follower

    def say(self, line: str) -> Decision:
        """Do what a line says.

        It is one of the room (`room.lines`), one at a table (`table A: fold 3`), or one of these, with signs as JSON:

            offer 5-10: crown-holdem {"blinds": [500, 1000]} for 4        open table A for 5-10 {"places": 6}
        """
        who, said = said_by(line)
        if match := _AT_TABLE.fullmatch(said):
            name, act = match.groups()
            if name not in self.tables:
                raise LineError(f"there is no table {name!r}")
            more, act = said_by(act)
            return self.tables[name].do(read_table_line(act), **(who | more))
        if match := _OFFER.fullmatch(said):
            game, played, signs, needed = match.groups()
            return self.offer(game, played, _SIGNS.read(signs) if signs else None, needed=int(needed or 2), **who)
        if match := _OPEN.fullmatch(said):
            name, game, signs = match.groups()
            return self.open(name, game, _SIGNS.read(signs) if signs else None, **who)
        return self.do(read_line(said), **who)

    # Keeping room and tables together

    def refuses(self, ask: Ask) -> Refused | None:
        command, rules = ask.command, self.stream.rules
        if ask.stream is self.stream:
            if isinstance(command, commands.NoteTable) or (isinstance(command, commands.SeatPlayer) and command.id):
                return Refused("command_not_understood", "only the software may do that: it keeps room and tables together")
            if isinstance(command, commands.AddTable):
                return rules.refuse("table_opened", "give the table its signs: open table A for this game")
            return None
        name = self._names[ask.stream]
        here = self.state.tables.get(name)
        if ask.id.startswith(self._ids):
            return Refused("command_not_understood", f"ids that begin with {self._ids!r} are the room's own")
        if isinstance(command, _LISTS):
            return rules.refuse("lists_of_the_room")
        if isinstance(command, at_table.BeginHand) and here is not None and here.owes:
            return rules.refuse("collection_due", f"the hourly charge is due at {name}")
        return None

    def asks(self, ask: Ask) -> Iterable[Ask]:
        """At a table of the room, people sit down by the room's list."""
        seat = self._seating(ask)
        return (ask,) if seat is None else (Ask(self.stream, seat, _not_before(ask.said, self.stream)),)

    def _seating(self, ask: Ask) -> commands.SeatPlayer | None:
        """What the room must do if a person sits down at one of its tables."""
        name, command = self._names.get(ask.stream, ""), ask.command
        if name not in self.state.tables or not isinstance(command, at_table.TakeSeat):
            return None
        person = command.person or (ask.said.person if ask.said.seat else "")
        return commands.SeatPlayer(
            person=person, table=name, place=command.seat, chips=command.chips, from_game=command.from_game, id=ask.id
        )

    def offers(self, stream: AnyStream, offer: Legal, said: Said) -> Legal | None:
        """A seat is offered to those to whom the room gives it."""
        if (seat := self._seating(Ask(stream, offer.command, said))) is not None and isinstance(
            self.stream.decided(seat, _not_before(said, self.stream)), Refused
        ):
            return None
        return super().offers(stream, offer, said)

    def follows(self, work: Work, steps: Sequence[Step]) -> Iterator[Ask | Refused]:
        for step in steps:
            if step.stream is self.stream:
                yield from self._at_tables(step)
            elif (name := self._names.get(step.stream, "")) in work.state(self.stream).tables:
                yield from self._noted(work, name, step)

    def _at_tables(self, step: Step) -> Iterator[Ask | Refused]:
        """What an entry of the room makes happen at its tables."""
        if (refusal := self._unpaid(step.events)) is not None:
            yield refusal
        yield from self._follows(step.events, step.command, step.said, step.number + 1)
        for event in step.events:
            if isinstance(event, events.CollectionCalled):  # tables in a hand pay the hourly charge before their next one
                resting = [self.tables[name] for name in event.tables if self.tables[name].state.phase == "between"]
                yield from (Ask(table, at_table.CollectFees(hourly=True), software(step.said, table)) for table in resting)

    def _noted(self, work: Work, name: str, step: Step) -> Iterator[Ask | Refused]:
        """Note a table that differs from the room's picture; a person excluded there is excluded wherever they sit."""
        must_move = work.state(self.stream).tables[name].must_move
        if not (must_move or any(isinstance(event, _CONCERNS_THE_ROOM) for event in step.events)):
            return
        room, table = work.state(self.stream), work.state(step.stream)
        if not (game := self._game_of(room, name, table)):
            reason = f"the room does not offer {table.game}, {limits(table.options)}: it is put on the board first"
            yield self.stream.rules.refuse("no_such_list", reason)
        note = self._note(room, name, table, step.events, game)
        if self._news(room, note):
            yield Ask(self.stream, note, software(step.said, self.stream))

    def _news(self, room: Room, note: commands.NoteTable) -> bool:
        """Whether a table differs from the room's picture."""
        here = room.tables[note.table]
        known = (here.game, here.places, here.seats, set(here.away), here.hourly, here.paid_until, here.owing)
        now = (note.game, note.places, note.seats, set(note.away), note.hourly, note.paid_until, note.owing)
        barred = room.settings.excluded_from == "room" and set(note.excluded) - set(room.excluded)
        return known != now or note.closed or bool(note.won) or bool(barred)

    def _game_of(self, room: Room, name: str, table: State) -> str:
        """Under which name of the board a table is played: as before, if its game and limits are."""
        before = room.tables[name].game
        names = (before, *(game for game in room.lists if game != before))
        lists = ((game, room.lists[game]) for game in names)
        return next((g for g, waiting in lists if (waiting.played, waiting.limit) == (table.game, limits(table.options))), "")

    def _note(self, room: Room, name: str, table: State, events: Iterable[Event], game: str) -> commands.NoteTable:
        """A table as the room notes it; `found` are the events that it has not noted yet."""
        here = room.tables.get(name)
        gone = set(here.arrived if here is not None else ()) - {seat.person for seat in table.seats.values()}
        won = {}
        for event in events:
            if isinstance(event, happened.SeatDrawn) and event.winner and not event.seat:
                won[event.place] = event.winner
        return commands.NoteTable(
            table=name,
            game=game,
            places=table.options.places,
            seats={place: seat.person for place, seat in sorted(table.seats.items())},
            away=tuple(seat.person for _, seat in sorted(table.seats.items()) if seat.away),
            hourly=bool(table.options.commission.hourly),
            paid_until=table.hour_began + self._hour if table.hour_began >= 0 else 0,
            picked_up={person: table.picked_up[person] for person in sorted(gone) if person in table.picked_up},
            won=won,
            closed=table.closed,
            excluded=table.excluded,
            owing=_owing(table) if here is not None and here.must_move else (),
        )

    def _unpaid(self, new_events: Iterable[Event]) -> Refused | None:
        """Nobody is moved away from blinds or an hourly fee that they owe."""
        for event in new_events:
            if isinstance(event, events.PlayerMoved):
                table = self.tables[event.table].state
                if event.person not in _owing(table):
                    continue
                if event.person in table.hour_unpaid:
                    return self.stream.rules.refuse("collection_due", f"{event.person} has not paid for the hour")
                return self.stream.rules.refuse("moved_short")
        return None

    def _follows(self, events: Iterable[Event], command: Any, said: Said, number: int) -> Iterator[Ask]:
        """What events of that entry of the room make happen at tables, always in the same steps, each under its own
        id, so that it happens once.
        """
        step = 0
        for event in events:
            for name, act, seat in self._acts(event, command, said):
                own = f"{self._ids}{number}.{step}"
                if isinstance(act, at_table.TakeSeat | at_table.CallFromList) and isinstance(command, commands.SeatPlayer):
                    own = command.id or own
                moves = isinstance(act, at_table.LeaveSeat)  # which nobody else does for a player if software deals
                who = software(said, self.tables[name]) if moves else self._speaking(said, name, seat)
                where = "at another table of the room" if isinstance(command, commands.NoteTable) else ""
                yield Ask(self.tables[name], act, who, own, where=where)
                step += 1

    def _acts(self, event: Event, command: Command, said: Said) -> Iterator[tuple[str, Command, int]]:
        """The table, the command, and the place of a player who says it."""
        match event:
            case events.PlayerSeated():
                chips = command.chips if isinstance(command, commands.SeatPlayer) else 0
                if event.kept == event.table:
                    yield event.table, at_table.JoinList(person=event.person), 0
                    yield event.table, at_table.CallFromList(place=event.place, chips=chips), 0
                    return
                if event.kept:
                    chips = chips or self._kept(event.kept, event.person)
                    yield event.kept, at_table.LeaveList(person=event.person), 0
                # the person who gives it at the table need not be named
                person = event.person if said.seat != event.place else ""
                yield event.table, _sit(event.place, person, chips, 0, moved=event.moved), event.place
            case events.PlayerMoved():
                brought = self._brought(event.table, event.person)
                yield event.table, at_table.LeaveSeat(seat=event.place), 0
                yield event.to, _sit(event.to_place, event.person, *brought, moved=True), 0
                if event.away:
                    yield event.to, at_table.StepAway(seat=event.to_place), 0
            case events.TablesMerged():
                chips_of = {person: self._brought(event.table, person) for person in event.places}
                yield event.table, at_table.CloseTable(), 0
                for person, place in event.places.items():
                    yield event.into, _sit(place, person, *chips_of[person], moved=True), 0
                for person in event.away:
                    yield event.into, at_table.StepAway(seat=event.places[person]), 0
            case events.TableNoted():
                for person in event.excluded:
                    sits, _ = self.state.seat_of(person)
                    if sits not in ("", event.table):
                        yield sits, at_table.ExcludePlayer(person=person), 0
            case events.ListLeft():
                if event.kept:
                    yield event.kept, at_table.LeaveList(person=event.person), 0

    def _brought(self, name: str, person: str) -> tuple[int, int]:
        """The chips that a player takes from a table, or took when they last left it, and the part that was won there."""
        table = self.tables[name]
        if seat := table.state.seat_of(person):
            return table.state.stack(seat), table.state.winnings(person)
        return _moved_last(table, happened.SeatLeft, person), table.state.took_away.get(person, 0)

    def _kept(self, name: str, person: str) -> int:
        """The chips that a table keeps for a picked-up player, or last gave back."""
        table = self.tables[name]
        return table.state.money.get(kept_of(person), 0) or _moved_last(table, happened.ChipsBack, person)

    def _speaking(self, said: Said, name: str, seat: int) -> Said:
        """Who gives the following command at a table: the player who sits down, or the original sender if the table allows."""
        table = self.tables[name]
        at = max(said.at, table.at)
        if seat and (said.seat or said.capacity == PLAYER):
            return msgspec.structs.replace(said, capacity=seat, at=at)
        if table.rules.rank_of(said.capacity) >= table.rules.rank_of(DEALER):
            return msgspec.structs.replace(said, at=at)
        return Said(HOUSE, HOUSE, at)

    def _finish(self) -> None:
        """What a power cut left half done: steps at tables that the room's last entry requires, and notes of tables."""
        last = self.stream.entries[-1]
        work = Work()
        if last.command is not None:
            for ask in self._follows(last.events, last.command, last.said, last.number):
                if not ask.stream.answered(ask.id) and isinstance(answer := work.do(*ask[:4]), Refused):
                    raise TableError(f"{ask.stream.name} cannot go on as the room says: {answer.reason}")
        work.commit()
        for name in list(self.state.tables):
            table, here = self.tables[name].state, self.state.tables[name]
            note = self._note(self.state, name, table, (), self._game_of(self.state, name, table) or here.game)
            if self._news(self.state, note):
                opened(self._links.by_software(self.stream, note, Said(HOUSE, HOUSE, self.at)), name)

    # Seeing

    def wrong(self) -> list[str]:
        """Where the room's map and a table differ, in words; empty if all is well."""
        wrong_now = []
        for name, here in self.state.tables.items():
            seats = {place: seat.person for place, seat in self.tables[name].state.seats.items()}
            away = {seat.person for seat in self.tables[name].state.seats.values() if seat.away}
            if seats != here.seats or away != set(here.away):
                wrong_now.append(f"{name}: the room has {here.seats}, away {here.away}, the table {seats}, away {away}")
        shut = (name for name, table in self.tables.items() if not table.state.closed and name not in self.state.tables)
        return [*wrong_now, *(f"{name} is open, and the room does not know it" for name in shut)]

    def told(self, line: str, decision: Decision) -> list[tuple[str, tuple[str, ...]]]:
        """The results of a line in plain words, each sentence with its clauses."""
        if isinstance(decision, Refused):
            return [(f"Refused: {decision.reason}.", decision.clauses)]
        spoken: AnyStream = self.stream
        if match := _AT_TABLE.fullmatch(said_by(line)[1]):
            spoken = self.tables[match.group(1)]
        return [(spoken.engine.tell(event, spoken.rules), event.clauses) for event in decision.events]

    def drawn(self) -> str:
        """The seat maps and the board."""
        drawn = room_text(self.state, {name: table.state for name, table in self.tables.items()}, self.at)
        return self.stream.rules.currency.told(drawn)

    def as_data(self) -> dict[str, Any]:
        """The seat maps and the board as plain data."""
        data: dict[str, Any] = msgspec.to_builtins(self.state, str_keys=True)
        for name, table in data["tables"].items():
            stacks = self.tables[name].stacks
            table["stacks"] = {str(place): plain(stack) for place, stack in stacks.items()}
        return data

    def __str__(self) -> str:
        return self.drawn()


def _moved_last(table: PokerTable, kind: type[happened.SeatLeft | happened.ChipsBack], person: str) -> int:
    """The chips that the last event of a kind moved for a person."""
    events = (event.postings for event in reversed(table.events) if isinstance(event, kind) and event.person == person)
    return max(next(events, {}).values(), default=0)


def _sit(place: int, person: str, chips: int, won: int, *, moved: bool) -> at_table.TakeSeat:
    return at_table.TakeSeat(seat=place, person=person, chips=chips, won=won, from_game=moved)


def _owing(table: State) -> tuple[str, ...]:
    """People who owe blinds or an hour's fee at a table, and are not moved away from it."""
    seats = (seat for _, seat in sorted(table.seats.items()))
    return tuple(seat.person for seat in seats if seat.in_debt or seat.person in table.hour_unpaid)


def _not_before(said: Said, stream: AnyStream) -> Said:
    """The same person at the same moment, or at a stream's later moment."""
    return msgspec.structs.replace(said, at=max(said.at, stream.at))
