"""What the wagers of a table were worth to the house by the exact solver: at the best play, and as they were played.

The best play loses the house edge of every ante. A player who decides otherwise loses more on average: the value of
the best choice with that hand against that card, less the value of the choice that was made. Both are exact.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import sqrt

import numpy as np

from croupier.books import rules_of
from croupier.kernel.cards import Card
from croupier.kernel.errors import CroupierError
from croupier.kernel.hands import Category
from croupier.odds import decision_kernels
from croupier.odds.counting import CARDS, Array, rank_tables
from croupier.odds.exchange import NEXT_CARDS, ExchangeSolution, bet_after_change
from croupier.odds.simulation_tables import own_suits
from croupier.odds.solver import Solution, solve
from croupier.tables.figures import Choice, Figure, Fold, Terms, Wagered

_NUMBER = {card: number for number, card in enumerate(CARDS)}
CORRELATION = Fraction(1, 8)
"""Of two boxes against one dealer's hand. By simulation it is 0.10 to 0.125 in the games of the books, and no less is assumed."""


def expected(wagered: Mapping[Terms, Wagered]) -> Wagered:
    """What the house was to win by all of this, in cents: at the best play, what mistakes cost its players, both together, and
    the standard deviation. Nothing where nothing was wagered, or where one of the games is not solved.
    """
    best, mistakes, variance = Figure(), Figure(), Fraction(0)
    for terms, sums in wagered.items():
        if (worth := _worth(_binding(terms))) is None:
            return {}
        edge, spread = worth
        antes, squares, pairs, cost = (sums.get(name, Figure()) for name in ("antes", "squares", "pairs", "mistakes"))
        best.take(Figure(edge * antes.amount, antes.entries))
        mistakes.take(cost)
        variance += spread * (squares.amount + CORRELATION * pairs.amount)
    played = Figure(best.amount + mistakes.amount, best.entries)
    deviation = Figure(Fraction(sqrt(variance)).limit_denominator(10**6), best.entries)
    return {"expected": best, "mistakes": mistakes, "played": played, "deviation": deviation} if wagered else {}


def weigh(fold: Fold) -> None:
    """Put down what the decisions of a table have cost that nobody has weighed yet."""
    for terms, choices in fold.choices.items():
        if (solution := _solved(_binding(terms))) is None:
            continue
        _worth(_binding(terms))  # while the solution is there
        for choice, cost in zip(choices, costs(solution, choices), strict=True):
            if cost > 0:
                there = fold.theory[choice.quarter][terms].setdefault("mistakes", Figure())
                there.add(cost * choice.ante, fold.stream, choice.number)
    fold.choices.clear()


def _binding(terms: Terms) -> Terms:
    """The same terms without a maximum payout that no hand can reach."""
    if terms.payout is None:
        return terms
    rules = rules_of(terms.game, terms.edition)
    bets = (*rules.bet_odds.values(), *rules.bet_odds_after_exchange.values())
    paid = [rules.bet_multiple * odds.pays(1) for odds in bets] + [odds.pays(1) for odds in rules.instant_odds.values()]
    return terms if max(paid, default=0) > terms.payout else terms._replace(payout=None)


@lru_cache(maxsize=2)  # some dozens of megabytes each
def _solved(terms: Terms) -> Solution | None:
    try:
        rules = rules_of(terms.game, terms.edition)
        return solve(rules, readings=terms.readings, maximum_payout=terms.payout, wagers=dict(terms.wagers))
    except CroupierError:
        return None


@lru_cache(maxsize=4096)
def _worth(terms: Terms) -> tuple[Fraction, Fraction] | None:
    """What an ante is worth to the house, and the variance of that."""
    solution = _solved(terms)
    return (-Fraction(solution.total) / solution.deals, solution.variance) if solution is not None else None


def costs(solution: Solution, choices: Sequence[Choice]) -> Iterable[Fraction]:
    """What each of these decisions loses against the best one, in antes."""
    if solution.table.cards.shape[1] != 5 or not solution.table.shown:
        return [_cost(solution, one) for one in choices]
    plain = [one for one in choices if one.given_up is None]
    weighed = iter(_all_costs(solution, plain) if plain else ())
    return [next(weighed) if one.given_up is None else _after_change(solution, one) for one in choices]


def _cost(solution: Solution, choice: Choice) -> Fraction:
    values = solution.advice(choice.hand, choice.up).values
    return Fraction(max(values.values()) - values[choice.play]) if choice.play in values else Fraction(0)


def _after_change(solution: Solution, choice: Choice) -> Fraction:
    if not isinstance(solution, ExchangeSolution) or choice.up is None or choice.given_up is None:
        return Fraction(0)
    bet = bet_after_change(solution, choice.hand, choice.up, choice.given_up)
    fold = Fraction(solution.changed.fold, solution.changed.parts)
    return max(bet, fold) - (bet if choice.play == "bet" else fold)


def _all_costs(solution: Solution, choices: Sequence[Choice]) -> list[Fraction]:
    """The same for many hands of five cards at once."""
    hands = np.array([[_NUMBER[card] for card in one.hand] for one in choices], np.int64)
    ups = np.array([_NUMBER[one.up] for one in choices if one.up is not None], np.int64)
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
        places = (held[:, None, :] == renamed[:, :5, None]).argmax(axis=2)  # of each card as it was dealt
        values |= {f"{place}": sums[np.arange(len(rows)), 0, places[:, place]] for place in range(5)}
    best = np.max(np.stack(list(values.values())), axis=0)
    made = [values[_play(one)][row] for row, one in enumerate(choices)]
    return [Fraction(int(most - value), scale) for most, value in zip(best, made, strict=True)]


def _play(choice: Choice) -> str:
    """A play by its name, a change by the place of the card."""
    change, _, card = choice.play.partition("change ")
    return change or f"{choice.hand.index(Card(card))}"
