"""Live updates: one stream of server-sent events for each person, for all that they have open.

Each message is whole regions of a page as that person may see them, with the number of the stream as its id. To reconnect
is to get the present picture. What many see alike is rendered once.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from typing import Any

import msgspec

from croupier.floor.floor import Floor

HEARTBEAT = 15.0
_KEPT = 4000


class Shown(msgspec.Struct, frozen=True):
    """Regions of a page by their id, what to say aloud, and whom they are the same for."""

    regions: dict[str, str]
    say: tuple[str, ...] = ()


Render = Callable[[str, str, str], Shown]
"""Renders what is open (such as `table:c1`) for a person; the third is the number of the stream that it is of."""


class Views:
    """What is open by name: which streams it depends on, and how it is rendered for a person."""

    def __init__(self) -> None:
        self._kinds: dict[str, tuple[Callable[[str], list[str]], Callable[[str, str], Shown], Callable[..., str]]] = {}

    def add(
        self,
        kind: str,
        streams: Callable[[str], list[str]],
        render: Callable[[str, str], Shown],
        alike: Callable[[str, str], str],
    ) -> None:
        """A kind of view: the streams that it depends on, how it looks, and a name that all who see it alike share."""
        self._kinds[kind] = (streams, render, alike)

    def known(self, view: str) -> bool:
        return view.partition(":")[0] in self._kinds

    def streams(self, view: str) -> list[str]:
        kind, _, name = view.partition(":")
        return self._kinds[kind][0](name)

    def alike(self, view: str, person: str) -> str:
        kind, _, name = view.partition(":")
        return self._kinds[kind][2](name, person)

    def render(self, view: str, person: str) -> Shown:
        kind, _, name = view.partition(":")
        return self._kinds[kind][1](name, person)


class Live:
    """The open streams of all people, and what was rendered for them."""

    def __init__(self, floor: Floor, views: Views, *, most: int = 5000, each: int = 8) -> None:
        self.floor, self.views, self.most, self.each = floor, views, most, each
        self.open = 0
        self.rendered = 0
        self._of: dict[str, int] = {}
        self._cache: OrderedDict[tuple[str, str, str], Shown] = OrderedDict()

    def full(self, person: str) -> bool:
        """Whether no more streams are opened now, for anybody or for this person."""
        return self.open >= self.most or (bool(person) and self._of.get(person, 0) >= self.each)

    def number(self, view: str) -> str:
        streams = self.floor.house.streams
        return ".".join(str(streams[name].number) for name in self.views.streams(view) if name in streams)

    def show(self, view: str, person: str) -> tuple[str, Shown]:
        """What is open as a person may see it now, with its number."""
        number = self.number(view)
        key = (view, self.views.alike(view, person), number)
        if (shown := self._cache.get(key)) is None:
            shown = self.views.render(view, person)
            self.rendered += 1
            self._cache[key] = shown
            if len(self._cache) > _KEPT:
                self._cache.popitem(last=False)
        return number, shown

    async def follow(self, person: str, views: list[str]) -> AsyncIterator[bytes]:
        """Messages for a person, for as long as they listen."""
        names = {name for view in views for name in self.views.streams(view)}
        sent: dict[str, dict[str, str]] = {view: {} for view in views}
        self.open += 1
        self._of[person] = self._of.get(person, 0) + 1
        try:
            async with self.floor.following(names | {"*aside"}) as follower:
                yield b"retry: 1000\n\n"
                for view in views:
                    await self._settled(view)
                    yield self._message(view, person, sent[view], first=True)
                while not self.floor.stopped.is_set():
                    grown = await follower.wait(HEARTBEAT)
                    if not grown:
                        yield b": here\n\n"
                        continue
                    for view in views:
                        if grown & {*self.views.streams(view), "*aside"}:
                            await self._settled(view)
                            if message := self._message(view, person, sent[view]):
                                yield message
                                await asyncio.sleep(0)
        finally:
            self.open -= 1
            self._of[person] -= 1
            if not self._of[person]:
                del self._of[person]

    async def _settled(self, view: str) -> None:
        for name in self.views.streams(view):
            await self.floor.settled(name)

    def _message(self, view: str, person: str, sent: dict[str, str], *, first: bool = False) -> bytes:
        number, shown = self.show(view, person)
        changed = {name: html for name, html in shown.regions.items() if sent.get(name) != html}
        sent.update(changed)
        if not changed and not first:
            return b""
        say = () if first else shown.say
        data: dict[str, Any] = {"view": view, "number": number, "regions": changed, "say": say}
        return b"event: region\nid: %s\ndata: %s\n\n" % (f"{view}:{number}".encode(), msgspec.json.encode(data))
