"""The state of one poker table: seats, button, cards, wagers and money, folded from its events.

Unlike the engine's other values it changes in place, because hands are long and tables many: only events change it.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from croupier.kernel.cards import HIDDEN, Card
from croupier.poker.commands import Report
from croupier.poker.rules import Options

Phase = Literal["between", "blinds", "betting", "discard", "showdown", "closed"]

POT = "pot"
SLIDE = "slide"
"""The drop slide, where commission lies until the hand is over."""
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


def kept_of(seat: int) -> str:
    """Chips of a player who was picked up, kept safe."""
    return f"kept {seat}"


class Held(msgspec.Struct, frozen=True):
    """What a player did out of turn: the act, the total it makes, and the amount to call as it then stood."""

    act: Literal["check", "call", "bet", "raise"]
    to: int
    faced: int
    all_in: bool = False


class Seat(msgspec.Struct):
    """One player. `wagered` is what lies in front in this betting round, `put_in` what went into the pots in the hand.

    - `live` hands have a claim to the pot. `closed` players have acted since the betting was last opened to them, and may only
      call or fold. `mute` ones checked out of turn and may not bet or raise in this round.
    - `away`, `missed` (the blinds missed, by number) and `dealt_out` are what the buttons before a player tell;
      `new` players have not yet paid their way in, `penalty` ones changed seats too far; `posted` ones have paid.
    - `discards` are what a pineapple player gave up, `shown` hands were turned up at the showdown.
    """

    number: int
    stack: str
    cards: tuple[Card, ...] = ()
    dealt_in: bool = False
    live: bool = False
    wagered: int = 0
    put_in: int = 0
    closed: bool = False
    acted: bool = False
    mute: bool = False
    all_in: bool = False
    away: bool = False
    dealt_out: bool = False
    new: bool = False
    moved_in: bool = False
    penalty: bool = False
    posted: bool = False
    missed: tuple[int, ...] = ()
    paid: bool = True
    discards: tuple[Card, ...] = ()
    discarded: bool = False
    shown: bool = False
    mucked: bool = False
    side: str = ""
    extra: int = 0


class Notice(msgspec.Struct, frozen=True):
    """A change that was announced: of what, since when, in which hand, and how many hands have been played since."""

    says: str
    shown: int
    hand: int


class Question(msgspec.Struct, frozen=True):
    """What waits for somebody's ruling: which report, which rulings are open, and who may give them."""

    what: str
    options: tuple[str, ...]
    rank: str
    report: Report


class Waiting(msgspec.Struct, frozen=True):
    """Somebody on the waiting list; `picked_up` is the seat whose chips are kept for them, and since when."""

    name: str
    picked_up: int = 0
    since: int = 0


class Table(msgspec.Struct, kw_only=True):
    """Everything about a table that its next decision depends on.

    - `positions` are the places of the button and the blinds, the last blind last; `ring` the seats dealt in, clockwise
      from the left of the button; `turn` whose turn it is, or 0 when it is the dealer's.
    - `bet` is the amount to match in this round, `full` the last full bet or raise, `step` the least raise, `raises` how
      many there were; `opener` bet or raised last; `actors` have acted in turn in this round.
    - `stub` is the rest of the deck from the top, `aside` a card set aside, `muck` what is out of play. `boxed` counts the
      boxed cards of the hand. `skip_burns` burns are already made for board cards to come.
    - `dead` is what lies in the pot beside the players' own shares; `collected` what was taken for the house.
    """

    options: Options = msgspec.field(default_factory=Options)
    phase: Phase = "between"
    hand: int = 0
    seats: dict[int, Seat] = msgspec.field(default_factory=dict)
    positions: tuple[int, ...] = ()
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
    reshuffle: bool = False
    street: int = 0
    turn: int = 0
    bet: int = 0
    full: int = 0
    step: int = 0
    raises: int = 0
    opener: int = 0
    actors: list[int] = msgspec.field(default_factory=list)
    turn_since: int = 0
    held: dict[int, Held] = msgspec.field(default_factory=dict)
    owed: dict[int, int] = msgspec.field(default_factory=dict)
    voluntary: bool = False
    dead: int = 0
    collected: int = 0
    flop_settled: bool = False
    showing: list[int] = msgspec.field(default_factory=list)
    question: Question | None = None
    notices: dict[str, Notice] = msgspec.field(default_factory=dict)
    agreed: dict[str, tuple[int, ...]] = msgspec.field(default_factory=dict)
    waiting: tuple[Waiting, ...] = ()
    reserved: tuple[int, ...] = ()
    excluded: tuple[int, ...] = ()
    prizes: dict[int, str] = msgspec.field(default_factory=dict)
    done: tuple[str, ...] = ()
    done_fees: tuple[int, ...] = ()
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
        return [n for n in numbers if n > place] + [n for n in numbers if n <= place]

    def next_to_act(self, after: int) -> int:
        """Whose turn it is once `after` has acted, or 0 when the round is over."""
        seats, ring = self.seats, self.ring
        live = able = 0
        highest = 0
        lone: Seat | None = None
        for number in ring:
            seat = seats[number]
            if seat.live:
                live += 1
                if not seat.all_in:
                    able += 1
                    lone = seat
                elif seat.wagered > highest:
                    highest = seat.wagered
        if live < 2 or lone is None:
            return 0
        if able == 1 and lone.wagered >= min(highest, self.bet):
            return 0
        start = ring.index(after) + 1 if after in ring else 0
        bet = self.bet
        for number in ring[start:] + ring[:start]:
            seat = seats[number]
            if seat.live and not seat.all_in and (not seat.closed or seat.wagered < bet):
                return number
        return 0

    def act(self, number: int) -> None:
        """Mark that a player has acted in turn, and pass the turn."""
        seat = self.seats[number]
        seat.closed = seat.acted = True
        if number not in self.actors:
            self.actors.append(number)
        self.held.pop(number, None)
        self.turn = self.next_to_act(number)

    def put(self, seat: Seat, amount: int) -> None:
        """Chips of a player in front of them; the postings move the money."""
        seat.wagered += amount
        seat.put_in += amount

    def known_cards(self) -> set[Card]:
        """Every card of this hand whose face is on record."""
        held = (card for seat in self.seats.values() for card in (*seat.cards, *seat.discards))
        cards = (*held, *self.board, *self.burns, *self.muck, *self.aside)
        return {card for card in cards if card is not HIDDEN}
