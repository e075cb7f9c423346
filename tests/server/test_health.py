"""Whether the house is well, as it says itself: it says so only while commands are kept and tables are dealt."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from croupier.floor import dealing
from croupier.floor.dealing import Pace, TableSettings
from croupier.floor.stores.interface import Basis, Conflict, Lease, Line, StoreUnavailable
from croupier.kernel.decisions import Refused
from croupier.stud import commands as stud
from croupier.stud.rules import Options
from floor.memory import Board, Desk, MemoryStore
from server.calling import Called, Listening, Still
from server.test_two_processes import GAME, said

FAST = TableSettings(pace=Pace(antes=0, closing=0, deciding=1, between=0, step=0, wagering=0, asking=0))


class Entries(MemoryStore):
    """A store that takes small matters, and entries as it likes: `entries` fails, hangs or conflicts."""

    entries: Callable[[], Awaitable[None]] | None = None

    async def append(self, lines: Sequence[Line], on: Basis | None = None, under: Lease | None = None) -> None:
        if self.entries is not None:
            await self.entries()
        await super().append(lines, on, under)


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
            async def put(self, key: str, value: bytes, under: Lease | None = None) -> None:
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
        called.server.floor.followers.publish({"crown-1"})
        await called.quiet()
        later(called, 20.0)
        status, found = await health(called)
        assert (status, found["dealing"], found["well"]) == (503, ["crown-1"], False)
        monkeypatch.setattr(dealing.Dealer, "_house", lambda self, table: None)
        called.server.floor.followers.publish({"crown-1"})
        await called.quiet()
        assert (await health(called))[0] == 200  # it is for people to go on
        deals.cancel()

    asyncio.run(run())


def test_a_section_that_no_process_has_stands_still_and_says_so_everywhere(tmp_path: Path) -> None:
    """The process that deals hangs: for some seconds nobody knows, then others deal. Where they cannot, the house is not well."""

    async def run() -> None:
        store, board = MemoryStore(), Board()
        one = await with_table(tmp_path, store.beside(Desk(board, "one")))
        other = await Called(tmp_path / "key", store=store.beside(Desk(board, "other"))).open()
        await one.server.floor.sections.join()
        await other.server.floor.sections.join()
        for called in (one, other, one):
            await called.server.floor.sections.join()
        status, found = await health(other)
        shares = {name: len(numbers) for name, numbers in found["sections"].items()}  # type: ignore[attr-defined]
        assert (status, found["process"], shares, found["without"]) == (200, "other", {"one": 32, "other": 32}, {})

        async def pass_by(seconds: float, *beating: Called) -> None:
            for called in (one, other):
                later(called, seconds)
            board.now += seconds
            for called in beating:
                await called.server.floor.sections.join()

        async def cannot(names: Sequence[str]) -> list[Lease]:
            raise StoreUnavailable("it cannot be written")

        sharing = other.server.floor.store.sharing
        assert isinstance(sharing, Desk)
        sharing.take = cannot  # type: ignore[method-assign]
        for _ in range(6):
            await pass_by(1.0, other)
        status, found = await health(other)
        assert status == 200
        assert len(found["without"]) == 32  # type: ignore[arg-type]
        assert set(found["without"].values()) == {other.server.floor.clock.now() - 6}  # type: ignore[attr-defined]
        for _ in range(5):
            await pass_by(1.0, other)
        assert (await health(other))[0] == 503
        del sharing.take
        await pass_by(1.0, other)
        status, found = await health(other)
        assert (status, found["sections"], found["without"]) == (200, {"other": list(range(64))}, {})

    asyncio.run(run())


def test_a_process_that_stood_still_keeps_no_commands_and_says_so_until_it_is_back(tmp_path: Path) -> None:
    """Until it has looked who is there, and then for as long as it takes to read what was sent to it meanwhile."""

    async def run() -> None:
        store, board = MemoryStore(), Board()
        one = await with_table(tmp_path, store.beside(Desk(board, "one")))
        await one.server.floor.sections.join()
        body = {"command": {"do": "take-seat", "seat": 1, "chips": 100_00}, "id": "once"}
        await one.token("player-1")
        board.now += 60.0
        for passes in (60.0, 0.0):
            later(one, passes)
            lost = await one.ask("POST", "/api/streams/crown-1/commands", "player-1", body)
            status, found = await health(one)
            assert (lost.status, lost.json["ground"], status) == (503, "store_unavailable", 503)
            assert "out of touch" in str(found["store"])
            await one.server.floor.sections.join()
        later(one, 1.0)
        assert await health(one) == (200, (await health(one))[1])
        assert (await one.ask("POST", "/api/streams/crown-1/commands", "player-1", body)).status == 200

    asyncio.run(run())


def test_a_process_that_deals_nothing_of_what_is_due_is_said_by_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        store, board = MemoryStore(), Board()
        one = await with_table(tmp_path, store.beside(Desk(board, "one")))
        other = await Called(tmp_path / "key", store=store.beside(Desk(board, "other"))).open()
        for called in (one, other, one, other):
            await called.server.floor.sections.join()
        section = one.server.floor.section("crown-1")
        dealing, looking = (one, other) if one.server.floor.sections.has(section) else (other, one)
        await with_antes(one)
        await other.server.floor.catch_up()
        monkeypatch.setattr(dealing.server.dealer, "_deal", lambda: asyncio.sleep(0))
        deals = asyncio.create_task(dealing.server.dealer.run())
        await dealing.quiet()
        for called in (one, other):
            later(called, 30.0)
        for called in (dealing, looking):
            await called.server.floor.sections.join()
        for called in (dealing, looking):
            status, found = await health(called)
            assert (status, found["dealing"]) == (503, ["crown-1"])
        deals.cancel()

    asyncio.run(run())
