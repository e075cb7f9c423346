"""What can become so in a hand of poker. An event changes the table in place and never looks at a card's face."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Self

from msgspec.structs import replace

from croupier.kernel.cards import HIDDEN, Card
from croupier.kernel.events import Event, Public, Viewer
from croupier.poker.rules import Options
from croupier.poker.table import Held, Table

if TYPE_CHECKING:
    from collections.abc import Iterable

STRADDLE_SETS = "straddle_sets_minimum_raise"
"""The other reading of what a straddle does: a raise over it is at least the straddle."""


def face_down(cards: Iterable[Card]) -> tuple[Card, ...]:
    return tuple(HIDDEN for _ in cards)


class TableOpened(Public, frozen=True, kw_only=True):
    """A table opens. Book, edition and digest pin the rules that its history is read by."""

    game: str
    book: str
    edition: str
    digest: str
    options: Options

    def apply(self, table: Table) -> Table:
        table.options = self.options
        return table


# A hand begins


class HandBegun(Public, frozen=True, kw_only=True):
    """The button is in its place and each blind at its own: `positions` has the button first and the last blind last.

    `missed` are the players whose blind fell due while they were away, and which.
    """

    hand: int
    positions: tuple[int, ...]
    missed: dict[int, int] = {}

    def apply(self, table: Table) -> Table:
        table.hand, table.positions, table.phase = self.hand, self.positions, "blinds"
        table.posted, table.straddles = {}, ()
        table.bet, table.full, table.step, table.street = 0, 0, table.options.least_bet(0), 0
        table.stub = table.burns = table.board = table.muck = table.aside = table.exposed = ()
        table.boxed = table.skip_burns = table.raises = table.opener = table.dead = table.collected = 0
        table.turn, table.voluntary, table.flop_settled, table.reshuffle = 0, False, False, False
        table.ring, table.actors, table.showing, table.held, table.owed = [], [], [], {}, {}
        for number, seat in table.seats.items():
            seat.cards = seat.discards = ()
            seat.live = seat.dealt_in = seat.closed = seat.acted = seat.mute = seat.all_in = False
            seat.discarded = seat.shown = seat.mucked = seat.posted = False
            seat.wagered = seat.put_in = seat.extra = 0
            if number in self.missed and self.missed[number] not in seat.missed:
                seat.missed = (*seat.missed, self.missed[number])
        return table


class BlindPosted(Public, frozen=True, kw_only=True):
    """A blind, a post to be dealt in, or a straddle: `live` counts towards the bet, `dead` only swells the pot.

    `level` is the bet as it then stands, which a player without enough chips may fall short of.
    """

    seat: int
    kind: Literal["blind", "post", "straddle", "ante"]
    live: int
    dead: int = 0
    level: int = 0
    all_in: bool = False

    def apply(self, table: Table) -> Table:
        seat = table.seats[self.seat]
        if self.kind == "ante":
            seat.put_in += self.live
        else:
            table.put(seat, self.live)
            table.posted[self.seat] = table.posted.get(self.seat, 0) + self.live
            seat.posted, seat.new, seat.penalty, seat.missed = True, False, False, ()
        table.dead += self.dead
        seat.all_in = self.all_in
        if self.kind == "straddle":
            if not table.options.limited:
                table.step = self.level if STRADDLE_SETS in table.options.readings else self.level - table.bet
            table.straddles = (*table.straddles, self.seat)
        table.bet = max(table.bet, self.level)
        table.full = table.bet
        return table


class FeesCollected(Public, frozen=True, kw_only=True):
    """A charge from each player, for the hand or for the hour."""

    hourly: bool = False

    def apply(self, table: Table) -> Table:
        if self.hourly:
            for seat in table.seats.values():
                seat.paid = True
        return table


class CardsShuffled(Event, frozen=True, kw_only=True):
    """The deck in its new order, from the top. Nobody sees the order while the hand is in play."""

    deck: tuple[Card, ...]

    def seen_by(self, viewer: Viewer) -> Self:
        return replace(self, deck=face_down(self.deck))

    def apply(self, table: Table) -> Table:
        table.shuffled, table.cut, table.stub = True, False, self.deck
        return table


class CardsCut(Public, frozen=True, kw_only=True):
    """The deck is cut once, below so many cards."""

    place: int

    def apply(self, table: Table) -> Table:
        table.cut = True
        table.stub = table.stub[self.place :] + table.stub[: self.place]
        return table


class HandsDealt(Event, frozen=True, kw_only=True):
    """Every player's hole cards, dealt one at a time clockwise from the left of the button. Each sees only their own.

    `first` is whose turn it is; `new` are players who are dealt in for the first time, or again after missing blinds.
    """

    hands: dict[int, tuple[Card, ...]]
    used: int
    first: int

    def seen_by(self, viewer: Viewer) -> Self:
        hands = {seat: cards if seat == viewer.seat else face_down(cards) for seat, cards in self.hands.items()}
        return replace(self, hands=hands)

    def apply(self, table: Table) -> Table:
        table.phase, table.shuffled, table.cut = "betting", False, False
        table.stub = table.stub[self.used :]
        table.ring = list(self.hands)
        for number, cards in self.hands.items():
            seat = table.seats[number]
            seat.cards, seat.dealt_in, seat.live, seat.dealt_out = cards, True, True, False
        table.turn = table.next_to_act(table.ring[table.ring.index(self.first) - 1])
        return table


# Betting


class Checked(Public, frozen=True, kw_only=True):
    """A player makes no bet and keeps the right to act. `option` is a last blind that stands pat."""

    seat: int
    timed_out: bool = False

    def apply(self, table: Table) -> Table:
        table.act(self.seat)
        return table


class Called(Public, frozen=True, kw_only=True):
    """A player matches the bet with `amount` more chips, or goes all-in for less."""

    seat: int
    amount: int
    all_in: bool = False

    def apply(self, table: Table) -> Table:
        seat = table.seats[self.seat]
        seat.wagered += self.amount
        seat.put_in += self.amount
        seat.all_in = self.all_in
        table.voluntary = True
        table.act(self.seat)
        return table


class Raised(Public, frozen=True, kw_only=True):
    """A player bets, or raises, to a total of `to` in this round, with `amount` more chips.

    `opens` is false of an all-in too short to be a bet or raise: it opens the betting to nobody who has acted. `counts`
    is whether it is one of the limited raises.
    """

    seat: int
    to: int
    amount: int
    opens: bool = True
    counts: bool = False
    all_in: bool = False

    def apply(self, table: Table) -> Table:
        seat = table.seats[self.seat]
        seat.wagered += self.amount
        seat.put_in += self.amount
        seat.all_in = self.all_in
        table.voluntary = True
        if self.opens:
            if not table.options.limited:
                table.step = max(table.step, self.to - table.bet)
            elif table.options.betting == "spread limit":
                table.step = max(table.step, self.to - table.full)
            table.full = self.to
            table.opener = self.seat
            table.raises += self.counts
            for number in table.ring:
                table.seats[number].closed = False
        table.bet = self.to
        table.act(self.seat)
        return table


class Folded(Event, frozen=True, kw_only=True):
    """A hand is given up, face down; its wagers stay in the pot. `dead` says why a hand that nobody gave up is dead."""

    seat: int
    dead: str = ""
    in_turn: bool = True

    def seen_by(self, viewer: Viewer) -> Self:
        return self

    def apply(self, table: Table) -> Table:
        seat = table.seats[self.seat]
        seat.live = False
        table.muck = (*table.muck, *seat.cards)
        table.held.pop(self.seat, None)
        table.owed.pop(self.seat, None)
        if table.turn == self.seat and self.in_turn:
            table.act(self.seat)
        elif table.turn:
            table.turn = self.seat_to_act(table)
        return table

    def seat_to_act(self, table: Table) -> int:
        """Whose turn it is after a hand fell out of turn: as before, unless the round is over by it."""
        if table.turn == self.seat or len(table.in_hand) < 2:
            return table.next_to_act(table.turn)
        return table.turn


class ActedOutOfTurn(Public, frozen=True, kw_only=True):
    """A player acts before the turn comes; the chips lie there, and what they mean is seen when the turn comes."""

    seat: int
    held: Held

    def apply(self, table: Table) -> Table:
        table.held[self.seat] = self.held
        if self.held.act == "check":
            table.seats[self.seat].mute = True
        return table


class HeldActReleased(Public, frozen=True, kw_only=True):
    """Somebody due earlier bet more: who acted out of turn chooses anew."""

    seat: int

    def apply(self, table: Table) -> Table:
        table.held.pop(self.seat, None)
        return table


class ShortWager(Public, frozen=True, kw_only=True):
    """A player put in less than the call, and makes up the rest or folds."""

    seat: int
    amount: int

    def apply(self, table: Table) -> Table:
        table.put(table.seats[self.seat], self.amount)
        table.owed[self.seat] = table.bet - table.seats[self.seat].wagered
        return table


class ChipsReturned(Public, frozen=True, kw_only=True):
    """Chips put forward beyond what the act is worth go back."""

    seat: int
    amount: int

    def apply(self, table: Table) -> Table:
        return table


class UncalledReturned(Public, frozen=True, kw_only=True):
    """The part of a wager that nobody matched goes back."""

    seat: int
    amount: int

    def apply(self, table: Table) -> Table:
        seat = table.seats[self.seat]
        seat.wagered -= self.amount
        seat.put_in -= self.amount
        return table


class TimeBought(Public, frozen=True, kw_only=True):
    """A player has bought more time to act."""

    seat: int
    seconds: int

    def apply(self, table: Table) -> Table:
        table.seats[self.seat].extra += 1
        table.turn_since += self.seconds
        return table


class CardDiscarded(Event, frozen=True, kw_only=True):
    """A pineapple player gives up a card, face down."""

    seat: int
    card: Card
    place: int

    def seen_by(self, viewer: Viewer) -> Self:
        return self if viewer.seat == self.seat else replace(self, card=HIDDEN, place=-1)

    def apply(self, table: Table) -> Table:
        seat = table.seats[self.seat]
        place = self.place if self.place >= 0 else len(seat.cards) - 1
        seat.discards = (*seat.discards, self.card)
        seat.cards = seat.cards[:place] + seat.cards[place + 1 :]
        seat.discarded = True
        table.muck = (*table.muck, self.card)
        table.turn = next((s.number for s in table.in_hand if not s.discarded), 0)
        return table


class DiscardsAsked(Public, frozen=True, kw_only=True):
    """The betting round goes on until every player has discarded, from the left of the button."""

    def apply(self, table: Table) -> Table:
        table.phase = "discard"
        table.turn = table.in_hand[0].number
        return table


# The board


class BoardDealt(Event, frozen=True, kw_only=True):
    """A card is burned, unless it is missing, and the flop, the fourth or the fifth card turned up.

    `for_side` is true of a flop that is dealt only to settle side wagers.
    """

    cards: tuple[Card, ...]
    burn: tuple[Card, ...]
    used: int
    for_side: bool = False

    def seen_by(self, viewer: Viewer) -> Self:
        return replace(self, burn=face_down(self.burn))

    def apply(self, table: Table) -> Table:
        table.board = (*table.board, *self.cards)
        table.burns = (*table.burns, *self.burn)
        table.stub = table.stub[self.used :]
        table.skip_burns = max(table.skip_burns - (not self.burn), 0)
        if not self.for_side:
            self.open_betting(table)
        return table

    def open_betting(self, table: Table) -> None:
        table.phase = "betting"
        table.street = len(table.board) - 2
        table.bet = table.full = table.raises = table.opener = 0
        table.step = table.options.least_bet(table.street)
        table.actors = []
        table.held = {}
        for number in table.ring:
            seat = table.seats[number]
            seat.wagered = 0
            seat.closed = seat.mute = False
        table.turn = table.next_to_act(0)


class CommissionCollected(Public, frozen=True, kw_only=True):
    """Commission goes from the pots to the drop slide; below nil it is put back."""

    amount: int

    def apply(self, table: Table) -> Table:
        table.collected += self.amount
        return table


# Showdown


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
        seat.shown, seat.cards = True, self.cards
        seat.live = self.live and (seat.live or seat.mucked)
        return table


class HandMucked(Public, frozen=True, kw_only=True):
    """A hand is passed in at the showdown, not shown."""

    seat: int

    def apply(self, table: Table) -> Table:
        seat = table.seats[self.seat]
        seat.live, seat.mucked = False, True
        table.muck = (*table.muck, *seat.cards)
        return table


class PotPushed(Public, frozen=True, kw_only=True):
    """A pot, commission taken, goes to its winners; `half` is high or low where a pot is divided between them.

    `odd` names who got a chip more because the pot could not be divided equally.
    """

    pot: int
    amount: int
    shares: dict[int, int]
    half: Literal["", "high", "low"] = ""
    odd: tuple[int, ...] = ()
    hand: str = ""

    def apply(self, table: Table) -> Table:
        return table


class CommissionDropped(Public, frozen=True, kw_only=True):
    """The commission of the hand goes from the drop slide into the chip box, or into the float of a stand-alone table."""

    amount: int

    def apply(self, table: Table) -> Table:
        return table


class HandEnded(Public, frozen=True, kw_only=True):
    """The pot is pushed and the round of play is over; winnings that were held join the stacks."""

    def apply(self, table: Table) -> Table:
        table.phase, table.turn = "between", 0
        for seat in table.seats.values():
            seat.side = ""
            seat.moved_in = False
        return table
