"""Connections: whoever opens one and does not ask anything whole is not waited for, and there is room for all who are."""

from __future__ import annotations

import asyncio
import resource
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

PATIENCE = 20.0
"""For how many seconds a connection may lie open with no request that has come whole."""
OWN = 500
"""How many connections, and how many files, are not for live streams."""


class Patient(H11Protocol):
    """A connection that is closed where nothing has been asked, or not to the end, for a while."""

    _last: Any = None
    _look: asyncio.TimerHandle

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._look = self.loop.call_later(PATIENCE, self._looked)

    def _looked(self) -> None:
        """Between two looks a request has to have come, unless one is being answered."""
        answering = self.cycle is not None and not self.cycle.response_complete
        if not answering and self.cycle is self._last:
            self.transport.close()
            return
        self._last = self.cycle
        self._look = self.loop.call_later(PATIENCE, self._looked)

    def connection_lost(self, exc: Exception | None) -> None:
        self._look.cancel()
        super().connection_lost(exc)


def room_for(streams: int) -> int:
    """For how many of so many live streams the system gives this process files, of which it takes as many as it may."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = streams + 2 * OWN
    files = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, most))
    return max(1, files - 2 * OWN)
