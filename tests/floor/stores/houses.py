"""Houses to try stores with: where they are kept, and pens that write entries for them."""

from __future__ import annotations

import resource
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

from croupier.floor.stores import Conflict, Line, Store, store_of
from croupier.kernel.entries import NOWHERE, Entry, seal_broken, sealed
from floor.postgres import Cluster

WRITTEN = 70_000
"""How many bytes a file may have while there is no room on the disk."""


class Pen:
    """Writes the entries of one stream, each following the one before it."""

    def __init__(self, stream: str, *, kind: str = "table") -> None:
        self.stream, self.kind = stream, kind
        self.number, self.head = 0, NOWHERE
        self.lines: list[bytes] = []

    def line(self, *, id: str = "", person: str = "p7", at: int = 0, words: str = "") -> Line:
        self.number += 1
        at = at or 1_000 + self.number
        entry: Entry[object, object] = Entry(
            stream=self.stream,
            number=self.number,
            at=at,
            person=person,
            capacity="dealer",
            id=id,
            command={"do": "place-ante", "words": words},
            events=({"event": "ante-placed"},),
            previous=self.head,
        )
        line, self.head = sealed(entry)
        self.lines.append(line)
        return Line(self.stream, self.kind, self.number, at, person, id, self.head, self.lines[-1])

    def forked(self) -> Pen:
        """A pen that goes on from the same entry, of someone who does not know of this one."""
        pen = Pen(self.stream, kind=self.kind)
        pen.number, pen.head, pen.lines = self.number, self.head, list(self.lines)
        return pen

    def unwritten(self, number: int) -> None:
        """Forget the last entries, because they were not kept."""
        del self.lines[-number:]
        self.number -= number
        self.head = self.lines[-1][-66:-2].decode() if self.lines else NOWHERE


class House(ABC):
    """Where stores of one house are kept."""

    where: str
    others = False
    """Whether several processes may have it at once."""

    @asynccontextmanager
    async def opened(self, *, read_only: bool = False) -> AsyncIterator[Store]:
        store = store_of(self.where, read_only=read_only)
        await store.start()
        try:
            yield store
        finally:
            await store.stop()

    @contextmanager
    @abstractmethod
    def out_of_order(self) -> Iterator[None]:
        """While nothing can be written there."""


class FileHouse(House):
    def __init__(self, folder: Path) -> None:
        self.where = str(folder / "house.db")

    @contextmanager
    def out_of_order(self) -> Iterator[None]:
        """No file may grow any more: what a write beyond that gets is an error, as on a full disk."""
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (WRITTEN, before[1]))
        try:
            yield
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)


class DatabaseHouse(House):
    others = True

    def __init__(self, cluster: Cluster) -> None:
        self.cluster = cluster
        self.where = cluster.new_database()
        self.name = self.where.partition("@/")[2].partition("?")[0]

    @contextmanager
    def out_of_order(self) -> Iterator[None]:
        self.cluster.stop(crash=True)
        try:
            yield
        finally:
            self.cluster.start()


async def whole(store: Store) -> dict[str, list[bytes]]:
    """All lines of a store; every chain is followed, and compared with what the store says of its head."""
    found: dict[str, list[bytes]] = {}
    for name, head in (await store.heads()).items():
        lines: list[bytes] = []
        while more := await store.read(name, after=len(lines), limit=700):
            lines += more
        before = NOWHERE
        for line in lines:
            assert not seal_broken(line)
            assert line[-140:-76].decode() == before
            before = line[-66:-2].decode()
        assert (head.number, head.hash) == (len(lines), before)
        found[name] = lines
    return found


async def outcome(store: Store, *lines: Line) -> str:
    """The result of an append: `kept`, or where the stream is by now."""
    try:
        await store.append(lines)
    except Conflict as conflict:
        return str(conflict)
    return "kept"
