"""The same over a real store: a house in a SQLite file, tampered with in the file itself."""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from croupier.floor.stores import store_of
from croupier.proof.exporting import Exported, export
from croupier.proof.verifying import Against, Verified, verify
from croupier.tables.house_table import HouseTable
from proof.house import evening, run
from proof.house_file import a_house
from proof.test_verifying import REWRITES, resealed


def verified(path: Path, held: Against | None = None, *, decide: bool = False) -> Verified:
    async def go() -> Verified:
        store = store_of(str(path), read_only=True)
        await store.start()
        try:
            return await verify(store, held, decide=decide)
        finally:
            await store.stop()

    return run(go())


def tampered(tmp_path: Path, change: Callable[[sqlite3.Connection], Any]) -> Path:
    path = tmp_path / "house.db"
    shutil.copy(a_house()[0], path)
    with sqlite3.connect(path) as connection:
        triggers = connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for (name,) in triggers:
            connection.execute(f'DROP TRIGGER "{name}"')
        change(connection)
    connection.close()
    return path


def key_of(connection: sqlite3.Connection, stream: str) -> int:
    key: int = connection.execute("SELECT key FROM streams WHERE name = ?", (stream,)).fetchone()[0]
    return key


def test_a_house_in_a_file_is_whole() -> None:
    path, notes = a_house()
    found = verified(path, Against(notes), decide=True)
    assert found
    assert (found.entries, found.checkpoints) == (85, len(notes))


def snapshot_kept(change: Callable[[bytes], bytes], number: int = 0) -> Callable[[sqlite3.Connection], None]:
    """A snapshot of a table in the file, changed and kept as one of another entry."""

    def keep(connection: sqlite3.Connection) -> None:
        key = key_of(connection, "table 7")
        lines = [line for (line,) in connection.execute("SELECT line FROM entries WHERE stream = ? ORDER BY number", (key,))]
        tables = {n: HouseTable.read(HouseTable.engine, lines[:n]) for n in range(1, len(lines))}
        last = max(n for n, table in tables.items() if table.engine.at_rest(table.state))
        kept = (key, last + number, change(tables[last].snapshot()))
        connection.execute("INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?)", kept)

    return keep


def richer(snapshot: bytes) -> bytes:
    changed = re.sub(rb'("stack:1":)(\d+)', rb"\g<1>99999999", snapshot, count=1)
    assert changed != snapshot
    return changed


def test_a_snapshot_that_is_not_what_its_entries_come_to_is_named(tmp_path: Path) -> None:
    assert verified(tampered(tmp_path, snapshot_kept(lambda snapshot: snapshot)), decide=True)
    found = verified(tampered(tmp_path, snapshot_kept(richer)), decide=True)
    assert found.fault is not None
    assert found.fault.stream == "table 7"
    assert "the snapshot that the house is opened from is not what its entries come to" in str(found)
    assert "is one of entry" in str(verified(tampered(tmp_path, snapshot_kept(lambda snapshot: snapshot, 1)), decide=True))


def test_a_stream_that_the_store_has_as_another_kind_is_named(tmp_path: Path) -> None:
    def other(connection: sqlite3.Connection) -> None:
        connection.execute("UPDATE streams SET kind = 'poker table' WHERE name = 'table 7'")

    assert "the store has it as a poker table" in str(verified(tampered(tmp_path, other), decide=True))


@pytest.mark.parametrize(
    "what", ["UPDATE entries SET line = CAST(line AS TEXT)", "UPDATE matters SET value = CAST(value AS TEXT)"]
)
def test_what_was_made_text_is_read_all_the_same(tmp_path: Path, what: str) -> None:
    assert str(verified(tampered(tmp_path, lambda connection: connection.execute(what)), decide=True))


@pytest.mark.parametrize(("stream", "number"), [("table 7", 1), ("table 7", 13), ("table 7", 33), ("poker/1", 52)])
@pytest.mark.parametrize("how", ["flip", "drop", "rewrite", "rewrite alone", "hash", "place"])
def test_what_is_done_to_the_file_is_named(tmp_path: Path, stream: str, number: int, how: str) -> None:
    def change(connection: sqlite3.Connection) -> None:
        key = key_of(connection, stream)
        where = (key, number)
        lines = [
            bytes(line) for (line,) in connection.execute("SELECT line FROM entries WHERE stream = ? ORDER BY number", (key,))
        ]
        if how == "flip":
            other = lines[number - 1].replace(b'"person":"', b'"person":"x', 1)
            connection.execute("UPDATE entries SET line = ? WHERE stream = ? AND number = ?", (other, *where))
        elif how == "drop":
            connection.execute("DELETE FROM entries WHERE stream = ? AND number = ?", where)
        elif how.startswith("rewrite"):
            anew = resealed(lines, number - 1, REWRITES[1])
            last = number if how == "rewrite alone" else len(lines)
            for n in range(number, last + 1):
                digest = bytes.fromhex(json.loads(anew[n - 1])["hash"])
                row = (anew[n - 1], digest, key, n)
                connection.execute("UPDATE entries SET line = ?, hash = ? WHERE stream = ? AND number = ?", row)
        elif how == "hash":
            connection.execute("UPDATE entries SET hash = ? WHERE stream = ? AND number = ?", (bytes(32), *where))
        else:
            connection.execute("UPDATE entries SET place = 5000 WHERE stream = ? AND number = ?", where)

    fault = verified(tampered(tmp_path, change)).fault
    assert fault is not None
    assert (fault.stream, fault.number) == (stream, number), fault


def test_who_rewrites_the_order_in_the_file_too_is_caught_by_the_signature(tmp_path: Path) -> None:
    """Entries, their hashes and the order that is written down beside them: only the checkpoints are left as they were."""

    def change(connection: sqlite3.Connection) -> None:
        key = key_of(connection, "poker/1")
        rows = connection.execute("SELECT line FROM entries WHERE stream = ? ORDER BY number", (key,)).fetchall()
        anew = resealed([bytes(line) for (line,) in rows], 25, REWRITES[0])
        for n, line in enumerate(anew, 1):
            row = (line, bytes.fromhex(json.loads(line)["hash"]), key, n)
            connection.execute("UPDATE entries SET line = ?, hash = ? WHERE stream = ? AND number = ?", row)
        connection.execute("DELETE FROM matters WHERE key LIKE 'proof:leaves:%'")

    path = tampered(tmp_path, change)
    fault = verified(path).fault
    assert fault is not None
    true = next(leaf.place for leaf in evening().store.order if (leaf.stream, leaf.number) == ("poker/1", 26))
    assert fault.place <= true < fault.until
    closer = verified(path, Against(a_house()[1])).fault
    assert closer is not None
    assert closer.place <= true < closer.until <= closer.place + 10


def test_a_copy_of_a_store_tells_the_same(tmp_path: Path) -> None:
    async def copy() -> int:
        store = store_of(str(a_house()[0]), read_only=True)
        await store.start()
        try:
            return await export(store, tmp_path / "copy.zip")
        finally:
            await store.stop()

    assert run(copy()) == 85
    assert run(verify(Exported(tmp_path / "copy.zip"), Against(a_house()[1])))
