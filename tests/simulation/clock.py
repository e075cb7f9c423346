"""The clock of a simulated process, which someone may set."""

from __future__ import annotations

import asyncio

from croupier.floor.clock import Clock

BEGINNING = 1_700_000_000.0


class VirtualClock(Clock):
    """The time of the loop since a beginning, as far off as it was set."""

    def __init__(self, off: float = 0.0) -> None:
        self.off = off
        super().__init__()

    def wall(self) -> float:
        return BEGINNING + self.steady() + self.off

    def steady(self) -> float:
        return asyncio.get_running_loop().time()
