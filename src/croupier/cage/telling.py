"""What happens at the cage, in plain words. The event has the clauses, not the sentence."""

from croupier.cage import events
from croupier.cage.state import Count, Transfer, stock
from croupier.kernel.accounts import CASH, CHIPS, TOKENS
from croupier.kernel.events import Event
from croupier.kernel.house import Hidden
from croupier.kernel.money import dollars
from croupier.kernel.telling import Sentence, because, sentence, sentences_of

HIDDEN = "Something was done at the cage."


def tell(event: Event, rules: object = None) -> str:
    """The event in words, for the viewer it was redacted for.

    >>> tell(events.ChipsIssued(person="p7", amount=500_00, at=0, clauses=("H6.2",)))
    'P7 buys chips for $500.00.'
    """
    return HIDDEN if isinstance(event, Hidden) else sentence(SENTENCES, event)


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


def _to_table(event: events.MovedToTable, _: object = None) -> str:
    what = f"takes {dollars(event.amount)} in {event.currency} to" if event.amount else "sits down at"
    return f"{event.person} {what} {event.table}."


def _from_table(event: events.MovedFromTable, _: object = None) -> str:
    what = f"brings {dollars(event.amount)} in {event.currency} back from" if event.amount else "leaves"
    return f"{event.person} {what} {event.table}{'; their chips are held there' if event.kept else ''}."


SENTENCES: dict[type[Event], Sentence] = sentences_of("croupier.cage", events) | {
    events.CageOpened: _opened,
    events.MovedToTable: _to_table,
    events.MovedFromTable: _from_table,
    events.TournamentNoted: _tournament,
    events.TransferRequested: lambda e, _: f"{transfer_told(e.transfer)} is requested (number {e.number}).",
    events.TransferMade: lambda e, _: f"{transfer_told(e.transfer)} is confirmed by {e.by}.",
    events.FloatFilled: lambda e, _: f"the software fills the float of {e.table} with {dollars(e.amount)}.",
    events.TableNoted: lambda e, _: (
        f"the house is {dollars(e.noted.float)} up at {e.table}, with {dollars(e.noted.box)} in its chip box."
    ),
    events.DropCounted: lambda e, _: f"{count_told(e.count)}.",
    events.FloatCounted: lambda e, _: f"{count_told(e.count)}.",
    events.CageCounted: lambda e, _: f"{count_told(e.count)}.",
}
"""A sentence for every event; a test fails for an event that has none."""
