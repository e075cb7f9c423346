"""The floor: decide, save, and only then answer and show.

A command is decided in memory. Its entries, in one stream or several, are one *transaction* for the store. The answer is given,
and followers notified, once the store has it. If the store refuses it, because another process was faster or the disk is full,
the streams concerned are read again from the store, and a conflict is decided again. An exception while deciding sets that one
stream aside, in the state that the store has; the others play on. The file is long because deciding, saving, mending and
following other processes share the transactions in flight. What is in memory, what is read from the store and who follows what
are objects of their own: `Memory`, `SavedStreams`, `Followers`.
"""

import asyncio
import logging
import secrets
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable
from contextlib import asynccontextmanager, suppress
from itertools import cycle
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from croupier.floor.clock import Clock
from croupier.floor.followers import Follower, Followers
from croupier.floor.house import PEOPLE, AnyStream, House
from croupier.floor.memory import Memory, batched
from croupier.floor.saved_streams import SNAPSHOT_EVERY, SavedStreams
from croupier.floor.sections import Sections, section_of
from croupier.floor.stores import Store, StoreUnavailable
from croupier.floor.stores.interface import LEASES, Basis, Conflict, Lease, LeaseLost, Line, RefusedBefore
from croupier.kernel.actors import HOUSE, Capacity, Said
from croupier.kernel.decisions import Decision, Refused
from croupier.kernel.errors import HistoryError, NotHeld
from croupier.kernel.events import Command
from croupier.kernel.grounds import GENERAL
from croupier.kernel.languages import in_english
from croupier.kernel.reading import AnyEntry
from croupier.kernel.streams import CODE, answer_again
from croupier.tables.summary import TABLES, Summary

log = logging.getLogger("croupier.floor")
T = TypeVar("T")

_MOST_TRIES = 20
_AGAIN = 0.2
"""Seconds until a store that could not be read is tried again."""
_LOOK, _LOOKS = 1.0, 3
"""Seconds after which a process reads what nobody here looks at, and how many such times until it reads everything others wrote.
"""
_APART = 0.25
"""By how many seconds the clocks of two processes may differ."""
_TURN = 0.005
"""For how many seconds reading goes on before other tasks get a turn."""
_IDLE = 10.0
"""After how many seconds without a commit the store is tested by writing."""
_ASIDE, _CHANGED, _ALIVE = "aside/", "changed", "floor/alive"
"""Names of values outside the record: streams set aside, a token that changes with any value that other processes hold in memory,
and one that only tests whether the store works.
"""
_STOPPING = 5.0
"""Seconds left for the last signature, and then for snapshots, when a floor closes."""
NOT_NOW = ("table_set_aside", "play_halted")
"""Refusals after which the same command may be sent again, once someone has dealt with the cause."""
_LONG = 3.0
"""After how many seconds an unfinished commit counts as trouble, and a failed one no longer does."""


class Answer(NamedTuple):
    """The decision on a command, and how many entries its stream then had."""

    decision: Decision
    number: int


class Undo(Exception):
    """Why what was decided so far in a transaction cannot stand."""

    def __init__(self, refusal: Refused) -> None:
        super().__init__(refusal.reason)
        self.refusal = refusal


def must(decision: Decision) -> None:
    """Every decision in a transaction must be accepted, or none of it stands."""
    if isinstance(decision, Refused):
        raise Undo(decision)


class SetAside(NamedTuple):
    """A stream that failed: when, and why."""

    at: int
    why: str


def _read_row(kept: tuple[int, bytes] | None) -> Summary | None:
    """A row as it is kept; None where another version has written it, or something else."""
    with suppress(msgspec.MsgspecError, ValueError, RecursionError):
        row = msgspec.json.decode(kept[1], type=Summary) if kept is not None else None
        return row if row is not None and row.code == CODE else None
    return None


class _Kept(NamedTuple, Generic[T]):
    value: T
    lines: list[Line]
    on: Basis | None


class Floor:
    """A house in memory, and the store that it is saved in. With a `seed`, its cards and draws are repeatable."""

    def __init__(
        self, store: Store, clock: Clock | None = None, *, seed: int | None = None, snapshot_every: int = SNAPSHOT_EVERY
    ) -> None:
        self.store = store
        self.clock = clock or Clock()
        self.house = House(self.clock.now, self._gather, seed=seed)
        self.sections = Sections(store, self.clock.steady)
        self.sections.changed = self._changed_hands
        self.followers = Followers()
        self.memory = Memory(self)
        self.saved = SavedStreams(self, snapshot_every)
        self.aside: dict[str, SetAside] = {}
        self.unexplained: list[tuple[str, str]] = []  # tables and days whose result waits for a note
        self.unavailable = ""
        self.halted = ""
        self.rereads: list[Callable[[], Awaitable[None]]] = [self._read_aside]
        self.counts: dict[str, int] = defaultdict(int)
        self._noted: bytes | None = None
        self._not_noted: set[str] = set()
        self._new: dict[str, str] = {}
        self._lines: list[Line] = []
        self._on: Basis | None = None
        self._deciding = False
        self._in_flight: dict[str, int] = defaultdict(int)
        self._flying: dict[object, float] = {}
        self._kept_at = self._failed_at = -_LONG
        self._failed = ""
        self._landed = asyncio.Event()
        self._torn: set[str] = set()
        self._unread: set[str] = set()
        self._mending: asyncio.Task[None] | None = None
        self._mended = 0
        self._tasks: set[asyncio.Task[None]] = set()
        self.opened = False
        self.stopped = asyncio.Event()

    # Opening and closing

    async def open(self) -> None:
        """Read what every process has in memory, and the rows of everything else; found a new house if the store is empty."""
        await self.store.start()
        await self._see_the_time()
        heads, kept = await self.store.heads(), await self.store.summaries()
        whole, without = set[str](), set[str]()
        for name, head in heads.items():
            row = _read_row(kept.get(name))
            if row is None or row.number != head.number or row.wants_book:
                (without if head.kind in TABLES else whole).add(name)
            elif row.may_go:
                self.house.rows[name] = row
            else:
                whole.add(name)
        await self.memory.load(whole)
        for some in batched(sorted(without)):
            await self.memory.load(set(some))
            await self._keep_rows(some)
            self.memory.let_go(some)
        self.house.open_casinos(heads)
        self.opened = True
        await self.memory.take_over()
        await self._read_aside()
        await self.transact(self.house.establish)

    async def _keep_rows(self, names: Iterable[str]) -> None:
        """Keep rows that were made again, as in a house that an earlier version has kept."""
        rows = {name: row for name in names if (row := self.house.row(name)) is not None}
        with suppress(StoreUnavailable):
            await self.store.save_summaries({name: (row.number, msgspec.json.encode(row)) for name, row in rows.items()})

    async def close(self, last: Callable[[], Awaitable[None]] | None = None) -> None:
        """Finish the saving in progress, do what comes `last`, and close the store."""
        self.stopped.set()
        await self.sections.leave()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        while self._flying:
            await self._landed.wait()
        with suppress(TimeoutError, StoreUnavailable):
            async with asyncio.timeout(_STOPPING):
                await self.store.append(())
                if last is not None:
                    await last()
        with suppress(TimeoutError):
            async with asyncio.timeout(_STOPPING):
                for name, stream in list(self.house.streams.items()):
                    if self.sections.has(self.section(name)):
                        await self.saved.snapshot(name, stream, least=1)
        if self._mending is not None:
            self._mending.cancel()
        await self.store.stop()

    def keep(self, work: Callable[[], Coroutine[Any, Any, None]], name: str) -> None:
        """Keep a task running next to the commands while the floor is open; if it fails, start it again."""

        async def guarded() -> None:
            while not self.stopped.is_set():
                try:
                    await work()
                    return
                except Exception as error:
                    log.error("%s failed and starts again", name, exc_info=error)
                    self.counts["begun_again"] += 1
                await asyncio.sleep(_LOOK)

        self.run(guarded(), name)

    def run(self, work: Coroutine[Any, Any, Any], name: str) -> None:
        """Run a task next to the commands; if it ends early, log why."""
        task = asyncio.create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("%s ended", task.get_name(), exc_info=error)

    # Doing

    async def do(
        self,
        name: str,
        command: Command,
        *,
        person: str,
        by: Capacity,
        seen: int | None = None,
        id: str = "",
        under: Lease | None = None,
    ) -> Answer:
        """Decide a person's command at a stream, save the result, and answer. A repeated id gets the first answer, with the
        number it had then. What the software does by itself, it does `under` a lease.
        """
        under = under or self.sections.there()

        @in_english
        def decide() -> Answer:
            stream = self.house.streams[name]
            said = self.said(stream, person, by)
            if number := stream.answered(id):
                return Answer(Refused("repeated_command", "that command was already given"), number)
            if (refusal := self._stands_still(stream)) is not None:
                return Answer(refusal, stream.number)
            decision = stream.do(command, said=said, seen=seen, id=id)
            return Answer(decision, stream.answered(id) or stream.number)

        for _ in range(_MOST_TRIES):
            try:
                answer = await self.transact(decide, concerns=name, under=under)
            except RefusedBefore:
                return Answer(Refused("refused_before", GENERAL["refused_before"]), self.house.streams[name].number)
            except Undo as undone:
                if (first := await self._first_answer(name, command, person, by, undone.refusal.ground, id)) is not None:
                    return first
                raise
            if not isinstance(answer.decision, Refused) or answer.decision.looked:
                return answer
            ground = answer.decision.ground
            if seen is None or seen <= answer.number or not await self._has(name, seen):
                break  # else the sender has seen more than this process: it is not stale
        return await self._first_answer(name, command, person, by, ground, id) or answer

    async def _has(self, name: str, number: int) -> bool:
        """Whether the store has an entry with that number."""
        return (head := (await self.store.heads([name])).get(name)) is not None and head.number >= number

    async def _first_answer(self, name: str, command: Command, person: str, by: Capacity, ground: str, id: str) -> Answer | None:
        """The answer to an earlier command, from its stored entry; None if the store has none.

        The store is asked before anything is refused, because another process may have decided the first one. What the software
        fills in does not make it another command. A refused command stays refused, even if another process still
        has it to do.
        """
        number = await self.store.answered(name, id) if id else 0
        if id and not number and ground not in NOT_NOW:
            number = await self.store.refuse(name, person, id)
        if not number:
            return None
        await self.behind(name)
        entry = await self.entry(name, number)
        return Answer(answer_again(entry, command, Said(person, by, entry.at)), number)

    async def entry(self, name: str, number: int) -> AnyEntry:
        """An entry of a stream, once it is saved."""
        async with self.memory.holding(name):
            await self.settled(name)
            if not (lines := await self.store.read(name, after=number - 1, limit=1)):
                raise StoreUnavailable("that was not saved")
            return self.house.streams[name].engine.codec.read_entry(lines[0], number)

    def said(self, stream: AnyStream, person: str, by: Capacity) -> Said:
        """A person in one capacity, now. What is decided for them is saved only if the register of people has not changed
        meanwhile. If another process changed it, it is decided again, and never as of an earlier moment.
        """
        people = self.house.people
        at = max(self.clock.now(), stream.at, people.at)
        if by == HOUSE or stream.name == PEOPLE or not people.number:  # its own entries are numbered anyway
            return Said(person, by, at)
        self._on = Basis(PEOPLE, people.number, people.head)
        return Said(person, by, at, people.number)

    def let(self, stream: AnyStream, person: str, by: Capacity) -> Said:
        """The same, for a person who may act now; if they may not, everything in progress is undone. Only inside a transaction is
        this still true when it is saved.
        """
        if not self._deciding:
            raise RuntimeError("authority is asked for within a transaction")
        said = self.said(stream, person, by)
        if (refusal := self.refusal(stream, None, said)) is not None:
            raise Undo(refusal)
        return said

    def refusal(self, stream: AnyStream, command: Command | None, said: Said) -> Refused | None:
        """Why the house does not even ask the table: nothing happens there, or another stream forbids it."""
        still = self._stands_still(stream)
        return still if still is not None else self.house.refusal(stream, command, said)

    def _stands_still(self, stream: AnyStream) -> Refused | None:
        if self.halted and stream.name != PEOPLE:  # locks, exclusions and limits hold all the same
            return Refused("play_halted", f"all play is halted: {self.halted}")
        if stream.name in self.aside:
            return Refused("table_set_aside", f"{stream.name} is out of service: {self.aside[stream.name].why}")
        return None

    async def transact(self, do: Callable[[], T], *, concerns: str = "", under: Lease | None = None) -> T:
        """Do something to the house and save all of its results, or nothing. Nothing either if a lease has changed hands.

        `do` is called again if another process was faster. Raising a `Refused` as `Undo` undoes everything.
        """
        failed, under, tries = False, under or self.sections.there(), 0
        await self.memory.hold(concerns)
        await self._read_up({concerns})
        while tries < _MOST_TRIES:
            tries += 1
            await self.whole()
            mended = self._mended
            try:
                value, lines, on = self._decided(do)
            except NotHeld as missing:  # nothing of it is kept: another stream is needed first
                self._tear(self._taken_names())
                await self.memory.hold(missing.name)
                tries -= 1
                continue
            except Undo:
                self._tear(self._taken_names())
                with suppress(StoreUnavailable):
                    await self.whole()  # so that a refused command finds the house as it was
                raise
            except Exception as error:
                self._tear({concerns, *self._taken_names()} - {""})
                await self.whole()
                if self.store.shared and not failed:  # it may only have been behind with one of several streams
                    failed = True
                    await self.catch_up()
                    continue
                self.set_aside(concerns, error)
                raise
            if not lines:
                await self.settled(concerns)
                if self._mended != mended or await self.behind(concerns):
                    continue  # it was decided on what was not kept, or not on all that is
                return value
            names = {line.stream for line in lines}
            try:
                await self._keep(lines, on, under)
            except LeaseLost:
                self.counts["leases_lost"] += 1
                self._tear(names)
                self.sections.wake()
                raise
            except Conflict as conflict:
                self.counts["conflicts"] += 1
                self._tear(names)
                if conflict.stream not in names:
                    await self.catch_up({conflict.stream})
                continue
            except StoreUnavailable as error:
                self._tear(names)
                self._store_is(self._fails(str(error) or "the store cannot be written"))
                raise
            except BaseException:  # the caller no longer waits: only the store knows whether it was kept
                self._tear(names)
                raise
            return value
        raise StoreUnavailable(self._fails("other processes were faster every time"))

    def _decided(self, do: Callable[[], T]) -> _Kept[T]:
        self._lines, self._on, self._deciding = [], None, True
        try:
            value = do()
        finally:
            self._deciding = False
        for stream in self.house.adopt_new_tables():
            log.info("table %s is open", stream.name)
        lines, self._lines = self._lines, []
        last = {line.stream: number for number, line in enumerate(lines)}
        for name, number in last.items():
            if (row := self.house.row(name)) is not None and (row.table or lines[number].number == 1):
                lines[number] = lines[number]._replace(summary=msgspec.json.encode(row))
        return _Kept(value, lines, self._on)

    def _taken_names(self) -> set[str]:
        names, self._lines = {line.stream for line in self._lines}, []
        return names

    def _gather(self, entry: AnyEntry, line: bytes) -> None:
        stream = entry.stream
        if entry.pins is not None:
            self._new[stream] = entry.pins.kind
        known = self.house.streams.here(stream)
        kind = known.engine.kind if known is not None else self._new[stream]
        self._lines.append(Line(stream, kind, entry.number, entry.at, entry.person, entry.id, entry.hash, line))

    async def _keep(self, lines: list[Line], on: Basis | None, under: Lease | None) -> None:
        names = {line.stream for line in lines}
        flight = object()
        self._flying[flight] = self.clock.steady()
        for name in names:
            self._in_flight[name] += 1
        try:
            await self.store.append(lines, on, under)
        finally:
            del self._flying[flight]
            for name in names:
                self._in_flight[name] -= 1
            self._land()
        self._store_is("")
        self._kept_at, self._failed = self.clock.steady(), ""
        self.counts["commits"] += 1
        self.counts["entries"] += len(lines)
        self.followers.publish(names)
        for name in names:
            if (stream := self.house.streams.here(name)) is not None:
                self.saved.rested(name, stream)

    async def settled(self, name: str) -> None:
        """Wait until everything decided at a stream is saved, so that nobody is shown what might still be undone. Nothing is
        shown while a lost store must be read again. What other processes saved there, and nobody here has read yet, is read
        now.
        """
        await self._read_up({name})
        while not self.still(name):
            lost = self._mending is not None and bool(self.unavailable)
            try:
                async with asyncio.timeout(_AGAIN if lost else None):
                    await self._landed.wait()
            except TimeoutError:
                raise StoreUnavailable(self.unavailable) from None

    def still(self, name: str) -> bool:
        """Whether nothing of a stream is on its way to the store, or read again."""
        return not self._in_flight.get(name) and self._mending is None

    def _land(self) -> None:
        """Wake those who wait for a transaction on its way to the store."""
        self._landed.set()
        self._landed = asyncio.Event()

    # Mending

    async def whole(self) -> None:
        """Wait until memory matches the store; nothing is decided until then."""
        while self._mending is not None:
            if self.unavailable:
                raise StoreUnavailable(self.unavailable)
            await asyncio.wait({self._mending}, timeout=_AGAIN)

    def _tear(self, names: set[str]) -> None:
        """Read these streams again, which may differ from the store, once nothing is on its way to it."""
        self._torn |= names
        if self._torn and self._mending is None:
            self._mending = asyncio.create_task(self._read_again())

    async def _read_again(self) -> None:
        mended = set[str]()
        try:
            while self._torn:
                while self._flying:
                    await self._landed.wait()
                try:
                    for name in sorted(self._torn):
                        await self._read_once(name)
                        self.saved.read_again(name)
                        self._torn.discard(name)
                        mended.add(name)
                except StoreUnavailable as error:
                    self._store_is(str(error) or "the store cannot be read")
                    await asyncio.sleep(_AGAIN)
        finally:
            self._mending = None
            self._mended += 1
            self._land()
        self.followers.publish(mended)

    async def _read_once(self, name: str) -> None:
        if name not in await self.store.heads([name]):
            self.house.drop(name)
            return
        self.house.rows.pop(name, None)  # of entries that were not kept
        for fresh in await self.saved.read({name}):
            if (stream := self.house.streams.here(name)) is None:
                self.house.take_in({name: fresh})
            else:
                stream.restore(fresh)

    async def look_for_store(self) -> None:
        """Write a small value to learn whether the store works although nobody writes, or whether a lost one is back."""
        try:
            if self.unavailable or self.clock.steady() - self._kept_at > _IDLE:
                await self.store.put(_ALIVE, str(self.clock.now()).encode())
                self._kept_at = self.clock.steady()
            else:
                await self.store.get(_ALIVE)
            self._store_is("")
        except StoreUnavailable as error:
            self._store_is(str(error) or "the store is not available")

    def _fails(self, why: str) -> str:
        """Note that a commit has failed, and why."""
        self._failed_at, self._failed = self.clock.steady(), why
        return why

    def trouble(self) -> str:
        """Why commands cannot be saved right now; empty if they can. The last commits decide, not small values."""
        now = self.clock.steady()
        if (waits := now - min(self._flying.values(), default=now)) > _LONG:
            return f"the store has not answered for {waits:.0f} seconds"
        return self.unavailable or (self._failed if now - self._failed_at < _LONG else "") or self.sections.away

    def _store_is(self, lost: str) -> None:
        """Note why the store is lost, or that it is back; followers are notified when that changes."""
        changed, self.unavailable = bool(lost) != bool(self.unavailable), lost
        if changed:
            log.warning("the store is lost: %s" if lost else "the store is available again%s", lost)
            self._land()
            self.followers.publish(self.house.names)

    def unreadable(self, name: str, error: HistoryError) -> None:
        """A stream cannot be read: it is set aside, but a floor does not open without it."""
        if not self.opened:
            raise error
        self.set_aside(name, error)

    def set_aside(self, name: str, error: Exception) -> None:
        """Set aside a stream on which the software failed, in the state that the store has; the others go on."""
        if not name:
            return
        log.error("%s is set aside", name, exc_info=error)
        self.aside[name] = SetAside(self.clock.now(), f"{type(error).__name__}: the software failed here")
        self.counts["set_aside"] += 1
        self.followers.publish({name})
        self._not_noted.add(name)
        self.run(self._keep_aside(name), f"setting {name} aside")

    async def _keep_aside(self, name: str) -> None:
        """Make other processes, and this one after a restart, set the stream aside too."""
        while name in self._not_noted:
            with suppress(StoreUnavailable):
                await self.note(f"{_ASIDE}{name}", msgspec.json.encode(self.aside[name]))
                self._not_noted.discard(name)
                return
            await asyncio.sleep(_AGAIN)

    async def put_back(self, name: str) -> None:
        """Resume a stream that was set aside, from the store, in all processes."""
        self._not_noted.discard(name)
        await self.note(f"{_ASIDE}{name}", None)
        self.aside.pop(name, None)
        self.followers.publish({name})

    async def noted(self, prefix: str, kind: type[T]) -> dict[str, T]:
        """The values outside the record whose names have this prefix, by the rest of their names."""
        matters = await self.store.scan(prefix)
        return {key.removeprefix(prefix): msgspec.json.decode(raw, type=kind) for key, raw in matters.items()}

    async def _read_aside(self) -> None:
        aside = await self.noted(_ASIDE, SetAside)
        aside |= {name: self.aside[name] for name in self._not_noted}
        changed = aside.keys() ^ self.aside.keys()
        self.aside = aside
        self.followers.publish(changed)

    # Small values that every process holds in memory

    async def note(self, key: str, value: bytes | None) -> None:
        """Save a value that other processes also hold in memory, or delete it (None), and notify them."""
        await (self.store.delete(key) if value is None else self.store.put(key, value))
        if self.store.shared:
            await self.store.put(_CHANGED, secrets.token_bytes(8))

    async def reread(self) -> None:
        """Read such values again if any process has changed one."""
        if self.store.shared and (changed := await self.store.get(_CHANGED)) != self._noted:
            for read in self.rereads:
                await read()
            self._noted = changed

    # Other processes

    async def behind(self, name: str) -> bool:
        """Whether others have saved more of a stream, or of the people, than is known here; it is then read soon."""
        heads = await self.store.heads([name, PEOPLE]) if self.store.shared and name in self.house.streams else {}
        grown = {stream for stream, head in heads.items() if head.number > self.number(stream)}
        if grown:
            await self.catch_up(grown)
        return bool(grown)

    async def catch_up(self, names: set[str] | None = None) -> bool:
        """Read what other processes have saved; whether there was anything."""
        await self.whole()
        streams, wanted, grown = self.house.streams, names or set(), set[str]()
        if not wanted:
            heads = await self.store.heads()
            wanted = {name for name, head in heads.items() if head.number > self.number(name)}
        self._unread -= wanted
        try:
            held = {name: stream.number for name in wanted if (stream := streams.here(name)) is not None}
            grown |= await self._take({name: number for name, number in held.items() if not self._in_flight[name]})
            grown |= await self._take_rows(wanted - held.keys())
        except StoreUnavailable:
            self._unread |= wanted
            raise
        self.followers.publish(grown)
        return bool(grown)

    async def _take(self, numbers: dict[str, int]) -> set[str]:
        """Read what these streams have after these numbers; the streams that grew."""
        streams, mended, grown = self.house.streams, self._mended, set[str]()
        new_lines = await self.saved.since(numbers)
        began = self.clock.steady()
        for name, lines in new_lines.items():
            stream = streams.here(name)
            if stream is None or self._in_flight[name] or self._mending is not None or self._mended != mended:
                continue
            try:
                for line in lines[stream.number - numbers[name] :]:
                    stream.take(line)
                    grown.add(name)
            except HistoryError:  # some are in the archive by now
                self._tear({name})
            self.saved.rested(name, stream)
            if self.clock.steady() - began > _TURN:
                await asyncio.sleep(0)
                began = self.clock.steady()
        return grown

    async def _take_rows(self, names: set[str]) -> set[str]:
        """Take in how streams stand that are not in memory, and load what belongs there: what every process has, and tables at
        which something goes on that is for this one.
        """
        kept = await self.store.summaries(sorted(names)) if names else {}
        grown, load = set[str](), set[str]()
        for name in kept:
            row, known = _read_row(kept[name]), self.house.rows.get(name)
            if row is not None and row.may_go and self.house.streams.here(name) is None:
                if known is None or row.number > known.number:
                    self.house.rows[name] = row
                    grown.add(name)
                load |= {name} if self.memory.due_here(row) else set()
            else:
                load.add(name)
        load |= names - kept.keys()
        await self.memory.load(load)
        self.house.open_casinos(grown)
        return grown | {name for name in load if self.house.streams.here(name) is not None}

    def number(self, name: str) -> int:
        """How many entries of a stream are known here."""
        stream, row = self.house.streams.here(name), self.house.rows.get(name)
        return stream.number if stream is not None else row.number if row is not None else 0

    async def loaded(self, names: set[str]) -> None:
        """Read what others have saved at streams while they were loaded: nobody listened then."""
        if self.store.shared:
            self._unread |= names
            await self._read_up(names)

    async def _read_up(self, names: set[str]) -> None:
        """Read what others have saved at these streams, if that was put off."""
        if unread := names & self._unread:
            with suppress(StoreUnavailable):
                await self.catch_up(unread)

    @asynccontextmanager
    async def following(self, names: Iterable[str]) -> AsyncIterator[Follower]:
        """Follow these streams, or all with `*`, while the listener is in use."""
        wanted = set(names)
        with self.followers.following(wanted) as follower:
            await self.memory.hold(*wanted)
            await self._read_up(wanted)
            yield follower

    def _needed(self, name: str) -> bool:
        """Whether to read immediately what others do at a stream: someone here looks at it, this process deals there, or all
        tables may depend on it. The rest is read once a second, or when someone asks for it.
        """
        row = self.house.rows.get(name)
        if row is None or not row.may_go or name in self.followers or self.stopped.is_set():  # nobody looks later
            return True
        return self.sections.has(self.section(name))

    async def listen(self) -> None:
        """Follow what other processes do: by their signals, and by looking now and then, because signals may get lost."""
        await asyncio.gather(self._hear(), self._look())

    async def _hear(self) -> None:
        async for names in self.store.signals():
            if LEASES in names:
                self.sections.wake()
            needed = {name for name in names - {LEASES} if self._needed(name)}
            self._unread |= names - needed - {LEASES}
            with suppress(StoreUnavailable):
                if needed:
                    await self.catch_up(needed)

    async def _see_the_time(self) -> None:
        """Use the clock of a shared store, so that one process with a wrong clock does not hold up the tables of the others."""
        if self.store.sharing is not None:
            asked = self.clock.steady()
            now = await self.store.sharing.time()
            self.clock.follow(now, _APART + self.clock.steady() - asked)

    async def _look(self) -> None:
        looks = cycle([False] * (_LOOKS - 1) + [True])
        while not self.stopped.is_set():
            await asyncio.sleep(_LOOK)
            with suppress(StoreUnavailable):
                await self._see_the_time()
                await (self.catch_up() if next(looks) or self.stopped.is_set() else self._read_up(self._unread))
                await self.reread()
                await self.memory.take_over()
                self.memory.let_go()

    # Sharing the work with them

    def section(self, name: str) -> str:
        """The section of a stream; a tournament's tables are in the tournament's section."""
        table, row = self.house.table_here(name), self.house.rows.get(name)
        tournament = table.state.options.tournament if table is not None else row.tournament if row is not None else ""
        return section_of(tournament or name)

    def lease(self, name: str) -> Lease | None:
        """The lease under which the software acts at a stream; None if that is up to another process, or to none right now."""
        return self.sections.lease(self.section(name))

    def alone(self, part: str) -> bool:
        """Whether this process does a task that only one process may do at a time: the owner of its section."""
        return self.sections.lease(section_of(part)) is not None

    def _changed_hands(self, sections: set[str]) -> None:
        """Wake the tasks that act for the house, to look for work again."""
        names = {name for name in self.house.streams if self.section(name) in sections}
        self.followers.tell(LEASES, names)
        if names & self._unread:
            self.run(self._read_up(names), "reading up")
        self.run(self.memory.take_over(), "taking over")
