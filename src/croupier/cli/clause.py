"""`croupier clause`: one clause, with everything that hangs on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from croupier.cli.clauses import section_of
from croupier.cli.terminal.output import column, document, paint, say

if TYPE_CHECKING:
    from croupier.books.book import Book
    from croupier.kernel.clauses import Parameter

_INDENT = 12


def clause(
    book: Annotated[str, typer.Argument(metavar="BOOK", help="A book, or one of its games.")],
    number: Annotated[str, typer.Argument(metavar="NUMBER", help='Such as 11.5.2 or "3.1.1(b)".')],
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Show a clause: our line, its kind, numbers, code and cases."""
    from croupier.books import book_of

    found = _gathered(book_of(book), number)
    if as_json:
        document(found)
    else:
        _show(found)


def _gathered(book: Book, number: str) -> dict[str, Any]:
    from croupier.cases.case import cases_of
    from croupier.cli.telling.where_cited import code_of, engine_of, home_of, parameter_home
    from croupier.poker.grounds import GROUNDS as POKER_GROUNDS
    from croupier.stud.grounds import GROUNDS as STUD_GROUNDS

    clause = book.clause(number)
    sentences = POKER_GROUNDS if engine_of(book) == "poker" else STUD_GROUNDS
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
            {"name": name, "place": parameter_home(book, name), **_as_data(parameter)}
            for name, parameter in book.params.items()
            if number in parameter.clauses
        ],
        "place": home_of(book, number),
        "code": code_of(book, number, clause.grounds),
        "cases": [
            {"file": file, "name": case.name, "edge": case.edge, "game": case.game or book.id}
            for file, case in cases_of(book.folder)
            if number in case.shows
        ],
        "pending": number in book.pending,
    }


def _as_data(parameter: Parameter) -> dict[str, Any]:
    return {
        "value": parameter.value,
        "rows": parameter.rows,
        "unit": parameter.unit,
        "table": parameter.table,
        "threshold": parameter.threshold,
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
    if isinstance(rows, dict):
        text = ", ".join(f"{name} {_cell(value)}" for name, value in rows.items())
    elif rows is not None:
        text = "; ".join(", ".join(f"{name} {_cell(value)}" for name, value in row.items()) for row in rows)
    else:
        text = str(parameter["value"])
    return f"{text} {parameter['unit']}".rstrip() + (", a threshold" if parameter["threshold"] else "")


def _cell(value: Any) -> str:
    return (
        ", ".join(f"{name} {_cell(inner)}" for name, inner in value.items()) if isinstance(value, dict) else str(value)
    )
