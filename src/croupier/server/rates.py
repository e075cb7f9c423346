"""How often somebody may ask, in a bucket for each that fills by itself, and how often they may be wrong."""

import asyncio
import math
import secrets
from collections.abc import Callable
from hashlib import sha256

from croupier.floor.floor import Floor
from croupier.floor.stores.copies import WRONG
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

    A try counts as wrong from its beginning, so that many at once are no way around it, until it is said to be right. Each
    process keeps what it has counted in the store, and all go by the sum.
    """

    def __init__(self, floor: Floor, what: str, free: int, longest: float) -> None:
        self._floor, self._free, self._longest = floor, free, longest
        self._kept, self._own, self._tidied = f"{WRONG}{what}/", secrets.token_hex(8), floor.clock.exact()
        self._turns: Latest[str, asyncio.Lock] = Latest(_MOST_KNOWN)

    async def begin(self, who: str) -> float:
        """Count a try; or for how many seconds there is none."""
        name, now = _name(self._kept, who), self._floor.clock.exact()
        if now - self._tidied > _FORGOTTEN:
            self._tidied = now
            await self._forget(self._kept, now - _FORGOTTEN)
        async with self._turn(who):
            counted = await self._counted(name)
            if (waits := max((until for _, until in counted.values()), default=now) - now) > 0:
                return waits
            wrong = {key: count for key, (count, until) in counted.items() if now - until < _FORGOTTEN}
            total = 1 + sum(wrong.values())
            waits = min(self._longest, 2.0 ** min(total - self._free, 20)) if total >= self._free else 0.0
            own = f"{name}{self._own}"
            await self._floor.store.put(own, f"{wrong.get(own, 0) + 1} {now + waits}".encode())
            return 0.0

    async def right(self, who: str, *, all: bool = False) -> None:
        """The last try was right; or nothing counts any more of `all` that were wrong."""
        name, now = _name(self._kept, who), self._floor.clock.exact()
        async with self._turn(who):
            wrong, _ = (await self._counted(name)).get(own := f"{name}{self._own}", (0, now))
            if all or wrong < 2:
                await self._forget(name if all else own)
            else:
                await self._floor.store.put(own, f"{wrong - 1} {now}".encode())

    def _turn(self, who: str) -> asyncio.Lock:
        self._turns[who] = turn = self._turns.get(who) or asyncio.Lock()
        return turn

    async def _counted(self, prefix: str) -> dict[str, tuple[int, float]]:
        """How often every process has counted somebody, and until when they have to wait, by the names of the rows."""
        rows = await self._floor.store.scan(prefix)
        said = {key: raw.decode().split() for key, raw in rows.items()}
        return {key: (int(count), float(until)) for key, (count, until) in said.items()}

    async def _forget(self, prefix: str, before: float = math.inf) -> None:
        for key, (_, until) in (await self._counted(prefix)).items():
            if until < before:
                await self._floor.store.delete(key)


def _name(kept: str, who: str) -> str:
    return f"{kept}{sha256(who.encode()).hexdigest()}/"
