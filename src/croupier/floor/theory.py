"""What the wagers of a table were worth to the house by the exact solver: with the best play, and as they were played.

The best play loses the house edge of every ante. A player who decides otherwise loses more on average: the value of
the best choice with that hand against that card, minus the value of the choice that was made. Both are exact.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import groupby
from math import sqrt
from operator import attrgetter

import numpy as np
from msgspec.structs import replace

from croupier.books import rules_of
from croupier.floor.day_sums import UNSEEN, Fold, Played
from croupier.kernel.cards import Card
from croupier.kernel.errors import CroupierError
from croupier.kernel.hands import Category
from croupier.odds import decision_kernels
from croupier.odds.counting import CARDS, Array, NotCounted, own_suits, rank_tables
from croupier.odds.exchange import NEXT_CARDS, ExchangeSolution
from croupier.odds.shapes import wager_odds
from croupier.odds.solution import Solution
from croupier.training.coach import Terms, solved, values_of

_NUMBER = {card: number for number, card in enumerate(CARDS)}
CORRELATION = Fraction(1, 8)
"""Of two boxes against one dealer's hand. By simulation it is 0.10 to 0.125 in the games of the books, and no less is assumed."""


def weigh(fold: Fold, terms: Terms) -> None:
    """Put down what hands of a table were worth, those on these terms that nobody has weighed yet: `expected` at the best play,
    `mistakes` for what was decided otherwise, those in hands that stayed face down apart, and the `variance`; `unweighed` are
    hands of a game that cannot be solved.
    """
    hands = [one for one in fold.played if one.asked.terms == terms]
    fold.played = [one for one in fold.played if one.asked.terms != terms]
    try:
        solution = solved(*terms)
        brought, apart = _apart(solution, terms)
    except CroupierError:
        for one in hands:
            fold.put("unweighed", at=one.place)
        return
    edge = -Fraction(solution.total) / solution.deals - brought
    variance = solution.variance if not apart else Fraction((solution.standard_deviation + sqrt(apart)) ** 2)
    for place, found in groupby((one for one in hands if one.before is not None), key=attrgetter("place")):
        antes = [(one.asked.ante, one.before or 0) for one in found]
        fold.put("expected", edge * sum(ante for ante, _ in antes), at=place)
        spread = sum(ante * (ante + 2 * CORRELATION * before) for ante, before in antes)
        fold.put("variance", variance * spread, at=place)
    decided = [one for one in hands if one.play]
    for one, cost in zip(decided, costs(solution, decided), strict=True):
        if cost > 0:
            fold.put("mistakes" if one.shown else UNSEEN, cost * one.asked.ante, at=one.place)


def _apart(solution: Solution, terms: Terms) -> tuple[Fraction, Fraction]:
    """What wagers bring that a solution leaves out, because no decision changes it: those that look at the dealer's cards too.

    Mean and variance are in antes. The variance is that of wagers that win and lose together, and no less is assumed.
    """
    game, edition, _, payout, wagers = terms
    rules, found = rules_of(game, edition), [(Fraction(0), Fraction(0))]
    for wager in (rules.wagers[name] for name, _ in wagers if rules.wagers[name].cards != "player"):
        (alone,) = wager_odds(replace(rules, wagers={wager.name: wager}), solution)
        if isinstance(alone, NotCounted):
            raise alone
        found.append(alone.worth(dict(wagers)[wager.name], payout))
    means, variances = zip(*found, strict=True)
    return sum(means, Fraction(0)), Fraction(sum(sqrt(one) for one in variances) ** 2)


def costs(solution: Solution, played: Sequence[Played]) -> Iterable[Fraction]:
    """What each of these decisions loses against the best one, in antes."""
    alike = solution.table.cards.shape[1] == 5 and solution.table.shown
    many = [one for one in played if alike and not one.asked.given_up]
    weighed = iter(_all_costs(solution, many) if many else ())
    return [next(weighed) if alike and not one.asked.given_up else _cost(solution, one) for one in played]


def _cost(solution: Solution, one: Played) -> Fraction:
    values = values_of(solution, one.asked)
    return max(values.values()) - values[one.play] if one.play in values else Fraction(0)


def _all_costs(solution: Solution, played: Sequence[Played]) -> list[Fraction]:
    """The same for many hands of five cards together, none of them changed before."""
    hands = np.array([[_NUMBER[card] for card in one.asked.hand] for one in played], np.int64)
    ups = np.array([_NUMBER[one.asked.up] for one in played if one.asked.up is not None], np.int64)
    rows, renamed = own_suits(hands, np.column_stack([hands, ups]))
    held, shown, table = np.sort(renamed[:, :5], axis=1), renamed[:, 5], solution.table
    columns = shown - (held < shown[:, None]).sum(axis=1)
    values: dict[str, Array] = {
        "bet": solution.bet_value[rows, columns].astype(np.int64),
        "fold": solution.folded[rows, 0].astype(np.int64),
    }
    if solution.instants:
        worth = np.array([solution.instants.get(Category(kind), -(10**6)) for kind in range(12)], np.int64)
        values["instant win"] = worth[table.category[rows]] * table.completions
    scale = table.completions * solution.terms.parts
    if isinstance(solution, ExchangeSolution):
        sums = np.empty((len(rows), 1, 5), np.int64)
        given = held.astype(np.int8), shown[:, None].astype(np.int8)
        decision_kernels.change_values(*given, *rank_tables(6, 1, solution.qualifying), solution.changed.row, sums)
        scale, values = scale * NEXT_CARDS, {play: value * NEXT_CARDS for play, value in values.items()}
        places = (held[:, None, :] == renamed[:, :5, None]).argmax(axis=2)  # the place of each card as dealt
        values |= {f"{place}": sums[np.arange(len(rows)), 0, places[:, place]] for place in range(5)}
    best = np.max(np.stack(list(values.values())), axis=0)
    made = [values[_play(one)][row] for row, one in enumerate(played)]
    return [Fraction(int(most - value), scale) for most, value in zip(best, made, strict=True)]


def _play(one: Played) -> str:
    """A play by name, a change by the place of the card."""
    change, _, card = one.play.partition("change ")
    return change or f"{one.asked.hand.index(Card(card))}"
