"""Live updates: one stream of server-sent events per person, for everything that they have open.

Each message has whole regions of a page as that person may see them, with the number of the stream as its id. Reconnecting
simply gets the present picture. What many people see alike is rendered once per language.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from typing import NamedTuple

import msgspec

from croupier.floor.floor import Floor
from croupier.floor.house import PEOPLE, ROOM
from croupier.floor.stores.interface import StoreUnavailable
from croupier.kernel.languages import ENGLISH, language
from croupier.kernel.latest import Latest
from croupier.server.answers import Problem

log = logging.getLogger("croupier.live")
HEARTBEAT = 2.0
"""After so many seconds without a message the page gets a sign of life; it treats longer silence as a fault."""
_PAUSE = 0.6
"""For so many seconds a page that shows the whole house gets no further update."""
_BEATS = 7
"""After so many beats of silence, check again whether the session is still valid."""
_KEPT = 4000
_MESSAGES = 400


class View(NamedTuple):
    """A kind of thing that can be open on a page, each part a function of its name and of the viewer.

    It depends on `streams`, and the first one counts it; `render` gives its regions by id; `alike` a name shared by everyone
    who sees it alike; `say` what is read aloud about what came after a number.
    """

    streams: Callable[[str], list[str]]
    render: Callable[[str, str], dict[str, str]]
    alike: Callable[[str, str], str]
    say: Callable[[str, str, int], list[str]] = lambda name, person, since: []


class Banner(NamedTuple):
    """A region shown on every page next to its own content, and the sentence that is read aloud when it appears."""

    html: str
    says: str


class Views:
    """Everything that can be open, by kind and name: `table:c1`, `lobby:`."""

    def __init__(self) -> None:
        self.kinds: dict[str, View] = {}

    def known(self, view: str) -> bool:
        return view.partition(":")[0] in self.kinds

    def of(self, view: str) -> tuple[View, str]:
        kind, _, name = view.partition(":")
        return self.kinds[kind], name


class _Seen(NamedTuple):
    """Who sees it alike, the state of the streams that it depends on, and the language."""

    alike: str
    stands: str
    language: str = ENGLISH


class _Sent(NamedTuple):
    """The last message sent to a person about something open."""

    seen: _Seen
    number: int
    regions: dict[str, str]


_GUESTS = ""
"""The key of the places that all guests share, among those of people and of addresses."""
_NOTHING = _Sent(_Seen("", ""), -1, {})


class Live:
    """The open streams of all people, and what was rendered for them."""

    def __init__(self, floor: Floor, views: Views, *, most: int = 5000, each: int = 8, guests: int = 50) -> None:
        self.floor, self.views, self.most, self.each, self.guests = floor, views, most, each, guests
        self.open = 0
        self.rendered = 0
        self._of: Counter[str] = Counter()
        self._cache: Latest[tuple[str, _Seen], dict[str, str]] = Latest(_KEPT)
        self._messages: Latest[tuple[str, _Seen, _Seen, int, int], tuple[bytes, _Sent]] = Latest(_MESSAGES)

    def take(self, person: str, address: str = "") -> bool:
        """Take a place for one more stream, if there is one for this person; the caller must leave it again. Guests (nobody is
        signed in) have half of the places, and so many per address: they never take one from a signed-in person.
        """
        most = {person: self.each} if person else {f"at {address}": self.guests, _GUESTS: max(1, self.most // 2)}
        if self.open >= self.most or any(self._of[whose] >= places for whose, places in most.items()):
            return False
        self.open += 1
        self._of.update(most.keys())
        return True

    def leave(self, person: str, address: str = "") -> None:
        self.open -= 1
        for whose in (person,) if person else (f"at {address}", _GUESTS):
            self._of[whose] -= 1
            if not self._of[whose]:
                del self._of[whose]

    def number(self, view: str) -> int:
        """How far what is open has come: the entries of its one stream, or of all tables together."""
        names = self._names(view)
        if names and names[0] in self.floor.house.streams:
            return self.floor.number(names[0])
        return sum(table.number for table in self.floor.house.at_a_glance().values())  # which everyone may see

    def _stands(self, name: str) -> str:
        """How a stream stands: how far it has come, and how often those who follow it were told of anything."""
        return f"{self.floor.number(name)}/{self.floor.followers.told.get(name, 0)}"

    def _names(self, view: str) -> list[str]:
        kind, name = self.views.of(view)
        return kind.streams(name)

    def show(self, view: str, person: str) -> dict[str, str]:
        """The regions of what is open as a person may see it now."""
        return self._shown(view, person, self._seen(view, person))

    def _seen(self, view: str, person: str) -> _Seen:
        kind, name = self.views.of(view)
        return _Seen(kind.alike(name, person), ".".join(map(self._stands, kind.streams(name))), language())

    def _shown(self, view: str, person: str, seen: _Seen) -> dict[str, str]:
        if (shown := self._cache.get((view, seen))) is None:
            kind, name = self.views.of(view)
            shown = kind.render(name, person)
            self.rendered += 1
            self._cache[(view, seen)] = shown
        return shown

    async def follow(
        self,
        person: str,
        views: list[str],
        signed_out: Callable[[], Awaitable[str]],
        beside: Callable[[], dict[str, Banner]] = dict,
        session: str = "",
    ) -> AsyncIterator[bytes]:
        """Messages for a person, while they listen and `signed_out` gives no reason to stop, which is checked
        immediately if there is news of their `session`; notices `beside` everything are sent along.
        """
        concerned = {view: set(await self.floor.memory.seen(partial(self._names, view))) for view in views}
        names = set[str]().union(*concerned.values())
        sent: dict[str, _Sent] = dict.fromkeys(views, _NOTHING)
        told = dict[str, Banner]()
        async with self.floor.following({*names, PEOPLE, ROOM, session}) as follower:
            yield b"retry: 1000\n\n"
            grown = names
            while not self.floor.stopped.is_set():
                if why := await signed_out():
                    yield signed_out_message(why)
                    return
                if (now := await self.floor.memory.seen(beside)) != told:
                    yield self._by_the_way(now, told)
                    told = now
                for view in views:
                    if "*" in names or grown & concerned[view]:
                        message, sent[view] = await self._next(view, person, sent[view])
                        if message:
                            yield message
                if "*" in names:  # a view of the whole house need not get every act
                    await asyncio.sleep(_PAUSE)
                for _ in range(_BEATS):
                    if grown := await follower.wait(HEARTBEAT):
                        break
                    yield b"event: beat\ndata: {}\n\n"

    def _by_the_way(self, now: dict[str, Banner], told: dict[str, Banner]) -> bytes:
        changed = {region: banner for region, banner in now.items() if told.get(region) != banner}
        data = {
            "stream": "beside",
            "now": self.floor.clock.now(),
            "regions": {region: banner.html for region, banner in changed.items()},
            "say": [banner.says for banner in changed.values() if told and banner.says],
        }
        return b"event: region\ndata: %s\n\n" % msgspec.json.encode(data)

    async def _next(self, view: str, person: str, before: _Sent) -> tuple[bytes, _Sent]:
        """The next message about something open, once what is decided there is saved; None while the store is lost, or if
        the person may no longer see it, or if it cannot be drawn.
        """
        try:
            for name in await self.floor.memory.seen(partial(self._names, view)):
                await self.floor.settled(name)
            return await self.floor.memory.seen(partial(self._message, view, person, before))
        except (StoreUnavailable, Problem):
            return b"", before
        except Exception as error:
            log.error("%s could not be drawn", view, exc_info=error)
            return b"", before

    def _message(self, view: str, person: str, before: _Sent) -> tuple[bytes, _Sent]:
        """What has changed on a page since the last message; people who saw the same before and now get the same."""
        seen, now = self._seen(view, person), self.floor.clock.now()
        key = (view, before.seen, seen, before.number, now)
        if (written := self._messages.get(key)) is None:
            written = self._written(view, person, before, seen, now)
            self._messages[key] = written
        return written

    def _written(self, view: str, person: str, before: _Sent, seen: _Seen, now: int) -> tuple[bytes, _Sent]:
        kind, name = self.views.of(view)
        shown, number = self._shown(view, person, seen), self.number(view)
        changed = {region: html for region, html in shown.items() if before.regions.get(region) != html}
        after = _Sent(seen, number, shown)
        if not changed and number == before.number:
            return b"", after
        data = {
            "stream": name or view,
            "number": number,
            "now": now,
            "regions": changed,
            "say": kind.say(name, person, before.number) if 0 <= before.number < number else [],
        }
        text = msgspec.json.encode(data)
        return b"event: region\nid: %s\ndata: %s\n\n" % (f"{view}:{number}".encode(), text), after


def signed_out_message(why: str) -> bytes:
    """For the page of a person whose session is over: it stops following, and says so, with the reason if there is one."""
    return b"event: signed-out\ndata: %s\n\n" % msgspec.json.encode({"why": why})
