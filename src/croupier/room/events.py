"""Everything that can become so in a poker room. All of it is on the board for everybody to see."""

from typing import Literal

from msgspec.structs import replace

from croupier.kernel.events import OfPerson, Places, Public
from croupier.room.state import Change, First, GameList, PickedUp, Reservation, Room, RoomTable, Settings, Waiting


class RoomOpened(Public, frozen=True, kw_only=True):
    settings: Settings = Settings()

    def apply(self, room: Room) -> Room:
        return replace(room, open=True, settings=self.settings)


class GameOffered(Public, frozen=True, kw_only=True):
    game: str
    played: str
    limit: str
    needed: int

    def apply(self, room: Room) -> Room:
        return replace(room, lists={**room.lists, self.game: GameList(self.played, self.limit, self.needed)})


class GameWithdrawn(Public, frozen=True, kw_only=True):
    game: str

    def apply(self, room: Room) -> Room:
        return replace(room, lists={name: one for name, one in room.lists.items() if name != self.game})


class TableAdded(Public, frozen=True, kw_only=True):
    table: str
    game: str
    places: Places

    def apply(self, room: Room) -> Room:
        return room.with_table(self.table, RoomTable(self.game, self.places))


class ListJoined(OfPerson, frozen=True, kw_only=True):
    """Somebody is on a list, at this place of it."""

    game: str
    place: int
    going: bool = True
    first: First = ""

    def apply(self, room: Room) -> Room:
        waiting = room.lists[self.game].waiting
        entry = Waiting(self.person, self.going, self.first)
        return room.with_list(self.game, (*waiting[: self.place], entry, *waiting[self.place :]))


class GoingSaid(OfPerson, frozen=True, kw_only=True):
    game: str

    def apply(self, room: Room) -> Room:
        return room.with_entry(self.game, replace(_entry(room, self.person, self.game), going=True))


class ListLeft(OfPerson, frozen=True, kw_only=True):
    """Somebody waits no more, or has come for the chips that were kept at a table."""

    game: str
    kept: str = ""

    def apply(self, room: Room) -> Room:
        return room.without(self.person, self.game).returned(self.person, self.game)


class SeatRequested(OfPerson, frozen=True, kw_only=True):
    game: str
    table: str
    place: int

    def apply(self, room: Room) -> Room:
        wish = replace(_entry(room, self.person, self.game), table=self.table, place=self.place)
        return room.with_entry(self.game, wish)


class PlayerCalled(OfPerson, frozen=True, kw_only=True):
    game: str
    until: int
    table: str = ""
    place: int = 0

    def apply(self, room: Room) -> Room:
        room = room.with_entry(self.game, replace(_entry(room, self.person, self.game), until=self.until))
        return room.reserving(self.table, self.place, Reservation(self.person, self.until)) if self.table else room


class CallMissed(OfPerson, frozen=True, kw_only=True):
    """Who did not come goes off the list, or to its bottom."""

    game: str
    bottom: bool = False

    def apply(self, room: Room) -> Room:
        room = room.without(self.person, self.game)
        return room.with_list(self.game, (*room.lists[self.game].waiting, Waiting(self.person))) if self.bottom else room


class PlayerSeated(OfPerson, frozen=True, kw_only=True):
    """Somebody sits down; one from a closed game was `moved`, and is dealt in anywhere. `kept` names the table that has chips of
    theirs, who were picked up there.
    """

    table: str
    place: int
    game: str
    moved: bool = False
    kept: str = ""

    def apply(self, room: Room) -> Room:
        room = room.without(self.person, self.game).returned(self.person, self.game)
        table = room.tables[self.table]
        seats = {**table.seats, self.place: self.person}
        return room.with_table(self.table, table.seated(seats, table.away)).tidy()


class SeatReserved(OfPerson, frozen=True, kw_only=True):
    table: str
    place: int
    until: int = 0

    def apply(self, room: Room) -> Room:
        return room.reserving(self.table, self.place, Reservation(self.person, self.until))


class SeatReleased(Public, frozen=True, kw_only=True):
    table: str
    place: int

    def apply(self, room: Room) -> Room:
        table = room.tables[self.table]
        left = {place: kept for place, kept in table.reserved.items() if place != self.place}
        return room.with_table(self.table, replace(table, reserved=left))


class ChangeAsked(OfPerson, frozen=True, kw_only=True):
    table: str = ""

    def apply(self, room: Room) -> Room:
        return replace(room, changes=(*room.changes, Change(self.person, self.table)))


class ChangeTakenBack(OfPerson, frozen=True, kw_only=True):
    def apply(self, room: Room) -> Room:
        return replace(room, changes=tuple(one for one in room.changes if one.person != self.person))


class PlayerMoved(OfPerson, frozen=True, kw_only=True):
    """A player goes on at another table: from a must-move game, because they asked, or as a supervisor decided."""

    table: str
    place: int
    to: str
    to_place: int
    why: Literal["must move", "asked", "moved"]
    away: bool = False

    def apply(self, room: Room) -> Room:
        room = room.unreserved(self.person, room.tables[self.table].game)
        here, there = room.tables[self.table], room.tables[self.to]
        left = {place: person for place, person in here.seats.items() if place != self.place}
        away = (*there.away, *((self.person,) if self.away else ()))
        room = room.with_table(self.table, here.seated(left, here.away))
        room = room.with_table(self.to, there.seated({**there.seats, self.to_place: self.person}, away))
        return replace(room, changes=tuple(one for one in room.changes if one.person != self.person)).tidy()


class MustMoveSet(Public, frozen=True, kw_only=True):
    table: str
    into: str = ""

    def apply(self, room: Room) -> Room:
        return room.with_table(self.table, replace(room.tables[self.table], must_move=self.into))


class TablesMerged(Public, frozen=True, kw_only=True):
    """A table closes, and its players sit at another one, each at a place of it, also those who are away."""

    table: str
    into: str
    places: dict[str, int]
    away: tuple[str, ...] = ()

    def apply(self, room: Room) -> Room:
        room = room.uncalled(self.table)
        tables = {name: table for name, table in room.tables.items() if name != self.table}
        there = tables[self.into]
        seats = {**there.seats, **{place: person for person, place in self.places.items()}}
        arrived, away = (*there.arrived, *self.places), (*there.away, *self.away)
        tables[self.into] = replace(there, seats=seats, arrived=arrived, away=away)
        return replace(room, tables=tables).tidy()


class CollectionCalled(Public, frozen=True, kw_only=True):
    tables: tuple[str, ...]

    def apply(self, room: Room) -> Room:
        owing = {name: replace(room.tables[name], owes=True) for name in self.tables}
        return replace(room, tables={**room.tables, **owing})


class TableNoted(Public, frozen=True, kw_only=True):
    """What has become of a table.

    Of those who are `gone` some were picked up, and some have lost their game and go `on_list`; who sits down leaves the
    game's list, being `off_list`. `won` are the places that somebody drew the highest card for, kept for them until `until`.
    Those `excluded` now are off all lists of the room.
    """

    table: str
    game: str
    places: Places
    seats: dict[int, str]
    away: tuple[str, ...] = ()
    hourly: bool = False
    paid_until: int = 0
    gone: tuple[str, ...] = ()
    picked_up: dict[str, int] = {}
    off_list: tuple[str, ...] = ()
    on_list: tuple[str, ...] = ()
    won: dict[int, str] = {}
    until: int = 0
    closed: bool = False
    excluded: tuple[str, ...] = ()
    owing: tuple[str, ...] = ()

    @property
    def left(self) -> tuple[str, ...]:
        """Who is gone of their own will."""
        return tuple(person for person in self.gone if person not in self.picked_up)

    def apply(self, room: Room) -> Room:
        before = room.tables[self.table]
        picked = tuple(PickedUp(person, before.game, self.table, at) for person, at in self.picked_up.items())
        room = replace(room, picked_up=(*room.picked_up, *picked))
        for person in self.off_list:
            room = room.without(person, self.game)
        for person in self.seats.values():
            room = room.returned(person, self.game)
        if self.closed or self.game != before.game:
            room = room.uncalled(self.table)
        if self.closed:
            room = replace(room, tables={name: one for name, one in room.tables.items() if name != self.table})
        else:
            collected = self.paid_until > before.paid_until
            table = replace(
                before.seated(self.seats, self.away),
                game=self.game,
                places=self.places,
                reserved=before.reserved if self.game == before.game else {},
                hourly=self.hourly,
                owing=self.owing,
                paid_until=self.paid_until,
                owes=before.owes and not collected,
            )
            room = room.with_table(self.table, table)
        for place, person in self.won.items():
            room = room.reserving(self.table, place, Reservation(person, self.until))
        waiting = room.lists[before.game].waiting if self.on_list else ()
        ahead = sum(bool(entry.first) for entry in waiting)
        back = tuple(Waiting(person, first="closed game") for person in self.on_list)
        if back:
            room = room.with_list(before.game, (*waiting[:ahead], *back, *waiting[ahead:]))
        for person in self.excluded:
            room = room.excluding(person)
        return room.tidy()


def _entry(room: Room, person: str, name: str) -> Waiting:
    entry = room.lists[name].entry(person)
    if entry is None:
        raise ValueError(f"{person} is not on the list for {name}")
    return entry
