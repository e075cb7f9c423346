"""Pit cards of every game, also of books from elsewhere: what they say is what the data of the book say."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from added_books import books_forgotten
from cli.program import Run
from croupier.books import GAMES, add_books, book_of, game_of, poker_rules_of, rules_of
from croupier.drawing.document import Grid, Items, as_pdf, as_text
from croupier.drawing.pit_cards import READERS, pit_card
from croupier.kernel.errors import TableError
from croupier.kernel.money import Odds
from croupier.kernel.telling import capital
from croupier.training.consequences import what_follows
from croupier.training.drills import question

EXAMPLES = Path(__file__).parents[2] / "examples"
ADDED = ("three-card-poker", "nj-caribbean-stud")
ALL = [*GAMES, *ADDED]
SEARCHED_LONG = "venezia-caribbean-poker"
"""Rules of thumb that say when to change a card take many seconds. `test_strategy.py` has coarser ones every time."""
AGAINST_THE_HOUSE = [game for game in ALL if game in ADDED or game_of(game).poker is None]


@pytest.fixture(autouse=True)
def books_of_others() -> Iterator[None]:
    with books_forgotten():
        add_books([EXAMPLES / "three_card_poker", EXAMPLES / "new_jersey"])
        yield


@pytest.mark.parametrize("game", ALL)
def test_every_game_has_its_cards_for_staff(game: str) -> None:
    poker = game_of(game).poker is not None
    rules = poker_rules_of(game) if poker else rules_of(game)
    book = book_of(game)
    dealer, supervisor = (as_text(pit_card(game, reader)) for reader in READERS[:2])
    for ground in ("cards_shuffled", "pot_pushed" if poker else "no_more_bets"):
        for number in rules.cite(ground):
            assert f"{number}: {book.clause(number).line}" in dealer
    for name, one in rules.irregularities.items():
        assert f"Reported as: {name}" in supervisor
        for number in one.clauses:
            assert f"- {number}: {book.clause(number).line}" in supervisor
        for rank in one.ranks:
            assert rank in supervisor
    assert "{" not in dealer + supervisor


@pytest.mark.parametrize("game", [pytest.param(game, marks=pytest.mark.slow if game == SEARCHED_LONG else ()) for game in ALL])
def test_every_game_has_its_card_for_players(game: str) -> None:
    rules = rules_of(game) if game in AGAINST_THE_HOUSE else poker_rules_of(game)
    player = as_text(pit_card(game, "player"))
    assert rules.title in player
    assert "{" not in player


@pytest.mark.parametrize("game", AGAINST_THE_HOUSE)
def test_payouts_are_those_of_the_pay_table(game: str) -> None:
    rules = rules_of(game)
    grids = [block for section in pit_card(game, "dealer").sections for block in section.blocks if isinstance(block, Grid)]
    assert len(grids[0].rows) == len(rules.bet_odds)
    for row, (hand, odds) in zip(grids[0].rows, sorted(rules.bet_odds.items(), reverse=True), strict=True):
        assert row[:2] == (str(hand), str(odds))
        assert row[2] == rules.currency.of(500 * odds.to // odds.each)
    for grid in grids:
        paid = [Odds.read(row[1]).pays(1) for row in grid.rows]
        assert paid == sorted(paid, reverse=True)


@pytest.mark.parametrize("game", ["crown-caribbean-stud", "venezia-caribbean-poker", "crown-omaha"])
def test_the_supervisor_has_every_ruling_that_a_table_asks_for(game: str) -> None:
    rules = rules_of(game) if game in AGAINST_THE_HOUSE else poker_rules_of(game)
    sections = {section.title: section for section in pit_card(game, "supervisor").sections}
    asked = 0
    for name, one in rules.irregularities.items():
        items = [item for block in sections[capital(one.says)].blocks if isinstance(block, Items) for item in block.items]
        for seed in range(4):
            try:
                said = question(Random(seed), game, name)
            except TableError:
                continue
            outcome = what_follows(rules, said.scene.played(said.report)[0].state, said.report)
            for ruling in outcome.rulings if said.report.what == name else ():
                asked += 1
                shown = [item for item in items if item.endswith(f" ({', '.join(ruling.clauses)})")]
                assert any(item.startswith((f"{ruling.name}: ", "…")) for item in shown), (name, ruling)
    assert asked > 20


def test_cards_are_written_as_pdf_and_pages(run: Run, tmp_path: Path) -> None:
    done = run("cards", "crown-holdem", "--pdf", "--html", "--to", str(tmp_path))
    assert done.status == 0, done
    assert sorted(file.name for file in tmp_path.iterdir()) == sorted(
        f"crown-holdem-{who}.{kind}" for who in READERS for kind in ("pdf", "html")
    )
    assert (tmp_path / "crown-holdem-dealer.pdf").read_bytes() == as_pdf(pit_card("crown-holdem", "dealer"))
    assert run("cards", "crown-holdem", "--pdf", "--to", str(tmp_path / "no")).complains("cannot be written")
    assert run("cards", "crown-holdem", "--for", "cook").complains("cook", "dealer")


def test_the_player_is_told_the_best_play(run: Run) -> None:
    crown = run("cards", "crown-caribbean-stud", "--for", "player").out
    assert "Bet with a pair or better." in crown
    three = run("cards", "three-card-poker", "--for", "player").out
    assert "Bet with queen" in three.replace("a queen", "queen"), three
    assert run("cards", "crown-holdem", "--for", "player", "--json").json["player"]["title"].endswith("player's card")
