"""The house's own procedures: rules for the register of people and for the cage, with the ranks of all rulebooks."""

from hashlib import sha256
from typing import Any

import msgspec

from croupier.books import TITLES, is_ours
from croupier.books.book import Book
from croupier.cage.state import CageRules
from croupier.people.state import PeopleRules


def people(book: Book) -> PeopleRules:
    officials = {book_id: page.officials for book_id, page in TITLES.items()}
    taken = frozenset(rank for book_id, page in TITLES.items() if is_ours(book_id) for rank in page.ranks)
    return PeopleRules(**_page(book, "people"), officials_of=officials, taken=taken)


def cage(book: Book) -> CageRules:
    return CageRules(**_page(book, "cage"))


def _page(book: Book, game: str) -> dict[str, Any]:
    """The procedures use the ranks of all rulebooks, so the ranks of the five are part of their meaning.

    Those of outside books are not: a house may add or remove one, and its record can still be audited.
    """
    of_all = [(each, page.ranks, page.officials) for each, page in TITLES.items() if is_ours(each)]
    page, ranks = book.page(game), {each: page.ranks for each, page in TITLES.items()}
    old = [page["digest"], *page["formerly"]]
    digest, *formerly = (sha256(msgspec.json.encode([each, of_all])).hexdigest() for each in old)
    return page | {"digest": digest, "formerly": tuple(formerly), "books": ranks}
