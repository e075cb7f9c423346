"""Streams that are loaded when someone needs them, and let go of when nobody does."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Mapping, Sequence
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from croupier.floor import memory
from croupier.floor.dealing import Dealer, Pace, TableSettings
from croupier.floor.floor import Floor
from croupier.floor.house import CAGE, PEOPLE
from croupier.floor.stores.interface import StoreUnavailable
from croupier.jackpots.commands import OpenSystem
from croupier.jackpots.systems import Terms
from croupier.kernel.decisions import Accepted
from croupier.kernel.errors import NotHeld
from croupier.poker import commands as poker
from croupier.stud import commands as stud
from croupier.tables.purses import Money
from croupier.tables.summary import Summary, summary_of
from floor.memory import Board, Desk, MemoryStore
from floor.test_sections import two_floors
from simulation.houses import HOUSES, Furnishing

GAME = "crown-caribbean-stud"
SIGN = stud.DisplaySign(says="minimum", amount=20_00)
RANK = "TG Area Manager"


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(work)


async def opened(store: MemoryStore, *tables: str) -> Floor:
    floor = Floor(store)
    await floor.open()
    for name in tables:
        await floor.transact(lambda name=name: floor.house.open_table(name, GAME) and None)  # type: ignore[misc]
    return floor


def here(floor: Floor, name: str) -> bool:
    return floor.house.streams.here(name) is not None


def row(store: MemoryStore, name: str) -> Summary:
    return msgspec.json.decode(store.rows[name][1], type=Summary)


async def sits(floor: Floor, name: str, seat: int = 1) -> None:
    answer = await floor.do(name, stud.TakeSeat(seat=seat, chips=500_00), person=f"p{seat}", by=seat)
    assert isinstance(answer.decision, Accepted)


def test_a_house_is_opened_without_tables_at_which_nothing_goes_on() -> None:
    async def work() -> None:
        store = MemoryStore()
        before = await opened(store, "busy", "empty")
        await sits(before, "busy")
        again = await opened(store)
        assert here(again, "busy")
        assert not here(again, "empty")
        assert set(again.house.at_a_glance()) == {"busy", "empty"}
        with pytest.raises(NotHeld):
            again.house.table("empty")
        with pytest.raises(Exception, match="already taken"):
            await again.transact(lambda: again.house.open_table("empty", GAME) and None)
        await sits(again, "empty")
        assert here(again, "empty")
        assert row(store, "empty") == summary_of(again.house.streams["empty"])

    run(work())


def test_prize_meters_are_there_for_tables_that_are_not_in_memory() -> None:
    """A new house has tables that nobody has looked at, and its first prize meter is opened before the first round."""

    async def work() -> None:
        store = MemoryStore()
        before = await opened(store, "empty")
        assert before.house.casinos.keys() == {GAME}
        again = await opened(store)
        assert not here(again, "empty")
        assert again.house.casinos.keys() == {GAME}
        terms = Terms(game=GAME, cost=1_00, seed=10_000_00, option=1)
        opens = OpenSystem(system="main", terms=terms, tables=("empty",))
        answer = await again.do(f"meters-{GAME}", opens, person="m1", by="Chief Executive Officer")
        assert isinstance(answer.decision, Accepted), answer.decision

    run(work())


def test_a_house_without_rows_gets_them_when_it_is_opened() -> None:
    """As an earlier version has kept it, or another version has written them."""

    async def work() -> None:
        store = MemoryStore()
        before = await opened(store, "one", "two", "three")
        kept = dict(store.rows)
        del store.rows["one"]
        other = replace(row(store, "two"), code="another version", places=3)
        store.rows["two"] = other.number, msgspec.json.encode(other)
        behind = replace(row(store, "three"), number=1)  # its last entry was written by one that knows no rows
        store.rows["three"] = 1, msgspec.json.encode(behind)
        again = await opened(store)
        assert {name: again.house.row(name) for name in kept} == {name: before.house.row(name) for name in kept}
        assert {name: store.rows[name] for name in ("one", "two", "three")} == {
            name: kept[name] for name in ("one", "two", "three")
        }
        assert not here(again, "one")

    run(work())


def test_what_nobody_needs_is_let_go_of_and_what_somebody_needs_is_not() -> None:
    async def work() -> None:
        floor = await opened(MemoryStore(), "busy", "seen", "used", "idle")
        await sits(floor, "busy")
        async with floor.following(["seen"]), floor.memory.holding("used"):
            floor.memory.unused = 0.0
            floor.memory.let_go()
            assert [here(floor, name) for name in ("busy", "seen", "used", "idle")] == [True, True, True, False]
            assert here(floor, PEOPLE)
            assert here(floor, CAGE)
            assert floor.house.casinos[GAME].tables.here("idle") is None
        floor.memory.let_go()
        assert not here(floor, "seen")
        assert not here(floor, "used")

    run(work())


def test_of_many_tables_the_longest_unused_go() -> None:
    async def work() -> None:
        floor = await opened(MemoryStore(), "a", "b", "c")
        for name in ("c", "a", "b"):
            await floor.memory.hold(name)
        floor.memory.held = 2
        floor.memory.let_go()
        assert [here(floor, name) for name in ("a", "b", "c")] == [True, True, False]

    run(work())


class Slow(MemoryStore):
    """Writes, or reads, only once it is let."""

    def __init__(self) -> None:
        super().__init__()
        self.may_write, self.may_read = asyncio.Event(), asyncio.Event()
        self.may_write.set()
        self.may_read.set()

    async def append(self, *given: Any) -> None:
        await self.may_write.wait()
        await super().append(*given)

    async def snapshots(self, streams: Sequence[str] = ()) -> dict[str, tuple[int, bytes]]:
        found = await super().snapshots(streams)
        await self.may_read.wait()
        return found


def test_a_table_whose_entry_is_on_its_way_stays() -> None:
    async def work() -> None:
        store = Slow()
        floor = await opened(store, "t")
        store.may_write.clear()
        giving = asyncio.create_task(floor.do("t", SIGN, person="m", by=RANK))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        floor.memory.unused = 0.0
        floor.memory.let_go()
        assert here(floor, "t")
        store.may_write.set()
        assert isinstance((await giving).decision, Accepted)
        floor.memory.let_go()
        assert not here(floor, "t")
        assert row(store, "t").signs[0].amount == 20_00

    run(work())


def test_a_command_at_a_table_that_goes_meanwhile_is_decided_on_what_is_kept() -> None:
    async def work() -> None:
        store = Slow()
        floor = await opened(store, "t")
        floor.memory.let_go(["t"])
        store.may_read.clear()
        two = [asyncio.create_task(floor.do("t", SIGN, person="m", by=RANK, id=f"sign {number}")) for number in range(2)]
        await asyncio.sleep(0.01)
        floor.memory.let_go(["t"])
        store.may_read.set()
        answers = [await one for one in two]
        assert [answer.number for answer in answers] == sorted({answer.number for answer in answers})
        assert len(store.lines["t"]) == floor.number("t")

    run(work())


def test_a_unit_of_work_over_streams_of_which_one_is_not_loaded() -> None:
    """Its first half was entered in memory when the other table was missed: nothing of that stays."""

    async def work() -> None:
        store = MemoryStore()
        floor = await opened(store, "one", "two")
        floor.memory.let_go(["two"])
        before = floor.house.streams["one"].head

        def both() -> None:
            for name in ("one", "two"):
                table = floor.house.streams[name]
                assert isinstance(table.do(SIGN, by=RANK, person="m"), Accepted)

        await floor.transact(both)
        assert [row(store, name).signs[0].amount for name in ("one", "two")] == [20_00, 20_00]
        assert [floor.number(name) for name in ("one", "two")] == [len(store.lines[name]) for name in ("one", "two")]
        assert store.lines["one"][-2].hash == before  # it was entered once

    run(work())


def test_a_table_that_cannot_be_loaded_fails_who_asks_and_nobody_else() -> None:
    async def work() -> None:
        store = MemoryStore()
        floor = await opened(store, "one", "two")
        floor.memory.let_go(["one"])
        store.failing = "the disk is gone"
        with pytest.raises(StoreUnavailable):
            await floor.memory.hold("one")
        store.failing = ""
        await sits(floor, "one")
        await sits(floor, "two")

    run(work())


def test_a_table_whose_record_is_broken_is_set_aside_and_nobody_waits_for_it() -> None:
    async def work() -> None:
        store = MemoryStore()
        floor = await opened(store, "one", "two")
        for name in ("one", "two"):
            await sits(floor, name)
        last = store.lines["one"][-1]
        store.lines["one"][-1] = last._replace(line=last.line.replace(b"50000", b"60000"))
        again = await opened(store)
        assert set(again.aside) == {"one"}
        with pytest.raises(StoreUnavailable, match="one cannot be read"):
            await again.do("one", SIGN, person="m", by=RANK)
        await sits(again, "two", seat=2)

    run(work())


def test_nothing_is_kept_of_names_that_were_asked_for() -> None:
    async def work() -> None:
        floor = await opened(MemoryStore(), "t")
        for name in ("t", "nowhere"):
            async with floor.memory.holding(name), floor.memory.holding(name):
                assert floor.memory._pinned[name] == 2
            await floor.memory.hold(name)
        assert not floor.memory._pinned
        assert "nowhere" not in floor.memory._used

    run(work())


def test_who_joins_while_a_table_is_loaded_misses_nothing() -> None:
    """Another process goes on at the table between its being read here and its being there."""

    async def work() -> None:
        board = Board()
        one, other = await two_floors(board)
        assert not here(other, "t1")
        read, may, snapshots = asyncio.Event(), asyncio.Event(), other.store.snapshots

        async def slowly(streams: Sequence[str] = ()) -> dict[str, tuple[int, bytes]]:
            found = await snapshots(streams)
            read.set()
            await may.wait()
            return found

        since = other.store.sharing.since  # type: ignore[union-attr]

        async def old(numbers: Mapping[str, int]) -> dict[str, list[bytes]]:
            found = await since(numbers)
            if not may.is_set():
                read.set()
                await may.wait()
            return found

        other.store.sharing.since = old  # type: ignore[union-attr,method-assign]

        async def follow() -> int:
            async with other.following(["t1"]):
                return other.number("t1")

        following = asyncio.create_task(follow())
        await read.wait()
        await one.do("t1", poker.AddChips(seat=1, chips=10_00), person="p1", by=1)
        may.set()
        assert await following == one.number("t1") == len(one.store.lines["t1"])  # type: ignore[attr-defined]

    run(work())


def test_a_process_follows_the_rows_of_what_it_does_not_hold() -> None:
    async def work() -> None:
        board = Board()
        one, other = await two_floors(board)
        await one.do("t1", poker.LeaveSeat(seat=2), person="p2", by=2)
        async with other.following(["*"]) as follower:
            await other.catch_up({"t1"})
            assert await follower.wait(0.1) == {"t1"}
        assert not here(other, "t1")
        assert other.house.row("t1") == one.house.row("t1")
        assert other.house.at_a_glance()["t1"].people == {1: "p1"}

    run(work())


def test_a_table_at_which_something_begins_is_loaded_where_it_is_dealt() -> None:
    """Someone sits down by way of a process that does not deal there."""

    async def work() -> None:
        board, store = Board(), MemoryStore()
        one, other = (Floor(store.beside(Desk(board, name))) for name in ("one", "other"))
        await one.open()
        await one.sections.join()
        await one.transact(lambda: one.house.open_table("t", "crown-holdem") and None)
        one.memory.let_go(["t"])
        await other.open()
        await other.do("t", poker.TakeSeat(seat=1, chips=200_00), person="p1", by=1)
        assert not here(one, "t")
        assert one._needed("t")
        await one.catch_up({"t"})
        assert here(one, "t")

    run(work())


def test_a_dealer_gets_the_tables_of_a_section_that_changes_hands() -> None:
    async def work() -> None:
        board = Board()
        one, other = await two_floors(board)
        dealer = Dealer(other)
        dealer.settings["t1"] = TableSettings(pace=Pace(between=0, step=0, wagering=0, asking=0))
        assert not here(other, "t1")
        async with other.following(["leases/"]) as follower:
            board.now += 20.0
            await other.sections.join()
            assert other.lease("t1") is not None
            while "t1" not in await follower.wait(1.0) or not here(other, "t1"):
                pass
        dealer._plan("t1")
        assert "t1" in dealer.due
        other.memory.let_go(["t1"])
        assert here(other, "t1")  # it is dealt here
        assert one.house.row("t1") == other.house.row("t1")

    run(work())


@pytest.mark.parametrize("rows", [True, False], ids=["with rows", "without rows"])
def test_a_house_opens_however_few_streams_are_read_at_a_time(monkeypatch: pytest.MonkeyPatch, rows: bool) -> None:
    """The cage needs the register and a table its tournament, whichever of them is read first."""

    async def work() -> None:
        store = MemoryStore()
        before = Floor(store)
        await before.open()
        before.house.link_all(Money(before.house))
        furnishing = Furnishing(before)
        await furnishing.staff()
        await HOUSES["everything"](furnishing)
        assert furnishing.clients
        if not rows:
            store.rows.clear()
        monkeypatch.setattr(memory, "SOME", 1)
        after = Floor(store)
        await after.open()
        for name, stream in before.house.streams.items():
            await after.memory.hold(name)
            assert after.house.streams[name].state == stream.state, name
        assert after.house.casinos.keys() == before.house.casinos.keys()
        for name, tables in before.house.tournaments.items():
            assert after.house.tournaments[name].tables.keys() == tables.tables.keys()
        assert after.house.room is not None
        assert before.house.room is not None
        assert after.house.room.tables.keys() == before.house.room.tables.keys()

    run(work())
