"""Chips as SVG: a wager is a small stack in the colours of its chips."""

from collections.abc import Iterable

CHIPS: dict[int, tuple[str, str]] = {
    5000_00: ("brown", "#7a4a21"),
    1000_00: ("gold", "#c8961e"),
    500_00: ("purple", "#6b3fa0"),
    100_00: ("black", "#24272d"),
    25_00: ("green", "#157347"),
    5_00: ("red", "#b3202c"),
    1_00: ("white", "#dcd8cc"),
    10: ("grey", "#8d96a3"),
}
"""The chips of the house by value in cents, the greatest first: their colours by name and as drawn."""

MOST_DRAWN = 6
_ACROSS, _DEEP, _THICK = 30, 20, 4


def stack_of_chips(amount: int) -> list[int]:
    """The fewest chips that make an amount, the greatest first; what is less than the smallest is one of it.

    >>> stack_of_chips(31_00)
    [2500, 500, 100]
    """
    values: list[int] = []
    for value in CHIPS:
        number, amount = divmod(amount, value)
        values += [value] * number
    return values or ([min(CHIPS)] if amount else [])


def chips_svg(amount: int, *, attributes: str = "") -> str:
    """A small stack for an amount, of at most so many chips, the greatest at the bottom."""
    drawn = stack_of_chips(amount)[:MOST_DRAWN]
    height = _DEEP + _THICK * len(drawn)
    return (
        f'<svg viewBox="0 0 {_ACROSS + 2} {height + 2}" width="{_ACROSS + 2}" height="{height + 2}" {attributes}>'
        f"{''.join(_disc(value, height - _THICK * (number + 1)) for number, value in enumerate(drawn))}</svg>"
    )


def chip_svg(value: int, *, attributes: str = "") -> str:
    """One chip from above."""
    _, colour = CHIPS[value]
    light = "#fff" if colour != CHIPS[1_00][1] else "#24508f"
    return (
        f'<svg viewBox="0 0 44 44" {attributes}><circle cx="22" cy="22" r="21" fill="{colour}"/>'
        f'<circle cx="22" cy="22" r="18" fill="none" stroke="{light}" stroke-width="6" stroke-dasharray="7.1 11.75"/>'
        f'<circle cx="22" cy="22" r="14" fill="{colour}" stroke="{light}" stroke-width="1.4"/></svg>'
    )


def _disc(value: int, top: int) -> str:
    """A chip as seen from the side and above, its upper face at a height."""
    _, colour = CHIPS[value]
    light = "#fff" if colour != CHIPS[1_00][1] else "#24508f"
    middle, half, radius = 1 + _ACROSS / 2, _DEEP / 2, _ACROSS / 2
    y = 1 + top - half
    side = f"M1 {y}V{y + _THICK}A{radius} {half} 0 0 0 {1 + _ACROSS} {y + _THICK}V{y}Z"
    return (
        f'<path d="{side}" fill="{colour}"/><path d="{side}" fill="#000" opacity=".28"/>'
        f'<ellipse cx="{middle:g}" cy="{y:g}" rx="{radius:g}" ry="{half:g}" fill="{colour}" '
        f'stroke="#fff" stroke-opacity=".55" stroke-width=".8"/>'
        f'<ellipse cx="{middle:g}" cy="{y:g}" rx="{radius - 2.2:g}" ry="{half - 1.7:g}" fill="none" stroke="{light}" '
        f'stroke-width="2.6" stroke-dasharray="4.6 6.2"/>'
    )


def values(smallest: int, largest: int) -> Iterable[int]:
    """The chips worth having at hand for wagers from the smallest unit up to a greatest amount, the smallest first."""
    return [value for value in sorted(CHIPS) if smallest <= value <= largest]
