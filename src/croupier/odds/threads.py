"""Work on every processor that this process may use, with its progress."""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from typing import TypeVar

THREADS = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1

Progress = Callable[[int, int], None]
"""Called with progress: parts done, and parts in all."""

P = TypeVar("P")
T = TypeVar("T")


def side_by_side(work: Callable[[P], T], parts: Sequence[P], progress: Progress | None = None) -> Iterator[T]:
    """The results of all parts in order, calculated by one thread per processor, few ahead of time."""
    todo = iter(parts)
    with ThreadPoolExecutor(THREADS) as pool:
        waiting = [pool.submit(work, part) for part in islice(todo, 2 * THREADS)]
        try:
            for done in range(1, len(parts) + 1):
                yield waiting.pop(0).result()
                waiting.extend(pool.submit(work, part) for part in islice(todo, 1))
                if progress:
                    progress(done, len(parts))
        finally:
            for future in waiting:
                future.cancel()


def all_done(work: Callable[[P], object], parts: Sequence[P], progress: Progress | None = None) -> None:
    """The same for work that only fills arrays."""
    for _ in side_by_side(work, parts, progress):
        pass
