"""`croupier cases`: play the cases of the books, and show one in full."""

from __future__ import annotations

from typing import Annotated, Any

from typer import Argument, Exit

from croupier.books import BOOKS, book_of
from croupier.cases.case import Case, cases_of, read_cases
from croupier.cases.house_cases import run_case
from croupier.cases.run import Step
from croupier.cli.terminal.options import Json
from croupier.cli.terminal.output import Complaint, answer, facts, read_text, say
from croupier.cli.terminal.typed import book as names_of
from croupier.kernel.errors import CroupierError


def cases(
    names: Annotated[
        list[str] | None, Argument(metavar="BOOK NUMBER | FILE.toml", help="A book or a game, and a clause; or your own files.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Run the cases, or your own, and report which pass.

    Those of all books, of one book or game, or in files.

    With the number of a clause, its cases are shown in full. Exit status 1 if a case fails.
    """
    asked = list(names or [])
    number = asked.pop() if len(asked) > 1 and asked[-1][:1].isdigit() and not _is_file(asked[-1]) else ""
    if any(map(_is_file, asked)):
        stories = [story for file in asked for story in _of_file(file, number)]
    elif len(asked) > 1:
        raise Complaint(f"{asked[1]!r} is neither a clause nor a file: name a book and a clause, or files that end in .toml")
    else:
        asked = [names_of(argument) for argument in asked]
        stories = _of_books(asked[0] if asked else "", number)
    failed = sum(bool(story.failures) for story in stories)
    where = f"{asked[0] if _is_file(asked[0]) else book_of(asked[0]).id} {number}" if number else ""
    data = {"cases": [_as_data(story) for story in stories], "ok": len(stories) - failed, "failed": failed}
    answer(data, "cases.txt", as_json=as_json, stories=stories, where=where, failed=failed)
    if where and stories and not as_json:
        say()
    if failed:
        raise Exit(1)


def _is_file(name: str) -> bool:
    return name.endswith(".toml")


def _of_books(asked: str, number: str) -> list[Story]:
    """The cases of all books, or of one, or of one game: those of its book except other games'."""
    books = [book_of(asked)] if asked else [book_of(name) for name in BOOKS]
    if number:
        books[0].clause(number)
    return [
        Story(file, case, case.game or book.id)
        for book in books
        for file, case in cases_of(book.folder)
        if case.game in ("", asked) or asked in ("", book.id)
        if not number or number in case.shows
    ]


def _of_file(name: str, number: str) -> list[Story]:
    """The cases in a user's own file."""
    if not _is_file(name):
        raise Complaint(f"{name!r} is not a file of cases: its name does not end in .toml")
    in_file = read_cases(read_text(name), name)
    return [Story(name, case, game) for game, case in in_file if not number or number in case.shows]


def _as_data(story: Story) -> dict[str, Any]:
    ended = {"ok": not story.failures, "failures": story.failures}
    return facts(story, "game file") | facts(story.case, "clause shows name edge", **ended)


class Story:
    """A case that has been played. `failures` says in words how it differs from what it expects; an unplayable case fails."""

    def __init__(self, file: str, case: Case, game: str) -> None:
        self.file, self.case, self.game = file, case, game
        self.steps: list[Step] = []
        try:
            run = run_case(case, game)
            self.steps = run.steps
            self.failures = run.failures()
        except CroupierError as error:
            self.failures = [f"it cannot be played: {error}"]
        except (ValueError, TypeError, KeyError, IndexError, AttributeError) as error:
            where = next(iter(getattr(error, "__notes__", ())), "where the table is set up or its outcome compared")
            self.failures = [f"it cannot be played, {where}: not written as cases are (docs/your-own-cases.md): {error}"]
