"""An evening of the demo, dealt by software and played by bots, is found whole by an audit: every authority included."""

from __future__ import annotations

import asyncio
from pathlib import Path

from croupier.floor.bot_players import Bots
from croupier.floor.clock import Clock
from croupier.floor.demo import Demo
from croupier.floor.floor import Floor
from croupier.floor.stores import store_of
from croupier.floor.stores.archive import archive
from croupier.proof.checkpoints import Sequencer
from croupier.proof.verifying import verify
from croupier.server.config import Config, Record
from croupier.server.server import Server
from proof.house import SIGNER

HASTE = 25.0
ENTRIES = 900


class Hasty(Clock):
    """A clock on which an evening does not take long."""

    def wall(self) -> float:
        return 1_800_000_000.0 + super().steady() * HASTE

    def steady(self) -> float:
        return super().steady() * HASTE


def test_an_evening_of_the_demo_is_whole(tmp_path: Path) -> None:
    where = str(tmp_path / "house.db")

    async def play() -> None:
        floor = Floor(store_of(where), Hasty(), seed=5)
        server = Server(Config(database=where, record=Record(key=str(tmp_path / "key"))), floor=floor)
        await floor.open()
        await server.dealer.begin(assigned=True)
        await Demo(floor, server.dealer).furnish()
        floor.keep(Bots(floor, pace=(0.0, 0.5), seed=7).run, "bots")
        floor.keep(server.dealer.run, "dealing")
        async with asyncio.timeout(30):
            while sum(head.number for head in (await floor.store.heads()).values()) < ENTRIES:
                await asyncio.sleep(0.05)
        sequencer = Sequencer(floor.store, SIGNER)
        await sequencer.open()
        await sequencer.advance()
        await floor.close()

    async def look() -> None:
        store = store_of(where)
        await store.start()
        found = await verify(store)
        assert found, str(found)
        assert await archive(store, str(tmp_path / "archive"), 2**40, least=20)
        again = await verify(store)
        assert again, str(again)
        assert again == found
        await store.stop()

    asyncio.run(play())
    asyncio.run(look())
