"""Durable appends a second, beside what the same database does with the same row and nothing around it.

One entry is one append. With N appenders at once a store commits what is waiting together: bare SQLite, which has one writer, is
measured with N rows a commit, bare PostgreSQL with one row a commit on N connections. Rates are by the clock on the wall, for
the disk is what is waited for. Disks are noisy and shared, so bare and store take many short turns; medians count, of the rates
and of their ratios.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from hashlib import sha256
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

import asyncpg
import uvloop
from tests.floor.postgres import Cluster, programs, running

from croupier.floor.stores import Line, Store
from croupier.floor.stores.postgres import PostgresStore
from croupier.floor.stores.schema import migrate_sqlite
from croupier.floor.stores.sqlite import SQLiteStore
from croupier.kernel.entries import NOWHERE

HEADINGS = ("store", "appenders", "bare is", "bare, rows/s", "appends/s", "of bare")
TURNS = 15
SECONDS = 0.2
APPENDERS = (1, 8, 64)
WORDS = "x" * 420


class Pen:
    """Lines as long as entries are, each naming the hash before it, and quickly made: they are not what is measured."""

    def __init__(self, stream: str) -> None:
        self.stream, self.number, self.head = stream, 0, NOWHERE

    def line(self) -> Line:
        self.number += 1
        body = f'{{"stream":"{self.stream}","number":{self.number},"words":"{WORDS}","previous":"{self.head}"'
        self.head = sha256(f"{body}}}".encode()).hexdigest()
        line = f'{body},"hash":"{self.head}"}}'.encode()
        return Line(self.stream, "table", self.number, self.number, "p7", f"c{self.number}", self.head, line)


def rows() -> Iterator[tuple[str, ...]]:
    """The table of results: one row for each store, number of appenders and what it is held against."""
    with TemporaryDirectory(prefix="croupier-") as folder:
        for appenders in APPENDERS:
            yield uvloop.run(_sqlite(Path(folder), appenders))
    if (where := programs()) is None:
        return
    with running(where, durable=True) as cluster:
        for appenders in APPENDERS:
            yield uvloop.run(_postgres(cluster, appenders))
        yield uvloop.run(_postgres(cluster, 8, where / "pgbench"))


async def _sqlite(folder: Path, appenders: int) -> tuple[str, ...]:
    store = SQLiteStore(folder / f"store-{appenders}.db")
    await store.start()
    pens = [Pen(f"T{number}") for number in range(appenders)]
    turns: list[tuple[float, float]] = []
    with bare_sqlite(folder / f"bare-{appenders}.db") as file:
        rivals = [Pen(f"T{number}") for number in range(appenders)]
        for _ in range(TURNS):
            turns.append((inserting(file, rivals), await appending(store, pens)))
    await store.stop()
    return _row("SQLite", appenders, f"{appenders} a commit", turns)


@contextmanager
def bare_sqlite(path: Path) -> Iterator[sqlite3.Connection]:
    """The same tables in a file, as durable, and nothing around them."""
    with closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as file:
        file.execute("PRAGMA journal_mode = WAL")
        file.execute("PRAGMA synchronous = FULL")
        migrate_sqlite(file, "bare")
        yield file


def inserting(file: sqlite3.Connection, pens: list[Pen]) -> float:
    """Rows a second, one of each pen a commit."""
    done, began = 0, perf_counter()
    insert = "INSERT INTO entries (stream, number, at, person, id, hash, line) VALUES (?, ?, ?, ?, ?, ?, ?)"
    while perf_counter() - began < SECONDS:
        lines = [pen.line() for pen in pens]
        values = [(n, e.number, e.at, e.person, e.id, bytes.fromhex(e.hash), e.line) for n, e in enumerate(lines)]
        file.execute("BEGIN IMMEDIATE")
        file.executemany(insert, values)
        file.execute("COMMIT")
        done += len(lines)
    return done / (perf_counter() - began)


async def appending(store: Store, pens: list[Pen]) -> float:
    """Appends a second, one appender for each pen."""
    began = perf_counter()

    async def append(pen: Pen) -> int:
        done = 0
        while perf_counter() - began < SECONDS:
            await store.append([pen.line()])
            done += 1
        return done

    done = await asyncio.gather(*map(append, pens))
    return sum(done) / (perf_counter() - began)


async def _postgres(cluster: Cluster, appenders: int, pgbench: Path | None = None) -> tuple[str, ...]:
    bare_url, url = await asyncio.gather(*(asyncio.to_thread(cluster.new_database) for _ in range(2)))
    store = PostgresStore(url)
    await store.start()
    pens = [Pen(f"T{number}") for number in range(appenders)]
    turns: list[tuple[float, float]] = []
    async with bare_postgres(bare_url, appenders) as connections:
        rivals = [Pen(f"T{number}") for number in range(appenders)]
        for _ in range(TURNS):
            if pgbench is None:
                bare = await inserting_on(connections, rivals)
            else:
                bare = await asyncio.to_thread(_pgbench, pgbench, cluster, bare_url, appenders)
            turns.append((bare, await appending(store, pens)))
    await store.stop()
    what = f"{appenders} connections" if pgbench is None else f"pgbench -c {appenders}"
    return _row("PostgreSQL", appenders, what, turns)


@asynccontextmanager
async def bare_postgres(url: str, number: int) -> AsyncIterator[list[asyncpg.Connection]]:
    """Connections to a database with the same tables, and nothing around them."""
    store = PostgresStore(url)
    await store.start()  # makes the tables
    await store.stop()
    async with asyncpg.create_pool(url, min_size=number, max_size=number) as pool:
        connections = [await pool.acquire() for _ in range(number)]
        yield connections
        for connection in connections:
            await pool.release(connection)


async def inserting_on(connections: list[asyncpg.Connection], pens: list[Pen]) -> float:
    """Rows a second, one a commit on each connection."""
    began = perf_counter()

    async def insert(connection: asyncpg.Connection, pen: Pen, stream: int) -> int:
        done = 0
        while perf_counter() - began < SECONDS:
            line = pen.line()
            values = stream, line.number, line.at, line.person, line.id, bytes.fromhex(line.hash), line.line
            await connection.execute("INSERT INTO croupier.entries VALUES ($1, $2, $3, $4, $5, $6, $7)", *values)
            done += 1
        return done

    done = await asyncio.gather(*map(insert, connections, pens, range(len(pens))))
    return sum(done) / (perf_counter() - began)


def _pgbench(program: Path, cluster: Cluster, url: str, clients: int) -> float:
    """Rows a second by PostgreSQL's own instrument, in as many rows as fit into a turn at some thousands a second."""
    script = cluster.folder / "insert.sql"
    script.write_text(
        "\\set number random(1, 1000000000000)\n"
        "INSERT INTO croupier.entries VALUES (:client_id, :number, 1, 'p7', 'c' || :number, "
        f"decode('{NOWHERE}', 'hex'), '{Pen('T1').line().line.decode()}'::bytea);\n"
    )
    database = url.partition("@/")[2].partition("?")[0]
    command = [program, "-n", "-M", "prepared", "-c", str(clients), "-t", str(round(400 * SECONDS)), "-f", script]
    command += ["-h", cluster.folder, "-U", "croupier", database]
    said = subprocess.run(  # noqa: S603
        command, capture_output=True, text=True, check=True, env=os.environ | {"LC_ALL": "C"}
    ).stdout
    return float(said.partition("tps = ")[2].split()[0])


def _row(store: str, appenders: int, what: str, turns: list[tuple[float, float]]) -> tuple[str, ...]:
    bare, kept = (f"{median(rates):,.0f}" for rates in zip(*turns, strict=True))
    return store, f"{appenders}", what, bare, kept, f"{median(kept / bare for bare, kept in turns):.0%}"
