"""Whatever passes the turn gives the next player the usual time, also in the first second of an evening."""

from __future__ import annotations

import pytest

from croupier.books import poker_rules_of
from croupier.kernel.actors import ONLOOKER, Said, Viewer
from croupier.kernel.decisions import Refused
from croupier.poker.commands import BuyTime
from croupier.poker.lines import read_line
from croupier.poker.rules import Options
from croupier.poker.signs import wrong_signs
from croupier.poker.time_to_act import buy_time, deadline, last_second
from croupier.tables.poker_table import PokerTable
from poker.tables_made import answer, betting

SIGN = Options(time_to_act=30, extra_time=20, extra_times=2)
BEGUN = ("sit 1 500.00", "sit 2 500.00", "sit 3 500.00", "begin", "post 1", "post 2", "shuffle", "cut 20", "deal")


def after(*lines: str, at: int) -> PokerTable:
    table = PokerTable("crown-holdem", SIGN)
    for line in (*BEGUN, *lines):
        assert not isinstance(table.do(read_line(line), at=at), Refused), line
    return table


@pytest.mark.parametrize("at", [0, 1, 100])
@pytest.mark.parametrize(
    "lines",
    [
        ("buy time 3", "call 3"),
        ("buy time 3", "fold 3"),
        ("buy time 3", "raise 3 30.00"),
        ("buy time 3", "all in 3"),
        ("call 3", "call 1", "buy time 2", "check 2", "flop 2c 7d 9h"),
        ("call 3", "call 1", "check 2", "flop 2c 7d 9h", "buy time 1", "check 1"),
        ("call 3", "call 1", "check 2", "flop 2c 7d 9h", "buy time 1", "bet 1 10.00"),
    ],
    ids=" ".join,
)
def test_bought_time_is_over_with_the_turn(lines: tuple[str, ...], at: int) -> None:
    assert deadline(after(*lines, at=at).state) == at + 30


@pytest.mark.parametrize("at", [0, 1, 100])
def test_bought_time_stays_while_somebody_else_folds_out_of_turn(at: int) -> None:
    table = after("buy time 3", "fold 1", at=at)
    assert (table.state.hand.turn, deadline(table.state)) == (3, at + 50)


BANK = Options(time_to_act=30, time_bank=20)


def banked(*timed: tuple[int, str], sign: Options = BANK) -> PokerTable:
    """A hand that began at 100 seconds, and what was said after it, each at its second."""
    table = PokerTable("crown-holdem", sign)
    for at, line in (*((100, line) for line in BEGUN), *timed):
        decision = table.do(read_line(line), at=at)
        assert not isinstance(decision, Refused), (line, decision)
    return table


def refusal(table: PokerTable, line: str, at: int) -> str:
    decision = table.do(read_line(line), at=at)
    return decision.ground if isinstance(decision, Refused) else ""


def test_time_is_called_only_when_the_time_bank_is_empty_too() -> None:
    table = banked()
    assert (deadline(table.state), last_second(table.state)) == (130, 150)
    assert refusal(table, "call time", 150) == "time_not_up"
    assert refusal(table, "call time", 151) == ""
    assert not table.state.hand.players[3].live
    assert table.state.seats[3].drawn == 20


def test_what_is_taken_beyond_the_time_to_act_is_drawn_from_the_bank_and_stays_drawn() -> None:
    table = banked((137, "call 3"), (167, "call 1"), (170, "check 2"), (171, "flop 2c 7d 9h"), (172, "check 1"))
    assert [table.state.seats[seat].drawn for seat in (1, 2, 3)] == [0, 0, 7]
    table.do(read_line("check 2"), at=180)
    assert (table.state.hand.turn, deadline(table.state), last_second(table.state)) == (3, 210, 223)
    for viewer in (ONLOOKER, Viewer(person="p1"), Viewer(person="p3")):
        assert last_second(table.picture(viewer)) == 223


def test_bought_time_is_used_before_the_bank() -> None:
    sign = Options(time_to_act=30, time_bank=20, extra_time=20, extra_times=1)
    assert banked((120, "buy time 3"), (149, "call 3"), sign=sign).state.seats[3].drawn == 0
    assert banked((120, "buy time 3"), (155, "call 3"), sign=sign).state.seats[3].drawn == 5


def test_a_fold_out_of_turn_draws_on_nobody_s_bank() -> None:
    table = banked((140, "fold 1"))
    assert [seat.drawn for seat in table.state.seats.values()] == [0, 0, 0]
    assert last_second(table.state) == 150


def test_where_time_is_over_by_itself_the_bank_comes_first() -> None:
    sign = Options(time_to_act=30, time_bank=20, readings=("time_to_act_automatic",))
    assert refusal(banked(sign=sign), "call 3", 150) == ""
    assert refusal(banked(sign=sign), "call 3", 151) == "time_is_up"


def test_the_bank_is_full_again_for_whoever_sits_down_anew() -> None:
    table = banked((137, "fold 3"), (138, "fold 1"), (139, "push"))
    assert table.state.seats[3].drawn == 7
    assert refusal(table, "leave 3", 140) == ""
    assert refusal(table, "sit 3 500.00", 141) == ""
    assert table.state.seats[3].drawn == 0


def test_the_record_of_a_time_bank_is_decided_again_alike() -> None:
    table = banked((137, "call 3"), (190, "call 1"))
    assert table.audit()
    assert PokerTable.load(table.lines()).state == table.state


def test_a_time_bank_needs_a_time_to_act() -> None:
    rules = PokerTable("crown-holdem", BANK).rules
    assert [ground for ground, _ in wrong_signs(rules, Options(time_bank=20))] == ["options_not_allowed"]
    assert [ground for ground, _ in wrong_signs(rules, Options(time_to_act=30, time_bank=-1))] == ["options_not_allowed"]


@pytest.mark.parametrize(
    ("sign", "bought", "seat", "ground"),
    [
        (SIGN, 0, 1, ""),
        (SIGN, 1, 1, ""),
        (SIGN, 2, 1, "time_bought_up"),
        (SIGN, 0, 3, "time_bought_in_turn"),
        (Options(time_to_act=30), 0, 1, "no_time_for_sale"),
        (Options(extra_time=20, extra_times=2), 0, 1, "no_time_for_sale"),
    ],
)
def test_when_time_is_for_sale(sign: Options, bought: int, seat: int, ground: str) -> None:
    made = betting(turn=1)
    made.options = sign
    made.hand.players[seat].extra = bought
    found = buy_time(poker_rules_of("crown-holdem"), made, BuyTime(seat=seat), Said("x", seat, 0))
    assert answer(found)[0] == ground
