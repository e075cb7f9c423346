"""Terms of a prize meter that a house might choose, where a book leaves them to an approval: no figures of the books.

They serve where somebody wants a jackpot and says no more than that: a quote, or a table at home.
"""

from __future__ import annotations

from croupier.jackpots.systems import Terms
from croupier.kernel.money import cents

SEEDS_AND_RATES = {
    "star-caribbean-stud": ("50000", "50.00"),
    "nz-caribbean-stud": ("10000", "70.00"),
    "venezia-caribbean-poker": ("0", "100.00"),
}
"""Seed in dollars and rate in percent; Crown's book has its own, and $10,000 is its lowest seed."""

NOT_APPROVED = "none: for a quote or for play only"
"""What stands where a book wants the approval of an authority named."""

_NOTICES = {"venezia-caribbean-poker": {"four of a kind": 500, "full house": 100, "flush": 50}}
"""What small hands win for each unit of the wager, where a notice at the table says it."""


def usual_terms(
    game: str,
    *,
    cost: int,
    seed: str = "",
    option: int = 0,
    increment: str = "",
    minor_increment: str = "",
    notice: dict[str, int] | None = None,
) -> Terms:
    """Terms with whatever is not said filled in, but for a payment table on a notice: that is the house's to say."""
    usual_seed, usual_rate = SEEDS_AND_RATES.get(game, ("10000", ""))
    return Terms(
        game=game,
        cost=cost,
        seed=cents(seed or usual_seed),
        option=option,
        increment=increment or usual_rate,
        minor_increment=minor_increment,
        approval=NOT_APPROVED,
        notice=notice or {},
    )


def terms_for_play(game: str, cost: int) -> Terms:
    """The terms of a small meter for one table."""
    notice = {hand: times * cost for hand, times in _NOTICES.get(game, {}).items()}
    return usual_terms(game, cost=cost, notice=notice)
