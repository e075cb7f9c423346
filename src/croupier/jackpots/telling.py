"""Events of the prize meters in plain words, one sentence each. The clauses stand with the event, not in the sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from croupier.jackpots import events
from croupier.jackpots.lines import told_exactly
from croupier.jackpots.systems import Terms
from croupier.kernel.events import Event
from croupier.kernel.money import dollars


def tell(event: Event) -> str:
    """What became so on the meters.

    >>> tell(events.PrizePaid(prize="A/12/1", system="main", pays=100_00, clauses=("10.1.2",)))
    'The prize A/12/1 of $100.00 is paid.'
    """
    said = SENTENCES[type(event)](event)
    return said[:1].upper() + said[1:]


def _terms(terms: Terms) -> str:
    option = f", option {terms.option}" if terms.option else ""
    rate = f", {terms.increment}% of each wager" if terms.increment else ""
    minor = f", {terms.minor_increment}% of it for the minor pool" if terms.minor_increment else ""
    return f"wagers of {dollars(terms.cost)}, a seed of {dollars(terms.seed)}{option}{rate}{minor}"


def _wagers(number: int) -> str:
    return "one wager" if number == 1 else f"{number} wagers"


def _outcome(event: events.OutcomeRecorded) -> str:
    outcome = event.outcome
    at = f"round {outcome.round} at table {outcome.table} is recorded with the meter at ${told_exactly(outcome.meter)}"
    if not event.prizes:
        return f"{at}: no prize."
    won = (f"{name} wins {dollars(p.pays)} for a {p.hand} from the {p.source}" for name, p in event.prizes.items())
    added = f"; the house adds ${told_exactly(outcome.added)}" if outcome.added > 0 else ""
    return f"{at}: {', '.join(won)}{added}."


def _closed(event: events.SystemClosed) -> str:
    moved = ", ".join(f"${told_exactly(amount)} to {name}" for name, amount in event.shares.items())
    rest = f"the house takes back ${told_exactly(event.withdrawn)}"
    return f"the meter {event.system} closes: {f'{moved}, ' if moved else ''}{rest}."


def _equipment(event: events.EquipmentReported) -> str:
    state = "works" if event.working else "does not work"
    return f"the equipment of {event.system} {state}{', manual arrangements stand in' if event.manual else ''}."


SENTENCES: Mapping[type[Event], Callable[[Any], str]] = {
    events.SystemOpened: lambda e: (
        f"the meter {e.system} opens at ${told_exactly(e.seed)} for table {', '.join(e.tables)}: {_terms(e.terms)}."
    ),
    events.NoticeShown: lambda e: f"a sign announces: {e.about}.",
    events.TableLinked: lambda e: f"table {e.table} joins the meter {e.system}.",
    events.TableUnlinked: lambda e: f"table {e.table} leaves the meter {e.system}.",
    events.TermsChanged: lambda e: (
        f"the meter {e.system} has new terms: {_terms(e.terms)}"
        + (f"; ${told_exactly(e.added)} is added." if e.added else ".")
    ),
    events.SystemClosed: _closed,
    events.EquipmentReported: _equipment,
    events.WagersRegistered: lambda e: (
        f"round {e.round} at table {e.table} is registered with {_wagers(len(e.boxes))}, {dollars(e.wagers)}: "
        f"${told_exactly(e.increment + e.minor_increment)} goes onto the meter {e.system}."
    ),
    events.GameCancelled: lambda e: (
        f"the jackpot game at table {e.table} is cancelled, ${told_exactly(e.increment + e.minor_increment)} "
        f"comes off the meter {e.system}" + (f": {e.why}." if e.why else ".")
    ),
    events.OutcomeRecorded: _outcome,
    events.OutcomeReopened: lambda e: f"the outcome of round {e.round} at table {e.table} is reckoned anew.",
    events.PrizeVerified: lambda e: f"{e.by} ({e.person}) verifies the prize {e.prize}; the deck has {e.deck} cards.",
    events.PrizePaid: lambda e: f"the prize {e.prize} of {dollars(e.pays)} is paid.",
    events.Contributed: lambda e: (
        f"the operator adds ${told_exactly(e.amount)} to the {'minor pool of ' if e.minor else 'meter '}{e.system}."
    ),
    events.PoolDivided: lambda e: f"the pool of {e.system} is divided: ${told_exactly(e.minor)} starts the minor one.",
    events.PoolsCombined: lambda e: f"the pools of {e.system} are one again.",
    events.TablesStopped: lambda e: f"all tables of {e.system} stop.",
    events.TablesResumed: lambda e: f"the tables of {e.system} play on.",
}
"""A sentence for every event; a test fails for an event that has none."""
