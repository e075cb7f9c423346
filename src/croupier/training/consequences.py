"""What follows from something that went wrong at a table, by the book: at once, and from every ruling that it leaves open."""

from __future__ import annotations

import copy
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from croupier.kernel.decisions import AwaitingRuling, Decision, Refused
from croupier.kernel.events import Command, Event
from croupier.poker import commands as poker_commands
from croupier.poker import engine as poker_engine
from croupier.poker import incidents as poker_incidents
from croupier.poker.rules import Rules as PokerRules
from croupier.stud import commands as stud_commands
from croupier.stud import engine as stud_engine
from croupier.stud import incidents as stud_incidents
from croupier.stud.rules import Rules as StudRules

S = TypeVar("S")
AnyRules = StudRules | PokerRules

REPORTED = (stud_incidents.IrregularityReported, poker_incidents.IrregularityReported)
RULED = (stud_incidents.RulingGiven, poker_incidents.RulingGiven)
ASKED = (stud_incidents.RulingAsked, poker_incidents.RulingAsked)


class _Engine(NamedTuple):
    engine: Any
    rule: type[Any]


def _engine_of(rules: AnyRules) -> _Engine:
    if isinstance(rules, PokerRules):
        return _Engine(poker_engine, poker_commands.Rule)
    return _Engine(stud_engine, stud_commands.Rule)


class Ruling(msgspec.Struct, Generic[S], frozen=True, kw_only=True):
    """One of the rulings that the book permits, and what it would lead to."""

    name: str
    means: str
    clauses: tuple[str, ...]
    leads_to: Outcome[S]


class Outcome(msgspec.Struct, Generic[S], frozen=True, kw_only=True):
    """What follows: the events, and where the book leaves it to somebody the question, the least rank and the rulings.

    `after` is the table as it then is. A refusal says why nothing follows.
    """

    events: tuple[Event, ...] = ()
    refused: Refused | None = None
    question: str = ""
    rank: str = ""
    clauses: tuple[str, ...] = ()
    rulings: tuple[Ruling[S], ...] = ()
    after: S

    @property
    def follows(self) -> tuple[Event, ...]:
        """What is done, without the report itself, the ruling as given, who is told, and the question."""
        aside = (*REPORTED, *RULED, *ASKED, stud_incidents.PeopleNotified)
        return tuple(event for event in self.events if not isinstance(event, aside))

    @property
    def told(self) -> tuple[str, ...]:
        """The people who must be told at once."""
        notices = (event for event in self.events if isinstance(event, stud_incidents.PeopleNotified))
        return tuple(dict.fromkeys(who for notice in notices for who in notice.who))

    @property
    def cited(self) -> tuple[str, ...]:
        """Every clause behind what follows, once."""
        numbers = [number for event in self.events for number in event.clauses]
        refused = self.refused.clauses if self.refused else ()
        return tuple(dict.fromkeys((*numbers, *self.clauses, *refused)))


def what_follows(rules: AnyRules, state: S, report: Command) -> Outcome[S]:
    """What follows from a report at a table, and from each ruling that it leaves open. The table stays as it is."""
    return _outcome(rules, state, _engine_of(rules).engine.decide(rules, state, report))


def rule_on(rules: AnyRules, state: S, option: str, by: str) -> Outcome[S]:
    """What follows when somebody gives one of the rulings that a table waits for."""
    engine, rule = _engine_of(rules)
    return _outcome(rules, state, engine.decide(rules, state, rule(option=option, by=by)))


def may_rule(rules: AnyRules, rank: str) -> tuple[str, ...]:
    """Those who may give a ruling that takes at least this rank, lowest first."""
    able = tuple(other for other in rules.ranks if rules.needs_rank(other, rank) is None)
    return able or (rank,)


def made(rules: AnyRules, state: S, *events: Event) -> Outcome[S]:
    """These events as an outcome; the state that is given stays as it is."""
    engine = _engine_of(rules).engine
    after = copy.deepcopy(state) if events and engine is poker_engine else state  # a poker table changes in place
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
    return Outcome(
        events=decision.events,
        question=decision.question,
        rank=decision.rank,
        clauses=decision.clauses,
        rulings=rulings,
        after=done.after,
    )
