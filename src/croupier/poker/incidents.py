"""What becomes so around the hands: seats and buttons, signs and lists, irregularities and what is done about them."""

from __future__ import annotations

from typing import Literal, Self

from msgspec.structs import replace

from croupier.kernel.cards import Card
from croupier.kernel.events import Event, Public, Viewer
from croupier.poker.commands import Report
from croupier.poker.events import face_down
from croupier.poker.rules import Options
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
        table.excluded = tuple(seat for seat in table.excluded if seat != self.seat)
        return table


class SeatChanged(Public, frozen=True, kw_only=True):
    """A player moves to an empty seat; one who moves too far waits for the blind or posts a penalty."""

    seat: int
    to: int
    penalty: bool

    def apply(self, table: Table) -> Table:
        seat = table.seats.pop(self.seat)
        seat.number, seat.stack, seat.penalty = self.to, f"stack {self.to}", seat.penalty or self.penalty
        table.seats[self.to] = seat
        table.reserved = tuple(place for place in (*table.reserved, self.seat) if place != self.to)
        return table


class SeatDrawn(Public, frozen=True, kw_only=True):
    """Cards were drawn for a seat; the highest has it, or the draw is tied."""

    place: int
    names: tuple[str, ...]
    cards: tuple[Card, ...]
    winner: str

    def apply(self, table: Table) -> Table:
        return table


class ButtonPlaced(Public, frozen=True, kw_only=True):
    """A button before a player: `walking`, `absent`, `missed blind`, `dealt out`, or `none` when it is taken away."""

    seat: int
    button: Literal["walking", "absent", "missed blind", "dealt out", "none"]

    def apply(self, table: Table) -> Table:
        seat = table.seats[self.seat]
        seat.away = self.button in ("walking", "absent")
        seat.dealt_out = self.button == "dealt out"
        return table


class BlindsMoved(Public, frozen=True, kw_only=True):
    """The player due the last blind is gone: it falls to the next."""

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
        table.waiting = (*table.waiting, Waiting(self.name, self.player, self.at))
        return table


class ListJoined(Public, frozen=True, kw_only=True):
    """A name is on the waiting list, at this place of it."""

    name: str
    place: int

    def apply(self, table: Table) -> Table:
        known = {entry.name: entry for entry in table.waiting}
        entry = known.pop(self.name, Waiting(self.name))
        entry = replace(entry, since=-1) if entry.picked_up else entry
        others = [other for other in table.waiting if other.name != self.name]
        table.waiting = (*others[: self.place], entry, *others[self.place :])
        return table


# Cards that are taken back


class CardsTakenBack(Event, frozen=True, kw_only=True):
    """Board cards go back: into the stub to be shuffled, aside, to the burns, or to the muck."""

    cards: tuple[Card, ...]
    to: Literal["stub", "aside", "burns", "muck"]

    def seen_by(self, viewer: Viewer) -> Self:
        return self

    def apply(self, table: Table) -> Table:
        kept = list(table.board)
        for card in self.cards:
            if card in kept:
                kept.remove(card)
        table.board = tuple(kept)
        if self.to == "stub":
            table.stub, table.reshuffle = (*table.stub, *self.cards), True
        elif self.to == "aside":
            table.aside = (*table.aside, *self.cards)
        elif self.to == "burns":
            table.burns = (*table.burns, *self.cards)
        else:
            table.muck = (*table.muck, *self.cards)
        return table


class StubShuffled(Event, frozen=True, kw_only=True):
    """What is left of the deck in its new order; nobody sees it."""

    deck: tuple[Card, ...]

    def seen_by(self, viewer: Viewer) -> Self:
        return replace(self, deck=face_down(self.deck))

    def apply(self, table: Table) -> Table:
        table.stub, table.reshuffle = self.deck, False
        return table


# Reports and rulings


class IrregularityReported(Public, frozen=True, kw_only=True):
    """Something went wrong, and this is what the book says of it."""

    what: str
    says: str

    def apply(self, table: Table) -> Table:
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


class RulingGiven(Public, frozen=True, kw_only=True):
    """Somebody has ruled."""

    option: str
    by: str
    note: str = ""

    def apply(self, table: Table) -> Table:
        table.question = None
        return table


class DutyDone(Public, frozen=True, kw_only=True):
    """Somebody did what the book wants done or allows."""

    duty: str
    by: str
    note: str = ""

    def apply(self, table: Table) -> Table:
        table.done = (*table.done, self.duty)
        return table


class NoticeGiven(Public, frozen=True, kw_only=True):
    """A change is announced on a sign at the table."""

    says: str
    at: int

    def apply(self, table: Table) -> Table:
        table.notices[self.says] = Notice(self.says, self.at, table.hand)
        return table


class TableChanged(Public, frozen=True, kw_only=True):
    """The table is played by new signs from the next hand."""

    options: Options

    def apply(self, table: Table) -> Table:
        table.options = self.options
        table.notices, table.agreed = {}, {}
        return table


class TableClosed(Public, frozen=True, kw_only=True):
    """The table is closed."""

    def apply(self, table: Table) -> Table:
        table.phase = "closed"
        return table
