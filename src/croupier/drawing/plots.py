"""Plots as SVG, by `templates/plots.svg`. Colours come from the page's style sheet, so one drawing serves light, dark and paper.

All are as wide as suits a phone held upright, and are scaled up from there.
"""

from collections.abc import Callable, Sequence
from html import escape
from importlib import resources
from math import ceil, floor, log10
from typing import Any

import msgspec

from croupier.drawing.document import in_one_line
from croupier.jackpots.funding import Meter

WIDTH = 480
_LEFT, _RIGHT, _TOP, _BOTTOM = 56, 26, 14, 40
_HEIGHT = 260

Axis = tuple[str, Callable[[float], str]]
"""The name of an axis, and how its numbers are written."""
Points = Sequence[tuple[float, float]]


class Bar(msgspec.Struct, frozen=True):
    """A bar with its name, its figure in words, its length, and whether it is good or bad news for the player."""

    label: str
    figure: str
    value: float
    sign: int = 0


class HeatCell(msgspec.Struct, frozen=True):
    """A square: its text, how strongly it speaks for the one play or the other (-1 to 1), and the text shown when you
    point at it.
    """

    text: str
    heat: float
    title: str


class Line(msgspec.Struct, frozen=True):
    """A curve through points, with the name of its style."""

    points: Points
    style: str = "curve"


def bars(title: str, rows: Sequence[Bar]) -> str:
    """Horizontal bars, as long as their values; one that is too short to be seen has its figure alone."""
    return _drawn("bars", title, 34 * len(rows), rows=rows)


def heat_map(title: str, columns: Sequence[str], rows: Sequence[tuple[str, Sequence[HeatCell]]]) -> str:
    """Squares in rows with names, under columns with names."""
    label = min(12 + 7.3 * max(len(name) for name, _ in rows), WIDTH / 2)
    pitch = 20 if len(rows) < 40 else 15
    return _drawn("heat_map", title, 18 + len(rows) * pitch, columns=columns, rows=rows, label=label, pitch=pitch)


def curves(
    title: str,
    lines: Sequence[Line],
    *,
    across: Axis,
    up: Axis,
    areas: Sequence[tuple[Points, Points]] = (),
    level: float | None = None,
    marks: Sequence[tuple[float, str]] = (),
) -> str:
    """Curves, and areas between pairs of them, over two axes that each have a name and a way of writing numbers.

    `level` draws a line across, `marks` upright ones with a word.
    """
    points = [p for line in lines for p in line.points] + [p for pair in areas for edge in pair for p in edge]
    ys = [y for _, y in points] + ([] if level is None else [level])
    frame = _Frame((min(x for x, _ in points), max(x for x, _ in points)), (min(ys), max(ys)))
    between = [(list(low), list(high)) for low, high in areas]
    said = {"across": across, "up": up, "areas": between, "level": level, "marks": marks}
    return _drawn("curves", title, _HEIGHT, frame=frame, lines=lines, **said)


def distribution(meter: Meter, title: str) -> str:
    """How high a meter is when a royal flush comes, as a drawing of its own: its density, with median and mean marked."""
    most = meter.quantile(0.995)
    points = [meter.seed + (most - meter.seed) * n / 160 for n in range(161)]
    line = [(point, meter.density(point)) for point in points]
    named = {"median": meter.quantile(0.5), "mean": meter.mean, "one in ten above": meter.quantile(0.9)}
    drawn = curves(
        title,
        [Line(line)],
        across=("the meter when a royal flush comes", lambda sum_: f"${sum_:,.0f}"),
        up=("density", lambda share: ""),
        areas=[(line, [(point, 0.0) for point in points])],
        marks=[(at, f"{name} ${at:,.0f}") for name, at in named.items()],
    )
    style = (resources.files("croupier.drawing") / "document.css").read_text(encoding="utf-8")
    return drawn.replace(">", f"><title>{escape(title)}</title><style>{style}</style>", 1)


def histogram(title: str, steps: Sequence[tuple[float, float, float]], *, across: Axis) -> str:
    """Upright bars over steps `(from, to, share)`; the shares go up the side in percent."""
    frame = _Frame((steps[0][0], steps[-1][1]), (0.0, max(share for _, _, share in steps)))
    up: Axis = ("share of all", lambda share: f"{share:.1%}")
    return _drawn("histogram", title, _HEIGHT, frame=frame, steps=steps, across=across, up=up)


class _Frame:
    """The field of a plot: where numbers are in it."""

    left, right, top, ground = _LEFT, WIDTH - _RIGHT, _TOP, _HEIGHT - _BOTTOM

    def __init__(self, across: tuple[float, float], up: tuple[float, float]) -> None:
        self.across = across
        low, high = up
        self.up = (low, high) if high > low else (low - 1, high + 1)

    def x(self, value: float) -> float:
        low, high = self.across
        return self.left + (value - low) / ((high - low) or 1) * (self.right - self.left)

    def y(self, value: float) -> float:
        low, high = self.up
        return self.ground - (value - low) / (high - low) * (self.ground - self.top)

    def path(self, points: Points) -> str:
        return " ".join(f"{self.x(x):.1f},{self.y(y):.1f}" for x, y in points)


def ticks(low: float, high: float, about: int) -> list[float]:
    """Round numbers from low to high, about so many.

    >>> ticks(0, 1_000_000, 4)
    [0.0, 200000.0, 400000.0, 600000.0, 800000.0, 1000000.0]
    """
    if high <= low:
        return [low]
    rough = (high - low) / about
    power = 10.0 ** floor(log10(rough))
    step = next(power * n for n in (1, 2, 2.5, 5, 10) if power * n >= rough * 0.75)
    return [n * step for n in range(ceil(low / step - 1e-9), floor(high / step + 1e-9) + 1)]


def _drawn(plot: str, title: str, height: float, **figures: Any) -> str:
    return in_one_line("plots.svg", plot=plot, title=title, width=WIDTH, height=height, ticks=ticks, figures=figures)
