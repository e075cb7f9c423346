"""Places, levels and roles of a tournament as its state has them."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from croupier.books import rules_of_tournaments
from croupier.kernel.actors import Said
from croupier.kernel.decisions import Accepted, Refused
from croupier.kernel.errors import BookError
from croupier.tournaments.commands import MovePlayer
from croupier.tournaments.events import PlaceDisqualified
from croupier.tournaments.finishing import disqualified
from croupier.tournaments.moving import move
from croupier.tournaments.ranking import place_of, ranking, together
from croupier.tournaments.state import POOL, WITHHELD, Bust, Clock, Entrant, Extra, Place, PrizeDeal, Tournament
from croupier.tournaments.terms import Details, Format, Level, Round, Terms

RULES = rules_of_tournaments("crown-caribbean-stud")
BREAK = Level(minutes=10)


def level(blind: int) -> Level:
    return Level(minutes=20, blinds=(blind, 2 * blind))


def entrants(**people: dict[str, Any]) -> dict[str, Entrant]:
    return {person: Entrant(person, n, **said) for n, (person, said) in enumerate(people.items(), 1)}


def bust(person: str, batch: int, stack: int = 0, table: str = "A") -> Bust:
    return Bust(person, table, 1, hand=1, stack=stack, order=batch, batch=batch)


SITS: dict[str, Any] = {"place": Place("A", 1)}
OUT: dict[str, Any] = {"status": "out"}


def test_who_is_in_stands_before_who_has_left_and_who_is_out() -> None:
    people = entrants(a=SITS, b={}, c={"place": Place("A", 2), "status": "retired"}, d=OUT, e=OUT, f=OUT)
    state = Tournament(entrants=people, busts=[bust("f", 1), bust("d", 2, 5), bust("e", 2, 9)])
    assert ranking(state) == [["a"], ["c"], ["e"], ["d"], ["f"]]  # b has no seat yet
    state.round = 1
    assert ranking(state) == [["a", "b"], ["c"], ["e"], ["d"], ["f"]]
    assert ranking(state, {"a": 5, "b": 9}) == [["b"], ["a"], ["c"], ["e"], ["d"], ["f"]]
    assert ranking(state, {"a": 5, "b": 5})[0] == ["a", "b"]
    state.round = 0
    assert ranking(state, {"b": 1})[:2] == [["b"], ["a"]]
    assert [place_of(state, person) for person in "acedfz"] == [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (0, 0)]
    state.round = 1
    assert (place_of(state, "b"), place_of(state, "c")) == ((1, 2), (3, 3))


@pytest.mark.parametrize(
    ("ties", "places"),
    [
        ("shared", [["a", "b", "c", "d"]]),
        ("stacks across tables", [["c"], ["a", "d"], ["b"]]),
        ("stacks at one table", [["a", "c"], ["b", "d"]]),
    ],
)
def test_those_who_go_out_together(ties: str, places: list[list[str]]) -> None:
    batch = [bust("a", 1, 5, "A"), bust("b", 1, 3, "A"), bust("c", 1, 9, "B"), bust("d", 1, 5, "B")]
    assert together(batch, ties) == places
    assert together(batch[:1], ties) == [["a"]]


@pytest.mark.parametrize(
    ("who", "role"),
    [
        ("Tournament Director", "supervisor"),
        ("Deputy", "supervisor"),
        ("entrant", "onlooker"),
        ("dealer", "dealer"),
        ("inspector", "inspector"),
    ],
)
def test_as_what_somebody_looks_at_a_tournament(who: str, role: str) -> None:
    assert RULES.role_of(who) == role


def test_a_book_without_a_ground_or_with_an_unknown_rank_has_no_tournaments() -> None:
    lacking = {ground: clauses for ground, clauses in RULES.grounds.items() if ground != "equal_chance"}
    with pytest.raises(BookError, match="no clause is given for equal_chance"):
        replace(RULES, grounds=lacking)
    for rank in ("operator", "officer"):
        with pytest.raises(BookError, match="'nobody' is not a rank"):
            replace(RULES, **{rank: "nobody"})


@pytest.mark.parametrize(
    ("most", "tables", "seats", "room"),
    [(3, 0, 0, 1), (2, 0, 0, 0), (1, 0, 0, 0), (9, 0, 5, 7), (9, 1, 2, 0), (9, 1, 3, 1), (9, 2, 1, 0), (3, 2, 2, 1)],
)
def test_for_how_many_more_there_is_a_place(most: int, tables: int, seats: int, room: int) -> None:
    terms = Terms(details=Details(most_players=most), format=Format(tables=tables, seats=seats))
    people = entrants(a=SITS, b=SITS, c={"status": "withdrawn"}, d={"status": "alternate"})
    state = Tournament(terms=terms, entrants=people, waiting={"e": "", "f": ""})
    assert (state.room, state.total, state.playing) == (room, 2, ["a", "b"])
    assert state.invited == ["e", "f"][:room]


def test_levels_by_their_place_in_the_schedule() -> None:
    levels = (level(1), BREAK, level(2))
    state = Tournament(terms=Terms(format=Format(levels=levels)))
    assert (state.level, state.level_at("A", 0), state.level_number) == (None, None, 0)
    found = []
    for place in (1, 2, 3, 4, 5):
        state.clock = Clock(level=place, left=100, since=0, given=100)
        found.append((state.level, state.level_number))
    assert found == [(levels[0], 1), (BREAK, 1), (levels[2], 2), (levels[2], 3), (levels[2], 4)]
    assert [state.numbered(place) for place in range(6)] == [0, 1, 1, 2, 3, 4]


@pytest.mark.parametrize(("now", "place"), [(0, 2), (29, 2), (30, 3), (31, 3)])
def test_a_table_with_more_time_is_still_at_the_level_before(now: int, place: int) -> None:
    state = Tournament(terms=Terms(format=Format(levels=(level(1), level(2), level(3)))))
    state.clock, state.extra = Clock(level=3, left=100, since=0, given=100), {"A": Extra(2, 30), "B": Extra(1, 90)}
    assert (state.place_at("A", now), state.place_at("B", now), state.place_at("C", now)) == (place, 3, 3)
    assert state.level_at("A", now) == level(place)
    assert (state.more("A", 2), state.more("A", 3), state.more("C", 2)) == (30, 0, 0)


def test_the_clock_stands_or_runs() -> None:
    runs, stands = Clock(level=1, left=60, since=100, given=90), Clock(level=1, left=60, given=90)
    assert (runs.left_at(110), runs.passed_at(110)) == (50, 40)
    assert (stands.left_at(110), stands.passed_at(110)) == (60, 30)


@pytest.mark.parametrize(("round_", "found"), [(0, None), (1, 5), (2, 7), (3, None)])
def test_which_round_is_played(round_: int, found: int | None) -> None:
    state = Tournament(terms=Terms(format=Format(rounds=(Round(hands=5), Round(hands=7)))), round=round_)
    assert (state.this_round and state.this_round.hands) == found


def test_seats_are_taken_and_given_up() -> None:
    state = Tournament(entrants=entrants(a={}, b={}))
    state.sit("a", Place("A", 1))
    state.sit("b", Place("A", 2))
    assert (state.at(Place("A", 1)), state.at(Place("A", 9)), state.at(Place("Z", 1))) == ("a", "", "")
    state.sit("a", Place("B", 1))
    assert state.seats == {"A": {2: "b"}, "B": {1: "a"}}
    state.stand("b")
    state.stand("b")
    assert (state.seats, state.entrants["b"].place) == ({"B": {1: "a"}}, None)


def test_who_has_no_seat_is_not_moved() -> None:
    state = Tournament(phase="playing", entrants=entrants(a={}, b={"status": "out", "place": Place("A", 1)}))
    for person in ("z", "a", "b"):
        refused = move(RULES, state, MovePlayer(person=person, table="B", seat=1, why="x"), Said("d", "Tournament Director", 0))
        assert isinstance(refused, Refused)
        assert refused.ground == "not_entered"


def test_whoever_is_disqualified_after_a_deal_leaves_the_deal_alone() -> None:
    people = entrants(a=OUT, b=OUT, c=OUT, d=OUT)
    state = Tournament(
        phase="over",
        entrants=people,
        busts=[bust(person, n) for n, person in enumerate("dcba", 1)],
        prizes=(60, 40, 20, 10),
        deal=PrizeDeal("even", {"a": 50, "b": 50}),
        awarded={"a": 50, "b": 50, "c": 20, "d": 10},
    )
    decision = disqualified(RULES, state, people["c"], "why")
    assert isinstance(decision, Accepted)
    (event,) = decision.events
    assert isinstance(event, PlaceDisqualified)
    assert (event.awarded, event.returned) == ({"a": 50, "b": 50, "d": 20}, 10)
    assert event.postings == {POOL: -10, WITHHELD: 10}
    assert isinstance(disqualified(RULES, state, people["a"], "why"), Refused)
