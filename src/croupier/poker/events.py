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
        table.options, table.game = self.options, self.game
        return table


# A hand begins


class HandBegun(Public, frozen=True, kw_only=True):
    """The button is in its place and each blind at its own: `positions` has the button first and the last blind last.

    `missed` are the players whose blind fell due while they were away, and which. `welcome` are new players who need neither
    wait nor post, `called_in` those who make good at once what they owe, because too few could play without them.
    """

    hand: int
    positions: tuple[int, ...]
    missed: dict[int, int] = {}
    welcome: tuple[int, ...] = ()
    called_in: tuple[int, ...] = ()

    def apply(self, table: Table) -> Table:
        table.before, table.called_in, table.wanted, table.bettor = table.positions, self.called_in, {}, 0
        table.hand, table.positions, table.phase = self.hand, self.positions, "blinds"
        table.posted, table.straddles, table.fees_paid = {}, (), ()
        table.bet, table.full, table.step, table.street = 0, 0, table.options.least_bet(0), 0
        table.stub = table.burns = table.board = table.muck = table.aside = table.exposed = ()
        table.boxed = table.skip_burns = table.raises = table.opener = table.dead = table.collected = 0
        table.turn, table.voluntary, table.reshuffle = 0, False, False
        table.capped = False
        table.skip_from, table.strays, table.side_results, table.because = 0, {}, {}, ()
        table.ring, table.actors, table.showing, table.held, table.owed = [], [], [], {}, {}
        for number, seat in table.seats.items():
            seat.cards = seat.discards = ()
            seat.live = seat.dealt_in = seat.closed = seat.acted = seat.mute = seat.all_in = False
            seat.discarded = seat.shown = seat.mucked = seat.posted = False
            seat.wagered = seat.put_in = seat.forced = seat.dead = seat.extra = 0
            seat.shown_to = ()
            if number in self.missed and self.missed[number] not in seat.missed:
                seat.missed = (*seat.missed, self.missed[number])
        for number in self.welcome:
            table.seats[number].new = False
        return table


class HandCalledOff(Public, frozen=True, kw_only=True):
    """Too few players are left before the first card: what was posted goes back, and button and blinds stay for the next hand.

    `paid` have paid the charge for a hand that they did not get.
    """

    paid: tuple[int, ...] = ()

    def apply(self, table: Table) -> Table:
        table.phase, table.hand, table.positions = "between", table.hand - 1, table.before
        table.shuffled = table.cut = table.side_open = False
        table.fees_paid, table.posted, table.straddles, table.stub, table.dead = self.paid, {}, (), (), 0
        for seat in table.seats.values():
            if seat.posted:
                seat.new, seat.penalty, seat.missed = seat.entered
            seat.posted = seat.all_in = False
            seat.wagered = seat.put_in = seat.forced = seat.dead = 0
            seat.side = ""
        return table


Posting = Literal["blind", "post", "straddle", "ante"]
"""What is posted: a blind, what is paid to be dealt in, a straddle, an ante."""


class BlindPosted(Public, frozen=True, kw_only=True):
    """A blind, a post to be dealt in, or a straddle: `live` counts towards the bet, `dead` only swells the pot.

    `level` is the bet as it then stands, which a player without enough chips may fall short of.
    """

    seat: int
    kind: Posting
    live: int
    dead: int = 0
    level: int = 0
    all_in: bool = False

    def apply(self, table: Table) -> Table:
        seat = table.seats[self.seat]
        seat.forced += self.live
        seat.dead += self.dead
        if self.kind == "ante":
            seat.put_in += self.live
        else:
            table.put(seat, self.live)
            table.posted[self.seat] = table.posted.get(self.seat, 0) + self.live
            if not seat.posted:
                seat.entered = (seat.new, seat.penalty, seat.missed)
            seat.posted, seat.new, seat.penalty, seat.missed = True, False, False, ()
        table.dead += self.dead
        seat.all_in = self.all_in
        if self.kind == "straddle":
            table.straddles = (*table.straddles, self.seat)
        if table.options.betting != "fixed limit":
            table.step = max(table.step, self.least_raise(table))
        table.bet = max(table.bet, self.level)
        table.full = table.bet
        return table

    def least_raise(self, table: Table) -> int:
        """A blind is a bet, so no raise is smaller; a straddle is a raise of what it adds."""
        if self.kind == "straddle" and (table.options.limited or STRADDLE_SETS not in table.options.readings):
            return self.level - table.bet
        return self.level


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

    `first` is whose turn it is; `strays` are hands dealt by mistake to places that should have none.
    """

    hands: dict[int, tuple[Card, ...]]
    used: int
    first: int
    at: int = -1
    strays: dict[int, tuple[Card, ...]] = {}

    def seen_by(self, viewer: Viewer) -> Self:
        hands = {seat: cards if seat == viewer.seat else face_down(cards) for seat, cards in self.hands.items()}
        strays = {place: face_down(cards) for place, cards in self.strays.items()}
        return replace(self, hands=hands, strays=strays)

    def apply(self, table: Table) -> Table:
        table.phase, table.shuffled, table.cut = "betting", False, False
        table.opening = (table.bet, table.step)
        if self.strays:
            table.strays = dict(self.strays)
        table.stub = table.stub[self.used :]
        table.ring = list(self.hands)
        for number, cards in self.hands.items():
            seat = table.seats[number]
            seat.cards, seat.dealt_in, seat.live, seat.dealt_out = cards, True, True, False
        table.turn = table.next_to_act(table.ring[table.ring.index(self.first) - 1])
        if self.at >= 0:
            table.start_clock(self.at)
        return table


# Betting


class Checked(Public, frozen=True, kw_only=True):
    """A player makes no bet and keeps the right to act, or is a last blind that stands pat.

    `change` is what went back of chips put forward. `at` says when it was, at a table with a time to act; other events after
    which the turn is another's have it too.
    """

    seat: int
    timed_out: bool = False
    change: int = 0
    at: int = -1

    def apply(self, table: Table) -> Table:
        table.act(self.seat)
        if self.at >= 0:
            table.start_clock(self.at)
        return table


class Called(Public, frozen=True, kw_only=True):
    """A player matches the bet with `amount` more chips, or goes all-in for less."""

    seat: int
    amount: int
    all_in: bool = False
    change: int = 0
    at: int = -1

    def apply(self, table: Table) -> Table:
        seat = table.seats[self.seat]
        seat.wagered += self.amount
        seat.put_in += self.amount
        seat.all_in = self.all_in
        table.voluntary = True
        table.act(self.seat)
        if self.at >= 0:
            table.start_clock(self.at)
        return table


class Raised(Public, frozen=True, kw_only=True):
    """A player bets, or raises, to a total of `to` in this round, with `amount` more chips.

    `opens` is false of an all-in too short to be a bet or raise: it opens the betting to nobody who has acted. `counts`
    is whether it is one of the limited raises, `caps` whether it is the last of them, with three or more who could bet.
    """

    seat: int
    to: int
    amount: int
    opens: bool = True
    counts: bool = False
    caps: bool = False
    all_in: bool = False
    change: int = 0
    at: int = -1

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
            table.opener = table.bettor = self.seat
            table.raises += self.counts
            table.capped = table.capped or self.caps
            for number in table.ring:
                table.seats[number].closed = False
        table.bet = self.to
        table.act(self.seat)
        if self.at >= 0:
            table.start_clock(self.at)
        return table


class Folded(Event, frozen=True, kw_only=True):
    """A hand is given up, face down; its wagers stay in the pot. `dead` says why a hand that nobody gave up is dead."""

    seat: int
    dead: str = ""
    in_turn: bool = True
    at: int = -1

    def seen_by(self, viewer: Viewer) -> Self:
        return self

    def apply(self, table: Table) -> Table:
        seat, turn = table.seats[self.seat], table.turn
        if turn == self.seat and self.in_turn and table.phase == "betting":
            seat.live = False
            table.muck = (*table.muck, *seat.cards)
            table.act(self.seat)
        else:
            table.drop_out(seat)
        if self.at >= 0 and table.turn != turn:
            table.start_clock(self.at)
        return table


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
    """Somebody due earlier bet more: who acted out of turn chooses anew, and may take back what lies there."""

    seat: int

    def apply(self, table: Table) -> Table:
        held = table.held.pop(self.seat)
        if held.act != "check":
            table.held[self.seat] = replace(held, outbet=True)
        return table


class ShortWager(Public, frozen=True, kw_only=True):
    """A player put in less than the call: the turn stays until the rest is made up or the hand folded."""

    seat: int
    amount: int

    def apply(self, table: Table) -> Table:
        table.put(table.seats[self.seat], self.amount)
        table.owed[self.seat] = table.bet - table.seats[self.seat].wagered
        table.voluntary = True
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
    """A player has bought more time to act, with money that is not on the table."""

    seat: int
    seconds: int
    fee: int = 0

    def apply(self, table: Table) -> Table:
        table.seats[self.seat].extra += 1
        table.turn_extra += self.seconds
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
        if table.phase == "discard":
            table.turn = next((s.number for s in table.in_hand if not s.discarded), 0)
        return table


class DiscardsAsked(Public, frozen=True, kw_only=True):
    """The betting round goes on until every player has discarded, from the left of the button."""

    def apply(self, table: Table) -> Table:
        table.phase = "discard"
        table.turn = next(seat.number for seat in table.in_hand if not seat.discarded)
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
    at: int = -1

    def seen_by(self, viewer: Viewer) -> Self:
        return replace(self, burn=face_down(self.burn))

    def apply(self, table: Table) -> Table:
        table.board = (*table.board, *self.cards)
        table.burns = (*table.burns, *self.burn)
        table.stub = table.stub[self.used :]
        if table.skip_burns and not self.burn and len(table.board) - len(self.cards) >= table.skip_from:
            table.skip_burns -= 1
        table.because = ()
        if not self.for_side:
            self.open_betting(table)
        return table

    def open_betting(self, table: Table) -> None:
        table.phase = "betting"
        table.street = len(table.board) - 2
        table.bet = table.full = table.raises = table.opener = 0
        table.capped = False
        table.step = table.options.least_bet(table.street)
        table.actors = []
        table.held = {}
        for number in table.ring:
            seat = table.seats[number]
            seat.wagered = 0
            seat.closed = seat.mute = False
        table.turn = table.next_to_act(0)
        if self.at >= 0:
            table.start_clock(self.at)
