"""The time of the house: seconds that never go back, checked against the machine's own count for steps."""

from __future__ import annotations

import logging
import time

log = logging.getLogger("croupier.clock")

_STEP = 2.0
"""By how many seconds the two clocks may part before it is called a step."""


class Clock:
    """Wall time in whole seconds. Set back, it waits until the old time is reached again."""

    def __init__(self) -> None:
        self.steps: list[tuple[int, float]] = []
        self._last = 0
        self._offset = self.exact() - self.steady()

    def now(self) -> int:
        """Seconds since 1970, at least as late as the last time somebody asked."""
        self._last = max(self._last, int(self.exact()))
        return self._last

    def exact(self) -> float:
        return time.time()

    def steady(self) -> float:
        """Seconds that nobody can set."""
        return time.monotonic()

    def check(self) -> float:
        """By how many seconds the wall clock was moved since the last look; a step is logged and kept."""
        offset = self.exact() - self.steady()
        moved, self._offset = offset - self._offset, offset
        if abs(moved) < _STEP:
            return 0.0
        self.steps.append((self.now(), moved))
        log.warning("the clock was moved by %.1f seconds", moved)
        return moved
