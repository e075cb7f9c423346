"""The trainer over HTTP: a page that warns, a score that is kept for the person, and nothing of it anywhere else."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

from croupier.floor.dealing import TableSettings
from croupier.kernel.cards import parse_cards
from croupier.server.server import Server
from croupier.stud import commands as stud
from croupier.stud.rules import Options
from croupier.tables.house_table import HouseTable
from croupier.tables.stacking import shuffle_into, stacked_deck
from croupier.training.coach import Advice, Question
from server.calling import Called
from web.markup import Reader

TABLE, OTHER = "training", "playing"
PAIR = "4s 8s 2d 4c Ts"


def worth(asked: Question) -> Advice:
    """In place of the solver, which takes seconds to begin: a pair is to be bet on."""
    values = {"fold": Fraction(-1), "bet": Fraction(-1, 2)}
    if asked.game == "venezia-caribbean-poker" and not asked.given_up:
        values |= {f"change {card}": Fraction(-3, 2) for card in asked.hand}
    return Advice(box=asked.box, ante=asked.ante, values=values)


async def house(key: Path, game: str = "crown-caribbean-stud") -> Called:
    called = await Called(key).open()
    await called.demo.people()
    for name in (TABLE, OTHER):
        signs = Options(places=2, minimum=5_00, training=name == TABLE)
        await called.demo.open_table(name, game, signs, TableSettings(live=True))
        await called.demo.do(name, stud.TakeSeat(seat=1, chips=500_00), "player-1", 1)
    coached(called.server)
    return called


def coached(server: Server) -> None:
    async def ask(work: Callable[..., Any], *facts: Any) -> Advice:
        return worth(*facts)

    server.worker.ask = ask  # type: ignore[method-assign, assignment]
    server.coach._installed = True


async def dealt(called: Called, name: str, hand: str = PAIR) -> None:
    await called.demo.do(name, stud.PlaceAnte(seat=1, amount=10_00), "player-1", 1)
    table = called.server.floor.house.tables[name]
    assert isinstance(table, HouseTable)

    def deal() -> None:
        deck = stacked_deck(table, {1: parse_cards(hand), 0: parse_cards("9h 5c 7d 2s Jh")}, then=parse_cards("3h"))
        assert shuffle_into(table, deck) is None
        table.deal()

    await called.server.floor.transact(deal, concerns=name)


async def page(called: Called, name: str, person: str = "player-1") -> Reader:
    """The page of a table, once whatever was on its way is there."""
    for _ in range(3):
        body = (await called.ask("GET", f"/tables/{name}", person)).body.decode()
        await asyncio.sleep(0.01)
    return Reader(body)


async def does(called: Called, command: dict[str, Any], name: str = TABLE, id: str = "") -> int:
    body = {"command": command, "as": 1, "id": id}
    reply = await called.ask("POST", f"/api/streams/{name}/commands", "player-1", body)
    await asyncio.sleep(0.01)
    return reply.status


async def again(called: Called, name: str) -> None:
    """The round is settled, so that another may begin."""
    table = called.server.floor.house.tables[name]
    assert isinstance(table, HouseTable)

    def settle() -> None:
        for command in (stud.Reveal(), stud.Settle()):
            table.do(command)

    await called.server.floor.transact(settle, concerns=name)


def warnings(found: Reader) -> dict[str, str]:
    return {each.get("data-act"): each.get("data-warning") for each in found.all("button") if each.get("data-act")}


def figures(found: Reader) -> list[str]:
    return [each.words for each in found.all("dd") if any(above.get("id") == "coach" for above in each.above)]


def test_the_worse_choice_is_warned_of_and_what_was_decided_is_counted(tmp_path: Path) -> None:
    async def run() -> None:
        called = await house(tmp_path / "key")
        await dealt(called, TABLE)
        found = await page(called, TABLE)
        assert warnings(found)["fold"] == "Folding returns −1.00 antes on average, betting −0.50: it costs $5."
        assert warnings(found)["place-bet"] == ""
        assert not figures(found)
        assert await does(called, {"do": "fold", "seat": 1}) == 200
        found = await page(called, TABLE)
        assert figures(found) == ["0%", "1", "0", "50.0 antes"]
        assert "Folding cost 0.50 antes ($5) on average: betting was better." in found.one(id="coach").words
        await again(called, TABLE)

        await dealt(called, TABLE)
        assert await does(called, {"do": "place-bet", "seat": 1, "amount": 20_00}, id="c1") == 200
        assert await does(called, {"do": "place-bet", "seat": 1, "amount": 20_00}, id="c1") == 200  # sent twice
        found = await page(called, TABLE)
        assert figures(found) == ["50%", "2", "1", "25.0 antes"]
        assert "Right: on average 0.50 antes better" in found.one(id="coach").words
        await again(called, TABLE)

        await dealt(called, TABLE)  # warned, and then what is better
        for _ in range(2):
            sent = await called.ask("POST", "/api/trainer/warned", "player-1", {"stream": TABLE, "box": 1})
            assert sent.status == 200
        assert await does(called, {"do": "place-bet", "seat": 1, "amount": 20_00}) == 200
        found = await page(called, TABLE)
        assert figures(found)[:3] == ["33%", "3", "1"]
        assert "You followed 1 of 1 warning." in found.one(id="coach").words

    asyncio.run(run())


def test_the_score_is_kept_for_the_person_and_begun_anew(tmp_path: Path) -> None:
    async def run() -> None:
        called = await house(tmp_path / "key")
        await dealt(called, TABLE)
        assert (await called.ask("POST", "/api/trainer", "player-1", {"stream": TABLE, "warns": False})).status == 200
        assert not any(warnings(await page(called, TABLE)).values())
        assert await does(called, {"do": "place-bet", "seat": 1, "amount": 20_00}) == 200
        called.server.coach._trained.clear()  # as after a start
        found = await page(called, TABLE)
        assert figures(found)[:2] == ["100%", "1"]
        assert "Turn warnings on" in found.one(id="coach").words
        assert not figures(await page(called, TABLE, "player-2"))
        assert (await called.ask("POST", "/api/trainer", "player-1", {"stream": TABLE, "anew": True})).status == 200
        found = await page(called, TABLE)
        assert not figures(found)
        assert "Turn warnings on" in found.one(id="coach").words  # what was set stays set

    asyncio.run(run())


def test_elsewhere_nobody_is_advised(tmp_path: Path) -> None:
    async def run() -> None:
        called = await house(tmp_path / "key")
        await dealt(called, OTHER)
        found = await page(called, OTHER)
        assert not any(warnings(found).values())
        assert not [each for each in found.elements if each.get("id") == "coach"]
        assert "may not advise you" in found.one(id="signs").words
        assert await does(called, {"do": "fold", "seat": 1}, OTHER) == 200
        assert await called.server.floor.store.get("trainer/player-1") is None
        for path, body in (("", {"stream": OTHER, "anew": True}), ("/warned", {"stream": OTHER, "box": 1})):
            assert (await called.ask("POST", f"/api/trainer{path}", "player-1", body)).status == 404
            assert (await called.ask("POST", f"/api/trainer{path}", "", body)).status == 401
        assert (await called.ask("POST", "/api/trainer/warned", "player-2", {"stream": TABLE, "box": 1})).status == 422

    asyncio.run(run())


def test_a_card_that_is_changed_is_a_decision_of_the_same_hand(tmp_path: Path) -> None:
    async def run() -> None:
        called = await house(tmp_path / "key", "venezia-caribbean-poker")
        await dealt(called, TABLE)
        found = await page(called, TABLE)
        assert warnings(found)["change-card"].startswith("Changing ")
        change = next(json.loads(each.get("data-do")) for each in found.all("button", data_act="change-card"))
        assert await does(called, change, id="c1") == 200
        assert await does(called, change, id="c1") == 200
        assert await does(called, {"do": "place-bet", "seat": 1, "amount": 20_00}) == 200
        found = await page(called, TABLE)
        assert figures(found) == ["50%", "2", "1", "100.0 antes"]  # two decisions, one hand

    asyncio.run(run())
