"""How often somebody may ask, in a bucket for each that fills by itself, and how often they may be wrong."""

from collections.abc import Callable

from croupier.server.answers import Problem
from croupier.server.latest import Latest

_MOST_KNOWN = 20_000
_FORGOTTEN = 3600.0
"""After how many seconds wrong tries do not count any more."""


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
            raise Problem(429, "too_often", f"too many requests: at most {self.each:g} a second")
        if len(self._left) >= _MOST_KNOWN and who not in self._left:
            self._left.clear()
        self._left[who] = (left - cost, now)


class Tries:
    """How often one may be wrong: after so many times, each further try waits twice as long as the one before it.

    A try counts as wrong from its beginning, so that many at once are no way around it, until it is said to be right.
    """

    def __init__(self, clock: Callable[[], float], free: int, longest: float) -> None:
        self._clock, self._free, self._longest = clock, free, longest
        self._wrong: Latest[str, tuple[int, float]] = Latest(_MOST_KNOWN)

    def waits(self, who: str) -> float:
        """For how many seconds there is no further try."""
        return max(0.0, self._wrong.get(who, (0, 0.0))[1] - self._clock())

    def begin(self, who: str) -> None:
        now = self._clock()
        wrong, until = self._wrong.get(who, (0, now))
        wrong = wrong + 1 if now - until < _FORGOTTEN else 1
        waits = min(self._longest, 2.0 ** min(wrong - self._free, 20)) if wrong >= self._free else 0.0
        self._wrong[who] = (wrong, now + waits)

    def right(self, who: str, *, all: bool = False) -> None:
        """The last try was right; or nothing counts any more of `all` that were wrong."""
        wrong, _ = self._wrong.pop(who, (0, 0.0))
        if wrong > 1 and not all:
            self._wrong[who] = (wrong - 1, self._clock())
