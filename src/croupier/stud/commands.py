"""Everything that somebody can ask for at a stud table.

A player's command names the seat; the dealer's name a rank in `by` (the dealer when nothing is said).
"""

from __future__ import annotations

from croupier.kernel.cards import Card
from croupier.kernel.events import Command
from croupier.stud.rules import Options


class HouseCommand(Command, kw_only=True):
    """What the dealer says, or somebody above."""

    by: str = "dealer"


class OpenTable(HouseCommand, kw_only=True):
    options: Options = Options()


class TakeSeat(Command, kw_only=True):
    """Sit down with chips for `chips` cents."""

    seat: int
    chips: int


class LeaveSeat(Command, kw_only=True):
    seat: int


class Shuffle(HouseCommand, kw_only=True):
    """The deck from the top, in the order that the shuffle left; empty where nobody knows it, as at a live table."""

    deck: tuple[Card, ...] = ()


class Cut(HouseCommand, kw_only=True):
    """The top `place` cards go below the others."""

    place: int


class PlaceAnte(Command, kw_only=True):
    seat: int
    amount: int


class TakeBackAnte(Command, kw_only=True):
    seat: int


class CallNoMoreBets(HouseCommand, kw_only=True):
    pass


class Deal(HouseCommand, kw_only=True):
    """Deal the whole round from the shuffled deck, in the order of the book."""


class DealCards(HouseCommand, kw_only=True):
    """Record cards that were dealt to a box (0 is the dealer), `??` for faces not seen."""

    box: int
    cards: tuple[Card, ...]


class TurnUp(HouseCommand, kw_only=True):
    """Turn the dealer's card up; the face is needed only where the card was dealt unseen."""

    card: Card | None = None


class CallBetOrFold(HouseCommand, kw_only=True):
    pass


class PlaceBet(Command, kw_only=True):
    seat: int
    amount: int


class Fold(Command, kw_only=True):
    seat: int


class Reveal(HouseCommand, kw_only=True):
    """Turn up the dealer's hand; the faces are needed only where the cards were dealt unseen."""

    cards: tuple[Card, ...] = ()


class ShowHand(HouseCommand, kw_only=True):
    """Turn up a player's hand that was dealt unseen, so that it can be settled."""

    box: int
    cards: tuple[Card, ...]


class Settle(HouseCommand, kw_only=True):
    pass


StudCommand = (
    OpenTable
    | TakeSeat
    | LeaveSeat
    | Shuffle
    | Cut
    | PlaceAnte
    | TakeBackAnte
    | CallNoMoreBets
    | Deal
    | DealCards
    | TurnUp
    | CallBetOrFold
    | PlaceBet
    | Fold
    | Reveal
    | ShowHand
    | Settle
)
