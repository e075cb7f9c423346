"""The state of one table: seats, boxes, cards and money, folded from its events."""

from __future__ import annotations

from functools import cache
from typing import Literal

import msgspec

from croupier.kernel.cards import HIDDEN, Card
from croupier.kernel.money import post
from croupier.stud.commands import Report
from croupier.stud.rules import Options

DEALER = 0
"""The dealer's own place among the boxes; players' boxes count from 1 at the dealer's left."""

Phase = Literal["wagers", "dealing", "deciding", "settling", "prizes", "closed"]
Choice = Literal["", "bet", "fold", "void", "conceded", "instant"]


@cache
def stack_of(seat: int) -> str:
    """The chips in front of a player."""
    return f"stack {seat}"


@cache
def purse_of(seat: int) -> str:
    """A player's money that is not on the table."""
    return f"purse {seat}"


@cache
def ante_of(box: int) -> str:
    return f"ante {box}"


@cache
def bet_of(box: int) -> str:
    return f"bet {box}"


@cache
def exchange_of(box: int) -> str:
    """What was paid to change a card, until the round is over."""
    return f"exchange {box}"


@cache
def jackpot_of(box: int) -> str:
    """The jackpot wager of a box, until it is decided."""
    return f"jackpot {box}"


def tokens_of(seat: int) -> str:
    """A player's promotional tokens."""
    return f"tokens {seat}"


def withheld_of(seat: int) -> str:
    """A player's winnings that are held back."""
    return f"withheld {seat}"


FLOAT = "float"
"""The chips of the house at this table."""

METER = "meter"
"""What this table has taken for the prize meter, less what it has paid out for it."""

VOUCHERS = "vouchers"
"""Promotional vouchers that were exchanged for tokens."""


class Box(msgspec.Struct, frozen=True, gc=False):
    """One betting area in this round: whose wager, which cards, what was decided.

    `collected` is what the house took of a hand that is out, should it have to be given back, and `collected_tokens` the
    part of it that is promotional tokens. `blind` marks a bet made
    before the deal, `given_up` the card that was changed for another, `ante_tokens` and `bet_tokens` the part of a wager
    that is promotional tokens. `had_bet` is true of a hand that is out of the game after it had bet.
    """

    seat: int = 0
    cards: tuple[Card, ...] = ()
    picked_up: bool = False
    choice: Choice = ""
    shown: bool = False
    blind: bool = False
    given_up: tuple[Card, ...] = ()
    collected: int = 0
    collected_tokens: int = 0
    ante_tokens: int = 0
    bet_tokens: int = 0
    had_bet: bool = False


class Sign(msgspec.Struct, frozen=True):
    """A notice on the table: what it announces, since when it hangs there (seconds), from when it holds.

    `round` is the first round that is played under it.
    """

    says: str
    amount: int
    shown: int
    due: int
    round: int


class Question(msgspec.Struct, frozen=True):
    """What waits for somebody's ruling: which report, which rulings are open, and who may give them."""

    what: str
    options: tuple[str, ...]
    rank: str
    report: Report


EMPTY = Box()


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """Everything about a table that its next decision depends on. `boxes[0]` is the dealer's hand.

    `limits` are those of single players; the seats in `kept` have a marker for the minimum they had before a change. The
    players of the seats in `first` were told to decide before the others pick up their cards. `registered` are the boxes in the
    jackpot game, `unchecked` those whose hands are waited for, `prizes` the hands that have yet to be paid; `jackpot_seats`
    says who placed the wager that lies on a box, or lay there last.
    """

    options: Options = Options()
    phase: Phase = "wagers"
    round: int = 1
    seats: tuple[int, ...] = ()
    boxes: tuple[Box, ...] = (EMPTY,)
    shuffled: bool = False
    cut: bool = False
    deck: tuple[Card, ...] = ()
    upcard: int | None = None
    revealed: bool = False
    colour: str = "blue"
    discards: tuple[Card, ...] = ()
    exposed: int = 0
    told: tuple[tuple[int, str], ...] = ()
    question: Question | None = None
    retracting: tuple[int, ...] = ()
    retraction_clauses: tuple[str, ...] = ()
    done: tuple[str, ...] = ()
    signs: dict[str, Sign] = {}
    limits: dict[int, tuple[int, int]] = {}
    kept: tuple[int, ...] = ()
    first: tuple[int, ...] = ()
    first_clauses: tuple[str, ...] = ()
    idle: dict[int, int] = {}
    excluded: tuple[int, ...] = ()
    jackpot_seats: dict[int, int] = {}
    registered: tuple[int, ...] = ()
    unchecked: tuple[int, ...] = ()
    prizes: dict[int, str] = {}
    money: dict[str, int] = {}
    version: int = 0

    def ante(self, box: int) -> int:
        return self.money.get(ante_of(box), 0)

    def bet(self, box: int) -> int:
        return self.money.get(bet_of(box), 0)

    def jackpot(self, box: int) -> int:
        return self.money.get(jackpot_of(box), 0)

    def stack(self, seat: int) -> int:
        return self.money.get(stack_of(seat), 0)

    def exchange(self, box: int) -> int:
        return self.money.get(exchange_of(box), 0)

    def tokens(self, seat: int) -> int:
        return self.money.get(tokens_of(seat), 0)

    def limits_of(self, seat: int) -> tuple[int, int]:
        """The least and greatest ante of a player: those on the sign, or the player's own."""
        return self.limits.get(seat) or (self.options.minimum, self.options.maximum)

    def ante_in_play(self, box: int) -> int:
        """The part of the ante that plays: a wager above the maximum plays to the maximum."""
        return min(self.ante(box), self.limits_of(self.boxes[box].seat)[1])

    def was_told(self, seat: int, about: str) -> bool:
        return (seat, about) in self.told

    @property
    def jackpots(self) -> dict[int, int]:
        """The boxes with a jackpot wager, and whose it is."""
        return {box: seat for box, seat in sorted(self.jackpot_seats.items()) if self.jackpot(box)}

    @property
    def dealer(self) -> Box:
        return self.boxes[DEALER]

    @property
    def wagered(self) -> tuple[int, ...]:
        """The boxes with a wager in this round, from the dealer's left."""
        return tuple(number for number, box in enumerate(self.boxes) if box.seat)

    @property
    def betting(self) -> tuple[int, ...]:
        """The boxes still in the game, from the dealer's left."""
        return tuple(number for number, box in enumerate(self.boxes) if box.choice == "bet")

    @property
    def folded(self) -> tuple[int, ...]:
        return tuple(number for number, box in enumerate(self.boxes) if box.choice == "fold")

    @property
    def undecided(self) -> tuple[int, ...]:
        return tuple(number for number, box in enumerate(self.boxes) if box.seat and not box.choice)

    @property
    def upcard_face(self) -> Card | None:
        return None if self.upcard is None else self.dealer.cards[self.upcard]

    def known_cards(self) -> set[Card]:
        """Every card of this round whose face is on record, on a box or given up."""
        return {card for box in self.boxes for card in (*box.cards, *box.given_up) if card is not HIDDEN}

    def with_box(self, number: int, box: Box) -> tuple[Box, ...]:
        return (*self.boxes[:number], box, *self.boxes[number + 1 :])

    def moved(self, postings: dict[str, int]) -> Table:
        return msgspec.structs.replace(self, money=post(self.money, postings)) if postings else self
