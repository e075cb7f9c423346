"""Events of a poker room in plain words, one sentence each. The event has the clauses, not the sentence."""

from typing import Any

from croupier.kernel.events import Event
from croupier.kernel.telling import FORMS, Sentence, counted, sentence, sentences_of
from croupier.room import events


def tell(event: Event, rules: object = None) -> str:
    """The event in words.

    >>> tell(events.ListLeft(person="p7", game="holdem-5-10", clauses=("8.1.2",)))
    'P7 leaves the list for holdem-5-10.'
    """
    return sentence(SENTENCES, event, rules, _FORMS)


def _noted(event: events.TableNoted, _: Any = None) -> str:
    parts = [f"{event.table} {'closes' if event.closed else 'has ' + counted('player', len(event.seats))}"]
    left = [person for person in event.gone if person not in event.picked_up]
    parts += [f"{', '.join(left)} left"] if left else []
    parts += [f"{', '.join(event.picked_up)} picked up"] if event.picked_up else []
    parts += [f"{', '.join(event.on_list)} first on the list for the game"] if event.on_list else []
    parts += [f"{', '.join(event.off_list)} off the list"] if event.off_list else []
    parts += [f"{person} wins seat {place} on the draw" for place, person in event.won.items()]
    parts += [f"{', '.join(event.excluded)} excluded from the room"] if event.excluded else []
    return f"{'; '.join(parts)}."


_FORMS = FORMS | {"places": lambda places: ", ".join(f"{person} in seat {place}" for person, place in places.items()) or "nobody"}

SENTENCES: dict[type[Event], Sentence] = sentences_of("croupier.room", events) | {events.TableNoted: _noted}
"""A sentence for every event; a test fails for an event that has none."""
