"""The parts of a report on a simulation: a session's fan and histogram, ruin, and a table's year."""

from __future__ import annotations

from collections.abc import Iterator

from croupier.odds.report import plots
from croupier.odds.report.page import Part, figure, paragraph, table
from croupier.odds.simulation_result import Result, Ruin


def parts(result: Result) -> Iterator[Part]:
    yield _rounds(result)
    yield _sessions(result)
    if result.ruin is not None:
        yield _ruin(result.ruin)
    yield _year(result)


def _rounds(result: Result) -> Part:
    rows = [
        ("rounds", f"{result.rounds:,}"),
        ("seats", f"{result.seats}"),
        ("seed", f"{result.seed}"),
        ("mean of a round, in antes", f"{result.mean:+.6f} ± {result.standard_error:.6f}"),
        ("standard deviation, in antes", f"{result.standard_deviation:.6f}"),
    ]
    if result.exact_mean is not None:
        rows.append(("exact mean", f"{result.exact_mean:+.6f}"))
    if result.goodness is not None:
        rows.append(("p-value of the counts against the exact chances", f"{result.goodness:.4f}"))
    counts = [
        (
            f"{c.units:+d}" if c.units else "0",
            f"{c.rounds:,}",
            f"{c.share:.6%}",
            "" if c.exact is None else f"{c.exact:.6%}",
        )
        for c in result.counts
    ]
    return Part("Simulated rounds", table(("", ""), rows) + table(("antes", "rounds", "share", "exact"), counts))


def _sessions(result: Result) -> Part:
    fan = result.fan
    edges = [
        list(zip(map(float, fan.rounds), line, strict=True))
        for _, line in sorted(fan.quantiles.items(), key=lambda item: float(item[0]))
    ]
    middle = len(edges) // 2
    drawn = plots.curves(
        "Bankroll over a session",
        [plots.Line(edge, "curve" if n == middle else "thin") for n, edge in enumerate(edges)],
        across=("rounds", lambda rounds: f"{rounds:,.0f}"),
        up=("antes", _antes),
        areas=plots.between(edges),
        level=0.0,
    )
    named = ", ".join(f"{float(name):.0%}" for name in sorted(fan.quantiles, key=float))
    ends = plots.histogram(
        "How sessions end",
        [(bar.low, bar.high, bar.share) for bar in result.sessions],
        across=("antes won or lost", _antes),
    )
    return Part(
        "Sessions of a player",
        paragraph(f"{result.paths:,} sessions of {result.session:,} rounds; {result.ahead:.2%} end ahead.")
        + figure(drawn, f"What a player has won or lost by then: quantiles {named}.")
        + figure(ends, "How sessions end; the first and the last bar take what lies beyond."),
    )


def _ruin(ruin: Ruin) -> Part:
    marks = [float(n) for n in ruin.rounds]
    lines = [plots.Line(list(zip(marks, ruin.simulated, strict=True)))]
    if ruin.exact is not None:
        lines.append(plots.Line(list(zip(marks, ruin.exact, strict=True)), "thin"))
    drawn = plots.curves(
        "Risk of ruin",
        lines,
        across=("rounds", lambda rounds: f"{rounds:,.0f}"),
        up=("chance", lambda share: f"{share:.0%}"),
    )
    exact = "" if ruin.exact is None else f", exactly {ruin.exact[-1]:.4%}"
    told = f"A bankroll of {ruin.bankroll} antes: after {ruin.rounds[-1]:,} rounds ruined in {ruin.simulated[-1]:.4%}{exact}."
    return Part(
        "Risk of ruin", paragraph(told) + figure(drawn, "The chance that the bankroll no longer pays for a round.")
    )


def _year(result: Result) -> Part:
    rows = [
        (
            f"{period.period} of {period.rounds:,} rounds",
            f"{period.expected_win:,.0f}",
            f"{period.standard_deviation:,.0f}",
            f"{period.quantiles['0.05']:,.0f}",
            f"{period.quantiles['0.95']:,.0f}",
            f"{period.hold:.4%}",
            f"{period.loses:.4%}",
        )
        for period in result.periods
    ]
    head = ("", "expected win", "standard deviation", "1 in 20 below", "1 in 20 above", "hold", "chance of a loss")
    told = paragraph("What the house wins at the table, in antes. Hold is the win as a part of all that is wagered.")
    return Part("The table over time", told + table(head, rows))


def _antes(number: float) -> str:
    return f"{number:+,.0f}" if round(number) else "0"
