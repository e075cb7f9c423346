"""Past rounds of the house: by table, time, person, hand or amount. Only finished rounds can be found."""

from collections.abc import Iterable, Iterator

import msgspec

from croupier.floor.house import AnyStream
from croupier.kernel.reading import AnyEntry
from croupier.stud import events as stud
from croupier.tables.any_table import AnyTable
from croupier.tables.results import ENDS
from croupier.tables.summary import Summary


class RoundFound(msgspec.Struct, frozen=True, kw_only=True):
    """One round: where, its number, its entries, when it ended, who was in it, what hands were shown and what was paid."""

    stream: str
    number: int
    first: int
    last: int
    at: int
    people: tuple[str, ...]
    hands: tuple[str, ...]
    most: int
    clauses: frozenset[str]


def rounds_of(stream: AnyStream) -> Iterator[RoundFound]:
    """Every finished round of a table, the oldest first."""
    if not isinstance(stream, AnyTable):
        return
    entries: list[AnyEntry] = []
    number = 0
    for entry in stream.entries:
        entries.append(entry)
        for event in entry.events:
            if isinstance(event, ENDS):
                number = getattr(event, "round", 0) or getattr(event, "hand", 0) or number + 1
                yield _round_found(stream.name, number, entries)
                entries = []
                break


def _round_found(name: str, number: int, entries: list[AnyEntry]) -> RoundFound:
    people: dict[str, None] = {}
    said: list[str] = []
    most, clauses = 0, set[str]()
    for entry in entries:
        if isinstance(entry.capacity, int):
            people[entry.person] = None
        for event in entry.events:
            clauses.update(event.clauses)
            most = max(most, max(event.postings.values(), default=0))
            if (hand := getattr(event, "hand", "")) and isinstance(hand, str):
                said.append(hand)
            if isinstance(event, stud.WagerSettled) and event.odds:
                said.append(event.odds)
            if value := getattr(event, "value", ""):
                said.append(str(value))
    return RoundFound(
        stream=name,
        number=number,
        first=entries[0].number,
        last=entries[-1].number,
        at=entries[-1].at,
        people=tuple(people),
        hands=tuple(dict.fromkeys(said)),
        most=most,
        clauses=frozenset(clauses),
    )


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """What to search for: parts of names and hands, amounts in cents, times in seconds; an empty field matches anything."""

    table: str = ""
    person: str = ""
    hand: str = ""
    clause: str = ""
    least: int = 0
    after: int = 0
    before: int = 0

    def may_be_at(self, row: Summary) -> bool:
        """Whether a table can have such a round, judged by its row."""
        return self.table in ("", row.name) and row.at >= self.after

    def fits(self, round_found: RoundFound, told: str) -> bool:
        return (
            (not self.person or any(self.person in person for person in round_found.people))
            and (not self.hand or self.hand.casefold() in told.casefold())
            and (not self.clause or self.clause in round_found.clauses)
            and round_found.most >= self.least
            and (not self.after or round_found.at >= self.after)
            and (not self.before or round_found.at <= self.before)
        )


MOST = 100
"""How many rounds are listed at most, the latest matches."""


def search(streams: Iterable[AnyStream], wanted: Wanted, most: int = MOST) -> list[RoundFound]:
    """Matching rounds, the latest first. A hand is searched for in the sentences of the round."""
    rounds: list[RoundFound] = []
    for stream in streams:
        for round_found in rounds_of(stream):
            told = " ".join(round_found.hands)
            if wanted.hand and wanted.hand.casefold() not in told.casefold():
                entries = stream.entries[round_found.first - 1 : round_found.last]
                told = " ".join(stream.engine.tell(event, stream.rules) for entry in entries for event in entry.events)
            if wanted.fits(round_found, told):
                rounds.append(round_found)
    return sorted(rounds, key=lambda round_found: -round_found.at)[:most]
