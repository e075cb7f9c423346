"""Waiting appends are committed together: those that arrive during one commit make up the next."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Container, Iterable, Mapping, Sequence
from typing import Generic, TypeVar

from croupier.floor.stores.interface import Basis, Conflict, Head, Lease, LeaseLost, Line, RefusedBefore, StoreUnavailable
from croupier.kernel.entries import NOWHERE

C = TypeVar("C")
"""What a store writes with."""

MOST_LINES = 2_000
"""The most lines in one commit, so that nobody waits long for others."""

NOTHING = Head("", 0, 0, NOWHERE)
Last = Head | Line | Basis
"""What is known about the last entry of a stream."""
Given = tuple[str, str, str]
"""A command by its stream, the person who gave it, and its id."""


class Append(Generic[C]):
    """The lines of one unit of work, what they were decided on and under which lease, what else is written with them, and who
    waits for it.
    """

    __slots__ = ("_answer", "also", "decided", "lines", "on", "under")

    def __init__(
        self,
        lines: Sequence[Line],
        also: Callable[[C], object] | None,
        answer: asyncio.Future[None],
        on: Basis | None = None,
        under: Lease | None = None,
    ) -> None:
        self.lines, self.also, self._answer, self.on, self.under = lines, also, answer, on, under
        self.decided = False

    def kept(self) -> None:
        self.decided = True
        if not self._answer.done():
            self._answer.set_result(None)

    def failed(self, error: Exception) -> None:
        self.decided = True
        if not self._answer.done():
            self._answer.set_exception(error)


class Gathering(Generic[C]):
    """Gives waiting appends to `commit`, group by group, which answers each of them, or fails on one of them."""

    def __init__(self, commit: Callable[[list[Append[C]]], Awaitable[None]]) -> None:
        self._commit = commit
        self._waiting: deque[Append[C]] = deque()
        self._writing: asyncio.Task[None] | None = None
        self._open = True

    async def append(
        self,
        lines: Sequence[Line],
        also: Callable[[C], object] | None = None,
        on: Basis | None = None,
        under: Lease | None = None,
    ) -> None:
        if not self._open:
            raise StoreUnavailable("the store is closed")
        if not lines and also is None:  # an append with nothing to write waits until everything is written
            if self._writing is not None:
                await asyncio.wait({self._writing})
            return
        answer = asyncio.get_running_loop().create_future()
        self._waiting.append(Append(lines, also, answer, on, under))
        if self._writing is None:
            self._writing = asyncio.create_task(self._write())
        await answer

    async def stop(self) -> None:
        """Accept no more, and finish what is waiting."""
        self._open = False
        if self._writing is not None:
            await self._writing

    async def _write(self) -> None:
        try:
            while self._waiting:
                await self._keep(self._group())
                await asyncio.sleep(0)  # callers just answered may have more, to be committed together
        finally:
            self._writing = None

    async def _keep(self, group: list[Append[C]]) -> None:
        try:
            await self._commit(group)
        except StoreUnavailable as error:
            for append in group:
                append.failed(StoreUnavailable(*error.args))
        except Exception as error:
            if len(group) == 1:
                group[0].failed(error)
                return
            for append in group:  # one of them cannot be saved: commit each alone, so that the others are
                if not append.decided:
                    await self._keep([append])

    def _group(self) -> list[Append[C]]:
        group: list[Append[C]] = []
        lines = 0
        while self._waiting and lines < MOST_LINES:
            group.append(self._waiting.popleft())
            lines += len(group[-1].lines) + 1
        return group


def given(append: Append[C]) -> list[Given]:
    """The commands of an append that have an id."""
    return [(line.stream, line.person, line.id) for line in append.lines if line.id]


def misfit(
    append: Append[C], last: dict[str, Last], leases: Mapping[str, Lease] | None = None, refused: Container[Given] = ()
) -> Exception | None:
    """Why an append does not continue from the last entries of its streams, under these leases if there are several processes
    and with these commands `refused`; where it does, its own lines are the last ones then.
    """
    own: dict[str, Line] = {}
    if any(command in refused for command in given(append)):
        return RefusedBefore()
    if leases is not None and append.under is not None and leases.get(append.under.name) != append.under:
        return LeaseLost(f"another process has {append.under.name} by now")
    if (on := append.on) is not None:
        stands = last.get(on.stream, NOTHING)
        if (stands.number, stands.hash) != (on.number, on.hash):
            return Conflict(on.stream, stands.number)
    for line in append.lines:
        before = own.get(line.stream) or last.get(line.stream, NOTHING)
        if line.number != before.number + 1 or line.previous != before.hash:
            return Conflict(line.stream, before.number)
        own[line.stream] = line
    last.update(own)
    return None


def fitting(
    group: Iterable[Append[C]],
    heads: Mapping[str, Head],
    leases: Mapping[str, Lease] | None = None,
    refused: Container[Given] = (),
) -> list[Append[C]]:
    """Those that continue from these heads, each on the result of those before it; the others get a conflict."""
    fit: list[Append[C]] = []
    last: dict[str, Last] = {**heads}
    for append in group:
        if (wrong := misfit(append, last, leases, refused)) is None:
            fit.append(append)
        else:
            append.failed(wrong)
    return fit


def unbroken(group: Iterable[Append[C]]) -> bool:
    """Whether the lines of a group follow one another and what they were decided on, wherever a stream's first one begins."""
    last: dict[str, Last] = {}
    for append in group:
        if append.on is not None:
            last.setdefault(append.on.stream, append.on)
        for line in append.lines:
            if line.number > 1:
                last.setdefault(line.stream, Basis(line.stream, line.number - 1, line.previous))
        if misfit(append, last) is not None:
            return False
    return True


def latest(group: Iterable[Append[C]]) -> dict[str, Head]:
    """How far the streams of a group have come after it."""
    return {line.stream: Head(line.kind, line.number, line.at, line.hash) for append in group for line in append.lines}


def summaries_of(group: Iterable[Append[C]]) -> dict[str, tuple[int, bytes]]:
    """The rows that the streams of a group have after it."""
    return {line.stream: (line.number, line.summary) for append in group for line in append.lines if line.summary}


def after_all(prefix: str) -> str | None:
    """The smallest text greater than all that begin like this; None if there is none."""
    for last in range(len(prefix) - 1, -1, -1):
        if prefix[last] < chr(0x10FFFF):
            following = ord(prefix[last]) + 1
            return prefix[:last] + chr(0xE000 if following == 0xD800 else following)
    return None
