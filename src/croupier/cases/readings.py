"""The readings of the books: `docs/interpretations/<book>.md` by clause, for the rules, the drill and the search."""

import re
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

import msgspec

from croupier.books.book import Book

_NUMBER = re.compile(r"(?<![\w.])(\d+[A-Z]?(?:\.\d+[A-Z]?)+(?:\(\w+\))*)|(\(\w{1,4}\)(?:\(\w+\))*)(?=,| |:|$)|\b(to)\b")


class Reading(msgspec.Struct, frozen=True, kw_only=True):
    """A place where a clause can be read in more than one way: the clauses, the question, and the answer as Markdown."""

    clauses: tuple[str, ...]
    title: str
    body: str


def home() -> Traversable:
    """Where the documentation is: inside the package in a wheel, under `docs/` in a checkout."""
    packaged = resources.files("croupier") / "web" / "docs"
    return packaged if packaged.is_dir() else Path(__file__).resolve().parents[3] / "docs"


@cache
def _all(book: str, numbers: tuple[str, ...]) -> tuple[Reading, ...]:
    file = home() / "interpretations" / f"{book}.md"
    if not file.is_file():
        return ()
    readings = []
    for part in re.split(r"^### ", file.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        heading, _, body = part.partition("\n")
        about, _, title = heading.partition(": ")
        body = re.split(r"^##? ", body, maxsplit=1, flags=re.MULTILINE)[0].strip()
        if clauses := _named(about, numbers):
            readings.append(Reading(clauses=clauses, title=title or heading, body=body))
    return tuple(readings)


def _named(about: str, numbers: tuple[str, ...]) -> tuple[str, ...]:
    """The clauses that a heading names: `9.1.1(g), (h)` are two of one rule, `6.12 to 6.14` all between them."""
    clauses: list[str] = []
    through = False
    for number, letter, to in _NUMBER.findall(about):
        if to:
            through = True
            continue
        depth = letter.count("(")
        clause = number or re.sub(rf"(?:\(\w+\)){{0,{depth}}}$", "", clauses[-1] if clauses else "") + letter
        if through and clauses and clauses[-1] in numbers and clause in numbers:
            clauses += numbers[numbers.index(clauses[-1]) + 1 : numbers.index(clause)]
        through = False
        clauses.append(clause)
    return tuple(dict.fromkeys(clause for clause in clauses if clause in numbers))


def readings_of(book: Book, number: str = "") -> list[Reading]:
    """Every reading of a book, or those about a clause or the rule that it is an item of."""
    every = _all(book.id, tuple(book.catalogue.clause))
    return [one for one in every if not number or any(number == cited or number.startswith(f"{cited}(") for cited in one.clauses)]
