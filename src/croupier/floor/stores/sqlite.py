"""A house in one SQLite file, for one process: a write-ahead log that is flushed at every commit, and one thread that writes."""

import asyncio
import os
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from croupier.floor.stores.archive import Archivable, Segment
from croupier.floor.stores.copies import connected, new_file, without_sessions, wrong_order
from croupier.floor.stores.gathering import NOTHING, Append, Gathering, Given, after_all, fitting, latest, summaries_of
from croupier.floor.stores.interface import Basis, Conflict, Head, Lease, Line, StoreRefused, StoreUnavailable
from croupier.floor.stores.schema import migrate_sqlite, missing_in_sqlite, old, statements
from croupier.kernel.latest import Latest

T = TypeVar("T")

_READERS = 3
_SETTINGS = ("synchronous = FULL", "fullfsync = ON", "wal_autocheckpoint = 4000", "journal_size_limit = 67108864")
_SECONDS_TO_WAIT = 5.0
_MOST_REFUSED = 100_000
_SQL = statements("sqlite.sql")


class SQLiteStore(Archivable):
    """A `Store` in a file that only this process writes; others may read it meanwhile (`read_only`)."""

    shared = False
    sharing = None

    def __init__(self, path: str | os.PathLike[str], *, read_only: bool = False) -> None:
        super().__init__()
        self.path = os.path.realpath(path)
        self.read_only = read_only
        self._gathering: Gathering[sqlite3.Connection] = Gathering(self._commit)
        self._writer_thread = ThreadPoolExecutor(1, "store writer")
        self._reader_threads = ThreadPoolExecutor(_READERS, "store reader")
        self._readers: SimpleQueue[sqlite3.Connection] = SimpleQueue()
        self._lock: sqlite3.Connection | None = None
        self._writer: sqlite3.Connection | None = None
        self._files: tuple[tuple[int, int], ...] = ()
        self._lost = ""
        self._stopped = asyncio.Event()
        self._heads: dict[str, Head] = {}
        self._keys: dict[str, int] = {}
        self._refused: Latest[Given, bool] = Latest(_MOST_REFUSED)
        self._places = 0
        self._sequenced = 0

    async def start(self) -> None:
        if self.read_only:
            if await self._read(lambda reader: missing_in_sqlite(reader, self.path)):
                raise old(self.path)
            return
        try:
            await self._in(self._writer_thread, self._open)
        except BaseException:
            await self._in(self._writer_thread, self._close)
            raise

    async def stop(self) -> None:
        if self._stopped.is_set():
            return
        await self._gathering.stop()
        self._stopped.set()
        await asyncio.to_thread(self._reader_threads.shutdown)
        with suppress(Empty):
            while True:
                self._readers.get_nowait().close()
        await self._in(self._writer_thread, self._close)
        await asyncio.to_thread(self._writer_thread.shutdown)

    # Entries

    async def append(self, lines: Sequence[Line], on: Basis | None = None, under: Lease | None = None) -> None:
        await self._write(lines, on=on)

    async def astray(self) -> str:
        def look(reader: sqlite3.Connection) -> str:
            reader.execute("BEGIN")  # everything at one moment
            try:
                return wrong_order(reader)
            finally:
                reader.execute("ROLLBACK")

        return await self._read(look)

    async def refuse(self, stream: str, person: str, id: str) -> int:
        self._refused[stream, person, id] = True  # in memory: what is on its way to this process ends with it
        found: list[Any] = []
        await self._write(also=lambda writer: found.append(writer.execute(_SQL["answered"], (stream, id)).fetchone()))
        return int(found[-1][0]) if found[-1] else 0

    async def heads(self, streams: Sequence[str] = ()) -> dict[str, Head]:
        known = await self._read(lambda reader: _heads(reader)[0]) if self.read_only else self._heads
        return {name: known[name] for name in streams if name in known} if streams else dict(known)

    # Snapshots

    async def save_snapshot(self, stream: str, number: int, snapshot: bytes) -> None:
        def save(writer: sqlite3.Connection) -> None:
            head = self._heads.get(stream)
            if head is None or head.number < number:
                raise Conflict(stream, head.number if head else 0)
            writer.execute(_SQL["save snapshot"], (self._keys[stream], number, snapshot))

        await self._write(also=save)

    async def save_summaries(self, rows: Mapping[str, tuple[int, bytes]]) -> None:
        made = [(self._keys[name], *row) for name, row in rows.items()]
        await self._write(also=lambda writer: writer.executemany(_SQL["save summary"], made))

    # Small values

    async def put(self, key: str, value: bytes, under: Lease | None = None) -> None:
        sql = "INSERT OR REPLACE INTO matters VALUES (?, ?)"
        await self._write(also=lambda writer: writer.execute(sql, (key, value)))

    async def delete(self, key: str) -> bool:
        gone = list[int]()
        await self._write(also=lambda writer: gone.append(writer.execute("DELETE FROM matters WHERE key = ?", (key,)).rowcount))
        return gone[-1] > 0

    async def scan(self, prefix: str) -> dict[str, bytes]:
        end = after_all(prefix)
        sql, bounds = (_SQL["scan all"], (prefix,)) if end is None else (_SQL["scan"], (prefix, end))
        return await self._read(lambda reader: dict(reader.execute(sql, bounds).fetchall()))

    # One process, one order

    async def signals(self) -> AsyncIterator[set[str]]:
        await self._stopped.wait()
        nobody_else: list[set[str]] = []
        for names in nobody_else:
            yield names

    async def sequence(self, limit: int = 1000) -> int:
        if self._sequenced == self._places:
            return 0
        before = after = 0

        def place(writer: sqlite3.Connection) -> None:
            nonlocal before, after
            before = writer.execute("SELECT places FROM sequenced").fetchone()[0]
            after = min(before + limit, self._places)
            writer.execute("UPDATE sequenced SET places = ?", (after,))

        await self._write(also=place)
        self._sequenced = after
        return after - before

    # The archive

    async def moved(self, segment: Segment) -> None:
        def move(writer: sqlite3.Connection) -> None:
            name, first, last, latest, *digests, size = segment
            key = self._keys[name]
            writer.execute(
                "INSERT INTO archived VALUES (?, ?, ?, ?, ?, ?, ?)",
                (key, first, last, latest, *map(bytes.fromhex, digests), size),
            )
            sql = "DELETE FROM entries WHERE stream = ? AND number BETWEEN ? AND ?"
            if writer.execute(sql, (key, first, last)).rowcount != last - first + 1:
                raise StoreRefused(f"entries {first} to {last} of {name} are not all in {self.path}: they are not archived")

        await self._write(also=move)

    # Copies

    async def backup(self, path: str) -> None:
        def copy(reader: sqlite3.Connection) -> None:
            with new_file(path) as target:
                reader.backup(target)
                without_sessions(target)

        await self._read(copy)

    async def fill(self, copy: sqlite3.Connection) -> None:
        def fill() -> None:
            with self._telling():
                copy.backup(self._open())
            self._drop()  # what was in memory is of the empty store
            self._open()

        await self._in(self._writer_thread, fill)

    # The thread that writes

    async def _write(
        self, lines: Sequence[Line] = (), also: Callable[[sqlite3.Connection], object] | None = None, on: Basis | None = None
    ) -> None:
        if self.read_only:
            raise StoreUnavailable("the store is read-only here")
        await self._gathering.append(lines, also, on)

    async def _commit(self, group: list[Append[sqlite3.Connection]]) -> None:
        fit = fitting(group, self._heads, refused=self._refused)
        if not fit:
            return
        try:
            await self._in(self._writer_thread, lambda: self._keep(fit))
        except sqlite3.IntegrityError:
            await self._in(self._writer_thread, self._open)
            if not (names := [line.stream for append in fit for line in append.lines]):
                raise
            raise Conflict(names[0], self._heads.get(names[0], NOTHING).number) from None
        for append in fit:
            append.kept()

    def _keep(self, group: list[Append[sqlite3.Connection]]) -> None:
        heads = latest(group)
        with self._transaction() as writer:
            keys, place = self._keys, self._places
            if new := [name for name in heads if name not in keys]:
                keys = keys.copy()
                for name in new:
                    made = writer.execute("INSERT INTO streams (name, kind) VALUES (?, ?)", (name, heads[name].kind))
                    keys[name] = made.lastrowid or 0
            rows = []
            for append in group:
                for stream, _, *fields, digest, line, _ in append.lines:
                    rows.append((place, keys[stream], *fields, bytes.fromhex(digest), line))
                    place += 1
            writer.executemany("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)
            writer.executemany(_SQL["save summary"], [(keys[name], *row) for name, row in summaries_of(group).items()])
            for append in group:
                if append.also is not None:
                    append.also(writer)
        self._keys, self._places = keys, place
        self._heads.update(heads)

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        writer = self._open()
        with self._telling():
            writer.execute("BEGIN IMMEDIATE")
            try:
                yield writer
                writer.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):
                    writer.execute("ROLLBACK")
                raise
            if self._files_on_disk() != self._files:
                self._save_what_is_left(writer)

    @contextmanager
    def _telling(self) -> Iterator[None]:
        """Report file errors as `StoreUnavailable`; the next operation opens it again."""
        try:
            yield
        except (Conflict, StoreUnavailable):
            raise
        except BaseException as error:
            self._drop()
            if _is_of_the_file(error):
                raise StoreUnavailable(f"{self.path}: {error}") from error
            raise

    def _open(self) -> sqlite3.Connection:
        if self._writer is None:
            if self.read_only or self._stopped.is_set():
                raise StoreUnavailable(f"the store is {'read-only here' if self.read_only else 'closed'}")
            if self._lost:
                raise StoreUnavailable(self._lost)
            with self._telling():
                if self._lock is None:
                    self._lock = _locked(self.path)
                with suppress(FileExistsError):  # never open a file that is there: closing it would drop SQLite's locks
                    os.close(os.open(self.path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
                self._writer = connected(Path(self.path), "rw", _SECONDS_TO_WAIT)
                if self._writer.execute("PRAGMA journal_mode = WAL").fetchone()[0] != "wal":
                    raise StoreRefused(f"{self.path} cannot have a log beside it: a store is kept on a disk of this machine")
                for setting in _SETTINGS:
                    self._writer.execute(f"PRAGMA {setting}")
                migrate_sqlite(self._writer, self.path)
                self._heads, self._keys = _heads(self._writer)
                self._places = self._writer.execute("SELECT coalesce(max(place) + 1, 0) FROM entries").fetchone()[0]
                self._sequenced = self._writer.execute("SELECT places FROM sequenced").fetchone()[0]
                self._files = self._files_on_disk()
        return self._writer

    def _files_on_disk(self) -> tuple[tuple[int, int], ...]:
        """Which files have the names of the database and its log right now; None if the log was truncated."""
        try:
            files = tuple((stat.st_dev, stat.st_ino) for stat in map(os.stat, (self.path, f"{self.path}-wal")))
            with open(f"{self.path}-wal", "rb", buffering=0) as log:  # no lock is on this file that closing it would drop
                return () if log.read(4) == bytes(4) else files
        except FileNotFoundError:
            return ()

    def _save_what_is_left(self, writer: sqlite3.Connection) -> None:
        """Someone deleted or replaced a file that is in use: save what is still within reach, and write no more.

        While the database itself is there, and nobody has written to a log of their own, all that was acknowledged is
        moved from the deleted log into the database.
        """
        self._lost = (
            f"{self.path} or its log was deleted or replaced while the house was open: stop the house, "
            "check the record with `croupier audit verify`, and start it again"
        )
        saved = False
        with suppress(OSError):
            database, log = os.stat(self.path), f"{self.path}-wal"
            if (database.st_dev, database.st_ino) == self._files[0] and not (os.path.exists(log) and os.path.getsize(log)):
                saved = writer.execute("PRAGMA wal_checkpoint(FULL)").fetchone()[0] == 0
            elif not self._files_on_disk():  # the log was cut off: closing must not copy the hole in it over the database
                os.truncate(log, 0)
        self._drop()
        if not saved:
            raise StoreUnavailable(self._lost)

    def _drop(self) -> None:
        if self._writer is not None:
            with suppress(sqlite3.Error):
                self._writer.close()
            self._writer = None

    def _close(self) -> None:
        self._drop()
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    # The threads that read

    async def _ask(self, name: str, *given: Any) -> list[Any]:
        return await self._read(lambda reader: reader.execute(_SQL[name], given).fetchall())

    async def _read(self, job: Callable[[sqlite3.Connection], T]) -> T:
        def read() -> T:
            try:
                reader = self._readers.get_nowait()
            except Empty:
                reader = self._reader()
            try:
                answer = job(reader)
            except BaseException as error:
                reader.close()
                if _is_of_the_file(error):
                    raise StoreUnavailable(f"{self.path}: {error}") from error
                raise
            self._readers.put(reader)
            return answer

        return await self._in(self._reader_threads, read)

    async def _in(self, threads: ThreadPoolExecutor, job: Callable[[], T]) -> T:
        """Do something in one of these threads; it is completed even if the caller stops waiting."""
        try:
            running = asyncio.get_running_loop().run_in_executor(threads, job)
        except RuntimeError:
            raise StoreUnavailable("the store is closed") from None
        return await asyncio.shield(running)

    def _reader(self) -> sqlite3.Connection:
        if self.read_only and not os.path.exists(self.path):
            raise StoreRefused(f"there is no store at {self.path}")
        try:
            reader = connected(Path(self.path), "rw", _SECONDS_TO_WAIT)
            reader.execute("PRAGMA query_only = ON")
        except sqlite3.Error as error:
            raise StoreUnavailable(f"{self.path}: {error}") from error
        return reader


def _locked(path: str) -> sqlite3.Connection:
    """A lock beside the file, which the system releases with the process."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    lock = sqlite3.connect(f"{path}.lock", timeout=0, isolation_level=None, check_same_thread=False)
    try:
        lock.execute("PRAGMA journal_mode = MEMORY")
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        lock.close()
        if "locked" not in str(error):
            raise
        raise StoreRefused(
            f"{path} is in use by another process: a SQLite store has one process at a time, PostgreSQL has many"
        ) from None
    return lock


def _heads(connection: sqlite3.Connection) -> tuple[dict[str, Head], dict[str, int]]:
    rows = connection.execute(_SQL["heads"]).fetchall()
    return {name: Head(*head) for _, name, *head in rows}, {name: key for key, name, *_ in rows}


def _is_of_the_file(error: BaseException) -> bool:
    """Whether the file or the disk is at fault, and not the request."""
    return isinstance(error, (OSError, sqlite3.OperationalError)) or type(error) is sqlite3.DatabaseError
