"""Reading a record: its lines as today's software writes them, and its first entry, which says which rules apply."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any

import msgspec

from croupier.kernel.engine import Engine
from croupier.kernel.entries import Entry, Pins
from croupier.kernel.errors import HistoryError
from croupier.kernel.upcasting import upcast

AnyEntry = Entry[Any, Any]


class _Begins(msgspec.Struct):
    pins: Pins | None = None


def begun(engine: Engine[Any, Any], line: bytes) -> tuple[AnyEntry, Pins]:
    """The first entry of a record and the rules it pins; a record of another kind is named as such, and not read."""
    pins = None
    with suppress(msgspec.MsgspecError, ValueError):
        pins = msgspec.json.decode(line, type=_Begins).pins
    if pins is not None and pins.kind != engine.kind:
        raise HistoryError(f"line 1: it is a record of another kind: {pins.kind}, not {engine.kind}")
    entry = engine.codec.read_entry(line, 1)
    if entry.pins is None:
        raise HistoryError(f"line 1: a record of a {engine.kind} begins with what it was made by")
    return entry, entry.pins


def of_today(engine: Engine[Any, Any], lines: Iterable[str | bytes]) -> Iterator[bytes]:
    return upcast(engine.kind, engine.codec, map(as_written, lines_of(lines)))


def as_written(line: str | bytes) -> bytes:
    """A line as bytes. What cannot be encoded stays wrong, and never becomes valid."""
    return line.encode("utf-8", "surrogatepass") if isinstance(line, str) else line


def lines_of(record: str | bytes | Iterable[str | bytes]) -> Iterable[str | bytes]:
    """The lines of a record, given whole or line by line. Only a line feed ends one: notes may hold other line breaks."""
    if isinstance(record, str):
        return record.removesuffix("\n").split("\n")
    return record.removesuffix(b"\n").split(b"\n") if isinstance(record, bytes) else record
