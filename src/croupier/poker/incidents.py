"""What becomes so around the hands: seats and buttons, signs and lists, irregularities and what is done about them."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from croupier.kernel.cards import Card
from croupier.kernel.events import Public
from croupier.poker.commands import Report
from croupier.poker.rules import Commission, Options
from croupier.poker.table import Notice, Question, Seat, Table, Waiting

# Seats


class SeatTaken(Public, frozen=True, kw_only=True):
    """A player sits down with chips; `new` ones wait for the blind or post before their first cards."""

    seat: int
    new: bool = True

    def apply(self, table: Table) -> Table:
        table.seats[self.seat] = Seat(number=self.seat, stack=f"stack {self.seat}", new=self.new)
        table.reserved = tuple(place for place in table.reserved if place != self.seat)
        return table


class ChipsAdded(Public, frozen=True, kw_only=True):
    """A player not in a hand adds chips."""

    seat: int

    def apply(self, table: Table) -> Table:
        return table


class SeatLeft(Public, frozen=True, kw_only=True):
    """A player leaves for good; a reserved button marks the place."""

    seat: int

    def apply(self, table: Table) -> Table:
        del table.seats[self.seat]
        table.reserved = (*table.reserved, self.seat)
        give_up_wishes(table, self.seat)
        table.excluded = tuple(seat for seat in table.excluded if seat != self.seat)
        return table


class SeatChanged(Public, frozen=True, kw_only=True):
    """A player moves to an empty seat; one who moves too far waits for the blind or posts a penalty.

    `missed` are blinds that a move behind the button would otherwise avoid.
    """

    seat: int
    to: int
    penalty: bool
    missed: tuple[int, ...] = ()

    def apply(self, table: Table) -> Table:
        seat = table.seats.pop(self.seat)
        seat.number, seat.stack, seat.penalty = self.to, f"stack {self.to}", seat.penalty or self.penalty
        seat.missed = tuple(sorted({*seat.missed, *self.missed}))
        table.seats[self.to] = seat
        table.reserved = tuple(place for place in (*table.reserved, self.seat) if place != self.to)
        give_up_wishes(table, self.seat)
        table.wanted.pop(self.to, None)
        return table


def give_up_wishes(table: Table, number: int) -> None:
    """A player who is gone from a seat wants no other place any more."""
    if number in table.ring:  # of the hand before
        table.ring.remove(number)
    for place, seats in list(table.wanted.items()):
        left = tuple(seat for seat in seats if seat != number)
        if left:
            table.wanted[place] = left
        else:
            del table.wanted[place]


class SeatDrawn(Public, frozen=True, kw_only=True):
    """Cards were drawn for a seat; the highest has it, or `tied` draw again. A player of the table who wins may move there."""

    place: int
    names: tuple[str, ...]
    cards: tuple[Card, ...]
    winner: str = ""
    tied: tuple[str, ...] = ()
    seat: int = 0

    def apply(self, table: Table) -> Table:
        if self.seat:
            table.wanted[self.place] = (self.seat,)
        elif self.winner:
            table.wanted.pop(self.place, None)
        return table


class SeatWanted(Public, frozen=True, kw_only=True):
    """A player of the table wants a vacant place, before anybody who waits to join."""

    seat: int
    place: int

    def apply(self, table: Table) -> Table:
        table.wanted[self.place] = (*table.wanted.get(self.place, ()), self.seat)
        return table


Button = Literal["walking", "absent", "missed blind", "dealt out", "none"]
"""The buttons that tell how a player stands; `none` when there is none any more."""


class ButtonPlaced(Public, frozen=True, kw_only=True):
    """A button before a player: `walking`, `absent`, `missed blind`, `dealt out`, or `none` when it is taken away."""

    seat: int
    button: Button

    def apply(self, table: Table) -> Table:
        seat = table.seats[self.seat]
        if self.button == "dealt out":
            seat.dealt_out = True
            return table
        seat.away = self.button in ("walking", "absent")
        seat.dealt_out = seat.dealt_out and seat.away
        return table


class BlindsMoved(Public, frozen=True, kw_only=True):
    """A player due a blind is gone before posting it: that blind is missed, and the last one falls to the next player."""

    positions: tuple[int, ...]
    missed: dict[int, int] = {}

    def apply(self, table: Table) -> Table:
        table.positions = self.positions
        for number, blind in self.missed.items():
            if blind not in table.seats[number].missed:
                table.seats[number].missed = (*table.seats[number].missed, blind)
        return table


class PickedUp(Public, frozen=True, kw_only=True):
    """A player who was away too long loses the seat; the chips are kept."""

    player: int
    name: str
    at: int

    def apply(self, table: Table) -> Table:
        del table.seats[self.player]
        table.reserved = (*table.reserved, self.player)
        give_up_wishes(table, self.player)
        table.picked_up[self.name] = self.at
        return table


class ListJoined(Public, frozen=True, kw_only=True):
    """A name is on the waiting list, at this place of it; `in_time` of a player who was picked up and is back soon."""

    name: str
    place: int
    in_time: bool = False

    def apply(self, table: Table) -> Table:
        entry = Waiting(self.name, self.in_time)
        table.waiting = (*table.waiting[: self.place], entry, *table.waiting[self.place :])
        return table


class ListLeft(Public, frozen=True, kw_only=True):
    """A name is off the waiting list: called to a place, or gone."""

    name: str

    def apply(self, table: Table) -> Table:
        table.waiting = tuple(entry for entry in table.waiting if entry.name != self.name)
        return table


class ChipsBack(Public, frozen=True, kw_only=True):
    """A player who was picked up has the kept chips again."""

    name: str

    def apply(self, table: Table) -> Table:
        table.picked_up.pop(self.name, None)
        return table


# Reports and rulings


class IrregularityReported(Public, frozen=True, kw_only=True):
    """Something went wrong, and this is what the book says of it. A time to act begins anew with it."""

    what: str
    says: str
    player: int = 0
    note: str = ""
    at: int = -1

    def apply(self, table: Table) -> Table:
        if self.at >= 0:
            table.turn_since = self.at
        return table


class RulingAsked(Public, frozen=True, kw_only=True):
    """The book leaves it to a person; play waits."""

    question: str
    options: tuple[str, ...]
    rank: str
    report: Report

    def apply(self, table: Table) -> Table:
        table.question = Question(self.report.what, self.options, self.rank, self.report)
        return table


class PassedOver(Public, frozen=True, kw_only=True):
    """A player whom others passed over has lost the right to act: the hand plays for what is in, as if all-in."""

    seat: int

    def apply(self, table: Table) -> Table:
        table.seats[self.seat].all_in = True
        table.turn = table.next_to_act(self.seat)
        return table


class RulingGiven(Public, frozen=True, kw_only=True):
    """Somebody has ruled."""

    option: str
    by: str
    note: str = ""
    at: int = -1

    def apply(self, table: Table) -> Table:
        table.question = None
        if self.at >= 0:  # the time to act stood still, and begins anew
            table.start_clock(self.at)
        return table


class DutyDone(Public, frozen=True, kw_only=True):
    """Somebody did what the book wants done or allows."""

    duty: str
    by: str
    effect: str = ""
    note: str = ""

    def apply(self, table: Table) -> Table:
        table.done = (*table.done, self.duty)
        if self.effect:
            table.new_deck = self.effect == "new cards"
        return table


class ChangeAnnounced(Public, frozen=True, kw_only=True):
    """New signs are announced, and another game if one is named; `dearer` ones raise the minimum wager."""

    options: Options
    game: str
    at: int
    dearer: bool

    def apply(self, table: Table) -> Table:
        table.notices["change"] = Notice(self.options, self.game, self.at, table.hand, self.dearer)
        table.agreed["change"] = ()
        return table


class ClosingAnnounced(Public, frozen=True, kw_only=True):
    """The table will close."""

    at: int

    def apply(self, table: Table) -> Table:
        table.notices["closing"] = Notice(table.options, "", self.at, table.hand)
        table.agreed["closing"] = ()
        return table


class PlayerAgreed(Public, frozen=True, kw_only=True):
    """A player agrees that an announced change, or the closing, need not wait."""

    seat: int
    to: str

    def apply(self, table: Table) -> Table:
        table.agreed[self.to] = (*table.agreed[self.to], self.seat)
        return table


class TableChanged(Public, frozen=True, kw_only=True):
    """The table is played by new signs from the next hand; `game` is the new game, if it is another."""

    options: Options
    game: str

    def apply(self, table: Table) -> Table:
        table.options, table.game = self.options, self.game or table.game
        del table.notices["change"]
        if len(table.positions) != len(self.options.blinds) + 1:
            table.positions = table.positions[-1:]
        return table


class CommissionChanged(Public, frozen=True, kw_only=True):
    """The house charges otherwise from the next hand, and the sign says so."""

    commission: Commission

    def apply(self, table: Table) -> Table:
        table.options = replace(table.options, commission=self.commission)
        return table


class TableClosed(Public, frozen=True, kw_only=True):
    """The table is closed."""

    def apply(self, table: Table) -> Table:
        table.phase = "closed"
        return table
