"""What commands about odds have to say of a solution: facts for JSON, lines of text, the page of `--report`."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from croupier.books import book_of, rules_of
from croupier.cli.terminal.output import on_files, say
from croupier.cli.terminal.progress import progress
from croupier.kernel.money import cents, dollars

if TYPE_CHECKING:
    from croupier.jackpots.prizes import Jackpot
    from croupier.odds.report.page import Part
    from croupier.odds.simulation_result import Result
    from croupier.odds.solver import Solution
    from croupier.stud.rules import Rules
_EXACT = "Every figure is an exact sum over all deals by the rules named above, and comes out the same on every machine."
_SAMPLED = "The rounds were simulated with the seed given above; the same seed gives the same figures on every machine."


def facts_of(solution: Solution, strategy: str) -> dict[str, Any]:
    """The document of a solution, exact integers as strings."""
    return {
        "game": solution.game,
        "strategy": strategy or "optimal",
        "deals": str(solution.deals),
        "expected_value": _over_all(solution),
        "house_edge": solution.house_edge,
        "element_of_risk": solution.element_of_risk,
        "standard_deviation": solution.standard_deviation,
        "dealer_qualifies": exact(solution.dealer_qualifies, "share"),
        "hit_frequency": exact(solution.hit_frequency, "share"),
        "decisions": {play: str(deals) for play, deals in solution.decisions.items()},
        "outcomes": [
            {"outcome": o.outcome, "units": o.units if isinstance(o.units, int) else float(o.units), "deals": str(o.deals)}
            for o in solution.outcomes
        ],
    }


def _over_all(solution: Solution) -> dict[str, str]:
    """The expected value, its denominator all deals."""
    total = solution.total
    return {"numerator": str(total.numerator), "denominator": str(solution.deals * total.denominator)}


def wagers_told(rules: Rules, solution: Solution) -> list[tuple[dict[str, Any], str]]:
    """The wagers of the book that are paid by a table of hands, each as facts and in a line."""
    from croupier.odds.counting import NotCounted
    from croupier.odds.shapes import wager_odds

    told: list[tuple[dict[str, Any], str]] = []
    for found in wager_odds(rules, solution):
        if isinstance(found, NotCounted):
            told.append(({"not_counted": str(found)}, f"{found}; say --wager NAME=ANTES for both together"))
            continue
        rows = {hand.label: {"pays": str(found.wager.odds[hand]), "hands": str(number)} for hand, number in found.rows.items()}
        facts = {"wager": found.wager.name, "house_edge": found.house_edge, "hands": str(found.all), "rows": rows}
        told.append((facts, f"{found.wager.title} by itself: house edge {found.house_edge:.4%} of the wager"))
    return told


def payout_told(free: Solution, held: Solution, maximum_payout: str, ante: str) -> tuple[dict[str, Any], list[str]]:
    """What a maximum payout changes, as facts and in words."""
    from croupier.odds.payout import compare

    found = compare(free, held)
    facts = {
        "without": _over_all(free),
        "lost": exact(found.lost),
        "cuts": [
            {"wager": cut.wager, "hand": cut.hand.label, "full": float(cut.full), "paid": float(cut.paid)} for cut in found.cuts
        ],
        "other_play": str(found.other_play),
    }
    most, stake = dollars(cents(maximum_payout)), dollars(cents(ante))
    lines = [f"with {most} at most for a bet and an ante of {stake}:"]
    for cut in found.cuts:
        lines.append(f"  {cut.wager} with a {cut.hand}: {in_antes(cut.paid)} antes, not {in_antes(cut.full)}")
    if not found.cuts:
        return facts, [*lines, "  no hand is paid less"]
    lines.append(f"  {float(found.lost):.6%} of the ante lost; without it the house edge is {free.house_edge:.4%}")
    other = found.other_play / free.deals
    lines.append(f"  the best play differs in {other:.6%} of deals" if other else "  the best play stays the same")
    return facts, lines


def information_told(
    game: str, solution: Solution, seen: int, others: int, samples: int, seed: int
) -> tuple[dict[str, Any], list[str]]:
    """What it is worth to see more cards, as facts and in words."""
    from croupier.odds.information import others_seen, two_seen

    facts: dict[str, Any] = {}
    lines = []
    if seen:
        two = two_seen(rules_of(game), solution, progress("counting"))
        facts["second_card"] = {"exact": True, "gain": exact(two.gain), "house_edge": two.house_edge, "bet_share": two.bet_share}
        if two.change_share:
            facts["second_card"]["change_share"] = two.change_share
        lines.append(
            f"one more dealer's card seen: worth {float(two.gain):.4%} of the ante, exactly; "
            f"house edge {two.house_edge:.4%}, bet {two.bet_share:.2%}"
            + (f", change {two.change_share:.2%}" if two.change_share else "")
        )
    if others:
        found = others_seen(rules_of(game), solution, others, samples=samples, seed=seed, progress=progress("sampling"))
        facts["others"] = {
            "exact": False,
            "hands": others,
            "samples": samples,
            "seed": seed,
            "gain": found.gain,
            "standard_error": found.standard_error,
            "house_edge": found.house_edge,
        }
        hands = "another player's hand" if others == 1 else f"{others} other players' hands"
        lines.append(
            f"{hands} seen: worth {found.gain:.3%} of the ante, standard error {found.standard_error:.3%}, "
            f"from {samples:,} samples; house edge about {found.house_edge:.2%}"
        )
    return facts, lines


def in_antes(units: int | Fraction) -> str:
    """Antes with their sign; parts of an ante to four places."""
    return f"{units:+d}" if isinstance(units, int) else f"{float(units):+.4f}".rstrip("0")


def exact(number: int | Fraction, decimal: str = "") -> dict[str, Any]:
    """A fraction for JSON: exact integers as strings, and if it is given a name the number itself as well."""
    data = {"numerator": str(number.numerator), "denominator": str(number.denominator)}
    return {**data, decimal: float(number)} if decimal else data


def odds_page(file: str, rules: Rules, solution: Solution, played: str = "") -> None:
    """The report of `croupier odds`: by the best play, or by a strategy that was named."""
    from croupier.odds.report import parts

    found = [parts.result(solution), parts.outcomes(solution), parts.decisions(solution)]
    if not played:
        found += strategy_parts(rules, solution)
    found += [parts.pay_table(solution), *parts.wagers(rules, solution)]
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
    if solution.table.places is not None:
        return found
    look = progress("looking for rules")
    found.append(parts.thumb(rules_of_thumb(rules, solution, within=allowed or WITHIN, progress=look)))
    return found


def simulation_page(file: str, rules: Rules, result: Result, played: str) -> None:
    """The report of `croupier simulate`."""
    from croupier.odds.report import parts

    lead = f"{result.rounds:,} simulated rounds under {played or 'the best play'}."
    _write(file, rules, f"{rules.title}: simulation", lead, parts.simulation(result), _SAMPLED)


def jackpot_page(file: str, rules: Rules, solution: Solution, jackpot: Jackpot, *, ante: int, meter: int) -> None:
    """The report of `croupier jackpot round`."""
    from croupier.jackpots.worth import break_even_meter
    from croupier.odds.report import parts
    from croupier.odds.round_value import curve, fair_meter, round_value

    fair = fair_meter(solution, jackpot, ante=ante)
    most = -(-max(fair * 5 // 4, meter) // 50_000_00) * 50_000_00
    by_meter = parts.meter(
        curve(solution, jackpot, ante=ante, most=most),
        round_value(solution, jackpot, ante=ante, meter=meter) if meter else None,
        break_even_meter(jackpot, jackpot.counts()),
        fair,
    )
    _write(
        file,
        rules,
        f"{rules.title}: ante and jackpot wager",
        "What a round with both wagers is worth by the height of the prize meter.",
        [by_meter, parts.result(solution, "Ante and bet alone")],
        _EXACT,
    )


def _write(file: str, rules: Rules, title: str, lead: str, parts: Iterable[Part], footer: str) -> None:
    from croupier import __version__
    from croupier.odds.report.page import page

    facts = [
        ("Game", rules.game),
        ("Book", f"{book_of(rules.book).title_page.title}, {rules.edition}"),
        ("Data of the book", rules.digest),
        ("Date", datetime.now(UTC).date().isoformat()),
        ("Made by", f"croupier {__version__}"),
    ]
    with on_files(f"{file} cannot be written"):
        Path(file).write_text(page(title, lead, facts, parts, footer), encoding="utf-8")
    if sys.stdout.isatty():
        say(f"report written to {file}")
