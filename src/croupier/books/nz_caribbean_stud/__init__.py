"""New Zealand, Caribbean stud poker division of the rules of casino table games."""

from croupier.books import Game
from croupier.books.book import Book
from croupier.books.caribbean import caribbean_rules
from croupier.books.nz_caribbean_stud.s11_meters import meters as meters
from croupier.books.nz_caribbean_stud.s11_prizes import CLAUSES, jackpot
from croupier.stud.rules import Rules


def _rules(book: Book) -> Rules:
    return caribbean_rules(
        book, "nz-caribbean-stud", shuffler_decks=book.number("shuffler_capacity"), jackpot_row=CLAUSES.__getitem__
    )


GAMES = {"nz-caribbean-stud": Game(rules=_rules, jackpot=jackpot, asks=frozenset({"minor_increment", "minor_meter"}))}
