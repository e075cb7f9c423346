"""What the stores are made of, version by version. A step that was released never changes: what is new is one more step."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from croupier.floor.stores.interface import StoreRefused

SQLITE = (
    """
    CREATE TABLE schema (version INTEGER NOT NULL);
    INSERT INTO schema VALUES (0);
    CREATE TABLE streams (key INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, kind TEXT NOT NULL);
    CREATE TABLE entries (
        place INTEGER PRIMARY KEY,
        stream INTEGER NOT NULL REFERENCES streams,
        number INTEGER NOT NULL,
        at INTEGER NOT NULL,
        person TEXT NOT NULL,
        id TEXT NOT NULL,
        hash BLOB NOT NULL,
        line BLOB NOT NULL,
        UNIQUE (stream, number)
    );
    CREATE UNIQUE INDEX entries_by_id ON entries (stream, id) WHERE id <> '';
    CREATE TABLE sequenced (places INTEGER NOT NULL);
    INSERT INTO sequenced VALUES (0);
    CREATE TABLE snapshots (stream INTEGER PRIMARY KEY REFERENCES streams, number INTEGER NOT NULL, snapshot BLOB NOT NULL);
    CREATE TABLE matters (key TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
    """,
)
"""One process writes, so entries have their place in the order of the house from the start; `sequenced` says how many of them
count as placed.
"""


def missing(version: int, steps: Sequence[str], where: str) -> Sequence[str]:
    """The steps that a store of that version still needs; one of a newer version is refused."""
    if version > len(steps):
        raise StoreRefused(
            f"{where} has schema {version}, this software knows {len(steps)}: it was written by a newer version, use that one"
        )
    return steps[version:]


def version_of_sqlite(connection: sqlite3.Connection, where: str) -> int:
    """The schema that a SQLite file has, 0 where it is empty."""
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if not tables:
        return 0
    if not {"schema", "streams", "entries"} <= tables:
        raise StoreRefused(f"{where} is a database of something else")
    return int(connection.execute("SELECT version FROM schema").fetchone()[0])


def migrate_sqlite(connection: sqlite3.Connection, where: str, *, read_only: bool = False) -> None:
    """Bring a SQLite store to today's schema, each step whole or not at all; a new file gets all of them."""
    version = version_of_sqlite(connection, where)
    steps = missing(version, SQLITE, where)
    if steps and read_only:
        raise StoreRefused(
            f"{where} has schema {version} and is only read here: `croupier upgrade` brings it to {len(SQLITE)}"
        )
    for number, step in enumerate(steps, version + 1):
        try:
            connection.executescript(f"BEGIN IMMEDIATE; {step}")
            connection.execute("UPDATE schema SET version = ?", (number,))
            connection.execute("COMMIT")
        except sqlite3.Error:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
