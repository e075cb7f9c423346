"""What happens in the register of people, in plain words. The event has the clauses, not the sentence."""

from croupier.kernel.money import dollars
from croupier.kernel.roles import Hidden
from croupier.kernel.telling import Telling, counted
from croupier.people import events
from croupier.people.state import ALL_BOOKS, ALL_TABLES

HIDDEN = "Something was recorded in the register of people."


def limit_told(name: str, amount: int | None) -> str:
    """A limit in words: `may lose at most $50.00 a week`."""
    what, _, period = name.partition(" ")
    verb = {"deposit": "may spend", "loss": "may lose", "time": "may play"}[what]
    if amount is None:
        return f"{verb} without limit each {period}"
    return f"{verb} at most {counted('minute', amount // 60) if what == 'time' else dollars(amount)} a {period}"


tell = Telling(
    "croupier.people",
    events,
    {
        "where": lambda book: "in every book" if book == ALL_BOOKS else f"in {book}",
        "tables": lambda table: "other tables are" if table == ALL_TABLES else f"{table} is",
        "limit": lambda event: limit_told(event.limit, event.amount),
        "asked limit": lambda event: limit_told(event.limit, event.asked),
    },
    {Hidden: HIDDEN},
)
"""A sentence for every event, and for one that a viewer may not see; a test fails for an event without one."""
