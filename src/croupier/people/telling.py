"""What becomes so in the register of people, in plain words. The clauses stand with the event, not in the sentence."""

from croupier.kernel.events import Event
from croupier.kernel.house import Hidden
from croupier.kernel.money import dollars
from croupier.kernel.telling import FORMS, sentence, sentences_of
from croupier.people import events
from croupier.people.state import ALL_BOOKS

HIDDEN = "Something was noted of somebody in the register of people."


def tell(event: Event, rules: object = None) -> str:
    """What became so, as whoever it was shown to may know it.

    >>> tell(events.LimitLowered(person="p7", limit="deposit day", amount=500_00, clauses=("H4.1",)))
    'P7 buys for at most $500.00 a day.'
    """
    return HIDDEN if isinstance(event, Hidden) else sentence(SENTENCES, event, rules, _FORMS)


def limit_told(name: str, amount: int | None) -> str:
    """A limit in words: `loses at most $50.00 a week`."""
    what, _, period = name.partition(" ")
    verb = {"deposit": "buys for", "loss": "loses", "time": "plays"}[what]
    if amount is None:
        return f"{verb} as much as they like a {period}"
    return f"{verb} at most {f'{amount // 60} minutes' if what == 'time' else dollars(amount)} a {period}"


_FORMS = FORMS | {
    "where": lambda book: "everywhere" if book == ALL_BOOKS else f"in {book}",
    "limit": lambda event: limit_told(event.limit, event.amount),
    "asked limit": lambda event: limit_told(event.limit, event.asked),
}

SENTENCES = sentences_of("croupier.people", events)
"""A sentence for every event; a test fails for an event that has none."""
