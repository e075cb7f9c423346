"""How something grows, drawn: figures that a measurement kept in `benchmarks/figures/`, each file a picture in `docs/pictures/`.

    from benchmarks.charts import Chart, Line, Panel, keep

    keep("server", Chart("The server, from 1 table to 2,000", "tables", machine(), (
        Panel("answered within, ms", (Line("half", ((1, 0.9), (2_000, 3.1))), Line("99 of 100", ((1, 2.0), (2_000, 9.5))))),
        Panel("memory, MB", (Line("memory", ((1, 90.0), (2_000, 700.0))),), in_proportion=True),
    )))

`keep` writes the figures and draws them; `python -m benchmarks.charts` draws all that are kept once more. Both axes count in
powers of ten, so growth in proportion is a straight line that rises by one for each step, and what does not grow lies flat.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from itertools import pairwise
from math import ceil, floor, log10
from pathlib import Path

import msgspec

FONT = "ui-sans-serif,system-ui,Helvetica,Arial,sans-serif"
WHITE, INK = "#ffffff", "#15171b"
FIGURES = Path(__file__).parent / "figures"
PICTURES = Path(__file__).parents[1] / "docs" / "pictures"

_WIDTH, _HEIGHT = 720, 250
_LEFT, _RIGHT, _TOP, _BOTTOM = 78, 170, 16, 44
_DIM, _GRID = "#5b6270", "#dfe3e8"
_COLOURS = ("#0b5fae", "#b3261e", "#1f7a4d", "#7a4fb5", "#a15c00")


def drawing(width: int, height: int, says: str, body: str) -> str:
    """A drawing that is whole in itself: no style sheet, no script, no font to load; `says` is it in words."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
        f'style="width:100%;max-width:{width}px;height:auto" font-family="{FONT}">'
        f"<title>{escape(says)}</title>{body}</svg>"
    )


def text(
    x: float, y: float, says: str, *, size: float, fill: str, weight: int = 400, anchor: str = "start", spacing: float = 0
) -> str:
    apart = f' letter-spacing="{spacing}"' if spacing else ""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:g}" font-weight="{weight}" fill="{fill}" '
        f'text-anchor="{anchor}"{apart}>{escape(says)}</text>'
    )


class Line(msgspec.Struct, frozen=True):
    """What was measured, by its name: for each size, a figure."""

    name: str
    points: tuple[tuple[float, float], ...]


class Panel(msgspec.Struct, frozen=True):
    """One axis upwards with its unit, and the lines over it; with a dashed line of growth in proportion beside the first."""

    up: str
    lines: tuple[Line, ...]
    in_proportion: bool = False


class Chart(msgspec.Struct, frozen=True):
    """Panels one below the other over the same axis, with the machine and the day of the measurement."""

    title: str
    across: str
    measured: str
    panels: tuple[Panel, ...]


def keep(name: str, chart: Chart) -> None:
    """Write the figures, and the picture of them."""
    picture = draw(chart)
    FIGURES.mkdir(exist_ok=True)
    (FIGURES / f"{name}.json").write_bytes(msgspec.json.format(msgspec.json.encode(chart), indent=1) + b"\n")
    picture_of(name).write_text(picture, encoding="utf-8")


def kept() -> Iterator[tuple[str, Chart]]:
    """Every chart whose figures are kept, with its name."""
    for file in sorted(FIGURES.glob("*.json")):
        yield file.stem, msgspec.json.decode(file.read_bytes(), type=Chart)


def picture_of(name: str) -> Path:
    return PICTURES / f"growth-{name}.svg"


def draw(chart: Chart) -> str:
    """The chart as a drawing that is whole in itself: no style sheet, no script, no font to load."""
    sizes = sorted({x for panel in chart.panels for line in panel.lines for x, _ in line.points})
    if not sizes or min(y for panel in chart.panels for line in panel.lines for _, y in (*line.points, (0, 1))) <= 0:
        raise ValueError(f"{chart.title}: figures are greater than nothing, or they have no place on such an axis")
    height = 44 + len(chart.panels) * _HEIGHT + 18
    parts = [
        f'<rect width="{_WIDTH}" height="{height}" fill="{WHITE}"/>',
        _text(16, 26, chart.title, size=16, weight=600),
        *(_panel(panel, chart.across, sizes, 44 + place * _HEIGHT) for place, panel in enumerate(chart.panels)),
        _text(16, height - 10, chart.measured, size=11, fill=_DIM),
    ]
    return drawing(_WIDTH, height, chart.title, "".join(parts)) + "\n"


def _panel(panel: Panel, across: str, sizes: Sequence[float], top: float) -> str:
    figures = [y for line in panel.lines for _, y in line.points]
    first = panel.lines[0].points
    steady = [(x, first[0][1] * x / first[0][0]) for x in (first[0][0], first[-1][0])] if panel.in_proportion else []
    x_axis = _Axis(sizes[0], sizes[-1], _LEFT, _WIDTH - _RIGHT)
    y_axis = _Axis(*_whole(figures + [y for _, y in steady]), top + _HEIGHT - _BOTTOM, top + _TOP)
    ground = top + _HEIGHT - _BOTTOM
    parts = []
    for value in ticks(y_axis.low, y_axis.high):
        y = y_axis.at(value)
        parts.append(_stroke([(_LEFT, y), (_WIDTH - _RIGHT, y)], _GRID, 1))
        parts.append(_text(_LEFT - 6, y + 4, _figure(value), anchor="end"))
    for value in _apart(sizes, x_axis):
        x = x_axis.at(value)
        parts.append(_stroke([(x, ground), (x, top + _TOP)], _GRID, 1))
        parts.append(_text(x, ground + 16, _figure(value), anchor="middle"))
    parts.append(_stroke([(_LEFT, ground), (_WIDTH - _RIGHT, ground)], INK, 1))
    parts.append(_text((_LEFT + _WIDTH - _RIGHT) / 2, ground + 34, across, fill=_DIM, anchor="middle"))
    middle = (ground + top + _TOP) / 2
    name = _text(18, middle, panel.up, fill=_DIM, anchor="middle")
    parts.append(f'<g transform="rotate(-90 18 {middle:g})">{name}</g>')
    ends: list[tuple[float, str, str]] = []
    if steady:
        parts.append(_stroke([(x_axis.at(x), y_axis.at(y)) for x, y in steady], _DIM, 1.2, dashes="5 4"))
        ends.append((y_axis.at(steady[-1][1]), "in proportion", _DIM))
    for line, colour in zip(panel.lines, _COLOURS, strict=False):
        places = [(x_axis.at(x), y_axis.at(y)) for x, y in line.points]
        parts.append(_stroke(places, colour, 2))
        for (x, y), (size, figure) in zip(places, line.points, strict=True):
            says = f"{line.name}: {_figure(figure)} at {_figure(size)} {across}"
            parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{colour}"><title>{escape(says)}</title></circle>')
        ends.append((places[-1][1], f"{line.name} {_figure(line.points[-1][1])}", colour))
    return "".join(parts) + "".join(_text(_WIDTH - _RIGHT + 10, y + 4, name, fill=colour) for y, name, colour in _spread(ends))


class _Axis:
    """Where a figure lies between two edges, by the power of ten that it is."""

    def __init__(self, low: float, high: float, start: float, end: float) -> None:
        self.low, self.high, self._start, self._end = low, high, start, end

    def at(self, value: float) -> float:
        part = log10(value / self.low) / log10(self.high / self.low) if self.high > self.low else 0.5
        return self._start + part * (self._end - self._start)


def ticks(low: float, high: float) -> list[float]:
    """Powers of ten from low to high, and twice and five times these where there are few.

    >>> ticks(1, 1000)
    [1, 10, 100, 1000]
    >>> ticks(0.5, 20)
    [0.5, 1, 2, 5, 10, 20]
    """
    steps = (1,) if log10(high / low) > 2 else (1, 2, 5)
    every = [
        step * 10**power if power >= 0 else step / 10**-power
        for power in range(floor(log10(low)) - 1, ceil(log10(high)) + 1)
        for step in steps
    ]
    return [value for value in every if low * 0.999 <= value <= high * 1.001]


def _whole(figures: Sequence[float]) -> tuple[float, float]:
    """From the last tick below all figures to the first above them, at least a power of ten apart."""
    low, high = min(figures), max(figures)
    marks = ticks(low / 10, high * 10)
    below, above = max(m for m in marks if m <= low), min(m for m in marks if m >= high)
    if above / below >= 10:
        return below, above
    return max(m for m in marks if m <= below / 2), above * 2


def _apart(sizes: Sequence[float], axis: _Axis) -> list[float]:
    """The sizes that can be written below the axis without touching each other; the last one always."""
    chosen = [sizes[-1]]
    for size in reversed(sizes[:-1]):
        if axis.at(chosen[0]) - axis.at(size) >= 44:
            chosen.insert(0, size)
    return chosen


def _spread(ends: list[tuple[float, str, str]]) -> list[tuple[float, str, str]]:
    """Names at the ends of the lines, moved down until none lies on another."""
    placed = sorted(ends)
    for one, other in pairwise(range(len(placed))):
        y, name, colour = placed[other]
        placed[other] = (max(y, placed[one][0] + 16), name, colour)
    return placed


def _figure(value: float) -> str:
    """A number as one reads it.

    >>> _figure(5000), _figure(1.25), _figure(0.0042)
    ('5,000', '1.25', '0.0042')
    """
    return f"{value:,.0f}" if value >= 100 or value == int(value) else f"{value:.3g}" if value >= 1 else f"{value:.2g}"


def _text(x: float, y: float, says: str, *, size: float = 12, weight: int = 400, fill: str = INK, anchor: str = "start") -> str:
    return text(x, y, says, size=size, weight=weight, fill=fill, anchor=anchor)


def _stroke(points: Sequence[tuple[float, float]], colour: str, width: float, dashes: str = "") -> str:
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    return f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="{width:g}"{dashed}/>'


if __name__ == "__main__":
    for each, figures in kept():
        picture_of(each).write_text(draw(figures), encoding="utf-8")
        print(picture_of(each).relative_to(Path.cwd()))
