"""New Zealand, Caribbean stud poker division of the rules of casino table games."""

from __future__ import annotations

from collections.abc import Sequence

from croupier.books import Game
from croupier.books.book import Book
from croupier.books.nz_caribbean_stud.s11_meters import JACKPOT_FOLLOWS, meters, prize_hands
from croupier.books.nz_caribbean_stud.s11_prizes import jackpot
from croupier.books.nz_caribbean_stud.s12_irregularities import IRREGULARITIES, READINGS
from croupier.kernel.cards import Card
from croupier.kernel.hands import HandValue, high
from croupier.stud.qualifying import ace_and_king
from croupier.stud.rules import Rules

TITLE = "Caribbean Stud Poker in New Zealand"


def _values(cards: Sequence[Card], board: Sequence[Card]) -> dict[str, HandValue | None]:
    value = high(cards)
    return {"bet": value, "jackpot": value}


def _rules(book: Book) -> Rules:
    prizes = prize_hands(book)
    return Rules(
        game="nz-caribbean-stud",
        book=book.id,
        title=TITLE,
        edition=book.title_page.edition,
        digest=book.digest,
        ranks=book.title_page.ranks,
        grounds=book.catalogue.cites("nz-caribbean-stud"),
        most_places=book.number("places"),
        deal_order="players first",
        upcard_place={"shoe": 4, "shuffler": 4},
        bet_odds=book.odds("bet_odds"),
        ante_odds=book.odd("ante_odds"),
        qualifies=ace_and_king,
        qualifying_hand="ace and king",
        value=high,
        jackpot_value=high,
        cards=book.number("cards_per_hand"),
        extra_hands_blind=False,
        blind_bet_can_fold=True,
        features=frozenset(
            {
                "more boxes",
                "blind bets",
                "all hands shown",
                "collecting by result",
                "equal hands of each rank",
                "vacancy",
                "exclusion",
                "spoken wagers",
                "jackpot",
                "manual jackpot",
            }
        ),
        jackpot_hand=lambda options, value: value.category.label if value.category.label in prizes else "",
        jackpot_follows=JACKPOT_FOLLOWS,
        duties=book.duties,
        irregularities=IRREGULARITIES,
        readings=READINGS,
    )


__all__ = ["GAMES", "meters"]

GAMES = {"nz-caribbean-stud": Game(title=TITLE, values=_values, rules=_rules, jackpot=jackpot)}
