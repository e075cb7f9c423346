"""The figures of the house over HTTP, for supervisors, administrators and inspectors; receipts also for the cage."""

import asyncio
from typing import Any, get_args

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from croupier.drawing.document import as_pdf
from croupier.floor import reports
from croupier.floor.reports import Of, Report, ReportError, Row
from croupier.server.answers import Problem, problems
from croupier.server.pages import Pages
from croupier.tables.figures import KINDS_READ, Figure
from croupier.web.cage_page import acts_of
from croupier.web.inspector_page import EntryShown, entries_shown

_SHOWN = 200
"""So many entries of a stream are shown on a page."""


def figures_routes(pages: Pages) -> list[BaseRoute]:
    server, floor, access = pages.server, pages.floor, pages.access
    house, one_by_one = server.config.house, asyncio.Lock()

    async def made(request: Request) -> tuple[str, Report, list[Row]]:
        """Who asks, and the report, made by the worker, which has read all streams as far as they go now."""
        session = await server.signed_in(request)
        if not pages.may_see("figures", session.person):
            raise Problem(403, "rank_needed", "the figures are for supervisors, administrators and inspectors")
        server.reads_much(request, session)
        of, which = request.query_params.get("of", "day"), request.query_params.get("which", "").strip()
        if of not in get_args(Of):
            raise Problem(400, "not_understood", f"there is no report {of[:40]!r}: ask for {', '.join(get_args(Of))}")
        async with one_by_one:
            read = await server.worker.ask(reports.reached)
            for name, head in (await floor.store.heads()).items():
                at = read.get(name, 0)
                while head.kind in KINDS_READ and at < head.number:
                    at = await server.worker.ask(reports.take, name, head.kind, await floor.store.read(name, after=at))
            with problems(404, "no_such_report", ReportError):
                report, days = await server.worker.ask(reports.answer, of, which, house.calendar, house.cash_limit * 100)
        return session.person, report, days

    async def show(request: Request) -> Response:
        person, report, days = await made(request)
        may = acts_of(floor.house.cage, access.capacities(person, floor.house.cage))
        context: dict[str, Any] = {"report": report, "charts": reports.charts(report), "days": days, "may": may}
        return pages.answer("figures.html", request, person, ofs=get_args(Of), limit=house.cash_limit * 100, **context)

    async def file(request: Request) -> Response:
        _, report, days = await made(request)
        kind, cash = request.path_params["kind"], "cash" in request.query_params
        if kind not in ("csv", "pdf"):
            raise Problem(404, "not_found", "the figures come as csv or pdf")
        if kind == "pdf":
            content, media = as_pdf(reports.printed(report)), "application/pdf"
        else:
            lines = reports.tidy_cash(days) if cash else reports.tidy(report)
            content, media = reports.as_csv(lines).encode(), "text/csv; charset=utf-8"
        name = f"{'cash' if cash else report.of}-{report.which or 'none'}.{kind}"
        return Response(content, media_type=media, headers={"Content-Disposition": f'attachment; filename="{name}"'})

    async def entries(request: Request) -> Response:
        """The entries that a figure sums, as anyone sees them who may see the figures; rounds in play stay hidden."""
        person, report, _ = await made(request)
        asked = request.query_params
        rows = (*report.tables, *report.totals, *report.jackpots, *report.tournaments, *report.hours)
        name, about = asked.get("figure", ""), (asked.get("period"), asked.get("name"))
        row = next((one for one in rows if (one.period, one.name) == about and name in one.figures), None)
        if row is None:
            raise Problem(404, "no_such_figure", "there is no such figure in this report")
        told = {stream: await _told(person, stream, row.figures[name]) for stream in row.figures[name].entries}
        context: dict[str, Any] = {"report": report, "row": row, "name": name, "told": told, "slips": reports.has_slip}
        return pages.answer("figures_entries.html", request, person, most=_SHOWN, **context)

    async def _told(person: str, name: str, figure: Figure) -> list[EntryShown]:
        whole, numbers = await server.whole(name), figure.numbers(name)[:_SHOWN]
        viewer = access.viewer(person, whole)
        shown = await asyncio.to_thread(entries_shown, whole, 1, max(numbers, default=0), viewer, {})
        return [shown[number - 1] for number in numbers]

    async def slip_of(request: Request) -> Response:
        session = await server.signed_in(request)
        if not any(pages.may_see(page, session.person) for page in ("figures", "cage")):
            raise Problem(403, "rank_needed", "slips are for the cage and for those in charge")
        name, number = request.path_params["name"], int(request.path_params["number"])
        with problems(404, "no_such_slip", ReportError):
            printable = await reports.slip(floor.store, name, number, house.calendar, house.name)
        if request.query_params.get("as") == "pdf":
            return Response(as_pdf(printable), media_type="application/pdf")
        return pages.answer("figures_slip.html", request, session.person, slip=printable)

    return [
        Route("/figures", pages.shown(show)),
        Route("/figures/entries", pages.shown(entries)),
        Route("/figures/slip/{name}/{number:int}", pages.shown(slip_of)),
        Route("/figures.{kind}", pages.shown(file)),
    ]
