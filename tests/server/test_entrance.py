"""Getting in: wrong passwords slow down whoever types them and nobody else, and what is said tells nobody who has an account."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from argon2 import PasswordHasher

from croupier.floor.house import PEOPLE
from croupier.floor.passwords import Passwords
from croupier.floor.second_factor import SECONDS, address, code_at, new_secret, step_of
from croupier.kernel.decisions import Accepted, Refused
from croupier.people.commands import GrantRole, RegisterPerson, UnlockAccount
from croupier.server.answers import Problem
from croupier.server.config import Http
from floor.memory import MemoryStore
from server.calling import Called, Reply, Still

PASSWORD, OTHER = "a password for tests", "another long password"
STAFF = ("admin-1", "admin-2", "admin-3", "admin-4", "admin-5", "admin-6")


class Counted(PasswordHasher):
    """Counts how often it has done the work of checking."""

    checked = 0

    def verify(self, hash: str | bytes, password: str | bytes) -> bool:  # type: ignore[override]
        type(self).checked += 1
        return super().verify(hash, password)


async def opened(folder: Path, http: Http | None = None) -> Called:
    called = await Called(folder / "key", http=http or Http(requests_a_second=1e9, behind_proxy=True)).open()
    called.server.passwords = Passwords(Counted(time_cost=1, memory_cost=8, parallelism=1))
    await called.demo.people()
    for person in STAFF[1:]:
        await called.demo.register(person, person.replace("-", " ").title())
        await called.demo.grant(person, "*", "administrator")
    for person in (*STAFF, "player-1", "player-2", "supervisor-1"):
        await called.server.set_password(person, PASSWORD)
    return called


def on(folder: Path, work: Callable[[Called], Awaitable[None]], http: Http | None = None) -> None:
    async def run() -> None:
        await work(await opened(folder, http))

    asyncio.run(run())


async def sign_in(called: Called, person: str, password: str = PASSWORD, *, source: str = "10.0.0.1", **more: str) -> Reply:
    body = {"person": person, "password": password, **more}
    reply = await posted(called, "/api/session", json.dumps(body).encode(), source)
    await called.quiet()
    return reply


async def posted(
    called: Called, path: str, body: bytes, source: str, kind: bytes = b"application/json", cookie: str = ""
) -> Reply:
    """A request that the house's own proxy has passed on from an address."""
    scope, _ = await called._request("POST", path, "", None)
    scope["headers"] += [
        (b"content-type", kind),
        (b"content-length", str(len(body)).encode()),
        (b"x-forwarded-for", source.encode()),
        (b"cookie", cookie.encode()),
    ]
    start, parts = dict[str, Any](), list[bytes]()

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Any) -> None:
        start.update(message) if message["type"] == "http.response.start" else parts.append(message.get("body", b""))

    await called.app(scope, receive, send)
    return Reply(start["status"], tuple(start["headers"]), b"".join(parts))


def failed_from(called: Called, person: str) -> tuple[str, ...]:
    return called.server.floor.house.people.state.people[person].failed_from


async def stormed(called: Called, *people: str) -> None:
    """Wrong passwords from as many sources as it takes."""
    for number in range(5):
        for person in people:
            assert (await sign_in(called, person, "wrong", source=f"203.0.113.{number}")).status == 401


# Lockout is no weapon


def test_eighteen_wrong_passwords_lock_no_administrator_out(tmp_path: Path) -> None:
    async def work(called: Called) -> None:
        before = await called.token("admin-1")
        for person in STAFF:
            for _ in range(3):
                await sign_in(called, person, "wrong", source="203.0.113.9")
        assert (await called.ask("GET", "/api/me", "admin-1")).status == 200  # anyone who is in stays in
        assert await called.server.sessions.of(before) is not None
        for person in STAFF:
            assert (await sign_in(called, person)).status == 200, person
        names = called.server.floor.house.people.state.people
        assert not any(names[person].locked for person in STAFF)

    on(tmp_path, work)


def test_a_source_that_was_wrong_waits_longer_each_time_and_others_do_not(tmp_path: Path) -> None:
    async def work(called: Called) -> None:
        clock = called.server.floor.clock
        assert isinstance(clock, Still)
        waits = []
        for _ in range(12):
            reply = await sign_in(called, "player-1", "wrong", source="203.0.113.9")
            if reply.status == 401:
                waits.append(0.0)
                continue
            assert (reply.status, reply.json["ground"]) == (429, "too_often")
            before = clock.at
            while (await sign_in(called, "player-1", "wrong", source="203.0.113.9")).status == 429:
                clock.at += 0.5
            waits.append(clock.at - before)
        assert waits[:3] == [0.0, 0.0, 0.0]
        assert waits[3:] == [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0]
        assert (await sign_in(called, "player-2", source="203.0.113.9")).status == 200  # another name from there
        assert (await sign_in(called, "player-1")).status == 200  # that name from elsewhere

    on(tmp_path, work)


def test_many_names_from_one_source_are_slowed_down_too(tmp_path: Path) -> None:
    async def work(called: Called) -> None:
        status = [(await sign_in(called, f"name-{one}", "wrong", source="203.0.113.9")).status for one in range(30)]
        assert status == [401] * 20 + [429] * 10
        assert (await sign_in(called, "player-1", source="203.0.113.8")).status == 200
        same_house = [(await sign_in(called, f"name-{one}", "x", source=f"2001:db8::{one + 1:x}")).status for one in range(25)]
        assert same_house[-1] == 429  # one household has as many long addresses as it likes

    on(tmp_path, work)


def test_many_tries_at_once_are_no_way_around_it(tmp_path: Path) -> None:
    async def work(called: Called) -> None:
        many = (sign_in(called, "player-1", f"guess {one}", source="203.0.113.9") for one in range(40))
        status = [reply.status for reply in await asyncio.gather(*many)]
        assert (status.count(401), status.count(429)) == (3, 37)

    on(tmp_path, work)


def test_a_proxy_is_believed_only_where_it_says_it_last(tmp_path: Path) -> None:
    async def work(called: Called) -> None:
        for number in range(3):
            await sign_in(called, "player-1", "wrong", source=f"198.51.100.{number}, 203.0.113.9")
        assert (await sign_in(called, "player-1", "wrong", source="1.2.3.4, 203.0.113.9")).status == 429

    on(tmp_path, work)


def test_after_failures_from_many_sources_a_supervisor_lets_them_in_while_the_house_runs(tmp_path: Path) -> None:
    async def work(called: Called) -> None:
        await called.token("player-1")
        await stormed(called, "player-1")
        state = called.server.floor.house.people.state.people
        assert state["player-1"].locked
        assert (await called.ask("GET", "/api/me", "player-1")).status == 200  # who is in stays in, and may act
        limit = {"command": {"do": "set-limit", "limit": "loss day", "amount": 100_00}}
        assert (await called.ask("POST", "/api/streams/people/commands", "player-1", limit)).status == 200
        assert (await sign_in(called, "player-1")).status == 401
        for person in ("supervisor-1", "admin-1"):
            floor = await called.ask("GET", "/floor", person, accept="text/html")
            assert b'data-command="unlock-account"' in floor.body, person
        let_in = {"command": {"do": "unlock-account", "person": "player-1"}}
        assert (await called.ask("POST", "/api/streams/people/commands", "player-2", let_in)).status == 403
        assert (await called.ask("POST", "/api/streams/people/commands", "supervisor-1", let_in)).status == 200
        assert (await sign_in(called, "player-1", source="10.0.0.2")).status == 200

    on(tmp_path, work)


def test_one_source_counts_once_however_often_it_fails(tmp_path: Path) -> None:
    async def work(called: Called) -> None:
        clock = called.server.floor.clock
        assert isinstance(clock, Still)
        for _ in range(30):
            await sign_in(called, "player-1", "wrong", source="203.0.113.9")
            clock.at += 600
        assert len(failed_from(called, "player-1")) == 1
        assert "203.0.113.9" not in str(failed_from(called, "player-1"))
        assert (await sign_in(called, "player-1")).status == 200
        assert not failed_from(called, "player-1")

    on(tmp_path, work)


def test_wrong_unknown_and_locked_are_told_alike_after_the_same_work(tmp_path: Path) -> None:
    async def work(called: Called) -> None:
        await stormed(called, "player-1")
        secret = await with_factor(called, "admin-2")
        said, work_done = set(), set()
        tries = [
            ("nobody-here", PASSWORD, ""),
            ("player-2", "wrong", ""),
            ("player-1", PASSWORD, ""),  # right, but a supervisor has to let them in
            ("player-1", "wrong", ""),
            ("admin-2", PASSWORD, ""),  # right, but without a code
            ("admin-2", PASSWORD, "000000"),
            ("admin-2", "wrong", code_at(secret, called.server.floor.clock.now() // SECONDS + 1)),
            ("nobody-here", PASSWORD, "000000"),
            ("player-2", "wrong", "000000"),
        ]
        store, later, kept = called.server.floor.store, asyncio.Event(), {"": set[int](), "with a code": set[int]()}
        append, put, puts = store.append, store.put, 0

        async def counted(key: str, value: bytes, under: Any = None) -> None:
            nonlocal puts
            puts += 1
            await put(key, value)

        async def slow(lines: Any, on: Any = None, under: Any = None) -> None:
            await later.wait()
            await append(lines, on, under)

        store.append, store.put = slow, counted  # type: ignore[method-assign]
        for number, (person, password, code) in enumerate(tries):
            before, puts = Counted.checked, 0
            body = json.dumps({"person": person, "password": password, "code": code}).encode()
            reply = await asyncio.wait_for(posted(called, "/api/session", body, f"192.0.2.{number}"), 20)
            work_done.add(Counted.checked - before)
            kept["with a code" if code else ""].add(puts)
            said.add((reply.status, reply.body, reply.headers))
        assert len(said) == 1
        assert work_done == {1}
        assert [len(each) for each in kept.values()] == [1, 1], kept
        later.set()  # nobody waited for what is noted of it
        await called.quiet()
        assert len(failed_from(called, "player-2")) == 2

    on(tmp_path, work)


# The second factor


async def with_factor(called: Called, person: str) -> str:
    """Someone sets up a second factor on the page where one does."""
    begun = await called.ask("POST", "/api/second-factor", person, {"password": PASSWORD})
    assert begun.status == 200, begun.body
    secret: str = begun.json["secret"]
    page = await called.ask("GET", "/me", person, accept="text/html")
    assert secret.encode() in page.body
    assert b"otpauth://totp/" in page.body
    assert (await called.ask("POST", "/api/second-factor/on", person, {"code": "000000"})).status == 422
    now = called.server.floor.clock.now()
    assert (await called.ask("POST", "/api/second-factor/on", person, {"code": code_at(secret, now // SECONDS)})).status == 200
    assert secret.encode() not in (await called.ask("GET", "/me", person, accept="text/html")).body
    return secret


@pytest.mark.parametrize(
    ("at", "code"),
    [
        (59, "94287082"),
        (1111111109, "07081804"),
        (1111111111, "14050471"),
        (1234567890, "89005924"),
        (2000000000, "69279037"),
        (20000000000, "65353130"),
    ],
)
def test_codes_are_those_of_the_standard(at: int, code: str) -> None:
    """The test values of RFC 6238, appendix B."""
    secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"  # noqa: S105
    assert code_at(secret, at // SECONDS, digits=8) == code
    assert step_of(secret, code[2:], at) == at // SECONDS
    assert step_of(secret, code[2:], at + SECONDS) == step_of(secret, code[2:], at - SECONDS) == at // SECONDS
    assert step_of(secret, code[2:], at + 2 * SECONDS) == step_of(secret, "", at) == step_of(secret, "é", at) == 0
    assert address("A house", "p 7", secret) == f"otpauth://totp/A%20house%3Ap%207?secret={secret}&issuer=A%20house"


def test_a_second_factor_is_asked_for_and_a_code_is_good_once(tmp_path: Path) -> None:
    async def work(called: Called) -> None:
        clock = called.server.floor.clock
        assert isinstance(clock, Still)
        secret = await with_factor(called, "admin-2")
        used = code_at(secret, clock.now() // SECONDS)
        assert (await sign_in(called, "admin-2")).status == 401
        assert (await sign_in(called, "admin-2", code=used)).status == 401  # it was shown when it was set up
        clock.at += SECONDS
        code = code_at(secret, clock.now() // SECONDS)
        both = await asyncio.gather(*(sign_in(called, "admin-2", code=code, source=f"10.0.0.{n}") for n in range(2)))
        assert sorted(reply.status for reply in both) == [200, 401]
        assert (await sign_in(called, "admin-2", code=code, source="10.0.0.3")).status == 401
        clock.at += SECONDS
        off = {"code": code_at(secret, clock.now() // SECONDS)}
        assert (await called.ask("POST", "/api/second-factor/off", "admin-2", {"code": code})).status == 422
        assert (await called.ask("POST", "/api/second-factor/off", "admin-2", off)).status == 200
        clock.at += SECONDS * 20
        assert (await sign_in(called, "admin-2", source="10.0.0.4")).status == 200

    on(tmp_path, work)


def test_who_has_a_second_factor_gets_in_whatever_strangers_try(tmp_path: Path) -> None:
    async def work(called: Called) -> None:
        clock = called.server.floor.clock
        assert isinstance(clock, Still)
        secret = await with_factor(called, "admin-2")
        await stormed(called, "admin-2")
        assert called.server.floor.house.people.state.people["admin-2"].locked
        clock.at += SECONDS
        assert (await sign_in(called, "admin-2", code=code_at(secret, clock.now() // SECONDS))).status == 200
        assert not called.server.floor.house.people.state.people["admin-2"].locked

    on(tmp_path, work)


def test_codes_are_not_tried_at_speed_and_not_used_up_by_strangers(tmp_path: Path) -> None:
    async def work(called: Called) -> None:
        clock = called.server.floor.clock
        assert isinstance(clock, Still)
        secret = await with_factor(called, "admin-2")
        clock.at += SECONDS
        code = code_at(secret, clock.now() // SECONDS)
        for number in range(9):  # without the password a code is not even looked at
            await sign_in(called, "admin-2", "wrong", code="000000", source=f"203.0.113.{number}")
        assert (await sign_in(called, "admin-2", code=code)).status == 200
        for number in range(9):
            await sign_in(called, "admin-2", code="000000", source=f"203.0.114.{number}")
        clock.at += SECONDS
        code = code_at(secret, clock.now() // SECONDS)
        for number in range(9):
            await sign_in(called, "admin-2", code="000000", source=f"203.0.115.{number}")
        assert (await sign_in(called, "admin-2", code=code, source="10.0.0.5")).status == 401
        clock.at += 300
        code = code_at(secret, clock.now() // SECONDS)
        assert (await sign_in(called, "admin-2", code=code, source="10.0.0.6")).status == 200

    on(tmp_path, work)


def test_a_password_alone_does_not_change_the_password_of_who_has_a_second_factor(tmp_path: Path) -> None:
    async def work(called: Called) -> None:
        clock = called.server.floor.clock
        assert isinstance(clock, Still)
        secret = await with_factor(called, "admin-2")
        clock.at += SECONDS
        called.tokens["nobody"] = "a-token-that-is-none"
        sent = {"person": "admin-2", "password": PASSWORD, "new": OTHER}
        for asks in ("", "nobody"):
            assert (await called.ask("POST", "/api/password", asks, sent)).status == 401
        sent["factor"] = code_at(secret, clock.now() // SECONDS)
        assert (await called.ask("POST", "/api/password", "", sent)).status == 200

    on(tmp_path, work)


def test_a_lost_second_factor_is_taken_away_by_somebody_else(tmp_path: Path) -> None:
    async def work(called: Called) -> None:
        await with_factor(called, "admin-2")
        off = {"command": {"do": "set-second-factor", "person": "admin-2", "on": False}}
        for person, status in (("player-1", 403), ("admin-2", 422), ("admin-1", 200)):
            assert (await called.ask("POST", "/api/streams/people/commands", person, off)).status == status, person
        on_ = {"command": {"do": "set-second-factor", "person": "player-1", "on": True}}
        assert (await called.ask("POST", "/api/streams/people/commands", "admin-1", on_)).status == 422
        assert (await sign_in(called, "admin-2")).status == 200

    on(tmp_path, work)


# Recovery codes, and who stands behind an administrator


@pytest.mark.parametrize(("seconds", "status"), [(15 * 60 - 1, 200), (15 * 60, 401)])
def test_a_recovery_code_lives_fifteen_minutes(tmp_path: Path, seconds: int, status: int) -> None:
    async def work(called: Called) -> None:
        clock = called.server.floor.clock
        assert isinstance(clock, Still)
        await stormed(called, "player-1")
        code = await called.server.recovery_code("player-1", by="admin-1")
        clock.at += seconds
        sent = {"person": "player-1", "code": code, "new": OTHER}
        assert (await called.ask("POST", "/api/password", "", sent)).status == status
        assert (await sign_in(called, "player-1", OTHER)).status == status

    on(tmp_path, work)


def test_nobody_changes_their_own_rank_alone_by_way_of_an_account_that_they_let_in(tmp_path: Path) -> None:
    """One administrator makes a second account, gives it the office and a way in, and has it grant what they may not take."""

    async def work(called: Called) -> None:
        floor = called.server.floor

        async def do(command: Any, by: str) -> Any:
            return (await floor.do(PEOPLE, command, person=by, by="administrator")).decision

        for puppet, by in (("puppet-1", "admin-1"), ("puppet-2", "puppet-1")):
            assert isinstance(await do(RegisterPerson(person=puppet, name=puppet), by), Accepted)
            assert isinstance(await do(GrantRole(person=puppet, book="*", capacity="administrator"), by), Accepted)
            await called.server.recovery_code(puppet, by=by)
            rank = GrantRole(person="admin-1", book="*", capacity="cashier")
            refused = await do(rank, puppet)
            assert isinstance(refused, Refused)
            assert refused.ground == "own_role"
        assert isinstance(await do(rank, "admin-1"), Refused)
        await called.server.recovery_code("puppet-1")  # the console, which is someone else's, gives a way in
        assert isinstance(await do(rank, "puppet-1"), Accepted)
        rank = GrantRole(person="admin-1", book="*", capacity="security")
        assert isinstance(await do(rank, "admin-2"), Accepted)

    on(tmp_path, work)


def test_who_may_let_others_in_does_not_do_so_from_outside(tmp_path: Path) -> None:
    async def work(called: Called) -> None:
        await stormed(called, "admin-1", "player-1")
        floor = called.server.floor
        refused = await floor.do(PEOPLE, UnlockAccount(person="player-1"), person="player-2", by="player")
        assert isinstance(refused.decision, Refused)

    on(tmp_path, work)


# The form without scripts


@pytest.mark.parametrize(("to", "goes"), [("/me", b"/me"), ("//elsewhere", b"/"), ("https://elsewhere", b"/")])
def test_the_form_signs_in_without_scripts(tmp_path: Path, to: str, goes: bytes) -> None:
    async def work(called: Called) -> None:
        page = (await called.ask("GET", f"/sign-in?to={to}", accept="text/html")).body
        assert b'<form method="post" action="/sign-in"' in page
        form = b"application/x-www-form-urlencoded"
        said = f"person=player-1&password={PASSWORD.replace(' ', '+')}&to={to}".encode()
        reply = await posted(called, "/sign-in", said, "10.0.0.1", form)
        headers = dict(reply.headers)
        assert (reply.status, headers[b"location"]) == (303, goes)
        assert b"httponly" in headers[b"set-cookie"].lower()
        wrong = await posted(called, "/sign-in", b"person=player-1&password=wrong&to=/me", "10.0.0.1", form)
        assert wrong.status == 401
        assert b"You are not signed in" in wrong.body
        assert b"wrong&" not in wrong.body
        foreign = await called.ask("POST", "/sign-in", body=said, origin="http://elsewhere")
        assert foreign.status == 403

    on(tmp_path, work)


def test_the_form_takes_a_recovery_code(tmp_path: Path) -> None:
    async def work(called: Called) -> None:
        code = await called.server.recovery_code("player-1")
        form = b"application/x-www-form-urlencoded"
        for said, status in (
            (f"person=player-1&recovery={code}", 200),
            (f"person=player-1&recovery={code}", 401),
            ("person=player-1", 401),
        ):
            reply = await posted(called, "/sign-in", f"{said}&new={OTHER.replace(' ', '+')}".encode(), "10.0.0.1", form)
            assert reply.status == status
        assert (await sign_in(called, "player-1", OTHER, source="10.0.0.2")).status == 200

    on(tmp_path, work)


# Several processes count together


def on_two(folder: Path, work: Callable[[Called, Called], Awaitable[None]]) -> None:
    """One house in two processes, whose clocks go alike."""

    async def run() -> None:
        store, http = MemoryStore(shared=True), Http(requests_a_second=1e9, behind_proxy=True)
        one = await Called(folder / "key", http=http, store=store).open()
        await one.demo.people()
        await one.server.set_password("player-1", PASSWORD)
        other = await Called(folder / "key", http=http, store=store).open()
        await work(one, other)

    asyncio.run(run())


def test_wrong_passwords_count_in_every_process(tmp_path: Path) -> None:
    async def work(one: Called, other: Called) -> None:
        for called, status in ((one, 401), (other, 401), (one, 401), (other, 429), (one, 429)):
            assert (await sign_in(called, "player-1", "wrong", source="203.0.113.9")).status == status
        assert (await sign_in(other, "player-1", source="203.0.113.8")).status == 200  # from elsewhere nobody waits
        for called in (one, other):
            called.server.floor.clock.at += 1.5  # type: ignore[attr-defined]
        assert (await sign_in(other, "player-1", source="203.0.113.9")).status == 200
        for called, status in ((other, 401), (one, 401), (other, 401), (one, 429)):  # what was before does not count
            assert (await sign_in(called, "player-1", "wrong", source="203.0.113.9")).status == status

    on_two(tmp_path, work)


def test_many_tries_at_once_in_two_processes_are_no_way_around_it(tmp_path: Path) -> None:
    """Each may be one ahead of the other; then the wait is the longer for it."""

    async def work(one: Called, other: Called) -> None:
        tries = [sign_in(called, "player-1", "wrong", source="203.0.113.9") for called in (one, other) * 20]
        status = [reply.status for reply in await asyncio.gather(*tries)]
        assert 3 <= status.count(401) <= 6
        before, clock = one.server.floor.clock.at, one.server.floor.clock  # type: ignore[attr-defined]
        assert isinstance(clock, Still)
        while (await sign_in(one, "player-1", "wrong", source="203.0.113.9")).status == 429:
            clock.at += 0.5
        assert clock.at - before >= 2.0 ** (status.count(401) - 4)

    on_two(tmp_path, work)


def test_codes_of_a_second_factor_are_counted_together_too(tmp_path: Path) -> None:
    async def work(one: Called, other: Called) -> None:
        secret = new_secret()
        wrong = [await called.server._step("player-1", secret, "000000") for called in (one, other, one, other, one)]
        assert wrong == [0] * 5
        right = code_at(secret, int(other.server.floor.clock.at) // SECONDS)  # type: ignore[attr-defined]
        assert await other.server._step("player-1", secret, right) == 0  # someone waits by now, in both
        assert await one.server._step("player-1", secret, right) == 0

    on_two(tmp_path, work)


def test_a_recovery_code_that_is_used_several_times_at_once_is_good_once(tmp_path: Path) -> None:
    """Also in two processes: anyone who has seen it over someone's shoulder does not come in beside them."""

    async def work(one: Called, other: Called) -> None:
        code = await one.server.recovery_code("player-1", by="admin-1")
        await other.server.floor.catch_up()

        async def used(called: Called, number: int) -> bool:
            with suppress(Problem):
                new = f"a new password, number {number}"
                await called.server.change_password("player-1", "", code, new, source=f"203.0.113.{number}")
                return True
            return False

        done = await asyncio.gather(*(used(called, number) for number, called in enumerate((one, other, one, other))))
        assert sum(done) == 1
        again = await sign_in(one, "player-1", f"a new password, number {done.index(True)}")
        assert again.status == 200

    on_two(tmp_path, work)


def test_counts_are_thrown_away_after_an_hour(tmp_path: Path) -> None:
    async def work(one: Called, other: Called) -> None:
        for number in range(5):
            await sign_in(one, f"nobody-{number}", "wrong", source=f"203.0.113.{number}")
        store = one.server.floor.store
        assert len(await store.scan("wrong/names/")) == len(await store.scan("wrong/sources/")) == 5
        other.server.floor.clock.at += 3700  # type: ignore[attr-defined]
        await sign_in(other, "nobody-9", "wrong", source="203.0.113.9")
        await other.server.sessions.tidy()
        assert len(await store.scan("wrong/names/")) == len(await store.scan("wrong/sources/")) == 1

    on_two(tmp_path, work)
