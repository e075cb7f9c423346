"""`croupier compare`: house games side by side, each figure with its clauses."""

import shutil
import textwrap
from itertools import zip_longest
from typing import Annotated

import msgspec
from msgspec.structs import replace
from typer import Argument, Option

from croupier.cli.terminal import typed
from croupier.cli.terminal.options import Json
from croupier.cli.terminal.output import Complaint, document, on_terminal, paint, say, tell
from croupier.comparison.side_by_side import Cell, Comparison, Row, as_markdown, comparison

_NARROWEST, _IN_A_PIPE = 16, 40


def compare(
    games: Annotated[list[str] | None, Argument(metavar="[GAME GAME ...]", help="House games to compare; default: all.")] = None,
    only: Annotated[str, Option(metavar="SECTION", help="Only this section, such as odds or settlement.")] = "",
    markdown: Annotated[bool, Option("--markdown", help="A page of tables, as docs/games.md.")] = False,
    as_json: Json = False,
) -> None:
    """Compare the house games side by side.

    Table, wagers, odds, and what follows when something goes wrong, each with the clauses of that book. Name games
    to see them in columns, with the house edge among the odds. Example: croupier compare star venezia --only odds
    """
    chosen = tuple(dict.fromkeys(typed.game(game) for game in games or ()))
    if len(chosen) == 1:
        raise Complaint(f"name another game to compare with {chosen[0]}, or none for all of them")
    compared = comparison(chosen)
    if only:
        titles = {section.title.lower(): section for section in compared.sections}
        section = titles[typed.chosen(only.lower(), list(titles), "section")]
        compared = replace(compared, sections=(section,))
    if chosen:
        compared = _with_edges(compared)
    if as_json:
        document(msgspec.to_builtins(compared))
    elif markdown:
        say(as_markdown(compared).rstrip("\n"))
    elif chosen:
        _in_columns(compared)
    else:
        tell("compare.txt", compared=compared)
        say()


def _with_edges(compared: Comparison) -> Comparison:
    """With the house edge at the top of the odds, if those are shown and numba is installed."""
    if not any(section.title == "Odds" for section in compared.sections):
        return compared
    from croupier.cli.odds import solved

    games = [solved(game, []) for game in compared.games]
    rows = (
        Row("House edge, of the ante", tuple(Cell(f"{solution.house_edge:.4%}") for solution in games)),
        Row("Element of risk", tuple(Cell(f"{solution.element_of_risk:.4%}") for solution in games)),
    )
    sections = (
        replace(section, rows=(*rows, *section.rows)) if section.title == "Odds" else section for section in compared.sections
    )
    return replace(compared, sections=tuple(sections))


def _in_columns(compared: Comparison) -> None:
    """A column per game; those that do not fit continue below. The clauses are in --markdown and --json."""
    for section in compared.sections:
        label = max(len(row.label) for row in section.rows)
        width = _IN_A_PIPE
        if on_terminal():
            room = shutil.get_terminal_size().columns - label - 2 * len(compared.games)
            width = max(_NARROWEST, room // len(compared.games))
        widest = [
            min(width, max(len(game), *(len(row.cells[place].text) for row in section.rows)))
            for place, game in enumerate(compared.games)
        ]
        say(paint(section.title, "bold"))
        for lines in (
            _lines("", compared.games, label, widest),
            *(_lines(row.label, [cell.text for cell in row.cells], label, widest) for row in section.rows),
        ):
            for line in lines:
                say(line)
        say()


def _lines(label: str, texts: list[str] | tuple[str, ...], room: int, widths: list[int]) -> list[str]:
    cells = [textwrap.wrap(text, width) or [""] for text, width in zip(texts, widths, strict=True)]
    lines = []
    for number, parts in enumerate(zip_longest(*cells, fillvalue="")):
        start = (label if not number else "").ljust(room)
        lines.append("  ".join([start, *(part.ljust(width) for part, width in zip(parts, widths, strict=True))]).rstrip())
    return lines
