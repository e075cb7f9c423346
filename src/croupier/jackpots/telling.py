"""Events of the prize meters in plain words, one sentence each. The event has the clauses, not the sentence."""

from croupier.jackpots import events
from croupier.jackpots.lines import exact_amount
from croupier.kernel.telling import Telling


def _corrected(event: events.MeterCorrected, rules: object) -> str:
    came, added = event.increment + event.minor_increment, event.added + event.minor_added
    parts = [
        f"${exact_amount(abs(amount))} of {of} {'is added' if amount > 0 else 'is taken off'}"
        for amount, of in ((came, "wagers returned since"), (added, "the house's money"))
        if amount
    ]
    return f"the meter {event.system} is corrected: {' and '.join(parts) or 'its value stays the same'}."


def announced(about: str) -> str:
    """What a sign says, such as `link B main`, in words."""
    of, *names = about.split(" ")
    says = {
        "link": "table {} joins the meter {}",
        "unlink": "table {} leaves the meter {}",
        "move": "table {} moves to the meter {}",
        "close": "the meter {} is closed",
        "terms": "the meter {} has new terms",
    }
    return says[of].format(*names)


tell = Telling(
    "croupier.jackpots",
    events,
    {
        "exact": exact_amount,
        "increments": lambda event: exact_amount(event.increment + event.minor_increment),
        "announced": announced,
    },
    {events.MeterCorrected: _corrected},
)
"""A sentence for every event; a test fails for an event that has none."""
