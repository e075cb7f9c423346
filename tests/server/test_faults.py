"""Faults of the store, of one table, of the clock, of the software and of those who call: said where they are, and no further."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import time
from collections.abc import Awaitable, Callable, Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import msgspec
import pytest

from croupier.books import BOOKS, book_of
from croupier.floor.dealing import Dealer, Step
from croupier.floor.floor import SetAside
from croupier.floor.house import PEOPLE
from croupier.floor.orders import Order
from croupier.floor.stores.interface import StoreUnavailable
from croupier.jackpots.commands import OpenSystem
from croupier.kernel.events import Command
from croupier.people.commands import ExcludeMyself, ExcludePerson, RevokeRole
from croupier.room import commands as room
from croupier.server import answers, connections
from croupier.server.answers import Problem
from croupier.server.rates import Rates
from croupier.server.server import Server
from croupier.server.workers import Worker
from croupier.stud import commands as stud, events as stud_events
from croupier.stud.rules import Options
from croupier.tables.house_table import HouseTable
from croupier.tables.house_terms import terms_for_play
from croupier.tables.tournament_tables import TournamentTables
from croupier.tournaments import commands as tournament
from floor.memory import MemoryStore
from server.calling import Called, Still
from server.running import Running, running
from server.test_two_processes import GAME, RANK, SLOW, Lost, said

PASSWORD = "a password for tests"  # noqa: S105


def on(folder: Path, work: Callable[[Called], Awaitable[None]], store: MemoryStore | None = None) -> None:
    """Something tried in a house with two tables and its people."""

    async def run() -> None:
        called = await Called(folder / "key", store=store).open()
        await called.demo.people()
        for name in ("crown-1", "crown-2"):
            await called.demo.open_table(name, GAME, Options(places=3), SLOW)
        await work(called)

    asyncio.run(run())


def test_a_store_that_is_lost_while_nobody_writes_is_said_on_every_screen_until_it_is_back(tmp_path: Path) -> None:
    store = Lost()

    async def work(called: Called) -> None:
        floor = called.server.floor
        page = await called.listen("/live?open=table:crown-1", "player-1")
        await called.quiet()
        store.failing = "/var/lib/croupier/house.db: disk I/O error"
        await floor.look_for_store()
        await called.quiet()
        assert b"cannot save anything right now" in page.body
        health = await called.ask("GET", "/healthz")
        assert (health.status, health.json["well"]) == (503, False)
        for path in ("/", "/tables/crown-1", "/rules", "/api/me", "/api/software", "/nowhere"):
            shown = await called.ask("GET", path)
            assert b"/var/lib" not in shown.body, path
            assert path.startswith(("/api", "/nowhere")) or b"cannot save anything right now" in shown.body, path
        called.server.sessions._known.clear()
        assert (await called.ask("GET", "/api/software", "player-1")).status == 503
        before = len(page.body)
        store.failing = ""
        await floor.look_for_store()
        await called.quiet()
        told = page.body[before:]
        assert b'"state":"<div id=\\"state\\" role=\\"status\\"></div>' in told
        assert (await called.ask("GET", "/healthz")).status == 200
        await page.end()

    on(tmp_path, work, store)


def test_who_reconnects_is_told_how_things_stand_now(tmp_path: Path) -> None:
    async def work(called: Called) -> None:
        first = await called.ask("GET", "/live?open=table:crown-1", until=lambda sent: sent > 1)
        assert b'id=\\"state\\"' in first.body
        assert b'id=\\"reminder\\"' in first.body

    on(tmp_path, work)


@pytest.mark.parametrize("path", ["/jackpot/crown-caribbean-stud/linked", "/tournaments/cup/clock"])
def test_big_screens_say_it_too(tmp_path: Path, path: str) -> None:
    async def work(called: Called) -> None:
        floor = called.server.floor
        plan = {"name": "cup", "title": "A cup", "game": "crown-holdem", "starts": floor.clock.now() + 3600}
        assert (await called.ask("POST", "/api/tournaments", "director-1", plan)).status == 201
        meters = floor.house.casinos[GAME].meters
        linked = OpenSystem(system="linked", terms=terms_for_play(GAME, 5_00), tables=("crown-1",))
        await said(called, meters.name, linked, "manager-1", meters.rules.ranks[-1])
        floor._store_is("the disk is full")
        shown = await called.ask("GET", path)
        assert (shown.status, b"cannot save anything right now" in shown.body) == (200, True)

    on(tmp_path, work)


def test_a_guest_is_not_kept_waiting_for_a_table_that_can_not_be_read_again(tmp_path: Path) -> None:
    store = Lost()

    async def work(called: Called) -> None:
        await called.token("player-1")
        store.failing = "the database is gone"
        with pytest.raises(StoreUnavailable):
            await called.server.floor.do("crown-1", stud.TakeSeat(seat=1, chips=100_00), person="player-1", by=1)
        shown = await asyncio.wait_for(called.ask("GET", "/tables/crown-1"), 5)
        assert shown.status == 503
        assert b"cannot save anything right now" in shown.body

    on(tmp_path, work, store)


def test_what_runs_beside_the_commands_begins_anew_when_it_fails(tmp_path: Path) -> None:
    async def work(called: Called) -> None:
        floor, times = called.server.floor, list[int]()

        async def failing() -> None:
            times.append(1)
            if len(times) < 2:
                raise RuntimeError("something nobody thought of")

        floor.keep(failing, "something")
        while floor._tasks:
            await asyncio.sleep(0.05)
        assert len(times) == 2
        assert floor.counts["begun_again"] == 1

    on(tmp_path, work)


def test_the_daily_look_at_the_software_waits_for_a_store_that_is_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Lost()

    async def quickly(seconds: float) -> None:
        await asyncio_sleep(0)

    asyncio_sleep = asyncio.sleep

    async def work(called: Called) -> None:
        server, clock = called.server, called.server.floor.clock
        assert isinstance(clock, Still)
        looked = list[str]()

        async def authenticate() -> None:
            await store.get("software")
            looked.append("the software")

        monkeypatch.setattr(server, "authenticate", authenticate)
        monkeypatch.setattr(asyncio, "sleep", quickly)
        server._looked = clock.now()
        looking = asyncio.create_task(server._look_after())
        clock.at += 86_400
        store.failing = "the database is gone"
        await called.quiet()
        assert not looking.done()
        assert not looked
        store.failing = ""
        await called.quiet()
        assert looked == ["the software"]  # once, and then not for a day
        looking.cancel()

    on(tmp_path, work, store)


def test_a_table_whose_next_step_can_not_be_told_is_set_aside_and_the_others_are_dealt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(called: Called) -> None:
        dealer = called.server.dealer
        real = Dealer._house

        def house(self: Dealer, table: HouseTable) -> Step | None:
            if table.name == "crown-1":
                raise ZeroDivisionError
            return real(self, table)

        monkeypatch.setattr(Dealer, "_house", house)
        await said(called, "crown-2", stud.TakeSeat(seat=1, chips=500_00), "player-1", 1)
        await said(called, "crown-2", stud.PlaceAnte(seat=1, amount=10_00), "player-1", 1)
        for name in ("crown-1", "crown-2"):
            dealer._plan(name)
        assert list(called.server.floor.aside) == ["crown-1"]
        assert list(dealer._planned) == ["crown-2"]

    on(tmp_path, work)


def test_what_can_not_be_drawn_does_not_end_the_stream_of_what_can(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(called: Called) -> None:
        live = called.server.live
        page = await called.listen("/live?open=table:crown-1,table:crown-2")
        await called.quiet()
        real = live._message

        def message(view: str, person: str, before: Any) -> Any:
            if view == "table:crown-1":
                raise ZeroDivisionError
            return real(view, person, before)

        monkeypatch.setattr(live, "_message", message)
        await said(called, "crown-1", stud.TakeSeat(seat=1, chips=500_00), "player-1", 1)
        await said(called, "crown-2", stud.TakeSeat(seat=2, chips=500_00), "player-2", 2)
        await called.quiet()
        body = await page.end()
        assert b"id: table:crown-2:" in body.split(b"event: region")[-1]

    on(tmp_path, work)


def test_while_play_is_halted_failures_count_and_people_exclude_themselves(tmp_path: Path) -> None:
    async def work(called: Called) -> None:
        server, floor = called.server, called.server.floor
        await server.set_password("player-1", PASSWORD)
        floor.halted = "the software is another"
        shown = await called.ask("GET", "/tables/crown-1")
        assert b"All play is halted" in shown.body
        for _ in range(3):
            wrong = {"person": "player-1", "password": "wrong"}
            assert (await called.ask("POST", "/api/session", "", wrong)).status == 401
        right = await called.ask("POST", "/api/session", "", {"person": "player-1", "password": PASSWORD})
        assert (right.status, right.json["ground"]) == (429, "too_often")
        assert floor.house.people.state.people["player-1"].failures == 1
        now = floor.clock.now()
        await said(called, PEOPLE, ExcludeMyself(ends=now + 200 * 86_400), "player-2", "player")
        refused = await floor.do("crown-1", stud.TakeSeat(seat=1, chips=100_00), person="trainee-1", by=1)
        assert getattr(refused.decision, "ground", "") == "play_halted"

    on(tmp_path, work)


def test_a_recovery_code_is_good_for_a_while_whether_the_account_is_locked_or_not(tmp_path: Path) -> None:
    async def work(called: Called) -> None:
        server, clock = called.server, called.server.floor.clock
        assert isinstance(clock, Still)
        code = await server.recovery_code("player-1")
        clock.at += 15 * 60
        sent = {"person": "player-1", "code": code, "new": "another long password"}
        assert (await called.ask("POST", "/api/password", "", sent)).status == 401
        code = await server.recovery_code("player-1")
        assert (await called.ask("POST", "/api/password", "", {**sent, "code": code})).status == 200
        assert (await called.ask("POST", "/api/password", "", {**sent, "code": code})).status == 401

    on(tmp_path, work)


def test_sessions_whose_time_is_over_are_thrown_away(tmp_path: Path) -> None:
    async def work(called: Called) -> None:
        sessions, clock, store = called.server.sessions, called.server.floor.clock, called.server.floor.store
        assert isinstance(clock, Still)
        await sessions.begin("player-1")
        clock.at += 11 * 3600
        await sessions.begin("player-1")
        clock.at += 3600
        await sessions.tidy()
        assert len(await store.scan("session/")) == 1

    on(tmp_path, work)


def test_a_clock_that_is_set_back_stops_nobody_from_asking(tmp_path: Path) -> None:
    wall = steady = 1_000_000.0
    rates = Rates(lambda: steady, each=1.0, burst=2.0)
    rates.spend("p1", 2.0)
    wall, steady = wall - 3600, steady + 1
    rates.spend("p1")
    server = Called(tmp_path / "key").server
    assert server.rates._clock == server.floor.clock.steady


@pytest.mark.parametrize("settings", [{"pace": {"step": -1.0}}, {"pace": {"deciding": 1e300}}, {"title": "x" * 101}])
def test_a_table_is_not_dealt_at_an_impossible_pace(tmp_path: Path, settings: dict[str, Any]) -> None:
    async def work(called: Called) -> None:
        sent = {"name": "crown-3", "game": GAME, "settings": settings}
        refused = await called.ask("POST", "/api/tables", "manager-1", sent)
        assert (refused.status, refused.json["ground"]) == (422, "table_not_opened")
        assert "crown-3" not in called.server.floor.house.streams

    on(tmp_path, work)


def test_orders_for_later_are_few_soon_and_of_those_who_work_here(tmp_path: Path) -> None:
    async def work(called: Called) -> None:
        now = called.server.floor.clock.now()
        limits = {"do": "change-limits", "minimum": 10_00, "maximum": 500_00}

        async def ordered(at: int) -> tuple[int, str]:
            body = {"command": limits, "at": at, "as": RANK}
            reply = await called.ask("POST", "/api/streams/crown-1/orders", "manager-1", body)
            return reply.status, reply.json.get("ground", "")

        assert await ordered(10**15) == (422, "time_is_past")
        for _ in range(100):
            assert (await ordered(now + 60))[0] == 200
        assert await ordered(now + 60) == (422, "too_many_orders")
        await called.demo.register("next-door", "Next Door")
        await called.demo.grant("next-door", GAME, "Dealer")
        other = {"command": {"do": "shuffle"}, "at": now + 60, "as": "Dealer"}  # not assigned to any table
        reply = await called.ask("POST", "/api/streams/crown-2/orders", "next-door", other)
        assert (reply.status, reply.json["ground"]) == (422, "not_assigned")
        assert (await called.ask("POST", "/api/streams/crown-2/orders", "dealer-1", other)).status == 200
        mine = {"command": {"do": "set-reminder", "minutes": 30}, "at": now + 60, "as": "player"}
        assert (await called.ask("POST", "/api/streams/people/orders", "player-1", mine)).status == 403

    on(tmp_path, work)


@pytest.mark.parametrize("what", ["commands", "lines"])
def test_nobody_takes_the_id_of_an_order_in_advance(tmp_path: Path, what: str) -> None:
    """The order of someone else would be taken for a command that was given before."""

    async def work(called: Called) -> None:
        floor = called.server.floor
        change = {"command": {"do": "change-limits", "minimum": 10_00, "maximum": 400_00}, "at": floor.clock.now() + 60}
        order = (await called.ask("POST", "/api/streams/crown-1/orders", "manager-1", change | {"as": RANK})).json["id"]
        sits = {"command": {"do": "take-seat", "seat": 1, "chips": 100_00}} if what == "commands" else {"line": "sit 1 100.00"}
        for taken in (f"order {order}", "x" * 101):
            assert (await called.ask("POST", f"/api/streams/crown-1/{what}", "player-1", sits | {"id": taken})).status == 400
        assert (await called.ask("POST", f"/api/streams/crown-1/{what}", "player-1", sits | {"id": order})).status == 200
        floor.clock.at += 61  # type: ignore[attr-defined]
        await called.server.orders.give_due()
        assert not called.server.orders.all
        assert any(isinstance(event, stud_events.LimitsChanged) for event in floor.house.tables["crown-1"].events)

    on(tmp_path, work)


def test_whatever_is_sent_counts_and_what_takes_long_counts_more(tmp_path: Path) -> None:
    async def work(called: Called) -> None:
        server: Server = called.server
        server.rates = Rates(server.floor.clock.steady, each=1.0, burst=10.0)
        line = {"line": "seat 1 sits down with 100"}
        statuses = [(await called.ask("POST", "/api/streams/crown-1/lines", "player-1", line)).status for _ in range(12)]
        assert statuses[-2:] == [429, 429]
        assert (await called.ask("POST", "/api/orders/cancel", "player-1", {"name": "x"})).status == 429
        assert (await called.ask("GET", "/api/streams/crown-1", "player-1")).status == 200
        for path in ("replay?number=1", "history"):
            found = [(await called.ask("GET", f"/api/streams/crown-1/{path}", "player-2")).status for _ in range(3)]
            assert found[-1] == 429, (path, found)
            server.rates = Rates(server.floor.clock.steady, each=1.0, burst=10.0)

    on(tmp_path, work)


@pytest.mark.parametrize(
    ("path", "person"),
    [("/lab/report?variant=x", ""), ("/lab?game=none", ""), ("/drill?seed=1&about=none", ""), ("/me", "player-1")],
)
def test_pages_that_take_long_count_too(tmp_path: Path, path: str, person: str) -> None:
    async def work(called: Called) -> None:
        server: Server = called.server
        server.rates.each, server.rates.burst = 1.0, 10.0
        assert (await called.ask("GET", path, person)).status in (200, 400, 404)
        assert [(await called.ask("GET", path, person)).status for _ in range(10)][-1] == 429

    on(tmp_path, work)


def test_a_process_that_dies_of_a_question_is_replaced() -> None:
    async def work() -> None:
        worker = Worker()
        worker.warm.add(GAME)
        try:
            questions = [asyncio.create_task(worker.ask(*each)) for each in ((os._exit, 1), (abs, -1))]
            for each in await asyncio.gather(*questions, return_exceptions=True):
                assert isinstance(each, Problem)
                assert each.status == 503
            assert not worker.warm
            assert await worker.ask(abs, -2) == 2
        finally:
            worker.close()

    asyncio.run(work())


def test_who_may_not_look_any_more_is_no_fault_in_the_log(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A page that was open sees nothing new, and the log has nothing to say of it."""

    async def work(called: Called) -> None:
        page = await called.listen(f"/live?open=stream:{PEOPLE},people:,cage:", "supervisor-1")
        await called.quiet()
        assert page.body.count(b"event: region") >= 3
        for book in BOOKS:
            for rank in called.server.floor.house.people.state.people["supervisor-1"].roles:
                if rank.book == book:
                    revoke = RevokeRole(person="supervisor-1", book=book, capacity=rank.capacity)
                    await said(called, PEOPLE, revoke, "admin-1", "administrator")
        before = len(page.body)
        await called.demo.register("somebody-new", "Somebody New")
        await called.quiet()
        assert b"somebody-new" not in page.body
        assert b"event: region" not in page.body[before:]
        assert not caplog.records

    on(tmp_path, work)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("house") / "house.db") as found:
        yield found


@pytest.mark.parametrize("begun", [b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: "])
def test_who_asks_nothing_whole_is_not_waited_for(house: Running, monkeypatch: pytest.MonkeyPatch, begun: bytes) -> None:
    monkeypatch.setattr(connections, "PATIENCE", 0.2)
    port = int(house.url.rpartition(":")[2])
    with socket.create_connection(("127.0.0.1", port), timeout=30) as slow:
        for byte in begun:
            slow.sendall(bytes([byte]))
        assert slow.recv(10) == b""  # closed by the house


def test_a_body_that_does_not_come_is_not_waited_for(house: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "_SLOWEST", 0.2)
    port = int(house.url.rpartition(":")[2])
    slow = HTTPConnection("127.0.0.1", port, timeout=30)
    slow.putrequest("POST", "/api/session")
    slow.putheader("content-type", "application/json")
    slow.putheader("content-length", "50")
    slow.endheaders(b"{")
    answer = slow.getresponse()
    assert (answer.status, json.load(answer)["ground"]) == (408, "too_slow")
    slow.close()


def test_a_connection_that_is_used_stays_open(house: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "PATIENCE", 0.3)
    port = int(house.url.rpartition(":")[2])
    used = HTTPConnection("127.0.0.1", port, timeout=30)
    used.connect()
    line = used.sock
    for _ in range(4):
        used.request("GET", "/healthz")
        assert used.getresponse().read()
        time.sleep(0.2)
        assert used.sock is line  # it was not opened again
    used.close()


@pytest.mark.parametrize("host", ["127.0.0.1:8000.elsewhere.example", "localhost:8000@elsewhere", "127.0.0.1:"])
def test_a_host_with_something_behind_its_port_is_not_ours(house: Running, host: str) -> None:
    port = int(house.url.rpartition(":")[2])
    with socket.create_connection(("127.0.0.1", port), timeout=30) as asked:
        asked.sendall(f"GET / HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
        assert asked.recv(10_000).startswith(b"HTTP/1.1 421 ")


@pytest.mark.parametrize("to", ["//elsewhere.example", "/%5celsewhere.example", "/%09/elsewhere.example", "http://x"])
def test_signing_in_leads_to_a_page_of_the_house(tmp_path: Path, to: str) -> None:
    async def work(called: Called) -> None:
        assert b'name="to" value="/"' in (await called.ask("GET", f"/sign-in?to={to}")).body
        assert b'name="to" value="/tables/crown-1"' in (await called.ask("GET", "/sign-in?to=/tables/crown-1")).body

    on(tmp_path, work)


def test_nobody_puts_those_who_are_kept_out_anywhere(tmp_path: Path) -> None:
    """Not on a list, not at a seat that is kept, not into a tournament; anyone who had entered before is not seated."""

    async def run() -> None:
        called = await Called(tmp_path / "key").open()
        await called.demo.furnish()
        floor = called.server.floor
        keeper = floor.house.tournaments["evening"]
        await said(called, "evening", tournament.Enter(person="player-1"), "player-1", "entrant")
        await said(called, PEOPLE, ExcludePerson(person="player-1", reason="asked to"), "manager-1", RANK)
        rank = book_of("crown-poker").title_page.ranks[-1]
        director = "Tournament Director"
        attempts: list[tuple[str, Command, str, str]] = [
            ("room", room.JoinList(person="player-1", game="holdem"), "manager-1", rank),
            ("room", room.ReserveSeat(person="player-1", table="holdem-1", place=1), "manager-1", rank),
            ("evening", tournament.EnterAgain(person="player-1"), "director-1", director),
            ("evening", tournament.NameSubstitute(person="bot-21", substitute="player-1"), "director-1", director),
        ]
        for name, command, person, by in attempts:
            answer = await floor.do(name, command, person=person, by=by)
            assert getattr(answer.decision, "ground", "") == "person_excluded", command
        await said(called, "evening", tournament.BriefPlayers(), "director-1", director)
        refused = (await floor.do("evening", drawn(keeper), person="house", by="house")).decision
        assert "player-1 is excluded" in getattr(refused, "reason", "")
        assert not keeper.tables
        await said(called, "evening", tournament.Withdraw(person="player-1"), "director-1", director)
        await said(called, "evening", drawn(keeper), "house", "house")
        assert "player-1" not in keeper.state.playing
        assert {table.entries[0].at for table in keeper.tables.values()} == {floor.clock.now()}

    asyncio.run(run())


def drawn(keeper: TournamentTables) -> tournament.DrawSeats:
    return tournament.DrawSeats(order=keeper.draw_order(), source=keeper.source)


def test_what_is_not_in_the_house_is_put_back_and_cancelled_by_nobody(tmp_path: Path) -> None:
    """Another process may have set it aside, or ordered something there, before this one has heard of it."""

    async def run() -> None:
        called = await Called(tmp_path / "key").open()
        await called.demo.people()
        floor = called.server.floor
        floor.aside["elsewhere"] = SetAside(0, "it failed")
        order = Order(id="o1", stream="elsewhere", person="manager-1", capacity="x", at=1, command=msgspec.Raw(b"{}"))
        called.server.orders.all["o1"] = order
        for path, name in (("/api/put-back", "elsewhere"), ("/api/orders/cancel", "o1")):
            assert (await called.ask("POST", path, "supervisor-1", {"name": name})).status == 403

    asyncio.run(run())
