"""Talk at the tables. It is not part of any record: it stays in memory for an hour, and is then gone.

Free text is held back while cards are out, until the round is over, so that nobody can talk about hands in
play; only set phrases appear immediately. If several processes serve one house, each puts its messages in the store for
the others, and removes them later.
"""

import asyncio
import secrets
from collections import defaultdict
from contextlib import suppress

import msgspec

from croupier.floor.floor import Floor
from croupier.floor.stores.interface import StoreUnavailable
from croupier.tables.any_table import AnyTable

KEPT_SECONDS = 3600
MOST_KEPT = 60
LONGEST = 200
_LOOK = 1.0


class Message(msgspec.Struct, frozen=True, kw_only=True, order=True):
    """Something that was said: when, in which round in play (0: in none), and in what rank unless as a guest.

    A set `phrase` is stored by name, anything else as `words`.
    """

    at: int
    id: str
    person: str
    words: str = ""
    phrase: str = ""
    rank: str = ""
    during: int = 0


def in_play(table: AnyTable) -> int:
    """The number of the round whose cards are out at a table, or 0."""
    return table.round if table.in_play else 0


def tidy(words: str) -> str:
    """What was typed, as one printable line: nothing that moves the cursor or changes the direction of the text."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in words).split())


class Chat:
    """What was said at the tables of a floor in the last hour, and who is silenced."""

    def __init__(self, floor: Floor) -> None:
        self.floor = floor
        self.silenced: dict[str, set[str]] = defaultdict(set)
        self._said: dict[str, list[Message]] = defaultdict(list)
        self._heard: dict[str, bytes] = {}
        self._here, self._count = secrets.token_hex(4), 0

    def at(self, table: AnyTable, person: str) -> list[tuple[Message, bool]]:
        """What a person may read at a table, the latest last; with each, whether others still wait to read it."""
        since, playing = self.floor.clock.now() - KEPT_SECONDS, in_play(table)
        heard = []
        for message in self._said[table.name]:
            waits = bool(playing) and message.during == playing and not message.phrase
            if message.at >= since and (not waits or message.person == person):
                heard.append((message, waits))
        return heard

    def concerns(self, table: AnyTable, person: str) -> bool:
        """Whether a person has spoken at a table, or is silenced: their page differs from that of people who only read."""
        return person in self.silenced[table.name] or any(message.person == person for message in self._said[table.name])

    async def say(self, table: AnyTable, person: str, *, words: str = "", phrase: str = "", rank: str = "") -> Message:
        """Show something that a person says to those at a table."""
        now = self.floor.clock.now()
        self._count += 1
        message = Message(
            at=now,
            id=f"{now:010d}-{self._count:06d}-{self._here}",
            person=person,
            words=words,
            phrase=phrase,
            rank=rank,
            during=in_play(table),
        )
        self._take(table.name, [message])
        if self.floor.store.shared:  # the other processes hear of it
            await self.floor.store.put(f"chat/{table.name}/{self._here}", msgspec.json.encode(self._said[table.name]))
        return message

    async def silence(self, table: str, person: str, *, silent: bool) -> None:
        """Silence a person at a table, or let them speak again."""
        key = f"silence/{table}/{person}"
        if silent:
            await self.floor.store.put(key, b"")
            self.silenced[table].add(person)
        else:
            await self.floor.store.delete(key)
            self.silenced[table].discard(person)
        self.floor.followers.publish([topic(table)])

    async def run(self) -> None:
        """Load who is silenced; and while there are other processes, what was said to them."""
        while not self.floor.stopped.is_set():
            with suppress(StoreUnavailable):
                await self.look()
                if not self.floor.store.shared:
                    return
            await asyncio.sleep(_LOOK)

    async def look(self) -> None:
        """Read what is in the store."""
        silenced: dict[str, set[str]] = defaultdict(set)
        for key in await self.floor.store.scan("silence/"):
            _, table, person = key.split("/", 2)
            silenced[table].add(person)
        changed = {name for name in {*silenced, *self.silenced} if silenced[name] != self.silenced[name]}
        self.silenced = silenced
        if self.floor.store.shared:
            for key, raw in (await self.floor.store.scan("chat/")).items():
                await self._hear(key, raw)
        self.floor.followers.publish([topic(name) for name in changed])

    async def _hear(self, key: str, raw: bytes) -> None:
        _, table, process = key.split("/", 2)
        messages = msgspec.json.decode(raw, type=list[Message])
        if not messages or messages[-1].at < self.floor.clock.now() - KEPT_SECONDS:
            await self.floor.store.delete(key)
        elif process != self._here and self._heard.get(key) != raw:
            self._heard[key] = raw
            self._take(table, messages)

    def _take(self, table: str, messages: list[Message]) -> None:
        since = self.floor.clock.now() - KEPT_SECONDS
        known = {message.id: message for message in (*self._said[table], *messages) if message.at >= since}
        self._said[table] = sorted(known.values())[-MOST_KEPT:]
        self.floor.followers.publish([topic(table)])


def topic(table: str) -> str:
    """The topic for those who follow the talk at a table."""
    return f"chat/{table}"
