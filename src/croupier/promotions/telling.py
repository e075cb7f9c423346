"""Events of a promotion in plain words, one sentence each. The event has the clauses, not the sentence."""

from typing import Any

from croupier.kernel.events import Event
from croupier.kernel.money import dollars
from croupier.kernel.telling import Sentence, counted, sentence, sentences_of
from croupier.promotions import events


def tell(event: Event, rules: object = None) -> str:
    """The event in words.

    >>> tell(events.DrawCancelled(why="entries are missing", regulator_by=0, clauses=("17.11",)))
    'The draw is cancelled: entries are missing.'
    """
    return sentence(SENTENCES, event)


def _winners(event: events.DrawHeld, _: Any = None) -> str:
    who = ", ".join(f"{entry} wins prize {prize}" for prize, entry in event.winners.items())
    return f"the draw is held{f' under {event.scrutineer}' if event.scrutineer else ''}: {who}."


def _notified(event: events.WinnerNotified, _: Any = None) -> str:
    reached = "is notified" if event.reached else "could not be reached"
    return f"the winner of prize {event.prize} {reached}, {event.method}{', too late' if event.late else ''}."


def _refused(event: events.ClaimRefused, _: Any = None) -> str:
    kept = "; the details are kept" if event.kept else ""
    return f"a claim for prize {event.prize} is refused, and the patron is given the reason: {event.reason}{kept}."


SENTENCES: dict[type[Event], Sentence] = sentences_of("croupier.promotions", events) | {
    events.PromotionDrafted: lambda e, _: f"the terms are drafted, with {counted('prize', len(e.terms.prizes))}.",
    events.DrawHeld: _winners,
    events.PaymentChosen: lambda e, _: (
        f"prize {e.prize} is paid: {', '.join(f'{dollars(part)} {how}' for how, part in e.parts.items())}."
    ),
    events.WinnerNotified: _notified,
    events.ClaimRefused: _refused,
    events.PromotionDisputeDecided: lambda e, _: (
        f"the operator's decision{f' about {e.about}' if e.about else ''} is final: {e.decision}."
    ),
    events.RegulatorNotified: lambda e, _: f"the regulator is notified{', too late' if e.late else ''}.",
}
"""A sentence for every event; a test fails for an event that has none."""
