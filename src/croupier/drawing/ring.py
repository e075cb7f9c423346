"""Where the seats of an oval table are: around it clockwise, the first at the bottom in the middle."""

from math import cos, pi, sin

MOST = 10


def spot(number: int, seats: int) -> tuple[float, float]:
    """The place of a seat in per cent of the picture's width and height: 0 is the bottom, then clockwise.

    >>> spot(0, 6), spot(3, 6)
    ((50.0, 87.0), (50.0, 13.0))
    """
    angle = 2 * pi * number / seats
    return round(50 - 42 * _bent(sin(angle)), 1), round(50 + 37 * _bent(cos(angle)), 1)


def _bent(value: float) -> float:
    """A coordinate of a curve between an ellipse and a rectangle, so that the seats are further apart."""
    if abs(value) < 1e-9:
        return 0.0
    bent: float = abs(value) ** 0.8
    return bent if value > 0 else -bent
