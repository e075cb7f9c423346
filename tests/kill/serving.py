"""The server that is killed: a floor with its dealer and bots, and one line of JSON for each command over a socket.

python -m kill.serving DATABASE SOCKET
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from croupier.floor import sections
from croupier.floor.bot_players import BOT, Bots
from croupier.floor.dealing import Dealer, Pace, TableSettings
from croupier.floor.floor import Floor, Undo
from croupier.floor.house import AnyStream
from croupier.floor.orders import Order, Orders
from croupier.floor.proof import Prover
from croupier.floor.stores import store_of
from croupier.floor.stores.interface import StoreUnavailable
from croupier.kernel.decisions import Refused
from croupier.kernel.entries import encode
from croupier.kernel.events import Command
from croupier.poker import commands as poker
from croupier.stud import commands as stud
from croupier.tables.any_table import AnyTable
from croupier.tables.poker_table import PokerTable
from croupier.tables.purses import Money
from croupier.tournaments import commands as tournament
from croupier.tournaments.state import ENTRANT
from simulation.houses import CUP, HOUSES, Furnishing, duties, open_cup
from simulation.saying import say

_PACE = Pace(antes=0.05, closing=0.01, deciding=0.2, between=0.01, step=0.005, wagering=0.01, asking=0.01)
_UNHURRIED = Pace(antes=0.2, closing=0.1, deciding=0.5, between=0.1, step=0.1, wagering=0.1, asking=0.1)
TABLES_OF_BOTS = tuple(f"bots-{number}" for number in range(1, 13))
"""Tables that always go on as long as some process deals there: who looks at them sees how long none did."""
_OPEN_TO_CLIENTS = (stud.PlaceAnte, stud.PlaceJackpot, stud.PlaceBet, stud.Fold, *PokerTable.deciding)


_POOR = 40_00


class Asked(msgspec.Struct):
    """A command, with `at` one for later, or without one the question what a seat may do now; the seat of who plays the
    tournament is where that has put them.
    """

    stream: str
    person: str
    by: int | str
    id: str = ""
    seen: int | None = None
    at: int = 0
    command: msgspec.Raw = msgspec.Raw(b"null")


class Said(msgspec.Struct):
    """The result of it: the number of its entry, or why there is none; or where someone sits, what they may do there, and the
    latest checkpoint.
    """

    number: int = 0
    ground: str = ""
    stream: str = ""
    by: int | str = 0
    note: str = ""
    offers: list[msgspec.Raw] = []


def _more_chips(stream: AnyStream, seat: int) -> Command:
    if isinstance(stream, PokerTable):
        return poker.AddChips(seat=seat, chips=300_00)
    return stud.BuyChips(seat=seat, amount=100_00)


def place_of(floor: Floor, asked: Asked) -> tuple[str, int]:
    """Where someone sits; at no seat of the tournament that is on who has none there."""
    if asked.stream != CUP:
        return asked.stream, int(asked.by)
    name = list(floor.house.tournaments)[-1]
    one = floor.house.tournaments[name].state.entrants.get(asked.person)
    return (one.place.table, one.place.seat) if one is not None and one.place is not None else (name, 0)


def offers(floor: Floor, name: str, seat: int, person: str) -> list[Command]:
    stream = floor.house.streams[name]
    if not isinstance(stream, AnyTable):
        return [] if person in stream.state.entrants else [tournament.Enter(person=person)]
    found: list[Command] = [offer.command for offer in stream.legal(seat=seat) if isinstance(offer.command, _OPEN_TO_CLIENTS)]
    if stream.state.stack(seat) < _POOR and not stream.state.options.tournament:
        found.append(_more_chips(stream, seat))
    return found


class Serving:
    """A floor with its orders and proofs, and what clients are answered."""

    def __init__(self, floor: Floor, key: str) -> None:
        self.floor, self.orders, self.prover = floor, Orders(floor), Prover(floor, "kill", key)

    async def answer(self, asked: Asked) -> Said:
        try:
            if bytes(asked.command) == b"null":
                return await self._look(asked)
            return await (self._order(asked) if asked.at else self._do(asked))
        except Undo as undone:
            return Said(ground=undone.refusal.ground)
        except StoreUnavailable:
            return Said(ground="store_unavailable")

    async def _look(self, asked: Asked) -> Said:
        name, seat = place_of(self.floor, asked)
        await self.floor.settled(name)
        given = await self.floor.memory.seen(lambda: offers(self.floor, name, seat, asked.person))
        found, number = [msgspec.Raw(encode(offer)) for offer in given], self.floor.number(name)
        return Said(number=number, stream=name, by=seat or ENTRANT, note=self.prover.log.note, offers=found)

    async def _order(self, asked: Asked) -> Said:
        order = Order(
            id=asked.id,
            stream=asked.stream,
            person=asked.person,
            capacity=asked.by,
            at=self.floor.clock.now() + asked.at,
            command=asked.command,
        )
        await self.orders.add(order)
        return Said()

    async def _do(self, asked: Asked) -> Said:
        await self.floor.memory.hold(asked.stream)
        await self.floor.settled(asked.stream)
        command = self.floor.house.streams[asked.stream].engine.codec.read_command(bytes(asked.command))
        done = await self.floor.do(asked.stream, command, person=asked.person, by=asked.by, seen=asked.seen, id=asked.id)
        return Said(number=done.number, ground=done.decision.ground if isinstance(done.decision, Refused) else "")


async def manage(floor: Floor, dealer: Dealer) -> None:
    """Managers verify and pay what was won and direct the tournament; when it is over, there is another one."""
    while True:
        await asyncio.sleep(0.05)
        if not floor.alone("managing"):
            continue
        with suppress(StoreUnavailable, Undo):
            if (duty := next(duties(floor), None)) is not None:
                await floor.do(duty.stream, duty.command, person=duty.person, by=duty.by)
            elif all(each.state.phase == "over" for each in floor.house.tournaments.values()):
                cups = list(floor.house.tournaments.values())
                bots = [person for person in cups[0].state.entrants if person.startswith(BOT)]
                await open_cup(floor, f"{CUP}{len(cups) + 1}", bots)


async def fast(floor: Floor, dealer: Dealer) -> None:
    """Every table is dealt as fast as can be, new ones too."""
    while True:
        for name in floor.house.at_a_glance():
            dealer.settings.setdefault(name, TableSettings(pace=_UNHURRIED if name in TABLES_OF_BOTS else _PACE))
        await asyncio.sleep(0.05)


async def opened(database: str) -> Floor:
    """The floor, once its store is there."""
    while True:
        floor = Floor(store_of(database), snapshot_every=50)
        try:
            await floor.open()
        except StoreUnavailable as error:
            say(f"the server waits for its database: {error}")
            await asyncio.sleep(0.5)
        else:
            return floor


async def serve(database: str, socket: str) -> None:
    floor = await opened(database)
    floor.house.link_all(Money(floor.house))
    if not floor.house.at_a_glance():
        house = Furnishing(floor)
        await house.staff()
        await HOUSES["everything"](house)
        if floor.store.shared:
            await house.tables_of_bots(*TABLES_OF_BOTS)
    dealer, serving = Dealer(floor), Serving(floor, str(Path(socket).with_name("key")))
    await serving.prover.open()
    floor.run(fast(floor, dealer), "settings")
    floor.run(serving.orders.run(), "orders")
    floor.run(serving.prover.run(), "proof")
    floor.run(dealer.run(), "dealing")
    floor.run(Bots(floor, pace=(0.0, 0.02)).run(), "bots")
    floor.run(floor.listen(), "listening")
    floor.run(floor.sections.run(), "sections")
    floor.run(manage(floor, dealer), "managing")

    async def client(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while line := await reader.readline():
            said = await serving.answer(msgspec.json.decode(line, type=Asked))
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
    if lasts := float(os.environ.get("LASTS", "0")):
        sections.LASTS, sections.OURS = lasts, lasts * 0.8
    if os.environ.get("SABOTAGE"):
        import sabotage

        sabotage.apply(os.environ["SABOTAGE"])
    asyncio.run(serve(*arguments))


if __name__ == "__main__":
    main(sys.argv[1:])
