"""Every number of the books decides something: it is read by the code, and a case notices when it is another.

Each figure of each parameter is changed (numbers up and down by one, hands to their neighbours, words to other words), and the
cases of its book are played until one fails: first those of the parameter's clause, then those of its section, then all others.
What is noticed takes some milliseconds. What nobody reads is never noticed, so that every number is read is
shown by name in the long checks alone.
"""

from __future__ import annotations

import pytest

from croupier.books import BOOKS, book_of
from mutation.changed_books import parameters_read, unnoticed

ALIKE = {
    "equal_hands_without_commission: 2 becomes 1": "one player alone has nobody to tie with",
    "equal_hands_share: 2 becomes 1": "one player alone has nobody to tie with",
}
"""Changes that nothing can notice, and why. To find that takes every case of the book."""

every_book = pytest.mark.parametrize("book", BOOKS)


@pytest.mark.slow
@every_book
def test_every_parameter_is_read_by_the_code(book: str) -> None:
    read = parameters_read(book)
    assert [name for name in book_of(book).params if name not in read] == [], "no code reads these numbers"


@pytest.mark.parametrize(
    ("book", "name"),
    [
        pytest.param(book, name, marks=pytest.mark.slow if any(name in change for change in ALIKE) else ())
        for book in BOOKS
        for name in book_of(book).params
    ],
)
def test_a_case_notices_when_a_parameter_is_another(book: str, name: str) -> None:
    assert [change for change in unnoticed(book_of(book), name) if change not in ALIKE] == []
