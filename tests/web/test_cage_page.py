"""The page of the cage: each is offered what they may do there, and nothing before it is open but to open it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from croupier.cage.commands import IssueChips, IssueTokens, OpenCage, RequestTransfer
from croupier.cage.state import Box, Cage
from croupier.floor.demo import ADMIN
from croupier.floor.house import CAGE, PEOPLE
from croupier.kernel.actors import HOUSE
from croupier.kernel.roles import ADMINISTRATOR, CASHIER, SECURITY
from croupier.people.commands import GrantRole, RegisterPerson
from croupier.web.pages import page
from server.calling import Called
from web.markup import Reader, check_strict

DESK = {"issue-chips", "redeem-chips", "issue-tokens", "take-back-tokens"}


def in_a_house(tmp_path: Path, work: Callable[[Called], Awaitable[None]], *, opened: bool = True) -> None:
    async def run() -> None:
        called = await Called(tmp_path / "key", seed=7).open()
        if opened:
            await called.demo.people()
        else:
            await called.demo.do(PEOPLE, RegisterPerson(person=ADMIN, name="Boss"), HOUSE, HOUSE)
            await called.demo.do(PEOPLE, GrantRole(person=ADMIN, book="*", capacity=ADMINISTRATOR), HOUSE, HOUSE)
            await called.demo.register("cashier-1", "Cashier")
            await called.demo.grant("cashier-1", "*", CASHIER)
        await work(called)

    asyncio.run(run())


async def shown(called: Called, person: str) -> Reader:
    reply = await called.ask("GET", "/cage", person)
    assert reply.status == 200
    return check_strict(reply.body.decode().partition("<main")[2].partition("</main>")[0].partition(">")[2])


def offered(shown: Reader) -> set[str]:
    return {form.get("data-command") for form in shown.all("form")}


def test_before_it_is_open_an_administrator_opens_it_and_nobody_does_anything_else(tmp_path: Path) -> None:
    async def work(called: Called) -> None:
        assert offered(await shown(called, ADMIN)) == {"open-cage"}
        assert offered(await shown(called, "cashier-1")) == set()
        await called.demo.do(CAGE, OpenCage(chips=1000_00, cash=500_00), ADMIN, ADMINISTRATOR)
        assert "open-cage" not in offered(await shown(called, ADMIN))
        assert offered(await shown(called, "cashier-1")) >= DESK

    in_a_house(tmp_path, work, opened=False)


def test_each_is_offered_what_they_may_do(tmp_path: Path) -> None:
    async def work(called: Called) -> None:
        await called.demo.register("guard-1", "Guard")
        await called.demo.grant("guard-1", "*", SECURITY)
        await called.demo.do(CAGE, RequestTransfer(what="supply", amount=100_00), "cashier-1", CASHIER)
        cashier = offered(await shown(called, "cashier-1"))
        assert cashier >= DESK | {"request-transfer", "confirm-transfer", "cancel-transfer", "count-cage"}
        manager = offered(await shown(called, "manager-1"))
        assert not manager & DESK
        assert manager >= {"request-transfer", "confirm-transfer", "cancel-transfer"}
        assert "count-cage" not in manager
        assert offered(await shown(called, "guard-1")) == {"confirm-transfer"}
        boss = offered(await shown(called, ADMIN))
        assert boss == {"count-cage"}
        for person in ("player-1", "dealer-1", "inspector-1"):
            assert (await called.ask("GET", "/cage", person)).status == 403

    in_a_house(tmp_path, work)


def test_who_has_chips_stands_there_with_all_of_it(tmp_path: Path) -> None:
    async def work(called: Called) -> None:
        await called.demo.do(CAGE, OpenCage(chips=1000_00, cash=500_00, tokens=50_00), ADMIN, ADMINISTRATOR)
        await called.demo.register("p7", "Odd 'name'")
        await called.demo.do(CAGE, IssueChips(person="p7", amount=12_50), "cashier-1", CASHIER)
        await called.demo.do(CAGE, IssueTokens(person="p7", amount=5_00), "cashier-1", CASHIER)
        found = await shown(called, "cashier-1")
        rows = [row for row in found.all("tr") if "Odd 'name'" in row.words]
        assert len(rows) == 1
        assert "$12.50" in rows[0].words
        assert "$5 in tokens" in rows[0].words
        redeemed = [form.get("data-with") for form in found.all("form") if form.get("data-command") == "redeem-chips"]
        assert '{"person": "p7", "amount": 1250}' in redeemed

    in_a_house(tmp_path, work, opened=False)


def test_whoever_counts_a_box_is_not_told_what_it_should_hold() -> None:
    state = Cage(open=True, boxes={"poker-1": Box(123_45, "guard-1")})
    html = page("cage_counts.html", state=state, may={"count-drop"}, currencies=("chips",), laden=[], fees=[])
    found = check_strict(html)
    assert offered(found) == {"count-drop"}
    assert "poker-1" in found.one("section").words
    assert "123" not in html


def test_who_pays_for_a_tournament_is_called_by_name(tmp_path: Path) -> None:
    async def work(called: Called) -> None:
        await called.demo.tournament()
        page = await shown(called, "cashier-1")
        assert "Bot 70 (bot-70) pays $110.00" in page.one("section", id="log").words

    in_a_house(tmp_path, work)
