"""The meter at which a jackpot wager is fair, with its working: each prize, how often it comes, and what it adds."""

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from croupier.cli.terminal.names import chosen
from croupier.cli.terminal.output import Complaint
from croupier.jackpots.funding import HANDS
from croupier.jackpots.prizes import Jackpot, Pools, grains
from croupier.jackpots.worth import lowest_meter
from croupier.kernel.money import cents, dollars, plain

_PART = re.compile(r"(\d{1,3}(?:\.\d{1,4})?)\s*%")


class Prize(NamedTuple):
    """What a hand is paid, in cents, and by which formula and clauses."""

    pays: int
    formula: str
    clauses: tuple[str, ...] = ()


Paid = Callable[[int], Mapping[str, Prize]]
"""The prize of every hand with the meter at so many cents, and nobody else winning."""


class Working(NamedTuple):
    """The lowest meter in cents at which a wager returns its price, and what each hand adds to that."""

    meter: int
    price: int
    prizes: Mapping[str, Prize]
    counts: Mapping[str, int]
    before: Fraction
    """What the wager returns with the meter one cent lower."""

    def adds(self, hand: str) -> Fraction:
        return Fraction(self.counts[hand] * self.prizes[hand].pays, HANDS)

    @property
    def total(self) -> Fraction:
        return sum(map(self.adds, self.prizes), Fraction(0))

    def rows(self) -> list[tuple[str, ...]]:
        return [
            (hand, f"{self.counts[hand]:,}", dollars(prize.pays), f"${float(self.adds(hand)) / 100:.8f}", prize.formula)
            for hand, prize in self.prizes.items()
        ]

    def as_data(self) -> dict[str, Any]:
        return {
            "returns_cents": {"numerator": str(self.total.numerator), "denominator": str(self.total.denominator)},
            "working": [
                {
                    "hand": hand,
                    "hands": self.counts[hand],
                    "of": HANDS,
                    "pays": plain(prize.pays),
                    "adds_cents": float(self.adds(hand)),
                    "formula": prize.formula,
                    "clauses": list(prize.clauses),
                }
                for hand, prize in self.prizes.items()
            ],
        }


def by_the_book(jackpot: Jackpot) -> Paid:
    """The prizes of a book's jackpot."""

    def paid(meter: int) -> dict[str, Prize]:
        pools = Pools(grains(meter), grains(meter))
        won = {hand: jackpot.share(jackpot, pools, [hand]).payments[0] for hand in jackpot.hands}
        return {hand: Prize(each.pays, each.formula, tuple(each.clauses)) for hand, each in won.items()}

    return paid


def own_rows(text: str, counts: Mapping[str, int]) -> dict[str, Fraction | int]:
    """A table of somebody's own: for each hand a part of the meter, or a sum in cents."""
    rows: dict[str, Fraction | int] = {}
    for row in filter(None, (part.strip() for part in text.split(","))):
        name, mark, prize = (part.strip() for part in row.partition("="))
        if not mark:
            raise Complaint(f"{row!r} names no prize: write HAND=PRIZE, such as 'royal flush=100%' or flush=50")
        hand = chosen(name.lower(), list(counts), "jackpot hand")
        if hand in rows:
            raise Complaint(f"{hand} is in the table twice")
        part = _PART.fullmatch(prize)
        rows[hand] = Fraction(part[1]) / 100 if part else cents(prize)
    if sum(row for row in rows.values() if isinstance(row, Fraction)) == 0:
        raise Complaint("no hand of that table wins a part of the meter, such as 'royal flush=100%': no meter breaks even")

    return rows


def by_own_rows(rows: Mapping[str, Fraction | int]) -> Paid:
    """The prizes of such a table, a part of the meter to the whole cent."""
    return lambda meter: {hand: _own_prize(row, meter) for hand, row in rows.items()}


def without_rounding(rows: Mapping[str, Fraction | int], counts: Mapping[str, int], price: int) -> float:
    """The meter in cents at which the wager would be fair if parts of a cent were paid."""
    fixed = sum(counts[hand] * row for hand, row in rows.items() if isinstance(row, int))
    parts = sum((counts[hand] * row for hand, row in rows.items() if isinstance(row, Fraction)), Fraction(0))
    return float((price * HANDS - fixed) / parts)


def _own_prize(row: Fraction | int, meter: int) -> Prize:
    if isinstance(row, int):
        return Prize(row, "fixed")
    return Prize(int(row * meter), f"{float(100 * row):g}% of {dollars(meter)}")


def working(paid: Paid, counts: Mapping[str, int], price: int) -> Working:
    """The lowest meter that returns the price, and what each prize adds to it."""

    def worth(meter: int) -> Fraction:
        return sum((Fraction(counts[hand] * prize.pays, HANDS) for hand, prize in paid(meter).items()), Fraction(0))

    meter = lowest_meter(lambda meter: worth(meter) >= price)
    return Working(meter, price, paid(meter), counts, worth(meter - 1))
