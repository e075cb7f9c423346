"""How figures are written in documents: exact fractions as decimals that are rounded once, sums, antes.

>>> decimal(Fraction(-1, 3), 4), decimal(Fraction(2, 1), 1), root(Fraction(2), 6)
('-0.3333', '2.0', '1.414214')
"""

from fractions import Fraction
from html import escape
from math import isqrt
from typing import Any

from croupier.kernel.money import Odds, dollars, money


def decimal(value: Fraction, places: int) -> str:
    """A fraction as a decimal number, rounded once, half to the even digit."""
    whole = round(value * 10**places)
    digits = f"{abs(whole):0{places + 1}d}"
    text = f"{int(digits[: len(digits) - places]):,}" + (f".{digits[-places:]}" if places else "")
    return f"-{text}" if whole < 0 else text


def percent(value: Fraction, places: int = 8) -> str:
    return f"{decimal(value * 100, places)} %"


def root(value: Fraction, places: int) -> str:
    """The square root of a fraction, rounded."""
    return decimal(Fraction(isqrt(int(value * 10 ** (2 * places + 4))), 10 ** (places + 2)), places)


def fraction(value: Fraction) -> str:
    return f"{value.numerator:,} / {value.denominator:,}"


def exact(number: int | Fraction, decimal: str = "") -> dict[str, Any]:
    """A fraction for JSON: exact integers as strings, and if it is given a name the number itself as well."""
    data = {"numerator": str(number.numerator), "denominator": str(number.denominator)}
    return {**data, decimal: float(number)} if decimal else data


def antes(units: int | Fraction) -> str:
    """Antes with their sign; parts of one to four places."""
    text = decimal(Fraction(units), 4).rstrip("0").rstrip(".")
    return f"+{text}" if units > 0 else text


def odds(paid: Odds) -> str:
    return f"{paid.to} to {paid.each}" if paid.to else "goes back"


def edge(share: float) -> str:
    """An edge with its owner: `house edge 5.2243%`, or `player edge 4.2000%`."""
    return f"{'house' if share >= 0 else 'player'} edge {abs(share):.4%}"


def cents(amount: int | Fraction) -> str:
    """Cents and parts of one as money, rounded once."""
    return dollars(round(amount))


FILTERS = {
    **{each.__name__: each for each in (antes, cents, decimal, dollars, edge, fraction, money, odds, percent, root)},
    "escaped": escape,
    "f": format,
}
"""The filters that templates may put after a figure."""
