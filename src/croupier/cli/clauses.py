"""`croupier clauses`: every clause of the five books accounted for. `croupier clause`: one, with everything attached to it."""

from collections import Counter
from functools import cache, cached_property
from typing import Annotated, Any

from typer import Argument, Option

from croupier.books import BOOKS, HOUSE, book_of, folder_of
from croupier.books.book import Book
from croupier.cases.case import Case, cases_of
from croupier.cases.house_cases import run_case
from croupier.cases.readings import readings_of
from croupier.cases.searching import search
from croupier.cases.tracing import ENGINES, code_of, engine_of, toml_line
from croupier.cli.terminal import typed
from croupier.cli.terminal.options import Json
from croupier.cli.terminal.output import Complaint, answer, document, facts, say, tell
from croupier.kernel.clauses import Clause
from croupier.kernel.data import data_of
from croupier.kernel.grounds import grounds_of

_SHORT: dict[str, str] = data_of("croupier.cli", "clauses.toml")["short"]
_KINDS = "One of " + ", ".join(_SHORT) + "."


class Selection:
    """The requested clauses of a book, and which of them cases show."""

    def __init__(self, book: Book, *, kind: str = "", section: str = "", pending: bool = False) -> None:
        self.book = book
        self.clauses: dict[str, Clause] = {
            number: clause
            for number, clause in book.catalogue.clause.items()
            if kind in ("", clause.kind) and section in ("", book.section_of(number)) and (not pending or number in book.pending)
        }

    @cached_property
    def shown(self) -> frozenset[str]:
        every = played(self.book.id, str(folder_of(self.book.id)))
        return frozenset(number for _, case, wrong in every if not wrong for number in case.shows)

    def owed(self) -> dict[str, list[str]]:
        """The thresholds of the book without a case below, at or above them."""
        missing = {}
        for name, parameter in self.book.params.items():
            if parameter.threshold and self.clauses.keys() & set(parameter.clauses):
                cases = [case for _, case in cases_of(self.book.folder) if set(case.shows) & set(parameter.clauses)]
                sides = {case.edge for case in cases}
                missing[name] = [side for side in ("below", "at", "above") if side not in sides]
        return {name: sides for name, sides in missing.items() if sides}

    def status(self, number: str) -> str:
        """`cited` by a case, `pending`, `open` if it is neither though it should be, or nothing to execute."""
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
            "thresholds_owed": self.owed(),
        }


@cache
def played(book: str, folder: str) -> tuple[tuple[str, Case, str], ...]:
    """The cases of a book, each with its file and what is wrong with it: empty if it holds and cites what it shows."""
    runs = []
    for file, case in cases_of(book_of(book).folder):
        try:
            wrong = "; ".join(run_case(case, case.game or book).failures())
        except Exception as error:  # a line that cannot be read, or a book's own code
            wrong = f"cannot be played: {error}"
        runs.append((file, case, wrong))
    return tuple(runs)


def clauses(
    book: Annotated[str, Argument(metavar="BOOK", callback=typed.book, help="A book or a game; default: all five.")] = "",
    pending: Annotated[bool, Option("--pending", help="Only clauses that are not executable yet.")] = False,
    kind: Annotated[str, Option(metavar="KIND", help=_KINDS)] = "",
    section: Annotated[str, Option(metavar="N", help="Only this section of the book.")] = "",
    find: Annotated[str, Option(metavar="WORDS", help="Search: a number or words, such as 'odd chip'.")] = "",
    as_json: Annotated[bool, Option("--json", help="One JSON document with the counts.")] = False,
) -> None:
    """Count, list or search the clauses of the books."""
    if find:
        _search(find, (book_of(book).id,) if book else (), as_json)
        return
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
    elif pending:
        waiting = [Selection(each, kind=kind, section=section, pending=True) for each in books]
        tell("clauses.txt", selections=waiting, only="pending ", short=_SHORT)
    elif book or kind or section:
        tell("clauses.txt", selections=selections, only="", short=_SHORT)
    else:
        tell("clause_counts.txt", counts={each.book.id: each.counts() for each in selections}, short=_SHORT)


def _search(words: str, books: tuple[str, ...], as_json: bool) -> None:
    """What a search finds, the best first; if nothing has all the words, the closest matches, and known words."""
    results = search(words, books, most=25)
    if not results.hits and not as_json:
        say(f"Did you mean: {', '.join(results.near)}") if results.near else None
        raise Complaint(f"nothing has {words!r}; try another word, or list a section: croupier clauses BOOK --section N")
    hits = [{"book": hit.book, "number": hit.number, "line": hit.clause.line, "by": hit.by} for hit in results.hits]
    data = {"words": words, "whole": results.whole, "near": list(results.near), "found": hits}
    answer(data, "clause_search.txt", as_json=as_json, found=results)


def clause(
    book: Annotated[str, Argument(metavar="BOOK", callback=typed.any_book, help="A book, or one of its games.")],
    number: Annotated[str, Argument(metavar="NUMBER", help='Such as 11.5.2 or "3.1.1(b)".')],
    as_json: Json = False,
) -> None:
    """Show a clause: summary, kind, parameters, code and cases.

    The number of a section lists its clauses.
    """
    whole = book_of(book)
    if number in whole.title_page.sections and number not in whole.catalogue.clause:
        listed = Selection(whole, section=number)
        lines = {clause_number: clause.line for clause_number, clause in listed.clauses.items()}
        data = {"book": whole.id, "number": number, "section": whole.title_page.sections[number], "clauses": lines}
        answer(data, "clauses.txt", as_json=as_json, selections=[listed], only="", short=_SHORT)
        return
    gathered = _gathered(whole, number)
    answer(gathered, "clause.txt", as_json=as_json, **gathered)


def _gathered(book: Book, number: str) -> dict[str, Any]:
    clause = book.clause(number)
    sentences = {
        name: says for engine in ENGINES[engine_of(book)] for name, says in grounds_of(f"croupier.{engine}").sentences.items()
    }
    section = book.section_of(number)
    return {
        "book": book.id,
        "number": number,
        "section": book.title_page.sections.get(section, ""),
        **facts(clause, "line kind why games terms"),
        "grounds": {ground: sentences.get(ground, "") for ground in clause.grounds},
        "parameters": [
            {"name": name, "place": toml_line(book, "params", name), **facts(parameter, "value rows unit table threshold")}
            for name, parameter in book.params.items()
            if number in parameter.clauses
        ],
        "place": toml_line(book, "clauses", number),
        "code": code_of(book, number, clause.grounds),
        "cases": [
            {"file": file, **facts(case, "name edge", game=case.game or book.id)}
            for file, case in cases_of(book.folder)
            if number in case.shows
        ],
        "readings": [reading.title for reading in readings_of(book, number)],
        "pending": number in book.pending,
    }
