"""What every engine is given of a book, whatever the game: its name, its ranks, and the clauses behind every ground."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import ClassVar

import msgspec

from croupier.kernel.clauses import BookError
from croupier.kernel.decisions import Refused
from croupier.kernel.duties import Duty
from croupier.kernel.rulings import Irregularity


class Rulebook(msgspec.Struct, frozen=True, kw_only=True):
    """One game of one book, as far as all games have it. An engine adds its numbers and procedures.

    `officials` stand outside the ranks and may do only what names them; `readings` names the other readings of the book
    that a house may choose. `sentences` says each ground of the engine in words.
    """

    sentences: ClassVar[Mapping[str, str]] = {}

    game: str
    book: str
    title: str
    edition: str
    digest: str
    ranks: tuple[str, ...]
    grounds: Mapping[str, tuple[str, ...]]
    duties: Mapping[str, Duty] = {}
    irregularities: Mapping[str, Irregularity] = {}
    officials: tuple[str, ...] = ()
    readings: frozenset[str] = frozenset()
    _cited: dict[tuple[str, ...], tuple[str, ...]] = msgspec.field(default_factory=dict)

    def check_grounds(self, needed: Iterable[str]) -> None:
        """Refuse to load a game for which the book gives some ground no clause."""
        if unmapped := sorted(set(needed) - set(self.grounds)):
            raise BookError(f"{self.game}: no clause is given for {', '.join(unmapped)}")

    def cite(self, *grounds: str) -> tuple[str, ...]:
        """The clauses that these grounds stand on, each once."""
        if (known := self._cited.get(grounds)) is None:
            known = tuple(dict.fromkeys(clause for ground in grounds for clause in self.grounds[ground]))
            self._cited[grounds] = known
        return known

    def refuse(self, ground: str, reason: str = "") -> Refused:
        return Refused(ground=ground, reason=reason or self.sentences[ground], clauses=self.cite(ground))

    def unknown(self, what: str) -> Refused:
        """The refusal of something that this book has no clause for."""
        return Refused(ground="not_in_this_book", reason=f"{self.title} has no rule for {what}")

    def rank_of(self, by: str) -> int:
        """How high somebody stands among the book's ranks, or -1 for a player and for strangers."""
        wanted = by.casefold()
        for number, rank in enumerate(self.ranks):
            if rank.casefold() == wanted:
                return number
        return 0 if wanted == "dealer" else -1  # a book that has another name for the dealer names that rank first

    def is_official(self, by: str) -> bool:
        return by.casefold() in (official.casefold() for official in self.officials)

    def needs_rank(self, by: str, rank: str) -> Refused | None:
        """A refusal that names the rank needed, unless `by` has it or stands above; nobody stands above an official."""
        if self.is_official(rank):
            if by.casefold() == rank.casefold():
                return None
            return self.refuse("rank_needed", f"that is for the {rank} alone, not for {by or 'nobody'}")
        if self.rank_of(by) >= max(self.rank_of(rank), 0):
            return None
        return self.refuse("rank_needed", f"that takes the {rank} or above, not {by or 'nobody'}")

    def duty_for(self, name: str, by: str, phase: str, seats: Collection[int]) -> Duty | Refused:
        """The duty of that name, if this person may do it in this phase; else why not."""
        if name not in self.duties:
            return Refused("no_such_duty", f"{name!r} is not a duty here; there is {', '.join(self.duties)}")
        duty = self.duties[name]
        if duty.by == "player":
            if by.removeprefix("seat ") not in map(str, seats):
                return Refused("rank_needed", f"{duty.says}: that is for a player at the table", duty.clauses)
        elif by not in duty.also and self.rank_of(by) < self.rank_of(duty.by or "dealer"):
            needed = duty.by or "dealer"
            return Refused("rank_needed", f"{duty.says}: that takes the {needed} or above, not {by}", duty.clauses)
        if duty.phases and phase not in duty.phases:
            when = " or ".join(duty.phases)
            return Refused("not_at_this_time", f"{duty.says}: that is for {when}, not {phase}", duty.clauses)
        return duty
