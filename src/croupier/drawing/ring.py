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


_COLUMN = {0: (), 1: (32.0,), 2: (66.0, 26.0), 3: (68.0, 36.0, 15.0), 4: (78.0, 57.0, 36.0, 15.0)}
"""How far down the seats of a column are, from the lowest up: none beside the board, which is in the middle."""


def upright_spot(number: int, seats: int) -> tuple[float, float]:
    """The place of a seat at an upright table, for a phone: a column on either side, and at the top those who are left.

    >>> upright_spot(0, 4), upright_spot(1, 4), upright_spot(2, 4), upright_spot(3, 4)
    ((50.0, 88.0), (12.0, 32.0), (50.0, 9.5), (88.0, 32.0))
    """
    side, top = divmod(seats - 1, 2)
    if number == 0:
        return 50.0, 88.0
    if top and number == side + 1:
        return 50.0, 9.5
    left = number <= side
    return 12.0 if left else 88.0, _COLUMN[side][(number if left else seats - number) - 1]
