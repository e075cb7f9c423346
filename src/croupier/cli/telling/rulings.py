"""What follows from something at a table, as text or as data: what is done, who is told, and who may rule what."""

from __future__ import annotations

from typing import Any, NamedTuple

from croupier.books import book_of
from croupier.cli.terminal.output import Complaint, behind, column, paint, say
from croupier.kernel.events import Event
from croupier.stud.incidents import PeopleNotified
from croupier.training.consequences import ASKED, REPORTED, RULED, AnyRules, Outcome, may_rule, rule_on
from croupier.training.outcomes import in_words, sentences, those_who_rule

_BAD_REPORT = ("report_incomplete", "no_such_irregularity", "not_at_this_time", "rank_needed", "no_such_ruling")


class Told(NamedTuple):
    """A situation in words: what was reported, in the words of the keyboard and in ours, at which moment, at what table.

    `table` is what the document says of it.
    """

    what: str
    report: str
    moment: str
    table: dict[str, Any]
    situation: tuple[str, ...]
    happened: str


def ruled(rules: AnyRules, outcome: Outcome[Any], option: str, rank: str) -> Outcome[Any] | None:
    """What follows from the ruling that was given, if one was; by the lowest who may where nobody is named."""
    taken(outcome)
    if not option:
        return None
    if not outcome.rulings:
        raise Complaint(f"nothing is left to a ruling here, so --option {option!r} has no place")
    return taken(rule_on(rules, outcome.after, option, rank or outcome.rank))


def taken(outcome: Outcome[Any]) -> Outcome[Any]:
    """The outcome, unless the report or the ruling was not one that could be taken at all."""
    if (refused := outcome.refused) is not None and refused.ground in _BAD_REPORT:
        cited = f" ({', '.join(refused.clauses)})" if refused.clauses else ""
        raise Complaint(f"{refused.reason}{cited}")
    return outcome


def answer_data(
    rules: AnyRules, told: Told, outcome: Outcome[Any], ruling: Outcome[Any] | None = None
) -> dict[str, Any]:
    """The whole answer as one document; `ruling` is what follows from a ruling that was given."""
    book = book_of(rules.game)
    cited = dict.fromkeys((*_all_cited(outcome), *(_all_cited(ruling) if ruling else ())))
    return {
        "game": rules.game,
        "book": rules.book,
        "what": told.what,
        "says": rules.irregularities[told.what].says,
        "report": told.report,
        "moment": told.moment,
        **told.table,
        "situation": list(told.situation),
        "happened": told.happened,
        **_outcome_data(rules, outcome),
        "ruling": _outcome_data(rules, ruling) if ruling else None,
        "clauses": {number: book.clause(number).line for number in cited},
    }


def _outcome_data(rules: AnyRules, outcome: Outcome[Any]) -> dict[str, Any]:
    refused = outcome.refused
    return {
        "in_short": in_words(outcome, rules),
        "follows": [
            {"sentence": sentence, "clauses": list(clauses)}
            for sentence, clauses in sentences(_without_the_question(outcome), rules)
        ],
        "tell": list(outcome.told),
        "refused": {"ground": refused.ground, "reason": refused.reason, "clauses": list(refused.clauses)}
        if refused
        else None,
        "question": {
            "asks": outcome.question,
            "rank": outcome.rank,
            "may_rule": list(may_rule(rules, outcome.rank)),
            "clauses": list(outcome.clauses),
            "options": [
                {
                    "name": ruling.name,
                    "means": ruling.means,
                    "clauses": list(ruling.clauses),
                    **_outcome_data(rules, ruling.leads_to),
                }
                for ruling in outcome.rulings
            ],
        }
        if outcome.rulings
        else None,
    }


def show_answer(rules: AnyRules, told: Told, outcome: Outcome[Any], ruling: Outcome[Any] | None = None) -> None:
    """The whole answer in words."""
    for line in told.situation:
        say(line)
    say(paint(told.happened, "bold"))
    say()
    _show(rules, outcome, "")
    if ruling is not None:
        say()
        say(paint("After that ruling", "bold"))
        _show(rules, ruling, "  ")
    book = book_of(rules.game)
    numbers = list(dict.fromkeys((*_all_cited(outcome), *(_all_cited(ruling) if ruling else ()))))
    if not numbers:
        return
    say()
    widest = max(map(len, numbers))
    for number in numbers:
        say(f"  {paint(number.ljust(widest), 'dim')}  {column(book.clause(number).line, widest + 4)}")


def _show(rules: AnyRules, outcome: Outcome[Any], indent: str) -> None:
    if outcome.refused is not None:
        say(f"{indent}Nothing follows: {outcome.refused.reason}.  {behind(outcome.refused.clauses)}")
        return
    done = _without_the_question(outcome)
    for event, (sentence, clauses) in zip(done, sentences(done, rules), strict=True):
        if isinstance(event, PeopleNotified):
            sentence = f"Tell {' and '.join(event.who)} at once: {event.of}."
        say(f"{indent}- {sentence}  {behind(clauses)}")
    if not done and not outcome.rulings:
        say(f"{indent}- Play goes on.")
    if not outcome.rulings:
        return
    who = those_who_rule(outcome, rules)
    say(f"{indent}{who[:1].upper()}{who[1:]} must rule: {outcome.question}  {behind(outcome.clauses)}")
    for number, ruling in enumerate(outcome.rulings, 1):
        say(f"{indent}  {number}. {paint(ruling.name, 'bold')}: {ruling.means}  {behind(ruling.clauses)}")
        _show(rules, ruling.leads_to, indent + "     ")


def _without_the_question(outcome: Outcome[Any]) -> tuple[Event, ...]:
    """What is done, without the report and the ruling that are told already and the question that is shown apart."""
    return tuple(event for event in outcome.events if not isinstance(event, (*REPORTED, *RULED, *ASKED)))


def _all_cited(outcome: Outcome[Any]) -> tuple[str, ...]:
    """The clauses behind an outcome and behind all that its rulings may lead to."""
    below = [(*ruling.clauses, *_all_cited(ruling.leads_to)) for ruling in outcome.rulings]
    return tuple(dict.fromkeys((*outcome.cited, *(number for numbers in below for number in numbers))))
