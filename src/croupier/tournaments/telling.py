"""Events of a tournament in plain words, one sentence each. The event has the clauses, not the sentence."""

from functools import partial
from typing import Any

from croupier.kernel.events import Event
from croupier.kernel.money import dollars
from croupier.kernel.rulebook import Rulebook
from croupier.kernel.telling import FORMS, Sentence, counted, sentence, sentences_of
from croupier.tournaments import events
from croupier.tournaments.items import chips
from croupier.tournaments.state import Place


def _place(place: Place) -> str:
    return f"table {place.table}, seat {place.seat}"


_FORMS = FORMS | {
    "chips": chips,
    "minutes": lambda seconds: counted("second", seconds) if seconds % 60 else counted("minute", seconds // 60),
    "place": _place,
    "rule": lambda rule: f" (practice {rule})" if rule else "",
    "practice_hands": partial(counted, "practice hand"),
    "entries": lambda number: counted("entry", number, "entries"),
    "prizes": lambda prizes: f"{counted('prize', len(prizes))}, {dollars(sum(prizes))} in total",
    "whole minutes": lambda seconds: counted("minute", seconds // 60),
    "moves": lambda moves: "; ".join(f"{move.person} to {_place(move.to)}" for move in moves),
    "chip sums": lambda sums: ", ".join(f"{name} {chips(amount)}" for name, amount in sums.items()),
}


def tell(event: Event, rules: Rulebook | None = None) -> str:
    """The event in words.

    >>> tell(events.TimeExtended(seconds=120, clauses=("12.4.3(a)(i)",)))
    'The level is extended by 2 minutes.'
    """
    said = sentence(SENTENCES, event, rules, _FORMS)
    for name in _names(event):  # names stay as they are
        if said.startswith(name[:1].upper() + name[1:]):
            return name + said[len(name) :]
    return said


def _names(event: Event) -> list[str]:
    """Whose name a sentence may begin with."""
    bust, move = getattr(event, "bust", None), getattr(event, "move", None)
    found = (getattr(event, "substitute", ""), getattr(event, "person", ""))
    return [name for name in (*found, getattr(bust, "person", ""), getattr(move, "person", "")) if name]


def _seats(event: events.SeatsDrawn, _: Any = None) -> str:
    tables = len({place.table for place in event.seats.values()})
    banks = "the chips they bring" if event.carried else chips(event.bank)
    return f"seats are drawn: {counted('player', len(event.seats))} at {counted('table', tables)}, each with {banks}."


def _finished(event: events.TournamentFinished, _: Any = None) -> str:
    won = ", ".join(f"{person} {dollars(sum_)}" for person, sum_ in event.awarded.items())
    passed = f"; passed over: {', '.join(event.passed_over)}" if event.passed_over else ""
    stay = [[person for person in rank if person not in event.passed_over] for rank in event.ranking]
    first = next((rank for rank in stay if rank), [])
    how = "share first place" if len(first) > 1 else "wins"
    held = f" {dollars(event.returned)} that nobody may win is withheld." if event.returned else ""
    return f"the tournament is over. {' and '.join(first) or 'nobody'} {how}. Prizes: {won or 'none'}{passed}.{held}"


SENTENCES: dict[type[Event], Sentence] = sentences_of("croupier.tournaments", events) | {
    events.SeatsDrawn: _seats,
    events.TournamentFinished: _finished,
}
"""A sentence for every event; a test fails for an event that has none."""
