"""Everything that somebody can ask for at a stud table.

A player's command names the seat; the dealer's name a rank in `by` (the dealer when nothing is said).
"""

from __future__ import annotations

from croupier.kernel.cards import Card
from croupier.kernel.events import Command
from croupier.stud.rules import Options


class HouseCommand(Command, frozen=True, kw_only=True):
    """What the dealer says, or somebody above."""

    by: str = "dealer"


class OpenTable(HouseCommand, frozen=True, kw_only=True):
    options: Options = Options()


class TakeSeat(Command, frozen=True, kw_only=True):
    """Sit down with chips for `chips` cents."""

    seat: int
    chips: int


class LeaveSeat(Command, frozen=True, kw_only=True):
    seat: int


class Shuffle(HouseCommand, frozen=True, kw_only=True):
    """The deck from the top, in the order that the shuffle left; empty where nobody knows it, as at a live table."""

    deck: tuple[Card, ...] = ()


class Cut(HouseCommand, frozen=True, kw_only=True):
    """The top `place` cards go below the others."""

    place: int


class PlaceAnte(Command, frozen=True, kw_only=True):
    """`box` is the player's own unless said; `tokens` is the part of the amount that is promotional tokens."""

    seat: int
    box: int = 0
    amount: int
    tokens: int = 0


class SpeakAnte(Command, frozen=True, kw_only=True):
    """An ante that is called out; `covered` says whether chips, or money to be made into chips, come with it."""

    seat: int
    amount: int
    covered: bool = True


class TakeBackAnte(Command, frozen=True, kw_only=True):
    seat: int
    box: int = 0


class TakeBackBet(Command, frozen=True, kw_only=True):
    """Think better of a bet made before the deal, while that is still possible; the ante stays."""

    seat: int
    box: int = 0


class MakeUpAnte(Command, frozen=True, kw_only=True):
    """Raise an ante that was found below the minimum to the minimum, where the book allows it."""

    seat: int
    box: int = 0


class CallNoMoreBets(HouseCommand, frozen=True, kw_only=True):
    pass


class Deal(HouseCommand, frozen=True, kw_only=True):
    """Deal the whole round from the shuffled deck, in the order of the book."""


class DealCards(HouseCommand, frozen=True, kw_only=True):
    """Record cards that were dealt to a box (0 is the dealer), `??` for faces not seen."""

    box: int
    cards: tuple[Card, ...]


class TurnUp(HouseCommand, frozen=True, kw_only=True):
    """Turn the dealer's card up; the face is needed only where the card was dealt unseen."""

    card: Card | None = None


class CallBetOrFold(HouseCommand, frozen=True, kw_only=True):
    pass


class PlaceBet(Command, frozen=True, kw_only=True):
    seat: int
    box: int = 0
    amount: int
    tokens: int = 0


class Fold(Command, frozen=True, kw_only=True):
    seat: int
    box: int = 0


class Reveal(HouseCommand, frozen=True, kw_only=True):
    """Turn up the dealer's hand; the faces are needed only where the cards were dealt unseen."""

    cards: tuple[Card, ...] = ()


class ShowHand(HouseCommand, frozen=True, kw_only=True):
    """Turn up a player's hand that was dealt unseen, so that it can be settled."""

    box: int
    cards: tuple[Card, ...]


class Settle(HouseCommand, frozen=True, kw_only=True):
    pass


class PlaceBlindBet(Command, frozen=True, kw_only=True):
    """A bet before the deal, where the book and the house allow it."""

    seat: int
    box: int = 0
    amount: int


class ChangeCard(Command, frozen=True, kw_only=True):
    """Pay the ante once more and change one card.

    At a live table `card` is `??` where its face is not on record, and `new` may say the card that was dealt for it.
    """

    seat: int
    amount: int
    card: Card
    new: Card | None = None


class TakeInstantWin(Command, frozen=True, kw_only=True):
    """Be paid for the ante at once instead of waiting for the dealer's hand.

    The faces are needed only where the cards were dealt unseen.
    """

    seat: int
    box: int = 0
    cards: tuple[Card, ...] = ()


class Concede(Command, frozen=True, kw_only=True):
    """Give up the hand after the dealer's was shown."""

    seat: int
    box: int = 0


class TakeTokens(Command, frozen=True, kw_only=True):
    """Exchange a promotional voucher for tokens."""

    seat: int
    amount: int


class Retract(Command, frozen=True, kw_only=True):
    """Take the wagers back, where an irregularity has given that option."""

    seat: int
    box: int = 0


class PlayOn(Command, frozen=True, kw_only=True):
    """Leave the wagers, where an irregularity has given the option of taking them back."""

    seat: int
    box: int = 0


class Perform(HouseCommand, frozen=True, kw_only=True):
    """Do one of the book's duties (`duties.toml`), with a note where there is something to say."""

    duty: str
    note: str = ""


class Report(HouseCommand, frozen=True, kw_only=True):
    """Say what happened; the book decides what follows. Which fields matter depends on what it is."""

    what: str
    box: int = -1
    boxes: tuple[int, ...] = ()
    player: int = 0
    count: int = -1
    cards: tuple[Card, ...] = ()
    amount: int = -1
    note: str = ""


class Rule(HouseCommand, frozen=True, kw_only=True):
    """Give one of the rulings that the table waits for."""

    option: str
    note: str = ""


class DisplaySign(HouseCommand, frozen=True, kw_only=True):
    """Hang up a notice now (`at`) of something that holds from `due`: `minimum` with the new amount, or `closing`."""

    says: str
    amount: int = 0
    due: int = 0


class ChangeLimits(HouseCommand, frozen=True, kw_only=True):
    """New limits on the sign. `keep` lets those who play already keep their minimum, where the book allows it."""

    minimum: int
    maximum: int
    keep: bool = False


class AgreeLimits(HouseCommand, frozen=True, kw_only=True):
    """Limits of a player's own, marked at the place; nil takes them back."""

    player: int
    minimum: int = 0
    maximum: int = 0


class RefuseWager(HouseCommand, frozen=True, kw_only=True):
    """Take a player's wager off the layout before the deal, on reasonable grounds."""

    box: int
    note: str


class VacateSeat(HouseCommand, frozen=True, kw_only=True):
    """Require a player who does not wager to give up the seat."""

    player: int


class SetJackpot(HouseCommand, frozen=True, kw_only=True):
    """Offer jackpot wagers at this cost, paid by this option of the book where it has several; a cost of nil takes none."""

    cost: int
    option: int = 0


class PlaceJackpot(Command, frozen=True, kw_only=True):
    """A jackpot wager beside an ante."""

    seat: int
    box: int = 0
    amount: int


class TakeBackJackpot(Command, frozen=True, kw_only=True):
    seat: int
    box: int = 0


class CancelJackpot(HouseCommand, frozen=True, kw_only=True):
    """Call off a jackpot game that was begun by mistake."""

    note: str


class PayJackpot(HouseCommand, frozen=True, kw_only=True):
    """Pay the prize of a hand that stays face up; the prize meters say how much it is."""

    box: int
    amount: int


class CloseTable(HouseCommand, frozen=True, kw_only=True):
    pass
