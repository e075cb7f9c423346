"""A rulebook of one's own for every command; apart from the record of people; named where it is missing or its code changed."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from added_books import books_forgotten
from cli.program import Run
from croupier import books
from croupier.kernel.errors import HistoryError
from croupier.people.commands import GrantRole, RegisterPerson
from croupier.server.config import read_config
from croupier.tables.any_game import audit, load
from croupier.tables.house_table import house_table
from croupier.tables.people_stream import PeopleStream
from server.running import PASSWORD

FOLDER = Path(__file__).resolve().parents[2] / "examples" / "sixth_book"
GAME = "lantern-stud"


def test_the_configuration_names_books(tmp_path: Path) -> None:
    shutil.copytree(FOLDER, tmp_path / "rules" / "torch")
    (tmp_path / "house.toml").write_text('books = ["rules/torch"]\n', encoding="utf-8")
    with books_forgotten():
        books.add_books(read_config(str(tmp_path / "house.toml")).books)
        assert GAME in books.GAMES


def test_roles_and_tables_from_the_command_line(run: Run, tmp_path: Path) -> None:
    where, own = ("--database", str(tmp_path / "house.db")), ("--add-book", str(FOLDER))
    with books_forgotten():
        assert run(*own, "user", "add", "boss", "--administrator", *where, said=f"{PASSWORD}\n").status == 0
        role = ("--role", "lantern-stud:Floor manager", "--person", "boss")
        assert run(*own, "user", "add", "m1", "--name", "M", *role, *where, said=PASSWORD).status == 0
        assert run(*own, "user", "password", "m1", *where, said=PASSWORD).status == 0
        opened = run(*own, "table", "open", "l1", GAME, *where, "--person", "m1", said=PASSWORD)
        assert (opened.status, opened.err) == (0, "")
        assert run(*own, "audit", "verify", *where).status == 0
        copy = str(tmp_path / "copy.bak")
        assert run(*own, "backup", "--unsigned", "--to", copy, *where).status == 0
    missing = run("audit", "verify", *where)
    assert missing.status == 1
    assert (
        "l1 needs the game 'lantern-stud' of the book lantern-stud, which is not here: add it with --add-book"
        in missing.out + missing.err
    )


def test_people_are_audited_with_and_without_a_book_that_gives_no_role() -> None:
    register = PeopleStream()
    register.do(RegisterPerson(person="floor manager", name="Somebody"), by="house")
    before = register.dump()
    with books_forgotten():
        books.add_book(FOLDER)
        assert audit(before)
        with_book = PeopleStream()
        with_book.do(RegisterPerson(person="p7", name="Seven"), by="house")
        assert with_book.pins == register.pins
        with_book.do(RegisterPerson(person="boss", name="Boss"), by="house")
        with_book.do(GrantRole(person="boss", book="*", capacity="administrator"), by="house")
        during = with_book.dump()
        role = GrantRole(person="p7", book="lantern-stud", capacity="Floor manager")
        with_book.do(role, by="administrator", person="boss")
        assert audit(after := with_book.dump())
    assert audit(during)
    assert "entry 4, GrantRole: it cannot be decided without the book lantern-stud" in str(audit(after))


def test_a_missing_book_is_named_with_the_stream() -> None:
    with books_forgotten():
        books.add_book(FOLDER)
        lines = house_table(GAME, seats=2, seed=7).dump()
    with pytest.raises(
        HistoryError, match="needs the game 'lantern-stud' of the book lantern-stud, which is not here: add it with --add-book"
    ):
        load(lines)


def test_changed_code_of_a_book_is_told_and_the_record_not_accused(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(FOLDER, tmp_path / "torch"))
    with books_forgotten():
        books.add_book(folder)
        lines = house_table(GAME, seats=2, seed=7).dump()
        assert audit(lines)
    code = folder / "__init__.py"
    code.write_text(code.read_text(encoding="utf-8") + "\n# a comment\n", encoding="utf-8")
    with books_forgotten():
        books.add_book(folder)
        found = str(audit(lines))
        assert "the code of lantern-stud has changed since this record was begun (its data have not)" in found
        assert load(lines).warnings
    data = folder / "params.toml"
    data.write_text(data.read_text(encoding="utf-8").replace('"flush" = 6', '"flush" = 7'), encoding="utf-8")
    with books_forgotten():
        books.add_book(folder)
        assert "made by lantern-stud" in str(audit(lines))


def test_clauses_are_counted_as_cited_only_by_cases_that_hold(run: Run, tmp_path: Path) -> None:
    """The cases are played: one that claims a clause and does not cite it counts for nothing, and owed thresholds are named."""
    folder = Path(shutil.copytree(FOLDER, tmp_path / "torch"))
    cases = folder / "cases" / "lantern.toml"
    text = cases.read_text(encoding="utf-8")
    assert text.count('edge = "above"') == 1
    assert text.count('clause = "6.3"\n') >= 1
    cases.write_text(text.replace('edge = "above"\n', "").replace('clause = "6.3"\n', 'clause = "1.1"\n'), encoding="utf-8")
    with books_forgotten():
        before = run("--add-book", str(FOLDER), "clauses", GAME, "--json").json["books"][GAME]
    with books_forgotten():
        after = run("--add-book", str(folder), "clauses", GAME, "--json").json["books"][GAME]
    assert (before["cited"], before["thresholds_owed"]) == (17, {})
    assert after["cited"] < 17
    assert after["thresholds_owed"] == {"exposed_cards_void": ["above"]}
