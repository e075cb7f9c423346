"""The words about the files of a book, held against the types that read them: nothing missing, nothing left over."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from added_books import books_forgotten
from croupier import books
from croupier.books.book import Cloth, Edition, Mishap, PlayTerms, Prescription, Title, WagerTerms, fields
from croupier.books.caribbean import _DEVICES
from croupier.books.checking import numbers_read
from croupier.cases.case import Case
from croupier.cli.main import main
from croupier.kernel.clauses import Clause, Kind, Parameter
from croupier.kernel.duties import Duty, Effect
from croupier.kernel.errors import BookError
from croupier.kernel.hands import Category
from croupier.kernel.rulings import OpenRuling, Question, Step
from croupier.poker.hand import Phase as OfHand
from croupier.stud.state import Phase as OfRound

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
TYPES = (
    Title,
    Edition,
    Cloth,
    PlayTerms,
    Clause,
    Parameter,
    Prescription,
    WagerTerms,
    Duty,
    Mishap,
    Question,
    OpenRuling,
    Step,
    Case,
)


@pytest.mark.parametrize("kind", TYPES, ids=lambda kind: kind.__name__)
def test_every_field_is_explained_and_no_other(kind: Any) -> None:
    assert set(fields()[kind.__name__]) == set(kind.__struct_fields__)


def _of(kind: Any, field: str) -> set[str]:
    """The words of a closed list, from the type of a field."""
    found = next(one.type for one in msgspec.structs.fields(kind) if one.name == field)
    words = get_args(found)
    return set(words if all(isinstance(word, str) for word in words) else get_args(words[0])) - {""}


@pytest.mark.parametrize(
    ("title", "words"),
    [
        ("kinds of clauses", set(get_args(Kind))),
        ("phases of a round at a house table", set(get_args(OfRound))),
        ("phases of a hand in the poker room", set(get_args(OfHand))),
        ("asks of an irregularity", _of(Mishap, "asks")),
        ("devices in params.toml", set(_DEVICES)),
        ("effects of a duty", set(get_args(Effect)) - {""}),
        ("who sees to a duty where software deals", _of(Duty, "automatic")),
        ("hands in pay tables, prizes and duties", {category.label for category in Category} - {Category.LOW.label}),
    ],
)
def test_every_word_of_a_closed_list_is_explained_and_no_other(title: str, words: set[str]) -> None:
    assert set(fields()["lists"][title]) == words


def test_every_number_that_the_engine_asks_for_is_explained() -> None:
    with books_forgotten():
        book = books.add_book(EXAMPLES / "new_jersey")
        books.rules_of(book.id)
        assert book.asked | numbers_read("stud") <= {*fields()["numbers"], "exposed_cards_void"}


DEVICE = '[options.device]\nclause = "16.2(b)"\nonly = ["shufler"]\n\n[options.places]'
WAGER = '[wager.bonus]\ntitle = "Bonus"\nclause = "16.12(a)"\n\n'
NOBODYS = '[colour]\nclause = "16.12(a)"\nvalue = 3\n\n[options.places]'
CHANGES = [
    ("clauses.toml", "line = ", "lime = ", r"clauses.toml:\d+: .*unknown field `lime`; did you mean line"),
    ("clauses.toml", 'kind = "parameter"', 'kind = "paramter"', r"clauses.toml:5: .*did you mean parameter"),
    ("clauses.toml", "[clause.", "[claus.", r"clauses.toml:3: claus is not read here: write \[clause"),
    ("clauses.toml", '"rank_needed"', "", r"clauses.toml:1: .*no clause is given for rank_needed .that is"),
    ("params.toml", "deck_size = ", "deck_sise = ", r"params.toml:1: deck_size is missing: it is how many cards are in the deck"),
    ("params.toml", "[options.places]", "[options.place]", r"params.toml:38: options has place, which is no option"),
    ("params.toml", "default = 7", "defalt = 7", r"params.toml:40: places: .*unknown field `defalt`; did you mean default"),
    ("params.toml", "default = 7", "default = 3", r"params.toml:38: options prescribes places as .*: places: 6 to 7, not 3"),
    ("params.toml", "maximum = 7", "maximum = 5", r"params.toml:38: options prescribes places as .*: places: 6 to 5"),
    ("params.toml", "default = 7", 'default = "x"', r"params.toml:38: options prescribes places as .*: Expected `int`"),
    ("params.toml", "[options.places]", DEVICE, r"params.toml:38: options prescribes device .*did you mean shuffler"),
    ("params.toml", 'amount = "50"', 'amount = "fifty"', r"params.toml:35: jackpot_prizes pays a flush: that is no number"),
    ("params.toml", 'percent = "10"', 'percent = "tenth"', r"params.toml:32: jackpot_prizes pays a straight flush: that is"),
    ("params.toml", '"flush" = 5', '"flush" = "five"', r"params.toml:22: bet_odds pays a flush: 'five' is no odds"),
    ("params.toml", "[options.places]", NOBODYS, r"colour is a number that nobody reads: d"),
    ("params.toml", "[options.places]", f"{WAGER}[options.places]", r"params.toml:38: bonus: .*missing .*`rows` is a table"),
    ("book.toml", "ranks = [", 'ranks = [] # "', r"book.toml:6: ranks is empty: write who deals"),
    ("book.toml", 'id = "nj-caribbean-stud"', 'id = "NJ Stud"', r"book.toml:1: .*`id` is the name .* with dashes"),
    ("book.toml", 'seed = "10000"', 'seed = "much"', r"book.toml:33: .*`seed` is what the meter starts from"),
    ("book.toml", 'increment = "70"', 'increment = "170"', r"book.toml:34: .*`increment` is the part of each wager"),
    ("duties.toml", "automatic =", 'effect = "joy"\nautomatic =', r"duties.toml:5: .*there are all stop, cards checked"),
    ("params.toml", '{ hand = "flush"', '{ hnd = "flush"', r"params.toml:\d+: jackpot_prizes has a row without a hand"),
    ("duties.toml", "[duty.", "[dutty.", r"duties.toml:1: dutty is not read here"),
    ("duties.toml", 'automatic = "physical"', 'automatic = "physics"', r"duties.toml:5: .*did you mean physical"),
    ("irregularities.toml", '"count"', '"cout"', r"irregularities.toml:4: .*did you mean count"),
    ("book.toml", 'edition = "', 'edtion = "', r"book.toml:1?\d*: .*edition"),
    ("book.toml", '"16.2" = "Cards"\n', "", r"clauses.toml:\d+: 16.2\(a\) is in no section"),
    ("book.toml", 'felt = "#1f4d3a"', 'felt = "green"', r"book.toml:\d+: .*`felt` is the colour of the cloth"),
    ("pending.toml", "pending", "pendng", r"pending.toml:1: pendng is not read here: write pending = \[\]"),
]


@pytest.mark.parametrize(("file", "old", "new", "says"), CHANGES, ids=lambda value: str(value)[:24])
def test_an_error_names_file_line_and_what_to_write(tmp_path: Path, file: str, old: str, new: str, says: str) -> None:
    folder = Path(shutil.copytree(EXAMPLES / "new_jersey", tmp_path / "torch"))
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    with books_forgotten(), pytest.raises(BookError, match=says):
        books.add_book(folder)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("expect = ", "expct = ", r"new_jersey.toml:5: .*did you mean expect"),
        ("device = ", "devise = ", r"new_jersey.toml:8: the case .* fails: .*devise"),
        ("net = ", "nett = ", r"new_jersey.toml:8: the case .* fails: .*nett"),
        ('"""\nhand 1', '"""\nhandd 1', r"new_jersey.toml:8: the case .* fails: .*handd 1"),
        ('clause = "16.12(b)"', 'clause = "16.99"', r"new_jersey.toml:8: the case .* fails: .*16.99"),
        ("[[case]]", "[[case]", r"new_jersey.toml:5: "),
    ],
)
def test_a_case_with_one_thing_wrong_is_listed(
    tmp_path: Path, old: str, new: str, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = Path(shutil.copytree(EXAMPLES / "new_jersey", tmp_path / "torch"))
    file = folder / "cases" / "new_jersey.toml"
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    with books_forgotten():
        assert main(["book", "check", str(folder)]) == 1
        assert re.search(says, capsys.readouterr().out)
        assert main(["--add-book", str(folder), "cases", "nj-caribbean-stud"]) in (1, 2)


def _misspelt() -> list[tuple[str, int, str]]:
    """Every line of the example's files with its key or table misspelt, one at a time; and without the line."""
    found = []
    for file in sorted((EXAMPLES / "new_jersey").glob("*.toml")):
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines()):
            if re.match(r'\[|[\w"]+.* = ', line):
                found += [
                    (file.name, number, re.sub(r'[\w"]', lambda word: f"{word[0]}x", line, count=1)),
                    (file.name, number, ""),
                ]
    return found


@pytest.mark.slow
def test_whatever_is_misspelt_or_missing_is_named_with_its_line(tmp_path: Path) -> None:
    folder, said = Path(shutil.copytree(EXAMPLES / "new_jersey", tmp_path / "torch")), []
    for name, number, instead in _misspelt():
        text = (folder / name).read_text(encoding="utf-8")
        lines = text.splitlines()
        lines[number] = instead
        (folder / name).write_text("\n".join(lines), encoding="utf-8")
        with books_forgotten():
            try:
                books.add_book(folder)
            except BookError as error:
                said.append(str(error))
        (folder / name).write_text(text, encoding="utf-8")
    assert len(said) > 100
    assert [one for one in said if not re.search(r"\.(toml|py):\d+: ", one) or "KeyError" in one] == []
