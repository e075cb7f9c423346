"""Passkeys: a device signs what the house asks this browser, once and soon, for the house's own address. Nothing else gets in."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from importlib.machinery import ModuleSpec
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key

from croupier.floor.stores import restore
from croupier.floor.stores.sqlite import SQLiteStore
from croupier.server import passkeys
from croupier.server.config import Config, ConfigError, Http, checked
from floor.memory import MemoryStore
from server.authenticator import ADDRESS, DOMAIN, Device, text
from server.calling import Called, Reply, Still
from server.test_entrance import OTHER, PASSWORD, opened, posted, sign_in, stormed

AT = Http(requests_a_second=1e9, behind_proxy=True, address=ADDRESS, names=(DOMAIN,))
WHO = "admin-2"
_sources = count()


def on(folder: Path, work: Callable[[Called], Awaitable[None]], http: Http = AT) -> None:
    async def run() -> None:
        await work(await opened(folder, http))

    asyncio.run(run())


async def options(called: Called, person: str = WHO) -> Any:
    begun = await called.ask("POST", "/api/passkeys", person, {"password": PASSWORD})
    assert begun.status == 200, begun.body
    return begun.json


async def added(called: Called, person: str = WHO, name: str = "my phone", device: Device | None = None) -> Device:
    """Someone adds a passkey on the page where one does."""
    device = device or Device()
    sent = {"name": name, "passkey": device.made(await options(called, person))}
    reply = await called.ask("POST", "/api/passkeys", person, sent)
    assert reply.status == 200, reply.body
    return device


async def challenge(called: Called) -> tuple[Any, str]:
    """What a browser is asked to have signed, and the cookie that it gets with it."""
    asked = await called.ask("POST", "/api/passkeys/challenge", body={})
    assert asked.status == 200, asked.body
    cookie = dict(asked.headers)[b"set-cookie"].decode()
    assert all(word in cookie.lower() for word in ("httponly", "samesite=strict", "secure", "max-age=120"))
    return asked.json, cookie.partition(";")[0]


async def came(called: Called, said: str, cookie: str, person: str = WHO, password: str = PASSWORD) -> Reply:
    """Someone signs in with what their device says, by the form of the page."""
    form = urlencode({"person": person, "password": password, "passkey": said, "to": "/me"}).encode()
    source = f"10.0.{next(_sources)}.1"  # anyone who was wrong has to wait
    reply = await posted(called, "/sign-in", form, source, b"application/x-www-form-urlencoded", cookie)
    await called.quiet()
    return reply


async def shows(called: Called, device: Device, person: str = WHO, **more: Any) -> int:
    """The answer to someone who signs in with password and passkey: 303 where they are in."""
    asked, cookie = await challenge(called)
    return (await came(called, device.used(asked, **more), cookie, person)).status


def of(called: Called, person: str = WHO) -> dict[str, int]:
    return called.server.floor.house.people.state.people[person].passkeys


def test_a_passkey_is_added_asked_for_and_removed(tmp_path: Path) -> None:
    async def work(called: Called) -> None:
        phone = await added(called)
        key = await added(called, name="blue\x07 key")
        page = (await called.ask("GET", "/me", WHO, accept="text/html")).body.decode()
        assert page.index("<b>my phone</b>") < page.index("<b>blue key</b>")
        assert (await sign_in(called, WHO)).status == 401  # a password alone is not enough any more
        assert [await shows(called, each) for each in (phone, key, phone)] == [303, 303, 303]
        assert sorted(of(called).values()) == [1, 2]
        record = b"".join(await called.server.floor.store.read("people"))
        for device in (phone, key):
            assert text(device.id).encode() not in record
            assert device.id.hex().encode() not in record
        assert b"my phone" not in record
        first = next(iter(of(called)))
        remove = {"key": first, "password": "wrong"}
        assert (await called.ask("POST", "/api/passkeys", WHO, remove)).status == 422
        remove["password"] = PASSWORD
        assert (await called.ask("POST", "/api/passkeys", WHO, remove)).status == 200
        assert (await called.ask("POST", "/api/passkeys", WHO, remove)).status == 422
        assert await shows(called, phone) == 401
        assert await shows(called, key) == 303
        remove["key"] = next(iter(of(called)))
        assert (await called.ask("POST", "/api/passkeys", WHO, remove)).status == 200
        assert (await sign_in(called, WHO)).status == 200
        assert called.server.floor.house.people.audit()

    on(tmp_path, work)


def test_what_is_forged_or_stale_does_not_get_in(tmp_path: Path) -> None:
    async def work(called: Called) -> None:
        clock = called.server.floor.clock
        assert isinstance(clock, Still)
        device, theirs = await added(called), await added(called, "admin-3")
        asked, cookie = await challenge(called)
        said = device.used(asked)
        assert (await came(called, said, cookie, password=OTHER)).status == 401
        assert (await came(called, said, cookie)).status == 401  # the challenge is used up
        asked, cookie = await challenge(called)
        said = device.used(asked)
        assert (await came(called, said, cookie)).status == 303
        assert (await came(called, said, cookie)).status == 401  # replayed
        assert (await came(called, said, (await challenge(called))[1])).status == 401  # replayed under another challenge
        assert await shows(called, device, origin="https://house.example.evil.example") == 401
        assert await shows(called, device, origin="http://house.example") == 401
        assert await shows(called, device, domain="evil.example") == 401
        assert await shows(called, theirs) == 401  # another person's
        assert await shows(called, device, "admin-3") == 401
        assert await shows(called, theirs, "admin-3") == 303
        assert await shows(called, device, key=generate_private_key(SECP256R1())) == 401
        device.count = 1  # a copy of the device, which was used twice
        assert await shows(called, device) == 401
        device.count += 9
        asked, cookie = await challenge(called)
        clock.at += 120
        assert (await came(called, device.used(asked), cookie)).status == 401  # expired
        asked, cookie = await challenge(called)
        assert (await came(called, device.used(asked), (await challenge(called))[1])).status == 401  # another browser's
        clock.at += 119
        assert (await came(called, device.used(asked), cookie)).status == 303
        made = await options(called)  # one that was asked for to add a passkey is none to sign in
        assert (await came(called, device.used(made), f"croupier-passkey={called.tokens[WHO]}")).status == 401
        for odd in ("{}", "[", '{"id": "é"}', '{"id": 1}', json.dumps({"id": "A" * 5}), "\x00", '{"id": "' + "A" * 9000 + '"}'):
            assert (await came(called, odd, (await challenge(called))[1])).status == 401
        known = json.loads(device.used(asked))
        for part in ("clientDataJSON", "authenticatorData", "signature"):
            for wrong in ("", "AAAA", "é", None, 7, "W10"):
                broken = json.dumps(known | {"response": known["response"] | {part: wrong}})
                assert (await came(called, broken, (await challenge(called))[1])).status == 401

    on(tmp_path, work)


def test_a_new_passkey_is_for_the_session_that_asked_for_it(tmp_path: Path) -> None:
    async def work(called: Called) -> None:
        clock = called.server.floor.clock
        assert isinstance(clock, Still)
        assert (await called.ask("POST", "/api/passkeys", WHO, {"password": "wrong"})).status == 422
        assert (await called.ask("POST", "/api/passkeys", "", {"password": PASSWORD})).status == 401
        device = Device()

        async def adds(said: str, person: str = WHO) -> int:
            return (await called.ask("POST", "/api/passkeys", person, {"name": "", "passkey": said})).status

        made = await options(called)
        assert made["authenticatorSelection"]["residentKey"] == "required"
        assert await adds(device.made(made), "admin-3") == 422
        mine = called.tokens.pop(WHO)
        assert await adds(device.made(made)) == 422  # the same person in another session
        called.tokens[WHO] = mine
        assert await adds(device.made(made)) == 200
        assert await adds(device.made(made)) == 422
        for origin, domain in (("https://evil.example", DOMAIN), (ADDRESS, "evil.example")):
            assert await adds(Device().made(await options(called), origin, domain)) == 422
        made = await options(called)
        assert [each["id"] for each in made["excludeCredentials"]] == [json.loads(device.made(made))["id"]]
        clock.at += 120
        assert await adds(Device().made(made)) == 422
        assert await adds(device.made(await options(called))) == 422  # it is there already
        for odd in ("", "{}", "\x00", device.used(await options(called))):
            await options(called)
            assert await adds(odd) == 422
        assert len(of(called)) == 1
        for _ in range(9):
            await added(called)
        assert await adds(Device().made(await options(called))) == 422  # ten are enough

    on(tmp_path, work)


def test_a_device_that_does_not_count_is_taken_each_time(tmp_path: Path) -> None:
    async def work(called: Called) -> None:
        device = await added(called, device=Device(counts=False))
        assert [await shows(called, device) for _ in range(2)] == [303, 303]

    on(tmp_path, work)


def test_a_passkey_gets_in_whatever_strangers_try_and_somebody_else_removes_a_lost_one(tmp_path: Path) -> None:
    async def work(called: Called) -> None:
        device = await added(called)
        await stormed(called, WHO)
        assert called.server.floor.house.people.state.people[WHO].locked
        assert await shows(called, device) == 303
        assert not called.server.floor.house.people.state.people[WHO].locked
        sent = {"person": WHO, "password": PASSWORD, "new": OTHER}
        assert (await called.ask("POST", "/api/password", "", sent)).status == 401
        off = {"command": {"do": "set-second-factor", "person": WHO, "on": False}}
        page = await called.ask("GET", "/people", "admin-1", accept="text/html")
        assert page.body.count(b"set-second-factor") == 1
        for person, status in (("player-1", 403), (WHO, 422), ("admin-1", 200), ("admin-1", 422)):
            assert (await called.ask("POST", "/api/streams/people/commands", person, off)).status == status, person
        assert await shows(called, device) == 303  # the password is enough, and what is sent with it does not count
        assert (await sign_in(called, WHO)).status == 200
        await added(called, name="new one")
        assert await shows(called, device) == 401
        assert b"<b>my phone</b>" not in (await called.ask("GET", "/me", WHO, accept="text/html")).body
        assert called.server.floor.house.people.audit()

    on(tmp_path, work)


def test_a_challenge_and_a_removal_hold_in_every_process(tmp_path: Path) -> None:
    async def run() -> None:
        store = MemoryStore(shared=True)
        one = await Called(tmp_path / "key", http=AT, store=store).open()
        await one.demo.people()
        await one.server.set_password("player-1", PASSWORD)
        other = await Called(tmp_path / "key", http=AT, store=store).open()
        device = await added(one, "player-1")
        assert (await sign_in(other, "player-1")).status == 401  # known there at once
        asked, cookie = await challenge(one)
        said = device.used(asked)
        both = await asyncio.gather(*(came(called, said, cookie, "player-1") for called in (one, other)))
        assert sorted(reply.status for reply in both) == [303, 401]
        asked, cookie = await challenge(other)
        remove = {"key": next(iter(of(one, "player-1"))), "password": PASSWORD}
        assert (await one.ask("POST", "/api/passkeys", "player-1", remove)).status == 200
        await added(one, "player-1", "another")
        assert (await came(other, device.used(asked), cookie, "player-1")).status == 401

    asyncio.run(run())


def test_a_restored_house_has_its_passkeys_and_no_challenge(tmp_path: Path) -> None:
    async def run() -> None:
        store = SQLiteStore(tmp_path / "house.db")
        called = await Called(tmp_path / "key", http=AT, store=store).open()
        await called.demo.people()
        await called.server.set_password("player-1", PASSWORD)
        device, gone = await added(called, "player-1"), await added(called, "player-1")
        remove = {"key": list(of(called, "player-1"))[1], "password": PASSWORD}
        assert (await called.ask("POST", "/api/passkeys", "player-1", remove)).status == 200
        asked, cookie = await challenge(called)
        await store.backup(str(tmp_path / "monday.db"))
        assert await shows(called, device, "player-1") == 303
        await called.server.floor.close()
        into = SQLiteStore(tmp_path / "new.db")
        await into.start()
        await restore(str(tmp_path / "monday.db"), into)
        await into.stop()
        new = await Called(tmp_path / "key", http=AT, store=SQLiteStore(tmp_path / "new.db")).open()
        assert (await came(new, device.used(asked), cookie, "player-1")).status == 401
        assert await shows(new, gone, "player-1") == 401
        assert await shows(new, device, "player-1") == 303
        await new.server.floor.close()

    asyncio.run(run())


def test_challenges_that_nobody_answers_are_thrown_away(tmp_path: Path) -> None:
    async def work(called: Called) -> None:
        clock, store = called.server.floor.clock, called.server.floor.store
        assert isinstance(clock, Still)
        await called.server.sessions.tidy()
        await challenge(called)
        clock.at += 3600
        await challenge(called)
        await called.server.sessions.tidy()
        assert len(await store.scan("challenge/")) == 1

    on(tmp_path, work)


def test_without_the_extra_or_an_address_the_page_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(called: Called) -> None:
        assert called.server.passkeys.missing
        page = (await called.ask("GET", "/me", WHO, accept="text/html")).body
        assert b"Passkeys are not available" in page
        assert b"Add a passkey" not in page
        assert b"with a passkey" not in (await called.ask("GET", "/sign-in", accept="text/html")).body
        reply = await called.ask("POST", "/api/passkeys/challenge", body={})
        assert (reply.status, reply.json["ground"]) == (422, "no_passkeys")
        assert (await called.ask("POST", "/api/passkeys", WHO, {"password": PASSWORD})).status == 422
        assert (await came(called, "{}", "")).status == 303  # anyone who has none does not need one

    on(tmp_path, work, Http(requests_a_second=1e9, behind_proxy=True))
    found: dict[str, ModuleSpec | None] = {"webauthn": None}
    monkeypatch.setattr(passkeys, "find_spec", found.get)
    on(tmp_path, work)


@pytest.mark.parametrize(
    ("http", "public"),
    [
        (Http(), "http://localhost:8000"),
        (Http(port=0), ""),
        (Http(behind_proxy=True), ""),
        (Http(host="0.0.0.0"), ""),  # noqa: S104
        (Http(behind_proxy=True, address=ADDRESS, names=(DOMAIN,)), ADDRESS),
        (Http(address="http://localhost:9000"), "http://localhost:9000"),
        (Http(address="https://house.example:8443", host="house.example"), "https://house.example:8443"),
    ],
)
def test_the_address_is_the_configured_one(http: Http, public: str) -> None:
    assert checked(Config(http=http)).http.public == public


@pytest.mark.parametrize(
    "address",
    [
        "house.example",
        "http://house.example",
        f"{ADDRESS}/",
        "https://House.example",
        "https://127.0.0.1",
        "https://elsewhere.example",
    ],
)
def test_an_address_that_no_passkey_can_belong_to_is_refused(address: str) -> None:
    with pytest.raises(ConfigError, match=r"^http\.address: "):
        checked(Config(http=Http(address=address, names=("house.example", "127.0.0.1"))))
