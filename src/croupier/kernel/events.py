"""Commands and events: what somebody asks for, and what then is so.

An event names the clauses that made it so and moves money only by postings that sum to zero; one that does neither
cannot be made. Every event type says who may see what of it; one without such a rule is refused when it is defined.
"""

from __future__ import annotations

from typing import Any, Self

import msgspec
from msgspec.structs import force_setattr

from croupier.kernel.money import MoneyError, balanced


class Viewer(msgspec.Struct, frozen=True):
    """Who is looking: the player of a seat, or somebody in a role such as `dealer` or `inspector`."""

    seat: int = 0
    role: str = "player"

    def __str__(self) -> str:
        return f"seat {self.seat}" if self.seat else self.role


ONLOOKER = Viewer(role="onlooker")
INSPECTOR = Viewer(role="inspector")

# Commands and events hold no cycles and are kept by the hundred thousand: `gc=False` spares the collector from walking them,
# and those that move no money share one empty dict.
_NOTHING: dict[str, int] = {}


class Command(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag=True, omit_defaults=True, gc=False
):
    """Something that a person wants. `by` is a seat (`seat 3`) or a rank of the book; `at` is a time in seconds."""

    by: str = ""
    at: int = 0


class Event(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag=True, omit_defaults=True, gc=False
):
    """Something that is so, with the clauses that made it so."""

    clauses: tuple[str, ...]
    postings: dict[str, int] = {}

    def __post_init__(self) -> None:
        if not self.clauses:
            raise ValueError(f"{type(self).__name__} names no clause")
        if not self.postings:
            force_setattr(self, "postings", _NOTHING)
        elif not balanced(self.postings):
            raise MoneyError(f"{type(self).__name__} does not balance: {self.postings}")

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if cls.seen_by is Event.seen_by:
            raise TypeError(f"{cls.__name__} does not say who may see it")

    def seen_by(self, viewer: Viewer) -> Self:
        """This event as the viewer may see it while the round is in play."""
        raise NotImplementedError

    def apply(self, state: Any) -> Any:
        """The state after this event; postings are applied apart. It never looks at a card's face."""
        raise NotImplementedError


class Public(Event, frozen=True, kw_only=True):
    """An event that everybody at the table sees whole."""

    def seen_by(self, viewer: Viewer) -> Self:
        return self
