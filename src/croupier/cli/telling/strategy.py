"""`croupier strategy` without a hand: the whole strategy, as a chart or as rules of thumb."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from croupier.cli.terminal.output import Complaint, document, paint, say
from croupier.cli.terminal.progress import progress

if TYPE_CHECKING:
    from croupier.odds.solver import Solution
    from croupier.stud.rules import Rules

_MARKS = {"B": ("green",), "C": ("cyan",), ".": ("dim",)}


def tell_chart(rules: Rules, solution: Solution, *, full: bool = False, as_json: bool = False) -> None:
    """Print the hands whose play depends on the dealer's card, by up card."""
    from croupier.odds.charts import UP_CARDS, chart

    found = chart(solution, wild=rules.has("wild cards"), detail="full" if full else "short")
    if as_json:
        rows = [
            {
                "hands": row.label,
                "cells": [
                    {"up": up, "all": cell.all, "bet": cell.bet, "change": cell.change, "gain": cell.gain}
                    for up, cell in zip(UP_CARDS, row.cells, strict=True)
                ],
            }
            for row in found.rows
        ]
        document({"game": rules.game, "always_bet": found.always, "never_below": found.never, "rows": rows})
        return
    say(
        f"{paint(rules.game, 'bold')}: bet with {found.always} or better, fold with less than {found.never}; between them"
    )
    width = max(len(row.label) for row in found.rows)
    say(paint(f"{'':{width}}  " + "".join(f"{up:>4}" for up in UP_CARDS), "bold"))
    for row in found.rows:
        marks = "".join(paint(f"{cell.mark:>4}", *_MARKS.get(cell.mark, ())) for cell in row.cells)
        say(f"{row.label:<{width}}  {marks}")
    say("B: all such hands bet. A point: all fold. A number: the part that bets, in percent.")
    if rules.has("exchange"):
        say("C: all change the odd card, the one outside the four. A number with C: the part that does, in percent.")


def allowed_loss(within: str) -> Fraction:
    """What rules of thumb may lose in a round, in antes; a complaint where that is no such number."""
    try:
        allowed = Fraction(within)
    except (ValueError, ZeroDivisionError):
        raise Complaint(f"{within!r} is no part of an ante: write it as --within 0.0001, which is 0.01 %") from None
    if not 0 < allowed < 1:
        raise Complaint("--within is a part of an ante between 0 and 1, such as 0.0001")
    return allowed


def tell_rules(rules: Rules, solution: Solution, allowed: Fraction, *, as_json: bool = False) -> None:
    """Print the simplest rules of thumb that lose no more than is allowed."""
    from croupier.odds.rules_of_thumb import rules_of_thumb

    found = rules_of_thumb(rules, solution, within=allowed, progress=progress("looking for rules"))
    if as_json:
        document(
            {
                "game": rules.game,
                "within": float(allowed),
                "rules": found.sentences,
                "lines": len(found.lines),
                "conditions": sum(len(line.conditions) for line in found.lines),
                "cost": {"numerator": str(found.cost), "denominator": str(found.deals * found.parts)},
                "loss": float(found.loss),
            }
        )
        return
    for sentence in found.sentences:
        say(f"  {sentence}" if sentence.startswith("- ") else sentence)
    said = f"This loses {float(found.loss):.6%} of the ante against the best play."
    if found.loss > allowed:
        said += f" Nothing closer was found: {float(allowed):.6%} was asked for."
    say(said)
