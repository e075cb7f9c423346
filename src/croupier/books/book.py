"""A book as data: its clauses, its numbers, its ranks, read from the TOML files of its folder."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from hashlib import sha256
from importlib.resources.abc import Traversable
from typing import Any, Literal, TypeVar

import msgspec

from croupier.kernel.clauses import Catalogue, Clause, Parameter, number_key
from croupier.kernel.decisions import Decision
from croupier.kernel.duties import Duty
from croupier.kernel.errors import BookError
from croupier.kernel.hands import Category
from croupier.kernel.money import Odds
from croupier.kernel.rulings import Irregularity

T = TypeVar("T")


class Title(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The title page of a book: `book.toml`. `games` are those that it is the rules of, with their titles.

    `module` has the procedures, where an edition does not share those of its book. `formerly` has digests from when they
    still counted words, each with the digest of the same meaning now: records that pin them are audited as before.
    """

    id: str
    title: str
    operator: str
    regulator: str
    edition: str
    ranks: tuple[str, ...]
    games: dict[str, str]
    sections: dict[str, str]
    officials: tuple[str, ...] = ()
    module: str = ""
    formerly: dict[str, str] = {}


Procedure = Callable[..., Decision] | tuple[Callable[..., Decision], Callable[..., Decision]]
"""What follows from a report, and how a ruling on it is carried out where there is one to give."""


class Mishap(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a book's data say of an irregularity; the fields are those of `Irregularity`."""

    says: str
    clauses: tuple[str, ...]
    ranks: tuple[str, ...] = ()
    asks: tuple[Literal["box", "boxes", "player", "players", "person", "count", "cards", "amount"], ...] = ()
    phases: tuple[str, ...] = ()
    signed: bool = False
    after_closing: bool = False


class Book(msgspec.Struct, frozen=True, kw_only=True):
    """One edition of a rulebook. `digest` is that of what its data mean: words, comments and the order of keys change nothing.

    `worded` is the digest with all words, as older records pin it. `folder` is the name of the book's own folder, also where an
    edition is elsewhere.
    """

    title_page: Title
    folder: str
    catalogue: Catalogue
    params: dict[str, Parameter]
    duties: dict[str, Duty]
    irregularities: dict[str, Mishap]
    pending: tuple[str, ...]
    digest: str
    worded: str

    @property
    def id(self) -> str:
        return self.title_page.id

    @property
    def edition(self) -> str:
        return self.title_page.edition

    @property
    def module(self) -> str:
        """The module with the procedures of this edition."""
        return self.title_page.module or f"croupier.books.{self.folder}"

    def page(self, game: str) -> dict[str, Any]:
        """What the rules of any game take from its book."""
        page = self.title_page
        numbers = {name: each.value for name, each in self.params.items() if isinstance(each.value, int)}
        return {
            "game": game,
            "book": page.id,
            "title": page.games[game],
            "edition": page.edition,
            "digest": self.digest,
            "formerly": (self.worded, *(old for old, now in page.formerly.items() if now == self.digest)),
            "ranks": page.ranks,
            "officials": page.officials,
            "grounds": self.catalogue.cites(game),
            "duties": self.duties,
            "numbers": numbers,
        }

    def irregularities_by(self, procedures: Mapping[str, Procedure]) -> dict[str, Irregularity]:
        """What can go wrong at a table of this book, each thing with its procedure; none lacks the other."""
        if alone := sorted(set(procedures) ^ set(self.irregularities)):
            raise BookError(
                f"{self.id} irregularities.toml: {alone[0]} is there without the procedure, or the other way"
            )
        found = {}
        for what, procedure in procedures.items():
            follow, rule = procedure if isinstance(procedure, tuple) else (procedure, None)
            found[what] = Irregularity(follow=follow, rule=rule, **msgspec.structs.asdict(self.irregularities[what]))
        return found

    def clause(self, number: str) -> Clause:
        """The clause of that number; `BookError` says which numbers come near."""
        if (found := self.catalogue.clause.get(number)) is not None:
            return found
        near = [known for known in self.catalogue.clause if known.startswith(number) or number.startswith(known)]
        sections = list(self.title_page.sections)
        hint = f"; there are {', '.join(near[:6])}" if near else f"; sections are {sections[0]} to {sections[-1]}"
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
            raise BookError(f"{self.id} params.toml: {name} pays {strange.pop()!r}, which is not a hand")
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

    def by_name(self, name: str) -> dict[str, Any]:
        """A table from `params.toml`, by name, as it is written there."""
        rows = self._param(name).rows
        if not isinstance(rows, dict):
            raise BookError(f"{self.id} params.toml: {name} is not a table by name")
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


def _read(file: Traversable, kind: type[T], wrap: str = "") -> T:
    try:
        data: Any = tomllib.loads(file.read_bytes().decode())
        return msgspec.convert(data[wrap] if wrap else data, kind)
    except FileNotFoundError:
        raise BookError(f"{file} is missing") from None
    except OSError as error:
        raise BookError(f"{file} cannot be read: {error.strerror}") from None
    except KeyError:
        raise BookError(f"{file}: there is no {wrap!r} in it") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as error:
        raise BookError(f"{file}: {error}") from None


def read_title(folder: Traversable) -> Title:
    """The title page of the book in a folder."""
    return _read(folder / "book.toml", Title)


def read_book(folder: Traversable) -> Book:
    """The book in a folder; whatever is wrong with its files is a `BookError` that names the file and the place."""
    return _read_book({name: folder / f"{name}.toml" for name in _FILES}, folder.name)


def read_edition(folder: Traversable, book: Traversable) -> Book:
    """Another edition of the book in a folder: its files stand in for those of the book, as many as there are.

    Without a title page of its own it is named after its folder. It has at least the numbers that the book has.
    """
    own = {name: file for name in _FILES if (file := folder / f"{name}.toml").is_file()}
    if not own:
        raise BookError(f"{folder} has no file of a book")
    found = _read_book({name: own.get(name, book / f"{name}.toml") for name in _FILES}, book.name)
    current = read_book(book)
    if found.id != current.id:
        raise BookError(f"{folder}: this is {found.id}, not another edition of {current.id}")
    for name, parameter in current.params.items():
        if name not in found.params:
            raise BookError(f"{folder} params.toml: {name} is missing")
        if type(found.params[name].value) is not type(parameter.value):
            raise BookError(f"{folder} params.toml: {name} is of another kind than in the book")
    if "book" in own:
        return found
    return msgspec.structs.replace(found, title_page=msgspec.structs.replace(found.title_page, edition=folder.name))


def _digest(meaning: Any) -> str:
    return sha256(msgspec.json.encode(meaning, order="sorted")).hexdigest()


def _wordless(data: Any) -> Any:
    """Data without our own words for it, which may change and mean the same."""
    if isinstance(data, dict):
        return {key: _wordless(value) for key, value in data.items() if key not in ("line", "why", "says", "terms")}
    return [_wordless(each) for each in data] if isinstance(data, list | tuple) else data


_FILES = ("book", "clauses", "params", "duties", "irregularities", "pending")


def _read_book(files: dict[str, Traversable], folder: str) -> Book:
    title_page = _read(files["book"], Title)
    clauses = _read(files["clauses"], Catalogue).clause
    catalogue = Catalogue(dict(sorted(clauses.items(), key=lambda clause: number_key(clause[0]))))
    params = _read(files["params"], dict[str, Parameter])
    duties = _read(files["duties"], dict[str, Duty], wrap="duty")
    irregularities = _read(files["irregularities"], dict[str, Mishap], wrap="irregularity")
    pending = _read(files["pending"], tuple[str, ...], wrap="pending")
    for name, parameter in params.items():
        if (parameter.value is None) == (parameter.rows is None):
            raise BookError(f"{title_page.id} params.toml: {name} needs either a value or rows")
    cited = [("params", name, parameter.clauses) for name, parameter in params.items()]
    cited += [("duties", name, duty.clauses) for name, duty in duties.items()]
    cited += [("irregularities", name, mishap.clauses) for name, mishap in irregularities.items()]
    for file, name, numbers in cited:
        if missing := [number for number in numbers if number not in catalogue.clause]:
            raise BookError(f"{title_page.id} {file}.toml: {name} cites {missing[0]}, which is not a clause")
    for name, duty in duties.items():
        if duty.by not in ("", "player", *title_page.ranks):
            raise BookError(f"{title_page.id} duties.toml: {name} is for {duty.by!r}, who is not a rank of the book")
        if strange := set(duty.also) - set(title_page.officials):
            raise BookError(
                f"{title_page.id} duties.toml: {name} is for {min(strange)!r}, who is not an official of the book"
            )
    # The order of duties is that in which they are done; that of clauses and numbers in their files means nothing.
    people = (title_page.ranks, title_page.officials)
    meaning = (catalogue, params, tuple(duties.items()), irregularities, people, title_page.module)
    return Book(
        title_page=title_page,
        folder=folder,
        catalogue=catalogue,
        params=params,
        duties=duties,
        irregularities=irregularities,
        pending=pending,
        digest=_digest(_wordless(msgspec.to_builtins(meaning))),
        worded=_digest(meaning),
    )
