"""Which streams a floor has in memory. Tables are loaded when they are needed, and dropped when they are not."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, TypeVar

from croupier.floor.house import AnyStream
from croupier.floor.stores.interface import LEASES, StoreUnavailable
from croupier.kernel.errors import NotHeld
from croupier.tables.summary import Summary

if TYPE_CHECKING:
    from croupier.floor.floor import Floor

T = TypeVar("T")
HELD, UNUSED = 100, 300.0
"""How many tables that nobody needs stay in memory, and for how many seconds after they were used."""
SOME = 25
"""How many streams are loaded together."""


def batched(names: Iterable[str]) -> Iterator[list[str]]:
    """Names, some at a time."""
    every = list(names)
    for first in range(0, len(every), SOME):
        yield every[first : first + SOME]


class Memory:
    """The streams of a floor that are in memory: all that every process has, and tables as they are needed."""

    def __init__(self, floor: "Floor") -> None:
        self._floor, self._house, self._sections = floor, floor.house, floor.sections
        self._followers, self._clock = floor.followers, floor.clock
        self.held, self.unused = HELD, UNUSED
        self._used: dict[str, float] = {}
        self._pinned: Counter[str] = Counter()
        self._loading = asyncio.Lock()

    async def hold(self, *names: str) -> None:
        """Have these streams in memory, as far as there are such, for a while."""
        streams = self._house.streams
        if absent := {name for name in names if streams.here(name) is None and name in streams}:
            await self.load(absent)
            if lost := sorted(name for name in absent if streams.here(name) is None and name in streams):
                raise StoreUnavailable(f"{lost[0]} cannot be read")
        self._used |= dict.fromkeys((name for name in names if name in streams), self._clock.steady())

    def fetch(self, missing: NotHeld, wants: str) -> None:
        """Load what a part that acts for the house needs at a stream, and have it look again."""

        async def loaded() -> None:
            with suppress(StoreUnavailable):
                await self.hold(missing.name)
                self._followers.publish({wants})

        self._floor.run(loaded(), f"loading {missing.name}")

    @asynccontextmanager
    async def holding(self, *names: str) -> AsyncIterator[None]:
        """Have these streams in memory for as long as something is done with them."""
        self._pinned.update(names)
        try:
            await self.hold(*names)
            yield
        finally:
            self._pinned -= Counter(names)  # which keeps no names that nobody holds

    async def seen(self, look: Callable[[], T]) -> T:
        """What a person sees, with every stream it needs in memory."""
        while True:
            try:
                return look()
            except NotHeld as missing:
                await self.hold(missing.name)

    async def load(self, names: set[str]) -> None:
        """Load those of these streams that are not in memory."""
        here, read = self._house.streams.here, list[AnyStream]()
        async with self._loading:
            await self._floor.whole()
            for some in batched(sorted(name for name in names if here(name) is None)):
                read += await self._floor.saved.read(some)
            # together, because a stream may need one that was read after it
            self._house.take_in({stream.name: stream for stream in read if here(stream.name) is None})
            self._used |= dict.fromkeys(names, self._clock.steady())
            self._followers.tell(LEASES, names)  # those who act for the house look whether it is for them
        await self._floor.loaded({name for name in names if here(name) is not None})

    def due_here(self, row: Summary) -> bool:
        """Whether something goes on at a table that this process sees to."""
        return not row.rests and row.name not in self._floor.aside and self._sections.has(self._floor.section(row.name))

    async def take_over(self) -> None:
        """Load what goes on in the sections of this process."""
        streams = self._house.streams
        absent = sorted(name for name, row in self._house.rows.items() if streams.here(name) is None and self.due_here(row))
        with suppress(StoreUnavailable):  # it is tried again at the next look
            for some in batched(absent):
                await self.load(set(some))

    def let_go(self, names: Iterable[str] = ()) -> None:
        """Let go of tables that nobody here needs: those that were not used for a while, and of others the longest unused."""
        now, house = self._clock.steady(), self._house
        idle = [(self._used.get(name, 0.0), name) for name in names or house.streams if self.may_go(name)]
        for number, (used, name) in enumerate(sorted(idle)):
            if names or number < len(idle) - self.held or now - used > self.unused:
                self._floor.saved.let_go(name, house.streams[name])
                house.let_go(name)
                self._used.pop(name, None)

    def may_go(self, name: str) -> bool:
        row = self._house.row(name)
        if row is None or self._house.streams.here(name) is None:
            return False
        return row.may_go and self.idle(name) and name not in self._followers and not self.due_here(row)

    def idle(self, name: str) -> bool:
        """Whether nothing is done with a stream just now: nothing of it is on its way, or read again, and nobody holds it."""
        return self._floor.still(name) and self._pinned[name] <= 0
