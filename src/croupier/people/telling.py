"""What happens in the register of people, in plain words. The event has the clauses, not the sentence."""

from croupier.kernel.events import Event
from croupier.kernel.house import Hidden
from croupier.kernel.money import dollars
from croupier.kernel.telling import FORMS, counted, sentence, sentences_of
from croupier.people import events
from croupier.people.state import ALL_BOOKS, ALL_TABLES

HIDDEN = "Something was recorded in the register of people."


def tell(event: Event, rules: object = None) -> str:
    """The event in words, for the viewer it was redacted for.

    >>> tell(events.LimitLowered(person="p7", limit="deposit day", amount=500_00, clauses=("H4.1",)))
    'P7 may spend at most $500.00 a day.'
    """
    return HIDDEN if isinstance(event, Hidden) else sentence(SENTENCES, event, rules, _FORMS)


def limit_told(name: str, amount: int | None) -> str:
    """A limit in words: `may lose at most $50.00 a week`."""
    what, _, period = name.partition(" ")
    verb = {"deposit": "may spend", "loss": "may lose", "time": "may play"}[what]
    if amount is None:
        return f"{verb} without limit each {period}"
    return f"{verb} at most {counted('minute', amount // 60) if what == 'time' else dollars(amount)} a {period}"


_FORMS = FORMS | {
    "where": lambda book: "in every book" if book == ALL_BOOKS else f"in {book}",
    "tables": lambda table: "other tables are" if table == ALL_TABLES else f"{table} is",
    "limit": lambda event: limit_told(event.limit, event.amount),
    "asked limit": lambda event: limit_told(event.limit, event.asked),
}

SENTENCES = sentences_of("croupier.people", events)
"""A sentence for every event; a test fails for an event that has none."""
