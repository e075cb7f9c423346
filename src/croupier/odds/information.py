"""The value of knowing more than the rules intend: another card of the dealer's, or other players' cards.

A second dealer's card is evaluated exactly. Other players' cards are sampled: each dealt sample is then counted out, so that
only the seen cards are left to chance, and the gain is measured on the same cards as the play without that knowledge.

If a card may be changed, the player knows what was seen before the change and after it, and the new card is any unseen
card. So it makes no difference whether others took new cards before: nobody has seen those.
"""

from fractions import Fraction
from functools import cache
from math import comb, sqrt

import msgspec
import numpy as np

from croupier.odds import decision_kernels, information_kernels, kernels
from croupier.odds.cells import code_of, ranks_of
from croupier.odds.counting import Array, classes, hands, plans, qualifying_value, rank_tables, renamings, up_cards
from croupier.odds.exchange import NEXT_CARDS, ExchangeSolution, change_values, parts_of
from croupier.odds.solution import Solution, Units
from croupier.odds.threads import Progress, all_done, side_by_side
from croupier.stud.rules import Rules

_PAIRS = comb(47, 2)
_BATCH = 500
_SWEEPS = 8
_CHANGES = 3


class TwoSeen(msgspec.Struct, frozen=True, kw_only=True):
    """The best play if the player sees two of the dealer's cards, over all deals and pairs of cards seen."""

    total: Units
    deals: int
    bet_share: float
    gain: Fraction
    change_share: float = 0.0

    @property
    def house_edge(self) -> float:
        return float(-self.total / self.deals)


class OthersSeen(msgspec.Struct, frozen=True, kw_only=True):
    """The gain, in antes a round, from knowing other players' cards: a mean over samples, and its standard error."""

    others: int
    samples: int
    gain: float
    standard_error: float
    house_edge: float


def two_seen(rules: Rules, solution: Solution, progress: Progress | None = None) -> TwoSeen:
    """The exact value of seeing one more dealer's card, against the best play of the same game.

    It takes some seconds, with wild cards or changes half a minute; `progress` is called meanwhile.
    """
    count = _swept if rules.has("wild cards") else _by_ranks
    best, plays = count(solution, qualifying_value(rules), progress)
    hands = kernels.HANDS * _PAIRS
    deals = hands * comb(45, 3) * (NEXT_CARDS if isinstance(solution, ExchangeSolution) else 1)
    total = solution.terms.antes(best)
    gain = Fraction(total) / deals - Fraction(solution.total) / solution.deals
    bets, changes = plays
    return TwoSeen(total=total, deals=deals, bet_share=bets / hands, gain=gain, change_share=changes / hands)


def _by_ranks(solution: Solution, qualifying: int, progress: Progress | None) -> tuple[int, list[int]]:
    """The value of the best play over all hands and pairs of dealer's cards, and how often that is a bet and a change."""
    hand_classes = classes(False)
    by_ranks = np.argsort(code_of(ranks_of(hand_classes.cards)), kind="stable")
    cards, weight = hand_classes.cards[by_ranks], hand_classes.weight[by_ranks]
    best, plays = np.zeros(len(cards), np.int64), np.zeros((len(cards), 2), np.int64)
    changed = solution.changed if isinstance(solution, ExchangeSolution) else None
    kept = rank_tables(5, 2, qualifying)
    tables = rank_tables(6, 2, qualifying) if changed else kept
    rows = solution.terms.row, changed is not None, (changed or solution.terms).row

    def weigh(part: slice) -> None:
        decision_kernels.two_seen(cards[part], kept.ranked, *tables, *rows, best[part], plays[part])

    all_done(weigh, parts_of(len(cards)), progress)
    return int((best * weight).sum()), (plays * weight[:, None]).sum(axis=0).tolist()


def _swept(solution: Solution, qualifying: int, progress: Progress | None) -> tuple[int, list[int]]:
    """The same with wild deuces: the classes are divided into parts, each of which sweeps the dealer's hands."""
    values, order, cards, where = hands(True)
    mine, choose, weight = values[where], kernels.choose_table(), classes(True).weight
    by_value = np.argsort(mine, kind="stable").astype(np.int32)
    best, bets = np.zeros(len(cards), np.int64), np.zeros(len(cards), np.int32)
    row, instant = solution.terms.row, solution.instant_by_kind

    def sweep(part: int) -> None:
        some = np.ascontiguousarray(by_value[part::_SWEEPS])
        information_kernels.pairs_swept(values, order, cards, mine, some, qualifying, choose, row, instant, best, bets)

    all_done(sweep, range(_SWEEPS), progress)
    return int((best * weight).sum()), [int((bets * weight).sum()), 0]


def others_seen(
    rules: Rules, solution: Solution, others: int, *, samples: int, seed: int, progress: Progress | None = None
) -> OthersSeen:
    """The gain from seeing so many other players' hands before deciding; the same seed gives the same answer."""
    wild, qualifying = rules.has("wild cards"), qualifying_value(rules)
    values, choose = hands(wild)[0], kernels.choose_table()
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
        if isinstance(solution, ExchangeSolution):
            best, usual = _with_changes(solution, deals, plays == _CHANGES, best, usual)
        return best - usual

    gains = np.concatenate(list(side_by_side(count, range(len(starts)), progress)))
    error = float(gains.std(ddof=1)) / sqrt(samples)
    gain = float(gains.mean())
    return OthersSeen(others=others, samples=samples, gain=gain, standard_error=error, house_edge=solution.house_edge - gain)


def _worth(solution: Solution, others: int, ends: Array, plays: Array) -> tuple[Array, Array]:
    """For each sample, what the best play with the known cards brings and what the usual one does, in antes, without changes."""
    terms, whole = solution.terms, comb(46 - 5 * others, 4)
    unqualified, wins, ties, category = ends.T
    row = terms.row
    bet = row[category] * wins + terms.unqualified * unqualified + terms.stand_off * ties
    bet = (bet + terms.lose * (whole - unqualified - wins - ties)) / (whole * terms.parts)
    fold = np.full(len(bet), terms.fold / terms.parts)
    instant = solution.instant_by_kind[category] / terms.parts
    instant[instant == 0] = fold[0]
    return np.maximum(np.maximum(bet, fold), instant), np.choose(plays, [fold, bet, instant, fold])


def _with_changes(solution: ExchangeSolution, deals: Array, changes: Array, best: Array, usual: Array) -> tuple[Array, Array]:
    """What the best play and the usual one bring in antes, from their values without a change; `changes` are the deals
    in which the usual play makes one.
    """
    terms, size = solution.changed, 52 - deals.shape[1]
    distinct, order = _order_of_values()
    plays = int(np.searchsorted(distinct, solution.qualifying))
    sums = np.empty((len(deals), 5, size), np.int64)
    information_kernels.changed(deals, hands(False)[0], order, plays, kernels.choose_table(), terms.row, sums)
    bet, fold = sums / (comb(size - 1, 4) * terms.parts), terms.fold / terms.parts
    known: Array = np.maximum(best, np.maximum(bet, fold).mean(axis=2).max(axis=1))
    played = usual.copy()
    if changes.any():
        rows, places = np.flatnonzero(changes), _given_up(solution, deals[changes])
        played[rows] = np.where(_bets(solution, deals[rows], places), bet[rows, places], fold).mean(axis=1)
    return known, played


@cache
def _order_of_values() -> tuple[Array, Array]:
    """The values of all hands, and by hand the number of its value."""
    distinct, order = np.unique(hands(False)[0], return_inverse=True)
    return distinct, order.astype(np.int32)


def _given_up(solution: ExchangeSolution, deals: Array) -> Array:
    """By deal, the place of the card that a player who knows no other hands should change."""
    order = deals[:, :5].argsort(axis=1)
    rising = np.take_along_axis(deals, order, axis=1).astype(np.int8)
    sums = change_values(rising, deals[:, 5:6].astype(np.int8), solution.changed, solution.qualifying)
    return np.take_along_axis(order, sums[:, 0].argmax(axis=1)[:, None], axis=1)[:, 0]


def _bets(solution: ExchangeSolution, deals: Array, places: Array) -> Array:
    """By deal and new card, the lowest first, whether such a player then bets."""
    rest = up_cards(deals)
    cards = np.where(np.arange(5) == places[:, None, None], rest[:, :, None], deals[:, None, :5])
    new = np.sort(cards, axis=2).reshape(-1, 5).astype(np.int8)
    ups = np.broadcast_to(deals[:, 5:6], rest.shape).reshape(-1, 1).astype(np.int8)
    stands = np.zeros((len(new), 52), np.uint64)
    decision_kernels.standing(new, ups, *rank_tables(6, 1, solution.qualifying), solution.changed.row, stands)
    given = np.take_along_axis(deals, places[:, None], axis=1).astype(np.uint64)
    return (np.take_along_axis(stands, ups.astype(np.int64), axis=1).reshape(rest.shape) >> given) & np.uint64(1) > 0
