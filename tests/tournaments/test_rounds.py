"""Rounds: who sits where with how much, secret wagers at their edges, who goes on, who is out and what chips are paid for."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from croupier.books import rules_of_tournaments
from croupier.kernel.accounts import purse_of
from croupier.kernel.actors import Said
from croupier.kernel.decisions import Accepted, Decision, Refused
from croupier.tournaments import rounds
from croupier.tournaments.commands import CloseRound, MakeSecretWager, RevealSecretWagers, StartRound
from croupier.tournaments.state import ADDED, BANK, DIRECTOR, IN_PLAY, REMOVED, Bust, Entrant, Place, Tournament
from croupier.tournaments.terms import CASHED, Choices, Format, Round, Secondary, Terms, Wagers

RULES = rules_of_tournaments("crown-caribbean-stud")
SAID = Said("d", DIRECTOR, 50)
FORMAT = Format(
    structure="rounds",
    seats=3,
    starting_bank=100_00,
    secondary="none",
    rounds=(
        Round(hands=5, minimum=5_00, maximum=50_00, advance=2, advance_by="overall"),
        Round(hands=5, minimum=5_00, maximum=50_00, advance=1, advance_by="table", new_bank=False),
        Round(hands=5, minimum=5_00, new_bank=True),
    ),
)
TERMS = Terms(format=FORMAT, wagers=Wagers(secret=2, denominations=(25_00, 5_00)), choices=Choices(advance_ties="all advance"))


def people(number: int) -> dict[str, Entrant]:
    return {f"p{n}": Entrant(f"p{n}", n) for n in range(1, number + 1)}


def state(number: int = 4, **said: Any) -> Tournament:
    """So many have entered and nobody sits yet, at tables A, B and C with three seats each."""
    held: dict[str, Any] = {
        "phase": "playing",
        "terms": TERMS,
        "entrants": people(number),
        "tables": ("A", "B", "C"),
        "director": "d",
        "present": ("d",),
    }
    return Tournament(**held | said)


def changed(**parts: Any) -> Terms:
    return replace(TERMS, format=replace(FORMAT, **parts))


def ground(decision: Decision) -> str:
    return decision.ground if isinstance(decision, Refused) else ""


def reason(decision: Decision) -> str:
    return decision.reason if isinstance(decision, Refused) else ""


def done(decision: Decision) -> tuple[Any, ...]:
    assert isinstance(decision, Accepted), decision
    return tuple(decision.events)


def start(state: Tournament, *order: str, secondary: bool = False) -> Decision:
    return rounds.start_round(RULES, state, StartRound(order=order, secondary=secondary, source="house"), SAID)


def test_those_who_are_in_sit_down_in_the_order_drawn() -> None:
    begun, drawn = done(start(state(), "p3", "p1", "p4", "p2"))
    assert (begun.round, begun.at, begun.secondary) == (1, 50, False)
    assert begun.clauses == RULES.cite("terms_rounds", "terms_tables")
    assert drawn.seats == {"p3": Place("A", 1), "p1": Place("B", 1), "p4": Place("A", 2), "p2": Place("B", 2)}
    assert (drawn.bank, drawn.carried, drawn.source) == (100_00, {}, "house")
    assert drawn.clauses == RULES.cite("equal_chance", "terms_progression", "terms_bank")
    assert drawn.postings == {BANK: -400_00, IN_PLAY: 400_00}


@pytest.mark.parametrize(
    ("number", "tables", "needed"), [(3, ("A",), 0), (4, ("A",), 2), (4, ("A", "B"), 0), (6, ("A", "B"), 0), (7, ("A", "B"), 3)]
)
def test_there_must_be_a_seat_for_everybody(number: int, tables: tuple[str, ...], needed: int) -> None:
    decision = start(state(number, tables=tables), *people(number))
    assert reason(decision) == (f"{number} players need {needed} tables of 3" if needed else "")
    assert ground(decision) == ("tables_designated" if needed else "")


@pytest.mark.parametrize(
    ("said", "order", "wrong"),
    [
        ({"terms": replace(TERMS, format=replace(FORMAT, structure="elimination"))}, "1234", "terms_structure"),
        ({"seats": {"A": {1: "p1"}}, "round": 1}, "1234", "between_rounds"),
        ({"round": 3}, "1234", "terms_rounds"),
        ({"round": 2}, "1234", ""),
        ({}, "123", "equal_chance"),
        ({}, "12344", "equal_chance"),
    ],
)
def test_when_no_round_begins(said: dict[str, Any], order: str, wrong: str) -> None:
    assert ground(start(state(**said), *(f"p{number}" for number in order))) == wrong


@pytest.mark.parametrize(
    ("round_", "new_bank", "carried"), [(0, False, {}), (1, True, {}), (1, False, {"p1": 70_00, "p2": 100_00})]
)
def test_where_no_bank_is_new_everybody_brings_what_they_had(round_: int, new_bank: bool, carried: dict[str, int]) -> None:
    terms = changed(rounds=(Round(hands=5, new_bank=new_bank),) * 3)
    _, drawn = done(start(state(2, terms=terms, round=round_, banks={"p1": 70_00}), "p1", "p2"))
    assert drawn.carried == carried
    assert drawn.postings[IN_PLAY] == (sum(carried.values()) or 200_00)


SECOND = changed(secondary=Secondary(qualifies="all who are out", places=1))


def out_after_one(**said: Any) -> Tournament:
    """After the first round: p1 is in, the others are out in the ways there are."""
    entrants = people(5)
    for person in ("p2", "p3", "p4"):
        entrants[person].status = "out"
    entrants["p5"].status = "disqualified"
    ways: dict[str, Any] = {"p2": "no chips", "p3": "rank", "p4": "retired", "p5": "rank"}
    busts = [Bust(person, "A", 1, hand=1, stack=0, order=n, batch=n, why=why) for n, (person, why) in enumerate(ways.items())]
    held: dict[str, Any] = {"terms": SECOND, "round": 1, "entrants": entrants, "busts": busts}
    return state(**held | said)


def test_a_secondary_round_brings_back_those_who_play_it() -> None:
    returned, begun, drawn = done(start(out_after_one(), "p3", "p2", secondary=True))
    assert (returned.persons, returned.clauses) == (("p3", "p2"), RULES.cite("terms_secondary"))
    assert (begun.round, begun.secondary) == (1, True)
    assert (drawn.seats, drawn.carried) == ({"p3": Place("A", 1), "p2": Place("A", 2)}, {})
    assert drawn.postings == {BANK: -200_00, IN_PLAY: 200_00}


@pytest.mark.parametrize(
    ("said", "order", "wrong"),
    [
        ({"terms": TERMS}, "23", "these terms have no secondary round"),
        ({"round": 0}, "23", "a secondary round comes after"),
        ({"round": 2}, "23", ""),
        ({"round": 3}, "23", "a secondary round comes after"),
        ({"secondary": True}, "23", "a secondary round comes after"),
        ({}, "2", "a secondary round comes after"),
        ({}, "22", "a secondary round comes after"),
        ({}, "223", "a secondary round comes after"),
        ({}, "12", "a secondary round comes after"),
        ({}, "24", "a secondary round comes after"),
        ({}, "25", "a secondary round comes after"),
        ({"tables": ()}, "23", "2 players need 1 tables of 3"),
    ],
)
def test_when_no_secondary_round_begins(said: dict[str, Any], order: str, wrong: str) -> None:
    decision = start(out_after_one(**said), *(f"p{number}" for number in order), secondary=True)
    assert reason(decision).startswith(wrong)
    assert isinstance(decision, Refused) == bool(wrong)


def playing(number: int = 4, **said: Any) -> Tournament:
    """A round is being played at tables A and B, by turns of the players' numbers."""
    entrants = people(number)
    seats: dict[str, dict[int, str]] = {"A": {}, "B": {}}
    for n, (person, one) in enumerate(entrants.items()):
        one.place = Place("AB"[n % 2], n // 2 + 1)
        seats[one.place.table][one.place.seat] = person
    held: dict[str, Any] = {
        "entrants": entrants,
        "seats": {table: there for table, there in seats.items() if there},
        "round": 1,
        "round_open": True,
        "banks": dict.fromkeys(entrants, 60_00),
    }
    return state(number, **held | said)


def wager(state: Tournament, amount: int, person: str = "p1") -> Decision:
    return rounds.secret(RULES, state, MakeSecretWager(person=person, amount=amount), SAID)


@pytest.mark.parametrize(
    ("amount", "wrong"), [(0, "terms_minimum"), (5_00, ""), (7_00, "terms_secret"), (50_00, ""), (55_00, "terms_minimum")]
)
def test_a_secret_wager_is_within_the_limits_and_in_whole_chips(amount: int, wrong: str) -> None:
    decision = wager(playing(), amount)
    assert ground(decision) == wrong
    if not wrong:
        (made,) = done(decision)
        assert (made.person, made.amount, made.clauses) == ("p1", amount, RULES.cite("terms_secret"))


@pytest.mark.parametrize(
    ("said", "amount", "wrong"),
    [
        ({"banks": {"p1": 40_00}}, 40_00, ""),
        ({"banks": {"p1": 40_00}}, 45_00, "terms_secret"),
        ({"banks": {"p2": 40_00}}, 5_00, "terms_minimum"),
        ({"terms": replace(TERMS, wagers=Wagers(secret=None))}, 5_00, "terms_secret"),
        ({"terms": replace(TERMS, wagers=Wagers(secret=2))}, 7_03, ""),
        ({"secrets": {"p1": 5_00}}, 5_00, "terms_secret"),
        ({"secrets": {"p2": 5_00}}, 5_00, ""),
        ({"hands": {"A": 5}}, 5_00, "between_rounds"),
        ({"hands": {"B": 5, "A": 4}}, 5_00, ""),
        ({"round": 3}, 60_00, ""),
        ({"round": 3}, 65_00, "terms_secret"),
        ({"round": 0}, 5_00, "not_entered"),
    ],
)
def test_when_no_secret_wager_is_made(said: dict[str, Any], amount: int, wrong: str) -> None:
    assert ground(wager(playing(**said), amount)) == wrong


@pytest.mark.parametrize(("made", "wrong"), [(0, ""), (1, ""), (2, "terms_secret")])
def test_so_many_secret_wagers_in_a_round(made: int, wrong: str) -> None:
    state = playing()
    state.entrants["p1"].secrets = made
    assert ground(wager(state, 5_00)) == wrong


def test_who_plays_no_round_makes_no_secret_wager() -> None:
    state = playing()
    assert ground(wager(state, 5_00, "p9")) == "not_entered"
    state.entrants["p1"].status = "retired"
    assert ground(wager(state, 5_00)) == "not_entered"
    state.entrants["p2"].place = None
    assert ground(wager(state, 5_00, "p2")) == "not_entered"


def test_secret_wagers_are_revealed_table_by_table() -> None:
    state = playing(secrets={"p1": 5_00, "p2": 10_00})
    (shown,) = done(rounds.reveal(RULES, state, RevealSecretWagers(table="A"), SAID))
    assert (shown.table, shown.wagers, shown.clauses) == ("A", {"p1": 5_00}, RULES.cite("terms_secret"))
    for there, secrets in (("A", {"p2": 1}), ("Z", {"p2": 1})):
        refused = rounds.reveal(RULES, playing(secrets=secrets), RevealSecretWagers(table=there), SAID)
        assert ground(refused) == "terms_secret"


def close(state: Tournament, *draws: str) -> Decision:
    return rounds.close_round(RULES, state, CloseRound(draws=draws), SAID)


def over(banks: dict[str, int], **said: Any) -> Tournament:
    """A round of which all hands are played."""
    held: dict[str, Any] = {"banks": banks, "hands": {"A": 5, "B": 5}, "money": {IN_PLAY: sum(banks.values())}}
    return playing(len(banks), **held | said)


BANKS = {"p1": 30_00, "p2": 90_00, "p3": 30_00, "p4": 60_00, "p5": 10_00}


def test_a_round_is_closed_with_those_who_go_on_and_the_others_out() -> None:
    *out, closed = done(close(over(BANKS, outs=7)))
    assert (closed.round, closed.on, closed.banks, closed.cashed) == (1, ("p2", "p4"), BANKS, {})
    assert closed.clauses == RULES.cite("terms_progression")
    assert closed.postings == {IN_PLAY: -220_00, REMOVED: 220_00}
    busts = [event.bust for event in out]
    assert [(bust.person, bust.order, bust.batch) for bust in busts] == [("p5", 8, 8), ("p1", 9, 9), ("p3", 10, 9)]
    assert {(bust.why, bust.hand) for bust in busts} == {("rank", 0)}
    assert [bust.stack for bust in busts] == [10_00, 30_00, 30_00]
    assert {event.clauses for event in out} == {RULES.cite("terms_elimination")}


def test_after_the_last_round_nobody_goes_on() -> None:
    *out, closed = done(close(over(BANKS, round=3)))
    assert closed.on == ()
    assert closed.clauses == RULES.cite("terms_progression", "terms_winners")
    assert [event.bust.person for event in out] == ["p5", "p1", "p3", "p4", "p2"]
    assert {event.clauses for event in out} == {RULES.cite("terms_winners")}
    although = changed(rounds=(Round(hands=5, advance=2, advance_by="overall"),))
    *out, closed = done(close(over(BANKS, terms=although)))
    assert (closed.on, len(out)) == ((), 5)


def test_a_secondary_round_is_not_the_last_one() -> None:
    *_, closed = done(close(over(BANKS, round=3, secondary=True, terms=SECOND)))
    assert closed.on == ("p2",)
    assert closed.clauses == RULES.cite("terms_progression")
    two = changed(secondary=Secondary(qualifies="all who are out", places=2))
    assert done(close(over(BANKS, round=3, secondary=True, terms=two)))[-1].on == ("p2", "p4")
    by_table = over(BANKS, round=2, secondary=True, terms=SECOND)
    assert done(close(by_table))[-1].on == ("p2",)
    assert done(close(over(BANKS, secondary=True)))[-1].on == ("p2",)


def test_table_by_table_the_best_of_each_goes_on() -> None:
    assert done(close(over({**BANKS, "p5": 45_00}, round=2)))[-1].on == ("p5", "p2")


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ({"hands": {"A": 5, "B": 4}}, "table B must finish the round first"),
        ({"hands": {"A": 5, "B": 4}, "ended": ("B",)}, ""),
        ({"seats": {}}, "no round is being played"),
        ({"round": 0}, "no round is being played"),
    ],
)
def test_when_a_round_is_not_closed(said: dict[str, Any], wrong: str) -> None:
    decision = close(over(BANKS, **said))
    assert (ground(decision), reason(decision)) == ("between_rounds" if wrong else "", wrong)


def test_a_round_in_which_nobody_can_wager_any_more_is_over() -> None:
    banks = {"p1": 4_99, "p2": 90_00, "p3": 0}
    closed = done(close(over(banks, hands={"B": 5})))[-1]
    assert closed.clauses == RULES.cite("terms_progression", "terms_minimum")
    assert isinstance(close(over(banks | {"p1": 5_00}, hands={"B": 5})), Refused)


@pytest.mark.parametrize(
    ("ties", "draws", "on"),
    [
        ("all advance", (), ("p1", "p3", "p2")),
        ("drawn", ("p3", "p2"), ("p1", "p3")),
        ("drawn", ("p4", "p2", "p3"), ("p1", "p2")),
        ("drawn", ("p3",), None),
    ],
)
def test_equal_banks_at_the_line_are_parted_as_the_terms_say(
    ties: Any, draws: tuple[str, ...], on: tuple[str, ...] | None
) -> None:
    banks = {"p1": 90_00, "p2": 50_00, "p3": 50_00, "p4": 20_00}
    terms = replace(TERMS, choices=Choices(advance_ties=ties))
    decision = close(over(banks, terms=terms), *draws)
    if on is None:
        assert (ground(decision), reason(decision)) == ("equal_chance", "p3, p2 are tied: draw between them")
    else:
        assert done(decision)[-1].on == on


def test_banks_that_are_equal_elsewhere_need_no_draw() -> None:
    terms = replace(TERMS, choices=Choices(advance_ties="drawn"))
    above = over({"p1": 90_00, "p2": 90_00, "p3": 50_00, "p4": 50_00}, terms=terms)
    assert done(close(above))[-1].on == ("p1", "p2")
    few = over({"p1": 90_00, "p2": 90_00}, terms=terms)
    assert done(close(few))[-1].on == ("p1", "p2")


def test_who_has_nothing_or_plays_no_more_does_not_go_on() -> None:
    state = over({"p1": 90_00, "p2": 0, "p3": 1, "p4": 50_00})
    state.entrants["p4"].status = "disqualified"
    *out, closed = done(close(state))
    assert closed.on == ("p1", "p3")
    assert {event.bust.person: event.bust.why for event in out} == {"p2": "rank", "p4": "disqualified"}
    *_, closed = done(close(over({"p1": 90_00, "p2": 0})))
    assert closed.on == ("p1",)


def test_chips_that_are_cashed_are_paid_for_to_the_cent_below() -> None:
    terms = changed(chips_at_end=CASHED, cash_per_hundred=1_50)
    state = over({"p1": 90_00, "p2": 66, "p3": 67, "p4": 50_00}, terms=terms)
    state.entrants["p4"].status = "disqualified"
    closed = done(close(state))[-1]
    assert closed.cashed == {"p1": 1_35, "p3": 1}
    assert closed.clauses == RULES.cite("terms_progression", "terms_chips_at_end")
    assert closed.postings == {IN_PLAY: -141_33, REMOVED: 141_33, purse_of("p1"): 1_35, purse_of("p3"): 1, ADDED: -1_36}
