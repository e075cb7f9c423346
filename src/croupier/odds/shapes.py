"""Exact counts for games of another shape: hands of three or four cards in the book's order, or no card of the dealer's shown.

Hands of three and four cards are few enough to compare every one with every other. Five cards against a dealer who shows none
are counted as against one who does: each of the dealer's hands then comes up five times.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import NamedTuple

import msgspec
import numpy as np

from croupier.kernel.hands import Category, HandValue, kinds_of, reader
from croupier.odds import shape_kernels
from croupier.odds.counting import CARDS, Array, Classes, Counts, NotCounted, classes, counts, hands, qualifying_value, renamings
from croupier.odds.kernels import choose_table
from croupier.odds.solution import Solution
from croupier.odds.threads import THREADS, all_done
from croupier.stud.rules import Rules, Wager


class Shape(NamedTuple):
    """All hands of a size in an order of kinds: cards, masks and places of their values; one hand of each class of equivalent
    suits; by hand its class and the renaming of suits that makes it the class's own; and the values by place.
    """

    cards: Array
    masks: Array
    places: Array
    classes: Classes
    class_of: Array
    renaming: Array
    values: list[HandValue]


def is_usual(rules: Rules) -> bool:
    """Whether a game has five cards in a hand and a dealer's card that is shown."""
    return rules.cards == 5 and rules.has_upcard


def shown_as_usual(rules: Rules) -> Rules:
    """The same game with a card of the dealer's shown."""
    return msgspec.structs.replace(rules, upcard_place=dict.fromkeys(rules.upcard_place, 0), grounds=_ANY | dict(rules.grounds))


_ANY: dict[str, tuple[str, ...]] = {"last_card_from_shoe": (), "card_turned_after_shuffler": ()}


def classes_for(rules: Rules) -> Classes:
    return classes(rules.has("wild cards")) if rules.cards == 5 else shape_of(rules).classes


def counts_for(rules: Rules) -> Counts:
    """The counts for a game of any supported shape; `NotCounted` says what is not."""
    if rules.cards != 5:
        shape = shape_of(rules)
        return _counts(rules.cards, rules.order, rules.has_upcard, lowest_place(rules, shape))
    if rules.has_upcard:
        return counts(rules.has("wild cards"), qualifying_value(rules))
    shown = counts(False, qualifying_value(shown_as_usual(rules)))
    unqualified, wins, ties = (deals.sum(axis=1, keepdims=True) // 5 for deals in (shown.unqualified, shown.wins, shown.ties))
    every = comb(47, 5)
    return Counts(shown.cards, shown.weight, shown.category, unqualified, wins, ties, every, classes(False).value)


def shape_of(rules: Rules) -> Shape:
    """The hands of a game of three or four cards, read as its book does."""
    shape = _shape(rules.cards, rules.order)
    for row, value in zip(shape.classes.where.tolist(), shape.classes.value.tolist(), strict=True):
        read = rules.value(tuple(CARDS[card] for card in shape.cards[row]))
        if read.category != value >> 20 or read != shape.values[shape.places[row]]:
            raise NotCounted(
                f"{rules.game}: exact odds are not counted for hands read otherwise than hand_order says: {read.name}"
            )
    return shape


@lru_cache(maxsize=4)
def _shape(size: int, order: tuple[Category, ...]) -> Shape:
    # the order of combinations of falling numbers is that of the index among all hands
    cards = np.array(sorted(combinations(range(52), size), key=lambda hand: hand[::-1]), np.int64)
    powers = 52 ** np.arange(size)[::-1]
    codes = np.stack([np.sort(cards // 4 * 4 + suits[cards % 4], axis=1) @ powers for suits in renamings()[0]])
    renaming = codes.argmin(axis=0)
    own, where, class_of, weight = np.unique(codes.min(axis=0), return_index=True, return_inverse=True, return_counts=True)
    where = np.searchsorted(cards @ powers, own, sorter=np.argsort(cards @ powers))
    where = np.argsort(cards @ powers)[where]
    read = reader(size, order)
    values = [read(tuple(CARDS[card] for card in cards[row])) for row in where.tolist()]
    ranked = sorted(set(values))
    place_of = {value: place for place, value in enumerate(ranked)}
    places = np.array([place_of[value] for value in values], np.int32)
    kinds = np.array([int(value.category) for value in values])
    classes = Classes(cards[where].astype(np.int8), where, weight.astype(np.int64), kinds << 20 | places)
    masks = np.bitwise_or.reduce(1 << cards, axis=1)
    return Shape(cards.astype(np.int8), masks, places[class_of], classes, class_of, renaming, ranked)


def lowest_place(rules: Rules, shape: Shape) -> int:
    """The place of the lowest hand that qualifies the dealer."""
    plays = [rules.qualifies(value) for value in shape.values]
    if not any(plays):
        raise NotCounted(f"{rules.game}: exact odds are not counted for a dealer who never plays")
    first = plays.index(True)
    if not all(plays[first:]):
        gap = shape.values[first + plays[first:].index(False)]
        raise NotCounted(f"{rules.game}: exact odds are not counted for a dealer who does not play with {gap.name}, but lower")
    return first


@lru_cache(maxsize=6)
def _counts(size: int, order: tuple[Category, ...], shown: bool, qualifying: int) -> Counts:
    shape = _shape(size, order)
    results = np.zeros((len(shape.classes.where), 52 if shown else 1, 3), np.int32)

    def work(part: int) -> None:
        rows, into = shape.classes.where[part::THREADS], results[part::THREADS]
        shape_kernels.compared(rows, shape.masks, shape.places, shape.cards, qualifying, shown, into)

    all_done(work, range(THREADS))
    if shown:
        results = np.take_along_axis(results, shape.classes.ups.astype(np.int64)[:, :, None], axis=1)
    kinds, completions = shape.classes.value >> 20, comb(51 - size, size - 1) if shown else comb(52 - size, size)
    unqualified, wins, ties = (np.ascontiguousarray(results[:, :, end]) for end in range(3))
    places = shape.places[shape.classes.where]
    return Counts(shape.classes.cards, shape.classes.weight, kinds, unqualified, wins, ties, completions, places)


@lru_cache(maxsize=2)
def best_five(seen: int) -> dict[Category, int]:
    """How many of all sets of five or six cards have each kind of hand as the best five of them.

    >>> best_five(6)[Category.STRAIGHT_FLUSH]
    1656
    """
    kinds = np.zeros(12, np.int64)
    shape_kernels.best_five(hands(False)[0], choose_table(), np.arange(seen), kinds)
    return {kind: int(kinds[kind]) for kind in kinds_of(5)}


class WagerOdds(msgspec.Struct, frozen=True, kw_only=True):
    """A side wager by itself: in how many of all cases each row is paid, the rest being lost."""

    wager: Wager
    rows: dict[Category, int]
    all: int

    @property
    def edge(self) -> Fraction:
        """What the house keeps of the wager, on average; exact."""
        return -self.worth(Fraction(1))[0]

    def worth(self, stake: Fraction, most: Fraction | None = None) -> tuple[Fraction, Fraction]:
        """What a stake brings on average, with a maximum payout if there is one, and the variance; both exact."""
        paid = {kind: stake * Fraction(odds.to, odds.each) for kind, odds in self.wager.odds.items()}
        ends = [(number, paid[kind] if most is None else min(paid[kind], most)) for kind, number in self.rows.items()]
        ends.append((self.all - sum(self.rows.values()), -stake))
        mean = sum((number * net for number, net in ends), Fraction(0)) / self.all
        return mean, sum((number * (net - mean) ** 2 for number, net in ends), Fraction(0)) / self.all

    @property
    def house_edge(self) -> float:
        return float(self.edge)


def wager_odds(rules: Rules, solution: Solution) -> Iterator[WagerOdds | NotCounted]:
    """Every wager that players put up chips for, by itself; or why its value depends on the other wagers."""
    table = solution.table
    for wager in (placed for placed in rules.wagers.values() if placed.placed):
        paid = np.isin(table.category, [int(kind) for kind in wager.odds])
        if not wager.regardless or (wager.fold == "loses" and wager.cards != "player"):
            why = "it is lost with a fold, so its worth depends on both stakes"
        elif wager.fold == "loses" and not solution.bets[paid].all():
            why = "the best play folds hands that it pays, so its worth depends on both stakes"
        elif (seen := rules.cards * (1 + (wager.cards == "both")) + (wager.cards == "upcard")) > 6:
            why = f"the best five of {seen} cards are not counted"
        elif wager.cards in ("both", "upcard"):
            yield WagerOdds(wager=wager, rows={kind: best_five(seen)[kind] for kind in wager.odds}, all=comb(52, seen))
            continue
        else:
            rows = {kind: int(table.weight[table.category == kind].sum()) for kind in wager.odds}
            yield WagerOdds(wager=wager, rows=rows, all=int(table.weight.sum()))
            continue
        yield NotCounted(f"{rules.game}: the exact odds of {wager.title} by itself are not counted: {why}")
