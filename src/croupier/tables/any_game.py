"""Streams of every kind, and whichever of them a record was written from."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from itertools import chain
from typing import Any

import msgspec

from croupier.books import game_of
from croupier.kernel.auditing import Audit
from croupier.kernel.auditing import audit as audited
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
"""Every kind of stream, by the name that its records have for it."""


class _FirstLine(msgspec.Struct):
    pins: Pins | None = None
    type: str = ""
    game: str = ""


def snapshot_is_wrong(lines: Sequence[bytes], number: int, snapshot: bytes) -> str:
    """Why a snapshot is not what the first `number` entries of its stream come to; nothing where it is, or is of no use."""
    kind = _kind_of(lines[0])
    try:
        kept = kind.reopen(kind.engine, snapshot)
    except HistoryError as error:
        with suppress(msgspec.MsgspecError, ValueError):
            if msgspec.json.decode(snapshot, type=Snapshot).code != CODE:
                return ""  # another version made it, and nobody reads it
        return str(error)
    if not kept.number == number <= len(lines):
        return f"the snapshot that is kept at entry {number} is one of entry {kept.number}"
    then = kind.load(lines[:number])
    same = (kept.name, kept.at, kept.head, kept.pins, kept.state) == (then.name, then.at, then.head, then.pins, then.state)
    if same and all(kept.answered(answer) == then.answered(answer) for answer in {*kept.answers, *then.answers}):
        return ""
    return "the snapshot that the house is opened from is not what its entries come to"


def _kind_of(first: str | bytes) -> type[Any]:
    """What kind of stream a record is of, by its first line; one of schema 0 names the game at most."""
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
    """The stream that a record was written from, of whatever kind.

    Every hash and the whole chain are checked, and that the events fold; `audit` says whether it was by the rules.
    """
    kind, every = _begun(lines)
    loaded: AnyStream = kind.load(every)
    return loaded


def audit(lines: Iterable[str | bytes], *, head: str = "") -> Audit:
    """Go through a record: hashes and chain, then every command decided again under the rules that it was made by.

    `head` is the hash, or its beginning, that the last entry is known to have: only that detects a record that was rewritten
    from end to end, or cut off.
    """
    kind, every = _begun(lines)
    return audited(kind.engine, every, head=head)


def _begun(lines: Iterable[str | bytes]) -> tuple[type[Any], Iterable[str | bytes]]:
    rest = iter(lines_of(lines))
    if not (first := next(rest, None)):
        raise HistoryError("line 1: there is no entry")
    return _kind_of(first), chain((first,), rest)
