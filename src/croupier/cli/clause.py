"""`croupier clause`: one clause, with everything that hangs on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from typer import Argument

from croupier.books import book_of
from croupier.cases.tracing import ENGINES, code_of, engine_of, toml_line
from croupier.cli.clauses import section_of, show_section
from croupier.cli.terminal import names
from croupier.cli.terminal.options import Json
from croupier.cli.terminal.output import column, document, paint, say

if TYPE_CHECKING:
    from croupier.books.book import Book

_INDENT = 12
_SHOWN = ("value", "rows", "unit", "table", "threshold")
"""What is said of a number of the book."""


def clause(
    book: Annotated[str, Argument(metavar="BOOK", callback=names.any_book, help="A book, or one of its games.")],
    number: Annotated[str, Argument(metavar="NUMBER", help='Such as 11.5.2 or "3.1.1(b)".')],
    as_json: Json = False,
) -> None:
    """Show a clause: our line, its kind, numbers, code and cases.

    The number of a section lists its clauses.
    """
    whole = book_of(book)
    if number in whole.title_page.sections and number not in whole.catalogue.clause:
        show_section(whole, number, as_json)
        return
    found = _gathered(whole, number)
    if as_json:
        document(found)
    else:
        _show(found)


def _gathered(book: Book, number: str) -> dict[str, Any]:
    from croupier.cases.case import cases_of
    from croupier.kernel.grounds import grounds_of

    clause = book.clause(number)
    sentences = {
        name: says
        for engine in ENGINES[engine_of(book)]
        for name, says in grounds_of(f"croupier.{engine}").sentences.items()
    }
    section = section_of(number)
    return {
        "book": book.id,
        "number": number,
        "section": book.title_page.sections.get(section, ""),
        "line": clause.line,
        "kind": clause.kind,
        "why": clause.why,
        "games": list(clause.games),
        "terms": clause.terms,
        "grounds": {ground: sentences.get(ground, "") for ground in clause.grounds},
        "parameters": [
            {
                "name": name,
                "place": toml_line(book, "params.toml", name),
                **{each: getattr(parameter, each) for each in _SHOWN},
            }
            for name, parameter in book.params.items()
            if number in parameter.clauses
        ],
        "place": toml_line(book, "clauses.toml", f'clause."{number}"'),
        "code": code_of(book, number, clause.grounds),
        "cases": [
            {"file": file, "name": case.name, "edge": case.edge, "game": case.game or book.id}
            for file, case in cases_of(book.folder)
            if number in case.shows
        ],
        "pending": number in book.pending,
    }


def _show(found: dict[str, Any]) -> None:
    heading = f"{found['book']} {found['number']}"
    say(f"{paint(heading, 'bold')}  {found['section']}")
    say(f"  {column(found['line'], 2)}")
    say()
    _item("kind", found["kind"] + (f" (in {', '.join(found['games'])})" if found["games"] else ""))
    _item("why", found["why"])
    for term, meaning in found["terms"].items():
        _item("term", f"{term}: {meaning}")
    for ground, sentence in found["grounds"].items():
        _item("ground", f"{ground}: {sentence}" if sentence else ground)
    for parameter in found["parameters"]:
        _item("parameter", f"{parameter['name']} = {_value(parameter)}  [{parameter['place']}]")
    _item("in words", found["place"])
    for place in found["code"]:
        _item("code", place)
    for case in found["cases"]:
        edge = f" ({case['edge']} the threshold)" if case["edge"] else ""
        _item("case", f"{case['file']}: {case['name']}{edge}")
    _item("pending", "yes, no case shows it yet" if found["pending"] else "no")


def _item(name: str, text: str) -> None:
    if text:
        say(f"  {paint(name.ljust(_INDENT - 2), 'dim')}{column(text, _INDENT)}")


def _value(parameter: dict[str, Any]) -> str:
    rows = parameter["rows"]
    text = (
        "; ".join(map(_cell, rows)) if isinstance(rows, list) else _cell(parameter["value"] if rows is None else rows)
    )
    return f"{text} {parameter['unit']}".rstrip() + (", a threshold" if parameter["threshold"] else "")


def _cell(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {_cell(inner)}" for name, inner in value.items())
    return str(value)
