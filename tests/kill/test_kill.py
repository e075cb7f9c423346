"""A few kills in every test run; a hundred on each store with `make kill`."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest

from floor.postgres import Cluster, postgres  # noqa: F401
from kill.killing import kill_again_and_again


@pytest.fixture
def folder() -> Path:
    """A folder with a short name, because a socket's may have 107 letters."""
    return Path(tempfile.mkdtemp(prefix="kill-", dir="/tmp"))


def test_a_killed_server_loses_nothing_on_sqlite(folder: Path, tmp_path: Path) -> None:
    report = kill_again_and_again(f"{tmp_path}/house.db", folder, 5)
    assert report.wrong == []
    assert report.acknowledged > 0


def test_a_killed_server_loses_nothing_on_postgresql(folder: Path, postgres: Cluster) -> None:  # noqa: F811
    report = kill_again_and_again(postgres.new_database(), folder, 3)
    assert report.wrong == []
    assert report.acknowledged > 0
