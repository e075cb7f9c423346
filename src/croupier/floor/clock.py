"""The time of the house: seconds that never go back, checked against the machine's own count for steps."""

import logging
import time

log = logging.getLogger("croupier.clock")

_STEP = 2.0
"""By how many seconds the two clocks may part before it is called a step."""


class Clock:
    """The time of the house: that of the wall, but never back. Set back, it goes on at half its pace until the wall has caught
    up, so that nobody's time stands still. Where several machines serve the house, it is that of the clock that all can see.
    """

    def __init__(self) -> None:
        self.steps: list[tuple[int, float]] = []
        self._ahead: float | None = None
        self._exact, self._steady = self.wall(), self.steady()
        self._offset = self._exact - self._steady

    def now(self) -> int:
        """Seconds since 1970, at least as late as the last time somebody asked."""
        return int(self.exact())

    def exact(self) -> float:
        """The same, with its fraction."""
        wall, steady = self._wall(), self.steady()
        slower = self._exact + (steady - self._steady) / 2
        if wall < slower:
            return slower
        self._exact, self._steady = wall, steady
        return wall

    def follow(self, other: float, within: float) -> None:
        """Go by another clock than the machine's own from now on; what it says is known to so many seconds."""
        steady = self.steady()
        if self._ahead is None:
            self._exact, self._steady = other, steady
        if self._ahead is None or abs(other - steady - self._ahead) > within:
            self._ahead = other - steady

    def _wall(self) -> float:
        return self.wall() if self._ahead is None else self.steady() + self._ahead

    def wall(self) -> float:
        """Seconds since 1970 as the machine has them, which somebody may set."""
        return time.time()

    def steady(self) -> float:
        """Seconds that nobody can set."""
        return time.monotonic()

    def check(self) -> float:
        """By how many seconds the wall clock was moved since the last look; a step is logged and kept."""
        offset = self.wall() - self.steady()
        moved, self._offset = offset - self._offset, offset
        if abs(moved) < _STEP:
            return 0.0
        self.steps.append((self.now(), moved))
        log.warning("the clock was moved by %.1f seconds", moved)
        return moved
