"""Links that open an account over HTTP: used once, in one process of two, and for no more than the inviter could grant."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from croupier.floor.house import PEOPLE
from croupier.kernel.entries import encode
from floor.memory import MemoryStore
from server.calling import Called, Reply

PASSWORD = "a password for tests"  # noqa: S105
TABLE = "account,name,roles\nc9,Carla Conti,*:cashier; crown-poker:Dealer\np9,Ana Silva,\n"


def run(folder: Path, check: Callable[[Called], Awaitable[None]]) -> None:
    async def main() -> None:
        house = await Called(folder / "key").open()
        await house.demo.people()
        await check(house)

    asyncio.run(main())


async def invite(house: Called, by: str = "admin-1", **asked: str) -> Reply:
    return await house.ask("POST", "/api/invitations", by, asked)


async def use(house: Called, link: str, person: str = "p9", **more: str) -> Reply:
    token = link.partition("#")[2].partition(".")[0]
    body = {"invitation": token, "person": person, "name": "Nine", "password": PASSWORD, **more}
    return await house.ask("POST", "/api/invitations/use", "", body)


def test_a_link_opens_an_account_and_signs_in(tmp_path: Path) -> None:
    async def check(house: Called) -> None:
        made = await invite(house, book="crown-poker", capacity="Dealer")
        assert made.json["code"].startswith("http://127.0.0.1/invitation#")
        token = made.json["code"].partition("#")[2]
        kept = [encode(entry) for entry in house.server.floor.house.people.entries]
        assert not any(token.encode() in line for line in kept)
        used = await use(house, made.json["code"])
        assert used.status == 200, used.json
        house.tokens["p9"] = used.json["token"]
        me = (await house.ask("GET", "/api/me", "p9")).json
        assert me["roles"] == [{"book": "crown-poker", "capacity": "Dealer"}]
        again = await use(house, made.json["code"], "p10")
        assert (again.status, again.json["ground"]) == (422, "no_invitation")
        assert "p10" not in house.server.floor.house.people.state.people

    run(tmp_path, check)


def test_what_is_wrong_with_the_account_leaves_the_link_as_it_was(tmp_path: Path) -> None:
    async def check(house: Called) -> None:
        link = (await invite(house, "cashier-1")).json["code"]
        wrong: list[dict[str, str]] = [{"password": "short"}, {"person": "player-1"}, {"person": "P 9"}, {"name": "Nobody"}]
        for facts in wrong:
            refused = await use(house, link, **{"person": "p9", **facts})
            assert refused.status == 422, refused.json
        assert (await use(house, link)).status == 200

    run(tmp_path, check)


@pytest.mark.parametrize(
    ("person", "asked", "status"),
    [
        ("cashier-1", {}, 200),
        ("cashier-1", {"capacity": "cashier"}, 422),
        ("cashier-1", {"book": "crown-poker", "capacity": "Dealer"}, 422),
        ("cashier-1", {"person": "player-1"}, 422),
        ("admin-1", {"person": "player-1"}, 200),
        ("admin-1", {"person": "admin-1"}, 422),
        ("manager-1", {}, 422),
        ("player-1", {}, 422),
        ("", {}, 401),
    ],
)
def test_nobody_invites_beyond_their_own_rights(tmp_path: Path, person: str, asked: dict[str, str], status: int) -> None:
    async def check(house: Called) -> None:
        assert (await invite(house, person, **asked)).status == status

    run(tmp_path, check)


def test_a_link_that_has_run_out_or_was_withdrawn_opens_nothing(tmp_path: Path) -> None:
    async def check(house: Called) -> None:
        old, gone = (await invite(house)).json, (await invite(house)).json
        command: dict[str, Any] = {"command": {"do": "withdraw-invitation", "invitation": gone["invitation"]}}
        assert (await house.ask("POST", f"/api/streams/{PEOPLE}/commands", "admin-1", command)).status == 200
        assert (await use(house, gone["code"])).json["ground"] == "no_invitation"
        house.server.floor.clock.at += 7 * 86400  # type: ignore[attr-defined]
        assert (await use(house, old["code"])).json["ground"] == "no_invitation"
        for name in ("player-1", "admin-1", "P 9", "p9"):  # nothing is said about names to anyone without a link
            assert (await use(house, "#wrong", name)).json["ground"] == "no_invitation"

    run(tmp_path, check)


def test_of_two_processes_one_opens_the_account(tmp_path: Path) -> None:
    async def main() -> None:
        store = MemoryStore(shared=True)
        one = await Called(tmp_path / "key", store=store).open()
        await one.demo.people()
        other = await Called(tmp_path / "key", store=store).open()
        link = (await invite(one)).json["code"]
        answers = await asyncio.gather(use(one, link, "p8", name="Eight"), use(other, link, "p9"))
        assert sorted(answer.status for answer in answers) == [200, 422]
        assert (await use(other, link, "p7", name="Seven")).status == 422

    asyncio.run(main())


def test_a_table_of_people_is_entered_whole_or_not_at_all(tmp_path: Path) -> None:
    async def check(house: Called) -> None:
        def known() -> set[str]:
            return set(house.server.floor.house.people.state.people)

        before = known()
        number = house.server.floor.house.people.number
        tried = await house.ask("POST", "/api/people", "admin-1", {"table": TABLE, "dry_run": True})
        assert (tried.status, tried.json["links"]) == (200, {"c9": "", "p9": ""})
        bad = TABLE + "player-1,Again,\nP 1,Bad,\nx9,Xaver,*:emperor\n"
        refused = await house.ask("POST", "/api/people", "admin-1", {"table": bad})
        assert refused.status == 422
        assert [f"line {line}:" in refused.json["reason"] for line in (2, 3, 4, 5, 6)] == [False, False, True, True, True]
        assert (known(), house.server.floor.house.people.number) == (before, number)
        entered = await house.ask("POST", "/api/people", "admin-1", {"table": TABLE})
        assert known() - before == {"c9", "p9"}
        links = entered.json["links"]
        assert links["c9"].endswith(".c9")
        assert (await use(house, links["c9"], "p9")).status == 422
        assert (await use(house, links["c9"], "c9")).status == 200
        assert (await use(house, links["c9"], "c9")).status == 422

    run(tmp_path, check)


def test_a_cashier_enters_players_alone_and_others_nobody(tmp_path: Path) -> None:
    async def check(house: Called) -> None:
        players = {"table": "account,name\np9,Ana Silva\n"}
        assert (await house.ask("POST", "/api/people", "cashier-1", {"table": TABLE})).status == 422
        assert (await house.ask("POST", "/api/people", "player-1", players)).status == 403
        assert (await house.ask("POST", "/api/people", "manager-1", players)).status == 422
        assert (await house.ask("POST", "/api/people", "cashier-1", players)).json["links"] == {"p9": ""}

    run(tmp_path, check)


def test_the_pages_show_what_each_may_do(tmp_path: Path) -> None:
    async def check(house: Called) -> None:
        await invite(house)
        boss = (await house.ask("GET", "/people", "admin-1")).body.decode()
        assert 'data-post="/api/invitations"' in boss
        assert 'data-command="withdraw-invitation"' in boss
        cashier = (await house.ask("GET", "/people", "cashier-1")).body.decode()
        assert 'data-post="/api/invitations"' in cashier
        assert 'name="book" data' not in cashier
        manager = (await house.ask("GET", "/people", "manager-1")).body.decode()
        assert 'data-post="/api/invitations"' not in manager
        assert b'data-from-link="token"' in (await house.ask("GET", "/invitation", "")).body

    run(tmp_path, check)


def test_a_table_of_people_holds_nobody_up_for_long(tmp_path: Path) -> None:
    async def check(house: Called) -> None:
        for many, status in ((300, 200), (301, 413)):
            table = "account,name\n" + "".join(f"m{number},M{number}\n" for number in range(many))
            reply = await house.ask("POST", "/api/people", "cashier-1", {"table": table, "dry_run": True})
            assert reply.status == status, reply.json
        assert "split it" in reply.json["reason"]

    run(tmp_path, check)
