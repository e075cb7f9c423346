"""The page of figures over HTTP: who may see it, that every figure opens its entries, files, notes and slips."""

from __future__ import annotations

import asyncio
import html
import re
from pathlib import Path

import pytest

from croupier.cage.commands import ExplainResult, IssueChips
from croupier.floor.day_sums import Place
from croupier.floor.dealing import TableSettings
from croupier.floor.demo import PEOPLE_OF_DEMO
from croupier.kernel.decisions import Refused
from croupier.server import figures_routes
from croupier.server.workers import Worker
from croupier.stud.commands import PlaceAnte, TakeSeat
from croupier.stud.rules import Options
from croupier.training.house_scenes import finish_round
from server.calling import Called, Still

pytest.importorskip("numba")
MAY = {"admin-1", "supervisor-1", "manager-1", "director-1", "inspector-1"}


async def played(called: Called) -> None:
    await called.demo.people()
    await called.demo.open_table("crown-1", "crown-caribbean-stud", Options(places=3), TableSettings())
    await called.demo.do("crown-1", TakeSeat(seat=1, chips=1_000_00), "player-1", 1)
    await called.demo.do("crown-1", PlaceAnte(seat=1, amount=50_00), "player-1", 1)
    await called.demo.do("cage", IssueChips(person="player-2", amount=12_000_00), "cashier-1", "cashier")
    table = called.server.floor.house.tables["crown-1"]

    def deal() -> None:
        finish_round(table)  # type: ignore[arg-type]

    await called.server.floor.transact(deal, concerns="crown-1")


async def shown(called: Called, path: str, person: str) -> str:
    reply = await called.ask("GET", path, person, accept="text/html")
    assert reply.status == 200, (path, person, reply.status, reply.body[-400:])
    return reply.body.decode()


def test_the_page_of_figures(tmp_path: Path) -> None:
    async def work() -> None:
        called = await Called(tmp_path / "key", seed=4).open()
        called.server.figures.worker = Worker()  # in a process, as in a real server
        try:
            await played(called)
            for person in PEOPLE_OF_DEMO:
                status = (await called.ask("GET", "/figures", person)).status
                assert status == (200 if person in MAY else 403), person
            assert (await called.ask("GET", "/figures", "")).status == 303
            await look(called)
        finally:
            called.server.worker.close()
            called.server.figures.close()
            await called.server.floor.close()

    asyncio.run(work())


async def weighed(called: Called) -> str:
    """The page, once the game is solved beside it."""
    for _ in range(600):
        if "figure=z" in (page := await shown(called, "/figures", "manager-1")):
            return page
        assert "being worked out" in page
        await asyncio.sleep(0.2)
    raise AssertionError("there is no expected win")


async def look(called: Called) -> None:
    page = await weighed(called)
    assert "$1,000" in page
    assert "player-2" in page
    assert "at the limit" in page
    ways = {html.unescape(way) for way in re.findall(r'href="(/figures[^"]*)"', page)}
    assert len(ways) > 8
    for way in sorted(ways):
        reply = await called.ask("GET", way, "manager-1")
        assert reply.status == 200, (way, reply.body[-300:])
    drop = next(way for way in ways if way.endswith("figure=drop"))
    assert "brings" in (entries := await shown(called, drop, "inspector-1")) or "sits" in entries or "takes" in entries
    lines = (await called.ask("GET", "/figures.csv?of=day", "manager-1")).body.decode().splitlines()
    assert lines[0] == "section,period,name,game,currency,figure,amount,entries,note"
    assert any(line.startswith("table,") and ",AUD,drop,1000.00,crown-1 " in line for line in lines)
    assert b"at the limit" in (await called.ask("GET", "/figures.csv?of=day&cash", "manager-1")).body
    assert (await called.ask("GET", "/figures.pdf?of=day", "manager-1")).body.startswith(b"%PDF")
    for wrong, status in (("of=week", 400), ("of=day&which=soon", 404), ("of=table&which=none", 404)):
        assert (await called.ask("GET", f"/figures?{wrong}", "manager-1")).status == status
    slips = [way for way in ways if "/slip/cage/" in way]
    assert "Receipt: chips bought" in await shown(called, slips[0], "cashier-1")
    assert (await called.ask("GET", f"{slips[0]}?as=pdf", "cashier-1")).body.startswith(b"%PDF")
    assert (await called.ask("GET", slips[0], "player-2")).status == 403
    assert (await called.ask("GET", "/figures/slip/cage/1", "cashier-1")).status == 404
    note = {"do": "explain-result", "table": "crown-1", "day": "2027-01-15", "note": "looked at"}
    stream = called.server.floor.house.cage
    for person, wanted in (("supervisor-1", True), ("cashier-1", False), ("player-1", False)):
        capacities = called.server.access.capacities(person, stream)
        answers = [stream.engine.given_by(stream.rules, each) for each in capacities]
        assert any("explain-result" in each for each in answers) is wanted, person
    capacity = str(called.server.access.capacities("manager-1", stream)[0])
    reply = await called.ask("POST", "/api/streams/cage/commands", "manager-1", {"command": note, "as": capacity})
    assert reply.status == 200, reply.body
    assert not isinstance(reply.json, Refused)


def test_the_floor_asks_for_a_note_on_a_result_outside_the_band(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(figures_routes, "_EVERY", 0.001)
    asked = re.compile(r"crown-1</b> <span>The result of (\S+) is outside the 95 % band")

    async def work() -> None:
        called = await Called(tmp_path / "key", seed=4).open()
        await played(called)
        played_at = int(Still.at)
        (keep_up,) = [run for run in called.server.beside if run.__name__ == "keep_up"]

        async def needs(day: int) -> list[str]:
            """What the floor asks for so many days later, once the figures have been read on."""
            called.server.floor.clock.at = played_at + day * 86_400  # type: ignore[attr-defined]
            called.tokens.clear()
            called.server.floor.unexplained = [("crown-1", "never")]
            reading = asyncio.create_task(keep_up())
            while called.server.floor.unexplained == [("crown-1", "never")]:
                assert not reading.done(), reading.result()
                await asyncio.sleep(0.005)
            reading.cancel()
            return asked.findall(await shown(called, "/floor", "supervisor-1"))

        assert await needs(0) == []
        fold = called.inline.read["crown-1"]
        for day, figure, amount in (
            (-1, "float", -9_000_00),
            (-1, "variance", 1_000_00**2),
            (6, "float", 9_000_00),
            (6, "variance", 1),
        ):
            fold.put(figure, amount, at=Place(played_at // 900 + day * 96, 1, fold.terms))
        assert [await needs(day) for day in (0, 6, 7)] == [["2027-01-14"], ["2027-01-14"], ["2027-01-21"]]
        called.server.floor.unexplained = [("crown-1", "2027-01-14")]
        assert asked.findall(await shown(called, "/floor", "supervisor-1")) == ["2027-01-14"]
        note = ExplainResult(table="crown-1", day="2027-01-14", note="four of a kind, cards checked")
        await called.demo.do(
            "cage", note, "manager-1", called.server.access.capacities("manager-1", called.server.floor.house.cage)[0]
        )
        assert asked.findall(await shown(called, "/floor", "supervisor-1")) == []
        await called.server.floor.close()

    asyncio.run(work())
