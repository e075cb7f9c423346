"""The figures of the house over HTTP, for supervisors, administrators and inspectors; receipts also for the cage.

A process of its own has read all streams as far as they go, and answers with pages and files.
"""

import asyncio
from typing import Any, cast

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from croupier.drawing.document import as_pdf
from croupier.floor import reports
from croupier.floor.figures import DATA, Fold
from croupier.floor.reports import OFS, ReportError
from croupier.kernel.money import Currency
from croupier.server.answers import Problem, problems
from croupier.server.config import House
from croupier.server.pages import Pages
from croupier.web.cage_page import acts_of
from croupier.web.inspector_page import entries_shown
from croupier.web.pages import page

_FILES = {"csv": "text/csv; charset=utf-8", "parquet": "application/vnd.apache.parquet", "pdf": "application/pdf"}
_SHOWN = 200
"""So many entries of a stream are shown on a page."""
_READ: reports.Folds = {}
"""What the process has read."""


def _reached() -> dict[str, int]:
    return {name: fold.number for name, fold in _READ.items()}


def _take(name: str, kind: str, lines: list[bytes]) -> int:
    """Read on here; how far it was read."""
    fold = _READ.setdefault(name, Fold(name, kind))
    fold.read(lines)
    return fold.number


def _made(form: str, asked: dict[str, str], house: House, currency: Currency, may: bool) -> tuple[str, Any]:
    """A report: the period or the name it is of, and the report as a page or a file, or the entries of one of its figures."""
    found = reports.report(_READ, cast(reports.Of, asked["of"]), asked["which"], house.calendar)
    limit, timed = house.cash_limit * 100, found.of not in ("table", "game")
    days = reports.cash(_READ, house.calendar, limit, currency, found.which) if timed else []
    if form == "entries":
        row = next((one for one in found.rows if one.id == asked.get("row") and asked.get("figure") in one.figures), None)
        if row is None:
            raise ReportError("there is no such figure in this report")
        name = asked["figure"]
        figure = row.figures[name]
        listed = {stream: (figure.listed(stream), figure.first(stream, _SHOWN)) for stream in figure.entries}
        return found.which, {"row": found.label(row), "name": name, "amount": row.said(name), "listed": listed}
    if form == "page":
        shown: dict[str, Any] = {"report": found, "charts": list(reports.charts(found)), "days": days, "may": may, "timed": timed}
        return found.which, page("figures_report.html", limit=currency.of(limit), **shown)
    if "cash" in asked:
        return found.which, reports.as_file(form, reports.tidy_cash(days), reports.printed_cash(days, limit, currency))
    return found.which, reports.as_file(form, reports.tidy(found.rows), reports.printed(found))


def routes(pages: Pages) -> list[BaseRoute]:
    server, floor, access = pages.server, pages.floor, pages.access
    house, one_by_one = server.config.house, asyncio.Lock()

    async def made(request: Request, form: str) -> tuple[str, dict[str, str], Any]:
        """Who asks, for what, and the report, made by a process that has read all streams as far as they go now."""
        session = await server.signed_in(request)
        if not pages.may_see("figures", session.person):
            raise Problem(403, "rank_needed", "the figures are for supervisors, administrators and inspectors")
        server.reads_much(request, session)
        asked = {"of": "day"} | dict(request.query_params)
        asked["which"] = asked.get("which", "").strip()
        if asked["of"] not in OFS:
            raise Problem(400, "not_understood", f"there is no report {asked['of'][:40]!r}: ask for {', '.join(OFS)}")
        cage = floor.house.cage
        may = "explain-result" in acts_of(cage, access.capacities(session.person, cage))
        async with one_by_one:
            read = await server.worker.ask(_reached)
            for name, head in (await floor.store.heads()).items():
                at = read.get(name, 0)
                while head.kind in DATA["accounts"] and at < head.number:
                    at = await server.worker.ask(_take, name, head.kind, await floor.store.read(name, after=at))
            with problems(404, "no_such_report", ReportError):
                asked["which"], answer = await server.worker.ask(_made, form, asked, house, cage.rules.currency, may)
        return session.person, asked, answer

    async def show(request: Request) -> Response:
        person, asked, shown = await made(request, "page")
        return pages.answer("figures.html", request, person, ofs=OFS, asked=asked, shown=shown)

    async def file(request: Request) -> Response:
        kind = request.path_params["kind"]
        if kind not in _FILES:
            raise Problem(404, "not_found", f"the figures come as {', '.join(_FILES)}")
        _, asked, content = await made(request, kind)
        name = f"{'cash' if 'cash' in asked else asked['of']}-{asked['which'] or 'none'}.{kind}"
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return Response(content, media_type=_FILES[kind], headers=headers)

    async def entries(request: Request) -> Response:
        """The entries that a figure sums, as anyone sees them who may see the figures; rounds in play stay hidden."""
        person, asked, figure = await made(request, "entries")
        told = {}
        for name, (listed, numbers) in figure["listed"].items():
            whole = await server.whole(name)
            viewer = access.viewer(person, whole)
            shown = await asyncio.to_thread(entries_shown, whole, 1, max(numbers, default=0), viewer, {})
            told[name] = listed, [shown[number - 1] for number in numbers]
        context: dict[str, Any] = {"figure": figure, "told": told, "slips": reports.has_slip, "most": _SHOWN}
        return pages.answer("figures_entries.html", request, person, asked=asked, **context)

    async def slip(request: Request) -> Response:
        person = await pages.signed_in(request)
        if not any(pages.may_see(each, person) for each in ("figures", "cage")):
            raise Problem(403, "rank_needed", "slips are for the cage and for those in charge")
        name, number = request.path_params["name"], int(request.path_params["number"])
        with problems(404, "no_such_slip", ReportError):
            found = await reports.slip(floor.store, name, number, house.calendar, house.name)
        if request.query_params.get("as") == "pdf":
            return Response(as_pdf(found), media_type="application/pdf")
        return pages.answer("figures_slip.html", request, person, slip=found)

    return [
        Route("/figures", pages.shown(show)),
        Route("/figures/entries", pages.shown(entries)),
        Route("/figures/slip/{name}/{number:int}", pages.shown(slip)),
        Route("/figures.{kind}", pages.shown(file)),
    ]
