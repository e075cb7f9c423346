"""A cloth for every house: one glance tells whose rules are in force."""

from croupier.books import BOOKS, book_of
from croupier.books.book import Cloth as Cloth


def cloth_of(book: str) -> Cloth:
    """The cloth that a book names for its house; a plain one with the operator's name if it names none."""
    page = book_of(book).title_page
    return page.cloth or Cloth(name=page.id, house=page.operator, title=page.operator)


def cloths() -> list[Cloth]:
    """The cloth of every book."""
    return [cloth_of(book) for book in BOOKS]


def style_sheet() -> str:
    """The colours of every cloth as rules of a style sheet."""
    line = ".cloth-{0.name} {{ --felt: {0.felt}; --deep: {0.deep}; --print: {0.print}; --gold: {0.accent}; }}"
    return "\n".join(line.format(cloth) for cloth in cloths()) + "\n"
