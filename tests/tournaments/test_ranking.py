"""Places: total, and the same again after any eliminations are undone and redone; those together as the terms say."""

from __future__ import annotations

from hypothesis import given, settings, strategies as st

from croupier.kernel.decisions import Accepted
from croupier.tables.tournament_stream import TournamentStream
from croupier.tournaments import commands
from croupier.tournaments.ranking import place_of, ranking
from croupier.tournaments.state import Tournament
from tournaments.fields import terms

PEOPLE = [f"p{number}" for number in range(1, 13)]


def begun(ties: str) -> TournamentStream:
    """Twelve players at three tables of four, play begun."""
    stream = TournamentStream("crown-holdem")
    chosen = terms("crown-holdem", {"ties": ties, "redraw_at": []}, format={"seats": 4})
    for command in (
        commands.DraftTerms(terms=chosen),
        commands.MakeTermsAvailable(),
        commands.AdviseInspectorate(),
        commands.AppointDirector(person="d1"),
        commands.Attend(),
        commands.DesignateTables(tables=("1", "2", "3")),
        commands.OpenEntries(),
        *(commands.Enter(person=person) for person in PEOPLE),
        commands.BriefPlayers(),
        commands.DrawSeats(order=tuple(PEOPLE)),
    ):
        assert isinstance(stream.do(command), Accepted)
    assert isinstance(stream.do(commands.StartPlay(), at=stream.state.starts), Accepted)
    return stream


def places(state: Tournament) -> list[list[str]]:
    found = ranking(state)
    people = [person for rank in found for person in rank]
    assert sorted(people) == sorted(PEOPLE)  # everyone has a place, and one only
    for person in people:
        first, last = place_of(state, person)
        assert 1 <= first <= last <= len(PEOPLE)
    return found


Outs = list[tuple[str, int]]


@settings(max_examples=25, deadline=None)
@given(
    st.sampled_from(["stacks across tables", "stacks at one table", "shared"]),
    st.lists(st.tuples(st.sampled_from(PEOPLE), st.integers(1, 9)), unique_by=lambda one: one[0], min_size=1, max_size=9),
    st.data(),
)
def test_undone_and_redone_the_places_are_as_they_were(ties: str, outs: Outs, data: st.DataObject) -> None:
    stream = begun(ties)
    for hand, (person, stack) in enumerate(outs, 1):
        place = stream.state.entrants[person].place
        assert place is not None
        if len(stream.state.seats[place.table]) == 1:
            continue  # the chips of the others are theirs
        assert isinstance(stream.do(commands.ReportHand(table=place.table, hand=hand, out={person: stack * 100_00})), Accepted)
    before = [sorted(rank) for rank in places(stream.state)]
    gone = [bust.person for bust in stream.state.busts]
    back = data.draw(st.permutations(gone))[: data.draw(st.integers(1, len(gone)))] if gone else []
    taken: list[str] = []
    for person in back:
        bust = next(one for one in stream.state.busts if one.person == person)
        no_place = bust.table not in stream.state.seats and all(len(each) == 4 for each in stream.state.seats.values())
        giver = data.draw(st.sampled_from([one for one in stream.state.playing if one not in back]))  # at any table
        undo = commands.UndoElimination(person=person, chips={giver: 100_00}, why="a mistake")
        assert isinstance(stream.do(undo), Accepted) != no_place
        taken += [] if no_place else [person]
        assert (person in places(stream.state)[0]) != no_place
    for person in data.draw(st.permutations(taken)) if taken else []:
        assert isinstance(stream.do(commands.RedoElimination(person=person)), Accepted)
    assert [sorted(rank) for rank in places(stream.state)] == before
    assert stream.audit()
