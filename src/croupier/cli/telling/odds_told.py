"""The output of commands about odds: facts for JSON, lines of text, the page of `--report`."""

from __future__ import annotations

from datetime import UTC, datetime
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from croupier.books import rules_of
from croupier.cli.terminal.output import facts, write_document
from croupier.cli.terminal.progress_line import progress
from croupier.drawing.figures import exact

if TYPE_CHECKING:
    from croupier.drawing.reports import Sections
    from croupier.jackpots.prizes import Jackpot
    from croupier.odds.counting import NotCounted
    from croupier.odds.payout import MaximumPayout
    from croupier.odds.shapes import WagerOdds
    from croupier.odds.simulation_result import Result
    from croupier.odds.solution import Solution
    from croupier.stud.rules import Rules


def facts_of(solution: Solution, strategy: str) -> dict[str, Any]:
    """The document of a solution, exact integers as strings."""
    return {
        **facts(solution, "game", strategy=strategy or "optimal"),
        **facts(solution, "deals:s", expected_value=_over_all(solution)),
        **facts(solution, "house_edge element_of_risk standard_deviation"),
        "dealer_qualifies": exact(solution.dealer_qualifies, "share"),
        "hit_frequency": exact(solution.hit_frequency, "share"),
        "decisions": {play: str(deals) for play, deals in solution.decisions.items()},
        "outcomes": [
            {"outcome": o.outcome, "units": o.units if isinstance(o.units, int) else float(o.units), "deals": str(o.deals)}
            for o in solution.outcomes
        ],
    }


def _over_all(solution: Solution) -> dict[str, str]:
    """The expected value, as a fraction of all deals."""
    total = solution.total
    return {"numerator": str(total.numerator), "denominator": str(solution.deals * total.denominator)}


def wager_facts(result: WagerOdds | NotCounted) -> dict[str, Any]:
    """A wager of the book that is paid by a table of hands."""
    if isinstance(result, Exception):
        return {"not_counted": str(result)}
    rows = {hand.label: {"pays": str(result.wager.odds[hand]), "hands": str(number)} for hand, number in result.rows.items()}
    return {"wager": result.wager.name, "house_edge": result.house_edge, "hands": str(result.all), "rows": rows}


def payout_facts(payout: MaximumPayout) -> dict[str, Any]:
    """What a maximum payout changes."""
    return {
        "without": _over_all(payout.free),
        "lost": exact(payout.lost),
        "cuts": [facts(cut, "wager", hand=cut.hand.label, full=float(cut.full), paid=float(cut.paid)) for cut in payout.cuts],
        "other_play": str(payout.other_play),
    }


def information_facts(game: str, solution: Solution, seen: int, others: int, samples: int, seed: int) -> dict[str, Any]:
    """The value of seeing more cards."""
    from croupier.odds.information import others_seen, two_seen

    told: dict[str, Any] = {}
    if seen:
        two = two_seen(rules_of(game), solution, progress("counting"))
        shares = "house_edge bet_share change_share" if two.change_share else "house_edge bet_share"
        told["second_card"] = {"exact": True, "gain": exact(two.gain), **facts(two, shares)}
    if others:
        sampled = others_seen(rules_of(game), solution, others, samples=samples, seed=seed, progress=progress("sampling"))
        worth = facts(sampled, "gain standard_error house_edge")
        told["others"] = {"exact": False, "hands": others, "samples": samples, "seed": seed, **worth}
    return told


def in_antes(units: int | Fraction) -> str:
    """Antes with their sign; parts of an ante to four places."""
    return f"{units:+d}" if isinstance(units, int) else f"{float(units):+.4f}".rstrip("0")


def odds_page(file: str, rules: Rules, solution: Solution, played: str = "") -> None:
    """The report of `croupier odds`: by the best play, or by a strategy that was named."""
    from croupier.drawing.reports import part
    from croupier.odds.shapes import wager_odds

    best = [] if played else _best_play(rules, solution)
    wagers = list(wager_odds(rules, solution))
    parts = [*(part(name, solution) for name in ("result", "outcomes", "decisions")), *best, part("pay_table", solution)]
    parts += [part("wagers", wagers)] if wagers else []
    _write(file, rules, "exact odds", f"Under {played or 'the best play'}.", *parts)


def strategy_page(file: str, rules: Rules, solution: Solution, allowed: Fraction) -> None:
    """The report of `croupier strategy`."""
    from croupier.drawing.reports import part

    parts = [*_best_play(rules, solution, allowed), part("decisions", solution), part("result", solution)]
    _write(file, rules, "strategy", "The best play.", *parts)


def _best_play(rules: Rules, solution: Solution, allowed: Fraction | None = None) -> list[Sections]:
    """The best play as charts and as rules of thumb."""
    from croupier.drawing.reports import strategy, thumb

    if solution.table.places is not None:
        return [strategy(rules, solution)]
    return [strategy(rules, solution), thumb(rules, solution, allowed, progress("looking for rules"))]


def simulation_page(file: str, rules: Rules, result: Result, played: str) -> None:
    """The report of `croupier simulate`."""
    from croupier.drawing.reports import SAMPLED, part

    lead = f"{result.rounds:,} simulated rounds under {played or 'the best play'}."
    _write(file, rules, "simulation", lead, part("simulation", result, currency=rules.currency), footer=SAMPLED)


def jackpot_page(file: str, rules: Rules, solution: Solution, jackpot: Jackpot, *, ante: int, meter: int) -> None:
    """The report of `croupier jackpot round`."""
    from croupier.drawing.reports import part
    from croupier.jackpots.worth import break_even_meter
    from croupier.odds.round_value import curve, fair_meter, round_value

    fair = fair_meter(solution, jackpot, ante=ante)
    most = -(-max(fair * 5 // 4, meter) // 50_000_00) * 50_000_00
    values = curve(solution, jackpot, ante=ante, most=most)
    now = round_value(solution, jackpot, ante=ante, meter=meter) if meter else None
    by_meter = part("meter", values, now, break_even_meter(jackpot, jackpot.counts()), fair, currency=rules.currency)
    lead = "What a round with both wagers is worth by the height of the prize meter."
    _write(file, rules, "ante and jackpot wager", lead, by_meter, part("result", solution, "Ante and bet alone"))


def _write(file: str, rules: Rules, title: str, lead: str, *parts: Sections, **more: str) -> None:
    from croupier.drawing.reports import report

    text = report(rules, title, lead, *parts, facts={"Date": datetime.now(UTC).date().isoformat()}, **more)
    write_document(file, text.encode(), "report")
