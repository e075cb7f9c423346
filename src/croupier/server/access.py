"""Who is asking: sessions kept by the server, and the capacities in which somebody may act at a stream."""

from __future__ import annotations

import hashlib
import secrets
from typing import Any

import msgspec

from croupier.floor.floor import Floor
from croupier.floor.house import AnyStream
from croupier.floor.passwords import Passwords
from croupier.kernel.actors import HOUSE, ONLOOKER, Capacity, Viewer
from croupier.kernel.events import Command
from croupier.kernel.house import HouseRules
from croupier.room.state import PLAYER
from croupier.tables.house_table import HouseTable
from croupier.tables.poker_table import PokerTable
from croupier.tables.room import RoomStream
from croupier.tables.tournament_stream import TournamentStream
from croupier.tournaments.state import ENTRANT

COOKIE = "croupier"
ANY_BOOK = "*"
_KNOWN_FOR = 5
"""For how many seconds a session that another process might have ended is taken for good."""


class Session(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who has signed in: who, since when, until when."""

    person: str
    since: int
    until: int


class Sessions:
    """Sessions by the hash of their token: whoever reads the store can not take them over."""

    def __init__(self, floor: Floor, hours: int = 12) -> None:
        self._floor, self._seconds = floor, hours * 3600
        self._known: dict[str, tuple[int, Session]] = {}

    async def begin(self, person: str) -> str:
        """A new session; its token, which is told once."""
        token, now = secrets.token_urlsafe(32), self._floor.clock.now()
        session = Session(person=person, since=now, until=now + self._seconds)
        await self._floor.store.put(_key(token), msgspec.json.encode(session))
        return token

    async def of(self, token: str) -> Session | None:
        """The session of a token, if there is one and it is not over."""
        if not token or len(token) > 100:
            return None
        key, now = _key(token), self._floor.clock.now()
        read_at, session = self._known.get(key, (0, None))
        if session is None or now - read_at > _KNOWN_FOR:
            raw = await self._floor.store.get(key)
            session = msgspec.json.decode(raw, type=Session) if raw is not None else None
            if session is None:
                self._known.pop(key, None)
                return None
            self._known[key] = (now, session)
        return session if session.until > now else None

    async def end(self, token: str) -> None:
        self._known.pop(_key(token), None)
        await self._floor.store.delete(_key(token))

    async def end_all(self, person: str, but: str = "") -> None:
        """End every session of somebody, but for one: after a new password, or an exclusion."""
        for key, raw in (await self._floor.store.scan("session/")).items():
            if msgspec.json.decode(raw, type=Session).person == person and (not but or key != _key(but)):
                self._known.pop(key, None)
                await self._floor.store.delete(key)


def _key(token: str) -> str:
    return f"session/{hashlib.sha256(token.encode()).hexdigest()}"


class Access:
    """What somebody may be at a stream."""

    def __init__(self, floor: Floor, passwords: Passwords) -> None:
        self.floor, self.passwords = floor, passwords

    def roles(self, person: str) -> set[tuple[str, str]]:
        """The ranks and offices of somebody, each with the book that it is of."""
        known = self.floor.house.people.state.people.get(person)
        return {(role.book, role.capacity) for role in known.roles} if known is not None else set()

    def capacities(self, person: str, stream: AnyStream) -> list[Capacity]:
        """In what capacities somebody may act at a stream now: the seat where they sit first, then the highest rank."""
        found: list[Capacity] = []
        if not person:
            return found
        if seat := stream.engine.seat_of(stream.state, person):
            found.append(seat)
        rules = stream.rules
        roles = self.roles(person)
        held = {capacity for book, capacity in roles if book in (ANY_BOOK, rules.book)}
        if isinstance(rules, HouseRules):  # a rank above the dealer's in any book counts in the house as a whole
            held |= {capacity for _, capacity in roles if rules.supervises(capacity)}
        found += sorted((rank for rank in held if rules.rank_of(rank) >= 0), key=lambda rank: -rules.rank_of(rank))
        found += sorted(office for office in held if rules.rank_of(office) < 0 and office != HOUSE)
        if isinstance(stream, RoomStream):
            found.append(PLAYER)
        elif isinstance(stream, TournamentStream):
            found.append(ENTRANT)
        return found

    def capacity(self, person: str, stream: AnyStream, command: Command, wanted: Any) -> Capacity | None:
        """The capacity in which a command is given, if it is theirs; None where it is not."""
        may = self.capacities(person, stream)
        seat = getattr(command, "seat", 0)
        sits_down = isinstance(stream, HouseTable | PokerTable) and type(command).__name__ == "TakeSeat"
        if wanted is None or wanted == "":
            if seat and (seat in may or sits_down):
                return int(seat)
            return may[0] if may and (not seat or may[0] != seat) else None
        if sits_down and wanted == seat:
            return int(seat)
        return wanted if wanted in may and type(wanted) in (int, str) else None

    def viewer(self, person: str, stream: AnyStream, wanted: Any = None) -> Viewer:
        """As whom somebody looks at a stream: as the player that they are there, or else by their rank, or as an onlooker."""
        may = self.capacities(person, stream)
        if wanted is not None and wanted in may:
            may = [wanted]
        if not may:
            return ONLOOKER
        if isinstance(may[0], int):
            return Viewer(person=person)
        role = stream.rules.role_of(may[0])
        return Viewer(role=role) if role != "player" else ONLOOKER
