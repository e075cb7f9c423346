"""The application: routes, what every answer includes, and what is refused before anything is read."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from time import perf_counter
from typing import Any

from starlette.applications import Starlette
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from croupier.floor.stores.interface import StoreUnavailable
from croupier.kernel.data import data_of
from croupier.kernel.languages import speak
from croupier.server.access import session_name
from croupier.server.answers import Problem, answered, json, problem, signed_out_because
from croupier.server.api import Api
from croupier.server.language_choice import asked_for
from croupier.server.live import Banner, Live, signed_out_message
from croupier.server.openapi import OPERATIONS, openapi
from croupier.server.operations import Operations
from croupier.server.page_answers import Pages, page_routes
from croupier.server.proofs import proof_routes
from croupier.server.reminders import called
from croupier.server.server import Server
from croupier.server.staff import Desk
from croupier.web.pages import CONTENT_SECURITY_POLICY
from croupier.web.texts import text

log = logging.getLogger("croupier.http")

HEADERS = {"content-security-policy": CONTENT_SECURITY_POLICY, **data_of("croupier.server", "pages.toml")["headers"]}
_MOST_VIEWS = 30
_LONGEST_PATH = 1_000


def application(server: Server) -> Starlette:
    """The whole application of one server."""
    api, operations = Api(server), Operations(server)

    async def live(request: Request) -> Response:
        token, session = server.token(request), await server.session(request)
        person = session.person if session is not None else ""
        views = [view for view in request.query_params.get("open", "").split(",") if view]
        if not views or len(views) > _MOST_VIEWS or not all(map(server.views.known, views)):
            raise Problem(400, "not_understood", f"open names what is to be followed, at most {_MOST_VIEWS} at once")
        theirs = request.query_params.get("for", "")
        if theirs and theirs != person:
            why = signed_out_because(await server.sessions.ended(token))
            return Response(signed_out_message(why), media_type="text/event-stream", headers={"cache-control": "no-store"})

        def beside() -> dict[str, Banner]:
            return {"state": server.state(), "reminder": server.reminders.shown(person), "called": called(server.floor, person)}

        for view in views:  # errors about missing or forbidden views come before anything is sent
            server.live.show(view, person)

        async def signed_out() -> str:
            with suppress(StoreUnavailable):  # nobody is rejected because the store cannot be read
                if person and await server.session_of(token, lately=True) is None:
                    return signed_out_because(await server.sessions.ended(token))
            return ""

        messages = server.live.follow(person, views, signed_out, beside, session_name(token))
        return _Following(server.live, person, server.address(request), messages)

    promised = {name: said["request"].split() for name, said in OPERATIONS.items()}  # each is the handler of its name
    routes: list[BaseRoute] = [
        *(Route(path, answered(getattr(api, name)), methods=[method]) for name, (method, path) in promised.items()),
        Route("/api/second-factor", answered(api.new_factor), methods=["POST"]),
        Route("/api/second-factor/on", answered(api.switch_factor), methods=["POST"]),
        Route("/api/second-factor/off", answered(api.switch_factor), methods=["POST"]),
        Route("/api/passkeys/challenge", answered(api.passkey_challenge), methods=["POST"]),
        Route("/api/passkeys", answered(api.passkey), methods=["POST"]),
        Route("/api/streams/{name}/record", answered(api.record)),
        Route("/live", answered(live)),
        Route("/openapi.json", answered(lambda request: _ready(json(openapi())))),
        *operations.routes(),
        *Desk(server).routes(),
        *proof_routes(server),
        *page_routes(server),
    ]

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        if not server.opened:
            await server.open()
        try:
            yield
        finally:
            await server.close()

    pages = Pages(server)

    async def not_found(request: Request, error: Exception) -> Response:
        missing = Problem(404, "no_such_page", text("problem.nothing_here"))
        return problem(missing) if request.url.path.startswith("/api/") else await pages.told(request, missing)

    app = Starlette(routes=routes, lifespan=lifespan, exception_handlers={404: not_found, 405: _wrong_method})
    app.state.floor = server.floor
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=5)  # live streams are left as they are
    app.add_middleware(Guard, server=server)
    return app


class _Following(StreamingResponse):
    """A live stream; it counts among the open ones from its beginning to its end."""

    def __init__(self, live: Live, person: str, address: str, messages: AsyncIterator[bytes]) -> None:
        headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
        super().__init__(messages, media_type="text/event-stream", headers=headers)
        self.live, self.person, self.address = live, person, address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not self.live.take(self.person, self.address):
            full = Problem(503, "too_many_streams", "too many pages are open: close one")
            await problem(full)(scope, receive, send)
            return
        try:
            await super().__call__(scope, receive, send)
        finally:
            self.live.leave(self.person, self.address)


async def _ready(response: Response) -> Response:
    return response


async def _wrong_method(request: Request, error: Exception) -> Response:
    return problem(Problem(405, "wrong_method", f"{request.method} is not supported here"))


class Guard:
    """Before anything else: the requested host is ours, and changes come from our own pages.

    Afterwards every answer gets the same headers, and one line is logged without any of its content.
    """

    def __init__(self, app: ASGIApp, server: Server) -> None:
        self.app, self.server = app, server

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began, status = perf_counter(), 0
        headers = dict(scope["headers"])
        speak(asked_for(headers))

        async def sent(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                known = {name for name, _ in message.get("headers", [])}
                extra = [(k.encode(), v.encode()) for k, v in HEADERS.items() if k.encode() not in known]
                message["headers"] = [*message.get("headers", []), *extra]
                if b"cache-control" not in known:
                    message["headers"].append((b"cache-control", b"no-store"))
            await send(message)

        if (refusal := self._refusal(scope, headers)) is not None:
            await problem(refusal)(scope, receive, sent)
        else:
            await self.app(scope, receive, sent)
        took = perf_counter() - began
        self.server.floor.counts[f"http_{status // 100}xx"] += 1
        log.info("%s %s %d %.1f ms", scope["method"], scope["path"], status, took * 1000)

    def _refusal(self, scope: Scope, headers: dict[bytes, bytes]) -> Problem | None:
        host = headers.get(b"host", b"").decode("latin-1")
        names = [name for name, _ in scope["headers"]]
        if any(names.count(name) > 1 for name in (b"host", b"origin", b"sec-fetch-site")):
            return Problem(400, "not_understood", "where that comes from, or goes to, is said twice")
        if not self._ours(host):
            return Problem(421, "not_this_house", "there is no such house here")
        if len(scope["path"]) > _LONGEST_PATH:
            return Problem(404, "no_such_page", f"there is nothing here: no address has more than {_LONGEST_PATH} characters")
        if scope["method"] not in ("GET", "HEAD", "OPTIONS"):
            origin = headers.get(b"origin", b"").decode("latin-1")
            site = headers.get(b"sec-fetch-site", b"").decode("latin-1")
            scheme = "https" if self.server.config.http.behind_proxy else scope["scheme"]
            if origin not in ("", f"{scheme}://{host}") or site not in ("", "same-origin", "none"):
                return Problem(403, "foreign_origin", "that came from another site")
        return None

    def _ours(self, host: str) -> bool:
        name, colon, port = host.rpartition(":") if not host.endswith("]") else (host, "", "")
        if not colon:
            name = host
        elif not port.isdecimal():
            return False
        http = self.server.config.http
        ours: set[Any] = {http.host, *http.names, "127.0.0.1", "localhost", "[::1]"}
        return name in ours
