"""The simplest rules of thumb that come close to the best play, found by search and weighed exactly.

A set of rules says: bet with this hand or better, and with lower ones where one of a few rules holds. Its cost is what the best
play wins over all deals and these rules do not, an integer like every sum of the solver.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

import msgspec
import numpy as np

from croupier.kernel.cards import Card
from croupier.kernel.clauses import BookError
from croupier.odds.cells import Array, gains, steps_of
from croupier.odds.solver import CARDS, DEALS, Solution, Strategy
from croupier.odds.thumb_language import Rule, facts_of, step_name, step_of
from croupier.odds.thumb_search import Progress, Section, search
from croupier.stud.rules import Rules

WITHIN = Fraction(1, 10_000)
"""What rules of thumb may cost, in antes a round, unless something else is asked for: 0.01 %."""


class RulesOfThumb(msgspec.Struct, frozen=True, kw_only=True):
    """Rules in words with what they cost: antes (or `parts` of one) over all deals, against the best play.

    Steps are those of `thumb_language`. A hand of the step `always` or better bets; a hand of a section bets by its lines; any
    other folds.
    """

    game: str
    wild: bool
    always: int
    sections: tuple[Section, ...]
    cost: int
    parts: int = 1

    @property
    def lines(self) -> tuple[Rule, ...]:
        return tuple(line for section in self.sections for line in section.lines)

    @property
    def loss(self) -> Fraction:
        """The cost in antes for each round."""
        return Fraction(self.cost, DEALS * self.parts)

    @property
    def sentences(self) -> list[str]:
        """The rules as a player would be told them, from the best hands down; a line that begins with a dash belongs to
        the heading above it.
        """
        found = [f"Bet with {step_name(self.always)} or better."]
        for section in self.sections:
            if section.lines:
                found.append(f"{section.heading}, bet if")
                found += [f"- {line.text}{'.' if line is section.lines[-1] else '; or'}" for line in section.lines]
        return [*found, "Fold everything else."]

    def strategy(self, rules: Rules) -> Strategy:
        """The same rules as a strategy that the exact solver evaluates."""

        @lru_cache(maxsize=8)
        def step(hand: tuple[Card, ...]) -> int:
            ranks = sorted((card.rank for card in hand), reverse=True)
            return step_of(rules.value(hand).category, ranks, wild=self.wild)

        def bets(hand: tuple[Card, ...], up: Card) -> bool:
            found = step(hand)
            if found >= self.always:
                return True
            section = next((one for one in self.sections if one.least <= found < one.below), None)
            return section is not None and section.bets(facts_of(found, hand, up))

        return bets


def rules_of_thumb(
    rules: Rules,
    solution: Solution,
    *,
    within: Fraction = WITHIN,
    progress: Progress | None = None,
) -> RulesOfThumb:
    """The simplest rules found that lose no more than `within` antes a round against the best play.

    Where the language has none, the closest that were found: look at `loss`. Games in which a card may be changed are refused:
    their rules would have to say which card, and what to bet on after that.
    """
    if rules.has("exchange"):
        raise BookError(f"rules of thumb are not found for {rules.title}, where a card may be changed: see the chart")
    budget = int(within * DEALS * solution.terms.parts)
    wild = rules.has("wild cards")
    gain = gains(solution)
    steps = steps_of(solution, wild=wild)
    always, never, lost = _bounds(steps, gain, budget)
    sections: tuple[Section, ...] = ()
    if always != never:
        between = min(max(_qualifying(rules, solution, steps), never), always)
        parts = [Section(least=low, below=high) for low, high in ((between, always), (never, between)) if low < high]
        rows = [(part, (steps >= part.least) & (steps < part.below)) for part in parts]
        sections, cost = search(solution, steps, gain, rows, budget - lost, progress)
        lost += cost
    return RulesOfThumb(
        game=rules.game, wild=wild, always=always, sections=sections, cost=lost, parts=solution.terms.parts
    )


def _qualifying(rules: Rules, solution: Solution, steps: Array) -> int:
    """The lowest step of a hand that would qualify the dealer."""
    names, first = np.unique(steps, return_index=True)
    hands = ([CARDS[card] for card in solution.table.cards[row].tolist()] for row in first)
    return next(int(name) for name, hand in zip(names, hands, strict=True) if rules.qualifies(rules.value(hand)))


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
    never = int(np.flatnonzero(below[:-1] <= budget // 20)[-1])
    return int(names[always]), int(names[never]), int(above[always] + below[never])
