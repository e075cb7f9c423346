"""A coach for the poker room: whether a call is worth its price.

The worth is the hand's equity against as many random hands as there are others in the pot, by the cards that the seat may
see. It does not know what a bet says about a hand: it measures the price and predicts nothing. Bets and raises are judged as
the call that they contain.
"""

import msgspec

from croupier.kernel.actors import Viewer
from croupier.kernel.cards import HIDDEN
from croupier.kernel.events import Command
from croupier.kernel.money import dollars
from croupier.poker import commands
from croupier.tables.poker_table import PokerTable

Decision = commands.Fold | commands.Call | commands.Check | commands.Bet | commands.Raise | commands.AllIn
SAMPLES = 4_000
_ROOM = 2.0
"""How many standard errors a price must be wrong before it counts as a mistake."""


class Price(msgspec.Struct, frozen=True, kw_only=True):
    """What there is to win and to pay, in cents, and what the hand is worth of it, with its standard error."""

    pot: int
    call: int
    equity: float
    error: float
    others: int

    @property
    def value(self) -> float:
        """What a call brings on average, in cents; folding brings nothing."""
        return self.equity * (self.pot + self.call) - self.call

    @property
    def sure(self) -> bool:
        """Whether the answer is more than chance in the sample."""
        return abs(self.value) > _ROOM * self.error * (self.pot + self.call)

    @property
    def better(self) -> str:
        if not self.call:
            return "check"
        return "call" if self.value > 0 else "fold"

    def __str__(self) -> str:
        against = f"{self.others} hand{'s' * (self.others != 1)} at random"
        worth = f"your hand is worth {self.equity:.1%} of the pot against {against}"
        if not self.call:
            return f"{worth}; checking costs nothing"
        needed = self.call / (self.pot + self.call)
        return f"{worth}; {dollars(self.call)} to win {dollars(self.pot)} needs {needed:.1%}: {self.better}"


class PriceMistake(msgspec.Struct, frozen=True, kw_only=True):
    """A fold of a hand that is worth its price, or a call of one that is not. `cents` is what it costs on average."""

    play: str
    price: Price

    @property
    def cents(self) -> int:
        return max(round(abs(self.price.value)), 1)

    def __str__(self) -> str:
        return f"{self.play} costs {dollars(self.cents)} on average: {self.price}"


def price(table: PokerTable, seat: int) -> Price | None:
    """The price of going on for the seat in turn; None if there is nothing to decide or to know."""
    from croupier.odds.equities import equity

    seen = table.picture(Viewer(seat=seat))
    player = seen.hand.players.get(seat)
    if table.turn != seat or player is None or not player.cards or HIDDEN in player.cards:
        return None
    others = [seen.hand.players[number] for number in seen.hand.ring if number != seat]
    live = [other for other in others if other.live]
    if not live:
        return None
    call = min(seen.hand.to_call(player), seen.stack(seat))
    out_of_reach = sum(max(other.wagered - player.wagered - call, 0) for other in others)
    hole = "".join(map(str, player.cards))
    board = " ".join(map(str, seen.hand.board))
    worth = equity(table.rules.game, [hole, *["random"] * len(live)], board=board, samples=SAMPLES, seed=1)
    mine = worth.players[0]
    return Price(pot=seen.pot - out_of_reach, call=call, equity=float(mine.share), error=mine.error or 0.0, others=len(live))


def mistake(table: PokerTable, command: Command, known: Price | None = None) -> PriceMistake | None:
    """Whether a decision is a mistake by its price, before it is made; None if it is not, or is too close to tell."""
    if not isinstance(command, Decision):
        return None
    priced = known or price(table, command.seat)
    if priced is None:
        return None
    folds = isinstance(command, commands.Fold)
    if not priced.call:
        return PriceMistake(play="folding where a check is free", price=priced) if folds else None
    if not priced.sure:
        return None
    if folds and priced.value > 0:
        return PriceMistake(play="folding", price=priced)
    if not folds and priced.value < 0:
        return PriceMistake(play="calling" if isinstance(command, commands.Call) else "raising", price=priced)
    return None
