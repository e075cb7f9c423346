"""Section 5 and rules 9.7, 9.8: the progressive jackpot, who takes part in it, and the stop at all tables."""

from croupier.books.book import Book
from croupier.books.venezia_caribbean_poker.s07_prizes import jackpot
from croupier.jackpots.systems import MeterRules
from croupier.stud.rules import Options
from croupier.stud.state import Box


def counts(options: Options, box: Box) -> bool:
    """5.3, 9.8.1: a hand takes part if it is in play with its first five cards."""
    return box.choice == "bet" and not box.given_up


def meters(book: Book) -> MeterRules:
    """What the book says about the jackpot of all tables."""
    features = frozenset({"all stop"})
    return MeterRules(**book.page(book.id), features=features, jackpot=lambda terms: jackpot(book, terms))
