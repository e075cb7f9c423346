"""`croupier serve`: a casino that people reach with a browser or over the API."""

from __future__ import annotations

import asyncio
import gc
import logging
import signal
import socket
import sys
from contextlib import suppress
from types import FrameType
from typing import TYPE_CHECKING, Annotated

from msgspec.structs import replace
from typer import Option

from croupier.cli.terminal.house_access import ConfigFile, Database, settings_of
from croupier.cli.terminal.output import Complaint, say

if TYPE_CHECKING:
    from croupier.server.config import Config

_NEEDS = "the server needs more packages: run pip install 'croupier[server]'"


def serve(
    config: ConfigFile = "",
    database: Database = "",
    host: Annotated[str, Option("--host", envvar="CROUPIER_HOST", help="The address to listen at.")] = "",
    port: Annotated[int, Option("--port", envvar="CROUPIER_PORT", help="The port to listen at; 0 is any free one.")] = -1,
    demo: Annotated[bool, Option("--demo", help="Set up an empty house with tables, bots and test accounts.")] = False,
    publish_demo: Annotated[
        bool, Option("--publish-demo", help="Let the demo be reached from elsewhere: anyone can act as anyone in it.")
    ] = False,
    quiet: Annotated[bool, Option("--quiet", help="Log only warnings and errors.")] = False,
) -> None:
    """Serve a casino to browsers and over the API.

    Tables, meters, tournaments and people are kept in a file or in PostgreSQL.
    Stop it with Ctrl-C; the next start continues where it was.
    """
    try:
        import uvicorn

        from croupier.floor.stores import StoreUnavailable
        from croupier.server.app import application
        from croupier.server.connections import listening as listening_at, room_for
        from croupier.server.logs import log_to
        from croupier.server.server import Server
    except ModuleNotFoundError as error:
        raise Complaint(f"{_NEEDS} ({error.name} is missing)") from None
    from croupier.kernel.errors import CroupierError

    settings = _settings(config, database, host, port, demo, publish_demo)
    log_to(level=logging.WARNING if quiet else logging.INFO)
    if (room := room_for(settings.http.live_streams)) < settings.http.live_streams:
        logging.getLogger("croupier").warning("files for %d live streams only: raise the limit of open files", room)
        settings = replace(settings, http=replace(settings.http, live_streams=room))
    server = Server(settings)
    listening = _listening(settings.http.host, settings.http.port)
    port = listening.getsockname()[1]
    http = listening_at(application(server), settings.http.live_streams, timeout_graceful_shutdown=2)

    class Stopping(uvicorn.Server):
        """Live streams end first, or the server would wait for them."""

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            server.stopping()
            await super().shutdown(sockets)

        def handle_exit(self, sig: int, frame: FrameType | None) -> None:
            super().handle_exit(sig, frame)
            self._captured_signals.clear()  # being stopped is not a failure

    async def run() -> None:
        try:
            await server.open()
        except (CroupierError, StoreUnavailable, OSError) as error:
            raise Complaint(f"cannot open the house: {error}") from None
        here = "127.0.0.1" if settings.http.host == "0.0.0.0" else settings.http.host  # noqa: S104
        server.open_console(f"http://{f'[{here}]' if ':' in here else here}:{port}")
        gc.collect()
        gc.freeze()  # objects from opening the house stay, so the collector need not scan them
        say(f"{settings.house.name} is kept in {_without_password(settings.database)}")
        say(f"Open http://{settings.http.host}:{port}/ in a browser. Ctrl-C stops it.")
        sys.stdout.flush()
        await Stopping(http).serve([listening])

    signal.signal(signal.SIGTERM, lambda *_: signal.raise_signal(signal.SIGINT))  # even while the house is being opened
    with suppress(KeyboardInterrupt), asyncio.Runner(loop_factory=http.get_loop_factory()) as runner:
        runner.run(run())


def _listening(host: str, port: int) -> socket.socket:
    """Take the address before the house is opened, so that an address in use is reported immediately."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(2048)
    except OSError as error:
        listening.close()
        raise Complaint(f"http.port: {host}:{port} cannot be listened at: {error.strerror or error}") from None
    return listening


def _settings(config: str, database: str, host: str, port: int, demo: bool, published: bool) -> Config:
    from croupier.server.config import checked

    settings = settings_of(config)
    http = replace(settings.http, host=host or settings.http.host, port=port if port >= 0 else settings.http.port)
    house = {"demo": settings.demo or demo, "publish_demo": settings.publish_demo or published}
    return checked(replace(settings, http=http, database=database or settings.database, **house))


def _without_password(where: str) -> str:
    head, at, tail = where.rpartition("@")
    if not at or "://" not in head:
        return where
    scheme, _, user = head.partition("://")
    return f"{scheme}://{user.partition(':')[0]}@{tail}"
