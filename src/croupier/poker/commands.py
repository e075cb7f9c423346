"""Every command at a poker table. A command with a seat is that player's; the rest belong to the dealer or above."""

from typing import Annotated, Any, Literal

import msgspec

from croupier.kernel.actors import DEALER, PLAYER
from croupier.kernel.cards import Card
from croupier.kernel.events import BeginsPlay, Command, ForCash, PersonsCommand, PlayersCommand, ShuffleCommand
from croupier.kernel.incidents import (
    AdoptEdition as AdoptEdition,
    CommitDeck as CommitDeck,
    CorrectCard as CorrectCard,
    Perform as Perform,
    Report as Report,
    Rule as Rule,
)
from croupier.kernel.roles import SUPERVISOR
from croupier.poker.rules import Commission, Options

RECORDED = (PLAYER, DEALER)
"""What those at the table can see, and the dealer may record: who sits, who is away, a blind that is due."""


class Act(PlayersCommand):
    """What a player does in turn."""


class OpenTable(Command, line="open", by=DEALER):
    """Open a table with these signs."""

    options: Options = Options()


# Players and seats


class TakeSeat(
    PlayersCommand,
    BeginsPlay,
    line="sit {seat} {chips:$}[ as {person:part}][ from another game{=from_game}]"
    "[ owing blinds {missed:ints}][ entering late{=late}]",
    by=RECORDED,
    amount="chips",
):
    """Sit down with chips. `person` says who, if another person records it.

    `from_game` is true of a player from a game that closed, or moved by a supervisor, who says so. `missed` are the blinds, by
    number, that a tournament's entrant brings unpaid from another of its tables; by default the table's own memory counts. `late`
    ones have entered the tournament late: they are new players, and were not moved. `won` is how much of a moved player's
    chips was won at the table before.
    """

    chips: int
    person: str = ""
    from_game: bool = False
    missed: tuple[int, ...] | None = None
    late: bool = False
    won: Annotated[int, msgspec.Meta(ge=0)] = 0


class AddChips(PlayersCommand, BeginsPlay, line="add {seat} {chips:$}", by=PLAYER, amount="chips"):
    """Add to the stake, while not in a hand."""

    chips: int


class RemoveChips(PlayersCommand, line="take off {seat} {chips:$}", by=RECORDED, amount="chips"):
    """Take chips off the table and stay: never allowed."""

    chips: int


class LeaveSeat(PlayersCommand, line="leave {seat}", by=PLAYER):
    """Leave the table for good, with all chips."""


class ChangeSeat(PlayersCommand, ForCash, line="move {seat} to {to}", by=PLAYER):
    """Move to an empty seat of the same table."""

    to: int


class DrawForSeat(ForCash, by=DEALER):
    """Several people want one seat: each draws a card, the highest gets it; `names` and `cards` go together."""

    place: int
    names: tuple[str, ...]
    cards: tuple[Card, ...]


class WantSeat(PlayersCommand, ForCash, line="want {seat} place {place}", by=PLAYER):
    """Ask for a vacant place, to move there after the hand, ahead of everyone who waits to join."""

    place: int


class StepAway(PlayersCommand, line="away {seat}", by=RECORDED):
    """Leave the table for a while; blinds due meanwhile are missed."""


class ComeBack(PlayersCommand, BeginsPlay, line="back {seat}", by=PLAYER):
    """Be back at the table."""


class SitOut(PlayersCommand, line="sit out {seat}", by=RECORDED):
    """Be dealt out of the coming hand, or of this one before its first card."""


class PickUp(ForCash, line="pick up {player}", by=SUPERVISOR):
    """Take the chips of a player who has been away too long off the table, and keep them."""

    player: int


class ExcludePlayer(PersonsCommand, line="exclude {person}", by=DEALER):
    """A person who sits here was excluded by a ruling at another table of the room; the software that holds both says so."""


class JoinList(PersonsCommand, BeginsPlay, ForCash, line="list {person}", by=DEALER):
    """Put a person on the waiting list; a player who was picked up goes to the top if back in time."""


class LeaveList(PersonsCommand, line="unlist {person}", by=DEALER):
    """Take a person off the waiting list; a player who was picked up gets the kept chips back."""


class CallFromList(ForCash, line="call from list to {place}[ with {chips:$}]", by=SUPERVISOR, amount="chips"):
    """Give the first on the list a free place, with `chips` bought; a player who was picked up also gets the kept chips back."""

    place: int
    chips: int = 0


# A hand


class BeginHand(Command, line="begin", by=DEALER):
    """Move the button and say who owes which blind."""


class CallOff(Command, line="call off", by=DEALER):
    """Cancel a hand before its first card, because fewer than two players are left for it."""


class CollectFees(ForCash, line=("fees", "hourly fees{=hourly}"), by=DEALER):
    """Collect the charge for a hand from each player, or the hourly charge."""

    hourly: bool = False


class VerifyFees(Command, line="verify fees", by=SUPERVISOR):
    """Verify the hourly charges that were collected, so that they may be dropped."""


class DropFees(Command, line="drop fees", by=DEALER, ground="time_charge_dropped"):
    """Drop hourly charges that were verified."""


class PostBlind(PlayersCommand, line="post {seat}", by=RECORDED):
    """Post the blind that is due, or what is owed to be dealt in again."""


class Straddle(PlayersCommand, BeginsPlay, line="straddle {seat}", by=PLAYER):
    """Post a voluntary blind of twice the last one."""


class PlaceSideWager(PlayersCommand, BeginsPlay, ForCash, line="side {seat} {colour:word} {amount:$}", by=PLAYER):
    """Wager on the colour of the flop."""

    colour: str
    amount: int


class TakeBackSideWager(PlayersCommand, line="take back side {seat}", by=PLAYER):
    """Take a side wager back before the first card."""


class Shuffle(
    ShuffleCommand, line="shuffle[ {source:source}: {deck}][ secret {secret:word}]", by=DEALER, ground="cards_shuffled"
):
    """Shuffle the deck."""


class Cut(Command, line="cut {place}", by=DEALER, ground="cards_cut"):
    """Cut the deck once, below so many cards."""

    place: int


class Deal(Command, line=("deal", "deal counts {counts:counts}", "deal {hands:hands}"), by=DEALER, ground="hands_dealt"):
    """Deal the hole cards. `hands` are known faces, by seat; without a deck the others stay face down.

    `counts` says what a dealer did by mistake: who got another number of cards, none at all, or cards at a place that
    should have none.
    """

    hands: dict[int, tuple[Card, ...]] = {}
    counts: dict[int, int] = {}


class DealBoard(
    Command,
    line=(
        "board[ {cards:board}][ without a burn{!burn}]",
        "{named=flop}[ {cards:board}][ without a burn{!burn}]",
        "{named=turn}[ {cards:board}][ without a burn{!burn}]",
        "{named=river}[ {cards:board}][ without a burn{!burn}]",
    ),
    by=DEALER,
):
    """Burn and deal the flop, the fourth or the fifth card; without a deck, `cards` says what was turned up.

    `named` says which of them it is, if someone has said so.
    """

    cards: tuple[Card, ...] = ()
    burn: bool = True
    named: Literal["", "flop", "turn", "river"] = ""


class ShuffleStub(ShuffleCommand, line="shuffle stub[ {source:source}: {deck}][ secret {secret:word}]", by=DEALER):
    """Shuffle what is left of the deck, after cards went back into it, and cut it if the book says so."""


# Betting


class Check(Act, line="check {seat}", by=PLAYER):
    pass


class Call(Act, line="call {seat}", by=PLAYER):
    """Match the bet, or go all-in for less."""


class Bet(Act, line="bet {seat} {amount:$}", by=PLAYER):
    """Open the betting with an announced amount."""

    amount: int


class Raise(Act, line=("raise {seat} {to:$}", "raise {seat} to {to:$}"), by=PLAYER, amount="to"):
    """Raise to a total of this betting round, announced."""

    to: int


class Fold(Act, line="fold {seat}[ because {because:word}]", by=PLAYER):
    """Give the hand up. If a tournament has it killed, `because` says why its player takes no part."""

    because: Literal["", "absence", "penalty", "disqualified", "retired"] = ""


class AllIn(Act, line="all in {seat}", by=PLAYER):
    """Wager all chips, or as many as the limits allow."""


class PutChips(Act, line="chips {seat} {chips:$s}[ saying {said:word}]", by=PLAYER):
    """Put chips forward: each chip's value. `said` is what was announced with them, if only a word: `raise`, `call`."""

    chips: tuple[int, ...]
    said: str = ""


class MakeUp(PlayersCommand, line="make up {seat}", by=PLAYER):
    """Make up the difference to a call after putting in too little."""


class TakeBack(PlayersCommand, line="take back {seat}[ and raise to {to:$}]", by=PLAYER, amount="to"):
    """Take back a bet made out of turn, after a player due earlier has bet more, to fold or to re-raise."""

    to: int = 0


class BuyTime(PlayersCommand, ForCash, line="buy time {seat}", by=PLAYER):
    """Buy more time to act."""


class CallTime(Command, line="call time", by=DEALER, ground="time_is_up"):
    """The time to act is over."""


class Discard(PlayersCommand, line="discard {seat} {card}", by=PLAYER):
    """Give up one card of a pineapple hand."""

    card: Card


# Showdown


class ShowHand(PlayersCommand, line="show {seat}[: {cards}]", by=PLAYER):
    """Turn a hand up at the showdown; `cards` are its faces if a dealer holds the deck."""

    cards: tuple[Card, ...] = ()


class MuckHand(PlayersCommand, line="muck {seat}", by=PLAYER):
    """Pass a hand in at the showdown without showing it."""


class AskToSee(PlayersCommand, line="ask {seat} to see {whose}[ of {person:part}][: {cards}]", by=PLAYER):
    """Ask to see a hand of the showdown, or one that was shown to another player; `person` names its owner, if they have left."""

    whose: int
    cards: tuple[Card, ...] = ()
    person: str = ""


class ShowTo(PlayersCommand, line="show {seat} to {to}", by=PLAYER):
    """Let another player see the hand."""

    to: int


class AgreeToSplit(Command, line="split {players:ints}", by=DEALER):
    """Players agree to divide the pot among them: never allowed."""

    players: tuple[int, ...]


class OpenHands(Command, line="open hands", by=DEALER):
    """Turn up, in order, every hand that equals or beats the best shown so far."""


class PushPots(Command, line="push", by=DEALER):
    """Push the pots to the winners; the hand is over."""


class InspectHand(Command, line="inspect {player}[ of {person:part}][: {cards}]", by=DEALER, ground="hand_inspected"):
    """Look at a hand after it was played; `cards` are its faces if a dealer holds the deck, `person` its owner, if they
    have left.
    """

    player: int
    cards: tuple[Card, ...] = ()
    person: str = ""


class SettleSideWagers(Command, line="settle side wagers", by=DEALER, ground="side_wagers_settled"):
    """Settle the wagers on the flop."""


class NotifyBonus(Command, line="tell of bonus {player}[ of {person}]", by=DEALER, ground="bonus_notified"):
    """Report to the supervisor that a player is due a bonus prize; `person` says who, if they have left."""

    player: int
    person: str = ""


class AwardBonus(Command, line="award bonus {player}[ of {person}]", by=SUPERVISOR):
    """Verify a hand that wins a bonus prize, and award it."""

    player: int
    person: str = ""


class DeclineBonus(Command, line="decline bonus {player}[ of {person}]", by=SUPERVISOR):
    """Find that a bonus prize reported by the dealer was not won."""

    player: int
    person: str = ""


# The house


class AnnounceChange(ForCash, line="announce[ {game:game}] {options:signs}[ from {takes_effect}]", by=SUPERVISOR):
    """Announce new signs for this table, and another game of the book if one is named.

    `options` are those that change; the others stay. `takes_effect` is the time of the change on the sign,
    in seconds; by default, as soon as the book allows.
    """

    options: dict[str, Any]
    game: str = ""
    takes_effect: int = 0


class AnnounceClosing(ForCash, line="announce closing", by=SUPERVISOR):
    """Announce that the table will close."""


class Agree(PlayersCommand, line="agree {seat} to {to:notice}", by=PLAYER):
    """A player agrees that an announced `change`, or the `closing`, need not wait."""

    to: str


class ChangeTable(ForCash, line="change table", by=SUPERVISOR):
    """Play by the announced signs from the next hand."""


class ChangeCommission(ForCash, line="commission {commission:commission}[ without a sign{!sign}]", by=SUPERVISOR):
    """Change the commission, and its sign, before a hand."""

    commission: Commission
    sign: bool = True


class CloseTable(Command, line="close", by=SUPERVISOR):
    pass


# Tables of a tournament


class SetLevel(Command, line="set level {options:options}", by=DEALER):
    """The compulsory wagers and the smallest chip of the tournament's current level, from the next hand."""

    options: Options
