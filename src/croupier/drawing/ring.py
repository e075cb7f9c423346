"""Where the seats of an oval table are: around it clockwise, the first at the bottom in the middle."""

from __future__ import annotations

from math import cos, pi, sin

MOST = 10


def spot(number: int, seats: int, *, upright: bool = False) -> tuple[float, float]:
    """The place of a seat in per cent of the picture's width and height: 0 is the bottom, then clockwise.

    An `upright` table, for a phone, has its long sides left and right, and is squarer, so that the plates find room.

    >>> spot(0, 6), spot(3, 6)
    ((50.0, 87.0), (50.0, 13.0))
    """
    angle = 2 * pi * number / seats
    square = 0.62 if upright else 0.8
    across, down = (36.0, 41.0) if upright else (42.0, 37.0)
    return round(50 - across * _bent(sin(angle), square), 1), round(50 + down * _bent(cos(angle), square), 1)


def _bent(value: float, power: float) -> float:
    """A coordinate of a curve between an ellipse and a rectangle."""
    if abs(value) < 1e-9:
        return 0.0
    bent: float = abs(value) ** power
    return bent if value > 0 else -bent


def ring_css() -> str:
    """The places as rules of a style sheet: `--x` and `--y` on a wide page, `--px` and `--py` on a phone."""
    lines = []
    for seats in range(2, MOST + 1):
        for number in range(seats):
            (x, y), (px, py) = spot(number, seats), spot(number, seats, upright=True)
            lines.append(f".ring-{seats} .slot-{number}{{--x:{x:g}%;--y:{y:g}%;--px:{px:g}%;--py:{py:g}%}}")
    return "\n".join(lines) + "\n"
