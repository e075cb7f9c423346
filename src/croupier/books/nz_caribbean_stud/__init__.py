"""New Zealand, Caribbean stud poker division of the rules of casino table games."""

from croupier.books import Game
from croupier.books.book import Book
from croupier.books.caribbean import caribbean_rules, prize_if_in, stud_values
from croupier.books.nz_caribbean_stud.s11_meters import JACKPOT_FOLLOWS, meters, prize_hands
from croupier.books.nz_caribbean_stud.s11_prizes import jackpot, row
from croupier.books.nz_caribbean_stud.s12_irregularities import PROCEDURES
from croupier.stud.rules import Rules


def _rules(book: Book) -> Rules:
    prizes = prize_hands(book)
    return caribbean_rules(
        book,
        "nz-caribbean-stud",
        most_places=book.number("places"),
        shuffler_decks=book.number("shuffler_capacity"),
        jackpot_hand=lambda options, value: prize_if_in(prizes, value),
        jackpot_row=row,
        jackpot_follows=JACKPOT_FOLLOWS,
        irregularities=book.irregularities_by(PROCEDURES),
    )


__all__ = ["GAMES", "meters"]

GAMES = {
    "nz-caribbean-stud": Game(
        values=stud_values(), rules=_rules, jackpot=jackpot, asks=frozenset({"minor_increment", "minor_meter"})
    )
}
