"""How often a person may ask, with a bucket for each that refills by itself, and how often they may be wrong."""

import asyncio
import secrets
from collections.abc import Callable
from hashlib import sha256
from typing import NamedTuple

import msgspec

from croupier.floor.floor import Floor
from croupier.floor.stores.copies import WRONG
from croupier.kernel.latest import Latest
from croupier.server.answers import Problem

_MOST_KNOWN = 20_000
FORGOTTEN = 3600.0
"""After how many seconds wrong tries no longer count."""


class Counted(NamedTuple):
    """How many wrong tries a process has counted, and until when the next one must wait."""

    wrong: int
    until: float


class Rates:
    """On average `each` requests a second, and `burst` together, for everyone separately."""

    def __init__(self, clock: Callable[[], float], each: float = 20.0, burst: float = 100.0) -> None:
        self._clock, self.each, self.burst = clock, each, burst
        self._left: dict[str, tuple[float, float]] = {}

    def spend(self, who: str, cost: float = 1.0) -> None:
        """Take from a person's bucket; raises a problem if it is empty."""
        now = self._clock()
        left, at = self._left.get(who, (self.burst, now))
        left = min(self.burst, left + (now - at) * self.each)
        if left < cost:
            raise Problem(429, "too_often", f"too many requests: at most {self.each:g} a second")
        if len(self._left) >= _MOST_KNOWN and who not in self._left:
            self._left.clear()
        self._left[who] = (left - cost, now)


class Tries:
    """How often a person may be wrong: after so many times, each further try waits twice as long as the one before it.

    A try counts as wrong from its beginning until it proves right, so that many parallel tries do not help. Each
    process stores how many it has counted, and until when the next one must wait; all use the sum.
    """

    def __init__(self, floor: Floor, what: str, free: int, longest: float) -> None:
        self._floor, self._what, self._free, self._longest = floor, what, free, longest
        self._own = secrets.token_hex(8)
        self._turns: Latest[str, asyncio.Lock] = Latest(_MOST_KNOWN)

    async def begin(self, who: str) -> float:
        """Count a try; or return for how many seconds none is allowed."""
        async with self._turn(name := self._name(who)):
            counted, now = await self._floor.noted(name, Counted), self._floor.clock.exact()
            if (waits := max((source_tries.until for source_tries in counted.values()), default=now) - now) > 0:
                return waits
            wrong = {own: source_tries.wrong for own, source_tries in counted.items() if now - source_tries.until < FORGOTTEN}
            total = 1 + sum(wrong.values())
            waits = min(self._longest, 2.0 ** min(total - self._free, 20)) if total >= self._free else 0.0
            await self._keep(name, Counted(wrong.get(self._own, 0) + 1, now + waits))
            return 0.0

    async def right(self, who: str, *, all: bool = False) -> None:
        """The last try was right; or none of `all` the wrong ones count any more."""
        async with self._turn(name := self._name(who)):
            counted = await self._floor.noted(name, Counted)
            if not all and self._own in counted and (left := counted[self._own].wrong - 1):
                await self._keep(name, Counted(left, self._floor.clock.exact()))
            else:
                for own in counted if all else {self._own}:
                    await self._floor.store.delete(f"{name}{own}")

    def _name(self, who: str) -> str:
        return f"{WRONG}{self._what}/{sha256(who.encode()).hexdigest()}/"

    def _turn(self, name: str) -> asyncio.Lock:
        self._turns[name] = turn = self._turns.get(name) or asyncio.Lock()
        return turn

    async def _keep(self, name: str, counted: Counted) -> None:
        await self._floor.store.put(f"{name}{self._own}", msgspec.json.encode(counted))
