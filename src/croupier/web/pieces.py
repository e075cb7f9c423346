"""Small pieces of every page: cards, chips, amounts, clauses."""

import time
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

import msgspec
from markupsafe import Markup, escape

from croupier.drawing.chip_stacks import chip_svg, chips_svg
from croupier.drawing.playing_cards import HEIGHT, WIDTH, card_name
from croupier.kernel.cards import HIDDEN, Card
from croupier.kernel.clauses import Parameter
from croupier.kernel.languages import in_book, language
from croupier.kernel.money import Odds, currency, money
from croupier.kernel.telling import KERNEL, capital, forms_of
from croupier.web.texts import text


def short(amount: int) -> str:
    """Cents in a few characters, rounded down, for small screens.

    >>> short(12_50), short(9_999_00), short(12_345_50), short(250_000_00), short(1_239_999_00)
    ('$12.50', '$9,999', '$12.3k', '$250k', '$1.23M')
    """
    for unit, letter in ((1_000_000_00, "M"), (1_000_00, "k")):
        if amount >= max(unit, 10_000_00):
            places = 3 - len(str(amount // unit))
            return f"${amount * 10**places // unit / 10**places:g}{letter}"
    return money(amount)


def amount(cents: int) -> Markup:
    """An amount in full on a wide screen, and short on a phone, with the full amount in the title."""
    full, few = money(cents), short(cents)
    if full == few:
        return escape(full)
    return Markup('<span class="full">{}</span><span class="few" title="{}">{}</span>').format(full, full, few)


def typed(amount: int) -> str:
    """Cents as written in an input: `12.50`, `1000`."""
    return money(amount).replace("$", "").replace(",", "").replace(".", currency("USD", language=language()).point)


def clock_time(at: int) -> Markup:
    """A time in seconds as a wall clock shows it: in universal time, which the page converts to the visitor's own.

    >>> clock_time(0)
    Markup('<time datetime="1970-01-01T00:00:00Z" data-local="clock">00:00 UTC</time>')
    """
    return _time(at, "clock", "%H:%M")


def moment(at: int) -> Markup:
    """A time in seconds with its day, to the second; in local time with scripts."""
    return _time(at, "moment", "%Y-%m-%d %H:%M:%S")


def _time(at: int, local: str, written: str) -> Markup:
    when = time.gmtime(at)
    return Markup('<time datetime="{}" data-local="{}">{}</time>').format(
        time.strftime("%Y-%m-%dT%H:%M:%SZ", when), local, text("time.universal", when=time.strftime(written, when))
    )


def sentence(said: str) -> str:
    """A reason or a question as a separate sentence.

    >>> sentence("there is no table here"), sentence("are there 52?")
    ('There is no table here.', 'Are there 52?')
    """
    return f"{said[:1].upper()}{said[1:]}{'' if said.endswith(('.', '?', '!')) else '.'}"


class CardView(msgspec.Struct, frozen=True, kw_only=True):
    """A card as a person sees it. `key` names its place, so that a page can follow it; `marks` are classes."""

    card: Card
    key: str
    back: str = "blue"
    marks: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        said = [text(f"house.{mark}") for mark in ("wild", "best") if mark in self.marks]
        return ", ".join((card_name(self.card), *said))


def cards_view(
    cards: Sequence[Card], key: str, *, back: str = "blue", wild: int = 0, marks: tuple[str, ...] = ()
) -> tuple[CardView, ...]:
    """Cards side by side; those of a `wild` rank are marked."""
    return tuple(
        CardView(card=card, key=f"{key}-{place}", back=back, marks=(*marks, "wild") if card.rank and card.rank == wild else marks)
        for place, card in enumerate(cards, 1)
    )


def card(view: CardView) -> Markup:
    """A card, or its back, by its symbol in the page's sprite."""
    before, after = _face(view.card, view.back, view.marks, view.name)
    return Markup(f"{before}{view.key}{after}")  # noqa: S704  a key is made here, of letters, figures and dashes


@lru_cache(maxsize=1024)
def _face(face: Card, back: str, marks: tuple[str, ...], name: str) -> tuple[str, str]:
    """The markup of a card before and after the name of its place."""
    hidden = face is HIDDEN
    symbol = f"back-{back}" if hidden else f"card-{face}"
    classes = " ".join(("card", "down" if hidden else f"suit-{face.suit}", *marks))
    wild = f'<span class="wild-mark" aria-hidden="true">{escape(text("house.wild"))}</span>' if "wild" in marks else ""
    return f'<span class="{classes}" data-key="', (
        f'" data-face="{"" if hidden else face}"><svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'aria-label="{escape(name)}"><use href="#{symbol}"/></svg>{wild}</span>'
    )


@lru_cache(maxsize=4096)
def chips(cents: int, key: str = "", name: str = "") -> Markup:
    """A small stack of chips with its amount, and what it is."""
    said = f"{name} {money(cents)}".strip()
    return Markup('<span class="chips"{key} title="{said}">{stack}<b class="amount">{amount}</b></span>').format(
        key=Markup(' data-key="{}"').format(key) if key else "", said=said, stack=_stack(cents), amount=amount(cents)
    )


@lru_cache(maxsize=4096)
def _stack(amount: int) -> Markup:
    return Markup(chips_svg(amount, attributes='class="stack" aria-hidden="true"'))  # noqa: S704  our own drawing


@lru_cache(maxsize=64)
def chip(value: int) -> Markup:
    """One chip from above."""
    return Markup(chip_svg(value, attributes='class="chip" aria-hidden="true"'))  # noqa: S704  our own drawing


def odds(said: Odds | str) -> str:
    """Odds, also as a record says them: `5 to 1`."""
    return forms_of(KERNEL, language())["odds"](str(said)) if said else ""


def clause(book: str, clauses: tuple[str, ...]) -> Markup:
    """A small chip with the first of these clauses; a tap opens our lines on all of them."""
    return _clause(book, clauses, language())


@lru_cache(maxsize=8192)
def _clause(book: str, clauses: tuple[str, ...], told_in: str) -> Markup:
    numbers = tuple(dict.fromkeys(clauses))
    if not numbers:
        return Markup()
    more = Markup('<span class="more">+{}</span>').format(len(numbers) - 1) if len(numbers) > 1 else ""
    return Markup(
        '<button type="button" class="clause" data-clause="{book} {numbers}" aria-label="{label}">{first}{more}</button>'
    ).format(
        book=book, numbers=" ".join(numbers), label=text("live.clause", numbers=", ".join(numbers)), first=numbers[0], more=more
    )


def number(of: Parameter, book: str = "") -> str:
    """A number of a book with its unit, or the rows of a table; in the language of the page if the book has words for it.

    >>> number(Parameter(clause="8.1", rows={"flush": 5, "straight": 4}, unit="to 1"))
    'flush 5, straight 4 (to 1)'
    >>> number(Parameter(clause="10.1", rows=[{"hand": "flush", "per_dollar": 100}]))
    'hand flush, per dollar 100'
    """
    unit = in_book(book, "params.toml", of.unit, of.unit) if book else of.unit
    if of.rows is None:
        return f"{of.value} {unit}".strip()
    tables = [*(of.rows.items() if isinstance(of.rows, dict) else (("", row) for row in of.rows))]
    nested = any(isinstance(row, dict) for _, row in tables)
    rows = (f"{name} {_row(row) if isinstance(row, dict) else row}".strip() for name, row in tables)
    return ("; " if nested else ", ").join(rows) + (f" ({unit})" if unit else "")


def _row(row: Mapping[str, object]) -> str:
    return ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in row.items())


def stakes(betting: str, blinds: Iterable[int]) -> str:
    """What a poker table plays for: `No limit $5/$10`."""
    return text("poker.stakes", betting=capital(betting), blinds="/".join(map(money, blinds)))


def joined(parts: Iterable[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    listed = list(parts)
    if len(listed) > 1:
        return text("site.and", first=", ".join(listed[:-1]), last=listed[-1])
    return listed[0] if listed else ""


def cards_said(cards: Sequence[Card]) -> str:
    """Cards to read out: the known ones in words, and how many are not known."""
    known = [card_name(card) for card in cards if card is not HIDDEN]
    hidden = sum(card is HIDDEN for card in cards)
    return ", ".join([*known, *([text("read.face_down", number=hidden)] if hidden else [])])
