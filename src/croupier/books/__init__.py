"""The five rulebooks in their editions, and the games that they are the rules of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module, resources
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from msgspec.structs import replace

from croupier.books.book import Book, Title, read_book, read_edition, read_title
from croupier.kernel.cards import Card
from croupier.kernel.errors import BookError, UnknownGame
from croupier.kernel.hands import HandValue

if TYPE_CHECKING:  # a book brings the engine that it needs
    from croupier.jackpots.prizes import Jackpot
    from croupier.jackpots.systems import MeterRules, Terms
    from croupier.kernel.rulebook import Rulebook
    from croupier.poker.rules import Rules as PokerRules
    from croupier.room.state import RoomRules
    from croupier.stud.rules import Rules
    from croupier.tournaments.state import TournamentRules

_HERE: Traversable = resources.files("croupier.books")
_FOLDERS = (
    "crown_caribbean_stud",
    "crown_poker",
    "star_caribbean_stud",
    "venezia_caribbean_poker",
    "nz_caribbean_stud",
)
_TITLES = {folder: read_title(_HERE / folder) for folder in _FOLDERS}

BOOKS: dict[str, str] = {title.id: folder for folder, title in _TITLES.items()}
"""Each rulebook and its folder."""

HOUSE = "house"
"""The house's own procedures: a small book of ours for what no rulebook demands. It is none of the five."""

_FOLDER_OF = BOOKS | {HOUSE: "house"}

TITLES: dict[str, Title] = {title.id: title for title in _TITLES.values()}
"""The title page of each rulebook, in its current edition."""

GAMES: dict[str, str] = {game: title.id for title in _TITLES.values() for game in title.games}
"""Each game and the book that it is played by."""

Values = Callable[[Sequence[Card], Sequence[Card]], dict[str, HandValue | None]]
"""The values of a hand (and a board, where there is one) for each purpose."""

R = TypeVar("R", bound="Rulebook")


class Game(msgspec.Struct, frozen=True, kw_only=True):
    """What a book's folder says about one of its games: `rules` of a house game, or those of a game in the `poker` room.

    `jackpot` gives the terms of a progressive jackpot, from what the house has fixed for it.
    """

    values: Values
    rules: Callable[[Book], Rules] | None = None
    poker: Callable[[Book], PokerRules] | None = None
    jackpot: Callable[[Book, Terms], Jackpot] | None = None


@cache
def _current(book: str) -> Book:
    return read_book(_HERE / _FOLDER_OF[book])


@cache
def _editions(book: str) -> dict[str, Book]:
    """The editions of a book by name, as its folder has them, and whatever is added."""
    known = {_current(book).edition: _current(book)}
    folder = _HERE / _FOLDER_OF[book]
    if (further := folder / "editions").is_dir():
        for each in further.iterdir():
            _keep(known, read_edition(each, folder))
    return known


def _keep(known: dict[str, Book], edition: Book) -> Book:
    """Two editions of one name would be two meanings of one record."""
    if known.setdefault(edition.edition, edition).digest != edition.digest:
        raise BookError(f"{edition.id} has another edition {edition.edition!r} already")
    return known[edition.edition]


def add_edition(book: str, folder: Traversable) -> Book:
    """Another edition of a book, which lies in a folder elsewhere: the files there stand in for those of the book."""
    return _keep(_editions(book_of(book).id), read_edition(folder, _HERE / book_of(book).folder))


def book_of(name: str, edition: str = "") -> Book:
    """The book of that name, or the book that the game of that name is played by; the current edition unless one is named."""
    book = GAMES.get(name, name)
    if book not in _FOLDER_OF:
        known = ", ".join(dict.fromkeys([*BOOKS, *GAMES]))
        raise UnknownGame(f"there is no book or game {name!r}; there are {known}")
    if edition in ("", _current(book).edition):
        return _current(book)
    known_editions = _editions(book)
    if edition not in known_editions:
        raise UnknownGame(f"{book} has no edition {edition!r}; there is {', '.join(map(repr, known_editions))}")
    return known_editions[edition]


def game_of(name: str, edition: str = "") -> Game:
    """The game of that name, as its book's folder has it."""
    if name not in GAMES:
        raise UnknownGame(f"there is no game {name!r}; there are {', '.join(GAMES)}")
    book = book_of(name, edition)
    if name not in book.title_page.games:
        raise UnknownGame(f"{book.id}, {book.edition}, has no game {name!r}")
    games: dict[str, Game] = import_module(book.module).GAMES
    return games[name]


def rules_of(name: str, edition: str = "") -> Rules:
    """The rules of a house game, ready for the engine."""
    return _rules_of(name, book_of(name, edition).edition)


@cache
def _rules_of(name: str, edition: str) -> Rules:
    game = game_of(name, edition)
    if game.rules is None:
        playable = ", ".join(other for other in GAMES if game_of(other).rules is not None)
        raise UnknownGame(
            f"{name} is played in the poker room, not against the house; against the house are {playable}"
        )
    return _with_editions(game.rules(book_of(name, edition)), name, rules_of)


def poker_rules_of(name: str, edition: str = "") -> PokerRules:
    """The rules of a game in the poker room, ready for the engine."""
    return _poker_rules_of(name, book_of(name, edition).edition)


@cache
def _poker_rules_of(name: str, edition: str) -> PokerRules:
    game = game_of(name, edition)
    if game.poker is None:
        playable = ", ".join(other for other in GAMES if game_of(other).poker is not None)
        raise UnknownGame(f"{name} is played against the house, not in the poker room; there are {playable}")
    return _with_editions(game.poker(book_of(name, edition)), name, poker_rules_of)


def rules_of_meters(name: str, edition: str = "") -> MeterRules:
    """What the book of a game says about prize meters."""
    book = book_of(name, edition)
    return _rules_of_meters(book.id, book.edition)


@cache
def _rules_of_meters(name: str, edition: str) -> MeterRules:
    book = book_of(name, edition)
    make: Callable[[Book], MeterRules] | None = getattr(import_module(book.module), "meters", None)
    if make is None:
        raise UnknownGame(f"{book.id} has no prize meters here")
    return _with_editions(make(book), name, rules_of_meters)


@cache
def rules_of_room(name: str, edition: str = "") -> RoomRules:
    """What a book says about its poker room."""
    book = book_of(name, edition)
    make: Callable[[Book], RoomRules] | None = getattr(import_module(book.module), "room", None)
    if make is None:
        raise UnknownGame(f"{book.id} has no poker room")
    return make(book)


def rules_of_tournaments(name: str, edition: str = "") -> TournamentRules:
    """What the book of a game says about tournaments in it."""
    return _rules_of_tournaments(name, book_of(name, edition).edition)


@cache
def _rules_of_tournaments(name: str, edition: str) -> TournamentRules:
    book = book_of(name, edition)
    if name not in GAMES:
        raise UnknownGame(f"a tournament is played in a game, not in {name!r}; there are {', '.join(GAMES)}")
    make: Callable[[Book, str, Any], TournamentRules] | None = getattr(import_module(book.module), "tournaments", None)
    if make is None:
        raise UnknownGame(f"{book.id} has no tournaments here")
    find: Callable[[str, str], Any] = rules_of if game_of(name, edition).poker is None else poker_rules_of
    return make(book, name, find(name, edition))


def _with_editions(rules: R, name: str, find: Callable[[str, str], Any]) -> R:
    """Rules that find the same game by another edition, so that a table can adopt it."""

    def other(edition: str) -> Any:
        try:
            return find(name, edition)
        except UnknownGame:
            return None

    return replace(rules, other_edition=other)


def jackpot_of(terms: Terms, edition: str = "") -> Jackpot:
    """The jackpot of a game on these terms; an error says what the book does not allow."""
    make = game_of(terms.game, edition).jackpot
    if make is None:
        raise UnknownGame(f"{terms.game} has no progressive jackpot")
    return make(book_of(terms.game, edition), terms)
