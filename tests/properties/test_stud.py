"""What holds at every stud table, whatever anyone does and whatever goes wrong: random play of every playable game."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from msgspec.structs import replace

from croupier.books import book_of
from croupier.kernel.accounts import kind_of, owner_of
from croupier.kernel.decisions import Accepted, AwaitingRuling, Decision, Refused
from croupier.kernel.entries import encode
from croupier.kernel.events import Command
from croupier.kernel.grounds import GENERAL
from croupier.kernel.incidents import GuessRefused
from croupier.kernel.legal import Legal
from croupier.kernel.streams import on_record
from croupier.stud import commands, seats
from croupier.stud.events import PlayerTold
from croupier.stud.grounds import GROUNDS
from croupier.stud.lines import read_line, said_by, write_line
from croupier.stud.state import State
from croupier.tables.house_table import ENGINE, HouseTable
from golden.playthrough import say_who
from properties.play import CHANCE, ENOUGH, PLAYABLE, Sitting, Try, attempts, offers, sized, stray, with_faces

every_game = pytest.mark.parametrize("game", PLAYABLE)

HOUSE_ACCOUNTS = ("float", "vouchers", "purse", "meter")
"""Accounts that may be below zero: the house's at this table, and a player's money elsewhere."""

NO_CLAUSE = (
    "act_needs_rank",
    "act_not_recorded",
    "card_not_named",
    "card_not_recorded",
    "command_not_understood",
    "deck_not_committed",
    "not_in_this_book",
    "nothing_changes",
    "nothing_to_correct",
    "nothing_to_pay",
    "nothing_to_rule",
    "no_such_duty",
    "no_such_edition",
    "no_such_irregularity",
    "payout_wrong",
    "reason_missing",
)
"""Grounds of refusals that no rule causes: the book has nothing to say of what was wanted."""

AROUND_THE_ROUND = (
    commands.AdoptEdition,
    commands.AgreeLimits,
    commands.CancelJackpot,
    commands.ChangeLimits,
    commands.CloseTable,
    commands.CommitDeck,
    commands.CorrectAnte,
    commands.CorrectCard,
    commands.CorrectChoice,
    commands.CorrectAnte,
    commands.StatePayout,
    commands.ChangeSeat,
    commands.CorrectChoice,
    commands.DisplaySign,
    commands.Perform,
    commands.RefuseWager,
    commands.Report,
    commands.SetJackpot,
    commands.SpeakAnte,
    commands.StatePayout,
    commands.TakeTokens,
    commands.BuyChips,
    commands.VacateSeat,
)
"""`legal` offers what comes next in the round. These are done when there is cause to, so it does not list them."""


def check_money(state: State) -> None:
    assert sum(state.money.values()) == 0
    for account, amount in state.money.items():
        assert type(amount) is int, account
        assert amount >= 0 or kind_of(account) in HOUSE_ACCOUNTS, f"{account} holds {amount}"
        if amount and kind_of(account) in ("ante", "bet", "exchange"):
            assert state.boxes[int(owner_of(account))].seat, f"{account} holds {amount} and is nobody's"


@every_game
@given(chance=CHANCE)
def test_money_is_never_made_nor_lost(game: str, chance: Random) -> None:
    sitting = Sitting(game, chance)
    for step in sitting.wander():
        state = step.before
        for event in () if isinstance(step.decision, Refused) else step.decision.events:
            assert sum(event.postings.values()) == 0
            state = ENGINE.evolve(state, event)
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
    """But for a guess at hidden cards, which stays on record."""
    sitting = Sitting(game, chance)
    history, entries = list(sitting.table.events), sitting.table.number
    for before, _, decision, said in sitting.wander():
        made = on_record(decision) or ()
        history.extend(made)
        entries += bool(made)
        if isinstance(decision, Refused):
            assert sitting.state == before
            assert all(isinstance(event, GuessRefused) for event in made)
        assert (sitting.table.events, sitting.table.number) == (history, entries)
        if made:
            entry = sitting.table.entries[-1]
            assert (entry.said, entry.events) == (said, made)


@every_game
@given(chance=CHANCE)
def test_every_answer_cites_clauses_of_the_book(game: str, chance: Random) -> None:
    catalogue = book_of(game).catalogue.clause
    declared = {*GENERAL, *GROUNDS.sentences}
    sitting = Sitting(game, chance)
    list(sitting.wander())
    for _, command, decision, _ in sitting.given:
        if isinstance(decision, Refused):
            assert decision.ground in declared, f"{command}: {decision.ground}"
            assert decision.clauses or decision.ground in NO_CLAUSE, f"{command}: {decision}"
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
    table = sitting.table
    for offer in offers(table):
        least = with_faces(table.state, offer.command, chance) if offer.faces else offer.command
        said = table.who(least, by=offer.by)
        assert not isinstance(table.decided(least, said), Refused), offer
        if offer.most:
            greatest = replace(least, **{sized(least): offer.most})
            assert not isinstance(table.decided(greatest, said), Refused), offer


@every_game
@given(chance=CHANCE)
def test_whatever_is_accepted_was_offered_or_comes_with_advice(game: str, chance: Random) -> None:
    sitting = Sitting(game, chance)
    list(sitting.wander())
    table = sitting.table
    for tried in attempts(table, chance):
        command, said = tried.command, tried.said(table)
        decision = table.decided(command, said)
        if isinstance(decision, Refused | AwaitingRuling) or isinstance(command, AROUND_THE_ROUND):
            continue
        told = any(isinstance(event, PlayerTold) for event in decision.events)
        offered = table.legal(seat=getattr(command, "seat", 0), by=said.capacity)
        if isinstance(command, commands.TakeSeat):  # to whom a place is open depends on who asks
            offered = [*offered, Legal(replace(command, chips=1), ("-",), seats.MOST_CHIPS)]
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
    for step in sitting.finish():
        assert not step.refused, f"{step.command} was offered, then {step.decision}"
    left = [account for account in sitting.state.money if kind_of(account) in ("ante", "bet", "exchange")]
    assert not left, f"undecided wagers: {left}"


@every_game
@given(chance=CHANCE)
def test_a_command_reads_as_it_was_written(game: str, chance: Random) -> None:
    sitting = Sitting(game, chance)
    for step in sitting.wander():
        command, said = step.command, step.said
        assert ENGINE.codec.read_command(encode(command)) == command
        if not step.refused:
            line = say_who(write_line(command), by=said.capacity, person=said.person, at=said.at)
            who, rest = said_by(line)
            assert (sitting.table.who(command, **who), read_line(rest, step.before, sitting.table.rules)) == (said, command)


@every_game
@given(chance=CHANCE)
def test_advice_is_for_the_player_not_for_the_place(game: str, chance: Random) -> None:
    """A person who sits down where another player was told something gets the same answers as that player did; someone who
    was told something elsewhere at the table is not told again.
    """
    sitting = Sitting(game, chance)
    for seat in sitting.state.seats:
        sitting.do(commands.LeaveSeat(seat=seat))
    tries = [
        stray(sitting.table, chance, of=commands.PlaceAnte, seat=1, box=0, tokens=0)._replace(by=1, at=None) for _ in range(5)
    ]
    answers: list[list[Decision]] = []
    for person in ("somebody", "another", "somebody"):
        sitting.do(Try(commands.TakeSeat(seat=1, chips=ENOUGH), person=person))
        answers.append([])
        for ante in tries:
            answers[-1].append(sitting.do(ante).decision)
            sitting.do(commands.TakeBackAnte(seat=1))
        sitting.do(commands.LeaveSeat(seat=1))
    first, second, again = ([_untold(each) for each in given] for given in answers)
    assert first == second
    assert [isinstance(each, Refused) for each in again] == [
        isinstance(each, Refused) or _told(before, "minimum") for each, before in zip(first, answers[0], strict=True)
    ]


def _untold(decision: Decision) -> Decision:
    """The answer without the name of whom it was given to."""
    if not isinstance(decision, Accepted):
        return decision
    nobody = (replace(event, person="-") if isinstance(event, PlayerTold) else event for event in decision.events)
    return Accepted(tuple(nobody))


def _told(decision: Decision, about: str) -> bool:
    """Whether this answer told a player something that the book tells once."""
    return isinstance(decision, Accepted) and any(
        isinstance(event, PlayerTold) and event.about == about for event in decision.events
    )
