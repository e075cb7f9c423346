"""What only a store in a database has: other processes, and a connection that can be lost."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import asyncpg
import pytest

from croupier.floor.stores import Store, StoreRefused, StoreUnavailable, restore
from croupier.floor.stores.interface import LEASES, LeaseLost
from croupier.floor.stores.postgres import PostgresStore, _signals
from floor.postgres import Cluster
from floor.stores.houses import DatabaseHouse, FileHouse, Pen, outcome, whole

CUT = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
"""


@pytest.fixture
def house(postgres: Cluster) -> DatabaseHouse:
    return DatabaseHouse(postgres)


async def ask(house: DatabaseHouse, sql: str) -> list[object]:
    connection = await asyncpg.connect(house.where)
    rows = await connection.fetch(sql)
    await connection.close()
    return [row[0] for row in rows]


@asynccontextmanager
async def listening(store: Store) -> AsyncIterator[asyncio.Queue[set[str]]]:
    heard: asyncio.Queue[set[str]] = asyncio.Queue()

    async def listen() -> None:
        async for names in store.signals():
            heard.put_nowait(names)

    task = asyncio.create_task(listen())
    try:
        yield heard
    finally:
        task.cancel()


async def until(heard: asyncio.Queue[set[str]], names: set[str]) -> None:
    """Wait until all these names were heard of; nothing else may be."""
    missing = set(names)
    while missing:
        new = await asyncio.wait_for(heard.get(), 20)
        assert new <= names | {LEASES}
        missing -= new


def test_processes_hear_of_one_another(house: DatabaseHouse) -> None:
    async def test() -> None:
        async with house.opened() as one, house.opened() as two, listening(one) as at_one, listening(two) as at_two:
            odd, pen = Pen("T\0 'x' \N{BLACK SPADE SUIT}"), Pen("T1")
            await one.append([odd.line(), pen.line()])
            await until(at_two, {odd.stream, "T1"})
            many = [Pen(f"{number} {'long ' * 39}".strip()) for number in range(90)]  # more than one signal can name
            await asyncio.gather(*(two.append([other.line()]) for other in many))
            await until(at_one, {other.stream for other in many})
            for noise in ("hello", "[]", "[1, 2]", ""):  # of someone else, on the same channel
                await ask(house, f"SELECT pg_notify('croupier', '{noise}')")
            await one.append([pen.line()])
            await until(at_two, {"T1"})
            assert at_two.empty()
            assert await whole(one) == await whole(two)

    asyncio.run(test())


def test_a_signal_is_never_too_long() -> None:
    names = ["T1", "x" * 9_000, *(str(number) + "\N{BLACK SPADE SUIT}" * 190 for number in range(50))]
    signals = list(_signals("me", names))
    assert all(len(signal.encode()) < 8_000 for signal in signals)
    assert sum(signal.count("\N{BLACK SPADE SUIT}") for signal in signals) == 50 * 190
    assert not any("xxx" in signal for signal in signals)  # anyone who follows it looks by itself


def test_two_processes_and_one_number(house: DatabaseHouse) -> None:
    async def test() -> None:
        async with house.opened() as one, house.opened() as two:
            pen, other = Pen("T1"), Pen("T2")
            await one.append([pen.line(), other.line()])
            rival, ahead = pen.forked(), other.forked()
            assert await outcome(two, rival.line(words="rival")) == "kept"
            # a group of one process: what is built on the lost race fails, the rest is kept
            asked = [[pen.line()], [other.line()], [pen.line()], [Pen("T3").line()]]
            answers = await asyncio.gather(*(outcome(one, *lines) for lines in asked))
            assert answers == ["T1 is at 2 by now", "kept", "T1 is at 2 by now", "kept"]
            assert await outcome(two, ahead.line(words="late"), rival.line()) == "T2 is at 2 by now"
            assert (await whole(two))["T1"] == rival.lines[:2]

    asyncio.run(test())


def test_a_refusal_waits_for_what_is_being_written(house: DatabaseHouse) -> None:
    """A process is held up in the middle of writing a command, before it could see that another one refuses it."""

    async def test() -> None:
        async with house.opened() as one, house.opened() as two:
            pen = Pen("T1")
            await one.append([pen.line()])
            between = await asyncpg.connect(house.where)
            holding = between.transaction()
            await holding.start()
            await between.execute("INSERT INTO croupier.entries SELECT 1, 2, 0, '', '', '', ''")
            keeping = asyncio.create_task(one.append([pen.line(id="mine")]))
            held = "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
            while not await ask(house, held):
                await asyncio.sleep(0.01)
            refusing = asyncio.create_task(two.refuse("T1", "p7", "mine"))
            await asyncio.sleep(0.3)
            assert not refusing.done()
            await holding.rollback()
            await between.close()
            await keeping
            assert await refusing == 2

    asyncio.run(test())


def test_refusals_are_forgotten_after_an_hour(house: DatabaseHouse) -> None:
    async def test() -> None:
        async with house.opened() as one:
            for key in ("old", "new"):
                await one.refuse("T1", "p7", key)
            await ask(house, "UPDATE croupier.matters SET value = int8send(1) WHERE key = 'refused/p7/T1/old'")
        async with house.opened() as one:
            await one.refuse("T1", "p7", "another")
            assert set(await one.scan("")) == {"refused/p7/T1/another", "refused/p7/T1/new"}

    asyncio.run(test())


def test_units_of_work_in_any_order_never_wait_for_one_another_in_a_circle(house: DatabaseHouse) -> None:
    """Two processes are held up in the middle of the same streams, which they name in opposite orders, and then let go."""

    async def test() -> None:
        await asyncio.to_thread(house.cluster.run, f"ALTER DATABASE {house.name} SET deadlock_timeout = '1min'")
        async with house.opened() as one, house.opened() as two:
            pens = [Pen(f"T{number}") for number in range(9)]
            await one.append([pen.line() for pen in pens])
            between = await asyncpg.connect(house.where)
            holding = between.transaction()
            await holding.start()
            await between.execute("INSERT INTO croupier.entries SELECT 5, 2, 0, '', '', '', ''")
            there, back = [pen.forked() for pen in pens], [pen.forked() for pen in reversed(pens)]
            asked = [
                asyncio.create_task(outcome(one, *(pen.line(words="there") for pen in there))),
                asyncio.create_task(outcome(two, *(pen.line(words="back") for pen in back))),
            ]
            held = "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
            while len(await ask(house, held)) < 2:
                await asyncio.sleep(0.01)
            await holding.rollback()
            await between.close()
            answers = await asyncio.gather(*asked)
            assert sorted(answer == "kept" for answer in answers) == [False, True]
            kept = there if answers[0] == "kept" else back
            assert await whole(two) == {pen.stream: pen.lines for pen in kept}

    asyncio.run(test())


def test_a_stream_that_came_to_nothing_is_in_no_copy(house: DatabaseHouse, tmp_path: Path) -> None:
    async def test() -> None:
        async with house.opened() as store:
            assert await outcome(store, Pen("T1").line()._replace(number=7)) == "T1 is at 0 by now"
            await store.backup(str(tmp_path / "backup.db"))
        async with FileHouse(tmp_path).opened() as store:
            await restore(str(tmp_path / "backup.db"), store)
            assert await store.heads() == {}
            assert await outcome(store, Pen("T1").line()) == "kept"

    asyncio.run(test())


def test_two_sequencers_give_no_place_twice(house: DatabaseHouse) -> None:
    async def test() -> None:
        async with house.opened() as one, house.opened() as two:
            pens = [Pen(f"T{number}") for number in range(5)]
            await one.append([pen.line() for pen in pens for _ in range(60)])
            placed = await asyncio.gather(*(store.sequence(limit=25) for _ in range(8) for store in (one, two)))
            assert sum(placed) == 300
            leaves = await one.leaves()
            assert [leaf.place for leaf in leaves] == list(range(300))
            assert len({leaf.hash for leaf in leaves}) == 300

    asyncio.run(test())


def test_a_lost_connection_loses_the_lease_and_hints_at_everything(house: DatabaseHouse) -> None:
    async def test() -> None:
        async with house.opened() as store, listening(store) as heard:
            await store.append([Pen("T1").line(), Pen("T2").line()])
            assert store.sharing is not None
            await store.sharing.beat(b"is there", 60.0)
            (lease,) = await store.sharing.take(["one"])
            assert len(await ask(house, CUT)) >= 3
            async with house.opened() as other:
                assert other.sharing is not None
                await other.sharing.beat(b"is there", 60.0)
                while not await other.sharing.take(["one"]):
                    await asyncio.sleep(0.01)
                await until(heard, {"T1", "T2"})
                with pytest.raises(LeaseLost):
                    await store.append([Pen("T4").line()], None, lease)
                pen = Pen("T3")
                await other.append([pen.line()])
                await until(heard, {"T3"})
            assert await store.read("T3") == pen.lines

    asyncio.run(test())


def test_a_process_that_stands_still_loses_the_lease(house: DatabaseHouse) -> None:
    """Its connections stay open, as those of a stopped process do; what it writes late is refused, though its number fits."""

    async def test() -> None:
        async with house.opened() as store, house.opened() as other:
            pen = Pen("T1")
            await store.append([pen.line()])
            assert store.sharing is not None
            assert other.sharing is not None
            await store.sharing.beat(b"is there", 0.5)
            (lease,) = await store.sharing.take(["one"])
            await other.sharing.beat(b"is there", 60.0)
            assert not await other.sharing.take(["one"])
            while not (taken := await other.sharing.take(["one"])):
                await asyncio.sleep(0.05)
            with pytest.raises(LeaseLost):
                await store.append([pen.line()], None, lease)
            pen.unwritten(1)
            await other.append([pen.line()], None, *taken)

    asyncio.run(test())


def test_connections_are_cut_while_everybody_writes(house: DatabaseHouse) -> None:
    """A person who is not answered reads where the stream is and goes on: nothing acknowledged is lost, nothing appears twice."""

    async def test() -> None:
        kept: list[str] = []
        cuts: list[str] = []

        async def play(store: Store, name: str) -> None:
            pen = Pen(name)
            while pen.number < 40 or not cuts:
                line = pen.line()
                try:
                    await store.append([line])
                    kept.append(line.hash)
                except StoreUnavailable:
                    cuts.append(name)
                    while (known := await where(store, name)) is None:
                        await asyncio.sleep(0.005)
                    if known < pen.number:
                        pen.unwritten(pen.number - known)
                await asyncio.sleep(0)

        async def where(store: Store, name: str) -> int | None:
            try:
                heads = await store.heads([name])
            except StoreUnavailable:
                return None
            return heads[name].number if name in heads else 0

        async def cut() -> None:
            for _ in range(8):
                await ask(house, CUT)
                await asyncio.sleep(0.03)

        async with house.opened() as one, house.opened() as two:
            names = {f"T{number}": (one, two)[number % 2] for number in range(6)}
            await asyncio.gather(cut(), *(play(store, name) for name, store in names.items()))
            found = [line[-66:-2].decode() for lines in (await whole(one)).values() for line in lines]
            assert len(found) == len(set(found)) >= 6 * 40
            assert set(kept) <= set(found)

    asyncio.run(test())


def test_signals_and_leases_come_back_with_the_database(house: DatabaseHouse) -> None:
    async def test() -> None:
        pen = Pen("T1")
        async with house.opened() as store, listening(store) as heard:
            await store.append([pen.line()])
            assert store.sharing is not None
            await store.sharing.beat(b"is there", 60.0)
            with house.out_of_order():
                await asyncio.sleep(0)
                with pytest.raises(StoreUnavailable):
                    await store.sharing.beat(b"is there", 60.0)
                for asked in (store.read("T1"), store.heads(), store.sequence(), store.backup(f"{house.cluster.folder}/x")):
                    with pytest.raises(StoreUnavailable):
                        await asked
                with pytest.raises(StoreUnavailable):
                    await PostgresStore(house.where).start()
            await until(heard, {"T1"})
            processes, _ = await store.sharing.beat(b"is there", 60.0)
            assert processes[store.sharing.name].living
            assert await outcome(store, pen.line()) == "kept"

    asyncio.run(test())


def test_a_database_that_is_only_read_is_a_clear_state(house: DatabaseHouse) -> None:
    """As a standby is, or one whose disk an administrator protects."""

    async def test() -> None:
        pen = Pen("T1")
        async with house.opened() as store:
            await store.append([pen.line()])
            await asyncio.to_thread(house.cluster.run, f"ALTER DATABASE {house.name} SET default_transaction_read_only = on")
        store = PostgresStore(house.where)
        await store.start()
        with pytest.raises(StoreUnavailable, match="read-only"):
            await store.append([pen.forked().line()])
        assert await store.read("T1") == pen.lines
        await store.stop()

    asyncio.run(test())


def test_what_can_not_be_a_store_is_refused_in_words(house: DatabaseHouse) -> None:
    async def test() -> None:
        with pytest.raises(StoreUnavailable, match="does not exist"):
            await PostgresStore(house.cluster.url("nowhere")).start()
        await ask(house, "CREATE SCHEMA croupier")
        await ask(house, "CREATE TABLE croupier.recipes (name text)")
        with pytest.raises(StoreRefused, match="something else"):
            await PostgresStore(house.where).start()
        latin = f"{house.name}_latin"
        make = f"CREATE DATABASE {latin} TEMPLATE template0 ENCODING LATIN1"
        await asyncio.to_thread(house.cluster.run, make)
        with pytest.raises(StoreRefused, match="UTF8"):
            await PostgresStore(house.cluster.url(latin)).start()

    asyncio.run(test())


def test_many_processes_may_make_it_new_at_once(house: DatabaseHouse) -> None:
    async def test() -> None:
        stores = [PostgresStore(house.where) for _ in range(4)]
        await asyncio.gather(*(store.start() for store in stores))
        pens = [Pen("T1"), *(Pen(f"T{number}") for number in range(1, 4))]
        answers = await asyncio.gather(*(outcome(store, pen.line()) for store, pen in zip(stores, pens, strict=True)))
        assert sorted(answers) == ["T1 is at 1 by now", "kept", "kept", "kept"]
        await asyncio.gather(*(store.stop() for store in stores))

    asyncio.run(test())


STANDS_STILL = """
import asyncio, os, signal, sys
from croupier.floor.stores import schema
from croupier.floor.stores.postgres import PostgresStore

def stand_still(*given):
    os.kill(os.getpid(), signal.SIGSTOP)
    return []

schema.missing = stand_still
asyncio.run(PostgresStore(sys.argv[1]).start())
"""


@pytest.mark.slow
def test_a_process_that_stands_still_while_it_opens_keeps_no_others_from_opening(house: DatabaseHouse) -> None:
    """In the middle of looking whether there is something to bring to today's schema."""

    async def test() -> None:
        async with house.opened():
            pass
        with subprocess.Popen([sys.executable, "-c", STANDS_STILL, house.where], stderr=subprocess.PIPE, text=True) as stands:
            try:
                os.waitpid(stands.pid, os.WUNTRACED)
                async with house.opened() as store:
                    await store.append([Pen("T1").line()])
                stands.send_signal(signal.SIGCONT)
                assert "StoreUnavailable" in stands.communicate(timeout=60)[1]
            finally:
                stands.kill()

    asyncio.run(test())


def test_an_acknowledgement_means_that_it_is_written(house: DatabaseHouse) -> None:
    """The test server is told to acknowledge at once; a store does not take that over."""

    async def test() -> None:
        assert await ask(house, "SHOW synchronous_commit") == ["off"]
        store = PostgresStore(house.where)
        await store.start()
        assert await (await store._writing()).fetchval("SHOW synchronous_commit") == "on"
        async with store._connection() as connection:
            assert await connection.fetchval("SHOW synchronous_commit") == "on"
        await store.stop()

    asyncio.run(test())
