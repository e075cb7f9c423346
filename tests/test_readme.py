"""The README's first screen is short; that its examples run is seen with those of the documentation."""

from __future__ import annotations

from pathlib import Path

README = Path(__file__).resolve().parents[1] / "README.md"


def test_the_first_screen_plays_a_round_in_under_fifteen_lines() -> None:
    first = README.read_text(encoding="utf-8").split("```python\n")[1].split("```")[0]
    typed = [line for line in first.splitlines() if line.startswith((">>>", "..."))]
    assert 0 < len(typed) < 15


def test_a_bot_has_twenty_lines_at_most() -> None:
    bot = (
        README.read_text(encoding="utf-8").split("**A bot in twenty lines**")[1].split("```python\n")[1].split("```")[0]
    )
    assert 0 < len([line for line in bot.splitlines() if line.strip()]) <= 20
