"""How often somebody may ask: a bucket for each, that fills by itself."""

from __future__ import annotations

from collections.abc import Callable

from croupier.server.answers import Problem

_MOST_KNOWN = 20_000


class Rates:
    """`each` requests a second on average, and `burst` at once, for everybody apart."""

    def __init__(self, clock: Callable[[], float], each: float = 20.0, burst: float = 100.0) -> None:
        self._clock, self.each, self.burst = clock, each, burst
        self._left: dict[str, tuple[float, float]] = {}

    def spend(self, who: str, cost: float = 1.0) -> None:
        """Take from somebody's bucket; a problem where there is nothing left in it."""
        now = self._clock()
        left, at = self._left.get(who, (self.burst, now))
        left = min(self.burst, left + (now - at) * self.each)
        if left < cost:
            raise Problem(429, "too_often", f"that is too often: at most {self.each:g} a second")
        if len(self._left) >= _MOST_KNOWN and who not in self._left:
            self._left.clear()
        self._left[who] = (left - cost, now)
