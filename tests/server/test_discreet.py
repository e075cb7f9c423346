"""Nobody hears of someone else's money, limits or standing: not from a refusal either."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from croupier.books import book_of
from croupier.cage.commands import IssueChips
from croupier.floor.floor import Undo
from croupier.floor.house import PEOPLE
from croupier.kernel.actors import Said
from croupier.kernel.decisions import Accepted, Refused
from croupier.kernel.events import Command
from croupier.kernel.roles import ADMINISTRATOR, CASHIER
from croupier.people.commands import ExcludePerson, RegisterPerson, SetLimit
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


NAMING = ("person", "substitute", "same_as", "identity", "name")
STANDINGS = ("p-new", "p-out", "p-limit", "nobody-here")
"""Somebody without a history, one who is kept out of the house, one at the limit that they set themselves, and no account."""


def test_who_may_not_do_something_hears_the_same_of_everybody(tmp_path: Path) -> None:
    """Every command that names somebody, by people without the role for it: refused alike, no matter who or what it names.

    At tables, in the room and in tournaments the staff must hear of exclusions, to keep people out.
    """

    async def run() -> None:
        called = await Called(tmp_path / "key").open()
        await called.demo.furnish()
        floor = called.server.floor
        for person in STANDINGS[:3]:
            await said(
                called, PEOPLE, RegisterPerson(person=person, name=person.upper(), identity=person), "admin-1", ADMINISTRATOR
            )
        await said(called, PEOPLE, ExcludePerson(person="p-out", reason="asked to"), "manager-1", RANK)
        await said(called, PEOPLE, SetLimit(limit="deposit day", amount=100_00), "p-limit", "player")
        await said(called, "cage", IssueChips(person="p-limit", amount=90_00), "cashier-1", CASHIER)
        heard = 0
        for name in ("people", "cage", "room", "evening", "crown-1", "holdem-1"):
            for kind in floor.house.streams[name].engine.codec.commands:
                fields = {field.name: field for field in msgspec.structs.fields(kind)}
                usual = {key: _usual(field.type) for key, field in fields.items() if field.required}
                for naming in (key for key in NAMING if key in fields):
                    for sender in ("player-1", "dealer-1") if name in ("people", "cage") else ("player-1",):
                        answers = set()
                        for person in STANDINGS:
                            command = {"do": kind.__struct_config__.tag, **usual, naming: person}
                            reply = await called.ask("POST", f"/api/streams/{name}/commands", sender, {"command": command})
                            answers.add((reply.status, re.sub(f"{person}|{person.capitalize()}".encode(), b"@", reply.body)))
                        heard += 1
                        assert len(answers) == 1, (name, sender, command, answers)
        assert heard > 50

    asyncio.run(run())


def _usual(kind: Any) -> Any:
    return {int: 50_00, bool: True, str: "x1"}.get(kind, [])


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
