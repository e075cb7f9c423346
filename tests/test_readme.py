"""The README's first screen is short; that its examples run is seen with those of the documentation."""

from __future__ import annotations

import re
from pathlib import Path

from croupier.books import BOOKS, book_of
from croupier.cases.case import cases_of

README = Path(__file__).resolve().parents[1] / "README.md"


def test_the_first_screen_plays_a_round_in_under_fifteen_lines() -> None:
    first = README.read_text(encoding="utf-8").split("```python\n")[1].split("```")[0]
    typed = [line for line in first.splitlines() if line.startswith((">>>", "..."))]
    assert 0 < len(typed) < 15


def test_a_bot_has_twenty_lines_at_most() -> None:
    page = README.parent / "docs" / "how-to" / "write-a-bot.md"
    bot = page.read_text(encoding="utf-8").split("## Poker in twenty lines")[1].split("```python\n")[1].split("```")[0]
    assert 0 < len([line for line in bot.splitlines() if line.strip()]) <= 20


def test_the_figures_are_those_of_the_books() -> None:
    text = README.read_text(encoding="utf-8")
    clauses = [clause for book in BOOKS for clause in book_of(book).catalogue.clause.values()]
    for number in (len(clauses), sum(clause.executable for clause in clauses)):
        assert f"{number:,}" in text, number
    said = int(re.findall(r"more than ([\d,]+) readable cases", text)[0].replace(",", ""))
    assert said <= sum(len(list(cases_of(folder))) for folder in BOOKS.values()) < said + 500
