"""What every table decides the same way: reports and rulings, duties, editions. The book says what follows."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.kernel import incidents
from croupier.kernel.actors import Said
from croupier.kernel.cards import twice
from croupier.kernel.decisions import Accepted, AwaitingRuling, Decision, Option, Refused
from croupier.kernel.errors import BookError
from croupier.kernel.events import Command, Event
from croupier.kernel.telling import filled

if TYPE_CHECKING:
    from croupier.kernel.rulebook import Rulebook

Clauses = tuple[str, ...]


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing that follows, as in `rulings.toml`: what is done, in which words, and by which clauses, by default those of
    the irregularity. `who` are those who are notified, `about` is the matter of an advice. `at_least`
    and `below` name a number of the book: the step is done if the count of the report is at least that, or below it.
    """

    do: str
    says: str = ""
    clauses: Clauses = ()
    who: tuple[str, ...] = ()
    about: str = "conduct"
    at_least: str = ""
    below: str = ""


class OpenRuling(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one ruling means, the clauses that permit it, and what follows if no procedure says so."""

    means: str
    clauses: Clauses
    then: tuple[Step, ...] = ()


class Question(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question that a book leaves to a person, as in `rulings.toml`: templates for the words, and the rulings by name.

    What follows before it, or if there is nothing to ask at all, is in `then`.
    """

    question: str = ""
    options: dict[str, OpenRuling] = {}
    then: tuple[Step, ...] = ()

    @property
    def steps(self) -> tuple[Step, ...]:
        """Everything that may follow without a procedure."""
        return (*self.then, *(step for ruling in self.options.values() for step in ruling.then))


STEPS: dict[str, Callable[[Any, Any, incidents.Report, Step], Iterable[Event]]] = {}
"""What makes the events of each kind of step; each engine adds its own."""


class Irregularity(msgspec.Struct, frozen=True):
    """One thing that can go wrong: its name, what to say with it, what follows, and how a ruling is carried out.

    `follow` takes the rules, the table and the report; `rule` takes the ruling's name as well. `clauses` are those it is
    about, `ranks` those who may have to rule. `asks` names the facts of the report that matter, and `phases` when
    it can be reported. If it matters who ruled, it is `signed`: `rule` then takes the sender as well.
    What can also be reported once the table is closed is `after_closing`.
    """

    says: str
    follow: Callable[..., Decision]
    rule: Callable[..., Decision] | None = None
    clauses: Clauses = ()
    ranks: tuple[str, ...] = ()
    asks: tuple[str, ...] = ()
    phases: tuple[str, ...] = ()
    signed: bool = False
    after_closing: bool = False


def outlasts_table(rules: Rulebook, table: Any, command: Command) -> bool:
    """Whether a closed table still accepts it: a matter that closing does not end, and the ruling on it."""
    if isinstance(command, incidents.Report):
        known = rules.irregularities.get(command.what)
        return known is not None and known.after_closing
    return isinstance(command, incidents.Rule) and table.question is not None


def report(rules: Rulebook, table: Any, command: incidents.Report, said: Said) -> Decision:
    """What follows from a report, by the book."""
    known = rules.irregularities
    if command.what not in known:
        return Refused("no_such_irregularity", f"{command.what!r} is not known; there are {', '.join(sorted(known))}")
    irregularity = known[command.what]
    if irregularity.phases and table.phase not in irregularity.phases:
        when = " or ".join(irregularity.phases)
        reason = f"{irregularity.says}: that can only be while {when}, not {table.phase}"
        return Refused("not_at_this_time", reason, irregularity.clauses)
    if wrong := rules.report_lacks(table, irregularity, command) or _unsaid(table, command, irregularity.asks):
        return Refused("report_incomplete", wrong, irregularity.clauses)
    decision = irregularity.follow(rules, table, command)
    if isinstance(decision, Refused) and not decision.clauses:
        decision = msgspec.structs.replace(decision, clauses=irregularity.clauses)
    if isinstance(decision, Refused) and command.cards:
        # the named cards were compared with those on the table
        return msgspec.structs.replace(decision, looked=True)
    return decision


def _unsaid(table: Any, said: incidents.Report, asks: tuple[str, ...]) -> str:
    if said.count < -1 or said.amount < -1:
        return "a count or an amount cannot be below zero"
    if (double := twice(said.cards)) is not None:
        return f"{double} is named twice"
    if "player" in asks and not table.person_at(said.player):
        return "say which seat's player it was"
    if said.person and said.player and table.person_at(said.player) != said.person:
        return f"{said.person} does not sit in seat {said.player}: say one or the other"
    if "person" in asks and not whom(table, said):
        return "say which seat's player it was, or name the person"
    for name in ("count", "amount"):
        if name in asks and getattr(said, name) < 0:
            return f"say the {name}"
    return "say which cards, ?? for one that is not known" if "cards" in asks and not said.cards else ""


def whom(table: Any, said: incidents.Report) -> str:
    """The person that a report is about, seated or not; empty if it names nobody."""
    return said.person or str(table.person_at(said.player))


def called(said: incidents.Report) -> str:
    """How a sentence names that person: by seat if there is one."""
    return said.person or f"seat {said.player}"


def reported(rules: Rulebook, command: incidents.Report, clauses: Clauses) -> incidents.IrregularityReported:
    facts = msgspec.structs.asdict(command)
    del facts["cards"]  # they stay with the command
    return incidents.IrregularityReported(says=rules.irregularities[command.what].says, clauses=clauses, **facts)


def follows(rules: Rulebook, command: incidents.Report, clauses: Clauses, *events: Event) -> Accepted:
    """The report and its result."""
    return Accepted((reported(rules, command, clauses), *events))


def ask(
    rules: Rulebook,
    command: incidents.Report,
    name: str = "",
    *,
    but: Collection[str] = (),
    rank: str = "",
    clauses: Clauses = (),
    first: Iterable[Event] = (),
    **facts: Any,
) -> AwaitingRuling:
    """The report, its immediate result, and the question that waits for a ruling. The first option is the proposal.

    The question is the irregularity's own in `rulings.toml`, or the one named; its words are filled in with the report
    and the `facts`. Rulings in `but` are not open. Rank and clauses are those of the irregularity, unless another rank
    is named, or more is cited.
    """
    known, asks = rules.irregularities[command.what], rules.questions[name or command.what]
    told = _facts(rules, command, **facts)
    question = filled(asks.question, told, rules)
    options = tuple(
        Option(filled(name, told, rules), filled(ruling.means, told, rules), ruling.clauses)
        for name, ruling in asks.options.items()
        if name not in but
    )
    rank, clauses = rank or known.ranks[0], clauses or known.clauses
    if rank not in known.ranks:
        raise BookError(f"{rules.game}: {command.what} is ruled by {rank!r}, whom it does not name")
    asked = incidents.RulingAsked(question=question, options=options, rank=rank, report=command, clauses=clauses)
    events = (reported(rules, command, clauses), *first, asked)
    return AwaitingRuling(question=question, options=options, rank=rank, clauses=clauses, events=events)


def _facts(rules: Rulebook, command: incidents.Report, **facts: Any) -> SimpleNamespace:
    """The facts of a report that a book's words may use."""
    says = rules.irregularities[command.what].says
    return SimpleNamespace(**{**msgspec.structs.asdict(command), "called": called(command), "says": says, **facts})


def carried_out(rules: Rulebook, table: Any, command: incidents.Report, steps: Iterable[Step]) -> tuple[Event, ...]:
    """The events of steps in `rulings.toml`."""
    told, clauses = _facts(rules, command), rules.irregularities[command.what].clauses
    said = (
        msgspec.structs.replace(step, says=filled(step.says, told, rules), clauses=step.clauses or clauses)
        for step in steps
        if not (step.at_least and command.count < rules.number(step.at_least))
        and not (step.below and command.count >= rules.number(step.below))
    )
    return tuple(event for step in said for event in STEPS[step.do](rules, table, command, step))


def asked(rules: Rulebook, table: Any, command: incidents.Report) -> Decision:
    """What follows by `rulings.toml` alone: the immediate steps, and the question, if there is one."""
    asks = rules.questions[command.what]
    made = carried_out(rules, table, command, asks.then)
    return (
        ask(rules, command, first=made)
        if asks.options
        else follows(rules, command, rules.irregularities[command.what].clauses, *made)
    )


def rule(rules: Rulebook, table: Any, command: incidents.Rule, said: Said) -> Decision:
    """Carry out the ruling that the table waits for."""
    question = table.question
    if question is None:
        return Refused("nothing_to_rule", "nothing waits for a ruling")
    if (refusal := rules.needs_rank(said, question.rank, question.clauses)) is not None:
        return refusal
    if said.person == whom(table, question.report):
        return Refused("rank_needed", f"{said.person} cannot rule in their own case", question.clauses)
    if command.option not in question.names:
        reason = f"the rulings open here are {', '.join(question.names)}"
        return Refused("no_such_ruling", reason, question.clauses)
    known, asks = rules.irregularities[question.what], rules.questions.get(question.what)
    if asks is not None and (ruling := asks.options.get(command.option)) is not None and ruling.then:
        decision: Decision = Accepted(carried_out(rules, table, question.report, ruling.then))
    elif known.rule is None:
        return Refused("nothing_to_rule", f"{question.what} leaves nothing to rule", question.clauses)
    else:
        decision = known.rule(rules, table, question.report, command.option, *((said,) if known.signed else ()))
    if isinstance(decision, Refused):
        return decision
    clauses = decision.events[0].clauses
    given = rules.event(incidents.RulingGiven, command, what=question.what, by=said.role, clauses=clauses)
    return msgspec.structs.replace(decision, events=(given, *decision.events))


def perform(rules: Rulebook, table: Any, command: incidents.Perform, said: Said) -> Decision:
    """Do one of the book's duties and put it on record."""
    if isinstance(duty := rules.duty_for(command.duty, said, table), Refused):
        return duty
    opening = rules.opening_duties(table)
    if duty.opening:
        before = opening[: opening.index(command.duty)]
        if missing := [name for name in before if name not in table.done]:
            earlier = rules.duties[missing[0]]
            return Refused("opening_not_done", f"first: {earlier.says}", earlier.clauses)
    opening = opening if duty.effect == "new cards" else ()
    return rules.accept(incidents.DutyDone, command, by=said.role, effect=duty.effect, opening=opening, clauses=duty.clauses)


def adopt_edition(rules: Rulebook, table: Any, command: incidents.AdoptEdition, said: Said) -> Decision:
    """Adopt another edition of the same book, between rounds."""
    clauses = rules.cite("table_opened")
    if (refusal := rules.needs_rank(said, rules.ranks[-1], clauses)) is not None:
        return refusal
    if not table.at_rest:
        return Refused("not_at_this_time", "a new edition can only be adopted between rounds", clauses)
    if command.edition == rules.edition:
        return Refused("nothing_changes", f"the table already follows the edition {command.edition}", clauses)
    if (other := rules.other_edition(command.edition)) is None:
        return Refused("no_such_edition", f"there is no edition {command.edition!r} of this book", clauses)
    return Accepted((incidents.EditionAdopted(edition=other.edition, digest=other.digest, clauses=clauses),))
