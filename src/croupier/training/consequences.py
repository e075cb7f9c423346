"""What follows by the book from something that goes wrong at a table: immediately, and from every possible ruling."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

import msgspec
from msgspec.structs import replace

from croupier.kernel.actors import DEALER, Said
from croupier.kernel.decisions import AwaitingRuling, Decision, Refused
from croupier.kernel.engine import Engine
from croupier.kernel.errors import TableError
from croupier.kernel.events import Command, Event
from croupier.kernel.incidents import IrregularityReported, Rule, RulingAsked, RulingGiven
from croupier.kernel.rulings import Irregularity
from croupier.poker.rules import Rules as PokerRules
from croupier.stud.events import PeopleNotified
from croupier.stud.rules import Rules as StudRules
from croupier.tables import house_table, poker_table

S = TypeVar("S")
AnyRules = StudRules | PokerRules
NOWHERE = ("-",)  # the clause of an outcome that no book has: it is never shown


def engine_of(rules: AnyRules) -> Engine[Any, Any]:
    """The engine of the tables that these rules are for."""
    return poker_table.ENGINE if isinstance(rules, PokerRules) else house_table.ENGINE


class Ruling(msgspec.Struct, Generic[S], frozen=True, kw_only=True):
    """One of the rulings that the book permits, and what it would lead to."""

    name: str
    means: str
    clauses: tuple[str, ...]
    leads_to: Outcome[S]


class Outcome(msgspec.Struct, Generic[S], frozen=True, kw_only=True):
    """What follows: the events, and if the book leaves it to a person, the question, the lowest rank and the rulings.

    `after` is the table after it. A refusal says why nothing follows. `belongs` says where an outcome would be right, if
    it is offered as an answer to something else.
    """

    events: tuple[Event, ...] = ()
    refused: Refused | None = None
    question: str = ""
    rank: str = ""
    clauses: tuple[str, ...] = ()
    rulings: tuple[Ruling[S], ...] = ()
    after: S
    belongs: str = ""

    @property
    def follows(self) -> tuple[Event, ...]:
        """What is done, without the report itself, the given ruling, who is notified, and the question."""
        aside = IrregularityReported | RulingGiven | RulingAsked | PeopleNotified
        return tuple(event for event in self.events if not isinstance(event, aside))

    @property
    def told(self) -> tuple[str, ...]:
        """The people who must be notified immediately."""
        notices = (event for event in self.events if isinstance(event, PeopleNotified))
        return tuple(dict.fromkeys(who for notice in notices for who in notice.who))

    @property
    def cited(self) -> tuple[str, ...]:
        """Every clause behind what follows, once."""
        numbers = [number for event in self.events for number in event.clauses]
        refused = self.refused.clauses if self.refused is not None else ()
        return tuple(dict.fromkeys((*numbers, *self.clauses, *refused)))


def irregularity_of(rules: AnyRules, what: str) -> Irregularity:
    if (irregularity := rules.irregularities.get(what)) is None:
        known = ", ".join(sorted(rules.irregularities))
        raise TableError(f"{rules.game} has no irregularity {what!r}; there are {known}")
    return irregularity


def what_follows(rules: AnyRules, state: S, report: Command) -> Outcome[S]:
    """What follows from a report at a table, and from each possible ruling. The table itself does not change."""
    return _outcome(rules, state, engine_of(rules).decide(rules, state, report, Said(DEALER, DEALER, 0)))


def rule_on(rules: AnyRules, state: S, option: str, by: str) -> Outcome[S]:
    """What follows from giving one of the rulings that a table waits for."""
    return _outcome(rules, state, engine_of(rules).decide(rules, state, Rule(option=option), Said(by, by, 0)))


def may_rule(rules: AnyRules, rank: str) -> tuple[str, ...]:
    """Who may give a ruling that needs at least this rank, lowest first."""
    able = tuple(other for other in rules.ranks if rules.needs_rank(Said(other, other, 0), rank, ()) is None)
    return able or (rank,)


def made(rules: AnyRules, state: S, *events: Event) -> Outcome[S]:
    """These events as an outcome; the given state does not change."""
    engine = engine_of(rules)
    after = engine.copied(state) if events else state
    for event in events:
        after = engine.evolve(after, event)
    return Outcome(events=events, after=after)


def _outcome(rules: AnyRules, state: S, decision: Decision) -> Outcome[S]:
    if isinstance(decision, Refused):
        return Outcome(refused=decision, after=state)
    done = made(rules, state, *decision.events)
    if not isinstance(decision, AwaitingRuling):
        return done
    rulings = tuple(
        Ruling(
            name=option.name,
            means=option.means,
            clauses=option.clauses,
            leads_to=rule_on(rules, done.after, option.name, decision.rank),
        )
        for option in decision.options
    )
    return replace(done, question=decision.question, rank=decision.rank, clauses=decision.clauses, rulings=rulings)
