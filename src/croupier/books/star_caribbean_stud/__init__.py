"""The Star Pty Limited, Caribbean Stud Poker, rules approved on 10 March 2021."""

from croupier.books import Game
from croupier.books.book import Book
from croupier.books.caribbean import caribbean_rules
from croupier.books.star_caribbean_stud.s11_meters import counts, meters as meters, next_paid
from croupier.books.star_caribbean_stud.s12_prizes import CLAUSES, jackpot
from croupier.books.star_caribbean_stud.s17_promotions import promotions as promotions
from croupier.stud.rules import Rules

CONCEDES_TO_NO_HAND = "concede-to-no-hand"
"""The other reading of 9.7: a hand may be conceded once the dealer's is shown, whatever it is."""


def _rules(book: Book) -> Rules:
    return caribbean_rules(
        book,
        "star-caribbean-stud",
        # the book gives no number, so the deck sets the limit
        most_places=book.number("deck_size") // book.number("cards_per_hand") - 1,
        jackpot_counts=counts,
        jackpot_row=CLAUSES.__getitem__,
        jackpot_next=next_paid,
        closing=("minutes", book.number("closing_notice")),
        minimum_notice=book.number("minimum_change_notice"),
        idle_rounds=book.number("idle_rounds"),
        shuffler_decks=book.number("shuffling_device_decks"),
        concedes_to_no_hand=lambda options: CONCEDES_TO_NO_HAND in options.readings,
    )


GAMES = {"star-caribbean-stud": Game(rules=_rules, jackpot=jackpot)}
