"""The decision on a command: accepted, refused, or waiting for a ruling. Nothing is ever raised."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, final

import msgspec

from croupier.kernel.clauses import cited
from croupier.kernel.languages import ENGLISH, Message, language

if TYPE_CHECKING:
    from croupier.kernel.events import Event


class Accepted(msgspec.Struct, frozen=True, gc=False):
    """The command takes effect through these events."""

    events: tuple[Event, ...]


@final
class Refused(msgspec.Struct, frozen=True, gc=False):
    """The command changes nothing: the ground as a fact, a sentence for people, and the clauses.

    Only a refusal that has nothing to do with the rules, such as a stale command, has no clause. `looked` says that the decision
    depended on cards that the sender may not see, so the refusal goes on record. `message` gives the reason in other languages.
    """

    ground: str
    reason: str
    clauses: tuple[str, ...] = ()
    looked: bool = False
    message: Message | None = None

    def told(self) -> str:
        """The reason in the language of the person being answered; without a translation, the sentence of the ground."""
        if language() == ENGLISH:
            return self.reason
        return (self.message or Message("croupier.kernel", self.ground, self.reason)).told()

    def __bool__(self) -> Literal[False]:
        return False

    def __str__(self) -> str:
        return f"Refused: {self.reason}" + (f" ({cited(self.clauses)})" if self.clauses else "")


class Option(msgspec.Struct, frozen=True):
    """One of the rulings that the book permits."""

    name: str
    means: str
    clauses: tuple[str, ...]


class AwaitingRuling(msgspec.Struct, frozen=True):
    """The book leaves this to a person of at least `rank`. Play waits until that person rules one of the options."""

    question: str
    options: tuple[Option, ...]
    rank: str
    clauses: tuple[str, ...]
    events: tuple[Event, ...]


Decision = Accepted | Refused | AwaitingRuling
