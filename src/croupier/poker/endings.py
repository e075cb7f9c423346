"""What becomes so at the end of a hand: hands are shown, passed in or asked for, and the pots are pushed."""

from __future__ import annotations

from typing import Literal, Self

from msgspec.structs import replace

from croupier.kernel.cards import Card
from croupier.kernel.events import Event, Public, Viewer
from croupier.poker.events import face_down
from croupier.poker.table import Table


class ShowdownBegun(Public, frozen=True, kw_only=True):
    """The betting is over and two or more hands are left: they are shown in this order."""

    order: tuple[int, ...]

    def apply(self, table: Table) -> Table:
        table.phase, table.turn, table.showing = "showdown", 0, list(self.order)
        return table


class HandShown(Public, frozen=True, kw_only=True):
    """A hand is turned up and read."""

    seat: int
    cards: tuple[Card, ...]
    hand: str
    low: str = ""
    live: bool = True

    def apply(self, table: Table) -> Table:
        seat = table.seats[self.seat]
        if seat.mucked and self.live:
            number = len(seat.cards)
            places = (n for n in range(len(table.muck)) if table.muck[n : n + number] == seat.cards)
            start = next(places, len(table.muck))
            table.muck = table.muck[:start] + table.muck[start + number :]
        seat.live = self.live and (seat.live or seat.mucked)
        seat.shown, seat.cards, seat.mucked = True, self.cards, seat.mucked and not self.live
        return table


class HandShownTo(Event, frozen=True, kw_only=True):
    """A player lets another one see the hand; the rest of the table may ask for the same once the hand is over."""

    seat: int
    to: int
    cards: tuple[Card, ...]

    def seen_by(self, viewer: Viewer) -> Self:
        return self if viewer.seat in (self.seat, self.to) else replace(self, cards=face_down(self.cards))

    def apply(self, table: Table) -> Table:
        seat = table.seats[self.seat]
        seat.shown_to = (*seat.shown_to, self.to)
        return table


class HandSeen(Public, frozen=True, kw_only=True):
    """A hand that was shown to another player is shown to the whole table, after the hand; it wins nothing by that."""

    seat: int
    cards: tuple[Card, ...]

    def apply(self, table: Table) -> Table:
        table.seats[self.seat].shown = True
        return table


class HandInspected(Event, frozen=True, kw_only=True):
    """The dealer or somebody above looks at a hand that was played; nobody else sees it."""

    player: int
    cards: tuple[Card, ...]
    by: str

    def seen_by(self, viewer: Viewer) -> Self:
        return self if viewer.role == "dealer" else replace(self, cards=face_down(self.cards))

    def apply(self, table: Table) -> Table:
        return table


class HandMucked(Public, frozen=True, kw_only=True):
    """A hand is passed in at the showdown, not shown."""

    seat: int

    def apply(self, table: Table) -> Table:
        seat = table.seats[self.seat]
        seat.live, seat.mucked = False, True
        table.muck = (*table.muck, *seat.cards)
        return table


Half = Literal["", "high", "low"]
"""Which half of a pot that high and low divide; empty for a whole one."""


class PotPushed(Public, frozen=True, kw_only=True):
    """A pot, commission taken, goes to its winners; `half` is high or low where a pot is divided between them.

    `odd` names who got a chip more because the pot could not be divided equally.
    """

    pot: int
    amount: int
    shares: dict[int, int]
    half: Half = ""
    odd: tuple[int, ...] = ()
    hand: str = ""

    def apply(self, table: Table) -> Table:
        return table


class HandEnded(Public, frozen=True, kw_only=True):
    """The pot is pushed and the round of play is over; winnings that were held join the stacks.

    A dealt-out button is for one hand: it is taken up from whoever got no cards in this one.
    """

    def apply(self, table: Table) -> Table:
        table.phase, table.turn = "between", 0
        for seat in table.seats.values():
            if not seat.dealt_in:
                seat.dealt_out = False
            seat.side = ""
        return table
