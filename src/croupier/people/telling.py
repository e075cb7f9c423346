"""What happens in the register of people, in plain words. The event has the clauses, not the sentence."""

from typing import Any

from croupier.kernel.events import Event
from croupier.kernel.house import Hidden
from croupier.kernel.money import dollars
from croupier.kernel.telling import Sentence, counted, sentence, sentences_of
from croupier.people import events
from croupier.people.state import ALL_BOOKS, ALL_TABLES

HIDDEN = "Something was recorded in the register of people."


def tell(event: Event, rules: object = None) -> str:
    """The event in words, for the viewer it was redacted for.

    >>> tell(events.LimitLowered(person="p7", limit="deposit day", amount=500_00, clauses=("H4.1",)))
    'P7 may spend at most $500.00 a day.'
    """
    return HIDDEN if isinstance(event, Hidden) else sentence(SENTENCES, event)


def limit_told(name: str, amount: int | None) -> str:
    """A limit in words: `may lose at most $50.00 a week`."""
    what, _, period = name.partition(" ")
    verb = {"deposit": "may spend", "loss": "may lose", "time": "may play"}[what]
    if amount is None:
        return f"{verb} without limit each {period}"
    return f"{verb} at most {counted('minute', amount // 60) if what == 'time' else dollars(amount)} a {period}"


def _excluded(event: events.PersonExcluded, _: Any = None) -> str:
    exclusion = event.exclusion
    ends = f" to {exclusion.ends}" if exclusion.ends else ", until it is lifted"
    when = f"from {exclusion.begins}{ends}"
    return f"{event.person} is excluded from the house {when}: {exclusion.reason} (exclusion {exclusion.number})."


def _role(event: events.RoleGranted | events.RoleRevoked, verb: str) -> str:
    where = "in every book" if event.book == ALL_BOOKS else f"in {event.book}"
    return f"{event.person} {verb} as {event.capacity} {where}."


SENTENCES: dict[type[Event], Sentence] = sentences_of("croupier.people", events) | {
    events.AccountMerged: lambda e, _: f"{', '.join(e.duplicates)} merged into {e.person}.",
    events.RoleGranted: lambda e, _: _role(e, "acts"),
    events.RoleRevoked: lambda e, _: _role(e, "no longer acts"),
    events.PersonExcluded: _excluded,
    events.SelfExcluded: lambda e, _: f"{e.person} self-excludes {'for longer, ' if e.longer else ''}until {e.ends}.",
    events.LimitLowered: lambda e, _: f"{e.person} {limit_told(e.limit, e.amount)}.",
    events.LimitRaiseAsked: lambda e, _: f"{e.person} {limit_told(e.limit, e.asked)} from {e.due}.",
    events.LimitRaiseCancelled: lambda e, _: f"{e.person} {limit_told(e.limit, e.amount)} as before.",
    events.AccountUnlocked: lambda e, _: f"the account of {e.person} is unlocked{' with a code' if e.code else ''}.",
    events.DealingSettled: lambda e, _: (
        f"{'other tables are' if e.table == ALL_TABLES else f'{e.table} is'} dealt by "
        f"{'a person' if e.live else 'the software'}; dealers {'are' if e.assigned else 'need not be'} assigned."
    ),
    events.SecondFactorSet: lambda e, _: f"{e.person} signs in with{'' if e.on else 'out'} a second factor.",
}
"""A sentence for every event; a test fails for an event that has none."""
