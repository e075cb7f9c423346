"""Crown Melbourne Limited, Table Games Caribbean Stud Poker Rules, version 11.0: Caribbean Stud and Wild Aruba Stud."""

from __future__ import annotations

from collections.abc import Sequence

from croupier.books import Game
from croupier.books.book import Book
from croupier.books.crown_caribbean_stud import s11_irregularities, s14_general
from croupier.books.crown_caribbean_stud.s09_meters import JACKPOT_FOLLOWS, caribbean_hands, counts, meters
from croupier.books.crown_caribbean_stud.s10_prizes import aruba_jackpot, caribbean_jackpot
from croupier.books.crown_caribbean_stud.s12_wild_aruba import wild_aruba
from croupier.kernel.cards import Card
from croupier.kernel.hands import HandValue, high
from croupier.kernel.wild import deuces_natural, deuces_wild
from croupier.stud.qualifying import ace_and_king
from croupier.stud.rules import Rules

DECIDE_IN_TURN = "decide-in-turn"
"""The other reading of 7.5.1: players decide one after the other from the dealer's left."""


def _caribbean_values(cards: Sequence[Card], board: Sequence[Card]) -> dict[str, HandValue | None]:
    value = high(cards)
    return {"bet": value, "jackpot": value}


def _aruba_values(cards: Sequence[Card], board: Sequence[Card]) -> dict[str, HandValue | None]:
    return {"bet": deuces_wild(cards), "jackpot": deuces_natural(cards)}


def _in_table(hand: str, rows: frozenset[str]) -> str:
    return hand if hand in rows else ""


def _caribbean_stud(book: Book) -> Rules:
    hands = caribbean_hands(book)
    return Rules(
        game="crown-caribbean-stud",
        book=book.id,
        title="Caribbean Stud Poker at Crown Melbourne",
        edition=book.title_page.edition,
        digest=book.digest,
        ranks=book.title_page.ranks,
        grounds=book.catalogue.cites("crown-caribbean-stud"),
        most_places=book.number("places"),
        deal_order="players first",
        upcard_place={"shoe": 4, "shuffler": 0},
        bet_odds=book.odds("bet_odds"),
        ante_odds=book.odd("ante_odds"),
        qualifies=ace_and_king,
        qualifying_hand="ace and king",
        value=high,
        jackpot_value=high,
        below_minimum="plays once",
        above_maximum="plays to the maximum",
        odd_amount="paid up",
        features=frozenset(
            {
                "more boxes",
                "turns",
                "limits",
                "personal limits",
                "closing",
                "idle seats",
                "spoken wagers",
                "exclusion",
                "jackpot",
                "jackpots kept",
            }
        ),
        jackpot_counts=counts,
        jackpot_hand=lambda options, value: _in_table(value.category.label, hands[options.jackpot_option]),
        jackpot_options=frozenset(hands),
        jackpot_follows=JACKPOT_FOLLOWS,
        duties=book.duties,
        closing=("hands", book.number("closing_notice")),
        minimum_notice=book.number("minimum_change_notice"),
        idle_rounds=book.number("idle_rounds"),
        ranks_for=dict.fromkeys(
            ("closing", "limits", "personal limits", "idle seats", "jackpot"), s11_irregularities.SUPERVISOR
        ),
        decides_in_turn=lambda options: DECIDE_IN_TURN in options.readings,
        readings=frozenset({DECIDE_IN_TURN, s11_irregularities.FOLDED_MAY_RETRACT}),
        irregularities=s11_irregularities.IRREGULARITIES | s14_general.IRREGULARITIES,
    )


__all__ = ["GAMES", "meters"]

GAMES = {
    "crown-caribbean-stud": Game(
        title="Caribbean Stud Poker at Crown Melbourne",
        values=_caribbean_values,
        rules=_caribbean_stud,
        jackpot=caribbean_jackpot,
    ),
    "crown-wild-aruba": Game(
        title="Wild Aruba Stud Poker at Crown Melbourne",
        values=_aruba_values,
        rules=lambda book: wild_aruba(book, _caribbean_stud(book)),
        jackpot=aruba_jackpot,
    ),
}
