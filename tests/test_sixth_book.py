"""A sixth book, in a folder outside the package, is a book like the others: nothing in the package knows of it."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import croupier
from added_books import books_forgotten
from croupier import books
from croupier.books.book import Book
from croupier.cases.case import cases_of
from croupier.cases.house_cases import run_case
from croupier.kernel.errors import BookError
from croupier.odds.solver import solve
from croupier.stud import Fold, PlaceAnte, PlaceBet, Reveal, Settle
from croupier.training.house_scenes import Scene, set_up

HOME = Path(__file__).resolve().parents[1]
FOLDER = HOME / "examples" / "sixth_book"
TEXT = HOME / "docs" / "how-to" / "lantern-stud.md"
MOST_LINES = 300


@pytest.fixture
def lantern() -> Iterator[Book]:
    with books_forgotten():
        yield books.add_book(FOLDER)


def test_it_has_every_clause_of_its_text(lantern: Book) -> None:
    assert re.findall(r"^\*\*([\d.]+)\*\*", TEXT.read_text(encoding="utf-8"), re.MULTILINE) == list(lantern.catalogue.clause)


def test_every_clause_has_a_case_and_every_case_holds(lantern: Book) -> None:
    cases = [case for _, case in cases_of(lantern.folder)]
    assert {case.name: run_case(case, lantern.id).failures() for case in cases} == {case.name: [] for case in cases}
    shown = {number for case in cases for number in case.shows}
    assert [n for n, clause in lantern.catalogue.clause.items() if clause.executable and n not in shown] == []
    for parameter in (each for each in lantern.params.values() if each.threshold):
        sides = {case.edge for case in cases if set(case.shows).intersection(parameter.clauses)}
        assert sides >= {"below", "at", "above"}


def test_it_is_small() -> None:
    files = [file for file in FOLDER.rglob("*") if file.suffix in (".py", ".toml")]
    assert len(files) >= 7
    assert sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files) < MOST_LINES


def test_nothing_in_the_package_knows_of_it() -> None:
    """Only the list of pages has its name, as the text of its rules is one of them."""
    files = [file for file in Path(croupier.__file__).parent.rglob("*.*") if file.suffix in (".py", ".toml")]
    named = [file.name for file in files if "lantern" in file.read_text(encoding="utf-8").lower()]
    assert named == ["documentation.toml"]


def test_its_odds_are_exact(lantern: Book) -> None:
    solution = solve(books.rules_of("lantern-stud"))
    assert sum(outcome.deals for outcome in solution.outcomes) == solution.deals
    assert solution.total == -841_984_048_652
    assert {o.outcome: o.units for o in solution.outcomes}["straight wins"] == 1 + 2 * 5


def test_a_round_is_recorded_and_audited(lantern: Book) -> None:
    table = croupier.house_table("lantern-stud", seats=2, seed=7)
    assert table.state.options.places == 5
    for command in (PlaceAnte(seat=1, amount=10_00), PlaceAnte(seat=2, amount=10_00)):
        assert isinstance(table.do(command), croupier.Accepted)
    assert isinstance(table.deal(), croupier.Accepted)
    for step in (PlaceBet(seat=1, amount=20_00), Fold(seat=2), Reveal(), Settle()):
        assert isinstance(table.do(step), croupier.Accepted), step
    assert "gave the same result" in str(croupier.audit(table.dump()))
    assert len(croupier.load(table.dump()).entries) == len(table.entries)


def test_a_rehearsal_has_no_more_places_than_the_book(lantern: Book) -> None:
    assert set_up(Scene(game="lantern-stud", moment="deciding", seats=3)).state.options.places == 5


def test_a_book_is_added_once(lantern: Book) -> None:
    assert books.add_book(FOLDER) == lantern
    assert list(books.BOOKS).count("lantern-stud") == 1


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (("book.toml", 'id = "lantern-stud"', 'id = "crown-poker"'), "there is a book or game 'crown-poker' already"),
        (("book.toml", "lantern-stud =", "crown-holdem ="), "there is a book or game 'crown-holdem' already"),
        (("book.toml", "lantern-stud =", "torch-stud ="), "games and GAMES in __init__.py differ"),
        (("clauses.toml", '"rank_needed"', ""), "no clause is given for rank_needed (that is for the dealer or someone above)"),
        (("clauses.toml", '"ante_placed", ', '"ante_paced", '), "no ground; did you mean ante_placed"),
        (("clauses.toml", 'kind = "parameter"', 'kind = "rumour"'), "rumour"),
        (("params.toml", '"ace and king"', '"ace and queen"'), "params.toml:8: qualifying_hand"),
        (("params.toml", '"flush" = 6\n', ""), "params.toml:12: lantern-stud: bet_odds has no row for a flush: write"),
        (("params.toml", '"flush" = 6', '"flash" = 6'), "params.toml:22: bet_odds pays 'flash', which is not a hand"),
        (("params.toml", '"flush" = 6', '"flush" = "6 for 1"'), "'6 for 1' is no odds: write 5 for 5 to 1"),
        (("params.toml", '"shuffling device" = 3', '"hat" = 3'), "names 'hat', which is no device"),
        (("params.toml", "value = 52", "value = 53"), "deck_size is 53; the deck here has 52 cards"),
        (("params.toml", 'clause = "4.1", value = 5', 'clause = "4.1", value = 3'), "cards_per_hand is 3"),
        (("params.toml", 'value = 2, unit = "times', 'value = 0, unit = "times'), "bet_multiple is 0"),
        (("params.toml", "decks = {", 'lamps = { clause = "2.1", value = 3 }\ndecks = {'), "params.toml:3: lamps is a number"),
        (("irregularities.toml", '"deciding"', '"pondering"'), "irregularities.toml:5: exposed has the phase 'pondering'"),
        (("irregularities.toml", '"count"', '"hat"'), "irregularities.toml:4: exposed: Invalid enum value 'hat'"),
        (
            ("__init__.py", "irregularities=book", "irregularities={} and book"),
            "irregularities.toml:1: exposed is declared, and no",
        ),
        (("__init__.py", "irregularities=book", "calls={} and book"), "exposed is there without the procedure: name a `usual`"),
        (("__init__.py", "from croupier.books import Game", "import no_such_thing"), "ModuleNotFoundError"),
        (("__init__.py", '{"exposed": exposed}', "{}"), "exposed is there without the procedure"),
        (("__init__.py", "GAMES =", "GAME ="), "games and GAMES in __init__.py differ"),
        (("__init__.py", "    return caribbean_rules(", "    return 1 // 0 or dict("), "its code fails: ZeroDivisionError"),
        (("__init__.py", "from croupier.books import Game", "raise SystemExit(3)"), "its code fails: SystemExit"),
        (("__init__.py", "def exposed(", "def exposed(("), "its code fails: SyntaxError"),
    ],
    ids=lambda value: value if isinstance(value, str) else value[2],
)
def test_a_book_that_cannot_be_played_is_not_added(change: tuple[str, str, str], says: str, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(FOLDER, tmp_path / f"torch_{abs(hash(says))}"))
    file = folder / change[0]
    text = file.read_text(encoding="utf-8")
    assert change[1] in text
    file.write_text(text.replace(change[1], change[2], 1), encoding="utf-8")
    with books_forgotten():
        before = dict(books.BOOKS), dict(books.GAMES)
        with pytest.raises(BookError, match=re.escape(says)):
            books.add_book(folder)
        assert before == (books.BOOKS, books.GAMES)
        file.write_text(text, encoding="utf-8")
        assert books.add_book(folder).id == "lantern-stud"  # mended, it can be added


def test_books_with_files_of_their_own_and_neighbours_of_the_same_name(tmp_path: Path) -> None:
    """Each book has the code of its own folder, whatever else lies beside another one."""
    first = Path(shutil.copytree(FOLDER, tmp_path / "a" / "torch"))
    shutil.copytree(FOLDER, tmp_path / "a" / "candle")
    second = Path(shutil.copytree(FOLDER, tmp_path / "b" / "candle"))
    for folder in (first, second):
        for name in ("book.toml", "__init__.py"):
            text = (folder / name).read_text(encoding="utf-8").replace("lantern-stud", f"{folder.name}-stud")
            (folder / name).write_text(text, encoding="utf-8")
    code = (second / "__init__.py").read_text(encoding="utf-8")
    (second / "own.py").write_text("ORDER = 'players first'\n", encoding="utf-8")
    code = code.replace('deal_order="dealer first"', "deal_order=ORDER")
    code = code.replace("import annotations\n", "import annotations\n\nfrom croupier.books.candle.own import ORDER\n", 1)
    (second / "__init__.py").write_text(code, encoding="utf-8")
    with books_forgotten():
        assert books.add_book(first).id == "torch-stud"
        assert books.add_book(second).id == "candle-stud"
        assert books.rules_of("torch-stud").deal_order == "dealer first"
        assert books.rules_of("candle-stud").deal_order == "players first"


@pytest.mark.parametrize("name", ["crown_poker", "book", "caribbean", "not-a-name"])
def test_a_folder_has_a_name_of_its_own(name: str, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(FOLDER, tmp_path / name))
    with books_forgotten(), pytest.raises(BookError, match="cannot be the name"):
        books.add_book(folder)
