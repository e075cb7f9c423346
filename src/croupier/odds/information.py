"""What it is worth to know more than the rules mean a player to know: another card of the dealer's, or other players' cards.

A second dealer's card is weighed exactly. Other players' cards are sampled: each dealt sample is then counted out, so that
only the cards seen are left to chance, and the gain is measured on the same cards as the play that does not know them.

Where a card may be changed, the player knows what was seen before the change and after it, and the new card is any card that
has not been seen. So it makes no difference whether others took new cards before: nobody has seen those.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from math import comb, sqrt

import msgspec
import numpy as np

from croupier.odds import decision_kernels, information_kernels, kernels
from croupier.odds.cells import code_of, ranks_of
from croupier.odds.counting import DEALS, Array, classes, hands, qualifying_value, rank_tables
from croupier.odds.exchange import NEXT_CARDS, ExchangeSolution, in_threads
from croupier.odds.sampled_changes import SampledChanges
from croupier.odds.solution import Solution, Units
from croupier.odds.threads import THREADS
from croupier.stud.rules import Rules

MOST_OTHERS = 6
_PAIRS = comb(47, 2)
_BATCH = 500
_SWEEPS = 8
_CHANGES = 3

Progress = Callable[[int, int], None]


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

    Some seconds; with wild cards or changes half a minute, of which `progress` is told.
    """
    if isinstance(solution, ExchangeSolution):
        return _two_seen_with_changes(solution, progress)
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


def _two_seen_with_changes(solution: ExchangeSolution, progress: Progress | None) -> TwoSeen:
    """The same where a card may be changed: each pair of dealer's cards with each change and each new card."""
    found = classes(False)
    by_ranks = np.argsort(code_of(ranks_of(found.cards)), kind="stable")
    cards, weight = found.cards[by_ranks], found.weight[by_ranks]
    best, plays = np.zeros(len(cards), np.int64), np.zeros((len(cards), 2), np.int64)
    kept, tables = rank_tables(5, 2, solution.qualifying).ranked, rank_tables(6, 2, solution.qualifying)
    rows = solution.terms.row, solution.changed.row
    done = 0

    def weigh(part: slice) -> None:
        nonlocal done
        decision_kernels.two_seen_with_changes(cards[part], kept, *tables, *rows, best[part], plays[part])
        done += part.stop - part.start
        if progress:
            progress(done, len(cards))

    in_threads(len(cards), weigh)
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

    with ThreadPoolExecutor(THREADS) as pool:
        for part, _ in enumerate(pool.map(sweep, range(_SWEEPS)), 1):
            if progress:
                progress(part, _SWEEPS)


def others_seen(
    rules: Rules, solution: Solution, others: int, *, samples: int, seed: int, progress: Progress | None = None
) -> OthersSeen:
    """What it brings to see the hands of so many other players before deciding; the same seed gives the same answer."""
    wild, qualifying = rules.has("wild cards"), qualifying_value(rules)
    values, choose = hands(wild)[0], kernels.choose_table()
    changes = SampledChanges(solution) if isinstance(solution, ExchangeSolution) else None
    table, class_of = _plays(solution), np.zeros(kernels.HANDS, np.int32)
    class_of[classes(wild).where] = np.arange(len(table))
    starts = range(0, samples, _BATCH)
    seeds = np.random.SeedSequence(seed).spawn(len(starts))

    def count(batch: int) -> Array:
        number = min(_BATCH, samples - starts[batch])
        chance = np.random.default_rng(seeds[batch])
        deals = chance.random((number, 52)).argsort(axis=1)[:, : 6 + 5 * others].astype(np.int64)
        ends, plays = np.empty((number, 4), np.int64), np.empty(number, np.int8)
        information_kernels.completed(deals, values, qualifying, choose, ends)
        decision_kernels.looked_up(
            np.ascontiguousarray(deals[:, :5]), np.ascontiguousarray(deals[:, 5]), table, class_of, choose, plays
        )
        best, usual = _worth(solution, others, ends, plays)
        if changes is not None:
            best, usual = changes.weigh(deals, plays == _CHANGES, best, usual)
        return best - usual

    gains = np.empty(samples)
    with ThreadPoolExecutor(THREADS) as pool:
        for batch, found in enumerate(pool.map(count, range(len(starts)))):
            part = slice(starts[batch], starts[batch] + len(found))
            gains[part] = found
            if progress:
                progress(part.stop, samples)
    error = float(gains.std(ddof=1)) / sqrt(samples)
    gain = float(gains.mean())
    return OthersSeen(
        others=others, samples=samples, gain=gain, standard_error=error, house_edge=solution.house_edge - gain
    )


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


def _plays(solution: Solution) -> Array:
    """By class and up card what the solution does: 0 folds, 1 bets, 2 takes an instant win, 3 changes a card."""
    plays: Array = np.where(solution.instant > 0, 2, solution.bets).astype(np.int8)
    if isinstance(solution, ExchangeSolution):
        plays[solution.given_up >= 0] = _CHANGES
    return plays


def _instants(solution: Solution) -> Array:
    """By category what an instant win brings, in parts of an ante; nil where there is none."""
    worth = np.zeros(12, np.int64)
    for category, parts in solution.instants.items():
        worth[category] = parts
    return worth
