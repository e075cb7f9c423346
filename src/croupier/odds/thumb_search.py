"""The search for rules of thumb.

Cells (a hand's ranks against an up card) that no condition distinguishes are joined. Then rules are added line by line, and the
best few sets for each number of lines and conditions go on. Fewest lines win, then fewest conditions, then the lower cost.
"""

from collections.abc import Callable, Iterator, Sequence

import msgspec
import numpy as np
from msgspec.structs import replace

from croupier.odds import thumb_language as language
from croupier.odds.cells import Four, code_of, ranks_of
from croupier.odds.counting import Array, up_cards
from croupier.odds.threads import Progress
from croupier.odds.thumb_language import ACE, DEUCE, Condition, Fact, Facts, Rule, conditions, step_name

MOST_LINES = 12
_BEAM = 14
_LONGER = 80
_TRIED = {1: 20, 2: 24, 3: 24}
"""How many of the best rules of each length are tried as the next line."""


class Section(msgspec.Struct, frozen=True, kw_only=True):
    """The lines for hands from the step `least` to below the step `below`, against up cards of these ranks alone."""

    least: int
    below: int
    ups: tuple[int, int] = (DEUCE, ACE)
    lines: tuple[Rule, ...] = ()

    def holds(self, facts: Facts) -> Fact:
        """Whether one of the lines holds."""
        held = facts.up < 0
        for line in self.lines:
            held = held | line.holds(facts)
        return held & (facts.up >= self.ups[0]) & (facts.up <= self.ups[1])

    def language(self, facts: Facts, *, suits: bool) -> list[Condition]:
        """What the lines may say."""
        return conditions(facts, suits=suits)

    @property
    def hands(self) -> str:
        return f"less than {step_name(self.below)}, but {step_name(self.least)} or better"

    @property
    def heading(self) -> str:
        against = "" if self.ups == (DEUCE, ACE) else f", against {language.span(*self.ups)}"
        return f"With {self.hands}{against}"


class DrawSection(Section, frozen=True, kw_only=True):
    """The lines that say when to change the odd card of hands with four cards to this, which do so `always` or by a line."""

    four: Four
    always: bool = False

    def holds(self, facts: Facts) -> Fact:
        return facts.up > 0 if self.always else super().holds(facts)

    def language(self, facts: Facts, *, suits: bool) -> list[Condition]:
        return language.draw_conditions(facts, suits=suits)

    @property
    def paired(self) -> bool:
        return self.least >= language.PAIR

    @property
    def cards(self) -> str:
        return f"{'an' if self.four[0] in 'io' else 'a'} {self.four}"

    @property
    def hands(self) -> str:
        return f"{'a' if self.paired else 'no'} pair and four cards to {self.cards}"


class Part(msgspec.Struct, frozen=True, eq=False):
    """A section to be filled: the rows of its hands, what its play gains over the other one in each cell of all hands, and by
    row the four cards to something, if that is what its hands have in common.
    """

    section: Section
    rows: Array
    gain: Array
    four: Array | None = None


class _Cells(msgspec.Struct, frozen=True):
    """Hands between the steps against up cards: their facts, and what betting gains over folding, in antes over all deals."""

    facts: Facts
    gain: Array


def _cells(hands: Array, steps: Array, part: Part, *, suits: bool) -> _Cells:
    cards = hands[part.rows].astype(np.int64)
    ranks, ups = ranks_of(cards), up_cards(cards)
    key = (code_of(ranks) << 4)[:, None] | (ups // 4 + 2)
    suited = np.zeros_like(ups)
    if suits:
        for place in range(5):
            suited += (cards[:, place] % 4)[:, None] == ups % 4
    key = key << 3 | suited
    unique, first, back = np.unique(key.ravel(), return_index=True, return_inverse=True)
    summed = np.bincount(back.ravel(), part.gain[part.rows].ravel(), len(unique))
    row = first // 47
    four = () if part.four is None else tuple(part.four[part.rows][row].T)
    up = (ups // 4 + 2).ravel()[first]
    facts = Facts(tuple(ranks[row].T), up, suited.ravel()[first], steps[part.rows][row], four)
    return _Cells(facts, summed)


class _Found(msgspec.Struct, frozen=True, eq=False):
    """A set of rules in progress: each rule by the numbers of its conditions, what it covers, and its gain."""

    rules: frozenset[frozenset[int]]
    covered: Array
    gained: int

    @property
    def length(self) -> int:
        return sum(map(len, self.rules))


class _Block:
    """The search for one section, line by line. `found` has the best set for each number of lines and conditions."""

    def __init__(self, section: Section, cells: _Cells, best: int, budget: int, *, suits: bool) -> None:
        self.best = best
        few = isinstance(section, DrawSection)  # many such sections are searched together, each with few lines
        self._width = _BEAM // 4 if suits else _BEAM // 2 if few else _BEAM  # suits distinguish many more cells
        ups = _worth_betting(cells, budget // 50)
        against = (cells.facts.up >= ups[0]) & (cells.facts.up <= ups[1])
        self._section = replace(section, ups=ups)
        self._cells = _Cells(cells.facts.where(against), cells.gain[against])
        self._language, self._truth, self._gain = _told_apart(section.language(self._cells.facts, suits=suits), self._cells)
        self._numbers = self._truth.astype(np.float32)
        self._alone = np.array([condition.alone for condition in self._language])
        self._beam = [_Found(frozenset(), np.zeros(len(self._gain), bool), 0)]
        self.found = {(0, 0): self._beam[0]}
        self._before = -(1 << 62)

    def add_line(self, good_enough: int) -> None:
        """Try one more line, unless there is little left to gain, or the last line gained next to nothing."""
        most = max(ruleset.gained for ruleset in self.found.values())
        if self.best - most <= good_enough or most - self._before <= good_enough // 2:
            return
        self._before = most
        longer: dict[frozenset[frozenset[int]], _Found] = {}
        for ruleset in self._beam:
            for rule in _next_lines(self._numbers, self._alone, np.where(ruleset.covered, 0, self._gain)):
                rules = ruleset.rules | {rule}
                if rules not in longer and len(rules) > len(ruleset.rules):
                    covered = ruleset.covered | self._truth[:, sorted(rule)].all(axis=1)
                    longer[rules] = _Found(rules, covered, int(self._gain[covered].sum()))
        by_length: dict[int, list[_Found]] = {}
        for ruleset in {(ruleset.length, ruleset.gained): ruleset for ruleset in longer.values()}.values():  # each result once
            by_length.setdefault(ruleset.length, []).append(ruleset)
        for group in by_length.values():
            group.sort(key=lambda ruleset: -ruleset.gained)
        self._beam = [ruleset for group in by_length.values() for ruleset in group[: self._width]]
        self.found |= {(len(group[0].rules), length): group[0] for length, group in by_length.items()}

    def in_words(self, ruleset: _Found) -> Section:
        """The section with these rules, the largest gain first."""
        rules = [Rule(tuple(self._language[n] for n in sorted(rule))) for rule in ruleset.rules]
        facts, gain = self._cells.facts, self._cells.gain
        return replace(self._section, lines=tuple(sorted(rules, key=lambda rule: -int(gain[rule.holds(facts)].sum()))))


def _worth_betting(cells: _Cells, little: int) -> tuple[int, int]:
    """The lowest and highest up card with more than a little to gain."""
    by_rank = np.bincount(cells.facts.up, np.maximum(cells.gain, 0), ACE + 1)
    low = next(rank for rank in range(DEUCE, ACE + 1) if by_rank[: rank + 1].sum() > little or rank == ACE)
    high = next(rank for rank in range(ACE, low - 1, -1) if by_rank[rank:].sum() > little or rank == low)
    return low, high


def search(
    hands: Array,
    steps: Array,
    parts: Sequence[Part],
    budget: int,
    progress: Progress | None,
    weigh: Callable[[tuple[Section, ...]], int] | None = None,
) -> tuple[tuple[Section, ...], int]:
    """The sections with their lines, and their total cost.

    Suits are used only if nothing without them is good enough. If sections affect each other, so that the sum of their
    costs is not the whole, `weigh` calculates their cost together.
    """
    closest: tuple[tuple[Section, ...], int] = (), 1 << 62
    allowed = budget
    for suits in (False, True):
        blocks = []
        for part in parts:
            cells = _cells(hands, steps, part, suits=suits)
            best = int(np.maximum(part.gain[part.rows], 0).sum())
            blocks.append(_Block(part.section, cells, best, budget, suits=suits))
        for lines in range(1, MOST_LINES + 1):
            if progress is not None:
                progress(lines + MOST_LINES * suits, 2 * MOST_LINES)
            for block in blocks:
                block.add_line(budget // 50)
            while True:
                chosen, cost = _together(blocks, lines, allowed)
                if cost < closest[1] or cost <= allowed:
                    closest = tuple(block.in_words(ruleset) for block, ruleset in zip(blocks, chosen, strict=True)), cost
                if cost > allowed:
                    break
                whole = weigh(closest[0]) if weigh else cost
                if whole <= budget:
                    return closest[0], whole
                allowed -= whole - budget
    return (closest[0], weigh(closest[0])) if weigh else closest


def _together(blocks: list[_Block], lines: int, budget: int) -> tuple[tuple[_Found, ...], int]:
    """One set from each block, with at most so many lines in all: within the budget the shortest, otherwise the closest."""
    cheapest: dict[tuple[int, int], tuple[int, tuple[_Found, ...]]] = {(0, 0): (0, ())}
    for block in blocks:  # of sets with equal numbers of lines and conditions, only the cheapest matters
        longer: dict[tuple[int, int], tuple[int, tuple[_Found, ...]]] = {}
        for (before, length), (cost, chosen) in cheapest.items():
            for ruleset in block.found.values():
                size = before + len(ruleset.rules), length + ruleset.length
                added = cost + block.best - ruleset.gained
                if size[0] <= lines and (size not in longer or added < longer[size][0]):
                    longer[size] = added, (*chosen, ruleset)
        cheapest = longer
    ranked = ((cost <= budget, length, cost, chosen) for (_, length), (cost, chosen) in cheapest.items())
    best = min(ranked, key=lambda choice: (0, choice[1], choice[2]) if choice[0] else (1, choice[2], choice[1]))
    return best[3], best[2]


def _told_apart(language: list[Condition], cells: _Cells) -> tuple[list[Condition], Array, Array]:
    """The conditions that differ from each other, their truth by cell, and the gains, with identical cells joined."""
    truth = np.array([np.broadcast_to(c.test(cells.facts), cells.gain.shape) for c in language]).T
    some: Array = np.logical_and(truth.any(axis=0), ~truth.all(axis=0))
    _, first = np.unique(np.packbits(truth, axis=0), axis=1, return_index=True)
    kept = [n for n in sorted(first.tolist()) if some[n]]
    joined, back = np.unique(np.packbits(truth[:, kept], axis=1), axis=0, return_inverse=True)
    summed = np.bincount(back.ravel(), cells.gain, len(joined)).astype(np.int64)
    return [language[n] for n in kept], np.unpackbits(joined, axis=1, count=len(kept)).astype(bool), summed


def _next_lines(numbers: Array, alone: Array, gain: Array) -> Iterator[frozenset[int]]:
    """The rules of one to three conditions with the largest gain on what no line covers yet.

    Rules with the same gain are treated as the same: nearly always they are, in other words.
    """
    left = np.flatnonzero(gain)
    numbers, weighed = numbers[left], gain[left].astype(np.float32)
    for n in _highest(weighed @ numbers, _TRIED[1]):
        yield frozenset((n,))
    joint = np.flatnonzero(~alone)
    some = numbers[:, joint]
    pairs = np.triu((some * weighed[:, None]).T @ some, 1)
    two = [divmod(place, len(joint)) for place in _highest(pairs, _LONGER)]
    first, second = (joint[list(places)] for places in zip(*two, strict=True))
    for a, b in zip(first[: _TRIED[2]].tolist(), second[: _TRIED[2]].tolist(), strict=True):
        yield frozenset((a, b))
    threes = some.T @ (numbers[:, first] * numbers[:, second] * weighed[:, None])
    for place in _highest(threes, _TRIED[3]):
        third, pair = divmod(place, len(first))
        yield frozenset((int(joint[third]), int(first[pair]), int(second[pair])))


def _highest(values: Array, number: int) -> list[int]:
    """The places of the highest values, each value once."""
    order = np.argpartition(-values, min(20 * number, values.size - 1), axis=None)[: 20 * number]
    by_value = {float(values.flat[place]): int(place) for place in order[::-1]}
    return [by_value[value] for value in sorted(by_value, reverse=True)[:number]]
