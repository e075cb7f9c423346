"""Changes in deals of which other players' cards are known: what the best one is worth, and what the usual play brings."""

from __future__ import annotations

import numpy as np

from croupier.odds import decision_kernels, information_kernels, kernels
from croupier.odds.counting import Array, hands, rank_tables
from croupier.odds.exchange import ExchangeSolution


class SampledChanges:
    """Weighs the changes of sampled deals. A deal is a row of cards: the player's five, the up card, then those seen."""

    def __init__(self, solution: ExchangeSolution) -> None:
        self._solution, self._values, self._choose = solution, hands(False)[0], kernels.choose_table()
        distinct, order = np.unique(self._values, return_inverse=True)
        self._order = order.astype(np.int32)
        self._plays = int(np.searchsorted(distinct, solution.qualifying))
        self._tables = rank_tables(6, 1, solution.qualifying)

    def weigh(self, deals: Array, changes: Array, best: Array, usual: Array) -> tuple[Array, Array]:
        """What the best play and the usual one bring in antes, from what they bring without a change; `changes` are the deals
        in which the usual play makes one.
        """
        terms, size = self._solution.changed, 52 - deals.shape[1]
        sums = np.empty((len(deals), 5, size), np.int64)
        information_kernels.changed(deals, self._values, self._order, self._plays, self._choose, terms.row, sums)
        bet = sums / (int(self._choose[size - 1, 4]) * terms.parts)
        fold = terms.fold / terms.parts
        known: Array = np.maximum(best, np.maximum(bet, fold).mean(axis=2).max(axis=1))
        played = usual.copy()
        for row in np.flatnonzero(changes).tolist():
            place = self._odd_one(deals[row])
            played[row] = np.where(self._bets(deals[row], place), bet[row, place], fold).mean()
        return known, played

    def _odd_one(self, deal: Array) -> int:
        """The place of the card that is best changed by a player who knows no other hands."""
        order = np.argsort(deal[:5])
        sums = np.empty((1, 1, 5), np.int64)
        hand, up = deal[:5][order].astype(np.int8).reshape(1, 5), deal[5:6].astype(np.int8).reshape(1, 1)
        decision_kernels.change_values(hand, up, *self._tables, self._solution.changed.row, sums)
        return int(order[sums.argmax()])

    def _bets(self, deal: Array, place: int) -> Array:
        """For each new card, the lowest first, whether such a player then bets."""
        rest = np.setdiff1d(np.arange(52), deal)
        cards = np.tile(deal[:5], (len(rest), 1))
        cards[:, place] = rest
        up = int(deal[5])
        stands = np.zeros((len(rest), 52), np.uint64)
        ups = np.full((len(rest), 1), up, np.int8)
        new = np.sort(cards, axis=1).astype(np.int8)
        decision_kernels.standing(new, ups, *self._tables, self._solution.changed.row, stands)
        found: Array = (stands[:, up] >> np.uint64(deal[place])) & np.uint64(1) > 0
        return found
