"""The inspector's pages: rounds found, replayed as anybody saw them, recomputed beside recorded."""

from __future__ import annotations

import msgspec

from croupier.floor.house import AnyStream
from croupier.kernel.actors import INSPECTOR, ONLOOKER, Viewer
from croupier.kernel.auditing import Deviation


class EntryShown(msgspec.Struct, frozen=True, kw_only=True):
    """An entry as a viewer saw it: who, when, what came of it; and what deciding it again gives, where that differs."""

    number: int
    at: int
    who: str
    command: str
    says: tuple[tuple[str, tuple[str, ...]], ...]
    hash: str
    again: str


def viewers(stream: AnyStream, first: int, last: int) -> dict[str, Viewer]:
    """As whom a round can be seen: whole, by an onlooker, by the dealer, and by each who acted in it."""
    found = {"inspector": INSPECTOR, "onlooker": ONLOOKER, "dealer": Viewer(role="dealer")}
    for entry in stream.entries[first - 1 : last]:
        if isinstance(entry.capacity, int):
            found[entry.person] = Viewer(person=entry.person)
    return found


def entries_shown(
    stream: AnyStream, first: int, last: int, viewer: Viewer, deviations: dict[int, Deviation]
) -> list[EntryShown]:
    """The entries of a round as a viewer saw them."""
    seen = stream.view(viewer)
    at = sum(len(entry.events) for entry in stream.entries[: first - 1])
    found = []
    for entry in stream.entries[first - 1 : last]:
        count = len(entry.events)
        shown = seen[at : at + count]
        at += count
        wrong = deviations.get(entry.number)
        found.append(
            EntryShown(
                number=entry.number,
                at=entry.at,
                who=str(entry.said),
                command=type(entry.command).__name__ if entry.command is not None else "",
                says=tuple((stream.engine.tell(event, stream.rules), event.clauses) for event in shown),
                hash=entry.hash,
                again=str(wrong) if wrong is not None else "",
            )
        )
    return found
