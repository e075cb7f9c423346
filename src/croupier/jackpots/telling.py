"""Events of the prize meters in plain words, one sentence each. The event has the clauses, not the sentence."""

from typing import Any

from croupier.jackpots import events
from croupier.jackpots.lines import exact_amount
from croupier.jackpots.systems import Terms
from croupier.kernel.events import Event
from croupier.kernel.money import dollars
from croupier.kernel.rulebook import Rulebook
from croupier.kernel.telling import FORMS, Sentence, counted, sentence, sentences_of


def tell(event: Event, rules: Rulebook | None = None) -> str:
    """What happened on the meters.

    >>> tell(events.PrizePaid(prize="A/12/1", system="main", pays=100_00, clauses=("10.1.2",)))
    'The prize A/12/1 of $100.00 is paid.'
    """
    return sentence(SENTENCES, event, rules, _FORMS)


def _terms(terms: Terms) -> str:
    option = f", option {terms.option}" if terms.option else ""
    rate = f", {terms.increment}% of each wager" if terms.increment else ""
    minor = f", {terms.minor_increment}% of it for the minor pool" if terms.minor_increment else ""
    return f"wagers of {dollars(terms.cost)}, a seed of {dollars(terms.seed)}{option}{rate}{minor}"


def _outcome(event: events.OutcomeRecorded, _: Any = None) -> str:
    outcome = event.outcome
    at = f"round {outcome.round} at table {outcome.table} is recorded with the meter at ${exact_amount(outcome.meter)}"
    if not event.prizes:
        return f"{at}: no prize."
    won = (f"{name} wins {dollars(p.pays)} for a {p.hand} from the {p.source}" for name, p in event.prizes.items())
    added = f"; the house adds ${exact_amount(outcome.added)}" if outcome.added > 0 else ""
    return f"{at}: {', '.join(won)}{added}."


def _corrected(event: events.MeterCorrected, _: Any = None) -> str:
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


_FORMS = FORMS | {
    "exact": exact_amount,
    "increments": lambda event: exact_amount(event.increment + event.minor_increment),
    "wagers_of": lambda boxes: counted("wager", len(boxes)),
    "terms": _terms,
    "announced": announced,
    "signs": lambda tables: f" at table{'s' * (len(tables) > 1)} {', '.join(tables)}" if tables else "",
    "shares": lambda shares: "".join(f"${exact_amount(amount)} to {name}, " for name, amount in shares.items()),
}

SENTENCES: dict[type[Event], Sentence] = sentences_of("croupier.jackpots", events) | {
    events.OutcomeRecorded: _outcome,
    events.MeterCorrected: _corrected,
}
"""A sentence for every event; a test fails for an event that has none."""
