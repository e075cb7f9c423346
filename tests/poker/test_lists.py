"""Seats, wishes, draws and the waiting list: chips that are kept, names, and the lines that say the commands."""

from __future__ import annotations

import pytest

from croupier.kernel.cards import parse_cards
from croupier.kernel.decisions import Refused
from croupier.kernel.events import Command
from croupier.poker import commands
from croupier.poker.lines import read_line, write_line
from croupier.tables.poker_table import PokerTable, poker_table

SAID: list[Command] = [
    commands.WantSeat(seat=2, place=5),
    commands.DrawForSeat(place=4, names=("guest 12", "seat 2"), cards=parse_cards("Ks 9d")),
    commands.PickUp(player=3, name="guest 12"),
    commands.PickUp(player=3, at=60),
    commands.JoinList(name="guest 12", at=900),
    commands.LeaveList(name="guest 12"),
    commands.CallFromList(place=3),
    commands.CallFromList(place=3, chips=500_00),
    commands.ShowTo(seat=1, to=2),
    commands.AgreeToSplit(players=(1, 3)),
    commands.InspectHand(player=2),
    commands.InspectHand(player=2, cards=parse_cards("As Ad")),
]


@pytest.mark.parametrize("command", SAID, ids=write_line)
def test_a_line_says_the_command(command: Command) -> None:
    assert read_line(write_line(command)) == command


def absent() -> PokerTable:
    table = poker_table("crown-holdem", seats=3)
    table.do(commands.StepAway(seat=2))
    table.do(commands.PickUp(player=2, name="guest 12"))
    return table


def test_kept_chips_go_home_with_a_player_who_does_not_come_back_to_play() -> None:
    table = absent()
    table.do(commands.LeaveList(name="guest 12"))
    assert table.state.picked_up == {}
    assert table.state.money["kept guest 12"] == 0
    assert table.state.money["purse guest 12"] == 1000_00


def test_two_players_are_not_picked_up_by_one_name() -> None:
    table = absent()
    table.do(commands.StepAway(seat=3))
    refused = table.do(commands.PickUp(player=3, name="guest 12"))
    assert isinstance(refused, Refused)
    assert refused.ground == "on_list_already"


def test_somebody_else_may_sit_where_a_player_was_picked_up() -> None:
    table = absent()
    table.do(commands.TakeSeat(seat=2, chips=300_00))
    table.do(commands.JoinList(name="guest 12"))
    table.do(commands.CallFromList(place=5))
    assert (table.state.stack(2), table.state.stack(5)) == (300_00, 1000_00)


def test_an_empty_seat_of_a_table_with_a_list_is_offered_to_the_first_on_it_alone() -> None:
    table = absent()
    table.do(commands.JoinList(name="guest 14"))
    assert table.legal(seat=2) == []
    calls = [offer.command for offer in table.legal(by="dealer") if isinstance(offer.command, commands.CallFromList)]
    assert [call.place for call in calls] == [2, 4, 5, 6, 7, 8, 9, 10]


def test_no_pick_up_takes_chips_out_of_a_hand() -> None:
    table = poker_table("crown-holdem", seats=3, seed=1)
    table.run()
    table.do(commands.StepAway(seat=2))
    refused = table.do(commands.PickUp(player=2))
    assert isinstance(refused, Refused)
    assert refused.ground == "leaves_after_hand"
