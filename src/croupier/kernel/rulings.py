"""Reports and rulings, whatever the table: what can go wrong by a book, what is missing in a report, and what is carried out
when somebody rules. What follows is the book's; how it is put on record is the engine's.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.kernel.decisions import Accepted, AwaitingRuling, Decision, Refused
from croupier.kernel.events import Event

if TYPE_CHECKING:
    from croupier.kernel.rulebook import Rulebook

Clauses = tuple[str, ...]


class Irregularity(msgspec.Struct, frozen=True):
    """One thing that can go wrong: how people call it, what to say with it, what follows, and how a ruling is carried out.

    `follow` takes the rules, the table and the report; `rule` the ruling's name as well. `asks` names the fields of the
    report that matter, and `phases` those of the table in which it can be reported.
    """

    says: str
    follow: Callable[..., Decision]
    rule: Callable[..., Decision] | None = None
    asks: tuple[str, ...] = ()
    phases: tuple[str, ...] = ()


def what_follows(rules: Rulebook, table: Any, report: Any, missing: Callable[[Irregularity], str]) -> Decision:
    """What follows from a report, by the book; `missing` says what of the engine's own facts is not said or cannot be."""
    known = rules.irregularities
    if report.what not in known:
        return Refused("no_such_irregularity", f"{report.what!r} is not known; there is {', '.join(sorted(known))}")
    irregularity = known[report.what]
    if irregularity.phases and table.phase not in irregularity.phases:
        when = " or ".join(irregularity.phases)
        return Refused("not_at_this_time", f"{irregularity.says}: that can only be while {when}, not {table.phase}")
    if report.count < -1 or report.amount < -1:
        return Refused("report_incomplete", "a count or an amount is never below nil")
    if wrong := missing(irregularity) or _unsaid(report, irregularity.asks, table.seats):
        return Refused("report_incomplete", wrong)
    return irregularity.follow(rules, table, report)


def _unsaid(report: Any, asks: tuple[str, ...], seats: Collection[int]) -> str:
    if "player" in asks and report.player not in seats:
        return "say which seat's player it was"
    for name in ("count", "amount"):
        if name in asks and getattr(report, name) < 0:
            return f"say the {name}"
    return "say which cards" if "cards" in asks and not report.cards else ""


def carried_out(rules: Rulebook, table: Any, ruling: Any, given: Callable[[str, Clauses], Event]) -> Decision:
    """Carry out the ruling that the table waits for; `given` puts it on record, from what was in question and its clauses."""
    question = table.question
    if question is None:
        return Refused("nothing_to_rule", "nothing waits for a ruling")
    if (refusal := rules.needs_rank(ruling.by, question.rank)) is not None:
        return refusal
    if ruling.option not in question.options:
        return Refused("no_such_ruling", f"the rulings open here are {', '.join(question.options)}")
    carry_out = rules.irregularities[question.what].rule
    if carry_out is None:
        return Refused("nothing_to_rule", f"{question.what} leaves nothing to rule")
    decision = carry_out(rules, table, question.report, ruling.option)
    if isinstance(decision, Refused):
        return decision
    events = (given(question.what, decision.events[0].clauses), *decision.events)
    if isinstance(decision, AwaitingRuling):
        return msgspec.structs.replace(decision, events=events)
    return Accepted(events)
