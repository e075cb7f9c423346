"""Chips as SVG: a wager is a small stack in the colours of its chips."""

from collections.abc import Iterable
from typing import Any

from croupier.drawing.document import in_one_line
from croupier.kernel.data import data_of

CHIPS: dict[int, list[str]] = {
    int(value): colours for value, colours in data_of("croupier.drawing", "chips.toml")["chips"].items()
}
"""The chips of the house by value in cents, the largest first: their colours by name and as drawn."""

MOST_DRAWN = 6


def stack_of_chips(amount: int) -> list[int]:
    """The fewest chips that make an amount, the largest first; a remainder smaller than any chip counts as one.

    >>> stack_of_chips(31_00)
    [2500, 500, 100]
    """
    values: list[int] = []
    for value in CHIPS:
        number, amount = divmod(amount, value)
        values += [value] * number
    return values or ([min(CHIPS)] if amount else [])


def chips_svg(amount: int, *, attributes: str = "") -> str:
    """A small stack for an amount, of at most so many chips, the largest at the bottom."""
    return _drawn(attributes, stack=stack_of_chips(amount)[:MOST_DRAWN])


def chip_svg(value: int, *, attributes: str = "") -> str:
    """One chip from above."""
    return _drawn(attributes, value=value)


def _drawn(attributes: str, **what: Any) -> str:
    return in_one_line("chips.svg", attributes=attributes, chips=CHIPS, white=1_00, **what)


def values(smallest: int, largest: int) -> Iterable[int]:
    """A useful set of chips for wagers from the smallest unit up to a largest amount, the smallest first."""
    return [value for value in sorted(CHIPS) if smallest <= value <= largest]
