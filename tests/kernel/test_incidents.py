"""What the tables share when something happens: who sees which cards, what the events change, and inquiries."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from croupier.books import rules_of
from croupier.kernel.accounts import FLOAT, purse_of, stack_of, withheld_of
from croupier.kernel.actors import Role, Viewer
from croupier.kernel.cards import parse_cards
from croupier.kernel.conduct import exclude, inquiry, rule_inquiry, withhold
from croupier.kernel.decisions import Accepted, AwaitingRuling, Refused
from croupier.kernel.incidents import DeckCommitted, EditionAdopted, IrregularityReported, Report, RulingAsked, RulingGiven
from croupier.stud.state import State

CROWN = rules_of("crown-caribbean-stud")
INQUIRY = next(name for name, known in CROWN.irregularities.items() if known.follow is inquiry)
HELD = State(people={2: "p2"}, money={withheld_of("p2"): 30_00})


@pytest.mark.parametrize(
    ("role", "seen"), [("supervisor", "As"), ("dealer", ""), ("onlooker", ""), ("player", ""), ("inspector", "")]
)
def test_cards_named_in_a_report_are_for_those_who_rule(role: Role, seen: str) -> None:
    report = Report(what="viewed", player=2, cards=parse_cards("As"), note="a spade")
    asked = RulingAsked(question="?", options=(), rank="x", report=report, clauses=())
    shown = asked.seen_by(Viewer(role=role))
    assert (shown.report.cards, shown.report.player, shown.question) == (parse_cards(seen), 2, "?")
    assert shown.report.note == ("a spade" if seen else "")


@pytest.mark.parametrize("role", ["supervisor", "dealer", "onlooker", "player", "inspector"])
def test_what_somebody_adds_to_a_report_or_a_ruling_is_for_those_who_rule(role: Role) -> None:
    """It may name cards that are face down, whether the report does or not."""
    told = IrregularityReported(what="viewed", says="viewed", player=2, note="a spade", clauses=())
    ruled = RulingGiven(what="viewed", option="play on", by="x", note="a spade", clauses=())
    for event in (told, ruled):
        shown = event.seen_by(Viewer(role=role, seat=2))
        assert shown == (event if role == "supervisor" else replace(event, note=""))


def test_what_a_shared_event_changes_it_gives_back() -> None:
    assert DeckCommitted(root="a" * 64, round=1).apply(State()) == State(committed="a" * 64)
    assert EditionAdopted(edition="2027", digest="", clauses=()).apply(State()) == State(edition="2027")


@pytest.mark.parametrize(("option", "to"), [("pay", stack_of(2)), ("keep", FLOAT)])
def test_an_inquiry_ends_with_what_was_held_back(option: str, to: Any) -> None:
    report = Report(what=INQUIRY, player=2)
    asked = inquiry(CROWN, HELD, report)
    assert isinstance(asked, AwaitingRuling)
    assert [choice.name for choice in asked.options] == ["pay", "keep"]
    assert asked.question.endswith("what becomes of $30.00 held back from seat 2?")
    ruled = rule_inquiry(CROWN, HELD, report, option)
    assert isinstance(ruled, Accepted)
    (released,) = ruled.events
    assert released.postings == {withheld_of("p2"): -30_00, to: 30_00}
    assert released.clauses == CROWN.irregularities[INQUIRY].clauses


@pytest.mark.parametrize("money", [{}, {withheld_of("p2"): 0}])
def test_where_nothing_is_held_back_there_is_nothing_to_rule(money: dict[Any, int]) -> None:
    report, table = Report(what=INQUIRY, person="p2"), State(money=money)
    for answer in (inquiry(CROWN, table, report), rule_inquiry(CROWN, table, report, "pay")):
        assert isinstance(answer, Refused)
        assert (answer.ground, answer.reason) == ("nothing_withheld", "nothing is held back from p2")
        assert answer.clauses == CROWN.irregularities[INQUIRY].clauses


def test_one_cent_is_held_back_too() -> None:
    table = State(money={withheld_of("p7"): 1})
    ruled = rule_inquiry(CROWN, table, Report(what=INQUIRY, person="p7"), "pay")
    assert isinstance(ruled, Accepted)
    assert ruled.events[0].postings == {withheld_of("p7"): -1, purse_of("p7"): 1}


def test_who_is_excluded_and_what_is_held_back() -> None:
    report = Report(what="viewed", player=2)
    out = exclude(HELD, report, ("1.1",))
    assert (out.person, out.player, out.clauses) == ("p2", 2, ("1.1",))
    kept = withhold(HELD, report, 5_00, ("1.1",))
    assert (kept.person, kept.player, kept.amount) == ("p2", 2, 5_00)
    assert kept.postings == {stack_of(2): -5_00, withheld_of("p2"): 5_00}
    assert withhold(HELD, report, 0, ()).postings == {}
