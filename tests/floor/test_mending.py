"""What was decided and could not be kept is gone from memory, and can be done once the store is back."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from croupier.books import book_of
from croupier.floor.floor import Floor
from croupier.floor.house import PEOPLE
from croupier.floor.stores.interface import StoreUnavailable
from croupier.jackpots.commands import OpenSystem
from croupier.kernel.actors import HOUSE
from croupier.kernel.decisions import Accepted
from croupier.kernel.streams import CODE
from croupier.people.commands import RegisterPerson
from croupier.stud.commands import TakeSeat
from croupier.tables.house_terms import terms_for_play
from floor.memory import MemoryStore

GAME = "crown-caribbean-stud"
METERS = f"meters-{GAME}"
OPENINGS: dict[str, Callable[[Floor], object]] = {
    "a table": lambda floor: floor.house.open_table("one", GAME),
    "the room": lambda floor: floor.house.open_room(),
}


async def opened(store: MemoryStore) -> Floor:
    floor = Floor(store)
    await floor.open()
    return floor


@pytest.mark.parametrize("what", OPENINGS)
def test_what_could_not_be_opened_is_opened_later(what: str) -> None:
    async def run() -> None:
        store = MemoryStore()
        floor = await opened(store)
        known = set(floor.house.streams)
        store.failing = "the disk is full"
        with pytest.raises(StoreUnavailable):
            await floor.transact(lambda: OPENINGS[what](floor) and None)
        store.failing = ""
        await asyncio.sleep(0.5)
        assert set(floor.house.streams) - {METERS} == known
        assert floor.house.room is None
        await floor.transact(lambda: OPENINGS[what](floor) and None)
        again = await opened(store)
        assert {name: stream.head for name, stream in again.house.streams.items()}.items() <= {
            name: stream.head for name, stream in floor.house.streams.items()
        }.items()

    asyncio.run(run())


def test_meters_whose_first_entry_was_not_kept_are_as_new() -> None:
    async def run() -> None:
        store = MemoryStore()
        floor = await opened(store)
        await floor.transact(lambda: floor.house.open_table("one", GAME) and None)
        opening = OpenSystem(system="linked", terms=terms_for_play(GAME, 5_00), tables=("one",))
        rank = book_of(GAME).title_page.ranks[-1]
        store.failing = "the disk is full"
        with pytest.raises(StoreUnavailable):
            await floor.do(METERS, opening, person="p1", by=rank)
        store.failing = ""
        await asyncio.sleep(0.5)
        assert floor.house.streams[METERS].number == 0
        assert not floor.house.casinos[GAME].tables["one"].state.options.jackpot
        answer = await floor.do(METERS, opening, person="p1", by=rank)
        assert isinstance(answer.decision, Accepted)
        assert floor.house.casinos[GAME].wrong() == []

    asyncio.run(run())


def test_a_register_whose_first_entry_was_not_kept_is_as_new() -> None:
    async def run() -> None:
        store = MemoryStore()
        floor = await opened(store)
        registering = RegisterPerson(person="p7", name="p7")
        store.failing = "the disk is full"
        with pytest.raises(StoreUnavailable):
            await floor.do(PEOPLE, registering, person=HOUSE, by=HOUSE)
        store.failing = ""
        await asyncio.sleep(0.5)
        assert floor.house.people.state.people == {}
        answer = await floor.do(PEOPLE, registering, person=HOUSE, by=HOUSE)
        assert isinstance(answer.decision, Accepted)

    asyncio.run(run())


def test_a_lost_store_is_said_at_once_and_found_again() -> None:
    async def run() -> None:
        store = MemoryStore()
        floor = await opened(store)
        await floor.transact(lambda: floor.house.open_table("one", GAME) and None)
        before = floor.house.streams["one"].head
        store.failing = "the database is gone"
        for _ in range(3):
            with pytest.raises(StoreUnavailable, match="gone"):
                await floor.do("one", TakeSeat(seat=1, chips=100_00), person="p1", by=1)
        assert floor.unavailable
        store.failing = ""
        await floor.look_for_store()
        assert not floor.unavailable
        await floor.settled("one")
        assert floor.house.streams["one"].head == before
        answer = await floor.do("one", TakeSeat(seat=1, chips=100_00), person="p1", by=1, id="a")
        again = await floor.do("one", TakeSeat(seat=1, chips=100_00), person="p1", by=1, id="a")
        assert answer == again
        assert answer.number == floor.house.streams["one"].number

    asyncio.run(run())


def test_a_command_comes_again_when_its_entry_is_not_at_hand_any_more() -> None:
    async def run() -> None:
        store = MemoryStore()
        floor = await opened(store)
        await floor.transact(lambda: floor.house.open_table("one", GAME) and None)
        first = await floor.do("one", TakeSeat(seat=1, chips=100_00), person="p1", by=1, id="a")
        table = floor.house.streams["one"]
        table.forget(table.rest())
        assert table.entries == []
        assert await floor.do("one", TakeSeat(seat=1, chips=100_00), person="p1", by=1, id="a") == first
        other = await floor.do("one", TakeSeat(seat=2, chips=100_00), person="p1", by=1, id="a")
        assert not isinstance(other.decision, Accepted)

    asyncio.run(run())


@pytest.mark.parametrize("other", ["another version", "cut off", "of an earlier entry"])
def test_a_snapshot_that_is_of_no_use_is_not_used(other: str) -> None:
    """What an older version has made, or nobody can read: the stream is read from its first entry."""

    async def run() -> None:
        store = MemoryStore()
        floor = await opened(store)
        await floor.transact(lambda: floor.house.open_table("one", GAME) and None)
        table = floor.house.streams["one"]
        early = table.snapshot()
        await floor.do("one", TakeSeat(seat=1, chips=100_00), person="p1", by=1, id="a")
        number, snapshot = table.number, table.snapshot()
        store.kept["one"] = {
            "another version": (number, snapshot.replace(b'"code":"%s"' % CODE.encode(), b'"code":"0.0.9"')),
            "cut off": (number, snapshot[:-20]),
            "of an earlier entry": (number, early),
        }[other]
        assert store.kept["one"][1] != snapshot
        again = (await opened(store)).house.streams["one"]
        assert (again.head, again.state, again.answered("a")) == (table.head, table.state, number)

    asyncio.run(run())


def test_a_snapshot_is_of_what_is_kept() -> None:
    """One that is due while a command is on its way waits for it; where that is not kept, it is no part of the snapshot."""

    async def run() -> None:
        store = MemoryStore()
        floor = await opened(store)
        await floor.transact(lambda: floor.house.open_table("one", GAME) and None)
        table = floor.house.streams["one"]
        store.failing = "the disk is full"
        sitting = asyncio.create_task(floor.do("one", TakeSeat(seat=1, chips=100_00), person="p1", by=1))
        snapping = asyncio.create_task(floor.saved.snapshot("one", table, least=1))
        await asyncio.wait({sitting})
        assert isinstance(sitting.exception(), StoreUnavailable)
        store.failing = ""
        await snapping
        number, snapshot = store.kept["one"]
        assert number == len(store.lines["one"])
        assert type(table).reopen(table.engine, snapshot).head == store.lines["one"][-1].hash

    asyncio.run(run())
