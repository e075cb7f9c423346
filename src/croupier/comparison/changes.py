"""What differs between two books, or two editions: clauses, numbers, cases that end differently, exact odds and strategy."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from croupier import books
from croupier.books.book import Book, read_title
from croupier.cases.case import Case, cases_of
from croupier.cases.house_cases import run_case
from croupier.kernel.clauses import number_key
from croupier.kernel.errors import BookError, CroupierError
from croupier.kernel.hands import Category

if TYPE_CHECKING:
    from croupier.odds.solution import Solution
    from croupier.stud.rules import Rules


class Side(msgspec.Struct, frozen=True):
    """One of the two sides compared: a book in one edition, and the game, if one was named."""

    book: Book
    game: str = ""

    @property
    def title(self) -> str:
        return f"{self.book.id}, {self.book.edition}"

    @property
    def house_games(self) -> list[str]:
        named = [self.game] if self.game else list(self.book.title_page.games)
        return [game for game in named if books.game_of(game, self.book.edition).rules is not None]


class Change(msgspec.Struct, frozen=True):
    """Something that differs between the sides; empty where one of them has no such thing."""

    what: str
    before: str = ""
    after: str = ""


class CaseChange(msgspec.Struct, frozen=True):
    """A case that ends differently: on which side it fails, `before` or `after`, and how."""

    clause: str
    name: str
    by: str
    differs: tuple[str, ...]


class PlayChange(msgspec.Struct, frozen=True, kw_only=True):
    """Deals of a kind of hand for which the best play changes: how many, and the hand where that matters most.

    The value of a bet there, before and after, is in antes; a fold is worth -1.
    """

    hands: str
    before: str
    after: str
    deals: int
    example: str
    worth_before: float
    worth_after: float


class OddsChange(msgspec.Struct, frozen=True, kw_only=True):
    """The exact mathematics of one game before and after; no figures if none differs. `old_play` is the edge after, against
    someone who still plays as before.
    """

    games: tuple[str, str]
    figures: tuple[Change, ...]
    plays: tuple[PlayChange, ...] = ()
    old_play: float | None = None


class Changes(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that differs, and the names of what could not be compared."""

    before: str
    after: str
    clauses: tuple[Change, ...] | None
    numbers: tuple[Change, ...]
    others: tuple[Change, ...] | None
    cases: tuple[CaseChange, ...]
    played: int
    odds: tuple[OddsChange, ...]
    not_compared: tuple[str, ...]


def side_of(said: str, other: Side | None = None) -> Side:
    """A book or a game by name, its edition behind an @ (or a day on which it is in force), a folder, or an edition of the
    other side's book. A folder with the name of a book that is here is taken as another edition of it.
    """
    name, _, edition = said.partition("@")
    if Path(said).is_dir():
        return Side(_book_in(Path(said).resolve(), other))
    if name not in books.BOOKS and name not in books.GAMES and other is not None and not edition:
        name, edition = other.game or other.book.id, said
    dated = edition[:4].isdigit() and edition[4:5] == "-"
    book = books.book_of(name, at=edition) if dated else books.book_of(name, edition)
    return Side(book, name if name in book.title_page.games else "")


def _book_in(folder: Path, other: Side | None) -> Book:
    if not (folder / "book.toml").is_file():
        if other is None:
            raise BookError(f"{folder} has no book.toml: name the book first, and the folder of its edition second")
        return books.add_edition(other.book.id, folder)
    named = read_title(folder)
    if named.id not in books.BOOKS or books.folder_of(named.id) == folder:
        return books.add_book(folder)
    known = named.edition == books.book_of(named.id).edition
    return books.add_edition(named.id, folder, f"{named.edition} (in {folder.name})" if known else "")


def changes(before: Side, after: Side, *, with_odds: bool = True) -> Changes:
    """Compare two books or editions. Cases are played by both; the odds are counted where they can be."""
    related = before.book.id == after.book.id or _related(before.book, after.book)
    missing: list[str] = []
    if not related:
        both = f"{before.book.id} and {after.book.id}"
        missing.append(f"clauses, ranks, duties and irregularities: {both} are different books; see 'croupier compare'")
    games = dict(_pairs(before, after, missing))
    cases, played = _cases(before, after, games, missing)
    return Changes(
        before=before.title,
        after=after.title,
        clauses=tuple(_clauses(before.book, after.book)) if related else None,
        numbers=tuple(_differences(_numbers(before.book), _numbers(after.book))),
        others=tuple(_differences(_others(before.book), _others(after.book))) if related else None,
        cases=tuple(cases),
        played=played,
        odds=tuple(_odds(before, after, games, missing)) if with_odds else (),
        not_compared=tuple(
            missing if with_odds else (*missing, "odds: the extra is not installed: pip install 'croupier[odds]'")
        ),
    )


def _related(one: Book, other: Book) -> bool:
    """Whether the clauses of one book were written from the other's: half of them say the same under the same number."""
    theirs = other.catalogue.clause
    alike = sum(number in theirs and theirs[number].line == clause.line for number, clause in one.catalogue.clause.items())
    return 2 * alike >= len(one.catalogue.clause)


def _pairs(before: Side, after: Side, missing: list[str]) -> Iterator[tuple[str, str]]:
    """The house games of the first book, each with its counterpart in the second: the same, or the only one."""
    ours, theirs = before.house_games, after.house_games
    for game in ours:
        if game in theirs:
            yield game, game
        elif len(ours) == len(theirs) == 1:
            yield game, theirs[0]
        else:
            missing.append(f"{game}: {after.book.id} has no game of that name; name one game on each side")
    for side in (before, after):
        for game in side.book.title_page.games if not side.game else ():
            if game not in side.house_games:
                missing.append(f"odds of {game}: it is played in the poker room, which has no edge of the house")


def _clauses(before: Book, after: Book) -> Iterator[Change]:
    ours, theirs = before.catalogue.clause, after.catalogue.clause
    for number in sorted({*ours, *theirs}, key=number_key):
        one, other = ours.get(number), theirs.get(number)
        if one is None or other is None:
            yield Change(number, one.line if one else "", other.line if other else "")
            continue
        if one.line != other.line:
            yield Change(number, one.line, other.line)
        for what, was, now in (("kind", (one.kind,), (other.kind,)), ("grounds", one.grounds, other.grounds)):
            if set(was) != set(now):
                gone, new = (", ".join(sorted(left)) for left in (set(was) - set(now), set(now) - set(was)))
                yield Change(f"{number}, {what}", gone, new)


def _flat(data: Any, name: str = "") -> Iterator[tuple[str, str]]:
    """Every figure in some data, with the path to it."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield from _flat(value, f"{name} {key}".strip())
    elif isinstance(data, list | tuple) and data and isinstance(data[0], dict):
        for number, row in enumerate(data, 1):
            known = row.get("hand", number)
            yield from _flat({key: value for key, value in row.items() if key != "hand"}, f"{name} {known}")
    else:
        yield name, ", ".join(map(str, data)) if isinstance(data, list | tuple) else str(data)


def _numbers(book: Book) -> dict[str, str]:
    params = {name: {key: getattr(param, key) for key in ("value", "rows")} for name, param in book.params.items()}
    only = {name: param["rows"] if param["value"] is None else param["value"] for name, param in params.items()}
    data = msgspec.to_builtins({"options": book.options, "wager": book.wagers})
    return {way: said for part in (only, data) for way, said in _flat(part) if not way.endswith(" clause")}


def _others(book: Book) -> dict[str, str]:
    """Ranks, duties and what can go wrong."""
    page = book.title_page
    data = {"ranks": page.ranks, "officials": page.officials, "duty": book.duties, "irregularity": book.irregularities}
    return dict(_flat(msgspec.to_builtins(data)))


def _differences(before: Mapping[str, str], after: Mapping[str, str]) -> Iterator[Change]:
    for name in dict.fromkeys([*before, *after]):
        if before.get(name) != after.get(name):
            yield Change(name, before.get(name, ""), after.get(name, ""))


def _cases(before: Side, after: Side, games: Mapping[str, str], missing: list[str]) -> tuple[list[CaseChange], int]:
    """The cases of both books, played by both; for two different books only those of games with a counterpart."""
    same = before.book.id == after.book.id
    changes, played, apart = [], 0, 0
    for side in (before,) if same else (before, after):
        for _, case in cases_of(side.book.folder):
            own = case.game or next(iter(side.book.title_page.games))
            pair = (case.game or side.book.id,) * 2 if same else next((pair for pair in games.items() if own in pair), None)
            if pair is None or (case.subject != "table" and not same):
                apart += 1
                continue
            was, now = (_ends(case, game, by, same=same) for game, by in zip(pair, (before, after), strict=True))
            played += 1
            if was != now:
                changes.append(CaseChange(case.clause, case.name, "after" if now else "before", now or was))
    if not same:  # different books have different parts
        left = [change for change in changes if change.differs[0].startswith(_CANNOT)]
        apart, changes = apart + len(left), [change for change in changes if change not in left]
    if apart:
        missing.append(f"{apart} cases: they are about something that only one of the two has")
    return changes, played


_CANNOT = "cannot be played"


def _ends(case: Case, game: str, side: Side, *, same: bool) -> tuple[str, ...]:
    """What is not as a case expects it by one of the books; clauses count only where both sides have the same numbers."""
    with books.playing_by(side.book):
        try:
            failures = run_case(case, game).failures()
        except Exception as error:  # the other book's table may not know a line
            failures = [f"{_CANNOT}: {str(error).removeprefix(f'{case.name}: ')}"]
    return tuple(failures if same else [each for each in failures if not each.endswith(" cited") and "settled_by" not in each])


def _odds(before: Side, after: Side, games: Mapping[str, str], missing: list[str]) -> Iterator[OddsChange]:
    from croupier.odds.solver import solve

    for ours, theirs in games.items():
        try:
            rules = books.rules_of(ours, before.book.edition), books.rules_of(theirs, after.book.edition)
            was, now = solve(rules[0]), solve(rules[1])
        except CroupierError as error:
            missing.append(f"odds of {ours} and {theirs}: {error}")
            continue
        by_themselves = [_wagers(each, solution, missing) for each, solution in zip(rules, (was, now), strict=True)]
        figures = tuple(_differences(_figures(was) | by_themselves[0], _figures(now) | by_themselves[1]))
        if not figures:
            yield OddsChange(games=(ours, theirs), figures=())
            continue
        if type(was) is not type(now) or was.bets.shape != now.bets.shape or (was.table.cards != now.table.cards).any():
            missing.append(f"strategy of {ours} and {theirs}: their hands or choices are of different kinds")
            yield OddsChange(games=(ours, theirs), figures=figures)
            continue
        plays, cost = _plays(was, now)
        old = None if hasattr(now, "given_up") else now.house_edge + cost
        yield OddsChange(games=(ours, theirs), figures=figures, plays=tuple(plays), old_play=old)


def _figures(solution: Solution) -> dict[str, str]:
    shares = {f"{play}, of all deals": f"{deals / solution.deals:.4%}" for play, deals in solution.decisions.items()}
    return {
        "house edge, of the ante": f"{solution.house_edge:.6%}",
        "antes lost over all deals": f"{-solution.total:,}",
        "element of risk": f"{solution.element_of_risk:.6%}",
        "standard deviation, in antes": f"{solution.standard_deviation:.6f}",
        "dealer qualifies": f"{float(solution.dealer_qualifies):.6%}",
    } | shares


def _wagers(rules: Rules, solution: Solution, missing: list[str]) -> dict[str, str]:
    """The exact edge of every side wager by itself."""
    from croupier.odds.shapes import WagerOdds, wager_odds

    counted = list(wager_odds(rules, solution))
    missing += [said for one in counted if not isinstance(one, WagerOdds) and (said := str(one)) not in missing]
    wagers = [one for one in counted if isinstance(one, WagerOdds)]
    return {f"house edge of {one.wager.title}, of the wager": f"{one.house_edge:.6%}, exactly {one.edge}" for one in wagers}


_PLAYS = ("bet", "change", "fold", "instant win")


def _plays(was: Solution, now: Solution) -> tuple[list[PlayChange], float]:
    """Where the best play differs, by kind of hand; and the cost of the old play, in parts of the ante."""
    import numpy as np

    from croupier.odds.cells import gains
    from croupier.odds.counting import CARDS, COMPLETIONS

    place = np.array([_PLAYS.index(play) for play in ("fold", "bet", "instant win", "change")])
    old, new = (place[np.minimum(solution.plays, 3)] for solution in (was, now))
    rows, columns = np.nonzero(old != new)
    kinds = (was.table.category[rows].astype(np.int64) * 4 + old[rows, columns]) * 4 + new[rows, columns]
    worth = [solved.bet_value[rows, columns] / (COMPLETIONS * solved.terms.parts) for solved in (was, now)]
    changes = []
    for kind in np.unique(kinds)[::-1].tolist():
        here = np.flatnonzero(kinds == kind)
        most = int(here[abs(worth[1] - worth[0])[here].argmax()])
        row, column = int(rows[most]), int(columns[most])
        hand = " ".join(str(card) for card in was.held(row)[::-1])
        changes.append(
            PlayChange(
                hands=str(Category(kind // 16)),
                before=_PLAYS[kind // 4 % 4],
                after=_PLAYS[kind % 4],
                deals=int(was.table.weight[rows[here]].sum()) * COMPLETIONS,
                example=f"{hand} against {CARDS[was.table.ups(row)[column]]}",
                worth_before=float(worth[0][most]),
                worth_after=float(worth[1][most]),
            )
        )
    return changes, float(abs(gains(now)[rows, columns]).sum() / (now.terms.parts * now.deals))
