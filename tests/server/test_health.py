"""Whether the house is well, as it says itself: it says so only while commands are kept and tables are dealt."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from croupier.floor import dealing
from croupier.floor.dealing import Pace, TableSettings
from croupier.floor.floor import Floor
from croupier.floor.stores.interface import Basis, Conflict, Line, StoreUnavailable
from croupier.kernel.decisions import Refused
from croupier.stud import commands as stud
from croupier.stud.rules import Options
from floor.memory import MemoryStore
from server.calling import Called, Listening, Still
from server.test_two_processes import GAME, said

FAST = TableSettings(pace=Pace(antes=0, closing=0, deciding=1, between=0, step=0, wagering=0, asking=0))


class Entries(MemoryStore):
    """A store that takes small matters, and entries as it likes: `entries` fails, hangs or conflicts."""

    entries: Callable[[], Awaitable[None]] | None = None

    async def append(self, lines: Sequence[Line], on: Basis | None = None) -> None:
        if self.entries is not None:
            await self.entries()
        await super().append(lines, on)


class Shared(Entries):
    """One that two processes have; `holder` has all leases."""

    holder: Called | None = None

    def __init__(self) -> None:
        super().__init__(shared=True)


async def with_table(folder: Path, store: MemoryStore) -> Called:
    called = await Called(folder / "key", store=store).open()
    await called.demo.people()
    await called.demo.open_table("crown-1", GAME, Options(places=3), FAST)
    return called


async def full() -> None:
    raise StoreUnavailable("the disk is full")


async def faster() -> None:
    raise Conflict("crown-1", 1)


async def health(called: Called) -> tuple[int, dict[str, object]]:
    found = await called.ask("GET", "/healthz")
    assert found.json["well"] == (found.status == 200)
    return found.status, found.json


def later(called: Called, seconds: float) -> float:
    clock = called.server.floor.clock
    assert isinstance(clock, Still)
    clock.at += seconds
    return clock.at


@pytest.mark.parametrize("fails", [full, faster])
def test_it_does_not_say_that_it_writes_while_commands_are_not_kept(tmp_path: Path, fails: Callable[[], Awaitable[None]]) -> None:
    """Small matters can be written all the while, as where a log has room for one page more."""

    async def run() -> None:
        store = Entries()
        called = await with_table(tmp_path, store)
        store.entries = fails
        for _ in range(3):
            body = {"command": {"do": "take-seat", "seat": 1, "chips": 100_00}}
            lost = await called.ask("POST", "/api/streams/crown-1/commands", "player-1", body)
            assert lost.status == 503
            await called.server.floor.look_for_store()
            status, found = await health(called)
            assert (status, found["store"] == "writes") == (503, False)
            later(called, 1.0)
        store.entries = None
        await asyncio.sleep(0.5)
        assert (await called.ask("POST", "/api/streams/crown-1/commands", "player-1", body)).status == 200
        assert await health(called) == (200, (await health(called))[1])

    asyncio.run(run())


@pytest.mark.parametrize(("host", "told"), [("127.0.0.1", True), ("house.example", False)])
def test_where_the_house_has_its_files_is_said_to_this_machine_alone(tmp_path: Path, host: str, told: bool) -> None:
    async def run() -> None:
        store = Entries()
        called = await with_table(tmp_path, store)
        called.server.config = replace(called.server.config, http=replace(called.server.config.http, names=(host,)))

        async def lost() -> None:
            raise StoreUnavailable("/srv/casino/house.db: disk I/O error")

        store.entries = lost
        body = {"command": {"do": "take-seat", "seat": 1, "chips": 100_00}}
        lost_too = await called.ask("POST", "/api/streams/crown-1/commands", "player-1", body)
        scope, _ = await called._request("GET", "/healthz", "", None)
        scope["headers"] = [(b"host", host.encode())]
        listening = Listening()
        listening.begin(called.app, scope)
        await called.quiet()
        found = await listening.end()
        assert b'"well":false' in found
        assert (b"/srv/casino" in found) == told
        assert b"/srv/casino" not in lost_too.body

    asyncio.run(run())


def test_it_does_not_say_that_it_writes_while_the_store_does_not_come_back(tmp_path: Path) -> None:
    async def run() -> None:
        store = Entries()
        called = await with_table(tmp_path, store)
        stuck = asyncio.Event()

        async def hang() -> None:
            await stuck.wait()

        store.entries = hang
        sits = asyncio.create_task(
            called.server.floor.do("crown-1", stud.TakeSeat(seat=1, chips=100_00), person="player-1", by=1)
        )
        await called.quiet()
        assert (await health(called))[0] == 200
        later(called, 4.0)
        status, found = await health(called)
        assert (status, found["store"]) == (503, "the store has not answered for 4 seconds")
        stuck.set()
        await sits
        assert (await health(called))[0] == 200

    asyncio.run(run())


def test_a_store_that_can_only_be_read_is_found_out_though_nobody_asks_anything_of_it(tmp_path: Path) -> None:
    async def run() -> None:
        class ReadOnly(MemoryStore):
            async def put(self, key: str, value: bytes) -> None:
                if self.failing:
                    raise StoreUnavailable(self.failing)
                await super().put(key, value)

            def _working(self) -> None: ...

        store = ReadOnly()
        called = await with_table(tmp_path, store)
        store.failing = "the disk is full"
        later(called, 20.0)
        await called.server.floor.look_for_store()
        assert (await health(called))[0] == 503

    asyncio.run(run())


async def with_antes(called: Called) -> None:
    await said(called, "crown-1", stud.TakeSeat(seat=1, chips=100_00), "player-1", 1)
    await said(called, "crown-1", stud.PlaceAnte(seat=1, amount=10_00), "player-1", 1)


def test_a_house_whose_steps_are_refused_is_not_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        called = await with_table(tmp_path, MemoryStore())
        await with_antes(called)
        monkeypatch.setattr(dealing.Dealer, "_house", lambda self, table: dealing.Step(later(called, 0), lambda: no, "deal"))
        no = Refused("nothing_open", "there is nothing open")
        deals = asyncio.create_task(called.server.dealer.run())
        await called.quiet()
        assert (await health(called))[0] == 200
        monkeypatch.setattr(dealing.Dealer, "_house", lambda self, table: dealing.Step(1_800_000_000.0, lambda: no, "deal"))
        later(called, 6.0)
        called.server.floor.publish({"crown-1"})
        await called.quiet()
        later(called, 20.0)
        status, found = await health(called)
        assert (status, found["dealing"], found["well"]) == (503, ["crown-1"], False)
        monkeypatch.setattr(dealing.Dealer, "_house", lambda self, table: None)
        called.server.floor.publish({"crown-1"})
        await called.quiet()
        assert (await health(called))[0] == 200  # it is for people to go on
        deals.cancel()

    asyncio.run(run())


def test_a_house_that_nobody_deals_is_not_well_in_any_process(tmp_path: Path) -> None:
    """The process that had the dealer's hand hangs, or nobody has it; while it deals, the others trust what it says."""

    async def run() -> None:
        store = Shared()
        one, other = await with_table(tmp_path, store), await Called(tmp_path / "key", store=store).open()
        holds = {one: True, other: False}

        class Floors(Floor):
            async def alone(self, part: str) -> bool:
                return next(held for called, held in holds.items() if called.server.floor is self)

        for called in (one, other):
            called.server.floor.__class__ = Floors
        deals = [asyncio.create_task(called.server.dealer.run()) for called in (one, other)]
        await with_antes(one)
        await other.server.floor.catch_up()
        for _ in range(30):
            for called in (one, other):
                later(called, 1.0)
                called.server.floor.publish({"crown-1"})
                await called.quiet()
                await called.server.floor.catch_up()
            assert (await health(other))[0] == 200
        table = other.server.floor.house.tables["crown-1"]
        assert table.state.phase == "wagers"  # the round is over: its player was folded for
        await said(one, "crown-1", stud.PlaceAnte(seat=1, amount=10_00), "player-1", 1)
        holds[one] = False
        deals[0].cancel()
        for called in (one, other):
            await called.server.floor.catch_up()
            await called.quiet()
        for _ in range(40):
            later(other, 1.0)
            other.server.floor.publish({"crown-1"})
            await other.quiet()
        status, found = await health(other)
        assert (status, found["dealing"]) == (503, ["crown-1"])
        holds[other] = True
        for _ in range(30):
            later(other, 1.0)
            other.server.floor.publish({"crown-1"})
            await other.quiet()
        assert (await health(other))[0] == 200
        deals[1].cancel()

    asyncio.run(run())
