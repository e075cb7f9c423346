"""A disk that stumbles while other programs read the same house: whatever was acknowledged survives a kill."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from croupier.floor.stores import store_of
from croupier.floor.stores.interface import Store, StoreUnavailable
from floor.stores.houses import FileHouse, Pen, whole

TESTS = Path(__file__).parents[2]
LOCKED = 30
"""How often someone hears of a lock: ten writers, each of them three times."""
READS = "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute('SELECT count(*) FROM entries').fetchone(); c.close()"
BACKUP = """
import asyncio, sys
from croupier.floor.stores import store_of

async def main():
    store = store_of(sys.argv[1], read_only=True)
    await store.start()
    await store.backup(sys.argv[2])
    await store.stop()

asyncio.run(main())
"""


@pytest.fixture(scope="module")
def shim(tmp_path_factory: pytest.TempPathFactory) -> Path:
    compiler = shutil.which("cc")
    if compiler is None or sys.platform != "linux":
        pytest.skip("the failing disk is a library written in C for Linux: there is no compiler here")
    made = tmp_path_factory.mktemp("disk") / "failing_disk.so"
    source = Path(__file__).with_name("failing_disk.c")
    subprocess.run([compiler, "-shared", "-fPIC", "-o", made, source, "-ldl"], check=True)
    return made


class Writing:
    """A process that writes, what it said so far, and the files whose presence makes its next flush fail, and every write."""

    def __init__(self, process: subprocess.Popen[str], house: FileHouse, stumble: Path, full: Path) -> None:
        self.process, self.house, self.stumble, self.full = process, house, stumble, full
        self.said: list[list[str]] = []

    def hears(self, lines: int) -> None:
        """Read on until that many more lines were acknowledged."""
        assert self.process.stdout is not None
        while lines > 0 and (line := self.process.stdout.readline()):
            self.said.append(line.rstrip("\n").split("\t"))
            lines -= self.said[-1][0] != "unavailable"
        assert not lines, "the process ended"

    def hears_of_trouble(self, cause: Callable[[], object] = lambda: None) -> None:
        assert self.process.stdout is not None
        cause()
        while line := self.process.stdout.readline():
            self.said.append(line.rstrip("\n").split("\t"))
            if self.said[-1][0] == "unavailable":
                return
        raise AssertionError("the process ended")


@contextmanager
def writing(house: FileHouse, folder: Path, shim: Path) -> Iterator[Writing]:
    stumble, full = folder / "stumble", folder / "full"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(TESTS), *sys.path])}
    environment |= {"LD_PRELOAD": str(shim), "STUMBLE": str(stumble), "FULL": str(full)}
    command = [sys.executable, "-m", "floor.stores.writing", house.where, "0"]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        writes = Writing(process, house, stumble, full)
        try:
            writes.hears(40)
            yield writes
        finally:
            process.kill()
            assert process.stdout is not None
            writes.said += [line.rstrip("\n").split("\t") for line in process.stdout if line.endswith("\n")]


def another_process(script: str, *arguments: str) -> None:
    subprocess.run([sys.executable, "-c", script, *arguments], check=True, capture_output=True, timeout=60)


def flush_fails(writes: Writing) -> None:
    writes.hears_of_trouble(writes.stumble.touch)


def somebody_holds_the_lock(writes: Writing) -> None:
    """For so long that it is waited for in vain more than once."""
    with closing(sqlite3.connect(writes.house.where, isolation_level=None, timeout=10)) as other:
        other.execute("BEGIN IMMEDIATE")
        for _ in range(LOCKED):
            writes.hears_of_trouble()


def the_disk_is_full(writes: Writing) -> None:
    writes.hears_of_trouble(writes.full.touch)
    writes.hears_of_trouble()
    writes.full.unlink()


def all_acknowledged_is_there(house: FileHouse, said: list[list[str]]) -> None:
    async def look() -> None:
        async with house.opened() as store:
            found = await whole(store)
            for stream, number, head in (line for line in said if line[0] != "unavailable"):
                assert found[stream][int(number) - 1].endswith(f'"hash":"{head}"}}'.encode()), f"{stream} {number}"

    asyncio.run(look())


@pytest.mark.parametrize("beside", [READS, BACKUP], ids=["reads", "backup"])
@pytest.mark.parametrize("trouble", [flush_fails, somebody_holds_the_lock, the_disk_is_full])
def test_trouble_and_a_reader_beside_the_house_lose_nothing(
    trouble: Callable[[Writing], None], beside: str, tmp_path: Path, shim: Path
) -> None:
    house = FileHouse(tmp_path)
    with writing(house, tmp_path, shim) as writes:
        log = Path(f"{house.where}-wal")
        trouble(writes)
        writes.hears(40)
        before = log.stat().st_ino
        another_process(beside, house.where, str(tmp_path / "copy.db"))
        writes.hears(200)
        assert log.stat().st_ino == before, "the log of the running house was deleted"
    all_acknowledged_is_there(house, writes.said)


def test_a_deleted_log_stops_the_store_and_what_was_acknowledged_is_saved(tmp_path: Path, shim: Path) -> None:
    house = FileHouse(tmp_path)
    with writing(house, tmp_path, shim) as writes:
        writes.hears_of_trouble(lambda: os.unlink(f"{house.where}-wal"))
        assert "deleted or replaced" in writes.said[-1][1]
        time.sleep(0.3)
    after = writes.said[[line[0] for line in writes.said].index("unavailable") :]
    assert {line[0] for line in after} <= {"unavailable", *(line[0] for line in writes.said[:-1])}
    assert sum(line[0] != "unavailable" for line in after) <= 30  # what was being acknowledged at that very moment
    all_acknowledged_is_there(house, writes.said)


def test_a_log_that_was_cut_off_stops_the_store(tmp_path: Path, shim: Path) -> None:
    """The file is the same, and what comes after the hole is lost at the next start."""
    house = FileHouse(tmp_path)
    with writing(house, tmp_path, shim) as writes:
        writes.hears_of_trouble(lambda: os.truncate(f"{house.where}-wal", 0))
        assert "deleted or replaced" in writes.said[-1][1]
        writes.hears_of_trouble()
        assert all(line[0] == "unavailable" for line in writes.said[-1:])


def test_what_is_in_the_database_is_not_overwritten_with_the_hole_of_a_log_that_was_cut_off(tmp_path: Path) -> None:
    """Closing the last connection copies the log into the database."""
    house, pen = FileHouse(tmp_path), Pen("T1")
    said = list[list[str]]()

    async def write(store: Store) -> None:
        line = pen.line()
        await store.append([line])
        said.append([line.stream, str(line.number), line.hash])

    async def run() -> None:
        store = store_of(house.where)
        await store.start()
        for _ in range(20):
            await write(store)
        with closing(sqlite3.connect(house.where)) as other:
            other.execute("PRAGMA wal_checkpoint(FULL)")
        saved = len(said)
        for _ in range(20):
            await write(store)
        os.truncate(f"{house.where}-wal", 0)
        with pytest.raises(StoreUnavailable, match="deleted or replaced"):
            await write(store)
        await store.stop()
        del said[saved:]

    asyncio.run(run())
    all_acknowledged_is_there(house, said)


def test_a_replaced_database_is_not_written_to(tmp_path: Path, shim: Path) -> None:
    house = FileHouse(tmp_path)
    with writing(house, tmp_path, shim) as writes:
        another_process(BACKUP, house.where, str(tmp_path / "copy.db"))
        writes.hears_of_trouble(lambda: os.replace(tmp_path / "copy.db", house.where))
        assert "deleted or replaced" in writes.said[-1][1]
