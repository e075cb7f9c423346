"""What people try who mean no good: other people's sessions, commands sent again, guesses, floods, slowness, odd requests."""

from __future__ import annotations

import asyncio
import json
import socket
import time
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest

from croupier.client import Client, Refusal
from croupier.server.config import Http
from croupier.stud.rules import Options
from floor.memory import MemoryStore
from server.calling import Called
from server.running import PASSWORD, Running, running
from server.test_api import FAST, furnish, raw


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("house") / "house.db", furnish=furnish) as found:
        yield found


async def opened(tmp_path: Path, http: Http | None = None) -> Called:
    called = await Called(tmp_path / "key", http=http).open()
    await called.demo.people()
    await called.demo.open_table("crown-1", "crown-caribbean-stud", Options(places=3), FAST)
    return called


# Sessions


def test_a_session_is_new_whatever_token_was_brought(house: Running) -> None:
    """A person who plants a token in someone's browser does not have their session once they sign in."""
    house.run(house.server.set_password("player-2", PASSWORD))
    planted = Client(house.url, token="a-token-that-somebody-planted")  # noqa: S106
    signed = planted.sign_in("player-2", PASSWORD)
    again = planted.sign_in("player-2", PASSWORD)
    assert len({planted.token, signed.token, again.token}) == 3
    assert len(signed.token) >= 40
    with pytest.raises(Refusal) as refusal:
        planted.me()
    assert refusal.value.status == 401


def test_a_session_that_is_over_is_over_for_everybody_who_has_its_token(house: Running) -> None:
    client = house.client("player-2")
    copy = Client(house.url, token=client.token)
    assert copy.me()["person"] == "player-2"
    client.ask("DELETE", "/api/session")
    for one in (client, copy):
        with pytest.raises(Refusal) as refusal:
            one.me()
        assert refusal.value.status == 401


def test_a_new_password_ends_all_other_sessions(house: Running) -> None:
    house.run(house.server.set_password("trainee-1", PASSWORD))
    one, other = (Client(house.url).sign_in("trainee-1", PASSWORD) for _ in range(2))
    one.ask("POST", "/api/password", {"password": PASSWORD, "new": "a newer password"})
    assert one.me()["person"] == "trainee-1"
    with pytest.raises(Refusal):
        other.me()


def test_a_live_stream_ends_with_its_session(tmp_path: Path) -> None:
    async def run() -> bytes:
        called = await opened(tmp_path)
        following = asyncio.create_task(called.ask("GET", "/live?open=table:crown-1", "player-1"))
        while not called.server.live.open:
            await asyncio.sleep(0.01)
        await called.ask("DELETE", "/api/session", "player-1")
        sits = {"command": {"do": "take-seat", "seat": 2, "chips": 100_00}}
        await called.ask("POST", "/api/streams/crown-1/commands", "player-2", sits)
        return (await asyncio.wait_for(following, 20)).body

    body = asyncio.run(run())
    assert body.count(b"event: region") == 2  # what stands beside it all, and the table as it was
    assert b"event: signed-out" in body
    assert b"Second player" not in body


@pytest.mark.parametrize("view", ["table:crown-1", "lobby:"])
def test_an_idle_stream_closes_within_two_seconds_of_signing_out(tmp_path: Path, view: str) -> None:
    async def run() -> tuple[float, bytes]:
        called = await opened(tmp_path)
        await called.token("player-1")
        other = called.tokens["a second one"] = await called.server.sessions.begin("player-1")
        following = asyncio.create_task(called.ask("GET", f"/live?open={view}", "player-1"))
        still = asyncio.create_task(called.ask("GET", f"/live?open={view}", "a second one"))
        while called.server.live.open < 2:
            await asyncio.sleep(0.01)
        await asyncio.sleep(1.2)  # nothing happens there
        before = asyncio.get_running_loop().time()
        await called.ask("DELETE", "/api/session", "player-1")
        body = (await asyncio.wait_for(following, 10)).body
        took = asyncio.get_running_loop().time() - before
        assert not still.done()  # that is another session of theirs
        await called.server.sessions.end(other)
        await asyncio.wait_for(still, 10)
        return took, body

    took, body = asyncio.run(run())
    assert took < 2.0
    assert b"event: signed-out" in body


def test_the_store_does_not_hold_what_opens_a_session(house: Running) -> None:
    client = house.client("player-1")
    kept = house.run(house.server.floor.store.scan(""))
    assert any(key.startswith("session/") for key in kept)
    assert client.token not in "".join(kept)
    assert client.token.encode() not in b"".join(kept.values())
    for key in kept:
        if key.startswith("session/"):
            with pytest.raises(Refusal):
                Client(house.url, token=key.removeprefix("session/")).me()


@pytest.mark.parametrize("token", ["", "x", "A" * 43, "A" * 10_000, "../../session", "%00", "' OR 1=1 --", "ä"])
def test_guesses_open_no_session(house: Running, token: str) -> None:
    said_as = token.encode().decode("latin-1")
    for status, _, said in (
        raw(house, "/api/me", authorization=f"Bearer {said_as}"),
        raw(house, "/api/me", cookie=f"croupier={said_as}"),
    ):
        assert status == 401, said


def test_the_cookie_is_for_the_server_alone(house: Running) -> None:
    house.run(house.server.set_password("player-1", PASSWORD))
    body = json.dumps({"person": "player-1", "password": PASSWORD}).encode()
    _, headers, _ = raw(house, "/api/session", body)
    cookie = headers["set-cookie"].casefold()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie


def test_somebody_elses_command_is_not_sent_again(house: Running) -> None:
    """An id that another person has used for a command is neither taken for mine nor answered with the result of theirs."""
    sits = {"id": "the-same", "command": {"do": "take-seat", "seat": 1, "chips": 100_00}}
    one, other = house.client("player-1"), house.client("player-2")
    one.ask("POST", "/api/streams/crown-1/commands", sits)
    with pytest.raises(Refusal) as refusal:
        other.ask("POST", "/api/streams/crown-1/commands", sits)
    assert refusal.value.status in (403, 409, 422)
    one.stream("crown-1").do("leave-seat", seat=1)


def test_passwords_can_not_be_tried_at_speed(tmp_path: Path) -> None:
    async def run() -> list[int]:
        called = await opened(tmp_path, Http(requests_a_second=2))
        body = {"person": "nobody-here", "password": "wrong"}
        return [(await called.ask("POST", "/api/session", body=body)).status for _ in range(6)]

    assert asyncio.run(run()) == [401, 401, 429, 429, 429, 429]


# People look after themselves, and those in charge after others


def test_players_look_after_themselves_over_http(house: Running) -> None:
    people = house.client("player-1").stream("people")
    people.do("set-limit", limit="deposit day", amount=100_00)
    people.do("set-reminder", minutes=30)
    assert house.client("player-1").me()["limits"]["deposit day"]["amount"] == 100_00
    with pytest.raises(Refusal) as refusal:
        people.do("exclude-person", person="player-2", reason="for fun")
    assert refusal.value.status == 403
    with pytest.raises(Refusal) as refusal:
        people.do("register-person", person="friend", name="Friend")
    assert refusal.value.status == 403
    for name in ("people", "cage"):
        with pytest.raises(Refusal) as refusal:
            house.client("player-1").stream(name).state()
        assert refusal.value.status == 403


def test_a_supervisor_of_a_book_keeps_people_out_of_the_house(house: Running) -> None:
    house.client("supervisor-1").stream("people").do("exclude-person", person="trainee-1", reason="asked to")
    with pytest.raises(Refusal) as refusal:
        house.client("trainee-1").stream("crown-1").do("take-seat", seat=1, chips=100_00)
    assert (refusal.value.status, refusal.value.ground) == (401, "person_excluded")
    with pytest.raises(Refusal) as refusal:
        house.client("dealer-1").stream("people").do("exclude-person", person="player-2", reason="none")
    assert refusal.value.status == 403


# Floods and slowness


def test_a_thousand_guests_are_bounded_and_leave_room_for_people(tmp_path: Path) -> None:
    async def run() -> tuple[list[int], int, int, list[int], int]:
        called = await opened(tmp_path, Http(requests_a_second=1e9, live_streams=40, guest_streams=15, behind_proxy=True))
        live, asked = called.server.live, list[asyncio.Task[Any]]()
        for number in range(1000):
            asked.append(asyncio.create_task(guest(called, f"203.0.113.{number % 2}")))
        for _ in range(20):
            await asyncio.sleep(0.01)
        most, of_one = live.open, live._of["at 203.0.113.1"]
        refused = [task.result() for task in asked if task.done()]
        people = ("player-1", "player-2", "trainee-1")
        asked += [asyncio.create_task(called.ask("GET", "/live?open=lobby:", one)) for one in people for _ in range(6)]
        for _ in range(20):
            await asyncio.sleep(0.01)
        inside = live.open
        for task in asked:
            task.cancel()
        await asyncio.gather(*asked, return_exceptions=True)
        return refused, most, of_one, [inside, live.open], len(live._of)

    refused, most, of_one, opens, left = asyncio.run(run())
    assert (most, of_one) == (20, 10)
    assert refused == [503] * 980
    assert opens == [38, 0]
    assert left == 0


async def guest(called: Called, address: str) -> int:
    """Someone who has not signed in follows the lobby from an address until they are sent away."""
    scope, _ = await called._request("GET", "/live?open=lobby:", "", None)
    scope["headers"].append((b"x-forwarded-for", address.encode()))
    status = 0

    async def send(message: Any) -> None:
        nonlocal status
        status = message.get("status", status)

    async def receive() -> Any:
        await asyncio.sleep(3600)

    await called.app(scope, receive, send)
    return status


def test_one_address_has_only_so_many_live_streams(tmp_path: Path) -> None:
    async def run() -> tuple[int, int]:
        called = await opened(tmp_path, Http(requests_a_second=1e9, guest_streams=5, behind_proxy=True))
        asked = [asyncio.create_task(guest(called, "203.0.113.1")) for _ in range(9)]
        other = asyncio.create_task(guest(called, "203.0.113.2"))
        for _ in range(20):
            await asyncio.sleep(0.01)
        found = sum(task.done() for task in asked), called.server.live.open
        for task in (*asked, other):
            task.cancel()
        await asyncio.gather(*asked, other, return_exceptions=True)
        return found

    assert asyncio.run(run()) == (4, 6)


def test_one_person_has_only_so_many_live_streams(tmp_path: Path) -> None:
    async def run() -> tuple[int, int, int]:
        called = await opened(tmp_path)
        live = called.server.live
        asked = [
            asyncio.create_task(called.ask("GET", "/live?open=table:crown-1", "player-1", until=lambda sent: False))
            for _ in range(20)
        ]
        for _ in range(20):
            await asyncio.sleep(0.01)
        most, refused = live.open, sum(task.done() for task in asked)
        for task in asked:
            task.cancel()
        await asyncio.gather(*asked, return_exceptions=True)
        return most, refused, live.open

    assert asyncio.run(run()) == (8, 12, 0)


@pytest.mark.parametrize("views", ["", "nothing:x", ",".join(["table:crown-1"] * 31), "table:nowhere", "stream:people"])
def test_what_can_not_be_followed_is_refused(tmp_path: Path, views: str) -> None:
    async def run() -> tuple[int, bytes]:
        called = await opened(tmp_path)
        reply = await asyncio.wait_for(called.ask("GET", f"/live?open={views}", until=lambda sent: sent > 2), 10)
        return reply.status, reply.body

    status, body = asyncio.run(run())
    assert status in (400, 403, 404), body


def test_a_slow_client_holds_nobody_up(house: Running) -> None:
    """Half a request, and a live stream that nobody reads: everyone else is served."""
    address = ("127.0.0.1", int(house.url.rpartition(":")[2]))
    token = house.client("player-1").token
    slow = [socket.create_connection(address) for _ in range(20)]
    try:
        for number, one in enumerate(slow):
            if number % 2:
                one.sendall(b"POST /api/session HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-le")
            else:
                one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
                head = f"GET /live?open=table:crown-1,lobby: HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer {token}\r\n\r\n"
                one.sendall(head.encode())
        table = house.client("player-2").stream("crown-1")
        for _ in range(10):
            table.do("take-seat", seat=2, chips=100_00)
            table.do("leave-seat", seat=2)
        assert raw(house, "/healthz")[0] == 200
    finally:
        for one in slow:
            one.close()


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/streams/crown-1/commands", {"command": {"do": "take-seat", "seat": 10**30, "chips": 1}}),
        ("/api/streams/crown-1/commands", {"command": {"do": "take-seat", "seat": -1, "chips": 1}}),
        ("/api/streams/crown-1/commands", {"command": {"do": "take-seat", "seat": 1, "chips": -(10**18)}}),
        ("/api/streams/crown-1/commands", {"command": {"do": "take-seat", "seat": 1, "chips": 2**63 - 1}}),
        ("/api/streams/crown-1/commands", {"command": {"do": "nothing"}}),
        ("/api/streams/crown-1/commands", {"command": []}),
        ("/api/streams/crown-1/commands", {"command": {"do": "leave-seat", "seat": 1}, "seen": -5}),
        ("/api/streams/crown-1/commands", {"command": {"do": "leave-seat", "seat": 1}, "seen": 2**80}),
        ("/api/streams/crown-1/commands", {"command": {"do": "leave-seat", "seat": 1}, "as": True}),
        ("/api/streams/crown-1/commands", {"command": {"do": "leave-seat", "seat": 1}, "as": 2**80}),
        ("/api/streams/crown-1/commands", {"command": {"do": "leave-seat", "seat": 1}, "id": "\x00"}),
        ("/api/streams/crown-1/commands", {"command": {"do": "leave-seat", "seat": 1}, "id": "\ud800"}),
        ("/api/streams/crown-1/lines", {"line": "\x00" * 100}),
        ("/api/streams/crown-1/lines", {"line": "ante 1 " + "9" * 5000}),
        ("/api/streams/crown-1/orders", {"command": {"do": "close-table"}, "at": 2**62, "as": "house"}),
        ("/api/orders/cancel", {"name": "\x00"}),
        ("/api/tables", {"name": "x", "game": "../../etc/passwd"}),
        ("/api/tables", {"name": "x", "game": "crown-caribbean-stud", "options": {"places": -1}}),
        ("/api/put-back", {"name": "crown-1"}),
        ("/api/recovery-code", {"name": "admin-1"}),
        ("/api/session", {"person": "player-1\x00", "password": "x"}),
        ("/api/session", {"person": "\ud800", "password": "\ud800"}),
        ("/api/password", {"person": "player-1", "new": "x" * 2000}),
        ("/api/password", {"person": "x" * 5000, "code": "x", "new": "a long password"}),
    ],
)
@pytest.mark.parametrize("person", ["", "player-2", "manager-1"])
def test_odd_requests_are_refused_in_words(house: Running, path: str, body: Any, person: str) -> None:
    token = {"authorization": f"Bearer {house.client(person).token}"} if person else {}
    status, _, said = raw(house, path, json.dumps(body).encode(), **token)
    assert 400 <= status < 500, (status, said)
    assert set(json.loads(said)) == {"ground", "reason", "clauses"}


def test_a_lost_store_is_said_and_nothing_is_done(tmp_path: Path) -> None:
    async def run() -> list[int]:
        called = await opened(tmp_path)
        store = called.server.floor.store
        assert isinstance(store, MemoryStore)
        await called.token("player-1")
        store.failing = "the disk is full"
        sits = {"command": {"do": "take-seat", "seat": 1, "chips": 100_00}}
        found = [
            (await called.ask("POST", "/api/streams/crown-1/commands", "player-1", sits)).status,
            (await called.ask("GET", "/healthz")).status,
            (await called.ask("GET", "/")).status,
        ]
        store.failing = ""
        await called.server.floor.look_for_store()
        await asyncio.sleep(0.5)
        found.append((await called.ask("POST", "/api/streams/crown-1/commands", "player-1", sits)).status)
        return found

    assert asyncio.run(run()) == [503, 503, 200, 200]


# A session that ends while someone is still asking


def test_a_body_that_comes_after_its_session_has_ended_does_nothing(house: Running) -> None:
    client = house.client("player-2")
    body = json.dumps({"command": {"do": "set-reminder", "minutes": 41}}).encode()
    slow = HTTPConnection("127.0.0.1", int(house.url.rpartition(":")[2]), timeout=30)
    slow.putrequest("POST", "/api/streams/people/commands")
    for name, value in (("authorization", f"Bearer {client.token}"), ("content-type", "application/json")):
        slow.putheader(name, value)
    slow.putheader("content-length", str(len(body)))
    slow.endheaders(body[:-1])
    time.sleep(0.1)
    client.ask("DELETE", "/api/session")
    slow.send(body[-1:])
    assert slow.getresponse().status == 401
    slow.close()
    assert house.server.floor.house.people.state.people["player-2"].reminder != 41


def test_a_sign_in_under_way_does_not_outlive_a_new_password(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The old password is checked, then it is changed, which ends all sessions, and only then the new session would begin."""

    async def run() -> None:
        called = await Called(tmp_path / "key").open()
        server = called.server
        await called.demo.people()
        await server.set_password("player-1", PASSWORD)
        begin = server.sessions.begin

        async def later(person: str) -> str:
            monkeypatch.setattr(server.sessions, "begin", begin)
            await server.set_password("player-1", "another password for tests")
            await server.sessions.end_all("player-1")
            return await begin(person)

        monkeypatch.setattr(server.sessions, "begin", later)
        sent = {"person": "player-1", "password": PASSWORD}
        assert (await called.ask("POST", "/api/session", body=sent)).status == 401
        assert await server.floor.store.scan("session/") == {}
        assert (await called.ask("POST", "/api/session", body=sent | {"password": "another password for tests"})).status == 200

    asyncio.run(run())
