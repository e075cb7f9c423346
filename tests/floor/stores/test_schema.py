"""Stores of earlier versions are brought to today's schema; `version_1.*.sql` are houses as version 1 left them."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import asyncpg
import pytest

from croupier.floor.stores import Store, StoreRefused, StoreUnavailable, restore, schema, store_of
from croupier.kernel.entries import NOWHERE
from floor.stores.houses import DatabaseHouse, FileHouse, House, Pen, outcome, whole

HERE = Path(__file__).parent


async def run(house: House, script: str) -> None:
    """Run statements in a house that nobody has opened."""
    if isinstance(house, DatabaseHouse):
        connection = await asyncpg.connect(house.where, server_settings={"search_path": "croupier"})
        await connection.execute(script)
        await connection.close()
    else:
        with closing(sqlite3.connect(house.where, isolation_level=None)) as file:
            file.executescript(script)


async def version_of(house: House) -> int:
    if isinstance(house, DatabaseHouse):
        connection = await asyncpg.connect(house.where)
        version = await connection.fetchval("SELECT version FROM croupier.schema")
        await connection.close()
        return int(version)
    with closing(sqlite3.connect(house.where)) as file:
        return int(file.execute("SELECT version FROM schema").fetchone()[0])


async def make_version_1(house: House) -> None:
    kind = "postgresql" if isinstance(house, DatabaseHouse) else "sqlite"
    await run(house, (HERE / f"version_1.{kind}.sql").read_text(encoding="utf-8"))


def with_one_more_step(monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    for steps in ("SQLITE", "POSTGRESQL"):
        monkeypatch.setattr(schema, steps, (*getattr(schema, steps), step))


async def is_the_house_of_version_1(store: Store, *, sessions: bool = True) -> None:
    """What was in it then, and that it can be gone on with; an ended session stays ended after a restore."""
    meters = "north \\ meters é"
    found = await whole(store)
    assert {name: len(lines) for name, lines in found.items()} == {"Table 7": 3, meters: 2}
    assert (await store.heads())["Table 7"][:3] == ("table", 3, 2_000)
    assert await store.snapshots() == {"Table 7": (2, b"\0snapshot")}
    assert await store.scan("") == ({"session/\\1": b"\0\1"} if sessions else {})
    assert await store.answered("Table 7", "c81") == 2
    before = await store.leaves()
    assert [leaf.stream for leaf in before].count("Table 7") == 2
    pen, new = Pen("Table 7"), Pen("new")
    pen.number, pen.head = 3, found["Table 7"][-1][-66:-2].decode()
    assert await outcome(store, pen.line(), new.line()) == "kept"
    assert await store.sequence() == 4
    assert (await store.leaves())[:3] == before
    assert new.lines[0][-140:-76].decode() == NOWHERE


def test_version_1_is_brought_to_today(house: House) -> None:
    async def test() -> None:
        await make_version_1(house)
        async with house.opened() as store:
            await is_the_house_of_version_1(store)
        assert await version_of(house) == len(schema.SQLITE) == len(schema.POSTGRESQL)

    asyncio.run(test())


def test_a_step_is_made_once(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        await make_version_1(house)
        steps = len(schema.SQLITE)
        with_one_more_step(monkeypatch, "CREATE TABLE remarks (remark integer); INSERT INTO remarks VALUES (1);")
        with pytest.raises(StoreRefused, match="an older schema and is read-only here"):
            await store_of(house.where, read_only=True).start()
        for _ in range(2):
            async with house.opened():
                assert await version_of(house) == steps + 1
        await run(house, "CREATE UNIQUE INDEX one ON remarks (remark)")
        async with house.opened() as store:
            await is_the_house_of_version_1(store)

    asyncio.run(test())


def test_a_step_that_fails_leaves_the_store_as_it_was(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        await make_version_1(house)
        steps = len(schema.SQLITE)
        with monkeypatch.context() as patch:
            with_one_more_step(patch, "DELETE FROM snapshots; DELETE FROM nowhere;")
            with pytest.raises((StoreUnavailable, asyncpg.PostgresError)):
                await store_of(house.where).start()
        async with house.opened() as store:
            await is_the_house_of_version_1(store)
        assert await version_of(house) == steps

    asyncio.run(test())


def test_a_newer_store_is_refused_in_words(house: House) -> None:
    async def test() -> None:
        await make_version_1(house)
        await run(house, "UPDATE schema SET version = 99")
        for read_only in (False, True):
            with pytest.raises(
                StoreRefused, match=f"has schema 99, this software knows {len(schema.SQLITE)}: it was written by a newer version"
            ):
                await store_of(house.where, read_only=read_only).start()

    asyncio.run(test())


def test_an_older_backup_is_restored_and_stays_as_it_is(house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        old = tmp_path / "old"
        old.mkdir()
        backup = FileHouse(old)
        await make_version_1(backup)
        kept = Path(backup.where).read_bytes()
        with_one_more_step(monkeypatch, "CREATE TABLE remarks (remark integer);")
        async with house.opened() as store:
            await restore(backup.where, store)
            await is_the_house_of_version_1(store, sessions=False)
        assert [file.name for file in old.iterdir()] == ["house.db"]
        assert Path(backup.where).read_bytes() == kept
        async with house.opened() as store:
            assert len(await store.leaves()) == 7

    asyncio.run(test())
