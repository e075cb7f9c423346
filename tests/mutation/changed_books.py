"""Books with one number or one citation changed, and whether a case notices it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal, InvalidOperation
from functools import cache
from typing import Any, NamedTuple

import msgspec

import croupier.books as books
from croupier.books import book_of
from croupier.books.book import Book
from croupier.cases.case import Case, cases_of
from croupier.cases.house_cases import run_case
from croupier.kernel.clauses import Catalogue, Parameter
from croupier.kernel.hands import Category

_HANDS = [category.label for category in Category]
RULES_KEPT = tuple(books._MADE)
"""What remembers rules that were made from a book."""


class Change(NamedTuple):
    """A book with one thing changed: what, and the clauses that the thing comes from."""

    what: str
    clauses: tuple[str, ...]
    book: Book


@contextmanager
def in_force(book: Book) -> Iterator[None]:
    """Every game of the book is played by this version of it until the end."""
    known = books._editions(book.id)
    real = books._current
    books._current = lambda name: book if name == book.id else real(name)  # type: ignore[assignment]
    known[book.edition], kept = book, known[book.edition]
    forget_rules()
    try:
        yield
    finally:
        books._current = real
        known[book.edition] = kept
        forget_rules()


def forget_rules() -> None:
    """All rules are made again from their books when they are next asked for."""
    for cached in RULES_KEPT:
        cached.cache_clear()


def fails(case: Case, book: Book) -> bool:
    """Whether the case does not hold, or cannot even be played."""
    try:
        return bool(run_case(case, case.game or book.id).failures())
    except Exception:
        return True


def noticed_by(change: Change) -> Case | None:
    """The first case of the book that no longer holds; those of the clause are played first, then those of its section."""
    with in_force(change.book):
        return next((case for case in likely(change.book, change.clauses) if fails(case, change.book)), None)


def likely(book: Book, clauses: tuple[str, ...]) -> list[Case]:
    """The cases of a book, those likely to notice a change of these clauses first."""
    sections = {clause.split(".")[0] for clause in clauses}

    def far(case: Case) -> int:
        if set(case.shows) & set(clauses):
            return 0
        return 1 if any(number.split(".")[0] in sections for number in case.shows) else 2

    return sorted((case for _, case in cases_of(book.folder)), key=far)


def changes_of(book: Book, name: str) -> Iterator[list[Change]]:
    """Every figure of a parameter changed in each sensible way: a number up or down, a hand to its neighbour, a word to another.

    Each list has the ways of one figure.
    """
    parameter = book.params[name]
    figures = {"value": parameter.value} if parameter.rows is None else {"rows": parameter.rows}
    for path, figure in _figures(figures, ()):
        ways = []
        for other in others(figure, _words(figures)):
            changed = msgspec.structs.replace(parameter, **_with(figures, path, other))
            where = " ".join(map(str, path[1:]))
            what = f"{name}{f' {where}' if where else ''}: {figure!r} becomes {other!r}"
            ways.append(Change(what, parameter.clauses, _with_parameter(book, name, changed)))
        yield ways


def _with_parameter(book: Book, name: str, parameter: Parameter) -> Book:
    return msgspec.structs.replace(book, params={**book.params, name: parameter}, digest=f"{name} changed")


def citations_left_out(book: Book) -> Iterator[Change]:
    """Every ground taken from a clause that it stands on together with others, so that one citation is missing."""
    for number, clause in book.catalogue.clause.items():
        for ground in clause.grounds:
            rest = msgspec.structs.replace(clause, grounds=tuple(other for other in clause.grounds if other != ground))
            catalogue = Catalogue({**book.catalogue.clause, number: rest})
            yield Change(
                f"{ground} does not cite {number}",
                (number,),
                msgspec.structs.replace(book, catalogue=catalogue, digest=f"{number} {ground} changed"),
            )


class _Noting(dict[str, Any]):
    """A dict that keeps the names of what was asked for one at a time."""

    def __init__(self, held: dict[str, Any], asked: set[str]) -> None:
        super().__init__(held)
        self.asked = asked

    def __getitem__(self, name: str) -> Any:
        self.asked.add(name)
        return super().__getitem__(name)

    def get(self, name: str, default: Any = None) -> Any:
        self.asked.add(name)
        return super().get(name, default)


class _NotedBook(Book, frozen=True):
    """A book that notes which numbers are used by their names, here or in its rules; to copy them all is not to read them."""

    def page(self, game: str, *officials: str) -> dict[str, Any]:
        page = super().page(game, *officials)
        held = self.params
        assert isinstance(held, _Noting)
        return page | {"numbers": _Noting(page["numbers"], held.asked)}


@cache
def parameters_read(name: str) -> frozenset[str]:
    """The parameters of a book that its games, meters and promotions really use when every case is played."""
    book = book_of(name)
    asked: set[str] = set()
    noted = _NotedBook(**msgspec.structs.asdict(book) | {"params": _Noting(book.params, asked)})
    with in_force(noted):
        for game in book.title_page.games:
            (books.poker_rules_of if books.game_of(game).poker else books.rules_of)(game)
        failed = [case.name for _, case in cases_of(book.folder) if fails(case, noted)]
    assert failed == [], "the cases do not hold even as the book stands"
    return frozenset(asked)


def _figures(holder: Any, path: tuple[Any, ...]) -> Iterator[tuple[tuple[Any, ...], Any]]:
    pairs = holder.items() if isinstance(holder, dict) else enumerate(holder)
    for key, value in pairs:
        if isinstance(value, dict | list):
            yield from _figures(value, (*path, key))
        elif key != "clause":  # where a row comes from is text
            yield (*path, key), value


def _words(holder: Any) -> list[str]:
    return [value for _, value in _figures(holder, ()) if isinstance(value, str)]


def others(figure: Any, words: list[str]) -> list[Any]:
    """What a figure could wrongly be instead."""
    if isinstance(figure, bool):
        return [not figure]
    if isinstance(figure, int):
        return [figure + 1, figure - 1] if figure else [1]
    try:
        number = Decimal(figure)
        return [str(number + 1), str(number - 1)] if number else [str(number + 1)]
    except InvalidOperation:
        pass
    if figure in _HANDS:
        place = _HANDS.index(figure)
        return [_HANDS[near] for near in (place + 1, place - 1) if 0 <= near < len(_HANDS)]
    return [next((word for word in words if word != figure), f"not {figure}")]


def _with(holder: Any, path: tuple[Any, ...], value: Any) -> Any:
    """The same dicts and lists with one thing in them changed."""
    if not path:
        return value
    copy = dict(holder) if isinstance(holder, dict) else list(holder)
    copy[path[0]] = _with(holder[path[0]], path[1:], value)
    return copy


def unnoticed(book: Book, name: str) -> list[str]:
    """What can be changed in a parameter without any case of the book noticing.

    One way of changing a figure must be noticed, and of a threshold every way: it is exactly there that the ruling changes.
    """
    found = []
    for ways in changes_of(book, name):
        missed = [way.what for way in ways if noticed_by(way) is None]
        if len(missed) == len(ways) or book.params[name].threshold:
            found += missed
    return found
