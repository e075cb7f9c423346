"""What the pages of all tables share: who looks on, the log, pending rulings."""

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import Any

import msgspec

from croupier.kernel.actors import Capacity, Said, Viewer
from croupier.kernel.events import Event
from croupier.kernel.incidents import Rule
from croupier.kernel.legal import Legal
from croupier.kernel.money import money
from croupier.kernel.streams import Stream
from croupier.kernel.telling import entered_for
from croupier.web.pages import page
from croupier.web.texts import text

_BIG = 40
LOG_LINES = 60
"""How many of the latest sentences are in the log."""

Ends = tuple[type[Event], ...]


def viewer_of(table: Stream[Any, Any], person: str, capacity: Capacity | None) -> Viewer:
    """How a person looks on: a person who plays or only watches, or someone of the house."""
    if capacity is None or isinstance(capacity, int):
        return Viewer(person=person)
    return table.viewer_of(Said(person, capacity, 0))


def log(
    table: Stream[Any, Any], viewer: Viewer, names: Mapping[str, str] = {}, heading: Callable[[Event], str] | None = None
) -> str:
    """The latest sentences as this viewer may know them, the newest first; with a link to its rounds if it has any.

    Each has its clauses, and the heading of its round.
    """
    opens = heading or (lambda event: "")
    seen, mine = table.view(viewer), table.engine.seat_of(table.state, viewer.person)
    lines: list[tuple[str, tuple[str, ...], str]] = []
    for entry in reversed(table.entries):
        before = len(seen) - len(entry.events)
        if entered := entered_for(entry, mine, names):
            lines.append((entered, (), ""))
        lines += [(told(table, event, names), event.clauses, opens(event)) for event in reversed(seen[before:])]
        seen = seen[:before]
        if len(lines) >= LOG_LINES:
            break
    del lines[LOG_LINES:]
    return page("log.html", lines=lines, book=table.rules.book, stream=table.name, rounds=heading is not None)


def told(table: Stream[Any, Any], event: Event, names: Mapping[str, str]) -> str:
    """An event in words, with its people by name and not by account."""
    says = table.engine.tell(event, table.rules)
    about = [str(getattr(event, field, "")) for field in ("person", "whose", "winner")]
    about += map(str, getattr(event, "people", ()))
    left = {person.lower(): names[person] for person in about if names.get(person)}
    if not left:
        return says
    accounts = re.compile(rf"(?<![\w-])({'|'.join(map(re.escape, left))})(?![\w-])", re.IGNORECASE)
    return accounts.sub(lambda found: left.pop(found[0].lower(), found[0]), says)


def seen_entries(stream: Stream[Any, Any], viewer: Viewer) -> list[Sequence[Event]]:
    """For each entry of a stream, the events as a viewer may see them."""
    shown = iter(stream.view(viewer))
    return [list(islice(shown, len(entry.events))) for entry in stream.entries]


def said(table: Stream[Any, Any], viewer: Viewer, since: int, quiet: Ends = (), names: Mapping[str, str] = {}) -> list[str]:
    """What is read out to this viewer of the events after the first `since`, in their order."""
    return [told(table, event, names) for event in table.view(viewer, since=since) if not isinstance(event, quiet)]


def rulings_open(table: Stream[Any, Any], capacity: Capacity) -> list[Legal]:
    """The rulings that a person of that rank may give now."""
    rules = table.rules
    return [
        offer
        for offer in table.legal(by=capacity)
        if isinstance(offer.command, Rule) and (offer.by == capacity or rules.rank_of(capacity) >= rules.rank_of(offer.by) >= 0)
    ]


class Notice(msgspec.Struct, frozen=True, kw_only=True):
    """Something announced at the table, and the moment until which it is counted down, if there is one."""

    says: str
    until: int = 0
    clauses: tuple[str, ...] = ()


class Reading(msgspec.Struct, frozen=True, kw_only=True):
    """What the keys read out: each card of your own separately, and the rest as sentences."""

    each: tuple[str, ...]
    own: str
    middle: str
    pot: str
    stacks: str
    may: str


def last_of(events: Sequence[Event], ends: Ends, number: int = 1) -> int:
    """The place of the event, so many before the last, that ends a round, or -1."""
    for place in range(len(events) - 1, -1, -1):
        if isinstance(events[place], ends):
            number -= 1
            if not number:
                return place
    return -1


def total(net: int, stake: int) -> tuple[str, str]:
    """The result of a round for a person: in a word, and as a sentence. Many times the smallest `stake` is big."""
    if not net:
        return "even", text("result.you_even")
    if net > 0:
        return "won big" if net >= _BIG * stake else "won", text("result.you_won", amount=money(net))
    return "lost", text("result.you_lost", amount=money(-net))
