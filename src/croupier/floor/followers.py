"""Who follows which streams: they learn that these have grown, or changed in another way."""

import asyncio
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager


class Follower:
    """A listener for streams that have grown: their names collect until it looks."""

    def __init__(self) -> None:
        self.grown: set[str] = set()
        self._bell = asyncio.Event()

    def tell(self, names: Iterable[str]) -> None:
        self.grown.update(names)
        self._bell.set()

    async def wait(self, seconds: float | None = None) -> set[str]:
        """The streams that have grown since the last call; none if the time runs out first."""
        if not self._bell.is_set():
            alarm = None if seconds is None else asyncio.get_running_loop().call_later(seconds, self._bell.set)
            try:
                await self._bell.wait()
            finally:
                if alarm is not None:
                    alarm.cancel()
        self._bell.clear()
        grown, self.grown = self.grown, set()
        return grown


class Followers:
    """Listeners by the streams they follow, `*` being all; `told` counts what each of these has heard."""

    def __init__(self) -> None:
        self.told: dict[str, int] = defaultdict(int)
        self._of: dict[str, list[Follower]] = defaultdict(list)

    def __contains__(self, name: str) -> bool:
        return name in self._of

    def tell(self, topic: str, names: Iterable[str]) -> None:
        for follower in self._of.get(topic, ()):
            follower.tell(names)

    def publish(self, names: Iterable[str]) -> None:
        """Notify the followers of these streams that they have grown, or changed in another way."""
        for name in sorted(names):
            self.told[name] += 1
            self.told["*"] += 1
            self.tell(name, (name,))
            self.tell("*", (name,))

    @contextmanager
    def following(self, names: Iterable[str]) -> Iterator[Follower]:
        """A listener for these streams, for as long as it is in use."""
        follower, wanted = Follower(), set(names)
        for name in wanted:
            self._of[name].append(follower)
        try:
            yield follower
        finally:
            for name in wanted:
                self._of[name].remove(follower)
                if not self._of[name]:
                    del self._of[name]
