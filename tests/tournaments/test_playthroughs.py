"""The stored playthroughs of a small tournament in every game, for director, player and inspector.

Where a change is wanted, `UPDATE_GOLDEN=1 pytest tests/tournaments` writes the files again; read the difference.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tournaments.fields import POKER, STUD
from tournaments.playthrough import tournament_playthrough

HERE = Path(__file__).parent / "playthroughs"


@pytest.mark.parametrize("game", [*POKER, *STUD])
def test_the_playthrough_is_as_stored(game: str) -> None:
    played, file = tournament_playthrough(game), HERE / f"{game}.txt"
    if os.environ.get("UPDATE_GOLDEN"):
        HERE.mkdir(exist_ok=True)
        file.write_text(played, encoding="utf-8")
    for number, (was, now) in enumerate(zip(file.read_text(encoding="utf-8").splitlines(), played.splitlines(), strict=False), 1):
        assert now == was, f"{file.name}, line {number}"
    assert file.read_text(encoding="utf-8") == played


def test_no_playthrough_is_left_over() -> None:
    assert sorted(file.stem for file in HERE.glob("*.txt")) == sorted((*POKER, *STUD))
