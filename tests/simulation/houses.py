"""Houses to play in, each furnished once and then copied."""

from __future__ import annotations

import gc
from collections.abc import Awaitable, Callable, Iterator, Sequence, Set
from datetime import UTC, datetime
from functools import cache
from random import Random
from typing import NamedTuple

import msgspec

from croupier.books import book_of
from croupier.cage.commands import CollectFees, IssueChips, OpenCage
from croupier.cage.state import fees_of
from croupier.floor.dealing import Pace, TableSettings
from croupier.floor.floor import Floor
from croupier.floor.house import CAGE, PEOPLE, ROOM
from croupier.floor.stores.interface import Line
from croupier.jackpots.commands import OpenSystem, ResumeTables, VerifyPrize
from croupier.kernel.actors import HOUSE, PLAYER, Capacity
from croupier.kernel.decisions import Refused
from croupier.kernel.events import Command
from croupier.kernel.roles import ADMINISTRATOR
from croupier.people.commands import GrantRole, RegisterPerson
from croupier.poker.rules import Options as PokerOptions
from croupier.poker.telling import limits
from croupier.room.commands import JoinList, OfferGame, SeatPlayer
from croupier.stud import commands as stud
from croupier.stud.rules import Options as HouseOptions
from croupier.tables.house_terms import terms_for_play
from croupier.tables.purses import Money
from croupier.tables.tournament_stream import sample_terms
from croupier.tournaments import commands as tournament
from croupier.tournaments.state import DIRECTOR, ENTRANT
from croupier.tournaments.terms import Terms, read_terms
from simulation.clock import VirtualClock
from simulation.database import Connection, Database
from simulation.loop import Owner, VirtualLoop

GAME = "crown-caribbean-stud"
METERS = f"meters-{GAME}"
CUP, CUP_BOTS = "cup", ("bot-1", "bot-2", "bot-3")
ADMIN, CASHIER, MANAGERS, CLERK = "admin", "desk-1", ("manager-1", "manager-2"), "clerk"
"""The clerk has a rank in both books, and loses it in the middle of a run."""
_PACE = Pace(antes=0.4, closing=0.05, deciding=1.0, between=0.2, step=0.05, wagering=0.05, asking=0.05)


class Seat(NamedTuple):
    """Where a client sits; who plays the tournament sits where that has put them."""

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
        for person in (CASHIER, *MANAGERS, CLERK):
            await self.do(PEOPLE, RegisterPerson(person=person, name=person), ADMIN, ADMINISTRATOR)
        await self.do(PEOPLE, GrantRole(person=CASHIER, book="*", capacity="cashier"), ADMIN, ADMINISTRATOR)
        for person in (*MANAGERS, CLERK):
            for book in ("crown-poker", GAME):
                rank = book_of(book).title_page.ranks[-1]
                await self.do(PEOPLE, GrantRole(person=person, book=book, capacity=rank), ADMIN, ADMINISTRATOR)
        await self.do(PEOPLE, GrantRole(person=MANAGERS[0], book="crown-poker", capacity=DIRECTOR), ADMIN, ADMINISTRATOR)
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

    async def tables_of_bots(self, *names: str) -> None:
        """Tables of the house at which two bots play and nobody else, so that they never wait for anyone."""
        for name in names:
            options = HouseOptions(places=2, minimum=10_00, maximum=500_00)
            await self.floor.transact(lambda name=name, options=options: self._open(name, GAME, options))  # type: ignore[misc]
            for seat in (1, 2):
                await self.do(name, stud.TakeSeat(seat=seat, chips=500_00), await self.bot(), seat)

    async def tournament(self) -> None:
        """Those who will play a small tournament: three bots and two clients."""
        for _ in range(3):
            await self.bot()
        for _ in range(2):
            await self.client(CUP, 0)

    def _open(self, name: str, game: str, options: HouseOptions) -> None:
        self.floor.house.open_table(name, game, options)


async def _linked(house: Furnishing) -> None:
    await house.house_tables("one", "two")


async def _mixed(house: Furnishing) -> None:
    await house.house_tables("one", "two")
    await house.poker_room("holdem")


async def _poker(house: Furnishing) -> None:
    await house.poker_room("holdem")


async def _tournament(house: Furnishing) -> None:
    await house.tournament()


async def _everything(house: Furnishing) -> None:
    await _mixed(house)
    await house.tournament()
    await open_cup(house.floor, CUP, CUP_BOTS)


HOUSES: dict[str, Callable[[Furnishing], Awaitable[None]]] = {
    "linked": _linked,
    "mixed": _mixed,
    "poker": _poker,
    "tournament": _tournament,
    "everything": _everything,
}


async def open_cup(floor: Floor, name: str, entrants: Sequence[str]) -> None:
    """A tournament that starts in a moment, with these entered; all of it or nothing."""
    rank, director = book_of("crown-poker").title_page.ranks[-1], MANAGERS[0]
    steps: list[tuple[Command, str, str]] = [
        (tournament.DraftTerms(terms=cup_terms(floor.clock.now() + 1)), director, rank),
        (tournament.MakeTermsAvailable(), director, rank),
        (tournament.AdviseInspectorate(), director, rank),
        (tournament.AppointDirector(person=director), director, rank),
        (tournament.Attend(), director, DIRECTOR),
        (tournament.DesignateTables(tables=(f"{name}-1", f"{name}-2")), director, rank),
        (tournament.OpenEntries(), director, rank),
        *((tournament.Enter(person=person), person, ENTRANT) for person in entrants),
    ]

    def opened() -> None:
        keeper = floor.house.open_tournament(name, "crown-holdem")
        for command, person, by in steps:
            decision = keeper.do(command, person=person, by=by, at=floor.clock.now())
            assert not isinstance(decision, Refused), f"{command}: {decision}"

    await floor.transact(opened)


def cup_terms(starts: int) -> Terms:
    """Terms of a tournament that is over soon: short stacks, at two tables of three."""
    data = sample_terms("crown-holdem")
    data["title"] = "A short cup"
    data["details"] |= {"when": datetime.fromtimestamp(starts, UTC), "most_players": 6}
    data["format"] |= {"seats": 3, "tables": 2, "starting_bank": "300"}
    data["format"]["levels"] = [
        {"minutes": 1, "blinds": ["100", "200"]},
        {"minutes": 1},
        {"minutes": 1, "blinds": ["200", "400"], "ante": "25"},
        {"minutes": 1, "blinds": ["400", "800"]},
    ]
    data["choices"] |= {"late_entry": 1, "final_table": 3}
    return read_terms(data)


class Duty(NamedTuple):
    """Something that someone of the house has to do now: at which stream, what, who, in which capacity."""

    stream: str
    command: Command
    person: str
    by: str


def duties(floor: Floor, gone: Set[str] = frozenset()) -> Iterator[Duty]:
    """What is to be done for prizes that were won, and for the tournament, whose players may have `gone` away."""
    if GAME in floor.house.casinos:
        yield from _prizes(floor)
    for name in floor.house.tournaments:
        yield from _directing(floor, name, gone)


def _prizes(floor: Floor) -> Iterator[Duty]:
    casino = floor.house.casinos[GAME]
    rules, state = casino.meters.rules, casino.meters.state
    rank = rules.ranks[-1]
    for system in state.systems.values():
        if system.stopped and not system.games:
            yield Duty(METERS, ResumeTables(system=system.name), MANAGERS[0], rank)
    for key, prize in state.prizes.items():
        if len(prize.verified) < prize.needs:
            person = MANAGERS[1] if MANAGERS[0] in prize.verified else MANAGERS[0]
            yield Duty(METERS, VerifyPrize(prize=key, deck=rules.number("deck_size")), person, rank)
        else:
            yield Duty(prize.table, stud.PayJackpot(box=prize.box, amount=prize.pays), MANAGERS[0], rank)


def _directing(floor: Floor, name: str, gone: Set[str]) -> Iterator[Duty]:
    """What the director does next, and at the end the cashier, who takes in the fees."""
    keeper, director = floor.house.tournaments[name], MANAGERS[0]
    state, now = keeper.state, floor.clock.now()
    found: Command | None = None
    unseated = [person for person in state.playing if state.entrants[person].place is None]
    if state.phase == "entries" and now >= state.starts:
        if not state.briefed:
            found = tournament.BriefPlayers()
        elif unseated:
            seated = len(unseated) < len(state.playing)
            order = keeper.draw_order()
            found = keeper.late_seat(unseated[0]) if seated else tournament.DrawSeats(order=order, source=keeper.source)
            director = HOUSE
        else:
            found = tournament.StartPlay()
    elif state.phase == "playing":
        counts = [len(there) for there in state.seats.values()]
        away = [person for person in state.playing if person in gone and not state.entrants[person].absent]
        left = state.clock.left_at(now)
        absent = [person for person in state.playing if state.entrants[person].absent]
        if any(not state.entrants[person].briefed for person in state.playing):
            found = tournament.BriefPlayers()
        elif away:
            found = tournament.NoteAbsent(person=away[0])
        elif absent and len(state.playing) in (2, 3):
            found = tournament.Disqualify(person=absent[0], why=state.terms.disqualified_for[0], stack=keeper.stack_of(absent[0]))
        elif state.proposal is not None and all(keeper.facts(n).last == last for n, last in state.proposal.last.items()):
            found = tournament.ConfirmMoves()
        elif len(state.playing) < 2:
            found = tournament.Finish() if state.closed else tournament.CloseEntries()
        elif unseated and (late := keeper.late_seat(unseated[0])) is not None:
            found, director = late, HOUSE
        elif len(counts) > 1 and (sum(counts) <= 3 or max(counts) - min(counts) > 1):
            found, director = keeper.proposal(), HOUSE
        elif not state.closed and state.level_number > 1:
            found = tournament.CloseEntries()
        elif left > 1 and (state.level.is_break or left < 58):
            found = tournament.DeductTime(seconds=left - 1, agreed=len(state.playing))
    elif state.phase == "over":
        owed = [person for person, prize in state.awarded.items() if prize and person not in state.paid]
        if owed:
            found = tournament.PayOut(person=owed[0])
        elif fees := floor.house.cage.state.holds(fees_of(name)):
            yield Duty(CAGE, CollectFees(tournament=name, amount=fees), CASHIER, "cashier")
    if found is not None:
        yield Duty(name, found, director, HOUSE if director == HOUSE else DIRECTOR)


@cache
def furnished(name: str) -> Furnished:
    """A house of this name as it is before a run."""
    found: list[Furnished] = []

    async def furnish() -> None:
        database = Database(Random(name), shared=False)
        floor = Floor(Connection(database, Owner()), VirtualClock(), seed=1)
        await floor.open()
        floor.house.link_all(Money(floor.house))
        work = Furnishing(floor)
        await work.staff()
        await HOUSES[name](work)
        tables = (*floor.house.tables, f"{CUP}-1", f"{CUP}-2")
        settings = {table: TableSettings(pace=_PACE) for table in tables}
        matters = {f"table/{table}": msgspec.json.encode(settled) for table, settled in settings.items()}
        found.append(Furnished(database.lines, matters, tuple(work.clients)))

    loop = VirtualLoop()
    loop.play(furnish)
    assert not loop.wrong, loop.wrong
    gc.collect()
    gc.freeze()  # it stays, and need not be looked through again and again: a fifth of the time of a run
    return found[0]
