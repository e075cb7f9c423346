"""The five rulebooks with their editions and games, and any books that you add (`add_book`)."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from datetime import UTC, date, datetime
from functools import cache
from hashlib import sha256
from importlib import import_module, resources
from importlib.resources.abc import Traversable
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

import msgspec
from msgspec.structs import replace

from croupier.books.book import Book, Title, code_fails, place, read_book, read_edition, read_title
from croupier.kernel.cards import Card, CardError
from croupier.kernel.errors import BookError, CroupierError, UnknownGame
from croupier.kernel.hands import HandValue
from croupier.kernel.money import currency

if TYPE_CHECKING:  # loading a book imports the engine it needs
    from croupier.jackpots.prizes import Jackpot
    from croupier.jackpots.systems import MeterRules, Terms
    from croupier.kernel.rulebook import Rulebook
    from croupier.poker.rules import Rules as PokerRules
    from croupier.promotions.state import PromotionRules
    from croupier.room.state import RoomRules
    from croupier.stud.rules import Rules
    from croupier.tournaments.state import TournamentRules

_HERE: Traversable = resources.files("croupier.books")
_FOLDERS = ("crown_caribbean_stud", "crown_poker", "star_caribbean_stud", "venezia_caribbean_poker", "nz_caribbean_stud")
_PLACES: dict[str, Traversable] = {folder: _HERE / folder for folder in _FOLDERS}
_TITLES = {folder: read_title(place) for folder, place in _PLACES.items()}

BOOKS: dict[str, str] = {title.id: folder for folder, title in _TITLES.items()}
"""Each rulebook and its folder."""

HOUSE = "house"
"""The house's own procedures: a small book of ours for what no rulebook covers. It is not one of the five."""

_OF_THE_HOUSE: dict[str, Any] = {}
"""The title page of the house's own procedures."""

TITLES: dict[str, Title] = {title.id: title for title in _TITLES.values()}
"""The title page of each rulebook, in its current edition."""

USUAL_GAME, USUAL_POKER_GAME = "crown-caribbean-stud", "crown-holdem"
USUAL_ROOM, USUAL_PROMOTIONS = "crown-poker", "star-caribbean-stud"
"""The book used when no game, room or promotion is named."""

GAMES: dict[str, str] = {game: title.id for title in _TITLES.values() for game in title.games}
"""Each game and its book."""

Values = Callable[[Sequence[Card], Sequence[Card]], dict[str, HandValue | None]]
"""The values of a hand, with a board if there is one, for each purpose."""

R = TypeVar("R", bound="Rulebook")
T = TypeVar("T")

When = date | str | Callable[[], int] | None
"""A day, also written 2027-01-31, or a clock that gives the time in seconds since 1970. Days are in UTC."""


class ByEdition(Generic[T]):
    """Something a book makes once per name and edition. Without an edition, it is the one in force on a day, or without a day
    the current one.
    """

    def __init__(self, make: Callable[[str, str], T]) -> None:
        self.__doc__, self.__name__ = make.__doc__, make.__name__
        self._made = cache(make)
        _MADE.append(self)

    def __call__(self, name: str, edition: str = "", at: When = None) -> T:
        return self._made(name, book_of(name, edition, at).edition)

    def __reduce__(self) -> str:
        return self.__name__  # it counts as its own copy

    def cache_clear(self) -> None:
        self._made.cache_clear()


_MADE: list[ByEdition[Any]] = []


class Game(msgspec.Struct, frozen=True, kw_only=True):
    """What a book's folder says about one of its games: the `rules` of a house game, or of a game in the `poker` room.

    `values` reads a hand for each purpose; without it a hand is read as the `rules` do.

    `jackpot` gives the terms of a progressive jackpot from what the house has chosen; `asks` are the fields of those
    terms that only some books leave to the house, and `seeds` the terms that the book itself tabulates.
    """

    values: Values | None = None
    rules: Callable[[Book], Rules] | None = None
    poker: Callable[[Book], PokerRules] | None = None
    jackpot: Callable[[Book, Terms], Jackpot] | None = None
    asks: frozenset[str] = frozenset()
    seeds: Callable[[Book], list[Terms]] = lambda book: []


def values_of(game: str) -> Values:
    """What the cards of a hand are worth in a game, for each purpose."""
    if (given := game_of(game).values) is not None:
        return given
    rules = rules_of(game)

    def values(cards: Sequence[Card], board: Sequence[Card]) -> dict[str, HandValue | None]:
        if board:
            raise CardError("there is no board in stud: the cards of a hand are all it has")
        hand_values: dict[str, HandValue | None] = {"bet": rules.value(cards)}
        return hand_values | ({"jackpot": rules.jackpot_value(cards)} if rules.has("jackpot") else {})

    return values


def _place_of(book: str) -> Traversable:
    return _HERE / HOUSE if book == HOUSE else _PLACES[BOOKS[book]]


@cache
def _current(book: str) -> Book:
    edition = _with_code(read_book(_place_of(book)))
    return edition if book != HOUSE else replace(edition, title_page=replace(edition.title_page, **_OF_THE_HOUSE))


def _with_code(book: Book) -> Book:
    """The code of an outside book is part of its meaning; that of the five is part of the software's version."""
    folder = _PLACES.get(book.folder, _HERE)
    if book.folder in _FOLDERS or not isinstance(folder, Path) or book.id == HOUSE:
        return book
    sources = sorted(
        [*folder.rglob("*.py"), *(folder / name for name in ("play.toml", "rulings.toml") if (folder / name).is_file())]
    )
    code = sha256(b"".join(f"{file.relative_to(folder)}\n".encode() + file.read_bytes() for file in sources))
    return replace(book, digest=f"{book.digest}+{code.hexdigest()}", worded=f"{book.worded}+{code.hexdigest()}")


def is_ours(book: str) -> bool:
    """Whether a book is included in the software."""
    return BOOKS.get(book) in _FOLDERS


def added() -> list[str]:
    """The folders of the added books, so that another process can add them too."""
    return [str(place) for folder, place in _PLACES.items() if folder not in _FOLDERS]


def add_books(folders: Iterable[str | Path]) -> None:
    """Add several books by their folders; books already added stay."""
    for folder in folders:
        add_book(Path(folder))


@cache
def _editions(book: str) -> dict[str, Book]:
    """The editions of a book by name: those in its folder and any that were added."""
    known = {_current(book).edition: _current(book)}
    folder = _place_of(book)
    if (further := folder / "editions").is_dir():
        for path in further.iterdir():
            _keep(known, _with_code(read_edition(path, folder)))
    return known


def _keep(known: dict[str, Book], edition: Book) -> Book:
    """Refuse two editions with one name or one date: a record could then mean either."""
    if known.get(edition.edition, edition).digest != edition.digest:
        raise BookError(f"{edition.id} has another edition {edition.edition!r} already")
    since = edition.title_page.effective
    for other in known.values():
        if since is not None and other.title_page.effective == since and other.edition != edition.edition:
            raise BookError(f"{edition.id}: {edition.edition!r} and {other.edition!r} both take effect on {since}: change one")
    return known.setdefault(edition.edition, edition)


def in_force(book: str, at: When) -> str:
    """The edition of a book in force on a day: the latest one that has taken effect by then.

    If a book's own edition has no date, it was in force before all others. Any other edition without a date is a draft and
    applies only when named.
    """
    current, at = _current(book), day_of(at) if isinstance(at, str) else at
    since = sorted((day, name) for name, edition in _editions(book).items() if (day := edition.title_page.effective) is not None)
    if at is None or not since:
        return current.edition
    day = day_of(at)
    if by_then := [name for first, name in since if first <= day]:
        return by_then[-1]
    if current.title_page.effective is None:
        return current.edition
    raise UnknownGame(f"{book} had no edition in force on {day}: the first, {since[0][1]!r}, took effect on {since[0][0]}")


def day_of(at: date | str | Callable[[], int]) -> date:
    """Read a day; `UnknownGame` says how to write one."""
    if isinstance(at, str):
        try:
            return date.fromisoformat(at)
        except ValueError:
            raise UnknownGame(f"{at!r} is not a date: write it as 2027-01-31") from None
    return at if isinstance(at, date) else datetime.fromtimestamp(at(), UTC).date()


_MEANT: ContextVar[Callable[[str], str]] = ContextVar("_MEANT", default=lambda book: _current(book).edition)


@contextmanager
def meaning(edition_of: Callable[[str], str]) -> Iterator[None]:
    """Choose each book's edition for a block of code: `meaning(lambda book: in_force(book, day))`."""
    before = _MEANT.set(edition_of)
    try:
        yield
    finally:
        _MEANT.reset(before)


def playing_by(book: Book) -> AbstractContextManager[None]:
    """Use this edition of its book for a block of code, wherever none is named."""
    others = _MEANT.get()
    return meaning(lambda name: book.edition if name == book.id else others(name))


def add_edition(book: str, folder: Traversable, called: str = "") -> Book:
    """Another edition of a book, in a folder elsewhere: its files replace those of the book.

    `called` gives it a name other than its own.
    """
    edition = read_edition(folder, folder_of(book))
    if called:
        edition = replace(edition, title_page=replace(edition.title_page, edition=called))
    return _keep(_editions(book_of(book).id), _with_code(edition))


def add_book(folder: Path | str) -> Book:
    """Add a book from a folder of your own; from then on it is known by name like the others.

    The folder has the files of a book, its procedures in `__init__.py` and, optionally, its cases in `cases/`. It becomes
    the module `croupier.books.FOLDER`, so its name must differ from every other book's folder.
    """
    folder = Path(folder).resolve()
    book = read_book(folder)
    if _PLACES.get(folder.name) == folder:
        return book_of(book.id)
    if not folder.name.isidentifier() or folder.name in _PLACES or (_HERE / f"{folder.name}.py").is_file():
        raise BookError(f"{folder}: {folder.name!r} cannot be the name of a new book's folder")
    if taken := [name for name in (book.id, *book.title_page.games) if name in BOOKS or name in GAMES]:
        where = place(folder / "book.toml", *(["id"] if taken[0] == book.id else ["games", taken[0]]))
        raise BookError(f"{where}: there is a book or game {taken[0]!r} already: choose another name")
    try:
        _load(f"{__name__}.{folder.name}", folder, book)
        _PLACES[folder.name], BOOKS[book.id] = folder, folder.name
        TITLES[book.id] = book.title_page
        GAMES.update(dict.fromkeys(book.title_page.games, book.id))
        for fault in import_module(f"{__name__}.checking").faults(book_of(book.id)):
            raise fault  # a book that cannot be played is not kept in part
    except (Exception, SystemExit) as error:  # outside code may fail in any way
        _forget(book)
        if isinstance(error, CroupierError):
            raise
        raise code_fails(folder, error) from error
    return book_of(book.id)


def _load(name: str, folder: Path, book: Book) -> None:
    """Import a folder, wherever it is, as a module of that name; a book of data alone gets its games from the data."""
    if not (folder / "__init__.py").is_file():
        usual = import_module(f"{__name__}.usual")
        sys.modules[name] = module = ModuleType(name)
        vars(module).update(GAMES=usual.games_of(book), **({"meters": usual.meters} if "jackpot_prizes" in book.params else {}))
        return
    spec = spec_from_file_location(name, folder / "__init__.py", submodule_search_locations=[str(folder)])
    if spec is None or spec.loader is None:
        raise BookError(f"{folder / '__init__.py'} cannot be loaded")
    sys.modules[name] = module = module_from_spec(spec)
    spec.loader.exec_module(module)


def _forget(book: Book) -> None:
    """Forget a book completely, so that it can be added again once it is fixed."""
    _PLACES.pop(book.folder, None)
    BOOKS.pop(book.id, None)
    TITLES.pop(book.id, None)
    for game in book.title_page.games:
        GAMES.pop(game, None)
    for module in [name for name in sys.modules if f"{name}.".startswith(f"{__name__}.{book.folder}.")]:
        del sys.modules[module]
    _read_again()


def _read_again() -> None:
    """Forget everything that was read and made; it is made again when needed."""
    for forget in (_current.cache_clear, _editions.cache_clear, jackpot_counts.cache_clear, *(one.cache_clear for one in _MADE)):
        forget()


def set_house_currency(code: str) -> None:
    """Set the currency for sums that belong to no rulebook: at the cage, and in people's own limits.

    They are written as in books with the same currency. `MoneyError` lists the codes.
    """
    home = any(page.currency == code and page.home_sign for page in TITLES.values())
    _OF_THE_HOUSE.update(currency=currency(code).code, home_sign=home)
    _read_again()


def folder_of(name: str) -> Traversable:
    """Where the files of a book are; a game's name finds its book."""
    return _place_of(book_of(name).id)


def book_of(name: str, edition: str = "", at: When = None) -> Book:
    """The book of that name, or the book of the game with that name.

    It is the named edition, or the one in force on a day; without either, the current one.
    """
    book = GAMES.get(name, name)
    if book not in BOOKS and book != HOUSE:
        known = ", ".join(dict.fromkeys([*BOOKS, *GAMES]))
        raise UnknownGame(f"there is no book or game {name!r}; there are {known}")
    edition = edition or (_MEANT.get()(book) if at is None else in_force(book, at))
    if edition == _current(book).edition:
        return _current(book)
    known_editions = _editions(book)
    if edition not in known_editions:
        raise UnknownGame(f"{book} has no edition {edition!r}; there are {', '.join(map(repr, known_editions))}")
    return known_editions[edition]


def editions_of(name: str) -> tuple[Book, ...]:
    """Every edition of a book that is known here, the current one first."""
    return tuple(_editions(book_of(name).id).values())


def games() -> tuple[str, ...]:
    """The names of all games that can be played, book by book.

    >>> games()[:3]
    ('crown-caribbean-stud', 'crown-wild-aruba', 'crown-holdem')
    """
    return tuple(GAMES)


def poker_games() -> tuple[str, ...]:
    """The games of the poker room, book by book."""
    return tuple(name for name in GAMES if game_of(name).poker is not None)


def books_with(section: str) -> tuple[str, ...]:
    """The books that have a function of that name: `meters`, `room`, `tournaments` or `promotions`."""
    return tuple(book for book in BOOKS if hasattr(import_module(book_of(book).module), section))


def _section(book: Book, section: str, what: str, *more: Any) -> Any:
    """What a book says about one subject, from the function it has for that."""
    if (make := getattr(import_module(book.module), section, None)) is None:
        known = ", ".join(books_with(section))
        raise UnknownGame(f"{book.id} has no rules for {what}; {known} has")
    return make(book, *more)


def game_of(name: str, edition: str = "") -> Game:
    """The game of that name, from its book's folder."""
    if name not in GAMES:
        raise UnknownGame(f"there is no game {name!r}; there are {', '.join(GAMES)}")
    book = book_of(name, edition)
    if name not in book.title_page.games:
        raise UnknownGame(f"{book.id}, {book.edition}, has no game {name!r}")
    its_games: dict[str, Game] = import_module(book.module).GAMES
    return its_games[name]


def _rules_in(played: Literal["rules", "poker"], name: str, edition: str, elsewhere: str) -> Any:
    """The rules of a game played there."""
    if (make := getattr(game_of(name, edition), played)) is None:
        playable = ", ".join(other for other in GAMES if getattr(game_of(other), played) is not None)
        raise UnknownGame(f"{name} is played {elsewhere} {playable}")
    return make(book_of(name, edition))


@ByEdition
def rules_of(name: str, edition: str) -> Rules:
    """The rules of a house game, ready for the engine, by edition or as in force on a day (`at`)."""
    elsewhere = "in the poker room, not against the house; against the house are"
    rules: Rules = _rules_in("rules", name, edition, elsewhere)
    return _with_editions(rules, name, rules_of)


@ByEdition
def poker_rules_of(name: str, edition: str) -> PokerRules:
    """The rules of a game in the poker room, ready for the engine, by edition or as in force on a day (`at`)."""
    rules: PokerRules = _rules_in("poker", name, edition, "against the house, not in the poker room; there are")
    return _with_editions(rules, name, poker_rules_of)


@ByEdition
def rules_of_meters(name: str, edition: str) -> MeterRules:
    """What the book of a game says about prize meters."""
    book = book_of(name, edition)
    if name != book.id:  # every game of a book has the same ones
        return rules_of_meters(book.id, edition)
    rules: MeterRules = _section(book, "meters", "prize meters")
    return _with_editions(rules, name, rules_of_meters)


@ByEdition
def rules_of_room(name: str, edition: str) -> RoomRules:
    """What a book says about its poker room."""
    rules: RoomRules = _section(book_of(name, edition), "room", "a poker room")
    return rules


@ByEdition
def rules_of_promotions(name: str, edition: str) -> PromotionRules:
    """What a book says about promotions."""
    rules: PromotionRules = _section(book_of(name, edition), "promotions", "promotions")
    return rules


@ByEdition
def rules_of_tournaments(name: str, edition: str) -> TournamentRules:
    """What the book of a game says about tournaments in it."""
    book = book_of(name, edition)
    if name not in GAMES:
        raise UnknownGame(f"a tournament is played in a game, not in {name!r}; there are {', '.join(GAMES)}")
    find: Callable[[str, str], Any] = rules_of if game_of(name, edition).poker is None else poker_rules_of
    rules: TournamentRules = _section(book, "tournaments", "tournaments", name, find(name, edition))
    return rules


def _with_editions(rules: R, name: str, find: Callable[[str, str], Any]) -> R:
    """The rules of the same game by another edition, so that a table can adopt it."""

    def other(edition: str) -> Any:
        try:
            return find(name, edition)
        except UnknownGame:
            return None

    return replace(rules, other_edition=other)


def jackpot_of(terms: Terms, edition: str = "") -> Jackpot:
    """The jackpot of a game on these terms; an error says what the book does not allow."""
    if (make := game_of(terms.game, edition).jackpot) is None:
        raise UnknownGame(f"{terms.game} has no progressive jackpot")
    made = make(book_of(terms.game, edition), terms)
    cards = rules_of(terms.game, edition).cards
    return replace(made, counts=lambda: jackpot_counts(terms.game, terms.option, edition), cards=cards)


@cache
def jackpot_counts(game: str, option: int = 0, edition: str = "") -> Mapping[str, int]:
    """How many hands win each prize, as the book itself reads them; hands without a prize are counted by kind.

    >>> jackpot_counts("crown-caribbean-stud")["royal flush"]
    4
    """
    from croupier.jackpots.worth import hands_by
    from croupier.stud.rules import Options

    rules, options = rules_of(game, edition), Options(jackpot_option=option)

    def named(cards: Sequence[Card]) -> tuple[str, str]:
        value = rules.jackpot_value(cards)
        return rules.jackpot_hand(options, value), value.category.label

    hands = hands_by(named, rules.cards)
    prizes = {prize: sum(n for (won, _), n in hands.items() if won == prize) for prize, _ in hands if prize}
    labels = Counter[str]()
    for (_, label), n in hands.items():
        labels[label] += n
    return {**labels, **prizes}
