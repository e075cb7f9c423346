"""Events when something went wrong with the cards: they are taken back, replaced, corrected, or dealt again."""

from typing import Literal, Self

from msgspec.structs import replace

from croupier.kernel.accounts import Account, withheld_of
from croupier.kernel.actors import Viewer
from croupier.kernel.cards import HIDDEN, Card
from croupier.kernel.events import Event, OfSeat, Public, Source
from croupier.poker.hand import Hand, face_down
from croupier.poker.state import State

Clauses = tuple[str, ...]


def _also(hand: Hand, clauses: Clauses) -> None:
    """The next board card cites these clauses too."""
    hand.because = tuple(dict.fromkeys((*hand.because, *clauses)))


# The board


class CardsOpened(Event, frozen=True, kw_only=True):
    """The dealer turned cards up too early, or too many; `burn` is what was burned before them."""

    cards: tuple[Card, ...]
    burn: tuple[Card, ...]

    def seen_by(self, viewer: Viewer) -> Self:
        return replace(self, burn=face_down(self.burn))

    def alter(self, table: State) -> None:
        hand = table.hand
        hand.board = (*hand.board, *self.cards)
        hand.burns = (*hand.burns, *self.burn)
        hand.stub = hand.stub[len(self.burn) + len(self.cards) :]


class CardsTakenBack(Public, frozen=True, kw_only=True):
    """The last cards of the board go back: into the deck to be shuffled, aside, to the burn cards, or to the muck.

    `burned` is 1 if a burn card need not be burned again: that of the next board card, or of the one that comes when
    `burns_from` cards are there. `cut` is true if the deck is cut after its shuffle.
    """

    cards: tuple[Card, ...]
    to: Literal["stub", "aside", "burns", "muck"]
    burned: int = 0
    burns_from: int = 0
    cut: bool = False

    def alter(self, table: State) -> None:
        hand = table.hand
        hand.board = hand.board[: len(hand.board) - len(self.cards)]
        hand.unburned = tuple(number for number in hand.unburned if number < len(hand.board))
        if self.to == "stub":
            hand.stub, hand.reshuffle = (*hand.stub, *self.cards), True
        elif self.to == "aside":
            hand.aside = (*hand.aside, *self.cards)
        elif self.to == "burns":
            hand.burns = (*hand.burns, *self.cards)
        else:
            hand.muck = (*hand.muck, *self.cards)
        if self.to in ("burns", "muck"):
            hand.seen = (*hand.seen, *self.cards)
        if self.burned:
            hand.burned_for = (*hand.burned_for, self.burns_from or len(hand.board))
        if self.to in ("stub", "burns"):
            _also(hand, self.clauses)


class StubShuffled(Event, frozen=True, kw_only=True):
    """The rest of the deck in its new order, which nobody sees; `aside` is true if a card set aside went into it."""

    deck: tuple[Card, ...]
    source: Source = "live"
    aside: bool = False

    def seen_by(self, viewer: Viewer) -> Self:
        return replace(self, deck=face_down(self.deck))

    def alter(self, table: State) -> None:
        hand = table.hand
        hand.stub, hand.source, hand.reshuffle, hand.committed = self.deck, self.source, False, ""
        if self.aside:
            hand.aside = ()
            _also(hand, self.clauses)


class CardBurned(Event, frozen=True, kw_only=True):
    """A card is burned that should not be, or not yet."""

    card: Card

    def seen_by(self, viewer: Viewer) -> Self:
        return replace(self, card=HIDDEN)

    def alter(self, table: State) -> None:
        hand = table.hand
        hand.burns, hand.stub = (*hand.burns, self.card), hand.stub[1:]


class BurnTakenBack(Public, frozen=True, kw_only=True):
    """The last burn card goes back on top of the deck; `missing` is true if it was never burned."""

    missing: bool = False

    def alter(self, table: State) -> None:
        hand = table.hand
        hand.stub, hand.burns = (hand.burns[-1], *hand.stub), hand.burns[:-1]
        if self.missing:
            hand.unburned = (*hand.unburned, hand.lay_before)


class BettingUndone(Public, frozen=True, kw_only=True):
    """The betting round does not count: what was wagered in it goes back, and the dealer deals again.

    `phase` and `turn` are those of the round before: over, or with a discard to come.
    """

    amounts: dict[int, int]
    phase: Literal["betting", "discard"] = "betting"
    turn: int = 0

    def alter(self, table: State) -> None:
        hand = table.hand
        hand.phase, hand.turn, hand.street = self.phase, self.turn, hand.street - 1
        hand.bet = hand.full = hand.raises = hand.opener = 0
        hand.actors, hand.held, hand.owed = [], {}, {}
        for number in hand.ring:
            player = hand.players[number]
            amount = self.amounts.get(number, 0)
            player.put_in -= amount
            player.wagered = 0
            player.closed = player.mute = False
            if amount:
                player.all_in = player.excluded


class SideWagersReopened(Public, frozen=True, kw_only=True):
    """The flop that wagers were settled on is withdrawn: they stand as before.

    Winnings that had been seized come out of what is withheld.
    """

    def alter(self, table: State) -> None:
        hand = table.hand
        for number, (colour, stake, pays) in hand.side_results.items():
            hand.players[number].side = colour
            person = table.person_at(number)
            seized = -self.postings.get(withheld_of(person), 0)
            table.won_or_lost(person, seized - pays if pays else stake)
        hand.side_results, hand.side_open = {}, True


# Hands


class HandCounted(Public, frozen=True, kw_only=True):
    """A face-down hand has another number of cards than was recorded; it belongs to `place`, no matter who sits there."""

    place: int
    count: int

    def alter(self, table: State) -> None:
        hand = table.hand
        dealt = self.place in hand.ring
        held = hand.players[self.place].cards if dealt else hand.strays.get(self.place, ())
        more = self.count - len(held)
        if more > 0:
            held, hand.stub = (*held, *hand.stub[:more]), hand.stub[more:]
        else:
            held, hand.stub = held[: self.count], (*held[self.count :], *hand.stub)
        if dealt:
            hand.players[self.place].cards = held
        else:
            hand.strays[self.place] = held


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

    def alter(self, table: State) -> None:
        hand = table.hand
        for number, cards in self.hands.items():
            hand.players[number].cards = cards
        hand.stub = (*self.back, *hand.stub[self.used :])
        if self.all_hands:
            hand.strays = {}


class CardExposed(OfSeat, frozen=True, kw_only=True):
    """Everyone has seen a card of a hand; it stays where it is. `by_dealer` is true if it was exposed in the deal."""

    place: int
    card: Card
    by_dealer: bool = False

    def alter(self, table: State) -> None:
        hand = table.hand
        player = hand.players[self.seat]
        player.cards = (*player.cards[: self.place], self.card, *player.cards[self.place + 1 :])
        if self.by_dealer:
            hand.exposed = (*hand.exposed, self.card)
        else:
            hand.seen = (*hand.seen, self.card)


class CardReplaced(Event, frozen=True, kw_only=True):
    """The top card of the deck replaces one in a hand, which becomes the first burn card or goes to the muck."""

    seat: int
    place: int
    card: Card
    new: Card
    to: Literal["burns", "muck"]

    def seen_by(self, viewer: Viewer) -> Self:
        return self if viewer.seat == self.seat else replace(self, new=HIDDEN)

    def alter(self, table: State) -> None:
        hand = table.hand
        player = hand.players[self.seat]
        player.cards = (*player.cards[: self.place], self.new, *player.cards[self.place + 1 :])
        hand.stub = hand.stub[1:]
        if self.to == "burns":
            hand.burns = (*hand.burns, self.card)
            hand.exposed = (*hand.exposed, self.card)
            hand.burned_for = (*hand.burned_for, len(hand.board))
            _also(hand, self.clauses)
        else:
            hand.muck = (*hand.muck, self.card)
            hand.seen = (*hand.seen, self.card)
            hand.boxed += 1


class BoxedCardMucked(Public, frozen=True, kw_only=True):
    """A card that lay face up in the deck goes to the muck; the next one takes its place."""

    place: int
    card: Card

    def alter(self, table: State) -> None:
        hand = table.hand
        hand.stub = (*hand.stub[: self.place], *hand.stub[self.place + 1 :])
        hand.muck = (*hand.muck, self.card)
        hand.seen = (*hand.seen, self.card)
        hand.boxed += 1


class StrayHandMucked(Public, frozen=True, kw_only=True):
    """A hand dealt by mistake to a place that should have none goes to the muck."""

    place: int

    def alter(self, table: State) -> None:
        hand = table.hand
        hand.muck = (*hand.muck, *hand.strays.pop(self.place))


class HandVoided(OfSeat, frozen=True, kw_only=True):
    """A hand is void: it is out of play, and all that its player put in goes back; paid-up blinds are owed again."""

    amount: int
    why: str

    def alter(self, table: State) -> None:
        hand = table.hand
        player = hand.players[self.seat]
        hand.drop_out(player)
        table.not_posted(player)
        hand.posted.pop(self.seat, None)
        hand.dead -= player.dead
        player.wagered = player.put_in = player.forced = player.dead = 0
        hand.voluntary = any(other.put_in > other.forced for other in hand.players.values())


class PotReturned(Public, frozen=True, kw_only=True):
    """A pot that nobody is left to win goes back to those who put it in."""

    amounts: dict[int, int]

    def alter(self, table: State) -> None:
        hand = table.hand
        for number, amount in self.amounts.items():
            hand.players[number].put_in -= amount


class DiscardUndone(Event, frozen=True, kw_only=True):
    """A card recorded as discarded is still in the hand; `place` is where it was recorded in the muck."""

    seat: int
    card: Card
    place: int

    def seen_by(self, viewer: Viewer) -> Self:
        return self if viewer.seat == self.seat else replace(self, card=HIDDEN)

    def alter(self, table: State) -> None:
        hand = table.hand
        player = hand.players[self.seat]
        player.cards, player.discards, player.discarded = (*player.cards, self.card), (), False
        hand.muck = (*hand.muck[: self.place], *hand.muck[self.place + 1 :])
        if hand.phase == "discard":
            hand.turn = hand.next_to_discard()


# The deal


class Misdealt(Public, frozen=True, kw_only=True):
    """The deal does not count: all cards come back for a new shuffle and cut, and the same player gets the first card.

    Blinds and straddles stay up and other wagers go back; or, if `all_back`, everything does and is posted again.
    `sides_back` is true if the wagers on the flop go back too.
    """

    why: str
    all_back: bool = False
    sides_back: bool = False

    def alter(self, table: State) -> None:
        if self.all_back:
            table.owes_again()
        stacks: dict[Account, int] = {
            player.stack: table.money.get(player.stack, 0) + self.postings.get(player.stack, 0)
            for player in table.hand.players.values()
        }
        table.hand = table.hand.again(
            all_back=self.all_back, sides_back=self.sides_back, least=table.options.least_bet(0), stacks=stacks
        )
