"""Every command at a stud table. A player's command names the seat; all others are the house's."""

from typing import Literal

from croupier.kernel.actors import DEALER, PLAYER
from croupier.kernel.cards import Card
from croupier.kernel.events import BeginsPlay, Command, ForCash, PlayersCommand, ShuffleCommand
from croupier.kernel.incidents import (
    AdoptEdition as AdoptEdition,
    CommitDeck as CommitDeck,
    CorrectCard as CorrectCard,
    Perform as Perform,
    Report as Report,
    Rule as Rule,
)
from croupier.kernel.roles import SUPERVISOR
from croupier.stud.rules import Options

Act = Literal["bet", "fold", "undecided", "unchanged"]
"""What a player really did with a hand; `unchanged` means that no card of it was changed."""

Money = Literal["cash", "voucher", "tokens"]
"""What can be exchanged for chips at a table."""


class BoxCommand(PlayersCommand):
    """What a player wants for a box: their own unless another is named."""

    box: int = 0


class OpenTable(Command, line="open", by=DEALER, ground="table_opened"):
    options: Options = Options()


class TakeSeat(PlayersCommand, BeginsPlay, line="sit {seat} {chips:$}[ as {person}]", by=PLAYER, amount="chips"):
    """Sit down with `chips` cents in chips. If another person records it, `person` says who sits down."""

    chips: int
    person: str = ""


class BuyChips(PlayersCommand, BeginsPlay, ForCash, line="buy chips {seat} {amount:$}[ for {using:word}]", by=PLAYER):
    """Exchange money for chips at the table."""

    amount: int
    using: Money = "cash"


class LeaveSeat(PlayersCommand, line="leave {seat}", by=PLAYER):
    pass


class ChangeSeat(PlayersCommand, line="move {seat} to {to}", by=PLAYER):
    """Move to an empty seat of the same table; this does not count as leaving."""

    to: int


class Shuffle(ShuffleCommand, line="shuffle[ {deck}][ secret {secret:word}]", by=DEALER, ground="cards_shuffled"):
    """Shuffle the deck."""


class Cut(Command, line="cut {place}", by=DEALER, ground="cut_by_player"):
    """The top `place` cards go below the others."""

    place: int


class PlaceAnte(BoxCommand, BeginsPlay, line="ante {seat} {amount:$}[ tokens {tokens:$}][ box {box}]", by=PLAYER):
    """`box` is the player's own by default; `tokens` is the part of the amount in promotional tokens."""

    amount: int
    tokens: int = 0


class SpeakAnte(
    PlayersCommand, line="say ante {seat} {amount:$}[ with {money:$} in {using:word}][ without chips{!covered}]", by=PLAYER
):
    """An ante that is called out; `covered` says whether chips, or money to be exchanged for chips, come with it.

    `money` is the sum that comes with it, `using` cash, a voucher or tokens: it is exchanged for chips immediately.
    """

    amount: int
    covered: bool = True
    money: int = 0
    using: Money = "cash"


class TakeBackAnte(BoxCommand, line="take back {seat}[ box {box}]", by=PLAYER):
    pass


class TakeBackBet(BoxCommand, line="take back bet {seat}[ box {box}]", by=PLAYER):
    """Take back a bet made before the deal, while that is still possible; the ante stays."""


class MakeUpAnte(BoxCommand, line="make up {seat}[ box {box}]", by=PLAYER):
    """Raise an ante found below the minimum to the minimum, if the book allows it."""


class CallNoMoreBets(Command, line="no more bets", by=DEALER, ground="no_more_bets"):
    pass


class Deal(Command, line="deal", by=DEALER, ground="deal_out_of_order"):
    """Deal the whole round from the shuffled deck, in the order of the book."""


class DealCards(Command, line="deal {box:box}: {cards}", by=DEALER, ground="deal_out_of_order"):
    """Record cards that were dealt to a box (0 is the dealer), `??` for faces not seen."""

    box: int
    cards: tuple[Card, ...]


class TurnUp(Command, line="turn up[ {card}]", by=DEALER, ground="card_turned_after_shuffler"):
    """Turn the dealer's card up; the face is needed only if the card was dealt unseen."""

    card: Card | None = None


class CallBetOrFold(Command, line="bet or fold", by=DEALER, ground="bet_or_fold"):
    pass


class PlaceBet(BoxCommand, line="bet {seat}[ {amount:$}][ tokens {tokens:$}][ box {box}]", by=PLAYER):
    amount: int
    tokens: int = 0


class Fold(BoxCommand, line="fold {seat}[ box {box}]", by=PLAYER):
    pass


class Reveal(Command, line="reveal[ {cards}]", by=DEALER, ground="dealer_reveals"):
    """Turn up the dealer's hand; the faces are needed only if the cards were dealt unseen."""

    cards: tuple[Card, ...] = ()


class ShowHand(Command, line="show {box}:[ {cards}]", by=DEALER, ground="hand_shown"):
    """Turn up a player's hand so that it can be settled; the faces are needed only if the cards were dealt unseen."""

    box: int
    cards: tuple[Card, ...] = ()


class Settle(Command, line="settle", by=DEALER, ground="hand_shown"):
    pass


class StatePayout(Command, line="payout {box} {amount:$}", by=DEALER):
    """Say what a box is paid on top of its wagers, before the round is settled. It is recorded, right or wrong."""

    box: int
    amount: int


class CorrectChoice(Command, line="correct box {box} to {to:word}[; {why}]", by=DEALER):
    """Correct what a live dealer recorded: this is what the player really did with the hand of a box."""

    box: int
    to: Act
    why: str = ""


class CorrectAnte(Command, line="correct ante {box} to {amount:$}[; {why}]", by=DEALER):
    """Correct an ante that a live dealer recorded: the real amount, or zero if there is no ante."""

    box: int
    amount: int
    why: str = ""


class PlaceBlindBet(BoxCommand, line="blind bet {seat}[ {amount:$}][ box {box}]", by=PLAYER):
    """A bet before the deal, if the book and the house allow it."""

    amount: int


class ChangeCard(PlayersCommand, line="change {seat} {card}[ {amount:$}][ for {new}]", by=PLAYER):
    """Pay the ante once more and change one card.

    At a live table `card` is `??` if its face is not on record, and `new` may name the card that was dealt for it.
    """

    amount: int
    card: Card
    new: Card | None = None


class TakeInstantWin(BoxCommand, line="instant win {seat}[ box {box}][: {cards}]", by=PLAYER):
    """Be paid for the ante immediately instead of waiting for the dealer's hand.

    The faces are needed only if the cards were dealt unseen.
    """

    cards: tuple[Card, ...] = ()


class Concede(BoxCommand, line="concede {seat}[ box {box}]", by=PLAYER):
    """Give up the hand after the dealer's was shown."""


class TakeTokens(PlayersCommand, BeginsPlay, ForCash, line="tokens {seat} {amount:$}", by=PLAYER):
    """Exchange a promotional voucher for tokens."""

    amount: int


class Retract(BoxCommand, line="retract {seat}[ box {box}]", by=PLAYER):
    """Take the wagers back, after an irregularity has given that option."""


class PlayOn(BoxCommand, line="play on {seat}[ box {box}]", by=PLAYER):
    """Leave the wagers, after an irregularity has given the option of taking them back."""


class DisplaySign(Command, line="sign {says:word}[ {amount:$}][ due {due}]", by=SUPERVISOR, feature="limits"):
    """Put up a notice now (`at`) of something that applies from `due`: `minimum` with the new amount, or `closing`."""

    says: str
    amount: int = 0
    due: int = 0


class ChangeLimits(Command, line="limits {minimum:$} to {maximum:$}[ keeping players{=keep}]", by=SUPERVISOR, feature="limits"):
    """New limits on the sign. With `keep`, those who play already keep their minimum, if the book allows it."""

    minimum: int
    maximum: int
    keep: bool = False


class AgreeLimits(
    ForCash, line="personal limits {player}[ {minimum:$} to {maximum:$}]", by=SUPERVISOR, feature="personal limits"
):
    """A player's own limits, marked at their place; zero removes them."""

    player: int
    minimum: int = 0
    maximum: int = 0


class RefuseWager(Command, line="refuse wager {box}[; {note}]", by=SUPERVISOR, feature="refuse wagers"):
    """Remove a player's wager from the layout before the deal, on reasonable grounds."""

    box: int
    note: str


class VacateSeat(ForCash, line="vacate {player}", by=SUPERVISOR, feature="idle seats"):
    """Ask a player who does not wager to give up the seat."""

    player: int


class SetJackpot(ForCash, line="offer jackpot {cost:$}[ option {option}]", by=DEALER, ground="jackpot_offered", amount="cost"):
    """Offer jackpot wagers at this price, paid by this option if the book has several; a price of zero offers none."""

    cost: int
    option: int = 0


class PlaceJackpot(
    BoxCommand, BeginsPlay, ForCash, line="jackpot {seat}[ {amount:$}][ box {box}][ not accepted{!accepted}]", by=PLAYER
):
    """A jackpot wager beside an ante. `accepted` says whether the equipment has registered it: its light is on."""

    amount: int
    accepted: bool = True


class TakeBackJackpot(BoxCommand, line="take back jackpot {seat}[ box {box}]", by=PLAYER):
    pass


class CancelJackpot(Command, line="cancel jackpot[; {note}]", by=DEALER, ground="jackpot_cancelled"):
    """Cancel a jackpot game that was begun by mistake."""

    note: str


class PayJackpot(Command, line="pay jackpot {box} {amount:$}", by=DEALER, ground="jackpot_paid"):
    """Pay the prize of a hand that stays face up; the prize meters give the amount."""

    box: int
    amount: int


class PlaceWager(BoxCommand, BeginsPlay, ForCash, line="wager {seat} {wager:word}[ {amount:$}][ box {box}]", by=PLAYER):
    """A side wager with its own pay table, beside an ante, by its name in the book."""

    wager: str
    amount: int


class TakeBackWager(BoxCommand, line="take back wager {seat} {wager:word}[ box {box}]", by=PLAYER):
    wager: str


class CorrectWager(Command, line="correct wager {box} {wager:word} to {amount:$}[; {why}]", by=DEALER):
    """Correct a side wager that a live dealer recorded: the real amount, or zero if there is none."""

    box: int
    wager: str
    amount: int
    why: str = ""


class CloseTable(Command, line="close", by=SUPERVISOR, feature="closing"):
    pass
