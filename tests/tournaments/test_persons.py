"""What belongs to a person in a tournament: a ruling, a debt or a penalty goes with them, and holds up nobody else."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.kernel.decisions import Accepted, Refused
from croupier.kernel.events import Command
from croupier.players.field import Field
from croupier.poker import commands as poker
from croupier.stud import commands as stud
from croupier.tables.any_table import AnyTable
from croupier.tables.poker_table import PokerTable
from croupier.tables.tournament_tables import TournamentTables
from croupier.tournaments import commands as c
from tournaments.fields import POKER, STUD, terms
from tournaments.test_sitting_out import begun, everybody_folds, to_the_cards


def excluded(table: AnyTable, seat: int) -> None:
    """A ruling excludes the player of a seat from the game."""
    report: Command = poker.Report(what="contravention", player=seat) if isinstance(table, PokerTable) else None  # type: ignore[assignment]
    table.do(report or stud.Report(what="contravention", player=seat))
    assert table.state.question is not None
    decision = table.do(poker.Rule(option="exclude"), by=table.state.question.rank)
    assert not isinstance(decision, Refused)


def played_out(field: Field) -> None:
    for _ in range(3000):
        if field.over():
            break
        field.step()
    assert field.over()
    assert field.finish().wrong == []


@pytest.mark.parametrize("chips", ["removed", "left in play"])
@pytest.mark.parametrize("game", [POKER[0], POKER[1], *STUD])
def test_who_is_excluded_at_a_table_leaves_the_tournament_which_goes_on(game: str, chips: str) -> None:
    field = Field(terms(game, conduct={"retired_chips": chips}), 5, 1)
    field.open()
    tournament = field.tournament
    table = next(iter(tournament.tables.values()))
    person = table.state.person_at(1)
    excluded(table, 1)
    assert tournament.state.entrants[person].status == "retired"
    assert tournament.wrong() == []
    played_out(field)
    assert person not in tournament.state.awarded


def test_who_is_excluded_in_a_hand_plays_for_what_is_wagered_and_leaves_after_it() -> None:
    tournament, table = begun()
    to_the_cards(table)
    last = table.state.positions[-1]
    person = table.state.person_at(last)
    excluded(table, last)
    assert tournament.state.entrants[person].playing
    everybody_folds(tournament, table)
    assert tournament.state.entrants[person].status == "retired"
    assert last not in table.state.seats
    assert tournament.wrong() == []


OWED: dict[str, Any] = {"absence": "dealt out", "late": "dealt out", "substitute_when": "illness"}


@pytest.mark.parametrize("owed", ["owed", "owed until moved"])
def test_a_substitute_owes_the_blinds_of_the_one_they_stand_in_for(owed: str) -> None:
    tournament, table = begun(choices={"missed_blinds": owed}, conduct=OWED)
    person = table.state.person_at(1)
    accepted(tournament, c.NoteAbsent(person=person))
    while len(missed := table.state.seats[1].missed) < 2:
        to_the_cards(table)
        everybody_folds(tournament, table)
    accepted(tournament, c.NameSubstitute(person=person, substitute="s1"))
    assert table.state.person_at(1) == "s1"
    assert table.state.seats[1].missed == missed
    accepted(tournament, c.BriefPlayers())
    assert tournament.wrong() == []


def accepted(tournament: TournamentTables, command: Command) -> None:
    decision = tournament.do(command)
    assert isinstance(decision, Accepted), decision
