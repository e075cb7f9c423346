"""The Star Pty Limited, Caribbean Stud Poker, rules approved on 10 March 2021."""

from croupier.books import Game
from croupier.books.book import Book
from croupier.books.caribbean import caribbean_rules, prize_if_in, stud_values
from croupier.books.star_caribbean_stud.people import CASINO_SUPERVISOR
from croupier.books.star_caribbean_stud.s06_limits import PROCEDURES as LIMITS
from croupier.books.star_caribbean_stud.s08_betting_round import PROCEDURES as BETTING_ROUND
from croupier.books.star_caribbean_stud.s11_meters import FOLDED_LOSES, JACKPOT_FOLLOWS, counts, meters, next_paid
from croupier.books.star_caribbean_stud.s12_prizes import jackpot, row
from croupier.books.star_caribbean_stud.s14_irregularities import PROCEDURES, READINGS
from croupier.books.star_caribbean_stud.s15_shuffling_device import PROCEDURES as SHUFFLING_DEVICE
from croupier.books.star_caribbean_stud.s16_general import FOLDED_STAYS_LOST
from croupier.books.star_caribbean_stud.s16_general import PROCEDURES as GENERAL
from croupier.books.star_caribbean_stud.s17_promotions import promotions
from croupier.stud.rules import Rules

CONCEDES_TO_NO_HAND = "concede-to-no-hand"
"""The other reading of 9.7: a hand may be conceded after the dealer's is shown, whatever that is."""


def _rules(book: Book) -> Rules:
    prizes = frozenset(row["hand"] for row in book.rows("jackpot_prizes"))
    return caribbean_rules(
        book,
        "star-caribbean-stud",
        most_places=book.number("deck_size") // book.number("cards_per_hand")
        - 1,  # the book has no number: as many hands as the deck gives
        deal_order="dealer first",
        features=frozenset(
            {
                "bets as found",
                "concede",
                "folded hands",
                "dealer cuts",
                "tokens",
                "limits",
                "keep minimum",
                "personal limits",
                "refuse wagers",
                "closing",
                "vacancy",
                "exclusion",
                "idle seats",
                "jackpot",
                "jackpot lights",
                "jackpots in order",
            }
        ),
        jackpot_counts=counts,
        jackpot_hand=lambda options, value: prize_if_in(prizes, value),
        jackpot_row=row,
        jackpot_next=next_paid,
        jackpot_follows=JACKPOT_FOLLOWS,
        irregularities=book.irregularities_by(LIMITS | BETTING_ROUND | PROCEDURES | SHUFFLING_DEVICE | GENERAL),
        closing=("minutes", book.number("closing_notice")),
        minimum_notice=book.number("minimum_change_notice"),
        idle_rounds=book.number("idle_rounds"),
        shuffler_decks=book.number("shuffling_device_decks"),
        reports_no_decision=True,
        ranks_for=dict.fromkeys(
            ("closing", "limits", "minimum", "personal limits", "refuse wagers", "idle seats", "folded hands"), CASINO_SUPERVISOR
        ),
        concedes_to_no_hand=lambda options: CONCEDES_TO_NO_HAND in options.readings,
        readings=READINGS | {FOLDED_LOSES, FOLDED_STAYS_LOST, CONCEDES_TO_NO_HAND},
    )


__all__ = ["GAMES", "meters", "promotions"]

GAMES = {"star-caribbean-stud": Game(values=stud_values(), rules=_rules, jackpot=jackpot)}
