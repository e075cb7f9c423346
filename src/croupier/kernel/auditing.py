"""Auditing: read a record entry by entry and decide every command again under the rules of that time."""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, NamedTuple

from msgspec.structs import replace

from croupier.kernel.clauses import cited
from croupier.kernel.data import data_of
from croupier.kernel.decisions import Refused
from croupier.kernel.engine import Engine
from croupier.kernel.entries import encode, sealed
from croupier.kernel.errors import HistoryError
from croupier.kernel.events import Event
from croupier.kernel.incidents import GuessRefused
from croupier.kernel.reading import AnyEntry, begun, of_today
from croupier.kernel.streams import PROVIDE, AnyStream, Stream, on_record


class Deviation(NamedTuple):
    """Where a record breaks the rules: which entry, what is wrong, what was recorded and what should have been."""

    number: int
    command: str
    says: str
    clauses: tuple[str, ...] = ()
    recorded: str = ""
    decided: str = ""

    def __str__(self) -> str:
        lines = [f"entry {self.number}{', ' if self.command else ''}{self.command}: {self.says}"]
        if self.clauses:
            lines[0] += f" ({cited(self.clauses)})"
        if self.recorded or self.decided:
            lines += [f"  recorded: {self.recorded}", f"  decided:  {self.decided}"]
        return "\n".join(lines)


class Audit(NamedTuple):
    """The result of an audit: the number of entries read, the hash of the last one, and the first deviation, if any.

    It is true if there is none.
    """

    entries: int
    head: str
    deviation: Deviation | None

    def __bool__(self) -> bool:
        return self.deviation is None

    def __str__(self) -> str:
        if self.deviation is not None:
            return str(self.deviation)
        said = "the chain is unbroken and every command, decided again, gave the same result"
        return f"{self.entries} entries, {said}. Head {self.head}"


def audit(engine: Engine[Any, Any], lines: Iterable[str | bytes], *, head: str = "") -> Audit:
    """Read a record: check the hashes and the chain, then decide every command again under the pinned rules.

    It stops at the first fault.
    """
    stream: AnyStream | None = None
    number = 0
    for number, line in enumerate(of_today(engine, lines), 1):
        try:
            if stream is not None:
                entry = engine.codec.read_entry(line, number)
            else:
                entry, pins = begun(engine, line)
                stream = Stream._blank(engine, pins, entry.stream)
                if stream.warnings and entry.command is not None:
                    return Audit(0, "", Deviation(1, "", stream.warnings[0]))
            stream._check(entry, line)
            if sealed(replace(entry, hash=""))[0] != line.rstrip(b"\r\n"):
                raise HistoryError(f"line {number}: it is not written as entries are")
            if deviation := _deviation(stream, entry):
                return Audit(number, stream.head, deviation)
            stream._fold(entry)
        except HistoryError as error:
            says = str(error).partition(": ")[2] or str(error)
            return Audit(number, stream.head if stream else "", Deviation(number, "the record", says))
    if stream is None:
        return Audit(0, "", Deviation(1, "the record", "there is no entry"))
    if head and not stream.head.startswith(head.lower()):
        says = f"the record ends with {stream.head}, not with {head}: its end is missing, or it was rewritten"
        return Audit(number, stream.head, Deviation(number, "the head", says))
    return Audit(number, stream.head, None)


def gone_through(
    engine: Engine[Any, Any], lines: Iterable[str | bytes]
) -> Iterator[tuple[AnyStream, AnyEntry, Deviation | None]]:
    """Each entry of a loaded record, with the stream as it was before, and how the entry differs from what its
    command gives now.
    """
    stream: AnyStream | None = None
    for number, line in enumerate(of_today(engine, lines), 1):
        if stream is not None:
            entry = engine.codec.read_entry(line, number)
        else:
            entry, pins = begun(engine, line)
            stream = Stream._blank(engine, pins, entry.stream)
        yield stream, entry, _deviation(stream, entry)
        stream._fold(entry)


def _deviation(stream: AnyStream, entry: AnyEntry) -> Deviation | None:
    """How an entry differs from what its command gives now."""
    said, name = entry.said, entry.command.declared.name if entry.command is not None else "nothing"
    if entry.command is None:
        return Deviation(entry.number, name, "from a time when commands were not recorded")
    if wrong := stream.unnamed(said, entry.id) or ("it pins the rules again" if entry.pins and entry.number > 1 else ""):
        return Deviation(entry.number, name, wrong)
    try:
        decision = stream.decided(entry.command, said)
        decided = on_record(decision) or ()
    except Exception as error:
        return Deviation(entry.number, name, f"it cannot be decided: {error}")
    if decided != entry.events and (lacks := stream.engine.lacks(stream.rules, entry.command, said)):
        return Deviation(entry.number, name, f"it cannot be decided without {lacks}, which is not here: {PROVIDE}")
    if isinstance(decision, Refused) and not decision.looked:
        return Deviation(entry.number, name, f"it is refused: {decision.reason}", decision.clauses)
    if decided == entry.events or encode(decided) == _as_worded_now(encode(entry.events)):
        return None
    if isinstance(decision, Refused) and isinstance(entry.events[0], GuessRefused):
        before = stream.engine.decide(stream.rules, stream.state, entry.command, said)
        if on_record(before) == entry.events:
            return None  # older versions refused a guess on its own grounds
    if not entry.events:
        return Deviation(entry.number, name, "it has no events")
    for recorded, event in zip(entry.events, decided, strict=False):
        if recorded != event:
            says = "what was recorded is not what the rules give"
            return Deviation(entry.number, name, says, event.clauses, _shown(recorded), _shown(event))
    says = f"{len(entry.events)} events were recorded where there are {len(decided)}"
    return Deviation(entry.number, name, says, decided[-1].clauses, _shown(entry.events[-1]), _shown(decided[-1]))


@cache
def _rewordings() -> list[tuple[bytes, bytes]]:
    return [(old.encode(), now.encode()) for old, now in data_of("croupier.kernel", "rewordings.toml").items()]


def _as_worded_now(events: bytes) -> bytes:
    """Events of an older record in today's form."""
    for old, now in _rewordings():
        events = events.replace(old, now)
    return events


def _shown(event: Event) -> str:
    return encode(event).decode()
