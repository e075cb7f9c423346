"""The rounds of a table as one viewer saw them: found as the table grows, and gone through again step by step.

Everything here comes from a viewer's own eyes: what they were not shown when it happened is not in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from croupier.floor.house import CardStream
from croupier.kernel.accounts import purse_of, stack_of
from croupier.kernel.actors import Viewer
from croupier.kernel.events import Event
from croupier.kernel.streams import AnyEntry
from croupier.poker import events as poker
from croupier.stud import events as stud

ENDS = (stud.RoundEnded, stud.RoundVoided, poker.HandEnded)
_OUTCOMES = (poker.PotPushed, stud.DealerRevealed, stud.RoundVoided)
"""What a round is told by in a list."""

Sentence = tuple[str, tuple[str, ...]]
"""Something that happened in words, with its clauses."""


class RoundSeen(msgspec.Struct, frozen=True, kw_only=True):
    """A round that is over: its number, its game, its entries, when it ended, how it came out; `net` is what it brought the
    viewer, if they played in it.
    """

    number: int
    game: str
    edition: str
    first: int
    last: int
    at: int
    outcome: tuple[Sentence, ...]
    net: int | None


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """One step of a round: its entry, when it was, and what the viewer then heard."""

    entry: int
    at: int
    says: tuple[Sentence, ...]


class RoundsSeen:
    """Every round of a table that is over, for one viewer. It grows with the table and never goes over an entry twice."""

    def __init__(self, table: CardStream, viewer: Viewer) -> None:
        self.then, self.viewer = table.anew(), viewer
        self.found: list[RoundSeen] = []
        self._begin(1)

    def _begin(self, first: int) -> None:
        self._first, self._begun = first, False
        self._net, self._played, self._outcome = 0, False, list[Sentence]()

    def follow(self, entries: Sequence[AnyEntry]) -> None:
        """Go on through entries of the table, the first of which is the next one."""
        for entry in entries:
            seat = self._seat()
            self.then.repeat(entry)
            seat = seat or self._seat()
            for event in seen_in(self.then, entry, self.viewer):
                if isinstance(event, poker.HandBegun) or (isinstance(event, stud.AntePlaced) and not self._begun):
                    self._begun, self._first, self._net, self._played = True, entry.number, 0, False
                self._take(event, seat)
                if isinstance(event, ENDS):
                    self._end(entry, event)

    def _seat(self) -> int:
        return self.then.engine.seat_of(self.then.state, self.viewer.person) if self.viewer.person else 0  # type: ignore[arg-type]

    def _take(self, event: Event, seat: int) -> None:
        if isinstance(event, _OUTCOMES):
            self._outcome.append((self.then.engine.tell(event, self.then.rules), event.clauses))  # type: ignore[arg-type]
        if seat and stack_of(seat) in event.postings and purse_of(self.viewer.person) not in event.postings:
            self._net += event.postings[stack_of(seat)]
            self._played = True
        if isinstance(event, poker.HandsDealt) and seat in event.hands:
            self._played = True

    def _end(self, entry: AnyEntry, event: Event) -> None:
        number = getattr(event, "round", 0) or self.then.state.hand.number  # type: ignore[union-attr]
        found = RoundSeen(
            number=number,
            game=self.then.rules.game,
            edition=self.then.rules.edition,
            first=self._first,
            last=entry.number,
            at=entry.at,
            outcome=tuple(self._outcome),
            net=self._net if self._played else None,
        )
        self.found.append(found)
        self._begin(entry.number + 1)


def seen_in(table: CardStream, entry: AnyEntry, viewer: Viewer) -> Sequence[Event]:
    """The events of a table's latest entry as a viewer saw them."""
    return table.eyes(viewer).seen[-len(entry.events) :] if entry.events else ()


def steps(
    table: CardStream, entries: Sequence[AnyEntry], first: int, viewer: Viewer
) -> Iterator[tuple[Step, CardStream]]:
    """The table after each of its entries from the `first` on, with what the viewer heard: one table that grows."""
    then = table.anew()
    for entry in entries:
        then.repeat(entry)
        if entry.number >= first:
            said = seen_in(then, entry, viewer)
            says = tuple((then.engine.tell(event, then.rules), event.clauses) for event in said)  # type: ignore[arg-type]
            yield Step(entry=entry.number, at=entry.at, says=says), then
