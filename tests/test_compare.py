"""The house games side by side: docs/games.md is what the books say now."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier.books import book_of, rules_of
from croupier.comparison.side_by_side import Cell, Comparison, as_markdown, comparison
from croupier.training.house_scenes import playable

PAGE = Path(__file__).resolve().parents[1] / "docs" / "games.md"


@pytest.fixture(scope="module")
def compared() -> Comparison:
    return comparison()


def cell(compared: Comparison, label: str, game: str) -> Cell:
    rows = {row.label: row for section in compared.sections for row in section.rows}
    return rows[label].cells[compared.games.index(game)]


def test_the_page_is_up_to_date(compared: Comparison) -> None:
    assert PAGE.read_text(encoding="utf-8") == as_markdown(compared), "docs/games.md is out of date: run `make docs`"


def test_every_house_game_is_there(compared: Comparison) -> None:
    assert compared.games == playable()
    assert len(compared.games) == 5
    for section in compared.sections:
        assert all(len(row.cells) == 5 for row in section.rows)


def test_every_clause_exists(compared: Comparison) -> None:
    for section in compared.sections:
        for row in section.rows:
            for game, each in zip(compared.games, row.cells, strict=True):
                for number in each.clauses:
                    assert book_of(game).clause(number), (row.label, game, number)


@pytest.mark.parametrize(
    ("label", "game", "text", "clause"),
    [
        ("Places", "crown-caribbean-stud", "1 to 9", "2.1"),
        ("Places", "nz-caribbean-stud", "1 to 7", "3.1"),
        ("Dealer qualifies with", "crown-wild-aruba", "a pair of eights or better", "12.2.1"),
        ("Bet: royal flush", "star-caribbean-stud", "250 to 1", "10.1"),
        ("Bet: royal flush", "venezia-caribbean-poker", "100 to 1", "6.1"),
        ("Bet: flush", "venezia-caribbean-poker", "5 to 1", "6.5"),
        ("Bet after a change: straight flush", "venezia-caribbean-poker", "30 to 1", "6.2"),
        ("Instant win: five of a kind", "crown-wild-aruba", "30 to 1", "12.8.3"),
        ("More boxes", "star-caribbean-stud", "one box only", "5.7"),
        ("Closing", "crown-caribbean-stud", "3 hands' notice", "14.7"),
        ("Closing", "star-caribbean-stud", "20 minutes' notice", "16.8"),
        ("Two cards exposed, while the cards are dealt", "star-caribbean-stud", "The round is void", "14.3"),
        ("Two cards exposed, while the cards are dealt", "crown-caribbean-stud", "turned face down", "11.2"),
    ],
)
def test_figures_that_we_know_from_the_printed_books(compared: Comparison, label: str, game: str, text: str, clause: str) -> None:
    found = cell(compared, label, game)
    assert text in found.text
    assert clause in found.clauses


@pytest.mark.parametrize("game", playable())
def test_every_row_of_the_odds_is_the_books(compared: Comparison, game: str) -> None:
    rules = rules_of(game)
    for name, odds in (("Bet", rules.bet_odds), ("Instant win", rules.instant_odds)):
        for category, odd in odds.items():
            assert cell(compared, f"{name}: {category}", game).text == str(odd)


def test_a_book_that_is_silent_leaves_the_field_empty(compared: Comparison) -> None:
    assert cell(compared, "Bet: five of a kind", "crown-caribbean-stud") == Cell()
    assert "| **Bet: five of a kind** |  | 30 to 1 *(12.7.1)* |  |  |  |" in as_markdown(compared)
