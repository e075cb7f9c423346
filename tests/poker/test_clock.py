"""Whatever passes the turn gives the next player the usual time, also in the first second of an evening."""

from __future__ import annotations

import pytest

from croupier.kernel.decisions import Refused
from croupier.poker.clock import deadline
from croupier.poker.lines import read_line
from croupier.poker.rules import Options
from croupier.tables.poker_table import PokerTable

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
