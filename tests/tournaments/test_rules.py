"""Rules of sections 12 and 13 at the tables: who is ready to play, notice of levels, secret wagers, tables used before."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.floor.house import House
from croupier.kernel.actors import HOUSE
from croupier.kernel.decisions import Accepted, Refused
from croupier.kernel.events import Command
from croupier.players.field import Field
from croupier.poker import commands as poker
from croupier.poker.rules import Options
from croupier.stud import commands as stud
from croupier.tables.house_table import HouseTable
from croupier.tables.poker_table import PokerTable
from croupier.tables.tournament_tables import TournamentTables
from croupier.tournaments import commands as c
from tournaments.fields import terms
from tournaments.test_sitting_out import everybody_folds_once


def ready(tournament: TournamentTables, people: int, tables: tuple[str, ...], sign: bool = False) -> None:
    """Everything up to the start, with everyone but p1 having signed where that is asked."""
    steps: list[tuple[Command, dict[str, Any]]] = [
        (c.MakeTermsAvailable(), {}),
        (c.AdviseInspectorate(), {}),
        (c.AppointDirector(person="d1"), {}),
        (c.Attend(), {}),
        (c.DesignateTables(tables=tables), {}),
        (c.OpenEntries(), {}),
        *((c.Enter(person=f"p{number}"), {}) for number in range(1, people + 1)),
        *((c.SignTerms(person=f"p{number}"), {}) for number in range(2, people + 1) if sign),
        (c.BriefPlayers(), {}),
    ]
    for step, who in steps:
        assert isinstance(tournament.do(step, **who), Accepted), step
    if not tournament.state.terms.in_rounds:
        assert isinstance(tournament.draw_seats(), Accepted)


def tournament_of(game: str, people: int, choices: dict[str, Any] | None = None, **parts: Any) -> TournamentTables:
    tournament = TournamentTables(game, seed=5)
    chosen = terms(game, choices, **parts)
    assert isinstance(tournament.do(c.DraftTerms(terms=chosen)), Accepted)
    ready(tournament, people, ("A", "B"), bool(chosen.entry.signed))
    return tournament


@pytest.mark.parametrize("late", ["blinded off", "dealt out"])
def test_one_player_who_has_not_signed_waits_alone(late: str) -> None:
    owed = "posted for them" if late == "blinded off" else "owed"
    conduct = {"late": late, "absence": late}
    choices = {"missed_blinds": owed}
    tournament = tournament_of("crown-holdem", 4, choices, entry={"signed": True}, conduct=conduct)
    assert isinstance(tournament.do(c.StartPlay(), at=tournament.state.starts), Accepted)
    table = tournament.tables["A"]
    assert isinstance(table, PokerTable)
    before = tournament.stack_of("p1")
    for _ in range(4):
        everybody_folds_once(tournament, table)
    assert tournament.stack_of("p1") == before - (75_00 if late == "blinded off" else 0)
    refused = tournament.do(c.NoteBack(person="p1"))
    assert isinstance(refused, Refused)
    assert refused.ground == "terms_signed"
    assert isinstance(tournament.do(c.SignTerms(person="p1")), Accepted)
    assert not tournament.sits_out("A", tournament.state.entrants["p1"].place.seat)
    assert tournament.wrong() == []


def test_with_fewer_than_two_signatures_nobody_plays() -> None:
    tournament = tournament_of("crown-holdem", 2, entry={"signed": True})
    refused = tournament.do(c.StartPlay(), at=tournament.state.starts)
    assert isinstance(refused, Refused)
    assert refused.ground == "terms_signed"


def test_a_substitute_in_play_sits_out_until_briefed() -> None:
    tournament = tournament_of("crown-holdem", 3, conduct={"substitute_when": "illness"})
    tournament.do(c.StartPlay(), at=tournament.state.starts)
    assert isinstance(tournament.do(c.NameSubstitute(person="p1", substitute="s1"), person="p1"), Accepted)
    place = tournament.state.entrants["s1"].place
    assert tournament.sits_out(place.table, place.seat)
    assert isinstance(tournament.do(c.NoteBack(person="s1")), Refused)
    assert isinstance(tournament.do(c.BriefPlayers()), Accepted)
    assert not tournament.sits_out(place.table, place.seat)


def test_no_level_is_skipped_without_notice() -> None:
    """Three hands at each table, or most players agree; a break may be cut short."""
    tournament = tournament_of("crown-holdem", 4)
    tournament.do(c.StartPlay(), at=tournament.state.starts)
    table = tournament.tables["A"]
    assert isinstance(table, PokerTable)
    now = tournament.state.starts + 60
    for hands in range(3):
        refused = tournament.do(c.DeductTime(seconds=1), at=now)
        assert isinstance(refused, Refused), hands
        assert (refused.ground, refused.clauses) == ("level_notice", ("6.10",))
        everybody_folds_once(tournament, table)
    assert isinstance(tournament.do(c.DeductTime(seconds=1), at=now), Accepted)
    left = tournament.state.clock.left_at(now)
    assert isinstance(tournament.do(c.DeductTime(seconds=left), at=now), Accepted)
    assert isinstance(tournament.do(c.NextLevel(), by=HOUSE, at=now), Accepted)
    left = tournament.state.clock.left_at(now)
    assert isinstance(tournament.do(c.DeductTime(seconds=left), at=now), Refused)
    assert isinstance(tournament.do(c.DeductTime(seconds=left, agreed=2), at=now), Refused)
    assert isinstance(tournament.do(c.DeductTime(seconds=left, agreed=5), at=now), Refused)
    assert isinstance(tournament.do(c.DeductTime(seconds=left, agreed=3), at=now), Accepted)
    assert isinstance(tournament.do(c.NextLevel(), by=HOUSE, at=now), Accepted)
    assert tournament.state.level.is_break
    assert isinstance(tournament.do(c.DeductTime(seconds=1), at=now), Accepted)
    assert tournament.stream.audit()


def test_more_time_for_one_table_does_not_make_it_skip_a_level() -> None:
    levels = [{"minutes": minutes, "blinds": ["25", "50"]} for minutes in (20, 5, 20)]
    field = Field(terms("crown-holdem", {"table_time": "director", "late_entry": "none"}, format={"levels": levels}), 4, 1)
    field.open()
    (name,) = field.tournament.tables
    at = field.tournament.stream.at
    refused = field.tournament.do(c.ExtendTable(table=name, seconds=301, why="an alarm"), at=at)
    assert isinstance(refused, Refused)
    assert isinstance(field.tournament.do(c.ExtendTable(table=name, seconds=300, why="an alarm"), at=at), Accepted)


def secret_round() -> tuple[TournamentTables, HouseTable]:
    tournament = tournament_of("crown-caribbean-stud", 3)
    tournament.do(c.StartPlay(), at=tournament.state.starts)
    assert isinstance(tournament.draw_seats(), Accepted)
    (table,) = tournament.tables.values()
    assert isinstance(table, HouseTable)
    return tournament, table


def test_secret_wagers_are_turned_up_as_betting_closes_and_not_while_others_may_ante() -> None:
    tournament, table = secret_round()
    seats = {table.state.person_at(seat): seat for seat in table.state.seats}
    assert isinstance(tournament.do(c.MakeSecretWager(person="p1", amount=50_00)), Accepted)
    refused = tournament.do(c.RevealSecretWagers(table=table.name))
    assert isinstance(refused, Refused)
    assert (refused.ground, refused.clauses) == ("terms_secret", ("13.4.4(c)",))
    assert tournament.state.secrets == {"p1": 50_00}
    table.do(stud.PlaceAnte(seat=seats["p2"], amount=10_00))
    assert isinstance(table.deal(), Refused)  # p3 has yet to make the compulsory wager, and nothing is turned up
    assert tournament.state.secrets == {"p1": 50_00}
    table.do(stud.PlaceAnte(seat=seats["p3"], amount=10_00))
    assert isinstance(table.deal(), Accepted)
    assert tournament.state.secrets == {}
    assert table.state.ante_in_play(seats["p1"]) == 50_00
    late = table.do(stud.PlaceAnte(seat=seats["p2"], amount=20_00))
    assert isinstance(late, Refused)
    for stream in (tournament.stream, table):
        assert stream.audit()


def test_secret_wagers_alone_are_dealt_to() -> None:
    tournament, table = secret_round()
    for person in tournament.state.playing:
        assert isinstance(tournament.do(c.MakeSecretWager(person=person, amount=20_00)), Accepted)
    assert isinstance(table.deal(), Accepted)
    assert sorted(table.state.wagered) == sorted(table.state.seats)


def test_a_table_that_once_had_a_cash_game_can_be_designated() -> None:
    """Once its game is closed; the tournament's own record has another name, and is found again when the house is read."""
    house = House(lambda: 0, lambda entry, line: None)
    house.open_table("7", "crown-holdem", Options())
    cup = house.open_tournament("cup", "crown-holdem")
    assert isinstance(cup.do(c.DraftTerms(terms=terms("crown-holdem"))), Accepted)
    refused = cup.do(c.DesignateTables(tables=("7",)))
    assert isinstance(refused, Refused)
    assert refused.clauses == ("12.2.5",)
    cash = house.streams["7"]
    assert isinstance(cash.do(poker.CloseTable(), by="TG Area Manager"), Accepted)
    ready(cup, 3, ("7",))
    assert [*house.adopt_new_tables()] == [cup.tables["7"]]
    assert cup.tables["7"].name == "7-cup"
    assert house.streams["7"] is cash
    assert isinstance(cup.do(c.DesignateTables(tables=("7",))), Accepted)
    other = house.open_tournament("other", "crown-holdem")
    assert isinstance(other.do(c.DraftTerms(terms=terms("crown-holdem"))), Accepted)
    assert isinstance(other.do(c.DesignateTables(tables=("7",))), Refused)
    again = House(lambda: 0, lambda entry, line: None)
    again.take_in(dict(house.streams))
    assert again.tournaments["cup"].tables["7"].name == "7-cup"
    cup = again.tournaments["cup"]
    cup.do(c.StartPlay(), at=cup.state.starts)
    table = cup.tables["7"]
    assert isinstance(table, PokerTable)
    cup.do(c.NoteAbsent(person="p1"))
    place = cup.state.entrants["p1"].place
    assert cup.sits_out("7-cup", place.seat)
    assert cup.sits_out("7", place.seat)
    everybody_folds_once(cup, table)
    assert cup.wrong() == []


@pytest.mark.parametrize("other", [{"starting_bank": "2000"}, {"starting_bank": "1525"}])
def test_after_the_draw_the_starting_bank_stays(other: dict[str, Any]) -> None:
    """All have the same bank: who is seated later would have another. Before the draw it may change."""
    tournament = tournament_of("crown-holdem", 3)
    refused = tournament.do(c.ChangeTerms(terms=terms("crown-holdem", format=other), why="a deeper field"))
    assert isinstance(refused, Refused)
    assert (refused.ground, refused.clauses) == ("terms_bank", ("12.4.3(b)",))
    earlier = TournamentTables("crown-holdem", seed=5)
    earlier.do(c.DraftTerms(terms=terms("crown-holdem")))
    for step in (c.MakeTermsAvailable(), c.AdviseInspectorate(), c.OpenEntries()):
        earlier.do(step)
    changed = c.ChangeTerms(terms=terms("crown-holdem", format=other), why="a deeper field")
    assert isinstance(earlier.do(changed), Accepted)


def test_an_ante_for_which_no_hand_is_left_does_not_keep_a_round_open() -> None:
    """A round by minutes is over while antes lie there: they go back, and the round closes. Later ones are refused."""
    rounds = [{"minutes": 20, "minimum": "10", "maximum": "200", "compulsory": False}]
    tournament = tournament_of("crown-caribbean-stud", 2, format={"rounds": rounds})
    start = tournament.state.starts
    tournament.do(c.StartPlay(), at=start)
    assert isinstance(tournament.draw_seats(at=start), Accepted)
    (table,) = tournament.tables.values()
    assert isinstance(table, HouseTable)
    first, second = table.state.seats
    assert isinstance(table.do(stud.PlaceAnte(seat=first, amount=10_00), at=start + 1199), Accepted)
    refused = table.do(stud.PlaceAnte(seat=second, amount=10_00), at=start + 1200)
    assert isinstance(refused, Refused)
    assert refused.ground == "between_rounds"
    closed = tournament.do(c.CloseRound(draws=("p1", "p2")), at=start + 1200)
    assert isinstance(closed, Accepted), closed
    assert tournament.wrong() == []


def test_terms_that_blind_off_take_the_compulsory_wager_of_somebody_absent_from_the_house_s_game_too() -> None:
    tournament = tournament_of("crown-caribbean-stud", 3, conduct={"absence": "blinded off"})
    tournament.do(c.StartPlay(), at=tournament.state.starts)
    assert isinstance(tournament.draw_seats(), Accepted)
    (table,) = tournament.tables.values()
    assert isinstance(table, HouseTable)
    tournament.do(c.NoteAbsent(person="p1"))
    before = tournament.stack_of("p1")
    for person in ("p2", "p3"):
        table.do(stud.PlaceAnte(seat=table.state.seat_of(person), amount=10_00))
    assert isinstance(table.deal(), Accepted)
    assert tournament.stack_of("p1") == before - 10_00
    while table.turn:
        if tournament.fold_for_absent(table.name) is None:
            table.do(stud.PlaceBet(seat=table.turn, amount=20_00))
    for step in (stud.Reveal(), stud.Settle()):
        table.do(step, by=HOUSE)
    assert tournament.stack_of("p1") == before - 10_00
    assert tournament.wrong() == []


def test_nobody_enters_on_terms_that_have_changed_and_cannot_be_had_yet() -> None:
    tournament = tournament_of("crown-holdem", 3)
    other = c.ChangeTerms(terms=terms("crown-holdem", details={"where": "another room"}), why="a flood")
    assert isinstance(tournament.do(other), Accepted)
    refused = tournament.do(c.Enter(person="x9"))
    assert isinstance(refused, Refused)
    assert (refused.ground, refused.clauses) == ("terms_made_available", ("12.2.2(a)",))
    tournament.do(c.MakeTermsAvailable())
    assert isinstance(tournament.do(c.Enter(person="x9")), Accepted)


def test_the_limits_of_a_round_hold_from_its_first_ante_at_a_table_that_played_the_round_before() -> None:
    rounds = [
        {"hands": 1, "minimum": "10", "maximum": "200", "compulsory": True, "advance": 2, "advance_by": "overall"},
        {"hands": 1, "minimum": "20", "maximum": "300", "compulsory": True},
    ]
    tournament = tournament_of("crown-caribbean-stud", 3, format={"rounds": rounds})
    tournament.do(c.StartPlay(), at=tournament.state.starts)
    tournament.draw_seats()
    (table,) = tournament.tables.values()
    assert isinstance(table, HouseTable)
    for seat in table.state.seats:
        table.do(stud.PlaceAnte(seat=seat, amount=10_00))
    assert isinstance(table.deal(), Accepted)
    while table.turn:
        table.do(stud.Fold(seat=table.turn))
    for step in (stud.Reveal(), stud.Settle()):
        table.do(step, by=HOUSE)
    assert isinstance(tournament.do(c.CloseRound(draws=("p1", "p2", "p3"))), Accepted)
    assert isinstance(tournament.draw_seats(), Accepted)
    seat = min(table.state.seats)
    assert table.state.limits_of(seat) == (20_00, 300_00)
    assert isinstance(table.do(stud.PlaceAnte(seat=seat, amount=300_00)), Accepted)
    assert tournament.wrong() == []


def test_an_ante_made_before_the_absence_is_not_taken_twice() -> None:
    tournament = tournament_of("crown-caribbean-stud", 2, conduct={"absence": "blinded off"})
    tournament.do(c.StartPlay(), at=tournament.state.starts)
    tournament.draw_seats()
    (table,) = tournament.tables.values()
    assert isinstance(table, HouseTable)
    for seat in table.state.seats:
        table.do(stud.PlaceAnte(seat=seat, amount=20_00))
    tournament.do(c.NoteAbsent(person="p1"))
    assert isinstance(table.deal(), Accepted)
    assert table.state.ante_in_play(table.state.seat_of("p1")) == 20_00
