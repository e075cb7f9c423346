"""Everything that can happen in a poker room. All of it is on the board for everyone to see."""

from typing import Literal

from msgspec.structs import replace

from croupier.kernel.events import OfPerson, Places, Public
from croupier.room.state import Change, First, GameList, PickedUp, Reservation, Room, RoomTable, Settings, Waiting


class RoomOpened(Public, frozen=True, kw_only=True):
    settings: Settings = Settings()

    def alter(self, room: Room) -> None:
        room.open, room.settings = True, self.settings


class GameOffered(Public, frozen=True, kw_only=True):
    game: str
    played: str
    limit: str
    needed: int

    def alter(self, room: Room) -> None:
        room.lists[self.game] = GameList(self.played, self.limit, self.needed)


class GameWithdrawn(Public, frozen=True, kw_only=True):
    game: str

    def alter(self, room: Room) -> None:
        room.lists.pop(self.game, None)


class TableAdded(Public, frozen=True, kw_only=True):
    table: str
    game: str
    places: Places

    def alter(self, room: Room) -> None:
        room.tables[self.table] = RoomTable(self.game, self.places)


class ListJoined(OfPerson, frozen=True, kw_only=True):
    """A person is on a list, at this place."""

    game: str
    place: int
    going: bool = True
    first: First = ""

    def alter(self, room: Room) -> None:
        waiting = room.lists[self.game].waiting
        entry = Waiting(self.person, self.going, self.first)
        room.put_on_list(self.game, (*waiting[: self.place], entry, *waiting[self.place :]))


class GoingSaid(OfPerson, frozen=True, kw_only=True):
    game: str

    def alter(self, room: Room) -> None:
        room.change_entry(self.person, self.game, going=True)


class ListLeft(OfPerson, frozen=True, kw_only=True):
    """A person no longer waits, or has come for the chips that were kept at a table."""

    game: str
    kept: str = ""

    def alter(self, room: Room) -> None:
        room.take_off(self.person, self.game)
        room.note_return(self.person, self.game)


class SeatRequested(OfPerson, frozen=True, kw_only=True):
    game: str
    table: str
    place: int

    def alter(self, room: Room) -> None:
        room.change_entry(self.person, self.game, table=self.table, place=self.place)


class PlayerCalled(OfPerson, frozen=True, kw_only=True):
    game: str
    until: int
    table: str = ""
    place: int = 0

    def alter(self, room: Room) -> None:
        room.change_entry(self.person, self.game, until=self.until)
        if self.table:
            room.reserve(self.table, self.place, Reservation(self.person, self.until))


class CallMissed(OfPerson, frozen=True, kw_only=True):
    """A person who did not come goes off the list, or to its bottom."""

    game: str
    bottom: bool = False

    def alter(self, room: Room) -> None:
        room.take_off(self.person, self.game)
        if self.bottom:
            room.put_on_list(self.game, (*room.lists[self.game].waiting, Waiting(self.person)))


class PlayerSeated(OfPerson, frozen=True, kw_only=True):
    """A person sits down; one from a closed game was `moved`, and is dealt in anywhere. `kept` names the table that holds chips
    for a person who was picked up there.
    """

    table: str
    place: int
    game: str
    moved: bool = False
    kept: str = ""

    def alter(self, room: Room) -> None:
        room.take_off(self.person, self.game)
        room.note_return(self.person, self.game)
        table = room.tables[self.table]
        room.tables[self.table] = table.seated({**table.seats, self.place: self.person}, table.away)
        room.tidy()


class SeatReserved(OfPerson, frozen=True, kw_only=True):
    table: str
    place: int
    until: int = 0

    def alter(self, room: Room) -> None:
        room.reserve(self.table, self.place, Reservation(self.person, self.until))


class SeatReleased(Public, frozen=True, kw_only=True):
    table: str
    place: int

    def alter(self, room: Room) -> None:
        kept = room.tables[self.table].reserved
        room.change_table(self.table, reserved={place: reservation for place, reservation in kept.items() if place != self.place})


class ChangeAsked(OfPerson, frozen=True, kw_only=True):
    table: str = ""

    def alter(self, room: Room) -> None:
        room.changes = (*room.changes, Change(self.person, self.table))


class ChangeTakenBack(OfPerson, frozen=True, kw_only=True):
    def alter(self, room: Room) -> None:
        room.forget_wish(self.person)


class PlayerMoved(OfPerson, frozen=True, kw_only=True):
    """A player continues at another table: from a must-move game, by request, or by a supervisor's decision."""

    table: str
    place: int
    to: str
    to_place: int
    why: Literal["must move", "asked", "moved"]
    away: bool = False

    def alter(self, room: Room) -> None:
        room.unreserve(self.person, room.tables[self.table].game)
        here, there = room.tables[self.table], room.tables[self.to]
        left = {place: person for place, person in here.seats.items() if place != self.place}
        away = (*there.away, *((self.person,) if self.away else ()))
        room.tables[self.table] = here.seated(left, here.away)
        room.tables[self.to] = there.seated({**there.seats, self.to_place: self.person}, away)
        room.forget_wish(self.person)
        room.tidy()


class MustMoveSet(Public, frozen=True, kw_only=True):
    table: str
    into: str = ""

    def alter(self, room: Room) -> None:
        room.change_table(self.table, must_move=self.into)


class TablesMerged(Public, frozen=True, kw_only=True):
    """A table closes, and its players get places at another one, even those who are away."""

    table: str
    into: str
    places: dict[str, int]
    away: tuple[str, ...] = ()

    def alter(self, room: Room) -> None:
        room.uncall(self.table)
        del room.tables[self.table]
        there = room.tables[self.into]
        seats = {**there.seats, **{place: person for person, place in self.places.items()}}
        arrived, away = (*there.arrived, *self.places), (*there.away, *self.away)
        room.change_table(self.into, seats=seats, arrived=arrived, away=away)
        room.tidy()


class CollectionCalled(Public, frozen=True, kw_only=True):
    tables: tuple[str, ...]

    def alter(self, room: Room) -> None:
        for name in self.tables:
            room.change_table(name, owes=True)


class TableNoted(Public, frozen=True, kw_only=True):
    """The current state of a table.

    Of those who are `gone` some were picked up, and some lost their game and go `on_list`; a person who sits down leaves the
    game's list, as `off_list`. `won` are the places for which someone drew the highest card, kept for them until `until`.
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
        """Who left voluntarily."""
        return tuple(person for person in self.gone if person not in self.picked_up)

    def alter(self, room: Room) -> None:
        before = room.tables[self.table]
        picked = tuple(PickedUp(person, before.game, self.table, at) for person, at in self.picked_up.items())
        room.picked_up = (*room.picked_up, *picked)
        for person in self.off_list:
            room.take_off(person, self.game)
        for person in self.seats.values():
            room.note_return(person, self.game)
        if self.closed or self.game != before.game:
            room.uncall(self.table)
        if self.closed:
            del room.tables[self.table]
        else:
            collected = self.paid_until > before.paid_until
            room.tables[self.table] = replace(
                before.seated(self.seats, self.away),
                game=self.game,
                places=self.places,
                reserved=before.reserved if self.game == before.game else {},
                hourly=self.hourly,
                owing=self.owing,
                paid_until=self.paid_until,
                owes=before.owes and not collected,
            )
        for place, person in self.won.items():
            room.reserve(self.table, place, Reservation(person, self.until))
        waiting = room.lists[before.game].waiting if self.on_list else ()
        ahead = sum(bool(entry.first) for entry in waiting)
        back = tuple(Waiting(person, first="closed game") for person in self.on_list)
        if back:
            room.put_on_list(before.game, (*waiting[:ahead], *back, *waiting[ahead:]))
        for person in self.excluded:
            room.exclude(person)
        room.tidy()
