"""What every command shares: questions, plain lines, colour on a terminal, cards, tables, JSON, and complaints.

Colour, boxes and folded lines appear only on a terminal, colour only if `NO_COLOR` is not set. A pipe gets plain text.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from secrets import token_hex
from typing import TYPE_CHECKING, Any, TextIO, TypeVar

if TYPE_CHECKING:
    from croupier.books.book import Book
    from croupier.kernel.cards import Card
    from croupier.kernel.money import Currency

T = TypeVar("T")
_IN_LETTERS = str.maketrans({"€": "EUR ", "£": "GBP ", "¥": "JPY ", "\N{NO-BREAK SPACE}": " "})
"""For an output without such signs."""
_CODES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "cyan": "36"}
_WIDEST = 100
_ESCAPE = f"\033{token_hex(8)}["
"""A marker before our own styles until they are written: recorded text cannot imitate it."""
_STYLE = re.compile(re.escape(_ESCAPE) + r"[\d;]*m")
_CONTROLS = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
"""Characters that move the cursor, change the terminal or reverse text; line ends and tabs are allowed."""


class Complaint(Exception):
    """Something wrong with what the user typed: one line that says what to do, and exit status 2."""


@contextmanager
def missing_extra(extra: str) -> Iterator[None]:
    """For imports that need an extra of the package: a complaint of one line if it is not installed."""
    try:
        yield
    except ImportError as error:
        raise Complaint(f"{error.name} is missing: install croupier with the extra {extra!r}") from None


def write(text: str, *, to: TextIO | None = None) -> None:
    """All output goes through here: only the control characters of our own styles get through."""
    text = text if _writable(text) else text.translate(_IN_LETTERS)
    (to or sys.stdout).write("\033[".join(_CONTROLS.sub("", part) for part in text.split(_ESCAPE)))


def say(text: str = "") -> None:
    """One line, or several, to standard output; on a terminal long ones are folded."""
    if on_terminal():
        text = "\n".join(folded(line, len(line) - len(line.lstrip()) + 2) for line in text.split("\n"))
    write(text + "\n")


def document(data: Any, currency: Currency | None = None) -> None:
    """The JSON document of a command with `--json`; sentences in it have their sums in the currency."""
    text = json.dumps(data, indent=2)
    write((currency.told(text) if currency else text) + "\n")


def facts(of: Any, names: str, /, **more: Any) -> dict[str, Any]:
    """A document about something: its attributes by these names, then `more`.

    One is written as `stake:$` for a sum in cents, `meter:$$` for one in grains, and `deals:s` for an integer that may be too
    large for a reader of JSON.
    """
    from croupier.jackpots.lines import exact_amount
    from croupier.kernel.money import plain

    forms: dict[str, Callable[[Any], Any]] = {"": lambda value: value, "$": plain, "$$": exact_amount, "s": str}
    asked = [name.partition(":") for name in names.split()]
    return {name: forms[form](getattr(of, name)) for name, _, form in asked} | more


def tell(template: str, /, *, currency: Currency | None = None, **figures: Any) -> None:
    """The text of a template in `drawing/templates` with these figures, its sums in the currency.

    A table is `table(head, rows)`, or lines with `|` between their cells in a `call` of `grid`, the headings first.
    """
    from croupier.drawing.document import rendered
    from croupier.kernel.money import DOLLARS

    money = currency or DOLLARS

    def in_columns(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
        return table(head, ([money.told(str(cell)) for cell in row] for row in rows))

    def grid(caller: Callable[[], str]) -> str:
        head, *rows = ([cell.strip() for cell in line.split("|")] for line in caller().splitlines())
        return in_columns(head, rows) + "\n"

    ours: dict[str, Any] = {function.__name__: function for function in (paint, column, behind, exact_dollars, cards_text, grid)}
    ours["table"] = in_columns
    say(rendered(template, currency=money, **ours, **figures).rstrip("\n"))


def answer(
    data: Any,
    template: str,
    /,
    *,
    as_json: bool,
    currency: Currency | None = None,
    under: tuple[Book, Sequence[str]] | None = None,
    **figures: Any,
) -> None:
    """The answer of a command: a JSON document if requested, otherwise the text of a template, with our lines for the
    clauses of a book `under` it.
    """
    if as_json:
        document(data, currency)
        return
    tell(template, currency=currency, **figures)
    if under is not None:
        say()
        say_clauses(*under)


@contextmanager
def on_files(fails: str) -> Iterator[None]:
    """For work on files: a complaint that says what `fails` and why, if the system refuses it."""
    try:
        yield
    except OSError as error:
        raise Complaint(f"{fails}: {error.strerror}") from None


def write_document(file: str, made: bytes, what: str) -> None:
    """Write a document to a file; on a terminal, say so."""
    with on_files(f"{file} cannot be written"), open(file, "wb") as opened:
        opened.write(made)
    if on_terminal():
        say(f"{what} written to {file}")


def named(file: str) -> str:
    return "standard input" if file == "-" else file


def read_text(file: str) -> str:
    """The text of a file, or of standard input for `-`; a complaint of one line if it cannot be read."""
    try:
        with on_files(f"{named(file)} cannot be read"):
            if file == "-":
                return sys.stdin.buffer.read().decode("utf-8") if sys.stdin else ""
            with open(file, encoding="utf-8") as opened:
                return opened.read()
    except UnicodeDecodeError:
        raise Complaint(f"{named(file)} cannot be read: it is not text") from None


def read_record(file: str, read: Callable[[str], T], error: type[Exception], fails: str = "cannot be replayed") -> T:
    """The result of reading a record's text; a complaint of one line if that raises such an error."""
    text = read_text(file)
    try:
        return read(text)
    except error as wrong:
        raise Complaint(f"{named(file)} {fails}: {wrong}") from None


def read_toml(file: str) -> dict[str, Any]:
    """The data of a TOML file, or of standard input for `-`."""
    import tomllib

    try:
        return tomllib.loads(read_text(file))
    except tomllib.TOMLDecodeError as error:
        raise Complaint(f"{file} is not TOML: {error}") from None


def on_terminal() -> bool:
    return sys.stdout.isatty()


def paint(text: str, *styles: str) -> str:
    """The text in these styles if colour is wanted, otherwise plain."""
    if not styles or not on_terminal() or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return text
    return f"{_ESCAPE}{';'.join(_CODES[style] for style in styles)}m{text}{_ESCAPE}0m"


def folded(text: str, indent: int, start: int = 0) -> str:
    """Text that begins at column `start`, with its further lines at column `indent`; in a pipe it stays one line."""
    width = min(shutil.get_terminal_size().columns, _WIDEST)
    if not on_terminal() or start + len(_STYLE.sub("", text)) < width:
        return text
    lines, room = [""], width - start
    for word in re.split(r"(?<=\S) ", text):
        length = len(_STYLE.sub("", word)) + 1
        if room - length < 0 and lines[-1]:
            lines.append("")
            room = width - indent
            word = word.lstrip()
        lines[-1] += (" " if lines[-1] else "") + word
        room -= length
    return f"\n{' ' * indent}".join(lines)


def column(text: str, indent: int) -> str:
    """Text for a column that begins at `indent`, its further lines below it."""
    return folded(text, indent, indent)


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Columns under their headings: the first left-aligned, numbers right-aligned."""
    from croupier.drawing.document import Grid

    first, *others = Grid(tuple(head), tuple(tuple(map(str, row)) for row in rows)).lines()
    return "\n".join([paint(first, "bold"), *others])


def card_text(card: Card, wild: int = 0) -> str:
    """A card with its suit, red suits red, one of the wild rank with a star; `As` if the output has no suits."""
    text = (card.symbol if _writable("♠") else str(card)) + "*" * _is_wild(card, wild)
    return paint(text, "red") if card.suit in "dh" else text


def cards_text(cards: Iterable[Card], wild: int = 0) -> str:
    return " ".join(card_text(card, wild) for card in cards)


def _is_wild(card: Card, wild: int) -> bool:
    return card.suit != "?" and card.rank == wild


def cards_drawn(cards: Sequence[Card], wild: int = 0) -> list[str]:
    """The cards in boxes of three lines on a terminal, otherwise one line of text."""
    if not on_terminal() or not _writable("┌─┐│└┘░♠"):
        return [cards_text(cards, wild)]
    faces = ["░░░" if card.suit == "?" else (card.symbol + "*" * _is_wild(card, wild)).rjust(3) for card in cards]
    inside = [paint(face, "red") if card.suit in "dh" else face for face, card in zip(faces, cards, strict=True)]
    return [" ".join("┌───┐" for _ in cards), " ".join(f"│{face}│" for face in inside), " ".join("└───┘" for _ in cards)]


def behind(clauses: Sequence[str]) -> str:
    """Clause numbers as printed after a sentence: `(5.5, 7.5.3)`."""
    return paint(f"({', '.join(clauses)})", "dim") if clauses else ""


def say_clauses(book: Book, numbers: Sequence[str], indent: int = 2) -> None:
    """Our lines for these clauses, one below the other."""
    widest = max(map(len, numbers), default=0)
    for number in numbers:
        line = column(book.clause(number).line, indent + widest + 2)
        say(f"{' ' * indent}{paint(number.ljust(widest), 'dim')}  {line}")


def _writable(text: str) -> bool:
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def exact_dollars(grains: int) -> str:
    """The value of a meter as `$1,012.50`, with more decimals if there are fractions of a cent."""
    from croupier.jackpots.lines import told_amount

    return f"{'-' if grains < 0 else ''}${told_amount(abs(grains))}"


def recorder(path: str) -> Callable[[Any, bytes], None] | None:
    """A follower that writes each entry of a stream to a file as it is made; None if no file is named."""
    if not path:
        return None

    if os.path.lexists(path):
        raise Complaint(f"{path} cannot be written: it already exists, and a record is never overwritten")

    def write(mode: str, line: bytes) -> None:
        with on_files(f"{path} cannot be written"), open(path, mode) as file:
            file.write(line)

    write("xb", b"")
    return lambda _, line: write("ab", line + b"\n")


class Leaving(Exception):
    """The person has left: the end of the input, or ctrl-C. `unheard` means that not one line was ever read."""

    def __init__(self, *, unheard: bool = False) -> None:
        self.unheard = unheard


class Keyboard:
    """Reads answers. Lines from a pipe are repeated after the question, so that the output reads like a session."""

    def __init__(self, *, quiet: bool = False) -> None:
        self._quiet = quiet
        self._heard = False
        self._typed = sys.stdin is not None and sys.stdin.isatty()

    def ask(self, question: str) -> str:
        """The answer in one line without the spaces around it; raises `Leaving` if there is none."""
        self._show(question)
        try:
            line = sys.stdin.readline() if sys.stdin is not None else ""
        except KeyboardInterrupt:
            line = ""
        if not line:
            self._show("\n")
            raise Leaving(unheard=not self._heard and not self._typed)
        self._heard = True
        answer = line.strip()
        if not self._typed:
            self._show(f"{answer}\n")
        return answer

    def _show(self, text: str) -> None:
        if not self._quiet:
            write(text)
            sys.stdout.flush()
