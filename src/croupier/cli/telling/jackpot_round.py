"""`croupier jackpot round`: ante and jackpot wager together, told line by line, as JSON or as a page."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from croupier.cli.odds import solved
from croupier.cli.telling.odds_report import jackpot_page
from croupier.cli.terminal.output import document, paint, say, table
from croupier.kernel.money import dollars, plain

if TYPE_CHECKING:
    from croupier.jackpots.prizes import Jackpot
    from croupier.odds.round_value import RoundValue

_STEPS = 10


def tell_round(game: str, jackpot: Jackpot, *, ante: int, meter: int, report: str, as_json: bool) -> None:
    """Tell the value of a round at the meter, or at some meters where none is given."""
    from croupier.books import rules_of
    from croupier.jackpots.worth import break_even_meter, counts_for

    solution = solved(game, [])

    from croupier.odds.round_value import curve, fair_meter, round_value

    alone, fair = break_even_meter(jackpot, counts_for(game)), fair_meter(solution, jackpot, ante=ante)
    if meter:
        values = [round_value(solution, jackpot, ante=ante, meter=meter)]
    else:
        most = -(-fair * 5 // 4 // 100_000_00) * 100_000_00
        values = curve(solution, jackpot, ante=ante, most=most, steps=_STEPS)
    if report:
        jackpot_page(report, rules_of(game), solution, jackpot, ante=ante, meter=meter)
    if as_json:
        document(
            {
                "game": game,
                "ante": plain(ante),
                "cost": plain(jackpot.cost),
                "break_even_meter": plain(alone),
                "fair_meter": plain(fair),
                "rounds": [_as_data(value) for value in values],
            }
        )
        return
    say(f"{paint(game, 'bold')}, ante {dollars(ante)} and a jackpot wager of {dollars(jackpot.cost)}")
    rows = [
        (
            dollars(value.meter),
            f"{float(value.jackpot_return):.4%}",
            f"{float(value.main) / 100:+.4f}",
            f"{float(value.value) / 100:+.4f}",
            f"{float(value.element_of_risk):.4%}",
        )
        for value in values
    ]
    say(table(("meter", "jackpot wager returns", "ante and bet, $", "whole round, $", "element of risk"), rows))
    say(f"the jackpot wager alone is fair with the meter at {dollars(alone)}, the whole round at {dollars(fair)}")


def _as_data(value: RoundValue) -> dict[str, Any]:
    return {
        "meter": plain(value.meter),
        "jackpot_return": _exact(value.jackpot_return),
        "main_cents": _exact(value.main),
        "prize_cents": _exact(value.prize),
        "round_cents": _exact(value.value),
        "element_of_risk": float(value.element_of_risk),
    }


def _exact(number: Fraction) -> dict[str, Any]:
    return {"numerator": str(number.numerator), "denominator": str(number.denominator), "decimal": float(number)}
