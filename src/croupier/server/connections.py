"""Connections: clients that open one without sending a complete request are not waited for, and others find room."""

import asyncio
import re
import sys
from importlib import import_module
from typing import Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

resource: Any = import_module("resource") if sys.platform != "win32" else None  # Windows has no such limits

PATIENCE = 20.0
"""For how many seconds a connection may stay open without a complete request."""
OWN = 500
"""How many connections, and how many files, are reserved for other uses than live streams."""


LONGEST_HEAD = 32 * 1024
"""The most bytes of a request before its body."""
_ODD = re.compile(rb"(?<!\r)\n|\r(?!\n|\Z)|\n[ \t]")
"""Lines that do not end properly, or that continue on the next: programs differ in how they read them."""


class Strict(h11.Connection):
    """Refuses requests that two programs could read differently, and those whose head is too long."""

    def next_event(self) -> Any:
        if self.their_state is h11.IDLE:
            head, end, _ = self.trailing_data[0].partition(b"\r\n\r\n")
            if len(head) > LONGEST_HEAD or _ODD.search(head + end):
                raise h11.RemoteProtocolError("the header is too long, folded, or has malformed line endings")
        event = super().next_event()
        if isinstance(event, h11.Request):
            names = {name for name, _ in event.headers}
            if b"transfer-encoding" in names and (b"content-length" in names or event.http_version < b"1.1"):
                raise h11.RemoteProtocolError("the length of the body is given twice")
        return event


class Patient(H11Protocol):
    """A connection that is closed if no complete request arrives for a while."""

    _last: Any = None
    _look: asyncio.TimerHandle

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.conn = Strict(h11.SERVER, LONGEST_HEAD)

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._look = self.loop.call_later(PATIENCE, self._looked)

    def _looked(self) -> None:
        """Between two checks a request must have arrived, unless one is being answered."""
        answering = self.cycle is not None and not self.cycle.response_complete  # type: ignore[redundant-expr]
        if not answering and self.cycle is self._last:
            self.transport.close()
            return
        self._last = self.cycle
        self._look = self.loop.call_later(PATIENCE, self._looked)

    def connection_lost(self, exc: Exception | None) -> None:
        self._look.cancel()
        super().connection_lost(exc)


def listening(app: Any, streams: int, **more: Any) -> uvicorn.Config:
    """How the application is served. The application decides whether to believe a proxy about addresses and schemes."""
    return uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_keep_alive=30,
        http=Patient,
        limit_concurrency=streams + OWN,
        **more,
    )


def room_for(streams: int) -> int:
    """For how many of so many live streams the system gives this process files; it takes as many as it may."""
    if resource is None:
        return streams
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = streams + 2 * OWN
    files = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, most))
    return max(1, files - 2 * OWN)


def most_memory() -> int:
    """The most bytes that this process has used so far, or 0 if the system does not say."""
    if resource is None:
        return 0
    most: int = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most * (1 if sys.platform == "darwin" else 1024)
