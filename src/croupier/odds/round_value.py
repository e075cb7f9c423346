"""What a round is worth with ante and jackpot wager together, at any height of the meter; exact.

The jackpot wager is decided by the player's hand alone. Every hand that wins a prize bets (or takes the instant win) against
every up card whatever the meter shows, so the wager changes nothing about the best play, and the two values add up.
`hands_kept` proves that of a solution.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import msgspec

from croupier.jackpots.prizes import Jackpot
from croupier.jackpots.worth import break_even_meter, counts_for, worth
from croupier.odds.solver import CARDS, Solution
from croupier.stud.rules import Options, Rules


class RoundValue(msgspec.Struct, frozen=True, kw_only=True):
    """A round with both wagers and the meter at `meter`. All sums are in cents, the expected ones for the player."""

    meter: int
    ante: int
    cost: int
    main: Fraction
    """What ante and bet bring, on average: below nil."""
    prize: Fraction
    """What the jackpot wager wins, on average."""
    wagered: Fraction
    """What is put up in all, on average."""

    @property
    def jackpot_return(self) -> Fraction:
        """The part of the jackpot wager that comes back."""
        return self.prize / self.cost

    @property
    def value(self) -> Fraction:
        """What the whole round brings, on average."""
        return self.main + self.prize - self.cost

    @property
    def element_of_risk(self) -> Fraction:
        """The loss for each unit wagered in all; below nil where the player has the better of it."""
        return -self.value / self.wagered


def round_value(solution: Solution, jackpot: Jackpot, *, ante: int, meter: int) -> RoundValue:
    """A round with an ante of `ante` cents and one jackpot wager, the meter at `meter` cents, nobody else winning."""
    return RoundValue(
        meter=meter,
        ante=ante,
        cost=jackpot.cost,
        main=_main(solution, ante),
        prize=worth(jackpot, meter, counts_for(jackpot.game)),
        wagered=ante * Fraction(solution.average_wager).limit_denominator(solution.deals) + jackpot.cost,
    )


def fair_meter(solution: Solution, jackpot: Jackpot, *, ante: int) -> int:
    """The lowest meter, in cents, at which a round with both wagers loses nothing."""
    return break_even_meter(jackpot, counts_for(jackpot.game), wanted=jackpot.cost - _main(solution, ante))


def curve(solution: Solution, jackpot: Jackpot, *, ante: int, most: int, steps: int = 40) -> list[RoundValue]:
    """The round at meters from nil to `most` cents, in steps of equal width."""
    return [round_value(solution, jackpot, ante=ante, meter=most * n // steps) for n in range(steps + 1)]


def hands_kept(rules: Rules, solution: Solution, options: Options) -> bool:
    """Whether the best play takes every hand that wins a prize as far as the jackpot wants: bet on, or paid at once."""
    return all(
        (solution.bets[row] | (solution.instant[row] > 0)).all() for row in _prize_classes(rules, solution, options)
    )


def _prize_classes(rules: Rules, solution: Solution, options: Options) -> Iterator[int]:
    """The classes of hands that win a jackpot prize; nothing below a straight does in any book."""
    for row in (solution.table.category >= 4).nonzero()[0].tolist():
        hand = tuple(CARDS[card] for card in solution.table.cards[row].tolist())
        if rules.jackpot_hand(options, rules.jackpot_value(hand)):
            yield row


def _main(solution: Solution, ante: int) -> Fraction:
    return ante * Fraction(solution.total) / solution.deals
