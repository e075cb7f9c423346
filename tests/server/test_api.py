"""The API as a client meets it: signing in, sitting down, playing a round, being refused with ground and clauses."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from jsonschema_rs import is_valid

from croupier.client import Client, Refusal
from croupier.floor.dealing import Pace, TableSettings
from croupier.floor.demo import Demo
from croupier.server.openapi import openapi
from croupier.stud.rules import Options
from server.running import PASSWORD, Running, running

FAST = TableSettings(pace=Pace(antes=0.1, closing=0.0, deciding=0.0, between=0.0, step=0.0, wagering=0.0, asking=0.0))


async def furnish(demo: Demo) -> None:
    await demo.people()
    await demo.open_table("crown-1", "crown-caribbean-stud", Options(places=3, committed_decks=True), FAST)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("house") / "house.db", furnish=furnish) as found:
        yield found


def test_a_round_from_sitting_down_to_the_settlement(house: Running) -> None:
    table = house.client("player-1").stream("crown-1")
    table.do("take-seat", seat=1, chips=500_00)
    table.do("place-ante", seat=1, amount=10_00)
    for state in table.follow():
        if state["phase"] == "deciding":
            hand = state["boxes"][1]["cards"]
            assert len(hand) == 5
            assert "??" not in hand
            assert state["dealer"]["cards"].count("??") == 4 if "dealer" in state else True
            table.do("place-bet", seat=1, amount=20_00)
        elif any(one["event"] == "round-ended" for entry in table.history() for one in entry["events"]):
            break
    seen = [one["event"] for entry in table.history() for one in entry["events"]]
    assert {"ante-placed", "bet-placed", "round-ended", "deck-committed"} <= set(seen)
    described = openapi()["components"]
    for event in (event for entry in table.history() for event in entry["events"]):
        assert is_valid({"$ref": "#/components/schemas/Event", "components": described}, event), event
    assert not house.server.floor.house.report().differences
    table.do("leave-seat", seat=1)
    assert not house.server.floor.house.report().differences


def test_a_refusal_has_its_ground_and_clauses(house: Running) -> None:
    table = house.client("player-2").stream("crown-1")
    table.do("take-seat", seat=2, chips=100_00)
    with pytest.raises(Refusal) as refusal:
        table.do("place-bet", seat=2, amount=20_00)
    assert refusal.value.status == 422
    assert refusal.value.clauses
    table.do("leave-seat", seat=2)


def test_nobody_acts_for_another_or_in_a_capacity_that_is_not_theirs(house: Running) -> None:
    one, other = house.client("player-1").stream("crown-1"), house.client("player-2").stream("crown-1")
    one.do("take-seat", seat=1, chips=100_00)
    for attempt in ({"seat": 1, "amount": 10_00}, {"seat": 1, "amount": 10_00, "as_": 1}):
        with pytest.raises(Refusal) as refusal:
            other.do("place-ante", **attempt)
        assert refusal.value.status == 403
    for capacity in ("house", "dealer", "TG Area Manager", "inspector", "administrator"):
        with pytest.raises(Refusal) as refusal:
            other.do("close-table", as_=capacity)
        assert refusal.value.ground == "not_your_capacity"
    one.do("leave-seat", seat=1)


def test_nobody_takes_more_to_a_table_than_they_have(house: Running) -> None:
    before = house.client("player-1").me()["in_hand"]
    with pytest.raises(Refusal) as refusal:
        house.client("player-1").stream("crown-1").do("take-seat", seat=1, chips=5_000_01_00)
    assert refusal.value.status == 422
    assert refusal.value.reason.startswith("you have $")
    assert house.client("player-1").me()["in_hand"] == before
    assert not house.server.floor.house.tables["crown-1"].state.seat_of("player-1")


def test_a_command_sent_twice_is_taken_once(house: Running) -> None:
    client = house.client("player-1")
    sits = {"id": "once", "command": {"do": "take-seat", "seat": 3, "chips": 100_00}}
    first = client.ask("POST", "/api/streams/crown-1/commands", sits)
    assert client.ask("POST", "/api/streams/crown-1/commands", sits) == first
    with pytest.raises(Refusal) as refusal:
        client.ask("POST", "/api/streams/crown-1/commands", {**sits, "command": {"do": "leave-seat", "seat": 3}})
    assert refusal.value.status == 409
    with pytest.raises(Refusal) as refusal:
        client.stream("crown-1").do("leave-seat", seat=3, seen=1)
    assert refusal.value.ground == "stale_command"
    client.stream("crown-1").do("leave-seat", seat=3)


def test_what_comes_again_gets_its_own_answer_whatever_happened_since(house: Running) -> None:
    one, other = house.client("player-1"), house.client("player-2")
    where = "/api/streams/crown-1/commands"
    sits = {"id": "sits", "command": {"do": "take-seat", "seat": 3, "chips": 100_00}}
    first = one.ask("POST", where, sits)
    other.stream("crown-1").do("take-seat", seat=2, chips=100_00)
    assert one.ask("POST", where, sits) == first
    leaves = {"id": "leaves", "command": {"do": "leave-seat", "seat": 3}}
    left = one.ask("POST", where, leaves)  # anyone who has left has no capacity there any more
    other.stream("crown-1").do("leave-seat", seat=2)
    assert one.ask("POST", where, leaves) == left
    assert [one["event"] for one in left["events"]] == ["seat-left"]
    with pytest.raises(Refusal) as refusal:
        other.ask("POST", where, leaves)
    assert refusal.value.status == 403


def test_what_is_done_at_once_is_answered_to_each_with_their_own(house: Running) -> None:
    people = {1: "player-1", 2: "player-2", 3: "trainee-1"}
    tables = {seat: house.client(person).stream("crown-1") for seat, person in people.items()}
    done = dict[int, Any]()

    def sit(seat: int) -> None:
        done[seat] = tables[seat].do("take-seat", seat=seat, chips=100_00)

    threads = [threading.Thread(target=sit, args=(seat,)) for seat in people]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {seat: [one["seat"] for one in answer["events"]] for seat, answer in done.items()} == {1: [1], 2: [2], 3: [3]}
    for seat in people:
        tables[seat].do("leave-seat", seat=seat)


def test_three_failures_make_their_source_wait_and_a_code_sets_a_new_password(house: Running) -> None:
    house.run(house.server.set_password("trainee-1", PASSWORD))
    signed = Client(house.url).sign_in("trainee-1", PASSWORD)
    said = list[int]()
    while 429 not in said:  # a slow machine has waited already, and then waits longer
        with pytest.raises(Refusal) as refusal:
            Client(house.url).sign_in("trainee-1", "wrong")
        said.append(refusal.value.status)
    assert said[:3] == [401] * 3
    assert len(said) < 12
    assert signed.me()["person"] == "trainee-1"
    code = house.run(house.server.recovery_code("trainee-1", by="admin-1"))
    sent = {"person": "trainee-1", "new": "another one, longer"}
    house.run(house.server.wrong_names.right("127.0.0.1 trainee-1", all=True))
    with pytest.raises(Refusal):
        Client(house.url).ask("POST", "/api/password", {**sent, "code": "no"})
    Client(house.url).ask("POST", "/api/password", {**sent, "code": code})
    assert Client(house.url).sign_in("trainee-1", "another one, longer").me()["person"] == "trainee-1"
    with pytest.raises(Refusal):
        Client(house.url).ask("POST", "/api/password", {**sent, "code": code, "new": "a third one, longer"})


def test_an_unknown_name_and_a_wrong_password_are_told_alike(house: Running) -> None:
    said = set()
    for person in ("nobody-here", "cashier-1"):
        with pytest.raises(Refusal) as refusal:
            Client(house.url).sign_in(person, "wrong password")
        said.add((refusal.value.status, refusal.value.ground, refusal.value.reason))
    assert len(said) == 1


def raw(house: Running, path: str, body: bytes | None = None, **headers: str) -> tuple[int, dict[str, str], bytes]:
    """A request as it is, and its answer."""
    names = {"content-type": "application/json"} | {name.replace("_", "-"): value for name, value in headers.items()}
    request = Request(house.url + path, data=body, headers=names if body is not None else headers)  # noqa: S310
    try:
        with urlopen(request, timeout=20) as answer:  # noqa: S310
            return answer.status, dict(answer.headers), answer.read()
    except HTTPError as error:
        return error.code, dict(error.headers), error.read()


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"origin": "http://elsewhere.example"}, 403),
        ({"sec_fetch_site": "cross-site"}, 403),
        ({"host": "elsewhere.example"}, 421),
        ({"content_type": "text/plain"}, 415),
        ({}, 401),
    ],
)
def test_what_comes_from_elsewhere_is_refused(house: Running, headers: dict[str, str], status: int) -> None:
    body = json.dumps({"person": "player-1", "password": "x"}).encode()
    found, _, said = raw(house, "/api/session", body, **headers)
    assert found == status, said


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[" * 40 + b"]" * 40, b'{"person": 1}', b"\xff\xfe", b'{"person":"p","password":"p","more":1}']
)
def test_bodies_that_are_no_request_are_refused_in_words(house: Running, body: bytes) -> None:
    status, _, said = raw(house, "/api/session", body)
    assert status == 400
    assert json.loads(said)["ground"] == "not_understood"


def test_a_body_that_is_too_long_is_not_read(house: Running) -> None:
    status, _, said = raw(house, "/api/session", b'{"person": "' + b"a" * 70_000 + b'", "password": "x"}')
    assert (status, json.loads(said)["ground"]) == (413, "too_long")


def test_every_answer_carries_the_policy(house: Running) -> None:
    for path in ("/", "/api/house", "/nowhere", "/static/style.css", "/healthz", "/tables/crown-1"):
        _, headers, _ = raw(house, path)
        assert "script-src 'self'" in headers["content-security-policy"], path
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("path", ["/static/../pages.py", "/static/%2e%2e/pages.py", "/tables/..%2f..", "/api/streams/a%00b"])
def test_paths_lead_nowhere_else(house: Running, path: str) -> None:
    assert raw(house, path)[0] in (400, 404)


def test_people_and_cage_are_for_those_in_charge(house: Running) -> None:
    for name in ("people", "cage"):
        for person in ("", "player-1"):
            with pytest.raises(Refusal) as refusal:
                house.client(person).stream(name).state()
            assert refusal.value.status in (401, 403)
        assert house.client("inspector-1").stream(name).state()
    with pytest.raises(Refusal):
        house.client("player-1").ask("GET", "/api/streams/crown-1/record")


def test_health_and_metrics(house: Running) -> None:
    status, _, said = raw(house, "/healthz")
    assert (status, json.loads(said)["well"]) == (200, True)
    assert b"croupier_commits_total" in raw(house, "/metrics")[2]
