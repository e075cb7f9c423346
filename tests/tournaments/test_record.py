"""The record of a tournament and its tables: loaded at any point and gone on with, it is the same tournament."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.floor.house import House
from croupier.kernel.actors import HOUSE, INSPECTOR, Said, Viewer
from croupier.kernel.decisions import Accepted, Refused
from croupier.kernel.errors import TableError
from croupier.kernel.events import Command
from croupier.players.field import Field
from croupier.poker import commands as poker
from croupier.stud import commands as stud
from croupier.tables.house_table import house_table
from croupier.tables.poker_table import PokerTable, poker_table
from croupier.tables.tournament_stream import TournamentStream
from croupier.tables.tournament_tables import TournamentTables
from croupier.tournaments import commands
from croupier.tournaments.events import SecretWagerMade
from croupier.tournaments.state import DIRECTOR
from tournaments.fields import small, terms

Call = tuple[str, Command, Said]


def logged(field: Any) -> list[Call]:
    """Everything that is asked of the tournament or a table from outside, in its order; what follows by itself is not there."""
    calls: list[Call] = []
    tournament = field.tournament

    do = tournament.stream.links.do

    def wrapped(stream: Any, command: Any, said: Any, id: str) -> Any:
        before = [tournament.stream.number, *(table.number for table in tournament.tables.values())]
        decision = do(stream, command, said, id)
        if before != [tournament.stream.number, *(table.number for table in tournament.tables.values())]:
            calls.append((tournament._names.get(stream, ""), command, said))
        return decision

    tournament.stream.links.do = wrapped
    return calls


def heads(tournament: TournamentTables) -> dict[str, str]:
    return {"": tournament.stream.head, **{name: table.head for name, table in tournament.tables.items()}}


@pytest.mark.parametrize(
    ("game", "players", "parts"),
    [
        ("crown-holdem", 8, 9),
        ("crown-caribbean-stud", 9, 9),
        pytest.param("crown-holdem", 3, 0, marks=pytest.mark.slow),
        ("crown-caribbean-stud", 3, 0),
    ],
)
def test_loaded_at_any_point_it_goes_on_as_the_same_tournament(game: str, players: int, parts: int) -> None:
    """At some points of a larger one, and after every single command of a small one."""
    field = small(game, 1, players)
    calls = logged(field)
    field.play()
    whole = heads(field.tournament)
    replayed = TournamentTables(game)
    cuts = {len(calls) * part // parts for part in range(1, parts)} if parts else set(range(1, len(calls)))
    for number, (name, command, said) in enumerate(calls):
        if number in cuts:
            tables = {one: table.dump().splitlines() for one, table in replayed.tables.items()}
            replayed = TournamentTables.load(replayed.stream.dump().splitlines(), tables)
            assert replayed.wrong() == []
        stream: Any = replayed.tables[name] if name else replayed.stream
        assert not isinstance(stream.do(command, said=said), Refused)
    assert heads(replayed) == whole


def begun(game: str = "crown-holdem", choices: dict[str, Any] | None = None, **parts: Any) -> TournamentTables:
    """A tournament of four at one table, play begun."""
    tournament = TournamentTables(game, seed=5)
    steps: list[Command] = [
        commands.DraftTerms(terms=terms(game, choices, **parts)),
        commands.MakeTermsAvailable(),
        commands.AdviseInspectorate(),
        commands.AppointDirector(person="d1"),
        commands.Attend(),
        commands.DesignateTables(tables=("A", "B")),
        commands.OpenEntries(),
        *(commands.Enter(person=f"p{number}") for number in range(1, 5)),
        commands.BriefPlayers(),
    ]
    for step in steps:
        assert isinstance(tournament.do(step), Accepted), step
    if not tournament.state.terms.in_rounds:
        tournament.draw_seats()
    assert isinstance(tournament.do(commands.StartPlay(), at=tournament.state.starts), Accepted)
    if tournament.state.terms.in_rounds:
        tournament.draw_seats()
    return tournament


def seat_of(tournament: TournamentTables, person: str) -> int:
    seat: int = tournament.state.entrants[person].place.seat
    return seat


def test_a_cash_table_is_no_table_of_the_tournament() -> None:
    tournament = begun()
    with pytest.raises(ValueError, match="played for cash"):
        tournament.add("B", poker_table("crown-holdem", seats=2))
    with pytest.raises(ValueError, match="played for cash"):
        begun("crown-caribbean-stud").add("B", house_table("crown-caribbean-stud"))


def test_in_a_house_a_designated_table_serves_the_tournament_alone() -> None:
    """Neither is a cash table designated, nor does a designated one open for cash, nor has another tournament a use of it."""
    house = House(lambda: 0, lambda entry, line: None)
    house.open_table("felt-1", "crown-caribbean-stud")
    cup, other = (house.open_tournament(name, "crown-holdem") for name in ("cup", "other"))
    for keeper in (cup, other):
        assert isinstance(keeper.do(commands.DraftTerms(terms=terms("crown-holdem"))), Accepted)
    for name in ("felt-1", "no name", "cup"):
        refused = cup.do(commands.DesignateTables(tables=("cup-1", name)))
        assert isinstance(refused, Refused)
        assert (refused.ground, refused.clauses) == ("tournament_table", ("12.2.5",))
    assert isinstance(cup.do(commands.DesignateTables(tables=("cup-1", "cup-2"))), Accepted)
    assert isinstance(cup.do(commands.DesignateTables(tables=("cup-1",))), Accepted)  # that of one's own stays so
    with pytest.raises(TableError, match="serves the tournament 'cup' alone"):
        house.open_table("cup-1", "crown-caribbean-stud")
    assert isinstance(other.do(commands.DesignateTables(tables=("cup-1",))), Refused)
    assert isinstance(other.do(commands.DesignateTables(tables=("cup-2",))), Accepted)
    assert isinstance(cup.do(commands.CancelTournament(why="too few")), Accepted)
    assert isinstance(other.do(commands.DesignateTables(tables=("cup-1",))), Accepted)


def test_nobody_buys_in_at_a_table_of_the_tournament() -> None:
    table = begun().tables["A"]
    refused = table.do(poker.TakeSeat(seat=9, chips=1000_00))
    assert isinstance(refused, Refused)
    assert (refused.ground, refused.clauses) == ("tournament_table", ("12.2.5",))


def test_no_hand_begins_while_the_director_is_away_but_one_that_has_begun_is_played_out() -> None:
    tournament = begun()
    table = tournament.tables["A"]
    assert isinstance(table, PokerTable)
    table.run()
    assert isinstance(tournament.do(commands.StepOut()), Accepted)
    while table.turn:
        assert isinstance(table.do(poker.Fold(seat=table.turn)), Accepted)
        table.run()
    refused = table.do(poker.BeginHand(), by=HOUSE)
    assert isinstance(refused, Refused)
    assert refused.ground == "director_absent"


def test_a_level_holds_from_the_next_hand() -> None:
    tournament = begun()
    table = tournament.tables["A"]
    assert isinstance(table, PokerTable)
    table.run()
    tournament.do(commands.NextLevel(), by=HOUSE, at=tournament.state.starts + 1200)
    assert table.state.options.blinds == (25_00, 50_00)
    while table.turn:
        assert isinstance(table.do(poker.Fold(seat=table.turn)), Accepted)
        table.run()
    table.do(poker.BeginHand(), by=HOUSE)
    assert table.state.options.blinds == (50_00, 100_00)


def test_whoever_serves_a_penalty_does_not_act_and_the_dealer_kills_the_hand() -> None:
    tournament = begun()
    table = tournament.tables["A"]
    assert isinstance(table, PokerTable)
    table.run()
    seat = table.turn
    person = table.state.person_at(seat)
    assert isinstance(table.do(poker.Fold(seat=seat), by=HOUSE), Refused)  # nobody folds for a player who is there
    assert isinstance(tournament.do(commands.Penalise(person=person, penalty="missed hands", why="shouting")), Accepted)
    refused = table.do(poker.Call(seat=seat))
    assert isinstance(refused, Refused)
    assert refused.ground == "terms_penalties"
    assert not table.state.hand.players[seat].live
    assert tournament.fold_for_absent("A") is None
    while table.turn:
        assert isinstance(table.do(poker.Fold(seat=table.turn)), Accepted)
        table.run()
    assert tournament.state.entrants[person].penalty == 0


def test_chips_of_somebody_disqualified_leave_play_as_many_as_there_are() -> None:
    """Whatever the director says that they are: the table knows."""
    tournament = begun()
    assert isinstance(tournament.do(commands.Disqualify(person="p2", why="cheating", stack=7)), Accepted)
    assert tournament.wrong() == []
    assert tournament.stream.entries[-1].command == commands.Disqualify(person="p2", why="cheating", stack=1500_00)
    other = commands.Disqualify(person="p3", why="cheating", stack=7)
    assert isinstance(tournament.stream.do(other, by="Tournament Director"), Accepted)
    assert tournament.stream.entries[-1].command == commands.Disqualify(person="p3", why="cheating", stack=1500_00)


def test_a_command_sent_twice_is_taken_once() -> None:
    tournament = begun()
    retire = commands.Retire(person="p2", stack=1500_00)
    first = tournament.stream.do(retire, id="r1")
    number = tournament.stream.number
    assert isinstance(first, Accepted)
    assert tournament.stream.do(retire, id="r1") == first
    assert tournament.stream.number == number


def test_an_elimination_undone_and_redone_leaves_chips_and_places_as_they_were() -> None:
    tournament = begun()
    table = tournament.tables["A"]
    assert isinstance(table, PokerTable)
    while not tournament.state.busts:
        table.run()
        while table.turn:
            assert isinstance(table.do(poker.AllIn(seat=table.turn)), Accepted)
            table.run()
    before = (tournament.stacks("A"), list(tournament.state.busts))
    out, rich = (tournament.state.busts[0].person, max(tournament.stacks("A"), key=lambda one: tournament.stacks("A")[one]))
    undo = commands.UndoElimination(person=out, chips={rich: 100_00}, why="the pot was pushed wrongly")
    assert isinstance(tournament.do(undo), Accepted)
    assert tournament.stacks("A")[out] == 100_00
    assert tournament.wrong() == []
    assert isinstance(tournament.do(commands.RedoElimination(person=out)), Accepted)
    assert (tournament.stacks("A"), list(tournament.state.busts)) == before
    assert tournament.wrong() == []


def out_at(tournament: TournamentTables, name: str) -> str:
    """Play all in at a table until someone is out of it: who."""
    table = tournament.tables[name]
    assert isinstance(table, PokerTable)
    before = len(tournament.state.busts)
    while len(tournament.state.busts) == before:
        table.run()
        while table.turn:
            assert isinstance(table.do(poker.AllIn(seat=table.turn)), Accepted)
            table.run()
    bust = tournament.state.busts[-1]
    assert isinstance(bust.person, str)
    return bust.person


def test_nobody_goes_out_by_handing_over_chips_to_somebody_who_is_back() -> None:
    tournament = begun()
    out = out_at(tournament, "A")
    rich, most = max(tournament.stacks("A").items(), key=lambda one: one[1])
    for chips in (most, most + 25_00):
        refused = tournament.do(commands.UndoElimination(person=out, chips={rich: chips}, why="a mistake"))
        assert isinstance(refused, Refused)
        assert rich in refused.reason
    assert isinstance(tournament.do(commands.UndoElimination(person=out, chips={rich: most - 25_00}, why="a mistake")), Accepted)
    assert tournament.stacks("A")[rich] == 25_00
    assert tournament.wrong() == []


def test_the_tables_report_their_hands_and_nobody_else() -> None:
    tournament = begun()
    for by in (HOUSE, DIRECTOR):
        report = commands.ReportHand(table="A", hand=1, out={"p1": 1500_00})
        assert isinstance(tournament.do(report, by=by, person="d1" if by == DIRECTOR else ""), Refused)
    assert (tournament.wrong(), tournament.state.busts) == ([], [])


def test_from_a_broken_table_one_comes_back_to_another_and_out_of_it_again() -> None:
    tournament = begun(choices={"redraw_at": [], "final_table": 3, "late_entry": 0}, format={"seats": 3, "tables": 2})
    assert set(tournament.state.seats) == {"A", "B"}
    gone = out_at(tournament, "B")
    stayed = next(iter(tournament.state.seats["B"].values()))
    assert isinstance(tournament.propose(), Accepted)
    assert isinstance(tournament.do(commands.ConfirmMoves()), Accepted)
    assert set(tournament.state.seats) == {"A"}
    out_at(tournament, "A")  # someone goes, and there is a place again
    giver = stayed if stayed in tournament.state.playing else tournament.state.playing[0]
    before = tournament.stacks("A")
    undo = commands.UndoElimination(person=gone, chips={giver: 100_00}, why="a mistake")
    assert isinstance(tournament.do(undo), Accepted)
    assert tournament.stacks("A")[gone] == 100_00
    assert tournament.wrong() == []
    assert isinstance(tournament.do(commands.RedoElimination(person=gone)), Accepted)
    assert (tournament.stacks("A"), tournament.wrong()) == (before, [])


@pytest.mark.parametrize("game", ["crown-caribbean-stud", "crown-wild-aruba"])
def test_against_the_house_an_elimination_is_undone_with_its_chips(game: str) -> None:
    field = Field(terms(game, format={"starting_bank": "40", "seats": 3, "tables": 2}), 6, 3)
    field.open()
    tournament = field.tournament
    while not tournament.state.busts:
        field.step()
    out = tournament.state.busts[0]
    before = tournament.stacks(out.table)
    assert out.why == "no chips"
    assert isinstance(tournament.do(commands.UndoElimination(person=out.person, house=45_00, why="a flush")), Accepted)
    assert tournament.stacks(out.table) == {**before, out.person: 45_00}
    assert (tournament.state.banks[out.person], tournament.wrong()) == (45_00, [])
    assert isinstance(tournament.do(commands.RedoElimination(person=out.person)), Accepted)
    assert (tournament.stacks(out.table), tournament.wrong()) == (before, [])


def test_who_stands_in_is_briefed_and_signs_where_every_player_does_while_the_table_plays_on() -> None:
    tournament = TournamentTables("crown-holdem", seed=5)
    chosen = terms("crown-holdem", entry={"signed": True}, conduct={"substitute_when": "illness"})
    people = [f"p{number}" for number in range(1, 4)]
    for step in (
        commands.DraftTerms(terms=chosen),
        commands.MakeTermsAvailable(),
        commands.AdviseInspectorate(),
        commands.AppointDirector(person="d1"),
        commands.Attend(),
        commands.DesignateTables(tables=("A",)),
        commands.OpenEntries(),
        *(commands.Enter(person=person) for person in people),
        *(commands.SignTerms(person=person) for person in people),
        commands.BriefPlayers(),
        commands.DrawSeats(order=tuple(people)),
    ):
        assert isinstance(tournament.do(step), Accepted), step
    assert isinstance(tournament.do(commands.StartPlay(), at=tournament.state.starts), Accepted)
    assert isinstance(tournament.do(commands.NameSubstitute(person="p1", substitute="p9")), Accepted)
    seat = seat_of(tournament, "p9")
    assert isinstance(tournament.tables["A"].do(poker.BeginHand(), by=HOUSE), Accepted)
    for step in (commands.SignTerms(person="p9"), commands.BriefPlayers()):
        assert tournament.sits_out("A", seat)
        assert isinstance(tournament.do(step), Accepted)
    assert not tournament.sits_out("A", seat)


def test_a_compulsory_wager_is_waited_for() -> None:
    tournament = begun("crown-caribbean-stud")
    table = tournament.tables["A"]
    refused = table.do(stud.CallNoMoreBets(), by=HOUSE)
    assert isinstance(refused, Refused)
    assert (refused.ground, refused.clauses) == ("terms_minimum", ("13.4.4(b)",))


def test_a_secret_wager_is_seen_by_nobody_else_until_it_is_revealed() -> None:
    tournament = begun("crown-caribbean-stud")
    assert isinstance(tournament.do(commands.MakeSecretWager(person="p1", amount=70_00)), Accepted)

    def amount(viewer: Viewer) -> int:
        return next(event.amount for event in tournament.stream.view(viewer) if isinstance(event, SecretWagerMade))

    assert (amount(Viewer(person="p1")), amount(Viewer(person="p2")), amount(INSPECTOR)) == (70_00, 0, 70_00)
    table: Any = tournament.tables["A"]
    for person in ("p2", "p3", "p4"):
        assert isinstance(table.do(stud.PlaceAnte(seat=seat_of(tournament, person), amount=10_00)), Accepted)
    assert isinstance(table.deal(), Accepted)
    assert table.state.ante(seat_of(tournament, "p1")) == 70_00


def folded_hand(tournament: TournamentTables, name: str = "A") -> None:
    """A hand in which everyone folds to the last blind."""
    table = tournament.tables[name]
    assert isinstance(table, PokerTable)
    table.run()
    while table.turn:
        assert isinstance(table.do(poker.Fold(seat=table.turn)), Accepted)
        table.run()


def limped_hand(tournament: TournamentTables) -> None:
    """A hand in which everyone who is there only checks and calls."""
    table = tournament.tables["A"]
    assert isinstance(table, PokerTable)
    table.run()
    while table.turn:
        if tournament.fold_for_absent("A") is None:
            call = poker.Call(seat=table.turn)
            if isinstance(table.do(poker.Check(seat=table.turn)), Refused):
                assert isinstance(table.do(call), Accepted)
        table.run()


LEVELS = [{"minutes": 20, "blinds": ["25", "50"]}, {"minutes": 20, "blinds": ["100", "200"]}]


def test_colour_up_keeps_the_count_and_races_nobody_out() -> None:
    tournament = begun(format={"levels": LEVELS})
    assert isinstance(tournament.colour_up()[0], Refused)  # the blinds still need the small chips
    folded_hand(tournament)
    assert {stack % 100_00 for stack in tournament.stacks("A").values()} == {0, 25_00, 75_00}
    tournament.do(commands.NextLevel(), by=HOUSE, at=tournament.state.starts + 1200)
    done = tournament.colour_up()
    assert all(isinstance(decision, Accepted) for decision in done)
    assert tournament.state.chip == 100_00
    assert {stack % 100_00 for stack in tournament.stacks("A").values()} == {0}
    assert tournament.wrong() == []
    folded_hand(tournament)
    assert tournament.tables["A"].state.options.chip == 100_00


def test_a_table_three_short_waits_until_it_is_balanced() -> None:
    """TDA 11D."""
    tournament = TournamentTables("crown-holdem", seed=5)
    field = [f"p{number}" for number in range(1, 11)]
    steps: list[Command] = [
        commands.DraftTerms(terms=terms("crown-holdem", {"redraw_at": [], "final_table": 5}, format={"seats": 5})),
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
        assert isinstance(tournament.do(step), Accepted), step
    tournament.do(commands.StartPlay(), at=tournament.state.starts)
    for person in ("p1", "p3"):
        assert isinstance(tournament.do(commands.Retire(person=person)), Accepted)
    assert isinstance(tournament.tables["A"].do(poker.BeginHand(), by=HOUSE), Accepted)
    folded_hand(tournament)
    assert isinstance(tournament.do(commands.Retire(person="p5")), Accepted)
    refused = tournament.tables["A"].do(poker.BeginHand(), by=HOUSE)
    assert isinstance(refused, Refused)
    assert (refused.ground, refused.clauses) == ("table_waits", ("12.4.3(a)(ii)",))
    assert isinstance(tournament.propose(), Accepted)
    assert isinstance(tournament.do(commands.ConfirmMoves()), Accepted)
    assert isinstance(tournament.tables["A"].do(poker.BeginHand(), by=HOUSE), Accepted)
    assert tournament.wrong() == []


def test_who_is_dealt_out_by_the_terms_misses_blinds_and_owes_them() -> None:
    choices = {"missed_blinds": "owed"}
    tournament = begun(choices=choices, conduct={"absence": "dealt out"})
    table = tournament.tables["A"]
    assert isinstance(table, PokerTable)
    assert isinstance(tournament.do(commands.NoteAbsent(person="p2")), Accepted)
    for _ in range(4):
        folded_hand(tournament)
    seat = table.state.seats[seat_of(tournament, "p2")]
    assert table.state.stack(seat.number) == 1500_00
    assert seat.missed
    assert isinstance(tournament.do(commands.NoteBack(person="p2")), Accepted)
    assert not seat.away
    assert seat.missed


def test_who_is_blinded_off_pays_every_blind() -> None:
    tournament = begun()
    table = tournament.tables["A"]
    assert isinstance(table, PokerTable)
    assert isinstance(tournament.do(commands.NoteAbsent(person="p2")), Accepted)
    for _ in range(4):
        limped_hand(tournament)
    assert tournament.stacks("A")["p2"] == 1500_00 - 75_00
    assert tournament.wrong() == []


def test_changed_terms_are_told_published_briefed_on_and_signed_again() -> None:
    entry = {"signed": True}
    stream = TournamentTables("crown-holdem")
    for step in (
        commands.DraftTerms(terms=terms("crown-holdem", entry=entry)),
        commands.MakeTermsAvailable(),
        commands.AdviseInspectorate(),
        commands.AppointDirector(person="d1"),
        commands.Attend(),
        commands.DesignateTables(tables=("A",)),
        commands.OpenEntries(),
        *(commands.Enter(person=person) for person in ("p1", "p2")),
        *(commands.SignTerms(person=person) for person in ("p1", "p2")),
        commands.BriefPlayers(),
        commands.DrawSeats(order=("p1", "p2")),
        commands.ChangeTerms(terms=terms("crown-holdem", entry=entry, details={"where": "the theatre"}), why="more room"),
    ):
        assert isinstance(stream.do(step), Accepted), step
    grounds = []
    for mends in (
        commands.TellRegulator(),
        commands.MakeTermsAvailable(),
        commands.BriefPlayers(),
        *(commands.SignTerms(person=p) for p in ("p1", "p2")),
    ):
        refused = stream.do(commands.StartPlay(), at=stream.state.starts)
        assert isinstance(refused, Refused)
        grounds.append(refused.ground)
        assert isinstance(stream.do(mends), Accepted)
    assert grounds == ["regulator_not_told", "terms_made_available", "players_briefed", "terms_signed", "terms_signed"]
    assert isinstance(stream.do(commands.StartPlay(), at=stream.state.starts), Accepted)


def test_a_snapshot_is_the_tournament() -> None:
    tournament = begun()
    folded_hand(tournament)
    engine = tournament.stream.engine
    reopened = TournamentStream.reopen(engine, tournament.stream.snapshot())
    assert reopened.state == tournament.state


def test_chips_left_in_play_are_blinded_off_and_win_nothing() -> None:
    tournament = begun(conduct={"disqualified_chips": "left in play"}, choices={"late_entry": "none"})
    assert isinstance(tournament.do(commands.Disqualify(person="p2", why="cheating")), Accepted)
    table = tournament.tables["A"]
    assert isinstance(table, PokerTable)
    assert tournament.stacks("A")["p2"] == 1500_00
    for _ in range(4):
        limped_hand(tournament)
    assert 0 < tournament.stacks("A")["p2"] < 1500_00
    for person in ("p3", "p4"):
        assert isinstance(tournament.do(commands.Retire(person=person)), Accepted)
    tournament.do(commands.CloseEntries())
    assert isinstance(tournament.do(commands.Finish()), Accepted)
    assert tournament.state.awarded == {"p1": 400_00}
    assert tournament.wrong() == []


def test_every_command_is_answered_in_every_phase() -> None:
    """Commands with nothing sensible in them are refused with a clause, and never raise."""
    odd: list[Command] = [
        commands.Enter(person=""),
        commands.Withdraw(person="nobody"),
        commands.NameSubstitute(person="nobody", substitute="nobody"),
        commands.SeatLate(person="nobody", table="Z", seat=99),
        commands.BuyAgain(person="nobody"),
        commands.BuyAddOn(person="nobody"),
        commands.EnterAgain(person="nobody"),
        commands.ReportHand(table="Z", hand=-1, out={"nobody": -5}),
        commands.UndoElimination(person="nobody"),
        commands.RedoElimination(person="nobody"),
        commands.ProposeMoves(facts={}),
        commands.ColourUp(table="Z", stacks={}),
        commands.Penalise(person="nobody", penalty="warning"),
        commands.Disqualify(person="nobody", why=""),
        commands.Retire(person="nobody"),
        commands.NoteAbsent(person="nobody"),
        commands.Refund(person="nobody", amount=-1, why=""),
        commands.AgreeToEnd(person="nobody"),
        commands.EndTable(table="Z", because="decided"),
        commands.StartRound(order=()),
        commands.MakeSecretWager(person="nobody", amount=-1),
        commands.RevealSecretWagers(table="Z"),
        commands.CloseRound(),
        commands.ProposeDeal(how="icm"),
        commands.AgreeToDeal(person="nobody"),
        commands.Finish(),
        commands.PayOut(person="nobody"),
        commands.DeductTime(seconds=-1),
        commands.ExtendTime(seconds=-1),
        commands.DrawSeats(order=("nobody",)),
        commands.DesignateTables(tables=()),
        commands.MoveStart(to=0, told=0),
    ]
    for tournament in (TournamentTables("crown-holdem"), begun(), begun("crown-caribbean-stud")):
        tournament.do(commands.AppointDirector(person="d1"))
        tournament.do(commands.Attend())
        before = tournament.stream.number
        for command in odd:
            answer = tournament.do(command)
            assert isinstance(answer, Refused), command
            assert answer.clauses, command
        assert tournament.stream.number == before
