"""The rules: each book's clauses in our words, how they are read, and the cases that show them, played as stories."""

from collections import Counter
from functools import cache
from typing import NamedTuple

from croupier.books import BOOKS, HOUSE, book_of, editions_of
from croupier.books.book import Book
from croupier.cases.case import cases_of
from croupier.cases.readings import readings_of
from croupier.cases.run import CaseRun
from croupier.drawing.cloths import Cloth, cloth_of
from croupier.kernel.clauses import Clause, Parameter
from croupier.web.documentation import fragment


class BookShown(NamedTuple):
    """A book on the shelf, how many cases show it, and the cloth of its house."""

    book: Book
    cases: int
    cloth: Cloth


class InEdition(NamedTuple):
    """A clause in one edition, if it has it, with its numbers; `changed` says that it differs from the current one."""

    edition: str
    clause: Clause | None
    numbers: dict[str, Parameter]
    changed: bool


def shelf() -> dict[str, BookShown]:
    """All books of the house by their ids, its own procedures last."""
    return _shown((*BOOKS, HOUSE))


@cache
def _shown(names: tuple[str, ...]) -> dict[str, BookShown]:
    books = map(book_of, names)
    return {book.id: BookShown(book, len(cases_of(book.folder)), cloth_of(book.id)) for book in books}


@cache
def sections(book_id: str) -> dict[str, list[tuple[str, Clause, int]]]:
    """The sections of a book that have clauses: each clause in order, with its number and how many cases show it."""
    book = book_of(book_id)
    shown = Counter(number for _, case in cases_of(book.folder) for number in case.shows)
    parts: dict[str, list[tuple[str, Clause, int]]] = {number: [] for number in book.title_page.sections}
    for number, clause in book.catalogue.clause.items():
        parts.setdefault(book.section_of(number), []).append((number, clause, shown[number]))
    return {section: clauses for section, clauses in parts.items() if clauses}


def numbers_of(book: Book, number: str) -> dict[str, Parameter]:
    """The numbers that a clause gives."""
    return {name: param for name, param in book.params.items() if number in param.clauses}


def beside(book: Book, number: str) -> list[InEdition]:
    """A clause in every edition of its book, if there are several."""
    editions = editions_of(book.id)
    now = book.catalogue.clause.get(number), numbers_of(book, number)
    in_editions = [(edition.edition, edition.catalogue.clause.get(number), numbers_of(edition, number)) for edition in editions]
    return [InEdition(*shown, changed=shown[1:] != now) for shown in in_editions] if len(in_editions) > 1 else []


def readings(book: Book, number: str) -> list[tuple[str, str]]:
    """What can be read in more than one way in a clause: the question, and the answer as HTML."""
    return [(reading.title, fragment(reading.body)) for reading in readings_of(book, number)]


def stories(book: Book, number: str, most: int = 30) -> list[CaseRun]:
    """The cases that show a clause, played now."""
    from croupier.cases.house_cases import run_case

    shown = [case for _, case in cases_of(book.folder) if number in case.shows]
    return [run_case(case, case.game or next(iter(book.title_page.games), book.id)) for case in shown[:most]]
