"""What a director does beyond what the terms propose: moves of their own, more time for one table; and what goes with a move."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.kernel.actors import HOUSE
from croupier.kernel.decisions import Accepted, Refused
from croupier.kernel.events import Command
from croupier.poker import commands as poker
from croupier.poker.state import Seat
from croupier.tables.poker_table import PokerTable
from croupier.tables.tournament_tables import TournamentTables
from croupier.tournaments import commands
from croupier.tournaments.state import DIRECTOR, Place
from croupier.web.tournament_desk import desk_regions
from tournaments.fields import terms

OWED = {"missed_blinds": "owed", "balancing": "none", "halt_short": 0, "redraw_at": []}


def begun(choices: dict[str, Any], people: int = 8, **parts: Any) -> TournamentTables:
    """A tournament at tables A and B of five, play begun: p1, p3, ... sit at A, the others at B."""
    tournament = TournamentTables("crown-holdem", seed=5)
    field = [f"p{number}" for number in range(1, people + 1)]
    form = {"seats": 5, **parts.pop("format", {})}
    steps: list[Command] = [
        commands.DraftTerms(terms=terms("crown-holdem", choices, format=form, **parts)),
        commands.MakeTermsAvailable(),
        commands.AdviseInspectorate(),
        commands.AppointDirector(person="d1"),
        commands.Attend(),
        commands.DesignateTables(tables=("A", "B")),
        commands.OpenEntries(),
        *(commands.Enter(person=person) for person in field),
        commands.BriefPlayers(),
        commands.DrawSeats(order=tuple(field)),
    ]
    for step in steps:
        done(tournament, step)
    done(tournament, commands.StartPlay(), at=tournament.state.starts)
    return tournament


def done(tournament: TournamentTables, command: Command, **said: Any) -> None:
    decision = tournament.do(command, **said)
    assert isinstance(decision, Accepted), decision


def at(tournament: TournamentTables, name: str) -> PokerTable:
    table = tournament.tables[name]
    assert isinstance(table, PokerTable)
    return table


def seat(tournament: TournamentTables, person: str) -> Seat:
    place = tournament.state.entrants[person].place
    return at(tournament, place.table).state.seats[place.seat]


def hand(tournament: TournamentTables, name: str) -> None:
    """A hand in which everyone folds to the last blind."""
    table = at(tournament, name)
    table.run()
    while table.turn:
        assert isinstance(table.do(poker.Fold(seat=table.turn)), Accepted)
        table.run()


def owing(reading: str) -> TournamentTables:
    """p3 was away from table A for a round, and has missed its blinds."""
    tournament = begun({**OWED, "missed_blinds": reading}, conduct={"absence": "dealt out"})
    done(tournament, commands.NoteAbsent(person="p3"))
    for _ in range(5):  # the last blind passes them in the fourth hand, and the first blind in the one after it
        hand(tournament, "A")
    hand(tournament, "B")
    assert seat(tournament, "p3").missed
    done(tournament, commands.MovePlayer(person="p3", table="B", seat=5, why="table A is short"))
    return tournament


def test_who_owes_blinds_owes_them_at_the_table_they_are_moved_to() -> None:
    """12.4.8(b)(ii) with 8.9.3: the debt is the person's; and who is away is away there too."""
    tournament = owing("owed")
    assert seat(tournament, "p3").missed == (2, 1)
    assert seat(tournament, "p3").away
    done(tournament, commands.NoteBack(person="p3"))
    table = at(tournament, "B")
    table.do(poker.BeginHand(), by=HOUSE)
    assert table.state.positions == (1, 2, 3)
    for number in (2, 3, 5):
        assert isinstance(table.do(poker.PostBlind(seat=number)), Accepted)
    assert table.state.stack(5) == 1500_00 - 75_00  # the last blind live, the first dead
    table.run()
    assert not seat(tournament, "p3").missed
    while table.turn:
        table.do(poker.Fold(seat=table.turn))
        table.run()
    assert tournament.wrong() == []


def test_what_was_paid_at_one_table_is_not_owed_at_the_other_again() -> None:
    tournament = owing("owed")
    done(tournament, commands.NoteBack(person="p3"))
    for _ in range(5):  # until the last blind has come to them
        hand(tournament, "B")
    assert not seat(tournament, "p3").missed
    back = next(number for number in range(1, 6) if not tournament.state.at(Place("A", number)))
    done(tournament, commands.MovePlayer(person="p3", table="A", seat=back, why="and back"))
    assert not seat(tournament, "p3").missed
    assert tournament.wrong() == []
    assert all(stream.audit() for stream in (tournament.stream, *tournament.tables.values()))


def test_where_the_terms_say_so_a_debt_ends_with_the_move() -> None:
    tournament = owing("owed until moved")
    assert not seat(tournament, "p3").missed
    assert seat(tournament, "p3").away
    done(tournament, commands.MovePlayer(person="p3", table="A", seat=5, why="and back"))
    assert not seat(tournament, "p3").missed


def test_of_two_who_are_left_one_who_owes_blinds_pays_them() -> None:
    """Nobody waits for the last blind while nobody could be dealt in."""
    tournament = begun({**OWED, "final_table": 5}, people=3, conduct={"absence": "dealt out"}, details={"least_players": 2})
    table = at(tournament, "A")
    done(tournament, commands.NoteAbsent(person="p3"))
    for _ in range(3):
        hand(tournament, "A")
    done(tournament, commands.NoteBack(person="p3"))
    assert seat(tournament, "p3").missed
    away = next(person for person in ("p1", "p2") if not seat(tournament, person).missed)
    done(tournament, commands.Retire(person=away))
    for _ in range(3):
        before = table.state.hand.number
        hand(tournament, "A")
        assert table.state.hand.number == before + 1
    assert not seat(tournament, "p3").missed
    assert tournament.wrong() == []


def test_players_are_moved_between_hands_and_for_a_reason() -> None:
    tournament = begun({"redraw_at": [], "balancing": "three short"})
    refused = tournament.do(commands.MovePlayer(person="p3", table="B", seat=5, why=" "))
    assert isinstance(refused, Refused)
    assert refused.ground == "terms_director_final"
    for name in ("A", "B"):
        at(tournament, name).do(poker.BeginHand(), by=HOUSE)
        refused = tournament.do(commands.MovePlayer(person="p3", table="B", seat=5, why="a quieter seat"))
        assert isinstance(refused, Refused)
        assert refused.ground == "terms_progression"
        hand(tournament, name)
    done(tournament, commands.MovePlayer(person="p3", table="B", seat=5, why="a quieter seat"))
    assert tournament.stacks("B")["p3"] + sum(tournament.stacks("A").values()) < 8 * 1500_00
    assert tournament.wrong() == []


def test_only_the_director_moves_anybody_or_gives_time() -> None:
    tournament = begun({"redraw_at": [], "table_time": "director"})
    for command in (
        commands.MovePlayer(person="p3", table="B", seat=5, why="as I like"),
        commands.ExtendTable(table="A", seconds=60, why="as I like"),
    ):
        for capacity in ("entrant", "dealer", "TG Area Manager", HOUSE):
            refused = tournament.do(command, by=capacity, person="p3")
            assert isinstance(refused, Refused)
            assert refused.ground == "rank_needed"


BREAK = [{"minutes": 20, "blinds": ["25", "50"]}, {"minutes": 10, "blinds": []}, {"minutes": 20, "blinds": ["100", "200"]}]


def test_a_table_with_more_time_plays_on_at_its_level_while_the_others_have_the_next() -> None:
    tournament = begun({"redraw_at": [], "table_time": "director"})
    done(tournament, commands.ExtendTable(table="B", seconds=300, why="a fire alarm"))
    start = tournament.state.starts
    done(tournament, commands.NextLevel(), by=HOUSE, at=start + 1200)
    first, second = (level.blinds for level in tournament.state.terms.format.levels[:2])
    for name, blinds in (("A", second), ("B", first)):
        at(tournament, name).do(poker.BeginHand(), by=HOUSE, at=start + 1499)
        assert at(tournament, name).state.options.blinds == blinds
        hand(tournament, name)
    done(tournament, commands.ExtendTime(seconds=600))  # for all: not what table B has more than they
    at(tournament, "B").do(poker.BeginHand(), by=HOUSE, at=start + 1500)
    assert at(tournament, "B").state.options.blinds == second


def test_such_a_table_plays_on_into_the_break() -> None:
    tournament = begun({"redraw_at": [], "table_time": "director"}, format={"levels": BREAK})
    done(tournament, commands.ExtendTable(table="B", seconds=300, why="a fire alarm"))
    start = tournament.state.starts
    done(tournament, commands.NextLevel(), by=HOUSE, at=start + 1200)
    assert isinstance(at(tournament, "A").do(poker.BeginHand(), by=HOUSE, at=start + 1210), Refused)
    assert isinstance(at(tournament, "B").do(poker.BeginHand(), by=HOUSE, at=start + 1210), Accepted)
    hand(tournament, "B")
    done(tournament, commands.PauseClock(why="an announcement"), at=start + 1300)
    done(tournament, commands.ResumeClock(), at=start + 1400)  # time that stands still is not used up
    assert isinstance(at(tournament, "B").do(poker.BeginHand(), by=HOUSE, at=start + 1599), Accepted)
    hand(tournament, "B")
    refused = at(tournament, "B").do(poker.BeginHand(), by=HOUSE, at=start + 1600)
    assert isinstance(refused, Refused)
    assert refused.reason == "the tournament is on a break"


@pytest.mark.parametrize("seconds", [0, -60])
def test_time_that_is_none_is_refused(seconds: int) -> None:
    tournament = begun({"redraw_at": [], "table_time": "director"})
    assert isinstance(tournament.do(commands.ExtendTable(table="B", seconds=seconds, why="a fire alarm")), Refused)
    assert isinstance(tournament.do(commands.ExtendTable(table="B", seconds=60, why="")), Refused)
    assert isinstance(tournament.do(commands.ExtendTable(table="C", seconds=60, why="a fire alarm")), Refused)


@pytest.mark.parametrize("who", ["none", "director"])
def test_the_desk_offers_more_time_for_a_table_where_the_terms_give_it(who: str) -> None:
    tournament = begun({"redraw_at": [], "table_time": who})
    running = desk_regions(tournament, "d1", [DIRECTOR], {}, tournament.state.starts)["running"]
    assert 'data-command="move-player"' in running
    assert ('data-command="extend-table"' in running) == (who == "director")


def test_proposed_moves_wait_for_the_end_of_the_hand_and_the_table_waits_for_them() -> None:
    """Two are left at a table that breaks, and one of them has posted: moved now, the blind would be lost."""
    tournament = begun({"redraw_at": [], "final_table": 5})
    for person in ("p1", "p2", "p4"):
        done(tournament, commands.Retire(person=person))
    table = at(tournament, "B")
    assert isinstance(table.do(poker.BeginHand(), by=HOUSE), Accepted)
    assert isinstance(table.do(poker.PostBlind(seat=table.state.positions[1])), Accepted)
    assert isinstance(tournament.propose(), Accepted)
    assert tournament.state.proposal.origins == {"B"}
    refused = tournament.do(commands.ConfirmMoves())
    assert isinstance(refused, Refused)
    assert refused.ground == "terms_progression"
    assert tournament.wrong() == []
    hand(tournament, "B")
    waits = table.do(poker.BeginHand(), by=HOUSE)
    assert isinstance(waits, Refused)
    assert waits.ground == "table_waits"
    assert isinstance(at(tournament, "A").do(poker.BeginHand(), by=HOUSE), Accepted)  # nobody leaves that one
    done(tournament, commands.DeclineMoves(why="one more hand"))
    hand(tournament, "B")
    assert isinstance(tournament.propose(), Accepted)
    done(tournament, commands.ConfirmMoves())
    assert set(tournament.state.seats) == {"A"}
    assert tournament.wrong() == []


def test_a_hand_ends_a_deal_that_not_all_have_agreed_to() -> None:
    tournament = begun({"redraw_at": [], "final_table": 5, "deals": "agreed by all", "late_entry": 0})
    for person in ("p1", "p2", "p4", "p6", "p8"):
        done(tournament, commands.Retire(person=person))
    done(tournament, commands.CloseEntries())
    first, *others = tournament.state.playing
    done(tournament, commands.ProposeDeal(how="icm"))
    done(tournament, commands.AgreeToDeal(person=first), person=first, by="entrant")
    hand(tournament, "A")  # nobody is out by it, and the stacks are others
    assert tournament.state.deal is None
    done(tournament, commands.ProposeDeal(how="icm"))
    for person in (first, *others):
        done(tournament, commands.AgreeToDeal(person=person), person=person, by="entrant")
    hand(tournament, "A")
    assert tournament.state.deal_stands
    assert tournament.wrong() == []


@pytest.mark.parametrize(
    ("command", "clause", "reason"),
    [
        (commands.NoteAbsent(person="p1"), "12.4.8(b)(ii)", "p1 is noted as absent"),
        (commands.Penalise(person="p1", penalty="missed hands", number=1, why="rude"), "12.4.8(a)(i)", "serves a penalty"),
        (commands.Disqualify(person="p1", why="cheating"), "12.4.8(b)(v)", "p1 is disqualified"),
        (commands.Retire(person="p1"), "12.4.8(b)(vi)", "p1 has retired"),
    ],
)
def test_who_takes_no_part_in_a_hand_hears_why(command: Command, clause: str, reason: str) -> None:
    tournament = begun({})
    table = at(tournament, "A")
    table.run()
    done(tournament, command)
    refusal = table.do(poker.Fold(seat=1))
    assert isinstance(refusal, Refused)
    assert clause in refusal.clauses
    assert reason in refusal.reason
