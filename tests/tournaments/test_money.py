"""Money and chips of a tournament that do not add up are found, each kind by itself; and what is no deal."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.cases.case import Case
from croupier.cases.tournaments import TournamentRun
from croupier.kernel.accounts import Account, account
from croupier.kernel.decisions import Refused
from croupier.tournaments.commands import ProposeDeal
from croupier.tournaments.money import differences
from croupier.tournaments.state import ADDED, FEES, POOL, Entrant, Tournament


def state() -> Tournament:
    """Two have paid 60.00 each, 10.00 of it as fees; the house adds 20.00; a prize of 70.00 is paid, one of 50.00 is not."""
    made = Tournament(phase="over")
    made.entrants = {f"p{number}": Entrant(person=f"p{number}", number=number, paid=60_00) for number in (1, 2)}
    made.money = {
        FEES: 20_00,
        POOL: 50_00,
        ADDED: -20_00,
        account("cash", "p1"): 10_00,
        account("cash", "p2"): -60_00,
        account("chips@play", "p1"): 30_00,
        account("house@play", "table"): -30_00,
    }
    made.awarded, made.paid = {"p1": 70_00, "p2": 50_00}, {"p1": 70_00}
    return made


def test_what_adds_up_is_not_found_wrong() -> None:
    assert differences(state()) == []


@pytest.mark.parametrize(
    ("name", "more", "wanted"),
    [
        (account("cash", "p1"), 1, ["money does not sum to nil"]),
        (account("chips@play", "p1"), -1, ["tournament chips do not sum to nil"]),
    ],
)
def test_postings_that_do_not_sum_to_nothing_are_found(name: Account, more: int, wanted: list[str]) -> None:
    made = state()
    made.money[name] += more
    assert differences(made) == wanted


def test_what_entrants_paid_lies_in_fees_and_pool_or_was_paid_out() -> None:
    made = state()
    made.entrants["p1"].paid += 1_00
    assert differences(made) == ["entrants paid 12100 cents, and 12000 lie in fees, pool and prizes"]


def test_what_is_left_of_the_pool_is_what_is_left_to_pay() -> None:
    made = state()
    made.awarded["p2"] = 49_99
    assert differences(made) == ["the pool is not what is left to pay"]
    made.phase = "playing"
    assert differences(made) == []


def two_left() -> TournamentRun:
    """A tournament of four in which two are left, whose terms know deals."""
    choices = {"preset": "tda-2024", "late_entry": "none", "deals": "agreed by all"}
    shares = {"shares": [{"entries": 2, "shares": [70, 30]}]}
    table: dict[str, Any] = {"stage": "playing", "players": 4, "choices": choices, "prizes": shares}
    play = "hand 1 at 1: p3 had 1500\nhand 2 at 1: p4 had 1500\nclose entries"
    return TournamentRun(Case(clause="", name="two left", play=play, expect={}, table=table), "crown-holdem")


@pytest.mark.parametrize(
    ("sums", "taken"),
    [
        ({"p1": 400_00, "p2": 0}, True),
        ({"p1": 400_01, "p2": -1}, False),
        ({"p1": 400_00}, False),
        ({"p1": 200_00, "p2": 100_00, "p3": 100_00}, False),
        ({"p1": 200_00, "p2": 199_99}, False),
    ],
)
def test_a_deal_names_all_who_are_left_and_nobody_pays_in_for_it(sums: dict[str, int], taken: bool) -> None:
    decision = two_left().tournament.do(ProposeDeal(how="named", sums=sums))
    assert isinstance(decision, Refused) is not taken
