"""Irregularities: somebody reports what happened, the book says what follows, and what it leaves open waits for a ruling.

A book has its own procedures, in the files of its section on irregularities; the effects that they share are in `remedies`.
"""

from __future__ import annotations

from collections.abc import Iterable

from croupier.kernel.decisions import Accepted, AwaitingRuling, Decision, Option
from croupier.kernel.events import Event
from croupier.kernel.rulings import Clauses, Irregularity, carried_out, what_follows
from croupier.poker.commands import Report, Rule
from croupier.poker.incidents import IrregularityReported, RulingAsked, RulingGiven
from croupier.poker.rules import Rules
from croupier.poker.table import Table


def report(rules: Rules, table: Table, command: Report) -> Decision:
    """What follows from a report, by the book. A `place` that is asked for is said as the player."""
    places = table.options.places

    def missing(irregularity: Irregularity) -> str:
        asks = irregularity.asks
        if "player" in asks and command.player not in table.seats:
            return "say which seat's player it was"
        if "place" in asks and not 1 <= command.player <= places:
            return f"say which place it was, as the player: 1 to {places}"
        if "players" in asks and not (command.players and set(command.players) <= set(table.seats)):
            return "say which seats' players they were"
        return ""

    return what_follows(rules, table, command, missing)


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

    def given(what: str, clauses: Clauses) -> RulingGiven:
        return RulingGiven(option=command.option, by=command.by, note=command.note, clauses=clauses)

    return carried_out(rules, table, command, given)
