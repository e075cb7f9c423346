"""Events of a poker room in plain words, one sentence each. The clauses stand with the event, not in the sentence."""

from typing import Any

from croupier.kernel.events import Event
from croupier.kernel.telling import Sentence, moment, sentence, sentences_of
from croupier.room import events


def tell(event: Event, rules: object = None) -> str:
    """What became so.

    >>> tell(events.ListLeft(person="p7", game="holdem-5-10", clauses=("8.1.2",)))
    'P7 is off the list of holdem-5-10.'
    """
    return sentence(SENTENCES, event)


def _joined(event: events.ListJoined, _: Any = None) -> str:
    how = {"picked up": ", back in time after being picked up", "closed game": ", from a game that closed", "": ""}
    wants = "" if event.going else ", interested"
    return f"{event.person} is number {event.place + 1} on the list of {event.game}{wants}{how[event.first]}."


def _called(event: events.PlayerCalled, _: Any = None) -> str:
    where = f" to {event.table}, place {event.place}," if event.table else ""
    return f"{event.person} is called{where} for {event.game} and has until {moment(event.until)} to come."


def _missed(event: events.CallMissed, _: Any = None) -> str:
    where = "goes to the bottom of" if event.bottom else "is off"
    return f"{event.person} has not come and {where} the list of {event.game}."


def _moved(event: events.PlayerMoved, _: Any = None) -> str:
    why = {"must move": " from the must-move game", "asked": " as asked for", "moved": ""}[event.why]
    return f"{event.person} moves from {event.table} to {event.to}, place {event.to_place}{why}."


def _merged(event: events.TablesMerged, _: Any = None) -> str:
    seats = ", ".join(f"{person} at {place}" for person, place in event.places.items()) or "nobody"
    return f"{event.table} closes, and its players go on at {event.into}: {seats}."


def _noted(event: events.TableNoted, _: Any = None) -> str:
    parts = [f"{event.table} {'closes' if event.closed else f'has {len(event.seats)} players'}"]
    left = [person for person in event.gone if person not in event.picked_up]
    parts += [f"{', '.join(left)} left"] if left else []
    parts += [f"{', '.join(event.picked_up)} picked up"] if event.picked_up else []
    parts += [f"{', '.join(event.on_list)} first on the list of the game"] if event.on_list else []
    parts += [f"{', '.join(event.off_list)} off the list"] if event.off_list else []
    parts += [f"place {place} is {person}'s by the cards" for place, person in event.won.items()]
    parts += [f"{', '.join(event.excluded)} excluded from the room"] if event.excluded else []
    return f"{'; '.join(parts)}."


SENTENCES: dict[type[Event], Sentence] = sentences_of("croupier.room", events) | {
    events.RoomOpened: lambda e, _: f"the room is open; a call gives {e.settings.call_seconds} seconds to come.",
    events.ListJoined: _joined,
    events.PlayerCalled: _called,
    events.CallMissed: _missed,
    events.SeatReserved: lambda e, _: (
        f"place {e.place} at {e.table} is kept for {e.person}{f' until {e.until}' if e.until else ''}."
    ),
    events.ChangeAsked: lambda e, _: f"{e.person} asks to change to {e.table or 'any other table of the game'}.",
    events.PlayerMoved: _moved,
    events.MustMoveSet: lambda e, _: f"{e.table} is a must-move game{f' for {e.into}' if e.into else ' no more'}.",
    events.TablesMerged: _merged,
    events.CollectionCalled: lambda e, _: f"the hourly charge is due at {', '.join(e.tables)}.",
    events.TableNoted: _noted,
}
"""A sentence for every event; a test fails for an event that has none."""
