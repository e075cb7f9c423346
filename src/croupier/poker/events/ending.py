"""Events at the end of a hand: hands are shown, passed in or asked for, and the pots are pushed."""

from typing import Literal, Self

from msgspec.structs import replace

from croupier.kernel.actors import Role, Viewer
from croupier.kernel.cards import Card
from croupier.kernel.events import Event, OfSeat, Public
from croupier.poker.hand import face_down
from croupier.poker.state import State


class ShowdownBegun(Public, frozen=True, kw_only=True):
    """The betting is over and two or more hands are left: they are shown in this order."""

    order: tuple[int, ...]

    def alter(self, table: State) -> None:
        hand = table.hand
        hand.phase, hand.turn, hand.showing = "showdown", 0, list(self.order)


class HandShown(OfSeat, frozen=True, kw_only=True):
    """A hand is turned up and read."""

    cards: tuple[Card, ...]
    hand: str
    low: str = ""
    live: bool = True

    def alter(self, table: State) -> None:
        player = table.hand.players[self.seat]
        player.live = self.live and (player.live or player.mucked)
        player.shown, player.cards, player.mucked = True, self.cards, player.mucked and not self.live


class HandsOpened(Public, frozen=True, kw_only=True):
    """Every hand that must be shown is now turned up; those still down are beaten, to be shown or passed in."""

    def alter(self, table: State) -> None:
        table.hand.opened = True


class HandShownTo(Event, frozen=True, kw_only=True):
    """A player lets another one see the hand; once the hand is over, the rest of the table may ask to see it too."""

    seat: int
    to: int
    cards: tuple[Card, ...]

    def seen_by(self, viewer: Viewer) -> Self:
        return self if viewer.seat in (self.seat, self.to) else replace(self, cards=face_down(self.cards))

    def alter(self, table: State) -> None:
        player = table.hand.players[self.seat]
        player.shown_to = (*player.shown_to, self.to)


class HandSeen(OfSeat, frozen=True, kw_only=True):
    """A hand shown to another player is shown to the whole table, after the hand; that does not let it win. `whose` is
    a person who had it there and has left.
    """

    cards: tuple[Card, ...]
    whose: str = ""

    def alter(self, table: State) -> None:
        player = table.hand.gone[self.whose] if self.whose else table.hand.players[self.seat]
        player.shown, player.cards = True, self.cards


class HandInspected(Event, frozen=True, kw_only=True):
    """The dealer or someone above looks at a hand that was played; nobody else sees it. `role` is the rank in which they look,
    `whose` a person who has left.
    """

    player: int
    cards: tuple[Card, ...]
    by: str
    role: Role = "dealer"
    whose: str = ""

    def seen_by(self, viewer: Viewer) -> Self:
        return self if viewer.role == self.role else replace(self, cards=face_down(self.cards))


class HandMucked(OfSeat, frozen=True, kw_only=True):
    """A hand is passed in at the showdown, not shown."""

    def alter(self, table: State) -> None:
        player = table.hand.players[self.seat]
        player.live, player.mucked = False, True


Half = Literal["", "high", "low"]
"""The half of a pot shared by high and low; empty for a whole one."""


class PotPushed(Public, frozen=True, kw_only=True):
    """A pot, after commission, goes to its winners; `half` is high or low if a pot is divided between them.

    `odd` names who got an extra chip because the pot could not be divided equally.
    """

    pot: int
    amount: int
    shares: dict[int, int]
    half: Half = ""
    odd: tuple[int, ...] = ()
    hand: str = ""

    def alter(self, table: State) -> None:
        won = table.hand.won
        for seat, share in self.shares.items():
            won[seat] = won.get(seat, 0) + share


class HandEnded(Public, frozen=True, kw_only=True):
    """The pot is pushed and the round of play is over; winnings that were held join the stacks.

    A dealt-out button is for one hand: it is removed from a player who got no cards in this one.
    """

    def alter(self, table: State) -> None:
        hand = table.hand
        players, won, seats = hand.players, hand.won, table.seats
        hand.phase, hand.turn = "between", 0
        for number, player in players.items():
            if not player.dealt_in:
                seats[number].dealt_out = False
            if player.side:
                player.side = ""
        for number in (*hand.ring, *hand.out):
            player = players[number]
            if net := won.get(number, 0) - player.put_in - player.dead:
                table.won_or_lost(seats[number].person, net)
        hand.out = ()
        if table.fees_paid:
            had_cards = {table.person_at(number) for number in hand.ring}
            table.fees_paid = tuple(person for person in table.fees_paid if person not in had_cards)
