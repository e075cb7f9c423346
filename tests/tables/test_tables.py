"""Tables of every kind by the name of the game, and from their histories."""

from __future__ import annotations

from contextlib import suppress

import pytest

import croupier
from croupier.books import GAMES, game_of
from croupier.drawing.playing_cards import BACKS
from croupier.drawing.poker_picture import poker_table_html
from croupier.kernel.errors import HistoryError, TableError, UnknownGame
from croupier.poker.rules import Options as PokerOptions
from croupier.stud.rules import Options
from croupier.tables.any_game import load
from croupier.tables.any_table import table


@pytest.mark.parametrize("game", GAMES)
def test_a_table_of_every_game(game: str) -> None:
    opened = croupier.table(game, seats=2, seed=3)
    poker = game_of(game).poker is not None
    assert isinstance(opened, croupier.PokerTable if poker else croupier.HouseTable)
    assert list(opened.state.seats) == [1, 2]
    again = load(opened.dump().splitlines())
    assert type(again) is type(opened)
    assert (again.events, again.state, again.head) == (opened.events, opened.state, opened.head)
    assert croupier.audit(opened.dump().splitlines()).deviation is None


def test_so_many_players_sit_where_nothing_is_said() -> None:
    assert len(table("crown-holdem").state.seats) == 6
    assert len(table("crown-wild-aruba").state.seats) == 1


def test_a_command_of_the_other_engine_is_refused() -> None:
    for opened, other in ((table("crown-wild-aruba"), croupier.poker), (table("crown-holdem"), croupier.stud)):
        decision = opened.do(other.Fold(seat=1))
        assert isinstance(decision, croupier.Refused)
        assert decision.ground == "command_not_understood"
        assert "Fold is not a command of a" in decision.reason


def test_a_table_says_what_it_is() -> None:
    opened = table("crown-wild-aruba", seats=1)
    assert repr(opened) == "<HouseTable 'crown-wild-aruba': Wild Aruba Stud Poker at Crown Melbourne, 3 entries>"
    assert opened.view(1) == opened.view(croupier.Viewer(seat=1))


def test_a_time_that_is_none_is_called_so() -> None:
    opened = table("crown-wild-aruba", seats=1)
    ante = croupier.stud.PlaceAnte(seat=1, amount=10_00)
    late, fine = opened.do(ante, at=2**53 + 1), opened.do(ante, at=9)
    assert isinstance(late, croupier.Refused)
    assert "the latest is" in late.reason
    assert isinstance(fine, croupier.Accepted)
    early = opened.do(ante, at=8)
    assert isinstance(early, croupier.Refused)
    assert "it was already 9" in early.reason


def test_options_of_the_other_kind_are_refused() -> None:
    with pytest.raises(TableError, match=r"its options are croupier\.poker\.Options"):
        table("crown-holdem", options=Options())
    with pytest.raises(TableError, match=r"its options are croupier\.stud\.Options"):
        table("crown-wild-aruba", options=PokerOptions())
    assert table("crown-omaha", options=PokerOptions(places=8)).state.options.places == 8


@pytest.mark.parametrize(
    "lines",
    [
        [],
        [""],
        ["{}"],
        ["[1]"],
        ['{"game": 3}'],
        ['{"type": "TableOpened", "game": "x"}'],
        ['{"pins": {}}'],
        ['{"pins": {"kind": "bridge", "game": "x", "book": "", "edition": "", "digest": "", "code": ""}}'],
        ['{"pins": {"kind": "house table", "game": "x", "book": "", "edition": "", "digest": "", "code": ""}}'],
    ],
)
def test_what_is_no_history_is_said(lines: list[str]) -> None:
    with pytest.raises((HistoryError, UnknownGame)):
        load(lines)
    with suppress(HistoryError, UnknownGame):
        assert croupier.audit(lines).deviation is not None


def test_a_poker_table_draws_itself_without_hidden_cards() -> None:
    opened = croupier.poker_table("crown-holdem", seats=3, seed=7)
    opened.run()
    drawn = opened._repr_html_()
    assert "<title>Holdem at Crown Melbourne, no limit, blinds $5.00 and $10.00, hand 1; pot $15.00; seat 1" in drawn
    assert drawn.count(BACKS["blue"][0]) == 6
    assert not any(suit in drawn for suit in "♣♦♥♠")
    assert 'font-size="24"' not in drawn  # the index of a card that lies face up
    assert drawn.count(">D<") == 1
    assert ">$15<" in drawn


def test_a_poker_table_draws_the_cards_that_its_viewer_may_see() -> None:
    opened = croupier.poker_table("crown-holdem", seats=3, seed=7)
    opened.run()
    drawn = poker_table_html(opened.rules, opened.seen_by(2))
    assert drawn.count('font-size="24"') == 2
    assert drawn.count(BACKS["blue"][0]) == 4
    own = opened.state.hand.players[2].cards
    assert f"seat 2, $990.00, $10.00 in front, {' '.join(card.symbol for card in own)}" in drawn
