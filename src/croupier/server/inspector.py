"""The inspector over HTTP, who only reads: rounds searched and replayed, the record verified, exported and traced."""

import asyncio
import tempfile
from calendar import timegm
from pathlib import Path
from time import strptime

import msgspec
from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute, Route

from croupier.books import book_of
from croupier.cases.tracing import code_of
from croupier.floor.past_rounds import MOST, Wanted
from croupier.kernel.auditing import Deviation
from croupier.kernel.errors import ProofError
from croupier.kernel.money import cents
from croupier.proof.exporting import export
from croupier.proof.round_check import played
from croupier.proof.verifying import verify
from croupier.server.answers import Problem, answered, json, problems
from croupier.server.api import number_in
from croupier.server.page_answers import Pages
from croupier.tables.any_table import AnyTable
from croupier.web.inspector_page import entries_shown, viewers
from croupier.web.rules_page import shelf, stories
from croupier.web.table_page import table_still

_MINUTES = "%Y-%m-%dT%H:%M"


class Going(msgspec.Struct):
    """A verification in progress, or its result."""

    running: bool = False
    part: float = 0.0
    whole: bool = False
    says: str = ""


def routes(pages: Pages) -> list[BaseRoute]:
    server, floor = pages.server, pages.floor
    going = Going()

    async def inspects(request: Request) -> str:
        session = await server.signed_in(request)
        if not pages.may_see("inspector", session.person):
            raise Problem(403, "rank_needed", "this is for the inspector")
        server.reads_much(request, session)
        return session.person

    async def show(request: Request) -> Response:
        person, asked = await inspects(request), request.query_params
        with problems(400, "not_understood", ValueError):
            wanted = Wanted(
                table=asked.get("table", ""),
                person=asked.get("person", "").strip(),
                hand=asked.get("hand", "").strip(),
                clause=asked.get("clause", "").strip(),
                least=cents(asked["least"]) if asked.get("least", "").strip() else 0,
                after=_moment(asked.get("after", "")),
                before=_moment(asked.get("before", "")),
            )
        rounds = await server.figures.rounds(wanted, MOST)
        return pages.answer(
            "inspector.html",
            request,
            person,
            asked=wanted,
            after=asked.get("after", ""),
            before=asked.get("before", ""),
            rounds=rounds,
            most=MOST,
            tables=sorted(floor.house.at_a_glance()),
            note=server.prover.log.note,
            key=str(server.prover.signer.verifier),
            books=shelf().values(),
        )

    async def show_round(request: Request) -> Response:
        person, name = await inspects(request), request.path_params["name"]
        number = int(request.path_params["number"])
        pages.table(name)
        whole = await server.whole(name)
        first, last = number_in(request, "first", 1), number_in(request, "last", whole.number)
        if not 1 <= first <= last <= await server.last_closed(name) or last - first > 2000:
            raise Problem(404, "no_such_round", "there is no such finished round")
        lines = await floor.saved.all_lines(name)

        def again() -> dict[int, Deviation]:
            entries = played(whole, lines, number)
            return {entry.entry.number: entry.deviation for entry in entries if entry.deviation is not None}

        wrong = await asyncio.to_thread(again)
        known = viewers(whole, first, last)
        seen_as = request.query_params.get("as", "inspector")
        if seen_as not in known:
            raise Problem(404, "no_such_person", "nobody of that name was in this round")
        felt = ""
        if at := number_in(request, "at", 0):
            at = min(max(at, first), last)
            then = await server.at_entry(name, at)
            capacity = seen_as if seen_as in ("inspector", "dealer") else None
            who = seen_as if seen_as not in ("inspector", "dealer", "onlooker") else ""
            if isinstance(then, AnyTable):
                felt = table_still(then, who, capacity, {})
        return pages.answer(
            "inspector_round.html",
            request,
            person,
            stream=name,
            number=number,
            first=first,
            last=last,
            book=whole.rules.book,
            viewers=list(known),
            seen_as=seen_as,
            wrong=bool(wrong),
            entries=entries_shown(whole, range(first, last + 1), known[seen_as], wrong),
            felt=felt,
            at=at,
        )

    async def trace(request: Request) -> Response:
        person = await inspects(request)
        number = request.query_params.get("number", "").strip()
        with problems(404, "no_such_clause"):
            book = book_of(request.query_params.get("book", ""))
            clause = book.clause(number)
        cited = await server.figures.rounds(Wanted(clause=number), 10, book.id)
        code = await asyncio.to_thread(code_of, book, number, clause.grounds)
        cases = len(await asyncio.to_thread(stories, book, number, 1000))
        return pages.answer(
            "inspector_trace.html", request, person, book=book, number=number, clause_=clause, code=code, cited=cited, cases=cases
        )

    async def begin(request: Request) -> Response:
        await inspects(request)
        if not going.running:
            going.running, going.part = True, 0.0
            floor.run(_verify(), "verifying")
        return json(going)

    async def _verify() -> None:
        def told(done: int, whole: int) -> None:
            going.part = done / max(whole, 1)

        try:
            result = await verify(floor.store, progress=told)
            going.whole, going.says = bool(result), str(result)
        except ProofError as error:
            going.whole, going.says = False, str(error)
        finally:
            going.running = False

    async def look(request: Request) -> Response:
        await inspects(request)
        return json(going)

    async def take_along(request: Request) -> Response:
        await inspects(request)
        folder = tempfile.TemporaryDirectory(prefix="croupier-export-")
        path = Path(folder.name) / "house.zip"
        await export(floor.store, path, before={name: await server.last_closed(name) + 1 for name in floor.house.at_a_glance()})
        return FileResponse(path, filename="house.zip", background=BackgroundTask(folder.cleanup))

    return [
        Route("/inspector", pages.shown(show)),
        Route("/inspector/trace", pages.shown(trace)),
        Route("/inspector/{name}/{number:int}", pages.shown(show_round)),
        Route("/api/verify", answered(begin), methods=["POST"]),
        Route("/api/verify", answered(look)),
        Route("/api/export", answered(take_along)),
    ]


def _moment(text: str) -> int:
    """A moment from a form, in seconds; an empty field is None."""
    return timegm(strptime(text[:16], _MINUTES)) if text else 0
