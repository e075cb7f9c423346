"""What a book leaves to a person, in `rulings.toml`, and what its games take as it stands, in `play.toml`."""

from __future__ import annotations

import re
import shutil
from importlib import import_module
from pathlib import Path

import pytest

from croupier.books import BOOKS, book_of, folder_of, game_of, poker_rules_of, rules_of
from croupier.books.book import read_book
from croupier.books.caribbean import caribbean_rules
from croupier.cases.tracing import code_of
from croupier.kernel.decisions import Refused
from croupier.kernel.errors import BookError
from croupier.kernel.incidents import Report
from croupier.kernel.rulebook import Rulebook
from croupier.stud.rules import Options
from croupier.tables.house_table import HouseTable

IN_SEVERAL_WORDS = {"inquiry", "play", "sanction", "not_covered", "suspicion", "invalidate", "wrong_hands"}
"""What carries out the rulings on several irregularities, under its own name too."""
ASKING = [book for book in BOOKS if book_of(book).questions]


def test_every_book_with_people_who_rule_asks_them_something() -> None:
    ruled = [book for book in BOOKS if any(one.ranks for one in book_of(book).irregularities.values())]
    assert ruled == ASKING


@pytest.mark.parametrize("book", ASKING)
def test_every_question_is_asked(book: str) -> None:
    code = "".join(file.read_text(encoding="utf-8") for file in folder_of(book).iterdir() if file.name.endswith(".py"))
    known = book_of(book)
    for name, asked in known.questions.items():
        if not asked.options:
            assert asked.then, name
            assert name in known.irregularities
            continue
        assert known.irregularities[name].ranks if name in known.irregularities else f'"{name}"' in code, name


@pytest.mark.parametrize("book", ASKING)
def test_every_ruling_is_carried_out_by_a_procedure_or_by_its_steps(book: str) -> None:
    game = next(iter(book_of(book).title_page.games))
    rules: Rulebook = poker_rules_of(game) if game_of(game).poker else rules_of(game)
    for name, asked in rules.questions.items():
        if name in rules.irregularities and rules.irregularities[name].rule is None:
            assert all(ruling.then for ruling in asked.options.values()), name


@pytest.mark.parametrize("book", BOOKS)
def test_every_procedure_of_a_section_is_that_of_some_irregularity(book: str) -> None:
    """They are found by their names: one that is spelt otherwise would never follow from anything."""
    known = {name.replace("-", "_") for name in book_of(book).irregularities}
    files = [file.name.removesuffix(".py") for file in folder_of(book).iterdir() if file.name.endswith(".py")]
    for file in files:
        written = vars(import_module(f"{book_of(book).module}.{file}"))
        carried_out = {
            name.removeprefix("rule_") for name, value in written.items() if name.startswith("rule_") and callable(value)
        }
        assert carried_out <= known | IN_SEVERAL_WORDS, file


def test_clauses_that_only_play_toml_names_are_traced_to_it() -> None:
    (place,) = code_of(book_of("crown-caribbean-stud"), "11.8.1", ())
    assert re.search(r"crown_caribbean_stud/play\.toml:\d+ \(play\)$", place)


def _copy(book: str, to: Path) -> Path:
    return Path(shutil.copytree(str(folder_of(book)), to / BOOKS[book], ignore=shutil.ignore_patterns("__pycache__")))


def _changed(folder: Path, file: str, old: str, new: str) -> None:
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('clauses = ["', 'clauses = ["99.', r"rulings.toml:\d+: .* cites 99\."),
        ("means = ", "mean = ", r"rulings.toml:\d+: .*`means?`"),
        ("question = ", "asks = ", r"rulings.toml:\d+: .*`(question|asks)`"),
        ('says = "players do not', 'clauses = ["99.1"], says = "players do not', r"rulings.toml:\d+: .* cites 99\."),
        ('question = "{called} disputes: {about}"\n', "", r"rulings.toml:\d+: dispute needs a question with its options"),
        ("[ruling.", "[rulings.", r"rulings.toml:\d+: rulings is not read here"),
    ],
)
def test_what_is_wrong_with_a_ruling_is_named_with_its_line(tmp_path: Path, old: str, new: str, says: str) -> None:
    folder = _copy("crown-caribbean-stud", tmp_path)
    _changed(folder, "rulings.toml", old, new)
    with pytest.raises(BookError, match=says):
        read_book(folder)


def test_a_step_that_there_is_not_is_named(tmp_path: Path) -> None:
    folder = _copy("nz-caribbean-stud", tmp_path)
    _changed(folder, "rulings.toml", 'do = "shuffle"', 'do = "shufle"')
    with pytest.raises(BookError, match=r"rulings.toml:\d+: .*'shufle', which is no step; did you mean shuffle"):
        read_book(folder).irregularities_by()


def test_a_field_that_no_rules_have_is_named(tmp_path: Path) -> None:
    folder = _copy("nz-caribbean-stud", tmp_path)
    _changed(folder, "play.toml", "deal_order = ", "deal_ordr = ")
    with pytest.raises(BookError, match=r"play.toml:\d+: deal_ordr is no field .*did you mean deal_order"):
        caribbean_rules(read_book(folder), "nz-caribbean-stud")


def test_the_digest_does_not_count_them(tmp_path: Path) -> None:
    folder = _copy("nz-caribbean-stud", tmp_path)
    (folder / "rulings.toml").unlink()
    assert read_book(folder).digest == book_of("nz-caribbean-stud").digest


@pytest.mark.parametrize("game", ["crown-caribbean-stud", "star-caribbean-stud"])
def test_where_there_is_no_shuffling_device_nothing_can_be_wrong_with_it(game: str) -> None:
    table = HouseTable(game, Options(device="shoe"), ready=True)
    about = [what for what in table.rules.irregularities if what.startswith("shuffler-")]
    assert about
    for what in about:
        refused = table.do(Report(what=what, count=51))
        assert isinstance(refused, Refused), what
        assert refused.ground == "not_irregular"
