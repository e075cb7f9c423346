"""`croupier compare`: the house games side by side, each figure with its clauses."""

from __future__ import annotations

from typing import Annotated

from typer import Option

from croupier.cli.terminal.options import Json
from croupier.cli.terminal.output import behind, column, document, paint, say


def compare(
    markdown: Annotated[bool, Option("--markdown", help="A page of tables, as docs/games.md.")] = False,
    as_json: Json = False,
) -> None:
    """Set the house games side by side.

    Table, wagers, odds, and what follows when something goes wrong, each with the clauses of that book.
    """
    import msgspec

    from croupier.comparison.games import as_markdown, comparison

    compared = comparison()
    if as_json:
        document(msgspec.to_builtins(compared))
        return
    if markdown:
        say(as_markdown(compared).rstrip("\n"))
        return
    widest = max(map(len, compared.games))
    for section in compared.sections:
        say(paint(section.title, "bold"))
        for row in section.rows:
            say(f"  {row.label}")
            for game, cell in zip(compared.games, row.cells, strict=True):
                if cell.text:
                    said = f"{cell.text}  {behind(cell.clauses)}"
                    say(f"    {paint(game.ljust(widest), 'dim')}  {column(said, widest + 6)}")
        say()
