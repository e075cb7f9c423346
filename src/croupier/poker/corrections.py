"""What becomes so when something went wrong with the cards: they are taken back, replaced, put right, or dealt anew."""

from __future__ import annotations

from typing import Literal, Self

from msgspec.structs import replace

from croupier.kernel.cards import HIDDEN, Card
from croupier.kernel.events import Event, Public, Viewer
from croupier.poker.events import face_down
from croupier.poker.table import Table

Clauses = tuple[str, ...]


def _also(table: Table, clauses: Clauses) -> None:
    """The next board card comes by these clauses, too."""
    table.because = tuple(dict.fromkeys((*table.because, *clauses)))


# The board


class CardsOpened(Event, frozen=True, kw_only=True):
    """The dealer turned cards up too early, or too many; `burn` is what was burned before them."""

    cards: tuple[Card, ...]
    burn: tuple[Card, ...]

    def seen_by(self, viewer: Viewer) -> Self:
        return replace(self, burn=face_down(self.burn))

    def apply(self, table: Table) -> Table:
        table.board = (*table.board, *self.cards)
        table.burns = (*table.burns, *self.burn)
        table.stub = table.stub[len(self.burn) + len(self.cards) :]
        return table


class CardsTakenBack(Public, frozen=True, kw_only=True):
    """The last cards of the board go back: into the deck to be shuffled, aside, to the burn cards, or to the muck.

    `burned` is how many burn cards need not be burned again, from when `burns_from` cards lie on the board. `cut` is true
    where the deck is cut after its shuffle.
    """

    cards: tuple[Card, ...]
    to: Literal["stub", "aside", "burns", "muck"]
    burned: int = 0
    burns_from: int = 0
    cut: bool = False

    def apply(self, table: Table) -> Table:
        table.board = table.board[: len(table.board) - len(self.cards)]
        if self.to == "stub":
            table.stub, table.reshuffle = (*table.stub, *self.cards), True
        elif self.to == "aside":
            table.aside = (*table.aside, *self.cards)
        elif self.to == "burns":
            table.burns = (*table.burns, *self.cards)
        else:
            table.muck = (*table.muck, *self.cards)
        table.skip_burns += self.burned
        table.skip_from = max(table.skip_from, self.burns_from)
        if self.to in ("stub", "burns"):
            _also(table, self.clauses)
        return table


class StubShuffled(Event, frozen=True, kw_only=True):
    """What is left of the deck in its new order, which nobody sees; `aside` is true if a card set aside went into it."""

    deck: tuple[Card, ...]
    aside: bool = False

    def seen_by(self, viewer: Viewer) -> Self:
        return replace(self, deck=face_down(self.deck))

    def apply(self, table: Table) -> Table:
        table.stub, table.reshuffle = self.deck, False
        if self.aside:
            table.aside = ()
            _also(table, self.clauses)
        return table


class CardBurned(Event, frozen=True, kw_only=True):
    """A card is burned that should not be, or not yet."""

    card: Card

    def seen_by(self, viewer: Viewer) -> Self:
        return replace(self, card=HIDDEN)

    def apply(self, table: Table) -> Table:
        table.burns, table.stub = (*table.burns, self.card), table.stub[1:]
        return table


class BurnTakenBack(Public, frozen=True, kw_only=True):
    """The last burn card goes back on top of the deck, or it was never burned."""

    def apply(self, table: Table) -> Table:
        table.stub, table.burns = (table.burns[-1], *table.stub), table.burns[:-1]
        return table


class BettingUndone(Public, frozen=True, kw_only=True):
    """The betting round has not begun after all: what was wagered in it goes back, and the dealer deals again.

    `phase` and `turn` are those of the round before: over, or with a discard to come.
    """

    amounts: dict[int, int]
    phase: Literal["betting", "discard"] = "betting"
    turn: int = 0

    def apply(self, table: Table) -> Table:
        table.phase, table.turn, table.street = self.phase, self.turn, table.street - 1
        if table.opener:
            table.bettor = 0
        table.bet = table.full = table.raises = table.opener = 0
        table.actors, table.held, table.owed = [], {}, {}
        for number in table.ring:
            seat = table.seats[number]
            amount = self.amounts.get(number, 0)
            seat.put_in -= amount
            seat.wagered = 0
            seat.closed = seat.mute = False
            if amount:
                seat.all_in = False
        return table


class SideWagersReopened(Public, frozen=True, kw_only=True):
    """The flop that wagers were settled on is withdrawn: they stand as before."""

    def apply(self, table: Table) -> Table:
        for number, (colour, _, _) in table.side_results.items():
            table.seats[number].side = colour
        table.side_results, table.side_open = {}, True
        return table


# Hands


class HandCounted(Public, frozen=True, kw_only=True):
    """A hand that lies face down has another number of cards than was recorded; it is `place`'s, whoever sits there."""

    place: int
    count: int

    def apply(self, table: Table) -> Table:
        dealt = self.place in table.ring
        held = table.seats[self.place].cards if dealt else table.strays.get(self.place, ())
        more = self.count - len(held)
        if more > 0:
            held, table.stub = (*held, *table.stub[:more]), table.stub[more:]
        else:
            held, table.stub = held[: self.count], (*held[self.count :], *table.stub)
        if dealt:
            table.seats[self.place].cards = held
        else:
            table.strays[self.place] = held
        return table


class HandsPutRight(Event, frozen=True, kw_only=True):
    """Hands are as they should have been dealt; cards come from the deck, or surplus ones go back on top of it.

    `all_hands` is true if every card was dealt again, those at places that should have none included.
    """

    hands: dict[int, tuple[Card, ...]]
    used: int = 0
    back: tuple[Card, ...] = ()
    all_hands: bool = False

    def seen_by(self, viewer: Viewer) -> Self:
        hands = {seat: cards if seat == viewer.seat else face_down(cards) for seat, cards in self.hands.items()}
        return replace(self, hands=hands, back=face_down(self.back))

    def apply(self, table: Table) -> Table:
        for number, cards in self.hands.items():
            table.seats[number].cards = cards
        table.stub = (*self.back, *table.stub[self.used :])
        if self.all_hands:
            table.strays = {}
        return table


class CardExposed(Public, frozen=True, kw_only=True):
    """Everybody has seen a card of a hand; it stays where it is. `by_dealer` is true of one exposed in the deal."""

    seat: int
    place: int
    card: Card
    by_dealer: bool = False

    def apply(self, table: Table) -> Table:
        seat = table.seats[self.seat]
        seat.cards = (*seat.cards[: self.place], self.card, *seat.cards[self.place + 1 :])
        if self.by_dealer:
            table.exposed = (*table.exposed, self.card)
        return table


class CardReplaced(Event, frozen=True, kw_only=True):
    """The top card of the deck takes the place of one in a hand, which becomes the first burn card or goes to the muck."""

    seat: int
    place: int
    card: Card
    new: Card
    to: Literal["burns", "muck"]

    def seen_by(self, viewer: Viewer) -> Self:
        return self if viewer.seat == self.seat else replace(self, new=HIDDEN)

    def apply(self, table: Table) -> Table:
        seat = table.seats[self.seat]
        seat.cards = (*seat.cards[: self.place], self.new, *seat.cards[self.place + 1 :])
        table.stub = table.stub[1:]
        if self.to == "burns":
            table.burns = (*table.burns, self.card)
            table.exposed = (*table.exposed, self.card)
            table.skip_burns += 1
            _also(table, self.clauses)
        else:
            table.muck = (*table.muck, self.card)
            table.boxed += 1
        return table


class BoxedCardMucked(Public, frozen=True, kw_only=True):
    """A card that lay face up in the deck goes to the muck; the next one takes its place."""

    place: int
    card: Card

    def apply(self, table: Table) -> Table:
        table.stub = (*table.stub[: self.place], *table.stub[self.place + 1 :])
        table.muck = (*table.muck, self.card)
        table.boxed += 1
        return table


class StrayHandMucked(Public, frozen=True, kw_only=True):
    """A hand dealt by mistake to a place that should have none goes to the muck."""

    place: int

    def apply(self, table: Table) -> Table:
        table.muck = (*table.muck, *table.strays.pop(self.place))
        return table


class HandVoided(Public, frozen=True, kw_only=True):
    """A hand is void: it is out of play, and all that its player put in goes back."""

    seat: int
    amount: int
    why: str

    def apply(self, table: Table) -> Table:
        seat = table.seats[self.seat]
        table.drop_out(seat)
        table.dead -= seat.dead
        seat.wagered = seat.put_in = seat.forced = seat.dead = 0
        return table


class PotReturned(Public, frozen=True, kw_only=True):
    """A pot that nobody is left to win goes back to those who made it."""

    amounts: dict[int, int]

    def apply(self, table: Table) -> Table:
        for number, amount in self.amounts.items():
            table.seats[number].put_in -= amount
        return table


class DiscardUndone(Event, frozen=True, kw_only=True):
    """A card that was recorded as discarded is still in the hand; `place` is where it was recorded in the muck."""

    seat: int
    card: Card
    place: int

    def seen_by(self, viewer: Viewer) -> Self:
        return self if viewer.seat == self.seat else replace(self, card=HIDDEN)

    def apply(self, table: Table) -> Table:
        seat = table.seats[self.seat]
        seat.cards, seat.discards, seat.discarded = (*seat.cards, self.card), (), False
        table.muck = (*table.muck[: self.place], *table.muck[self.place + 1 :])
        if table.phase == "discard":
            table.turn = next(other.number for other in table.in_hand if not other.discarded)
        return table


# The deal


class Misdealt(Public, frozen=True, kw_only=True):
    """The deal does not count: all cards come back for a new shuffle and cut, and the same player gets the first card.

    Blinds and straddles stay up and other wagers go back; or, where `all_back`, everything does and is posted again.
    `sides_back` is true if the wagers on the flop go back, too.
    """

    why: str
    all_back: bool = False
    sides_back: bool = False

    def apply(self, table: Table) -> Table:
        if self.all_back:
            table.posted, table.straddles, table.dead = {}, (), 0
            table.bet, table.full, table.step = 0, 0, table.options.least_bet(0)
        elif table.phase != "blinds":
            (table.bet, table.step), table.full = table.opening, table.opening[0]
        table.phase, table.street, table.turn, table.shuffled, table.cut = "blinds", 0, 0, False, False
        table.stub = table.burns = table.board = table.muck = table.aside = table.exposed = table.because = ()
        table.boxed = table.skip_burns = table.skip_from = table.raises = table.collected = 0
        table.opener = table.bettor = 0
        table.voluntary, table.reshuffle, table.capped = False, False, False
        table.ring, table.actors, table.showing = [], [], []
        table.held, table.owed, table.strays, table.side_results = {}, {}, {}, {}
        for seat in table.seats.values():
            seat.cards = seat.discards = ()
            seat.live = seat.dealt_in = seat.closed = seat.acted = seat.mute = False
            seat.discarded = seat.shown = seat.mucked = False
            if self.sides_back:
                seat.side = ""
            if self.all_back:
                if seat.posted:
                    seat.new, seat.penalty, seat.missed = seat.entered
                seat.posted, seat.forced, seat.dead = False, 0, 0
            seat.wagered, seat.put_in = table.posted.get(seat.number, 0), seat.forced
            left = table.money.get(seat.stack, 0) + self.postings.get(seat.stack, 0)
            seat.all_in = left == 0 and seat.put_in + seat.dead > 0
        table.side_open = any(seat.side for seat in table.seats.values())
        return table
