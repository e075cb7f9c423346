"""What it is worth to know more than the rules mean a player to know: another card of the dealer's, or other players' cards.

A second dealer's card is weighed exactly. Other players' cards are sampled: each dealt sample is then counted out, so that
only the cards seen are left to chance, and the gain is measured on the same cards as the play that does not know them.

Where a card may be changed, the player knows what was seen before the change and after it, and the new card is any card that
has not been seen. So it makes no difference whether others took new cards before: nobody has seen those.
"""

from fractions import Fraction
from math import comb, sqrt

import msgspec
import numpy as np

from croupier.odds import decision_kernels, information_kernels, kernels
from croupier.odds.cells import code_of, ranks_of
from croupier.odds.counting import DEALS, Array, classes, hands, plans, qualifying_value, rank_tables, renamings
from croupier.odds.exchange import NEXT_CARDS, ExchangeSolution, parts_of
from croupier.odds.solution import Solution, Units
from croupier.odds.threads import Progress, all_done, side_by_side
from croupier.stud.rules import Rules

_PAIRS = comb(47, 2)
_BATCH = 500
_SWEEPS = 8
_CHANGES = 3


class TwoSeen(msgspec.Struct, frozen=True, kw_only=True):
    """The best play where the player sees two of the dealer's cards, over all deals and pairs of cards seen."""

    total: Units
    deals: int
    bet_share: float
    gain: Fraction
    change_share: float = 0.0

    @property
    def house_edge(self) -> float:
        return float(-self.total / self.deals)


class OthersSeen(msgspec.Struct, frozen=True, kw_only=True):
    """What it brings, in antes a round, to know the cards of other players: a mean over samples, and its standard error."""

    others: int
    samples: int
    gain: float
    standard_error: float
    house_edge: float


def two_seen(rules: Rules, solution: Solution, progress: Progress | None = None) -> TwoSeen:
    """The exact value of seeing one more dealer's card, against the best play of the same game.

    Some seconds; with wild cards or changes half a minute, which `progress` hears of.
    """
    if isinstance(solution, ExchangeSolution):
        return _two_seen_with_changes(solution, progress)
    wild, qualifying = rules.has("wild cards"), qualifying_value(rules)
    hand_classes = classes(wild)
    best, bets = np.zeros(len(hand_classes.cards), np.int64), np.zeros(len(hand_classes.cards), np.int32)
    if wild:
        _swept(solution, qualifying, best, bets, progress)
    else:
        tables, row = rank_tables(5, 2, qualifying), solution.terms.row
        all_done(
            lambda part: decision_kernels.two_seen(hand_classes.cards[part], *tables, row, best[part], bets[part]),
            parts_of(len(hand_classes.cards)),
        )
    deals = kernels.HANDS * _PAIRS * comb(45, 3)
    total = solution.terms.antes(int((best * hand_classes.weight).sum()))
    gain = Fraction(total) / deals - Fraction(solution.total) / DEALS
    share = int((bets * hand_classes.weight).sum()) / (kernels.HANDS * _PAIRS)
    return TwoSeen(total=total, deals=deals, bet_share=share, gain=gain)


def _two_seen_with_changes(solution: ExchangeSolution, progress: Progress | None) -> TwoSeen:
    """The same where a card may be changed: each pair of dealer's cards with each change and each new card."""
    hand_classes = classes(False)
    by_ranks = np.argsort(code_of(ranks_of(hand_classes.cards)), kind="stable")
    cards, weight = hand_classes.cards[by_ranks], hand_classes.weight[by_ranks]
    best, plays = np.zeros(len(cards), np.int64), np.zeros((len(cards), 2), np.int64)
    kept, tables = rank_tables(5, 2, solution.qualifying).ranked, rank_tables(6, 2, solution.qualifying)
    rows = solution.terms.row, solution.changed.row

    def weigh(part: slice) -> None:
        decision_kernels.two_seen_with_changes(cards[part], kept, *tables, *rows, best[part], plays[part])

    all_done(weigh, parts_of(len(cards)), progress)
    hands = kernels.HANDS * _PAIRS
    deals = hands * comb(45, 3) * NEXT_CARDS
    total = solution.terms.antes(int((best * weight).sum()))
    gain = Fraction(total) / deals - Fraction(solution.total) / solution.deals
    bets, changes = (plays * weight[:, None]).sum(axis=0).tolist()
    return TwoSeen(total=total, deals=deals, bet_share=bets / hands, gain=gain, change_share=changes / hands)


def _swept(solution: Solution, qualifying: int, best: Array, bets: Array, progress: Progress | None) -> None:
    """The same where deuces are wild: the classes dealt out in parts, each of which sweeps the dealer's hands."""
    values, order, cards, where = hands(True)
    mine, choose = values[where], kernels.choose_table()
    by_value = np.argsort(mine, kind="stable").astype(np.int32)
    row, instant = solution.terms.row, _instants(solution)

    def sweep(part: int) -> None:
        some = np.ascontiguousarray(by_value[part::_SWEEPS])
        information_kernels.pairs_swept(values, order, cards, mine, some, qualifying, choose, row, instant, best, bets)

    all_done(sweep, range(_SWEEPS), progress)


def others_seen(
    rules: Rules, solution: Solution, others: int, *, samples: int, seed: int, progress: Progress | None = None
) -> OthersSeen:
    """What it brings to see the hands of so many other players before deciding; the same seed gives the same answer."""
    wild, qualifying = rules.has("wild cards"), qualifying_value(rules)
    values, choose = hands(wild)[0], kernels.choose_table()
    changes = SampledChanges(solution) if isinstance(solution, ExchangeSolution) else None
    table, classed = np.minimum(solution.plays, _CHANGES), (plans(), renamings()[0])
    starts = range(0, samples, _BATCH)
    seeds = np.random.SeedSequence(seed).spawn(len(starts))

    def count(batch: int) -> Array:
        number = min(_BATCH, samples - starts[batch])
        chance = np.random.default_rng(seeds[batch])
        deals = chance.random((number, 52)).argsort(axis=1)[:, : 6 + 5 * others].astype(np.int64)
        ends, plays = np.empty((number, 4), np.int64), np.empty(number, np.int8)
        information_kernels.completed(deals, values, qualifying, choose, ends)
        held, ups = np.ascontiguousarray(deals[:, :5]), np.ascontiguousarray(deals[:, 5])
        decision_kernels.looked_up(held, ups, table, *classed, choose, plays)
        best, usual = _worth(solution, others, ends, plays)
        if changes is not None:
            best, usual = changes.weigh(deals, plays == _CHANGES, best, usual)
        return best - usual

    gains = np.concatenate(list(side_by_side(count, range(len(starts)), progress)))
    error = float(gains.std(ddof=1)) / sqrt(samples)
    gain = float(gains.mean())
    return OthersSeen(others=others, samples=samples, gain=gain, standard_error=error, house_edge=solution.house_edge - gain)


def _worth(solution: Solution, others: int, ends: Array, plays: Array) -> tuple[Array, Array]:
    """For each sample what the best play with the cards known brings, and what the usual one does, in antes, but for changes."""
    terms, whole = solution.terms, comb(46 - 5 * others, 4)
    unqualified, wins, ties, category = ends.T
    row = terms.row
    bet = row[category] * wins + terms.unqualified * unqualified + terms.stand_off * ties
    bet = (bet + terms.lose * (whole - unqualified - wins - ties)) / (whole * terms.parts)
    fold = np.full(len(bet), terms.fold / terms.parts)
    instant = _instants(solution)[category] / terms.parts
    instant[instant == 0] = fold[0]
    return np.maximum(np.maximum(bet, fold), instant), np.choose(plays, [fold, bet, instant, fold])


def _instants(solution: Solution) -> Array:
    """By category what an instant win brings, in parts of an ante; zero where there is none."""
    worth = np.zeros(12, np.int64)
    for category, parts in solution.instants.items():
        worth[category] = parts
    return worth


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
        bets: Array = (stands[:, up] >> np.uint64(deal[place])) & np.uint64(1) > 0
        return bets
