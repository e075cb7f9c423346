"""A house to explore: a table of every game with bots, a jackpot in each book, a poker room, a tournament about to start.

Everything in it is done by ordinary commands, so its record is as good as that of a real house.
"""

import asyncio
import tomllib
from time import gmtime, strftime
from typing import Any, TypeVar

import msgspec

from croupier.books import BOOKS, GAMES, book_of, game_of, is_ours, rules_of
from croupier.cage.commands import ConfirmTransfer, IssueChips, OpenCage, RequestTransfer
from croupier.floor.dealing import Dealer, Pace, TableSettings
from croupier.floor.floor import Floor
from croupier.floor.house import CAGE, PEOPLE, ROOM
from croupier.jackpots.commands import OpenSystem
from croupier.kernel.actors import HOUSE, PLAYER, Capacity
from croupier.kernel.data import data_of
from croupier.kernel.decisions import Refused
from croupier.kernel.errors import TableError
from croupier.kernel.events import Command
from croupier.kernel.roles import ADMINISTRATOR, CASHIER
from croupier.people.commands import AssignDealer, GrantRole, RegisterPerson
from croupier.poker.rules import Options as PokerOptions
from croupier.poker.telling import limits
from croupier.room.commands import JoinList, OfferGame, SeatPlayer
from croupier.stud import commands as stud
from croupier.stud.rules import Options as HouseOptions
from croupier.tables.house_terms import terms_for_play
from croupier.tables.tournament_stream import sample_text
from croupier.tournaments import commands as tournament
from croupier.tournaments.state import DIRECTOR, ENTRANT
from croupier.tournaments.terms import read_terms

ADMIN = "admin-1"
_SAID = data_of("croupier.floor", "demo.toml")
PEOPLE_OF_DEMO: dict[str, str] = _SAID["people"]
Signs = TypeVar("Signs", HouseOptions, PokerOptions)


def _offered(rows: dict[str, dict[str, Any]], kind: type[Signs]) -> dict[str, tuple[str, Signs]]:
    given = {name: {"committed_decks": True, **row} for name, row in rows.items()}
    return {name: (row.pop("game"), msgspec.convert(row, kind)) for name, row in given.items()}


HOUSE_TABLES = _offered(_SAID["tables"], HouseOptions)
"""Tables of the house by name: the game and its signs."""
ROOM_GAMES = _offered(_SAID["room"], PokerOptions)
"""Games on the board of the poker room; each has one table, named after it."""

_RANKS = {"dealer-1": 0, "supervisor-1": 1, "manager-1": 2}
_CHIPS, _BOT_CHIPS, _FLOAT, _STOCK = 5_000_00, 50_000_00, 100_000_00, 100_000_000_00
TOURNAMENT = "evening"
_FURNISHING, _LONGEST = "demo/furnishing", 120
"""The part of the process that sets up the house, and how many seconds the others wait for it at most."""


def _rank(person: str, book: str) -> str:
    """The demo account for each rank of a book."""
    ranks = [rank for rank in book_of(book).title_page.ranks if rank not in ("Chip Runner", "TG Higher Duties Dealer")]
    return ranks[-1] if person == "manager-1" else ranks[min(_RANKS[person], len(ranks) - 1)]


class Demo:
    """Sets up an empty house."""

    def __init__(self, floor: Floor, dealer: Dealer) -> None:
        self.floor, self.dealer = floor, dealer

    async def furnish(self) -> None:
        """Everything, unless the house has people already; of several processes one does it, and the others wait."""
        floor = self.floor
        while True:
            await floor.catch_up()
            begun = int(await floor.store.get(_FURNISHING) or 0)
            if floor.clock.now() - begun > _LONGEST and (floor.house.people.state.people or floor.alone(_FURNISHING)):
                break
            await asyncio.sleep(0.2)
        if not floor.house.people.state.people:
            await floor.store.put(_FURNISHING, str(floor.clock.now()).encode())
            for furnish in (self.people, self._house_tables, self._jackpots, self._room, self.tournament):
                await furnish()
            await floor.store.delete(_FURNISHING)

    async def do(self, name: str, command: Command, person: str, by: Capacity) -> None:
        """A command that must not be refused, once this process is in touch with the others."""
        while self.floor.sections.away:
            await asyncio.sleep(0.2)
        answer = await self.floor.do(name, command, person=person, by=by)
        if isinstance(answer.decision, Refused):
            raise TableError(f"{name}: {command.declared.name} by {person} as {by}: {answer.decision}")

    # People and their chips

    async def people(self) -> None:
        """One account for every role, and chips for those who play."""
        await self.do(PEOPLE, RegisterPerson(person=ADMIN, name=PEOPLE_OF_DEMO[ADMIN]), HOUSE, HOUSE)
        await self.do(PEOPLE, GrantRole(person=ADMIN, book="*", capacity=ADMINISTRATOR), HOUSE, HOUSE)
        for person, name in PEOPLE_OF_DEMO.items():
            if person != ADMIN:
                await self.register(person, name)
        for book in BOOKS:
            for person in _RANKS:
                await self.grant(person, book, _rank(person, book))
        await self.grant("inspector-1", "*", "inspector")
        await self.grant("cashier-1", "*", "cashier")
        for book in ("crown-poker", "crown-caribbean-stud"):
            await self.grant("director-1", book, DIRECTOR)
            await self.grant("director-1", book, book_of(book).title_page.ranks[-1])
        await self.do(CAGE, OpenCage(chips=_STOCK, cash=_STOCK), HOUSE, HOUSE)
        for person in ("player-1", "player-2", "trainee-1"):
            await self.give(person, _CHIPS)

    async def register(self, person: str, name: str) -> None:
        await self.do(PEOPLE, RegisterPerson(person=person, name=name), ADMIN, ADMINISTRATOR)

    async def grant(self, person: str, book: str, capacity: str) -> None:
        await self.do(PEOPLE, GrantRole(person=person, book=book, capacity=capacity), ADMIN, ADMINISTRATOR)

    async def assign(self, table: str, book: str, person: str = "dealer-1") -> None:
        """A person of the demo deals at a table, as its supervisor says."""
        assigned = AssignDealer(person=person, book=book, table=table)
        await self.do(PEOPLE, assigned, "supervisor-1", _rank("supervisor-1", book))

    async def give(self, person: str, amount: int) -> None:
        await self.do(CAGE, IssueChips(person=person, amount=amount), "cashier-1", CASHIER)

    async def bot(self, number: int) -> str:
        person = f"bot-{number:02d}"
        if person not in self.floor.house.people.state.people:
            await self.register(person, f"Bot {number}")
            await self.give(person, _BOT_CHIPS)
        return person

    # Tables

    def _tables(self) -> dict[str, tuple[str, HouseOptions]]:
        """The house tables by name: those of the demo, and one of each game that was added."""
        added = [game for game, book in GAMES.items() if not is_ours(book) and game_of(game).rules is not None]
        usual = {game: rules_of(game, at=self.floor.clock.now).usual_options(committed_decks=True) for game in added}
        return HOUSE_TABLES | {f"{game}-1": (game, options) for game, options in usual.items()}

    async def _house_tables(self) -> None:
        number = 0
        for name, (game, options) in self._tables().items():
            live = name.endswith("-live")
            pace = Pace(deciding=0.0) if options.training else Pace()
            await self.open_table(name, game, options, TableSettings(live=live, pace=pace))
            if live or options.training:
                continue
            for seat in range(2, 4):
                number += 1
                person = await self.bot(number)
                await self.do(name, stud.TakeSeat(seat=seat, chips=50 * options.minimum), person, seat)

    async def open_table(self, name: str, game: str, options: HouseOptions, settings: TableSettings) -> None:
        """A house table; one that a person deals gets chips for its float."""
        await self.floor.transact(lambda: self.floor.house.open_table(name, game, options))
        await self.dealer.set(name, settings)
        await self.assign(name, book_of(game).id)
        if settings.live and self.floor.house.cage.state.open:
            await self.fill(name, _FLOAT)

    async def fill(self, table: str, amount: int) -> None:
        await self.do(CAGE, RequestTransfer(what="fill", amount=amount, table=table), "cashier-1", CASHIER)
        confirm = ConfirmTransfer(number=self.floor.house.cage.state.requested)
        rank = _rank("supervisor-1", self.floor.house.at_a_glance()[table].rules.book)
        await self.do(CAGE, confirm, "supervisor-1", rank)

    async def _jackpots(self) -> None:
        for name, (game, options) in self._tables().items():
            if not name.endswith("-1") or game_of(game).jackpot is None:
                continue
            table = self.floor.house.at_a_glance()[name]
            casino = self.floor.house.casinos[table.rules.book]
            operator = casino.meters.rules.ranks[-1]
            terms = terms_for_play(game, options.jackpot or (5_00 if options.minimum >= 5_00 else 1_00))
            await self.do(casino.meters.name, OpenSystem(system=name, terms=terms, tables=(name,)), "manager-1", operator)

    async def _room(self) -> None:
        floor, number = self.floor, 20
        await floor.transact(lambda: floor.house.open_room() and None)
        rank = book_of("crown-poker").title_page.ranks[-1]
        for name, (game, options) in ROOM_GAMES.items():
            offer = OfferGame(game=name, played=game, limit=limits(options), needed=4)
            await self.do(ROOM, offer, "manager-1", rank)
            assert floor.house.room is not None  # noqa: S101
            floor.house.room.signs[name] = options
            people = [await self.bot(number := number + 1) for _ in range(4)]
            for person in people:
                await self.do(ROOM, JoinList(person=person, game=name), person, PLAYER)
            await floor.transact(lambda name=name: _opened(floor, f"{name}-1", name, rank))  # type: ignore[misc]
            await self.assign(f"{name}-1", "crown-poker")
            for seat, person in enumerate(people, 2):
                chips = options.minimum_buy_in * 3
                sits = SeatPlayer(person=person, table=f"{name}-1", place=seat, chips=chips)
                await self.do(ROOM, sits, "manager-1", rank)

    # The tournament

    async def tournament(self) -> None:
        """A tournament whose entries are open, with bots entered."""
        floor = self.floor
        rank = book_of("crown-poker").title_page.ranks[-1]
        starts = floor.clock.now() // 60 * 60 + 15 * 60
        await floor.transact(lambda: floor.house.open_tournament(TOURNAMENT, "crown-holdem") and None)
        when = strftime("%Y-%m-%dT%H:%M:%SZ", gmtime(starts))
        text = sample_text("crown-holdem").replace("1970-01-01T10:00:00Z", when)
        terms = read_terms(tomllib.loads(text.replace("Hold'em in four levels", "The evening's hold'em")))
        for command in (
            tournament.DraftTerms(terms=terms),
            tournament.MakeTermsAvailable(),
            tournament.AdviseInspectorate(),
            tournament.AppointDirector(person="director-1"),
        ):
            await self.do(TOURNAMENT, command, "manager-1", rank)
        await self.do(TOURNAMENT, tournament.Attend(), "director-1", DIRECTOR)
        await self.do(TOURNAMENT, tournament.DesignateTables(tables=("evening-1", "evening-2")), "manager-1", rank)
        await self.do(TOURNAMENT, tournament.OpenEntries(), "manager-1", rank)
        for number in range(60, 71):
            person = await self.bot(number)
            await self.do(TOURNAMENT, tournament.Enter(person=person), person, ENTRANT)


def _opened(floor: Floor, table: str, game: str, rank: str) -> None:
    said = floor.said(floor.house.open_room().stream, "manager-1", rank)
    decision = floor.house.open_room_table(table, game, said=said)
    if isinstance(decision, Refused):
        raise TableError(f"{table}: {decision}")
