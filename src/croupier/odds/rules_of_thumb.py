"""The simplest rules of thumb that come close to the best play, found by search and weighed exactly.

A set of rules says: bet with this hand or better, fold with less than that one, and in between bet where one of a few rules
holds. Its cost is what the best play wins over all deals and these rules do not, an integer like every sum of the solver.

The search joins cells (a hand's ranks against an up card) that no condition tells apart, then builds rules line by line and
keeps the best few sets for each number of lines and conditions. Fewest lines win, then fewest conditions, then the lower cost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Any

import msgspec
import numpy as np

from croupier.kernel.cards import Card
from croupier.odds.solver import COMPLETIONS, DEALS, Solution, Strategy
from croupier.odds.thumb_language import Condition, Facts, Rule, conditions, facts_of, step_name, step_of
from croupier.stud.rules import Rules

Array = np.ndarray[Any, np.dtype[Any]]
Progress = Callable[[int, int], None]
"""Told how many lines are being tried, and how many at most."""

WITHIN = Fraction(1, 10_000)
MOST_LINES = 6
_BEAM = 6
_LONGER = 48
_TRIED = {1: 6, 2: 12, 3: 12}
"""How many of the best rules of each length are tried as the next line."""


class RulesOfThumb(msgspec.Struct, frozen=True, kw_only=True):
    """Rules in words with what they cost: antes over all deals, against the best play.

    Steps are those of `thumb_language`: a hand of `always` or better bets, one below `never` folds.
    """

    game: str
    wild: bool
    always: int
    never: int
    lines: tuple[Rule, ...]
    cost: int

    @property
    def loss(self) -> Fraction:
        """The cost in antes for each round."""
        return Fraction(self.cost, DEALS)

    @property
    def sentences(self) -> list[str]:
        found = [f"Bet with {step_name(self.always)} or better."]
        found += [f"Bet if {line.text}." for line in self.lines]
        if not self.lines:
            return [*found, "Fold everything else."]
        found[1:] = [f"With less, but at least {step_name(self.never)}:", *found[1:]]
        return [*found, "Fold everything else."]

    def strategy(self, rules: Rules) -> Strategy:
        """The same rules as a strategy that the exact solver evaluates."""

        @lru_cache(maxsize=8)
        def step(hand: tuple[Card, ...]) -> int:
            ranks = sorted((card.rank for card in hand), reverse=True)
            return step_of(rules.value(hand).category, ranks, wild=self.wild)

        def bets(hand: tuple[Card, ...], up: Card) -> bool:
            found = step(hand)
            if not self.never <= found < self.always:
                return found >= self.always
            facts = facts_of(found, hand, up)
            return any(bool(line.holds(facts)) for line in self.lines)

        return bets


class _Cells(msgspec.Struct, frozen=True):
    """Hands between the steps against up cards: their facts, and what betting gains over folding, in antes over all deals."""

    facts: Facts
    gain: Array


def rules_of_thumb(
    rules: Rules,
    solution: Solution,
    *,
    within: Fraction = WITHIN,
    progress: Progress | None = None,
) -> RulesOfThumb:
    """The simplest rules found that lose no more than `within` antes a round against the best play.

    Where the language has none, the closest that were found: look at `loss`.
    """
    budget = int(within * DEALS)
    wild = rules.has("wild cards")
    gain = gains(solution)
    steps = _steps(solution, wild)
    always, never, lost = _bounds(steps, gain, budget)
    if always == never:
        return RulesOfThumb(game=rules.game, wild=wild, always=always, never=never, lines=(), cost=lost)
    middle = (steps >= never) & (steps < always)
    found, cost = _search(solution, steps, gain, middle, budget - lost, progress)
    return RulesOfThumb(game=rules.game, wild=wild, always=always, never=never, lines=found, cost=cost + lost)


def gains(solution: Solution) -> Array:
    """What betting gains over folding, by class and up card, for all hands of the class; nil where an instant win is taken."""
    found: Array = (solution.bet_value.astype(np.int64) + COMPLETIONS) * solution.table.weight[:, None]
    found[solution.instant > 0] = 0
    return found


def ranks_of(cards: Array) -> Array:
    """The ranks of each class of hands, from the highest down."""
    found: Array = cards[:, ::-1].astype(np.int64) // 4 + 2
    return found


def up_cards(cards: Array) -> Array:
    """The 47 up cards that each class of hands can meet, in the order of the solver's columns."""
    free = np.ones((len(cards), 52), bool)
    np.put_along_axis(free, cards.astype(np.int64), False, axis=1)
    found: Array = np.nonzero(free)[1].reshape(len(cards), 47)
    return found


def _steps(solution: Solution, wild: bool) -> Array:
    """The step of each class of hands."""
    table = solution.table
    ranks = ranks_of(table.cards)
    code = _code(ranks) << 4 | table.category
    _, first, back = np.unique(code, return_index=True, return_inverse=True)
    of_code = [step_of(int(table.category[row]), ranks[row].tolist(), wild=wild) for row in first]
    found: Array = np.array(of_code, np.int64)[back]
    return found


def _code(ranks: Array) -> Array:
    found: Array = ranks @ np.array([1 << 16, 1 << 12, 1 << 8, 1 << 4, 1])
    return found


def _bounds(steps: Array, gain: Array, budget: int) -> tuple[int, int, int]:
    """The step from which to bet always, the one below which to fold always, and what that costs.

    One step for both where that is good enough. Otherwise the two leave as little as they can between them for a small
    part of the budget: most of it is worth more in the rules between.
    """
    names, back = np.unique(steps, return_inverse=True)
    folding = np.bincount(back, np.where(gain > 0, gain, 0).sum(axis=1), len(names))  # exact: far below 2**53
    betting = np.bincount(back, np.where(gain < 0, -gain, 0).sum(axis=1), len(names))
    below = np.concatenate([[0], np.cumsum(folding)])
    above = np.concatenate([np.cumsum(betting[::-1])[::-1], [0]])
    single = int(np.argmin(below[:-1] + above[:-1]))
    if below[single] + above[single] <= budget:
        return int(names[single]), int(names[single]), int(below[single] + above[single])
    always = int(np.flatnonzero(above[:-1] <= budget // 20)[0])
    never = int(np.flatnonzero(below[:-1] <= budget // 4)[-1])
    return int(names[always]), int(names[never]), int(above[always] + below[never])


def _cells(solution: Solution, steps: Array, gain: Array, middle: Array, *, suits: bool) -> _Cells:
    cards = solution.table.cards[middle].astype(np.int64)
    ranks, ups = ranks_of(cards), up_cards(cards)
    key = (_code(ranks) << 4)[:, None] | (ups // 4 + 2)
    suited = np.zeros_like(ups)
    if suits:
        for place in range(5):
            suited += (cards[:, place] % 4)[:, None] == ups % 4
    key = key << 3 | suited
    unique, first, back = np.unique(key.ravel(), return_index=True, return_inverse=True)
    summed = np.bincount(back.ravel(), gain[middle].ravel(), len(unique))
    row = first // 47
    facts = Facts(
        tuple(ranks[row].T), (ups // 4 + 2).ravel()[first], suited.ravel()[first], steps[middle][row]
    )
    return _Cells(facts, summed)


class _Found(msgspec.Struct, frozen=True, eq=False):
    """A set of rules under way: each rule by the numbers of its conditions, what it covers, and what that gains."""

    rules: frozenset[frozenset[int]]
    covered: Array
    gained: float

    @property
    def length(self) -> int:
        return sum(map(len, self.rules))


def _search(
    solution: Solution, steps: Array, gain: Array, middle: Array, budget: int, progress: Progress | None
) -> tuple[tuple[Rule, ...], int]:
    """The rules for the hands between, and what they cost; with suits only where nothing without them is good enough."""
    best = int(np.where(gain[middle] > 0, gain[middle], 0).sum())
    found: tuple[tuple[Rule, ...], int] = ((), best)
    for suits in (False, True):
        cells = _cells(solution, steps, gain, middle, suits=suits)
        language, truth, summed = _told_apart(conditions(cells.facts, suits=suits), cells)
        for lines, chosen in enumerate(_line_by_line(language, truth, summed, best - budget), 1):
            if progress is not None:
                progress(lines, MOST_LINES)
            cost = best - int(chosen.gained)
            if cost < found[1]:
                found = tuple(Rule(tuple(language[n] for n in sorted(rule))) for rule in chosen.rules), cost
            if cost <= budget:
                return _in_order(found[0], cells), cost
    return found


def _told_apart(language: list[Condition], cells: _Cells) -> tuple[list[Condition], Array, Array]:
    """The conditions that differ from each other, their truth by cell, and the gains, with like cells joined."""
    truth = np.array([np.broadcast_to(c.test(cells.facts), cells.gain.shape) for c in language]).T
    _, kept = np.unique(np.packbits(truth, axis=0), axis=1, return_index=True)
    some = truth.any(axis=0) & ~truth.all(axis=0)
    kept = np.array([n for n in sorted(kept.tolist()) if some[n]])
    joined, back = np.unique(np.packbits(truth[:, kept], axis=1), axis=0, return_inverse=True)
    summed = np.bincount(back.ravel(), cells.gain, len(joined))
    return [language[n] for n in kept], np.unpackbits(joined, axis=1, count=len(kept)).astype(bool), summed


def _line_by_line(language: list[Condition], truth: Array, gain: Array, wanted: float) -> Iterator[_Found]:
    """For one line, two lines and so on: the set with fewest conditions that gains what is wanted, else the one that gains most."""
    numbers = truth.astype(np.float64)
    alone = np.array([condition.alone for condition in language])
    beam = [_Found(frozenset(), np.zeros(len(gain), bool), 0.0)]
    for _ in range(MOST_LINES):
        longer: dict[frozenset[frozenset[int]], _Found] = {}
        for one in beam:
            for rule, more in _next_lines(numbers, alone, np.where(one.covered, 0, gain)):
                rules = one.rules | {rule}
                if rules not in longer and len(rules) > len(one.rules):
                    covered = one.covered | truth[:, sorted(rule)].all(axis=1)
                    longer[rules] = _Found(rules, covered, one.gained + more)
        if not longer:
            return
        good = [one for one in longer.values() if one.gained >= wanted]
        most = max(longer.values(), key=lambda one: one.gained)
        yield min(good, key=lambda one: (one.length, -one.gained)) if good else most
        beam = _best_by_length(longer.values())


def _next_lines(numbers: Array, alone: Array, gain: Array) -> Iterator[tuple[frozenset[int], float]]:
    """The rules of one to three conditions that gain most on what no line covers yet."""
    single = gain @ numbers
    for n in np.argsort(-single)[: _TRIED[1]].tolist():
        yield frozenset((n,)), float(single[n])
    joint = np.flatnonzero(~alone)
    some = numbers[:, joint]
    pairs = np.triu((some * gain[:, None]).T @ some, 1)
    order = np.argsort(-pairs, axis=None)[:_LONGER]
    first, second = joint[order // len(joint)], joint[order % len(joint)]
    for n in range(_TRIED[2]):
        yield frozenset((int(first[n]), int(second[n]))), float(pairs.flat[order[n]])
    threes = some.T @ (numbers[:, first] * numbers[:, second] * gain[:, None])
    for place in np.argsort(-threes, axis=None)[: 4 * _TRIED[3]].tolist():
        third, pair = divmod(place, len(order))
        rule = frozenset((int(joint[third]), int(first[pair]), int(second[pair])))
        if len(rule) == 3:
            yield rule, float(threes.flat[place])


def _best_by_length(found: Any) -> list[_Found]:
    """The best few for each number of conditions."""
    by_length: dict[int, list[_Found]] = {}
    for one in found:
        by_length.setdefault(one.length, []).append(one)
    return [one for group in by_length.values() for one in sorted(group, key=lambda one: -one.gained)[:_BEAM]]


def _in_order(lines: tuple[Rule, ...], cells: _Cells) -> tuple[Rule, ...]:
    """The lines with what gains most first."""
    return tuple(sorted(lines, key=lambda line: -float(cells.gain[line.holds(cells.facts)].sum())))
