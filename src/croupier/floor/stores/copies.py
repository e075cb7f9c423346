"""Backups: one SQLite file whatever the store is, checked completely before anything is restored from it."""

import asyncio
import os
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractContextManager, asynccontextmanager, closing, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

import msgspec

from croupier.floor.stores.interface import Store, StoreRefused
from croupier.floor.stores.schema import migrate_sqlite, missing_in_sqlite
from croupier.kernel.entries import NOWHERE, seal_broken

T = TypeVar("T")


class _Entry(msgspec.Struct):
    """The values in a line that belong to the columns beside it."""

    stream: str
    number: int
    at: int
    person: str
    previous: str
    hash: str
    id: str = ""


class _Snapshot(msgspec.Struct):
    """What a snapshot of a stream says about its place."""

    stream: str
    number: int
    head: str


_read_entry = msgspec.json.Decoder(_Entry).decode
_read_snapshot = msgspec.json.Decoder(_Snapshot).decode


WRONG = "wrong/"
"""The key for wrong passwords, if several processes count them."""
REFUSED = "refused/"
"""The key for refused commands, if several processes may have them."""
PASSING = ("session/", "code/", "second-factor-new/", "challenge/", WRONG, REFUSED)
"""Short-lived values: a copy leaves them out, or what has ended since would be open again."""


def without_sessions(copy: sqlite3.Connection) -> None:
    """Leave short-lived values out of a copy."""
    for prefix in PASSING:
        copy.execute("DELETE FROM matters WHERE substr(key, 1, ?) = ?", (len(prefix), prefix))


async def restore(path: str, into: Store) -> None:
    """Fill an empty store from a backup. Every hash and chain is checked before anything is written; all sessions end."""
    if await into.heads() or await into.scan(""):
        raise StoreRefused("the store is not empty: restore the backup into a new one")
    with TemporaryDirectory(prefix="croupier-") as folder:
        copy = await asyncio.to_thread(_opened, path, folder)
        try:
            await asyncio.to_thread(check, copy, path)
            await into.fill(copy)
            for prefix in PASSING:  # of a backup that was made without leaving them out
                for key in await into.scan(prefix):
                    await into.delete(key)
        finally:
            copy.close()


@contextmanager
def new_file(path: str) -> Iterator[sqlite3.Connection]:
    """A SQLite file being written, which gets its name only when it is complete and on disk."""
    if os.path.exists(path):
        raise StoreRefused(f"{path} already exists: write the backup to a new file")
    part = f"{path}.part"
    try:
        os.close(os.open(part, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600))
        with closing(sqlite3.connect(part, isolation_level=None, check_same_thread=False)) as target:
            target.execute("PRAGMA journal_mode = OFF")  # an unfinished file is deleted
            target.execute("PRAGMA synchronous = OFF")
            yield target
            target.execute("PRAGMA journal_mode = DELETE")  # one file, without a log beside it
        flush(part)
        os.rename(part, path)
        with suppress(PermissionError):  # where folders cannot be opened
            flush(os.path.dirname(os.path.abspath(path)))
    except BaseException as error:
        with suppress(OSError):
            os.unlink(part)
        if isinstance(error, (OSError, sqlite3.Error)):
            raise StoreRefused(f"the backup cannot be written: {error}") from error
        raise


@asynccontextmanager
async def in_thread(context: AbstractContextManager[T]) -> AsyncIterator[T]:
    """A context whose beginning and end may block."""
    entered = await asyncio.to_thread(context.__enter__)
    try:
        yield entered
    except BaseException as error:
        await asyncio.to_thread(context.__exit__, type(error), error, error.__traceback__)
        raise
    await asyncio.to_thread(context.__exit__, None, None, None)


def flush(path: str) -> None:
    """Make sure that a file or a folder is on disk."""
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def _opened(path: str, folder: str) -> sqlite3.Connection:
    """A backup, to be read without changing it: an older schema is upgraded in a copy."""
    if not os.path.isfile(path):
        raise StoreRefused(f"there is no backup at {path}")
    backup = connected(Path(path), "ro")
    try:
        if not missing_in_sqlite(backup, path):
            backup.execute("BEGIN")
            return backup
        if not os.path.getsize(path):
            raise StoreRefused(f"{path} is empty")
        copy = connected(Path(folder, "copy"), "rwc")
        backup.backup(copy)
        migrate_sqlite(copy, path)
    except sqlite3.DatabaseError as error:
        backup.close()
        raise StoreRefused(f"{path} cannot be read: {error}") from None
    except StoreRefused:
        backup.close()
        raise
    backup.close()
    return copy


def connected(path: Path, mode: str, seconds: float = 0.0) -> sqlite3.Connection:
    """A SQLite file, opened in a mode: to read (`ro`), to write (`rw`), or created if needed (`rwc`)."""
    uri = f"{path.absolute().as_uri()}?mode={mode}"
    return sqlite3.connect(uri, uri=True, timeout=seconds, isolation_level=None, check_same_thread=False)


def check(copy: sqlite3.Connection, path: str) -> None:
    """Check a copy: every line matches its hash and follows the one before it, and the order of the house has no gaps."""
    try:
        wrong = copy.execute("PRAGMA integrity_check(1)").fetchone()[0]
        if wrong == "ok":
            wrong = wrong_order(copy) or next(filter(None, (_wrong_stream(copy, *row) for row in _streams(copy))), "")
    except sqlite3.DatabaseError as error:
        wrong = str(error)
    if wrong:
        raise StoreRefused(f"{path} is not whole: {wrong}")


def _streams(copy: sqlite3.Connection) -> list[tuple[int, str]]:
    return copy.execute("SELECT key, name FROM streams ORDER BY key").fetchall()


def wrong_order(copy: sqlite3.Connection) -> str:
    entries = "SELECT count(*), coalesce(max(place) + 1, 0) FROM entries"
    count, end = copy.execute(entries).fetchone()
    moved = copy.execute("SELECT coalesce(sum(last - first + 1), 0) FROM archived").fetchone()[0]
    sequenced = copy.execute("SELECT sum(places) FROM sequenced").fetchone()[0]
    if end != count + moved:
        return f"{count + moved} entries, {moved} of them archived, have the places up to {end - 1}"
    if sequenced is None or not 0 <= sequenced <= end:
        return f"{sequenced} of {end} entries are in the order of the house"
    tables = " UNION ".join(f"SELECT stream FROM {table}" for table in ("entries", "snapshots", "summaries", "archived"))  # noqa: S608
    strays = f"SELECT stream FROM ({tables}) EXCEPT SELECT key FROM streams"  # noqa: S608
    stray = copy.execute(strays).fetchone()
    return f"something belongs to stream {stray[0]}, which does not exist" if stray else ""


_MOVED = "SELECT first, last, lower(hex(hash)) FROM archived WHERE stream = ? ORDER BY first"


def _wrong_stream(copy: sqlite3.Connection, key: int, name: str) -> str:
    """What is wrong with a stream, in words; empty if it is intact."""
    snapshot = copy.execute("SELECT number, snapshot FROM snapshots WHERE stream = ?", (key,)).fetchone()
    number, before, place = 0, NOWHERE, -1
    for first, last, digest in copy.execute(_MOVED, (key,)):
        if first != number + 1:
            return f"entry {number + 1} of {name} is neither there nor in a segment"
        number, before = last, digest
    rows = "SELECT place, number, at, person, id, lower(hex(hash)), line FROM entries WHERE stream = ? ORDER BY number"
    for row in copy.execute(rows, (key,)):
        number += 1
        where = f"entry {number} of {name}"
        line = row[-1]
        try:
            entry = _read_entry(memoryview(line))
        except (msgspec.MsgspecError, TypeError, ValueError) as error:
            return f"{where} cannot be read: {error}"
        if broken := seal_broken(line):
            return f"{where}: {broken}"
        if entry.number != number or entry.previous != before or row[0] <= place:
            return f"{where} does not follow the entry before it: one is missing, moved or changed"
        said = entry.stream, entry.number, entry.at, entry.person, entry.id, entry.hash
        if said != (name, *row[1:-1]):
            return f"{where} does not match the text stored beside it"
        if snapshot and snapshot[0] == number and _elsewhere(snapshot[1], name, number, entry.hash):
            return f"the snapshot of {name} was not taken at entry {number}"
        before, place = entry.hash, row[0]
    if snapshot and not 0 < snapshot[0] <= number:
        return f"the snapshot of {name} was taken at entry {snapshot[0]} of {number}"
    return ""


def _elsewhere(snapshot: bytes, stream: str, number: int, head: str) -> bool:
    """Whether a snapshot itself says that it was taken elsewhere."""
    try:
        taken = _read_snapshot(snapshot)
    except (msgspec.MsgspecError, ValueError):
        return False  # the store does not ask what a snapshot looks like
    return (taken.stream, taken.number, taken.head) != (stream, number, head)
