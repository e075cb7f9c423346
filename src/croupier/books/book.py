"""A book as data: its clauses, its numbers, its ranks, read from the TOML files of its folder."""

from __future__ import annotations

import tomllib
from functools import cache
from hashlib import sha256
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any, TypeVar

import msgspec

from croupier.kernel.clauses import BookError, Catalogue, Clause, Parameter
from croupier.kernel.duties import Duty
from croupier.kernel.hands import Category
from croupier.kernel.money import Odds

T = TypeVar("T")


class Title(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The title page of a book: `book.toml`."""

    id: str
    title: str
    operator: str
    regulator: str
    edition: str
    ranks: tuple[str, ...]
    sections: dict[str, str]
    officials: tuple[str, ...] = ()


class Book(msgspec.Struct, frozen=True, kw_only=True):
    """One rulebook. `digest` is that of its data, so that a replay never uses other rules than it was played by."""

    title_page: Title
    folder: str
    catalogue: Catalogue
    params: dict[str, Parameter]
    duties: dict[str, Duty]
    pending: tuple[str, ...]
    digest: str

    @property
    def id(self) -> str:
        return self.title_page.id

    def clause(self, number: str) -> Clause:
        """The clause of that number; `BookError` says which numbers come near."""
        if (found := self.catalogue.clause.get(number)) is not None:
            return found
        near = [known for known in self.catalogue.clause if known.startswith(number) or number.startswith(known)]
        hint = (
            f"; there is {', '.join(near[:6])}" if near else f"; sections are 1 to {list(self.title_page.sections)[-1]}"
        )
        raise BookError(f"{self.id} has no clause {number!r}{hint}")

    def number(self, name: str) -> int:
        """A whole number from `params.toml`."""
        value = self._param(name).value
        if not isinstance(value, int):
            raise BookError(f"{self.id} params.toml: {name} is not a whole number")
        return value

    def odd(self, name: str) -> Odds:
        """What one wager pays for each unit, whatever the hand."""
        return Odds(self.number(name))

    def odds(self, name: str) -> dict[Category, Odds]:
        """A pay table by category of hand."""
        rows = self._param(name).rows
        if not isinstance(rows, dict):
            raise BookError(f"{self.id} params.toml: {name} is not a table of odds")
        by_label = {category.label: category for category in Category}
        if strange := set(rows) - set(by_label):
            raise BookError(f"{self.id} params.toml: {name} pays {strange.pop()!r}, which is no hand")
        for hand, paid in rows.items():
            if not isinstance(paid, int):
                raise BookError(f"{self.id} params.toml: {name} pays {paid!r} for a {hand}, which is no number")
        return {by_label[hand]: Odds(paid) for hand, paid in rows.items()}

    def table(self, name: str) -> dict[str, int]:
        """A table of whole numbers from `params.toml`, by name."""
        rows = self._param(name).rows
        if not isinstance(rows, dict) or not all(isinstance(number, int) for number in rows.values()):
            raise BookError(f"{self.id} params.toml: {name} is not a table of whole numbers")
        return rows

    def value(self, name: str) -> int | str:
        """A single figure from `params.toml`, as it is written there."""
        value = self._param(name).value
        if value is None:
            raise BookError(f"{self.id} params.toml: {name} has no single value")
        return value

    def rows(self, name: str) -> list[dict[str, Any]]:
        """The rows of a table from `params.toml`; rows kept by hand get a field of that name."""
        rows = self._param(name).rows
        if isinstance(rows, dict) and all(isinstance(row, dict) for row in rows.values()):
            return [{"hand": hand, **row} for hand, row in rows.items()]
        if not isinstance(rows, list):
            raise BookError(f"{self.id} params.toml: {name} is not a list of rows")
        return rows

    def _param(self, name: str) -> Parameter:
        if name not in self.params:
            raise BookError(f"{self.id} params.toml: {name} is missing")
        return self.params[name]


def _read(file: Traversable, kind: type[T], wrap: str = "") -> tuple[T, bytes]:
    try:
        raw = file.read_bytes()
        data: Any = tomllib.loads(raw.decode())
        return msgspec.convert(data[wrap] if wrap else data, kind), raw
    except FileNotFoundError:
        raise BookError(f"{file} is missing") from None
    except OSError as error:
        raise BookError(f"{file} cannot be read: {error.strerror}") from None
    except KeyError:
        raise BookError(f"{file}: there is no {wrap!r} in it") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as error:
        raise BookError(f"{file}: {error}") from None


def read_book(folder: Traversable) -> Book:
    """The book in a folder; whatever is wrong with its files is a `BookError` that names the file and the place."""
    title_page, _ = _read(folder / "book.toml", Title)
    catalogue, clauses_raw = _read(folder / "clauses.toml", Catalogue)
    params, params_raw = _read(folder / "params.toml", dict[str, Parameter])
    duties, duties_raw = _read(folder / "duties.toml", dict[str, Duty], wrap="duty")
    pending, _ = _read(folder / "pending.toml", tuple[str, ...], wrap="pending")
    for name, parameter in params.items():
        if (parameter.value is None) == (parameter.rows is None):
            raise BookError(f"{title_page.id} params.toml: {name} needs either a value or rows")
        for number in parameter.clauses:
            if number not in catalogue.clause:
                raise BookError(f"{title_page.id} params.toml: {name} cites {number}, which is no clause")
    for name, duty in duties.items():
        for number in duty.clauses:
            if number not in catalogue.clause:
                raise BookError(f"{title_page.id} duties.toml: {name} cites {number}, which is no clause")
        if duty.by not in ("", "player", *title_page.ranks):
            raise BookError(f"{title_page.id} duties.toml: {name} is for {duty.by!r}, who is no rank of the book")
        if strange := set(duty.also) - set(title_page.officials):
            raise BookError(
                f"{title_page.id} duties.toml: {name} is for {min(strange)!r}, who is no official of the book"
            )
    return Book(
        title_page=title_page,
        folder=folder.name,
        catalogue=catalogue,
        params=params,
        duties=duties,
        pending=pending,
        digest=sha256(b"\0".join((clauses_raw, params_raw, duties_raw))).hexdigest()[:16],
    )


@cache
def load_book(folder: str) -> Book:
    return read_book(resources.files("croupier.books") / folder)
