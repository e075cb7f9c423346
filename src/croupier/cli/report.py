"""`croupier report`: the figures of the house, what people bought and redeemed, and slips to print."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

from typer import Argument, Option

from croupier.cli.terminal.house import HOUSE, ConfigFile, Database, settings_of, with_store
from croupier.cli.terminal.options import Json
from croupier.cli.terminal.output import Complaint, missing_extra, on_files, say, write
from croupier.cli.terminal.output import document as as_document
from croupier.kernel.errors import CroupierError
from croupier.kernel.money import cents

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from croupier.drawing.document import Document
    from croupier.floor.stores.interface import Store
    from croupier.server.config import House

_WHAT = ("day", "month", "year", "shift", "table", "game", "cash", "slip")
_About = tuple["Document", "Iterable[Sequence[str]]"]


def report(
    what: Annotated[str, Argument(metavar="WHAT", help=f"{', '.join(_WHAT[:-1])} or {_WHAT[-1]}.")] = "day",
    which: Annotated[
        list[str] | None,
        Argument(metavar="WHICH", help="A day (also of shifts, cash), month, year, table or game; of a slip stream and number."),
    ] = None,
    database: Database = HOUSE,
    config: ConfigFile = "",
    limit: Annotated[str, Option("--limit", metavar="SUM", help="The cash limit, if not that of the configuration.")] = "",
    everybody: Annotated[bool, Option("--all", help="With cash: every person and day, not only those to look at.")] = False,
    as_csv: Annotated[bool, Option("--csv", help="Every figure in a line, with the entries that it sums.")] = False,
    as_json: Json = False,
    pdf: Annotated[str, Option("--pdf", metavar="FILE.pdf", help="Write it on paper.")] = "",
) -> None:
    """Show the figures of a day, month, year, shift, table or game, cash at the limit, or a slip to print.

    Without WHICH it is the latest period. The house may be running. Days are gaming days as the configuration has them.
    """
    if what not in _WHAT:
        raise Complaint(f"{what!r} is no report; there are {', '.join(_WHAT)}")
    house = settings_of(config).house
    said = " ".join(which or [])
    most = cents(limit) if limit else house.cash_limit * 100

    async def work(store: Store) -> _About:
        return await _made(store, what, said, house, most, everybody=everybody)

    with missing_extra("server"):
        from croupier.drawing import document as documents
        from croupier.floor.reports import as_csv as in_csv
    try:
        found, lines = with_store(database, work, read_only=True)
    except CroupierError as error:
        raise Complaint(str(error)) from None
    if pdf:
        with on_files(f"{pdf} cannot be written"):
            Path(pdf).write_bytes(documents.as_pdf(found))
    if as_csv:
        write(in_csv(lines))
    elif as_json:
        head, *rows = lines
        as_document([dict(zip(head, row, strict=True)) for row in rows])
    elif not pdf:
        say(documents.as_text(found))


async def _made(store: Store, what: str, which: str, house: House, limit: int, *, everybody: bool) -> _About:
    from croupier.floor import reports

    calendar = house.calendar
    if what == "slip":
        name, _, number = which.rpartition(" ")
        if not name or not number.isdecimal():
            raise Complaint("a slip is about an entry: say stream and number, such as: croupier report slip cage 12")
        made = await reports.slip(store, name, int(number), calendar, house.name)
        return made, [("slip", "value"), *made.facts]
    folds: reports.Folds = {}
    await reports.read_on(store, folds)
    if what == "cash":
        days = reports.cash(folds, calendar, limit, which, all_days=everybody)
        return reports.printed_cash(days, limit), reports.tidy_cash(days)
    found = reports.report(folds, cast(reports.Of, what), which, calendar)
    return reports.printed(found), reports.tidy(found)
