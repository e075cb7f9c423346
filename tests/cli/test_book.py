"""`croupier book`: a new book like another one loads, its gaps are listed with file and line; a complete one lacks nothing."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from added_books import books_forgotten
from cli.program import Run
from croupier.books import BOOKS, book_of

FOLDER = Path(__file__).resolve().parents[2] / "examples" / "sixth_book"


@pytest.mark.parametrize("like", BOOKS)
def test_a_new_book_loads_with_every_gap_marked(run: Run, tmp_path: Path, like: str) -> None:
    folder = tmp_path / "harbour"
    assert run("book", "new", "harbour-stud", "--like", like, "--to", str(folder)).status == 0
    with books_forgotten():
        done = run("book", "check", str(folder), "--json")
    assert (done.status, done.json["complete"]) == (1, False)
    lacks = done.json["lacks"]
    assert f"{folder}/book.toml" in lacks[0]
    assert any("edition" in line for line in lacks)
    owed = [number for number, clause in book_of(like).catalogue.clause.items() if clause.executable]
    assert sum("has no case that holds" in line for line in lacks) == len(owed)
    assert like not in (folder / "book.toml").read_text(encoding="utf-8")
    assert not list(folder.glob("*.*.toml")), "what another book says in another language"


def test_a_clause_whose_cases_came_with_the_book_is_only_to_be_taken_off_the_list(run: Run, tmp_path: Path) -> None:
    folder, like = tmp_path / "harbour", str(FOLDER.parent / "new_jersey")
    with books_forgotten():
        begun = run("--add-book", like, "book", "new", "harbour-stud", "--like", "nj-caribbean-stud", "--to", str(folder))
        assert begun.status == 0
    with books_forgotten():
        lacks = run("book", "check", str(folder), "--json").json["lacks"]
    assert not [line for line in lacks if "has no case that holds" in line]
    assert f"{folder}/pending.toml:2: 1.13G(a) has a case that holds: delete it from the list" in lacks


def test_a_hand_is_settled_by_a_book_that_prescribes_its_places(run: Run) -> None:
    cards = ("--player", "9s 8d 7c 6h 5s", "--dealer", "Ac Kd 8h 5c 3d")
    with books_forgotten():
        done = run("--add-book", str(FOLDER.parent / "new_jersey"), "settle", "nj-caribbean-stud", "--ante", "10", *cards)
    assert "net +$90.00" in done.out


def test_a_complete_book_lacks_nothing(run: Run) -> None:
    with books_forgotten():
        done = run("book", "check", str(FOLDER))
    assert (done.status, done.err) == (0, "")
    assert "lacks nothing" in done.out


def test_a_fault_a_missing_case_and_a_missing_edge_are_listed(run: Run, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(FOLDER, tmp_path / "torch"))
    cases = folder / "cases" / "lantern.toml"
    cases.write_text(cases.read_text(encoding="utf-8").replace('edge = "below"\n', ""), encoding="utf-8")
    with books_forgotten():
        done = run("book", "check", str(folder))
    assert (done.status, done.out) == (
        1,
        f"{folder}/params.toml:10: exposed_cards_void is a threshold, and owes a case below it\n",
    )
    params = folder / "params.toml"
    params.write_text(params.read_text(encoding="utf-8").replace('"flush" = 6\n', ""), encoding="utf-8")
    with books_forgotten():
        assert f"{folder}/params.toml:12: " in run("book", "check", str(folder)).out


def test_what_cannot_be_begun_is_one_line(run: Run, tmp_path: Path) -> None:
    assert run("book", "new", "Harbour Stud", "--like", "nz-caribbean-stud").complains("small letters")
    assert run("book", "new", "harbour", "--like", "nz-caribbean-stud", "--to", str(tmp_path)).complains("already")
    assert run("book", "new", "harbour", "--like", "no-such-book").complains("no-such-book")
