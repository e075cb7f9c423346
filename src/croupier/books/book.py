"""A book as data: its clauses, its numbers, its ranks, read from the TOML files of its folder.

The file is long because it is one form: what each file of a book may say, and what to write where it says something else.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date
from difflib import get_close_matches
from fractions import Fraction
from functools import cache
from hashlib import sha256
from importlib import import_module, resources
from importlib.resources.abc import Traversable
from pkgutil import iter_modules
from traceback import extract_tb
from typing import Annotated, Any, Literal, TypeVar, get_args

import msgspec
from msgspec.structs import replace

from croupier.kernel.cards import SUIT_NAMES
from croupier.kernel.clauses import Catalogue, Clause, OfClause, Parameter, number_key
from croupier.kernel.decisions import Decision
from croupier.kernel.duties import Duty
from croupier.kernel.errors import BookError
from croupier.kernel.grounds import grounds_of
from croupier.kernel.hands import Category
from croupier.kernel.money import Currency, MoneyError, Odds, cents, currency
from croupier.kernel.pay_tables import LOSES, ONLY_HANDS, Pay
from croupier.kernel.rulings import STEPS, Irregularity, Question, asked

T = TypeVar("T")
Colour = Annotated[str, msgspec.Meta(pattern="^#[0-9a-f]{6}$")]
Words = Annotated[str, msgspec.Meta(min_length=1)]
Name = Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]


class Cloth(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The look of a house: its name in style sheets, its name for people, and its colours.

    `title` is the full name, shown above its tables in the lobby. `felt` is the cloth, `deep` its shade for plates, `print`
    the printing on it, `accent` the colour that draws attention.
    """

    name: Name
    house: Words
    title: Words
    felt: Colour = "#3a4656"
    deep: Colour = "#252f3c"
    print: Colour = "#c9d3e0"
    accent: Colour = "#f2d06b"


class PlayTerms(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Terms of a prize meter for a quote or for play, if the book leaves them to an approval. They are not figures of the book.

    Seed in dollars, increment in percent; `notice` gives what small hands win per unit of the wager, if a notice at the
    table says so.
    """

    seed: Annotated[str, msgspec.Meta(pattern=r"^[0-9]+([.][0-9]{2})?$")] = "10000"
    increment: Annotated[str, msgspec.Meta(pattern=r"^([0-9]{1,2}([.][0-9]{1,2})?|100([.]00?)?)?$")] = ""
    notice: dict[str, int] = {}


class Prescription(OfClause, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a book prescribes for one option of a table: the usual value, the smallest and the largest.

    Sums are in dollars. `only` lists the words allowed for an option such as the device.
    """

    default: int | str | bool | list[str] | None = None
    minimum: int | str | None = None
    maximum: int | str | None = None
    only: tuple[str, ...] = ()


class WagerTerms(OfClause, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A wager paid by a table of hands, as `[wager.NAME]` in `params.toml` describes it.

    `stake` is `own` (within `minimum` and `maximum`, in dollars; without them the limits of the ante), a number of times the
    ante, or `ante`: nothing more is staked. `cards` are the cards it looks at: `player`, `dealer`, or the best five of several:
    `both` hands, or the player's cards with the dealer's up card (`upcard`). `regardless` says that the dealer's hand
    changes nothing, `fold` what happens to it when the hand is folded: it `loses`, or it `stays` and is decided like the
    others. `rows` are odds by hand, or sums if every stake is the same; a hand without a row loses.
    """

    title: Words
    rows: dict[str, int | str | dict[str, int | str]]
    stake: Literal["own", "ante"] | Annotated[int, msgspec.Meta(ge=1)] = "own"
    minimum: int | str | None = None
    maximum: int | str | None = None
    cards: Literal["player", "dealer", "both", "upcard"] = "player"
    regardless: bool = True
    fold: Literal["loses", "stays"] = "loses"
    unit: str = ""


class Title(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The title page of a book: `book.toml`. `games` are the games it governs, with their titles.

    `module` has the procedures, if an edition does not share those of its book. `conduct` are the clauses on what may be
    said at a table. Its sums are in `currency`, written with the sign of its own country, `$` and not `A$`, where `home_sign` is
    true. What a house adds to its book, `cloth` and `jackpot_for_play`, is not part of the book's meaning. `formerly`
    has older digests that still counted words, each with today's digest of the same meaning: records that pin them are
    audited as before.
    """

    id: Name
    title: Words
    operator: Words
    regulator: Words
    edition: Words
    ranks: tuple[Words, ...]
    games: dict[Name, Words]
    sections: dict[Words, Words]
    officials: tuple[str, ...] = ()
    module: str = ""
    conduct: tuple[str, ...] = ()
    cloth: Cloth | None = None
    jackpot_for_play: PlayTerms = PlayTerms()
    formerly: dict[str, str] = {}
    effective: date | None = None
    currency: str = "USD"
    home_sign: bool = False


class Edition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`edition.toml` in the folder of an edition without a title page of its own: its name, and the day it takes effect."""

    edition: str
    effective: date | None = None


Procedure = Callable[..., Decision] | tuple[Callable[..., Decision], Callable[..., Decision]]
"""What follows from a report, and how a ruling on it is carried out if there is one to give."""


class Mishap(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A book's data on an irregularity: the fields of `Irregularity`, and a `usual` procedure if it has no other."""

    says: Words
    clauses: tuple[str, ...]
    ranks: tuple[str, ...] = ()
    asks: tuple[Literal["box", "boxes", "player", "players", "person", "count", "cards", "amount"], ...] = ()
    phases: tuple[str, ...] = ()
    signed: bool = False
    after_closing: bool = False
    usual: Literal[
        "", "seen, hand void", "seen, round void", "wrong number of cards", "wrong number, round void", "deck counted", "absent"
    ] = ""


class Book(msgspec.Struct, frozen=True, kw_only=True):
    """One edition of a rulebook. `digest` covers what its data mean: words, comments and the order of keys do not change it.

    `worded` is the digest with all words, which older records pin. `folder` is the name of the book's own folder, even if an
    edition is elsewhere; `files` are where its data are. `play` has fields of the rules of each game that come straight from
    the book. `asked` holds the numbers that were asked for so far.
    """

    title_page: Title
    folder: str
    catalogue: Catalogue
    params: dict[str, Parameter]
    duties: dict[str, Duty]
    irregularities: dict[str, Mishap]
    questions: dict[str, Question]
    play: dict[str, dict[str, Any]]
    pending: tuple[str, ...]
    digest: str
    worded: str
    options: dict[str, Prescription]
    wagers: dict[str, WagerTerms]
    files: dict[str, Traversable]
    asked: set[str] = msgspec.field(default_factory=set)

    def wrong(self, file: str, key: str, says: str, *inner: str) -> BookError:
        """What is wrong with something in one of the book's files, with its place there."""
        return BookError(f"{place(self.files[file], key, *inner)}: {key} {says}")

    @property
    def id(self) -> str:
        return self.title_page.id

    @property
    def edition(self) -> str:
        return self.title_page.edition

    @property
    def currency(self) -> Currency:
        """The currency of the book's sums."""
        return currency(self.title_page.currency, home=self.title_page.home_sign)

    @property
    def module(self) -> str:
        """The module with the procedures of this edition."""
        return self.title_page.module or f"croupier.books.{self.folder}"

    def page(self, game: str, *officials: str) -> dict[str, Any]:
        """What the rules of any game take from its book; `officials` may act besides the ranks of the book."""
        page = self.title_page
        numbers = {name: param.value for name, param in self.params.items() if isinstance(param.value, int)}
        return {
            "game": game,
            "book": page.id,
            "title": page.games.get(game, page.title),
            "edition": page.edition,
            "digest": self.digest,
            "formerly": (self.worded, *(old for old, now in page.formerly.items() if now == self.digest)),
            "ranks": page.ranks,
            "officials": (*page.officials, *officials),
            "grounds": self.catalogue.cites(game),
            "duties": self.duties,
            "questions": self.questions,
            "numbers": numbers,
            "currency": self.currency,
        }

    def prescribed(self) -> dict[str, Any]:
        """What the book prescribes for the options of a house table, sums in cents."""
        from croupier.stud.rules import SUMS, Options, Prescribed  # loading a book imports the engine it needs

        prescriptions = {}
        for name, said in self.options.items():
            if name not in Options.__struct_fields__:
                near = nearest(name, Options.__struct_fields__)
                raise self.wrong("params", "options", f"has {name}, which is no option of a table{near}", name)
            try:
                default, least, most = (
                    cents(str(value)) if name in SUMS and value is not None else value
                    for value in (said.default, said.minimum, said.maximum)
                )
                read = {"clauses": said.clauses, "default": default, "least": least, "most": most, "only": said.only}
                prescriptions[name] = msgspec.convert(read, Prescribed)
                for value in (default, least, most, *said.only):
                    msgspec.convert({name: value} if value is not None else {}, Options)
                    if isinstance(value, int | str) and (wrong := prescriptions[name].wrong(name, value)):
                        raise BookError(wrong)
            except (BookError, MoneyError, msgspec.ValidationError) as error:
                near = hint(Options, str(error))
                raise self.wrong("params", "options", f"prescribes {name} as it cannot be: {error}{near}", name) from None
        return prescriptions

    def irregularities_by(self, procedures: Mapping[str, Procedure] = {}) -> dict[str, Irregularity]:
        """What can go wrong at a table of this book, each with its procedure: one of these, one from a file of its sections,
        one of the usual ones, or what `rulings.toml` says on its own.

        In a file such as `s06_limits.py`, `wrong_ante` handles a report of `wrong-ante`, and `rule_wrong_ante` carries out a
        ruling on it.
        """
        written = self._written()
        if strange := sorted(set(procedures) - set(self.irregularities)):
            says = "has a procedure, and is not there: describe it there, or take it out of `irregularities_by`"
            raise self.wrong("irregularities", strange[0], says)
        for name, asks in self.questions.items():
            for step in asks.steps:
                if step.do not in STEPS:
                    raise self.wrong("rulings", name, f"does {step.do!r}, which is no step{nearest(step.do, STEPS)}", step.do)
                for number in filter(None, (step.at_least, step.below)):
                    self.number(number)
        irregularities = {}
        for what, mishap in self.irregularities.items():
            name = what.replace("-", "_")
            procedure = procedures.get(what) or written.get(name) or (asked if what in self.questions else None)
            if mishap.usual:
                from croupier.books.usual import PROCEDURES  # loading a book imports the engine it needs

                procedure = procedure or PROCEDURES[mishap.usual]
                if mishap.usual.startswith("seen"):
                    self.number("exposed_cards_void")
            if procedure is None:
                says = "is there without the procedure: name a `usual` one, write what follows in rulings.toml, or give one to"
                raise self.wrong("irregularities", what, f"{says} `irregularities_by` in __init__.py")
            follow, rule = procedure if isinstance(procedure, tuple) else (procedure, written.get(f"rule_{name}"))
            said = {name: value for name, value in msgspec.structs.asdict(mishap).items() if name != "usual"}
            irregularities[what] = Irregularity(follow=follow, rule=rule, **said)
        return irregularities

    def _written(self) -> dict[str, Any]:
        """Everything in the files of the book's sections, by name."""
        package = f"croupier.books.{self.folder}"
        files = (file.name for file in iter_modules(getattr(sys.modules.get(package), "__path__", [])))
        sections = (import_module(f"{package}.{name}") for name in files if re.match(r"s\d", name))
        return {name: value for section in sections for name, value in vars(section).items()}

    def section_of(self, number: str) -> str:
        """The section a clause belongs to, the innermost if sections have dots: `11.5.2(a)` is in `11.5`, or in `11`."""
        rest = number.partition("(")[0]
        while rest and rest not in self.title_page.sections:
            rest = rest.rpartition(".")[0]
        return rest

    def clause(self, number: str) -> Clause:
        """The clause with that number; `BookError` suggests similar numbers."""
        if (entry := self.catalogue.clause.get(number)) is not None:
            return entry
        near = [known for known in self.catalogue.clause if known.startswith(number) or number.startswith(known)]
        sections = list(self.title_page.sections)
        hint = f"; there are {', '.join(near[:6])}" if near else f"; sections are {sections[0]} to {sections[-1]}"
        hint += "" if number[:1].isdigit() else f"; to search: croupier clauses {self.id} --find {number}"
        raise BookError(f"{self.id} has no clause {number!r}{hint}")

    def number(self, name: str) -> int:
        """A whole number from `params.toml`."""
        value = self._param(name).value
        if not isinstance(value, int):
            raise self.wrong("params", name, "is not a whole number")
        return value

    def odd(self, name: str) -> Odds:
        """What one wager pays for each unit, whatever the hand."""
        return self._pay(name, self.value(name)).odds or Odds(0)

    def _pay(self, name: str, written: Any, hand: str = "") -> Pay:
        try:
            return Pay.read(written)
        except MoneyError as error:
            raise self.wrong("params", name, f"pays a {hand}: {error}" if hand else str(error), *[hand][: len(hand)]) from None

    def prizes(self, name: str) -> dict[str, Pay]:
        """A table of prizes: what each hand wins, in the order of the book."""
        rows = {str(row.get("hand", "")): {key: said for key, said in row.items() if key != "hand"} for row in self.rows(name)}
        if "" in rows:
            raise self.wrong("params", name, 'has rows without a hand: write { hand = "flush", amount = "50" }')
        if len(rows) < len(hands := [str(row["hand"]) for row in self.rows(name)]):
            twice = next(hand for hand in hands if hands.count(hand) > 1)
            raise self.wrong("params", name, f"has two rows for a {twice}: delete one", twice)
        return {hand: self._pay(name, said, hand) for hand, said in rows.items()}

    def odds(self, name: str, known: Iterable[Category] = Category) -> dict[Category, Odds]:
        """A pay table by category of hand, all known to the game; a single value pays every hand the same."""
        if self._param(name).value is not None:
            return dict.fromkeys(known, self.odd(name))
        rows = self._param(name).rows
        if not isinstance(rows, dict):
            raise self.wrong("params", name, "is not a table of odds: write them under rows, by hand")
        return self.paid(name, rows, known)

    def check_gaps(self, name: str, rows: Mapping[str, Any], known: Iterable[Category]) -> None:
        """Refuse a pay table that skips a hand above one that wins: it wins too, unless its row says not."""
        lower = ""
        for hand in (category.label for category in known):
            if lower and hand not in rows:
                says = f'has no row for a {hand}, though a {lower}, which is lower, has one: write it, in a wager also "{LOSES}"'
                raise self.wrong("params", name, says, lower)
            lower = hand if hand in rows else ""

    def paid(self, name: str, rows: Mapping[str, Any], known: Iterable[Category], stake: int = 0) -> dict[Category, Odds]:
        """Rows of odds by hand, all known to the game; a row may also be a sum if every stake is the same."""
        by_label = {category.label: category for category in known}
        for hand in rows:
            if hand not in by_label:
                raise self.no_hand(name, f"pays {hand!r}", hand, by_label)
        odds_by_hand = {}
        for hand, written in ((hand, written) for hand, written in rows.items() if written != LOSES):
            pay = self._pay(name, written, hand)
            if pay.odds is None and (not stake or pay.percent is not None):
                says = f'pays a {hand} no odds: write 5 for 5 to 1, or "3 to 2"; a sum needs a stake that is always the same'
                raise self.wrong("params", name, says, hand)
            odds_by_hand[by_label[hand]] = pay.odds or Odds(*Fraction(pay.sum(stake), stake).as_integer_ratio())
        return odds_by_hand

    def no_hand(self, name: str, says: str, hand: str, known: Iterable[str]) -> BookError:
        """That a row of a pay table is for something else than a hand that the game knows."""
        if any(f" in {suit}" in hand for suit in SUIT_NAMES.values()):
            more = "; only the prizes of a meter may be for one suit, and for a flush, a straight flush or a royal flush"
        else:
            more = nearest(hand, known) if get_close_matches(hand, known) else f"{nearest(hand, known)}; {ONLY_HANDS}"
        return self.wrong("params", name, f"{says}, which is not a hand{more}", hand)

    def table(self, name: str) -> dict[str, int]:
        """A table of whole numbers from `params.toml`, by name."""
        rows = self.by_name(name)
        if not all(isinstance(number, int) for number in rows.values()):
            raise self.wrong("params", name, "is not a table of whole numbers")
        return rows

    def by_name(self, name: str) -> dict[str, Any]:
        """A table from `params.toml`, by name, unchanged."""
        rows = self._param(name).rows
        if not isinstance(rows, dict):
            raise self.wrong("params", name, "is not a table by name")
        return rows

    def value(self, name: str) -> int | str:
        """A single figure from `params.toml`, unchanged."""
        if (value := self._param(name).value) is None:
            raise self.wrong("params", name, "has no single value")
        return value

    def rows(self, name: str) -> list[dict[str, Any]]:
        """The rows of a table from `params.toml`; rows keyed by hand get a field with the hand's name."""
        rows = self._param(name).rows
        if isinstance(rows, dict) and all(isinstance(row, dict) for row in rows.values()):
            return [{"hand": hand, **row} for hand, row in rows.items()]
        if not isinstance(rows, list):
            raise self.wrong("params", name, "is not a list of rows")
        for row in rows:
            if "hand" not in row and any("hand" in other for other in rows):
                key = next(iter(row), name)
                raise self.wrong("params", name, f'has a row without a hand: write {{ hand = "flush", ... }}, not {key!r}', key)
        return rows

    def _param(self, name: str) -> Parameter:
        if name not in self.params:
            says = fields()["numbers"].get(name, "a number that the book's own code asks for")
            raise self.wrong("params", name, f"is missing: it is {says}; write [{name}] with its clause and a value or rows")
        self.asked.add(name)
        return self.params[name]


def place(file: Traversable, *keys: str) -> str:
    """Where a key is in a TOML file, as `params.toml:12`; each further key is looked for after the one before."""
    lines, line_number = file.read_text(encoding="utf-8").splitlines() if file.is_file() else [], 0
    for key in keys:
        said = re.compile(rf"""\s*(\[.*?["']?\b{re.escape(key)}["']?[.\]]|["']?{re.escape(key)}["']?\s*=)""")
        within = re.compile(rf"""["']{re.escape(key)}["']""")
        later = ((number, line) for number, line in enumerate(lines, 1) if number >= line_number)
        here = next((number for number, line in later if said.match(line) or (line_number and within.search(line))), 0)
        if not here:
            break
        line_number = here
    return f"{file}:{line_number or 1}" if file.is_file() else f"{file}"


def code_fails(folder: object, error: BaseException) -> BookError:
    """The error for code of a book that fails, with the failing line."""
    lines = (f"{one.filename}:{one.lineno}" for one in reversed(extract_tb(error.__traceback__)) if str(folder) in one.filename)
    where = f"{error.filename}:{error.lineno}" if isinstance(error, SyntaxError) else next(lines, str(folder))
    kind = "" if isinstance(error, BookError) else f"its code fails: {type(error).__name__}: "
    return BookError(f"{where}: {kind}{error}")


def nearest(word: str, known: Iterable[str]) -> str:
    """What you may have meant, as the end of a sentence."""
    names = sorted(filter(None, known))
    near = get_close_matches(word, names, 3)
    return f"; did you mean {' or '.join(near)}?" if near else f"; there are {', '.join(names)}" if 0 < len(names) < 20 else ""


@cache
def fields() -> dict[str, dict[str, Any]]:
    """What the fields in a book's files mean, by the type that reads them, and the closed lists: `fields.toml`."""
    return tomllib.loads((resources.files("croupier.books") / "fields.toml").read_text(encoding="utf-8"))


def _loaded(file: Traversable, wrap: str = "") -> Any:
    """The contents of a TOML file, or of the one name allowed in it."""
    begin = f"{wrap} = []" if wrap == "pending" else f'[{wrap}."..."], or {wrap} = {{}} if there is none'
    try:
        data: Any = tomllib.loads(file.read_bytes().decode())
    except FileNotFoundError:
        raise BookError(f"{file} is missing{f': write {begin}' if wrap else ''}") from None
    except OSError as error:
        raise BookError(f"{file} cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        line = re.search(r"line (\d+)", str(error))
        raise BookError(f"{file}:{line[1] if line else len(file.read_bytes().splitlines())}: {error}") from None
    if not wrap:
        return data
    if strange := sorted(set(data) - {wrap}):
        raise BookError(f"{place(file, strange[0])}: {strange[0]} is not read here: write {begin}")
    if wrap not in data:
        raise BookError(f"{file}:1: there is no {wrap!r} in it: write {begin}")
    return data[wrap]


def converted(data: Any, kind: type[T], file: Traversable, *keys: str) -> T:
    """Data as the type that reads them; an error names the file and line and says what to write instead."""
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        way, said = _way(str(error)), f"{': '.join((*keys[-1:], str(error)))}{hint(kind, str(error))}"
        strange = re.findall("unknown field `(.*?)`", said)
        raise BookError(f"{place(file, *keys, *way, *strange)}: {said}") from None


def hint(kind: Any, error: str) -> str:
    """What to write in place of an unreadable value, as the end of a sentence."""
    way, named = _way(error), re.search(r"field `(.*?)`", error)
    if named is not None:
        owner = _type_at(kind, way)
        known = fields().get(owner.__name__, {})
        if named[1] in known:
            return f": `{named[1]}` is {known[named[1]]}"
        return nearest(named[1], known or owner.__struct_fields__) if "unknown" in error else ""
    owner, name = _type_at(kind, way[:-1]), way[-1] if way else ""
    if (word := re.search(r"Invalid enum value '(.*?)'", error)) is not None:
        return nearest(word[1], _words_of(owner, name))
    says = fields().get(owner.__name__, {}).get(name)
    return f": `{name}` is {says}" if says else ""


def _way(error: str) -> list[str]:
    """The path of fields to what an error of msgspec is about."""
    return re.findall(r"\.(\w+)", error.partition(" - at `")[2])


def _type_at(kind: Any, way: list[str]) -> Any:
    """The type of a struct inside another one, by the path of fields to it."""
    for name in way:
        declared = {field.name: field.type for field in msgspec.structs.fields(kind)}.get(name)
        inner = [part for part in (declared, *get_args(declared)) if isinstance(part, type) and issubclass(part, msgspec.Struct)]
        if not inner:
            break
        kind = inner[0]
    return kind


def _words_of(kind: Any, name: str) -> tuple[str, ...]:
    """The words of a closed list, from the type of a field."""
    field_type = next((field.type for field in msgspec.structs.fields(kind) if field.name == name), None)
    words = get_args(field_type)
    return tuple(word for word in words if isinstance(word, str)) or (get_args(words[0]) if words else ())


def _read(file: Traversable, kind: type[T], wrap: str = "") -> T:
    return converted(_loaded(file, wrap), kind, file)


def _by_name(file: Traversable, kind: type[T], wrap: str = "", but: tuple[str, ...] = (), within: str = "") -> dict[str, T]:
    """What a file has by name, or in a section of its own, so that an error can name the place."""
    data = _loaded(file, wrap)
    named = _named(file, data.get(within, {}) if within else data, within or wrap)
    return {name: converted(value, kind, file, *filter(None, (within, name))) for name, value in named.items() if name not in but}


def _named(file: Traversable, data: Any, under: str) -> dict[str, Any]:
    if not isinstance(data, dict):
        raise BookError(f"{place(file, under)}: {under or 'it'} is not a table: write [{under}.NAME]")
    return data


def read_title(folder: Traversable) -> Title:
    """The title page of the book in a folder."""
    return _read(folder / "book.toml", Title)


def read_book(folder: Traversable) -> Book:
    """The book in a folder; any fault in its files is a `BookError` that names the file and place."""
    return _read_book({name: folder / f"{name}.toml" for name in _FILES}, folder.name)


def read_edition(folder: Traversable, book: Traversable) -> Book:
    """Another edition of the book in a folder: its files replace those of the book.

    Without a title page of its own, its name comes from `edition.toml` or its folder. It has at least the numbers of the book.
    """
    own = {name: file for name in _FILES if (file := folder / f"{name}.toml").is_file()}
    if not own:
        raise BookError(f"{folder} has no file of a book")
    edition = _read_book({name: own.get(name, book / f"{name}.toml") for name in _FILES}, book.name)
    current = read_book(book)
    if edition.id != current.id:
        raise BookError(f"{folder}: this is {edition.id}, not another edition of {current.id}")
    for name, parameter in current.params.items():
        if name not in edition.params:
            raise BookError(f"{folder} params.toml: {name} is missing")
        if type(edition.params[name].value) is not type(parameter.value):
            raise BookError(f"{folder} params.toml: {name} is of another kind than in the book")
    if "book" in own:
        return edition
    own_name = _read(file, Edition) if (file := folder / "edition.toml").is_file() else Edition(folder.name)
    return replace(edition, title_page=replace(edition.title_page, **msgspec.structs.asdict(own_name)))


def _digest(meaning: Any) -> str:
    return sha256(msgspec.json.encode(meaning, order="sorted")).hexdigest()


def _wordless(data: Any) -> Any:
    """Data without our own wording, which may change while the meaning stays."""
    if isinstance(data, dict):
        return {key: _wordless(value) for key, value in data.items() if key not in ("line", "why", "says", "terms")}
    return [_wordless(item) for item in data] if isinstance(data, list | tuple) else data


_FILES = ("book", "clauses", "params", "duties", "irregularities", "rulings", "play", "pending")


def _read_book(files: dict[str, Traversable], folder: str) -> Book:
    title_page = _read(files["book"], Title)
    clauses = _by_name(files["clauses"], Clause, wrap="clause")
    data: dict[str, Any] = {
        "catalogue": Catalogue(dict(sorted(clauses.items(), key=lambda clause: number_key(clause[0])))),
        "params": _by_name(files["params"], Parameter, but=("options", "wager")),
        "options": _by_name(files["params"], Prescription, within="options"),
        "wagers": _by_name(files["params"], WagerTerms, within="wager"),
        "duties": _by_name(files["duties"], Duty, wrap="duty"),
        "irregularities": _by_name(files["irregularities"], Mishap, wrap="irregularity"),
        "questions": _by_name(files["rulings"], Question, wrap="ruling") if files["rulings"].is_file() else {},
        "play": _by_name(files["play"], dict[str, Any], wrap="game") if files["play"].is_file() else {},
        "pending": _read(files["pending"], tuple[str, ...], wrap="pending"),
    }
    # Duties are done in the order of their file; the order of clauses and numbers means nothing.
    duties, people = tuple(data["duties"].items()), (title_page.ranks, title_page.officials)
    meaning = (data["catalogue"], data["params"], duties, data["irregularities"], people, title_page.module)
    meaning = (*meaning, *filter(None, (data["options"], data["wagers"])))
    digest, worded = _digest(_wordless(msgspec.to_builtins(meaning))), _digest(meaning)
    book = Book(title_page=title_page, folder=folder, files=files, digest=digest, worded=worded, **data)
    for wrong in _faults(book):
        raise wrong
    return book


def _faults(book: Book) -> Iterator[BookError]:
    """What is wrong with a book's data alone, each fault with its place and what to write instead."""
    page, clauses = book.title_page, book.catalogue.clause
    try:
        currency(page.currency)
    except MoneyError as error:
        yield book.wrong("book", "currency", f"is wrong: {error}")
    cited = [("book", "conduct", page.conduct), ("pending", "pending", book.pending)]
    for name, parameter in book.params.items():
        rows = parameter.rows.values() if isinstance(parameter.rows, dict) else parameter.rows or ()
        given = [row["clause"] for row in rows if isinstance(row, dict) and "clause" in row]
        cited += [("params", name, tuple(clause) if isinstance(clause, list) else (str(clause),)) for clause in given]
        if (parameter.value is None) == (parameter.rows is None):
            yield book.wrong("params", name, "needs either a value or rows")
    named: list[tuple[str, Mapping[str, Any]]] = [("params", part) for part in (book.params, book.options, book.wagers)]
    named += [("duties", book.duties), ("irregularities", book.irregularities)]
    for file, part in named:
        cited += [(file, name, one.clauses) for name, one in part.items()]
    for name, asks in book.questions.items():
        cited += [("rulings", name, option.clauses) for option in asks.options.values()]
        cited += [("rulings", name, step.clauses) for step in asks.steps]
    for file, name, numbers in cited:
        if not numbers and file in ("params", "duties", "irregularities"):
            yield book.wrong(file, name, "names no clause: write the one that it is from")
        for number in numbers:
            if number not in clauses:
                yield book.wrong(file, name, f"cites {number}, which is not a clause{nearest(number, clauses)}", number)
    for name, asks in book.questions.items():
        if bool(asks.question) != bool(asks.options) or not (asks.options or asks.then):
            yield book.wrong("rulings", name, "needs a question with its options, or what follows without one in `then`")
    for game in sorted(set(book.play) - set(page.games)):
        yield book.wrong("play", game, f"is not a game of the book{nearest(game, page.games)}")
    for number, clause in clauses.items():
        if not book.section_of(number):
            says = f"is in no section: write its section under [sections] in book.toml, such as {number.partition('.')[0]!r}"
            yield book.wrong("clauses", number, says)
        if not clause.line.strip():
            yield book.wrong("clauses", number, "has an empty line: say in one sentence what it means", "line")
        if twice := next((ground for ground in clause.grounds if clause.grounds.count(ground) > 1), ""):
            yield book.wrong("clauses", number, f"names the ground {twice!r} twice: delete one", "grounds", twice)
        for ground in clause.grounds:
            if ground not in _grounds():
                says = f"is to be cited for {ground!r}, which is no ground{nearest(ground, _grounds())}"
                yield book.wrong("clauses", number, says, ground)
        for game in clause.games:
            if game not in page.games:
                yield book.wrong("clauses", number, f"is for {game!r}, which is not a game of the book", game)
    happenings = [("duties", n, duty.phases) for n, duty in book.duties.items()]
    happenings += [("irregularities", name, mishap.phases) for name, mishap in book.irregularities.items()]
    for file, name, phases in happenings:
        for phase in phases:
            if phase not in phases_known():
                says = f"has the phase {phase!r}, which there is not{nearest(phase, phases_known())}"
                yield book.wrong(file, name, says, phase)
    hands = {category.label for category in Category}
    for name, duty in book.duties.items():
        if duty.by not in ("", "player", *page.ranks):
            says = f"is for {duty.by!r}, who is not a rank of the book{nearest(duty.by, page.ranks)}"
            yield book.wrong("duties", name, says, duty.by)
        for official in duty.also:
            if official not in page.officials:
                yield book.wrong("duties", name, f"is for {official!r}, who is not an official of the book", official)
    for name, mishap in book.irregularities.items():
        for rank in mishap.ranks:
            if rank not in (*page.ranks, *page.officials):
                says = f"names a rank that nobody has: {rank!r} is not a rank of {book.id}{nearest(rank, page.ranks)}"
                yield book.wrong("irregularities", name, says, rank)
    shown = [("duties", name, hand) for name, duty in book.duties.items() for hand in duty.hands]
    for file, name, hand in [*shown, *(("book", "notice", hand) for hand in page.jackpot_for_play.notice)]:
        if hand not in hands:
            yield book.wrong(file, name, f"names {hand!r}, which is not a hand{nearest(hand, hands)}", hand)


@cache
def phases_known(engine: str = "") -> frozenset[str]:
    """The phases of a round at a house table, of a hand of poker, or of both."""
    from croupier.poker.hand import Phase as OfHand  # loading a book imports the engine it needs
    from croupier.stud.state import Phase as OfRound

    of = {"stud": get_args(OfRound), "poker": get_args(OfHand)}
    return frozenset(of.get(engine, (*of["stud"], *of["poker"])))


@cache
def _grounds() -> frozenset[str]:
    """Every ground that any engine declares."""
    return frozenset(ground for name in _ENGINES for ground in grounds_of(f"croupier.{name}").sentences)


_ENGINES = ("kernel", "stud", "poker", "jackpots", "promotions", "tournaments", "room", "people", "cage")
