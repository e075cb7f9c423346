"""Progressive prizes: what hands win from a meter, exactly. Each book has its own function for sharing a meter.

A meter is kept in *grains*, ten thousand to the cent, because a rate such as 34.06 % of a wager is rarely a whole cent and
nothing may be lost before the book itself rounds.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import comb
from typing import Literal

import msgspec

from croupier.kernel.errors import TableError
from croupier.kernel.money import dollars

GRAINS = 10_000
"""Grains to the cent, and the unit of an increment rate: 3406 is 34.06 %."""


def grains(cents: int) -> int:
    return cents * GRAINS


def rate(percent: str) -> int:
    """An increment rate such as `34.06`, which is 3406; `TableError` for what is not part of a wager.

    >>> rate("34.06"), rate("100")
    (3406, 10000)
    """
    if re.fullmatch(r"\d{1,3}(\.\d{1,2})?", percent) is None or (grains := round(Fraction(percent) * 100)) > GRAINS:
        raise TableError(f"{percent!r} is not an increment rate: enter a percentage up to 100, such as 34.06")
    return grains


def to_cents(amount: Fraction, *, up: bool) -> int:
    """A sum rounded to whole cents in the way that the book's reading says."""
    return -(-amount // 1) if up else amount // 1


class Payment(msgspec.Struct, frozen=True, kw_only=True):
    """One prize: for which hand, how much (in cents), out of what, how it was calculated and under which clauses."""

    hand: str
    pays: int
    source: Literal["meter", "house"]
    formula: str
    clauses: tuple[str, ...]


class Shares(msgspec.Struct, frozen=True, kw_only=True):
    """The prizes of one round in the order of payment, and the meters after them, in grains.

    `top_up` is what the house adds: to a prize that the meter cannot meet, and to a meter that is reset; `guaranteed` is what it
    pays of the prizes itself, however much the meter holds.
    """

    payments: tuple[Payment, ...]
    meter_after: int
    minor_after: int = 0
    top_up: int = 0
    guaranteed: int = 0


class Pools(msgspec.Struct, frozen=True):
    """What the meter holds, in grains, and the minor pool if a book keeps small prizes separate."""

    major: int
    minor: int = 0


class Jackpot(msgspec.Struct, frozen=True, kw_only=True):
    """The terms of one prize meter system. `seed` is the whole starting sum (cents), `cost` the price of a wager.

    `fixed` are the prizes in cents that do not depend on the meter, `percent` those that are so much of it. `hands` win
    something, best first; `counts`, which `books.jackpot_of` gives, says how many of all hands of so many `cards` are each.
    After the `greatest` prize the meter starts from its seed.
    """

    game: str
    book: str
    cost: int
    seed: int
    increment: int
    hands: tuple[str, ...]
    fixed: Mapping[str, int]
    share: Callable[[Jackpot, Pools, Sequence[str]], Shares]
    percent: Mapping[str, Fraction] = {}
    minor_increment: int = 0
    split: bool = False
    counts: Callable[[], Mapping[str, int]] = dict
    cards: int = 5
    greatest: str = "royal flush"

    @property
    def all_hands(self) -> int:
        """How many hands there are in all."""
        return comb(52, self.cards)

    def part(self, hand: str) -> Fraction:
        """The part of the meter that a hand wins."""
        return self.percent[hand] / 100

    def part_in_words(self, hand: str) -> str:
        return f"{float(self.percent[hand]):g}%"

    def increment_of(self, wagers: int) -> int:
        """What `wagers` cents of jackpot wagers add to the meter, in grains; exact."""
        return wagers * self.increment

    def check(self, hands: Sequence[str]) -> None:
        """Raise `TableError` for a hand that wins nothing here."""
        for hand in hands:
            if hand not in self.hands:
                raise TableError(f"{hand!r} wins no jackpot prize here; these do: {', '.join(self.hands)}")


def in_turn(
    meter: Jackpot,
    pools: Pools,
    hands: Sequence[str],
    *,
    clauses: Mapping[str, tuple[str, ...]],
    divided: Mapping[str, tuple[str, ...]] | None = None,
    stated: str = "",
) -> Shares:
    """The prizes of one round: the sums first, then the parts of what is left, the greatest last. After that one the meter
    starts from its seed. Of the hands that are `divided`, or else of the greatest, several have one part, by further clauses.
    Where the sums are `stated` the formula says so.
    """
    meter.check(hands)
    payments = [
        Payment(hand=hand, pays=pays, source="meter", formula=f"{dollars(pays)}{stated}", clauses=clauses[hand])
        for hand in hands
        if (pays := meter.fixed.get(hand, 0))
    ]
    spent, order = sum(payment.pays for payment in payments), sorted(meter.percent, key=lambda hand: meter.percent[hand])
    for hand in order:
        left, winners = max(Fraction(0), Fraction(pools.major, GRAINS) - spent), hands.count(hand)
        more = (divided or dict.fromkeys(order[-1:], ())).get(hand) if winners > 1 else None
        share = to_cents(meter.part(hand) * left / (1 if more is None else winners), up=False)
        how = f"{meter.part_in_words(hand)} of {dollars(to_cents(left, up=False))}"
        by = clauses[hand]
        if more is not None:
            how, by = f"{how}, divided by {winners}", (*by, *more)
        payments += [Payment(hand=hand, pays=share, source="meter", formula=how, clauses=by)] * winners
        spent += share * winners
    after, least = pools.major - grains(spent), grains(meter.seed) if set(order[-1:]) & set(hands) else 0
    return Shares(payments=tuple(payments), meter_after=max(after, least), top_up=max(0, least - after))
