"""Events of a promotion in plain words, one sentence each. The event has the clauses, not the sentence."""

from croupier.kernel.events import Event
from croupier.kernel.money import dollars
from croupier.kernel.telling import FORMS, counted, sentence, sentences_of
from croupier.promotions import events


def tell(event: Event, rules: object = None) -> str:
    """The event in words.

    >>> tell(events.DrawCancelled(why="entries are missing", regulator_by=0, clauses=("17.11",)))
    'The draw is cancelled: entries are missing.'
    """
    return sentence(SENTENCES, event, rules, _FORMS)


_FORMS = FORMS | {
    "prizes": lambda prizes: counted("prize", len(prizes)),
    "winners": lambda winners: ", ".join(f"{entry} wins prize {prize}" for prize, entry in winners.items()),
    "parts": lambda parts: ", ".join(f"{dollars(part)} {how}" for how, part in parts.items()),
}

SENTENCES = sentences_of("croupier.promotions", events)
"""A sentence for every event; a test fails for an event that has none."""
