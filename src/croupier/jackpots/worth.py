"""What a jackpot wager is worth at a given meter, exactly, and the meter at which it breaks even."""

from collections.abc import Mapping
from fractions import Fraction

from croupier.jackpots.funding import COUNTS, HANDS
from croupier.jackpots.prizes import Jackpot, Pools, grains

WILD_COUNTS: Mapping[str, int] = {
    "royal flush": 4,
    "straight flush": 36,
    "wild royal flush": 500,
    "five of a kind": 652,
    "wild straight flush": 2_032,
    "four of a kind": 14_172,
}
"""Deuces wild, as Wild Aruba's jackpot counts them: natural straight flushes apart, fours of a kind from tens up.

The tests count them again from every five-card hand."""


def counts_for(game: str) -> Mapping[str, int]:
    return WILD_COUNTS if game == "crown-wild-aruba" else COUNTS


def worth(jackpot: Jackpot, meter: int, counts: Mapping[str, int]) -> Fraction:
    """The expected prize of one wager, in cents, with the meter at `meter` cents and nobody else winning."""
    total = Fraction(0)
    for hand in jackpot.hands:
        pays = jackpot.share(jackpot, Pools(grains(meter), grains(meter)), [hand]).payments[0].pays
        total += Fraction(counts[hand] * pays, HANDS)
    return total


def break_even_meter(jackpot: Jackpot, counts: Mapping[str, int], wanted: Fraction | None = None) -> int:
    """The lowest meter, in cents, at which a wager is worth no less than it costs, or than what is `wanted` of it."""
    enough = Fraction(jackpot.cost) if wanted is None else wanted
    low, high = 0, 1_00
    while worth(jackpot, high, counts) < enough:
        low, high = high, high * 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if worth(jackpot, middle, counts) < enough else (low, middle)
    return high
