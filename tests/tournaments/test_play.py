"""Whole tournaments played by bots: whatever happens, chips, money, seats and places add up, and the record is by the rules."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from croupier.kernel.accounts import purse_of
from croupier.kernel.decisions import Refused
from croupier.players.field import Field
from croupier.poker.events import HandBegun
from croupier.tables.poker_table import PokerTable
from croupier.tournaments import commands
from croupier.tournaments.events import HandForHandEnded, HandForHandStarted, HandReported, HandTimeTaken
from croupier.tournaments.funds import differences
from croupier.tournaments.ranking import ranking
from croupier.tournaments.state import FEES
from tournaments.fields import POKER, REBUYS, STUD, small, terms


def checked(field: Field) -> None:
    """What holds between any two hands."""
    tournament = field.tournament
    state = tournament.state
    assert tournament.wrong() == []
    seated = [person for there in state.seats.values() for person in there.values()]
    assert len(seated) == len(set(seated))
    if state.phase == "playing" and state.terms.choices.balancing == "one short" and not state.hand_for_hand:
        counts = [len(there) for there in state.seats.values()]
        assert not counts or max(counts) - min(counts) <= 1
    ranked = [person for rank in ranking(state) for person in rank]
    assert len(ranked) == len(set(ranked))
    assert set(ranked) >= {bust.person for bust in state.busts}


@pytest.mark.parametrize(("game", "seed"), [(game, seed) for seed, game in enumerate((*POKER, *STUD))])
def test_everything_adds_up_at_every_step(game: str, seed: int) -> None:
    field = small(game, seed)
    field.open()
    while not field.over():
        checked(field)
        field.step()
    result = field.finish()
    checked(field)
    state = field.tournament.state
    assert sum(result.awarded.values()) == result.pool == sum(state.paid.values())
    spent = -sum(state.money[purse_of(person)] for person in state.entrants)
    assert spent + result.pool == sum(one.paid for one in state.entrants.values())
    assert state.money[FEES] == sum(one.fees for one in state.entrants.values())
    assert sum(map(len, result.ranking)) == 17
    for stream in (field.tournament.stream, *field.tournament.tables.values()):
        assert stream.audit(), str(stream.audit())


@pytest.mark.parametrize("game", STUD)
@pytest.mark.parametrize("bank", ["15", "45"])
def test_a_round_ends_also_where_nobody_can_make_the_least_wager(game: str, bank: str) -> None:
    """Banks so small that whole tables are out, or left with less than the least wager, before the round is over."""
    field = Field(terms(game, format={"starting_bank": bank, "seats": 3, "tables": 3}), 8, 1)
    field.open()
    for _ in range(200):
        if field.over():
            break
        checked(field)
        field.step()
    result = field.finish()
    assert (sum(map(len, result.ranking)), result.wrong) == (8, [])
    assert field.tournament.stream.audit()


@pytest.mark.parametrize("seed", range(6))
def test_nobody_pays_the_last_blind_twice_running_through_a_move(seed: int) -> None:
    """Where the terms say so. Two players left post it in turn, and a hand between two moves breaks the run."""
    choices = {"moved_blind": "never twice running", **({"redraw_at": []} if seed % 2 else {})}
    field = Field(terms("crown-holdem", choices, **REBUYS), 23, seed)
    posted: dict[str, tuple[str, int]] = {}
    at: dict[str, dict[int, str]] = {}
    seen: dict[str, int] = {}
    field.open()
    while not field.over():
        field.step()
        for name, table in field.tournament.tables.items():
            assert isinstance(table, PokerTable)
            for event in table.events[seen.get(name, 0) :]:
                _follow(event, name, at.setdefault(name, {}), posted)
            seen[name] = len(table.events)
    assert field.finish().wrong == []


def _follow(event: Any, name: str, people: dict[int, str], posted: dict[str, tuple[str, int]]) -> None:
    """Keep who paid the last blind where, and who sits where at the table."""
    kind = type(event).__name__
    if kind == "SeatTaken":
        people[event.seat] = event.person
    elif kind == "SeatLeft":
        people.pop(event.seat, None)
    elif isinstance(event, HandBegun):
        last = people.get(event.positions[-1], "")
        for person in people.values():
            where, hand = posted.get(person, ("", 0))
            if person == last and where not in ("", name) and hand == -1:
                assert len(people) == 2, f"{person} pays the last blind at {where} and then at {name}"
            posted[person] = (name, -1) if person == last else (name, event.hand)


def test_the_same_seed_plays_the_same_tournament() -> None:
    one, two = (small("crown-holdem", 3), small("crown-holdem", 3))
    assert one.play() == two.play()
    assert one.tournament.stream.head == two.tournament.stream.head
    assert small("crown-holdem", 7).play().ranking != small("crown-holdem", 3).play().ranking


def test_money_is_right_after_every_entry_of_the_tournament() -> None:
    """Each prefix of the record has balanced books."""
    field = small("crown-holdem", 0)
    field.play()
    engine, state = field.tournament.stream.engine, field.tournament.stream.engine.blank()
    for event in field.tournament.stream.events:
        state = engine.evolve(state, event)
        assert differences(state) == []


def test_hand_for_hand_each_table_plays_one_hand_at_a_time() -> None:
    """On the bubble no table is a hand ahead of another, and the clock stands but for what the hands take off it."""
    chosen = terms("crown-holdem", {"late_entry": "none"}, format={"seats": 5, "tables": 4})
    prizes = msgspec.structs.replace(chosen.prizes, shares=(), percent=60, ratio=90)
    together = 0
    for seed in range(4):
        field = Field(msgspec.structs.replace(chosen, prizes=prizes), 20, seed)
        field.open()
        field.do(commands.CloseEntries())
        while not field.over():
            field.step()
            checked(field)
        assert sum(field.finish().awarded.values()) == sum(field.tournament.state.prizes)
        played: list[str] | None = None
        for event in field.tournament.stream.events:
            if isinstance(event, HandForHandStarted):
                together += played is not None and len(played) > 1
                played = []
            elif isinstance(event, HandForHandEnded):
                played = None
            elif isinstance(event, HandReported) and played is not None:
                assert event.table not in played
                played.append(event.table)
            assert not isinstance(event, HandTimeTaken) or 0 <= event.seconds <= 120
    assert together > 3


@pytest.mark.parametrize("game", ["crown-holdem", "crown-caribbean-stud"])
def test_a_winner_who_is_disqualified_before_prizes_are_paid_wins_nothing(game: str) -> None:
    field = Field(terms(game), 6, 1)
    field.open()
    while not field.over():
        field.step()
    tournament = field.tournament
    if not tournament.state.closed:
        tournament.do(commands.CloseEntries())
    tournament.do(commands.Finish())
    winner, *others = tournament.state.awarded
    prizes = sorted(tournament.state.awarded.values())
    assert not isinstance(tournament.do(commands.Disqualify(person=winner, why="marked cards")), Refused)
    assert isinstance(tournament.do(commands.PayOut(person=winner)), Refused)
    assert sorted(tournament.state.awarded.values()) == prizes
    assert set(others) <= set(tournament.state.awarded)
    for person in tournament.state.awarded:
        assert not isinstance(tournament.do(commands.PayOut(person=person)), Refused)
    assert tournament.wrong() == []
