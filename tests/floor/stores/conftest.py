"""A house for each test of the contract: in a file, and in a database."""

from __future__ import annotations

from pathlib import Path

import pytest

from floor.stores.houses import DatabaseHouse, FileHouse, House


@pytest.fixture(params=["sqlite", "postgresql"])
def house(request: pytest.FixtureRequest, tmp_path: Path) -> House:
    return FileHouse(tmp_path) if request.param == "sqlite" else DatabaseHouse(request.getfixturevalue("postgres"))


@pytest.fixture(params=["sqlite", "postgresql"])
def other_house(request: pytest.FixtureRequest, tmp_path: Path) -> House:
    """Another one, of either kind."""
    (tmp_path / "other").mkdir()
    return FileHouse(tmp_path / "other") if request.param == "sqlite" else DatabaseHouse(request.getfixturevalue("postgres"))
