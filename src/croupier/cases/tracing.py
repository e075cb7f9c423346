"""From a clause to its code and data: each place by file and line."""

import ast
import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from croupier.books import GAMES, HOUSE, folder_of, game_of
from croupier.books.book import Book, place

_PACKAGE = Path(__file__).resolve().parents[1]
_ABOVE = ("tables", "cases", "training", "comparison", "histories")
_NAMES_ALL_GROUNDS = "grounds.py"

ENGINES = {"poker": ("poker",), "stud": ("stud", "jackpots", "promotions"), HOUSE: ("people", "cage")}
"""The engines that a book gives clauses to, by the first of them or the house."""


def engine_of(book: Book) -> str:
    """The folder of the engine that plays the games of a book; the house's own procedures have none of their own."""
    if book.id == HOUSE:
        return HOUSE
    return "poker" if any(game_of(game).poker for game, of in GAMES.items() if of == book.id) else "stud"


def code_of(book: Book, number: str, grounds: Sequence[str]) -> list[str]:
    """Each line of code that cites one of the grounds, or the number, and each duty, ruling or field of `play.toml` under it:
    `file:line (what)`.

    A ground that is put together from parts (`f"{whom}_first_from_shoe"`) is found by its parts.
    """
    own = Path(str(folder_of(book.id)))
    layers = ("kernel", *(ENGINES[HOUSE] if book.id == HOUSE else (engine_of(book),)), *_ABOVE)
    sources = [file for layer in layers for file in sorted((_PACKAGE / layer).rglob("*.py"))]
    sources += [*sorted((_PACKAGE / "books").glob("*.py")), *sorted(own.rglob("*.py"))]
    strings = [(file, line, text) for file in sources for line, text in _strings(file)]
    citations = [(file, line, number) for file, line, text in strings if file.is_relative_to(own) and text == number]
    for ground in grounds:
        cited = [(file, line) for file, line, text in strings if text == ground and file.name != _NAMES_ALL_GROUNDS]
        if all(_is_above(file) for file, _ in cited):  # those above only ask after grounds
            cited += [(file, line) for file, line, text in strings if "\0" in text and _could_be(text, ground)]
        citations += [(file, line, ground) for file, line in cited]
    citations += [(own / "duties.toml", line, "duty") for line in _named(own / "duties.toml", number)]
    citations += [(own / "rulings.toml", line, "ruling") for line in _named(own / "rulings.toml", number)]
    citations += [(own / "play.toml", line, "play") for line in _named(own / "play.toml", number, within="")]
    return [f"{_shown(file)}:{line} ({what})" for file, line, what in sorted(set(citations))]


def _is_above(file: Path) -> bool:
    return any(file.is_relative_to(_PACKAGE / layer) for layer in _ABOVE)


def _named(file: Path, number: str, within: str = "clauses = [") -> list[int]:
    """The lines on which a duty, a ruling or a field of the rules names this clause."""
    if not file.is_file():
        return []
    lines = enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
    return [line for line, text in lines if within in text and f'"{number}"' in text]


@cache
def _strings(file: Path) -> tuple[tuple[int, str], ...]:
    return tuple(_strings_in(ast.parse(file.read_text(encoding="utf-8"))))


def _strings_in(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Every string in a source file with its line; what an f-string fills in is a NUL."""
    inside = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in inside:
            yield node.lineno, node.value
        elif isinstance(node, ast.JoinedStr):
            parts = (str(part.value) if isinstance(part, ast.Constant) else "\0" for part in node.values)
            yield node.lineno, "".join(parts)


def _could_be(parts: str, ground: str) -> bool:
    """Whether filling in the parts can give this ground; at least one of its words must be there."""
    if not re.search(r"[a-z]{3}", parts):
        return False
    return re.fullmatch(re.escape(parts).replace("\0", r"\w+"), ground) is not None


def toml_line(book: Book, file: str, name: str) -> str:
    """The line of a file of the book where a clause or a parameter begins."""
    return _shown(Path(place(book.files[file], name)))


def _shown(file: Path) -> str:
    """The path from here if it is below, so that an editor can follow it; otherwise from the package, or the whole path."""
    base = next((base for base in (Path.cwd(), _PACKAGE.parent) if file.is_relative_to(base)), None)
    return (file if base is None else file.relative_to(base)).as_posix()
