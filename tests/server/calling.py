"""The real application without a network: requests put to it one after another in this loop, on a house in memory."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import unquote, urlsplit

from croupier.floor.clock import Clock
from croupier.floor.demo import Demo
from croupier.floor.floor import Floor
from croupier.floor.stores.interface import Store
from croupier.server import record_reader
from croupier.server.app import application
from croupier.server.config import Config, Http, Record
from croupier.server.server import Server
from floor.memory import MemoryStore


class Still(Clock):
    """A clock that stands unless it is set."""

    at = 1_800_000_000.0

    def wall(self) -> float:
        return self.at

    def steady(self) -> float:
        return self.at


_BEAT = b"event: beat\ndata: {}\n\n"


class Listening:
    """An answer without end that is being read: all that has come of it so far, but for the beats that say by the real clock that
    the line still works.
    """

    def __init__(self) -> None:
        self.body = b""
        self._reading: asyncio.Task[None] | None = None

    def begin(self, app: Any, scope: dict[str, Any]) -> None:
        gone = asyncio.Event()

        async def receive() -> dict[str, Any]:
            await gone.wait()
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            self.body += message.get("body", b"") if message.get("body") != _BEAT else b""

        self._reading = asyncio.create_task(app(scope, receive, send))

    async def end(self) -> bytes:
        assert self._reading is not None
        self._reading.cancel()
        with suppress(asyncio.CancelledError):
            await self._reading
        return self.body


class Reply(NamedTuple):
    """What came back."""

    status: int
    headers: tuple[tuple[bytes, bytes], ...]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class Inline:
    """What a process beside the server works out, worked out in this one; each house has a record of its own."""

    def __init__(self) -> None:
        self.read: Any = {}
        self.past: Any = {}

    async def ask(self, work: Callable[..., Any], *facts: object) -> Any:
        record_reader.READ, record_reader.PAST = self.read, self.past
        return work(*facts)

    def close(self) -> None:
        pass


class Called:
    """A house in memory and its application. Nothing runs beside the requests."""

    def __init__(self, key: Path, *, seed: int | None = None, http: Http | None = None, store: Store | None = None) -> None:
        http = http or Http(requests_a_second=1e9)
        config = Config(database="memory", http=http, record=Record(key=str(key)))
        self.server = Server(config, floor=Floor(store or MemoryStore(), Still(), seed=seed))
        self.app = application(self.server)
        self.demo = Demo(self.server.floor, self.server.dealer)
        self.tokens = dict[str, str]()

        self.server.figures.worker = self.inline = Inline()  # type: ignore[assignment]

        async def warm_up(work: Callable[[str], object], names: tuple[str, ...]) -> None:
            """The process that counts for the lab begins to count only in tests of the lab."""

        self.server.worker.warm_up = warm_up  # type: ignore[method-assign]

    async def open(self) -> Called:
        await self.server.floor.open()
        await self.server.prover.open()
        await self.server.dealer.begin(assigned=True)
        return self

    async def token(self, person: str) -> str:
        if person not in self.tokens:
            self.tokens[person] = await self.server.sessions.begin(person)
        return self.tokens[person]

    async def listen(self, path: str, person: str = "") -> Listening:
        """Begin to read a live stream as someone."""
        scope, _ = await self._request("GET", path, person, None)
        found = Listening()
        found.begin(self.app, scope)
        return found

    async def quiet(self) -> None:
        """Let everything come to its end that only waits for its turn."""
        for _ in range(200):
            await asyncio.sleep(0)

    async def _request(self, method: str, path: str, person: str, body: Any) -> tuple[dict[str, Any], bytes]:
        url = urlsplit(path)
        headers = [(b"host", b"127.0.0.1")]
        if person:
            headers.append((b"authorization", b"Bearer " + (await self.token(person)).encode()))
        data = b"" if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        if body is not None:
            headers += [(b"content-type", b"application/json"), (b"content-length", str(len(data)).encode())]
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": unquote(url.path),
            "raw_path": url.path.encode(),
            "query_string": url.query.encode(),
            "root_path": "",
            "headers": headers,
            "client": ("127.0.0.1", 1),
            "server": ("127.0.0.1", 80),
        }
        return scope, data

    async def ask(
        self,
        method: str,
        path: str,
        person: str = "",
        body: Any = None,
        accept: str = "",
        origin: str = "",
        until: Callable[[int], bool] = lambda sent: False,
    ) -> Reply:
        """One request as someone; of an answer without end as much as `until` says, by the parts that have come."""
        scope, data = await self._request(method, path, person, body)
        said = {b"accept": accept, b"origin": origin}
        scope["headers"] += [(name, text.encode()) for name, text in said.items() if text]
        asked, gone, parts, start = False, asyncio.Event(), list[bytes](), dict[str, Any]()

        async def receive() -> dict[str, Any]:
            nonlocal asked
            if not asked:
                asked = True
                return {"type": "http.request", "body": data, "more_body": False}
            await gone.wait()
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                start.update(message)
            else:
                parts.append(message.get("body", b""))
                if until(len(parts)):
                    gone.set()
                    await asyncio.sleep(3600)

        asking = asyncio.create_task(self.app(scope, receive, send))
        waiting = asyncio.create_task(gone.wait())
        try:
            await asyncio.wait({asking, waiting}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            waiting.cancel()
            if not asking.done():
                asking.cancel()
                with suppress(asyncio.CancelledError):
                    await asking
        if not asking.cancelled():
            asking.result()
        return Reply(start["status"], tuple(start["headers"]), b"".join(parts))
