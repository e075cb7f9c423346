"""The five rulebooks, and the games that they are the rules of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module

import msgspec

from croupier.books.book import Book, load_book
from croupier.jackpots.prizes import Jackpot
from croupier.jackpots.systems import MeterRules, Terms
from croupier.kernel.cards import Card
from croupier.kernel.clauses import BookError
from croupier.kernel.hands import HandValue
from croupier.poker.rules import Rules as PokerRules
from croupier.stud.rules import Rules

BOOKS: dict[str, str] = {
    "crown-caribbean-stud": "crown_caribbean_stud",
    "crown-poker": "crown_poker",
    "star-caribbean-stud": "star_caribbean_stud",
    "venezia-caribbean-poker": "venezia_caribbean_poker",
    "nz-caribbean-stud": "nz_caribbean_stud",
}
"""Each rulebook and its folder."""

GAMES: dict[str, str] = {
    "crown-caribbean-stud": "crown-caribbean-stud",
    "crown-wild-aruba": "crown-caribbean-stud",
    "star-caribbean-stud": "star-caribbean-stud",
    "venezia-caribbean-poker": "venezia-caribbean-poker",
    "nz-caribbean-stud": "nz-caribbean-stud",
    "crown-holdem": "crown-poker",
    "crown-pineapple": "crown-poker",
    "crown-crazy-pineapple": "crown-poker",
    "crown-crazy-pineapple-hi-lo": "crown-poker",
    "crown-holdem-hi-lo": "crown-poker",
    "crown-omaha": "crown-poker",
    "crown-omaha-hi-lo": "crown-poker",
}
"""Each game and the book that it is played by."""

Values = Callable[[Sequence[Card], Sequence[Card]], dict[str, HandValue | None]]
"""The values of a hand (and a board, where there is one) for each purpose."""


class Game(msgspec.Struct, frozen=True, kw_only=True):
    """What a book's folder says about one of its games: `rules` of a house game, or those of a game in the `poker` room.

    `jackpot` gives the terms of a progressive jackpot, from what the house has fixed for it.
    """

    title: str
    values: Values
    rules: Callable[[Book], Rules] | None = None
    poker: Callable[[Book], PokerRules] | None = None
    jackpot: Callable[[Book, Terms], Jackpot] | None = None


def book_of(name: str) -> Book:
    """The book of that name, or the book that the game of that name is played by."""
    book = GAMES.get(name, name)
    if book not in BOOKS:
        known = ", ".join(dict.fromkeys([*BOOKS, *GAMES]))
        raise BookError(f"there is no book or game {name!r}; there are {known}")
    return load_book(BOOKS[book])


def game_of(name: str) -> Game:
    """The game of that name, as its book's folder has it."""
    if name not in GAMES:
        raise BookError(f"there is no game {name!r}; there are {', '.join(GAMES)}")
    games: dict[str, Game] = import_module(f"croupier.books.{BOOKS[GAMES[name]]}").GAMES
    return games[name]


@cache
def rules_of(name: str) -> Rules:
    """The rules of a house game, ready for the engine."""
    game = game_of(name)
    if game.rules is None:
        playable = ", ".join(other for other in GAMES if game_of(other).rules is not None)
        raise BookError(f"{name} is played in the poker room, not against the house; against the house are {playable}")
    return game.rules(book_of(name))


@cache
def poker_rules_of(name: str) -> PokerRules:
    """The rules of a game in the poker room, ready for the engine."""
    game = game_of(name)
    if game.poker is None:
        playable = ", ".join(other for other in GAMES if game_of(other).poker is not None)
        raise BookError(f"{name} is played against the house, not in the poker room; there are {playable}")
    return game.poker(book_of(name))


@cache
def rules_of_meters(name: str) -> MeterRules:
    """What the book of a game says about prize meters."""
    book = book_of(name)
    folder = import_module(f"croupier.books.{BOOKS[book.id]}")
    if not hasattr(folder, "meters"):
        raise BookError(f"{book.id} has no prize meters here")
    rules: MeterRules = folder.meters(book)
    return rules


def jackpot_of(terms: Terms) -> Jackpot:
    """The jackpot of a game on these terms; `BookError` says what the book does not allow."""
    make = game_of(terms.game).jackpot
    if make is None:
        raise BookError(f"{terms.game} has no progressive jackpot")
    return make(book_of(terms.game), terms)
