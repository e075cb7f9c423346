"""Books that a test adds are gone after it, as the other tests count the five."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from croupier import books
from croupier.cases.case import cases_of


@contextmanager
def books_forgotten() -> Iterator[None]:
    before = set(books.BOOKS)
    try:
        yield
    finally:
        if news := set(books.BOOKS) - before:
            for added in news:
                books._forget(books.book_of(added))
            cases_of.cache_clear()
