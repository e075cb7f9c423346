"""What only a store in a file has: one process, and a disk."""

from __future__ import annotations

import asyncio
import resource
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from croupier.floor.stores import StoreRefused, StoreUnavailable, schema
from croupier.floor.stores.sqlite import SQLiteStore
from floor.stores.houses import FileHouse, Pen, outcome, whole

ANOTHER_PROCESS = """
import asyncio, sys
from croupier.floor.stores import StoreRefused, store_of

async def main():
    store = store_of(sys.argv[1])
    try:
        await store.start()
        print("opened")
        await store.stop()
    except StoreRefused as error:
        print(error)

asyncio.run(main())
"""


def opened_by_another_process(path: str) -> str:
    ran = subprocess.run([sys.executable, "-c", ANOTHER_PROCESS, path], capture_output=True, text=True, check=True)
    return ran.stdout.strip()


def test_one_process_at_a_time(tmp_path: Path) -> None:
    async def test() -> None:
        house = FileHouse(tmp_path)
        (tmp_path / "link.db").symlink_to(house.where)
        async with house.opened() as store:
            for path in (house.where, str(tmp_path / "link.db")):
                assert "is in use by another process" in await asyncio.to_thread(opened_by_another_process, path)
            with pytest.raises(StoreRefused, match="is in use by another process"):
                await SQLiteStore(house.where).start()
            assert await outcome(store, Pen("T1").line()) == "kept"
        assert opened_by_another_process(house.where) == "opened"

    asyncio.run(test())


def test_the_file_is_its_owners_and_durable(tmp_path: Path) -> None:
    async def test() -> None:
        store = SQLiteStore(tmp_path / "new folder" / "house ?#%.db")
        await store.start()
        await store.append([Pen("T1").line()])
        files = {file.name: stat.S_IMODE(file.stat().st_mode) for file in (tmp_path / "new folder").iterdir()}
        assert {"house ?#%.db", "house ?#%.db-wal"} <= set(files)
        assert {files[name] for name in files if not name.endswith(".lock")} == {0o600}
        assert store._writer is not None  # what makes an acknowledged commit survive a power cut
        settings = [store._writer.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous")]
        assert settings == ["wal", 2]
        await store.stop()

    asyncio.run(test())


def test_what_is_no_store_is_refused_in_words(tmp_path: Path) -> None:
    async def test() -> None:
        with closing(sqlite3.connect(tmp_path / "other.db")) as other:
            other.execute("CREATE TABLE recipes (name)")
        (tmp_path / "text.db").write_text("hello " * 1_000)
        with pytest.raises(StoreRefused, match="the database of something else"):
            await SQLiteStore(tmp_path / "other.db").start()
        with pytest.raises(StoreUnavailable, match="not a database"):
            await SQLiteStore(tmp_path / "text.db").start()
        with pytest.raises(StoreRefused, match="there is no store at"):
            await SQLiteStore(tmp_path / "nowhere.db", read_only=True).start()
        with pytest.raises(StoreUnavailable):
            await SQLiteStore(tmp_path / "text.db" / "house.db").start()
        assert not (tmp_path / "nowhere.db").exists()
        assert (tmp_path / "text.db").read_text() == "hello " * 1_000

    asyncio.run(test())


def test_a_store_that_is_refused_is_not_held(tmp_path: Path) -> None:
    async def test() -> None:
        house = FileHouse(tmp_path)
        async with house.opened():
            pass
        with closing(sqlite3.connect(house.where)) as copy, copy:
            copy.execute("UPDATE schema SET version = 99")
        refused = SQLiteStore(house.where)
        with pytest.raises(StoreRefused, match="newer version"):
            await refused.start()
        with closing(sqlite3.connect(house.where)) as copy, copy:
            copy.execute("UPDATE schema SET version = ?", (len(schema.SQLITE),))
        async with house.opened() as store:
            assert await store.heads() == {}

    asyncio.run(test())


def test_somebody_writes_with_another_program(tmp_path: Path) -> None:
    """The lock keeps this software away, not every program: what another one has written is never written over."""

    async def test() -> None:
        house, pen = FileHouse(tmp_path), Pen("T1")
        async with house.opened() as store:
            await store.append([pen.line()])
            strange = pen.forked().line(words="strange")
            with closing(sqlite3.connect(house.where)) as other, other:
                row = (1, 1, 2, strange.at, strange.person, "", bytes.fromhex(strange.hash), strange.line)
                other.execute("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
            assert await outcome(store, pen.line()) == "T1 is at 2 by now"
            assert await whole(store) == {"T1": [pen.lines[0], strange.line]}
            with closing(sqlite3.connect(house.where, isolation_level=None)) as other:
                other.execute("BEGIN IMMEDIATE")
                store._writer.execute("PRAGMA busy_timeout = 10")  # type: ignore[attr-defined]
                with pytest.raises(StoreUnavailable, match="locked"):
                    await store.append([Pen("T2").line()])
                other.execute("ROLLBACK")
            assert await outcome(store, Pen("T2").line()) == "kept"

    asyncio.run(test())


def test_a_disk_that_is_full_from_the_start(tmp_path: Path) -> None:
    async def test() -> None:
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (9_000, before[1]))
        store = SQLiteStore(tmp_path / "house.db")
        try:
            with pytest.raises(StoreUnavailable):
                await store.start()
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
        await store.start()
        assert await outcome(store, Pen("T1").line()) == "kept"
        await store.stop()

    asyncio.run(test())
