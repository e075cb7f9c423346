"""`croupier strategy`: the best play for a hand with the value of each choice, or all of it as a chart or as rules of thumb."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Annotated

from typer import Argument, Context, Option

from croupier.books import rules_of
from croupier.cli.odds import solved
from croupier.cli.telling.odds_told import strategy_page
from croupier.cli.terminal.options import ExactJson, HouseGame, Pay, PayTable, Reading, Report
from croupier.cli.terminal.output import Complaint, answer, facts
from croupier.cli.terminal.progress_line import progress
from croupier.cli.terminal.typed import refuse_given
from croupier.drawing.figures import exact
from croupier.kernel.cards import parse_cards, rank_name
from croupier.kernel.hands import check_hand

if TYPE_CHECKING:
    from croupier.odds.solution import Solution
    from croupier.stud.rules import Rules


def strategy(
    context: Context,
    game: HouseGame,
    hand: Annotated[
        list[str] | None, Argument(metavar="[HAND UPCARD]", help="Your cards, then the dealer's face-up card: As Kd Jh 8c 3s 9h.")
    ] = None,
    thumb: Annotated[bool, Option("--rules", help="Rules of thumb that come close, and what they cost.")] = False,
    within: Annotated[str, Option(metavar="ANTES", help="What rules of thumb may cost in a round.")] = "0.0001",
    full: Annotated[bool, Option("--full", help="A chart that tells hands apart by all their ranks.")] = False,
    pay: Pay = None,
    pay_table: PayTable = "",
    reading: Reading = None,
    report: Report = "",
    as_json: ExactJson = False,
) -> None:
    """Show the best play for a hand against the dealer's card, or without a hand the whole strategy."""
    if not hand:
        if not thumb and not report:
            refuse_given(context, ("within",), "this is about rules of thumb: say --rules as well")
        if thumb:
            refuse_given(context, ("full",), "this is a chart: leave --rules out")
        allowed, rules = _allowed_loss(within), rules_of(game)
        solution = solved(game, pay or [], pay_table=pay_table, readings=tuple(reading or ()))
        if report:
            strategy_page(report, rules, solution, allowed)
        if thumb:
            _tell_rules(rules, solution, allowed, as_json)
        else:
            _tell_chart(rules, solution, full, as_json)
        return
    refuse_given(context, ("thumb", "within", "full", "report"), "this is about the whole strategy: name no hand with it")
    rules, known = rules_of(game), parse_cards(" ".join(hand))
    such = ("Qs 6d 4c", "As Kd Jh 8c", "As Kd Jh 8c 3s")[rules.cards - 3] + (" 9h" if rules.has_upcard else "")
    if rules.has_upcard and len(known) == rules.cards:
        raise Complaint(f"say the dealer's card as well, such as: croupier strategy GAME {such}")
    if len(known) != rules.cards + rules.has_upcard:
        then = " and then the dealer's" if rules.has_upcard else ""
        raise Complaint(f"say {rank_name(rules.cards)} cards{then}, such as {such}, and not {len(known)} in all")
    check_hand(known, len(known))
    cards, ups = known[: rules.cards], known[rules.cards :]
    solution = solved(game, pay or [], pay_table=pay_table, readings=tuple(reading or ()))
    advice = solution.advice(cards, ups[0] if ups else None)
    data = {"play": advice.play, "values": {play: exact(value, "antes") for play, value in advice.values.items()}}
    answer(data, "strategy.txt", as_json=as_json, advice=advice, cards=cards, ups=ups)


def _tell_chart(rules: Rules, solution: Solution, full: bool, as_json: bool) -> None:
    """Print the hands whose play depends on the dealer's card, by up card."""
    from croupier.odds.charts import chart

    hand_chart = chart(solution, wild=rules.has("wild cards"), detail="full" if full else "short")
    rows = [
        {
            "hands": row.label,
            "cells": [{"up": up, **facts(at, "all bet change gain")} for up, at in zip(hand_chart.ups, row.cells, strict=True)],
        }
        for row in hand_chart.rows
    ]
    data = {"game": rules.game, "always_bet": hand_chart.always, "never_below": hand_chart.never, "rows": rows}
    data |= {"instant_win": hand_chart.instant} if hand_chart.instant else {}
    answer(data, "strategy.txt", as_json=as_json, advice=None, chart=hand_chart, rules=rules)


def _allowed_loss(within: str) -> Fraction:
    """What rules of thumb may lose in a round, in antes; a complaint if that is not a valid number."""
    try:
        allowed = Fraction(within)
    except (ValueError, ZeroDivisionError):
        raise Complaint(f"{within!r} is not a part of an ante: write it as --within 0.0001, which is 0.01 %") from None
    if not 0 < allowed < 1:
        raise Complaint("--within is a part of an ante between 0 and 1, such as 0.0001")
    return allowed


def _tell_rules(rules: Rules, solution: Solution, allowed: Fraction, as_json: bool) -> None:
    """Print the simplest rules of thumb that lose no more than allowed."""
    from croupier.odds.rules_of_thumb import rules_of_thumb

    thumb = rules_of_thumb(rules, solution, within=allowed, progress=progress("looking for rules"))
    data = {
        "game": rules.game,
        "within": float(allowed),
        "rules": thumb.sentences,
        "lines": len(thumb.lines),
        "conditions": sum(len(line.conditions) for line in thumb.lines),
        "cost": {"numerator": str(thumb.cost + thumb.instant_cost), "denominator": str(thumb.deals * thumb.parts)},
        "loss": float(thumb.loss),
    }
    answer(data, "strategy.txt", as_json=as_json, advice=None, chart=None, thumb=thumb, allowed=allowed)
