"""Streams of every kind, and how to read a record of any of them."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from itertools import chain
from typing import Any

import msgspec

from croupier.books import game_of
from croupier.kernel.auditing import Audit, audit as audited
from croupier.kernel.entries import Pins
from croupier.kernel.errors import HistoryError
from croupier.kernel.reading import lines_of
from croupier.kernel.streams import CODE, AnyStream, Snapshot
from croupier.tables.cage_desk import CageStream
from croupier.tables.house_table import HouseTable
from croupier.tables.meters import Meters
from croupier.tables.people_stream import PeopleStream
from croupier.tables.poker_room import RoomStream
from croupier.tables.poker_table import PokerTable
from croupier.tables.promotion import PromotionStream
from croupier.tables.tournament_stream import TournamentStream

KINDS: dict[str, type[Any]] = {
    kind.engine.kind: kind
    for kind in (HouseTable, PokerTable, Meters, PromotionStream, RoomStream, TournamentStream, PeopleStream, CageStream)
}
"""Every kind of stream, by its name in records."""


class _FirstLine(msgspec.Struct):
    pins: Pins | None = None
    type: str = ""
    game: str = ""


def snapshot_is_wrong(lines: Sequence[bytes], number: int, snapshot: bytes) -> str:
    """Why a snapshot does not match the first `number` entries of its stream; empty if it does, or is no use."""
    kind = _kind_of(lines[0])
    try:
        kept = kind.reopen(kind.engine, snapshot)
    except HistoryError as error:
        with suppress(msgspec.MsgspecError, ValueError):
            if msgspec.json.decode(snapshot, type=Snapshot).code != CODE:
                return ""  # another version made it, so nobody reads it
        return str(error)
    if not kept.number == number <= len(lines):
        return f"the snapshot that is kept at entry {number} is one of entry {kept.number}"
    then = kind.load(lines[:number])
    same = (kept.name, kept.at, kept.head, kept.pins, kept.state) == (then.name, then.at, then.head, then.pins, then.state)
    if same and all(kept.answered(answer) == then.answered(answer) for answer in {*kept.answers, *then.answers}):
        return ""
    return "the snapshot that the house is opened from is not what its entries come to"


def _kind_of(first: str | bytes) -> type[Any]:
    """The kind of stream in a record, from its first line. A line of schema 0 names only the game."""
    try:
        line = msgspec.json.decode(first, type=_FirstLine)
    except (msgspec.MsgspecError, ValueError) as error:
        raise HistoryError(f"line 1: {error}") from None
    if line.pins is not None:
        if line.pins.kind not in KINDS:
            raise HistoryError(f"line 1: there is no kind of stream {line.pins.kind!r}; there are {', '.join(KINDS)}")
        return KINDS[line.pins.kind]
    if line.type == "SystemOpened":
        return Meters
    if line.type != "TableOpened":
        raise HistoryError("line 1: a record begins with what it was made by")
    return PokerTable if game_of(line.game).poker is not None else HouseTable


def load(lines: Iterable[str | bytes]) -> AnyStream:
    """The stream of a record, of any kind.

    Every hash and the whole chain are checked, and that the events can be applied. Whether they follow the rules is for `audit`.
    """
    kind, every = _begun(lines)
    loaded: AnyStream = kind.load(every)
    return loaded


def audit(lines: Iterable[str | bytes], *, head: str = "") -> Audit:
    """Check a record: hashes and chain, then every command decided again under the rules it was made with.

    `head` is the expected hash of the last entry, or its beginning. Only that detects a truncated record, or one rewritten from
    end to end.
    """
    kind, every = _begun(lines)
    return audited(kind.engine, every, head=head)


def _begun(lines: Iterable[str | bytes]) -> tuple[type[Any], Iterable[str | bytes]]:
    rest = iter(lines_of(lines))
    if not (first := next(rest, None)):
        raise HistoryError("line 1: there is no entry")
    return _kind_of(first), chain((first,), rest)
