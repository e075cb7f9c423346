"""`--report FILE.html` of the commands about odds: which parts a page has, and writing it."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from croupier.cli.terminal.output import Complaint, say
from croupier.cli.terminal.progress import progress

if TYPE_CHECKING:
    from croupier.jackpots.prizes import Jackpot
    from croupier.odds.report.page import Part
    from croupier.odds.simulation_result import Result
    from croupier.odds.solver import Solution
    from croupier.stud.rules import Rules

REPORT = typer.Option("--report", metavar="FILE.html", help="Write a page with tables and plots, all in one file.")

_EXACT = (
    "Every figure is an exact sum over all deals by the rules named above, and comes out the same on every machine."
)
_SAMPLED = "The rounds were simulated with the seed given above; the same seed gives the same figures on every machine."


def odds_page(file: str, rules: Rules, solution: Solution, played: str = "") -> None:
    """The report of `croupier odds`: by the best play, or by a strategy that was named."""
    from croupier.odds.report import parts

    found = [parts.result(solution), parts.outcomes(solution), parts.decisions(solution)]
    if not played:
        found += strategy_parts(rules, solution)
    found.append(parts.pay_table(solution))
    _write(file, rules, f"{rules.title}: exact odds", f"Under {played or 'the best play'}.", found, _EXACT)


def strategy_page(file: str, rules: Rules, solution: Solution, allowed: Fraction) -> None:
    """The report of `croupier strategy`."""
    from croupier.odds.report import parts

    found = [*strategy_parts(rules, solution, allowed), parts.decisions(solution), parts.result(solution)]
    _write(file, rules, f"{rules.title}: strategy", "The best play.", found, _EXACT)


def strategy_parts(rules: Rules, solution: Solution, allowed: Fraction | None = None) -> list[Part]:
    """The strategy as charts and as rules of thumb."""
    from croupier.odds.charts import chart
    from croupier.odds.report import parts
    from croupier.odds.rules_of_thumb import WITHIN, rules_of_thumb

    wild = rules.has("wild cards")
    found = [parts.strategy(*(chart(solution, wild=wild, detail=detail) for detail in ("short", "full")))]
    look = progress("looking for rules")
    found.append(parts.thumb(rules_of_thumb(rules, solution, within=allowed or WITHIN, progress=look)))
    return found


def simulation_page(file: str, rules: Rules, result: Result, played: str) -> None:
    """The report of `croupier simulate`."""
    from croupier.odds.report import simulated

    lead = f"{result.rounds:,} simulated rounds under {played or 'the best play'}."
    _write(file, rules, f"{rules.title}: simulation", lead, simulated.parts(result), _SAMPLED)


def jackpot_page(file: str, rules: Rules, solution: Solution, jackpot: Jackpot, *, ante: int, meter: int) -> None:
    """The report of `croupier jackpot round`."""
    from croupier.odds.report import parts

    _write(
        file,
        rules,
        f"{rules.title}: ante and jackpot wager",
        "What a round with both wagers is worth by the height of the prize meter.",
        [meter_part(solution, jackpot, ante=ante, meter=meter), parts.result(solution, "Ante and bet alone")],
        _EXACT,
    )


def meter_part(solution: Solution, jackpot: Jackpot, *, ante: int, meter: int) -> Part:
    from croupier.jackpots.worth import break_even_meter, counts_for
    from croupier.odds.report import parts
    from croupier.odds.round_value import curve, fair_meter, round_value

    fair = fair_meter(solution, jackpot, ante=ante)
    most = -(-max(fair * 5 // 4, meter) // 50_000_00) * 50_000_00
    return parts.meter(
        curve(solution, jackpot, ante=ante, most=most),
        round_value(solution, jackpot, ante=ante, meter=meter) if meter else None,
        break_even_meter(jackpot, counts_for(jackpot.game)),
        fair,
    )


def _write(file: str, rules: Rules, title: str, lead: str, parts: Iterable[Part], footer: str) -> None:
    from croupier import __version__
    from croupier.books import book_of
    from croupier.odds.report.page import page

    facts = [
        ("Game", rules.game),
        ("Book", f"{book_of(rules.book).title_page.title}, {rules.edition}"),
        ("Data of the book", rules.digest),
        ("Date", datetime.now(UTC).date().isoformat()),
        ("Made by", f"croupier {__version__}"),
    ]
    try:
        Path(file).write_text(page(title, lead, facts, parts, footer), encoding="utf-8")
    except OSError as error:
        raise Complaint(f"{file} cannot be written: {error.strerror}") from None
    if sys.stdout.isatty():
        say(f"report written to {file}")
