"""What holds at every stud table, whatever anybody does and whatever goes wrong: random play of every playable game."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from msgspec.structs import replace

from croupier.books import book_of
from croupier.kernel.decisions import AwaitingRuling, Decision, Refused
from croupier.kernel.events import Command
from croupier.kernel.legal import Legal
from croupier.stud import commands, engine
from croupier.stud.events import PlayerTold
from croupier.stud.grounds import FEATURES, GROUNDS
from croupier.stud.lines import read_line, write_line
from croupier.stud.record import read_command, write
from croupier.stud.table import Table as State
from croupier.tables.house_table import HouseTable
from properties.play import CHANCE, ENOUGH, PLAYABLE, Sitting, attempts, offers, refused, sized, stray, with_faces

every_game = pytest.mark.parametrize("game", PLAYABLE)

HOUSE_ACCOUNTS = ("float", "vouchers", "purse", "meter")
"""Accounts that may be below nil: the house's at this table, and a player's money elsewhere."""

AROUND_THE_ROUND = (
    commands.AgreeLimits,
    commands.CancelJackpot,
    commands.ChangeLimits,
    commands.CloseTable,
    commands.DisplaySign,
    commands.Perform,
    commands.RefuseWager,
    commands.Report,
    commands.SetJackpot,
    commands.SpeakAnte,
    commands.TakeTokens,
    commands.VacateSeat,
)
"""`legal` offers what comes next in the round. These are done when there is cause to, so it does not list them."""


def check_money(state: State) -> None:
    assert sum(state.money.values()) == 0
    for account, amount in state.money.items():
        assert type(amount) is int, account
        assert amount >= 0 or account.split()[0] in HOUSE_ACCOUNTS, f"{account} holds {amount}"


@every_game
@given(chance=CHANCE)
def test_money_is_never_made_nor_lost(game: str, chance: Random) -> None:
    sitting = Sitting(game, chance)
    for state, _, decision in sitting.wander():
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
    again = HouseTable.load(table.dump().splitlines())
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
        else:
            assert sitting.state.version == before.version + len(decision.events)
            history.extend(decision.events)
        assert sitting.table.events == history


@every_game
@given(chance=CHANCE)
def test_every_answer_cites_clauses_of_the_book(game: str, chance: Random) -> None:
    catalogue = book_of(game).catalogue.clause
    of_the_engine = set(GROUNDS).union(*FEATURES.values())
    sitting = Sitting(game, chance)
    list(sitting.wander())
    for _, command, decision in sitting.given:
        if isinstance(decision, Refused):
            assert decision.clauses or decision.ground not in of_the_engine, f"{command}: {decision}"
        answers = (decision,) if isinstance(decision, Refused) else decision.events
        assert all(clause in catalogue for answer in answers for clause in answer.clauses), answers
    for offer in offers(sitting.table):
        assert offer.clauses
        assert all(clause in catalogue for clause in offer.clauses), offer


@every_game
@given(chance=CHANCE)
def test_whatever_is_offered_is_accepted(game: str, chance: Random) -> None:
    sitting = Sitting(game, chance)
    list(sitting.wander())
    state, rules = sitting.state, sitting.table.rules
    for offer in offers(sitting.table):
        least = with_faces(state, offer.command, chance) if offer.faces else offer.command
        assert not isinstance(engine.decide(rules, state, least), Refused), offer
        if offer.most:
            greatest = replace(least, **{sized(least): offer.most})
            assert not isinstance(engine.decide(rules, state, greatest), Refused), offer


@every_game
@given(chance=CHANCE)
def test_whatever_is_accepted_was_offered_or_comes_with_advice(game: str, chance: Random) -> None:
    sitting = Sitting(game, chance)
    list(sitting.wander())
    state, rules = sitting.state, sitting.table.rules
    for command in attempts(sitting.table, chance):
        decision = engine.decide(rules, state, command)
        if isinstance(decision, Refused | AwaitingRuling) or isinstance(command, AROUND_THE_ROUND):
            continue
        told = any(isinstance(event, PlayerTold) for event in decision.events)
        offered = engine.legal(rules, state, seat=getattr(command, "seat", 0), by=command.by)
        assert told or any(_is_of(command, offer) for offer in offered), f"{command} is accepted, offered is {offered}"


def _is_of(command: Command, offer: Legal) -> bool:
    """Whether a command is this offer taken up: of its kind, for its box, with an amount in its range."""
    if type(command) is not type(offer.command) or _box(command) != _box(offer.command):
        return False
    name = sized(command)
    least = getattr(offer.command, name, 0)
    return not name or least <= getattr(command, name) <= max(least, offer.most)


def _box(command: Command) -> int:
    """The box that a command is about; a player's own where none is said."""
    return getattr(command, "box", 0) or getattr(command, "seat", 0)


@every_game
@given(chance=CHANCE)
def test_every_round_can_be_finished(game: str, chance: Random) -> None:
    """Nothing is ever stuck: from wherever play has come to, taking up offers leads to the end of the round."""
    sitting = Sitting(game, chance)
    list(sitting.wander())
    for _, command, decision in sitting.finish():
        assert not isinstance(decision, Refused), f"{command} was offered, then {decision}"
    left = [account for account in sitting.state.money if account.split()[0] in ("ante", "bet", "exchange")]
    assert not left, f"undecided wagers: {left}"


@every_game
@given(chance=CHANCE)
def test_a_command_reads_as_it_was_written(game: str, chance: Random) -> None:
    sitting = Sitting(game, chance)
    for step in sitting.wander():
        before, command, _ = step
        assert read_command(write(command)) == command
        if not refused(step):
            assert read_line(write_line(command), before) == command


@every_game
@given(chance=CHANCE)
def test_advice_is_for_the_player_not_for_the_place(game: str, chance: Random) -> None:
    """Whoever sits down where another player was told something gets the same answers as that player did."""
    sitting = Sitting(game, chance)
    tries = [stray(sitting.table, chance, of=commands.PlaceAnte, seat=1, box=0, tokens=0) for _ in range(5)]
    answers: list[list[Decision]] = []
    for _ in range(2):
        sitting.do(commands.LeaveSeat(seat=1))
        sitting.do(commands.TakeSeat(seat=1, chips=ENOUGH))
        answers.append([])
        for ante in tries:
            answers[-1].append(sitting.do(ante)[2])
            sitting.do(commands.TakeBackAnte(seat=1))
    assert answers[0] == answers[1]
