"""`croupier tournament`: terms that may open and those that may not, templates, print, and a tournament played out."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cli.program import Run
from croupier.tables.tournament_stream import sample_text
from paper import words_of

GAMES = ["crown-holdem", "crown-omaha-hi-lo", "crown-caribbean-stud", "crown-wild-aruba"]


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    file = tmp_path / "terms.toml"
    file.write_text(sample_text("crown-holdem"), encoding="utf-8")
    return file


@pytest.mark.parametrize("game", GAMES)
def test_the_sample_may_open_and_the_template_has_marked_gaps(run: Run, tmp_path: Path, game: str) -> None:
    file = tmp_path / "terms.toml"
    file.write_text(sample_text(game), encoding="utf-8")
    assert run("tournament", "check", str(file)).out.startswith("The terms are complete")
    template = run("tournament", "new", game)
    file.write_text(template.out, encoding="utf-8")
    assert "# to be filled in" in template.out
    checked = run("tournament", "check", str(file), "--json")
    assert checked.status == 1
    assert checked.json["may_open"] is False
    assert len(checked.json["findings"]) == len(run("tournament", "new", game, "--json").json["gaps"]) - 1  # the title


@pytest.mark.parametrize(
    ("when", "missing"),
    [
        ('"2026-12-04 19:00"', False),
        ('"2026-12-04T19:00:30"', False),
        ("2026-12-04T19:00:00", False),
        ('"2026-13-04 19:00"', True),
        ('"on Friday"', True),
        ('""', True),
    ],
)
def test_a_date_is_read_with_and_without_quotes(run: Run, sample: Path, when: str, missing: bool) -> None:
    text = re.sub(r"(?m)^when = [^#\n]*", f"when = {when}  ", sample.read_text(encoding="utf-8"))
    sample.write_text(text, encoding="utf-8")
    told = run("tournament", "check", str(sample))
    assert told.status == int(missing)
    assert ("(12.4.1(a)(i))" in told.out) == missing


def test_what_lacks_and_what_goes_against_the_rules_is_listed_with_its_clause(run: Run, sample: Path) -> None:
    text = sample.read_text(encoding="utf-8").replace("privacy = true", "").replace("seats = 9", "seats = 12")
    sample.write_text(text, encoding="utf-8")
    told = run("tournament", "check", str(sample))
    assert told.status == 1
    assert "missing: that personal data are handled by the privacy policy  (12.4.8(e))" in told.out
    assert "not allowed: level 1: at most 11 players play" in told.out


def test_the_terms_are_read_out_with_their_clauses_and_printed(run: Run, sample: Path, tmp_path: Path) -> None:
    told = run("tournament", "terms", str(sample))
    assert "Every player starts with the same 1,500 in chips, as announced before the start.  (12.4.3(b))" in told.out
    assert run("tournament", "terms", str(sample), "--json").json["terms"]["Winners"][0]["clauses"] == ["12.4.6(a)"]
    printed = tmp_path / "terms.pdf"
    assert run("tournament", "terms", str(sample), "--pdf", str(printed)).status == 0
    pages = printed.read_bytes()
    assert "The winner is the last player with chips." in words_of(pages)
    page = tmp_path / "terms.html"
    assert run("tournament", "terms", str(sample), "--html", str(page)).out.startswith(str(page))
    assert "The winner is the last player with chips. [12.4.6(a)]" in page.read_text(encoding="utf-8")
    assert run("tournament", "terms", str(sample), "--pdf", str(tmp_path / "no" / "x.pdf")).complains("no")


def test_a_tournament_is_played_out_and_adds_up(run: Run, sample: Path, tmp_path: Path) -> None:
    done = run("tournament", "run", str(sample), "--players", "12", "--seed", "4", "--record", str(tmp_path / "kept"))
    assert done.status == 0
    assert "balance" in done.out
    again = run("tournament", "run", str(sample), "--players", "12", "--seed", "4", "--json")
    assert again.json["wrong"] == []
    assert again.json["standings"][0]["person"] in done.out
    assert len(again.json["standings"]) == 12
    assert run("replay", str(tmp_path / "kept" / "tournament.jsonl"), "--audit").status == 0
    assert "wins" in run("replay", str(tmp_path / "kept" / "tournament.jsonl")).out


def test_files_and_numbers_that_are_none(run: Run, sample: Path, tmp_path: Path) -> None:
    strange = tmp_path / "strange.toml"
    strange.write_text("colour = 'red'", encoding="utf-8")
    assert run("tournament", "check", str(strange)).complains("colour")
    strange.write_text("title = 'x'", encoding="utf-8")
    assert run("tournament", "check", str(strange)).complains("which game")
    strange.write_text("game = 'crown-holdem'\n[choices]\npreset = 'none-such'", encoding="utf-8")
    assert run("tournament", "check", str(strange)).complains("none-such")
    strange.write_text("details = 3\ngame = 'crown-holdem'", encoding="utf-8")
    assert run("tournament", "check", str(strange)).complains("details")
    strange.write_text("game = 'crown-holdem'\n[details]\nbuy_in = 'much'", encoding="utf-8")
    assert run("tournament", "check", str(strange)).complains("much")
    assert run("tournament", "check", str(tmp_path / "none.toml")).complains("cannot be read")
    assert run("tournament", "new", "star-caribbean-stud").complains("no tournaments")
    assert run("tournament", "new", "star").complains("star-caribbean-stud has no tournaments")
    assert run("tournament", "new", "crown-holdm").complains("did you mean crown-holdem")
    assert run("tournament", "new", "chess").complains("chess")
    assert run("tournament", "run", str(sample), "--players", "1").complains("2 to 40")
    strange.write_text("game = 'crown-holdem'", encoding="utf-8")
    assert run("tournament", "run", str(strange)).complains("registration may not open")
