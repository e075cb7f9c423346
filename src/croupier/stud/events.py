"""Everything that can become so at a stud table: what it changes, and who may see it."""

from __future__ import annotations

from typing import Literal, Self

import msgspec
from msgspec.structs import replace

from croupier.kernel.cards import HIDDEN, Card
from croupier.kernel.events import Event, Public, Viewer
from croupier.stud.rules import Options
from croupier.stud.table import DEALER, EMPTY, Box, Table

Result = Literal["win", "lose", "stand-off", "void"]


def face_down(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return (HIDDEN,) * len(cards)


class TableOpened(Public, kw_only=True):
    """The first event: which book and edition, the digest of its data, and what the signs say."""

    game: str
    book: str
    edition: str
    digest: str
    options: Options

    def apply(self, table: Table) -> Table:
        return replace(table, options=self.options, boxes=(EMPTY,) * (self.options.places + 1))


class SeatTaken(Public, kw_only=True):
    seat: int

    def apply(self, table: Table) -> Table:
        return replace(table, seats=tuple(sorted({*table.seats, self.seat})))


class SeatLeft(Public, kw_only=True):
    seat: int

    def apply(self, table: Table) -> Table:
        return replace(table, seats=tuple(seat for seat in table.seats if seat != self.seat))


class CardsShuffled(Event, kw_only=True):
    """A deck in its new order. Nobody sees it while the round is in play."""

    deck: tuple[Card, ...]

    def seen_by(self, viewer: Viewer) -> Self:
        return replace(self, deck=face_down(self.deck))

    def apply(self, table: Table) -> Table:
        return replace(table, shuffled=True, cut=False, deck=self.deck)


class CardsCut(Public, kw_only=True):
    """The cards above the cut go below the others; where it was cut is plain to see, what was cut is not."""

    place: int

    def apply(self, table: Table) -> Table:
        return replace(table, cut=True, deck=table.deck[self.place :] + table.deck[: self.place])


class AntePlaced(Public, kw_only=True):
    box: int
    seat: int
    amount: int

    def apply(self, table: Table) -> Table:
        return replace(table, boxes=table.with_box(self.box, Box(seat=self.seat)))


class AnteTakenBack(Public, kw_only=True):
    box: int

    def apply(self, table: Table) -> Table:
        return replace(table, boxes=table.with_box(self.box, EMPTY))


class PlayerTold(Public, kw_only=True):
    """Advice that the book requires to be given, kept so that it counts next time."""

    seat: int
    about: Literal["minimum", "maximum", "chips"]
    advice: str

    def apply(self, table: Table) -> Table:
        if self.about != "minimum":
            return table
        return replace(table, told_of_minimum=tuple(sorted({*table.told_of_minimum, self.seat})))


class NoMoreBetsCalled(Public, kw_only=True):
    def apply(self, table: Table) -> Table:
        return replace(table, phase="dealing")


class CardsDealt(Event, kw_only=True):
    """Cards to a box, face down: nobody may look before the dealer says so."""

    box: int
    cards: tuple[Card, ...]

    def seen_by(self, viewer: Viewer) -> Self:
        return replace(self, cards=face_down(self.cards))

    def apply(self, table: Table) -> Table:
        box = table.boxes[self.box]
        return replace(
            table,
            boxes=table.with_box(self.box, replace(box, cards=box.cards + self.cards)),
            deck=table.deck[len(self.cards) :],
        )


class CardTurnedUp(Public, kw_only=True):
    """One of the dealer's cards, for all to see."""

    place: int
    card: Card

    def apply(self, table: Table) -> Table:
        cards = table.dealer.cards
        cards = (*cards[: self.place], self.card, *cards[self.place + 1 :])
        return replace(table, upcard=self.place, boxes=table.with_box(DEALER, replace(table.dealer, cards=cards)))


class BetOrFoldCalled(Public, kw_only=True):
    def apply(self, table: Table) -> Table:
        return replace(table, phase="deciding")


class HandPickedUp(Event, kw_only=True):
    """A player looks at the hand; nobody else sees it."""

    box: int
    seat: int
    cards: tuple[Card, ...]

    def seen_by(self, viewer: Viewer) -> Self:
        return self if viewer.seat == self.seat else replace(self, cards=face_down(self.cards))

    def apply(self, table: Table) -> Table:
        box = replace(table.boxes[self.box], cards=self.cards, picked_up=True)
        return replace(table, boxes=table.with_box(self.box, box))


class BetPlaced(Public, kw_only=True):
    box: int
    amount: int

    def apply(self, table: Table) -> Table:
        return replace(table, boxes=table.with_box(self.box, replace(table.boxes[self.box], choice="bet")))


class HandFolded(Public, kw_only=True):
    """The ante is collected; the cards stay face down, are counted and go to the discard rack."""

    box: int
    counted: int

    def apply(self, table: Table) -> Table:
        return replace(table, boxes=table.with_box(self.box, replace(table.boxes[self.box], choice="fold")))


class DealerRevealed(Public, kw_only=True):
    cards: tuple[Card, ...]
    hand: str
    qualifies: bool

    def apply(self, table: Table) -> Table:
        dealer = replace(table.dealer, cards=self.cards, shown=True)
        return replace(table, phase="settling", revealed=True, boxes=table.with_box(DEALER, dealer))


class HandShown(Public, kw_only=True):
    """A player's hand, turned up to be compared, at its best value."""

    box: int
    cards: tuple[Card, ...]
    hand: str

    def apply(self, table: Table) -> Table:
        box = replace(table.boxes[self.box], cards=self.cards, shown=True)
        return replace(table, boxes=table.with_box(self.box, box))


class WagerSettled(Public, kw_only=True):
    """One wager decided: `pays` is what the house adds to a winning wager, `returned` what goes back of the stake."""

    box: int
    wager: str
    result: Result
    stake: int
    pays: int = 0
    returned: int = 0
    odds: str = ""

    def apply(self, table: Table) -> Table:
        return table


class CardsCollected(Public, kw_only=True):
    box: int
    counted: int

    def apply(self, table: Table) -> Table:
        return table


class RoundEnded(Public, kw_only=True):
    """The table is clear and the next round may be wagered on."""

    round: int

    def apply(self, table: Table) -> Table:
        return replace(
            table,
            phase="wagers",
            round=self.round + 1,
            boxes=(EMPTY,) * len(table.boxes),
            shuffled=False,
            cut=False,
            deck=(),
            upcard=None,
            revealed=False,
        )


StudEvent = (
    TableOpened
    | SeatTaken
    | SeatLeft
    | CardsShuffled
    | CardsCut
    | AntePlaced
    | AnteTakenBack
    | PlayerTold
    | NoMoreBetsCalled
    | CardsDealt
    | CardTurnedUp
    | BetOrFoldCalled
    | HandPickedUp
    | BetPlaced
    | HandFolded
    | DealerRevealed
    | HandShown
    | WagerSettled
    | CardsCollected
    | RoundEnded
)

_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(StudEvent)


def write_event(event: Event) -> bytes:
    return _ENCODER.encode(event)


def read_event(line: bytes | str) -> Event:
    """An event from JSON; `msgspec.ValidationError` says what is wrong with it and where."""
    return _DECODER.decode(line)
