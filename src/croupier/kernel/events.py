"""Commands and events: what someone asks for, and what happened.

An event names its clauses and moves money only by postings that sum to zero; an event without clauses, or with other
postings, is never recorded or read. Every event type says who may see what of it; one without such a rule is refused
when it is defined.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, Self, dataclass_transform

import msgspec
from msgspec.structs import force_setattr

from croupier.kernel.accounts import Account
from croupier.kernel.actors import Viewer
from croupier.kernel.cards import Card
from croupier.kernel.money import MoneyError, Movement, balanced


class _Nothing(dict[Account, int]):
    """No movement of money: one object for all events that move none."""

    def __setitem__(self, account: Account, amount: int) -> None:
        raise TypeError("an event does not change")


_NOTHING: dict[Account, int] = _Nothing()

Source = Literal["live", "house", "seeded", "stacked"]
"""The source of a deck's order: a dealer's hands, the house's random source, a seed, or someone's choice."""

Places = Annotated[int, msgspec.Meta(le=1000)]
"""How many places a table has. Books allow far fewer; the limit keeps a record from asking for too much memory."""

# Commands and events have no cycles and exist by the hundred thousand: with `gc=False` the collector skips them.


def tag_of(name: str) -> str:
    """The name of a command or event type in a record: `place-ante` for `PlaceAnte`.

    Records outlast class names: a renamed class keeps its old tag with `tag="place-ante"`.
    """
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", name).lower()


class Declared(NamedTuple):
    """What a command declares in its class line: its name in code and in a record, the lines that say it
    (`kernel/grammar.py`), the capacities in which it may be given, the ground that says so, and the field that holds its
    amount, usually `amount`. A book without the `feature` does not know it; `when` are the phases in which it has
    a place, if not in all.
    """

    name: str = ""
    tag: str = ""
    lines: tuple[str, ...] = ()
    by: tuple[str, ...] = ()
    ground: str = ""
    amount: str = ""
    feature: str = ""
    when: tuple[str, ...] = ()


def _several(given: str | tuple[str, ...]) -> tuple[str, ...]:
    return (given,) if isinstance(given, str) else given


class _Declaring(msgspec.StructMeta):
    """Makes a command from its fields and from what its class line declares; declarations are not inherited."""

    def __new__(
        mcls,
        name: str,
        bases: tuple[type, ...],
        namespace: dict[str, Any],
        *,
        line: str | tuple[str, ...] = (),
        by: str | tuple[str, ...] = (),
        ground: str = "",
        amount: str = "amount",
        feature: str = "",
        when: tuple[str, ...] = (),
        **options: Any,
    ) -> Any:
        made: Any = super().__new__(mcls, name, bases, namespace, **{"frozen": True, "kw_only": True} | options)
        amount = amount if amount in made.__struct_fields__ else ""
        tag = str(made.__struct_config__.tag)
        made.declared = Declared(name, tag, _several(line), _several(by), ground, amount, feature, when)
        return made


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(msgspec.field,))
class Command(
    msgspec.Struct,
    metaclass=_Declaring,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    tag_field="do",
    tag=tag_of,
    omit_defaults=True,
    gc=False,
):
    """Something a person wants. Who wants it, and when, is in `Said` beside it.

    `class IssueChips(PersonsCommand, line="issue {person:name} {amount:$}", by=(CASHIER, HOUSE), ground="chips_issued")`

    The `overruled` fields are known better by other streams than by the sender: they are replaced, and do not make it
    a different command.
    """

    declared: ClassVar[Declared]
    overruled: ClassVar[frozenset[str]] = frozenset()

    @property
    def own_seat(self) -> int:
        """The seat whose player wants it, or 0."""
        return 0


class PlayersCommand(Command):
    """What the player of a seat wants."""

    seat: int

    @property
    def own_seat(self) -> int:
        return self.seat


class PersonsCommand(Command):
    """What is wanted by or for a person, who is named."""

    person: str


class BeginsPlay(Command):
    """What an excluded person may no longer do, and nobody may do for them; a hand that has begun is played
    to its end.
    """


class ForCash(Command):
    """What belongs to cash tables and not to a tournament."""


class ShuffleCommand(Command):
    """The deck from the top, in the order the shuffle left; empty if nobody knows it, as at a live table.

    `secret` is the source of the salts of a deck whose order was committed (`CommitDeck`).
    """

    deck: tuple[Card, ...] = ()
    source: Source = "live"
    secret: str = ""


class Event(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    tag_field="event",
    tag=tag_of,
    omit_defaults=True,
    gc=False,
):
    """Something that happened, with its clauses."""

    clauses: tuple[str, ...]
    postings: dict[Account, int] = _NOTHING

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if cls.seen_by is Event.seen_by:
            raise TypeError(f"{cls.__name__} does not say who may see it")

    def seen_by(self, viewer: Viewer) -> Event:
        """This event as the viewer may see it while the round is in play; `viewer.seat` is where they sit now."""
        raise NotImplementedError

    def apply(self, state: Any) -> Any:
        """The state after this event, in every engine: a new one, or the same one if states change in place, as `alter`
        says. Postings are applied separately. No event looks at a card's face.
        """
        self.alter(state)
        return state

    def alter(self, state: Any) -> None:
        """Change a state in place; by default nothing. Events that all engines share do this in `apply`."""
        if type(self).apply is not Event.apply:
            self.apply(state)


class Public(Event, frozen=True, kw_only=True):
    """An event that everyone at the table sees in full."""

    def seen_by(self, viewer: Viewer) -> Self:
        return self


class OfPerson(Public, frozen=True, kw_only=True):
    """A public event about a person."""

    person: str


class OfSeat(Public, frozen=True, kw_only=True):
    """A public event about a seat at the table."""

    seat: int


class OfBox(Public, frozen=True, kw_only=True):
    """A public event about a box of the table."""

    box: int


class HousePractice(Public, frozen=True, kw_only=True):
    """What the house does on its own: no book requires it, so it names no clause, and it moves no money."""

    clauses: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.clauses or self.postings:
            raise ValueError(f"{type(self).__name__} is the house's own: it names no clause and moves no money")


def check_events(events: tuple[Event, ...]) -> None:
    """Raise an error unless these events may be recorded: each names a clause, and what each moves sums to zero.

    This runs once per event, as it is recorded or read, not whenever one is made: rounds make many.
    """
    for event in events:
        if not event.clauses and not isinstance(event, HousePractice):
            raise ValueError(f"{type(event).__name__} cites no clause")
        if (postings := event.postings) is not _NOTHING and type(postings) is not Movement:
            if not postings:
                force_setattr(event, "postings", _NOTHING)
            elif not balanced(postings):
                raise MoneyError(f"{type(event).__name__} does not balance: {postings}")
