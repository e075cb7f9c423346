"""The time of the house: seconds that never go back, compared with the machine's own counter to detect steps."""

import logging
import time

log = logging.getLogger("croupier.clock")

_STEP = 2.0
"""A difference between the two clocks above this many seconds counts as a step."""


class Clock:
    """The time of the house: wall time, but never backwards. If it is set back, it runs at half speed until the wall clock
    catches up, so that time never stops for anyone. If several machines serve the house, it uses the clock that all can see.
    """

    def __init__(self) -> None:
        self.steps: list[tuple[int, float]] = []
        self._ahead: float | None = None
        self._exact, self._steady = self.wall(), self.steady()
        self._offset = self._exact - self._steady

    def now(self) -> int:
        """Seconds since 1970, never less than the last answer."""
        return int(self.exact())

    def exact(self) -> float:
        """The same, with the fraction."""
        steady = self.steady()
        wall = self.wall() if self._ahead is None else steady + self._ahead
        slower = self._exact + (steady - self._steady) / 2
        if wall < slower:
            return slower
        self._exact, self._steady = wall, steady
        return wall

    def follow(self, other: float, within: float) -> None:
        """Use another clock than the machine's own from now on; its time is accurate to so many seconds."""
        steady = self.steady()
        if self._ahead is None:
            self._exact, self._steady = other, steady
        if self._ahead is None or abs(other - steady - self._ahead) > within:
            self._ahead = other - steady

    def wall(self) -> float:
        """Seconds since 1970 by the machine, whose clock can be set."""
        return time.time()

    def steady(self) -> float:
        """Seconds that nobody can set."""
        return time.monotonic()

    def check(self) -> float:
        """By how many seconds the wall clock has moved since the last look; a step is logged and stored."""
        offset = self.wall() - self.steady()
        moved, self._offset = offset - self._offset, offset
        if abs(moved) < _STEP:
            return 0.0
        self.steps.append((self.now(), moved))
        log.warning("the clock was moved by %.1f seconds", moved)
        return moved
