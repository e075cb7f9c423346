"""What follows from something at a table, as text or as data: what is done, who is told, and who may rule what."""

from __future__ import annotations

from typing import Any

from croupier.books import book_of
from croupier.cli.output import behind, column, paint, say
from croupier.floor.accounts import describe, happened
from croupier.floor.outcomes import in_words, sentences, those_who_rule
from croupier.floor.situations import Outcome, Scene, may_rule, set_up
from croupier.kernel.events import Event
from croupier.stud.commands import Report
from croupier.stud.incidents import IrregularityReported, PeopleNotified, RulingAsked, RulingGiven
from croupier.stud.lines import write_line
from croupier.stud.rules import Rules


def answer_data(
    rules: Rules, scene: Scene, report: Report, outcome: Outcome, ruling: Outcome | None = None
) -> dict[str, Any]:
    """The whole answer as one document; `ruling` is what follows from a ruling that was given."""
    book = book_of(rules.game)
    cited = dict.fromkeys((*_all_cited(outcome), *(_all_cited(ruling) if ruling else ())))
    return {
        "game": rules.game,
        "book": rules.book,
        "what": report.what,
        "says": rules.irregularities[report.what].says,
        "report": write_line(report),
        "moment": scene.moment,
        "device": scene.device,
        "seats": scene.seats,
        "situation": list(describe(set_up(scene), scene)),
        "happened": happened(rules, report, scene.hands.get(report.box, ())),
        **_outcome_data(rules, outcome),
        "ruling": _outcome_data(rules, ruling) if ruling else None,
        "clauses": {number: book.clause(number).line for number in cited},
    }


def _outcome_data(rules: Rules, outcome: Outcome) -> dict[str, Any]:
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


def show_answer(rules: Rules, scene: Scene, report: Report, outcome: Outcome, ruling: Outcome | None = None) -> None:
    """The whole answer in words."""
    for line in describe(set_up(scene), scene):
        say(line)
    say(paint(happened(rules, report, scene.hands.get(report.box, ())), "bold"))
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


def _show(rules: Rules, outcome: Outcome, indent: str) -> None:
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


def _without_the_question(outcome: Outcome) -> tuple[Event, ...]:
    """What is done, without the report and the ruling that are told already and the question that is shown apart."""
    aside = IrregularityReported | RulingGiven | RulingAsked
    return tuple(event for event in outcome.events if not isinstance(event, aside))


def _all_cited(outcome: Outcome) -> tuple[str, ...]:
    """The clauses behind an outcome and behind all that its rulings may lead to."""
    below = [(*ruling.clauses, *_all_cited(ruling.leads_to)) for ruling in outcome.rulings]
    return tuple(dict.fromkeys((*outcome.cited, *(number for numbers in below for number in numbers))))
