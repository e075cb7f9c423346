"""The inspector's pages: rounds searched, replayed as anyone saw them, recomputed next to the record."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from croupier.floor.house import AnyStream
from croupier.kernel.actors import INSPECTOR, ONLOOKER, Viewer
from croupier.kernel.auditing import Deviation
from croupier.kernel.reading import AnyEntry
from croupier.web.regions import seen_entries


class EntryShown(NamedTuple):
    """An entry, what a viewer saw of its result, and the result of deciding it again, if different."""

    entry: AnyEntry
    command: str
    says: list[tuple[str, tuple[str, ...]]]
    again: str


def viewers(stream: AnyStream, first: int, last: int) -> dict[str, Viewer]:
    """The views of a round: whole, an onlooker's, the dealer's, and that of each person who acted in it."""
    by_name = {"inspector": INSPECTOR, "onlooker": ONLOOKER, "dealer": Viewer(role="dealer")}
    for entry in stream.entries[first - 1 : last]:
        if isinstance(entry.capacity, int):
            by_name[entry.person] = Viewer(person=entry.person)
    return by_name


def entries_shown(
    stream: AnyStream, numbers: Iterable[int], viewer: Viewer, deviations: Mapping[int, Deviation] = {}
) -> list[EntryShown]:
    """These entries as a viewer saw them."""
    seen, entries = seen_entries(stream, viewer), []
    for entry in (stream.entries[number - 1] for number in numbers):
        wrong = deviations.get(entry.number)
        command = entry.command.declared.name if entry.command is not None else ""
        says = [(stream.engine.tell(event, stream.rules), event.clauses) for event in seen[entry.number - 1]]
        entries.append(EntryShown(entry, command, says, str(wrong) if wrong is not None else ""))
    return entries
