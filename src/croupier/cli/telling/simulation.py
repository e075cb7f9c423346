"""A simulation's result in lines for a terminal: tables, a fan of paths lying on its side, bars."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from croupier.cli.terminal.output import paint, table
from croupier.kernel.money import dollars

if TYPE_CHECKING:
    from croupier.odds.bankroll import Period, Schedule
    from croupier.odds.simulation_result import Bar, Fan, Jackpot, Result, Ruin

_WIDE = 61
_ROWS = 10


def told(result: Result, strategy: str, schedule: Schedule) -> Iterator[str]:
    """Everything that a simulation found, line by line."""
    seats = "one player" if result.seats == 1 else f"{result.seats} players at one table"
    yield f"{paint(result.game, 'bold')}, {strategy}, {result.rounds:,} rounds, {seats}, seed {result.seed}"
    yield table(("antes won", "times", "share", "exact"), _counts(result))
    yield _mean(result)
    shares = ", ".join(f"{play} {share:.2%}" for play, share in result.decisions.items())
    yield f"decisions: {shares}"
    if result.correlation is not None:
        yield f"the results of two players at one table have a correlation of {result.correlation:+.3f}"
    if result.jackpot:
        yield from _jackpot(result.jackpot)
    yield ""
    yield from _fan(result)
    yield ""
    yield from _sessions(result)
    if result.ruin:
        yield ""
        yield from _ruin(result.ruin)
    yield ""
    yield from _periods(result, schedule)


def _counts(result: Result) -> list[tuple[str, ...]]:
    return [
        (
            f"{c.units:+d}" if c.units else "0",
            f"{c.rounds:,}",
            f"{c.share:.6%}",
            "" if c.exact is None else f"{c.exact:.6%}",
        )
        for c in result.counts
    ]


def _mean(result: Result) -> str:
    said = f"mean {result.mean:+.6f} antes, standard error {result.standard_error:.6f}"
    if result.exact_mean is not None and result.standard_error:
        away = (result.mean - result.exact_mean) / result.standard_error
        said += f"; exact {result.exact_mean:+.6f}, {abs(away):.1f} standard errors away"
    said += f"; standard deviation {result.standard_deviation:.4f}"
    if result.goodness is not None:
        said += f"; chi-square of the counts: p = {result.goodness:.3f}"
    return said


def _jackpot(jackpot: Jackpot) -> Iterator[str]:
    rows = [(prize.hand, dollars(prize.pays), f"{prize.times:,}") for prize in jackpot.prizes]
    yield table(("jackpot prize", "pays", "times"), rows)
    yield f"of each {dollars(jackpot.cost)} jackpot wager came back {jackpot.returned:.2%}"


def _fan(result: Result) -> Iterator[str]:
    """Where players stand, a line for each of some numbers of rounds: the middle half, nine in ten, and all but two in 100."""
    fan: Fan = result.fan
    lines = fan.quantiles
    low, high = min(lines["0.01"]), max(lines["0.99"])
    step = max(1, (len(fan.rounds) - 1) // _ROWS)
    yield f"{paint('what a player has won', 'bold')} in antes: median █, half of all ▓, 90% ▒, 98% ░"
    yield f"{'rounds':>9}  {low:<+.0f}{'':{_WIDE - len(f'{low:+.0f}{high:+.0f}')}}{high:+.0f}  median"
    for place in range(step, len(fan.rounds), step):
        bar = [" "] * _WIDE
        for one, other, mark in (("0.01", "0.99", "░"), ("0.05", "0.95", "▒"), ("0.25", "0.75", "▓")):
            _fill(bar, (lines[one][place], lines[other][place]), (low, high), mark)
        _fill(bar, (lines["0.5"][place],) * 2, (low, high), "█")
        yield f"{fan.rounds[place]:>9,}  {''.join(bar)}  {lines['0.5'][place]:+.0f}"


def _fill(bar: list[str], span: Sequence[float], scale: Sequence[float], mark: str) -> None:
    width = max(scale[1] - scale[0], 1e-9)
    first, last = (round((value - scale[0]) / width * (len(bar) - 1)) for value in span)
    bar[first : last + 1] = mark * (last + 1 - first)


def _sessions(result: Result) -> Iterator[str]:
    bars: list[Bar] = result.sessions
    most = max(bar.share for bar in bars)
    yield f"{paint('how sessions end', 'bold')} after {result.session:,} rounds: ahead {result.ahead:.1%}"
    for place, bar in enumerate(bars):
        span = f"{bar.low:>+9,.0f} to {bar.high:+,.0f}"
        if place == 0:
            span = f"    below {bar.high:+,.0f}"
        elif place == len(bars) - 1:
            span = f"{bar.low:>+9,.0f} and more"
        yield f"{span:<21} {bar.share:>6.2%} {'█' * round(40 * bar.share / most)}".rstrip()


def _ruin(ruin: Ruin) -> Iterator[str]:
    yield (
        f"{paint('risk of ruin', 'bold')} with {ruin.bankroll:,} antes: "
        f"the chance that fewer than {ruin.needs} are left, which a round may need"
    )
    step = max(1, len(ruin.rounds) // _ROWS)
    rows = [
        (
            f"{ruin.rounds[place]:,}",
            f"{ruin.simulated[place]:.3%}",
            f"{ruin.standard_error[place]:.3%}",
            "" if ruin.exact is None else f"{ruin.exact[place]:.3%}",
        )
        for place in range(step - 1, len(ruin.rounds), step)
    ]
    yield table(("rounds", "simulated", "standard error", "exact"), rows)


def _periods(result: Result, schedule: Schedule) -> Iterator[str]:
    players = "one player" if result.seats == 1 else f"{result.seats} players"
    yield (
        f"{paint('what the table wins', 'bold')} with {players}, {dollars(result.ante)} antes, "
        f"{schedule.rounds_an_hour} rounds an hour, {schedule.hours_a_day} hours on {schedule.days_a_year} days"
    )
    head = ("", "rounds", "wagered", "win", "deviation", "5% below", "5% above", "hold", "loses")
    yield table(head, [_period(period, result.ante) for period in result.periods])
    yield (
        "win is what is expected, with its standard deviation and what it is below and above in one time of 20; "
        "hold is the win as a part of all that is wagered: what was bought in cannot be known from the game"
    )


def _period(period: Period, ante: int) -> tuple[str, ...]:
    sums = (period.handle, period.expected_win, period.standard_deviation)
    low, high = period.quantiles["0.05"], period.quantiles["0.95"]
    return (
        period.period,
        f"{period.rounds:,}",
        *(_whole(value, ante) for value in (*sums, low, high)),
        f"{period.hold:.3%}",
        f"{period.loses:.4%}",
    )


def _whole(antes: float, ante: int) -> str:
    """Antes as whole dollars."""
    amount = round(antes * ante / 100)
    return f"{'-' if amount < 0 else ''}${abs(amount):,}"
