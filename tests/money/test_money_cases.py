"""Cases about money to the chip, beside those of the clauses: each was a change of the code that no other test noticed."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier.cases.case import Case, read_cases
from croupier.cases.house_cases import run_case

CASES = [
    pytest.param(game, case, id=f"{file.stem}: {case.name}")
    for file in sorted(Path(__file__).parent.glob("*.toml"))
    for game, case in read_cases(file.read_text(encoding="utf-8"), file.name)
]


@pytest.mark.parametrize(("game", "case"), CASES)
def test_money_case(game: str, case: Case) -> None:
    assert run_case(case, game).failures() == []
