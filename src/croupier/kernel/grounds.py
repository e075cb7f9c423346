"""Grounds: the facts of play that an engine cites, each with a sentence, from the `grounds.toml` beside it.

`refusals.toml` has what a refusal says beyond that sentence, with names for the values that the engine fills in; other languages
have their own files. A book maps grounds to its clauses. A ground is also the error code for an API client, so each ground of a
refusal is declared: here, or by its engine.
"""

from collections.abc import Collection, Mapping
from functools import cached_property

import msgspec

from croupier.kernel.data import data_of


class Grounds(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """The grounds of one engine: those that every book maps, those of a feature that a book may have, and those of refusals
    that take their clauses from what happened before. If grounds are `alike`, one without clauses of its own takes those
    of its nearest neighbour, which may in turn have them from an earlier list.
    """

    always: dict[str, str]
    feature: dict[str, dict[str, str]] = {}
    borrowed: dict[str, str] = {}
    alike: tuple[tuple[str, ...], ...] = ()
    package: str = ""

    @cached_property
    def sentences(self) -> dict[str, str]:
        """Every ground with its sentence."""
        return self.always | {name: says for part in self.feature.values() for name, says in part.items()} | self.borrowed

    def needed(self, features: frozenset[str]) -> set[str]:
        """The grounds that a book with these features must map."""
        return set(self.always).union(*(self.feature[feature] for feature in features))

    def filled(self, grounds: Mapping[str, tuple[str, ...]], needed: Collection[str]) -> dict[str, tuple[str, ...]]:
        """A book's clauses for its grounds; a required ground without its own takes its neighbour's."""
        clauses = dict(grounds)
        for group in self.alike:
            for place, ground in enumerate(group):
                near = [neighbour for neighbour in (*group[:place][::-1], *group[place:]) if neighbour in clauses]
                if ground in needed and near:
                    clauses.setdefault(ground, clauses[near[0]])
        return clauses

    def first(self, grounds: set[str]) -> set[str]:
        """Without those that share the clauses of another of them."""
        return grounds.difference(*([ground for ground in group if ground in grounds][1:] for group in self.alike))


def grounds_of(package: str) -> Grounds:
    """The grounds that an engine's package declares."""
    return msgspec.convert({**data_of(package, "grounds.toml"), "package": package}, Grounds)


GENERAL = grounds_of("croupier.kernel").always
"""What every stream may cite in a refusal, whatever the book."""
