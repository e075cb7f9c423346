"""What the books of Caribbean Stud have in common: one deck, five cards, ace and king to qualify."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from croupier.books import Values
from croupier.books.book import Book
from croupier.kernel.cards import Card, CardError
from croupier.kernel.hands import HandValue, high
from croupier.stud.qualifying import ace_and_king
from croupier.stud.rules import Rules

Value = Callable[[Sequence[Card]], HandValue]


def stud_values(bet: Value = high, jackpot: Value = high) -> Values:
    """What five cards are worth for ante and bet, and for the jackpot."""

    def values(cards: Sequence[Card], board: Sequence[Card]) -> dict[str, HandValue | None]:
        if board:
            raise CardError("there is no board in stud: the five cards of a hand are all it has")
        return {"bet": bet(cards), "jackpot": jackpot(cards)}

    return values


def caribbean_rules(book: Book, game: str, title: str, **own: Any) -> Rules:
    """The rules of a Caribbean Stud game: what all of them share, and what a book says on its own."""
    page = book.title_page
    shared: dict[str, Any] = {
        "edition": page.edition,
        "ranks": page.ranks,
        "officials": page.officials,
        "grounds": book.catalogue.cites(game),
        "bet_odds": book.odds("bet_odds"),
        "ante_odds": book.odd("ante_odds"),
        "qualifies": ace_and_king,
        "qualifying_hand": "ace and king",
        "value": high,
        "jackpot_value": high,
        "duties": book.duties,
    }
    return Rules(game=game, book=book.id, title=title, digest=book.digest, **(shared | own))


def prize_if_in(hands: frozenset[str], value: HandValue) -> str:
    """The name of a hand in a table of prizes, or nothing if it is not there."""
    return value.category.label if value.category.label in hands else ""
