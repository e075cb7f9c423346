"""The rules over HTTP: every book, every clause, its cases played as stories."""

import asyncio

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route

from croupier.books import book_of
from croupier.books.book import Book
from croupier.server.answers import Problem, problems
from croupier.server.pages import Pages
from croupier.web.pages import page
from croupier.web.rules_page import sections, shelf, stories

_MOST_FOUND = 100


def rules_routes(pages: Pages) -> list[BaseRoute]:
    async def read() -> None:
        """Beside the house once it is open, which it is the sooner for it."""
        await asyncio.to_thread(shelf)

    pages.server.beside.append(read)

    def book_asked(request: Request) -> Book:
        name = request.path_params["book"]
        if name not in shelf():
            raise Problem(404, "no_such_book", f"there is no book {name[:80]!r}")
        return book_of(name)

    async def show_all(request: Request) -> Response:
        person, asked = await pages.person(request), request.query_params.get("q", "").strip()[:100]
        hits = []
        words = asked.casefold().split()
        if words:
            for book, shown in shelf().items():
                for part in sections(book):
                    for one in part.clauses:
                        text = f"{one.number} {one.line}".casefold()
                        if all(word in text for word in words):
                            hits.append((shown, one))
        return pages.answer("rules.html", request, person, q=asked, found=hits[:_MOST_FOUND], books=shelf().values())

    async def show_book(request: Request) -> Response:
        book = book_asked(request)
        person = await pages.person(request)
        return pages.answer("rules_book.html", request, person, book=book, sections=sections(book.id))

    async def show_clause(request: Request) -> Response:
        book, number = book_asked(request), request.path_params["number"]
        with problems(404, "no_such_clause"):
            clause = book.clause(number)
        numbers = {name: one for name, one in book.params.items() if number in one.clauses}
        if "fragment" in request.query_params:
            return HTMLResponse(page("clause.html", book=book, number=number, clause=clause, numbers=numbers))
        person = await pages.person(request)
        told = await asyncio.to_thread(stories, book, number)
        return pages.answer(
            "rules_clause.html", request, person, book=book, number=number, clause_=clause, numbers=numbers, stories=told
        )

    return [
        Route("/rules", pages.shown(show_all)),
        Route("/rules/{book}", pages.shown(show_book)),
        Route("/rules/{book}/{number:path}", pages.shown(show_clause)),
    ]
