"""Players who are absent, serve a penalty or have left: their hands are as dead as the terms print it, in mid-hand too."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.kernel.actors import HOUSE
from croupier.kernel.decisions import Refused
from croupier.players.field import Field
from croupier.poker import commands as poker
from croupier.poker.events import Folded
from croupier.tables.poker_table import PokerTable
from croupier.tables.tournament_tables import TournamentTables
from croupier.tournaments import commands as c
from croupier.tournaments.items import statements
from tournaments.fields import terms


def begun(players: int = 4, game: str = "crown-holdem", **parts: Any) -> tuple[TournamentTables, PokerTable]:
    """A tournament at one table that has begun, and the table."""
    choices = {"late_entry": "none", "deals": "none", **parts.pop("choices", {})}
    field = Field(terms(game, choices, **parts), players, 3)
    field.open()
    (table,) = field.tournament.tables.values()
    assert isinstance(table, PokerTable)
    return field.tournament, table


def to_the_cards(table: PokerTable) -> None:
    """Begin a hand, and go on until someone is to act or nobody is left to."""
    for step in iter(table.next_step, None):
        before = table.state.hand.number
        assert not isinstance(table.do(step, by=None if isinstance(step, poker.PostBlind) else HOUSE), Refused)
        if isinstance(step, poker.Deal) or (isinstance(step, poker.PushPots) and before):
            return


def everybody_folds(tournament: TournamentTables, table: PokerTable) -> None:
    for _ in range(40):
        if table.turn:
            if tournament.fold_for_absent(table.name) is None:
                assert not isinstance(table.do(poker.Fold(seat=table.turn)), Refused)
        else:
            table.run()
        if table.state.phase == "between":
            return


def chips(tournament: TournamentTables, person: str) -> int:
    return tournament.stack_of(person)


@pytest.mark.parametrize("why", ["absent", "penalty", "left in play"])
def test_the_last_blind_of_somebody_who_sits_out_wins_nothing_that_nobody_calls(why: str) -> None:
    tournament, table = begun(conduct={"disqualified_chips": "left in play"})
    everybody_folds_once(tournament, table)
    person = next_last_blind(table)
    sits_out(tournament, person, why)
    before = chips(tournament, person)
    to_the_cards(table)
    assert table.state.person_at(table.state.positions[-1]) == person
    assert not table.state.hand.players[table.state.positions[-1]].live
    everybody_folds(tournament, table)
    assert chips(tournament, person) == before - 50_00
    assert tournament.wrong() == []
    assert table.audit()


def everybody_folds_once(tournament: TournamentTables, table: PokerTable) -> None:
    to_the_cards(table)
    everybody_folds(tournament, table)


def next_last_blind(table: PokerTable) -> str:
    """The next player after the last blind pays it in the next hand."""
    seats = sorted(table.state.seats)
    last = table.state.positions[-1]
    return table.state.person_at(next((seat for seat in seats if seat > last), seats[0]))


def sits_out(tournament: TournamentTables, person: str, why: str) -> None:
    command = {
        "absent": c.NoteAbsent(person=person),
        "penalty": c.Penalise(person=person, penalty="missed hands", number=2, why="shouting"),
        "left in play": c.Disqualify(person=person, why="cheating"),
        "retired": c.Retire(person=person),
    }[why]
    assert not isinstance(tournament.do(command), Refused)


@pytest.mark.parametrize(
    ("why", "clause", "says"),
    [
        ("absent", "12.4.8(b)(ii)", "its player sits out"),
        ("penalty", "12.4.8(a)(i)", "its player serves a penalty"),
        ("left in play", "12.4.8(b)(v)", "its player is disqualified"),
        ("retired", "12.4.8(b)(vi)", "its player has retired"),
    ],
)
def test_a_dead_hand_cites_what_the_terms_say_of_its_reason(why: str, clause: str, says: str) -> None:
    tournament, table = begun(conduct={"disqualified_chips": "left in play", "retired_chips": "left in play"})
    sits_out(tournament, person := tournament.state.playing[0], why)
    to_the_cards(table)
    everybody_folds(tournament, table)
    dead = [(e.seat, e.clauses, e.dead) for e in table.events if isinstance(e, Folded) and e.dead]
    assert dead == [(tournament.state.entrants[person].place[1], (clause,), says)]
    assert table.audit().deviation is None


def test_all_in_by_a_blind_the_hand_of_somebody_absent_is_dead_all_the_same() -> None:
    tournament, table = begun(format={"starting_bank": "50"}, wagers={"denominations": ["25", "100"]})
    everybody_folds_once(tournament, table)
    person = next_last_blind(table)
    assert chips(tournament, person) == 50_00
    tournament.do(c.NoteAbsent(person=person))
    to_the_cards(table)
    everybody_folds(tournament, table)
    assert tournament.state.entrants[person].status == "out"
    assert tournament.wrong() == []


def test_terms_may_have_it_folded_in_its_turn_and_print_it_so() -> None:
    tournament, table = begun(choices={"dead_hand": "in turn"})
    everybody_folds_once(tournament, table)
    person = next_last_blind(table)
    tournament.do(c.NoteAbsent(person=person))
    before = chips(tournament, person)
    to_the_cards(table)
    everybody_folds(tournament, table)
    assert chips(tournament, person) == before + 25_00
    printed = {
        how: " ".join(
            says
            for part in statements(tournament.stream.rules, terms("crown-holdem", {"dead_hand": how})).values()
            for says, _ in part
        )
        for how in ("at once", "in turn")
    }
    assert "the hand is dead" in printed["at once"]
    assert "the hand is dead" not in printed["in turn"]
    assert "folded when its turn comes" in printed["in turn"]


def test_where_all_sit_out_the_last_hand_takes_the_pot() -> None:
    tournament, table = begun(3)
    for person in list(tournament.state.playing):
        tournament.do(c.NoteAbsent(person=person))
    to_the_cards(table)
    assert len(table.state.hand.in_hand) == 1
    assert table.state.hand.in_hand[0].number == table.state.positions[-1]
    everybody_folds(tournament, table)
    assert tournament.wrong() == []


@pytest.mark.parametrize("after", ["removed", "left in play"])
@pytest.mark.parametrize("game", ["crown-holdem", "crown-pineapple", "crown-omaha-hi-lo"])
def test_disqualification_takes_effect_in_mid_hand(game: str, after: str) -> None:
    """The hand is dead, the wagers stay in the pot, the player acts no more, and the chips go as the terms say."""
    tournament, table = begun(game=game, conduct={"disqualified_chips": after})
    to_the_cards(table)
    seat = table.turn
    person = table.state.person_at(seat)
    assert not isinstance(table.do(poker.Call(seat=seat)), Refused)
    stack = chips(tournament, person)
    decision = tournament.do(c.Disqualify(person=person, why="cheating"))
    assert not isinstance(decision, Refused), decision
    assert not table.state.hand.players[seat].live
    assert tournament.state.entrants[person].status == "disqualified"
    assert table.turn != seat
    assert tournament.wrong() == []
    everybody_folds(tournament, table)
    assert table.state.phase == "between"
    if after == "removed":
        assert tournament.state.entrants[person].place is None
        assert tournament.state.busts[0].stack == stack
        assert tournament.state.busts[0].why == "disqualified"
    else:
        assert chips(tournament, person) == stack
    assert tournament.wrong() == []
    for stream in (tournament.stream, table):
        assert stream.audit()


def test_retiring_in_mid_hand_is_the_same_and_outlasts_a_reload() -> None:
    tournament, table = begun()
    to_the_cards(table)
    seat = table.turn
    person = table.state.person_at(seat)
    assert not isinstance(tournament.do(c.Retire(person=person), person=person), Refused)
    again = TournamentTables.load(tournament.stream.lines(), {table.name: table.lines()}, seed=3)
    there = again.tables[table.name]
    assert isinstance(there, PokerTable)
    everybody_folds(again, there)
    assert again.state.entrants[person].status == "retired"
    assert again.state.entrants[person].place is None
    assert again.wrong() == []


def test_absence_noted_in_mid_hand_kills_the_hand_and_the_pot_stays() -> None:
    tournament, table = begun()
    to_the_cards(table)
    seat = table.turn
    table.do(poker.AllIn(seat=seat))
    person = table.state.person_at(seat)
    tournament.do(c.NoteAbsent(person=person))
    assert not table.state.hand.players[seat].live
    everybody_folds(tournament, table)
    assert chips(tournament, person) == 0 or tournament.state.entrants[person].status == "out"
    assert tournament.wrong() == []
