"""Rules of thumb for changing a card: which hands may change their odd card, and what the rules cost in total.

The rules only mention the odd card, the one outside four to a flush or a straight. In the book that has changes no other
change is ever best; if a changed pay table makes one so, `unsaid` is what that leaves out.
"""

from collections.abc import Iterator, Sequence
from typing import get_args

import numpy as np
from msgspec.structs import replace

from croupier.odds.cells import Four, fours, ranks_of
from croupier.odds.counting import COMPLETIONS, Array, classes
from croupier.odds.exchange import NEXT_CARDS, ExchangeSolution, change_values, parts_of, played
from croupier.odds.threads import all_done
from croupier.odds.thumb_language import BETTER, PAIR, Facts
from croupier.odds.thumb_search import DrawSection, Part, Section


class Changes:
    """The hands of a game with four cards to something, the gain from changing the odd card, and the exact cost of rules.

    All sums are in parts of an ante over all deals.
    """

    def __init__(self, solution: ExchangeSolution, steps: Array) -> None:
        self._solution, self._steps = solution, steps
        self._found = classes(False)
        cards = self._found.cards
        self._four, self._odd = fours(cards)
        self._ranks = ranks_of(cards)
        kept = np.arange(5) != (4 - self._odd)[:, None]
        kept[self._odd < 0, 4] = False  # hands without four to anything have no such ranks, so any four will do
        kept[self._odd < 0, :4] = True
        self._fours = self._ranks[kept].reshape(-1, 4)
        stay = np.maximum(solution.bet_value.astype(np.int64), solution.terms.fold * COMPLETIONS) * NEXT_CARDS
        rows = np.flatnonzero((self._four != "") & (steps < BETTER))
        weight = solution.table.weight[:, None]
        self.gain: Array = np.zeros_like(stay)
        self.gain[rows] = (self._odd_changed(rows) - stay[rows]) * weight[rows]
        reached = int((stay * weight).sum()) + int(np.maximum(self.gain, 0).sum())
        self.unsaid = int(solution.total * solution.terms.parts) - reached

    def _odd_changed(self, rows: Array) -> Array:
        """What changing the odd card is worth, with the best play after it, for some classes of hands and all up cards."""
        values = np.empty((len(rows), 47), np.int64)
        terms, qualifying = self._solution.changed, self._solution.qualifying

        def weigh(part: slice) -> None:
            some = rows[part]
            sums = change_values(self._found.cards[some], self._found.ups_of(some), terms, qualifying)
            values[part] = np.take_along_axis(sums, self._odd[some][:, None, None], axis=2)[:, :, 0]

        all_done(weigh, parts_of(len(rows)))
        return values

    def parts(self, little: int) -> tuple[list[DrawSection], list[Part]]:
        """The hands that always change, as long as that costs very little, and those that still need lines;
        without those that hardly ever change.
        """
        always, open_parts = [], []
        for section in _sections():
            rows = self._rows(section)
            if int(np.maximum(-self.gain[rows], 0).sum()) <= little:
                always.append(replace(section, always=True))
            elif int(np.maximum(self.gain[rows], 0).sum()) > little:
                open_parts.append(Part(section, rows, self.gain, self._fours))
        return always, open_parts

    def cost(self, always: int, sections: Sequence[Section]) -> int:
        """The loss against the best play from betting from the step `always`, and below it and on changes by sections."""
        ruled = played(self._solution, *self.plays(always, sections))
        return int((self._solution.total - ruled.total) * self._solution.terms.parts)

    def plays(self, always: int, sections: Sequence[Section]) -> tuple[Array, Array, Array]:
        """The same rules by class and up card: the bets, those after giving up a card of the up card's rank, and the places
        of the cards that are changed, or -1.
        """
        stands: Array = np.zeros(self.gain.shape, bool)
        stands[self._steps >= always] = True
        matched = stands.copy()
        places: Array = np.full(self.gain.shape, -1, np.int8)
        for section in sections:
            rows = self._rows(section)
            facts = self._facts(rows)
            if isinstance(section, DrawSection):
                places[rows] = np.where(section.holds(facts), self._odd[rows][:, None], -1)
            else:
                stands[rows] = section.holds(facts)
                matched[rows] = section.holds(replace(facts, given=facts.up))
        return stands, matched, places

    def _rows(self, section: Section) -> Array:
        chosen = (self._steps >= section.least) & (self._steps < section.below)
        if isinstance(section, DrawSection):
            chosen &= self._four == section.four
        return np.flatnonzero(chosen)

    def _facts(self, rows: Array) -> Facts:
        """The facts of some classes of hands, by up card."""
        ups = self._found.ups_of(rows)
        suited = sum((self._found.cards[rows, place] % 4)[:, None] == ups % 4 for place in range(5))
        ranks, four = (tuple(cards[rows].T[:, :, None]) for cards in (self._ranks, self._fours))
        return Facts(ranks, ups.astype(np.int64) // 4 + 2, suited, self._steps[rows][:, None], four)


def _sections() -> Iterator[DrawSection]:
    """No pair or a pair, with four cards to each thing."""
    for least, below in ((0, PAIR), (PAIR, BETTER)):
        for four in get_args(Four)[1:]:
            yield DrawSection(least=least, below=below, four=four)
