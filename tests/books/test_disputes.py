"""Disputes of the poker room: what upholding one would pay, and what is not a table's to pay."""

from __future__ import annotations

import pytest

from croupier.kernel.decisions import Accepted, AwaitingRuling, Refused
from croupier.poker.commands import Report
from croupier.poker.rules import Options
from croupier.tables.house_table import house_table
from croupier.tables.poker_table import poker_table


@pytest.mark.parametrize(("amount", "means"), [(0, ""), (1, ", and is paid $0.01"), (20_00, ", and is paid $20.00")])
def test_upholding_pays_what_the_dispute_is_about(amount: int, means: str) -> None:
    table = poker_table("crown-holdem", seats=2)
    asked = table.do(Report(what="dispute", player=2, amount=amount, note="the pot"), by="TG Area Manager", person="pit 1")
    assert isinstance(asked, AwaitingRuling)
    assert {option.name: option.means for option in asked.options} == {
        "upheld": f"the complainant is right{means}",
        "rejected": "the complainant is not right",
    }


def test_at_a_tournament_a_dispute_is_decided_and_money_is_the_tournaments() -> None:
    table = poker_table("crown-holdem", options=Options(tournament="cup", places=2), seats=0)
    report = Report(what="dispute", person="p1", note="the level")
    assert isinstance(table.do(report, by="TG Area Manager", person="pit 1"), AwaitingRuling)
    other = poker_table("crown-holdem", options=Options(tournament="cup", places=2), seats=0)
    refused = other.do(Report(what="dispute", person="p1", amount=1, note="the level"), by="TG Area Manager", person="pit 1")
    assert isinstance(refused, Refused)
    assert refused.ground == "tournament_chips"


@pytest.mark.parametrize("box", [6, 7, 8])
def test_at_venice_a_dispute_may_name_a_box_that_is_not_there(box: int) -> None:
    """Boxes 1 to 6 are: whatever is decided, nothing fails."""
    table = house_table("venezia-caribbean-poker", seats=2)
    asked = table.do(Report(what="dispute", box=box, person="p1", note="the stakes"))
    assert not isinstance(asked, Accepted)
