"""`croupier cage`: the balance of the whole house, now or at an earlier moment."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import msgspec
from typer import Exit, Option, Typer

from croupier.cli.terminal.house_access import HOUSE, Database, with_store
from croupier.cli.terminal.options import Json
from croupier.cli.terminal.output import Complaint, document, say

if TYPE_CHECKING:
    from croupier.cage.report import CageReport
    from croupier.floor.stores.interface import Store

cage = Typer(help="The cage: where every chip of the house is.", no_args_is_help=True)


@cage.command()
def report(
    database: Database = HOUSE,
    at: Annotated[int, Option("--at", metavar="ENTRY", help="As it was after this entry of the cage.")] = 0,
    as_json: Json = False,
) -> None:
    """Show where every chip of the house is, and whether it balances to the cent. Exit status 1 if not.

    The house may be running. With an earlier entry of the cage, every other stream is read as it was then.
    """
    from croupier.books import HOUSE, book_of
    from croupier.floor.books import cage_text

    async def work(store: Store) -> CageReport:
        from croupier.floor.books import report_at

        return await report_at(store, at)

    cage_report = with_store(database, work, read_only=True)
    if at and cage_report.number != at:
        raise Complaint(f"the cage has {cage_report.number} entries; there is no entry {at}")
    if as_json:
        document(msgspec.to_builtins(cage_report, str_keys=True), book_of(HOUSE).currency)
    else:
        say(book_of(HOUSE).currency.told(cage_text(cage_report)))
    if cage_report.differences:
        raise Exit(1)
