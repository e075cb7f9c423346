"""A way of playing evaluated over all deals: outcomes, decisions, edge, risk, and advice for a hand."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import groupby, permutations
from math import sqrt

import msgspec
import numpy as np

from croupier.books import rules_of
from croupier.kernel.cards import Card, CardError, parse_cards
from croupier.kernel.drawing import table_html
from croupier.kernel.hands import Category, check_hand
from croupier.odds.counting import CARDS, Array, Counts, NotCounted

Strategy = Callable[[tuple[Card, ...], Card], bool]
"""Whether to bet on a hand against the dealer's up card; there is none in a game without an up card."""

Extra = tuple[int, int, int, int, int]
"""What side wagers bring with a hand: no dealer's hand, a win, a stand-off, a loss, a fold."""


class ByRanks(msgspec.Struct, frozen=True):
    """A strategy that ignores suits, apart from whether the hand is of one suit: hands of the same ranks are played alike
    against all up cards of a rank. The solver asks it 65 times less often.
    """

    bets: Strategy

    def __call__(self, hand: tuple[Card, ...], up: Card) -> bool:
        return self.bets(hand, up)


Units = int | Fraction
"""Antes won or lost: whole ones, unless a maximum payout makes one a fraction."""


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """What a round brings for each way to end, in parts of an ante: `wins` if the player's hand is higher.

    `bet` is the bet itself, `price` what a changed card costs, `instant` what the ante is paid with an instant win, `extra`
    what side wagers bring on top.
    """

    wins: Mapping[Category, int]
    unqualified: int
    stand_off: int
    lose: int
    fold: int
    bet: int
    price: int = 0
    instant: int = 0
    parts: int = 1
    extra: Mapping[Category, Extra] = {}
    staked: int = 0
    """What is staked beside the ante on side wagers."""

    def without_extra(self) -> "Terms":
        """The terms for the kinds of hands with which no side wager brings anything."""
        wins = {kind: paid for kind, paid in self.wins.items() if kind not in self.extra}
        return msgspec.structs.replace(self, wins=wins) if self.extra else self

    def with_extra(self, hand: Category) -> "Terms":
        """The terms for one kind of hand, with what its side wagers bring."""
        unqualified, win, tie, lose, fold = self.by_kind[hand].tolist()
        wins = {hand: win} if hand in self.wins else {}
        ends = {"unqualified": unqualified, "stand_off": tie, "lose": lose, "fold": fold}
        return msgspec.structs.replace(self, wins=wins, extra={}, **ends)

    @property
    def by_kind(self) -> Array:
        """What a round brings with each kind of hand, in the order of `Extra`."""
        ends = np.array([(self.unqualified, self.lose, self.stand_off, self.lose, self.fold)] * 12, np.int64)
        for hand, paid in self.wins.items():
            ends[hand, 1] = paid
        for hand, more in self.extra.items():
            ends[hand] += more
        return ends

    def paid(self, hand: Category) -> Fraction:
        """What a bet with this hand is paid per unit."""
        return Fraction(self.wins[hand] - self.unqualified, self.bet)

    @property
    def row(self) -> Array:
        """The same in the form that the kernels read."""
        if self.extra:
            raise NotCounted("this is not counted where a wager is paid by a table of hands beside the bet")
        row = np.zeros(16, np.int64)
        for category, paid in self.wins.items():
            row[category] = paid
        row[12:] = self.unqualified, self.stand_off, self.lose, self.fold
        return row

    def antes(self, parts: int) -> Units:
        return parts // self.parts if parts % self.parts == 0 else Fraction(parts, self.parts)


class Outcome(msgspec.Struct, frozen=True):
    """One line of the outcome table: what happens, what it brings in antes, and in how many of all deals."""

    outcome: str
    units: Units
    deals: int


class Advice(msgspec.Struct, frozen=True, kw_only=True):
    """The play for one hand against one up card, with the value of each choice in antes.

    `instant` is what an instant win brings if the hand may take one, best or not; 0 if it may not.
    `changes` is the value of changing each card, in a game that allows it; `change` the card to change, if that is best.
    """

    play: str
    bet: Fraction
    fold: Fraction
    instant: Units = 0
    change: Card | None = None
    changes: Mapping[Card, Fraction] = {}

    @property
    def values(self) -> dict[str, Units]:
        """Every choice by its name."""
        values: dict[str, Units] = {"bet": self.bet, "fold": self.fold}
        values |= {"instant win": self.instant} if self.instant else {}
        return values | {f"change {card}": value for card, value in self.changes.items()}


class Tally(msgspec.Struct, frozen=True, kw_only=True):
    """In how many deals rounds end in each way."""

    wins: Mapping[Category, int]
    unqualified: int
    stand_off: int
    lose: int
    fold: int
    unpaid: int = 0
    """Wins of the ante alone, by hands whose bet a reading leaves unpaid."""

    @property
    def bets(self) -> int:
        return sum(self.wins.values()) + self.unpaid + self.unqualified + self.stand_off + self.lose

    def outcomes(self, terms: Terms, then: str = "", *, apart: bool = False, held: str = "") -> list[Outcome]:
        """The lines of the outcome table, each followed by these words; hands paid the same share a line, unless
        separate lines are wanted. `held` is the hand that the player has, if all of them are about one.
        """
        lines = []
        ordered = sorted(terms.wins, reverse=True)
        for _, group in groupby(ordered, key=lambda hand: hand if apart else terms.wins[hand]):
            paid = list(group)
            units = terms.wins[paid[0]]
            low_pair = {Category.ONE_PAIR, Category.HIGH_CARD} == set(paid)
            name = "one pair or less" if low_pair else " or ".join(str(hand) for hand in paid)
            name = "any hand" if 2 < len(paid) == len(terms.wins) else name
            if number := sum(self.wins.get(hand, 0) for hand in paid):
                lines.append(Outcome(f"{name} wins{then}", terms.antes(units), number))
        if self.unpaid:
            lines.append(Outcome(f"a hand below the pay table wins{then}", terms.antes(terms.unqualified), self.unpaid))
        then = f"{then}, {held} held" if held else then
        lines.append(Outcome(f"dealer does not qualify{then}", terms.antes(terms.unqualified), self.unqualified))
        lines.append(Outcome(f"stand-off{then}", terms.antes(terms.stand_off), self.stand_off))
        lines.append(Outcome(f"fold{then}", terms.antes(terms.fold), self.fold))
        lines.append(Outcome(f"dealer wins{then}", terms.antes(terms.lose), self.lose))
        return lines


class Solution(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """The value of a way of playing over all deals, sums in antes.

    By class of hand and up card: `bet_value` is what a bet is worth over the dealer's completions, `bets` whether it is made,
    `instant` what an instant win brings where that is taken instead; both values in the parts of an ante of `terms`. `pays`
    are the odds of the pay table, `instants` what an instant win would bring with each hand that may take one. `unpaid` are
    the classes whose bet a reading leaves unpaid, though it pays others of their kind.
    Outcomes and decisions are counted when first needed, and kept.
    """

    game: str
    table: Counts
    pays: Mapping[Category, Units]
    terms: Terms
    bet_value: Array
    bets: Array
    instant: Array
    unpaid: Array
    instants: Mapping[Category, int] = {}

    def _repr_html_(self) -> str:
        from croupier.odds.charts import chart  # it needs this module

        shown = chart(self, wild=rules_of(self.game).has("wild cards"))
        rows = [(row.label, *(cell.mark for cell in row.cells)) for row in shown.rows]
        return table_html(f"{self.game}: house edge {float(self.house_edge):.4%}; {shown.told}", [("", *shown.ups), *rows])

    @property
    def deals(self) -> int:
        return self.table.deals

    @property
    def plays(self) -> Array:
        """The action by class of hand and up card: 0 folds, 1 bets, 2 takes an instant win, higher ones change a card."""
        return np.where(self.instant > 0, 2, self.bets).astype(np.int8)

    @property
    def instant_by_kind(self) -> Array:
        """What an instant win brings with each kind of hand, in parts of an ante; zero if there is none."""
        return np.array([self.instants.get(Category(kind), 0) for kind in range(12)], np.int64)

    @property
    def folded(self) -> Array:
        """The value of a fold by class of hand, over the dealer's completions."""
        return folded(self.terms, self.table)

    @property
    def total(self) -> Units:
        """Antes won or lost by the player over all deals."""
        total = sum(outcome.units * outcome.deals for outcome in self.outcomes)
        return int(total) if total.denominator == 1 else total

    @property
    def house_edge(self) -> float:
        return float(-self.total / self.deals)

    @cached_property
    def decisions(self) -> dict[str, int]:
        """In how many of all deals the player bets, folds, or takes an instant win."""
        weight = self.table.weight
        bets = int((self.bets.sum(axis=1) * weight).sum())
        instants = int(((self.instant > 0).sum(axis=1) * weight).sum()) if self.instants else 0
        folds = self.table.deals // self.table.completions - bets - instants
        return {play: n * self.table.completions for play, n in (("bet", bets), ("fold", folds), ("instant win", instants)) if n}

    @property
    def bet_share(self) -> float:
        """How often the player bets."""
        return self.decisions.get("bet", 0) / self.deals

    @property
    def wagered(self) -> Fraction:
        """The player's average stake in a round, in antes; exact."""
        bets = Fraction(self.terms.bet * self.decisions.get("bet", 0), self.terms.parts * self.deals)
        return 1 + Fraction(self.terms.staked, self.terms.parts) + bets

    @property
    def average_wager(self) -> float:
        return float(self.wagered)

    @property
    def element_of_risk(self) -> float:
        """The loss per unit wagered in total."""
        return self.house_edge / self.average_wager

    @property
    def dealer_qualifies(self) -> Fraction:
        """How often the dealer qualifies; exact."""
        not_so = int((self.table.unqualified.sum(axis=1, dtype=np.int64) * self.table.weight).sum())
        return 1 - Fraction(not_so, self.table.deals)

    @property
    def hit_frequency(self) -> Fraction:
        """How often a round brings the player a profit; exact."""
        return self.share(1)

    def share(self, sign: int) -> Fraction:
        """The part of rounds that the player wins (1), loses (-1), or neither (0)."""
        counted = (o.deals for o in self.outcomes if (o.units > 0) - (o.units < 0) == sign)
        return Fraction(sum(counted), self.deals)

    @property
    def variance(self) -> Fraction:
        """The variance of a round's result, in antes squared; exact."""
        squares = sum((outcome.deals * Fraction(outcome.units * outcome.units) for outcome in self.outcomes), Fraction(0))
        return squares / self.deals - (Fraction(self.total) / self.deals) ** 2

    @property
    def standard_deviation(self) -> float:
        return sqrt(self.variance)

    @cached_property
    def outcomes(self) -> list[Outcome]:
        """Every way that a round can end, best first, with exact counts that add up to all deals."""
        return self._outcomes(apart=False)

    @cached_property
    def outcomes_by_hand(self) -> list[Outcome]:
        """The same with a line for each kind of hand, even if several are paid the same."""
        return self._outcomes(apart=True)

    def _outcomes(self, *, apart: bool) -> list[Outcome]:
        extra = self.terms.extra
        plain = ~np.isin(self.table.category, [int(hand) for hand in extra])
        outcomes = self.tally(self.bets, plain if extra else None).outcomes(self.terms.without_extra(), apart=apart)
        for hand in sorted(extra, reverse=True):
            tally = self.tally(self.bets, self.table.category == hand)
            outcomes += tally.outcomes(self.terms.with_extra(hand), held=str(hand))
        outcomes = [line for line in outcomes if line.deals] if extra else outcomes
        for units in np.unique(self.instant[self.instant > 0]).tolist():
            taken = self.instant == units
            number = (taken.sum(axis=1) * self.table.weight) * self.table.completions
            hands = sorted(set(self.table.category[taken.any(axis=1)].tolist()), reverse=True)
            for group in [[hand] for hand in hands] if apart else [hands]:
                named = " or ".join(str(Category(hand)) for hand in group)
                deals = int(number[np.isin(self.table.category, group)].sum())
                outcomes.append(Outcome(f"instant win with {named}", self.terms.antes(units), deals))
        return sorted(outcomes, key=lambda outcome: -outcome.units)

    def tally(self, bets: Array, among: Array | None = None) -> Tally:
        """How rounds end if these bets are made and all others but instant wins folded; among some classes, or all."""
        bets = bets if among is None else bets & among[:, None]
        table, chosen = self.table, bets.astype(self.table.wins.dtype)
        won = _by_class(table.wins, chosen) * table.weight
        paid = np.where(self.unpaid, 0, won)
        wins = {c: int(paid[table.category == c].sum()) for c in sorted(set(self.pays), reverse=True)}
        unpaid = int(won.sum()) - sum(wins.values())
        unqualified = int((_by_class(table.unqualified, chosen) * table.weight).sum())
        tied = int((_by_class(table.ties, chosen) * table.weight).sum())
        made = int((bets.sum(axis=1) * table.weight).sum()) * table.completions
        lost = made - sum(wins.values()) - unpaid - unqualified - tied
        folded = self.decisions.get("fold", 0)
        if among is not None:
            folded = int(table.weight[among].sum()) * bets.shape[1] * table.completions - made
        return Tally(wins=wins, unqualified=unqualified, stand_off=tied, lose=lost, fold=folded, unpaid=unpaid)

    def advice(self, hand: Sequence[Card] | str, up: Card | str | None = None) -> Advice:
        """What to do with this hand against this card, and the value of each choice: `advice("As Kd Qc 9h 2s", "9d")`.

        If the dealer shows no card, give the hand alone: `advice("Qs 6d 4c")`.
        """
        hand, up = cards_of(hand, up, self.table)
        number, column = self._find(hand, up)[:2]
        bet = Fraction(int(self.bet_value[number, column]), self.table.completions * self.terms.parts)
        terms = self.terms.with_extra(Category(int(self.table.category[number])))
        instant = self.terms.antes(self.instants.get(Category(int(self.table.category[number])), 0))
        play = "instant win" if self.instant[number, column] else "bet" if self.bets[number, column] else "fold"
        return Advice(play=play, bet=bet, fold=Fraction(terms.fold, terms.parts), instant=instant)

    def _find(self, hand: Sequence[Card], up: Card | None) -> tuple[int, int, dict[Card, int]]:
        """The class of a hand, the column of an up card, and the cards by number, after the change of suits that makes
        them the class's own.
        """
        cards = (*hand, *(() if up is None else (up,)))
        usual = sorted("cdhs", key=lambda suit: -sum(1 << (card.rank - 2) for card in hand if card.suit == suit))
        for suits in (tuple(map(usual.index, "cdhs")), *permutations(range(4))):  # five cards usually have this order
            number = {card: (card.rank - 2) * 4 + suits["cdhs".index(card.suit)] for card in cards}
            wanted = np.array(sorted(number[card] for card in hand), dtype=np.int8)
            if len(rows := np.flatnonzero((self.table.cards == wanted).all(axis=1))):
                row = int(rows[0])
                return row, 0 if up is None else self.table.ups(row).index(number[up]), number
        raise NotCounted(f"no class of hands is that of {' '.join(map(str, hand))}")

    def held(self, row: int) -> tuple[Card, ...]:
        """A hand of a class."""
        return tuple(CARDS[card] for card in self.table.cards[row].tolist())


def cards_of(hand: Sequence[Card] | str, up: Card | str | None, table: Counts) -> tuple[tuple[Card, ...], Card | None]:
    """The cards of a hand and the dealer's, given as cards or as text; `CardError` says what is wrong with them."""
    held = parse_cards(hand) if isinstance(hand, str) else tuple(hand)
    shown = Card(up) if isinstance(up, str) else up
    if (shown is None) == table.shown:
        raise CardError(
            "say the dealer's card as well" if table.shown else "the dealer shows no card in this game: say the hand alone"
        )
    check_hand(held, table.cards.shape[1])
    if shown is not None:
        check_hand((*held, shown), len(held) + 1)
    return held, shown


def folded(terms: Terms, table: Counts) -> Array:
    """The value of a fold by class of hand, over the dealer's completions."""
    return terms.by_kind[table.category, 4:] * table.completions


def _by_class(counts: Array, chosen: Array) -> Array:
    """The counts of the chosen decisions, added up for each class of hands: at most all completions of all up cards."""
    return np.einsum("ij,ij->i", counts, chosen).astype(np.int64)
