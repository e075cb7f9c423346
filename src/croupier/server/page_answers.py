"""Pages over HTTP: each rendered for the person who asks, from nothing but what they may see."""

import logging
from collections.abc import Iterable
from contextlib import suppress
from functools import partial
from importlib import import_module, resources
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from croupier.drawing.cloths import style_sheet
from croupier.floor.demo import PEOPLE_OF_DEMO
from croupier.floor.stores.interface import StoreUnavailable
from croupier.kernel.data import data_of
from croupier.kernel.languages import ENGLISH, language
from croupier.kernel.roles import SUPERVISOR
from croupier.server.access import ANY_BOOK
from croupier.server.answers import LOST, Handler, Problem, in_memory, problem
from croupier.server.reminders import called
from croupier.server.server import Server
from croupier.tables.any_table import AnyTable
from croupier.web.floor_page import excluded
from croupier.web.pages import page
from croupier.web.regions import LOG_LINES
from croupier.web.texts import text

log = logging.getLogger("croupier.pages")

_DATA = data_of("croupier.server", "pages.toml")
FOR: dict[str, list[str]] = _DATA["for"]
"""Pages listed only for people with a part in them, in any of these capacities."""


class Pages:
    """What the pages share: who looks, and how a page is answered."""

    def __init__(self, server: Server) -> None:
        self.server, self.floor, self.access = server, server.floor, server.access

    async def person(self, request: Request) -> str:
        session = await self.server.session(request)
        return session.person if session is not None else ""

    def demo_people(self, request: Request) -> dict[str, str]:
        """The test accounts of a demo, which take one tap: only on this machine, whatever a proxy says, unless published. An
        account with a password belongs to a person, whatever its name.
        """
        config, people = self.server.config, self.floor.house.people.state.people
        if not config.demo or not (config.publish_demo or self.server.at_this_machine(request)):
            return {}
        return {person: name for person, name in PEOPLE_OF_DEMO.items() if person in people and not people[person].has_password}

    def answer(self, template: str, request: Request, person: str, status: int = 200, **context: Any) -> Response:
        known = self.floor.house.people.state.people.get(person)
        common: dict[str, Any] = {
            "person": person,
            "shown_name": known.name if known is not None else "",
            "house": self.server.config.house.name,
            "guest_is": "" if person else next(iter(self.demo_people(request)), ""),
            "state": self.server.state().html,
            "path": request.url.path,
            "nav": self.nav(person),
            "reminder": self.server.reminders.shown(person).html,
            "called": called(self.floor, person).html,
            "book_at": self.book_at,
            "part_language": "" if template in _DATA["translated"] or language() == ENGLISH else ENGLISH,
        }
        return HTMLResponse(page(template, **common, **context), status_code=status)

    def book_at(self, stream: str) -> str:
        """The book of a stream, if it is available."""
        row = self.floor.house.row(stream)
        return str(row.rules.book) if row is not None else ""

    def table(self, name: str) -> AnyTable:
        """A table of that name, if there is one."""
        stream = self.floor.house.table(name)
        if stream is None:
            raise Problem(404, "no_such_stream", text("problem.no_table", name=repr(name[:80])))
        return stream

    def names(self, viewer: str, of: Iterable[str] | None = None) -> dict[str, str]:
        """The names of people, all or these; people who work in the house also see the account name."""
        people, staff = self.floor.house.people.state.people, bool(self.access.roles(viewer))
        called = {person: people[person].name for person in (people if of is None else of) if person in people}
        if not staff:
            return called
        out = {person for person, *_ in excluded({person: people[person] for person in called}, self.floor.clock.now())}
        staffs = {person: f"{name} ({person})" if name != person else name for person, name in called.items()}
        return {person: text("people.excluded", name=name) if person in out else name for person, name in staffs.items()}

    def names_at(self, table: AnyTable, viewer: str = "") -> dict[str, str]:
        """The names of those who sit at a table, deal there, or did something there lately."""
        sitting = (table.state.person_at(seat) for seat in table.state.seats)
        lately = (entry.person for entry in table.entries[-LOG_LINES:])
        return self.names(viewer, (*sitting, *lately, *self.floor.house.people.state.dealers(table.name)))

    def nav(self, person: str) -> list[tuple[str, str]]:
        """The pages that concern a person."""
        return [(text(f"nav.{name}"), where) for name, where in _DATA["nav"].items() if self.may_see(name, person)]

    def may_see(self, name: str, person: str) -> bool:
        """Whether a page of the house is for a person: consoles are for those who have a part in them."""
        if (wanted := FOR.get(name)) is None:
            return True
        roles, rules = self.access.roles(person), self.floor.house.people.rules
        supervises = SUPERVISOR in wanted and any(book != ANY_BOOK and rules.supervises(capacity) for book, capacity in roles)
        return supervises or any(capacity.casefold() in wanted for _, capacity in roles)

    async def told(self, request: Request, error: Problem) -> Response:
        """An error in a form the asker can read: a page for a browser, and data for a program."""
        if "text/html" not in request.headers.get("accept", "") or request.url.path.startswith("/api/"):
            return problem(error)
        return await self._page_of(request, error)

    async def _page_of(self, request: Request, said: Problem) -> Response:
        person = ""
        with suppress(StoreUnavailable):
            person = await self.person(request)
        return await self.floor.memory.seen(partial(self.answer, "problem.html", request, person, said.status, problem=said))

    def shown(self, handler: Handler) -> Handler:
        """The handler, with errors shown as a page that says what to do."""

        async def answer(request: Request) -> Response:
            try:
                return await in_memory(request, handler)
            except Problem as found:
                if found.status == 401:
                    return RedirectResponse(f"/sign-in?to={request.url.path}", status_code=303)
                said = found
            except StoreUnavailable:
                said = LOST
            except Exception:  # the visitor sees what to do, and the server's log has the rest
                log.exception("a page has failed: %s", request.url.path)
                said = Problem(500, "page_failed", text("problem.failed"))
            return await self._page_of(request, said)

        return answer

    async def signed_in(self, request: Request) -> str:
        return (await self.server.signed_in(request)).person


def page_routes(server: Server) -> list[BaseRoute]:
    """Every page, and the files that they load."""
    pages = Pages(server)
    static = resources.files("croupier.web") / "static"
    return [
        *(route for name in _DATA["modules"] for route in import_module(f"croupier.server.{name}").routes(pages)),
        Route("/cloths.css", _cloths),
        Mount("/static", Cached(directory=str(static))),
    ]


async def _cloths(request: Request) -> Response:
    return Response(style_sheet(), media_type="text/css", headers={"Cache-Control": "no-cache"})


class Cached(StaticFiles):
    """Our own files, which browsers may keep for a while but check each time."""

    def file_response(self, *args: Any, **kwargs: Any) -> Response:
        response = super().file_response(*args, **kwargs)
        response.headers["cache-control"] = "no-cache"
        return response
