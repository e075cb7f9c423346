"""Two processes on one store: what one of them is told, the other knows; and what is due waits for its moment and its table."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import msgspec
import pytest

from croupier.books import book_of
from croupier.floor.dealing import Pace, TableSettings
from croupier.floor.house import PEOPLE
from croupier.floor.orders import Order
from croupier.floor.stores import store_of
from croupier.floor.stores.interface import Head, Lease, StoreUnavailable
from croupier.kernel.decisions import Refused
from croupier.kernel.entries import encode
from croupier.kernel.events import Command
from croupier.kernel.links import Ask, Link
from croupier.people.commands import ExcludePerson, LiftExclusion, NoteFailedLogin, RevokeRole, SetReminder
from croupier.people.register import kept_away
from croupier.poker import commands as poker
from croupier.proof.exporting import export
from croupier.server import inspector
from croupier.stud import commands as stud
from croupier.stud.rules import Options
from croupier.tables.house_table import HouseTable
from croupier.tournaments.commands import BriefPlayers, DrawSeats
from floor.memory import MemoryStore
from floor.postgres import Cluster, postgres  # noqa: F401
from server.calling import Called, Still

GAME = "crown-caribbean-stud"
RANK = book_of(GAME).title_page.ranks[-1]
SLOW = TableSettings(pace=Pace(antes=1000.0, closing=1000.0, deciding=0.0, between=1000.0, step=1000.0, wagering=0.0, asking=0.0))


async def two(folder: Path) -> tuple[Called, Called]:
    """The same house in two processes, with a table and its people."""
    store = MemoryStore(shared=True)
    one = await Called(folder / "key", store=store).open()
    await furnished(one)
    other = await Called(folder / "key", store=store).open()
    return one, other


async def furnished(called: Called) -> None:
    await called.demo.people()
    await called.demo.open_table("crown-1", GAME, Options(places=3), SLOW)


async def said(called: Called, name: str, command: Command, person: str, by: Any) -> None:
    answer = await called.server.floor.do(name, command, person=person, by=by)
    assert not isinstance(answer.decision, Refused), answer.decision


async def heard(called: Called) -> None:
    """What a process does once a second, or as soon as it hears of something."""
    await called.server.floor.catch_up()
    await called.server.floor.reread()


def in_two(folder: Path, work: Callable[[Called, Called], Awaitable[None]]) -> None:
    async def run() -> None:
        await work(*await two(folder))

    asyncio.run(run())


async def excluded(called: Called, person: str = "player-1") -> None:
    await said(called, PEOPLE, ExcludePerson(person=person, reason="asked to"), "manager-1", RANK)


def test_who_is_kept_away_has_no_session_in_any_process(tmp_path: Path) -> None:
    async def work(one: Called, other: Called) -> None:
        token = other.tokens["player-1"] = await one.token("player-1")
        assert (await other.ask("GET", "/api/me", "player-1")).status == 200
        following = asyncio.create_task(other.ask("GET", "/live?open=table:crown-1", "player-1"))
        while not other.server.live.open:
            await asyncio.sleep(0)
        await excluded(one)
        await heard(other)
        live = await asyncio.wait_for(following, 10)  # it ends by itself
        assert live.body.count(b"event: signed-out") == 1
        assert b"You are signed out" in live.body.split(b"event: signed-out")[1]
        for process in (one, other):
            refused = await process.ask("GET", "/api/me", "player-1")
            assert (refused.status, refused.json["ground"]) == (401, "person_excluded")
            page = await process.ask("GET", "/sign-in", "player-1")
            assert b"You are signed out because " in page.body
            assert (await process.ask("GET", "/me", "player-1")).status == 303
        assert await other.server.sessions.ended(token) == "person_excluded"

    in_two(tmp_path, work)


def test_a_session_that_was_ended_does_not_come_back_with_the_person(tmp_path: Path) -> None:
    async def work(one: Called, other: Called) -> None:
        other.tokens["player-1"] = await one.token("player-1")
        await excluded(one)
        await heard(other)
        await other.server.sessions.end_for_those_kept_away()
        await said(one, PEOPLE, LiftExclusion(person="player-1", number=1, reason="a mistake"), "admin-1", "administrator")
        people = one.server.floor.house.people
        assert kept_away(people.rules, people.state, "player-1", one.server.floor.clock.now()) is None
        for process in (one, other):
            await heard(process)
            assert (await process.ask("GET", "/api/me", "player-1")).status == 401
        one.tokens.clear()
        assert (await one.ask("GET", "/api/me", "player-1")).status == 200

    in_two(tmp_path, work)


def test_a_session_that_one_process_has_ended_is_over_in_the_other_at_once(tmp_path: Path) -> None:
    """Before the other has heard of it: by signing out, and by a new password."""

    async def work(one: Called, other: Called) -> None:
        for end in (one.server.sessions.end, lambda token: one.server.sessions.end_all("player-1")):
            token = other.tokens["player-1"] = await one.server.sessions.begin("player-1")
            assert (await other.ask("GET", "/api/me", "player-1")).status == 200
            await end(token)
            body = {"command": {"do": "set-reminder", "minutes": 30}}
            assert (await other.ask("POST", "/api/streams/people/commands", "player-1", body)).status == 401
            assert (await other.ask("GET", "/api/me", "player-1")).status == 401

    in_two(tmp_path, work)


def test_a_rank_that_was_taken_in_one_process_opens_no_page_in_the_other(tmp_path: Path) -> None:
    """Nor what leaves no entry: here someone is silenced."""

    async def work(one: Called, other: Called) -> None:
        await other.ask("GET", "/inspector", "inspector-1")
        held = one.server.access.capacities("supervisor-1", one.server.floor.house.tables["crown-1"])
        for person, book, capacity in (("supervisor-1", GAME, str(held[0])), ("inspector-1", "*", "inspector")):
            await said(one, PEOPLE, RevokeRole(person=person, book=book, capacity=capacity), "admin-1", "administrator")
        silenced = await other.ask("POST", "/api/tables/crown-1/silence", "supervisor-1", {"person": "player-1"})
        assert silenced.status == 403
        assert (await other.ask("GET", "/inspector", "inspector-1")).status == 403

    in_two(tmp_path, work)


def test_the_record_of_a_round_that_another_process_has_begun_is_nobodys_yet(tmp_path: Path) -> None:
    """The store has entries that this process has not heard of: they belong to a round in play all the same."""

    async def work(one: Called, other: Called) -> None:
        table = one.server.floor.house.tables["crown-1"]
        await said(one, "crown-1", stud.TakeSeat(seat=1, chips=100_00), "player-1", 1)
        await heard(other)
        known = other.server.floor.house.tables["crown-1"].number
        await said(one, "crown-1", stud.PlaceAnte(seat=1, amount=10_00), "player-1", 1)
        assert not table.engine.at_rest(table.state)  # type: ignore[arg-type]
        record = await other.ask("GET", "/api/streams/crown-1/record", "inspector-1")
        assert record.body.count(b"\n") <= known
        assert b"place-ante" not in record.body

    in_two(tmp_path, work)


def test_an_export_ends_before_a_round_that_begins_meanwhile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(one: Called, other: Called) -> None:
        await said(one, "crown-1", stud.TakeSeat(seat=1, chips=100_00), "player-1", 1)

        async def later(*args: Any, **more: Any) -> int:
            await said(one, "crown-1", stud.PlaceAnte(seat=1, amount=10_00), "player-1", 1)
            while await one.server.floor.store.sequence():
                pass
            return await export(*args, **more)

        monkeypatch.setattr(inspector, "export", later)
        found = await one.ask("GET", "/api/export", "inspector-1")
        with ZipFile(BytesIO(found.body)) as whole:
            lines = b"".join(whole.read(name) for name in whole.namelist() if name.endswith(".jsonl"))
        assert b"take-seat" in lines
        assert b"place-ante" not in lines

    in_two(tmp_path, work)


def test_who_is_kept_away_is_so_while_nothing_can_be_written(tmp_path: Path) -> None:
    async def work(one: Called, other: Called) -> None:
        store = one.server.floor.store
        assert isinstance(store, MemoryStore)
        await one.token("player-1")
        await excluded(one)
        store.failing = "the disk is full"
        refused = await one.ask("GET", "/api/me", "player-1")
        assert (refused.status, refused.json["ground"]) == (401, "person_excluded")

    in_two(tmp_path, work)


def test_nobody_signs_in_who_is_kept_out_and_they_are_told_why(tmp_path: Path) -> None:
    async def work(one: Called, other: Called) -> None:
        await one.server.set_password("player-1", "a password for tests")
        sent = {"person": "player-1", "password": "a password for tests"}
        assert (await other.ask("POST", "/api/session", body=sent)).status == 200
        await excluded(one)
        await heard(other)
        refused = await other.ask("POST", "/api/session", body=sent)
        assert (refused.status, refused.json["ground"]) == (403, "person_excluded")
        wrong = await other.ask("POST", "/api/session", body={**sent, "password": "another one"})
        assert wrong.status == 401  # anyone who does not know the password learns nothing

    in_two(tmp_path, work)


def test_who_is_kept_out_is_folded_in_time_and_stood_up_after_the_hand(tmp_path: Path) -> None:
    """Also where players have all the time there is: they cannot say anything any more."""

    async def work(one: Called, other: Called) -> None:
        server, floor = one.server, one.server.floor
        await server.dealer.set(
            "crown-1", TableSettings(pace=Pace(antes=0, closing=0, deciding=0, between=0, step=0, wagering=0, asking=0))
        )
        table = floor.house.tables["crown-1"]
        await said(one, "crown-1", stud.TakeSeat(seat=1, chips=100_00), "player-1", 1)
        await said(one, "crown-1", stud.PlaceAnte(seat=1, amount=10_00), "player-1", 1)
        clock = floor.clock
        assert isinstance(clock, Still)
        dealing = asyncio.create_task(server.dealer.run())
        while table.state.phase != "deciding" or not table.state.undecided:
            await asyncio.sleep(0)
        assert server.dealer.next_step("crown-1") is None
        await excluded(one)
        step = server.dealer.next_step("crown-1")
        assert step is not None
        clock.at = step.at + 1
        floor.followers.publish({"crown-1"})
        while table.state.seats:
            await asyncio.sleep(0)
        dealing.cancel()
        assert [type(event).__name__ for event in table.events].count("HandFolded") == 1
        assert sum(table.state.money.values()) == 0

    in_two(tmp_path, work)


def test_how_a_table_is_dealt_is_known_to_every_process(tmp_path: Path) -> None:
    async def work(one: Called, other: Called) -> None:
        await heard(other)
        live = TableSettings(live=True, title="By hand")
        await one.server.dealer.set("crown-1", live)
        async with other.server.floor.following(["crown-1"]) as follower:
            await heard(other)
            assert await follower.wait(0) == {"crown-1"}  # pages show it
        assert other.server.dealer.of("crown-1") == live
        assert other.server.dealer.next_step("crown-1") is None
        await other.server.dealer.set("crown-1", SLOW)
        await heard(one)
        await heard(other)
        assert one.server.dealer.of("crown-1") == other.server.dealer.of("crown-1") == SLOW

    in_two(tmp_path, work)


def test_settings_that_could_not_be_kept_do_not_hold(tmp_path: Path) -> None:
    async def work(one: Called, other: Called) -> None:
        store = one.server.floor.store
        assert isinstance(store, MemoryStore)
        store.failing = "the disk is full"
        with pytest.raises(Exception, match="disk is full"):
            await one.server.dealer.set("crown-1", TableSettings(live=True))
        assert one.server.dealer.of("crown-1") == SLOW

    in_two(tmp_path, work)


def broken(called: Called) -> None:
    """The next decision at the table fails."""

    class Fails(Link):
        def refuses(self, ask: Ask) -> Refused | None:
            raise ZeroDivisionError

    called.server.floor.house.link_all(Fails())


async def set_aside(called: Called) -> None:
    broken(called)
    with pytest.raises(ZeroDivisionError):
        await called.server.floor.do("crown-1", stud.TakeSeat(seat=1, chips=100_00), person="player-2", by=1)
    called.server.floor.house._everywhere.pop()
    for _ in range(5):
        await asyncio.sleep(0)


def test_a_table_that_is_set_aside_is_so_in_every_process_and_after_a_restart(tmp_path: Path) -> None:
    async def work(one: Called, other: Called) -> None:
        await set_aside(one)
        await heard(other)
        third = await Called(tmp_path / "key", store=one.server.floor.store).open()
        for process in (one, other, third):
            answer = await process.server.floor.do("crown-1", stud.TakeSeat(seat=1, chips=100_00), person="player-1", by=1)
            assert isinstance(answer.decision, Refused)
            assert answer.decision.ground == "table_set_aside"
        await other.ask("POST", "/api/put-back", "supervisor-1", {"name": "crown-1"})
        await heard(one)
        for process in (one, other):
            assert not process.server.floor.aside

    in_two(tmp_path, work)


class Lost(MemoryStore):
    """A store that sometimes answers nothing at all."""

    async def get(self, key: str) -> bytes | None:
        self._working()
        return await super().get(key)


def test_a_page_that_is_open_stays_so_while_the_store_can_not_be_asked(tmp_path: Path) -> None:
    async def run() -> None:
        store = Lost()
        one = await Called(tmp_path / "key", store=store).open()
        await furnished(one)
        await one.token("player-1")
        following = asyncio.create_task(one.ask("GET", "/live?open=table:crown-1", "player-1"))
        while not one.server.live.open:
            await asyncio.sleep(0)
        store.failing = "the database is gone"
        await one.server.sessions._forget()
        for _ in range(20):
            one.server.floor.followers.publish({"crown-1"})
            await asyncio.sleep(0)
        assert not following.done()
        store.failing = ""
        await one.server.sessions.end(one.tokens["player-1"])
        one.server.floor.followers.publish({"crown-1"})
        assert b"event: signed-out" in (await asyncio.wait_for(following, 30)).body

    asyncio.run(run())


class Full(MemoryStore):
    """A store that can be read, and not always written."""

    full = False

    async def put(self, key: str, value: bytes, under: Lease | None = None) -> None:
        if self.full:
            raise StoreUnavailable("the disk is full")
        await super().put(key, value)


def test_a_table_stays_set_aside_while_that_can_not_be_noted(tmp_path: Path) -> None:
    async def run() -> None:
        store = Full(shared=True)
        one = await Called(tmp_path / "key", store=store).open()
        await furnished(one)
        other = await Called(tmp_path / "key", store=store).open()
        floor = one.server.floor
        await other.server.dealer.set("crown-1", TableSettings(title="Another"))  # there is something to be read again
        store.full = True
        await set_aside(one)
        await floor.reread()
        assert one.server.dealer.of("crown-1").title == "Another"
        assert "crown-1" in floor.aside
        store.full = False
        while floor._tasks:
            await asyncio.sleep(0.05)
        await heard(other)
        assert "crown-1" in other.server.floor.aside

    asyncio.run(run())


def order(called: Called, maximum: int) -> Order:
    command = stud.ChangeLimits(minimum=10_00, maximum=maximum)
    now = called.server.floor.clock.now()
    return Order(
        id=f"o{maximum}", stream="crown-1", person="manager-1", capacity=RANK, at=now, command=msgspec.Raw(encode(command))
    )


def test_an_order_waits_while_its_table_is_set_aside(tmp_path: Path) -> None:
    async def work(one: Called, other: Called) -> None:
        orders, floor = one.server.orders, one.server.floor
        await orders.add(order(one, 300_00))
        await set_aside(one)
        await orders.give_due()
        assert [each.failed for each in orders.at("crown-1")] == [""]
        await floor.put_back("crown-1")
        await orders.give_due()
        assert orders.at("crown-1") == []
        table = floor.house.tables["crown-1"]
        assert table.entries[-1].id == "order o30000"
        assert isinstance(table, HouseTable)
        assert table.state.options.maximum == 300_00

    in_two(tmp_path, work)


def test_an_order_that_the_software_fails_on_is_kept_with_the_reason_and_the_others_are_given(tmp_path: Path) -> None:
    async def work(one: Called, other: Called) -> None:
        orders, floor = one.server.orders, one.server.floor
        await orders.add(order(one, 300_00))
        broken(one)
        await orders.give_due()
        floor.house._everywhere.pop()
        assert [each.failed for each in orders.at("crown-1")] == ["the software failed on it: ZeroDivisionError"]
        for _ in range(5):
            await asyncio.sleep(0)
        await floor.put_back("crown-1")
        await orders.add(order(one, 400_00))
        await orders.give_due()
        assert [each.id for each in orders.at("crown-1")] == ["o30000"]
        assert floor.house.tables["crown-1"].entries[-1].id == "order o40000"

    in_two(tmp_path, work)


def test_an_order_at_a_table_that_another_process_has_just_opened_is_given(tmp_path: Path) -> None:
    async def work(one: Called, other: Called) -> None:
        await one.demo.open_table("crown-2", GAME, Options(places=3), SLOW)
        later = msgspec.structs.replace(order(one, 300_00), stream="crown-2")
        await one.server.orders.add(later)
        await one.server.orders.add(msgspec.structs.replace(later, id="nowhere", stream="crown-9"))
        await other.server.orders.give_due()
        assert other.server.floor.house.tables["crown-2"].entries[-1].id == "order o30000"
        assert [each.id for each in other.server.orders.all.values()] == ["nowhere"]
        assert other.server.orders.all["nowhere"].failed == "there is no crown-9 in this house"

    in_two(tmp_path, work)


def test_a_command_for_a_table_that_another_process_has_just_opened_is_taken(tmp_path: Path) -> None:
    async def work(one: Called, other: Called) -> None:
        await one.demo.open_table("crown-2", GAME, Options(places=3), SLOW)
        sits = {"command": {"do": "take-seat", "seat": 1, "chips": 100_00}, "id": "mine"}
        for process in (other, one):
            answer = await process.ask("POST", "/api/streams/crown-2/commands", "player-1", sits)
            assert answer.status == 200, answer.body
        line = await other.ask("POST", "/api/streams/nowhere/lines", "player-1", {"line": "sit 1"})
        assert (line.status, line.json["ground"]) == (404, "no_such_stream")

    in_two(tmp_path, work)


def test_who_plays_is_reminded_on_every_page_until_they_take_note(tmp_path: Path) -> None:
    async def work(one: Called, other: Called) -> None:
        clock = one.server.floor.clock
        assert isinstance(clock, Still)
        await said(one, "crown-1", stud.TakeSeat(seat=1, chips=100_00), "player-1", 1)
        other.tokens["player-1"] = await one.token("player-1")
        says = b"You have played for "
        assert says not in (await one.ask("GET", "/", "player-1")).body
        clock.at += 30 * 60
        assert says not in (await one.ask("GET", "/", "player-1")).body  # the house reminds every hour
        await said(one, PEOPLE, SetReminder(minutes=20), "player-1", "player")
        assert b'value="20"' in (await one.ask("GET", "/me", "player-1")).body
        for path in ("/", "/tables/crown-1", "/me"):
            page = (await one.ask("GET", path, "player-1")).body
            assert b"You have played for 20 minutes. Today you are even." in page
        assert says not in (await one.ask("GET", "/", "player-2")).body
        assert (await one.ask("POST", "/api/reminder", "player-1", {})).status == 200
        assert says not in (await one.ask("GET", "/", "player-1")).body
        still = other.server.floor.clock
        assert isinstance(still, Still)
        still.at = clock.at
        await heard(other)
        assert says not in (await other.ask("GET", "/", "player-1")).body
        clock.at += 10 * 60
        assert b"You have played for 40 minutes" in (await one.ask("GET", "/", "player-1")).body

    in_two(tmp_path, work)


def test_a_reminder_comes_up_on_a_page_that_is_open(tmp_path: Path) -> None:
    async def work(one: Called, other: Called) -> None:
        clock = one.server.floor.clock
        assert isinstance(clock, Still)
        await said(one, "crown-1", stud.TakeSeat(seat=1, chips=100_00), "player-1", 1)
        following = asyncio.create_task(one.ask("GET", "/live?open=table:crown-1", "player-1", until=lambda sent: sent == 5))
        while not one.server.live.open:
            await asyncio.sleep(0)
        for _ in range(20):
            await asyncio.sleep(0)
        clock.at += 3600
        await said(one, PEOPLE, NoteFailedLogin(person="player-2"), "house", "house")
        await said(one, "crown-1", stud.TakeSeat(seat=2, chips=100_00), "player-2", 2)
        body = (await asyncio.wait_for(following, 10)).body
        message = [part for part in body.split(b"\n\n") if b'"stream":"beside"' in part][-1]
        told = msgspec.json.decode(message.split(b"data: ", 1)[1])
        assert told["say"] == ["You have played for 60 minutes. Today you are even."]
        assert told["say"][0] in told["regions"]["reminder"]

    in_two(tmp_path, work)


class Backwards(MemoryStore):
    """A store that names its streams in another order than they were begun in."""

    async def heads(self, streams: Sequence[str] = ()) -> dict[str, Head]:
        return dict(reversed((await super().heads(streams)).items()))


def test_whatever_is_heard_of_first_tables_belong_to_their_room_tournament_and_casino(tmp_path: Path) -> None:
    async def run() -> None:
        store = Backwards(shared=True)
        one, other = [await Called(tmp_path / "key", store=store).open() for _ in range(2)]
        await one.demo.furnish()
        rank = book_of("crown-poker").title_page.ranks[-1]
        keeper = one.server.floor.house.tournaments["evening"]
        draw = DrawSeats(order=keeper.draw_order(), source=keeper.source)
        await said(one, "evening", BriefPlayers(), "director-1", "Tournament Director")
        await said(one, "evening", draw, "house", "house")
        await heard(other)
        mine, theirs = one.server.floor.house, other.server.floor.house
        await other.server.floor.memory.hold(*mine.streams)
        assert mine.room is not None
        assert theirs.room is not None
        assert mine.room.tables.keys() == theirs.room.tables.keys() > set()
        for name, tournament in mine.tournaments.items():
            assert tournament.tables.keys() == theirs.tournaments[name].tables.keys() > set()
        for book, casino in mine.casinos.items():
            assert casino.tables.keys() == theirs.casinos[book].tables.keys()
        for name, stream in theirs.streams.items():
            assert (stream.number, stream.head) == (mine.streams[name].number, mine.streams[name].head)
        closes = await other.server.floor.do("holdem-1", poker.JoinList(person="player-1"), person="player-1", by=rank)
        assert isinstance(closes.decision, Refused)  # a table of the room has no list of its own

    asyncio.run(run())


def test_a_tournament_that_could_not_be_kept_is_planned_again_under_its_name(tmp_path: Path) -> None:
    async def work(one: Called, other: Called) -> None:
        floor, store = one.server.floor, one.server.floor.store
        assert isinstance(store, MemoryStore)
        sent = {"name": "cup", "title": "A cup", "game": "crown-holdem", "starts": floor.clock.now() + 3600}
        await one.token("director-1")
        store.failing = "the disk is full"
        lost = await one.ask("POST", "/api/tournaments", "director-1", sent)
        assert (lost.status, lost.json["ground"]) == (503, "store_unavailable")
        store.failing = ""
        await floor.look_for_store()
        await floor.settled("cup")
        assert "cup" not in floor.house.streams
        assert "cup" not in floor.house.tournaments
        assert (await one.ask("POST", "/api/tournaments", "director-1", sent)).status == 201
        assert floor.house.tournaments["cup"].state.phase == "draft"
        await heard(other)
        assert other.server.floor.house.tournaments["cup"].state == floor.house.tournaments["cup"].state

    in_two(tmp_path, work)


def test_on_postgresql_the_other_process_hears_of_it_by_itself(tmp_path: Path, postgres: Cluster) -> None:  # noqa: F811
    """An exclusion closes the live stream there, and new settings and a table that is set aside arrive."""
    address = postgres.new_database()

    async def run() -> None:
        one = await Called(tmp_path / "key", store=store_of(address)).open()
        await furnished(one)
        other = await Called(tmp_path / "key", store=store_of(address)).open()
        await other.server.dealer.load()
        listening = asyncio.create_task(other.server.floor.listen())
        other.tokens["player-1"] = await one.token("player-1")
        following = asyncio.create_task(other.ask("GET", "/live?open=table:crown-1", "player-1"))
        while not other.server.live.open:
            await asyncio.sleep(0.01)
        await excluded(one)
        live = await asyncio.wait_for(following, 30)
        assert b"event: signed-out" in live.body
        assert (await other.ask("GET", "/api/me", "player-1")).json["ground"] == "person_excluded"
        await one.server.dealer.set("crown-1", TableSettings(live=True))
        await set_aside(one)
        async with asyncio.timeout(30):
            while not (other.server.dealer.of("crown-1").live and "crown-1" in other.server.floor.aside):
                await asyncio.sleep(0.05)
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)
        for called in (one, other):
            await called.server.close()

    asyncio.run(run())
