"""Every column of every row that a store keeps of the record: whoever changes one is found out, on SQLite and on PostgreSQL."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from croupier.floor.stores import Line, StoreRefused, store_of
from croupier.kernel.errors import ProofError
from croupier.proof.checkpoints import Sequencer
from croupier.proof.keeping import SIGNED
from croupier.proof.verifying import verify
from croupier.tables.house_table import HouseTable
from floor.postgres import Cluster
from proof.house import SIGNER, evening, run

TABLES = ("schema", "streams", "entries", "places", "sequenced", "snapshots", "matters")
MATTERS = f"WHERE key LIKE 'proof:%' AND key NOT LIKE '{SIGNED}%'"
"""Of the small matters those that the record is proven by; that a size was signed for only says what may be asked for."""


async def filled(where: str) -> None:
    """The beginning of the evening in a store, signed for but for its last entries, with a snapshot of the house table."""
    played, store = evening().store, store_of(where)
    await store.start()
    sequencer = Sequencer(store, SIGNER)
    await sequencer.open()
    for n, leaf in enumerate(played.order[:30], 1):
        line = played.streams[leaf.stream][leaf.number - 1]
        entry, kind = json.loads(line), played.kept_heads[leaf.stream].kind
        await store.append([Line(leaf.stream, kind, leaf.number, entry["at"], entry["person"], "", leaf.hash, line)])
        if n in (15, 28):
            await sequencer.advance()
    await store.sequence()
    table = HouseTable.read(HouseTable.engine, (await store.read("table 7"))[:2])
    await store.save_snapshot("table 7", 2, table.snapshot())
    await store.stop()


def said_of(where: str) -> str:
    """What going through a store comes to; nothing where it is found whole."""

    async def go() -> str:
        store = store_of(where, read_only=True)
        try:
            await store.start()
            found = await verify(store)
        except (ProofError, StoreRefused) as error:
            return str(error)
        finally:
            await store.stop()
        return "" if found else str(found)

    return run(go())


class FileKept:
    """A house in a file."""

    def __init__(self, folder: Path) -> None:
        self._folder, self.where = folder, str(folder / "house.db")

    def do(self, sql: str, *values: Any, where: str = "") -> list[Any]:
        with closing(sqlite3.connect(where or self.where)) as connection, connection:
            return connection.execute(sql.replace("$1", "?").replace("$2", "?"), values).fetchall()

    @contextmanager
    def changed(self, table: str, column: str, row: Any, new: Any, value: Any) -> Iterator[str]:
        copy = str(shutil.copy(self.where, self._folder / "copy.db"))
        self.do(f"UPDATE {table} SET {column} = $1 WHERE {self.row(table)} = $2", new, row, where=copy)  # noqa: S608
        yield copy

    def columns(self, table: str) -> list[str]:
        return [name for _, name, *_ in self.do(f"PRAGMA table_info({table})")]

    def row(self, table: str) -> str:
        return "key" if table == "matters" else "rowid"


class DatabaseKept:
    """A house in a database."""

    def __init__(self, cluster: Cluster) -> None:
        self.where, self._moved = cluster.new_database(), dict[Any, Any]()

    def do(self, sql: str, *values: Any) -> list[Any]:
        async def work() -> list[Any]:
            connection = await asyncpg.connect(self.where, server_settings={"search_path": "croupier"})
            rows = await connection.fetch(sql, *values)
            await connection.close()
            return [tuple(row) for row in rows]

        return run(work())

    @contextmanager
    def changed(self, table: str, column: str, row: Any, new: Any, value: Any) -> Iterator[str]:
        for change in (new, value):
            sql = f"UPDATE {table} SET {column} = $1 WHERE ctid = $2 RETURNING ctid"  # noqa: S608
            ((self._moved[table, row],),) = self.do(sql, change, self._moved.get((table, row), row))
            if change is new:
                yield self.where

    def columns(self, table: str) -> list[str]:
        sql = "SELECT column_name FROM information_schema.columns WHERE table_schema = 'croupier' AND table_name = $1"
        return [name for (name,) in self.do(f"{sql} ORDER BY ordinal_position", table)]

    def row(self, table: str) -> str:
        return "ctid"


def other(value: Any) -> Any:
    if isinstance(value, int):
        return value + 1000
    return f"{value}x" if isinstance(value, str) else value[:-1] + bytes([value[-1] ^ 1])


@pytest.mark.parametrize(
    ("kind", "tables"),
    [
        ("sqlite", [table for table in TABLES if table != "places"]),
        ("postgresql", ["entries"]),
        pytest.param("postgresql", TABLES, marks=pytest.mark.slow),
    ],
)
def test_whoever_changes_a_column_is_found_out(
    kind: str, tables: Sequence[str], tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    kept: FileKept | DatabaseKept
    kept = FileKept(tmp_path) if kind == "sqlite" else DatabaseKept(request.getfixturevalue("postgres"))
    evening()  # plays in a loop of its own
    run(filled(kept.where))
    assert said_of(kept.where) == ""
    seen = list[str]()
    for table in tables:
        which = MATTERS if table == "matters" else ""
        rows = kept.do(f"SELECT {kept.row(table)}, * FROM {table} {which} ORDER BY 2")  # noqa: S608
        for row, *values in rows if table == "matters" else rows[len(rows) // 2 :][:1]:
            for column, value in zip(kept.columns(table), values, strict=True):
                new = other(value)
                with kept.changed(table, column, row, new, value) as where:
                    said = said_of(where)
                assert said, f"{table}.{column} was {value!r} and is {new!r}"
                if table == "entries" and column in ("at", "person", "id"):
                    assert f"its column {column} says {new!r}" in said
                seen.append(f"{table}.{column}")
    kept_columns = {f"{table}.{column}" for table in tables for column in kept.columns(table)}
    assert set(seen) == kept_columns >= {"entries.at", "entries.person", "entries.id"}
    assert said_of(kept.where) == ""
