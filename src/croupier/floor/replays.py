"""The rounds of a table as one viewer saw them: found as the table grows, and replayed step by step.

Everything here comes from a viewer's own eyes: it has nothing that they were not shown at the time.
"""

from collections.abc import Iterator, Sequence

import msgspec

from croupier.kernel.actors import Viewer
from croupier.kernel.events import Event
from croupier.kernel.reading import AnyEntry
from croupier.kernel.telling import entered_for
from croupier.poker import events as poker
from croupier.stud import events as stud
from croupier.tables.any_table import AnyTable
from croupier.tables.results import ENDS, Results

_OUTCOMES = (poker.PotPushed, stud.DealerRevealed, stud.RoundVoided)
"""How a round is summarised in a list."""

Sentence = tuple[str, tuple[str, ...]]
"""What happened, in words, with its clauses."""


class RoundSeen(msgspec.Struct, frozen=True, kw_only=True):
    """A finished round: its number, its game, its entries, when it ended, the result, who sat where; `net` is what it
    brought the viewer, if they played in it.
    """

    number: int
    game: str
    edition: str
    first: int
    last: int
    at: int
    outcome: tuple[Sentence, ...]
    people: dict[int, str]
    net: int | None


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """One step of a round: its entry, its time, and what the viewer then heard."""

    entry: int
    at: int
    says: tuple[Sentence, ...]


class RoundsSeen:
    """Every finished round of a table, for one viewer. It grows with the table and never reads an entry twice."""

    def __init__(self, table: AnyTable, viewer: Viewer) -> None:
        self.then, self.viewer, self.results = table.rewound(), viewer, Results()
        self.found: list[RoundSeen] = []
        self._begin(1)

    def _begin(self, first: int) -> None:
        self._first, self._outcome = first, list[Sentence]()

    def follow(self, entries: Sequence[AnyEntry]) -> None:
        """Continue with entries of the table, beginning with the next one."""
        for entry in entries:
            self.then.repeat(entry)
            for event in seen_in(self.then, entry, self.viewer):
                begun = self.results.on
                self.results.take(event)
                if self.results.on and not begun:
                    self._first = entry.number
                if isinstance(event, _OUTCOMES):
                    self._outcome.append((self.then.engine.tell(event, self.then.rules), event.clauses))
                if isinstance(event, ENDS):
                    self._end(entry)

    def _end(self, entry: AnyEntry) -> None:
        person, results = self.viewer.person, self.results
        seen_round = RoundSeen(
            number=results.number,
            game=self.then.rules.game,
            edition=self.then.rules.edition,
            first=self._first,
            last=entry.number,
            at=entry.at,
            outcome=tuple(self._outcome),
            people=dict(results.people),
            net=results.net(person) if person and person in results.players else None,
        )
        self.found.append(seen_round)
        self._begin(entry.number + 1)


def seen_in(table: AnyTable, entry: AnyEntry, viewer: Viewer) -> Sequence[Event]:
    """The events of a table's latest entry as a viewer saw them."""
    return table.eyes(viewer).seen[-len(entry.events) :] if entry.events else ()


def steps(table: AnyTable, entries: Sequence[AnyEntry], first: int, viewer: Viewer) -> Iterator[tuple[Step, AnyTable]]:
    """The table after each of its entries from the `first` on, with what the viewer heard: one table that grows."""
    then = table.rewound()
    for entry in entries:
        then.repeat(entry)
        if entry.number >= first:
            said = seen_in(then, entry, viewer)
            says = [(then.engine.tell(event, then.rules), event.clauses) for event in said]
            if entered := entered_for(entry, then.state.seat_of(viewer.person)):
                says.append((entered, ()))
            yield Step(entry=entry.number, at=entry.at, says=tuple(says)), then
