"""The state of a poker room, folded from its events: games and their lists, tables and who sits there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from croupier.kernel.actors import PLAYER
from croupier.kernel.changing import Changing
from croupier.kernel.events import Places
from croupier.kernel.grounds import grounds_of
from croupier.kernel.rulebook import Rulebook

GROUNDS = grounds_of("croupier.room")
First = Literal["", "picked up", "closed game"]
"""Why a person is ahead of those who came in turn."""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a house has chosen: how many seconds a call gives, whether a missed call removes a person or moves them down, and
    whether a person excluded at one table is excluded in the whole room or at that table alone.
    """

    call_seconds: int = 300
    missed_call: Literal["off", "bottom"] = "off"
    excluded_from: Literal["room", "table"] = "room"


class RoomRules(Rulebook, frozen=True, kw_only=True):
    """What a book says about its poker room.

    The `host` keeps the lists and seats players in their order, the `supervisor` allocates seats and moves players, the
    `manager` closes tables. `games` are those of the book. A player who was picked up has `return_seconds` to come back.
    """

    declared = GROUNDS
    offices = ("host", "supervisor", "manager")
    onlookers = (PLAYER,)

    host: str
    supervisor: str
    manager: str
    games: tuple[str, ...]
    return_seconds: int


class Waiting(msgspec.Struct, frozen=True, omit_defaults=True):
    """A person on a list. One who was called has `until` to come; `table` and `place` are the seat that they ask for."""

    person: str
    going: bool = True
    first: First = ""
    until: int = -1
    table: str = ""
    place: int = 0

    @property
    def called(self) -> bool:
        return self.until >= 0


class GameList(msgspec.Struct, frozen=True):
    """A game that the room offers, and who waits for it."""

    played: str
    limit: str
    needed: int
    waiting: tuple[Waiting, ...] = ()

    def entry(self, person: str) -> Waiting | None:
        return next((entry for entry in self.waiting if entry.person == person), None)

    @property
    def called(self) -> list[Waiting]:
        return [entry for entry in self.waiting if entry.called]

    @property
    def next(self) -> Waiting | None:
        """Whom to call next: the first who is going to play and was not called yet."""
        return next((entry for entry in self.waiting if entry.going and not entry.called), None)


class Reservation(msgspec.Struct, frozen=True):
    """A place kept for a person, up to and including `until`, or without end if that is 0."""

    person: str
    until: int = 0

    def holds(self, at: int) -> bool:
        return not self.until or at <= self.until


class RoomTable(msgspec.Struct, frozen=True):
    """A table of the room: its game, who sits where, in which order they came, who is away, which places are kept for whom.

    Its players move on to the table `must_move`, if it has one. `owes` says that an hourly charge was called for and is due,
    `paid_until` is the end of the paid hour. Players `owing` blinds or a fee are not moved before they have paid.
    """

    game: str
    places: Places
    seats: dict[int, str] = {}
    arrived: tuple[str, ...] = ()
    away: tuple[str, ...] = ()
    reserved: dict[int, Reservation] = {}
    must_move: str = ""
    hourly: bool = False
    owes: bool = False
    paid_until: int = 0
    owing: tuple[str, ...] = ()

    def place_of(self, person: str) -> int:
        return next((place for place, who in self.seats.items() if who == person), 0)

    def vacant(self, at: int, person: str = "") -> list[int]:
        """The places where this person, or anyone, may sit down now."""
        return [place for place in range(1, self.places + 1) if place not in self.seats and self.free(place, at, person)]

    def free(self, place: int, at: int, person: str = "") -> bool:
        """Whether a place is not kept for another person."""
        kept = self.reserved.get(place)
        return kept is None or not kept.holds(at) or kept.person == person

    def kept_for(self, person: str, place: int, at: int) -> bool:
        """Whether a place is kept for this very person."""
        return place in self.reserved and self.reserved[place].holds(at) and self.reserved[place].person == person

    def seated(self, seats: dict[int, str], away: tuple[str, ...]) -> RoomTable:
        """The table with these players, some of them away; newcomers count as the last to arrive."""
        here = set(seats.values())
        stayed = tuple(person for person in self.arrived if person in here)
        came = tuple(seats[place] for place in sorted(seats) if seats[place] not in stayed)
        absent = tuple(person for person in away if person in here)
        return replace(self, seats=seats, arrived=(*stayed, *came), away=absent)


class PickedUp(msgspec.Struct, frozen=True):
    """A person who was picked up from a table of a game, and when."""

    person: str
    game: str
    table: str
    at: int


class Change(msgspec.Struct, frozen=True):
    """A player who asks for another table, or for any other of the game."""

    person: str
    table: str = ""


class Room(Changing, kw_only=True):
    """A poker room after its events. `changes` are in the order of the requests.

    Those `excluded` by a ruling at one of its tables are refused at all of them.
    """

    open: bool = False
    settings: Settings = Settings()
    lists: dict[str, GameList] = msgspec.field(default_factory=dict)
    tables: dict[str, RoomTable] = msgspec.field(default_factory=dict)
    picked_up: tuple[PickedUp, ...] = ()
    changes: tuple[Change, ...] = ()
    excluded: tuple[str, ...] = ()

    def tables_of(self, name: str) -> dict[str, RoomTable]:
        """The open tables of a game."""
        return {table: here for table, here in self.tables.items() if here.game == name}

    def seat_of(self, person: str) -> tuple[str, int]:
        """The table and the place where a person sits, or None."""
        seats = ((name, table.place_of(person)) for name, table in self.tables.items())
        return next(((name, place) for name, place in seats if place), ("", 0))

    def knows(self, person: str) -> bool:
        """Whether a person is on a list, has a place kept, or is excluded: then special rules apply to them."""
        kept = (one.person for table in self.tables.values() for one in table.reserved.values())
        return person in (*self.excluded, *kept) or any(one.entry(person) is not None for one in self.lists.values())

    def calls(self, person: str, at: int) -> Iterator[tuple[str, Waiting, str]]:
        """The games to which a person is called, each with a table where they may sit down, first one that keeps a place."""
        for game, waiting_list in self.lists.items():
            if (entry := waiting_list.entry(person)) is not None and entry.called:
                tables = self.tables_of(game)
                kept = (name for name, table in tables.items() for place in table.reserved if table.kept_for(person, place, at))
                vacant = (name for name, table in tables.items() if table.vacant(at, person))
                yield game, entry, next(kept, next(vacant, ""))

    def picked_up_from(self, person: str, name: str) -> PickedUp | None:
        return next((picked for picked in self.picked_up if (picked.person, picked.game) == (person, name)), None)

    def feeders(self, table: str) -> dict[str, str]:
        """The must-move games of a table with a player who may play on, and which of those has been there longest."""
        games = {name: here for name, here in self.tables.items() if here.must_move == table}
        stay = {name: {*self.excluded, *here.owing} for name, here in games.items()}
        first = {name: next((player for player in games[name].arrived if player not in stay[name]), "") for name in games}
        return {name: person for name, person in first.items() if person}

    def wanting(self, table: str) -> Iterator[str]:
        """Who plays the game at another table and has asked for this one, in order."""
        game = self.tables[table].game
        for change in self.changes:
            sits = self.seat_of(change.person)[0]
            if sits != table and self.tables[sits].game == game and change.table in ("", table):
                yield change.person

    def vacancies(self, name: str, at: int) -> int:
        """How many more of the list could sit down now: vacant places kept for nobody else, minus open calls."""
        called = {entry.person for entry in self.lists[name].called}
        free = 0
        for table in self.tables_of(name).values():
            kept = (place for place, reserved in table.reserved.items() if reserved.holds(at) and reserved.person not in called)
            free += table.places - len({*table.seats, *kept})
        return free - len(called)

    # How events change it

    def put_on_list(self, name: str, waiting: Iterable[Waiting]) -> None:
        self.lists[name] = replace(self.lists[name], waiting=tuple(waiting))

    def change_entry(self, person: str, name: str, **changes: Any) -> None:
        """A change to a person's entry on the list, at the same place."""
        if self.lists[name].entry(person) is None:
            raise ValueError(f"{person} is not on the list for {name}")
        waiting = self.lists[name].waiting
        self.put_on_list(name, (replace(entry, **changes) if entry.person == person else entry for entry in waiting))

    def take_off(self, person: str, name: str) -> None:
        """A person off a list, with everything that was kept for them there."""
        self.put_on_list(name, (entry for entry in self.lists[name].waiting if entry.person != person))
        self.unreserve(person, name)

    def change_table(self, name: str, **changes: Any) -> None:
        self.tables[name] = replace(self.tables[name], **changes)

    def reserve(self, table: str, place: int, kept: Reservation) -> None:
        self.change_table(table, reserved={**self.tables[table].reserved, place: kept})

    def unreserve(self, person: str, name: str) -> None:
        """No place of a game is kept for this person any more."""
        for table, here in self.tables_of(name).items():
            self.change_table(table, reserved={place: kept for place, kept in here.reserved.items() if kept.person != person})

    def exclude(self, person: str) -> None:
        """A person takes no further part anywhere: off every list, with no kept place and no wish."""
        for name in self.lists:
            self.take_off(person, name)
        self.forget_wish(person)
        self.excluded = (*self.excluded, person)

    def forget_wish(self, person: str) -> None:
        """A person no longer asks for another table."""
        self.changes = tuple(change for change in self.changes if change.person != person)

    def uncall(self, table: str) -> None:
        """Without calls to places of a table that has gone, or plays another game: those called wait again, at
        the same place of the list.
        """
        here = self.tables[table]
        kept = {reservation.person for reservation in here.reserved.values()}
        for entry in self.lists[here.game].waiting if here.game in self.lists else ():
            if entry.called and entry.person in kept:
                self.change_entry(entry.person, here.game, until=-1)

    def note_return(self, person: str, name: str) -> None:
        """A picked-up player has come back to the game, or for the chips."""
        self.picked_up = tuple(picked for picked in self.picked_up if (picked.person, picked.game) != (person, name))

    def tidy(self) -> None:
        """Without wishes, calls and reservations that have become void, after players or tables have changed."""
        for name, table in self.tables.items():
            kept = {p: reservation for p, reservation in table.reserved.items() if p not in table.seats and p <= table.places}
            main = self.tables.get(table.must_move)
            into = table.must_move if main is not None and main.game == table.game else ""
            self.change_table(name, reserved=kept, must_move=into, owes=table.owes and bool(table.seats))
        for name in self.lists:
            self.put_on_list(name, self._still_called(name))
        self.changes = tuple(change for change in self.changes if self.can_change(change))

    def _still_called(self, name: str) -> Iterator[Waiting]:
        """Who waits for a game. No more of them are called than there are free seats, and nobody asks for a seat of a
        table that does not play it.
        """
        tables = self.tables_of(name)
        left = sum(table.places - len(table.seats) for table in tables.values())
        for entry in self.lists[name].waiting:
            if entry.called:
                left -= 1
            until = -1 if left < 0 else entry.until
            table, place = (entry.table, entry.place) if entry.table in tables else ("", 0)
            yield replace(entry, until=until, table=table, place=place)

    def can_change(self, change: Change) -> bool:
        """Whether a person sits at another table of the game they asked for."""
        sits = self.seat_of(change.person)[0]
        if not change.table or not sits:
            return bool(sits)
        to = self.tables.get(change.table)
        return to is not None and change.table != sits and to.game == self.tables[sits].game
