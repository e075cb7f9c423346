"""`croupier table`: tables opened and closed, and the limits on their signs."""

import json
from typing import Annotated

from typer import Argument, Option, Typer

from croupier.cli.terminal import typed
from croupier.cli.terminal.administration import Acting, At, Desk, at_desk
from croupier.cli.terminal.house_access import HOUSE, Database
from croupier.cli.terminal.output import Complaint, say

table = Typer(help="The tables of a house: open, close, new limits.", no_args_is_help=True)
Name = Annotated[str, Argument(metavar="NAME", help="The name of the table.")]


@table.command("open")
def open_table(
    name: Name,
    game: Annotated[str, Argument(metavar="GAME", callback=typed.game, help="Such as crown-caribbean-stud or crown-holdem.")],
    options: Annotated[str, Option("--options", metavar="JSON", help='Its signs, such as {"minimum": 500}.')] = "{}",
    live: Annotated[bool, Option("--live", help="A live dealer deals; otherwise the house does.")] = False,
    database: Database = HOUSE,
    at: At = "",
    acting: Acting = "",
) -> None:
    """Open a table. Needs a rank above the dealer."""
    try:
        if not isinstance(json.loads(options), dict):
            raise ValueError("not an object")
    except ValueError as error:
        raise Complaint(f"--options is a JSON object, such as {{}}: {error}") from None
    at_desk(database, at, acting, lambda desk: desk.open_table(name, game, options, live))
    say(f"{name} is open.")


@table.command()
def close(
    name: Name,
    done: Annotated[
        list[str] | None, Option("--done", metavar="DUTY", help='What was done first, such as "count the cards at the end".')
    ] = None,
    database: Database = HOUSE,
    at: At = "",
    acting: Acting = "",
) -> None:
    """Close a table for good. What its book still requires first is listed; record it with --done."""

    async def work(desk: Desk) -> None:
        for duty in done or ():
            await desk.do(name, "perform", duty=duty)
        await desk.do(name, "close-table")

    at_desk(database, at, acting, work)
    say(f"{name} is closed.")


@table.command()
def limits(
    name: Name,
    minimum: Annotated[int, Argument(metavar="MIN", min=1, help="The minimum bet, in cents.")],
    maximum: Annotated[int, Argument(metavar="MAX", min=1, help="The maximum bet, in cents.")],
    keep: Annotated[bool, Option("--keep", help="Players already seated keep their minimum.")] = False,
    database: Database = HOUSE,
    at: At = "",
    acting: Acting = "",
) -> None:
    """Put new limits on the sign of a house table, as its book allows."""
    at_desk(database, at, acting, lambda desk: desk.do(name, "change-limits", minimum=minimum, maximum=maximum, keep=keep))
    say(f"{name} has new limits.")
