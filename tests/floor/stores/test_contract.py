"""What the floor asks of a store, asked of both."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from random import Random

import pytest

from croupier.floor.stores import Conflict, Head, Line, Store, StoreUnavailable
from croupier.floor.stores.interface import Lease, LeaseLost, RefusedBefore
from floor.stores.houses import FileHouse, House, Pen, outcome, whole


def run(house: House, test: Callable[[Store], Awaitable[None]]) -> None:
    """Run a test with a store that is open."""

    async def running() -> None:
        async with house.opened() as store:
            await test(store)

    asyncio.run(running())


# Appending


def test_entries_are_read_as_they_were_written(house: House) -> None:
    async def test(store: Store) -> None:
        first, second = Pen("Table 7"), Pen('meters "north" é', kind="meters")
        await store.append([first.line(), second.line(), first.line(at=2_000)])
        await store.append([first.line(at=3_000)])
        assert await whole(store) == {"Table 7": first.lines, 'meters "north" é': second.lines}
        assert await store.read("Table 7", after=1, limit=1) == [first.lines[1]]
        assert await store.read("Table 7", after=3) == []
        assert await store.read("nowhere") == []
        assert await store.heads(["Table 7", "nowhere"]) == {"Table 7": Head("table", 3, 3_000, first.head)}
        await store.append([])

    run(house, test)


def test_an_entry_follows_the_one_before_it(house: House) -> None:
    """Neither a number that is taken nor one that is too high is kept, and none that follows another entry of that number."""

    async def test(store: Store) -> None:
        pen = Pen("T1")
        await store.append([pen.line(), pen.line()])
        stranger = Pen("T1")
        assert await outcome(store, stranger.line(words="other")) == "T1 is at 2 by now"
        stranger.line()
        assert await outcome(store, stranger.line()) == "T1 is at 2 by now"  # the right number, after another entry
        ahead = pen.forked()
        ahead.line()
        assert await outcome(store, ahead.line()) == "T1 is at 2 by now"
        assert await outcome(store, pen.forked().line()._replace(number=4)) == "T1 is at 2 by now"
        assert await outcome(store, Pen("T2").line()._replace(number=2)) == "T2 is at 0 by now"
        gap = pen.forked()
        lines = [gap.line(), gap.line(), gap.line()]
        assert (await outcome(store, lines[0], lines[2])).startswith("T1 is at ")
        assert await whole(store) == {"T1": pen.lines}
        assert await outcome(store, pen.line()) == "kept"

    run(house, test)


def test_a_unit_of_work_is_kept_whole_or_not_at_all(house: House) -> None:
    async def test(store: Store) -> None:
        table, meters, other = Pen("table"), Pen("meters"), Pen("other")
        await store.append([table.line(), meters.line()])
        await store.append([meters.forked().line(words="rival")])
        assert await outcome(store, table.line(), other.line(), meters.line(), table.line()) == "meters is at 2 by now"
        table.unwritten(2)
        other.unwritten(1)
        found = await whole(store)
        assert found["table"] == table.lines
        assert set(found) == {"table", "meters"}
        assert await outcome(store, table.line(), other.line(), table.line()) == "kept"

    run(house, test)


def test_one_conflict_in_a_group_is_one_conflict(house: House) -> None:
    """Of what is committed together only that fails which does not fit, and what was built on it."""

    async def test(store: Store) -> None:
        pens = [Pen(f"T{number}") for number in range(6)]
        await store.append([pen.line() for pen in pens])
        rival = pens[2].forked()
        asked = [[pens[0].line()], [rival.line(words="rival")], [pens[1].line(), pens[2].line(), pens[3].line()]]
        asked += [[pens[3].line()], [rival.line()], [pens[4].line()], [pens[5].line()], [pens[4].line(), pens[5].line()]]
        answers = await asyncio.gather(*(outcome(store, *lines) for lines in asked))
        assert answers == ["kept"] * 2 + ["T2 is at 2 by now", "T3 is at 1 by now"] + ["kept"] * 4
        for pen, number in ((pens[1], 1), (pens[3], 2)):
            pen.unwritten(number)
        pens[2] = rival
        assert await whole(store) == {pen.stream: pen.lines for pen in pens}

    run(house, test)


def test_a_command_is_kept_once(house: House) -> None:
    async def test(store: Store) -> None:
        pen, other = Pen("T1"), Pen("T2")
        await store.append([pen.line(id="c1"), pen.line(), pen.line(), other.line(id="c1")])
        assert [await store.answered(*asked) for asked in (("T1", "c1"), ("T2", "c1"))] == [1, 1]
        assert [await store.answered(*asked) for asked in (("T1", "c2"), ("T3", "c1"), ("T1", ""))] == [0, 0, 0]
        asked = [other.line(id="c2"), pen.forked().line(id="c1"), Pen("T3").line(id="c1")]
        answers = await asyncio.gather(*(outcome(store, line) for line in asked))
        assert answers == ["kept", "T1 is at 3 by now", "kept"]
        assert (await whole(store))["T1"] == pen.lines

    run(house, test)


def test_a_command_that_was_refused_is_never_kept(house: House) -> None:
    """Not what comes later, nor what is in the same group; other people's, and those of other streams, are."""

    async def test(store: Store) -> None:
        pen, other = Pen("T1"), Pen("T2")
        await store.append([pen.line(id="c1")])
        assert [await store.refuse("T1", "p7", key) for key in ("c1", "c2", "c2")] == [1, 0, 0]
        with pytest.raises(RefusedBefore):
            await store.append([pen.line(id="c2")])
        pen.unwritten(1)
        first = store.append([pen.line(id="c3")])
        refused = store.append([other.line(id="c4"), pen.forked().line(id="c2")])
        outcomes = await asyncio.gather(first, refused, return_exceptions=True)
        assert [type(outcome) for outcome in outcomes] == [type(None), RefusedBefore]
        other.unwritten(1)
        await store.append([other.line(id="c2"), pen.line(id="c2", person="p8")])
        assert await whole(store) == {"T1": pen.lines, "T2": other.lines}

    run(house, test)


def test_whether_a_command_was_refused_or_kept_is_one_answer(house: House) -> None:
    """It is refused at the moment at which another task, or another process, keeps it: one of the two has come first."""

    async def test() -> None:
        async with AsyncExitStack() as opened:
            one = await opened.enter_async_context(house.opened())
            two = await opened.enter_async_context(house.opened()) if house.others else one
            pen, chance, kept = Pen("T1"), Random(5), 0
            for number in range(60):
                line = pen.line(id=f"c{number}")
                keeping = asyncio.create_task(one.append([line]))
                await asyncio.sleep(chance.choice((0.0, 0.0005, 0.001, 0.002)))
                answered = await two.refuse("T1", "p7", f"c{number}")
                try:
                    await keeping
                except RefusedBefore:
                    pen.unwritten(1)
                    assert answered == 0
                else:
                    assert answered == line.number
                    kept += 1
            assert kept > 0
            assert await whole(one) == {"T1": pen.lines}

    asyncio.run(test())


def test_many_at_once(house: House) -> None:
    async def test(store: Store) -> None:
        pens = [Pen(f"T{number}") for number in range(20)]

        async def play(pen: Pen) -> None:
            for _ in range(15):
                await store.append([pen.line(words="x" * 400)])

        await asyncio.gather(*map(play, pens))
        assert await whole(store) == {pen.stream: pen.lines for pen in pens}

    run(house, test)


def test_a_hurried_writer_does_not_wait_for_each_answer(house: House) -> None:
    """More than one commit takes, asked for at once: kept in the order in which it was asked for."""

    async def test(store: Store) -> None:
        pens = [Pen("T1"), Pen("T2")]
        asked = [[pen.line() for pen in pens] for _ in range(1_500)]
        await asyncio.gather(*map(store.append, asked))
        assert await whole(store) == {pen.stream: pen.lines for pen in pens}

    run(house, test)


def test_rivals_lose_nothing(house: House) -> None:
    """Writers who race for the same streams, with units of work over several: what was acknowledged is there, once."""

    async def test() -> None:
        names = [f"T{number}" for number in range(4)]
        kept: list[str] = []

        async def play(store: Store, seed: int) -> None:
            chance, made = Random(seed), 0
            while made < 12:
                streams = chance.sample(names, chance.randint(1, 3))
                heads = await store.heads(streams)
                lines: list[Line] = []
                for name in streams:
                    pen = Pen(name)
                    if name in heads:
                        pen.number, pen.head = heads[name].number, heads[name].hash
                    lines.append(pen.line(id=f"{seed}-{made}"))
                if await outcome(store, *lines) == "kept":
                    kept.extend(line.hash for line in lines)
                    made += 1

        async with AsyncExitStack() as stack:
            stores = [await stack.enter_async_context(house.opened()) for _ in range(3 if house.others else 1)]
            await asyncio.gather(*(play(stores[seed % len(stores)], seed) for seed in range(9)))
            found = [line[-66:-2].decode() for lines in (await whole(stores[0])).values() for line in lines]
            assert sorted(found) == sorted(kept)

    asyncio.run(test())


def test_who_stops_waiting_takes_nothing_back(house: House) -> None:
    async def test(store: Store) -> None:
        pen = Pen("T1")
        impatient = asyncio.create_task(store.append([pen.line()]))
        patient = asyncio.create_task(store.append([pen.line()]))
        await asyncio.sleep(0)
        impatient.cancel()
        await patient
        assert impatient.cancelled()
        assert await whole(store) == {"T1": pen.lines}

    run(house, test)


def test_odd_words_are_kept_and_impossible_ones_hurt_nobody_else(house: House) -> None:
    async def test(store: Store) -> None:
        odd, other = Pen("T\0 \\0 'x' \N{BLACK SPADE SUIT}"), Pen("T2")
        await store.append([odd.line(id="a\0b", person="p\0\\7")])
        assert await store.answered(odd.stream, "a\0b") == 1
        assert await store.answered(odd.stream, "a\\0b") == 0
        bad = odd.forked().line()._replace(id="\ud800")
        answers = await asyncio.gather(
            store.append([other.line()]), store.append([bad]), store.append([other.line()]), return_exceptions=True
        )
        assert [answers[0], answers[2]] == [None, None]
        assert isinstance(answers[1], Exception)
        assert not isinstance(answers[1], (Conflict, StoreUnavailable))
        assert await outcome(store, odd.line()) == "kept"
        assert await whole(store) == {odd.stream: odd.lines, "T2": other.lines}

    run(house, test)


# Stopping and going on


def test_stopping_finishes_what_was_asked(house: House) -> None:
    async def test() -> None:
        pen = Pen("T1")
        async with house.opened() as store:
            asked = [asyncio.create_task(store.append([pen.line()])) for _ in range(50)]
            await asyncio.sleep(0)
        await asyncio.gather(*asked)
        for late in (store.append([pen.forked().line()]), store.read("T1"), store.put("a", b"")):
            with pytest.raises(StoreUnavailable):
                await late
        async with house.opened() as store:
            assert await whole(store) == {"T1": pen.lines}
            assert await outcome(store, pen.line()) == "kept"

    asyncio.run(test())


def test_it_goes_on_when_it_can_be_written_again(house: House) -> None:
    """While the disk is full, or the database gone, nothing is acknowledged and nothing is half-done; afterwards all is well."""

    async def test(store: Store) -> None:
        pens = [Pen("T1"), Pen("T2")]
        for _ in range(20):
            await store.append([pen.line(words="x" * 3_000) for pen in pens])
        await store.put("key", b"before")
        with house.out_of_order():
            ahead = [pen.forked() for pen in pens]
            asked = [[pen.line(words="y" * 90_000) for pen in ahead], [ahead[0].line()], [ahead[1].line()]]
            answers = await asyncio.gather(*map(store.append, asked), return_exceptions=True)
            assert {type(answer) for answer in answers} == {StoreUnavailable}
            with pytest.raises(StoreUnavailable):
                await store.put("key", b"after" * 30_000)
            with pytest.raises(StoreUnavailable):
                await store.save_snapshot("T1", 20, b"s" * 90_000)
            if isinstance(house, FileHouse):  # what is there can still be read
                assert await whole(store) == {pen.stream: pen.lines for pen in pens}
        assert await whole(store) == {pen.stream: pen.lines for pen in pens}
        assert await store.get("key") == b"before"
        assert await store.snapshots() == {}
        assert await outcome(store, *[pen.line() for pen in pens]) == "kept"
        assert await whole(store) == {pen.stream: pen.lines for pen in pens}

    run(house, test)


# Snapshots


def test_snapshots_open_the_house(house: House) -> None:
    async def test(store: Store) -> None:
        long, short, new = Pen("long"), Pen("short"), Pen("new")
        await store.append([*(long.line() for _ in range(9)), short.line(), new.line(), new.line()])
        await store.save_snapshot("long", 4, b"at 4")
        await store.save_snapshot("short", 1, b"at 1")
        assert await store.snapshots() == {"long": (4, b"at 4"), "short": (1, b"at 1")}
        assert await store.snapshots(["long", "new", "nowhere"]) == {"long": (4, b"at 4")}
        assert await store.read("long", after=4) == long.lines[4:]
        await store.save_snapshot("long", 3, b"at 3")  # of someone who was slow
        before = await store.snapshots()
        assert before["long"] == (4, b"at 4")
        await store.save_snapshot("long", 8, b"at 8")
        assert (await store.snapshots())["long"] == (8, b"at 8")
        assert await store.read("long", after=8) == long.lines[8:]

    run(house, test)


def test_no_snapshot_of_what_is_not_kept(house: House) -> None:
    async def test(store: Store) -> None:
        pen = Pen("T1")
        await store.append([pen.line()])
        for name, number in (("T1", 2), ("T2", 1)):
            with pytest.raises(Conflict):
                await store.save_snapshot(name, number, b"ahead")
        assert await store.snapshots() == {}

    run(house, test)


# Rows


def test_a_row_is_kept_with_its_entry_or_not_at_all(house: House) -> None:
    async def test(store: Store) -> None:
        one, two = Pen("one"), Pen("two")
        lines = [one.line(), one.line()._replace(summary=b"one at 2"), two.line()._replace(summary=b"two at 1"), two.line()]
        await store.append(lines)
        assert await store.summaries() == {"one": (2, b"one at 2"), "two": (1, b"two at 1")}
        late = one.forked()
        await store.append([one.line()._replace(summary=b"one at 3")])
        assert await outcome(store, late.line()._replace(summary=b"of somebody who was slow")) == "one is at 3 by now"
        assert await store.summaries(["one", "nowhere"]) == {"one": (3, b"one at 3")}
        await store.append([one.line()._replace(summary=b"one at 4"), one.line()])
        assert await store.summaries(["one"]) == {"one": (4, b"one at 4")}

    run(house, test)


def test_of_two_rows_the_one_of_the_later_entry_stays(house: House) -> None:
    async def test(store: Store) -> None:
        pen = Pen("T1")
        await store.append([pen.line(), pen.line()])
        assert await store.summaries() == {}
        await store.save_summaries({"T1": (2, b"made again")})
        await store.save_summaries({"T1": (1, b"of somebody who was slow")})
        assert await store.summaries() == {"T1": (2, b"made again")}
        await store.append([pen.line()._replace(summary=b"with its entry")])
        await store.save_summaries({"T1": (2, b"of somebody who was slow")})
        assert await store.summaries() == {"T1": (3, b"with its entry")}

    run(house, test)


# Small matters


def test_small_matters(house: House) -> None:
    async def test(store: Store) -> None:
        odd = ["a/1", "a/%", "a/_\\", "a/\0", "a/\N{BLACK SPADE SUIT}", f"a/{chr(0x10FFFF)}", "a0", "a", "b/1", "A/1"]
        for key in odd:
            await store.put(key, key.encode())
        assert await store.scan("a/") == {key: key.encode() for key in sorted(odd) if key.startswith("a/")}
        assert list(await store.scan("")) == sorted(odd)
        assert await store.scan("a/_") == {"a/_\\": b"a/_\\"}
        assert await store.scan(f"a/{chr(0x10FFFF)}") == {f"a/{chr(0x10FFFF)}": f"a/{chr(0x10FFFF)}".encode()}
        assert await store.scan("c") == await store.scan(chr(0x10FFFF)) == {}
        await store.put("a/1", b"\0new")
        assert [await store.get("a/1"), await store.get("a/2")] == [b"\0new", None]
        assert sorted(await asyncio.gather(*(store.delete("a/1") for _ in range(3)))) == [False, False, True]
        assert await store.get("a/1") is None

    run(house, test)


def test_everything_at_once(house: House) -> None:
    """Entries, snapshots, small matters and places, asked for together: anyone who asks in vain keeps nobody else."""

    async def test(store: Store) -> None:
        pens = [Pen(f"T{number}") for number in range(5)]
        await store.append([pen.line() for pen in pens])
        asked: list[Awaitable[object]] = [store.append([pen.line()]) for pen in pens]
        asked += [store.save_snapshot(pen.stream, 1, b"one") for pen in pens]
        asked += [store.save_snapshot("T0", 99, b"ahead"), store.append([Pen("T1").line()]), store.put("\ud800", b"")]
        asked += [store.put(f"key {number}", b"value") for number in range(9)]
        asked += [store.sequence(), store.delete("key 3")]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        assert [type(answer) for answer in answers[10:12]] == [Conflict, Conflict]
        assert isinstance(answers[12], Exception)
        assert not any(isinstance(answer, Exception) for answer in answers[:10] + answers[13:])
        assert await whole(store) == {pen.stream: pen.lines for pen in pens}
        assert await store.snapshots() == {pen.stream: (1, b"one") for pen in pens}
        assert len(await store.scan("key ")) in (8, 9)  # the last two were asked for at the same time
        assert await store.get("key 8") == b"value"
        assert len(await store.leaves()) == answers[22]

    run(house, test)


# The order of the house


def test_each_entry_has_one_place(house: House) -> None:
    """Places have no gaps, each entry has one, and those of a stream are in its order, while others go on writing."""

    async def test(store: Store) -> None:
        pens = [Pen(f"T{number}") for number in range(12)]

        async def play(pen: Pen) -> None:
            for number in range(12):
                back = 5_000 if number == 3 else 0
                await store.append([pen.line(at=back), pen.line()])

        placed = 0

        async def place() -> None:
            nonlocal placed
            for _ in range(10):
                placed += await store.sequence(limit=13)

        assert await store.sequence() == 0
        await asyncio.gather(place(), *map(play, pens))
        while more := await store.sequence(limit=50):
            assert more <= 50
            placed += more
        leaves = await store.leaves()
        assert [leaf.place for leaf in leaves] == list(range(placed))
        for pen in pens:
            own = [(leaf.number, leaf.hash) for leaf in leaves if leaf.stream == pen.stream]
            assert own == [(number, line[-66:-2].decode()) for number, line in enumerate(pen.lines, 1)]
        assert placed == 12 * 24
        assert await store.leaves(100, 7) == leaves[100:107]
        assert await store.leaves(placed) == []
        await store.append([pens[0].line()])
        assert await store.leaves(placed) == []

    run(house, test)


def test_places_stay(house: House) -> None:
    async def test() -> None:
        pens = [Pen(f"T{number}") for number in range(3)]
        async with house.opened() as store:
            await store.append([pen.line() for pen in pens for _ in range(4)])
            assert await store.sequence(limit=5) == 5
            before = await store.leaves()
        async with house.opened() as store:
            assert await store.leaves() == before
            await store.append([pen.line() for pen in pens])
            assert await store.sequence() == 10
            assert (await store.leaves())[:5] == before
            assert len({leaf.hash for leaf in await store.leaves()}) == 15

    asyncio.run(test())


def test_one_process_has_a_lease(house: House) -> None:
    async def test() -> None:
        async with house.opened() as store:
            assert (store.sharing is not None) == house.others
            if store.sharing is None:
                return
            await store.sharing.beat(b"is there", 5.0)
            (one,) = await store.sharing.take(["one"])
            assert one == Lease("one", store.sharing.name, 1)
            async with house.opened() as other:
                assert other.sharing is not None
                processes, leases = await other.sharing.beat(b"is there too", 5.0)
                assert {name: (each.living, each.says) for name, each in processes.items()} == {
                    store.sharing.name: (True, b"is there"),
                    other.sharing.name: (True, b"is there too"),
                }
                assert leases == {"one": one}
                (two,) = await other.sharing.take(["one", "two"])
                assert two.name == "two"
                await other.sharing.give({"one": other.sharing.name})  # that is not its own
                await store.sharing.give({"one": other.sharing.name})
                given = Lease("one", other.sharing.name, 2)
                assert (await store.sharing.beat(b"is there", 5.0))[1] == {"one": given, "two": two}
            assert not (await store.sharing.beat(b"is there", 5.0))[0][given.owner].living
            assert await store.sharing.take(["one", "two"]) == [Lease("one", one.owner, 3), Lease("two", one.owner, 2)]

    asyncio.run(test())


def test_what_is_written_under_a_lease_that_has_changed_hands_is_refused(house: House) -> None:
    """In a group with others, which are kept, and though its number fits."""

    async def test() -> None:
        async with house.opened() as store:
            if store.sharing is None:
                await store.append([Pen("T1").line()], None, Lease("one", "", 7))  # one process, and nothing to ask
                return
            await store.sharing.beat(b"is there", 5.0)
            one, two = await store.sharing.take(["one", "two"])
            mine, yours, nobodys = Pen("T1"), Pen("T2"), Pen("T3")
            await asyncio.gather(store.append([mine.line()], None, one), store.append([yours.line()], None, two))
            await store.sharing.give({"one": "another"})
            answers = await asyncio.gather(
                store.append([mine.line()], None, one),
                store.append([yours.line()], None, two),
                store.append([nobodys.line()]),
                return_exceptions=True,
            )
            assert [type(answer) for answer in answers] == [LeaseLost, type(None), type(None)]
            mine.unwritten(1)
            again = mine.line()
            with pytest.raises(LeaseLost):
                await store.append([again], None, one)
            assert (await store.heads(["T1"]))["T1"].number == 1
            await store.put("a", b"1", two)
            with pytest.raises(LeaseLost):
                await store.put("a", b"2", one)
            assert await store.get("a") == b"1"

    asyncio.run(test())


def test_signals_end_with_the_store(house: House) -> None:
    async def test() -> None:
        heard: list[set[str]] = []

        async def listen(store: Store) -> None:
            async for names in store.signals():
                heard.append(names)

        async with house.opened() as store:
            listening = asyncio.create_task(listen(store))
            await store.append([Pen("T1").line()])
            assert not listening.done()
        await listening
        assert heard == []  # one's own entries are no news

    asyncio.run(test())


# An evening


@pytest.mark.parametrize("seed", [1, 2])
def test_an_evening_of_everything(house: House, seed: int) -> None:
    """Whatever is asked in whatever order, the store says what a dictionary would."""

    async def test() -> None:
        chance = Random(seed)
        pens = [Pen(f"T{number}") for number in range(5)]
        matters: dict[str, bytes] = {}
        snapshots: dict[str, tuple[int, bytes]] = {}
        placed = total = 0
        for _ in range(3):
            async with house.opened() as store:
                for _ in range(40):
                    pen = chance.choice(pens)
                    match chance.randrange(9):
                        case 0:
                            key = f"{chance.choice('ab')}/{chance.randrange(5)}"
                            matters[key] = chance.randbytes(chance.randrange(20))
                            await store.put(key, matters[key])
                        case 1:
                            key = f"{chance.choice('ab')}/{chance.randrange(5)}"
                            matters.pop(key, None)
                            await store.delete(key)
                        case 2 if pen.number:
                            number = chance.randint(1, pen.number)
                            await store.save_snapshot(pen.stream, number, str(number).encode())
                            if number > snapshots.get(pen.stream, (0, b""))[0]:
                                snapshots[pen.stream] = number, str(number).encode()
                        case 3:
                            more = await store.sequence(limit=chance.randint(1, 10))
                            assert (more > 0) == (placed < total)
                            placed += more
                        case 4 if pen.number:
                            wrong = pen.forked()
                            wrong.unwritten(1)
                            assert await outcome(store, wrong.line(words="other")) == f"{pen.stream} is at {pen.number} by now"
                        case _:
                            lines = [chance.choice(pens).line() for _ in range(chance.randint(1, 6))]
                            total += len(lines)
                            await store.append(lines)
                assert await whole(store) == {pen.stream: pen.lines for pen in pens if pen.lines}
                assert await store.scan("") == matters
                assert await store.scan("a/") == {key: value for key, value in matters.items() if key.startswith("a/")}
                assert await store.snapshots() == snapshots
                assert len(await store.leaves()) == placed

    asyncio.run(test())
