"""Pages and pieces of pages from templates. Everything is escaped unless it is markup of our own."""

import re
from collections.abc import Callable
from functools import cache

from jinja2 import PackageLoader
from jinja2.ext import Extension
from markupsafe import Markup

from croupier.books import book_of
from croupier.books.book import Book
from croupier.cases.searching import also_called
from croupier.drawing.chip_stacks import CHIPS
from croupier.drawing.cloths import cloth_of
from croupier.drawing.joined_templates import Templates
from croupier.drawing.playing_cards import sprite
from croupier.kernel.hands import spoken
from croupier.kernel.languages import in_book, language, languages
from croupier.kernel.money import DOLLARS, Currency, money
from croupier.kernel.telling import capital
from croupier.web import pieces
from croupier.web.forms import form, ready
from croupier.web.texts import text

CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; media-src blob:; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
"""What pages may load and do: only our own files and sounds made here, nothing inline, nothing from another host."""


class Posting(Extension):
    """Every form of ours is posted: nothing typed ever appears in an address, even without scripts."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        return re.sub(r"<form(?![^>]*\bmethod=)", '<form method="post"', source)


class Saying(Extension):
    """A text that nothing is filled in to is looked up once, as its template is compiled for a language."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        return re.sub(r'\bt\(("[\w.-]+")\)', r"(\1|t)", source)


def line_of(book: Book, number: str) -> str:
    """A clause in our words."""
    return in_book(book.id, "clauses.toml", number, book.clause(number).line)


def _told(markup: str, book: str) -> str:
    """A part of a page with its sums in the currency of a book; without a book they stay unchanged."""
    told = book_of(book).currency.told(markup) if book else markup
    return Markup(told) if isinstance(markup, Markup) else told  # noqa: S704  it was markup before


def _by_name(*functions: Callable[..., object]) -> dict[str, Callable[..., object]]:
    return {function.__name__: function for function in functions}


def environment() -> Templates:
    """The templates in the language of the person who is being answered."""
    return _in(language())


@cache
def _in(code: str) -> Templates:
    jinja = Templates(loader=PackageLoader("croupier.web"), extensions=[Posting, Saying], autoescape=True)
    jinja.filters |= _by_name(money, pieces.amount, pieces.odds, pieces.typed, pieces.clock_time, pieces.moment)
    jinja.filters |= _by_name(pieces.sentence, capital, pieces.joined, spoken)
    jinja.filters |= {"t": text, "told": _told, "chip_name": lambda value: CHIPS[value][0]}
    jinja.globals |= _by_name(zip, also_called, languages, in_book, line_of, cloth_of, form, ready)
    jinja.globals |= _by_name(pieces.card, pieces.cards_view, pieces.chips, pieces.chip, pieces.clause, pieces.stakes)
    jinja.globals |= {"t": text, "language": language, "number_shown": pieces.number}
    jinja.globals["sprite"] = lambda: Markup(sprite())  # noqa: S704  our own drawing
    return jinja


def page(template: str, *, currency: Currency = DOLLARS, **context: object) -> str:
    """A page, or a piece of one, from a template, with its sums in a currency."""
    return currency.told(environment().get_template(template).render(context, currency=currency))
