"""`croupier submission`: the document for a test laboratory."""

from __future__ import annotations

from pathlib import Path

import pytest

import solutions
from cli.program import Run

STUD = "crown-caribbean-stud"


@pytest.fixture(autouse=True)
def _solved_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.odds.solver.solve", solutions.solve_once)


def test_the_command_writes_page_and_pdf_and_says_how_to_make_them_again(run: Run, tmp_path: Path) -> None:
    page, paper = tmp_path / "a.html", tmp_path / "a.pdf"
    arguments = ("submission", "nz", "--maximum-payout", "50000", "--cost", "2")
    assert run(*arguments, str(page), str(paper)).status == 0
    first = page.read_bytes(), paper.read_bytes()
    assert run(*arguments, str(page), str(paper)).status == 0
    assert (page.read_bytes(), paper.read_bytes()) == first
    text = page.read_text(encoding="utf-8")
    assert "croupier submission nz-caribbean-stud --maximum-payout 50000 --cost 2" in text
    assert "At the maximum payout" in text
    assert "$50,500.00" in text  # the most that one box can win: 50,000 for the bet, 500 for the ante


def test_without_a_file_it_is_shown_and_as_json_it_is_exact(run: Run) -> None:
    assert "Strategy assumed" in run("submission", STUD, "--cost", "0").out
    found = run("submission", STUD, "--json").json
    assert found["deals"] == "19933230517200"
    assert len(found["digests"]["data of the book"]) == 64
    assert found["jackpot"][0]["meter_cents"] == "1000000"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("crown-holdem",), "not against the house"),
        ((STUD, "x.txt"), "ends in .html or .pdf"),
        ((STUD, "/no/such/folder/x.pdf"), "cannot be written"),
        ((STUD, "--ante", "5"), "not within the limits"),
        ((STUD, "--ante", "five"), "not an amount"),
        ((STUD, "--places", "12"), "1 to 9 places"),
        ((STUD, "--option", "3"), "an option that the book has"),
        ((STUD, "--notice", "flush=5"), "only venezia-caribbean-poker"),
        ((STUD, "--reading", "kind"), "there is no reading 'kind'"),
        (("nz-caribbean-stud", "--seed", "0.001"), "whole number of cents"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(run: Run, arguments: tuple[str, ...], says: str) -> None:
    assert run("submission", *arguments).complains(says)
