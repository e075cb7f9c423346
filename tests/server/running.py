"""A server of our own for tests: the real application in a thread of its own, on a free port of this machine."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import uvicorn

from croupier.client import Client
from croupier.floor.demo import Demo
from croupier.kernel.actors import Capacity
from croupier.kernel.decisions import Decision
from croupier.kernel.events import Command
from croupier.server.app import application
from croupier.server.config import Config, Http
from croupier.server.connections import listening
from croupier.server.server import Server

T = TypeVar("T")
PASSWORD = "a password for tests"  # noqa: S105


class Running:
    """A server that runs, what it is asked in its own thread, and clients of it."""

    def __init__(self, server: Server, url: str, loop: asyncio.AbstractEventLoop, http: uvicorn.Server) -> None:
        self.server, self.url, self.loop, self.http = server, url, loop, http

    def hang_up(self) -> None:
        """Cut every connection there is, as a network does."""

        async def cut() -> None:
            for connection in list(self.http.server_state.connections):
                connection.transport.abort()

        self.run(cut())

    def run(self, work: Awaitable[T]) -> T:
        """Do something in the server's own loop and wait for it."""

        async def wait() -> T:
            return await work

        return asyncio.run_coroutine_threadsafe(wait(), self.loop).result(60)

    def do(self, name: str, command: Command, person: str, by: Capacity) -> Decision:
        return self.run(self.server.floor.do(name, command, person=person, by=by)).decision

    def client(self, person: str = "") -> Client:
        """A client, signed in as one of the people of the house."""
        if not person:
            return Client(self.url)
        return Client(self.url, token=self.run(self.server.sessions.begin(person)))


@contextmanager
def running(database: Path, *, demo: bool = False, furnish: Callable[[Demo], Awaitable[Any]] | None = None) -> Iterator[Running]:
    """A server on a house in a file: a whole demo with its bots, an empty house, or one that is furnished by hand."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    config = Config(database=str(database), demo=demo, http=Http(port=port, requests_a_second=1000))
    ready, box = threading.Event(), dict[str, Any]()

    def serve() -> None:
        async def main() -> None:
            server = Server(config)
            server.floor.memory.unused = float(
                "inf"
            )  # a table that a test looks at stays in memory, however long other tests take
            http = uvicorn.Server(
                listening(application(server), config.http.live_streams, port=port, timeout_graceful_shutdown=1)
            )
            box.update(server=server, http=http, loop=asyncio.get_running_loop())
            serving = asyncio.create_task(http.serve())
            while not http.started and not serving.done():
                await asyncio.sleep(0.01)
            if furnish is not None:
                await furnish(Demo(server.floor, server.dealer))
            ready.set()
            await serving

        try:
            asyncio.run(main())
        except BaseException as error:
            box["error"] = error
        finally:
            ready.set()

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    ready.wait(60)
    if "error" in box:
        raise box["error"]
    try:
        yield Running(box["server"], f"http://127.0.0.1:{port}", box["loop"], box["http"])
    finally:
        box["http"].should_exit = True
        thread.join(30)
