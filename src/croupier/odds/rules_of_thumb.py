"""The simplest rules of thumb that come close to the best play, found by search, with their exact cost.

A set of rules says: bet with this hand or better, and with lower ones if one of a few rules holds; before that, if the
game allows it, when to change the odd card. Its cost is what the best play wins over all deals and these rules do not, an
integer like every sum of the solver.
"""

from fractions import Fraction

import msgspec
import numpy as np

from croupier.odds.cells import gains, steps_of
from croupier.odds.change_rules import Changes
from croupier.odds.counting import CARDS, DEALS, Array, NotCounted
from croupier.odds.exchange import NEXT_CARDS, ExchangeSolution
from croupier.odds.instant_wins import instant_cost, instant_rule
from croupier.odds.solution import Solution
from croupier.odds.threads import Progress
from croupier.odds.thumb_language import Rule, step_name
from croupier.odds.thumb_search import DrawSection, Part, Section, search
from croupier.stud.rules import Rules

WITHIN = Fraction(1, 10_000)
"""What rules of thumb may cost, in antes a round, by default: 0.01 %."""


class RulesOfThumb(msgspec.Struct, frozen=True, kw_only=True):
    """Rules in words with their cost: antes (or `parts` of one) over all deals, against the best play.

    Steps are those of `thumb_language`. A hand of the step `always` or better bets; a hand of a section bets by its lines; any
    other folds. Where a card may be changed, `changes` say before that which hands change the odd card; the new hand bets by
    the same rules, for which the card given up is still one of the player's. `instant` says when to take an instant win, in a
    game that has one, and `instant_cost` what that loses.
    """

    game: str
    always: int
    sections: tuple[Section, ...]
    cost: int
    parts: int = 1
    deals: int = DEALS
    changes: tuple[DrawSection, ...] = ()
    instant: str = ""
    instant_cost: int = 0

    @property
    def lines(self) -> tuple[Rule, ...]:
        return tuple(line for section in (*self.changes, *self.sections) for line in section.lines)

    @property
    def loss(self) -> Fraction:
        """The cost in antes for each round."""
        return Fraction(self.cost + self.instant_cost, self.deals * self.parts)

    @property
    def sentences(self) -> list[str]:
        """The rules in plain words, from the best hands down; a line that begins with a dash belongs to
        the heading above it.
        """
        lines = [self.instant] if self.instant else []
        for pair in (False, True):
            if fours := [change.cards for change in self.changes if change.always and change.paired == pair]:
                named = f"{', '.join(fours[:-1])} or {fours[-1]}" if fours[1:] else fours[0]
                lines.append(f"With {'a' if pair else 'no'} pair and four cards to {named}, change the odd card.")
        for change in self.changes:
            lines += _told(change, "change the odd card")
        lines.append(f"{'Otherwise bet' if lines else 'Bet'} with {step_name(self.always)} or better.")
        for section in self.sections:
            lines += _told(section, "bet")
        if self.changes:
            lines.append("After a change bet by the same rules. A card of the dealer's rank that you gave up still matches.")
        return [*lines, "Fold everything else."]


def _told(section: Section, play: str) -> list[str]:
    """The lines of a section under its heading; empty if it has none."""
    if not section.lines:
        return []
    lines = [f"- {line.text}{'.' if line is section.lines[-1] else '; or'}" for line in section.lines]
    return [f"{section.heading}, {play} if", *lines]


def rules_of_thumb(
    rules: Rules, solution: Solution, *, within: Fraction = WITHIN, progress: Progress | None = None
) -> RulesOfThumb:
    """The simplest rules found that lose no more than `within` antes a round against the best play.

    If there are none, it gives the closest it found: look at `loss`. Takes seconds; longer if a card may be changed.
    """
    if solution.table.places is not None:
        raise NotCounted(f"{rules.game}: rules of thumb are for hands of five cards against the dealer's card; see its chart")
    wild, parts = rules.has("wild cards"), solution.terms.parts
    budget = int(within * solution.deals * parts)
    gain = gains(solution)
    steps = steps_of(wild)
    changes = None
    if isinstance(solution, ExchangeSolution):
        changes = Changes(solution, steps)
        gain = np.where(changes.gain > 0, 0, gain * NEXT_CARDS)
    always, never, lost = _bounds(steps, gain, budget, budget if changes is None else budget // 4)
    open_parts = _parts(rules, solution, steps, gain, always, never)
    cards = solution.table.cards
    if changes is None:
        sections, cost = search(cards, steps, open_parts, budget - lost, progress) if open_parts else ((), 0)
        return RulesOfThumb(
            game=rules.game,
            always=always,
            sections=sections,
            cost=lost + cost,
            parts=parts,
            instant=instant_rule(solution),
            instant_cost=instant_cost(solution),
        )
    settled, to_find = changes.parts(budget // 20)
    unsaid = changes.unsaid
    sections_found, cost = search(
        *(cards, steps, [*to_find, *open_parts], budget, progress),
        lambda sections: changes.cost(always, [*settled, *sections]) - unsaid,
    )
    return RulesOfThumb(
        game=rules.game,
        always=always,
        sections=tuple(one for one in sections_found if not isinstance(one, DrawSection)),
        cost=cost + unsaid,
        parts=parts,
        deals=solution.deals,
        changes=tuple(one for one in (*settled, *sections_found) if isinstance(one, DrawSection) and (one.always or one.lines)),
    )


def _parts(rules: Rules, solution: Solution, steps: Array, gain: Array, always: int, never: int) -> list[Part]:
    """The hands between those that always bet and those that always fold: those that would qualify the dealer, and others."""
    if always == never:
        return []
    between = min(max(_qualifying(rules, solution, steps), never), always)
    bounds = [(low, high) for low, high in ((between, always), (never, between)) if low < high]
    return [Part(Section(least=low, below=high), (steps >= low) & (steps < high), gain) for low, high in bounds]


def _qualifying(rules: Rules, solution: Solution, steps: Array) -> int:
    """The lowest step of a hand that would qualify the dealer."""
    names, first = np.unique(steps, return_index=True)
    hands = ([CARDS[card] for card in solution.table.cards[row].tolist()] for row in first)
    return next(int(name) for name, hand in zip(names, hands, strict=True) if rules.qualifies(rules.value(hand)))


def _bounds(steps: Array, gain: Array, budget: int, for_one: int) -> tuple[int, int, int]:
    """The step from which to bet always, the one below which to fold always, and the cost.

    One step for both if that costs no more than `for_one`. Otherwise the two leave as little as possible between them
    for a small part of the budget: most of it is worth more in the rules between.
    """
    names, back = np.unique(steps, return_inverse=True)
    folding = np.bincount(back, np.where(gain > 0, gain, 0).sum(axis=1), len(names))  # exact: far below 2**53
    betting = np.bincount(back, np.where(gain < 0, -gain, 0).sum(axis=1), len(names))
    below = np.concatenate([[0], np.cumsum(folding)])
    above = np.concatenate([np.cumsum(betting[::-1])[::-1], [0]])
    single = int(np.argmin(below[:-1] + above[:-1]))
    if below[single] + above[single] <= for_one:
        return int(names[single]), int(names[single]), int(below[single] + above[single])
    always = int(np.flatnonzero(above[:-1] <= budget // 20)[0])
    never = int(np.flatnonzero(below[:-1] <= budget // 20)[-1])
    return int(names[always]), int(names[never]), int(above[always] + below[never])
