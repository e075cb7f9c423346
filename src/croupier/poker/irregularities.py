"""Irregularities: somebody reports what happened, the book says what follows, and what it leaves open waits for a ruling.

A book has its own procedures, in the files of its section on irregularities; the effects that they share are in `remedies`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from croupier.kernel.decisions import Accepted, AwaitingRuling, Decision, Option, Refused
from croupier.kernel.events import Event
from croupier.poker.commands import Report, Rule
from croupier.poker.incidents import IrregularityReported, RulingAsked, RulingGiven
from croupier.poker.rules import Rules
from croupier.poker.table import Table

Clauses = tuple[str, ...]
Procedure = Callable[[Rules, Table, Report], Decision]
Ruling = Callable[[Rules, Table, Report, str], Decision]


class Irregularity(msgspec.Struct, frozen=True):
    """One thing that can go wrong: how people call it, what to say with it, what follows, and how a ruling is carried out.

    `asks` names the fields of the report that matter: `player` (a seat), `place` (any place of the table, said as the
    player), `players`, `count`, `cards`, `amount`. `phases` are those of the table in which it can be reported.
    """

    says: str
    follow: Procedure
    rule: Ruling | None = None
    asks: tuple[str, ...] = ()
    phases: tuple[str, ...] = ()


def report(rules: Rules, table: Table, command: Report) -> Decision:
    """What follows from a report, by the book."""
    known = rules.irregularities
    if command.what not in known:
        return Refused("no_such_irregularity", f"{command.what!r} is not known; there is {', '.join(sorted(known))}")
    irregularity = known[command.what]
    if irregularity.phases and table.phase not in irregularity.phases:
        when = " or ".join(irregularity.phases)
        return Refused("not_at_this_time", f"{irregularity.says}: that can only be while {when}, not {table.phase}")
    if (wrong := _incomplete(table, command, irregularity)) is not None:
        return wrong
    return irregularity.follow(rules, table, command)


def _incomplete(table: Table, command: Report, irregularity: Irregularity) -> Refused | None:
    asks, places = irregularity.asks, table.options.places
    if command.count < -1 or command.amount < -1:
        return Refused("report_incomplete", "a count or an amount is never below nil")
    if "player" in asks and command.player not in table.seats:
        return Refused("report_incomplete", "say which seat's player it was")
    if "place" in asks and not 1 <= command.player <= places:
        return Refused("report_incomplete", f"say which place it was, as the player: 1 to {places}")
    if "players" in asks and not (command.players and set(command.players) <= set(table.seats)):
        return Refused("report_incomplete", "say which seats' players they were")
    for name in ("count", "amount"):
        if name in asks and getattr(command, name) < 0:
            return Refused("report_incomplete", f"say the {name}")
    if "cards" in asks and not command.cards:
        return Refused("report_incomplete", "say which cards")
    return None


def reported(rules: Rules, command: Report, clauses: Clauses) -> IrregularityReported:
    says = rules.irregularities[command.what].says
    return IrregularityReported(what=command.what, says=says, player=command.player, note=command.note, clauses=clauses)


def follows(rules: Rules, command: Report, clauses: Clauses, *events: Event) -> Accepted:
    """The report and what comes of it."""
    return Accepted((reported(rules, command, clauses), *events))


def ask(
    rules: Rules,
    command: Report,
    *,
    question: str,
    rank: str,
    options: Iterable[Option],
    clauses: Clauses,
    first: Iterable[Event] = (),
) -> AwaitingRuling:
    """The report, what comes of it at once, and the question that waits for a ruling. The first option is the proposal."""
    choices = tuple(options)
    asked = RulingAsked(
        question=question,
        options=tuple(option.name for option in choices),
        rank=rank,
        report=command,
        clauses=clauses,
    )
    events = (reported(rules, command, clauses), *first, asked)
    return AwaitingRuling(question=question, options=choices, rank=rank, clauses=clauses, events=events)


def rule(rules: Rules, table: Table, command: Rule) -> Decision:
    """Carry out the ruling that the table waits for."""
    question = table.question
    if question is None:
        return Refused("nothing_to_rule", "nothing waits for a ruling")
    if (refusal := rules.needs_rank(command.by, question.rank)) is not None:
        return refusal
    if command.option not in question.options:
        return Refused("no_such_ruling", f"the rulings open here are {', '.join(question.options)}")
    carry_out = rules.irregularities[question.what].rule
    if carry_out is None:
        return Refused("nothing_to_rule", f"{question.what} leaves nothing to rule")
    decision = carry_out(rules, table, question.report, command.option)
    if isinstance(decision, Refused):
        return decision
    clauses = decision.events[0].clauses
    given = RulingGiven(option=command.option, by=command.by, note=command.note, clauses=clauses)
    if isinstance(decision, AwaitingRuling):
        return msgspec.structs.replace(decision, events=(given, *decision.events))
    return Accepted((given, *decision.events))
