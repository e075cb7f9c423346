"""Outlines of SVG, placed by their numbers instead of by an element around them.

A browser lays out every element of a drawing, but a path only once, however long it is: many small shapes in one path cost
as much as one.
"""

import re
from functools import cache

_PART = re.compile(r"([A-Za-z])([^A-Za-z]*)")
_NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")
_TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "A": 7, "Z": 0}
"""The supported commands, and how many numbers each takes."""


def placed(path: str, x: float, y: float, scale: float = 1) -> str:
    """A path of absolute commands, scaled about its origin, moved to a point; a negative scale turns it upside down.

    Its steps are relative, so the same shape elsewhere has the same text apart from its start.

    >>> placed("M0-10L5 0H-5Z", 20, 30, 0.5)
    'M20 25l2.5 5h-5z'
    """
    return "".join(
        f"M{_short(x + start_x * scale)} {_short(y + start_y * scale)}{steps}" for start_x, start_y, steps in _steps(path, scale)
    )


@cache
def _steps(path: str, scale: float) -> tuple[tuple[float, float, str], ...]:
    """The pieces of a path: where each begins, and its steps from there, scaled."""
    pieces: list[tuple[float, float, list[str]]] = []
    here = (0.0, 0.0)
    for letter, rest in _PART.findall(path):
        numbers = [float(number) for number in _NUMBER.findall(rest)]
        takes = _TAKES[letter]
        if letter == "Z":
            pieces[-1][2].append("z")
            here = pieces[-1][:2]
            continue
        for place in range(0, len(numbers), takes):
            given = numbers[place : place + takes]
            if letter == "M" and place == 0:
                here = (given[0], given[1])
                pieces.append((*here, []))
                continue
            step, here = _step("L" if letter == "M" else letter, given, here, scale)
            pieces[-1][2].append(step)
    return tuple((x, y, "".join(steps)) for x, y, steps in pieces)


def _step(letter: str, given: list[float], here: tuple[float, float], scale: float) -> tuple[str, tuple[float, float]]:
    """One command as a step from a point, and the point that it leads to."""
    x, y = here
    if letter == "H":
        return _written("h", [(given[0] - x) * scale]), (given[0], y)
    if letter == "V":
        return _written("v", [(given[0] - y) * scale]), (x, given[0])
    radii = [given[0] * abs(scale), given[1] * abs(scale), *given[2:5]] if letter == "A" else []
    points = given[5:] if letter == "A" else given
    relative = [(number - here[place % 2]) * scale for place, number in enumerate(points)]
    return _written(letter.lower(), radii + relative), (points[-2], points[-1])


def _written(letter: str, numbers: list[float]) -> str:
    return letter + " ".join(map(_short, numbers))


def _short(number: float) -> str:
    """A number to the hundredth, and no minus before nothing."""
    return f"{round(number, 2) + 0:g}"
