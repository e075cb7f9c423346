"""The rules over HTTP: every book, every clause, its cases played as stories."""

import asyncio
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route

from croupier.books import book_of
from croupier.books.book import Book
from croupier.cases.searching import search
from croupier.server.answers import Problem, problems
from croupier.server.page_answers import Pages
from croupier.web.pages import page
from croupier.web.rules_page import beside, numbers_of, readings, sections, shelf, stories


def routes(pages: Pages) -> list[BaseRoute]:
    async def read() -> None:
        """Beside the house once it is open, which it is the sooner for it."""
        await asyncio.to_thread(shelf)
        await asyncio.to_thread(search, "ante")

    pages.server.beside.append(read)

    def book_asked(request: Request) -> Book:
        name = request.path_params["book"]
        if name not in shelf():
            raise Problem(404, "no_such_book", f"there is no book {name[:80]!r}")
        return book_of(name)

    async def show_all(request: Request) -> Response:
        person, asked = await pages.person(request), request.query_params.get("q", "").strip()[:100]
        result = await asyncio.to_thread(search, asked)
        hits = [(shelf()[hit.book], hit) for hit in result.hits]
        return pages.answer("rules.html", request, person, q=asked, hits=hits, found=result, books=shelf().values())

    async def show_book(request: Request) -> Response:
        book = book_asked(request)
        person = await pages.person(request)
        return pages.answer("rules_book.html", request, person, book=book, sections=sections(book.id))

    async def show_clause(request: Request) -> Response:
        book, number = book_asked(request), request.path_params["number"]
        with problems(404, "no_such_clause"):
            clause = book.clause(number)
        numbers = numbers_of(book, number)
        if "fragment" in request.query_params:
            return HTMLResponse(page("clause.html", book=book, number=number, clause=clause, numbers=numbers))
        person = await pages.person(request)
        told = await asyncio.to_thread(stories, book, number)
        shown: dict[str, Any] = {"readings": readings(book, number), "editions": beside(book, number), "stories": told}
        return pages.answer(
            "rules_clause.html", request, person, book=book, number=number, clause_=clause, numbers=numbers, **shown
        )

    return [
        Route("/rules", pages.shown(show_all)),
        Route("/rules/{book}", pages.shown(show_book)),
        Route("/rules/{book}/{number:path}", pages.shown(show_clause)),
    ]
