"""What the odds work out is calculated once for all tests of a run, and kept in files that every process maps into its memory.

The counts behind a solution take seconds and some hundred megabytes, so each process gives them up after a while (`forget` in
`conftest.py`). To have them back costs next to nothing here. A result is found by everything it was calculated from, by value:
books and rules that a test changes get results of their own. The first test that asks runs the real work, and anyone who asks for
the same meanwhile waits for it.
"""

from __future__ import annotations

import io
import os
import pickle
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from fcntl import LOCK_EX, flock
from functools import lru_cache, wraps
from hashlib import sha256
from mmap import ACCESS_COPY, mmap
from pathlib import Path
from typing import Any

import pytest

from croupier.books import book_of, folder_of

FOLDER = "CROUPIER_TESTS_WORKED_OUT"
"""The variable of the environment that tells all processes of a run where its files are; without it nothing is kept."""
_WORK = {
    "croupier.odds.counting": ("counts", "hands", "rank_tables"),
    "croupier.odds.shapes": ("_counts", "_shape"),
    "croupier.odds.exchange": ("_best_changes", "_after"),
    "croupier.books": ("jackpot_counts",),
}
"""Functions that take long, and whose results follow from numbers and tables alone, or from a book."""


def _book(game: str, option: int = 0, edition: str = "") -> tuple[str, str]:
    """What a book is worked with: its folder, and the meaning of what is in it now."""
    book = book_of(game, edition)
    return str(folder_of(book.id)), book.digest


def _nothing(*given: Any) -> tuple[()]:
    return ()


_BESIDE: dict[str, Callable[..., Any]] = {"jackpot_counts": _book}
"""Of functions that are given names: what the names stand for."""


def kept(work: Callable[..., Any], folder: Path) -> Callable[..., Any]:
    """The same function, which looks for a file with its result first and leaves one there."""
    plain: Callable[..., Any] = getattr(work, "__wrapped__", work)
    beside: Callable[..., Any] = _BESIDE.get(plain.__name__, _nothing)

    @wraps(plain)
    def found(*given: Any) -> Any:
        place = folder / f"{plain.__name__}-{digest((given, beside(*given)))}"
        if not place.exists():
            with alone(place.with_suffix(".lock")):
                if not place.exists():
                    keep(plain(*given), place)
        return read(place)

    if hasattr(work, "cache_parameters"):  # it was remembered by the process, and still is
        remembered: Callable[..., Any] = lru_cache(maxsize=work.cache_parameters()["maxsize"])(found)
        return remembered
    return found


@contextmanager
def alone(place: Path) -> Iterator[None]:
    """Wait until no other process, and no other thread, is at the same work."""
    with place.open("w") as opened:
        flock(opened, LOCK_EX)
        yield


def digest(given: tuple[Any, ...]) -> str:
    """The same for the same arguments, tables included, in every process."""
    whole = sha256()
    for part in _parts(given):
        whole.update(part)
    return whole.hexdigest()


def keep(result: Any, place: Path) -> None:
    """Write a result: the first file says what it is, the others are its tables. Nobody sees half of it."""
    new = Path(tempfile.mkdtemp(dir=place.parent))
    for number, part in enumerate(_parts(result)):
        (new / str(number)).write_bytes(part)
    try:
        new.rename(place)
    except OSError:  # it is there already
        shutil.rmtree(new)


def read(place: Path) -> Any:
    """A result whose tables are mapped from their files: what a test writes into them stays in its own process."""
    number = len(list(place.iterdir()))
    return pickle.loads((place / "0").read_bytes(), buffers=[_mapped(place / str(part)) for part in range(1, number)])  # noqa: S301


def _parts(value: Any) -> Iterator[Any]:
    """What a value is, without its tables, and then each of these."""
    tables: list[pickle.PickleBuffer] = []
    said = io.BytesIO()
    pickle.Pickler(said, protocol=5, buffer_callback=tables.append).dump(value)
    yield said.getvalue()
    for table in tables:
        yield table.raw()


def _mapped(file: Path) -> mmap | bytearray:
    if not file.stat().st_size:
        return bytearray()
    with file.open("rb") as opened:
        return mmap(opened.fileno(), 0, access=ACCESS_COPY)


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        os.environ[FOLDER] = tempfile.mkdtemp(prefix="croupier-tests-")


def pytest_unconfigure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput") and (folder := os.environ.pop(FOLDER, "")):
        shutil.rmtree(folder, ignore_errors=True)


@pytest.hookimpl(trylast=True)
def pytest_collection_finish(session: pytest.Session) -> None:
    """All tests are imported: the functions are exchanged wherever a module has them."""
    if not (folder := os.environ.get(FOLDER)) or session.config.option.collectonly:
        return
    instead = {}
    for name, functions in _WORK.items():
        for function in functions if name in sys.modules else ():
            work = getattr(sys.modules[name], function)
            instead[id(work)] = (work, kept(work, Path(folder)))
    for module in list(sys.modules.values()):
        for name, value in list(getattr(module, "__dict__", {}).items()):
            if id(value) in instead:
                with suppress(AttributeError):
                    setattr(module, name, instead[id(value)][1])
