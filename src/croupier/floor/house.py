"""A house in memory: streams by name, each linked to those it concerns, and the rows of all others.

A house table belongs to the casino of its book, with that book's prize meters. A poker table belongs to the tournament that its
signs name, or to the poker room. Nothing here waits or writes: every entry goes to one `follower`.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from random import Random
from secrets import token_hex
from typing import Any
from zlib import crc32

from croupier.books import books_with, game_of
from croupier.cage.report import CageReport
from croupier.kernel.decisions import Decision, Refused
from croupier.kernel.errors import TableError
from croupier.kernel.links import Held, Links
from croupier.kernel.reading import AnyEntry
from croupier.kernel.streams import Salted, Stream
from croupier.poker.rules import Options as PokerOptions
from croupier.stud.rules import Options as HouseOptions
from croupier.tables.any_game import KINDS
from croupier.tables.any_table import AnyTable
from croupier.tables.balance import cage_report
from croupier.tables.cage_desk import CageStream, Desk
from croupier.tables.casino import Casino
from croupier.tables.house_table import HouseTable
from croupier.tables.meters import Meters
from croupier.tables.people_stream import Names, PeopleStream
from croupier.tables.poker_room import PokerRoom, RoomStream
from croupier.tables.poker_table import PokerTable
from croupier.tables.summary import Summary, summary_of
from croupier.tables.tournament_stream import TournamentStream
from croupier.tables.tournament_tables import TournamentTables

AnyStream = Stream[Any, Any]
Follower = Callable[[AnyEntry, bytes], None]

ROOM, PEOPLE, CAGE = "room", "people", "cage"
_METERS = "meters-"
_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_LONGEST = 60


def _salts(seed: int | None) -> Callable[[], str]:
    """Makes the 16 random bytes of each entry; with a seed they are repeatable."""
    if seed is None:
        return partial(token_hex, 16)
    drawn = Random(seed)  # noqa: S311
    return lambda: drawn.randbytes(16).hex()


class House(Links):
    """The streams of one house. `clock` gives the time in seconds. With a `seed`, cards and draws are repeatable."""

    def __init__(self, clock: Callable[[], int], follower: Follower, *, seed: int | None = None) -> None:
        super().__init__()
        self._clock, self._follower, self._seed = clock, Salted(follower, _salts(seed)), seed
        self.streams: Held[AnyStream] = Held()
        self.streams.elsewhere = lambda name: name in self.rows
        self.rows: dict[str, Summary] = {}
        """The row of every stream as it was kept last, or as it was last looked at."""
        self.people: PeopleStream
        self.cage: CageStream
        self.casinos: dict[str, Casino] = {}
        self.tournaments: dict[str, TournamentTables] = {}
        self.room: PokerRoom | None = None

    # What there is

    @property
    def tables(self) -> dict[str, AnyTable]:
        """Every table in memory, by its name."""
        return {name: stream for name, stream in self.streams.items() if isinstance(stream, AnyTable)}

    def table(self, name: str) -> AnyTable | None:
        """The table with that name, if there is one."""
        stream = self.streams.get(name)
        return stream if isinstance(stream, AnyTable) else None

    def table_here(self, name: str) -> AnyTable | None:
        """The table of that name, if it is in memory."""
        stream = self.streams.here(name)
        return stream if isinstance(stream, AnyTable) else None

    @property
    def names(self) -> set[str]:
        """Every stream, in memory or not."""
        return {*self.rows, *self.streams}

    def row(self, name: str) -> Summary | None:
        """A stream at a glance, as it is now."""
        stream, row = self.streams.here(name), self.rows.get(name)
        if stream is None or (row is not None and row.number == stream.number):
            return row
        dealt = self.people.state.dealt(name) if PEOPLE in self.streams else None
        self.rows[name] = row = summary_of(stream, live=dealt is not None and dealt.live)
        return row

    def at_a_glance(self) -> dict[str, Summary]:
        """The rows of all tables, by name."""
        return {name: row for name in self.names if (row := self.row(name)) is not None and row.table}

    def tables_of(self, book: str) -> dict[str, Summary]:
        """The rows of the tables that a book has against the house, those of tournaments aside."""
        rows = self.at_a_glance().items()
        return {name: row for name, row in rows if row.house and not row.tournament and row.rules.book == book}

    def casino_of(self, table: AnyTable) -> Casino | None:
        """The casino that keeps a house table together with its meters; poker and tournament tables have none."""
        return None if table.state.options.tournament else self.casinos.get(table.rules.book)

    def tournament_of(self, table: AnyTable) -> TournamentTables | None:
        return self.tournaments.get(table.state.options.tournament)

    def report(self) -> CageReport:
        """The balance of the whole house now, to the cent."""
        meters = [casino.meters for casino in self.casinos.values()]
        return cage_report(self.cage, self.at_a_glance().values(), meters, self.tournaments.values())

    # Opening

    def establish(self) -> None:
        """The first entries of a new house: its register of people and its cage."""
        if PEOPLE not in self.streams:
            self._put(PeopleStream(name=PEOPLE, clock=self._clock))
        if CAGE not in self.streams:
            self._put(CageStream(name=CAGE, clock=self._clock))

    def open_table(self, name: str, game: str, options: HouseOptions | PokerOptions | None = None) -> AnyTable:
        """A new house table, or a poker room table for a game that the room offers."""
        self._free(name)
        poker = game_of(game).poker is not None
        if isinstance(options, HouseOptions if poker else PokerOptions):
            where = "in the poker room" if poker else "against the house"
            raise TableError(f"{game} is played {where} and has different signs")
        kind: Any = PokerTable if poker else HouseTable
        table: AnyTable = kind(game, options, seed=self._seed_of(name), name=name, clock=self._clock, follower=self._follower)
        if isinstance(table, HouseTable) and table.rules.book in books_with("meters"):
            self.casino(table.rules.book).add(name, table)
        else:
            self.link(table)
        self.streams[name] = table
        return table

    def casino(self, book: str) -> Casino:
        """The casino of a book; a new one if there is none yet."""
        if book not in self.casinos:
            self._put(Meters(book, name=f"{_METERS}{book}"))
        return self.casinos[book]

    def open_casinos(self, names: Iterable[str]) -> None:
        """The casinos of tables that are not in memory, so that a prize meter can be opened for them."""
        for row in filter(None, map(self.rows.get, names)):
            if row.house and not row.tournament and not row.wants_book and row.rules.book in books_with("meters"):
                self.casino(row.rules.book)

    def open_room(self, book: str = "") -> PokerRoom:
        """The poker room; a new one, by the rules of a book, if there is none yet."""
        if self.room is None:
            self._put(RoomStream(book, name=ROOM, clock=self._clock))
            assert self.room is not None  # noqa: S101
        return self.room

    def open_room_table(self, name: str, game: str, **who: Any) -> Decision:
        """A poker room table for a game on its board."""
        self._free(name)
        decision = self.open_room().open(name, game, **who)
        if not isinstance(decision, Refused):
            assert self.room is not None  # noqa: S101
            self.streams[name] = self.room.tables[name]
        return decision

    def open_tournament(self, name: str, game: str) -> TournamentTables:
        """A tournament whose terms are still to be written."""
        self._free(name)
        self._put(TournamentStream(game, name=name, follower=self._follower))
        return self.tournaments[name]

    def _seed_of(self, table: str) -> int | None:
        return None if self._seed is None else self._seed ^ crc32(table.encode())

    def _elsewhere(self, tournament: str, name: str) -> str:
        """Why a table cannot be designated for a tournament: it is in use elsewhere, or its name cannot be a table's."""
        called = self._called(tournament, name)
        own, table = self.table(called), self.table(name)
        if own is not None and own.state.options.tournament == tournament:
            return ""
        if table is not None:
            before = self.tournament_of(table)
            over = table.state.phase == "closed" if before is None else before.state.phase in ("over", "cancelled")
            if not over or table.state.seats:
                return f"table {name!r} is still in play: close its game first"
        try:
            self._free(called, tournament, name)
        except TableError as error:
            return str(error)
        return ""

    def _called(self, tournament: str, name: str) -> str:
        """The stream name for a tournament's table: the table's name, or, if a closed game has used that name, the name with the
        tournament's added.
        """
        table = self.table(name)
        other = table is not None and table.state.options.tournament != tournament
        return f"{name}-{tournament}" if other else name

    def _free(self, name: str, tournament: str = "", place: str = "") -> None:
        """Whether nothing has that name, and no other tournament still running has designated a table with it."""
        for other, keeper in self.tournaments.items():
            on = keeper.state.phase not in ("over", "cancelled")
            if other != tournament and on and (place or name) in keeper.state.tables:
                raise TableError(f"table {place or name!r} serves the tournament {other!r} alone")
        if not _NAME.fullmatch(name) or len(name) > _LONGEST:
            raise TableError(f"{name!r} is not a table name: use lower-case letters, digits and hyphens, at most {_LONGEST}")
        if name in self.streams or name in (ROOM, PEOPLE, CAGE) or name.startswith(_METERS):
            raise TableError(f"the name {name!r} is already taken")

    # Taking in what is kept elsewhere

    def read(self, kind: str, snapshot: bytes | None, lines: list[bytes]) -> AnyStream:
        """A stream from what a store has of it."""
        stream_type = KINDS[kind]
        engine = stream_type.engine
        stream: AnyStream = stream_type.read(engine, lines) if snapshot is None else stream_type.reopen(engine, snapshot, lines)
        stream.clock, stream.follower = self._clock, self._follower
        return stream

    def take_in(self, streams: Mapping[str, AnyStream]) -> None:
        """Put loaded streams in place: people, meters, room and tournaments first, then the tables."""
        for stream in sorted(streams.values(), key=lambda one: (isinstance(one, AnyTable), not isinstance(one, PeopleStream))):
            self._put(stream)

    def _put(self, stream: AnyStream) -> None:
        name = stream.name
        stream.clock, stream.follower = self._clock, self._follower
        self.link(stream)
        if isinstance(stream, AnyTable):
            stream.shuffle_by(self._seed_of(name))
        self.streams[name] = stream
        match stream:
            case Meters():
                casino = self.casinos[stream.pins.game] = Casino(stream.pins.game, meters=stream, links=self)
                casino.tables.elsewhere = partial(self._kept, casino.meters.rules.book)
            case RoomStream():
                self.room = PokerRoom(stream=stream, seed=self._seed, clock=self._clock, follower=self._follower, links=self)
                self.room.committed_decks = True
                self.room.tables.elsewhere = partial(self._kept, "")
                self._put_tables("")
            case TournamentStream():
                self.tournaments[name] = TournamentTables(
                    stream.pins.game, stream=stream, seed=self._seed, follower=self._follower, links=self
                )
                self.tournaments[name].committed_decks = True
                self.tournaments[name].elsewhere = partial(self._elsewhere, name)
                self.tournaments[name].called = partial(self._called, name)
                self._put_tables(name)
            case PeopleStream():
                self.people = stream
                self.link(stream, Names(stream))
            case CageStream():
                self.cage = stream
                self.link(stream, Desk(stream, self.table, self.people))
            case HouseTable() | PokerTable():
                self._put_table(name, stream)

    def _put_tables(self, tournament: str) -> None:
        """Tables of a tournament, or of the room, that were loaded before it was."""
        for name, table in self.tables.items():
            if table.state.options.tournament == tournament and (tournament or isinstance(table, PokerTable)):
                self._put_table(name, table)

    def _put_table(self, name: str, table: AnyTable) -> None:
        if tournament := table.state.options.tournament:
            if (keeper := self.tournaments.get(tournament)) is not None:
                place = name.removesuffix(f"-{tournament}")
                keeper.keep(place if place in keeper.state.tables else name, table)
        elif isinstance(table, HouseTable):
            if table.rules.book in books_with("meters"):
                self.casino(table.rules.book).add(name, table)
        elif self.room is not None:
            self.room.keep(name, table)

    def adopt_new_tables(self) -> Iterator[AnyStream]:
        """Streams opened by others, such as a tournament's tables, now known by name."""
        for keeper in self.tournaments.values():
            for table in keeper.tables.values():
                if table.name not in self.streams:
                    table.clock, table.follower = self._clock, self._follower
                    self.streams[table.name] = table
                    yield table

    def _kept(self, book: str, name: str) -> bool:
        """Whether there is a table of that name, of a book against the house or of the poker room, that is not in memory."""
        row = self.rows.get(name)
        if row is None or not row.may_go or self.streams.here(name) is not None:
            return False
        return row.house and row.rules.book == book if book else not row.house

    def let_go(self, name: str) -> None:
        """A table is in memory no longer; its row stays."""
        self.row(name)
        self._forget(name)

    def drop(self, name: str) -> None:
        """Remove a table, a room or a tournament that was never saved; streams that every house has start fresh."""
        stream = self.streams.here(name)
        if stream is not None and not isinstance(stream, AnyTable | RoomStream | TournamentStream):
            stream.restore(type(stream)._blank(stream.engine, stream.pins, name))
            return
        self.rows.pop(name, None)
        self._forget(name)

    def _forget(self, name: str) -> None:
        if (gone := self.streams.pop(name, None)) is not None:
            self.unlink(gone)
        for casino in self.casinos.values():
            casino.forget(name)
        self.tournaments.pop(name, None)
        for tournament in self.tournaments.values():
            tournament.forget(name)
        if name == ROOM:
            self.room = None
        elif self.room is not None:
            self.room.forget(name)
