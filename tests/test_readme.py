"""The README's Python runs as it stands there."""

from __future__ import annotations

import doctest
from pathlib import Path

README = Path(__file__).resolve().parents[1] / "README.md"


def examples() -> str:
    blocks = README.read_text(encoding="utf-8").split("```python\n")[1:]
    return "\n".join(block.split("```")[0] for block in blocks)


def test_the_examples_run() -> None:
    test = doctest.DocTestParser().get_doctest(examples(), {}, "README.md", "README.md", 0)
    results = doctest.DocTestRunner().run(test)
    assert results.attempted >= 8
    assert results.failed == 0


def test_the_first_screen_plays_a_round_in_under_fifteen_lines() -> None:
    first = README.read_text(encoding="utf-8").split("```python\n")[1].split("```")[0]
    typed = [line for line in first.splitlines() if line.startswith((">>>", "..."))]
    assert 0 < len(typed) < 15
