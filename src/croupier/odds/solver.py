"""The exact solution of a house game: what every decision is worth over all deals, as integers.

The dealer's hands are swept once in the order of their value, and for each player's hand and up card the hands that hold
none of the player's cards are counted by inclusion and exclusion; a pay table only weighs the counts. So the counts are the same
for every book with the same hands and the same qualifying hand, and a changed pay table costs next to nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import groupby
from math import sqrt
from typing import Any

import msgspec
import numpy as np

from croupier.kernel.cards import Card
from croupier.kernel.clauses import BookError
from croupier.kernel.hands import Category
from croupier.odds import kernels
from croupier.stud.rules import Rules

COMPLETIONS = kernels.COMPLETIONS
DEALS = kernels.HANDS * 47 * COMPLETIONS
CARDS: tuple[Card, ...] = tuple(Card(rank + suit) for rank in "23456789TJQKA" for suit in "cdhs")
"""The cards by the number that the kernels give them."""

Array = np.ndarray[Any, np.dtype[Any]]
Strategy = Callable[[tuple[Card, ...], Card], bool]
"""Whether to bet on a hand against the dealer's up card."""


class Outcome(msgspec.Struct, frozen=True):
    """One line of the outcome table: what happens, what it brings in antes, and in how many of all deals."""

    outcome: str
    units: int
    deals: int


class Advice(msgspec.Struct, frozen=True, kw_only=True):
    """The play for one hand against one up card, with the value of each choice in antes."""

    play: str
    bet: Fraction
    fold: Fraction
    instant: int


class Counts(msgspec.Struct, frozen=True):
    """The counts behind every decision, by class of player's hand and up card: a table that no pay table changes."""

    cards: Array
    weight: Array
    category: Array
    unqualified: Array
    wins: Array
    ties: Array

    def ups(self, number: int) -> list[int]:
        """The 47 up cards that a class of hands can meet, in the order of the columns."""
        held = set(self.cards[number].tolist())
        return [card for card in range(52) if card not in held]


@cache
def hands(wild: bool) -> tuple[Array, Array, Array, Array]:
    """The value of every hand, the hands in the order of their values, and the classes: cards and index."""
    values = kernels.all_values(wild)
    return values, np.argsort(values, kind="stable").astype(np.int32), *kernels.classes()[:2]


@cache
def counts(wild: bool, qualifying: int) -> Counts:
    """The counts for games with these hands and this packed value of the lowest hand that qualifies the dealer."""
    values, order, cards, where = hands(wild)
    weight = kernels.classes()[2]
    mine = values[where]
    by_value = np.argsort(mine, kind="stable").astype(np.int32)
    unqualified, lower, not_higher = kernels.sweep(values, order, cards, mine, by_value, qualifying)
    ties = np.subtract(not_higher, lower, out=not_higher)
    wins = np.subtract(lower, unqualified, out=lower)
    below = mine < qualifying  # such a hand beats no dealer who plays
    wins[below] = ties[below] = 0
    return Counts(
        cards=cards,
        weight=weight.astype(np.int64),
        category=mine >> 20,
        unqualified=unqualified,
        wins=wins,
        ties=ties,
    )


def qualifying_value(rules: Rules) -> int:
    """The packed value of the lowest hand that qualifies the dealer, by the book's own function."""
    values, _, cards, where = hands(rules.has("wild cards"))
    mine = values[where]
    order = np.argsort(mine, kind="stable")
    low, high = 0, len(order)
    while low < high:
        middle = (low + high) // 2
        hand = tuple(CARDS[card] for card in cards[order[middle]])
        low, high = (low, middle) if rules.qualifies(rules.value(hand)) else (middle + 1, high)
    return int(mine[order[low]])


class Solution(msgspec.Struct, frozen=True, kw_only=True):
    """What a way of playing comes to over all deals, sums in antes.

    By class of hand and up card: `bet_value` is what a bet is worth over the dealer's completions, `bets` whether it is made,
    `instant` what an instant win brings where that is taken instead.
    """

    game: str
    table: Counts
    pays: Mapping[Category, int]
    bet_value: Array
    bets: Array
    instant: Array

    @property
    def deals(self) -> int:
        return DEALS

    @property
    def total(self) -> int:
        """Antes won or lost by the player over all deals."""
        return sum(outcome.units * outcome.deals for outcome in self.outcomes)

    @property
    def house_edge(self) -> float:
        return -self.total / DEALS

    @property
    def decisions(self) -> dict[str, int]:
        """In how many of all deals the player bets, folds, or takes an instant win."""
        weight = self.table.weight
        bets = int((self.bets.sum(axis=1) * weight).sum())
        instants = int(((self.instant > 0).sum(axis=1) * weight).sum())
        folds = kernels.HANDS * 47 - bets - instants
        return {play: n * COMPLETIONS for play, n in (("bet", bets), ("fold", folds), ("instant win", instants)) if n}

    @property
    def bet_share(self) -> float:
        """How often the player bets."""
        return self.decisions.get("bet", 0) / DEALS

    @property
    def element_of_risk(self) -> float:
        """The loss for each unit wagered in all."""
        return self.house_edge / (1 + 2 * self.bet_share)

    @property
    def standard_deviation(self) -> float:
        mean = self.total / DEALS
        return sqrt(sum(o.units**2 * o.deals for o in self.outcomes) / DEALS - mean**2)

    @property
    def outcomes(self) -> list[Outcome]:
        """Every way that a round can end, best first, with exact counts that add up to all deals."""
        table = self.table
        taken = self.instant > 0
        won = _by_class(table.wins, self.bets) * table.weight
        wins = {c: int(won[table.category == c].sum()) for c in sorted(set(self.pays), reverse=True)}
        found: list[Outcome] = []
        for units, group in groupby(wins, key=lambda c: 1 + 2 * self.pays[c]):
            paid = list(group)
            number = sum(wins[c] for c in paid)
            low_pair = {Category.ONE_PAIR, Category.HIGH_CARD} == set(paid)
            name = "one pair or less" if low_pair else " or ".join(c.label for c in paid)
            if number:
                found.append(Outcome(f"{name} wins", units, number))
        for units in sorted(set(self.instant[taken].tolist()), reverse=True):
            number = int(((self.instant == units).sum(axis=1) * table.weight).sum()) * COMPLETIONS
            found.append(Outcome("instant win", int(units), number))
        unqualified = int((_by_class(table.unqualified, self.bets) * table.weight).sum())
        tied = int((_by_class(table.ties, self.bets) * table.weight).sum())
        folds, bets = self.decisions.get("fold", 0), self.decisions.get("bet", 0)
        found.append(Outcome("dealer does not qualify", 1, unqualified))
        found.append(Outcome("stand-off", 0, tied))
        found.append(Outcome("fold", -1, folds))
        found.append(Outcome("dealer wins", -3, bets - int(won.sum()) - unqualified - tied))
        return sorted(found, key=lambda outcome: -outcome.units)

    def advice(self, hand: Sequence[Card], up: Card) -> Advice:
        """What to do with this hand against this card, and what each choice is worth."""
        number, column = self._find(hand, up)
        bet = Fraction(int(self.bet_value[number, column]), COMPLETIONS)
        instant = int(self.instant[number, column])
        play = "instant win" if instant else "bet" if self.bets[number, column] else "fold"
        return Advice(play=play, bet=bet, fold=Fraction(-1), instant=instant)

    def _find(self, hand: Sequence[Card], up: Card) -> tuple[int, int]:
        """The class of a hand and the column of an up card, after the change of suits that makes them the class's own."""
        suits = sorted("cdhs", key=lambda s: -sum(1 << (card.rank - 2) for card in hand if card.suit == s))
        renamed = {suit: place for place, suit in enumerate(suits)}
        number = {card: (card.rank - 2) * 4 + renamed[card.suit] for card in (*hand, up)}
        wanted = sorted(number[card] for card in hand)
        rows = np.flatnonzero((self.table.cards == np.array(wanted, dtype=np.int8)).all(axis=1))
        return int(rows[0]), self.table.ups(int(rows[0])).index(number[up])


def solve(rules: Rules, *, pay: Mapping[Category, int] | None = None, strategy: Strategy | None = None) -> Solution:
    """The optimal play of a game and what it comes to, or what a given strategy comes to.

    `pay` replaces rows of the book's pay table. An instant win is taken wherever it is worth more than a bet.
    """
    if rules.has("exchange"):
        raise BookError(f"{rules.title} lets players change a card, which the exact solver does not treat yet")
    pays = {category: odds.to for category, odds in rules.bet_odds.items()} | dict(pay or {})
    table = counts(rules.has("wild cards"), qualifying_value(rules))
    units = np.zeros(12, np.int32)
    for category, paid in pays.items():
        units[category] = 1 + 2 * paid
    value = table.wins * (units[table.category] + 3)[:, None]  # against a loss of three antes in every other case
    value += 4 * table.unqualified
    value += 3 * table.ties
    value -= 3 * COMPLETIONS
    bets = value > -COMPLETIONS if strategy is None else _decisions(table, strategy)
    instant = np.zeros(value.shape, np.int16)
    for category, odds in rules.instant_odds.items():
        worth = 1 + odds.to
        instant[(table.category == category)[:, None] & (value < COMPLETIONS * worth)] = worth
    bets = bets & (instant == 0)
    return Solution(game=rules.game, table=table, pays=pays, bet_value=value, bets=bets, instant=instant)


def _by_class(counts: Array, chosen: Array) -> Array:
    """The counts of the chosen decisions, added up for each class of hands."""
    added: Array = np.where(chosen, counts, 0).sum(axis=1, dtype=np.int64)
    return added


def _decisions(table: Counts, strategy: Strategy) -> Array:
    """What a strategy does with every hand and up card."""
    bets = np.zeros(table.wins.shape, bool)
    for number, cards in enumerate(table.cards.tolist()):
        hand = tuple(CARDS[card] for card in cards)
        bets[number] = [strategy(hand, CARDS[up]) for up in table.ups(number)]
    return bets
