"""The height of a meter when a royal flush comes, as a self-contained SVG picture."""

from croupier.jackpots.funding import Meter

_WIDTH, _HEIGHT, _LEFT, _BOTTOM = 760, 320, 60, 46


def distribution_svg(meter: Meter, title: str) -> str:
    """The density of the meter at a royal flush, with the median and the mean marked."""
    most = meter.quantile(0.995)
    steps = 160
    points = [(meter.seed + (most - meter.seed) * n / steps) for n in range(steps + 1)]
    peak = max(meter.density(point) for point in points)

    def across(value: float) -> float:
        return _LEFT + (value - meter.seed) / (most - meter.seed) * (_WIDTH - _LEFT - 50)

    def up(value: float) -> float:
        return _HEIGHT - _BOTTOM - value / peak * (_HEIGHT - _BOTTOM - 100)

    curve = " ".join(f"{across(point):.1f},{up(meter.density(point)):.1f}" for point in points)
    floor = _HEIGHT - _BOTTOM
    area = f"{across(meter.seed):.1f},{floor} {curve} {across(most):.1f},{floor}"
    marks = "".join(
        f'<line x1="{across(at):.1f}" y1="40" x2="{across(at):.1f}" y2="{floor}" stroke="{colour}" stroke-dasharray="4 3"/>'
        f'<text x="{across(at) + 4:.1f}" y="{top}" font-size="12" fill="{colour}">{name} ${at:,.0f}</text>'
        for name, at, colour, top in (
            ("median", meter.quantile(0.5), "#9a3412", 52),
            ("mean", meter.mean, "#1d4ed8", 68),
            ("one in ten above", meter.quantile(0.9), "#166534", 84),
        )
    )
    ticks = "".join(
        f'<text x="{across(at):.1f}" y="{floor + 18}" font-size="12" text-anchor="middle">${at:,.0f}</text>'
        for at in (meter.seed + (most - meter.seed) * n / 5 for n in range(6))
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" '
        f'font-family="ui-sans-serif,system-ui,sans-serif" role="img"><title>{title}</title>'
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="#fff"/>'
        f'<text x="{_LEFT}" y="24" font-size="15" font-weight="600">{title}</text>'
        f'<polygon points="{area}" fill="#bae6fd"/><polyline points="{curve}" fill="none" stroke="#0369a1" stroke-width="2"/>'
        f'<line x1="{_LEFT}" y1="{floor}" x2="{_WIDTH - 50}" y2="{floor}" stroke="#444"/>{marks}{ticks}'
        f'<text x="{_WIDTH / 2}" y="{_HEIGHT - 8}" font-size="12" text-anchor="middle">'
        "the meter when a royal flush comes</text></svg>"
    )
