"""The value of a round with ante and jackpot wager together, at any height of the meter; exact.

The jackpot wager depends on the player's hand alone. Every hand that wins a prize bets (or takes the instant win) against
every up card whatever the meter shows, so the wager changes nothing about the best play, and the two values add up.
`hands_kept` proves that of a solution.
"""

from collections.abc import Iterator
from fractions import Fraction

import msgspec
import numpy as np

from croupier.jackpots.prizes import Jackpot, Pools, grains
from croupier.jackpots.worth import break_even_meter, worth
from croupier.kernel.cards import SUITS, Card
from croupier.kernel.hands import one_suit
from croupier.odds.counting import CARDS
from croupier.odds.simulation_tables import may_win
from croupier.odds.solution import Solution
from croupier.stud.rules import Options, Rules


class RoundValue(msgspec.Struct, frozen=True, kw_only=True):
    """A round with both wagers and the meter at `meter`. All sums are in cents, the expected ones from the player's side."""

    meter: int
    ante: int
    cost: int
    main: Fraction
    """The average result of ante and bet: negative."""
    prize: Fraction
    """The average win of the jackpot wager."""
    wagered: Fraction
    """The average stake in total."""

    @property
    def jackpot_return(self) -> Fraction:
        """The return of the jackpot wager."""
        return self.prize / self.cost

    @property
    def value(self) -> Fraction:
        """The average result of the whole round."""
        return self.main + self.prize - self.cost

    @property
    def element_of_risk(self) -> Fraction:
        """The loss per unit wagered in total; negative if the player has the advantage."""
        return -self.value / self.wagered


def round_value(solution: Solution, jackpot: Jackpot, *, ante: int, meter: int) -> RoundValue:
    """A round with an ante of `ante` cents and one jackpot wager, the meter at `meter` cents, nobody else winning."""
    return RoundValue(
        meter=meter,
        ante=ante,
        cost=jackpot.cost,
        main=_main(solution, ante),
        prize=worth(jackpot, meter, jackpot.counts()),
        wagered=ante * solution.wagered + jackpot.cost,
    )


def fair_meter(solution: Solution, jackpot: Jackpot, *, ante: int) -> int:
    """The lowest meter, in cents, at which a round with both wagers loses nothing."""
    return break_even_meter(jackpot, jackpot.counts(), wanted=jackpot.cost - _main(solution, ante))


def curve(solution: Solution, jackpot: Jackpot, *, ante: int, most: int, steps: int = 40) -> list[RoundValue]:
    """The round at meters from zero to `most` cents, in steps of equal width."""
    return [round_value(solution, jackpot, ante=ante, meter=most * n // steps) for n in range(steps + 1)]


def hands_kept(rules: Rules, solution: Solution, options: Options) -> bool:
    """Whether the best play keeps every hand that wins a prize in the game, as the jackpot requires: bet on, or paid early."""
    return all((solution.bets[row] | (solution.instant[row] > 0)).all() for row, _, _ in _prize_classes(rules, solution, options))


def variance(rules: Rules, solution: Solution, jackpot: Jackpot, options: Options, *, ante: int, meter: int) -> Fraction:
    """The variance of the result of a round with both wagers, in cents squared; exact.

    A hand that wins a prize usually wins its bet too, so the two are combined hand by hand.
    """
    prizes = {
        hand: jackpot.share(jackpot, Pools(grains(meter), grains(meter)), [hand]).payments[0].pays for hand in jackpot.hands
    }
    table, all_hands = solution.table, int(solution.table.weight.sum())
    deals = solution.deals // all_hands  # of the dealer's cards, for each hand
    squares = together = mean = Fraction(0)
    for row, hand, weight in _prize_classes(rules, solution, options):
        prize, instant = prizes[hand], solution.instant[row].astype(object)
        main = int(np.where(instant > 0, instant * table.completions, solution.bet_value[row]).sum())
        mean += weight * prize
        squares += weight * prize**2
        together += prize * Fraction(weight * main * ante, deals * solution.terms.parts)
    mean, squares, together = mean / all_hands, squares / all_hands, together / all_hands
    return ante**2 * solution.variance + squares - mean**2 + 2 * (together - mean * _main(solution, ante))


def _prize_classes(rules: Rules, solution: Solution, options: Options) -> Iterator[tuple[int, str, int]]:
    """The classes of hands that win a jackpot prize, which, and how many hands win it: a prize may be for one suit only."""
    for row in may_win(rules, options, solution.table.category, solution.table.cards):
        hand, weight = tuple(CARDS[card] for card in solution.table.cards[row].tolist()), int(solution.table.weight[row])
        ways = [tuple(Card(card.value[0] + suit) for card in hand) for suit in SUITS] if one_suit(hand) else [hand]
        for way in ways:
            if prize := rules.jackpot_hand(options, rules.jackpot_value(way)):
                yield row, prize, weight // len(ways)


def _main(solution: Solution, ante: int) -> Fraction:
    return ante * Fraction(solution.total) / solution.deals
