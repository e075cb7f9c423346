"""Prize money to the cent: the pool, its distribution, who is paid, and what a deal is worth (ICM, chip-chop, even chop).

Every function gives sums that add up exactly; what cannot be divided evenly goes where a named rule puts it.

>>> distribute(100_00, (50, 30, 20), unit=5_00)
(5000, 3000, 2000)
>>> [round(float(value), 2) for value in icm((50, 30, 20), (70, 30)).values]
[45.18, 32.25, 22.57]
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Sequence
from enum import StrEnum
from fractions import Fraction
from itertools import accumulate, pairwise
from math import lcm, sqrt

import msgspec

from croupier.kernel.errors import CroupierError

EXACT_PLAYERS = 10
"""Up to this many players the Independent Chip Model is counted exactly; above, finishing orders are sampled."""
SAMPLES = 100_000
MOST_CHIPS = 10**15
_WORD = (1 << 64) - 1


class PrizeError(CroupierError):
    """Figures from which no prizes can be computed; the message says which."""


class Rounding(StrEnum):
    """Where the money goes that is left after every share has been rounded down to the unit.

    What is less than one unit always goes to the first.
    """

    FIRST = "rest-to-first"
    """All of it to the first place, or the first named."""
    LARGEST = "largest-remainder"
    """A unit each to those who lost most by rounding down; of equals, the one named first."""


class Pool(msgspec.Struct, frozen=True):
    """The prize money: how much, how much of it the house adds, and how much more its guarantee costs.

    >>> Pool.of(4_600_00, added=0, guarantee=5_000_00)
    Pool(total=500000, overlay=40000, added=0)
    """

    total: int
    overlay: int = 0
    added: int = 0

    @classmethod
    def of(cls, paid: int, added: int, guarantee: int) -> Pool:
        """The pool from what entrants have paid for it. A fixed pool is a guarantee to which entries contribute nothing."""
        return cls(max(paid + added, guarantee), max(0, guarantee - paid - added), added)


# Shares of the pool


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """From this many entries on, the places are paid in these shares."""

    entries: int
    shares: tuple[int, ...]


def from_table(rows: Sequence[Row], entries: int) -> tuple[int, ...]:
    """The shares for this many entries: those of the last row that has been reached."""
    reached = [row for row in rows if row.entries <= entries]
    if not reached:
        raise PrizeError(f"the table of prizes has no row for {entries} entries")
    return max(reached, key=lambda row: row.entries).shares


def curve(places: int, ratio: Fraction) -> tuple[int, ...]:
    """Shares that fall from place to place by the same ratio, as whole numbers.

    >>> curve(3, Fraction(1, 2))
    (4, 2, 1)
    """
    if places < 1:
        raise PrizeError("a curve of prizes needs at least one place")
    if not 0 < ratio <= 1:
        raise PrizeError(f"from place to place prizes fall to a part of more than 0 and at most 1, not {ratio}")
    up, down = ratio.numerator, ratio.denominator
    return tuple(up**place * down ** (places - 1 - place) for place in range(places))


def distribute(pool_cents: int, shares: Sequence[int], unit: int = 1, rule: Rounding = Rounding.FIRST) -> tuple[int, ...]:
    """The pool in these shares, each rounded down to a multiple of `unit` cents, the rest by the rule."""
    _not_rising(shares, "shares")
    if not sum(shares):
        raise PrizeError("there are no shares to distribute")
    if pool_cents < 0:
        raise PrizeError(f"{pool_cents} cents cannot be shared out as prizes")
    return rounded([Fraction(pool_cents * share, sum(shares)) for share in shares], unit, rule)


def rounded(values: Sequence[Fraction], unit: int = 1, rule: Rounding = Rounding.LARGEST) -> tuple[int, ...]:
    """Exact values that sum to whole cents, as multiples of `unit` with the same sum; the rest goes as the rule says.

    >>> rounded([Fraction(100, 3)] * 3), rounded([Fraction(100, 3)] * 3, rule=Rounding.FIRST), rounded([Fraction(105, 2)] * 2, 10)
    ((34, 33, 33), (34, 33, 33), (55, 50))
    """
    total = sum(values, Fraction(0))
    if unit < 1:
        raise PrizeError(f"sums are rounded to a unit of at least a cent, not {unit}")
    if total.denominator != 1 or not values:
        raise PrizeError("what is shared out must be a sum of whole cents, to somebody")
    down = [value // unit * unit for value in values]
    rest = int(total) - sum(down)
    if rule is Rounding.LARGEST:
        losers = sorted(range(len(values)), key=lambda place: down[place] - values[place])
        for place in losers[: rest // unit]:
            down[place] += unit
        rest %= unit
    down[0] += rest
    return tuple(down)


# Who is paid


class Award(msgspec.Struct, frozen=True):
    """A person's prize, for a place or for a share of the places `first` to `last`, counted among those eligible."""

    person: str
    first: int
    last: int
    cents: int


class Awards(msgspec.Struct, frozen=True):
    """All prizes, and what nobody was there to win."""

    paid: tuple[Award, ...]
    left: int


def award(ranking: Sequence[Sequence[str]], prizes: Sequence[int], ineligible: Collection[str] = (), unit: int = 1) -> Awards:
    """The prizes by rank. People who may not win one are passed over: everyone behind them moves up a place.

    A rank is one person, or several who tie: they share the prizes of the places that they take up, each the same
    rounded down to the unit, then a unit each in the order in which the tie names them, and a smaller rest to the first.

    >>> [(one.person, one.cents) for one in award([["Ann"], ["Bob"], ["Cy", "Di"]], (500, 300, 101), {"Bob"}).paid]
    [('Ann', 500), ('Cy', 201), ('Di', 200)]
    """
    _not_rising(prizes, "prizes")
    people = [person for rank in ranking for person in rank]
    if len(set(people)) < len(people):
        raise PrizeError("nobody can finish in two places")
    paid: list[Award] = []
    for rank in ranking:
        eligible = [person for person in rank if person not in ineligible]
        span = prizes[len(paid) : len(paid) + len(eligible)]
        if not sum(span):
            continue
        first, last = len(paid) + 1, len(paid) + len(eligible)
        sums = rounded([Fraction(sum(span), len(eligible))] * len(eligible), unit)
        paid += [Award(person, first, last, sum_) for person, sum_ in zip(eligible, sums, strict=True)]
    return Awards(tuple(paid), sum(prizes) - sum(prize.cents for prize in paid))


# What a deal is worth


class Worth(msgspec.Struct, frozen=True):
    """What each stack is worth of the prizes: exact, or the mean of sampled finishing orders with its standard error."""

    values: tuple[Fraction, ...]
    errors: tuple[float, ...] = ()
    samples: int = 0
    seed: int = 0

    @property
    def exact(self) -> bool:
        return not self.samples


def icm(stacks: Sequence[int], prizes: Sequence[int], samples: int = 0, seed: int = 0) -> Worth:
    """What stacks are worth by the Independent Chip Model, as parts of the prizes that sum to them exactly.

    In the model the first place goes to each player with the chance of their part of all chips, and each further
    place likewise among the others. Up to ten players it is counted exactly, unless samples are asked for.
    """
    try:
        _playable(stacks, prizes)
        if samples < 0 or samples % 1:
            raise PrizeError(f"cannot draw {samples} finishing orders")
    except TypeError:
        raise PrizeError("these are whole numbers, such as icm((50, 30, 20), (70, 30), samples=10_000)") from None
    if samples or len(stacks) > EXACT_PLAYERS:
        return _sampled(stacks, prizes, samples or SAMPLES, seed)
    return Worth(_counted(stacks, prizes))


def chip_chop(stacks: Sequence[int], prizes: Sequence[int]) -> tuple[Fraction, ...]:
    """Everyone gets the smallest remaining prize; the rest is divided by chips.

    >>> chip_chop((50, 30, 20), (70, 30))
    (Fraction(50, 1), Fraction(30, 1), Fraction(20, 1))
    """
    _playable(stacks, prizes)
    sure = prizes[-1] if len(prizes) == len(stacks) else 0
    left = sum(prizes) - sure * len(stacks)
    return tuple(sure + Fraction(left * stack, sum(stacks)) for stack in stacks)


def even_chop(players: int, prizes: Sequence[int]) -> tuple[Fraction, ...]:
    """Everyone gets the same."""
    _playable([1] * players, prizes)
    return (Fraction(sum(prizes), players),) * players


def _counted(stacks: Sequence[int], prizes: Sequence[int]) -> tuple[Fraction, ...]:
    """Over all sets of players that can hold the first places: how likely the set is, and who comes next.

    All is in whole numbers: `likely` times a scale that is one for all sets of a size, so no fraction is ever reduced
    before the end.
    """
    players = range(len(stacks))
    likely, scale = {0: 1}, 1
    held = {0: 0}
    worth = [Fraction(0)] * len(stacks)
    for prize in prizes:
        left = {placed: sum(stacks) - held[placed] for placed in likely}
        common = lcm(*left.values())
        scale *= common
        coming = [0] * len(stacks)
        following: dict[int, int] = {}
        for placed, weight in likely.items():
            weight *= common // left[placed]
            for player in players:
                if not placed >> player & 1:
                    part = weight * stacks[player]
                    coming[player] += part
                    after = placed | 1 << player
                    following[after] = following.get(after, 0) + part
                    held[after] = held[placed] + stacks[player]
        for player in players:
            worth[player] += Fraction(prize * coming[player], scale)
        likely = following
    return tuple(worth)


def _sampled(stacks: Sequence[int], prizes: Sequence[int], samples: int, seed: int) -> Worth:
    won, squares = [0] * len(stacks), [0] * len(stacks)
    state = seed & _WORD
    for _ in range(samples):
        left, place = list(range(len(stacks))), 0
        while place < len(prizes):
            upto = list(accumulate(stacks[player] for player in left))
            out: set[int] = set()
            chips = 0
            while place < len(prizes) and 2 * chips <= upto[-1]:
                state = state + 0x9E3779B97F4A7C15 & _WORD  # SplitMix64: the same seed draws the same on every machine
                mixed = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & _WORD
                mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & _WORD
                drawn = left[bisect_right(upto, (mixed ^ mixed >> 31) * upto[-1] >> 64)]
                if drawn not in out:
                    out.add(drawn)
                    chips += stacks[drawn]
                    won[drawn] += prizes[place]
                    squares[drawn] += prizes[place] ** 2
                    place += 1
            left = [player for player in left if player not in out]
    values = tuple(Fraction(sum_, samples) for sum_ in won)
    spread = (max(0.0, square / samples - (sum_ / samples) ** 2) for square, sum_ in zip(squares, won, strict=True))
    return Worth(values, tuple(sqrt(variance / samples) for variance in spread), samples, seed)


def _playable(stacks: Sequence[int], prizes: Sequence[int]) -> None:
    if not stacks or min(stacks) < 1:
        raise PrizeError("a deal is between players who all have chips")
    if sum(stacks) > MOST_CHIPS:
        raise PrizeError(f"there are at most {MOST_CHIPS:,} chips in play")
    if len(prizes) > len(stacks):
        raise PrizeError(f"{len(prizes)} prizes are more than the {len(stacks)} players who are left")
    _not_rising(prizes, "prizes")


def _not_rising(sums: Sequence[int], name: str) -> None:
    if not sums or min(sums) < 0:
        raise PrizeError(f"{name} are at least one sum, and none is less than nothing")
    if any(lower > higher for higher, lower in pairwise(sums)):
        raise PrizeError(f"{name} are named from the first place down, and none is more than the one before it")
