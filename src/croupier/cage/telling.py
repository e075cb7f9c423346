"""What happens at the cage, in plain words. The event has the clauses, not the sentence."""

from croupier.cage import events
from croupier.cage.state import Count, Transfer, stock
from croupier.kernel.accounts import CASH, CHIPS, TOKENS
from croupier.kernel.events import Event
from croupier.kernel.house import Hidden
from croupier.kernel.money import dollars
from croupier.kernel.telling import FORMS, Sentence, because, sentence, sentences_of

HIDDEN = "Something was done at the cage."


def tell(event: Event, rules: object = None) -> str:
    """The event in words, for the viewer it was redacted for.

    >>> tell(events.ChipsIssued(person="p7", amount=500_00, at=0, clauses=("H6.2",)))
    'P7 buys chips for $500.00.'
    """
    return HIDDEN if isinstance(event, Hidden) else sentence(SENTENCES, event, rules, _FORMS)


def _opened(event: events.CageOpened, _: object = None) -> str:
    has = {each: event.postings.get(stock(each), 0) for each in (CHIPS, TOKENS, CASH)}
    listed = ", ".join(f"{dollars(amount)} in {name}" for name, amount in has.items() if amount)
    return f"the cage opens with {listed or 'nothing'}."


def transfer_told(transfer: Transfer) -> str:
    """What is moved: `a fill of $500.00 in chips for table 3`."""
    where = {"fill": "for {}", "credit": "from {}", "supply": "to the cage", "removal": "from the cage"}[transfer.what]
    return f"a {transfer.what} of {dollars(transfer.amount)} in {transfer.currency} {where.format(transfer.table)}"


def count_told(count: Count) -> str:
    """A count and what the books said: `the cage, closing: $500.00 in chips, $2.00 short`."""
    when = f", {count.when}" if count.when != "between" else ""
    off = count.variance
    variance = f", {dollars(abs(off))} {'over' if off > 0 else 'short'}{because(count.note)}" if off else ""
    return f"{count.of}{when}: {dollars(count.counted)} in {count.currency}{variance}"


def _tournament(event: events.TournamentNoted, _: object = None) -> str:
    paid = [f"{person} pays {dollars(-amount)}" for person, amount in event.people.items() if amount < 0]
    paid += [f"{person} is paid {dollars(amount)}" for person, amount in event.people.items() if amount > 0]
    return f"{', '.join(paid) or 'money is moved'} for {event.tournament}."


_FORMS = FORMS | {"transfer": transfer_told, "count": count_told}

SENTENCES: dict[type[Event], Sentence] = sentences_of("croupier.cage", events) | {
    events.CageOpened: _opened,
    events.TournamentNoted: _tournament,
}
"""A sentence for every event; a test fails for an event that has none."""
