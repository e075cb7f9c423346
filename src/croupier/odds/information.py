"""What it is worth to know more than the rules mean a player to know: another card of the dealer's, or other players' cards.

A second dealer's card is weighed exactly. Other players' cards are sampled: each dealt sample is then counted out, so that
only the cards seen are left to chance, and the gain is measured on the same cards as the play that does not know them.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from math import comb, sqrt

import msgspec
import numpy as np

from croupier.kernel.clauses import BookError
from croupier.odds import decision_kernels, information_kernels, kernels
from croupier.odds.counting import DEALS, Array, classes, hands, qualifying_value, rank_tables
from croupier.odds.exchange import in_threads
from croupier.odds.solution import Solution, Units
from croupier.odds.threads import THREADS
from croupier.stud.rules import Rules

MOST_OTHERS = 6
_PAIRS = comb(47, 2)
_BATCH = 500
_SWEEPS = 8

Progress = Callable[[int, int], None]


class TwoSeen(msgspec.Struct, frozen=True, kw_only=True):
    """The best play where the player sees two of the dealer's cards, over all deals and pairs of cards seen."""

    total: Units
    deals: int
    bet_share: float
    gain: Fraction

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

    Some seconds; with wild cards half a minute, of which `progress` is told.
    """
    _no_changes(rules)
    wild, qualifying = rules.has("wild cards"), qualifying_value(rules)
    found = classes(wild)
    best, bets = np.zeros(len(found.cards), np.int64), np.zeros(len(found.cards), np.int32)
    if wild:
        _swept(solution, qualifying, best, bets, progress)
    else:
        tables, row = rank_tables(5, 2, qualifying), solution.terms.row
        in_threads(
            len(found.cards),
            lambda part: decision_kernels.two_seen(found.cards[part], *tables, row, best[part], bets[part]),
        )
    deals = kernels.HANDS * _PAIRS * comb(45, 3)
    total = solution.terms.antes(int((best * found.weight).sum()))
    gain = Fraction(total) / deals - Fraction(solution.total) / DEALS
    share = int((bets * found.weight).sum()) / (kernels.HANDS * _PAIRS)
    return TwoSeen(total=total, deals=deals, bet_share=share, gain=gain)


def _swept(solution: Solution, qualifying: int, best: Array, bets: Array, progress: Progress | None) -> None:
    """The same where deuces are wild: the classes dealt out in parts, each of which sweeps the dealer's hands."""
    values, order, cards, where = hands(True)
    mine, choose = values[where], kernels.choose_table()
    by_value = np.argsort(mine, kind="stable").astype(np.int32)
    row, instant = solution.terms.row, _instants(solution)

    def sweep(part: int) -> None:
        some = np.ascontiguousarray(by_value[part::_SWEEPS])
        information_kernels.pairs_swept(values, order, cards, mine, some, qualifying, choose, row, instant, best, bets)

    with ThreadPoolExecutor(THREADS) as pool:
        for part, _ in enumerate(pool.map(sweep, range(_SWEEPS)), 1):
            if progress:
                progress(part, _SWEEPS)


def others_seen(
    rules: Rules, solution: Solution, others: int, *, samples: int, seed: int, progress: Progress | None = None
) -> OthersSeen:
    """What it brings to see the hands of so many other players before deciding; the same seed gives the same answer."""
    _no_changes(rules)
    wild, qualifying = rules.has("wild cards"), qualifying_value(rules)
    values, choose = hands(wild)[0], kernels.choose_table()
    table, class_of = _plays(solution), np.zeros(kernels.HANDS, np.int32)
    class_of[classes(wild).where] = np.arange(len(table))
    starts = range(0, samples, _BATCH)
    seeds = np.random.SeedSequence(seed).spawn(len(starts))

    def count(batch: int) -> tuple[Array, Array]:
        number = min(_BATCH, samples - starts[batch])
        chance = np.random.default_rng(seeds[batch])
        deals = chance.random((number, 52)).argsort(axis=1)[:, : 6 + 5 * others].astype(np.int64)
        ends, plays = np.empty((number, 4), np.int64), np.empty(number, np.int8)
        information_kernels.completed(deals, values, qualifying, choose, ends)
        decision_kernels.looked_up(
            np.ascontiguousarray(deals[:, :5]), np.ascontiguousarray(deals[:, 5]), table, class_of, choose, plays
        )
        return ends, plays

    gains = np.empty(samples)
    with ThreadPoolExecutor(THREADS) as pool:
        for batch, (ends, plays) in enumerate(pool.map(count, range(len(starts)))):
            part = slice(starts[batch], starts[batch] + len(plays))
            gains[part] = _gains(solution, others, ends, plays)
            if progress:
                progress(part.stop, samples)
    error = float(gains.std(ddof=1)) / sqrt(samples)
    gain = float(gains.mean())
    return OthersSeen(
        others=others, samples=samples, gain=gain, standard_error=error, house_edge=solution.house_edge - gain
    )


def _gains(solution: Solution, others: int, ends: Array, plays: Array) -> Array:
    """For each sample what the best play with the cards known brings over the usual one, in antes."""
    terms, whole = solution.terms, comb(46 - 5 * others, 4)
    unqualified, wins, ties, category = ends.T
    row = terms.row
    bet = row[category] * wins + terms.unqualified * unqualified + terms.stand_off * ties
    bet = (bet + terms.lose * (whole - unqualified - wins - ties)) / (whole * terms.parts)
    fold = np.full(len(bet), terms.fold / terms.parts)
    instant = _instants(solution)[category] / terms.parts
    instant[instant == 0] = fold[0]
    best = np.maximum(np.maximum(bet, fold), instant)
    usual = np.choose(plays, [fold, bet, instant])
    gains: Array = best - usual
    return gains


def _plays(solution: Solution) -> Array:
    """By class and up card what the solution does: 0 folds, 1 bets, 2 takes an instant win."""
    plays: Array = np.where(solution.instant > 0, 2, solution.bets).astype(np.int8)
    return plays


def _instants(solution: Solution) -> Array:
    """By category what an instant win brings, in parts of an ante; nil where there is none."""
    worth = np.zeros(12, np.int64)
    for category, parts in solution.instants.items():
        worth[category] = parts
    return worth


def _no_changes(rules: Rules) -> None:
    if rules.has("exchange"):
        raise BookError(
            f"{rules.title} lets players change a card: what more cards seen are worth is not worked out there"
        )
