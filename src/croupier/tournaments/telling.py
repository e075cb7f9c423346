"""Events of a tournament in plain words, one sentence each. The event has the clauses, not the sentence."""

from croupier.kernel.events import Event
from croupier.kernel.money import dollars
from croupier.kernel.rulebook import Rulebook
from croupier.kernel.telling import Telling, counted
from croupier.tournaments import events
from croupier.tournaments.items import chips, minutes

TELLING = Telling(
    "croupier.tournaments",
    events,
    {
        "chips": chips,
        "minutes": minutes,
        "prizes": lambda prizes: f"{counted('prize', len(prizes))}, {dollars(sum(prizes))} in total",
        "whole minutes": lambda seconds: counted("minute", seconds // 60),
    },
)
"""A sentence for every event; a test fails for an event without one."""


def tell(event: Event, rules: Rulebook | None = None) -> str:
    """The event in words.

    >>> tell(events.TimeExtended(seconds=120, clauses=("12.4.3(a)(i)",)))
    'The level is extended by 2 minutes.'
    """
    said = TELLING(event, rules)
    for name in _names(event):  # names stay unchanged
        if said.startswith(name[:1].upper() + name[1:]):
            return name + said[len(name) :]
    return said


def _names(event: Event) -> list[str]:
    """The name that a sentence may begin with."""
    bust, move = getattr(event, "bust", None), getattr(event, "move", None)
    people = (getattr(event, "substitute", ""), getattr(event, "person", ""))
    return [name for name in (*people, getattr(bust, "person", ""), getattr(move, "person", "")) if name]
