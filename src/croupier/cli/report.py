"""`croupier report`: the figures of the house, what people bought and redeemed, and slips to print."""

from __future__ import annotations

from pathlib import Path
from time import time
from typing import TYPE_CHECKING, Annotated, cast

from typer import Argument, Option

from croupier.cli.terminal.house_access import HOUSE, ConfigFile, Database, settings_of, with_store
from croupier.cli.terminal.options import Json
from croupier.cli.terminal.output import Complaint, document as as_document, missing_extra, on_files, say, write
from croupier.cli.terminal.typed import either
from croupier.kernel.errors import CroupierError
from croupier.kernel.money import cents

if TYPE_CHECKING:
    from croupier.drawing.document import Document
    from croupier.floor.day_figures import Lines
    from croupier.floor.stores.interface import Store

_WHAT = ("day", "month", "year", "shift", "hour", "table", "game", "cash", "slip")


def report(
    what: Annotated[str, Argument(metavar="WHAT", help=f"{either(_WHAT)}.")] = "day",
    which: Annotated[
        list[str] | None,
        Argument(
            metavar="WHICH", help="A day (also of shifts, hours, cash), month, year, table or game; of a slip stream and number."
        ),
    ] = None,
    database: Database = HOUSE,
    config: ConfigFile = "",
    limit: Annotated[str, Option("--limit", metavar="SUM", help="The cash limit, if not that of the configuration.")] = "",
    everybody: Annotated[bool, Option("--all", help="With cash: every person and day, not only those to look at.")] = False,
    as_csv: Annotated[bool, Option("--csv", help="Every figure in a line, with the entries that it sums.")] = False,
    as_json: Json = False,
    to: Annotated[str, Option("--to", metavar="FILE", help="Write it to a file whose name ends in .pdf, .csv or .parquet.")] = "",
) -> None:
    """Show the figures of a day, month, year, shift, hour, table or game, cash at the limit, or a slip to print.

    Without WHICH it is the latest period. The house may be running. Days are gaming days as the configuration has them.
    """
    kind, said = Path(to).suffix.removeprefix("."), " ".join(which or [])
    if what not in _WHAT or (to and kind not in ("pdf", "csv", "parquet")):
        raise Complaint("say one of " + ", ".join(_WHAT) + ", and a FILE that ends in .pdf, .csv or .parquet")
    with missing_extra("server"):
        from croupier.books import HOUSE, book_of
        from croupier.drawing.document import as_text, from_template
        from croupier.floor import day_figures
    house, folds = settings_of(config).house, day_figures.Folds()
    most, currency = cents(limit) if limit else house.cash_limit * 100, book_of(HOUSE).currency

    async def work(store: Store) -> tuple[Document, Lines]:
        if what == "slip":
            name, _, number = said.rpartition(" ")
            if not name or not number.isdecimal():
                raise Complaint("a slip is about an entry: say stream and number, such as: croupier report slip cage 12")
            made = await day_figures.slip(store, name, int(number), house, house.name)
            return made, [("slip", "value"), *made.facts]
        await day_figures.read_on(store, folds)
        if what == "cash":
            days = day_figures.cash(folds, house, most, currency, said, everybody=everybody)
            return from_template("cash.md", days=days, limit=most, currency=currency), day_figures.tidy_cash(days)
        day_figures.weigh(folds)
        found = day_figures.report(folds, cast(day_figures.Of, what), said, house, int(time()))
        return from_template("report.md", report=found), day_figures.tidy(found.rows)

    try:
        paper, lines = with_store(database, work, read_only=True)
        if to:
            with on_files(f"{to} cannot be written"):
                Path(to).write_bytes(day_figures.as_file(kind, lines, paper))
        elif as_csv:
            write(day_figures.as_file("csv", lines, paper).decode())
        elif as_json:
            head, *rows = lines
            as_document([dict(zip(head, row, strict=True)) for row in rows])
        else:
            say(as_text(paper))
    except CroupierError as error:
        raise Complaint(str(error)) from None
