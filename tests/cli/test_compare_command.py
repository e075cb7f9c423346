"""`croupier compare`."""

from __future__ import annotations

from cli.program import Run
from croupier.comparison.side_by_side import as_markdown, comparison
from croupier.training.house_scenes import playable


def test_as_a_page_as_data_and_as_text(run: Run) -> None:
    compared = comparison()
    assert run("compare", "--markdown").out == as_markdown(compared)
    found = run("compare", "--json").json
    assert found["games"] == list(playable())
    assert [section["title"] for section in found["sections"]] == [section.title for section in compared.sections]
    text = run("compare").out
    assert "  Bet: royal flush\n    crown-caribbean-stud     250 to 1  (8.1)" in text


def test_games_in_columns_with_the_house_edge(run: Run) -> None:
    out = run("compare", "star", "crown-caribbean-stud", "--only", "odds").out.splitlines()
    assert out[0] == "Odds"
    assert out[1].split() == ["star-caribbean-stud", "crown-caribbean-stud"]
    assert out[2].split()[:4] == ["House", "edge,", "of", "the"]
    assert [part.endswith("%") for part in out[2].split()[-2:]] == [True, True]
    royal = next(line for line in out if line.startswith("Bet: royal flush"))
    assert royal.count(" to 1") == 2
    assert not any("Dealer qualifies" in line for line in out)


def test_columns_take_long_cells_in_several_lines(run: Run) -> None:
    out = run("compare", "star", "venezia", "--only", "settle").out.splitlines()
    assert max(map(len, out)) <= 40 * 2 + 40
    assert any(line.startswith("Dealer qualifies with") for line in out)
    assert not any("House edge" in line for line in out)


def test_what_cannot_be_compared(run: Run) -> None:
    assert run("compare", "star").complains("another game")
    assert run("compare", "star", "crown-holdem").complains("poker room")
    assert run("compare", "--only", "xyz").complains("no section 'xyz'", "odds")
    odds = run("compare", "--only", "odds", "--json").json
    assert [section["title"] for section in odds["sections"]] == ["Odds"]
