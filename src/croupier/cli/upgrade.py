"""`croupier upgrade`: a house brought to today's schema, and read whole under today's code."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from typer import Exit, Option

from croupier.cli.terminal.house import HOUSE, Database, with_floor, with_store
from croupier.cli.terminal.output import Complaint, say

if TYPE_CHECKING:
    from croupier.floor.floor import Floor


def upgrade(
    database: Database = HOUSE,
    server_role: Annotated[
        str,
        Option(
            "--server-role", metavar="ROLE", help="The role of a PostgreSQL database that servers are to run under."
        ),
    ] = "",
) -> None:
    """Bring a house to today's schema. Its records are never rewritten; what reads otherwise today is said.

    With --server-role, that role may then read everything and append, but not change, delete or drop entries; run this
    as another role, which owns the tables. Exit status 1 if a stream was made under rules that are not at hand any more.
    """
    if server_role and "://" not in database:
        raise Complaint("--server-role is for PostgreSQL: a file has no roles")

    async def work(floor: Floor) -> list[str]:
        return [f"{name}: {warning}" for name, one in floor.house.streams.items() for warning in one.warnings]

    if server_role:
        with_store(database, lambda store: store.let_append(server_role))  # type: ignore[attr-defined]
    warnings = with_floor(database, work)
    for warning in warnings:
        say(warning)
    say("The schema is today's, and every stream can be read.")
    if warnings:
        raise Exit(1)
