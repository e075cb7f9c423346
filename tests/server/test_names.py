"""Names that are shown: written one way, readable, and none that passes for another's; staff see the account as well."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from croupier.floor.house import PEOPLE
from croupier.people.commands import RegisterPerson
from croupier.people.names import skeleton
from croupier.tables.people_stream import PeopleStream
from proof.house import accepted
from server.calling import Called

ALIKE = [
    "anna b",
    "ANNA B",
    "Anna  B",
    "AnnaB",
    "Anna B.",
    "\u0410nn\u0430 B",  # Cyrillic
    "Αnna Β",
    "Ànna B",
    "\uff21nna B",
    "Anna B\u3164",
    "𝐀nna B",
]
OTHERS = ["Hanna B", "Anna C", "Ann", "Zoë", "นิดา", "Владимир", "李雷", "O'Neil-Smith 2"]


async def register(called: Called, person: str, name: str) -> tuple[int, str]:
    body = {"command": {"do": "register-person", "person": person, "name": name}}
    answer = await called.ask("POST", "/api/streams/people/commands", "admin-1", body)
    return answer.status, answer.body.decode()


def test_a_name_that_looks_like_another_is_refused(tmp_path: Path) -> None:
    async def ask() -> None:
        called = await Called(tmp_path / "key").open()
        await called.demo.people()
        assert (await register(called, "anna", "Anna B"))[0] == 200
        for number, name in enumerate(ALIKE):
            status, says = await register(called, f"other-{number}", name)
            assert (status, "name_not_usable" in says) == (422, True), (name, says)
            assert "that of the account anna" in says
        for name in ("Anna", "player-1", "plaуer 1", "SUPERVlSOR"):
            assert (await register(called, "x", name))[0] == 422, name
        for name in ("a" + "\u0301\u0302\u0303\u0304" * 4, "A\u20dd", "...", "\u3164"):
            assert (await register(called, "x", name))[0] == 422, name
        for number, name in enumerate(OTHERS):
            assert (await register(called, f"new-{number}", name))[0] == 200, name
        assert (await register(called, "jose", "Jose\u0301 M"))[0] == 200
        assert called.server.floor.house.people.state.people["jose"].name == "José M"

    asyncio.run(ask())


def test_nobody_is_renamed_to_look_like_another_or_like_the_house(tmp_path: Path) -> None:
    async def ask() -> None:
        called = await Called(tmp_path / "key").open()
        await called.demo.people()
        assert (await register(called, "anna", "Anna B"))[0] == 200
        assert (await register(called, "other", "Somebody Else"))[0] == 200
        for name in (*ALIKE, "House", "the h0use", "YOU", "A\u20dd"):
            body = {"command": {"do": "rename-person", "person": "other", "name": name}}
            reply = await called.ask("POST", "/api/streams/people/commands", "admin-1", body)
            assert (reply.status, reply.json["ground"]) == (422, "name_not_usable"), name
            assert (await register(called, "new", name))[0] == 422, name
        body = {"command": {"do": "rename-person", "person": "anna", "name": "Jose\u0301"}}
        assert (await called.ask("POST", "/api/streams/people/commands", "admin-1", body)).status == 200
        assert called.server.floor.house.people.state.people["anna"].name == "José"

    asyncio.run(ask())


@pytest.mark.parametrize("account", ["player_1", "player.1", "player 1", "p1ayer-1", "player-l"])
def test_an_account_that_looks_like_another_is_refused(tmp_path: Path, account: str) -> None:
    """Staff go by it where names are alike."""

    async def ask() -> None:
        called = await Called(tmp_path / "key").open()
        await called.demo.people()
        status, says = await register(called, account, "Quite Another")
        assert (status, "looks like that of the account player-1" in says) == (422, True)

    asyncio.run(ask())


def test_two_who_register_at_once_do_not_get_names_that_look_alike(tmp_path: Path) -> None:
    async def ask() -> None:
        called = await Called(tmp_path / "key").open()
        await called.demo.people()
        both = await asyncio.gather(register(called, "one", "Maria"), register(called, "two", "MARlA"))
        assert sorted(status for status, _ in both) == [200, 422]

    asyncio.run(ask())


def test_a_record_from_before_still_holds() -> None:
    people = PeopleStream(name=PEOPLE)
    for person, name in (("one", "Maria"), ("two", "MARIA"), ("three", "Jose\u0301")):
        accepted(people.do(RegisterPerson(person=person, name=name), by="house"))
    assert people.audit()


def test_those_who_work_in_the_house_see_the_account_too(tmp_path: Path) -> None:
    async def look() -> None:
        called = await Called(tmp_path / "key").open()
        await called.demo.furnish()
        for path, person, account in (
            ("/tournaments/evening", "manager-1", "(bot-6"),
            ("/tournaments/evening/desk", "director-1", "(bot-6"),
            ("/cage", "cashier-1", "player-1"),
        ):
            assert account in (await called.ask("GET", path, person)).body.decode(), path
        player = (await called.ask("GET", "/tournaments/evening", "player-1")).body.decode()
        assert "(bot-6" not in player

    asyncio.run(look())


@pytest.mark.parametrize(("one", "other"), [("Bot 1", "Bot 2"), ("Bot 10", "Bot 1"), ("", "a"), ("Ivo", "Iva")])
def test_names_that_can_be_told_apart(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)


@pytest.mark.parametrize("typed", ["ab-12 c", "AB12C", " ab12c ", "ab 12c", "\uff21b12c"])
def test_papers_are_the_same_however_they_are_typed(tmp_path: Path, typed: str) -> None:
    """A person who is kept out does not come in again as someone else."""

    async def ask() -> None:
        called = await Called(tmp_path / "key").open()
        await called.demo.people()
        body = {"do": "register-person", "person": "one", "name": "Number One", "identity": "ab12c"}
        again = body | {"person": "two", "name": "Quite Another", "identity": typed}
        for command, ground in ((body, ""), (again, "identity_known"), (again | {"identity": "ab12d"}, "")):
            reply = await called.ask("POST", "/api/streams/people/commands", "admin-1", {"command": command})
            assert reply.json.get("ground", "") == ground

    asyncio.run(ask())


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", ["you have €5,000 in chips in hand, not €99,999", "seat 6 is taken", "you cannot act for seat 5"]),
        ("it", ["Player has €5,000.00 in chips in hand, not €99,999.00", "il posto 6 è occupato", "Player non può agire"]),
    ],
)
def test_a_refusal_speaks_to_the_player_or_calls_them_by_name(tmp_path: Path, language: str, told: list[str]) -> None:
    """English says `you` to the player of a seat; another language has no such sentence, and neither shows an account."""

    async def ask() -> None:
        called = await Called(tmp_path / "key").open()
        await called.demo.furnish()
        await called.server.spoken.choose("player-1", language)
        sit = {"do": "take-seat", "seat": 6, "chips": 100_00}
        ante = {"do": "place-ante", "seat": 5, "amount": 20_00}
        refusals = []
        for command in (sit | {"chips": 99_999_00}, sit, sit, ante):
            reply = await called.ask("POST", "/api/streams/venice-1/commands", "player-1", {"command": command})
            refusals += [reply.json["reason"]] if reply.status != 200 else []
        assert [reason[: len(start)] for reason, start in zip(refusals, told, strict=True)] == told
        assert not any("player-1" in reason or "\0" in reason for reason in refusals)

    asyncio.run(ask())


def test_a_refusal_means_the_seat_in_which_the_player_sits(tmp_path: Path) -> None:
    """Not the seat that they ask for, in which someone else may sit."""

    async def ask() -> None:
        called = await Called(tmp_path / "key").open()
        await called.demo.furnish()
        sit = {"do": "take-seat", "chips": 100_00}
        reasons = []
        for person, seat, status in (("player-1", 6, 200), ("player-1", 7, 422), ("player-2", 6, 403)):
            reply = await called.ask("POST", "/api/streams/crown-1/commands", person, {"command": sit | {"seat": seat}})
            assert reply.status == status
            reasons.append(reply.json.get("reason"))
        assert reasons[1:] == ["you sit in seat 6", "you cannot act for Player"]

    asyncio.run(ask())


def test_a_page_calls_those_by_name_who_have_left(tmp_path: Path) -> None:
    async def ask() -> None:
        called = await Called(tmp_path / "key").open()
        await called.demo.furnish()
        where, sit = "/api/streams/crown-1/commands", {"do": "take-seat", "seat": 6}
        reply = await called.ask("POST", where, "player-1", {"command": sit | {"chips": 99_999_00}})
        assert reply.status == 422
        assert reply.json["reason"].startswith("you have ")
        await called.ask("POST", where, "player-1", {"command": sit | {"chips": 100_00}})
        assert "Player sits down in seat 6" in (await called.ask("GET", "/tables/crown-1", "player-2")).body.decode()
        await called.ask("POST", where, "player-1", {"command": {"do": "leave-seat", "seat": 6}})
        shown = (await called.ask("GET", "/tables/crown-1", "player-2")).body.decode()
        assert "Player sits down in seat 6" in shown
        assert "player-1 sits down" not in shown.lower()
        assert "Player (player-1) takes" in (await called.ask("GET", "/cage", "cashier-1")).body.decode()

    asyncio.run(ask())


@pytest.mark.parametrize("title", ["a\x1b[31mb", "a\nb", "a\x07b", "evening \u202egninrom", "a\u200bb"])
def test_a_title_has_no_character_that_is_not_seen(tmp_path: Path, title: str) -> None:
    """A title of a table or tournament is on everyone's page and in everyone's terminal."""

    async def run() -> None:
        called = await Called(tmp_path / "key").open()
        await called.demo.people()
        table = {"name": "t1", "game": "crown-caribbean-stud", "settings": {"title": title}}
        assert (await called.ask("POST", "/api/tables", "manager-1", table)).status == 422
        plan = {"name": "evening", "title": title, "game": "crown-holdem", "starts": int(called.server.floor.clock.now()) + 3600}
        assert (await called.ask("POST", "/api/tournaments", "manager-1", plan)).status == 422
        plan["title"] = table["settings"]["title"] = "Evening"  # type: ignore[index]
        assert (await called.ask("POST", "/api/tables", "manager-1", table)).status == 201
        assert (await called.ask("POST", "/api/tournaments", "manager-1", plan)).status == 201

    asyncio.run(run())
