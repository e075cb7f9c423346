"""The pauses of a table go by the slowest wish of those who sit there; the time to decide does not."""

from __future__ import annotations

import asyncio
from pathlib import Path

from msgspec.structs import replace

from croupier.floor.dealing import Dealer, Pace, TableSettings
from croupier.poker import commands as poker
from croupier.poker.rules import Options
from croupier.tables.poker_table import PokerTable
from server.calling import Called

PACE = Pace(antes=10.0, closing=1.0, deciding=60.0, between=4.0, step=1.0)


async def furnished(key: Path) -> Called:
    called = await Called(key).open()
    await called.demo.people()
    floor = called.server.floor
    await floor.transact(lambda: floor.house.open_table("t1", "crown-holdem", Options(places=6)) and None)
    await called.server.dealer.set("t1", TableSettings(pace=PACE))
    for seat, person in ((1, "player-1"), (2, "player-2")):
        await called.demo.do("t1", poker.TakeSeat(seat=seat, chips=1000_00), person, seat)
    return called


def test_a_table_goes_as_slowly_as_anybody_there_wishes(tmp_path: Path) -> None:
    async def run() -> None:
        called = await furnished(tmp_path / "key")
        dealer, table = called.server.dealer, called.server.floor.house.tables["t1"]
        assert isinstance(table, PokerTable)

        async def wishes(person: str, speed: str) -> int:
            return (await called.ask("POST", "/api/speed", person, {"speed": speed})).status

        def pause() -> float:
            step = dealer.next_step("t1")
            assert step is not None
            return round(step.at - called.server.floor.clock.exact(), 3)

        assert pause() == 4.0
        assert await wishes("trainee-1", "slow") == 200  # who does not sit there
        assert pause() == 4.0
        assert await wishes("player-1", "fast") == 200
        assert pause() == 1.6
        assert await wishes("player-2", "slow") == 200
        assert pause() == 7.2
        assert (dealer.pace(table).antes, dealer.pace(table).deciding) == (10.0, 60.0)
        assert (await wishes("player-1", "at once"), await wishes("", "fast")) == (422, 401)
        page = (await called.ask("GET", "/tables/t1", "player-2")).body.decode()
        assert 'value="slow" checked' in page
        later = Dealer(called.server.floor)  # as after a restart
        await later.load()
        assert later.pace(table).between == 7.2
        table.state.options = replace(table.state.options, tournament="evening")  # where all tables go alike
        assert later.pace(table) == PACE
        table.state.options = replace(table.state.options, tournament="")
        later.wishes["player-2"] = "breakneck"  # of a speed that is no more
        assert later.pace(table) == PACE

    asyncio.run(run())
