"""Events of the prize meters in plain words, one sentence each. The event has the clauses, not the sentence."""

from types import SimpleNamespace

from croupier.jackpots import events
from croupier.jackpots.lines import told_amount
from croupier.kernel.languages import ENGLISH, language, words_in
from croupier.kernel.telling import Telling, about


def _corrected(event: events.MeterCorrected, rules: object) -> SimpleNamespace:
    came, added = event.increment + event.minor_increment, event.added + event.minor_added
    return about(event, came=came, came_by=abs(came), house=added, house_by=abs(added))


def announced(notice: str) -> str:
    """What a sign says, such as `link B main`, in words."""
    of, *names = notice.split(" ")
    signs = [words_in("croupier.jackpots", "sentences.toml", code).get("signs", {}) for code in (ENGLISH, language())]
    return str((signs[1].get(of) or signs[0][of]).format(*names))


tell = Telling(
    "croupier.jackpots",
    events,
    {
        "exact": told_amount,
        "increments": lambda event: told_amount(event.increment + event.minor_increment),
        "announced": announced,
    },
    facts={events.MeterCorrected: _corrected},
)
"""A sentence for every event; a test fails for an event without one."""
