"""Money and chips of a tournament that do not add up are found, each kind by itself; and what is no deal."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.cases.case import Case
from croupier.cases.tournament_cases import TournamentRun
from croupier.kernel.accounts import Account, account, purse_of
from croupier.kernel.decisions import Refused
from croupier.tournaments.commands import ProposeDeal
from croupier.tournaments.funds import accounts, differences
from croupier.tournaments.state import ADDED, FEES, POOL, WITHHELD, Entrant, Tournament


def state() -> Tournament:
    """p1 has paid 83.00 and had 3.00 back, p2 has paid 60.00; 10.00 of each is a fee, 5.00 the house's, the rest for prizes.

    The house adds 20.00. Of three prizes one of 70.00 is paid, one of 40.00 is not, and one of 20.00 was withheld: 5.00 of that
    went to p2, 2.00 to the house.
    """
    made = Tournament(phase="over", closed=True, prizes=(70_00, 40_00, 20_00))
    people = [Entrant(person=f"p{number}", number=number, paid=60_00, fees=10_00, pooled=45_00) for number in (1, 2)]
    made.entrants = {one.person: one for one in people}
    made.entrants["p1"].paid, made.entrants["p1"].pooled = 80_00, 65_00
    made.paid_in, made.refunded = {"p1": 83_00, "p2": 60_00}, {"p1": 3_00}
    made.awarded, made.paid, made.allotted = {"p1": 70_00, "p2": 40_00}, {"p1": 70_00}, {"p2": 5_00, "": 2_00}
    made.money = {
        FEES: 32_00,
        POOL: 40_00,
        WITHHELD: 13_00,
        ADDED: -20_00,
        purse_of("p1"): -10_00,
        purse_of("p2"): -55_00,
        account("chips@play", "p1"): 30_00,
        account("house@play", "table"): -30_00,
    }
    return made


def test_what_adds_up_is_not_found_wrong() -> None:
    assert differences(state()) == []
    assert accounts(state()) == {
        "pool": 40_00,
        "fees": 32_00,
        "withheld": 13_00,
        "refunds": 3_00,
        "prizes": 75_00,
        "cashed": 0,
        "added": 20_00,
    }


def test_postings_that_do_not_sum_to_nothing_are_found() -> None:
    made = state()
    made.money[account("chips@play", "p1")] -= 1
    assert differences(made) == ["tournament chips do not sum to zero"]
    made = state()
    made.money[account("elsewhere")] = 1
    assert differences(made) == ["money does not sum to zero"]


def moved(source: Account, to: Account, amount: int = 1_00) -> list[str]:
    """What is found when money goes from one account to another, and nothing else says so."""
    made = state()
    made.money[source] = made.money.get(source, 0) - amount
    made.money[to] = made.money.get(to, 0) + amount
    return differences(made)


def test_money_is_where_it_must_be() -> None:
    wrong = "the pool, the fees or what is withheld is not what it must be: (4000, 3200, 1300) cents"
    for source, to in ((POOL, FEES), (FEES, WITHHELD), (WITHHELD, POOL)):
        assert moved(source, to) == [wrong]
    assert moved(WITHHELD, FEES, 14_00) == ["withheld: -100 cents, which is below zero", wrong]
    assert moved(purse_of("p1"), purse_of("p2")) == [
        "p1 has -1100 cents of it, and -1000 by what was paid",
        "p2 has -5400 cents of it, and -5500 by what was paid",
    ]
    assert moved(purse_of("p3"), purse_of("p1"))[1] == "p3 has -100 cents of it, and 0 by what was paid"


def test_what_entrants_paid_lies_in_fees_and_pool_or_was_paid_out() -> None:
    made = state()
    made.entrants["p1"].paid += 1_00
    made.entrants["p1"].pooled += 1_00
    assert differences(made) == ["entrants paid 14100 cents, and 14000 are in fees, pool and prizes"]


def test_fees_and_prizes_are_parts_of_what_somebody_paid() -> None:
    made = state()
    made.entrants["p2"].fees += 5_00
    assert differences(made) == []
    made.entrants["p2"].fees += 1
    assert differences(made) == ["p2: fees and prizes are more than was paid"]


def test_the_pool_is_the_buy_ins_and_then_the_prizes() -> None:
    made = state()
    made.phase, made.closed = "playing", False
    assert differences(made) == ["the pool, the fees or what is withheld is not what it must be: (12000, 2000, 0) cents"]
    made.closed = True
    assert differences(made)[-1].endswith("must be: (6000, 3200, 0) cents")  # what is not paid yet
    made.paid = {}
    assert differences(made)[-1].endswith("must be: (13000, 3200, 0) cents")


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
    decision = two_left().stream.do(ProposeDeal(how="named", sums=sums))
    assert isinstance(decision, Refused) is not taken
