"""Requests as bytes: what two programs could read in two ways is refused, and nobody is believed about where they are."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Iterator
from pathlib import Path
from shutil import copyfile
from typing import Any

import pytest

from croupier.client import Client, Refusal
from croupier.floor.proof import key_beside
from croupier.floor.stores import restore, store_of
from croupier.server.config import Config, Http
from server.calling import Called, Reply
from server.running import PASSWORD, Running, running
from server.test_api import furnish


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("house") / "house.db", furnish=furnish) as found:
        yield found


def said_to(house: Running, request: bytes, tries: int = 3) -> bytes:
    """What comes back until the line is closed, or nothing more comes.

    A server that closes the line before it has read everything may reset it, and the answer is lost on the way: then again.
    """
    with socket.create_connection(("127.0.0.1", int(house.url.rpartition(":")[2])), timeout=20) as line:
        line.sendall(request.replace(b"Bearer %s", b"Bearer " + house.client("player-2").token.encode()))
        found = b""
        try:
            while part := line.recv(1 << 16):
                found += part
                line.settimeout(0.5)
        except TimeoutError:
            pass
        except ConnectionResetError:
            if not found and tries > 1:
                return said_to(house, request, tries - 1)
        return found


BODY = b'{"speed": "normal"}'
GET = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n"
POST = (
    b"POST /api/speed HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer %s\r\nConnection: close\r\n"
    b"Content-Type: application/json\r\n"
)
LENGTH = b"Content-Length: %d\r\n" % len(BODY)
CHUNKED = b"Transfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n0\r\n\r\n" % (len(BODY), BODY)


def test_an_ordinary_request_is_answered(house: Running) -> None:
    assert said_to(house, GET + b"\r\n").startswith(b"HTTP/1.1 200 ")
    assert said_to(house, POST + LENGTH + b"\r\n" + BODY).startswith(b"HTTP/1.1 200 ")
    assert said_to(house, POST + CHUNKED).startswith(b"HTTP/1.1 200 ")
    assert said_to(house, (GET + b"\r\n") * 3).count(b"HTTP/1.1 200 ") == 3
    assert said_to(house, GET + b"X: " + b"a" * 20_000 + b"\r\n\r\n").startswith(b"HTTP/1.1 200 ")


@pytest.mark.parametrize(
    "request_",
    [
        GET + b"X: " + b"a" * 70_000 + b"\r\n\r\n",
        GET + b"X: a\r\n" * 12_000 + b"\r\n",
        GET + b"X: a\r\n b\r\n\r\n",
        GET + b"X: a\r\n\tb\r\n\r\n",
        GET + b"X: a\nY: b\r\n\r\n",
        GET + b"X: a\rY: b\r\n\r\n",
        GET.replace(b"\r\n", b"\n") + b"\n",
        GET + b"\n",
        b"GET /healthz HTTP/1.1\nHost: 127.0.0.1\r\n\r\n",
        GET + b"X : a\r\n\r\n",
        GET + b"Host: elsewhere\r\n\r\n",
        POST + LENGTH + b"Content-Length: 3\r\n\r\n" + BODY,
        POST + b"Content-Length: %d, 3\r\n\r\n" % len(BODY) + BODY,
        POST + b"Content-Length: +%d\r\n\r\n" % len(BODY) + BODY,
        POST + b"Content-Length: 0x25\r\n\r\n" + BODY,
        POST + LENGTH + CHUNKED,
        (POST + CHUNKED).replace(b"HTTP/1.1", b"HTTP/1.0", 1),
        POST + CHUNKED.replace(b"chunked", b"chunked, identity"),
        POST + CHUNKED.replace(b"chunked", b"\x0bchunked"),
        POST + CHUNKED.replace(b"\r\n0", b"xx\r\n0"),
        GET + b"\r\n" + GET + b"X: a\r\n b\r\n\r\n",
    ],
    ids=lambda request: repr(request[-70:]) if isinstance(request, bytes) else "",
)
def test_what_could_be_read_in_two_ways_is_refused(house: Running, request_: bytes) -> None:
    answers = said_to(house, request_).split(b"HTTP/1.1 ")[1:]
    assert answers[-1][:3] in (b"400", b"431", b"501"), answers
    assert len(answers) == (2 if request_.startswith(GET + b"\r\nGET") else 1)


@pytest.mark.parametrize(
    "kind",
    [
        b"application/json; charset=utf-16",
        b"application/json; charset=latin1",
        b"application/json; charset=utf-7",
        b"application/json; charset=utf-8; charset=utf-16",
        b"text/plain\r\nContent-Type: application/json",
        b"application/json\r\nContent-Type: text/plain",
        b"application/json\r\nContent-Encoding: gzip",
        b"text/plain",
        b"multipart/form-data",
    ],
)
def test_a_body_is_in_utf_8_and_said_to_be(house: Running, kind: bytes) -> None:
    said = POST.replace(b"application/json", kind) + LENGTH + b"\r\n" + BODY
    assert said_to(house, said).startswith(b"HTTP/1.1 415 ")
    for odd in (b"application/json; charset=utf-8", b'Application/JSON;charset="UTF-8"'):
        said = POST.replace(b"application/json", odd) + LENGTH + b"\r\n" + BODY
        assert said_to(house, said).startswith(b"HTTP/1.1 200 ")


def test_a_seat_of_five_thousand_digits_is_refused_in_words(house: Running) -> None:
    order = {"command": {"do": "close-table"}, "at": 0, "as": "9" * 5000}
    with pytest.raises(Refusal) as refusal:
        house.client("dealer-1").ask("POST", "/api/streams/crown-1/orders", order)
    assert refusal.value.status == 403


# Where someone is


CLAIMS = [
    ("x-forwarded-for", "127.0.0.1"),
    ("x-forwarded-for", "203.0.113.9"),
    ("x-forwarded-host", "127.0.0.1"),
    ("x-forwarded-proto", "https"),
    ("forwarded", "for=127.0.0.1"),
    ("x-real-ip", "127.0.0.1"),
    ("via", "1.1 proxy"),
    ("x-cluster-client-ip", "203.0.113.9"),
    ("fly-client-ip", "203.0.113.9"),
    ("x-request-id", "1"),
    ("host", "house.example"),
]


def demo_of(
    folder: Path, peer: str, *claims: tuple[str, str], behind_proxy: bool = False, published: bool = False, owned: bool = False
) -> tuple[int, bytes]:
    async def run() -> tuple[int, bytes]:
        http = Http(requests_a_second=1e9, names=("house.example",), behind_proxy=behind_proxy)
        called = await Called(folder / "key", http=http).open()
        await called.demo.people()
        called.server.config = Config(database="memory", demo=True, publish_demo=published, http=http)
        if owned:
            await called.server.set_password("admin-1", "a password for tests")

        async def ask(method: str, path: str, body: bytes = b"") -> Reply:
            scope, _ = await called._request(method, path, "", None)
            headers = {"host": "127.0.0.1", "content-type": "application/json", "accept": "text/html"} | dict(claims)
            scope["headers"] = [(name.encode(), value.encode()) for name, value in headers.items()]
            scope["client"] = (peer, 1)
            start, parts = dict[str, Any](), list[bytes]()

            async def receive() -> dict[str, Any]:
                return {"type": "http.request", "body": body, "more_body": False}

            async def send(message: Any) -> None:
                start.update(message) if "status" in message else parts.append(message["body"])

            await called.app(scope, receive, send)
            return Reply(start["status"], (), b"".join(parts))

        page = await ask("GET", "/sign-in")
        return (await ask("POST", "/api/demo", json.dumps({"person": "admin-1"}).encode())).status, page.body

    return asyncio.run(run())


def test_people_of_a_demo_are_there_with_one_tap_at_this_machine(tmp_path: Path) -> None:
    for peer, host in (("127.0.0.1", "127.0.0.1:8000"), ("::1", "[::1]:8000"), ("127.0.0.1", "localhost")):
        status, page = demo_of(tmp_path, peer, ("host", host))
        assert status == 200
        assert b"data-be=" in page


def test_a_demo_that_is_published_is_for_everybody(tmp_path: Path) -> None:
    status, page = demo_of(tmp_path, "203.0.113.9", ("host", "house.example"), published=True)
    assert status == 200
    assert b"data-be=" in page
    assert demo_of(tmp_path, "203.0.113.9", ("host", "house.example"))[0] == 404


@pytest.mark.parametrize("published", [False, True])
def test_an_account_with_a_password_takes_more_than_one_tap(tmp_path: Path, published: bool) -> None:
    """Also where someone serves a house as a demo that is none."""
    status, page = demo_of(tmp_path, "127.0.0.1", ("host", "localhost"), published=published, owned=True)
    assert status == 404
    assert b'data-be="player-1"' in page
    assert b'data-be="admin-1"' not in page


@pytest.mark.parametrize("behind_proxy", [False, True])
@pytest.mark.parametrize(("name", "value"), CLAIMS)
def test_and_for_nobody_who_comes_by_way_of_a_proxy(tmp_path: Path, name: str, value: str, behind_proxy: bool) -> None:
    status, page = demo_of(tmp_path, "127.0.0.1", (name, value), behind_proxy=behind_proxy)
    assert status == 404
    assert b"data-be=" not in page


async def nothing() -> dict[str, Any]:
    return {"type": "http.request", "body": b"", "more_body": False}


def test_what_is_said_twice_about_where_a_request_comes_from_is_refused(tmp_path: Path) -> None:
    """Two programs could read it in two ways."""

    async def run() -> None:
        called = await Called(tmp_path / "key").open()
        for name, values in ((b"origin", (b"http://evil", b"http://127.0.0.1")), (b"host", (b"evil", b"127.0.0.1"))):
            for each in (values, values[::-1]):
                scope, _ = await called._request("DELETE", "/api/session", "", None)
                kept = [header for header in scope["headers"] if header[0] != name]
                scope["headers"] = [*kept, *((name, value) for value in each)]
                status = list[int]()

                async def send(message: Any, status: list[int] = status) -> None:
                    status += [message["status"]] if "status" in message else []

                await called.app(scope, nothing, send)
                assert status == [400]

    asyncio.run(run())


def test_counters_are_for_this_machine(tmp_path: Path) -> None:
    """One that grows with a wrong password for someone who has an account would tell strangers who has one."""

    async def run() -> None:
        called = await Called(tmp_path / "key").open()
        for peer, claims, expected in (
            ("127.0.0.1", [(b"x-prometheus-scrape-timeout-seconds", b"10")], 200),
            ("127.0.0.1", [(b"x-forwarded-for", b"203.0.113.9")], 403),
            ("203.0.113.9", [], 403),
        ):
            scope, _ = await called._request("GET", "/metrics", "", None)
            scope["client"], scope["headers"] = (peer, 1), [*scope["headers"], *claims]
            status = list[int]()

            async def send(message: Any, status: list[int] = status) -> None:
                status += [message["status"]] if "status" in message else []

            await called.app(scope, nothing, send)
            assert status == [expected]

    asyncio.run(run())


def test_nor_for_anybody_from_elsewhere(tmp_path: Path) -> None:
    for peer in ("203.0.113.9", "10.0.0.1", "::ffff:203.0.113.9", "unix"):
        assert demo_of(tmp_path, peer)[0] == 404


def test_an_address_that_somebody_claims_does_not_make_them_another_source(house: Running) -> None:
    """The server that people reach takes no address from a header unless it is told that a proxy stands before it."""
    body = json.dumps({"person": "cashier-1", "password": "wrong"}).encode()
    answers = []
    post = POST.replace(b"/api/speed", b"/api/session")
    for number in range(9):
        claim = b"X-Forwarded-For: 198.51.100.%d\r\n" % number
        answers.append(said_to(house, post + claim + b"Content-Length: %d\r\n\r\n" % len(body) + body)[9:12])
    assert b"429" in answers


def test_the_console_is_for_whoever_reads_its_file_at_this_machine(house: Running) -> None:
    house.server.open_console(house.url)
    ask = b"POST /api/recovery-code HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nConnection: close\r\n%s"
    rest = b"Content-Type: application/json\r\nContent-Length: 19\r\n\r\n" + b'{"name": "admin-1"}'
    token = house.server.console.encode()
    for host, bearer, claim, status in (
        (b"127.0.0.1", token, b"", b"200"),
        (b"127.0.0.1", b"guess", b"", b"401"),
        (b"127.0.0.1", b"", b"", b"401"),
        (b"127.0.0.1", token, b"X-Forwarded-For: 127.0.0.1\r\n", b"401"),
        (b"elsewhere", token, b"", b"421"),
    ):
        assert said_to(house, ask % (host, bearer, claim) + rest)[9:12] == status


# What was ended stays ended


def test_a_session_and_a_code_that_are_over_do_not_come_back_with_a_backup(tmp_path: Path) -> None:
    with running(tmp_path / "house.db", furnish=furnish) as house:
        house.run(house.server.set_password("player-1", PASSWORD))
        client = Client(house.url).sign_in("player-1", PASSWORD)
        code = house.run(house.server.recovery_code("player-1"))
        house.run(house.server.floor.store.backup(str(tmp_path / "copy.db")))
        client.ask("DELETE", "/api/session")
        sent = {"person": "player-1", "code": code, "new": "another long password"}
        Client(house.url).ask("POST", "/api/password", sent)

    async def restored() -> dict[str, bytes]:
        store = store_of(str(tmp_path / "new.db"))
        await store.start()
        try:
            await restore(str(tmp_path / "copy.db"), store)
            return await store.scan("")
        finally:
            await store.stop()

    kept = asyncio.run(restored())
    assert "password/player-1" in kept
    assert not [key for key in kept if key.startswith(("session/", "code/"))]
    for database in ("new.db", "copy.db"):  # a copy is a house of its own
        copyfile(key_beside(str(tmp_path / "house.db")), key_beside(str(tmp_path / database)))
        with running(tmp_path / database) as house:
            with pytest.raises(Refusal) as refusal:
                Client(house.url, token=client.token).me()
            assert refusal.value.status == 401
            with pytest.raises(Refusal):
                Client(house.url).ask("POST", "/api/password", sent)


def test_a_backup_of_an_older_kind_is_restored_without_its_sessions(tmp_path: Path) -> None:
    async def run() -> list[str]:
        old, new = store_of(str(tmp_path / "old.db")), store_of(str(tmp_path / "new.db"))
        await old.start()
        await old.put("session/abc", b"{}")
        await old.put("password/p7", b"x")
        await old.stop()
        await new.start()
        await restore(str(tmp_path / "old.db"), new)
        found = sorted(await new.scan(""))
        await new.stop()
        return found

    assert asyncio.run(run()) == ["password/p7"]


# Counts of what one may not see


def test_nobody_learns_how_much_is_on_record_of_people_and_cage(house: Running) -> None:
    player = house.client("player-1")
    for name in ("people", "cage"):
        assert player.ask("GET", f"/api/streams/{name}/legal")["number"] == 0
    assert player.stream("people").do("set-reminder", minutes=45)["number"] == 0
    assert house.client("admin-1").ask("GET", "/api/streams/people/legal")["number"] > 0
    for minutes, seen in ((50, 1), (55, 10**6)):  # whether it is stale would tell how many there are
        player.stream("people").do("set-reminder", minutes=minutes, seen=seen)
