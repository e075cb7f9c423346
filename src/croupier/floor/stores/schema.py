"""What the stores are made of, version by version. A released step never changes: additions are new steps."""

import sqlite3
from collections.abc import Sequence
from importlib import resources

from croupier.floor.stores.interface import StoreRefused


def statements(name: str) -> dict[str, str]:
    """The statements of a file beside this one, each by the name above it."""
    text = (resources.files("croupier.floor.stores") / name).read_text(encoding="utf-8")
    named = (part.partition("\n") for part in text.split("-- name: ")[1:])
    return {name: statement.strip() for name, _, statement in named}


def steps_in(texts: dict[str, str]) -> list[str]:
    """The steps that lead to today's schema."""
    return [statement for name, statement in texts.items() if name.startswith("schema ")]


SQLITE, POSTGRESQL = steps_in(statements("sqlite.sql")), steps_in(statements("postgres.sql"))


def missing(version: int, steps: Sequence[str], where: str) -> Sequence[str]:
    """The steps that a store of that version still needs; a newer version is refused."""
    if version > len(steps):
        raise StoreRefused(
            f"{where} has schema {version}, this software knows {len(steps)}: it was written by a newer version, use that one"
        )
    return steps[version:]


def missing_in_sqlite(connection: sqlite3.Connection, where: str) -> Sequence[str]:
    """The steps that a SQLite file still needs: all of them if it is empty."""
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if not tables:
        return SQLITE
    if not {"schema", "streams", "entries"} <= tables:
        raise StoreRefused(f"{where} is the database of something else")
    return missing(connection.execute("SELECT version FROM schema").fetchone()[0], SQLITE, where)


def migrate_sqlite(connection: sqlite3.Connection, where: str) -> None:
    """Upgrade a SQLite store to today's schema, each step completely or not at all."""
    steps = missing_in_sqlite(connection, where)
    for number, step in enumerate(steps, len(SQLITE) - len(steps) + 1):
        try:
            connection.executescript(f"BEGIN IMMEDIATE; {step}")
            connection.execute("UPDATE schema SET version = ?", (number,))
            connection.execute("COMMIT")
        except sqlite3.Error:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise


def old(where: str) -> StoreRefused:
    """The message about an older store that is only being read."""
    return StoreRefused(f"{where} has an older schema and is read-only here: run `croupier upgrade` to update it")
