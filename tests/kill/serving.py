"""The server that is killed: a floor with its dealer and bots, and one line of JSON for each command over a socket.

python -m kill.serving DATABASE SOCKET
"""

from __future__ import annotations

import asyncio
import signal
import sys
from contextlib import suppress
from typing import Any

import msgspec

from croupier.floor.bots import Bots
from croupier.floor.dealing import Dealer, Pace, TableSettings
from croupier.floor.floor import Floor, Undo
from croupier.floor.house import AnyStream
from croupier.floor.money import Money
from croupier.floor.stores import store_of
from croupier.floor.stores.interface import StoreUnavailable
from croupier.kernel.decisions import Refused
from croupier.kernel.entries import encode
from croupier.kernel.events import Command
from croupier.poker import commands as poker
from croupier.stud import commands as stud
from croupier.tables.poker_table import PokerTable
from simulation.houses import HOUSES, Furnishing, duties

_PACE = Pace(antes=0.05, closing=0.01, deciding=0.2, between=0.01, step=0.005)
_OPEN_TO_CLIENTS = (
    stud.PlaceAnte,
    stud.PlaceJackpot,
    stud.PlaceBet,
    stud.Fold,
    *PokerTable.deciding,
)


_POOR = 40_00


class Asked(msgspec.Struct):
    """A command, or without one the question what a seat may do now."""

    stream: str
    person: str
    by: int
    id: str = ""
    seen: int | None = None
    command: msgspec.Raw = msgspec.Raw(b"null")


class Said(msgspec.Struct):
    """What came of it: the number of its entry, or why there is none; or what the seat may do."""

    number: int = 0
    ground: str = ""
    offers: list[msgspec.Raw] = []


def _more_chips(stream: AnyStream, seat: int) -> Command:
    if isinstance(stream, PokerTable):
        return poker.AddChips(seat=seat, chips=300_00)
    return stud.BuyChips(seat=seat, amount=100_00)


async def answer(floor: Floor, asked: Asked) -> Said:
    await floor.settled(asked.stream)
    stream = floor.house.streams[asked.stream]
    if bytes(asked.command) == b"null":
        offers: list[Command] = [
            offer.command for offer in stream.legal(seat=asked.by) if isinstance(offer.command, _OPEN_TO_CLIENTS)
        ]
        if stream.state.stack(asked.by) < _POOR:
            offers.append(_more_chips(stream, asked.by))
        return Said(number=stream.number, offers=[msgspec.Raw(encode(offer)) for offer in offers])
    command = stream.engine.codec.read_command(bytes(asked.command))
    try:
        done = await floor.do(asked.stream, command, person=asked.person, by=asked.by, seen=asked.seen, id=asked.id)
    except Undo as undone:
        return Said(ground=undone.refusal.ground)
    except StoreUnavailable:
        return Said(ground="store_unavailable")
    return Said(number=done.number, ground=done.decision.ground if isinstance(done.decision, Refused) else "")


async def manage(floor: Floor) -> None:
    """Managers verify and pay what was won, so that play goes on."""
    while True:
        await asyncio.sleep(0.05)
        for stream, command, person, rank in duties(floor)[:1]:
            with suppress(StoreUnavailable, Undo):
                await floor.do(stream, command, person=person, by=rank)


async def opened(database: str) -> Floor:
    """The floor, once its store is there."""
    while True:
        floor = Floor(store_of(database), snapshot_every=50)
        try:
            await floor.open()
        except StoreUnavailable:
            await asyncio.sleep(0.5)
        else:
            return floor


async def serve(database: str, socket: str) -> None:
    floor = await opened(database)
    Money(floor)
    if not floor.house.tables:
        house = Furnishing(floor)
        await house.staff()
        await HOUSES["mixed"](house)
    dealer = Dealer(floor)
    for name in floor.house.tables:
        dealer.settings[name] = TableSettings(pace=_PACE)
    floor.run(dealer.run(), "dealing")
    floor.run(Bots(floor, pace=(0.0, 0.02)).run(), "bots")
    floor.run(floor.listen(), "listening")
    floor.run(manage(floor), "managing")

    async def client(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while line := await reader.readline():
            said = await answer(floor, msgspec.json.decode(line, type=Asked))
            writer.write(msgspec.json.encode(said) + b"\n")
            await writer.drain()
        writer.close()

    stopping = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stopping.set)
    server = await asyncio.start_unix_server(client, socket)
    await stopping.wait()
    server.close()
    await floor.close()


def main(arguments: list[str]) -> Any:
    asyncio.run(serve(*arguments))


if __name__ == "__main__":
    main(sys.argv[1:])
