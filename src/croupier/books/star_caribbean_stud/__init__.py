"""The Star Pty Limited, Caribbean Stud Poker, rules approved on 10 March 2021."""

from croupier.books import Game
from croupier.books.book import Book
from croupier.books.caribbean import caribbean_rules
from croupier.books.star_caribbean_stud.s06_limits import PROCEDURES as LIMITS
from croupier.books.star_caribbean_stud.s08_betting_round import PROCEDURES as BETTING_ROUND
from croupier.books.star_caribbean_stud.s11_meters import JACKPOT_FOLLOWS, counts, meters, next_paid
from croupier.books.star_caribbean_stud.s12_prizes import CLAUSES, jackpot
from croupier.books.star_caribbean_stud.s14_irregularities import PROCEDURES
from croupier.books.star_caribbean_stud.s15_shuffling_device import PROCEDURES as SHUFFLING_DEVICE
from croupier.books.star_caribbean_stud.s16_general import PROCEDURES as GENERAL
from croupier.books.star_caribbean_stud.s17_promotions import promotions
from croupier.stud.rules import Rules

CONCEDES_TO_NO_HAND = "concede-to-no-hand"
"""The other reading of 9.7: a hand may be conceded after the dealer's is shown, whatever that is."""


def _rules(book: Book) -> Rules:
    return caribbean_rules(
        book,
        "star-caribbean-stud",
        # the book has no number: as many hands as the deck gives
        most_places=book.number("deck_size") // book.number("cards_per_hand") - 1,
        jackpot_counts=counts,
        jackpot_row=CLAUSES.__getitem__,
        jackpot_next=next_paid,
        jackpot_follows=JACKPOT_FOLLOWS,
        irregularities=book.irregularities_by(LIMITS | BETTING_ROUND | PROCEDURES | SHUFFLING_DEVICE | GENERAL),
        closing=("minutes", book.number("closing_notice")),
        minimum_notice=book.number("minimum_change_notice"),
        idle_rounds=book.number("idle_rounds"),
        shuffler_decks=book.number("shuffling_device_decks"),
        concedes_to_no_hand=lambda options: CONCEDES_TO_NO_HAND in options.readings,
    )


__all__ = ["GAMES", "meters", "promotions"]

GAMES = {"star-caribbean-stud": Game(rules=_rules, jackpot=jackpot)}
