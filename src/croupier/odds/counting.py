"""The counts behind every decision: how many of the dealer's hands do not qualify, lose to the player's, and equal it.

They do not depend on the pay table. Games without wild cards are counted by ranks (`rank_kernels`), in a fraction of a second.
If deuces are wild, the dealer's hands are swept once in the order of their value, and for each player's hand and up
card those that share no card with the player are counted by inclusion and exclusion (`kernels.sweep`).
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import permutations
from math import comb
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np

from croupier.kernel.cards import Card
from croupier.kernel.errors import CroupierError
from croupier.kernel.hands import HandValue
from croupier.odds import decision_kernels, kernels, rank_kernels, simulation_kernels
from croupier.odds.lookup_tables import five_by_index
from croupier.odds.threads import THREADS, all_done
from croupier.stud.rules import Rules

COMPLETIONS = kernels.COMPLETIONS
DEALS = kernels.HANDS * 47 * COMPLETIONS
CARDS: tuple[Card, ...] = tuple(Card(rank + suit) for rank in "23456789TJQKA" for suit in "cdhs")
"""The cards by the numbers that the kernels use."""

Array = np.ndarray[Any, np.dtype[Any]]
Value = Callable[[Sequence[Card]], HandValue]
Qualifies = Callable[[HandValue], bool]

_FULL_HOUSE = 6 << 20
_FLUSH, _STRAIGHT_FLUSH, _ROYAL_FLUSH = 5, 8, 11


def not_held(cards: Array) -> Array:
    """For each hand, which of the 52 cards it does not hold."""
    free = np.ones((len(cards), 52), bool)
    np.put_along_axis(free, cards.astype(np.int64), False, axis=1)
    return free


def up_cards(cards: Array) -> Array:
    """The up cards that each hand can meet, in the order of the columns of every table."""
    return np.nonzero(not_held(cards))[1].reshape(len(cards), 52 - cards.shape[1])


class Classes(msgspec.Struct, frozen=True):
    """One hand of each class of equivalent suits: cards, index among all hands, how many it stands for, value."""

    cards: Array
    where: Array
    weight: Array
    value: Array

    @property
    def ups(self) -> Array:
        """The up cards that each class can meet."""
        return self.ups_of(slice(None))

    def ups_of(self, rows: Any) -> Array:
        """The same for some of the classes."""
        return up_cards(self.cards[rows]).astype(np.int8)

    def dealt(self) -> Iterator[tuple[tuple[Card, ...], list[Card]]]:
        """Each class as cards, with the up cards that it can meet."""
        for hand, ups in zip(self.cards.tolist(), self.ups, strict=True):
            yield tuple(CARDS[card] for card in hand), [CARDS[up] for up in ups.tolist()]


class Counts(msgspec.Struct, frozen=True):
    """The counts by class of player's hand and up card, in one column if the dealer shows none.

    `completions` is how many dealer's hands each of them covers.
    """

    cards: Array
    weight: Array
    category: Array
    unqualified: Array
    wins: Array
    ties: Array
    completions: int = COMPLETIONS
    places: Array | None = None
    """In a game of another shape, the classes in order of value."""

    @property
    def shown(self) -> bool:
        """Whether a card of the dealer's is shown."""
        return bool(self.wins.shape[1] > 1)

    @property
    def deals(self) -> int:
        return int(self.weight.sum()) * int(self.wins.shape[1]) * self.completions

    def ups(self, number: int) -> list[int]:
        """The up cards that a class of hands can meet."""
        return up_cards(self.cards[number : number + 1])[0].tolist()


class RankTables(NamedTuple):
    """The arguments for the kernels of `decision_kernels`, in order."""

    ranked: Array
    suited: Array
    few: Array
    marks: Array
    places: Array
    kind_of: Array
    flush_of: Array
    qualifying: int


@cache
def hands(wild: bool) -> tuple[Array, Array, Array, Array]:
    """The value of every hand, the hands in the order of their values, and the classes: cards and index."""
    values = kernels.all_values(*five_by_index(wild), wild)
    hand_classes = classes(wild)
    return values, np.argsort(values, kind="stable").astype(np.int32), hand_classes.cards, hand_classes.where


@cache
def classes(wild: bool) -> Classes:
    cards, where, weight = kernels.classes()
    return Classes(cards, where, weight.astype(np.int64), kernels.values_of(cards, *five_by_index(wild), wild))


@lru_cache(maxsize=6)  # each takes dozens of megabytes
def counts(wild: bool, qualifying: int) -> Counts:
    """The counts for games with these hands and this packed value of the lowest hand that qualifies the dealer."""
    hand_classes = classes(wild)
    counted = _swept(qualifying) if wild else decision_kernels.stud_counts(hand_classes.cards, *rank_tables(5, 1, qualifying))
    return Counts(hand_classes.cards, hand_classes.weight, hand_classes.value >> 20, *counted)


def _swept(qualifying: int) -> tuple[Array, Array, Array]:
    """The counts for hands with wild cards: not qualified, wins, ties."""
    values, order, cards, where = hands(True)
    mine = values[where]
    by_value = np.argsort(mine, kind="stable").astype(np.int32)
    unqualified, lower, not_higher = kernels.sweep(values, order, cards, mine, by_value, qualifying)
    ties = np.subtract(not_higher, lower, out=not_higher)
    wins = np.subtract(lower, unqualified, out=lower)
    below = mine < qualifying  # such a hand cannot beat a dealer who plays
    wins[below] = ties[below] = 0
    return unqualified, wins, ties


@cache
def renamings() -> tuple[Array, Array, Array]:
    """The 24 renamings of the suits, their inverses, and where each is listed by its first three suits."""
    there = np.array(list(permutations(range(4))), np.uint8)
    back = np.argsort(there, axis=1).astype(np.uint8)
    listed = np.zeros((4, 4, 4), np.int32)
    for number, suits in enumerate(there):
        listed[suits[0], suits[1], suits[2]] = number
    return there, back, listed


@cache
def choose_by_place() -> Array:
    """The table of binomial coefficients with a row for each place, as the simulation uses it."""
    return np.ascontiguousarray(kernels.choose_table().T)


@cache
def plans() -> Array:
    """For every hand its class and the renaming of suits, as one number."""
    where = hands(False)[3]
    return simulation_kernels.plans(where, choose_by_place(), renamings()[2])


def own_suits(hands: Array, cards: Array) -> tuple[Array, Array]:
    """The classes of rows of five cards, and the cards beside each with their suits renamed as in its class."""
    plan = plans()[kernels.choose_table()[np.sort(hands, axis=1), np.arange(1, 6)].sum(axis=1)]
    renamed: Array = cards // 4 * 4 + np.take_along_axis(renamings()[0][plan % 24], cards % 4, axis=1)
    return plan // 24, renamed


class NotCounted(CroupierError):
    """A game of a shape for which exact odds are not available."""


def check_countable(rules: Rules) -> None:
    """Refuse by name what the counts do not cover: they are for 52 cards, five to a hand, read as poker hands, with one
    of the dealer's cards shown. `shapes` counts some others.
    """
    if not rules.has_upcard:
        raise NotCounted(f"{rules.game}: this is not counted for a dealer who shows no card")
    if not (wrong := _uncountable(rules.value, rules.qualifies, rules.deck_size, rules.cards, rules.has("wild cards"))):
        return
    raise NotCounted(f"{rules.game}: this is not counted for {wrong}" if rules.cards != 5 else _NO_ODDS.format(rules.game, wrong))


_NO_ODDS = "{}: exact odds are not counted for {}"


@lru_cache(maxsize=64)
def _uncountable(value: Value, qualifies: Qualifies, deck: int, size: int, wild: bool) -> str:
    """What is unusual about the game, if anything: every value is asked for two hands, as different in suits as possible."""
    if deck != len(CARDS):
        return f"a deck of {deck} cards, only for one of {len(CARDS)}"
    if size != 5:
        return f"hands of {size} cards, only for hands of 5"
    hand_classes = classes(wild)
    order = np.argsort(hand_classes.value, kind="stable")
    starts = np.flatnonzero(np.r_[True, np.diff(hand_classes.value[order]) != 0])
    ends = np.r_[starts[1:], len(order)] - 1
    before, plays = None, False
    for first, last in zip(order[starts].tolist(), order[ends].tolist(), strict=True):
        one, other = (value(tuple(CARDS[card] for card in hand_classes.cards[row])) for row in (first, last))
        if one.category != hand_classes.value[first] >> 20 or one != other or (before is not None and not before < one):
            return f"hands read as this book does: {one.name} is not what it is in poker{' with deuces wild' if wild else ''}"
        if (now := qualifies(one)) < plays:
            return f"a dealer who does not play with {one.name}, but with a lower hand"
        before, plays = one, now
    return "" if plays else "a dealer who never plays"


def qualifying_value(rules: Rules) -> int:
    """The packed value of the lowest hand that qualifies the dealer, by the book's own function."""
    check_countable(rules)
    hand_classes = classes(rules.has("wild cards"))
    order = np.argsort(hand_classes.value, kind="stable")

    def plays(row: int) -> bool:
        return rules.qualifies(rules.value(tuple(CARDS[card] for card in hand_classes.cards[row])))

    return int(hand_classes.value[order[bisect_left(order, True, key=plays)]])


class Patterns(NamedTuple):
    """The multisets of five ranks and the sets among them, ordered by value."""

    values: Array
    kind_of: Array
    flush_of: Array
    sets: Array
    marks: Array
    full_house: int


@cache
def patterns() -> Patterns:
    """The patterns without wild cards, the same in every book."""
    by_index = five_by_index(False)[0]
    order = np.argsort(by_index, kind="stable")[np.count_nonzero(by_index < 0) :]
    values = by_index[order]
    number = np.arange(len(order), dtype=np.int32)
    kind_of = np.full(len(by_index), -1, np.int32)
    kind_of[order] = number
    masks = rank_kernels.rank_masks()[order]
    is_set = np.bitwise_count(masks) == 5
    sets = masks[is_set]
    flush_of = np.full(1 << 13, -1, np.int32)
    flush_of[sets] = len(order) + np.arange(len(sets), dtype=np.int32)
    full_house = int(np.searchsorted(values, _FULL_HOUSE))
    low = decision_kernels.NO_STRAIGHT
    above = number >= full_house
    marks = np.zeros((len(order) + len(sets), 6), np.int32)
    by_rank, by_suit = marks[: len(order)], marks[len(order) :]
    by_rank[1:, 0] = np.cumsum(is_set)[:-1]
    by_rank[:, 1] = np.cumsum(is_set)
    by_rank[:, 2] = by_rank[:, 3] = np.where(above, low, 0)
    by_rank[:, 4] = values >> 20
    by_rank[:, 5] = np.where(is_set, 0, np.where(above, 2, 1))
    by_suit[:, 0] = by_suit[:, 1] = len(sets)
    by_suit[:, 2] = np.arange(len(sets))
    by_suit[:, 3] = by_suit[:, 2] + 1
    by_suit[:, 4] = _FLUSH
    by_suit[low:, 4] = _STRAIGHT_FLUSH
    by_suit[-1, 4] = _ROYAL_FLUSH
    return Patterns(values, kind_of, flush_of, sets, marks, full_house)


@cache
def _suited() -> Array:
    """The counts of one suit by the mask of its dead ranks: one table for every number of dead and known cards, whatever
    qualifies the dealer.
    """
    return rank_kernels.suited_counts(patterns().sets)


@cache
def rank_tables(dead: int, known: int, qualifying: int) -> RankTables:
    """The counts by ranks if so many cards are dead to the dealer and so many of the dealer's are known."""
    rank_patterns = patterns()
    plays = int(np.searchsorted(rank_patterns.values, qualifying))
    order, start = rank_kernels.orders(known, rank_patterns.kind_of, len(rank_patterns.values))
    cuts = np.array([plays, rank_patterns.full_house, len(rank_patterns.values)])
    slots = 1 if dead == 5 else dead
    columns = len(cuts) + 2 * slots
    ranked = np.zeros((comb(12 + dead, dead), comb(12 + known, known), columns), np.int32)
    given = (order, start, rank_patterns.kind_of, cuts, ranked)
    all_done(lambda part: rank_kernels.rank_counts(dead, known, part, THREADS, *given), range(THREADS))
    suited, ranks = _suited(), np.arange(13)
    low, all_sets = decision_kernels.NO_STRAIGHT, decision_kernels.SETS
    few_sets = suited[:, [rank_patterns.marks[plays, 0], low, all_sets]]
    few = few_sets[:, None] - few_sets[np.arange(1 << 13)[:, None] | 1 << ranks]  # the sets that hold a rank
    few[:, :, 2] -= few[:, :, 1]
    places = rank_kernels.places_table()
    return RankTables(ranked, suited, few, rank_patterns.marks, places, rank_patterns.kind_of, rank_patterns.flush_of, plays)


def is_compiled(rules: Rules) -> bool:
    """Whether the kernels that solve a game are in numba's cache and up to date; if not, the caller can announce the wait."""
    if rules.has("wild cards"):
        return _cached(kernels.sweep)
    needed: list[Any] = [rank_kernels.rank_counts, decision_kernels.stud_counts]
    if rules.has("exchange"):
        needed += [decision_kernels.change_values, decision_kernels.change_outcomes]
    return all(map(_cached, needed))


def _cached(kernel: Any) -> bool:
    source = Path(kernel.py_func.__code__.co_filename)
    index = f"{source.stem}.{kernel.py_func.__qualname__}-*.nbi"
    newest = max((file.stat().st_mtime for file in Path(kernel.stats.cache_path).glob(index)), default=0.0)
    return newest >= source.stat().st_mtime
