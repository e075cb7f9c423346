"""`croupier restore`: a house from its backup, found whole first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from typer import Argument

from croupier.cli.terminal.house import HOUSE, Database, with_store
from croupier.cli.terminal.output import say

if TYPE_CHECKING:
    from croupier.floor.stores.interface import Store


def restore(
    file: Annotated[str, Argument(metavar="FILE", help="A backup.")],
    database: Database = HOUSE,
) -> None:
    """Fill a new house from a backup, found whole first: every hash and every chain is checked before anything is written."""
    from croupier.floor.stores import restore as fill

    async def work(store: Store) -> tuple[int, int]:
        await fill(file, store)
        heads = await store.heads()
        return len(heads), sum(head.number for head in heads.values())

    streams, entries = with_store(database, work)
    say(f"{file} is whole: {entries:,} entries in {streams} streams restored")
