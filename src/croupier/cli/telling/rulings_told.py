"""What follows from something at a table, as text or as data: what is done, who is notified, and who may rule what.

Also choosing a situation step by step at a terminal: what happened, the facts that the book asks for, and when.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import typer

from croupier.books import book_of
from croupier.cli.terminal.output import Complaint, Keyboard, Leaving, answer, facts, paint, say
from croupier.kernel.cards import CardError, parse_cards
from croupier.kernel.events import Event
from croupier.kernel.incidents import IrregularityReported, Report, RulingAsked, RulingGiven
from croupier.kernel.money import MoneyError, cents
from croupier.stud.events import PeopleNotified
from croupier.training.consequences import AnyRules, Outcome, may_rule, rule_on
from croupier.training.outcomes import in_words, sentences, those_who_rule
from croupier.training.scenes import Scene, facts_of, moments_of

_BAD_REPORT = ("report_incomplete", "no_such_irregularity", "not_at_this_time", "rank_needed", "no_such_rank", "no_such_ruling")
_QUESTIONS: dict[str, tuple[str, Callable[[str], object]]] = {
    "box": ("Which box, or 'dealer'? ", lambda text: text == "dealer" or int(text)),
    "boxes": ("Which boxes, such as 2,3? ", lambda text: [int(box) for box in text.split(",")]),
    "player": ("The player of which seat? ", int),
    "person": ("Who: the number of a seat, or a name? ", str),
    "players": ("The players of which seats, such as 2,3? ", lambda text: [int(seat) for seat in text.split(",")]),
    "count": ("How many cards? ", int),
    "cards": ("Which cards, such as As Td 2c? ", parse_cards),
    "amount": ("How much? ", cents),
}


def ruled(rules: AnyRules, outcome: Outcome[Any], option: str, rank: str) -> Outcome[Any] | None:
    """What follows from the ruling that was given, if one was; by the lowest who may where nobody is named."""
    taken(rules, outcome)
    if not option:
        if rank:
            raise Complaint(f"--rank {rank!r} gives a ruling: say which with --option")
        return None
    if not outcome.rulings:
        raise Complaint(f"nothing is left to a ruling here, so --option {option!r} has no place")
    return taken(rules, rule_on(rules, outcome.after, option, rank or outcome.rank))


def taken(rules: AnyRules, outcome: Outcome[Any]) -> Outcome[Any]:
    """The outcome, unless the report or the ruling was not one that could be taken at all."""
    if (refused := outcome.refused) is not None and refused.ground in _BAD_REPORT:
        cited = f" ({', '.join(refused.clauses)})" if refused.clauses else ""
        raise Complaint(rules.currency.told(f"{refused.reason}{cited}"))
    return outcome


def say_answer(
    scene: Scene, table: Any, report: Report, outcome: Outcome[Any], ruling: Outcome[Any] | None, *, as_json: bool
) -> None:
    """The whole answer to a report at the table of a scene, as one document or in words; `ruling` is what follows from the
    given ruling.
    """
    rules, book = table.rules, book_of(table.rules.game)
    told = {"situation": scene.described(table), "happened": scene.happened(table, report)}
    cited = list(dict.fromkeys((*_all_cited(outcome), *(_all_cited(ruling) if ruling else ()))))
    data = {
        **facts(rules, "game book", what=report.what, says=rules.irregularities[report.what].says),
        "report": scene.grammar.write(report),
        "moment": scene.moment,
        **scene.about_table,
        **told,
        **_outcome_data(rules, outcome),
        "ruling": _outcome_data(rules, ruling) if ruling else None,
        "clauses": {number: book.clause(number).line for number in cited},
    }
    ways: dict[str, Any] = {
        "done": lambda result: _done(result, rules),
        "those_who_rule": lambda result: those_who_rule(result, rules),
    }
    shown: dict[str, Any] = told | {"currency": rules.currency, "under": (book, cited) if cited else None}
    answer(data, "ruling.txt", as_json=as_json, outcome=outcome, ruling=ruling, **ways, **shown)


def _outcome_data(rules: AnyRules, outcome: Outcome[Any]) -> dict[str, Any]:
    follows = sentences(_without_the_question(outcome), rules)
    options = [facts(one, "name means clauses", **_outcome_data(rules, one.leads_to)) for one in outcome.rulings]
    question = {"asks": outcome.question, "rank": outcome.rank, "may_rule": may_rule(rules, outcome.rank)}
    return {
        "in_short": in_words(outcome, rules),
        "follows": [{"sentence": sentence, "clauses": clauses} for sentence, clauses in follows],
        "tell": outcome.told,
        "refused": facts(outcome.refused, "ground reason clauses") if outcome.refused is not None else None,
        "question": {**question, "clauses": outcome.clauses, "options": options} if options else None,
    }


def _done(outcome: Outcome[Any], rules: AnyRules) -> Iterator[tuple[str, tuple[str, ...]]]:
    """What is done, in sentences with their clauses; notifications read as instructions."""
    done = _without_the_question(outcome)
    for event, (sentence, clauses) in zip(done, sentences(done, rules), strict=True):
        if isinstance(event, PeopleNotified):
            sentence = f"Tell {' and '.join(event.who)} at once: {event.of}."
        yield sentence, clauses


def _without_the_question(outcome: Outcome[Any]) -> tuple[Event, ...]:
    """What is done, without the report and the ruling, already shown, and the question, shown separately."""
    return tuple(event for event in outcome.events if not isinstance(event, IrregularityReported | RulingGiven | RulingAsked))


def _all_cited(outcome: Outcome[Any]) -> tuple[str, ...]:
    """The clauses behind an outcome and behind everything that its rulings may lead to."""
    below = [(*ruling.clauses, *_all_cited(ruling.leads_to)) for ruling in outcome.rulings]
    return tuple(dict.fromkeys((*outcome.cited, *(number for numbers in below for number in numbers))))


def choose(rules: AnyRules) -> tuple[str, str, dict[str, str]]:
    """What happened, when, and the facts, in the form of the flags of `croupier rule`; a person may leave at any time."""
    keyboard = Keyboard()
    names = sorted(rules.irregularities)
    try:
        say(paint(rules.title, "bold"))
        what = names[_menu(keyboard, "What happened?", [rules.irregularities[name].says for name in names])]
        facts = {name: _fact(keyboard, name) for name in facts_of(rules, what) if name in _QUESTIONS}
        if facts.get("person", "").isdecimal():
            facts["player"] = facts.pop("person")
        possible = moments_of(rules, what)
        place = _menu(keyboard, "When?", list(possible.values())) if len(possible) > 1 else 0
    except Leaving:
        say("Nothing was asked.")
        raise typer.Exit from None
    say()
    return what, list(possible)[place], facts


def _menu(keyboard: Keyboard, question: str, items: Sequence[str]) -> int:
    """The place of the item chosen by its number."""
    for number, item in enumerate(items, 1):
        say(f"  {number:2}  {item}")
    while True:
        answer = keyboard.ask(f"{question} [1-{len(items)}] ")
        if answer.isdecimal() and 1 <= int(answer) <= len(items):
            return int(answer) - 1
        _leave_if(answer)
        say(f"Say a number from 1 to {len(items)}, or q to leave.")


def _fact(keyboard: Keyboard, name: str) -> str:
    question, read = _QUESTIONS[name]
    while True:
        answer = keyboard.ask(question)
        _leave_if(answer)
        try:
            read(answer)
        except (CardError, MoneyError) as error:
            say(f"{error}, or q to leave.")
        except ValueError:
            say(f"{answer!r} is no answer to that, or q to leave.")
        else:
            return answer


def _leave_if(answer: str) -> None:
    if answer.lower() in ("q", "quit"):
        raise Leaving
