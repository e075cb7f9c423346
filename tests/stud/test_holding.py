"""Winnings that are held back: what a report puts in question, and what is held as prizes are paid."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from croupier.kernel.accounts import FLOAT, stack_of, withheld_of
from croupier.kernel.decisions import Accepted, Refused
from croupier.kernel.incidents import Report, WinningsWithheld
from croupier.stud.events import JackpotPaid
from croupier.stud.holding import held_back, in_question, more_than_won, prizes_in_question, still_held
from croupier.stud.state import Box, Fared, Hold, State

TABLE = State(
    people={1: "p1", 2: "p2"},
    boxes=(Box(), Box(seat=1), Box(seat=1), Box(seat=2)),
    prizes={1: "flush", 2: "flush", 3: "flush"},
    results={"p1": (Fared(1, 40_00),)},
    money={stack_of(1): 500_00, stack_of(2): 500_00},
)
REPORT = Report(what="x", player=1)


@pytest.mark.parametrize(("amount", "sum_", "boxes"), [(-1, 40_00, (1, 2)), (0, 0, ()), (1, 1, ()), (70_00, 70_00, ())])
def test_what_a_report_puts_in_question(amount: int, sum_: int, boxes: tuple[int, ...]) -> None:
    report = replace(REPORT, amount=amount)
    assert (in_question(TABLE, report), prizes_in_question(TABLE, report)) == (sum_, boxes)


@pytest.mark.parametrize(
    ("amount", "count", "refused"), [(40_00, -1, ""), (40_01, -1, " here, not"), (40_01, 3, " in 3 rounds, not")]
)
def test_no_more_is_held_back_than_was_won(amount: int, count: int, refused: str) -> None:
    found = more_than_won(TABLE, replace(REPORT, amount=amount, count=count), ("1.1",))
    assert (found is None) == (not refused)
    if found is not None:
        assert (found.ground, found.clauses) == ("not_won", ("1.1",))
        assert found.reason.startswith("seat 1 has won $40.00 here")
        assert refused in found.reason
    assert more_than_won(replace(TABLE, money={stack_of(1): 10_00}), replace(REPORT, amount=10_01), ()) is not None


def test_what_was_to_be_held_back_already_still_is() -> None:
    held = held_back(TABLE, REPORT, ("1.1",))
    assert (held.amount, held.left, held.prizes) == (40_00, 0, (1, 2))
    again = replace(TABLE, holds={"p1": Hold(withheld_of("p1"), ("1.1",), left=5_00, prizes=(3,))})
    held = held_back(again, REPORT, ("1.1",))
    assert (held.amount, held.left, held.prizes) == (40_00, 5_00, (1, 2, 3))


def paid(box: int, amount: int, seat: int = 1) -> JackpotPaid:
    return JackpotPaid(box=box, hand="flush", amount=amount, clauses=(), postings={stack_of(seat): amount, FLOAT: -amount})


@pytest.mark.parametrize(
    ("left", "prizes", "payments", "amount", "then"),
    [
        (0, (1,), [paid(1, 100_00)], 100_00, (0, ())),  # a prize that is held back whole
        (0, (1,), [paid(2, 100_00)], 0, None),
        (30_00, (1,), [paid(1, 100_00)], 100_00, (30_00, ())),
        (30_00, (1,), [paid(1, 100_00), paid(2, 20_00)], 120_00, (10_00, ())),
        (30_00, (1, 2), [paid(2, 20_00)], 20_00, (30_00, (1,))),
        (30_00, (), [paid(2, 20_00)], 20_00, (10_00, ())),  # of the rest as much as is left
        (30_00, (), [paid(2, 50_00)], 30_00, (0, ())),
        (30_00, (), [paid(3, 50_00, seat=2)], 0, None),
    ],
)
def test_what_is_held_back_as_it_is_paid(
    left: int, prizes: tuple[int, ...], payments: list[Any], amount: int, then: tuple[int, tuple[int, ...]] | None
) -> None:
    hold = Hold(withheld_of("p1"), ("1.1",), left=left, prizes=prizes)
    decision = still_held(replace(TABLE, holds={"p1": hold}), Accepted(tuple(payments)))
    assert isinstance(decision, Accepted)
    held = [event for event in decision.events if isinstance(event, WinningsWithheld)]
    assert [*decision.events] == [*payments, *held]
    if then is None:
        assert held == []
        return
    (one,) = held
    assert (one.person, one.player, one.amount, (one.left, one.prizes)) == ("p1", 1, amount, then)
    assert (one.postings, one.clauses) == ({stack_of(1): -amount, withheld_of("p1"): amount}, ("1.1",))


def test_a_refusal_pays_nothing_that_could_be_held_back() -> None:
    refused = Refused("x", "y")
    assert still_held(TABLE, refused) is refused
