"""`croupier compare`."""

from __future__ import annotations

from cli.program import Run
from croupier.comparison.games import as_markdown, comparison
from croupier.training.house_drills import playable


def test_as_a_page_as_data_and_as_text(run: Run) -> None:
    compared = comparison()
    assert run("compare", "--markdown").out == as_markdown(compared)
    found = run("compare", "--json").json
    assert found["games"] == list(playable())
    assert [section["title"] for section in found["sections"]] == [section.title for section in compared.sections]
    text = run("compare").out
    assert "  Bet: royal flush\n    crown-caribbean-stud     250 to 1  (8.1)" in text
