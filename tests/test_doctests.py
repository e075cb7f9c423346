"""Every example in a docstring runs."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path

import pytest

import croupier

HOME = Path(croupier.__file__).parent
FILES = [file for file in sorted(HOME.rglob("*.py")) if ">>> " in file.read_text(encoding="utf-8")]


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(HOME)))
def test_the_examples_of_a_module(file: Path) -> None:
    parts = file.relative_to(HOME.parent).with_suffix("").parts
    module = import_module(".".join(part for part in parts if part != "__init__"))
    result = doctest.testmod(module)
    assert result.attempted
    assert not result.failed


def test_there_are_examples() -> None:
    assert len(FILES) >= 12
