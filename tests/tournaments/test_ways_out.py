"""Tournaments with their tables: from wherever they stand they come to an end, and nobody is left at a table or out of pocket."""

from __future__ import annotations

from heapq import heapify
from random import Random
from typing import Any

import pytest

from croupier.kernel.actors import HOUSE
from croupier.kernel.decisions import Accepted, Decision, Refused
from croupier.players.field import DIRECTOR, Field
from croupier.poker import commands as poker
from croupier.stud import commands as stud
from croupier.tables.house_table import HouseTable
from croupier.tables.tournament import TournamentTables
from croupier.tournaments import commands as c
from croupier.tournaments.state import ENTRANT
from tournaments.fields import small, terms

HOLDEM, STUD = "crown-holdem", "crown-caribbean-stud"


def reason(decision: Decision) -> str:
    assert isinstance(decision, Refused)
    return decision.reason


def accepted(decision: Decision) -> None:
    assert isinstance(decision, Accepted), decision


def cancelled(tournament: TournamentTables) -> None:
    """Cancel it: everybody is up, and has again what they came with but for what their chips were cashed for."""
    accepted(tournament.do(c.CancelTournament(why="a flood"), at=tournament.stream.at))
    assert tournament.wrong() == []
    assert [name for name, table in tournament.tables.items() if table.state.seats] == []
    money = {name: amount for name, amount in tournament.state.money.items() if amount and "@" not in name}
    cashed = {f"purse:{person}": amount for person, amount in tournament.state.cashed.items()}
    assert {name: amount for name, amount in money.items() if name.startswith("purse")} == cashed


def stopped(game: str, seed: int, steps: int) -> Field:
    """A tournament after so many hands, in which people also leave and are absent."""
    draw, field = Random(seed), small(game, seed, players=7)
    field.open()
    for _ in range(steps):
        if field.over():
            break
        field.step()
        if field.tournament.state.playing and draw.random() < 0.1:
            person = draw.choice(field.tournament.state.playing)
            command = draw.choice((c.Retire(person=person), c.NoteAbsent(person=person)))
            field.tournament.do(command, at=field.tournament.stream.at)
    return field


@pytest.mark.parametrize(("game", "seeds"), [(HOLDEM, range(3)), (STUD, range(3))])
def test_a_tournament_can_be_cancelled_after_any_hand(game: str, seeds: range) -> None:
    for seed in seeds:
        cancelled(stopped(game, seed, Random(seed).randint(0, 12)).tournament)


@pytest.mark.slow
@pytest.mark.parametrize("game", [HOLDEM, STUD])
def test_a_tournament_can_be_ended_after_any_hand(game: str) -> None:
    for seed in range(3, 120):
        field = stopped(game, seed, Random(seed).randint(0, 60))
        if seed % 2 and field.tournament.state.phase == "playing":
            cancelled(field.tournament)
            continue
        while not field.over():
            field.step()
        assert field.finish().wrong == []
        assert field.tournament.state.money.get("prize-pool", 0) == 0


def drawn_at_the_desk(**parts: Any) -> Field:
    """A Caribbean Stud tournament of five whose seats were drawn before play, like those of a poker tournament."""
    field = Field(terms(STUD, **parts), 5, seed=3)
    people = tuple(f"p{number}" for number in range(1, 6))
    for command in (
        c.DraftTerms(terms=field.terms),
        c.MakeTermsAvailable(),
        c.AdviseInspectorate(),
        c.AppointDirector(person=DIRECTOR),
        c.Attend(),
        c.DesignateTables(tables=("001", "002")),
        c.OpenEntries(),
        *(c.Enter(person=person) for person in people[:4]),
        c.DrawSeats(order=people[:4]),
        c.Enter(person=people[4]),
        c.BriefPlayers(),
        c.StartPlay(),
    ):
        field.do(command)
    return field


def test_seats_drawn_at_the_desk_are_those_of_the_first_round() -> None:
    field = drawn_at_the_desk(format={"seats": 3})
    tournament = field.tournament
    accepted(tournament.draw_seats(at=tournament.stream.at))
    assert {name: len(there) for name, there in tournament.state.seats.items()} == {"001": 3, "002": 2}
    assert tournament.wrong() == []
    field._coming, field._queue = [], [(tournament.stream.at, name) for name in tournament.state.seats]
    heapify(field._queue)
    while not field.over():
        field.step()
    result = field.finish()
    assert result.wrong == []
    assert sum(result.awarded.values()) == result.pool == 5 * 50_00


def test_before_its_first_round_such_a_tournament_can_be_cancelled() -> None:
    cancelled(drawn_at_the_desk().tournament)


def test_an_ante_for_a_hand_that_is_not_played_goes_back() -> None:
    field = small(STUD, 1, players=4)
    field.open()
    tournament = field.tournament
    name = next(iter(tournament.state.seats))
    table = tournament.tables[name]
    accepted(table.do(stud.PlaceAnte(seat=1, amount=50_00)))
    cancelled(tournament)
    assert isinstance(table, HouseTable)
    assert not table.state.wagered


def test_a_hand_is_played_to_its_end_before_the_tournament_is_cancelled() -> None:
    field = small(HOLDEM, 1, players=6)
    field.open()
    tournament = field.tournament
    table = tournament.tables[next(iter(tournament.state.seats))]
    for step in (poker.BeginHand(), poker.Shuffle()):
        table.do(step, by=HOUSE, at=tournament.stream.at)
    assert "a hand is being played" in reason(tournament.do(c.CancelTournament(why="a flood")))
    while table.state.phase != "between" or not table.engine.at_rest(table.state):
        table.run()  # type: ignore[union-attr]
        if table.turn:
            accepted(table.do(poker.Fold(seat=table.turn)))
    cancelled(tournament)


def test_who_waits_for_a_place_is_not_charged_and_nobody_hears_of_them() -> None:
    field = Field(terms(HOLDEM, details={"most_players": 4}), 4, seed=1)
    for command in (
        c.DraftTerms(terms=field.terms),
        c.MakeTermsAvailable(),
        c.AdviseInspectorate(),
        c.AppointDirector(person=DIRECTOR),
        c.OpenEntries(),
        *(c.Enter(person=f"p{number}") for number in range(1, 7)),
    ):
        field.do(command)
    state = field.tournament.state
    decision = field.tournament.do(c.Withdraw(person="p2"), by=ENTRANT, person="p2")
    assert isinstance(decision, Accepted)
    assert [event for event in decision.events if getattr(event, "person", "p2") != "p2"] == []
    assert "purse:p5" not in state.money
    assert state.invited == ["p5"]
    accepted(field.tournament.do(c.Enter(person="p5"), by=ENTRANT, person="p5"))
    assert state.money["purse:p5"] == -110_00
