"""How processes share the work: each section has one of them, it moves within seconds, and an old owner writes nothing."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, strategies as st

from croupier.floor.clock import Clock
from croupier.floor.dealing import Dealer, Pace, TableSettings
from croupier.floor.floor import Answer, Floor
from croupier.floor.orders import Order, Orders
from croupier.floor.sections import LASTS, OURS, SECTIONS, Sections, section_of, shared_out
from croupier.floor.stores import store_of
from croupier.floor.stores.interface import LeaseLost, StoreUnavailable, presence
from croupier.floor.stores.postgres import PostgresStore
from croupier.kernel.decisions import Accepted
from croupier.kernel.entries import encode
from croupier.poker import commands as poker
from croupier.poker.rules import Options
from floor.memory import Board, Desk, MemoryStore
from floor.postgres import Cluster, postgres  # noqa: F401
from floor.stores.houses import Pen

NAMES = ("a", "b", "c", "d", "e")


@given(st.lists(st.sampled_from(["", "gone", *NAMES]), min_size=64, max_size=64), st.sets(st.sampled_from(NAMES), min_size=1))
def test_sections_are_shared_out_evenly_and_as_few_as_possible_move(owners: list[str], living: set[str]) -> None:
    before = dict(zip(SECTIONS, owners, strict=True))
    after = shared_out(before, living)
    assert after.keys() == before.keys()
    many, had = Counter(after.values()), Counter(owner for owner in owners if owner in living)
    assert many.keys() <= living
    assert sum(many.values()) == 64
    assert max(many[name] for name in living) - min(many[name] for name in living) <= 1
    assert sum(before[section] == owner for section, owner in after.items()) == sum(min(had[name], many[name]) for name in living)
    assert shared_out(after, living) == after


class House:
    """Processes at one board, and time that passes where it is let."""

    def __init__(self, *names: str) -> None:
        self.board = Board()
        self.desks = {name: Desk(self.board, name) for name in names}
        store = MemoryStore()
        self.all = {name: Sections(store.beside(self.desks[name]), lambda: self.board.now) for name in names}

    def owners(self) -> Counter[str]:
        """How many sections each may act in; no section has two."""
        found = [name for name, one in self.all.items() for section in SECTIONS if one.lease(section) is not None]
        for section in SECTIONS:
            assert sum(one.lease(section) is not None for one in self.all.values()) <= 1
        return Counter(found)

    async def turn(self, *names: str) -> None:
        for name in names:
            await self.all[name].join()
            self.owners()


def run(work: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(work())  # type: ignore[arg-type]


def test_who_comes_gets_a_share_and_who_leaves_gives_it_at_once() -> None:
    async def work() -> None:
        house = House("a", "b", "c")
        await house.turn("a")
        assert house.owners() == {"a": 64}
        await house.turn("b", "a", "b")
        assert house.owners() == {"a": 32, "b": 32}
        await house.turn("c", "a", "b", "c")
        assert sorted(house.owners().values()) == [21, 21, 22]
        await house.all["a"].leave()
        await house.turn("b", "c")
        assert house.owners() == {"b": 32, "c": 32}
        await house.turn("a")  # it has left, and takes nothing more
        await house.all["b"].leave()
        await house.turn("c")
        assert house.owners() == {"c": 64}
        await house.all["c"].leave()  # nobody else is there: what is left to do is its own
        assert house.owners() == {"c": 64}
        house.board.now += OURS
        assert house.owners() == {}

    run(work)


def test_who_hangs_has_stopped_before_others_begin() -> None:
    async def work() -> None:
        house = House("a", "b")
        await house.turn("a", "b", "a", "b")
        since = house.board.now
        while house.owners() != {"b": 64}:
            house.board.now += 0.25
            await house.turn("b")
            assert house.owners()["a"] == (32 if house.board.now - since < OURS else 0)
        assert LASTS <= house.board.now - since <= LASTS + 1
        assert house.all["b"].shares().owners == {"b": list(range(64))}
        assert house.all["b"].shares().without == {}
        await house.turn("a", "b", "a")
        assert house.owners() == {"a": 32, "b": 32}

    run(work)


def test_what_one_that_hangs_has_left_does_not_wait_for_another_that_hangs() -> None:
    """It is there for the others a while longer, and should have a share of what the first one had."""

    async def work() -> None:
        house = House("a", "b", "c")
        for _ in range(3):
            await house.turn("a", "b", "c")
        since = house.board.now
        had = [section for section in SECTIONS if house.all["a"].lease(section) is not None]
        while not all(house.all["c"].lease(section) for section in had):
            house.board.now += 0.25
            if house.board.now <= since + 4.0:
                await house.turn("b")
            await house.turn("c")
        assert len(had) in (21, 22)
        assert house.board.now - since <= LASTS + 1.5

    run(work)


def test_without_the_store_nothing_is_begun_and_what_was_had_comes_back() -> None:
    async def work() -> None:
        house = House("a")
        await house.turn("a")
        house.desks["a"].failing = True
        house.board.now += OURS - 0.1
        await house.turn("a")
        assert house.owners() == {"a": 64}
        house.board.now += 0.2
        assert house.owners() == {}
        assert all(map(house.all["a"].has, SECTIONS))  # it goes on planning
        house.desks["a"].failing = False
        house.board.now += 60.0
        await house.turn("a")
        assert house.owners() == {"a": 64}

    run(work)


@pytest.mark.parametrize("seed", range(20))
def test_no_section_ever_has_two_processes(seed: int) -> None:
    """Four that come, hang and leave as they like: after each step at most one may act in a section, and soon one does."""

    async def work() -> None:
        chance, house = Random(seed), House("a", "b", "c", "d")
        hanging = dict.fromkeys(house.all, 0.0)
        for _ in range(200):
            house.board.now += chance.uniform(0.0, 0.5)
            for name in chance.sample(sorted(house.all), 4):
                if chance.random() < 0.02:
                    hanging[name] = house.board.now + chance.uniform(0.0, 20.0)
                if house.board.now >= hanging[name]:
                    await house.turn(name)
        for _ in range(12):
            house.board.now += 1.0
            await house.turn(*house.all)
        assert house.owners() == dict.fromkeys("abcd", 16)

    run(work)


def test_a_tournament_and_its_tables_are_in_one_section() -> None:
    async def work() -> None:
        floor = Floor(MemoryStore())
        await floor.open()
        await floor.transact(lambda: floor.house.open_tournament("cup", "crown-holdem") and None)
        signs = Options(tournament="cup")
        await floor.transact(lambda: floor.house.open_table("one", "crown-holdem", signs) and None)
        await floor.transact(lambda: floor.house.open_table("two", "crown-holdem", signs) and None)
        await floor.transact(lambda: floor.house.open_table("three", "crown-holdem") and None)
        assert floor.section("one") == floor.section("two") == floor.section("cup") == section_of("cup")
        assert floor.section("three") == section_of("three")

    run(work)


class Steady(Clock):
    """The clock of a board."""

    def __init__(self, board: Board) -> None:
        self.board = board
        super().__init__()

    def wall(self) -> float:
        return 1_800_000_000.0 + self.board.now

    def steady(self) -> float:
        return self.board.now


async def two_floors(board: Board) -> tuple[Floor, Floor]:
    """A poker table with two people in two processes; the first one has all sections."""
    store = MemoryStore()
    one = Floor(store.beside(Desk(board, "one")), Steady(board))
    await one.open()
    await one.transact(lambda: one.house.open_table("t1", "crown-holdem") and None)
    for seat in (1, 2):
        await one.do("t1", poker.TakeSeat(seat=seat, chips=200_00), person=f"p{seat}", by=seat)
    other = Floor(store.beside(Desk(board, "other")), Steady(board))
    await other.open()
    await one.sections.join()
    return one, other


def test_a_step_of_an_old_owner_is_refused_though_its_number_fits() -> None:
    """Nothing has happened at the table since: only that it is another process's to deal now."""

    async def work() -> None:
        board = Board()
        one, other = await two_floors(board)
        dealer = Dealer(one)
        dealer.settings["t1"] = TableSettings(pace=Pace(between=0, step=0, wagering=0, asking=0))
        before = one.house.streams["t1"].number
        lease = one.lease("t1")
        assert lease is not None
        board.now += LASTS + 1  # the first one hangs between having its lease and writing
        await other.sections.join()
        assert other.lease("t1") is not None
        with pytest.raises(LeaseLost):
            await one.transact(lambda: dealer._given(one.house.tables["t1"]), concerns="t1", under=lease)
        await dealer._step("t1", 0.0)  # by its own clock it does not even try
        assert (await one.store.heads())["t1"].number == before
        assert one.counts["leases_lost"] >= 1
        await one.sections.join()
        board.now += 1.0
        await one.do("t1", poker.LeaveSeat(seat=1), person="p1", by=1)  # a person's act is for any process
        assert (await one.store.heads())["t1"].number > before

    run(work)


def test_who_stood_still_keeps_nothing_that_it_was_given_before() -> None:
    """A player's act, decided and on its way when the process stopped; meanwhile its sender was refused elsewhere."""

    async def work() -> None:
        board = Board()
        one, other = await two_floors(board)
        stands, append = asyncio.Event(), one.store.append

        async def late(*given: Any) -> None:
            await stands.wait()
            await append(*given)

        one.store.append = late  # type: ignore[assignment,method-assign]
        leaves = asyncio.create_task(one.do("t1", poker.LeaveSeat(seat=1), person="p1", by=1, id="once"))
        await asyncio.sleep(0)
        board.now += LASTS
        await other.sections.join()
        await one.sections.join()  # it goes on, and says so before anything else
        stands.set()
        with pytest.raises(LeaseLost):
            await leaves
        with pytest.raises(StoreUnavailable, match="out of touch"):  # what waited to be read
            await one.do("t1", poker.LeaveSeat(seat=1), person="p1", by=1, id="once")
        assert await one.store.answered("t1", "once") == 0
        board.now += 1.0
        answer = await one.do("t1", poker.LeaveSeat(seat=1), person="p1", by=1, id="once")
        assert answer.number == await other.store.answered("t1", "once")
        board.now += OURS
        with pytest.raises(StoreUnavailable, match="out of touch"):  # it has not looked at anything yet
            await one.do("t1", poker.LeaveSeat(seat=2), person="p2", by=2)

    run(work)


def test_a_process_whose_time_was_over_comes_back_as_another(postgres: Cluster) -> None:  # noqa: F811
    """What it writes late under its old name is refused, also in a group with what it may write."""

    where = postgres.new_database()

    async def work() -> None:
        one = store_of(where)
        await one.start()
        assert one.sharing is not None
        await one.sharing.beat(b"is there", 5.0)
        first, pen, late = presence(one.sharing.name), Pen("T1"), Pen("T2")
        await one.append([pen.line()], None, first)
        await one.put("a", b"1", first)
        await one.sharing.beat(b"is there", 0.0)
        refused = await asyncio.gather(
            one.append([late.line()], None, first), one.append([pen.line()]), one.put("a", b"2", first), return_exceptions=True
        )
        assert [type(answer) for answer in refused] == [LeaseLost, type(None), LeaseLost]
        await one.sharing.beat(b"is there", 5.0)
        second = presence(one.sharing.name)
        assert second != first
        late.unwritten(1)
        with pytest.raises(LeaseLost):
            await one.append([late.line()], None, first)
        late.unwritten(1)
        await one.append([late.line()], None, second)
        await one.put("a", b"3", second)
        assert (await one.get("a"), (await one.heads())["T1"].number, (await one.heads())["T2"].number) == (b"3", 2, 1)
        await one.stop()

    run(work)


def test_leases_are_given_while_others_write_under_them(postgres: Cluster) -> None:  # noqa: F811
    """In whatever order: nobody waits for the other in a circle."""

    where = postgres.new_database()

    async def work() -> None:
        one, other, third = (PostgresStore(where) for _ in range(3))
        for store in (one, other, third):
            await store.start()
            await store.beat(b"is there", 60.0)
        names = [f"section/{number:02d}" for number in range(64)]
        await one.take(names)
        await one.give({names[0]: other.name})
        await other.give({names[0]: one.name})  # its row is the last one now
        leases = (await one.beat(b"is there", 60.0))[1]
        pens = {name: Pen(name) for name in names}
        async with third._connection() as holds, holds.transaction():
            await holds.execute("SELECT FROM leases WHERE name = 'section/32' FOR UPDATE")
            given = asyncio.create_task(one.give(dict.fromkeys(reversed(names), other.name)))
            await asyncio.sleep(0.3)
            written = [asyncio.create_task(other.append([pens[name].line()], None, leases[name])) for name in names]
            await asyncio.sleep(1.3)  # who began to wait has looked for a circle by then
        await given
        found = await asyncio.gather(*written, return_exceptions=True)
        assert {type(answer) for answer in found} <= {LeaseLost, type(None)}
        assert {lease.owner for lease in (await one.beat(b"is there", 60.0))[1].values()} == {other.name}
        for store in (one, other, third):
            await store.stop()

    run(work)


async def with_choice(board: Board) -> tuple[Floor, Floor, Order]:
    """Two processes, and what a player has chosen for the next hand in the first, of whose seat the other has not heard."""
    one, other = await two_floors(board)
    await other.catch_up()
    await one.do("t1", poker.TakeSeat(seat=3, chips=200_00), person="p3", by=3)
    command = msgspec.Raw(encode(poker.Straddle(seat=3)))
    order = Order(id="s1", stream="t1", person="p3", capacity=3, at=0, command=command)
    await Orders(one).add(order)
    return one, other, order


def test_what_a_player_has_chosen_is_not_dropped_by_a_process_that_is_behind() -> None:
    async def work() -> None:
        board = Board()
        one, other, _ = await with_choice(board)
        await Orders(other).give_due()
        assert await one.store.scan("order/")
        board.now += LASTS + 1
        await other.sections.join()  # now the section is its own, and it still has to hear of the seat
        await Orders(other).give_due()
        assert await one.store.scan("order/")
        await other.do("t1", poker.LeaveSeat(seat=3), person="p3", by=3)
        await Orders(other).give_due()
        assert await one.store.scan("order/") == {}

    run(work)


def test_an_old_owner_does_not_bring_back_an_order_that_was_given_meanwhile() -> None:
    """It was refused here, and then the process stopped before that was noted."""

    async def work() -> None:
        board = Board()
        one, other = await two_floors(board)
        command = msgspec.Raw(encode(poker.TakeSeat(seat=1, chips=200_00)))
        order = Order(id="o1", stream="t1", person="p1", capacity=1, at=int(one.clock.now()), command=command)
        orders, first = Orders(one), one._first_answer
        await orders.add(order)

        async def stops(*given: Any) -> Answer | None:
            answer = await first(*given)
            board.now += LASTS + 1
            await other.sections.join()
            await other.store.delete("order/o1")  # as the one does who has given it
            return answer

        one._first_answer = stops  # type: ignore[assignment,method-assign]
        with pytest.raises(LeaseLost):
            await orders.give_due()
        assert await one.store.scan("order/") == {}

    run(work)


def test_orders_are_given_by_the_process_that_has_the_section() -> None:
    async def work() -> None:
        board = Board()
        one, other = await two_floors(board)
        orders = [Orders(one), Orders(other)]
        command = msgspec.Raw(encode(poker.LeaveSeat(seat=1)))
        order = Order(id="o1", stream="t1", person="p1", capacity=1, at=int(one.clock.now()), command=command)
        await orders[1].add(order)
        await orders[1].give_due()
        number = one.house.streams["t1"].number
        assert (await other.store.heads())["t1"].number == number
        await orders[0].give_due()
        assert (await other.store.heads())["t1"].number == number + 1
        assert await other.store.scan("order/") == {}

    run(work)


def test_processes_on_a_database_share_the_work_within_a_second(postgres: Cluster) -> None:  # noqa: F811
    """They hear of one another: nobody waits for the next look. One that leaves has given everything before it is gone."""
    where = postgres.new_database()

    async def opened() -> Floor:
        floor = Floor(store_of(where))
        await floor.open()
        floor.run(floor.listen(), "listening")
        floor.run(floor.sections.run(), "sections")
        return floor

    async def shared(**many: Floor) -> float:
        began = time.monotonic()
        while any(sum(map(floor.sections.has, SECTIONS)) != 64 // len(many) for floor in many.values()):
            assert time.monotonic() - began < 20
            await asyncio.sleep(0.01)
        return time.monotonic() - began

    async def work() -> None:
        one = await opened()
        await shared(one=one)
        other = await opened()
        assert await shared(one=one, other=other) < 1.0
        lease = one.lease("people") or other.lease("people")
        await one.close()
        assert await shared(other=other) < 1.0
        taken = other.lease("people")
        assert lease is not None
        assert taken is not None
        assert taken.fence == lease.fence + (lease.owner != taken.owner)
        await other.close()

    run(work)


def test_one_process_alone_asks_nobody() -> None:
    async def work() -> None:
        floor = Floor(MemoryStore())
        await floor.open()
        await floor.sections.join()
        await floor.sections.run()  # there is nothing to do
        assert floor.alone("anything")
        assert floor.lease("people") is not None
        assert floor.sections.shares() == ({}, {})

    run(work)


def test_what_nobody_here_looks_at_is_read_later_or_when_it_is_asked_for() -> None:
    """A table of another process: its entries are put off, and there for anyone who asks, follows or acts."""

    async def work() -> None:
        board = Board()
        one, other = await two_floors(board)
        await other.catch_up()
        await other.memory.hold("t1")
        known = other.house.streams["t1"]

        async def grown() -> int:
            """One more entry at the table, of which the other process has heard."""
            answer = await one.do("t1", poker.AddChips(seat=1, chips=10_00), person="p1", by=1)
            assert isinstance(answer.decision, Accepted)
            assert not other._needed("t1")
            other._unread.add("t1")
            return one.house.streams["t1"].number

        number = await grown()
        assert known.number == number - 1
        await other.settled("t1")
        assert known.number == number
        number = await grown()
        async with other.following(["t1"]):
            assert known.number == number
            assert other._needed("t1")
        number = await grown()
        await other.do("t1", poker.LeaveSeat(seat=2), person="p2", by=2)
        assert known.number == number + 1
        assert other.counts["conflicts"] == 0
        assert other._needed("people")

    run(work)
