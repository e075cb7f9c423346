"""What people at a poker table can ask for. A command with a seat is that player's; the rest are the dealer's or above's."""

from __future__ import annotations

from croupier.kernel.cards import Card
from croupier.kernel.events import Command
from croupier.poker.rules import Commission, Options


class OpenTable(Command, frozen=True, kw_only=True):
    """Open a table with these signs."""

    by: str = "dealer"
    options: Options = Options()


# Players and seats


class TakeSeat(Command, frozen=True, kw_only=True):
    """Sit down with chips. `from_game` is true of a player from a game that closed, or moved by a supervisor."""

    seat: int
    chips: int
    from_game: bool = False


class AddChips(Command, frozen=True, kw_only=True):
    """Add to the stake, while not in a hand."""

    seat: int
    chips: int


class RemoveChips(Command, frozen=True, kw_only=True):
    """Take chips off the table and stay: never allowed."""

    seat: int
    chips: int


class LeaveSeat(Command, frozen=True, kw_only=True):
    """Leave the table for good, with all chips."""

    seat: int


class ChangeSeat(Command, frozen=True, kw_only=True):
    """Move to an empty seat of the same table."""

    seat: int
    to: int


class DrawForSeat(Command, frozen=True, kw_only=True):
    """Several people want one seat: each draws a card, the highest has it; `names` and `cards` go together."""

    by: str = "dealer"
    place: int
    names: tuple[str, ...]
    cards: tuple[Card, ...]


class WantSeat(Command, frozen=True, kw_only=True):
    """Ask for a vacant place, to move there after the hand before anybody who waits to join."""

    seat: int
    place: int


class StepAway(Command, frozen=True, kw_only=True):
    """Leave the table for a while; blinds that fall due meanwhile are missed."""

    seat: int


class ComeBack(Command, frozen=True, kw_only=True):
    """Be back at the table."""

    seat: int


class SitOut(Command, frozen=True, kw_only=True):
    """Be dealt out of the coming hand, or of this one before its first card."""

    seat: int


class PickUp(Command, frozen=True, kw_only=True):
    """Take the chips of a player who has been away too long off the table, and keep them."""

    by: str = "TG Area Manager"
    player: int
    name: str = ""


class JoinList(Command, frozen=True, kw_only=True):
    """Put a name on the waiting list; somebody who was picked up comes to the top if back in time."""

    by: str = "dealer"
    name: str


class LeaveList(Command, frozen=True, kw_only=True):
    """Take a name off the waiting list; one who was picked up has the kept chips back."""

    by: str = "dealer"
    name: str


class CallFromList(Command, frozen=True, kw_only=True):
    """Give the first on the list a free place, with `chips` bought; who was picked up has the kept chips back as well."""

    by: str = "dealer"
    place: int
    chips: int = 0


# A hand


class BeginHand(Command, frozen=True, kw_only=True):
    """Move the button and say who owes which blind."""

    by: str = "dealer"


class CallOff(Command, frozen=True, kw_only=True):
    """Call a hand off before its first card, because fewer than two players are left for it."""

    by: str = "dealer"


class CollectFees(Command, frozen=True, kw_only=True):
    """Collect the charge for a hand from each player, or the hourly charge."""

    by: str = "dealer"
    hourly: bool = False


class VerifyFees(Command, frozen=True, kw_only=True):
    """Verify the hourly charges that were collected, so that they may be dropped."""

    by: str = "TG Higher Duties Dealer"


class DropFees(Command, frozen=True, kw_only=True):
    """Drop hourly charges that were verified."""

    by: str = "dealer"


class PostBlind(Command, frozen=True, kw_only=True):
    """Post the blind that is due, or what is owed to be dealt in again."""

    seat: int


class Straddle(Command, frozen=True, kw_only=True):
    """Post a voluntary blind of twice the last one."""

    seat: int


class PlaceSideWager(Command, frozen=True, kw_only=True):
    """Wager on the colour of the flop."""

    seat: int
    colour: str
    amount: int


class TakeBackSideWager(Command, frozen=True, kw_only=True):
    """Take a side wager back before the first card."""

    seat: int


class Shuffle(Command, frozen=True, kw_only=True):
    """Shuffle: the deck in its new order, from the top, or nothing where a dealer holds the cards."""

    by: str = "dealer"
    deck: tuple[Card, ...] = ()


class Cut(Command, frozen=True, kw_only=True):
    """Cut the deck once, below so many cards."""

    by: str = "dealer"
    place: int


class Deal(Command, frozen=True, kw_only=True):
    """Deal the hole cards. `hands` are faces that are known, by seat; without a deck the others stay face down.

    `counts` says what a dealer really did by mistake: who got another number of cards, none at all, or cards at a place that
    should have none.
    """

    by: str = "dealer"
    hands: dict[int, tuple[Card, ...]] = {}
    counts: dict[int, int] = {}


class DealBoard(Command, frozen=True, kw_only=True):
    """Burn and deal the flop, the fourth or the fifth card; without a deck, `cards` says what was turned up."""

    by: str = "dealer"
    cards: tuple[Card, ...] = ()
    burn: bool = True


class ShuffleStub(Command, frozen=True, kw_only=True):
    """Shuffle what is left of the deck, after cards were taken back into it, and cut it where the book says so."""

    by: str = "dealer"
    deck: tuple[Card, ...] = ()


# Betting


class Check(Command, frozen=True, kw_only=True):
    seat: int


class Call(Command, frozen=True, kw_only=True):
    """Match the bet, or go all-in for less."""

    seat: int


class Bet(Command, frozen=True, kw_only=True):
    """Open the betting with an announced amount."""

    seat: int
    amount: int


class Raise(Command, frozen=True, kw_only=True):
    """Raise to a total of this betting round, announced."""

    seat: int
    to: int


class Fold(Command, frozen=True, kw_only=True):
    seat: int


class AllIn(Command, frozen=True, kw_only=True):
    """Wager all chips, or as many as the limits allow."""

    seat: int


class PutChips(Command, frozen=True, kw_only=True):
    """Put chips forward: each chip's value. `said` is what was announced with them, if only a word: `raise`, `call`."""

    seat: int
    chips: tuple[int, ...]
    said: str = ""


class MakeUp(Command, frozen=True, kw_only=True):
    """Make up the difference to a call after putting in too little."""

    seat: int


class TakeBack(Command, frozen=True, kw_only=True):
    """Take back a bet that was made out of turn, after somebody due earlier bet more, to fold or to re-raise."""

    seat: int
    to: int = 0


class BuyTime(Command, frozen=True, kw_only=True):
    """Buy more time to act."""

    seat: int


class CallTime(Command, frozen=True, kw_only=True):
    """The time to act is over."""

    by: str = "dealer"


class Discard(Command, frozen=True, kw_only=True):
    """Give up one card of a pineapple hand."""

    seat: int
    card: Card


# Showdown


class ShowHand(Command, frozen=True, kw_only=True):
    """Turn a hand up at the showdown; `cards` are its faces where they are not on record."""

    seat: int
    cards: tuple[Card, ...] = ()


class MuckHand(Command, frozen=True, kw_only=True):
    """Pass a hand in at the showdown without showing it."""

    seat: int


class AskToSee(Command, frozen=True, kw_only=True):
    """Ask to see a hand of the showdown, or one that was shown to another player."""

    seat: int
    whose: int
    cards: tuple[Card, ...] = ()


class ShowTo(Command, frozen=True, kw_only=True):
    """Let another player see the hand."""

    seat: int
    to: int


class AgreeToSplit(Command, frozen=True, kw_only=True):
    """Players agree to divide the pot among them: never allowed."""

    by: str = "dealer"
    players: tuple[int, ...]


class OpenHands(Command, frozen=True, kw_only=True):
    """Turn up, in order, every hand that equals or beats the best shown so far."""

    by: str = "dealer"


class PushPots(Command, frozen=True, kw_only=True):
    """Push the pots to the winners; the hand is over."""

    by: str = "dealer"


class InspectHand(Command, frozen=True, kw_only=True):
    """Look at a hand after it was played; `cards` are its faces where they are not on record."""

    by: str = "dealer"
    player: int
    cards: tuple[Card, ...] = ()


class SettleSideWagers(Command, frozen=True, kw_only=True):
    """Settle the wagers on the flop."""

    by: str = "dealer"


class NotifyBonus(Command, frozen=True, kw_only=True):
    """Tell the supervisor that a player is due a bonus prize."""

    by: str = "dealer"
    player: int


class AwardBonus(Command, frozen=True, kw_only=True):
    """Verify a hand that wins a bonus prize, and award it."""

    by: str = "TG Higher Duties Dealer"
    player: int


# The house


class AnnounceChange(Command, frozen=True, kw_only=True):
    """Announce new signs for this table, and another game of the book if one is named."""

    by: str = "TG Area Manager"
    options: Options
    game: str = ""


class AnnounceClosing(Command, frozen=True, kw_only=True):
    """Announce that the table will close."""

    by: str = "TG Area Manager"


class Agree(Command, frozen=True, kw_only=True):
    """A player agrees that an announced `change`, or the `closing`, need not wait."""

    seat: int
    to: str


class ChangeTable(Command, frozen=True, kw_only=True):
    """Play by the announced signs from the next hand."""

    by: str = "TG Area Manager"


class ChangeCommission(Command, frozen=True, kw_only=True):
    """Change the commission, and its sign, before a hand."""

    by: str = "TG Area Manager"
    commission: Commission
    sign: bool = True


class CloseTable(Command, frozen=True, kw_only=True):
    by: str = "TG Area Manager"


class Perform(Command, frozen=True, kw_only=True):
    """Do one of the book's duties."""

    by: str = "dealer"
    duty: str
    note: str = ""


class Report(Command, frozen=True, kw_only=True):
    """Report an irregularity: what happened, with the facts that matter. Nothing said is 0, -1 or empty."""

    by: str = "dealer"
    what: str
    player: int = 0
    players: tuple[int, ...] = ()
    count: int = -1
    cards: tuple[Card, ...] = ()
    amount: int = -1
    note: str = ""


class Rule(Command, frozen=True, kw_only=True):
    """Give a ruling that is waited for."""

    by: str = "dealer"
    option: str
    note: str = ""
