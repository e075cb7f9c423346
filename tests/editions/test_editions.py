"""Editions of a book side by side, and the digest that says whether two of them mean the same."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime
from importlib import import_module
from itertools import count
from pathlib import Path

import pytest

from added_books import books_forgotten
from croupier import books
from croupier.books import BOOKS, GAMES, add_edition, book_of, game_of, poker_rules_of, rules_of, rules_of_meters
from croupier.books.book import Book
from croupier.cli.main import main
from croupier.kernel.cards import parse_cards
from croupier.kernel.decisions import Accepted, Refused
from croupier.kernel.errors import BookError, UnknownGame
from croupier.kernel.hands import Category
from croupier.kernel.incidents import AdoptEdition, EditionAdopted, Report
from croupier.kernel.money import Odds
from croupier.stud.commands import (
    CallBetOrFold,
    CallNoMoreBets,
    Deal,
    DealCards,
    PlaceAnte,
    PlaceBet,
    Reveal,
    Settle,
    Shuffle,
    TakeSeat,
)
from croupier.stud.events import WagerSettled
from croupier.tables.house_table import HouseTable
from croupier.tables.stacking import shuffle_into, stacked_deck

GAME = "crown-caribbean-stud"
CROWN = Path(books.__file__).parent / BOOKS[GAME]
CHIEF = book_of(GAME).title_page.ranks[-1]
CURRENT = book_of(GAME).edition
NAMES = (f"draft {number}" for number in count(1))


def edition(folder: Path, **changed: Callable[[str], str]) -> Book:
    """Another edition of Crown's book, which differs in these files; its folder or its title page gives it a name."""
    own = folder / next(NAMES)
    own.mkdir()
    for file, change in changed.items():
        old = (CROWN / f"{file}.toml").read_text(encoding="utf-8")
        new = change(old)
        assert new != old
        if file == "book":
            new = exchange(r'\nedition = "[^"]*"', f'\nedition = "{own.name}, approved"')(new)
        (own / f"{file}.toml").write_text(new, encoding="utf-8")
    return add_edition(GAME, own)


def exchange(old: str, new: str) -> Callable[[str], str]:
    def change(text: str) -> str:
        changed, found = re.subn(old, new, text, count=1, flags=re.DOTALL)
        assert found
        return changed

    return change


def cheaper(params: str) -> str:
    """A royal flush pays 100 to 1, and the second card exposed is a misdeal."""
    params = exchange(r'(\[bet_odds.rows\].*?"royal flush" = )250', r"\g<1>100")(params)
    return exchange(r"(\[exposed_cards_misdeal\].*?value = )3", r"\g<1>2")(params)


def seated(name: str = "") -> HouseTable:
    table = HouseTable(GAME, edition=name)
    assert isinstance(table.do(TakeSeat(seat=1, chips=20_000_00)), Accepted)
    return table


def royal_flush(table: HouseTable) -> str:
    """Play a round that a royal flush wins against a dealer who qualifies, and say at which odds the bet was paid."""
    table.do(PlaceAnte(seat=1, amount=10_00))
    hands = {1: parse_cards("As Ks Qs Js Ts"), 0: parse_cards("Ac Kd 8h 5s 3d")}
    assert shuffle_into(table, stacked_deck(table, hands)) is None
    for step in (CallNoMoreBets(), Deal(), CallBetOrFold(), PlaceBet(seat=1, amount=20_00), Reveal(), Settle()):
        assert isinstance(decision := table.do(step), Accepted), decision
    return next(e.odds for e in reversed(table.events) if isinstance(e, WagerSettled) and e.wager == "bet")


def two_cards_exposed(table: HouseTable) -> int:
    """Expose two of a player's cards in the deal, and say which round it then is."""
    table.do(PlaceAnte(seat=1, amount=10_00))
    for step in (Shuffle(), CallNoMoreBets(), DealCards(box=1, cards=parse_cards("As Ad 9c 7h 2s"))):
        assert isinstance(decision := table.do(step), Accepted), decision
    assert isinstance(decision := table.do(Report(what="exposed", box=1, count=2)), Accepted), decision
    return table.state.round


def test_two_editions_are_played_side_by_side(tmp_path: Path) -> None:
    draft = edition(tmp_path, params=cheaper).edition
    tables = [seated(), seated(draft), seated(CURRENT)]
    assert [royal_flush(table) for table in tables] == ["250 to 1", "100 to 1", "250 to 1"]
    assert [two_cards_exposed(table) for table in tables] == [2, 3, 2]
    for table in tables:
        assert table.audit().deviation is None
        again = HouseTable.load(table.dump().splitlines())
        assert (again.rules.edition, again.warnings) == (table.rules.edition, [])


def test_a_table_adopts_another_edition_between_rounds_and_goes_back(tmp_path: Path) -> None:
    draft = edition(tmp_path, params=cheaper).edition
    table = seated()
    paid = [royal_flush(table)]
    for adopted in (draft, CURRENT):
        decision = table.do(AdoptEdition(edition=adopted), by=CHIEF)
        assert isinstance(decision, Accepted), decision
        assert isinstance(event := decision.events[0], EditionAdopted)
        assert event.digest == book_of(GAME, adopted).digest
        paid.append(royal_flush(table))
    assert paid == ["250 to 1", "100 to 1", "250 to 1"]
    assert table.audit().deviation is None
    assert HouseTable.load(table.dump().splitlines()).rules.edition == CURRENT


def test_who_adopts_which_edition(tmp_path: Path) -> None:
    table = seated()
    draft = edition(tmp_path, params=cheaper).edition
    for adopted, by, ground in (
        (draft, "dealer", "rank_needed"),
        (CURRENT, CHIEF, "nothing_changes"),
        ("Version 99", CHIEF, "no_such_edition"),
    ):
        assert isinstance(decision := table.do(AdoptEdition(edition=adopted), by=by), Refused)
        assert decision.ground == ground
        assert decision.clauses
    table.do(PlaceAnte(seat=1, amount=10_00))
    assert isinstance(early := table.do(AdoptEdition(edition=draft), by=CHIEF), Refused)
    assert early.ground == "not_at_this_time"


def test_a_title_page_of_its_own_names_an_edition(tmp_path: Path) -> None:
    found = edition(tmp_path, book=exchange(r'operator = "', 'operator = "The '))
    assert found.edition.endswith(", approved")
    assert book_of("crown-wild-aruba", found.edition) is found
    assert found.digest == book_of(GAME).digest, "its name does not change what it means"
    assert seated(found.edition).audit().deviation is None


PROCEDURE = """
from msgspec.structs import replace
from croupier.books.crown_caribbean_stud import GAMES as _GAMES, meters

def _any_hand_qualifies(book):
    return replace(_GAMES["crown-caribbean-stud"].rules(book), qualifies=lambda value: True)

GAMES = _GAMES | {"crown-caribbean-stud": replace(_GAMES["crown-caribbean-stud"], rules=_any_hand_qualifies)}
"""


def test_an_edition_brings_a_procedure_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "procedures_of_a_draft.py").write_text(PROCEDURE, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    found = edition(tmp_path, book=exchange(r"\n\[games\]", '\nmodule = "procedures_of_a_draft"\n\n[games]'))
    named = found.edition
    assert found.digest != book_of(GAME).digest, "another procedure is another meaning"
    low = rules_of(GAME).value(parse_cards("Qc Jd 8h 5s 3d"))
    assert [rules_of(GAME, name).qualifies(low) for name in ("", named)] == [False, True]
    assert rules_of_meters(GAME, named).digest == found.digest


def test_rules_are_made_once_for_each_edition(tmp_path: Path) -> None:
    draft = edition(tmp_path, params=cheaper).edition
    assert rules_of(GAME) is rules_of(GAME, CURRENT) is rules_of(GAME, draft).other_edition(CURRENT)
    assert rules_of(GAME, draft) is rules_of(GAME, draft) is not rules_of(GAME)
    assert rules_of(GAME).other_edition(draft) is rules_of(GAME, draft)
    assert rules_of(GAME).other_edition("Version 99") is None
    assert rules_of_meters("crown-wild-aruba", draft) is rules_of_meters(GAME, draft)
    assert rules_of(GAME, draft).number("exposed_cards_misdeal") == 2
    with pytest.raises(BookError, match="exposed_card is missing"):
        rules_of(GAME).number("exposed_card")


@pytest.mark.parametrize(
    ("file", "change", "says"),
    [
        ("params", exchange(r"\[exposed_cards_misdeal\]", "[exposed_cards]"), "exposed_cards_misdeal is missing"),
        ("params", exchange(r"(\[exposed_cards_misdeal\].*?value = )3", r'\1"3"'), "of another kind"),
        ("book", exchange(r'\nid = "', '\nid = "other-'), "not another edition"),
        ("book", exchange(r"id = ", "idd = "), "book.toml"),
        ("duties", exchange(r"says = ", 'by = "Emperor"\nsays = '), "Emperor"),
    ],
)
def test_an_edition_that_cannot_be_used(tmp_path: Path, file: str, change: Callable[[str], str], says: str) -> None:
    text = (CROWN / f"{file}.toml").read_text(encoding="utf-8")
    (tmp_path / f"{file}.toml").write_text(change("\n" + text), encoding="utf-8")
    with pytest.raises(BookError, match=re.escape(says)):
        add_edition(GAME, tmp_path)


def test_an_edition_without_files_and_one_whose_name_is_taken(tmp_path: Path) -> None:
    with pytest.raises(BookError, match="has no file of a book"):
        add_edition(GAME, tmp_path)
    first = edition(tmp_path, params=cheaper)
    other = tmp_path / "other" / first.edition
    other.mkdir(parents=True)
    same = (tmp_path / first.edition / "params.toml").read_text(encoding="utf-8")
    (other / "params.toml").write_text("# another comment\n" + same, encoding="utf-8")
    assert add_edition(GAME, other) is first, "the same meaning under the same name is the same edition"
    (other / "params.toml").write_text(cheaper((CROWN / "params.toml").read_text(encoding="utf-8")).replace("100", "99"))
    with pytest.raises(BookError, match="already"):
        add_edition(GAME, other)


# the digest of what a book means


def backwards(text: str) -> str:
    """The tables of a file in the opposite order."""
    head, *tables = re.split(r"(?m)^(?=\[)", text)
    return head + "\n".join(reversed(tables))


@pytest.mark.parametrize(
    ("file", "change"),
    [
        ("params", lambda text: "# a comment\n" + text.replace("\n", "\n\n")),
        ("clauses", lambda text: text.replace("\n[clause", "\n\n# a comment\n[clause")),
        ("duties", lambda text: text + "\n# a comment\n"),
        ("clauses", backwards),
        ("params", backwards),
        ("irregularities", backwards),
        ("params", exchange(r"(\[exposed_cards_misdeal\]\n)(clause = [^\n]*\n)(value = [^\n]*\n)", r"\1\3\2")),
        ("clauses", exchange(r"(line = [^\n]*\n)(kind = [^\n]*\n)", r"\2\1")),
        ("pending", exchange(r"# ", "# still ")),
        ("book", exchange(r'operator = "', 'operator = "The ')),
        ("clauses", exchange(r'line = "', 'line = "Now: ')),
        ("duties", exchange(r'says = "', 'says = "always ')),
        ("irregularities", exchange(r'says = "', 'says = "now ')),
    ],
)
def test_what_changes_nothing(tmp_path: Path, file: str, change: Callable[[str], str]) -> None:
    found = edition(tmp_path, **{file: change})
    assert found.digest == book_of(GAME).digest


@pytest.mark.parametrize(
    ("file", "change"),
    [
        ("params", exchange(r"(\[exposed_cards_misdeal\].*?value = )3", r"\g<1>4")),
        ("params", exchange(r'"royal flush" = \d+', '"royal flush" = 251')),
        ("params", exchange(r'(\[exposed_cards_misdeal\]\nclause = \["11.1")', r'\1, "11.3"')),
        ("clauses", exchange(r'grounds = \["rank_needed"\]', 'grounds = ["rank_needed", "table_opened"]')),
        ("clauses", exchange(r'kind = "definition"', 'kind = "record"')),
        ("book", exchange(r'ranks = \["Dealer", ', 'ranks = ["Dealer", "Trainee", ')),
        ("book", exchange(r"\n\[games\]", '\nofficials = ["Inspector"]\n\n[games]')),
        ("irregularities", exchange(r'ranks = \["TG Area Manager"\]', 'ranks = ["TG Assistant Casino Manager"]')),
        ("duties", backwards),
    ],
)
def test_what_means_something_else(tmp_path: Path, file: str, change: Callable[[str], str]) -> None:
    found = edition(tmp_path, **{file: change})
    assert found.digest != book_of(GAME).digest
    assert re.fullmatch("[0-9a-f]{64}", found.digest)


# what there is not


@pytest.mark.parametrize("find", [book_of, game_of, rules_of, poker_rules_of, rules_of_meters])
@pytest.mark.parametrize("name", ["", "crown", "Crown-Caribbean-Stud", "crown_poker"])
def test_a_book_or_game_that_there_is_not(find: Callable[[str], object], name: str) -> None:
    with pytest.raises(UnknownGame, match="there is no"):
        find(name)


@pytest.mark.parametrize("find", [book_of, game_of, rules_of, rules_of_meters])
def test_an_edition_that_there_is_not(find: Callable[[str, str], object]) -> None:
    with pytest.raises(UnknownGame, match="has no edition 'Version 99'"):
        find(GAME, "Version 99")


@pytest.mark.parametrize(("find", "name"), [(rules_of, "crown-holdem"), (poker_rules_of, GAME), (rules_of_meters, "crown-poker")])
def test_a_game_of_another_kind(find: Callable[[str], object], name: str) -> None:
    with pytest.raises(UnknownGame):
        find(name)


def test_every_folder_has_the_games_that_its_title_page_names() -> None:
    for name in BOOKS:
        book = book_of(name)
        assert set(import_module(book.module).GAMES) == set(book.title_page.games)
        assert {game for game, of in GAMES.items() if of == name} == set(book.title_page.games)


def test_no_engine_is_loaded_before_its_book() -> None:
    asked = "import sys, croupier.books; print(sorted(n for n in sys.modules if n.startswith('croupier.')))"
    out = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True).stdout
    assert "croupier.books.book" in out
    assert not re.search(r"croupier\.(stud|poker|jackpots|odds|books\.crown)", out)


# from a day on


@pytest.fixture
def dated(tmp_path: Path) -> Iterator[str]:
    """A book of someone's own with an edition from 1 July 2027 on: a royal flush then pays 100 to 1."""
    folder = Path(shutil.copytree(CROWN.parents[3] / "examples" / "sixth_book", tmp_path / "torch"))
    draft = folder / "editions" / "second"
    draft.mkdir(parents=True)
    params = (folder / "params.toml").read_text(encoding="utf-8")
    (draft / "params.toml").write_text(params.replace('"royal flush" = 200', '"royal flush" = 100'), encoding="utf-8")
    (draft / "edition.toml").write_text('edition = "second edition"\neffective = 2027-07-01\n', encoding="utf-8")
    with books_forgotten():
        books.add_book(folder)
        yield "lantern-stud"


JULY = int(datetime(2027, 7, 1, tzinfo=UTC).timestamp())


@pytest.mark.parametrize(
    ("day", "clock", "name", "paid"),
    [
        ("2027-06-30", JULY - 1, "first edition", 200),
        ("2027-07-01", JULY, "second edition", 100),
        ("2027-07-02", JULY + 86_400, "second edition", 100),
    ],
)
def test_the_day_before_on_the_day_and_the_day_after(dated: str, day: str, clock: int, name: str, paid: int) -> None:
    for at in (day, date.fromisoformat(day), lambda: clock):
        assert rules_of(dated, at=at).edition == name
        assert rules_of(dated, at=at).bet_odds[Category.ROYAL_FLUSH] == Odds(paid)
    assert book_of(dated, at=day).edition == name
    table = HouseTable(dated, clock=lambda: clock)
    assert table.pins.edition == name
    later = HouseTable.load(table.dump().splitlines())
    assert (later.rules.edition, later.warnings) == (name, [])
    assert later.audit().deviation is None
    assert rules_of(dated).edition == "first edition", "without a day it is the book's own"
    assert HouseTable(dated, edition="first edition", clock=lambda: clock).rules.edition == "first edition"


def test_at_on_the_command_line(dated: str, capsys: pytest.CaptureFixture[str]) -> None:
    said = []
    for at in (["--at", "2027-06-30"], ["--at", "2027-07-01"], []):
        assert main([*at, "clause", dated, "6.3", "--json"]) == 0
        said.append(json.loads(capsys.readouterr().out)["parameters"][-1]["rows"]["royal flush"])
    assert said == [200, 100, 200]
    assert main(["--at", "July", "clause", dated, "6.3"]) == 2
    assert "'July' is not a date: write it as 2027-01-31" in capsys.readouterr().err
    assert main(["--at", "2027-07-01", "serve"]) == 2
    assert "by its own clock; leave it out" in capsys.readouterr().err


def test_before_the_first_edition_there_was_none(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(CROWN.parents[3] / "examples" / "sixth_book", tmp_path / "torch"))
    page = (folder / "book.toml").read_text(encoding="utf-8")
    (folder / "book.toml").write_text(f"effective = 2020-01-01\n{page}", encoding="utf-8")
    with books_forgotten():
        books.add_book(folder)
        assert rules_of("lantern-stud", at="2020-01-01").edition == "first edition"
        with pytest.raises(UnknownGame, match="in force on 2019-12-31: the first, 'first edition', took effect on 2020-01-01"):
            rules_of("lantern-stud", at="2019-12-31")
        same = tmp_path / "same day"
        same.mkdir()
        (same / "pending.toml").write_text("pending = []\n", encoding="utf-8")
        (same / "edition.toml").write_text('edition = "other"\neffective = 2020-01-01\n', encoding="utf-8")
        with pytest.raises(BookError, match="'other' and 'first edition' both take effect on 2020-01-01"):
            add_edition("lantern-stud", same)


def test_the_five_books_are_in_force_on_any_day() -> None:
    for book in BOOKS:
        assert book_of(book, at="1990-01-01") is book_of(book, at="2090-01-01") is book_of(book)
