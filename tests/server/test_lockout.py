"""Nobody takes the house away from those in charge of it: an administrator who can act is left, and the console gives back."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from croupier.floor.house import PEOPLE
from croupier.kernel.actors import HOUSE
from croupier.kernel.decisions import Accepted, Decision, Refused
from croupier.kernel.roles import DAY
from croupier.people.commands import (
    CloseDuplicate,
    ExcludeMyself,
    ExcludePerson,
    GrantRole,
    LiftExclusion,
    NotePasswordChange,
    RevokeRole,
    SetPasskey,
    SetSecondFactor,
)
from server.calling import Called, Reply

ADMIN, TOP = "administrator", "TG Casino Manager"
FOR_LONG = 1_800_000_000 + 400 * DAY


class House:
    """A house with two administrators who have passwords, and people of every other rank."""

    def __init__(self, called: Called) -> None:
        self.called = called

    @property
    def people(self) -> Any:
        return self.called.server.floor.house.people.state.people

    async def open(self) -> House:
        demo = self.called.demo
        await demo.people()
        for person, role in (("admin-2", ADMIN), ("admin-3", ADMIN), ("security-1", "security")):
            await demo.register(person, person.replace("-", " ").title())
            await demo.grant(person, "*", role)
        for person in ("admin-1", "admin-2"):  # the third was never given a way in
            await self.did(NotePasswordChange(person=person), HOUSE, HOUSE)
        return self

    async def do(self, command: Any, person: str, by: str) -> Decision:
        return (await self.called.server.floor.do(PEOPLE, command, person=person, by=by)).decision

    async def did(self, command: Any, person: str, by: str) -> None:
        decision = await self.do(command, person, by)
        assert isinstance(decision, Accepted), decision

    async def refused(self, command: Any, person: str, by: str) -> str:
        decision = await self.do(command, person, by)
        assert isinstance(decision, Refused), decision
        return decision.ground

    async def exclude(self, whom: str, begins: int = 0, ends: int = 0) -> Decision:
        excludes = ExcludePerson(person=whom, reason="a quarrel", begins=begins, ends=ends)
        return await self.do(excludes, "supervisor-1", self.rank("supervisor-1"))

    def rank(self, person: str) -> str:
        role: str = self.people[person].roles[0].capacity
        return role

    async def line(self, line: str, token: str) -> Reply:
        scope, _ = await self.called._request("POST", "/api/streams/people/lines", "", None)
        body, start, parts = json.dumps({"line": line}).encode(), dict[str, Any](), list[bytes]()
        scope["headers"] += [
            (b"authorization", b"Bearer " + token.encode()),
            (b"content-type", b"application/json"),
            (b"content-length", str(len(body)).encode()),
        ]

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: Any) -> None:
            start.update(message) if message["type"] == "http.response.start" else parts.append(message.get("body", b""))

        await self.called.app(scope, receive, send)
        return Reply(start["status"], tuple(start["headers"]), b"".join(parts))


def on(folder: Path, work: Callable[[House], Awaitable[None]]) -> None:
    async def run() -> None:
        await work(await House(await Called(folder / "key").open()).open())

    asyncio.run(run())


@pytest.mark.parametrize("begins", [0, 1_800_000_000 + DAY])
def test_a_supervisor_does_not_exclude_the_last_administrator_who_can_act(tmp_path: Path, begins: int) -> None:
    async def work(house: House) -> None:
        assert isinstance(await house.exclude("admin-1", begins), Accepted)
        decision = await house.exclude("admin-2", begins)
        assert isinstance(decision, Refused)
        assert (decision.ground, decision.clauses) == ("last_administrator", ("H2.3",))
        assert not house.people["admin-2"].exclusions
        await house.did(LiftExclusion(person="admin-1", number=1, reason="no quarrel"), "admin-2", ADMIN)
        assert isinstance(await house.exclude("admin-2", begins), Accepted)

    on(tmp_path, work)


def test_an_administrator_without_a_way_in_does_not_count(tmp_path: Path) -> None:
    async def work(house: House) -> None:
        assert isinstance(await house.exclude("admin-3"), Accepted)
        assert isinstance(await house.exclude("admin-2"), Accepted)
        assert isinstance(await house.exclude("admin-1"), Refused)

    on(tmp_path, work)


def test_what_holds_of_another_account_is_not_laid_on_the_last_administrator(tmp_path: Path) -> None:
    """A self-exclusion of a second account would hold of the first, and nobody lifts it."""

    async def work(house: House) -> None:
        await house.did(ExcludeMyself(ends=FOR_LONG), "player-1", "player")
        await house.did(ExcludeMyself(ends=FOR_LONG), "player-2", "player")
        await house.did(RevokeRole(person="admin-2", book="*", capacity=ADMIN), "admin-1", ADMIN)
        close = CloseDuplicate(person="player-1", same_as="admin-1", reason="the same face")
        assert await house.refused(close, "admin-3", ADMIN) == "last_administrator"
        assert await house.refused(close, "security-1", "security") == "duplicate_closed"
        other = CloseDuplicate(person="player-2", same_as="guest-1", reason="the same face")
        await house.called.demo.register("guest-1", "Guest One")
        await house.did(other, "security-1", "security")

    on(tmp_path, work)


@pytest.mark.parametrize("of", ["admin-2", "dealer-1", "supervisor-1"])
def test_security_closes_no_account_that_has_a_role(tmp_path: Path, of: str) -> None:
    async def work(house: House) -> None:
        for one, other in ((of, "player-1"), ("player-1", of)):
            close = CloseDuplicate(person=one, same_as=other, reason="the same face")
            assert await house.refused(close, "security-1", "security") == "duplicate_closed"
        await house.did(CloseDuplicate(person="player-1", same_as=of, reason="the same face"), "admin-1", ADMIN)

    on(tmp_path, work)


def test_everybody_may_still_exclude_themselves_and_the_console_names_an_administrator(tmp_path: Path) -> None:
    async def work(house: House) -> None:
        grant = GrantRole(person="cashier-1", book="*", capacity=ADMIN)
        assert await house.refused(grant, HOUSE, HOUSE) == "first_administrator"
        for person in ("admin-1", "admin-2"):
            await house.did(ExcludeMyself(ends=FOR_LONG), person, "player")
        assert await house.refused(grant, HOUSE, HOUSE) == "first_administrator"  # one is left whom the console can let in
        assert isinstance(await house.exclude("admin-3"), Refused)
        await house.did(ExcludeMyself(ends=FOR_LONG), "admin-3", "player")
        await house.did(grant, HOUSE, HOUSE)
        assert await house.refused(GrantRole(person="dealer-1", book="*", capacity=ADMIN), HOUSE, HOUSE) == "first_administrator"

    on(tmp_path, work)


def test_the_console_of_a_running_house_gives_back_and_does_nothing_else(tmp_path: Path) -> None:
    async def work(house: House) -> None:
        server = house.called.server
        server.console = token = "x" * 43
        assert isinstance(await house.exclude("admin-1"), Accepted)
        await house.did(SetSecondFactor(person="admin-1", on=True), HOUSE, HOUSE)
        await house.did(SetPasskey(person="admin-1", key="a" * 64, on=True), HOUSE, HOUSE)
        lift = "lift exclusion 1 of admin-1: a mistake"
        assert (await house.line(lift, "a guess")).status == 401
        assert (await house.line(lift, await house.called.token("dealer-1"))).status == 403
        assert (await house.line(lift, token)).status == 200
        assert not house.people["admin-1"].exclusions
        assert (await house.line(lift, token)).status == 422
        for _ in range(2):  # codes, and then passkeys
            assert (await house.line("second factor of admin-1 off", token)).status == 200
        assert not house.people["admin-1"].asked_for_more
        for line in (
            "second factor of admin-1 on",
            "grant dealer-1: administrator in *",
            "revoke admin-1: administrator in *",
            "exclude admin-1: a quarrel",
            "recovery code for admin-1",
            "new password admin-1",
            "register p99 as Ninety",
        ):
            assert (await house.line(line, token)).status in (403, 422), line

    on(tmp_path, work)


def test_an_owner_removes_codes_and_keeps_passkeys(tmp_path: Path) -> None:
    async def work(house: House) -> None:
        await house.did(SetSecondFactor(person="admin-1", on=True), HOUSE, HOUSE)
        await house.did(SetPasskey(person="admin-1", key="a" * 64, on=True), HOUSE, HOUSE)
        await house.did(SetSecondFactor(person="admin-1", on=False), HOUSE, HOUSE)
        assert house.people["admin-1"].passkeys == {"a" * 64: 0}

    on(tmp_path, work)
