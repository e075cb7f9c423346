"""Terms that change after people have entered: what was paid stays what it was, and nobody loses their place by it."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from croupier.cases.case import Case
from croupier.cases.tournament_cases import TournamentRun
from croupier.kernel.decisions import Accepted, Decision, Refused
from croupier.tables.tournament_stream import TournamentStream
from croupier.tournaments.commands import ChangeTerms, CloseEntries, Enter, MakeTermsAvailable, SignTerms, Withdraw
from croupier.tournaments.funds import accounts, differences
from croupier.tournaments.terms import Terms

HOLDEM, STUD = "crown-holdem", "crown-caribbean-stud"
EARLY, LATE = 1000, 35_000


def entered(game: str = HOLDEM, players: int = 4, play: str = "", **table: Any) -> TournamentStream:
    """Entries are open, and so many have entered."""
    setup = {"stage": "entries", "players": players, **table}
    run = TournamentRun(Case(clause="", name="entered", play=play or "\n", expect={}, table=setup), game)
    assert run.refused is None
    return run.stream


def other(terms: Terms, **parts: dict[str, Any]) -> Terms:
    return replace(terms, **{name: replace(getattr(terms, name), **part) for name, part in parts.items()})


def change(stream: TournamentStream, **parts: dict[str, Any]) -> Decision:
    return stream.do(ChangeTerms(terms=other(stream.state.terms, **parts), why="a change"))


def ground(decision: Decision) -> str:
    return decision.ground if isinstance(decision, Refused) else ""


@pytest.mark.parametrize("game", [HOLDEM, STUD])
def test_a_doubled_buy_in_doubles_nothing_that_was_paid(game: str) -> None:
    stream = entered(game)
    details = stream.state.terms.details
    buy_in, fee = details.buy_in or 0, details.entry_fee or 0
    before = dict(stream.state.money)
    assert ground(change(stream, details={"buy_in": 2 * buy_in}, prizes={"per_entry": 2 * buy_in})) == ""
    assert stream.state.money == before
    assert ground(stream.do(Enter(person="p5"))) == "terms_made_available"
    assert isinstance(stream.do(MakeTermsAvailable()), Accepted)
    assert isinstance(stream.do(Enter(person="p5")), Accepted)
    assert isinstance(stream.do(CloseEntries()), Accepted)
    held = accounts(stream.state)
    assert (held["pool"], held["fees"]) == (6 * buy_in, 5 * fee)
    assert sum(stream.state.prizes) == 6 * buy_in
    assert differences(stream.state) == []


def test_what_the_house_keeps_of_a_buy_in_stays_too() -> None:
    stream = entered(prizes={"per_entry": "90"})
    assert ground(change(stream, prizes={"per_entry": 10_00})) == ""
    assert isinstance(stream.do(CloseEntries()), Accepted)
    assert accounts(stream.state)["pool"] == 4 * 90_00
    assert accounts(stream.state)["fees"] == 4 * 20_00


def test_a_new_guarantee_is_the_houses_to_pay() -> None:
    stream = entered()
    assert ground(change(stream, prizes={"guarantee": 1_000_00})) == ""
    assert isinstance(stream.do(CloseEntries()), Accepted)
    held = accounts(stream.state)
    assert (held["pool"], held["fees"], held["added"]) == (1_000_00, 40_00, 600_00)


@pytest.mark.parametrize(
    ("parts", "wanted"),
    [
        ({"details": {"most_players": 3}}, "terms_players"),
        ({"details": {"most_players": 4}}, ""),
        ({"format": {"seats": 2, "tables": 1}}, "terms_tables"),
        ({"format": {"seats": 2, "tables": 2}, "choices": {"final_table": 0}}, ""),
        ({"format": {"seats": 4, "tables": 1}, "choices": {"final_table": 0}}, ""),
    ],
)
def test_those_who_have_entered_keep_their_place(parts: dict[str, Any], wanted: str) -> None:
    assert ground(change(entered(), **parts)) == wanted


@pytest.mark.parametrize(
    ("parts", "wanted"),
    [
        ({"format": {"seats": 2, "tables": 5}}, "terms_tables"),  # p3 sits at seat 3
        ({"format": {"seats": 4, "tables": 5}, "choices": {"final_table": 0}}, ""),
        ({"prizes": {"unit": 1}}, ""),
    ],
)
def test_seats_that_are_drawn_stay(parts: dict[str, Any], wanted: str) -> None:
    assert ground(change(entered(play="draw seats: p1, p2, p3, p4"), **parts)) == wanted


def test_two_tables_in_use_are_not_one() -> None:
    stream = entered(play="draw seats: p1, p2, p3, p4", format={"seats": 2})
    assert ground(change(stream, format={"seats": 4, "tables": 1})) == "terms_tables"
    assert ground(change(stream, format={"seats": 4, "tables": 2})) == ""


def test_prizes_that_are_fixed_do_not_change() -> None:
    stream = entered(play="close entries")
    assert ground(change(stream, prizes={"guarantee": 1_000_00})) == "terms_pool"
    assert ground(change(stream, details={"where": "the terrace"})) == ""


def test_another_game_is_another_tournament() -> None:
    stream = entered()
    terms = replace(stream.state.terms, game="crown-omaha")
    assert ground(stream.do(ChangeTerms(terms=terms, why="a change"))) == "terms_documented"


def test_staff_who_have_entered_are_not_left_without_leave() -> None:
    charity = {"charity_or_media": True, "staff_without_prize": True}
    play = "by Chief Operating Officer: approve p9\nenter p9, employee"
    stream = entered(play=play, entry=charity)
    assert ground(change(stream, entry={"charity_or_media": False})) == "terms_staff"
    assert isinstance(stream.do(Withdraw(person="p9"), at=EARLY), Accepted)
    assert ground(change(stream, entry={"charity_or_media": False})) == ""


def test_who_entered_under_other_terms_may_have_all_money_back() -> None:
    stream = entered()
    assert ground(change(stream, details={"buy_in": 200_00})) == ""
    assert isinstance(stream.do(MakeTermsAvailable()), Accepted)
    assert isinstance(stream.do(Enter(person="p5"), at=LATE), Accepted)
    assert isinstance(stream.do(SignTerms(person="p2"), at=LATE), Accepted)
    for person, back in (("p1", 110_00), ("p2", 0), ("p5", 0)):  # p2 has signed the new terms, p5 has entered under them
        decision = stream.do(Withdraw(person=person), at=LATE)
        assert isinstance(decision, Accepted)
        assert decision.events[0].back == back  # type: ignore[attr-defined]
    assert differences(stream.state) == []
