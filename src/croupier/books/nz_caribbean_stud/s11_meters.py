"""Section 11: the progressive jackpot, its prize pools, and which hands win from them at the table."""

from croupier.books.book import Book
from croupier.books.caribbean import on_approval
from croupier.books.nz_caribbean_stud.s11_prizes import jackpot
from croupier.books.nz_caribbean_stud.s12_irregularities import SUPERVISOR
from croupier.jackpots.systems import MeterRules

OPERATOR = "Casino operator"
"""Who offers a jackpot, adds to its pool, divides and combines it (11.1, 11.6, 11.6A, 11.6B)."""


def meters(book: Book) -> MeterRules:
    """What the book says about prize pools. The dealer verifies every prize, and the game supervisor is notified (11.13)."""
    return MeterRules(
        **book.page(book.id),
        features=frozenset({"notification", "contributions", "sub-pools", "priority by deal"}),
        jackpot=on_approval(book, jackpot, "the Secretary's approval of what the operator retains"),
        operator=OPERATOR,
        verify_rank=SUPERVISOR,
        verify_hands=frozenset(book.prizes("jackpot_prizes")),
    )
