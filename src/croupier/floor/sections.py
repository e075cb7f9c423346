"""How processes share the work of a house: its streams are divided into sections, and one process acts in each section.

Work that must be done once (dealing, a bot's turn, a due order, signing) is done by the process that has the section of its
stream, under a lease. Each process reports once a second. If it has not for some seconds, it loses its sections to the others. By
its own clock it has stopped before that, and the store refuses anything that it still tries to write. People's commands need no
section: any process takes them, and the numbers of the entries show which was first. But a process that hung that long drops the
commands it had received, because their senders have asked another one.
"""

import asyncio
import logging
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from typing import NamedTuple
from zlib import crc32

from croupier.floor.stores.interface import Lease, Process, Sharing, Store, StoreUnavailable, presence

log = logging.getLogger("croupier.sections")

SECTIONS = tuple(f"section/{number:02d}" for number in range(64))
"""Far more than processes, so that each can have a fair share. The number is fixed, so every process knows the section of a
stream.
"""
LASTS, OURS = 5.0, 4.0
"""For how many seconds after its last report a process counts as alive to the others, and to itself."""
_BEAT, _WAITS = 1.0, 0.2
STANDS = 10.0
"""After how many seconds without a process a section counts as stopped."""
_ALONE = Lease("", "", 0)


def section_of(name: str) -> str:
    """The section of a stream, or of a tournament with all its tables."""
    return SECTIONS[crc32(name.encode()) % len(SECTIONS)]


def shared_out(owners: Mapping[str, str], living: Collection[str]) -> dict[str, str]:
    """Which process should have each section: all have about the same number, every process gets the same answer, and no section
    moves without need.
    """
    least, more = divmod(len(SECTIONS), len(living))
    room = {name: least + (number < more) for number, name in enumerate(sorted(living))}
    kept, left = dict[str, str](), list[str]()
    for section in SECTIONS:
        owner = owners.get(section, "")
        if room.get(owner):
            room[owner] -= 1
            kept[section] = owner
        else:
            left.append(section)
    open_places = (name for name, places in room.items() for _ in range(places))
    return kept | dict(zip(left, open_places, strict=True))


class Shares(NamedTuple):
    """Which process has which sections, and which have none, with the seconds since their process last reported."""

    owners: dict[str, list[int]]
    without: dict[int, float]


class Sections:
    """The sections of a house that this process has. If there can be no other process, it has them all."""

    def __init__(self, store: Store, steady: Callable[[], float]) -> None:
        self._store, self._sharing, self._steady = store, store.sharing, steady
        self.says: Callable[[], bytes] = lambda: b"is there"
        self.changed: Callable[[set[str]], None] = lambda sections: None
        self._held: dict[str, Lease] = {}
        self._until = self._back = 0.0
        self._processes: dict[str, Process] = {}
        self._leases: dict[str, Lease] = {}
        self._free: dict[str, float] = {}
        self._seen = 0.0
        self._joined = self._left = False
        self._bell = asyncio.Event()
        self._turning = asyncio.Lock()

    @property
    def name(self) -> str:
        """The name of this process among the others; empty if there can be none."""
        return self._sharing.name if self._sharing is not None else ""

    def has(self, section: str) -> bool:
        """Whether this process plans what happens next in a section."""
        return self._sharing is None or section in self._held

    def lease(self, section: str) -> Lease | None:
        """The lease under which this process writes in a section; None if it may not act there right now."""
        if self._sharing is None:
            return _ALONE
        return self._held.get(section) if self._steady() < self._until else None

    @property
    def away(self) -> str:
        """Why this process saves no commands right now, in words; empty if it does."""
        away = self._joined and (self.lease(self.name) is None or self._steady() < self._back)
        return "this process was out of touch with the others for a while: send it again" if away else ""

    def there(self) -> Lease | None:
        """The lease under which this process saves people's commands, from the moment they arrive; None if it has no share of the
        work.
        """
        if self.away:
            raise StoreUnavailable(self.away)
        return self.lease(self.name) if self._joined else None

    # Having a share

    async def run(self) -> None:
        """Take part until it is time to leave."""
        while self._sharing is not None and not self._left:
            await self.join()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._bell.wait(), _BEAT)
            self._bell.clear()

    def wake(self) -> None:
        """Look now who has which sections."""
        self._bell.set()

    async def join(self) -> None:
        """Report that this process is alive, take its share, and give away what belongs to others."""
        async with self._turning:
            if self._sharing is not None and not self._left:
                with suppress(StoreUnavailable):  # what it has holds a moment longer
                    await self._turn(self._sharing, self.says())
                    self._joined = True

    async def leave(self) -> None:
        """Give all sections to the others, if there are any."""
        self._left = True
        async with self._turning:
            if self._sharing is not None and self._joined:
                self._joined = False
                with suppress(StoreUnavailable):
                    await self._turn(self._sharing, b"")

    async def _turn(self, sharing: Sharing, says: bytes) -> None:
        asked = self._steady()
        self._processes, self._leases = await sharing.beat(says, LASTS)
        me, self._seen, self._until = sharing.name, asked, asked + OURS
        if self._joined and me not in self._held:  # it was believed gone: whatever was sent to it meanwhile is read by then
            self._back = self._steady() + _BEAT
        living = {name for name, process in self._processes.items() if process.living and process.says}
        mine = {name: lease for name, lease in self._leases.items() if lease.owner == me} | {me: presence(me)}
        if not living:  # this one leaves, and there is nobody else: it sees to what is left
            self._hold(mine)
            return
        wanted = shared_out({name: lease.owner for name, lease in self._leases.items()}, living)
        given = {name: wanted[name] for name in mine.keys() & wanted.keys() if wanted[name] != me}
        self._hold({name: lease for name, lease in mine.items() if name not in given})
        self._free = {name: self._free.get(name, asked) for name in wanted if self._owner(name) not in living}
        # also what another one should have and has not taken since the last look, for it may hang
        free = [name for name, since in self._free.items() if wanted[name] == me or asked - since >= _BEAT]
        if given:
            with suppress(TimeoutError):  # what was begun there is kept first, or refused if that takes too long
                await asyncio.wait_for(self._store.append(()), _WAITS)
            await sharing.give(given)
            log.info("%d sections go to other processes", len(given))
        if free and me in living:
            taken = await sharing.take(free)
            self._hold(self._held | {lease.name: lease for lease in taken})
            log.info("this process, %s, has %d sections", me, sum(map(self.has, SECTIONS)))

    def _hold(self, held: dict[str, Lease]) -> None:
        before, self._held = self._held, held
        if changed := {name for name in before.keys() | held.keys() if before.get(name) != held.get(name)}:
            self.changed(changed)

    def _owner(self, section: str) -> str:
        return self._leases[section].owner if section in self._leases else ""

    # What is known of the others

    def others_say(self) -> Iterable[bytes]:
        """The reports of the other processes that are alive."""
        return [other.says for name, other in self._processes.items() if other.living and other.says and name != self.name]

    def shares(self) -> Shares:
        """Who had which sections when this process last looked, and which had nobody."""
        owners, without = dict[str, list[int]](), dict[int, float]()
        since = self._steady() - self._seen
        for number, section in enumerate(SECTIONS if self._joined else ()):
            owner = self.name if section in self._held else self._owner(section)
            process = self._processes.get(owner)
            if process is not None and process.living and since < LASTS:
                owners.setdefault(owner, []).append(number)
            else:
                without[number] = since + (process.heard if process is not None else 0.0)
        return Shares(owners, without)
