"""Tournaments in which everything happens at once, by chance: whatever is accepted or refused, it all adds up afterwards."""

from __future__ import annotations

import random
from typing import Any

import pytest

from croupier.kernel.actors import HOUSE
from croupier.kernel.decisions import Refused
from croupier.kernel.events import Command
from croupier.players.field import Field
from croupier.poker import commands as poker
from croupier.tables.poker_table import PokerTable
from croupier.tournaments import commands as c
from tournaments.fields import REBUYS, small, terms


def mishap(chance: random.Random, field: Field) -> Command:
    """Something that a director, an entrant or the software may ask for at this moment, sensible or not."""
    state = field.tournament.state
    people = list(state.entrants)
    person, other = chance.choice(people), chance.choice(people)
    table = chance.choice([*state.seats, "nowhere"])
    kinds: list[Command] = [
        c.Penalise(person=person, penalty="missed hands", number=chance.randint(1, 3), why="shouting"),
        c.Penalise(person=person, penalty="missed rounds", why="shouting"),
        c.Penalise(person=person, penalty="warning", phone=True),
        c.Disqualify(person=person, why="cheating", stack=chance.randint(0, 10**6)),
        c.Retire(person=person),
        c.NoteAbsent(person=person),
        c.NoteBack(person=person),
        c.BuyAgain(person=person),
        c.EnterAgain(person=person),
        c.UndoElimination(person=person, chips={other: chance.choice((25_00, 100_00, 10**9))}, why="a mistake"),
        c.UndoElimination(person=person, house=chance.choice((0, 50_00)), why="a mistake"),
        c.RedoElimination(person=person),
        c.ReportHand(table=table, hand=chance.randint(1, 9), out={person: 100_00}),
        c.NameSubstitute(person=person, substitute=f"s{chance.randint(1, 99)}"),
        c.SeatLate(person=person, table=table, seat=chance.randint(0, 10)),
        c.PauseClock(),
        c.ResumeClock(),
        c.DeductTime(seconds=chance.randint(1, 600)),
        c.ExtendTime(seconds=chance.randint(1, 600)),
        c.ExtendTable(table=table, seconds=chance.randint(1, 600), why="a spilled drink"),
        c.NextLevel(),
        c.StartHandForHand(),
        c.EndHandForHand(),
        c.ColourUp(table=table, stacks={}),
        c.ConfirmMoves(),
        c.MovePlayer(person=person, table=table, seat=chance.randint(0, 10), why="a quieter seat"),
        c.DeclineMoves(why="later"),
        c.StepOut(),
        c.Attend(),
        c.EndTable(table=table, because="decided"),
        c.AgreeToEnd(person=person),
        c.MakeSecretWager(person=person, amount=chance.choice((5_00, 20_00, 10**9))),
        c.RevealSecretWagers(table=table),
        c.CloseRound(draws=tuple(people)),
        c.Refund(person=person, amount=chance.randint(1, 200_00), why="a late start"),
        c.ProposeDeal(how="icm"),
        c.AgreeToDeal(person=person),
        c.Finish(),
        c.DecideTournamentDispute(decision="play on"),
    ]
    return chance.choice(kinds)


def mended(field: Field) -> None:
    """What lets play go on after anything: the director is there, the clock runs, those absent are back, tables are balanced."""
    tournament = field.tournament
    state = tournament.state
    tournament.do(c.Attend())
    if not state.hand_for_hand:
        tournament.do(c.ResumeClock())
    for name in list(state.seats) if state.secrets else ():
        tournament.do(c.RevealSecretWagers(table=name))
    for one in list(state.entrants.values()):
        if one.absent and one.playing:
            tournament.do(c.NoteBack(person=one.person))
        if one.playing and one.place is None and not state.terms.in_rounds:
            tournament.seat_late(one.person)


@pytest.mark.parametrize("seed", range(8))
def test_whatever_happens_it_adds_up(seed: int) -> None:
    chance = random.Random(seed)
    choices: dict[str, Any] = {
        "re_entry": 3,
        "deals": "agreed by all",
        "ties": chance.choice(("shared", "stacks at one table")),
        "table_time": chance.choice(("none", "director")),
        "missed_blinds": ("posted for them", "owed", "owed until moved")[seed // 2 % 3],
    }
    absence = "blinded off" if choices["missed_blinds"] == "posted for them" else "dealt out"
    chips = chance.choice(("removed", "left in play"))
    conduct = {"disqualified_chips": chips, "substitute_when": "illness", "absence": absence}
    parts: dict[str, Any] = {**REBUYS, "conduct": conduct}
    poker_terms = terms("crown-holdem", choices, **parts)
    field = Field(poker_terms, 13, seed) if seed % 2 else small("crown-caribbean-stud", seed, 13)
    field.open()
    tournament = field.tournament
    accepted = 0
    for _ in range(150):
        if tournament.state.phase != "playing" or field.over():
            break
        for _ in range(chance.randint(0, 4 if seed % 2 else 20)):
            decision = tournament.do(mishap(chance, field), at=tournament.stream.at + chance.randint(0, 5))
            accepted += not isinstance(decision, Refused)
            assert not isinstance(decision, Refused) or decision.clauses
            assert tournament.wrong() == []
        if tournament.state.phase == "playing" and not field.over():
            mended(field)
            field.step()
            assert tournament.wrong() == []
    assert accepted > 5
    for stream in (tournament.stream, *tournament.tables.values()):
        assert stream.audit(), str(stream.audit())


@pytest.mark.parametrize("seed", range(3))
def test_in_the_middle_of_a_hand_whatever_happens_adds_up(seed: int) -> None:
    """The same, asked for between any two acts of a hand."""
    chance = random.Random(seed)
    field = Field(terms("crown-holdem", {"redraw_at": []}, **REBUYS), 8, seed)
    field.open()
    tournament = field.tournament
    for _ in range(120):
        if tournament.state.phase != "playing" or field.over():
            break
        tables = [table for name, table in tournament.tables.items() if name in tournament.state.seats]
        table = chance.choice(tables)
        assert isinstance(table, PokerTable)
        tournament.do(mishap(chance, field))
        seat = chance.choice(sorted(table.state.seats) or [1])
        table.do(chance.choice((poker.StepAway, poker.SitOut))(seat=seat), by=seat, person=table.state.person_at(seat) or "p1")
        mended(field)
        if (step := table.next_step()) is not None:
            table.do(step, by=None if isinstance(step, poker.PostBlind) else HOUSE)
        elif table.turn and tournament.fold_for_absent(table.name) is None:
            table.do(poker.AllIn(seat=table.turn))
        assert tournament.wrong() == []
    for stream in (tournament.stream, *tournament.tables.values()):
        assert stream.audit(), str(stream.audit())
