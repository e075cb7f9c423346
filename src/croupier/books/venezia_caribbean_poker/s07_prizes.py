"""Sections 5 and 7 and rule 9.7: the progressive jackpot, divided equally among hands that win it at the same time."""

from functools import partial

from croupier.books.book import Book
from croupier.books.caribbean import meter_on
from croupier.jackpots.prizes import Jackpot, in_turn, rate
from croupier.jackpots.systems import Terms
from croupier.kernel.errors import TableError

ROYAL, STRAIGHT = "royal flush", "straight flush"
CLAUSES = {ROYAL: ("7.1",), STRAIGHT: ("7.2",), "four of a kind": ("7.3",), "full house": ("7.4",), "flush": ("7.5",)}
"""What a hand wins."""
_DIVIDED = {STRAIGHT: ("9.7.4",), ROYAL: ("9.7.3",)}
"""The hands that win a part of the jackpot, and those that divide it among several."""


def jackpot(book: Book, terms: Terms) -> Jackpot:
    """The terms of a jackpot. The tables' notice says what small hands win (`terms.notice`, cents), not the book."""
    stated = [hand for hand, pay in book.prizes("jackpot_prizes").items() if pay.percent is None]
    if missing := [hand for hand in stated if hand not in terms.notice]:
        raise TableError(f"the table's notice must state what {' and '.join(missing)} win")
    if strange := set(terms.notice) - set(stated):
        raise TableError(f"the table's notice does not say what {min(strange)} wins")
    if min(terms.notice.values()) <= 0:
        raise TableError("every prize on the table's notice must be above zero")
    if terms.cost <= 0 or terms.seed < 0:
        raise TableError("a jackpot wager must cost something, and a seed must be zero or more")
    clauses = {hand: (*by, "5.6") if hand in stated else by for hand, by in CLAUSES.items()}
    share = partial(in_turn, clauses=clauses, divided=_DIVIDED, stated=" by the table's notice")
    fixed = {hand: terms.notice[hand] for hand in stated}
    return meter_on(book, terms, share, increment=rate(terms.increment or "100.00"), fixed=fixed)
