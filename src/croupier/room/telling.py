"""Events of a poker room in plain words, one sentence each. The event has the clauses, not the sentence."""

from typing import Any

from croupier.kernel.events import Event
from croupier.kernel.telling import Sentence, counted, moment, sentence, sentences_of
from croupier.room import events


def tell(event: Event, rules: object = None) -> str:
    """The event in words.

    >>> tell(events.ListLeft(person="p7", game="holdem-5-10", clauses=("8.1.2",)))
    'P7 leaves the list for holdem-5-10.'
    """
    return sentence(SENTENCES, event)


def _joined(event: events.ListJoined, _: Any = None) -> str:
    how = {"picked up": ", back in time after being picked up", "closed game": ", from a game that closed", "": ""}
    wants = "" if event.going else ", interested only"
    return f"{event.person} is number {event.place + 1} on the list for {event.game}{wants}{how[event.first]}."


def _called(event: events.PlayerCalled, _: Any = None) -> str:
    where = f" to {event.table}, seat {event.place}," if event.table else ""
    return f"{event.person} is called{where} for {event.game} and has until {moment(event.until)} to come."


def _missed(event: events.CallMissed, _: Any = None) -> str:
    where = "goes to the bottom of" if event.bottom else "is taken off"
    return f"{event.person} did not come and {where} the list for {event.game}."


def _moved(event: events.PlayerMoved, _: Any = None) -> str:
    why = {"must move": " from the must-move game", "asked": " as requested", "moved": ""}[event.why]
    return f"{event.person} moves from {event.table} to {event.to}, seat {event.to_place}{why}."


def _merged(event: events.TablesMerged, _: Any = None) -> str:
    seats = ", ".join(f"{person} in seat {place}" for person, place in event.places.items()) or "nobody"
    return f"{event.table} closes and its players continue at {event.into}: {seats}."


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


SENTENCES: dict[type[Event], Sentence] = sentences_of("croupier.room", events) | {
    events.RoomOpened: lambda e, _: f"the room is open; a call lasts {counted('second', e.settings.call_seconds)}.",
    events.ListJoined: _joined,
    events.PlayerCalled: _called,
    events.CallMissed: _missed,
    events.SeatReserved: lambda e, _: (
        f"seat {e.place} at {e.table} is reserved for {e.person}{f' until {e.until}' if e.until else ''}."
    ),
    events.ChangeAsked: lambda e, _: f"{e.person} asks to change to {e.table or 'any other table of the game'}.",
    events.PlayerMoved: _moved,
    events.MustMoveSet: lambda e, _: (
        f"{e.table} {f'is a must-move for {e.into}' if e.into else 'is no longer a must-move'}."
    ),
    events.TablesMerged: _merged,
    events.CollectionCalled: lambda e, _: f"the hourly charge is due at {', '.join(e.tables)}.",
    events.TableNoted: _noted,
}
"""A sentence for every event; a test fails for an event that has none."""
