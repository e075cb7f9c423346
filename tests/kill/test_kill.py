"""A few kills in every test run; a hundred on each store with `make kill`."""

from __future__ import annotations

import re
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

import pytest

from floor.postgres import Cluster, postgres  # noqa: F401
from kill import killing
from kill.killing import kill_again_and_again
from kill.serving import TABLES_OF_BOTS
from sabotage import SABOTAGES


@pytest.fixture
def folder() -> Path:
    """A folder with a short name, because a socket's may have 107 letters."""
    return Path(tempfile.mkdtemp(prefix="kill-", dir="/tmp"))


@pytest.mark.parametrize("kills", [2, pytest.param(5, marks=pytest.mark.slow)])
def test_a_killed_server_loses_nothing_on_sqlite(folder: Path, tmp_path: Path, kills: int) -> None:
    report = kill_again_and_again(f"{tmp_path}/house.db", folder, kills)
    assert report.wrong == []
    assert report.acknowledged > 0


@pytest.mark.parametrize("kills", [2, pytest.param(3, marks=pytest.mark.slow)])
def test_a_killed_server_loses_nothing_on_postgresql(folder: Path, postgres: Cluster, kills: int) -> None:  # noqa: F811
    report = kill_again_and_again(postgres.new_database(), folder, kills)
    assert report.wrong == []
    assert report.acknowledged > 0


@pytest.mark.parametrize(
    ("strikes", "lasts", "stopped"), [(3, "1.5", (2.5, 3.5)), pytest.param(30, "", (1.0, 15.0), marks=pytest.mark.slow)]
)
def test_a_server_that_hangs_or_dies_leaves_its_tables_to_others(
    folder: Path,
    postgres: Cluster,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
    strikes: int,
    lasts: str,
    stopped: tuple[float, float],
) -> None:
    """Three processes, one of them killed or stopped at a time: what it writes late when it goes on is refused, and no table
    stands still for long. In the quick one, leases last 1.5 seconds instead of 5.
    """
    monkeypatch.setenv("LASTS", lasts or "0")
    report = kill_again_and_again(postgres.new_database(), folder, strikes, seed=3, processes=3, stopped=stopped)
    assert report.wrong == []
    assert report.kills
    assert report.stops
    assert len(report.standstills) == len(TABLES_OF_BOTS)
    assert max(report.standstills.values()) < 10.0


@pytest.mark.slow
@pytest.mark.parametrize("name", SABOTAGES)
def test_every_sabotage_is_named(name: str, folder: Path, postgres: Cluster) -> None:  # noqa: F811
    """Six small things done wrong on purpose, each in both servers. Three kills were enough for each of them; on a machine with
    much else to do a server may not open in time, and then it is tried once more.
    """
    wrong = list[str]()
    for _ in range(2):
        wrong += kill_again_and_again(postgres.new_database(), folder, 8, sabotage=name).wrong
        if any(re.search(SABOTAGES[name][1], each) for each in wrong):
            return
    pytest.fail(f"nothing of this says what was done wrong: {wrong}")


def test_a_server_that_does_not_open_is_explained(folder: Path, tmp_path: Path) -> None:
    """By its exit code, and by what it said last."""
    with closing(sqlite3.connect(tmp_path / "house.db")) as other:
        other.execute("CREATE TABLE poems (text)")
    report = kill_again_and_again(f"{tmp_path}/house.db", folder, 2)
    assert (report.kills, report.acknowledged) == (0, 0)
    assert report.wrong[0].startswith("after 0 kills: a server did not open: exit code 1. Its log ends with:\n")
    assert "is the database of something else" in report.wrong[0]
    assert report.wrong[1].startswith("the store can not be read: ")


def test_a_server_whose_database_does_not_come_is_explained(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(killing, "_READY", 1.0)
    report = kill_again_and_again(f"postgresql://nobody@/nothing?host={folder}", folder, 2)
    assert report.wrong[0].startswith("after 0 kills: a server was not open after 1 s. Its log ends with:\n")
    assert report.kills == 0
