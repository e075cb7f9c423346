"""Tables of every kind by the name of the game, and from their histories."""

from __future__ import annotations

import pytest

import croupier
from croupier.books import GAMES, game_of
from croupier.kernel.clauses import BookError
from croupier.poker.rules import Options as PokerOptions
from croupier.stud.rules import Options
from croupier.tables.any_game import HouseGame, PokerGame, load, table


@pytest.mark.parametrize("game", GAMES)
def test_a_table_of_every_game(game: str) -> None:
    opened = croupier.table(game, seats=2, seed=3)
    poker = game_of(game).poker is not None
    assert isinstance(opened, croupier.PokerTable if poker else croupier.HouseTable)
    assert list(opened.state.seats) == [1, 2]
    again = load(opened.dump().splitlines())
    assert type(again) is type(opened)
    assert again.events == opened.events


def test_the_names_that_types_know_are_the_games() -> None:
    poker = {game for game in GAMES if game_of(game).poker is not None}
    assert set(PokerGame.__args__) == poker  # type: ignore[attr-defined]
    assert set(HouseGame.__args__) == set(GAMES) - poker  # type: ignore[attr-defined]


def test_so_many_players_sit_where_nothing_is_said() -> None:
    assert len(table("crown-holdem").state.seats) == 6
    assert len(table("crown-wild-aruba").state.seats) == 1


def test_options_of_the_other_kind_are_refused() -> None:
    with pytest.raises(BookError, match=r"its options are croupier\.poker\.rules\.Options"):
        table("crown-holdem", options=Options())  # type: ignore[call-overload]
    with pytest.raises(BookError, match=r"its options are croupier\.stud\.rules\.Options"):
        table("crown-wild-aruba", options=PokerOptions())  # type: ignore[call-overload]
    assert table("crown-omaha", options=PokerOptions(places=8)).state.options.places == 8


@pytest.mark.parametrize(
    "lines", [[], [""], ["{}"], ["[1]"], ['{"game": 3}'], ['{"type": "TableOpened", "game": "x"}']]
)
def test_what_is_no_history_is_said(lines: list[str]) -> None:
    with pytest.raises(BookError):
        load(lines)


def test_a_poker_table_draws_itself_without_hidden_cards() -> None:
    opened = table("crown-holdem", seats=3, seed=7)
    opened.run()
    drawn = opened._repr_html_()
    assert drawn.startswith("<div><strong>Holdem at Crown Melbourne</strong>")
    assert drawn.count('title="face down"') == 6
    assert not any(suit in drawn for suit in "♣♦♥♠")
    assert "pot $15.00" in drawn
    assert drawn.count(">D<") == 1
    assert '<tr style="font-weight:600"><td style="padding:.2em .8em;text-align:left">D</td>' in drawn
