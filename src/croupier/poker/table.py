"""The state of one poker table: seats, button, cards, wagers and money, folded from its events.

Unlike the engine's other values it changes in place, because hands are long and tables many: only events change it.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import Literal

import msgspec

from croupier.kernel.cards import HIDDEN, Card
from croupier.poker.commands import Report
from croupier.poker.rules import Options

Phase = Literal["between", "blinds", "betting", "discard", "showdown", "closed"]

POT = "pot"
SLIDE = "slide"
"""The drop slide, where commission lies until the hand is over."""
TIME_CHARGES = "time charges"
"""Hourly charges on the drop slide, until they are verified."""
CHIP_BOX = "chip box"
FLOAT = "float"


def stack_of(seat: int) -> str:
    """The chips that a player plays with."""
    return f"stack {seat}"


def purse_of(seat: int) -> str:
    """A player's money that is not on the table."""
    return f"purse {seat}"


def side_of(seat: int) -> str:
    """A player's side wager."""
    return f"side {seat}"


def held_of(seat: int) -> str:
    """Winnings of a side wager or a bonus, which join the stack when the hand is over."""
    return f"held {seat}"


def kept_of(name: str) -> str:
    """Chips of a player who was picked up, kept safe."""
    return f"kept {name}"


class Held(msgspec.Struct, frozen=True):
    """What a player did out of turn: the act, the total it makes, and the amount to call as it then stood.

    The chips lie before the player and are wagered when the turn comes. `outbet` is true once somebody due earlier has bet
    more, so that the player may take them back.
    """

    act: Literal["check", "call", "bet", "raise"]
    to: int
    faced: int
    all_in: bool = False
    outbet: bool = False


class Seat(msgspec.Struct):
    """One player. `wagered` is what lies in front in this betting round, `put_in` what went into the pots in the hand.

    - `live` hands have a claim to the pot. `closed` players have acted since the betting was last opened to them, and may only
      call or fold. `mute` ones checked out of turn and may not bet or raise in this round.
    - `away`, `missed` (the blinds missed, by number) and `dealt_out` are what the buttons before a player tell;
      `new` players have not yet paid their way in, `penalty` ones changed seats too far; `posted` ones have paid.
    - `discards` are what a pineapple player gave up, `shown` hands were turned up at the showdown, `shown_to` others.
    - `forced` is what was posted of `put_in`, `dead` what was posted beside it; `entered` is what a player who posted to be
      dealt in had owed: as a new player, for a seat change, and for which blinds.
    """

    number: int
    stack: str
    cards: tuple[Card, ...] = ()
    dealt_in: bool = False
    live: bool = False
    wagered: int = 0
    put_in: int = 0
    forced: int = 0
    dead: int = 0
    entered: tuple[bool, bool, tuple[int, ...]] = (False, False, ())
    closed: bool = False
    acted: bool = False
    mute: bool = False
    all_in: bool = False
    away: bool = False
    dealt_out: bool = False
    new: bool = False
    penalty: bool = False
    posted: bool = False
    missed: tuple[int, ...] = ()
    discards: tuple[Card, ...] = ()
    discarded: bool = False
    shown: bool = False
    shown_to: tuple[int, ...] = ()
    mucked: bool = False
    side: str = ""
    extra: int = 0


class Notice(msgspec.Struct, frozen=True):
    """A change that was announced: the signs and the game to come, when, and in or after which hand.

    A `dearer` one raises the minimum wager.
    """

    options: Options
    game: str
    at: int
    hand: int
    dearer: bool = False


class Question(msgspec.Struct, frozen=True):
    """What waits for somebody's ruling: which report, which rulings are open, and who may give them."""

    what: str
    options: tuple[str, ...]
    rank: str
    report: Report


class Waiting(msgspec.Struct, frozen=True):
    """Somebody on the waiting list; `in_time` ones were picked up from this game and came back soon, so they stand first."""

    name: str
    in_time: bool = False


class Table(msgspec.Struct, kw_only=True):
    """Everything about a table that its next decision depends on.

    - `positions` are the places of the button and the blinds, the last blind last, `before` those of the hand before;
      `called_in` must make good what they owe, since too few could play without them; `ring` are the seats dealt in, clockwise
      from the left of the button; `turn` whose turn it is, or 0 when it is the dealer's.
    - `bet` is the amount to match in this round, `full` the last full bet or raise, `step` the least raise, `raises` how
      many there were, `capped` that the last of them was made while three or more could bet; `opener` bet or raised last,
      `bettor` did so in the hand;
      `actors` have acted in turn in this round. `owed` is what players who put in too little have yet to make up.
    - `turn_since` is when the time to act began, `turn_extra` the seconds bought since.
    - `stub` is the rest of the deck from the top, `aside` a card set aside, `muck` what is out of play. `boxed` counts the
      boxed cards of the hand. `skip_burns` burns are already made for board cards to come, once `skip_from` cards lie
      there. `strays` are hands dealt by mistake to places that should have none. `exposed` are the cards that the dealer
      exposed in the deal. `because` are the clauses by which cards were taken back, until the next board card comes.
    - `opening` is the bet and the least raise as the deal found them.
    - `side_results` are wagers on the flop that were settled: the colour, the stake and what it was paid.
    - `side_open` is true while wagers on the flop are not settled. `fees_paid` are the players who have paid for the next hand.
    - `picked_up` says when players whose chips are kept lost their seats; `wanted` who of the players wants a vacant place.
    - `dead` is what lies in the pot beside the players' own shares; `collected` what was taken for the house.
    """

    options: Options = msgspec.field(default_factory=Options)
    game: str = ""
    phase: Phase = "between"
    hand: int = 0
    seats: dict[int, Seat] = msgspec.field(default_factory=dict)
    positions: tuple[int, ...] = ()
    before: tuple[int, ...] = ()
    called_in: tuple[int, ...] = ()
    ring: list[int] = msgspec.field(default_factory=list)
    posted: dict[int, int] = msgspec.field(default_factory=dict)
    straddles: tuple[int, ...] = ()
    shuffled: bool = False
    cut: bool = False
    stub: tuple[Card, ...] = ()
    burns: tuple[Card, ...] = ()
    board: tuple[Card, ...] = ()
    muck: tuple[Card, ...] = ()
    aside: tuple[Card, ...] = ()
    exposed: tuple[Card, ...] = ()
    boxed: int = 0
    skip_burns: int = 0
    skip_from: int = 0
    strays: dict[int, tuple[Card, ...]] = msgspec.field(default_factory=dict)
    because: tuple[str, ...] = ()
    reshuffle: bool = False
    street: int = 0
    turn: int = 0
    bet: int = 0
    full: int = 0
    step: int = 0
    raises: int = 0
    capped: bool = False
    opener: int = 0
    bettor: int = 0
    actors: list[int] = msgspec.field(default_factory=list)
    turn_since: int = 0
    turn_extra: int = 0
    held: dict[int, Held] = msgspec.field(default_factory=dict)
    owed: dict[int, int] = msgspec.field(default_factory=dict)
    opening: tuple[int, int] = (0, 0)
    voluntary: bool = False
    dead: int = 0
    collected: int = 0
    side_open: bool = False
    side_results: dict[int, tuple[str, int, int]] = msgspec.field(default_factory=dict)
    showing: list[int] = msgspec.field(default_factory=list)
    question: Question | None = None
    notices: dict[str, Notice] = msgspec.field(default_factory=dict)
    agreed: dict[str, tuple[int, ...]] = msgspec.field(default_factory=dict)
    waiting: tuple[Waiting, ...] = ()
    picked_up: dict[str, int] = msgspec.field(default_factory=dict)
    wanted: dict[int, tuple[int, ...]] = msgspec.field(default_factory=dict)
    reserved: tuple[int, ...] = ()
    excluded: tuple[int, ...] = ()
    prizes: dict[int, str] = msgspec.field(default_factory=dict)
    done: tuple[str, ...] = ()
    fees_paid: tuple[int, ...] = ()
    fees_verified: int = 0
    new_deck: bool = False
    money: dict[str, int] = msgspec.field(default_factory=dict)
    version: int = 0

    def stack(self, seat: int) -> int:
        return self.money.get(f"stack {seat}", 0)

    @property
    def pot(self) -> int:
        """All that was wagered in this hand, commission that lies on the slide included."""
        return self.money.get(POT, 0) + self.money.get(SLIDE, 0)

    @property
    def in_hand(self) -> list[Seat]:
        """The live hands, clockwise from the left of the button."""
        seats = self.seats
        return [seat for number in self.ring if (seat := seats[number]).live]

    @property
    def able(self) -> list[Seat]:
        """The live hands whose players can still bet."""
        return [seat for seat in self.in_hand if not seat.all_in]

    def to_call(self, seat: Seat) -> int:
        """What a player must add to match the bet, were the chips unlimited."""
        return max(self.bet - seat.wagered, 0)

    def clockwise(self, place: int) -> list[int]:
        """The occupied places, clockwise from the one after `place`."""
        numbers = sorted(self.seats)
        start = bisect_right(numbers, place)
        return numbers[start:] + numbers[:start]

    def next_to_act(self, after: int) -> int:
        """Whose turn it is once `after` has acted, or 0 when the round is over."""
        seats, ring, bet = self.seats, self.ring, self.bet
        found = able = all_in = highest = 0
        lone: Seat | None = None
        start = ring.index(after) + 1 if after in ring else 0
        for number in ring[start:] + ring[:start]:
            seat = seats[number]
            if not seat.live:
                continue
            if seat.all_in:
                all_in, highest = all_in + 1, max(highest, seat.wagered)
                continue
            able, lone = able + 1, seat
            if not found and (not seat.closed or seat.wagered < bet):
                found = number
            if found and able > 1:  # the usual case: nobody further round can change it
                return found
        if able > 1 or lone is None or not all_in:
            return 0
        return 0 if lone.wagered >= min(highest, bet) else found

    def act(self, number: int) -> None:
        """Mark that a player has acted in turn, and pass the turn."""
        seat = self.seats[number]
        seat.closed = seat.acted = True
        if number not in self.actors:
            self.actors.append(number)
        if self.held:
            self.held.pop(number, None)
        if self.owed:
            self.owed.pop(number, None)
        self.turn = self.next_to_act(number)

    def start_clock(self, at: int) -> None:
        """The time to act of whoever's turn it is begins, at a table that has one."""
        self.turn_since, self.turn_extra = at, 0

    def put(self, seat: Seat, amount: int) -> None:
        """Chips of a player in front of them; the postings move the money."""
        seat.wagered += amount
        seat.put_in += amount

    def drop_out(self, seat: Seat) -> None:
        """A hand leaves the play out of turn; whose turn it is keeps it, unless there is nothing left for that player to do."""
        seat.live = False
        self.muck = (*self.muck, *seat.cards)
        self.held.pop(seat.number, None)
        self.owed.pop(seat.number, None)
        if self.phase == "discard":
            left = self.in_hand
            self.turn = next((other.number for other in left if not other.discarded), 0) if len(left) > 1 else 0
            if len(left) < 2:
                self.phase = "betting"
        elif self.turn:
            self.turn = self.next_to_act(self.ring[self.ring.index(self.turn) - 1])
        if not self.turn:
            self.owed = {}

    def known_cards(self) -> set[Card]:
        """Every card of this hand whose face is on record."""
        held = (card for seat in self.seats.values() for card in (*seat.cards, *seat.discards))
        cards = (*held, *self.board, *self.burns, *self.muck, *self.aside)
        return {card for card in cards if card is not HIDDEN}
