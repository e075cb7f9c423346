"""The pages on interpretations have one form, so that people can compare entries and pages can show them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from croupier.books import BOOKS, book_of
from croupier.web import documentation

DOCS = Path(__file__).resolve().parents[1] / "docs"
LABELS = ("Choice", "Why", "In practice", "Other reading")
ITEM = re.compile(r"- \*\*([^*]+)\*\*: (\S.*)")
WHOLE = "Whole book"

Entry = tuple[tuple[str, ...], str, list[tuple[str, str]]]


def entries(book: str) -> list[Entry]:
    """The entries of a book: clauses, question, and each label with its text."""
    text = (DOCS / "interpretations" / f"{book}.md").read_text(encoding="utf-8")
    found = []
    for part in re.split(r"^### ", text, flags=re.MULTILINE)[1:]:
        heading, *lines = re.split(r"^## ", part, flags=re.MULTILINE)[0].strip().splitlines()
        clauses, question = heading.split(": ", 1)
        items = [ITEM.fullmatch(line) for line in lines if line]
        assert all(items), f"{heading}: every line is an item with a label"
        found.append((tuple(clauses.split(", ")), question, [(item[1], item[2]) for item in items if item]))
    return found


@pytest.mark.parametrize("book", BOOKS)
def test_every_entry_has_the_same_form(book: str) -> None:
    catalogue = book_of(book).catalogue.clause
    for clauses, question, items in entries(book):
        assert question.endswith("?"), question
        assert clauses == (WHOLE,) or not [one for one in clauses if one not in catalogue], f"{question} {clauses}"
        labels = [label for label, _ in items]
        readings = [label for label in labels if label.startswith("Reading ")]
        assert readings == [f"Reading {letter}" for letter in "ABCD"[: len(readings)]], question
        assert len(readings) > 1, f"{question} has one reading, so it is no question"
        assert labels[len(readings) :] == [label for label in LABELS if label in labels], question
        said = dict(items)
        assert f"Reading {said['Choice'].removesuffix('.')}" in readings or said["Choice"][0] in "ABCD", question
        assert said["Why"]
        assert "cannot be selected" in said["Other reading"] or "`" in said["Other reading"] or "terms" in said["Other reading"]


@pytest.mark.parametrize("book", BOOKS)
def test_no_two_entries_ask_the_same(book: str) -> None:
    headings = [(clauses, question) for clauses, question, _ in entries(book)]
    assert len(set(headings)) == len(headings)


def test_the_table_of_other_readings_leads_to_entries_that_name_them() -> None:
    table = (DOCS / "interpretations.md").read_text(encoding="utf-8")
    rows = re.findall(r"\| \[([^|]+)\]\(interpretations/([\w-]+)\.md#([^)]+)\) \| `([\w-]+)` \|$", table, re.MULTILINE)
    assert rows
    for heading, book, anchor, name in rows:
        said = {f"{', '.join(clauses)}: {question}": dict(items) for clauses, question, items in entries(book)}
        assert f"`{name}`" in said[heading]["Other reading"], heading
        assert f'id="{anchor}"' in documentation.page(f"interpretations/{book}")
