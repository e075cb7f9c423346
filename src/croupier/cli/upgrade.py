"""`croupier upgrade`: a house brought to today's schema, and read whole under today's code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from typer import Exit

from croupier.cli.terminal.house import HOUSE, Database, with_floor
from croupier.cli.terminal.output import say

if TYPE_CHECKING:
    from croupier.floor.floor import Floor


def upgrade(database: Database = HOUSE) -> None:
    """Bring a house to today's schema. Its records are never rewritten; what reads otherwise today is said.

    Exit status 1 if a stream was made under rules that are not at hand any more.
    """

    async def work(floor: Floor) -> list[str]:
        return [f"{name}: {warning}" for name, one in floor.house.streams.items() for warning in one.warnings]

    warnings = with_floor(database, work)
    for warning in warnings:
        say(warning)
    say("The schema is today's, and every stream can be read.")
    if warnings:
        raise Exit(1)
