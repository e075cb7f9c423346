"""What a rulebook says is kept in the book: nothing outside `books/` and the demo knows a book, a rank, a clause or a cloth."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import croupier
from croupier.books import BOOKS, GAMES, TITLES, book_of
from croupier.drawing.cloths import cloth_of

HOME = Path(croupier.__file__).parent
FREE = ("books/", "floor/demo.py", "floor/demo.toml", "web/documentation.toml")
"""The books, the demo, and the list of documentation pages, some of which are about one book."""

NAMES = {*BOOKS, *BOOKS.values(), *GAMES} - {"house"}
COMMON = {"Dealer", "Inspector"}
"""The rank that the kernel names for every book, and a word for whoever inspects."""
RANKS = {rank for page in TITLES.values() for rank in (*page.ranks, *page.officials)} - COMMON
CLAUSES = {number for book in BOOKS for number in book_of(book).catalogue.clause}
CLOTHS = {cloth_of(book).name for book in BOOKS} - {"slate"}
"""Slate is the plain cloth, which tournaments and books without one have."""

_NAME = re.compile(r"(?<![\w-])(" + "|".join(sorted(map(re.escape, NAMES), key=len, reverse=True)) + r")(?![\w-])")
_RANK = re.compile(r"\b(" + "|".join(sorted(map(re.escape, RANKS), key=len, reverse=True)) + r")\b")
_NUMBER = re.compile(r"\d{1,2}(\.\d{1,2}[A-Z]?)+(\([a-z]+\))*")
_PREFIX = re.compile(r"\b(" + "|".join(sorted({name.split("-")[0] for name in BOOKS})) + r")-")

EXCEPTIONS = {
    "cases/case.py": ["crown-caribbean-stud"],
    "cli/hand.py": ["crown-caribbean-stud"],
    "cli/rule.py": ["crown-caribbean-stud"],
    "cli/settle.py": ["star-caribbean-stud"],
    "cli/table.py": ["crown-caribbean-stud"],
    "cli/terminal/options.py": ["crown-caribbean-stud"],
    "cli/tournament.py": ["crown-holdem"],
    "cli/user.py": ["crown-poker"],
}
"""Strings of help, errors and documentation that name a book only to show a reader what such a name looks like."""


def _strings(tree: ast.Module) -> Iterator[ast.Constant]:
    """Every string of a module that is no docstring."""
    said = {
        id(body[0].value)
        for node in ast.walk(tree)
        if isinstance(body := getattr(node, "body", None), list) and body and isinstance(body[0], ast.Expr)
    }
    said |= {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said:
            yield node


def _known(text: str) -> str:
    """What a string knows of a book, if anything."""
    for pattern in (_NAME, _RANK, _PREFIX):
        if found := pattern.search(text):
            return found[0]
    return text if _NUMBER.fullmatch(text) and text in CLAUSES else ""


def in_python(source: str) -> list[str]:
    tree = ast.parse(source)
    found = [f"{node.lineno}: {known}" for node in _strings(tree) if (known := _known(str(node.value)))]
    for node in ast.walk(tree):
        module = node.module or "" if isinstance(node, ast.ImportFrom) else ""
        if set(module.split(".")) & set(BOOKS.values()):
            found.append(f"{node.lineno}: imports {module}")  # type: ignore[attr-defined]
    return found


def in_text(source: str) -> list[str]:
    """The same for data, templates, scripts and style sheets, where comments are free to give examples."""
    lines = (re.sub(r"#.*|/\*.*?\*/|\{#.*?#\}", "", line) for line in source.splitlines())
    cloth = re.compile(rf"\bcloth-({'|'.join(CLOTHS)})\b")
    return [
        f"{number}: {found[0]}"
        for number, line in enumerate(lines, 1)
        if (found := _NAME.search(line) or _RANK.search(line) or cloth.search(line))
    ]


def test_nothing_outside_the_books_knows_a_book() -> None:
    found: dict[str, list[str]] = {}
    for file in sorted(HOME.rglob("*")):
        name = file.relative_to(HOME).as_posix()
        if not name.startswith(FREE) and file.suffix in (".py", ".toml", ".html", ".css", ".js"):
            source = file.read_text(encoding="utf-8")
            if known := in_python(source) if file.suffix == ".py" else in_text(source):
                found[name] = known
    assert {name: [re.sub(r"^\d+: ", "", known) for known in found[name]] for name in found} == EXCEPTIONS


def test_the_search_finds_what_it_looks_for() -> None:
    """Each of these stood in the code once, outside the books."""
    for source in (
        'counts = WILD if game == "crown-wild-aruba" else COUNTS',
        'FORMS = {"game": Form(r"crown-[\\\\w-]+", str, str)}',
        "from croupier.books.crown_poker.s08_room import HOST",
        'CONDUCT = {book: ("13.14", "13.15")}',
        'HOST = "TG Area Manager"',
        'STAR = "star-caribbean-stud"',
        'file = resources.files("croupier.books.star_caribbean_stud")',
    ):
        assert in_python(source), source
    assert in_text(".cloth-venice { --felt: #7c1d2e; }")
    assert in_text("the TG Area Manager rules")
    assert not in_python('"""crown-poker."""\nversion = "3.1.0"\nrate = "50.00"')
