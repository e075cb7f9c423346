"""`croupier cases`."""

from __future__ import annotations

import pytest

from cli.program import Run, by
from croupier.books import BOOKS, book_of
from croupier.cases.case import Case, cases_of

WRONG = Case(
    clause="5.5",
    name="A bet of three antes is taken",
    table={"seats": 1, "ante": "10.00"},
    play="deal\nbet 1 30.00",
    expect={"phase": "settling"},
)
IMPOSSIBLE = Case(clause="5.5", name="Nonsense", play="sing a song", expect={})


def test_every_case_of_a_book(run: Run) -> None:
    done = run("cases", "crown-caribbean-stud", "--json")
    found = done.json
    cases = cases_of("crown_caribbean_stud")
    assert (done.status, found["failed"]) == (0, 0)
    assert [case["name"] for case in found["cases"]] == [case.name for _, case in cases]
    assert found["ok"] + found["failed"] == len(cases) > 0
    first = found["cases"][0]
    assert list(first) == ["game", "file", "clause", "shows", "name", "edge", "ok", "failures"]


def test_all_books_at_once(run: Run) -> None:
    total = sum(len(cases_of(folder)) for folder in BOOKS.values())
    done = run("cases")
    assert done.status == 0
    assert done.out.splitlines()[-1] == f"{total} cases: {total} ok, 0 failed"


def test_a_case_as_a_story(run: Run) -> None:
    done = run("cases", "crown-caribbean-stud", "5.5")
    assert done.status == 0
    for line in (
        "A bet of twice the ante keeps the hand in the game",
        "  > the table is set up",
        f"    P1 sits down at seat 1 with $1,000.00.  {by('seat_taken')}",
        f"    Box 1 bets $20.00.  {by('bet_placed')}",
        f"    Refused: a bet is exactly twice the ante, here $20.00.  {by('bet_not_twice_ante')}",
        "  ok",
    ):
        assert line in done.out.splitlines()


@pytest.mark.parametrize(
    ("book", "number", "says"),
    [
        ("crown-caribbean-stud", "9.4.1", "The meter main opens at $10000.00"),
        ("star-caribbean-stud", "17.2", "  > the terms are set up"),
    ],
)
def test_cases_about_meters_and_promotions_are_told_too(run: Run, book: str, number: str, says: str) -> None:
    done = run("cases", book, number)
    assert done.status == 0
    assert says in done.out
    assert "failed" not in done.out


def test_a_clause_without_a_case(run: Run) -> None:
    book = book_of("crown-poker")
    number = next(number for number, clause in book.catalogue.clause.items() if clause.kind == "heading")
    done = run("cases", "crown-poker", number)
    assert (done.status, done.out) == (0, f"No case shows crown-poker {number} yet.\n")


def test_a_game_has_only_its_own_cases(run: Run) -> None:
    cases = [case.name for _, case in cases_of("crown_caribbean_stud") if case.game == "crown-wild-aruba"]
    assert [case["name"] for case in run("cases", "crown-wild-aruba", "--json").json["cases"]] == cases


def test_a_case_that_fails(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.cases.case.cases_of", lambda folder: (("s05.toml", WRONG), ("s05.toml", IMPOSSIBLE)))
    listed = run("cases", "crown-caribbean-stud")
    assert listed.status == 1
    assert "failed  5.5  A bet of three antes is taken" in listed.out
    assert "refused: a bet is exactly twice the ante, here $20.00" in listed.out
    assert "it cannot be played: 'sing a song' is not understood" in listed.out
    assert listed.out.endswith("2 cases: 0 ok, 2 failed\n")
    told = run("cases", "crown-caribbean-stud", "5.5")
    assert told.status == 1
    assert "  failed" in told.out.splitlines()
    found = run("cases", "crown-caribbean-stud", "--json")
    assert (found.status, found.json["failed"], found.json["cases"][0]["ok"]) == (1, 2, False)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [(["bridge"], ["'bridge'"]), (["crown-caribbean-stud", "99"], ["no clause '99'"])],
)
def test_unknown_books_and_clauses(run: Run, arguments: list[str], words: list[str]) -> None:
    assert run("cases", *arguments).complains(*words)
