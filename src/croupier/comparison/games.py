"""The house games side by side, each figure with its clauses, made from the books' data and from what their engines answer."""

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import resources
from typing import Any

import msgspec

from croupier.books import book_of, rules_of
from croupier.books.book import Book
from croupier.comparison.mishaps import MISHAPS, answer, others
from croupier.kernel.cards import rank_name
from croupier.kernel.clauses import Parameter
from croupier.kernel.hands import Category
from croupier.kernel.money import Odds
from croupier.stud.rules import Rules
from croupier.training.house_scenes import playable

Clauses = tuple[str, ...]


class Cell(msgspec.Struct, frozen=True):
    """What one book says on one matter; nothing where it is silent."""

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
    """These house games, or every playable one, on everything that distinguishes one from another."""
    games = games or playable()
    pairs = [(rules_of(game), book_of(game)) for game in games]
    said = tomllib.loads((resources.files("croupier.comparison") / "rows.toml").read_text(encoding="utf-8"))
    sections = [
        Section(one["title"], tuple(Row(row["label"], tuple(_cell(row, *pair) for pair in pairs)) for row in one["rows"]))
        for one in said["section"]
    ]
    sections.append(Section("Odds", tuple(_odds_rows(pairs))))
    sections.append(Section("When something goes wrong", tuple(_mishap_rows(pairs))))
    return Comparison(games, tuple(rules.title for rules, _ in pairs), tuple(sections))


def _param(rules: Rules, book: Book, name: str) -> Parameter | None:
    """A parameter of the game: its own, such as `aruba_bet_odds`, before that of the whole book."""
    own = f"{rules.game.rsplit('-', 1)[-1]}_{name}"
    return book.params.get(own) or book.params.get(name)


def _cell(row: Mapping[str, Any], rules: Rules, book: Book) -> Cell:
    """What a book says in a row of `rows.toml`."""
    if "by" in row:
        return _BY[row["by"]](rules, book)
    if "number" in row:
        return _number(rules, book, row["number"])
    if (feature := row.get("feature")) and not rules.has(feature):
        return Cell("no")
    said = row.get("says") or row.get("yes", "yes") if "rule" not in row else getattr(rules, row["rule"])
    return Cell(said if isinstance(said, str) else ", ".join(said), rules.cite(*row.get("grounds", ())))


def _number(rules: Rules, book: Book, name: str) -> Cell:
    """A number of the book with its unit, or a few by name."""
    parameter = _param(rules, book, name)
    if parameter is None:
        return Cell()
    if isinstance(parameter.rows, dict):
        return Cell("; ".join(f"{key}: {value}" for key, value in parameter.rows.items()), parameter.clauses)
    return Cell(f"{parameter.value} {parameter.unit}".strip(), parameter.clauses)


def _places(rules: Rules, book: Book) -> Cell:
    parameter = _param(rules, book, "places")
    return Cell(f"1 to {rules.most_places}", parameter.clauses if parameter else rules.cite("no_such_place"))


def _deal(rules: Rules, book: Book) -> Cell:
    whom = rules.deal_order.replace("first", "before the dealer" if rules.deal_order == "players first" else "first")
    many = rank_name(rules.dealt_at_a_time.get("shuffler", rules.cards))
    ways = {"shoe": "shoe, card by card", "shuffler": f"shuffler, {many} at a time"}
    grounds = {"shoe": "player_first_from_shoe", "shuffler": "player_set_from_shuffler"}
    devices = list(rules.upcard_place)
    return Cell(f"{' or '.join(ways[each] for each in devices)}; {whom}", rules.cite(*(grounds[each] for each in devices)))


def _cut(rules: Rules, book: Book) -> Cell:
    said = {"shoe": "once, from a shoe", "shuffler": "never, with a shuffler"}
    grounds = {"shoe": "cards_cut", "shuffler": "cut_not_allowed"}
    devices = list(rules.upcard_place)
    return Cell("; ".join(said[each] for each in devices), rules.cite(*(grounds[each] for each in devices)))


def _wild(rules: Rules, book: Book) -> Cell:
    parameter = _param(rules, book, "wild_rank")
    if parameter is None or not rules.has("wild cards"):
        return Cell("none")
    return Cell(f"rank {parameter.value}", parameter.clauses)


def _qualifying(rules: Rules, book: Book) -> Cell:
    parameter = _param(rules, book, "qualifying_hand")
    return Cell(f"{rules.qualifying_hand} or better", parameter.clauses if parameter else rules.cite("dealer_reveals"))


def _more_boxes(rules: Rules, book: Book) -> Cell:
    if not rules.has("more boxes"):
        return Cell("one box only", rules.cite("one_box_only"))
    seen = "further hands blind" if rules.extra_hands_blind else "further hands blind where so directed"
    return Cell(f"where nobody else wants them; {seen}", rules.cite("extra_box", "blind_hand"))


def _blind_bets(rules: Rules, book: Book) -> Cell:
    if not rules.has("blind bets"):
        return Cell("no")
    where = "where the house allows it" if rules.blind_bets_optional else "yes"
    stays = "comes back if the player folds" if rules.blind_bet_can_fold else "binding"
    return Cell(f"{where}; {stays}", rules.cite("blind_bet_placed", "blind_bet_stays"))


def _unqualified(rules: Rules, book: Book) -> Cell:
    if "ante_wins_unqualified" not in rules.grounds:
        return Cell("the dealer always plays")
    text = f"ante paid {rules.ante_odds}, bet goes back"
    if rules.has("all hands shown"):
        text += "; hands are shown all the same"
    return Cell(text, rules.cite("ante_wins_unqualified", "bet_void_unqualified"))


def _closing(rules: Rules, book: Book) -> Cell:
    if rules.closing is None:
        return Cell()
    unit, number = rules.closing
    return Cell(f"{number} {unit}' notice", rules.cite("closing_announced", "closing_too_soon"))


def _idle(rules: Rules, book: Book) -> Cell:
    if not rules.has("idle seats"):
        return Cell()
    full = " at a full table" if rules.idle_only_when_full else ""
    rounds = f"{rules.idle_rounds} round{'s' * (rules.idle_rounds != 1)}"
    return Cell(f"gives up the seat after {rounds}{full}", rules.cite("seat_vacated"))


def _minimum(rules: Rules, book: Book) -> Cell:
    if not rules.has("limits"):
        return Cell()
    kept = "; or at once, players keep the old minimum" if rules.has("keep minimum") else ""
    grounds = ("minimum_needs_notice", *(("minimum_kept",) if kept else ()))
    return Cell(f"{rules.minimum_notice} minutes' notice{kept}", rules.cite(*grounds))


_BY: dict[str, Callable[[Rules, Book], Cell]] = {
    "places": _places,
    "deal": _deal,
    "cut": _cut,
    "wild": _wild,
    "qualifying": _qualifying,
    "more_boxes": _more_boxes,
    "blind_bets": _blind_bets,
    "unqualified": _unqualified,
    "closing": _closing,
    "idle": _idle,
    "minimum": _minimum,
}


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
    """Odds with their clauses: of a pay table with a clause for each hand, those that speak of this one."""
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
    """The hands that a line speaks of: a straight flush is neither a straight nor a flush."""
    left, found = line.lower(), set()
    for label in sorted((category.label for category in Category), key=len, reverse=True):
        if label in left:
            found.add(label)
            left = left.replace(label, "")
    return found


def _mishap_rows(pairs: Sequence[tuple[Rules, Book]]) -> Iterator[Row]:
    every = [rules for rules, _ in pairs]
    for mishap in (*MISHAPS, *others(every)):
        found = [answer(rules, mishap) for rules in every]
        if any(text for text, _ in found):
            yield Row(mishap.label, tuple(Cell(text, clauses) for text, clauses in found))


def as_markdown(compared: Comparison) -> str:
    """The whole as a page of tables."""
    lines = [
        "# The house games side by side",
        "",
        "Made by `make docs` from the books' data and from what the engine answers; do not edit it by hand. Behind each",
        "figure stand the clauses of that book. An empty field means that the book has no rule on it.",
        "",
        "For the last table a round of three players with antes of $10.00 was played up to that moment, and the mishap",
        "was reported; seat 1 had bet where players were deciding.",
    ]
    for section in compared.sections:
        lines += ["", f"## {section.title}", "", _line(["", *compared.titles])]
        lines.append(_line(["---"] * (len(compared.titles) + 1)))
        lines += [_line([f"**{row.label}**", *map(_shown, row.cells)]) for row in section.rows]
    return "\n".join(lines) + "\n"


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cell.replace('|', '/') for cell in cells)} |"


def _shown(cell: Cell) -> str:
    return f"{cell.text} *({', '.join(cell.clauses)})*" if cell.clauses else cell.text
