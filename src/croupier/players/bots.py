"""Simple players of the house's own: they know what their seat may see and what is legal, and nothing else."""

import random
from itertools import combinations

from croupier.kernel.actors import Viewer
from croupier.kernel.cards import Card
from croupier.kernel.events import Command
from croupier.kernel.hands import Category
from croupier.kernel.legal import Legal
from croupier.kernel.strength import NO_LOW, category_of
from croupier.poker import commands
from croupier.poker.rules import Rules
from croupier.poker.state import State
from croupier.stud.commands import Fold, PlaceAnte, PlaceBet
from croupier.tables.house_table import HouseTable
from croupier.tables.poker_table import PokerTable

_WORTH = {
    Category.HIGH_CARD: 0.15,
    Category.ONE_PAIR: 0.42,
    Category.TWO_PAIRS: 0.66,
    Category.THREE_OF_A_KIND: 0.78,
    Category.STRAIGHT: 0.86,
    Category.FLUSH: 0.9,
}
_BEST = 0.97
_STRONG, _BEST_START = 0.8, 0.93
"""How good a hand must be to put in more than `_PART` of the chips by a bet or raise, after the flop and before it."""

_PART = 1 / 3
_CAUTION = 0.08
"""How much better a hand must be to raise, for every raise before it."""

_FEAR = 0.25
"""How much better a hand must be to call for all the chips."""

_LOW_PAIRS: dict[frozenset[int], float] = {
    frozenset({14, 2}): 0.26,
    frozenset({14, 3}): 0.17,
    frozenset({2, 3}): 0.1,
    frozenset({14, 4}): 0.08,
}
"""The value of two cards to a low before the flop, in games with a low half."""


class Bot:
    """A player of one seat. The same `seed` plays the same way."""

    def __init__(self, table: PokerTable, seat: int, seed: int) -> None:
        self.seat = seat
        self._table = table
        self._eyes = table.eyes(Viewer(seat=seat))
        self._mood = random.Random(seed * 1000 + seat)  # noqa: S311

    def prepare(self, _: int = 0) -> Command | None:
        """More chips before a hand, if the stack is too small for it."""
        options, chips = self._table.state.options, self._table.state.stack(self.seat)
        return commands.AddChips(seat=self.seat, chips=options.minimum_buy_in) if chips < options.blinds[-1] else None

    def decide(self) -> Command:
        """What to do now that it is this seat's turn."""
        seen = self._eyes.picture
        offers = {type(offer.command): offer for offer in self._table.moves(self.seat)}
        player = seen.hand.players[self.seat]
        if commands.Discard in offers:
            return commands.Discard(seat=self.seat, card=worst_card(self._table.rules, player.cards, seen.hand.board))
        return self._act(seen, offers, worth(self._table.rules, player.cards, seen.hand.board))

    def _act(self, seen: State, offers: dict[type[Command], Legal], hand: float) -> Command:
        me = self.seat
        feeling = hand + self._mood.uniform(-0.12, 0.12)
        to_call = seen.hand.to_call(seen.hand.players[me])
        price = to_call / (seen.pot + to_call) if to_call else 0.0
        if feeling > 0.62 + price / 3 + _CAUTION * seen.hand.raises and self._mood.random() < 0.75:
            for kind in (commands.Bet, commands.Raise):
                if kind in offers and (raised := self._sized(offers[kind], seen, hand)) is not None:
                    return raised
        if to_call == 0:
            return commands.Check(seat=me)
        share = min(to_call / max(seen.stack(me), 1), 1.0)
        if feeling > 0.2 + price * 0.75 + _FEAR * share:
            return commands.Call(seat=me)
        return commands.Fold(seat=me)

    def _sized(self, offer: Legal, seen: State, hand: float) -> Command | None:
        """A bet or raise of a usual size, within the limits; None if the hand is not worth so many of the chips.

        Before the flop the opening raise is three big blinds, and a re-raise three times the last; later it is half to three
        quarters of the pot.
        """
        command, mood = offer.command, self._mood
        least = offer.least
        if seen.hand.board:
            wanted = seen.hand.bet + int(seen.pot * mood.uniform(0.5, 0.75))
        else:
            wanted = int(max(seen.hand.bet, seen.options.blinds[-1]) * mood.uniform(2.5, 3.5))
        steps = max(min(wanted, offer.most) - least, 0) // offer.step
        amount = least + steps * offer.step
        chips = seen.stack(self.seat) + seen.hand.players[self.seat].wagered
        if amount > _PART * chips and hand < (_STRONG if seen.hand.board else _BEST_START):
            return None
        if isinstance(command, commands.Bet):
            return commands.Bet(seat=self.seat, amount=amount)
        return commands.Raise(seat=self.seat, to=amount)


def worth(rules: Rules, hole: tuple[Card, ...], board: tuple[Card, ...]) -> float:
    """How good a hand looks, from 0 to 1: by how its cards go together before the flop, by what it makes after it."""
    if len(board) >= 3:
        return max(_made(rules, hole, board), _made_low(rules, hole, board))
    if len(hole) == 4:
        return _four_cards(hole, low=rules.lows is not None)
    return max(_two_cards(one, two) for one, two in combinations(hole, 2))


def _made(rules: Rules, hole: tuple[Card, ...], board: tuple[Card, ...]) -> float:
    category = category_of(rules.high(hole, board))
    value = _WORTH.get(category, _BEST) + max(card.rank for card in hole) / 200
    return value - 0.1 if len(hole) == 4 and category < Category.STRAIGHT else value  # others have four cards too


def _made_low(rules: Rules, hole: tuple[Card, ...], board: tuple[Card, ...]) -> float:
    """A low wins at most half the pot: it is worth a call, and the nut low a bet."""
    if rules.low(hole, board) == NO_LOW:
        return 0.0
    return 0.66 if {14, 2} <= {card.rank for card in hole} else 0.48


def _four_cards(hole: tuple[Card, ...], *, low: bool) -> float:
    """Four cards of which two play: all pairs of them count, not only the best; with a low half, low cards do too."""
    best, *others = sorted((_two_cards(one, two) for one, two in combinations(hole, 2)), reverse=True)
    value = 0.4 * best + 0.4 * sum(others[:3]) / 3
    suits = sorted((sum(card.suit == suit for card in hole) for suit in "cdhs"), reverse=True)
    value += 0.06 * (suits[0] >= 2) + 0.06 * (suits[1] >= 2)
    if not low:
        return value
    ranks = {card.rank for card in hole}
    wheel = next((bonus for pair, bonus in _LOW_PAIRS.items() if pair <= ranks), 0.0)
    return 0.75 * value + wheel + 0.05 * (len(ranks & {14, 2, 3, 4, 5}) >= 3)


def _two_cards(one: Card, two: Card) -> float:
    high, low = max(one.rank, two.rank), min(one.rank, two.rank)
    if high == low:
        return 0.5 + high / 30
    close = 0.05 if high - low == 1 else 0.0
    return (high + low) / 46 + close + (0.06 if one.suit == two.suit else 0.0)


def worst_card(rules: Rules, hole: tuple[Card, ...], board: tuple[Card, ...]) -> Card:
    """The card that a pineapple hand is best without."""
    rest = {card: tuple(other for other in hole if other is not card) for card in hole}
    return max(hole, key=lambda card: (worth(rules, rest[card], board), -card.rank))


class HousePlayer:
    """A player who decides by one rule, knowing no more than the seat may see."""

    def __init__(self, table: HouseTable, seat: int) -> None:
        self.seat = seat
        self._rules = table.rules
        self._eyes = table.eyes(Viewer(seat=seat))

    def prepare(self, amount: int = 0) -> Command | None:
        """An ante, by default the minimum; None if there are not enough chips for the bet too."""
        amount = amount or self._eyes.picture.options.minimum
        enough = self._eyes.picture.stack(self.seat) >= (1 + self._rules.bet_multiple) * amount
        return PlaceAnte(seat=self.seat, amount=amount) if enough else None

    def decide(self) -> Command:
        """Bet on a hand that would qualify the dealer, such as a pair or ace-king, and fold any other."""
        seen = self._eyes.picture
        if self._rules.qualifies(self._rules.value(seen.boxes[self.seat].cards)):
            return PlaceBet(seat=self.seat, amount=self._rules.bet_multiple * seen.ante_in_play(self.seat))
        return Fold(seat=self.seat)
