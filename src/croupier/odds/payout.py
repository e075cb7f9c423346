"""What a maximum payout changes: the lost return, the hands it cuts, and whether it changes the best play."""

from fractions import Fraction

import msgspec

from croupier.kernel.hands import Category
from croupier.odds.exchange import ExchangeSolution
from croupier.odds.solution import Solution, Terms, Units


class Cut(msgspec.Struct, frozen=True, kw_only=True):
    """A hand that is paid less: the full and the limited win of the bet (or instant win, or bet after a change), in antes."""

    wager: str
    hand: Category
    full: Units
    paid: Units


class MaximumPayout(msgspec.Struct, frozen=True, kw_only=True):
    """A game with a maximum payout compared with the same game without: `cuts` by hand, and `other_play`, the number of all deals
    in which the best play differs.
    """

    free: Solution
    held: Solution
    cuts: tuple[Cut, ...]
    other_play: int

    @property
    def lost(self) -> Fraction:
        """What the player loses because of it in a round, in antes."""
        return Fraction(self.free.total - self.held.total) / self.free.deals


def compare(free: Solution, held: Solution) -> MaximumPayout:
    """Compare two solutions of one game: without a maximum payout, and with one."""
    cuts = _cuts("bet", free.terms, held.terms)
    if isinstance(free, ExchangeSolution) and isinstance(held, ExchangeSolution):
        cuts += _cuts("bet after a change", free.changed, held.changed)
    for hand, parts in free.instants.items():
        full, paid = free.terms.antes(parts), held.terms.antes(held.instants[hand])
        if full != paid:
            bare = free.terms.antes(free.terms.instant)
            cuts.append(Cut(wager="instant win", hand=hand, full=full - bare, paid=paid - bare))
    weight = free.table.weight[:, None]
    hands = int(((free.plays != held.plays) * weight).sum())
    return MaximumPayout(
        free=free, held=held, cuts=tuple(cuts), other_play=hands * free.table.completions * (free.deals // free.table.deals)
    )


def _cuts(wager: str, free: Terms, held: Terms) -> list[Cut]:
    cuts = []
    for hand in sorted(free.wins, reverse=True):
        full, paid = free.antes(free.wins[hand]), held.antes(held.wins[hand])
        if full != paid:  # winnings other than the bet's are the same in both
            bare = free.antes(free.unqualified)
            cuts.append(Cut(wager=wager, hand=hand, full=full - bare, paid=paid - bare))
    return cuts
