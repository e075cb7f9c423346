"""`croupier do`: any command of the house, in the short lines of the reference."""

from typing import Annotated

from typer import Argument

from croupier.cli.terminal.administration import Acting, At, Desk, at_desk
from croupier.cli.terminal.house_access import HOUSE, Database
from croupier.cli.terminal.output import say


def do(
    stream: Annotated[str, Argument(metavar="STREAM", help="A table by name, cage, people, room, meters-BOOK, or a tournament.")],
    lines: Annotated[list[str], Argument(metavar="LINE...", help="Commands in quotes, one after another.")],
    database: Database = HOUSE,
    at: At = "",
    acting: Acting = "",
) -> None:
    """Give commands of a house in short lines.

    Such as: croupier do cage "issue p1 500" --person c1. Every line is in docs/reference/lines.md. It stops at the first
    refused one; those before it take effect. Beside a running house, without --at and --person, anyone who can
    read its files lifts exclusions, removes second factors, and names an administrator where none can act.
    """

    async def work(desk: Desk) -> None:
        for line in lines:
            say(await desk.line(stream, line))

    at_desk(database, at, acting, work, beside=True)
