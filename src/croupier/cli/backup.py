"""`croupier backup`: a copy of a house in one file, taken while it runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from typer import Option

from croupier.cli.terminal.house import HOUSE, Database, with_store
from croupier.cli.terminal.output import Complaint, say

if TYPE_CHECKING:
    from croupier.floor.stores.interface import Store


def backup(
    to: Annotated[str, Option("--to", metavar="FILE", help="The new file that the copy is written to.")],
    database: Database = HOUSE,
) -> None:
    """Copy a house, which may be running, into one file.

    The copy is a house of its own: `croupier serve --database FILE` opens it, `croupier restore` checks it first.
    """
    import os

    if os.path.exists(to):
        raise Complaint(f"{to} exists already: a backup is a new file")

    async def copy(store: Store) -> None:
        await store.backup(to)

    async def count(copied: Store) -> int:
        return sum(head.number for head in (await copied.heads()).values())

    with_store(database, copy, read_only=True)
    entries = with_store(to, count, read_only=True)  # the house may have gone on meanwhile
    say(f"{to}: {entries:,} entries, {os.path.getsize(to):,} bytes")
