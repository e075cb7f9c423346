"""What people at a poker table can ask for. A command with a seat is that player's; the rest are the dealer's or above's."""

from typing import Annotated, Any, Literal

import msgspec

from croupier.kernel.cards import Card
from croupier.kernel.events import Command, PlayersCommand
from croupier.kernel.incidents import AdoptEdition as AdoptEdition
from croupier.kernel.incidents import CommitDeck as CommitDeck
from croupier.kernel.incidents import CorrectCard as CorrectCard
from croupier.kernel.incidents import Perform as Perform
from croupier.kernel.incidents import Report as Report
from croupier.kernel.incidents import Rule as Rule
from croupier.poker.rules import Commission, Options

Source = Literal["live", "house", "seeded", "stacked"]
"""Where the order of a deck comes from: a dealer's hands, so that nobody knows it; the house's own source of chance; a seed; or
somebody who has put it there.
"""


class OpenTable(Command, frozen=True, kw_only=True):
    """Open a table with these signs."""

    options: Options = Options()


# Players and seats


class TakeSeat(PlayersCommand, frozen=True, kw_only=True):
    """Sit down with chips. `person` says who, where somebody else records it.

    `from_game` is true of a player from a game that closed, or moved by a supervisor, who says so. `missed` are the blinds, by
    number, that a tournament's entrant brings unpaid from another of its tables; left out, the table's own memory holds. `late`
    ones have entered the tournament late: they are new players, and were not moved. `won` is what the chips of somebody who is
    moved hold of winnings at the table before.
    """

    chips: int
    person: str = ""
    from_game: bool = False
    missed: tuple[int, ...] | None = None
    late: bool = False
    won: Annotated[int, msgspec.Meta(ge=0)] = 0


class AddChips(PlayersCommand, frozen=True, kw_only=True):
    """Add to the stake, while not in a hand."""

    chips: int


class RemoveChips(PlayersCommand, frozen=True, kw_only=True):
    """Take chips off the table and stay: never allowed."""

    chips: int


class LeaveSeat(PlayersCommand, frozen=True, kw_only=True):
    """Leave the table for good, with all chips."""


class ChangeSeat(PlayersCommand, frozen=True, kw_only=True):
    """Move to an empty seat of the same table."""

    to: int


class DrawForSeat(Command, frozen=True, kw_only=True):
    """Several people want one seat: each draws a card, the highest has it; `names` and `cards` go together."""

    place: int
    names: tuple[str, ...]
    cards: tuple[Card, ...]


class WantSeat(PlayersCommand, frozen=True, kw_only=True):
    """Ask for a vacant place, to move there after the hand before anybody who waits to join."""

    place: int


class StepAway(PlayersCommand, frozen=True, kw_only=True):
    """Leave the table for a while; blinds that fall due meanwhile are missed."""


class ComeBack(PlayersCommand, frozen=True, kw_only=True):
    """Be back at the table."""


class SitOut(PlayersCommand, frozen=True, kw_only=True):
    """Be dealt out of the coming hand, or of this one before its first card."""


class PickUp(Command, frozen=True, kw_only=True):
    """Take the chips of a player who has been away too long off the table, and keep them."""

    player: int


class ExcludePlayer(Command, frozen=True, kw_only=True):
    """Somebody who sits here was excluded by a ruling at another table of the room; the software that keeps both says so."""

    person: str


class JoinList(Command, frozen=True, kw_only=True):
    """Put somebody on the waiting list; who was picked up comes to the top if back in time."""

    person: str


class LeaveList(Command, frozen=True, kw_only=True):
    """Take somebody off the waiting list; who was picked up has the kept chips back."""

    person: str


class CallFromList(Command, frozen=True, kw_only=True):
    """Give the first on the list a free place, with `chips` bought; who was picked up has the kept chips back as well."""

    place: int
    chips: int = 0


# A hand


class BeginHand(Command, frozen=True, kw_only=True):
    """Move the button and say who owes which blind."""


class CallOff(Command, frozen=True, kw_only=True):
    """Call a hand off before its first card, because fewer than two players are left for it."""


class CollectFees(Command, frozen=True, kw_only=True):
    """Collect the charge for a hand from each player, or the hourly charge."""

    hourly: bool = False


class VerifyFees(Command, frozen=True, kw_only=True):
    """Verify the hourly charges that were collected, so that they may be dropped."""


class DropFees(Command, frozen=True, kw_only=True):
    """Drop hourly charges that were verified."""


class PostBlind(PlayersCommand, frozen=True, kw_only=True):
    """Post the blind that is due, or what is owed to be dealt in again."""


class Straddle(PlayersCommand, frozen=True, kw_only=True):
    """Post a voluntary blind of twice the last one."""


class PlaceSideWager(PlayersCommand, frozen=True, kw_only=True):
    """Wager on the colour of the flop."""

    colour: str
    amount: int


class TakeBackSideWager(PlayersCommand, frozen=True, kw_only=True):
    """Take a side wager back before the first card."""


class Shuffle(Command, frozen=True, kw_only=True):
    """Shuffle: the deck in its new order, from the top, and its source; or nothing where a dealer holds the cards.

    `secret` is what the salts of a deck come from whose order was committed (`CommitDeck`).
    """

    deck: tuple[Card, ...] = ()
    source: Source = "live"
    secret: str = ""


class Cut(Command, frozen=True, kw_only=True):
    """Cut the deck once, below so many cards."""

    place: int


class Deal(Command, frozen=True, kw_only=True):
    """Deal the hole cards. `hands` are faces that are known, by seat; without a deck the others stay face down.

    `counts` says what a dealer really did by mistake: who got another number of cards, none at all, or cards at a place that
    should have none.
    """

    hands: dict[int, tuple[Card, ...]] = {}
    counts: dict[int, int] = {}


class DealBoard(Command, frozen=True, kw_only=True):
    """Burn and deal the flop, the fourth or the fifth card; without a deck, `cards` says what was turned up.

    `named` is which of them it is, where somebody has said so.
    """

    cards: tuple[Card, ...] = ()
    burn: bool = True
    named: Literal["", "flop", "turn", "river"] = ""


class ShuffleStub(Command, frozen=True, kw_only=True):
    """Shuffle what is left of the deck, after cards were taken back into it, and cut it where the book says so."""

    deck: tuple[Card, ...] = ()
    source: Source = "live"
    secret: str = ""


# Betting


class Check(PlayersCommand, frozen=True, kw_only=True):
    pass


class Call(PlayersCommand, frozen=True, kw_only=True):
    """Match the bet, or go all-in for less."""


class Bet(PlayersCommand, frozen=True, kw_only=True):
    """Open the betting with an announced amount."""

    amount: int


class Raise(PlayersCommand, frozen=True, kw_only=True):
    """Raise to a total of this betting round, announced."""

    to: int


class Fold(PlayersCommand, frozen=True, kw_only=True):
    """Give the hand up. Where a tournament has it killed, `because` is why its player takes no part."""

    because: Literal["", "absence", "penalty", "disqualified", "retired"] = ""


class AllIn(PlayersCommand, frozen=True, kw_only=True):
    """Wager all chips, or as many as the limits allow."""


class PutChips(PlayersCommand, frozen=True, kw_only=True):
    """Put chips forward: each chip's value. `said` is what was announced with them, if only a word: `raise`, `call`."""

    chips: tuple[int, ...]
    said: str = ""


class MakeUp(PlayersCommand, frozen=True, kw_only=True):
    """Make up the difference to a call after putting in too little."""


class TakeBack(PlayersCommand, frozen=True, kw_only=True):
    """Take back a bet that was made out of turn, after somebody due earlier bet more, to fold or to re-raise."""

    to: int = 0


class BuyTime(PlayersCommand, frozen=True, kw_only=True):
    """Buy more time to act."""


class CallTime(Command, frozen=True, kw_only=True):
    """The time to act is over."""


class Discard(PlayersCommand, frozen=True, kw_only=True):
    """Give up one card of a pineapple hand."""

    card: Card


# Showdown


class ShowHand(PlayersCommand, frozen=True, kw_only=True):
    """Turn a hand up at the showdown; `cards` are its faces where a dealer holds the deck."""

    cards: tuple[Card, ...] = ()


class MuckHand(PlayersCommand, frozen=True, kw_only=True):
    """Pass a hand in at the showdown without showing it."""


class AskToSee(PlayersCommand, frozen=True, kw_only=True):
    """Ask to see a hand of the showdown, or one that was shown to another player; `person` says whose, if they have left."""

    whose: int
    cards: tuple[Card, ...] = ()
    person: str = ""


class ShowTo(PlayersCommand, frozen=True, kw_only=True):
    """Let another player see the hand."""

    to: int


class AgreeToSplit(Command, frozen=True, kw_only=True):
    """Players agree to divide the pot among them: never allowed."""

    players: tuple[int, ...]


class OpenHands(Command, frozen=True, kw_only=True):
    """Turn up, in order, every hand that equals or beats the best shown so far."""


class PushPots(Command, frozen=True, kw_only=True):
    """Push the pots to the winners; the hand is over."""


class InspectHand(Command, frozen=True, kw_only=True):
    """Look at a hand after it was played; `cards` are its faces where a dealer holds the deck, `person` whose it was, if they
    have left.
    """

    player: int
    cards: tuple[Card, ...] = ()
    person: str = ""


class SettleSideWagers(Command, frozen=True, kw_only=True):
    """Settle the wagers on the flop."""


class NotifyBonus(Command, frozen=True, kw_only=True):
    """Tell the supervisor that a player is due a bonus prize; `person` says who, if they have left."""

    player: int
    person: str = ""


class AwardBonus(Command, frozen=True, kw_only=True):
    """Verify a hand that wins a bonus prize, and award it."""

    player: int
    person: str = ""


class DeclineBonus(Command, frozen=True, kw_only=True):
    """Find that a bonus prize which the dealer told of is not won."""

    player: int
    person: str = ""


# The house


class AnnounceChange(Command, frozen=True, kw_only=True):
    """Announce new signs for this table, and another game of the book if one is named.

    `options` are those that change: what it does not say stays as it is. `takes_effect` is the time of the change on the sign,
    in seconds; unsaid, as soon as the book allows.
    """

    options: dict[str, Any]
    game: str = ""
    takes_effect: int = 0


class AnnounceClosing(Command, frozen=True, kw_only=True):
    """Announce that the table will close."""


class Agree(PlayersCommand, frozen=True, kw_only=True):
    """A player agrees that an announced `change`, or the `closing`, need not wait."""

    to: str


class ChangeTable(Command, frozen=True, kw_only=True):
    """Play by the announced signs from the next hand."""


class ChangeCommission(Command, frozen=True, kw_only=True):
    """Change the commission, and its sign, before a hand."""

    commission: Commission
    sign: bool = True


class CloseTable(Command, frozen=True, kw_only=True):
    pass


# Tables of a tournament


class SetLevel(Command, frozen=True, kw_only=True):
    """The compulsory wagers and the smallest chip of the level that a tournament has come to, from the next hand."""

    options: Options
