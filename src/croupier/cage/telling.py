"""What happens at the cage, in plain words. The event has the clauses, not the sentence."""

from croupier.cage import events
from croupier.cage.state import Count, stock
from croupier.kernel.accounts import CASH, CHIPS, TOKENS
from croupier.kernel.money import dollars
from croupier.kernel.roles import Hidden
from croupier.kernel.telling import Telling, about, because

HIDDEN = "Something was done at the cage."


def count_told(count: Count) -> str:
    """A count and what the books said: `the cage, closing: $500.00 in chips, $2.00 short`."""
    when = f", {count.when}" if count.when != "between" else ""
    off = count.variance
    variance = f", {dollars(abs(off))} {'over' if off > 0 else 'short'}{because(count.note)}" if off else ""
    return f"{count.of}{when}: {dollars(count.counted)} in {count.currency}{variance}"


tell = Telling(
    "croupier.cage",
    events,
    {"count": count_told},
    {Hidden: HIDDEN},
    {
        events.CageOpened: lambda event, _: about(
            event, **{it: event.postings.get(stock(it), 0) for it in (CHIPS, TOKENS, CASH)}
        ),
        events.TournamentNoted: lambda event, _: about(
            event,
            pay={person: -amount for person, amount in event.people.items() if amount < 0},
            paid={person: amount for person, amount in event.people.items() if amount > 0},
        ),
    },
)
"""A sentence for every event, and for one that a viewer may not see; a test fails for an event without one."""

transfer_told = tell.forms["transfer"]
"""What is moved: `a fill of $500.00 in chips for table 3`."""
