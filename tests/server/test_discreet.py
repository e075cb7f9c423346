"""Nobody hears of someone else's money, limits or standing: not from a refusal either."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from croupier.books import book_of
from croupier.floor.floor import Undo
from croupier.floor.house import PEOPLE
from croupier.kernel.actors import Said
from croupier.kernel.decisions import Accepted, Refused
from croupier.kernel.events import Command
from croupier.people.commands import ExcludePerson
from croupier.room import commands as room
from croupier.stud import commands as stud
from croupier.tables.purses import discreet
from croupier.tournaments import commands as tournament
from server.calling import Called
from server.test_two_processes import RANK, said

TOLD = re.compile(r"\$|kept out|keeps out|locked|limit|in hand|excluded")
"""Words about someone's money, limits or standing."""


def test_what_a_player_hears_when_somebody_else_is_kept_out_or_has_nothing(tmp_path: Path) -> None:
    """player-2 is kept out of the house; player-1 tries whatever names them, and only hears that it cannot be."""

    async def run() -> None:
        called = await Called(tmp_path / "key").open()
        await called.demo.furnish()
        floor = called.server.floor
        await said(called, "evening", tournament.Enter(person="player-1"), "player-1", "entrant")
        await said(called, PEOPLE, ExcludePerson(person="player-2", reason="asked to"), "manager-1", RANK)
        attempts: list[tuple[str, Command, str]] = [
            ("evening", tournament.NameSubstitute(person="player-1", substitute="player-2"), "entrant"),
            ("evening", tournament.Enter(person="player-2"), "entrant"),
            ("evening", tournament.BuyAgain(person="player-2"), "entrant"),
            ("evening", tournament.EnterAgain(person="player-2"), "entrant"),
            ("room", room.JoinList(person="player-2", game="holdem"), "player"),
            ("room", room.ReserveSeat(person="player-2", table="holdem-1", place=1), "player"),
            ("crown-1", stud.TakeSeat(seat=2, chips=100_00, person="player-2"), "player"),
        ]
        heard = 0
        for name, command, by in attempts:
            if name not in floor.house.streams:
                continue
            try:
                decision = (await floor.do(name, command, person="player-1", by=by)).decision
            except Undo as undone:
                decision = undone.refusal
            assert isinstance(decision, Refused), command
            assert decision.ground not in ("person_excluded", "self_excluded", "more_than_in_hand"), command
            assert not TOLD.search(decision.reason), (command, decision.reason)
            heard += 1
        assert heard >= 4

    asyncio.run(run())


def test_a_withdrawal_goes_through_whatever_those_who_wait_have(tmp_path: Path) -> None:
    async def run() -> None:
        called = await Called(tmp_path / "key").open()
        await called.demo.furnish()
        floor = called.server.floor
        keeper = floor.house.tournaments["evening"]
        await said(called, "evening", tournament.Enter(person="player-1"), "player-1", "entrant")
        state = keeper.state
        details = replace(state.terms.details, most_players=state.total)
        other = replace(state.terms, details=details)
        rank = book_of("crown-poker").title_page.ranks[-1]
        await said(called, "evening", tournament.ChangeTerms(terms=other, why="a smaller room"), "manager-1", rank)
        await said(called, "evening", tournament.MakeTermsAvailable(), "manager-1", rank)
        await said(called, "evening", tournament.Enter(person="player-2"), "player-2", "entrant")
        assert list(state.waiting) == ["player-2"]
        await said(called, PEOPLE, ExcludePerson(person="player-2", reason="asked to"), "manager-1", RANK)
        answer = await floor.do("evening", tournament.Withdraw(person="player-1"), person="player-1", by="entrant")
        assert isinstance(answer.decision, Accepted)
        assert "player-2" not in state.entrants
        await said(called, "evening", tournament.Withdraw(person="player-2"), "director-1", "Tournament Director")
        assert not state.waiting

    asyncio.run(run())


@pytest.mark.parametrize(
    ("capacity", "ground", "heard"),
    [
        ("entrant", "more_than_in_hand", "somebody else who is concerned cannot do that now"),
        ("player", "self_excluded", "somebody else who is concerned cannot do that now"),
        ("Tournament Director", "self_excluded", "p2 has $3.00"),
        ("Tournament Director", "loss_limit", "somebody who is concerned cannot pay that now, and may ask the cage why"),
    ],
)
def test_whose_a_refusal_is_and_who_hears_it(capacity: str, ground: str, heard: str) -> None:
    refusal = Refused(ground, "p2 has $3.00", ())
    assert discreet(refusal, {"p2"}, Said("p1", capacity, 0)).reason == heard
    assert discreet(refusal, {"p2"}, Said("p2", capacity, 0)) == refusal
