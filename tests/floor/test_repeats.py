"""A command that stands in the record is never refused, whichever process it comes to again and whatever has changed since."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from croupier.floor.floor import Floor
from croupier.floor.house import CAGE, PEOPLE
from croupier.floor.stores.interface import Basis, Head, Lease, Line
from croupier.kernel.decisions import Accepted, Refused
from croupier.people.commands import ExcludePerson, GrantRole, RevokeRole
from croupier.stud import commands as stud
from croupier.tournaments import commands as tournament
from croupier.tournaments.state import DIRECTOR
from floor.memory import MemoryStore
from server.calling import Called, Still
from server.test_two_processes import RANK, furnished, said

TABLE = "one"
GAME = "crown-caribbean-stud"


class Way(MemoryStore):
    """The way of one process to a store that another has too, with a hook whenever it asks how far a table has come."""

    def __init__(self, other: MemoryStore) -> None:
        super().__init__(shared=True)
        self.lines, self.matters, self.kept, self.order = other.lines, other.matters, other.kept, other.order
        self.refused = other.refused
        self.asked: Callable[[], Awaitable[None]] | None = None
        self.held = asyncio.Event()
        self.held.set()

    async def heads(self, streams: Sequence[str] = ()) -> dict[str, Head]:
        if self.asked is not None and TABLE in streams:
            asked, self.asked = self.asked, None
            await asked()
        return await super().heads(streams)

    async def append(self, lines: Sequence[Line], on: Basis | None = None, under: Lease | None = None) -> None:
        await self.held.wait()
        await super().append(lines, on, under)


async def two_floors() -> tuple[Floor, Floor, Way]:
    """A table with two people in two processes."""
    store = MemoryStore(shared=True)
    one = Floor(store)
    await one.open()
    await one.transact(lambda: one.house.open_table(TABLE, GAME) and None)
    for seat in (1, 2):
        await one.do(TABLE, stud.TakeSeat(seat=seat, chips=500_00), person=f"p{seat}", by=seat)
    way = Way(store)
    other = Floor(way)
    await other.open()
    return one, other, way


def test_a_repeat_is_not_stale_in_a_process_that_is_behind_and_busy() -> None:
    """The other process has not heard of two entries, and just as it looks, something else of its own is on its way."""

    async def run() -> None:
        one, other, way = await two_floors()
        await one.do(TABLE, stud.PlaceAnte(seat=2, amount=10_00), person="p2", by=2)
        ante, seen = stud.PlaceAnte(seat=1, amount=10_00), one.house.streams[TABLE].number
        first = await one.do(TABLE, ante, person="p1", by=1, seen=seen, id="mine")
        assert isinstance(first.decision, Accepted)
        others = list[asyncio.Task[Any]]()

        async def busy() -> None:
            way.held.clear()
            buys = stud.BuyChips(seat=2, amount=10_00)
            others.append(asyncio.create_task(other.do(TABLE, buys, person="p2", by=2)))
            await asyncio.sleep(0.01)
            asyncio.get_running_loop().call_later(0.05, way.held.set)

        way.asked = busy
        assert other.house.streams[TABLE].number < seen
        again = await other.do(TABLE, ante, person="p1", by=1, seen=seen, id="mine")
        assert again == first
        await asyncio.gather(*others)
        assert [line.id for line in one.store.lines[TABLE]].count("mine") == 1  # type: ignore[attr-defined]

    asyncio.run(run())


def test_what_one_process_has_refused_no_other_carries_out() -> None:
    """It had come to the other one first, which stood still; its sender gave up, and was refused here."""

    async def run() -> None:
        one, other, _ = await two_floors()
        ante = stud.PlaceAnte(seat=1, amount=10_00)
        refused = await one.do(TABLE, ante, person="p1", by=1, seen=0, id="mine")
        assert isinstance(refused.decision, Refused)
        assert refused.decision.ground == "stale_command"
        number = one.house.streams[TABLE].number
        late = await other.do(TABLE, ante, person="p1", by=1, id="mine")
        assert isinstance(late.decision, Refused)
        assert late.decision.ground == "refused_before"
        assert len(one.store.lines[TABLE]) == number  # type: ignore[attr-defined]
        fresh = await other.do(TABLE, ante, person="p1", by=1, id="again")
        assert isinstance(fresh.decision, Accepted)
        assert fresh.number == number + 1

    asyncio.run(run())


def test_what_is_refused_for_want_of_a_role_stays_refused(tmp_path: Path) -> None:
    async def run() -> None:
        one = await Called(tmp_path / "key").open()
        await furnished(one)
        sent = {"command": {"do": "change-limits", "minimum": 10_00, "maximum": 600_00}, "id": "mine", "as": RANK}
        first = await one.ask("POST", "/api/streams/crown-1/commands", "player-1", sent)
        assert first.status == 403
        await said(one, PEOPLE, GrantRole(person="player-1", book=GAME, capacity=RANK), "admin-1", "administrator")
        late = await one.ask("POST", "/api/streams/crown-1/commands", "player-1", sent)
        assert (late.status, late.json["ground"]) == (409, "refused_before")
        fresh = await one.ask("POST", "/api/streams/crown-1/commands", "player-1", {**sent, "id": "new"})
        assert fresh.status == 200

    asyncio.run(run())


def test_a_repeat_is_not_refused_because_it_has_taken_the_money_already(tmp_path: Path) -> None:
    """The other process knows of the empty purse, and not yet of the seat that was paid from it."""

    async def run() -> None:
        store = MemoryStore(shared=True)
        one = await Called(tmp_path / "key", store=store).open()
        await furnished(one)
        other = await Called(tmp_path / "key", store=store).open()
        here, there = one.server.floor, other.server.floor
        purse = here.house.cage.state.patron("player-1").hand["chips"]
        sits = stud.TakeSeat(seat=1, chips=purse)
        first = await here.do("crown-1", sits, person="player-1", by=1, id="mine")
        assert isinstance(first.decision, Accepted)
        await there.catch_up({CAGE})
        again = await there.do("crown-1", sits, person="player-1", by=1, id="mine")
        assert again == first

    asyncio.run(run())


async def excluded(one: Called) -> None:
    await said(one, PEOPLE, ExcludePerson(person="player-1", reason="asked to"), "manager-1", RANK)


async def halted(one: Called) -> None:
    one.server.floor.halted = "the software is not what it was"


@pytest.mark.parametrize("change", [excluded, halted])
def test_a_repeat_gets_the_first_answer_whatever_its_sender_may_do_by_now(
    tmp_path: Path, change: Callable[[Called], Awaitable[None]]
) -> None:
    async def run() -> None:
        one = await Called(tmp_path / "key").open()
        await furnished(one)
        floor = one.server.floor
        first = await floor.do("crown-1", stud.TakeSeat(seat=1, chips=100_00), person="player-1", by=1, id="mine")
        await change(one)
        again = await floor.do("crown-1", stud.TakeSeat(seat=1, chips=100_00), person="player-1", by=1, id="mine")
        assert again == first
        fresh = await floor.do("crown-1", stud.BuyChips(seat=1, amount=100_00), person="player-1", by=1, id="new")
        assert isinstance(fresh.decision, Refused)

    asyncio.run(run())


def test_a_repeat_over_http_gets_the_first_answer_after_its_rank_was_taken_away(tmp_path: Path) -> None:
    """Where the other process knows of the lost rank, and not yet of what was done with it."""

    async def run() -> None:
        store = MemoryStore(shared=True)
        one = await Called(tmp_path / "key", store=store).open()
        await furnished(one)
        other = await Called(tmp_path / "key", store=store).open()
        command = {"do": "change-limits", "minimum": 10_00, "maximum": 600_00}
        sent = {"command": command, "id": "mine", "as": RANK}
        first = await one.ask("POST", "/api/streams/crown-1/commands", "manager-1", sent)
        assert first.status == 200, first.body
        gone = RevokeRole(person="manager-1", book=GAME, capacity=RANK)
        await said(one, PEOPLE, gone, "admin-1", "administrator")
        await other.server.floor.catch_up({PEOPLE})
        again = await other.ask("POST", "/api/streams/crown-1/commands", "manager-1", sent)
        assert (again.status, again.json) == (200, first.json)
        fresh = await other.ask("POST", "/api/streams/crown-1/commands", "manager-1", {**sent, "id": "new"})
        assert fresh.status == 403

    asyncio.run(run())


def test_a_repeat_is_the_same_command_though_the_software_has_filled_in_facts(tmp_path: Path) -> None:
    """What people have in chips is not for the sender to say, and is another figure a moment later."""

    async def run() -> None:
        one = await Called(tmp_path / "key").open()
        await one.demo.people()
        await one.demo.tournament()
        server, keeper = one.server, one.server.floor.house.tournaments["evening"]
        await said(one, "evening", tournament.BriefPlayers(), "director-1", DIRECTOR)
        draw = tournament.DrawSeats(order=keeper.draw_order(), source=keeper.source)
        await said(one, "evening", draw, "house", "house")
        clock = one.server.floor.clock
        assert isinstance(clock, Still)
        clock.at += 3600
        await said(one, "evening", tournament.StartPlay(), "director-1", DIRECTOR)
        person = keeper.state.playing[0]
        out = tournament.Disqualify(person=person, why=keeper.state.terms.disqualified_for[0])
        first = await server.do("evening", out, "director-1", DIRECTOR, id="mine")
        assert isinstance(first.decision, Accepted), first.decision
        assert one.server.floor.house.streams["evening"].entries[-1].command != out
        again = await server.do("evening", out, "director-1", DIRECTOR, id="mine")
        assert again == first
        other = tournament.Disqualify(person=keeper.state.playing[1], why=out.why)
        refused = await server.do("evening", other, "director-1", DIRECTOR, id="mine")
        assert isinstance(refused.decision, Refused)
        assert refused.decision.ground == "repeated_command"

    asyncio.run(run())
