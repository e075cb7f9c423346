"""Plots as SVG, written by hand. Colours come from the page's style sheet, so one drawing serves light, dark and paper.

All are as wide as a phone held upright is comfortable with, and are scaled up from there.
"""

from collections.abc import Callable, Sequence
from html import escape
from importlib import resources
from math import ceil, floor, log10

import msgspec

from croupier.jackpots.funding import Meter

WIDTH = 480
_LEFT, _RIGHT, _TOP, _BOTTOM = 56, 26, 14, 40
_HEIGHT = 260


class Bar(msgspec.Struct, frozen=True):
    """A bar with its name, its figure in words, its length, and whether it is good or bad news for the player."""

    label: str
    figure: str
    value: float
    sign: int = 0


class HeatCell(msgspec.Struct, frozen=True):
    """A square: what stands in it, how strongly it speaks for the one play or the other (-1 to 1), and what it says when
    pointed at.
    """

    text: str
    heat: float
    title: str


class Line(msgspec.Struct, frozen=True):
    """A curve through points, with the name of its style."""

    points: Sequence[tuple[float, float]]
    style: str = "curve"


def bars(title: str, rows: Sequence[Bar]) -> str:
    """Horizontal bars, as long as what they stand for; one that is too short to be seen has its figure alone."""
    pitch = 34
    most = max((row.value for row in rows), default=0) or 1
    parts = []
    for place, row in enumerate(rows):
        top = place * pitch
        length = row.value / most * WIDTH
        kind = "good" if row.sign > 0 else "bad" if row.sign < 0 else "even"
        parts.append(
            f'<text x="0" y="{top + 13}">{escape(row.label)}</text>'
            f'<text x="{WIDTH}" y="{top + 13}" class="figure">{escape(row.figure)}</text>'
            f'<rect class="bar {kind}" x="0" y="{top + 18}" width="{length:.1f}" height="9" rx="2"/>'
        )
    return _svg(title, len(rows) * pitch, "".join(parts))


def heat_map(title: str, columns: Sequence[str], rows: Sequence[tuple[str, Sequence[HeatCell]]]) -> str:
    """Squares in rows with names, under columns with names."""
    label = min(12 + 7.3 * max(len(name) for name, _ in rows), WIDTH / 2)
    height = 20 if len(rows) < 40 else 15
    side = (WIDTH - label) / len(columns)
    parts = [
        f'<text x="{label + side * (n + 0.5):.1f}" y="12" class="middle">{escape(name)}</text>' for n, name in enumerate(columns)
    ]
    for place, (name, cells) in enumerate(rows):
        top = 18 + place * height
        room = label - 8
        squeezed = f' textLength="{room:.1f}" lengthAdjust="spacingAndGlyphs"' if 7.3 * len(name) > room + 4 else ""
        parts.append(f'<text x="{label - 6:.1f}" y="{top + height - 5}" class="end"{squeezed}>{escape(name)}</text>')
        for n, cell in enumerate(cells):
            kind = "none" if not cell.text else "good" if cell.heat > 0 else "bad"
            left = label + side * n
            fits = side - 4
            squeezed = f' textLength="{fits:.1f}" lengthAdjust="spacingAndGlyphs"' if _wide(cell.text) > fits else ""
            parts.append(
                f'<g><title>{escape(cell.title)}</title><rect class="cell {kind}" x="{left:.1f}" y="{top}" '
                f'width="{side - 1.5:.1f}" height="{height - 1.5}" fill-opacity="{0.12 + 0.75 * min(1.0, abs(cell.heat)):.2f}"/>'
                f'<text x="{left + side / 2 - 0.7:.1f}" y="{top + height - 5}" class="mark"{squeezed}>'
                f"{escape(cell.text)}</text></g>"
            )
    return _svg(title, 18 + len(rows) * height, "".join(parts))


def _wide(text: str) -> float:
    """About how wide a mark in a square is."""
    return 6.6 * len(text)


def curves(
    title: str,
    lines: Sequence[Line],
    *,
    across: tuple[str, Callable[[float], str]],
    up: tuple[str, Callable[[float], str]],
    areas: Sequence[tuple[Sequence[tuple[float, float]], Sequence[tuple[float, float]]]] = (),
    level: float | None = None,
    marks: Sequence[tuple[float, str]] = (),
) -> str:
    """Curves, and areas between pairs of them, over two axes that each have a name and a way of writing numbers.

    `level` draws a line across, `marks` upright ones with a word.
    """
    points = [p for line in lines for p in line.points] + [p for pair in areas for edge in pair for p in edge]
    ys = [y for _, y in points] + ([] if level is None else [level])
    frame = _Frame((min(x for x, _ in points), max(x for x, _ in points)), (min(ys), max(ys)))
    parts = [frame.axes(across, up)]
    for depth, (low, high) in enumerate(areas):
        parts.append(f'<polygon class="area a{depth}" points="{frame.path([*low, *reversed(high)])}"/>')
    if level is not None:
        y = frame.y(level)
        parts.append(f'<line class="level" x1="{_LEFT}" y1="{y:.1f}" x2="{WIDTH - _RIGHT}" y2="{y:.1f}"/>')
    for place, (at, word) in enumerate(marks):
        x, side = frame.x(at), "end" if frame.x(at) > WIDTH / 2 else "start"
        parts.append(
            f'<line class="level" x1="{x:.1f}" y1="{_TOP}" x2="{x:.1f}" y2="{_HEIGHT - _BOTTOM}"/>'
            f'<text x="{x + (-4 if side == "end" else 4):.1f}" y="{_TOP + 12 + 14 * place}" class="{side}">{escape(word)}</text>'
        )
    parts += [f'<polyline class="{line.style}" points="{frame.path(line.points)}"/>' for line in lines]
    return _svg(title, _HEIGHT, "".join(parts))


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


def histogram(title: str, steps: Sequence[tuple[float, float, float]], *, across: tuple[str, Callable[[float], str]]) -> str:
    """Upright bars over steps `(from, to, share)`; the shares go up the side in percent."""
    most = max(share for _, _, share in steps)
    frame = _Frame((steps[0][0], steps[-1][1]), (0.0, most))
    parts = [frame.axes(across, ("share of all", lambda share: f"{share:.1%}"))]
    for low, high, share in steps:
        left, top = frame.x(low), frame.y(share)
        kind = "good" if low >= 0 else "bad" if high <= 0 else "even"
        parts.append(
            f'<rect class="bar {kind}" x="{left + 0.5:.1f}" y="{top:.1f}" width="{max(frame.x(high) - left - 1, 0.5):.1f}" '
            f'height="{_HEIGHT - _BOTTOM - top:.1f}"><title>{escape(across[1](low))} to {escape(across[1](high))}: '
            f"{share:.2%}</title></rect>"
        )
    return _svg(title, _HEIGHT, "".join(parts))


class _Frame:
    """The field of a plot: where numbers are in it."""

    def __init__(self, across: tuple[float, float], up: tuple[float, float]) -> None:
        self._across = across
        low, high = up
        self._up = (low, high) if high > low else (low - 1, high + 1)

    def x(self, value: float) -> float:
        low, high = self._across
        return _LEFT + (value - low) / ((high - low) or 1) * (WIDTH - _LEFT - _RIGHT)

    def y(self, value: float) -> float:
        low, high = self._up
        return _HEIGHT - _BOTTOM - (value - low) / (high - low) * (_HEIGHT - _BOTTOM - _TOP)

    def path(self, points: Sequence[tuple[float, float]]) -> str:
        return " ".join(f"{self.x(x):.1f},{self.y(y):.1f}" for x, y in points)

    def axes(self, across: tuple[str, Callable[[float], str]], up: tuple[str, Callable[[float], str]]) -> str:
        ground = _HEIGHT - _BOTTOM
        parts = [f'<line class="axis" x1="{_LEFT}" y1="{ground}" x2="{WIDTH - _RIGHT}" y2="{ground}"/>']
        for value in ticks(*self._across, 3):
            parts.append(f'<text x="{self.x(value):.1f}" y="{ground + 15}" class="middle">{escape(across[1](value))}</text>')
        for value in ticks(*self._up, 5):
            y = self.y(value)
            parts.append(f'<line class="grid" x1="{_LEFT}" y1="{y:.1f}" x2="{WIDTH - _RIGHT}" y2="{y:.1f}"/>')
            parts.append(f'<text x="{_LEFT - 5}" y="{y + 4:.1f}" class="end">{escape(up[1](value))}</text>')
        parts.append(f'<text x="{(_LEFT + WIDTH - _RIGHT) / 2}" y="{_HEIGHT - 6}" class="middle dim">{escape(across[0])}</text>')
        middle = (ground + _TOP) / 2
        parts.append(f'<text x="11" y="{middle}" class="middle dim" transform="rotate(-90 11 {middle})">{escape(up[0])}</text>')
        return "".join(parts)


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


def _svg(title: str, height: float, body: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:g}" role="img" '
        f'aria-label="{escape(title)}">{body}</svg>'
    )
