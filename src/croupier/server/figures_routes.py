"""The figures of the house over HTTP, for supervisors, administrators and inspectors; receipts also for the cage.

A separate process has read all streams to their ends, and answers with pages and files.
"""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from importlib.util import find_spec
from typing import Any, cast

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from croupier.drawing.document import as_pdf, from_template
from croupier.floor import day_figures
from croupier.floor.day_figures import OFS, ReportError
from croupier.floor.day_sums import DATA
from croupier.floor.stores.interface import StoreUnavailable
from croupier.kernel.actors import INSPECTOR
from croupier.kernel.errors import CroupierError
from croupier.kernel.money import Currency
from croupier.server import record_reader
from croupier.server.answers import Problem, download, problems
from croupier.server.config import House
from croupier.server.page_answers import Pages
from croupier.training.coach import Terms, solved
from croupier.web.cage_page import acts_of
from croupier.web.inspector_page import entries_shown
from croupier.web.pages import page

_FILES = {"csv": "text/csv; charset=utf-8", "parquet": "application/vnd.apache.parquet", "pdf": "application/pdf"}
_EVERY = 60.0
"""The process reads on after so many seconds."""
_SHOWN = 200
"""So many entries of a stream are shown on a page."""
_SOLVING: dict[Terms, bool] = {}
_THREAD = ThreadPoolExecutor(1)
"""Which games are solved in that process, and where others are being solved."""


def _solved(terms: Terms) -> bool:
    """Whether a game is solved. That takes long for some, so a thread does it and no report waits."""
    if terms not in _SOLVING:
        _SOLVING[terms] = False

        def solve() -> None:
            with suppress(CroupierError):  # then its hands are not evaluated, and the report says so
                solved(*terms)
            _SOLVING[terms] = True

        _THREAD.submit(solve)
    return _SOLVING[terms]


def _weigh() -> None:
    day_figures.weigh(record_reader.READ, _solved)


def _asking(house: House, now: int) -> list[tuple[str, str]]:
    _weigh()
    return day_figures.asking(record_reader.READ, house, now)


def _made(
    form: str, asked: dict[str, str], house: House, currency: Currency, now: int, may: bool, sees: set[str]
) -> tuple[str, Any]:
    """What a report is about, and the report as a page or a file, or the entries of one of its figures."""
    _weigh()
    found = day_figures.report(record_reader.READ, cast(day_figures.Of, asked["of"]), asked["which"], house, now, sees)
    if form == "entries":
        rows = {f"{row.section} {found.label(row)}": row for row in found.rows if asked.get("figure") in row.figures}
        if (row := rows.get(asked.get("row", ""))) is None:
            raise ReportError("there is no such figure in this report")
        figure, said = row.figures[asked["figure"]], row.said(asked["figure"])
        numbers = {name: [number for each in figure.numbers(name) for number in each][:_SHOWN] for name in figure.entries}
        return found.which, {"row": found.label(row), "said": said, "listed": str(figure), "numbers": numbers}
    limit = house.cash_limit * 100
    days = day_figures.cash(record_reader.READ, house, limit, currency, found.which) if found.of not in ("table", "game") else []
    if form == "page":
        shown: dict[str, Any] = {"report": found, "charts": list(day_figures.charts(found)), "days": days, "may": may}
        return found.which, page("figures_report.html", limit=currency.of(limit), **shown)
    about: dict[str, Any] = {"days": days, "limit": limit, "currency": currency}
    if "cash" in asked:
        return found.which, day_figures.as_file(form, day_figures.tidy_cash(days), from_template("cash.md", **about))
    return found.which, day_figures.as_file(
        form, day_figures.tidy(found.rows), from_template("report.md", report=found, solver=day_figures.SOLVER)
    )


def routes(pages: Pages) -> list[BaseRoute]:
    server, floor, access, house = pages.server, pages.floor, pages.access, pages.server.config.house
    reader = server.figures

    async def keep_up() -> None:
        """Read on as entries arrive, and have hands weighed, so that no report waits for it; the floor asks for notes."""
        while True:
            await asyncio.sleep(_EVERY)
            with suppress(StoreUnavailable, Problem):
                floor.unexplained = await reader.ask(_asking, house, floor.clock.now())

    server.beside.append(keep_up)

    async def made(request: Request, form: str) -> tuple[str, dict[str, str], Any]:
        """Who asks, for what, and the answer, once all streams are read to their current ends."""
        session = await server.signed_in(request)
        if not pages.may_see("figures", session.person):
            raise Problem(403, "rank_needed", "the figures are for supervisors, administrators and inspectors")
        server.reads_much(request, session)
        asked, cage = {"of": "day", "which": "", **request.query_params}, floor.house.cage
        if asked["of"] not in OFS:
            raise Problem(400, "not_understood", f"there is no report {asked['of'][:40]!r}: ask for {', '.join(OFS)}")
        may = "explain-result" in acts_of(cage, access.capacities(session.person, cage))
        sees = {name for name, row in floor.house.at_a_glance().items() if access.viewer(session.person, row) == INSPECTOR}

        with problems(404, "no_such_report", ReportError):
            given = form, asked, house, cage.rules.currency, floor.clock.now(), may, sees
            asked["which"], answer = await reader.ask(_made, *given)
        return session.person, asked, answer

    async def show(request: Request) -> Response:
        person, asked, shown = await made(request, "page")
        files = [kind for kind in _FILES if kind != "parquet" or find_spec("pyarrow")]
        return pages.answer("figures.html", request, person, ofs=OFS, files=files, asked=asked, shown=shown)

    async def file(request: Request) -> Response:
        kind = request.path_params["kind"]
        if kind not in _FILES:
            raise Problem(404, "not_found", f"the figures come as {', '.join(_FILES)}")
        _, asked, content = await made(request, kind)
        name = f"{'cash' if 'cash' in asked else asked['of']}-{asked['which'] or 'none'}.{kind}"
        return download(content, _FILES[kind], name)

    async def entries(request: Request) -> Response:
        """The entries that a figure sums, for anyone who may see the figures; rounds in play stay hidden."""
        person, asked, figure = await made(request, "entries")
        told = {}
        for name, numbers in figure["numbers"].items():
            whole = await server.whole(name)
            told[name] = entries_shown(whole, numbers, access.viewer(person, whole))
        context: dict[str, Any] = {"told": told, "slips": DATA["slips"], "most": _SHOWN}
        return pages.answer("figures_entries.html", request, person, asked=asked, figure=figure, **context)

    async def slip(request: Request) -> Response:
        person = await pages.signed_in(request)
        if not any(pages.may_see(each, person) for each in ("figures", "cage")):
            raise Problem(403, "rank_needed", "slips are for the cage and for those in charge")
        name, number = request.path_params["name"], int(request.path_params["number"])
        with problems(404, "no_such_slip", ReportError):
            found = await day_figures.slip(floor.store, name, number, house, house.name)
        if request.query_params.get("as") == "pdf":
            return Response(as_pdf(found), media_type="application/pdf")
        return pages.answer("figures_slip.html", request, person, slip=found)

    return [
        Route("/figures", pages.shown(show)),
        Route("/figures/entries", pages.shown(entries)),
        Route("/figures/slip/{name}/{number:int}", pages.shown(slip)),
        Route("/figures.{kind}", pages.shown(file)),
    ]
