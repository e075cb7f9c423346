"""Everything that somebody can ask for at a stud table. A player's command names the seat; all others are the house's."""

from typing import Literal

from croupier.kernel.cards import Card
from croupier.kernel.events import Command, PlayersCommand
from croupier.kernel.incidents import AdoptEdition as AdoptEdition
from croupier.kernel.incidents import CommitDeck as CommitDeck
from croupier.kernel.incidents import CorrectCard as CorrectCard
from croupier.kernel.incidents import Perform as Perform
from croupier.kernel.incidents import Report as Report
from croupier.kernel.incidents import Rule as Rule
from croupier.stud.rules import Options

Source = Literal["live", "house", "seeded", "stacked"]
"""Where the order of a deck comes from: a dealer's hands, the house's own random source, a seed, or somebody's choice."""


Act = Literal["bet", "fold", "undecided", "unchanged"]
"""What a player has really done with a hand; `unchanged` means that no card of it was changed."""

Money = Literal["cash", "voucher", "tokens"]
"""What can be made into chips at a table."""


class BoxCommand(PlayersCommand, frozen=True, kw_only=True):
    """What a player wants of a box: their own unless another is said."""

    box: int = 0


class OpenTable(Command, frozen=True, kw_only=True):
    options: Options = Options()


class TakeSeat(PlayersCommand, frozen=True, kw_only=True):
    """Sit down with chips for `chips` cents. Where somebody else records it, `person` says who sits down."""

    chips: int
    person: str = ""


class BuyChips(PlayersCommand, frozen=True, kw_only=True):
    """Have money made into chips at the table."""

    amount: int
    using: Money = "cash"


class LeaveSeat(PlayersCommand, frozen=True, kw_only=True):
    pass


class ChangeSeat(PlayersCommand, frozen=True, kw_only=True):
    """Move to an empty seat of the same table; that is not leaving it."""

    to: int


class Shuffle(Command, frozen=True, kw_only=True):
    """The deck from the top, in the order that the shuffle left; empty where nobody knows it, as at a live table.

    `secret` is what the salts of a deck come from whose order was committed (`CommitDeck`).
    """

    deck: tuple[Card, ...] = ()
    source: Source = "live"
    secret: str = ""


class Cut(Command, frozen=True, kw_only=True):
    """The top `place` cards go below the others."""

    place: int


class PlaceAnte(BoxCommand, frozen=True, kw_only=True):
    """`box` is the player's own unless said; `tokens` is the part of the amount that is promotional tokens."""

    amount: int
    tokens: int = 0


class SpeakAnte(PlayersCommand, frozen=True, kw_only=True):
    """An ante that is called out; `covered` says whether chips, or money to be made into chips, come with it.

    `money` is what comes with it `using` cash, a voucher or tokens: it is made into chips at once.
    """

    amount: int
    covered: bool = True
    money: int = 0
    using: Money = "cash"


class TakeBackAnte(BoxCommand, frozen=True, kw_only=True):
    pass


class TakeBackBet(BoxCommand, frozen=True, kw_only=True):
    """Think better of a bet made before the deal, while that is still possible; the ante stays."""


class MakeUpAnte(BoxCommand, frozen=True, kw_only=True):
    """Raise an ante that was found below the minimum to the minimum, where the book allows it."""


class CallNoMoreBets(Command, frozen=True, kw_only=True):
    pass


class Deal(Command, frozen=True, kw_only=True):
    """Deal the whole round from the shuffled deck, in the order of the book."""


class DealCards(Command, frozen=True, kw_only=True):
    """Record cards that were dealt to a box (0 is the dealer), `??` for faces not seen."""

    box: int
    cards: tuple[Card, ...]


class TurnUp(Command, frozen=True, kw_only=True):
    """Turn the dealer's card up; the face is needed only where the card was dealt unseen."""

    card: Card | None = None


class CallBetOrFold(Command, frozen=True, kw_only=True):
    pass


class PlaceBet(BoxCommand, frozen=True, kw_only=True):
    amount: int
    tokens: int = 0


class Fold(BoxCommand, frozen=True, kw_only=True):
    pass


class Reveal(Command, frozen=True, kw_only=True):
    """Turn up the dealer's hand; the faces are needed only where the cards were dealt unseen."""

    cards: tuple[Card, ...] = ()


class ShowHand(Command, frozen=True, kw_only=True):
    """Turn up a player's hand so that it can be settled; the faces are needed only where the cards were dealt unseen."""

    box: int
    cards: tuple[Card, ...] = ()


class Settle(Command, frozen=True, kw_only=True):
    pass


class StatePayout(Command, frozen=True, kw_only=True):
    """Say what a box is paid on top of its wagers, before the round is settled. It stays on record, right or wrong."""

    box: int
    amount: int


class CorrectChoice(Command, frozen=True, kw_only=True):
    """Put right what a live dealer recorded: this is what the player has really done with the hand of a box."""

    box: int
    to: Act
    why: str = ""


class CorrectAnte(Command, frozen=True, kw_only=True):
    """Put right an ante that a live dealer recorded: what is really there, or zero where there is none."""

    box: int
    amount: int
    why: str = ""


class PlaceBlindBet(BoxCommand, frozen=True, kw_only=True):
    """A bet before the deal, where the book and the house allow it."""

    amount: int


class ChangeCard(PlayersCommand, frozen=True, kw_only=True):
    """Pay the ante once more and change one card.

    At a live table `card` is `??` where its face is not on record, and `new` may say the card that was dealt for it.
    """

    amount: int
    card: Card
    new: Card | None = None


class TakeInstantWin(BoxCommand, frozen=True, kw_only=True):
    """Be paid for the ante at once instead of waiting for the dealer's hand.

    The faces are needed only where the cards were dealt unseen.
    """

    cards: tuple[Card, ...] = ()


class Concede(BoxCommand, frozen=True, kw_only=True):
    """Give up the hand after the dealer's was shown."""


class TakeTokens(PlayersCommand, frozen=True, kw_only=True):
    """Exchange a promotional voucher for tokens."""

    amount: int


class Retract(BoxCommand, frozen=True, kw_only=True):
    """Take the wagers back, where an irregularity has given that option."""


class PlayOn(BoxCommand, frozen=True, kw_only=True):
    """Leave the wagers, where an irregularity has given the option of taking them back."""


class DisplaySign(Command, frozen=True, kw_only=True):
    """Hang up a notice now (`at`) of something that holds from `due`: `minimum` with the new amount, or `closing`."""

    says: str
    amount: int = 0
    due: int = 0


class ChangeLimits(Command, frozen=True, kw_only=True):
    """New limits on the sign. `keep` lets those who play already keep their minimum, where the book allows it."""

    minimum: int
    maximum: int
    keep: bool = False


class AgreeLimits(Command, frozen=True, kw_only=True):
    """Limits of a player's own, marked at the place; zero takes them back."""

    player: int
    minimum: int = 0
    maximum: int = 0


class RefuseWager(Command, frozen=True, kw_only=True):
    """Take a player's wager off the layout before the deal, on reasonable grounds."""

    box: int
    note: str


class VacateSeat(Command, frozen=True, kw_only=True):
    """Require a player who does not wager to give up the seat."""

    player: int


class SetJackpot(Command, frozen=True, kw_only=True):
    """Offer jackpot wagers at this cost, paid by this option of the book where it has several; a cost of zero takes none."""

    cost: int
    option: int = 0


class PlaceJackpot(BoxCommand, frozen=True, kw_only=True):
    """A jackpot wager beside an ante. `accepted` says whether the equipment has taken it in: its light is on."""

    amount: int
    accepted: bool = True


class TakeBackJackpot(BoxCommand, frozen=True, kw_only=True):
    pass


class CancelJackpot(Command, frozen=True, kw_only=True):
    """Call off a jackpot game that was begun by mistake."""

    note: str


class PayJackpot(Command, frozen=True, kw_only=True):
    """Pay the prize of a hand that stays face up; the prize meters say how much it is."""

    box: int
    amount: int


class CloseTable(Command, frozen=True, kw_only=True):
    pass
