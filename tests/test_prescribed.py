"""`[options]` in a book's params.toml: what it prescribes for a table is usual, and enforced with its clause; fractional odds."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from added_books import books_forgotten
from croupier import books
from croupier.kernel.actors import Said
from croupier.kernel.decisions import Accepted, Refused
from croupier.kernel.errors import BookError, TableError
from croupier.kernel.money import Odds
from croupier.stud import PlaceAnte, PlaceBet, Reveal, Settle
from croupier.stud.commands import OpenTable
from croupier.stud.engine import StudEngine
from croupier.stud.rules import Options
from croupier.stud.state import State
from croupier.tables.house_table import HouseTable, house_table

FOLDER = Path(__file__).resolve().parents[1] / "examples" / "sixth_book"
OPTIONS = """
[options.maximum_payout]
clause = "6.3"
default = "5000"
minimum = 5000

[options.minimum]
clause = "3.1"
default = 5
minimum = "2.50"
maximum = "25"

[options.places]
clause = "1.1"
default = 4
maximum = 4

[options.device]
clause = "2.1"
only = ["shuffler"]
"""


def with_options(to: Path, options: str) -> Path:
    folder = Path(shutil.copytree(FOLDER, to / "torch"))
    file = folder / "params.toml"
    text = file.read_text(encoding="utf-8").replace('clause = "6.3", value = 1,', 'clause = "6.3", value = "3 to 2",')
    file.write_text(text + options, encoding="utf-8")
    return folder


@pytest.fixture
def torch(tmp_path: Path) -> Iterator[Path]:
    with books_forgotten():
        folder = with_options(tmp_path, OPTIONS)
        books.add_book(folder)
        yield folder


@pytest.mark.usefixtures("torch")
def test_what_is_prescribed_is_usual() -> None:
    usual = HouseTable("lantern-stud").state.options
    assert (usual.maximum_payout, usual.minimum, usual.places, usual.device) == (5_000_00, 5_00, 4, "shuffler")
    assert house_table("lantern-stud", seats=2).state.options == usual


@pytest.mark.usefixtures("torch")
@pytest.mark.parametrize(
    ("change", "says", "clause"),
    [
        ({"maximum_payout": 4_999_99}, "maximum payout: $5,000.00 or more, not $4,999.99", "6.3"),
        ({"maximum_payout": 5_000_00}, "", ""),
        ({"maximum_payout": 0}, "", ""),
        ({"minimum": 2_49, "chip": 1, "unit": 1}, "minimum: $2.50 to $25.00, not $2.49", "3.1"),
        ({"minimum": 2_50, "chip": 1, "unit": 1}, "", ""),
        ({"minimum": 25_00}, "", ""),
        ({"minimum": 26_00}, "minimum: $2.50 to $25.00, not $26.00", "3.1"),
        ({"places": 4}, "", ""),
        ({"places": 5}, "places: 4 or less, not 5", "1.1"),
        ({"device": "shoe"}, "device: shuffler, not shoe", "2.1"),
    ],
    ids=str,
)
def test_it_is_enforced_with_its_clause(change: dict[str, object], says: str, clause: str) -> None:
    rules = books.rules_of("lantern-stud")
    options = replace(rules.usual_options(), **change)
    decision = StudEngine(books.rules_of).decide(rules, State(), OpenTable(options=options), Said("d", "Dealer", 0))
    if not says:
        assert isinstance(decision, Accepted)
    else:
        assert isinstance(decision, Refused)
        assert (decision.reason, decision.clauses) == (says, (clause,))
        with pytest.raises(TableError, match=rf"\({re.escape(clause)}\)$"):
            HouseTable("lantern-stud", options)


@pytest.mark.usefixtures("torch")
def test_fractional_odds_are_paid_at_the_table() -> None:
    rules = books.rules_of("lantern-stud")
    assert (rules.ante_odds, str(rules.ante_odds)) == (Odds(3, 2), "3 to 2")
    table = house_table("lantern-stud", seats=1, seed=3)
    for step in (PlaceAnte(seat=1, amount=10_00), None, PlaceBet(seat=1, amount=20_00), Reveal(), Settle()):
        assert isinstance(table.deal() if step is None else table.do(step), Accepted)
    paid = [event for event in table.events if getattr(event, "wager", "") == "ante"]
    assert [(event.odds, event.pays) for event in paid if event.result == "win"] in ([], [("3 to 2", 15_00)])  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ('[options.lamps]\nclause = "1.1"\n', "options has lamps, which is no option of a table"),
        ('[options.places]\nclause = "9.9"\n', "places cites 9.9, which is not a clause"),
        ('[options.minimum]\nclause = "1.1"\ndefault = "plenty"\n', "options prescribes minimum as it cannot be"),
        ('[options.device]\nclause = "1.1"\ndefault = "hat"\n', "options prescribes device as it cannot be"),
        ('[options.minimum]\nclause = "1.1"\nleast = 5\n', "minimum: Object contains unknown field `least`"),
    ],
)
def test_what_cannot_be_prescribed_is_refused_at_load(tmp_path: Path, options: str, says: str) -> None:
    with books_forgotten(), pytest.raises(BookError, match=says) as error:
        books.add_book(with_options(tmp_path, options))
    assert "params.toml:2" in str(error.value)


def test_the_five_books_prescribe_nothing_new() -> None:
    """Their digests are those that old records pin."""
    assert all(not books.book_of(book).options for book in books.BOOKS)
    assert Options() == replace(books.rules_of("crown-caribbean-stud").usual_options())


def test_sections_may_have_dots_and_letters(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(FOLDER, tmp_path / "torch"))
    for file in (*folder.glob("*.toml"), *folder.glob("cases/*.toml"), folder / "__init__.py"):
        text = file.read_text(encoding="utf-8")
        for number in range(1, 8):
            text = text.replace(f'"{number}" = ', f'"13:69F-{number}.1" = ').replace(f'"{number}.', f'"13:69F-{number}.1.')
        file.write_text(text, encoding="utf-8")
    with books_forgotten():
        book = books.add_book(folder)
        assert book.section_of("13:69F-7.1.2") == "13:69F-7.1"
        assert {book.section_of(number) for number in book.catalogue.clause} == set(book.title_page.sections)
        assert next(iter(book.catalogue.clause)) == "13:69F-1.1.1"
