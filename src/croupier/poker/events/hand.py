"""Events in a hand up to the showdown. An event changes the table in place and never looks at a card's face."""

from typing import Literal, Self

from msgspec.structs import replace

from croupier.kernel.actors import Viewer
from croupier.kernel.cards import HIDDEN, Card
from croupier.kernel.events import Event, OfSeat, Public, Source
from croupier.poker.hand import Held, face_down
from croupier.poker.state import State

STRADDLE_SETS = "straddle_sets_minimum_raise"
"""The other reading of what a straddle does: a raise over it is at least the straddle."""


# A hand begins


class HandBegun(Public, frozen=True, kw_only=True):
    """The button is in its place and each blind at its own: `positions` has the button first and the last blind last.

    `missed` are the players whose blind fell due while they were away or had moved off, and which; `missed_gone` are people
    who have left the table. `welcome` are new players who need not wait or post, `called_in` those who immediately pay
    what they owe, because too few could play without them.
    """

    hand: int
    positions: tuple[int, ...]
    missed: dict[int, int] = {}
    welcome: tuple[int, ...] = ()
    called_in: tuple[int, ...] = ()
    missed_gone: dict[str, int] = {}

    def alter(self, table: State) -> None:
        table.before, table.positions, table.wanted = table.positions, self.positions, {}
        table.came_before, table.came, table.took_away = table.came, {}, {}
        hand = table.new_hand(self.hand)
        hand.phase, hand.called_in, hand.step = "blinds", self.called_in, table.options.least_bet(0)
        for number in self.welcome:
            table.seats[number].new = False
        for blind, place in enumerate(self.positions[1:], 1):
            seat = table.seats.get(place)
            if seat is not None and (place == self.positions[-1] or not seat.owes):
                table.came[seat.person] = blind
        for number, blind in self.missed.items():
            table.miss(table.seats[number].person, blind)
        for person, blind in self.missed_gone.items():
            table.miss(person, blind)


class HandCalledOff(Public, frozen=True, kw_only=True):
    """Too few players are left before the first card: what was posted goes back, and button and blinds stay for the next hand.

    `paid` have paid the charge for a hand that they did not get: it counts for the next one.
    """

    paid: tuple[int, ...] = ()

    def alter(self, table: State) -> None:
        table.positions, table.came = table.before, table.came_before
        table.owes_again()
        table.new_hand(table.hand.number - 1)


Posting = Literal["blind", "post", "straddle", "ante"]
"""What is posted: a blind, what is paid to be dealt in, a straddle, an ante."""


class BlindPosted(OfSeat, frozen=True, kw_only=True):
    """A blind, a post to be dealt in, or a straddle: `live` counts towards the bet, `dead` only goes to the pot.

    `level` is the bet after it, which a player without enough chips may not reach.
    """

    kind: Posting
    live: int
    dead: int = 0
    level: int = 0
    all_in: bool = False

    def alter(self, table: State) -> None:
        hand, seat = table.hand, table.seats[self.seat]
        player = hand.players[self.seat]
        player.forced += self.live
        player.dead += self.dead
        if self.kind == "ante":
            player.put_in += self.live
        else:
            hand.put(player, self.live)
            hand.posted[self.seat] = hand.posted.get(self.seat, 0) + self.live
            if not player.posted:
                player.entered = (seat.new, seat.penalty, seat.missed, seat.passed)
            player.posted, seat.new, seat.penalty, seat.missed = True, False, False, ()
            if self.live and (self.kind == "post" or self.seat == table.positions[-1]):
                seat.passed = 0
        hand.dead += self.dead
        player.all_in = self.all_in
        if self.kind == "straddle":
            hand.straddles = (*hand.straddles, self.seat)
        if table.options.betting != "fixed limit" and (least := self.least_raise(table)) > hand.step:
            hand.step = least
        hand.bet = hand.full = max(hand.bet, self.level)

    def least_raise(self, table: State) -> int:
        """A blind is a bet, so no raise is smaller; a straddle is a raise of what it adds."""
        if self.kind == "straddle" and (table.options.limited or STRADDLE_SETS not in table.options.readings):
            return self.level - table.hand.bet
        return self.level


class CardsShuffled(Event, frozen=True, kw_only=True):
    """The deck in its new order, from the top, and its source. Nobody sees the order while the hand is in play."""

    deck: tuple[Card, ...]
    source: Source = "live"

    def seen_by(self, viewer: Viewer) -> Self:
        return replace(self, deck=face_down(self.deck))

    def alter(self, table: State) -> None:
        hand = table.hand
        hand.shuffled, hand.cut, hand.stub, hand.source, hand.committed = True, False, self.deck, self.source, ""


class CardsCut(Public, frozen=True, kw_only=True):
    """The deck is cut once, below so many cards."""

    place: int

    def alter(self, table: State) -> None:
        hand = table.hand
        hand.cut, hand.stub = True, hand.stub[self.place :] + hand.stub[: self.place]


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

    def alter(self, table: State) -> None:
        hand = table.hand
        hand.phase, hand.shuffled, hand.cut = "betting", False, False
        hand.opening = (hand.bet, hand.step)
        if self.strays:
            hand.strays = dict(self.strays)
        hand.stub = hand.stub[self.used :]
        ring = hand.ring = list(self.hands)
        for number, left in zip(ring, (*ring[1:], ring[0]), strict=True):
            player = hand.players[number]
            player.cards, player.dealt_in, player.live, player.left = self.hands[number], True, True, left
            if (seat := table.seats[number]).dealt_out:
                seat.dealt_out = False
        hand.turn = hand.next_to_act(ring[ring.index(self.first) - 1])
        if self.at >= 0:
            hand.start_clock(self.at)


# Betting


class Checked(OfSeat, frozen=True, kw_only=True):
    """A player does not bet and keeps the right to act, or is a last blind that stands pat.

    `change` is what went back of chips put forward. `at` is the time, at a table with a time to act; other events that
    pass the turn have it too.
    """

    timed_out: bool = False
    change: int = 0
    at: int = -1

    def alter(self, table: State) -> None:
        hand = table.hand
        hand.act(hand.players[self.seat])
        table.pass_turn(self.seat, self.at)


class Called(OfSeat, frozen=True, kw_only=True):
    """A player matches the bet with `amount` more chips, or goes all-in for less."""

    amount: int
    all_in: bool = False
    change: int = 0
    at: int = -1

    def alter(self, table: State) -> None:
        hand = table.hand
        player = hand.players[self.seat]
        player.wagered += self.amount
        player.put_in += self.amount
        player.all_in = self.all_in
        hand.voluntary = True
        hand.act(player)
        table.pass_turn(self.seat, self.at)


class Raised(OfSeat, frozen=True, kw_only=True):
    """A player bets, or raises, to a total of `to` in this round, with `amount` more chips.

    `opens` is false of an all-in too short to be a bet or raise: it opens the betting to nobody who has acted. `counts`
    is whether it is one of the limited raises, `caps` whether it is the last of them, with three or more who could bet.
    """

    to: int
    amount: int
    opens: bool = True
    counts: bool = False
    caps: bool = False
    all_in: bool = False
    change: int = 0
    at: int = -1

    def alter(self, table: State) -> None:
        hand = table.hand
        player = hand.players[self.seat]
        hand.put(player, self.amount)
        player.all_in = self.all_in
        hand.voluntary = True
        if self.opens:
            if not table.options.limited:
                hand.step = max(hand.step, self.to - hand.bet)
            elif table.options.betting == "spread limit":
                hand.step = max(hand.step, self.to - hand.full)
            hand.full = self.to
            hand.raises += self.counts
            hand.capped = hand.capped or self.caps
            for number in hand.ring:
                hand.players[number].closed = False
        hand.bet, hand.opener = self.to, self.seat
        hand.act(player)
        table.pass_turn(self.seat, self.at)


class Folded(OfSeat, frozen=True, kw_only=True):
    """A hand is given up, face down; its wagers stay in the pot. `dead` says why a hand is dead that nobody gave up."""

    dead: str = ""
    in_turn: bool = True
    at: int = -1

    def alter(self, table: State) -> None:
        hand = table.hand
        player, turn = hand.players[self.seat], hand.turn
        if turn == self.seat and self.in_turn and hand.phase == "betting":
            player.live = False
            hand.muck = (*hand.muck, *player.cards)
            hand.act(player)
        else:
            hand.drop_out(player)
        if hand.turn != turn:
            table.pass_turn(turn if turn == self.seat else 0, self.at)


class ActedOutOfTurn(OfSeat, frozen=True, kw_only=True):
    """A player acts before the turn comes; the chips are there, and their meaning is decided when the turn comes."""

    held: Held

    def alter(self, table: State) -> None:
        table.hand.held[self.seat] = self.held
        if self.held.act == "check":
            table.hand.players[self.seat].mute = True


class HeldActReleased(OfSeat, frozen=True, kw_only=True):
    """A player due earlier bet more: the one who acted out of turn chooses again, and may take the bet back."""

    def alter(self, table: State) -> None:
        held = table.hand.held.pop(self.seat)
        if held.act != "check":
            table.hand.held[self.seat] = replace(held, outbet=True)


class ShortWager(OfSeat, frozen=True, kw_only=True):
    """A player put in less than the call: the turn stays until the rest is made up or the hand folded."""

    amount: int

    def alter(self, table: State) -> None:
        hand = table.hand
        player = hand.players[self.seat]
        hand.put(player, self.amount)
        hand.owed[self.seat] = hand.bet - player.wagered
        hand.held.pop(self.seat, None)
        hand.voluntary = True


class UncalledReturned(OfSeat, frozen=True, kw_only=True):
    """The part of a player's wagers that nobody matched goes back, including earlier rounds."""

    amount: int

    def alter(self, table: State) -> None:
        player = table.hand.players[self.seat]
        player.put_in -= self.amount
        player.wagered = max(player.wagered - self.amount, 0)


class TimeBought(OfSeat, frozen=True, kw_only=True):
    """A player has bought more time to act, with money that is not on the table."""

    seconds: int
    fee: int = 0

    def alter(self, table: State) -> None:
        table.hand.players[self.seat].extra += 1
        table.hand.turn_extra += self.seconds


class CardDiscarded(Event, frozen=True, kw_only=True):
    """A pineapple player gives up a card, face down."""

    seat: int
    card: Card
    place: int
    at: int = -1

    def seen_by(self, viewer: Viewer) -> Self:
        return self if viewer.seat == self.seat else replace(self, card=HIDDEN, place=-1)

    def alter(self, table: State) -> None:
        hand = table.hand
        player = hand.players[self.seat]
        place = self.place if self.place >= 0 else len(player.cards) - 1
        player.discards = (*player.discards, self.card)
        player.cards = player.cards[:place] + player.cards[place + 1 :]
        player.discarded = True
        hand.muck = (*hand.muck, self.card)
        if hand.phase == "discard":
            hand.turn = hand.next_to_discard()
        table.pass_turn(self.seat, self.at)


class DiscardsAsked(Public, frozen=True, kw_only=True):
    """The betting round goes on until every player has discarded, from the left of the button."""

    def alter(self, table: State) -> None:
        hand = table.hand
        hand.phase, hand.held = "discard", {}
        hand.turn = hand.next_to_discard()


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

    def alter(self, table: State) -> None:
        hand = table.hand
        lying = len(hand.board)
        board = hand.board = hand.board + self.cards
        hand.burns += self.burn
        hand.stub = hand.stub[self.used :]
        if not self.burn and lying not in hand.burned_for:
            hand.unburned = (*hand.unburned, lying)
        if hand.burned_for:
            hand.burned_for = tuple(number for number in hand.burned_for if number != lying)
        if hand.because:
            hand.because = ()
        if self.for_side:
            return
        street = hand.street = len(board) - 2
        hand.phase, hand.capped = "betting", False
        hand.bettor = hand.opener or hand.bettor
        hand.bet = hand.full = hand.raises = hand.opener = 0
        hand.step = table.options.least_bet(street)
        hand.actors, hand.held = [], {}
        players = hand.players
        for number in hand.ring:
            player = players[number]
            player.closed = False
            if player.wagered or player.mute:
                player.wagered, player.mute = 0, False
        hand.turn = hand.next_to_act(0)
        if self.at >= 0:
            hand.start_clock(self.at)
