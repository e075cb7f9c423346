"""A prize meter that does not reconcile with its tables stops by itself, says so, and takes wagers again when it does."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from msgspec.structs import replace

from croupier.books import book_of
from croupier.floor.dealing import TableSettings
from croupier.floor.sections import LASTS, section_of
from croupier.floor.stores.interface import LeaseLost
from croupier.jackpots.commands import OpenSystem, ReportEquipment
from croupier.kernel.decisions import Accepted, Decision, Refused
from croupier.server.screens import jackpot_regions
from croupier.stud import commands as stud
from croupier.stud.rules import Options
from croupier.stud.state import METER
from croupier.tables.casino import Casino
from croupier.tables.house_table import HouseTable
from croupier.tables.house_terms import terms_for_play
from croupier.web.floor_page import needs
from floor.memory import Board, Desk, MemoryStore
from server.calling import Called

GAME = "crown-caribbean-stud"
RANK = book_of(GAME).title_page.ranks[-1]
ROUND = (stud.CallNoMoreBets(), stud.Deal(), stud.CallBetOrFold(), stud.Fold(seat=1), stud.Reveal(), stud.Settle())


async def jackpot(folder: Path, store: MemoryStore | None = None) -> tuple[Called, Casino]:
    called = await Called(folder / "key", seed=5, store=store).open()
    await called.demo.people()
    await called.demo.open_table("crown-1", GAME, Options(places=3), TableSettings(live=True))
    casino = called.server.floor.house.casinos[GAME]
    opening = OpenSystem(system="linked", terms=terms_for_play(GAME, 1_00), tables=("crown-1",))
    await called.demo.do(casino.meters.name, opening, "manager-1", casino.meters.rules.ranks[-1])
    await called.demo.do("crown-1", stud.TakeSeat(seat=1, chips=500_00), "player-1", 1)
    return called, casino


async def wagered(called: Called) -> Decision:
    await called.demo.do("crown-1", stud.PlaceAnte(seat=1, amount=10_00), "player-1", 1)
    wager = stud.PlaceJackpot(seat=1, amount=1_00)
    return (await called.server.floor.do("crown-1", wager, person="player-1", by=1)).decision


async def played(called: Called) -> None:
    table = called.server.floor.house.tables["crown-1"]
    assert isinstance(table, HouseTable)
    shuffle = stud.Shuffle(deck=table.shuffled_deck(), source=table.source)
    for command in (shuffle, *ROUND):
        fold = isinstance(command, stud.Fold)
        answer = await called.server.floor.do(
            "crown-1", command, person="player-1" if fold else "house", by=1 if fold else "house"
        )
        assert isinstance(answer.decision, Accepted), answer.decision


@pytest.mark.parametrize("what", ["table", "meter", "game"])
def test_a_meter_that_does_not_reconcile_stops_and_says_so(tmp_path: Path, what: str) -> None:
    async def run() -> None:
        called, casino = await jackpot(tmp_path)
        floor, reconciling = called.server.floor, called.server.reconciling
        table = floor.house.tables["crown-1"]
        assert isinstance(await wagered(called), Accepted)
        await played(called)
        assert await reconciling.look(casino, between=0.0) == []
        right = casino.meters.state
        system = right.systems["linked"]
        if what == "table":
            table.state.money[METER] += 1_00
            del floor.house.rows["crown-1"]  # made again, as with the next entry
        elif what == "meter":
            more = replace(system, major=replace(system.major, increments=system.major.increments + 1))
            casino.meters.state = replace(right, systems={"linked": more})
        else:
            lost = replace(system, games={"crown-1": (7, (2,))})
            casino.meters.state = replace(right, systems={"linked": lost})
        assert len(await reconciling.look(casino, between=0.0)) == 1
        stopped = casino.meters.state.systems["linked"]
        assert not stopped.working
        assert not stopped.taking_wagers
        assert 'class="fault"' in jackpot_regions(casino, "linked")["meter"]
        assert any(need.grave and "linked is out of order" in need.says for need in needs(floor, {}))
        assert (await called.ask("GET", "/healthz")).json["meters"] == reconciling.wrong
        refusal = await wagered(called)
        assert isinstance(refusal, Refused)
        assert refusal.ground == "equipment_working"
        repaired = ReportEquipment(system="linked", working=True)
        await called.demo.do(casino.meters.name, repaired, "manager-1", RANK)
        assert await reconciling.look(casino, between=0.0)  # it still does not
        assert not casino.meters.state.systems["linked"].working
        floor._tear({casino.meters.name, "crown-1"})  # both as they are kept
        await floor.whole()
        await called.demo.do(casino.meters.name, repaired, "manager-1", RANK)
        assert await reconciling.look(casino, between=0.0) == []
        assert reconciling.wrong == {}
        assert casino.meters.state.systems["linked"].taking_wagers

    asyncio.run(run())


def test_a_process_that_stood_still_does_not_stop_meters_that_another_looks_after(tmp_path: Path) -> None:
    """What it has found is of before; the other one has looked since."""

    async def run() -> None:
        board, store = Board(), MemoryStore()
        called, casino = await jackpot(tmp_path, store.beside(Desk(board, "one")))
        await called.server.floor.sections.join()
        lease = called.server.floor.sections.lease(section_of("reconciling"))
        assert lease is not None
        assert isinstance(await wagered(called), Accepted)
        await played(called)
        called.server.floor.house.tables["crown-1"].state.money[METER] += 1_00
        del called.server.floor.house.rows["crown-1"]  # made again, as with the next entry
        board.now += LASTS + 1
        other = Desk(board, "other")
        await other.beat(b"is there", LASTS)
        assert await other.take([lease.name])
        before = await store.heads([casino.meters.name])
        with pytest.raises(LeaseLost):
            await called.server.reconciling.look(casino, between=0.0, under=lease)
        assert await store.heads([casino.meters.name]) == before

    asyncio.run(run())
