"""Heavy mathematics in a separate process, never on the loop that serves people; it warms up behind the server."""

import asyncio
import multiprocessing
import os
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar

from croupier.books import add_books, added
from croupier.server.answers import Problem

T = TypeVar("T")


class WorkerDied(Problem):
    """The process that was asked has ended; the next question starts another."""


def _begin(folders: list[str]) -> None:
    """Load the books of the server. A process whose server is gone ends as well."""
    add_books(folders)
    server = multiprocessing.parent_process()

    def wait() -> None:
        if server is not None:
            server.join()
            os._exit(0)

    threading.Thread(target=wait, name="server", daemon=True).start()


class Worker:
    """One process that keeps what it has counted, so that a similar question is answered quickly."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self.warm: set[str] = set()
        self.warming = ""

    async def ask(self, work: Callable[..., T], *facts: object) -> T:
        """Have something calculated there; if the process has died of it, another one takes the next question."""
        if self._pool is None:
            self._pool = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), _begin, (added(),))
        pool = self._pool
        try:
            return await asyncio.get_running_loop().run_in_executor(pool, work, *facts)
        except BrokenProcessPool:
            if self._pool is pool:
                self._pool, self.warming = None, ""
                self.warm.clear()
            raise WorkerDied(503, "not_worked_out", "that could not be worked out: try again") from None

    async def warm_up(self, work: Callable[[str], object], names: tuple[str, ...]) -> None:
        """Have several things calculated in advance, one after the other."""
        for name in names:
            self.warming = name
            await self.ask(work, name)
            self.warm.add(name)
        self.warming = ""

    def close(self) -> None:
        if self._pool is not None:
            processes = list((getattr(self._pool, "_processes", None) or {}).values())
            self._pool.shutdown(wait=False, cancel_futures=True)
            for process in processes:
                process.terminate()
