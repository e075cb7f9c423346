"""Who is asking: sessions kept by the server, and the capacities in which a person may act at a stream."""

import asyncio
import hashlib
import secrets
from contextlib import suppress
from typing import Any

import msgspec
from msgspec.structs import asdict, replace

from croupier.floor.floor import Floor
from croupier.floor.house import PEOPLE, AnyStream
from croupier.floor.stores.copies import WRONG
from croupier.floor.stores.interface import StoreUnavailable
from croupier.kernel.actors import HOUSE, ONLOOKER, PLAYER, Capacity, Viewer
from croupier.kernel.decisions import Refused
from croupier.kernel.events import Command
from croupier.kernel.roles import SUPERVISOR, HouseRules
from croupier.people.register import kept_away
from croupier.server.answers import Problem
from croupier.server.passkeys import CHALLENGE, Challenge
from croupier.server.rates import FORGOTTEN, Counted
from croupier.tables.any_table import AnyTable
from croupier.tables.cage_desk import CageStream
from croupier.tables.people_stream import PeopleStream
from croupier.tables.poker_room import RoomStream
from croupier.tables.summary import Summary
from croupier.tables.tournament_stream import TournamentStream
from croupier.tournaments.state import DEPUTY, ENTRANT

COOKIE = "croupier"
ANY_BOOK = "*"
_KNOWN_FOR = 5
"""For how many seconds a session is trusted although another process might have ended it."""
_TIDY = 3600
"""How often expired sessions are deleted, in seconds."""
_LOOK, _PAUSE = 5.0, 0.5
"""How often to check whether a person is excluded by now, in seconds, and the shortest time between two checks."""


class Session(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A person who has signed in: who, since when, until when. A session that the house has `ended` is kept with the ground, so
    that a person who comes back with it learns why.
    """

    person: str
    since: int
    until: int
    ended: str = ""


_SESSION = "session/"
_PASSING: dict[str, tuple[type[Session | Counted | Challenge], float]] = {
    _SESSION: (Session, 0),
    WRONG: (Counted, FORGOTTEN),
    CHALLENGE: (Challenge, 0),
}
"""Prefixes of values that expire, and for how many seconds longer each counts."""


class Sessions:
    """Sessions by the hash of their token: reading the store is not enough to take them over."""

    def __init__(self, floor: Floor, hours: int = 12) -> None:
        self._floor, self._seconds = floor, hours * 3600
        self._known: dict[str, tuple[int, Session | None]] = {}
        self._away: set[str] = set()
        self._tidied = 0
        floor.rereads.append(self._forget)

    async def begin(self, person: str) -> str:
        """A new session; returns its token, which is given out once."""
        token, now = secrets.token_urlsafe(32), self._floor.clock.now()
        session = Session(person=person, since=now, until=now + self._seconds)
        await self._floor.store.put(session_name(token), msgspec.json.encode(session))
        return token

    async def of(self, token: str, *, lately: bool = False) -> Session | None:
        """The session of a token, if it exists and is not over; an excluded person's session ends here. `lately` is
        enough for frequent checks: news of a session that another process ended arrives soon.
        """
        if asks := bool(token) and self._floor.store.shared and not lately:
            with suppress(StoreUnavailable):  # then what is known counts, for a while
                await self._floor.catch_up({PEOPLE})
        session = await self._read(token, asks=asks)
        if session is None or session.ended:
            return None
        people = self._floor.house.people
        refusal = kept_away(people.rules, people.state, session.person, self._floor.clock.now())
        if refusal is None:
            return session
        with suppress(StoreUnavailable):  # the person is excluded in any case
            await self._end_for(session_name(token), session, refusal)
        return None

    async def ended(self, token: str) -> str:
        """The ground on which the house has ended a session; empty if it has not."""
        session = await self._read(token)
        return session.ended if session is not None else ""

    async def _read(self, token: str, *, asks: bool = False) -> Session | None:
        if not token or len(token) > 100:
            return None
        key, now = session_name(token), self._floor.clock.now()
        read_at, session = self._known.get(key, (0, None))
        unknown = session is None or now - read_at > _KNOWN_FOR
        if unknown or asks:
            with suppress(*() if unknown else (StoreUnavailable,)):
                raw = await self._floor.store.get(key)
                session = msgspec.json.decode(raw, type=Session) if raw is not None else None
                self._known[key] = (now, session)
        if session is None:
            self._known.pop(key, None)
        return session if session is not None and session.until > now else None

    async def end(self, token: str) -> None:
        await self._over(session_name(token))

    async def end_all(self, person: str, but: str = "") -> None:
        """End every session of a person, except one: after a new password."""
        for key, session in (await self._all()).items():
            if session.person == person and (not but or key != session_name(but)):
                await self._over(key)

    async def _over(self, key: str) -> None:
        self._known.pop(key, None)
        await self._floor.note(key, None)
        self._tell(key)

    def _tell(self, key: str) -> None:
        """Let live streams look whether their session is over."""
        self._floor.followers.tell(key, (key,))

    async def run(self) -> None:
        """End the sessions of people who are excluded from now on, whichever process hears of it, until the floor stops."""
        async with self._floor.following([PEOPLE]) as follower:
            while not self._floor.stopped.is_set():
                with suppress(StoreUnavailable):
                    await self.end_for_those_kept_away()
                    await self.tidy()
                await follower.wait(_LOOK)
                await asyncio.sleep(_PAUSE)

    async def end_for_those_kept_away(self) -> None:
        people, now = self._floor.house.people, self._floor.clock.now()
        away = {
            person: refusal
            for person in people.state.people
            if (refusal := kept_away(people.rules, people.state, person, now)) is not None
        }
        if away.keys() - self._away:
            for key, session in (await self._all()).items():
                if session.person in away and not session.ended:
                    await self._end_for(key, session, away[session.person])
        self._away = set(away)

    async def tidy(self) -> None:
        """From time to time, delete what nobody can use any more."""
        if (now := self._floor.clock.now()) - self._tidied < _TIDY:
            return
        self._tidied = now
        for prefix, (kind, longer) in _PASSING.items():
            for name, kept in (await self._floor.noted(prefix, kind)).items():
                if kept.until + longer <= now:
                    self._known.pop(f"{prefix}{name}", None)
                    await self._floor.store.delete(f"{prefix}{name}")

    async def _end_for(self, key: str, session: Session, refusal: Refused) -> None:
        over = replace(session, ended=refusal.ground)
        self._known[key] = (self._floor.clock.now(), over)
        await self._floor.store.put(key, msgspec.json.encode(over))

    async def _all(self) -> dict[str, Session]:
        return {f"{_SESSION}{name}": session for name, session in (await self._floor.noted(_SESSION, Session)).items()}

    async def _forget(self) -> None:
        """Another process may have ended sessions that are known here."""
        known, self._known = self._known, {}
        for key in known:
            self._tell(key)


def session_name(token: str) -> str:
    """The key of a session in the store, and its name for followers."""
    return f"{_SESSION}{hashlib.sha256(token.encode()).hexdigest()}"


class Access:
    """The capacities a person may have at a stream."""

    def __init__(self, floor: Floor) -> None:
        self.floor = floor

    def roles(self, person: str) -> set[tuple[str, str]]:
        """The ranks and offices of a person, each with its book."""
        known = self.floor.house.people.state.people.get(person)
        return {(role.book, role.capacity) for role in known.roles} if known is not None else set()

    def capacities(self, person: str, stream: AnyStream | Summary) -> list[Capacity]:
        """In what capacities a person may act at a stream now, or at a table by its row: the seat where they sit, or the highest
        rank first.

        A person who plays at a table has no office there, and sees no more of it than other players.
        """
        if not person:
            return []
        seat = stream.seat_of(person) if isinstance(stream, Summary) else stream.engine.seat_of(stream.state, person)
        if seat and isinstance(stream, Summary | AnyTable):
            return [seat]
        allowed, rules = list[Capacity]([seat] if seat else ()), stream.rules
        if isinstance(stream, PeopleStream | CageStream):
            held = {capacity for _, capacity in self.roles(person)} - {HOUSE}
            charge = sorted(held, key=lambda each: (rules.role_of(each) not in ("supervisor", "inspector"), each))
            return [*charge, PLAYER]
        held = {capacity for book, capacity in self.roles(person) if book in (ANY_BOOK, rules.book)}
        allowed += sorted((rank for rank in held if rules.rank_of(rank) >= 0), key=lambda rank: -rules.rank_of(rank))
        allowed += sorted(office for office in held if rules.rank_of(office) < 0 and office != HOUSE)
        if isinstance(stream, RoomStream):
            allowed.append(PLAYER)
        elif isinstance(stream, TournamentStream):
            allowed += [DEPUTY, ENTRANT] if person in stream.state.deputies else [ENTRANT]
        return allowed

    def capacity(self, person: str, stream: AnyStream, command: Command, wanted: Any) -> Capacity | None:
        """The capacity in which a command is given, if the person has it; None if not."""
        may = self.capacities(person, stream)
        seat = command.own_seat
        sits_down = isinstance(stream, AnyTable) and command.declared.tag == "take-seat"
        if wanted is None or wanted == "":
            if seat and (seat in may or sits_down):
                return seat
            if isinstance(stream, PeopleStream | CageStream):
                return self._least(may, stream, command)
            return may[0] if may and (not seat or may[0] != seat) else None
        if sits_down and wanted == seat:
            return seat
        return wanted if wanted in may and type(wanted) in (int, str) else None

    def _least(self, may: list[Capacity], stream: AnyStream, command: Command) -> Capacity | None:
        """The person's capacity in the house that fits the command; otherwise the first."""
        obvious = stream.engine.obvious(stream.state, command)
        rules: HouseRules = stream.rules
        book = str(asdict(command).get("book", ""))  # a person may supervise several
        return next((role for role in may if role == obvious or (obvious == SUPERVISOR and rules.supervises(role, book))), may[0])

    def viewer(self, person: str, stream: AnyStream | Summary, wanted: Any = None) -> Viewer:
        """How a person looks at a stream: as the player that they are there, by their rank, or as an onlooker."""
        may = self.capacities(person, stream)
        if wanted is not None and wanted in may:
            may = [wanted]
        if not may:
            return ONLOOKER
        if isinstance(may[0], int) or (may[0] == PLAYER and isinstance(stream, PeopleStream | CageStream)):
            return Viewer(person=person)
        role = stream.rules.role_of(may[0])
        return Viewer(role=role) if role != "player" else ONLOOKER

    def readable(self, person: str, stream: AnyStream) -> Viewer:
        """How a person looks; people and cage are for those who work with them."""
        if not self.reads(person, stream):
            raise Problem(403, "rank_needed", f"{stream.name} is only for those in charge of it")
        return self.viewer(person, stream)

    def reads(self, person: str, stream: AnyStream) -> bool:
        """Whether a person may see a stream, and how many entries it has."""
        private = isinstance(stream, PeopleStream | CageStream)
        return not private or self.viewer(person, stream).role in ("supervisor", "inspector")
