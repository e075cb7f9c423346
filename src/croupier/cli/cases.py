"""`croupier cases`: play the cases of the books, and tell one in full."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from typer import Argument, Exit

from croupier.books import BOOKS, book_of
from croupier.cli.terminal.options import Json
from croupier.cli.terminal.output import behind, column, document, paint, say

if TYPE_CHECKING:
    from croupier.books.book import Book
    from croupier.cases.case import Case
    from croupier.cases.run import Step


def cases(
    book: Annotated[str, Argument(metavar="BOOK", help="A book or a game; all without it.")] = "",
    number: Annotated[str, Argument(metavar="NUMBER", help="A clause: tell its cases in full.")] = "",
    as_json: Json = False,
) -> None:
    """Play the cases and say which hold. Exit status 1 if one does not."""
    books = [book_of(book)] if book else [book_of(name) for name in BOOKS]
    if number:
        books[0].clause(number)
    stories = [Story(file, case, case.game or each.id) for each in books for file, case in _wanted(each, book, number)]
    failed = sum(bool(story.failures) for story in stories)
    if as_json:
        document({"cases": [_as_data(story) for story in stories], "ok": len(stories) - failed, "failed": failed})
    elif number:
        _tell_all(stories, f"{books[0].id} {number}")
    else:
        _list_all(stories, failed)
    if failed:
        raise Exit(1)


def _wanted(book: Book, asked: str, number: str) -> list[tuple[str, Case]]:
    """The cases of a book, or of the one game that was asked for, or of one clause."""
    from croupier.cases.case import cases_of

    return [
        (file, case)
        for file, case in cases_of(book.folder)
        if asked in ("", book.id, case.game) and (not number or number in case.shows)
    ]


def _as_data(story: Story) -> dict[str, Any]:
    case = story.case
    return {
        "game": story.game,
        "file": story.file,
        "clause": case.clause,
        "shows": list(case.shows),
        "name": case.name,
        "edge": case.edge,
        "ok": not story.failures,
        "failures": story.failures,
    }


def _verdict(story: Story) -> str:
    return paint("failed", "red", "bold") if story.failures else paint("ok", "green")


def _list_all(stories: list[Story], failed: int) -> None:
    file = ""
    for story in stories:
        if f"{story.game} {story.file}" != file:
            file = f"{story.game} {story.file}"
            say(paint(file, "bold"))
        say(f"  {_verdict(story)}  {story.case.clause}  {story.case.name}")
        for failure in story.failures:
            say(f"      {column(failure, 6)}")
    say(f"{len(stories)} cases: {len(stories) - failed} ok, {failed} failed")


def _tell_all(stories: list[Story], clause: str) -> None:
    if not stories:
        say(f"No case shows {clause} yet.")
    for story in stories:
        case = story.case
        edge = f", {case.edge} the threshold" if case.edge else ""
        say(paint(case.name, "bold"))
        say(f"  {story.file}: shows {', '.join(case.shows)}{edge}, played by {story.game}")
        if case.why:
            say(f"  {column(case.why, 2)}")
        for step in story.steps:
            say()
            say(f"  > {step.line}")
            for sentence, clauses in step.outcome:
                say(f"    {column(sentence, 4)}  {behind(clauses)}")
        say()
        say(f"  expected: {column(', '.join(f'{name} {what}' for name, what in case.expect.items()), 12)}")
        say(f"  {_verdict(story)}")
        for failure in story.failures:
            say(f"  {column(failure, 2)}")
        say()


class Story:
    """A case that has been played. `failures` says in words what was not as expected; a case that cannot be played fails."""

    def __init__(self, file: str, case: Case, game: str) -> None:
        from croupier.cases.house import run_case

        self.file, self.case, self.game = file, case, game
        self.steps: list[Step] = []
        try:
            run = run_case(case, game)
            self.steps = run.steps
            self.failures = run.failures()
        except (ValueError, TypeError, KeyError, IndexError) as error:
            self.failures = [f"it cannot be played: {error}"]
