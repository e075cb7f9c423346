"""What holds at every stud table, whatever anybody does there: random play of every game that can be played."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from croupier.books import book_of
from croupier.floor.table import Table
from croupier.kernel.decisions import Accepted, Decision, Refused
from croupier.kernel.events import Command
from croupier.stud import engine
from croupier.stud.commands import LeaveSeat, PlaceAnte, TakeBackAnte, TakeSeat
from croupier.stud.engine import Legal
from croupier.stud.events import PlayerTold
from croupier.stud.lines import LineError, read_command, read_line, write_line
from croupier.stud.table import Table as State
from properties.play import ENOUGH, PLAYABLE, Sitting, ended, offers, sized, stray, with_faces

CHANCE = st.randoms(use_true_random=False)

every_game = pytest.mark.parametrize("game", PLAYABLE)


def check_money(state: State) -> None:
    assert sum(state.money.values()) == 0
    for account, amount in state.money.items():
        assert type(amount) is int, account
        assert amount >= 0 or account.split()[0] in ("purse", "float"), f"{account} holds {amount}"


@every_game
@given(chance=CHANCE)
def test_money_is_never_made_nor_lost(game: str, chance: Random) -> None:
    sitting = Sitting(game, chance)
    for before, _, decision in sitting.wander():
        state = before
        for event in () if isinstance(decision, Refused) else decision.events:
            assert sum(event.postings.values()) == 0
            state = engine.evolve(state, event)
            check_money(state)


@every_game
@given(chance=CHANCE)
def test_a_history_replays_to_the_same_table(game: str, chance: Random) -> None:
    sitting = Sitting(game, chance)
    list(sitting.wander())
    table = sitting.table
    again = Table.load(table.dump().splitlines())
    assert again.state == table.state
    assert again.events == table.events
    assert again.dump() == table.dump()
    assert offers(again) == offers(table)


@every_game
@given(chance=CHANCE)
def test_a_refusal_changes_nothing(game: str, chance: Random) -> None:
    sitting = Sitting(game, chance)
    history = list(sitting.table.events)
    for before, _, decision in sitting.wander():
        if isinstance(decision, Refused):
            assert sitting.state == before
            assert sitting.table.events == history
        else:
            assert sitting.state.version == before.version + len(decision.events)
            history.extend(decision.events)


@every_game
@given(chance=CHANCE)
def test_every_answer_cites_clauses_of_the_book(game: str, chance: Random) -> None:
    catalogue = book_of(game).catalogue.clause
    sitting = Sitting(game, chance)
    list(sitting.wander())
    for command, decision in sitting.given:
        assert not isinstance(decision, Refused) or decision.clauses, f"{command}: {decision}"
        cited = [decision] if isinstance(decision, Refused) else [*decision.events]
        assert all(clause in catalogue for answer in cited for clause in answer.clauses)
    for offer in offers(sitting.table):
        assert offer.clauses
        assert all(clause in catalogue for clause in offer.clauses)


@every_game
@given(chance=CHANCE)
def test_whatever_is_offered_is_accepted(game: str, chance: Random) -> None:
    sitting = Sitting(game, chance)
    list(sitting.wander())
    state, rules = sitting.state, sitting.table.rules
    for offer in [*offers(sitting.table), *sitting.table.legal()]:
        least = with_faces(state, offer.command, chance) if offer.faces else offer.command
        assert not isinstance(engine.decide(rules, state, least), Refused), offer
        if offer.most:
            greatest = replace(least, **{sized(least): offer.most})
            assert not isinstance(engine.decide(rules, state, greatest), Refused), offer


@every_game
@given(chance=CHANCE)
def test_whatever_is_accepted_was_offered_or_comes_with_advice(game: str, chance: Random) -> None:
    sitting = Sitting(game, chance)
    list(sitting.wander(10))
    state, rules = sitting.state, sitting.table.rules
    for _ in range(60):
        command = stray(sitting.table, chance)
        decision = engine.decide(rules, state, command)
        if isinstance(decision, Refused):
            continue
        told = isinstance(decision, Accepted) and any(isinstance(event, PlayerTold) for event in decision.events)
        offered = engine.legal(rules, state, seat=getattr(command, "seat", 0), by=command.by)
        assert told or any(_is_of(command, offer) for offer in offered), f"{command} is accepted, offered is {offered}"


def _is_of(command: Command, offer: Legal) -> bool:
    """Whether a command is this offer taken up: of its kind, for its box, with an amount in its range."""
    if type(command) is not type(offer.command) or getattr(command, "box", 0) != getattr(offer.command, "box", 0):
        return False
    name = sized(command)
    least = getattr(offer.command, name, 0)
    return not name or least <= getattr(command, name) <= max(least, offer.most)


@every_game
@given(chance=CHANCE)
def test_every_round_can_be_finished(game: str, chance: Random) -> None:
    sitting = Sitting(game, chance)
    list(sitting.wander())
    sitting.finish()
    assert sitting.state.phase == "closed" or ended(sitting.given[-1][1])
    money = sitting.state.money
    assert not [account for account in money if account.split()[0] in ("ante", "bet")], "a wager was left undecided"


@every_game
@given(chance=CHANCE)
def test_a_command_reads_as_it_is_written(game: str, chance: Random) -> None:
    sitting = Sitting(game, chance)
    for before, command, decision in sitting.wander():
        if isinstance(decision, Refused):
            continue
        try:
            line = write_line(command)
        except LineError:
            continue
        assert replace(read_line(line, before), at=command.at) == command
        assert read_command(msgspec.json.encode(command)) == command


@every_game
@given(chance=CHANCE)
def test_advice_is_for_the_player_not_for_the_place(game: str, chance: Random) -> None:
    """Whoever sits down where another player was told something gets the same answers as that player did."""
    sitting = Sitting(game, chance)
    tries = [stray(sitting.table, chance, of=PlaceAnte, seat=1, box=0) for _ in range(5)]
    answers: list[list[Decision]] = []
    for _ in range(2):
        sitting.do(TakeSeat(seat=1, chips=ENOUGH))
        answers.append([])
        for ante in tries:
            answers[-1].append(sitting.do(ante))
            sitting.do(TakeBackAnte(seat=1))
        sitting.do(LeaveSeat(seat=1))
    assert answers[0] == answers[1]
