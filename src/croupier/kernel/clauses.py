"""The clause catalogue: every clause of a book, in our own words, and what cites it."""

import re
from typing import Any, Literal

import msgspec

Kind = Literal["procedure", "parameter", "discretion", "record", "definition", "physical", "heading"]
EXECUTABLE: frozenset[str] = frozenset({"procedure", "parameter", "discretion", "record"})


class Clause(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One clause. `grounds` are the facts of play that cite it; `why` says why a physical clause has nothing to execute.

    A book of several games says with `games` for which of them a clause gives its grounds; empty means for all.
    """

    line: str
    kind: Kind = msgspec.field(default_factory=lambda: "procedure")  # not a default: the digest of a book has every kind
    why: str = ""
    grounds: tuple[str, ...] = ()
    games: tuple[str, ...] = ()
    terms: dict[str, str] = {}

    @property
    def executable(self) -> bool:
        return self.kind in EXECUTABLE


class Catalogue(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The clauses of one book by number, in the order of the book."""

    clause: dict[str, Clause]

    def cites(self, game: str) -> dict[str, tuple[str, ...]]:
        """For each ground, the clauses it rests on in a game, in the order of the book."""
        grounds: dict[str, tuple[str, ...]] = {}
        for number, clause in self.clause.items():
            for ground in clause.grounds if game in clause.games or not clause.games else ():
                grounds[ground] = (*grounds.get(ground, ()), number)
        return grounds


class OfClause(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a book says under one clause, or several."""

    clause: str | list[str]

    @property
    def clauses(self) -> tuple[str, ...]:
        return (self.clause,) if isinstance(self.clause, str) else tuple(self.clause)


class Parameter(OfClause, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A number of the book, or a table of them, with its clause.

    A `threshold` is a number where the ruling changes, so it needs cases below, at and above it.
    """

    value: int | str | None = None
    rows: dict[str, Any] | list[dict[str, Any]] | None = None
    unit: str = ""
    table: str = ""
    threshold: bool = False


def number_key(number: str) -> tuple[tuple[int, int | str], ...]:
    """A key that sorts clause numbers as the book does: 5.2 before 5.10, (b) before (c), an inserted 5.2A after 5.2(c).

    >>> sorted(["5.10", "5.2A", "5.2", "5.2(b)", "5.2(a)"], key=number_key)
    ['5.2', '5.2(a)', '5.2(b)', '5.2A', '5.10']
    """
    parts = re.findall(r"\d+|\(?[A-Za-z]+", number)
    return tuple((0, int(part)) if part.isdigit() else (1, part) for part in parts)  # "(" sorts before letters


def cited(clauses: tuple[str, ...]) -> str:
    """Clause numbers as printed after a sentence: `5.5, 7.5.3`."""
    return ", ".join(clauses)
