"""`croupier restore`: a house from its backup, found whole first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from typer import Argument, Option

from croupier.cli.terminal.house import HOUSE, Database, with_store
from croupier.cli.terminal.output import missing_extra, say

if TYPE_CHECKING:
    from croupier.floor.stores.interface import Store


def restore(
    file: Annotated[str, Argument(metavar="FILE", help="A backup.")],
    database: Database = HOUSE,
    key: Annotated[
        str,
        Option("--key", metavar="KEY", help="The key that the house is known by, name+hash+key, or a file with it."),
    ] = "",
    unsigned: Annotated[bool, Option("--unsigned", help="Take a backup that is not signed.")] = False,
) -> None:
    """Fill a new house from a backup, found whole first: its signature, every hash and every chain are checked before anything
    is written.
    """
    with missing_extra("server"):
        from croupier.floor.stores import restore as fill

    from croupier.cli.audit import check_signature

    if not unsigned:
        say(check_signature(file, key))

    async def work(store: Store) -> tuple[int, int]:
        await fill(file, store)
        heads = await store.heads()
        return len(heads), sum(head.number for head in heads.values())

    streams, entries = with_store(database, work)
    say(f"{file} is whole: {entries:,} entries in {streams} streams restored")
