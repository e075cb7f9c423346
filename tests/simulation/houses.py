"""Houses to play in, each furnished once and then copied."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import cache
from random import Random
from typing import NamedTuple

import msgspec

from croupier.books import book_of
from croupier.cage.commands import IssueChips, OpenCage
from croupier.floor.dealing import Pace, TableSettings
from croupier.floor.floor import Floor
from croupier.floor.house import CAGE, PEOPLE, ROOM
from croupier.floor.money import Money
from croupier.floor.stores.interface import Line
from croupier.jackpots.commands import OpenSystem, ResumeTables, VerifyPrize
from croupier.kernel.actors import HOUSE, Capacity
from croupier.kernel.decisions import Refused
from croupier.kernel.events import Command
from croupier.kernel.house import ADMINISTRATOR
from croupier.people.commands import GrantRole, RegisterPerson
from croupier.poker.rules import Options as PokerOptions
from croupier.poker.telling import limits
from croupier.room.commands import JoinList, OfferGame, SeatPlayer
from croupier.room.state import PLAYER
from croupier.stud import commands as stud
from croupier.stud.rules import Options as HouseOptions
from croupier.tables.house_terms import terms_for_play
from simulation.clock import VirtualClock
from simulation.database import Connection, Database
from simulation.loop import Owner, VirtualLoop

GAME = "crown-caribbean-stud"
METERS = f"meters-{GAME}"
ADMIN, CASHIER, MANAGERS = "admin", "desk-1", ("manager-1", "manager-2")
_PACE = Pace(antes=0.4, closing=0.05, deciding=1.0, between=0.2, step=0.05)


class Seat(NamedTuple):
    """Where a client sits."""

    person: str
    table: str
    seat: int


class Furnished(NamedTuple):
    """What the store of a house has before anything happens, and who plays there."""

    lines: dict[str, list[Line]]
    matters: dict[str, bytes]
    clients: tuple[Seat, ...]


class Furnishing:
    def __init__(self, floor: Floor) -> None:
        self.floor = floor
        self.clients: list[Seat] = []
        self.bots = 0

    async def do(self, name: str, command: Command, person: str, by: Capacity) -> None:
        answer = await self.floor.do(name, command, person=person, by=by)
        assert not isinstance(answer.decision, Refused), f"{name}: {command}: {answer.decision}"

    async def staff(self) -> None:
        """Those who register people, sell chips and verify prizes."""
        await self.do(PEOPLE, RegisterPerson(person=ADMIN, name=ADMIN), HOUSE, HOUSE)
        await self.do(PEOPLE, GrantRole(person=ADMIN, book="*", capacity=ADMINISTRATOR), HOUSE, HOUSE)
        for person in (CASHIER, *MANAGERS):
            await self.do(PEOPLE, RegisterPerson(person=person, name=person), ADMIN, ADMINISTRATOR)
        await self.do(PEOPLE, GrantRole(person=CASHIER, book="*", capacity="cashier"), ADMIN, ADMINISTRATOR)
        for person in MANAGERS:
            for book in ("crown-poker", GAME):
                rank = book_of(book).title_page.ranks[-1]
                await self.do(PEOPLE, GrantRole(person=person, book=book, capacity=rank), ADMIN, ADMINISTRATOR)
        await self.do(CAGE, OpenCage(chips=1_000_000_00, cash=1_000_000_00), HOUSE, HOUSE)

    async def newcomer(self, person: str) -> str:
        await self.do(PEOPLE, RegisterPerson(person=person, name=person), ADMIN, ADMINISTRATOR)
        await self.do(CAGE, IssueChips(person=person, amount=20_000_00), CASHIER, "cashier")
        return person

    async def client(self, table: str, seat: int) -> str:
        person = f"p{len(self.clients) + 1}"
        self.clients.append(Seat(person, table, seat))
        return await self.newcomer(person)

    async def bot(self) -> str:
        self.bots += 1
        return await self.newcomer(f"bot-{self.bots}")

    async def house_tables(self, *names: str) -> None:
        """Tables of the house with one prize meter for all of them: two clients and a bot at each."""
        for name in names:
            options = HouseOptions(places=4, minimum=10_00, maximum=500_00)
            await self.floor.transact(lambda name=name, options=options: self._open(name, GAME, options))  # type: ignore[misc]
            for seat in (1, 2, 3):
                person = await (self.bot() if seat == 3 else self.client(name, seat))
                await self.do(name, stud.TakeSeat(seat=seat, chips=100_00), person, seat)
        casino = self.floor.house.casinos[GAME]
        operator = casino.meters.rules.ranks[-1]
        opening = OpenSystem(system="linked", terms=terms_for_play(GAME, 5_00), tables=names)
        await self.do(METERS, opening, MANAGERS[0], operator)

    async def poker_room(self, name: str) -> None:
        """The poker room with a table of hold'em: two clients and two bots, seated from its list."""
        floor, options = self.floor, PokerOptions(places=4, time_to_act=1)
        await floor.transact(lambda: floor.house.open_room() and None)
        rank = book_of("crown-poker").title_page.ranks[-1]
        offer = OfferGame(game=name, played="crown-holdem", limit=limits(options), needed=4)
        await self.do(ROOM, offer, MANAGERS[0], rank)
        assert floor.house.room is not None
        floor.house.room.signs[name] = options
        table = f"{name}-1"
        people = [await (self.bot() if seat > 2 else self.client(table, seat)) for seat in (1, 2, 3, 4)]
        for person in people:
            await self.do(ROOM, JoinList(person=person, game=name), person, PLAYER)
        await floor.transact(lambda: floor.house.open_room_table(table, name, person=MANAGERS[0], by=rank))
        for seat, person in enumerate(people, 1):
            sits = SeatPlayer(person=person, table=table, place=seat, chips=500_00)
            await self.do(ROOM, sits, MANAGERS[0], rank)

    def _open(self, name: str, game: str, options: HouseOptions) -> None:
        self.floor.house.open_table(name, game, options)


async def _linked(house: Furnishing) -> None:
    await house.house_tables("one", "two")


async def _mixed(house: Furnishing) -> None:
    await house.house_tables("one", "two")
    await house.poker_room("holdem")


async def _poker(house: Furnishing) -> None:
    await house.poker_room("holdem")


HOUSES: dict[str, Callable[[Furnishing], Awaitable[None]]] = {"linked": _linked, "mixed": _mixed, "poker": _poker}


def duties(floor: Floor) -> list[tuple[str, Command, str, str]]:
    """What managers have to do now for the prizes that were won: at which stream, what, who, in which rank."""
    casino = floor.house.casinos[GAME]
    rules, state = casino.meters.rules, casino.meters.state
    rank = rules.ranks[-1]
    found: list[tuple[str, Command, str, str]] = []
    for system in state.systems.values():
        if system.stopped:
            found.append((METERS, ResumeTables(system=system.name), MANAGERS[0], rank))
    for key, prize in state.prizes.items():
        if len(prize.verified) < prize.needs:
            person = MANAGERS[1] if MANAGERS[0] in prize.verified else MANAGERS[0]
            found.append((METERS, VerifyPrize(prize=key, deck=rules.number("deck_size")), person, rank))
        else:
            found.append((prize.table, stud.PayJackpot(box=prize.box, amount=prize.pays), MANAGERS[0], rank))
    return found


@cache
def furnished(name: str) -> Furnished:
    """A house of this name as it is before a run."""
    found: list[Furnished] = []

    async def furnish() -> None:
        database = Database(Random(name), shared=False)
        floor = Floor(Connection(database, Owner()), VirtualClock(), seed=1)
        await floor.open()
        Money(floor)
        work = Furnishing(floor)
        await work.staff()
        await HOUSES[name](work)
        settings = {table: TableSettings(pace=_PACE) for table in floor.house.tables}
        matters = {f"table/{table}": msgspec.json.encode(settled) for table, settled in settings.items()}
        found.append(Furnished(database.lines, matters, tuple(work.clients)))

    loop = VirtualLoop()
    loop.play(furnish)
    assert not loop.wrong, loop.wrong
    return found[0]
