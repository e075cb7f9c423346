"""Seats, wishes, draws and the waiting list: chips that are kept, names, and the lines that say the commands."""

from __future__ import annotations

import pytest

from croupier.kernel.accounts import purse_of
from croupier.kernel.cards import DECK, parse_cards
from croupier.kernel.decisions import Decision, Refused
from croupier.kernel.events import Command
from croupier.poker import commands
from croupier.poker.lines import read_line, write_line
from croupier.poker.state import kept_of
from croupier.tables.poker_table import PokerTable, poker_table

SAID: list[Command] = [
    commands.WantSeat(seat=2, place=5),
    commands.DrawForSeat(place=4, names=("guest 12", "seat 2"), cards=parse_cards("Ks 9d")),
    commands.TakeSeat(seat=2, chips=500_00, person="guest 12", from_game=True),
    commands.PickUp(player=3),
    commands.JoinList(person="guest 12"),
    commands.LeaveList(person="guest 12"),
    commands.Shuffle(),
    commands.Shuffle(deck=DECK, source="stacked"),
    commands.ShuffleStub(deck=DECK[:9], source="house"),
    commands.AdoptEdition(edition="another edition"),
    commands.Report(what="influence", person="an onlooker", note="from behind"),
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
    table.do(commands.PickUp(player=2), by="TG Area Manager")
    return table


def test_kept_chips_go_home_with_a_player_who_does_not_come_back_to_play() -> None:
    table = absent()
    table.do(commands.LeaveList(person="p2"))
    assert table.state.picked_up == {}
    assert table.state.money[kept_of("p2")] == 0
    assert table.state.money[purse_of("p2")] == 0


def test_nobody_is_on_the_list_who_sits_at_the_table_or_waits_already() -> None:
    table = absent()
    assert ground(table.do(commands.JoinList(person="p3"))) == "seated_already"
    table.do(commands.JoinList(person="p2"))
    assert ground(table.do(commands.JoinList(person="p2"))) == "on_list_already"


def test_somebody_else_may_sit_where_a_player_was_picked_up() -> None:
    table = absent()
    table.do(commands.TakeSeat(seat=2, chips=300_00), person="guest 12")
    table.do(commands.JoinList(person="p2"))
    table.do(commands.CallFromList(place=5), by="TG Higher Duties Dealer")
    assert (table.state.stack(2), table.state.stack(5)) == (300_00, 1000_00)
    assert (table.state.person_at(2), table.state.person_at(5)) == ("guest 12", "p2")


def test_an_empty_seat_of_a_table_with_a_list_is_offered_to_the_first_on_it_alone() -> None:
    table = absent()
    table.do(commands.JoinList(person="guest 14"))
    assert table.legal(seat=2) == []
    calls = [offer.command for offer in table.legal(by="dealer") if isinstance(offer.command, commands.CallFromList)]
    assert [call.place for call in calls] == [2, 4, 5, 6, 7, 8, 9, 10]


def test_no_pick_up_takes_chips_out_of_a_hand() -> None:
    table = poker_table("crown-holdem", seats=3, seed=1)
    table.run()
    table.do(commands.StepAway(seat=2))
    assert ground(table.do(commands.PickUp(player=2), by="TG Area Manager")) == "leaves_after_hand"


def test_nobody_plays_another_persons_hand() -> None:
    table = poker_table("crown-holdem", seats=3, seed=1)
    table.run()
    assert ground(table.do(commands.Fold(seat=3), by=2)) == "not_your_place"
    assert ground(table.do(commands.Fold(seat=3), by=3, person="p2")) == "not_your_place"
    assert ground(table.do(commands.Fold(seat=3), by="Chip Runner")) == "rank_needed"
    assert ground(table.do(commands.Fold(seat=3), by="TG Arena Manager")) == "no_such_rank"
    assert ground(table.do(commands.Fold(seat=3), by="Dealer")) == "players_own_act"
    assert not isinstance(table.do(commands.Fold(seat=3), by=3), Refused)


def test_where_a_dealer_holds_the_cards_the_dealer_puts_down_what_players_do() -> None:
    table = poker_table("crown-holdem", seats=3)
    for line in ("begin", "post 1", "post 2", "shuffle", "cut 20", "deal"):
        table.do(read_line(line))
    assert not isinstance(table.do(commands.Fold(seat=3), by="Dealer"), Refused)
    assert ground(table.do(commands.Agree(seat=2, to="change"), by="Dealer")) == "not_your_place"


def ground(decision: Decision) -> str:
    assert isinstance(decision, Refused), decision
    return decision.ground
