"""Backups of a running house, and what a restore finds in one that someone has changed."""

from __future__ import annotations

import asyncio
import sqlite3
import stat
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from croupier.floor.stores import Store, StoreRefused, StoreUnavailable, restore
from floor.stores.houses import FileHouse, House, Pen, outcome, whole


async def everything(store: Store) -> tuple[object, ...]:
    return await whole(store), await store.snapshots(), await store.summaries(), await store.scan(""), await store.leaves()


def test_a_backup_of_a_running_house_is_restored_anywhere(house: House, other_house: House, tmp_path: Path) -> None:
    """From either store into either, with the order of the house as it was, so that what was signed of it still holds."""

    async def test() -> None:
        pens = [Pen("T\0\\1"), *(Pen(f"T{number}") for number in range(5))]
        path = str(tmp_path / "backup.db")
        async with house.opened() as store, other_house.opened() as other:
            for pen in reversed(pens):
                await store.append([pen.line(id=f"c{pen.number}\0") for _ in range(8)])
            assert await store.sequence(limit=20) == 20
            await store.append([pen.line() for pen in pens])
            await store.sequence(limit=10)
            await store.save_snapshot("T2", 5, b"\0snapshot")
            await store.save_summaries({"T2": (5, b"\0row")})
            await store.put("setting/\0\\", b"\0value")
            before = await everything(store)

            async def play(pen: Pen) -> None:
                for _ in range(10):
                    await store.append([pen.line()])

            await asyncio.gather(store.backup(path), *map(play, pens[3:]))
            await restore(path, other)
            found = await everything(other)
            assert found[1:] == before[1:]
            for name, lines in (await whole(other)).items():  # as far as they had come
                own = next(pen.lines for pen in pens if pen.stream == name)
                assert lines == own[: len(lines)]
                assert len(lines) >= 9
            ahead = pens[0].line()
            assert await outcome(other, ahead) == "kept"
            assert await other.sequence(limit=10_000) > 0
            assert [leaf.place for leaf in await other.leaves()] == list(range(sum(map(len, (await whole(other)).values()))))
            new = Pen("a new one")
            assert await outcome(other, new.line()) == "kept"

    asyncio.run(test())


def test_a_backup_is_one_file_for_its_owner_only(house: House, tmp_path: Path) -> None:
    async def test() -> None:
        folder = tmp_path / "backups"
        folder.mkdir()
        path = folder / "backup.db"
        async with house.opened() as store:
            await store.append([Pen("T1").line()])
            await store.backup(str(path))
            assert [file.name for file in folder.iterdir()] == ["backup.db"]
            assert stat.S_IMODE(path.stat().st_mode) == 0o600
            kept = path.read_bytes()
            with pytest.raises(StoreRefused, match="already exists"):
                await store.backup(str(path))
            assert path.read_bytes() == kept
            with pytest.raises(StoreRefused, match="No such file or directory"):
                await store.backup(str(tmp_path / "nowhere" / "backup.db"))

    asyncio.run(test())


def test_a_house_that_is_being_written_can_be_copied_by_another_process(house: House, tmp_path: Path) -> None:
    async def test() -> None:
        pen = Pen("T1")
        async with house.opened() as store:
            await store.append([pen.line()])
            async with house.opened(read_only=True) as reader:
                assert await whole(reader) == {"T1": pen.lines}
                await reader.backup(str(tmp_path / "backup.db"))
                with pytest.raises(StoreUnavailable):
                    await reader.append([pen.forked().line()])
                with pytest.raises(StoreUnavailable):
                    await reader.put("a", b"")
                assert reader.sharing is None
                await store.append([pen.line()])
                assert await whole(reader) == {"T1": pen.lines}

    asyncio.run(test())


def test_only_an_empty_store_is_filled(house: House, tmp_path: Path) -> None:
    async def test() -> None:
        path = str(tmp_path / "backup.db")
        async with house.opened() as store:
            await store.backup(path)
            await restore(path, store)
            await store.put("key", b"value")
            with pytest.raises(StoreRefused, match="not empty"):
                await restore(path, store)
            await store.delete("key")
            await store.append([Pen("T1").line()])
            with pytest.raises(StoreRefused, match="not empty"):
                await restore(path, store)

    asyncio.run(test())


Forgery = Callable[[sqlite3.Connection], object]

FORGERIES: dict[str, tuple[str, Forgery]] = {
    "flipped": (
        "entry 3 of T1: it was altered: its text does not match its hash",
        lambda copy: copy.execute("UPDATE entries SET line = CAST(replace(line, 'ante', 'anti') AS BLOB) WHERE place = 2"),
    ),
    "a text": (
        "entry 3 of T1 cannot be read",
        lambda copy: copy.execute("UPDATE entries SET line = CAST(line AS TEXT) WHERE place = 2"),
    ),
    "dropped": ("have the places", lambda copy: copy.execute("DELETE FROM entries WHERE stream = 1 AND number = 3")),
    "dropped, places closed up": (
        "entry 3 of T1 does not follow",
        lambda copy: copy.executescript(
            "DELETE FROM entries WHERE place = 2; UPDATE entries SET place = place - 1 WHERE place > 2"
        ),
    ),
    "swapped": (
        "entry 2 of T1 does not follow",
        lambda copy: copy.executescript(
            """UPDATE entries SET number = -2 WHERE place = 1; UPDATE entries SET number = 2 WHERE place = 2;
               UPDATE entries SET number = 3 WHERE place = 1"""
        ),
    ),
    "of another stream": (
        "entry 5 of T2 does not follow|entry 4 of T1 does not follow|entry 5 of T2 is kept beside",
        lambda copy: copy.execute("UPDATE entries SET stream = 2, number = 5 WHERE stream = 1 AND number = 4"),
    ),
    "columns": (
        "entry 2 of T1 does not match the text stored beside it",
        lambda copy: copy.execute("UPDATE entries SET person = 'p8' WHERE place = 1"),
    ),
    "the hash beside it": (
        "entry 4 of T1 does not match the text stored beside it",
        lambda copy: copy.execute("UPDATE entries SET hash = zeroblob(32) WHERE place = 3"),
    ),
    "no entry": ("entry 1 of T1 cannot be read", lambda copy: copy.execute("UPDATE entries SET line = X'68' WHERE place = 0")),
    "a snapshot ahead": (
        "the snapshot of T1 was taken at entry 9 of 4",
        lambda copy: copy.execute("INSERT INTO snapshots VALUES (1, 9, 'x')"),
    ),
    "a snapshot of something else": (
        "the snapshot of T1 was not taken at entry 2",
        lambda copy: copy.execute("""INSERT INTO snapshots VALUES (1, 2, '{"stream": "T1", "number": 2, "head": "00"}')"""),
    ),
    "the order": (
        "does not follow",
        lambda copy: copy.executescript(
            """UPDATE entries SET place = 99 WHERE place = 0; UPDATE entries SET place = 0 WHERE place = 1;
               UPDATE entries SET place = 1 WHERE place = 99"""
        ),
    ),
    "more places than entries": ("99 of 8 entries", lambda copy: copy.execute("UPDATE sequenced SET places = 99")),
    "no stream": ("belongs to stream 2, which does not exist", lambda copy: copy.execute("DELETE FROM streams WHERE key = 2")),
    "newer": ("was written by a newer version", lambda copy: copy.execute("UPDATE schema SET version = 99")),
    "something else": ("is the database of something else", lambda copy: copy.execute("DROP TABLE entries")),
}


@pytest.mark.parametrize("forgery", FORGERIES)
def test_nothing_is_restored_from_a_backup_that_is_not_whole(forgery: str, tmp_path: Path) -> None:
    says, forge = FORGERIES[forgery]

    async def test() -> None:
        path = str(tmp_path / "backup.db")
        async with FileHouse(tmp_path).opened() as store:
            for pen in (Pen("T1"), Pen("T2")):
                await store.append([pen.line() for _ in range(4)])
            await store.backup(path)
        with closing(sqlite3.connect(path, isolation_level=None)) as copy:
            copy.execute("PRAGMA foreign_keys = OFF")
            forge(copy)
        (tmp_path / "new").mkdir()
        async with FileHouse(tmp_path / "new").opened() as store:
            with pytest.raises(StoreRefused, match=says):
                await restore(path, store)
            assert await store.heads() == {}

    asyncio.run(test())


def test_what_is_no_backup_is_refused_in_words(tmp_path: Path) -> None:
    async def test() -> None:
        empty, torn = tmp_path / "empty.db", tmp_path / "torn.db"
        empty.touch()
        async with FileHouse(tmp_path).opened() as store:
            await store.append([Pen("T1").line(words="x" * 30_000)])
            await store.backup(str(tmp_path / "backup.db"))
            torn.write_bytes((tmp_path / "backup.db").read_bytes()[:-9_000])
        (tmp_path / "text").write_text("hello " * 1_000)
        (tmp_path / "new").mkdir()
        async with FileHouse(tmp_path / "new").opened() as store:
            for path in (empty, torn, tmp_path / "text", tmp_path / "nowhere", tmp_path):
                with pytest.raises(StoreRefused):
                    await restore(str(path), store)
            assert await store.heads() == {}

    asyncio.run(test())
