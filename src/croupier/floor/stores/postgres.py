"""A house in a PostgreSQL database, for any number of processes. Appending takes no lock: the second process to use a
number of a stream has lost. Signals, which are hints, announce what others have written. It is one long file because it is
one store: everything in it shares the same few connections.
"""

import asyncio
import logging
import re
import sqlite3
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from hashlib import sha256
from secrets import token_hex
from typing import TYPE_CHECKING, Any, TypeAlias

import asyncpg
import msgspec

from croupier.floor.stores import schema
from croupier.floor.stores.archive import Archivable, Segment
from croupier.floor.stores.copies import REFUSED, in_thread, new_file, without_sessions
from croupier.floor.stores.gathering import NOTHING, Append, Gathering, Given, after_all, fitting, given, summaries_of, unbroken
from croupier.floor.stores.interface import (
    LEASES,
    Basis,
    Conflict,
    Head,
    Lease,
    LeaseLost,
    Line,
    Process,
    Sharing,
    StoreRefused,
    StoreUnavailable,
)

if TYPE_CHECKING:
    from asyncpg.pool import PoolConnectionProxy

Connection: TypeAlias = "asyncpg.Connection[asyncpg.Record]"
AnyConnection: TypeAlias = "asyncpg.Connection[asyncpg.Record] | PoolConnectionProxy[asyncpg.Record]"

log = logging.getLogger("croupier.floor")
_SETTINGS = {
    "application_name": "croupier",
    "search_path": "croupier",
    "default_transaction_isolation": "read committed",
    "jit": "off",  # compiling takes longer than any of these statements
    "tcp_keepalives_idle": "10",  # the leases of a machine that is gone become free in half a minute
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
}
_READERS = 4
_SECONDS_TO_ANSWER = 10.0
_SECONDS_FOR_MUCH = 600.0
_SECONDS_BETWEEN_SIGNALS = 0.005
_SECONDS_BETWEEN_LOOKS = 0.002
_SECONDS_TO_FORGET = 600.0
_SECONDS_TO_RETRY = 0.5
_SECONDS_TO_CHECK = 1.0
_CHANNEL = "croupier"
_LONGEST_SIGNAL = 7_000
_ROWS_AT_ONCE = 5_000
_SQL = schema.statements("postgres.sql")

_UNAVAILABLE: tuple[type[Exception], ...] = (
    OSError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,
    asyncpg.InsufficientResourcesError,
    asyncpg.PostgresSystemError,
    asyncpg.ReadOnlySQLTransactionError,
    asyncpg.InvalidCatalogNameError,
    asyncpg.InvalidAuthorizationSpecificationError,
    StoreUnavailable,
)

_MUCH = ("astray", "leaves", "settled", "snapshots", "summaries")
"""Statements that may take long."""
_COPIED = tuple((sql, _SQL[name.replace("copy", "into")]) for name, sql in _SQL.items() if name.startswith("copy "))
"""The contents of a backup: entries with a place in the order of the house, in order, and then the others."""
_FILLED = {name.removeprefix("fill "): sql for name, sql in _SQL.items() if name.startswith("fill ")}


class PostgresStore(Archivable):
    """A `Store` in a database, which any number of processes share."""

    shared = True

    def __init__(self, url: str, *, read_only: bool = False) -> None:
        super().__init__()
        self._url = url
        self.read_only = read_only
        self._settings = _SETTINGS | ({"default_transaction_read_only": "on"} if read_only else {})
        self._gathering: Gathering[None] = Gathering(self._commit)
        self._pool: asyncpg.Pool[asyncpg.Record] | None = None
        self._writer: Connection | None = None
        self._keys: dict[str, int] = {}
        self._stopped = asyncio.Event()
        self._forget_at = 0.0
        # Signals to and from other processes
        self.name = token_hex(4)
        self._to_tell: set[str] = set()
        self._telling: asyncio.Task[None] | None = None
        self._heard: set[str] = set()
        self._something_heard = asyncio.Event()
        # The connection for signals and for presence
        self._standing: Connection | None = None
        self._fallen = asyncio.Event()
        self._standing_by: asyncio.Task[None] | None = None
        self._one_at_a_time = asyncio.Lock()
        self._there = False

    @property
    def sharing(self) -> Sharing | None:
        return None if self.read_only else self

    async def start(self) -> None:
        try:
            with _unavailable():
                self._pool = await asyncpg.create_pool(
                    self._url,
                    min_size=1,
                    max_size=_READERS,
                    timeout=_SECONDS_TO_ANSWER,
                    command_timeout=_SECONDS_TO_ANSWER,
                    server_settings=self._settings,
                    init=_durable,
                    reset=_as_it_is,
                )
                async with self._pool.acquire() as connection:
                    await _migrate(connection, read_only=self.read_only)
                    if not self.read_only and await connection.fetchval(_SQL["may rewrite"]):
                        log.warning("this role of the database may change and delete entries: see docs/how-to/serve.md")
                if not self.read_only:
                    await self._stand()
                    self._standing_by = asyncio.create_task(self._stand_by())
        except BaseException:
            await self._disconnect()
            raise

    async def stop(self) -> None:
        if self._stopped.is_set():
            return
        await self._gathering.stop()
        self._stopped.set()
        self._something_heard.set()
        if self._telling is not None:
            await self._telling
        if self._standing_by is not None:
            self._standing_by.cancel()
            with suppress(asyncio.CancelledError):
                await self._standing_by
        if self._standing is not None:
            with suppress(*_UNAVAILABLE):
                await self._standing.execute(_SQL["leave"], self.name)
        await self._disconnect()

    async def let_append(self, role: str) -> None:
        """Let a database role read everything and append, but nothing else: the role for a running server."""
        async with self._connection() as connection:
            try:
                named = await connection.fetchval("SELECT quote_ident($1)", role)
                await connection.execute(_SQL["let append"].format(role=named))
            except asyncpg.PostgresError as error:
                raise StoreRefused(f"{role!r} cannot be let in: {error}") from None

    async def _disconnect(self) -> None:
        for connection in (self._writer, self._standing):
            if connection is not None:
                await _closed(connection)
        if self._pool is not None:
            try:
                await asyncio.wait_for(self._pool.close(), _SECONDS_TO_ANSWER)
            except _UNAVAILABLE:
                self._pool.terminate()
        self._writer = self._standing = self._pool = None

    # Entries

    async def append(self, lines: Sequence[Line], on: Basis | None = None, under: Lease | None = None) -> None:
        if self.read_only:
            raise StoreUnavailable("the store is read-only here")
        await self._gathering.append(lines, on=on, under=under)

    async def astray(self) -> str:
        found = await self._ask("astray")
        return found[0][0] if found else ""

    async def heads(self, streams: Sequence[str] = ()) -> dict[str, Head]:
        rows = await (self._ask("heads of", list(streams)) if streams else self._ask("heads"))
        return {name: Head(*head) for name, *head in rows}

    async def refuse(self, stream: str, person: str, id: str) -> int:
        if (now := asyncio.get_running_loop().time()) > self._forget_at:
            self._forget_at = now + _SECONDS_TO_FORGET
            await self._ask("forget refusals")
        await self._ask("refuse", _refusal((stream, person, id)))
        writing = set(await self._ask("writing"))  # these may not see the value; those who begin later do
        try:
            async with asyncio.timeout(_SECONDS_TO_ANSWER):
                while writing:
                    await asyncio.sleep(_SECONDS_BETWEEN_LOOKS)
                    writing &= set(await self._ask("writing"))
        except TimeoutError:
            raise StoreUnavailable("the database: somebody has been writing for a long time") from None
        return await self.answered(stream, id)

    # Snapshots

    async def save_snapshot(self, stream: str, number: int, snapshot: bytes) -> None:
        head = (await self.heads([stream])).get(stream)
        if head is None or head.number < number:
            raise Conflict(stream, head.number if head else 0)
        await self._ask("save snapshot", stream, number, snapshot)

    async def summaries(self, streams: Sequence[str] = ()) -> dict[str, tuple[int, bytes]]:
        rows = await (self._ask("summaries of", list(streams)) if streams else self._ask("summaries"))
        return {name: (number, summary) for name, number, summary in rows}

    async def save_summaries(self, rows: Mapping[str, tuple[int, bytes]]) -> None:
        numbers, summaries = zip(*rows.values(), strict=True) if rows else ((), ())
        await self._ask("save summaries", list(rows), list(numbers), list(summaries))

    # Small values

    async def put(self, key: str, value: bytes, under: Lease | None = None) -> None:
        held = ("", 0) if under is None else (under.name, under.fence)
        if not await self._ask("put", key, value, *held):
            raise LeaseLost(f"another process has {held[0]} by now")

    async def delete(self, key: str) -> bool:
        return bool(await self._ask("delete", key))

    async def scan(self, prefix: str) -> dict[str, bytes]:
        first = _plain(prefix)
        end = after_all(first)
        async with self._connection() as connection:
            rows = await (
                connection.fetch(_SQL["scan all"], first) if end is None else connection.fetch(_SQL["scan"], first, end)
            )
        return dict(sorted((_original(key), value) for key, value in rows))

    # The order of the house

    async def sequence(self, limit: int = 1000) -> int:
        async with self._connection() as connection, connection.transaction():
            await connection.execute(_SQL["let go"])
            await connection.execute("SELECT pg_advisory_xact_lock($1)", _number_of("order"))
            return int(await connection.fetchval(_SQL["sequence"], limit, timeout=_SECONDS_FOR_MUCH))

    # The archive

    async def moved(self, segment: Segment) -> None:
        name, first, last, latest, *digests, size = segment
        async with self._connection() as connection:
            try:
                async with connection.transaction():
                    await connection.execute(_SQL["let go"])
                    await connection.execute(
                        _SQL["archived"], _plain(name), first, last, latest, *map(bytes.fromhex, digests), size
                    )
                    for table in ("places", "entries"):
                        sql = f"DELETE FROM {table} WHERE stream = (SELECT key FROM streams WHERE name = $1) AND number BETWEEN $2 AND $3"  # noqa: S608, E501
                        status = await connection.execute(sql, _plain(name), first, last, timeout=_SECONDS_FOR_MUCH)
                        if status != f"DELETE {last - first + 1}":
                            raise StoreRefused(f"entries {first} to {last} of {name} are not all in the database")
            except asyncpg.InsufficientPrivilegeError:
                says = "this role may not move entries: run `croupier archive` as the role that owns the tables"
                raise StoreRefused(says) from None

    # Writing

    async def _commit(self, group: list[Append[None]]) -> None:
        if len({append.on.stream for append in group if append.on is not None}) > 1:  # one commit checks only one of them
            for append in group:
                await self._commit([append])
            return
        fit = group if unbroken(group) else await self._fitting(group)
        while fit:
            try:
                if await self._keep(fit):
                    break
            except (asyncpg.UniqueViolationError, asyncpg.DeadlockDetectedError) as error:  # a stream may have moved on
                if isinstance(error, asyncpg.UniqueViolationError) and error.constraint_name == "entries_by_id":
                    stream = fit[0].lines[0].stream
                    raise Conflict(stream, (await self.heads([stream])).get(stream, NOTHING).number) from None
            fit = await self._fitting(fit)
        for append in fit:
            append.kept()
        self._tell({line.stream for append in fit for line in append.lines})

    async def _fitting(self, group: list[Append[None]]) -> list[Append[None]]:
        names = {line.stream for append in group for line in append.lines}
        heads = await self.heads(list(names | {append.on.stream for append in group if append.on is not None}))
        leases = await self._leases("held") if any(append.under for append in group) else None
        commands = {_refusal(command): command for append in group for command in given(append)}
        refused = {commands[key] for (key,) in await self._ask("refused", list(commands))} if commands else ()
        return fitting(group, heads, leases, refused)

    async def _keep(self, group: list[Append[None]]) -> bool:
        """Write these lines, if the first of each stream follows its last entry, what the first were decided on is still the
        last of its stream, and none of their leases has changed hands. In the order of keys, so that of two who write to the
        same streams one waits for the other, and never both.
        """
        lines = [line for append in group for line in append.lines]
        first: dict[str, Line] = {}
        for line in lines:
            first.setdefault(line.stream, line)
        on, under = _basis(group), sorted({append.under for append in group if append.under is not None})
        with _unavailable():
            writer = await self._writing()
            keys = await self._keys_of(writer, first, on)
            lines.sort(key=lambda line: (keys[line.stream], line.number))
            rows = sorted((keys[name], *row) for name, row in summaries_of(group).items())
            kept = await writer.fetchval(
                _SQL["append"],
                [keys[name] for name in first],
                [line.number - 1 for line in first.values()],
                [bytes.fromhex(line.previous) for line in first.values()],
                [keys[line.stream] for line in lines],
                [line.number for line in lines],
                [line.at for line in lines],
                [_plain(line.person) for line in lines],
                [_plain(line.id) for line in lines],
                [bytes.fromhex(line.hash) for line in lines],
                [line.line for line in lines],
                None if on is None else keys[on.stream],
                None if on is None else on.number,
                None if on is None else bytes.fromhex(on.hash),
                [lease.name for lease in under],
                [lease.fence for lease in under],
                [key for key, _, _ in rows],
                [number for _, number, _ in rows],
                [summary for _, _, summary in rows],
                [_plain(_refusal(command)) for append in group for command in given(append)],
            )
        return bool(kept == len(lines))

    async def _writing(self) -> Connection:
        if self._writer is None or self._writer.is_closed():
            self._writer = await self._connected()
        return self._writer

    async def _keys_of(self, writer: Connection, first: Mapping[str, Line], on: Basis | None) -> Mapping[str, int]:
        if new := sorted({*first, *((on.stream,) if on is not None else ())} - self._keys.keys()):
            names = [_plain(name) for name in new]
            begun = [name for name in new if name in first]
            kinds = [_plain(first[name].kind) for name in begun]
            await writer.execute(_SQL["new streams"], [_plain(name) for name in begun], kinds)
            rows = await writer.fetch("SELECT name, key FROM streams WHERE name = ANY($1)", names)
            self._keys.update((_original(name), key) for name, key in rows)
        return self._keys

    # Telling others, and hearing of them

    def _tell(self, names: set[str]) -> None:
        self._to_tell |= names
        if self._telling is None:
            self._telling = asyncio.create_task(self._tell_others())

    async def _tell_others(self) -> None:
        while self._to_tell:
            names, self._to_tell = self._to_tell, set()
            async with self._one_at_a_time:
                try:
                    for signal in _signals(self.name, names):
                        if self._standing is not None:
                            await self._standing.execute(_SQL["notify"], _CHANNEL, signal)
                except Exception:  # they hear nothing, and look by themselves
                    self._fall(self._standing)
            if not self._stopped.is_set():
                await asyncio.sleep(_SECONDS_BETWEEN_SIGNALS)
        self._telling = None

    def _hear(self, connection: object, pid: int, channel: str, signal: object) -> None:
        with suppress(ValueError):  # whatever anyone else says there
            teller, *names = msgspec.json.decode(str(signal), type=list[str])
            if teller != self.name:
                self._hint(names)

    def _hint(self, names: Iterable[str]) -> None:
        self._heard.update(names)
        self._something_heard.set()

    async def signals(self) -> AsyncIterator[set[str]]:
        while not self._stopped.is_set():
            await self._something_heard.wait()
            self._something_heard.clear()
            names, self._heard = self._heard, set()
            if names and not self._stopped.is_set():
                yield names

    # Sharing the work

    async def beat(self, says: bytes, seconds: float) -> tuple[dict[str, Process], dict[str, Lease]]:
        async with self._standing_still() as standing:
            if await standing.execute(_SQL["beat"], self.name, seconds, says) == "INSERT 0 0":  # others believed it gone
                self.name = token_hex(4)
                await standing.execute(_SQL["beat"], self.name, seconds, says)
            processes = {name: Process(*found) for name, *found in await standing.fetch(_SQL["processes"])}
        if not self._there:
            self._there = True
            self._tell({LEASES})
        return processes, await self._leases("leases")

    async def _leases(self, which: str) -> dict[str, Lease]:
        return {row[0]: Lease(*row) for row in await self._ask(which)}

    async def time(self) -> float:
        return float((await self._ask("time"))[0][0])

    async def take(self, names: Sequence[str]) -> list[Lease]:
        async with self._standing_still() as standing:
            taken = [Lease(*row) for row in await standing.fetch(_SQL["take"], sorted(names), self.name)]
        self._tell({LEASES})
        return taken

    async def give(self, to: Mapping[str, str]) -> None:
        async with self._standing_still() as standing:
            await standing.execute(_SQL["give"], list(to), list(to.values()), self.name)
        self._tell({LEASES})

    async def since(self, numbers: Mapping[str, int]) -> dict[str, list[bytes]]:
        found: dict[str, list[bytes]] = {}
        for name, line in await self._ask("since", list(numbers), list(numbers.values())):
            found.setdefault(name, []).append(line)
        return found

    @asynccontextmanager
    async def _standing_still(self) -> AsyncIterator[Connection]:
        """The connection that is there for this process, for one thing at a time."""
        async with self._one_at_a_time:
            if self._standing is None:
                raise StoreUnavailable("the database: the connection is lost")
            with _unavailable():
                yield self._standing

    async def _stand(self) -> None:
        """Open the connection that hears, and is there for this process."""
        self._standing = await self._connected()
        self._fallen.clear()
        self._standing.add_termination_listener(self._fall)
        await self._standing.add_listener(_CHANNEL, self._hear)

    def _fall(self, connection: object) -> None:
        """That connection is lost, and with it, for the others, this process."""
        if connection is self._standing and self._standing is not None:
            lost, self._standing = self._standing, None
            self._fallen.set()
            lost.terminate()

    async def _stand_by(self) -> None:
        """See that the connection stands; where it was lost, anything may have happened meanwhile."""
        while True:
            if self._standing is None:
                await asyncio.sleep(_SECONDS_TO_RETRY)
            else:
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._fallen.wait(), _SECONDS_TO_CHECK)
            async with self._one_at_a_time:
                try:
                    if self._standing is not None:
                        await self._standing.execute("SELECT 1")
                    else:
                        await self._stand()
                        self._hint(await self.heads())
                except Exception:  # whatever it is, it is tried again
                    self._fall(self._standing)

    # Connections

    async def _connected(self) -> Connection:
        connection = await asyncpg.connect(
            self._url, timeout=_SECONDS_TO_ANSWER, command_timeout=_SECONDS_TO_ANSWER, server_settings=self._settings
        )
        try:
            await _durable(connection)
        except BaseException:  # also where the store is closed meanwhile
            connection.terminate()
            raise
        return connection

    async def _ask(self, name: str, *given: Any) -> list[Any]:
        much = _SECONDS_FOR_MUCH if name in _MUCH else None
        async with self._connection() as connection:
            found = await connection.fetch(_SQL[name], *map(_written, given), timeout=much)
        return [tuple(map(_read, row)) for row in found]

    @asynccontextmanager
    async def _connection(self) -> AsyncIterator[AnyConnection]:
        """One of the connections that are shared, for a moment."""
        if self._pool is None:
            raise StoreUnavailable("the store is closed")
        with _unavailable():
            async with self._pool.acquire(timeout=_SECONDS_TO_ANSWER) as connection:
                yield connection

    # Copies

    async def backup(self, path: str) -> None:
        async with in_thread(new_file(path)) as target, self._connection() as connection:
            await asyncio.to_thread(schema.migrate_sqlite, target, path)
            await asyncio.to_thread(target.execute, "BEGIN")
            async with connection.transaction(isolation="repeatable_read", readonly=True):
                for sql, insert in _COPIED:
                    async for rows in _chunks(connection, sql):
                        await asyncio.to_thread(target.executemany, insert, rows)
            await asyncio.to_thread(without_sessions, target)
            await asyncio.to_thread(target.execute, "COMMIT")

    async def fill(self, copy: sqlite3.Connection) -> None:
        async with self._connection() as connection, connection.transaction():
            await connection.execute("LOCK TABLE streams, matters IN EXCLUSIVE MODE")
            if await connection.fetchval("SELECT EXISTS (SELECT FROM streams) OR EXISTS (SELECT FROM matters)"):
                raise StoreRefused("the database is not empty")
            for table, sql in _FILLED.items():
                rows = await asyncio.to_thread(copy.execute, sql)
                while chunk := await asyncio.to_thread(rows.fetchmany, _ROWS_AT_ONCE):
                    records = [tuple(map(_written, row)) for row in chunk]
                    await connection.copy_records_to_table(table, records=records, timeout=_SECONDS_FOR_MUCH)
            await connection.execute(_SQL["next key"])


@contextmanager
def _unavailable() -> Iterator[None]:
    """Report database errors as `StoreUnavailable`; errors in the request itself stay unchanged."""
    try:
        yield
    except StoreUnavailable:
        raise
    except _UNAVAILABLE as error:
        if isinstance(error, ValueError):  # what the client says of an argument
            raise
        raise StoreUnavailable(f"the database: {str(error) or type(error).__name__}") from error


async def _migrate(connection: AnyConnection, *, read_only: bool) -> None:
    """Bring a database to today's schema, one process at a time and all steps or none; an empty one gets all of them."""
    if (encoding := await connection.fetchval("SHOW server_encoding")) != "UTF8":
        raise StoreRefused(f"the database has the encoding {encoding}, and a store needs UTF8")
    async with connection.transaction(readonly=read_only):
        if not read_only:
            await connection.execute(_SQL["let go"])
            await connection.execute("SELECT pg_advisory_xact_lock($1)", _number_of("schema"))
        tables = {name for (name,) in await connection.fetch("SELECT tablename FROM pg_tables WHERE schemaname = 'croupier'")}
        if tables and not {"schema", "streams", "entries"} <= tables:
            raise StoreRefused("the schema `croupier` of the database belongs to something else")
        version = await connection.fetchval("SELECT version FROM croupier.schema") if tables else 0
        steps = schema.missing(version, schema.POSTGRESQL, "the database")
        if steps and read_only:
            raise schema.old("the database")
        try:
            if not await connection.fetchval("SELECT to_regnamespace('croupier')"):
                await connection.execute("CREATE SCHEMA croupier")
            for number, step in enumerate(steps, version + 1):
                await connection.execute(step)
                await connection.execute("UPDATE schema SET version = $1", number)
        except asyncpg.InsufficientPrivilegeError:
            raise StoreRefused("this role may not change the tables: `croupier upgrade` as the one that owns them") from None


async def _durable(connection: AnyConnection) -> None:
    """Where the database acknowledges before it has written, it shall not do so here."""
    sql = "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"
    await connection.execute(sql)


async def _as_it_is(connection: AnyConnection) -> None:
    """Nothing is set on a connection that is shared, so nothing has to be set back."""


async def _closed(connection: Connection) -> None:
    with suppress(*_UNAVAILABLE):
        await connection.close(timeout=_SECONDS_TO_ANSWER)


async def _chunks(connection: AnyConnection, sql: str) -> AsyncIterator[list[tuple[Any, ...]]]:
    rows = await connection.cursor(sql, timeout=_SECONDS_FOR_MUCH)
    while chunk := await rows.fetch(_ROWS_AT_ONCE, timeout=_SECONDS_FOR_MUCH):
        yield [tuple(map(_read, row)) for row in chunk]


def _basis(group: Sequence[Append[None]]) -> Basis | None:
    """What the first of a group that was decided on another stream was decided on, unless one before it writes to that stream."""
    for number, append in enumerate(group):
        if (on := append.on) is not None:
            written = any(line.stream == on.stream for earlier in group[:number] for line in earlier.lines)
            return None if written else on
    return None


def _refusal(command: Given) -> str:
    """The key under which a refused command is stored."""
    stream, person, named = command
    return f"{REFUSED}{person}/{stream}/{named}"


def _signals(teller: str, names: Iterable[str]) -> Iterator[str]:
    """Names as signals of a length that can be sent."""
    signal, length = [teller], 0
    for name in names:
        size = len(msgspec.json.encode(name)) + 1
        if length + size > _LONGEST_SIGNAL:
            yield msgspec.json.encode(signal).decode()
            signal, length = [teller], 0
        if size <= _LONGEST_SIGNAL:
            signal.append(name)
            length += size
    yield msgspec.json.encode(signal).decode()


def _number_of(name: str) -> int:
    """The number by which the database knows a lock."""
    return int.from_bytes(sha256(f"croupier {name}".encode()).digest()[:8], "big", signed=True)


def _plain(text: str) -> str:
    """A text as the database can keep it: it knows no NUL."""
    return text.replace("\\", "\\\\").replace("\0", "\\0") if "\0" in text or "\\" in text else text


def _original(text: str) -> str:
    """What `_plain` was given."""
    return re.sub(r"\\(.)", lambda found: "\0" if found[1] == "0" else found[1], text) if "\\" in text else text


def _written(value: Any) -> Any:
    """A value, or some values, as they are given to the database."""
    if isinstance(value, list):
        return [*map(_written, value)]
    return _plain(value) if isinstance(value, str) else value


def _read(value: Any) -> Any:
    """A value found by the database, in its original form."""
    return _original(value) if isinstance(value, str) else value
