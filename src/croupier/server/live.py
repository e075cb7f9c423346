"""Live updates: one stream of server-sent events for each person, for all that they have open.

Each message is whole regions of a page as that person may see them, with the number of the stream as its id. To reconnect
is to get the present picture. What many see alike is rendered once.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import NamedTuple

import msgspec

from croupier.floor.floor import Floor

HEARTBEAT = 15.0
SIGNED_OUT = b"event: signed-out\ndata: {}\n\n"
"""For a page of somebody whose session is over: it follows no more, and says so."""
_KEPT = 4000


class View(NamedTuple):
    """A kind of thing that can be open on a page, each part a function of its name and of who looks.

    `streams` it depends on, the first of which it is counted by; `render` gives its regions by id; `alike` a name that all share
    who see it alike; `say` what is read aloud of what came after a number.
    """

    streams: Callable[[str], list[str]]
    render: Callable[[str, str], dict[str, str]]
    alike: Callable[[str, str], str]
    say: Callable[[str, str, int], list[str]] = lambda name, person, since: []


class Views:
    """Whatever can be open, by kind and name: `table:c1`, `lobby:`."""

    def __init__(self) -> None:
        self.kinds: dict[str, View] = {}

    def known(self, view: str) -> bool:
        return view.partition(":")[0] in self.kinds

    def of(self, view: str) -> tuple[View, str]:
        kind, _, name = view.partition(":")
        return self.kinds[kind], name


class Live:
    """The open streams of all people, and what was rendered for them."""

    def __init__(self, floor: Floor, views: Views, *, most: int = 5000, each: int = 8) -> None:
        self.floor, self.views, self.most, self.each = floor, views, most, each
        self.open = 0
        self.rendered = 0
        self._of: dict[str, int] = {}
        self._cache: OrderedDict[tuple[str, str, str], dict[str, str]] = OrderedDict()

    def take(self, person: str) -> bool:
        """A place for one more stream, if there is one for anybody and for this person; whoever has it leaves it again."""
        if self.open >= self.most or (person and self._of.get(person, 0) >= self.each):
            return False
        self.open += 1
        self._of[person] = self._of.get(person, 0) + 1
        return True

    def leave(self, person: str) -> None:
        self.open -= 1
        self._of[person] -= 1
        if not self._of[person]:
            del self._of[person]

    def number(self, view: str) -> int:
        """How far what is open has come: the entries of its one stream, or of all of them together."""
        streams = self.floor.house.streams
        names = self._names(view)
        if names and names[0] in streams:
            return streams[names[0]].number
        return sum(one.number for one in streams.values())

    def _stands(self, name: str) -> str:
        """How a stream stands: how far it has come, and how often those who follow it were told of anything."""
        stream = self.floor.house.streams.get(name)
        return f"{stream.number if stream is not None else 0}/{self.floor.told.get(name, 0)}"

    def _names(self, view: str) -> list[str]:
        kind, name = self.views.of(view)
        return kind.streams(name)

    def show(self, view: str, person: str) -> dict[str, str]:
        """The regions of what is open as a person may see it now."""
        kind, name = self.views.of(view)
        key = (view, kind.alike(name, person), ".".join(map(self._stands, kind.streams(name))))
        if (shown := self._cache.get(key)) is None:
            shown = kind.render(name, person)
            self.rendered += 1
            self._cache[key] = shown
            if len(self._cache) > _KEPT:
                self._cache.popitem(last=False)
        return shown

    async def follow(self, person: str, views: list[str], stays: Callable[[], Awaitable[bool]]) -> AsyncIterator[bytes]:
        """Messages for a person, for as long as they listen and `stays` says that they may."""
        names = {name for view in views for name in self._names(view)}
        sent: dict[str, dict[str, str]] = {view: {} for view in views}
        numbers = dict.fromkeys(views, -1)
        async with self.floor.following(names) as follower:
            yield b"retry: 1000\n\n"
            grown = names
            while not self.floor.stopped.is_set():
                if not await stays():
                    yield SIGNED_OUT
                    break
                for view in views:
                    if "*" in names or grown & set(self._names(view)):
                        await self._settled(view)
                        if message := self._message(view, person, sent[view], numbers):
                            yield message
                if "*" in names:  # what concerns the whole house need not be told of every act
                    await asyncio.sleep(1.0)
                if not (grown := await follower.wait(HEARTBEAT)):
                    yield b"event: beat\ndata: {}\n\n"

    async def _settled(self, view: str) -> None:
        for name in self._names(view):
            await self.floor.settled(name)

    def _message(self, view: str, person: str, sent: dict[str, str], numbers: dict[str, int]) -> bytes:
        kind, name = self.views.of(view)
        shown, number, since = self.show(view, person), self.number(view), numbers[view]
        changed = {region: html for region, html in shown.items() if sent.get(region) != html}
        sent.update(changed)
        numbers[view] = number
        if not changed and number == since:
            return b""
        data = {
            "stream": name or view,
            "number": number,
            "now": self.floor.clock.now(),
            "regions": changed,
            "say": kind.say(name, person, since) if 0 <= since < number else [],
        }
        return b"event: region\nid: %s\ndata: %s\n\n" % (f"{view}:{number}".encode(), msgspec.json.encode(data))
