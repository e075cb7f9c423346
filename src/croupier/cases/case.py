"""Cases: short plays that a compliance officer can read, each showing what a clause does. They live in `tests/cases/<book>/`."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Literal

import msgspec

from croupier.kernel.errors import BookError


class Case(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One case. `edge` says on which side of the clause's threshold it lies.

    `table` sets the table up, `play` has one command a line, `expect` what must then be so: the files beside this one run it. The
    subject `promotion` is not played at a table: there `table` changes the terms of a sample promotion. The subject `meters` is
    the prize meters of a casino, and `room` a poker room, whose settings `table` has.
    """

    clause: str
    name: str
    play: str
    expect: dict[str, Any]
    table: dict[str, Any] = {}
    game: str = ""
    subject: Literal["table", "promotion", "meters", "room"] = "table"
    also: tuple[str, ...] = ()
    edge: Literal["", "below", "at", "above"] = ""
    why: str = ""

    @property
    def shows(self) -> tuple[str, ...]:
        """Every clause that the run of this case must really cite."""
        return tuple(dict.fromkeys((self.clause, *self.also)))


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    case: tuple[Case, ...]


def _home() -> Traversable | None:
    """Where the cases are: beside the package in a wheel, under `tests/` in a checkout, or nowhere."""
    packaged = resources.files("croupier") / "cases" / "files"
    if packaged.is_dir():
        return packaged
    checkout = Path(__file__).resolve().parents[3] / "tests" / "cases"
    return checkout if checkout.is_dir() else None


@cache
def cases_of(folder: str) -> tuple[tuple[str, Case], ...]:
    """Every case of a book's folder with the name of its file, in the order of the sections."""
    home = _home()
    if home is None or not (home / folder).is_dir():
        return ()
    found: list[tuple[str, Case]] = []
    for file in sorted((home / folder).iterdir(), key=lambda file: file.name):
        if not file.name.endswith(".toml"):
            continue
        try:
            read = msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), _File)
        except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
            raise BookError(f"{folder}/{file.name}: {error}") from None
        found.extend((file.name, case) for case in read.case)
    return tuple(found)
