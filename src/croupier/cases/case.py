"""Cases: short plays that a compliance officer can read, each showing what a clause does. They are in
`tests/cases/<book>/`; you can write your own: `docs/your-own-cases.md`.
"""

import re
import tomllib
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Literal, TypeVar

import msgspec

from croupier.books import BOOKS, GAMES, book_of, folder_of
from croupier.books.book import hint
from croupier.kernel.errors import BookError, CroupierError

T = TypeVar("T")


class Case(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One case. `edge` says on which side of the clause's threshold it is.

    `table` sets the table up, `play` has one command per line, `expect` the expected result. The files beside this one run it.
    The subject `promotion` is not played at a table: its `table` changes the terms of a sample promotion. The subject `meters` is
    the prize meters of a casino, `room` a poker room, whose settings `table` has, and `tournament` a tournament on the terms of
    a sample, changed as `table` says.
    """

    clause: str
    name: str
    play: str
    expect: dict[str, Any]
    table: dict[str, Any] = {}
    game: str = ""
    subject: Literal["table", "promotion", "meters", "room", "tournament"] = "table"
    also: tuple[str, ...] = ()
    edge: Literal["", "below", "at", "above"] = ""
    why: str = ""

    @property
    def shows(self) -> tuple[str, ...]:
        """Every clause that the run of this case must cite."""
        return tuple(dict.fromkeys((self.clause, *self.also)))


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file of cases. `book` is the book, or the game, of cases that name no game; the books' own files are in its folder."""

    case: tuple[Case, ...] = ()
    book: str = ""


def _place(folder: str) -> Traversable:
    """Where the cases of a book are: in an added book's folder, under `cases`; or with all others, next to the
    package in a wheel and under `tests/` in a checkout.
    """
    for name, known in BOOKS.items():
        if known == folder and (own := folder_of(name) / "cases").is_dir():
            return own
    packaged = resources.files("croupier") / "cases" / "files"
    return (packaged if packaged.is_dir() else Path(__file__).resolve().parents[3] / "tests" / "cases") / folder


@cache
def cases_of(folder: str) -> tuple[tuple[str, Case], ...]:
    """Every case of a book's folder with the name of its file, in the order of the sections."""
    place = _place(folder)
    if not place.is_dir():
        return ()
    cases: list[tuple[str, Case]] = []
    for file in sorted(place.iterdir(), key=lambda file: file.name):
        if not file.name.endswith(".toml"):
            continue
        read = _parsed(file.read_bytes().decode(errors="replace"), str(file))
        book = next(name for name, known in BOOKS.items() if known == folder)
        if read.book and GAMES.get(read.book, read.book) != book:
            raise BookError(f'{file}:1: these cases are of {read.book!r}, in the folder of another book: write book = "{book}"')
        cases.extend((file.name, case) for case in read.case)
    return tuple(cases)


def read_cases(text: str, name: str) -> tuple[tuple[str, Case], ...]:
    """A user's own cases, each with its game or book; an error says what to change in the file."""
    file = _parsed(text, name)
    if not file.case:
        raise BookError(f"{name} has no case: each one begins with a line [[case]]")
    named_cases: list[tuple[str, Case]] = []
    for case in file.case:
        if not (game := case.game or file.book):
            raise BookError(
                f"{name}: {case.name!r} does not say by which book it is played; begin the file with a line such as "
                'book = "crown-caribbean-stud"'
            )
        try:
            book = book_of(game)
            for number in case.shows:
                book.clause(number)
        except CroupierError as error:
            raise BookError(f"{name}: {case.name!r}: {error}") from None
        named_cases.append((game, case))
    return tuple(named_cases)


def _parsed(text: str, name: str) -> _File:
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"line (\d+)", str(error))
        raise BookError(f"{name}:{line[1] if line else len(text.splitlines())}: {error}") from None
    begins = [number for number, said in enumerate(text.splitlines(), 1) if said.strip() == "[[case]]"]
    cases = data.get("case", [])
    for case, number in zip(cases if isinstance(cases, list) else (), begins, strict=False):
        _converted(case, Case, f"{name}:{number}")
    return _converted(data, _File, f"{name}:1")


def _converted(data: Any, kind: type[T], where: str) -> T:
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise BookError(f"{where}: {error}{hint(kind, str(error))}") from None
