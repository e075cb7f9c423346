"""`croupier odds`: the exact mathematics of a house game, over all deals, from the book's own data."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.output import Complaint, document, paint, say, table

if TYPE_CHECKING:
    from croupier.kernel.hands import Category
    from croupier.odds.solver import Solution, Strategy

GAME = typer.Argument(metavar="GAME", help="The house game, such as crown-caribbean-stud.")
PAY = typer.Option(
    "--pay", metavar="HAND=ODDS", help='Change a row of the pay table, such as "royal flush=100"; may be repeated.'
)
JSON = typer.Option("--json", help="One JSON document, exact integers as strings.")


def odds(
    game: Annotated[str, GAME] = "crown-caribbean-stud",
    pay: Annotated[list[str] | None, PAY] = None,
    strategy: Annotated[
        str,
        typer.Option("--strategy", metavar="NAME|FILE.py", help="A fixed way of playing instead of the best one."),
    ] = "",
    as_json: Annotated[bool, JSON] = False,
) -> None:
    """Compute the exact odds of a house game over all deals."""
    solution = solved(game, pay or [], strategy)
    if as_json:
        document(
            {
                "game": solution.game,
                "strategy": strategy or "optimal",
                "deals": str(solution.deals),
                "expected_value": {"numerator": str(solution.total), "denominator": str(solution.deals)},
                "house_edge": solution.house_edge,
                "element_of_risk": solution.element_of_risk,
                "standard_deviation": solution.standard_deviation,
                "decisions": {play: str(deals) for play, deals in solution.decisions.items()},
                "outcomes": [
                    {"outcome": o.outcome, "units": o.units, "deals": str(o.deals)} for o in solution.outcomes
                ],
            }
        )
        return
    say(f"{paint(game, 'bold')}, {strategy or 'optimal play'}, all {solution.deals:,} deals")
    rows = [(o.outcome, f"{o.units:+d}", f"{o.deals:,}", f"{o.deals / solution.deals:.6%}") for o in solution.outcomes]
    say(table(("outcome", "antes", "deals", "share"), rows))
    say(f"total {solution.total:,} antes: house edge {solution.house_edge:.4%} of the ante")
    shares = ", ".join(f"{play} {deals / solution.deals:.2%}" for play, deals in solution.decisions.items())
    say(
        f"element of risk {solution.element_of_risk:.4%}, standard deviation {solution.standard_deviation:.4f}; {shares}"
    )


def solved(game: str, pay: list[str], strategy: str = "") -> Solution:
    """The solution of a game with changed pay rows, by the best strategy or a named one."""
    from croupier.books import rules_of

    rules = rules_of(game)
    changed = _pay_rows(pay, set(rules.bet_odds))
    if sys.stderr.isatty():
        sys.stderr.write("counting all deals; the first time this compiles the kernels, about half a minute\n")
    try:
        from croupier.odds.solver import solve
    except ImportError as error:
        raise Complaint(f"{error.name} is missing: install croupier with the extra 'odds'") from None
    return solve(rules, pay=changed, strategy=_strategy(strategy) if strategy else None)


def _pay_rows(pay: list[str], known: set[Category]) -> dict[Category, int]:
    by_label = {category.label: category for category in known}
    rows = {}
    for row in (part for text in pay for part in text.split(",")):
        hand, _, paid = (part.strip() for part in row.partition("="))
        if hand.lower() not in by_label or not paid.isdigit():
            raise Complaint(f"{row.strip()!r} is no row of the pay table: write HAND=ODDS, with {', '.join(by_label)}")
        rows[by_label[hand.lower()]] = int(paid)
    return rows


def _strategy(name: str) -> Strategy:
    """A strategy by its name, or the function `bets(hand, up)` of a Python file."""
    from croupier.odds.strategies import STRATEGIES

    if name in STRATEGIES:
        return STRATEGIES[name]
    file = Path(name)
    if file.suffix != ".py":
        raise Complaint(f"there is no strategy {name!r}; there is {', '.join(STRATEGIES)}, or a file that ends in .py")
    scope: dict[str, Strategy] = {}
    try:
        exec(compile(file.read_text(encoding="utf-8"), name, "exec"), scope)  # noqa: S102
    except OSError as error:
        raise Complaint(f"{name}: {error.strerror}") from None
    except Exception as error:
        raise Complaint(f"{name}: {error}") from None
    if not callable(scope.get("bets")):
        raise Complaint(f"{name} must define bets(hand, up), which says whether to bet")
    return scope["bets"]
