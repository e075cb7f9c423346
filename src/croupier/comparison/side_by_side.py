"""The house games side by side, each figure with its clauses, from the books' data and the answers of their engines."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from croupier.books import book_of, rules_of
from croupier.books.book import Book
from croupier.comparison.mishaps import MISHAPS, answer, others
from croupier.drawing.document import filled, rendered
from croupier.kernel.cards import rank_name
from croupier.kernel.clauses import Parameter
from croupier.kernel.data import data_of
from croupier.kernel.hands import Category
from croupier.kernel.money import Odds
from croupier.stud.rules import Rules
from croupier.training.house_scenes import playable

Clauses = tuple[str, ...]


class Cell(msgspec.Struct, frozen=True):
    """What one book says on one matter; empty if it is silent."""

    text: str = ""
    clauses: Clauses = ()


class Row(msgspec.Struct, frozen=True):
    label: str
    cells: tuple[Cell, ...]


class Section(msgspec.Struct, frozen=True):
    title: str
    rows: tuple[Row, ...]


class Comparison(msgspec.Struct, frozen=True):
    games: tuple[str, ...]
    titles: tuple[str, ...]
    sections: tuple[Section, ...]


def comparison(games: tuple[str, ...] = ()) -> Comparison:
    """Compare these house games, or every playable one, on everything that distinguishes them."""
    games = games or playable()
    pairs = [(rules_of(game), book_of(game)) for game in games]
    said = data_of("croupier.comparison", "rows.toml")
    sections = [
        Section(section["title"], tuple(Row(row["label"], tuple(_cell(row, *pair) for pair in pairs)) for row in section["rows"]))
        for section in said["section"]
    ]
    sections.append(Section("Odds", tuple(_odds_rows(pairs))))
    sections.append(Section("When something goes wrong", tuple(_mishap_rows(pairs))))
    return Comparison(games, tuple(rules.title for rules, _ in pairs), tuple(sections))


def _param(rules: Rules, book: Book, name: str) -> Parameter | None:
    """A parameter of the game: its own, such as `aruba_bet_odds`, or otherwise the book's."""
    own = f"{rules.game.rsplit('-', 1)[-1]}_{name}"
    return book.params.get(own) or book.params.get(name)


def _cell(row: Mapping[str, Any], rules: Rules, book: Book) -> Cell:
    """What a book says in a row of `rows.toml`."""
    if (feature := row.get("feature")) and not rules.has(feature):
        return Cell(row.get("no", "no"), rules.cite(*row.get("no_grounds", ())))
    number = _param(rules, book, row["number"]) if "number" in row else None
    if "rule" in row:
        said = getattr(rules, row["rule"])
        text = said if isinstance(said, str) else ", ".join(said)
    elif "says" in row:
        text = filled(row["says"], rules=rules, number=number, rank_name=rank_name)
    else:
        text = _number(number) if "number" in row else row.get("yes", "yes")
    grounds = row.get("grounds", ())
    named = [grounds[device] for device in rules.upcard_place] if isinstance(grounds, dict) else grounds
    clauses = number.clauses if number else rules.cite(*(ground for ground in named if ground in rules.grounds))
    return Cell(text, clauses) if text else Cell()


def _number(number: Parameter | None) -> str:
    """A number of the book with its unit, or a few by name."""
    if number is None:
        return ""
    if isinstance(number.rows, dict):
        return "; ".join(f"{key}: {value}" for key, value in number.rows.items())
    return f"{number.value} {number.unit}".strip()


def _odds_rows(pairs: Sequence[tuple[Rules, Book]]) -> Iterator[Row]:
    yield Row("Ante", tuple(_odd(rules, book, "ante_odds", "", rules.ante_odds) for rules, book in pairs))
    tables: tuple[tuple[str, str, Callable[[Rules], Mapping[Category, Odds]]], ...] = (
        ("Bet", "bet_odds", lambda rules: rules.bet_odds),
        ("Bet after a change", "bet_odds_after_exchange", lambda rules: rules.bet_odds_after_exchange),
        ("Instant win", "instant_winner_odds", lambda rules: rules.instant_odds),
    )
    for title, name, of in tables:
        for category in reversed(Category):
            odds = [of(rules).get(category) for rules, _ in pairs]
            if any(odds):
                cells = tuple(
                    _odd(rules, book, name, category.label, odd) for (rules, book), odd in zip(pairs, odds, strict=True)
                )
                yield Row(f"{title}: {category}", cells)
    for name, title in {name: wager.title for rules, _ in pairs for name, wager in rules.wagers.items()}.items():
        offered = [rules.wagers.get(name) for rules, _ in pairs]
        for category in reversed(Category):
            if any(wager and category in wager.odds for wager in offered):
                paid = [(str(wager.odds.get(category, "")), wager.clauses) if wager else ("", ()) for wager in offered]
                yield Row(f"{title}: {category}", tuple(Cell(odds, clauses if odds else ()) for odds, clauses in paid))


def _odd(rules: Rules, book: Book, name: str, hand: str, odds: Odds | None) -> Cell:
    """Odds with their clauses: for a pay table with a clause per hand, those about this one."""
    if odds is None:
        return Cell()
    parameter = _param(rules, book, name)
    rows = parameter.rows if parameter else None
    if hand and isinstance(rows, dict) and hand not in rows:
        parameter = book.params.get(f"{name}_below_the_table") or book.params.get("bet_odds_below_the_table")
    clauses = parameter.clauses if parameter else ()
    own = tuple(number for number in clauses if hand in _hands_in(book.clause(number).line))
    return Cell(str(odds), own or clauses)


def _hands_in(line: str) -> set[str]:
    """The hands that a line is about: a straight flush is neither a straight nor a flush."""
    left, labels = line.lower(), set()
    for label in sorted((category.label for category in Category), key=len, reverse=True):
        if label in left:
            labels.add(label)
            left = left.replace(label, "")
    return labels


def _mishap_rows(pairs: Sequence[tuple[Rules, Book]]) -> Iterator[Row]:
    every = [rules for rules, _ in pairs]
    for mishap in (*MISHAPS, *others(every)):
        answers = [answer(rules, mishap) for rules in every]
        if any(text for text, _ in answers):
            yield Row(mishap.label, tuple(Cell(text, clauses) for text, clauses in answers))


def as_markdown(compared: Comparison) -> str:
    """The whole as a page of tables."""
    return rendered("games.md", compared=compared)
