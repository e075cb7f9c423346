"""`croupier clauses`: every clause of the five books accounted for, in numbers or one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

from typer import Argument, Option

from croupier.books import BOOKS, HOUSE, book_of
from croupier.cli.terminal import names
from croupier.cli.terminal.output import Complaint, column, document, paint, say, table

if TYPE_CHECKING:
    from croupier.books.book import Book
    from croupier.kernel.clauses import Clause

_SHORT = {
    "procedure": "proc",
    "parameter": "param",
    "discretion": "discr",
    "record": "record",
    "definition": "defin",
    "physical": "phys",
    "heading": "head",
}
_KINDS = "One of " + ", ".join(_SHORT) + "."


class Selection:
    """The clauses of a book that were asked for, and which of them cases show."""

    def __init__(self, book: Book, *, kind: str = "", section: str = "", pending: bool = False) -> None:
        from croupier.cases.case import cases_of

        self.book = book
        self.shown = {number for _, case in cases_of(book.folder) for number in case.shows}
        self.clauses: dict[str, Clause] = {
            number: clause
            for number, clause in book.catalogue.clause.items()
            if kind in ("", clause.kind)
            and section in ("", section_of(number))
            and (not pending or number in book.pending)
        }

    def status(self, number: str) -> str:
        """`cited` by a case, `pending`, `open` where it is neither though it should be, or nothing to execute."""
        if number in self.book.pending:
            return "pending"
        if not self.clauses[number].executable or self.book.id == HOUSE:  # the house's own procedures have no cases
            return ""
        return "cited" if number in self.shown else "open"

    @property
    def cited(self) -> list[str]:
        return [number for number, clause in self.clauses.items() if clause.executable and number in self.shown]

    @property
    def pending(self) -> list[str]:
        return [number for number in self.clauses if number in self.book.pending]

    def counts(self) -> dict[str, Any]:
        kinds: Counter[str] = Counter(clause.kind for clause in self.clauses.values())
        return {
            "clauses": len(self.clauses),
            "executable": sum(clause.executable for clause in self.clauses.values()),
            "cited": len(self.cited),
            "pending": len(self.pending),
            "kinds": {kind: kinds[kind] for kind in _SHORT},
        }


def section_of(number: str) -> str:
    return number.split(".")[0].split("(")[0]


def clauses(
    book: Annotated[
        str, Argument(metavar="BOOK", callback=names.book, help="A book or a game; all five without it.")
    ] = "",
    pending: Annotated[bool, Option("--pending", help="Only clauses that are not executable yet.")] = False,
    kind: Annotated[str, Option(metavar="KIND", help=_KINDS)] = "",
    section: Annotated[str, Option(metavar="N", help="Only this section of the book.")] = "",
    as_json: Annotated[bool, Option("--json", help="One JSON document with the counts.")] = False,
) -> None:
    """Count the clauses of the books, or list them."""
    if kind and kind not in _SHORT:
        raise Complaint(f"there is no kind {kind!r}; kinds are {', '.join(_SHORT)}")
    books = [book_of(book)] if book else [book_of(name) for name in BOOKS]
    if section and not any(section in each.title_page.sections for each in books):
        there = ", ".join(books[0].title_page.sections) if book else "1, 2, 3 and so on"
        raise Complaint(f"there is no section {section!r}; sections are {there}")
    selections = [Selection(each, kind=kind, section=section) for each in books]
    if as_json:
        listed = {each.book.id: {"pending_clauses": each.pending} if pending else {} for each in selections}
        document({"books": {each.book.id: {**each.counts(), **listed[each.book.id]} for each in selections}})
    elif book or pending or kind or section:
        for name, each in zip(books, selections, strict=True):
            chosen = Selection(name, kind=kind, section=section, pending=True) if pending else each
            for line in _listing(chosen, "pending" if pending else ""):
                say(line)
    else:
        _summary(selections)


def show_section(book: Book, section: str, as_json: bool) -> None:
    """A section of a book with the line of each of its clauses."""
    selection = Selection(book, section=section)
    if as_json:
        lines = {number: clause.line for number, clause in selection.clauses.items()}
        document({"book": book.id, "number": section, "section": book.title_page.sections[section], "clauses": lines})
        return
    for line in _listing(selection, ""):
        say(line)


def _summary(selections: list[Selection]) -> None:
    counts = {selection.book.id: selection.counts() for selection in selections}
    totals = ["clauses", "executable", "cited", "pending"]
    rows = [[book, *(count[total] for total in totals)] for book, count in counts.items()]
    rows.append(["all", *(sum(count[total] for count in counts.values()) for total in totals)])
    say(table(["book", *totals], rows))
    say()
    kinds = [[book, *(count["kinds"][kind] for kind in _SHORT)] for book, count in counts.items()]
    kinds.append(["all", *(sum(count["kinds"][kind] for count in counts.values()) for kind in _SHORT)])
    say(table(["kinds", *_SHORT.values()], kinds))
    say()
    say("executable: procedure, parameter, discretion and record; cited: shown by a case that really cites it.")


def _listing(selection: Selection, only: str) -> Iterator[str]:
    book = selection.book
    count = len(selection.clauses)
    yield paint(f"{book.id}: {count} {only + ' ' if only else ''}clause{'s' * (count != 1)}", "bold")
    if not count:
        return
    widest = max(map(len, selection.clauses))
    section = ""
    for number, clause in selection.clauses.items():
        if section_of(number) != section:
            section = section_of(number)
            yield ""
            yield paint(f"{section} {book.title_page.sections.get(section, '')}".rstrip(), "bold")
        yield _row(number.ljust(widest), clause, selection.status(number))
    yield ""
    yield "+ a case cites it, ! pending, ? neither; no mark: nothing to execute"


def _row(number: str, clause: Clause, status: str) -> str:
    mark, style = {
        "cited": ("+", "green"),
        "pending": ("!", "yellow"),
        "open": ("?", "red"),
        "": (" ", "dim"),
    }[status]
    kind = _SHORT[clause.kind].ljust(6)
    indent = len(number) + 12
    return f"{paint(mark, style)} {number}  {paint(kind, 'dim')}  {column(clause.line, indent)}"
