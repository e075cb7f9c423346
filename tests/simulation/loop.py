"""An event loop without time, threads or sockets: when nobody has anything to do, it is at once as late as the next timer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextvars import Context, ContextVar
from typing import Any

_MOST_STEPS = 50_000
"""How many turns of the loop may pass without any time passing."""


_LATEST = 200.0
"""By when a run is over."""


class Stuck(Exception):
    """Nothing is left that could happen, or so much happens that time never goes on."""


class Owner:
    """The owner of tasks: what one of them starts belongs to it too, and all can be ended at once, or stand still."""

    def __init__(self) -> None:
        self.tasks: dict[asyncio.Task[Any], None] = {}
        self.ended = self.still = False
        self.waiting: list[asyncio.Handle] = []

    def stand_still(self) -> None:
        """What comes next waits, until it goes on."""
        self.still = True

    def go_on(self) -> None:
        self.still, waiting = False, self.waiting
        self.waiting = []
        for handle in waiting:
            handle._loop._ready.append(handle)  # type: ignore[attr-defined]

    def end(self) -> None:
        self.ended = True
        self.go_on()
        for task in list(self.tasks):
            task.cancel()


OWNER: ContextVar[Owner | None] = ContextVar("owner", default=None)


class VirtualLoop(asyncio.BaseEventLoop):
    """`now` is the time in seconds since the beginning."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0
        self.wrong: list[str] = []
        self._standing = 0
        self._ending = False
        self._selector = self
        self.set_task_factory(self._make_task)  # type: ignore[arg-type]
        self.set_exception_handler(self._note)

    def time(self) -> float:
        return self.now

    def call_soon(self, callback: Any, *args: Any, context: Context | None = None) -> asyncio.Handle:  # type: ignore[override]
        owner = OWNER.get() if context is None else context.get(OWNER)
        if owner is None or not owner.still:
            return super().call_soon(callback, *args, context=context)
        owner.waiting.append(asyncio.Handle(callback, args, self, context))
        return owner.waiting[-1]

    def select(self, timeout: float | None) -> list[Any]:
        if timeout is None:
            raise Stuck("nothing is left that could happen")
        if timeout > 0:
            self.now += timeout
            if self.now > _LATEST and not self._ending:
                raise Stuck(f"it is not over after {_LATEST} s")
            self._standing = 0
        else:
            self._standing += 1
            if self._standing > _MOST_STEPS:
                raise Stuck(f"time does not go on after {self.now:.3f} s")
        return []

    def _process_events(self, events: list[Any]) -> None: ...

    def _write_to_self(self) -> None: ...

    def run_in_executor(self, *_: Any) -> Any:  # type: ignore[override]
        raise AssertionError("nothing runs in a thread here")

    def _make_task(
        self, loop: asyncio.AbstractEventLoop, work: Coroutine[Any, Any, Any], context: Context | None = None
    ) -> asyncio.Task[Any]:
        task = asyncio.Task(work, loop=loop, context=context)
        owner = OWNER.get() if context is None else context.get(OWNER)
        if owner is not None:
            owner.tasks[task] = None
            task.add_done_callback(lambda task: owner.tasks.pop(task, None))
            if owner.ended:
                task.cancel()
        return task

    def _note(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        self.wrong.append(f"{context.get('message')}: {context.get('exception')!r}")

    def play(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Run something to its end, and end whatever it left behind."""
        asyncio.set_event_loop(self)
        try:
            self.run_until_complete(work())
        finally:
            self.run_until_complete(self._end_all())
            self.run_until_complete(self.shutdown_asyncgens())
            asyncio.set_event_loop(None)
            self.close()

    async def _end_all(self) -> None:
        self._ending = True
        left = asyncio.all_tasks(self) - {asyncio.current_task(self)}
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)
