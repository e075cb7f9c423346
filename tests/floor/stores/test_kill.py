"""A process that writes is killed: whatever it had acknowledged is there, and nothing is half there."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from floor.postgres import programs, running
from floor.stores.houses import DatabaseHouse, FileHouse, House, whole

TESTS = Path(__file__).parents[2]


@pytest.fixture(params=["sqlite", "postgresql"])
def durable_house(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[House]:
    """A house on a disk that is really written to."""
    if request.param == "sqlite":
        yield FileHouse(tmp_path)
        return
    request.getfixturevalue("postgres")  # skips, or fails, where there is none
    where = programs()
    assert where is not None
    with running(where, durable=True) as cluster:
        yield DatabaseHouse(cluster)


def killed_after(house: House, lines: int, begin: int) -> list[list[str]]:
    """What a writing process had acknowledged when it was killed in the middle of its work."""
    command = [sys.executable, "-m", "floor.stores.writing", house.where, str(begin)]
    path = os.pathsep.join([str(TESTS), *sys.path])
    with subprocess.Popen(command, env={**os.environ, "PYTHONPATH": path}, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        said = [process.stdout.readline() for _ in range(lines)]
        process.kill()
        said += process.stdout.readlines()
    whole = [line.rstrip("\n").split("\t") for line in said if line.endswith("\n")]
    assert len(whole) >= lines
    return whole


def test_what_was_acknowledged_is_there(durable_house: House) -> None:
    async def test(said: list[list[str]]) -> None:
        async with durable_house.opened() as store:
            found = await whole(store)
            for stream, number, head in said:
                assert found[stream][int(number) - 1].endswith(f'"hash":"{head}"}}'.encode())
            for begin in (0, 100):  # each entry of the meters came with one of the table, in one unit of work
                table, meters = found.get(f"T{begin}", []), found.get(f"meters {begin}", [])
                units = sum(1 for number in range(1, len(table) + 1) if number % 3 != 2)
                assert len(meters) == units
            placed = len(await store.leaves(limit=100_000))
            while more := await store.sequence():
                placed += more
            leaves = await store.leaves(limit=100_000)
            assert placed == sum(map(len, found.values())) == len({leaf.hash for leaf in leaves})

    said: list[list[str]] = []
    for kill, lines in enumerate((60, 250)):
        said += killed_after(durable_house, lines, 100 * kill)
        if kill and isinstance(durable_house, DatabaseHouse):  # and the server itself
            durable_house.cluster.stop(crash=True)
            durable_house.cluster.start()
        asyncio.run(test(said))
