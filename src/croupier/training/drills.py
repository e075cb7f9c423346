"""Training: a round in which something goes wrong, and the question what follows. The engine knows the right answer.

Wrong answers are real outcomes too: what another book would say, what the same book says at another moment or for
another number, or a ruling that one might expect here. None of them amounts to the right one.
"""

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from croupier.books import poker_games
from croupier.kernel.errors import TableError
from croupier.kernel.incidents import IrregularityReported, Report, RulingGiven
from croupier.kernel.telling import capital
from croupier.training import house_scenes, poker_scenes
from croupier.training.consequences import AnyRules, Outcome, irregularity_of, may_rule, rule_on
from croupier.training.outcomes import comes_to, in_words, sentences, those_who_rule, told_people
from croupier.training.scenes import Scene, belonging, tried

Kind = Literal["what follows", "who rules", "carried out"]

CHOICES = 4
_WHAT_FOLLOWS = "What follows? Choose the complete answer."
_TRIES = 30
_RULES = " must rule: "
_TOO_LOW, _TOO_HIGH = "The book asks for a higher rank.", "The book lets somebody of a lower rank rule already."
_GOES_ON = "Nothing is done about it: play goes on."
_NO_CLAUSE = "No clause of this book says so."


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """A situation with answers to choose from; `right` is the place of the engine's answer.

    `scene` and `report` are those of the house games or of the poker room. `ruling` is the ruling that has been given,
    where the question is what it leads to. `reasons` has for each answer where it would be right, and nothing for the right one.
    """

    game: str
    kind: Kind
    scene: Any
    report: Report
    ruling: str = ""
    situation: tuple[str, ...]
    happened: str
    asks: str
    choices: tuple[str, ...]
    reasons: tuple[str, ...]
    right: int
    explanation: tuple[tuple[str, tuple[str, ...]], ...]
    clauses: tuple[str, ...]

    @property
    def answer(self) -> str:
        return self.choices[self.right]


def question(random: Random, game: str, what: str = "") -> Question:
    """A question about something that goes wrong at a table of this game; about `what`, if that is possible."""
    kind: type[Scene] = poker_scenes.Scene if game in poker_games() else house_scenes.Scene
    rules = kind.rules_for(game)
    names = sorted(rules.irregularities)
    random.shuffle(names)
    names.sort(key=lambda name: name != what)
    for what in names:
        for _ in range(_TRIES):
            if (asked := ask(random, *kind.made_up(random, rules, what))) is not None:
                return asked
    raise TableError(f"{game}: no irregularity is known that could be asked about")


def ask(random: Random, scene: Scene, report: Report) -> Question | None:
    """A question about what follows from this report in this scene; None if the book does not accept the report."""
    if (trial := tried(scene, report)) is None:
        return None
    rules, (table, said, outcome) = scene.rules, trial
    kind, ruling = _kind(random, outcome)
    asks, before, right = _WHAT_FOLLOWS, table.state, outcome
    if kind == "who rules":
        asks = f"The book leaves it to somebody: '{outcome.question}' Who may rule? Choose the lowest who may."
        answer, wrong = capital(those_who_rule(outcome, rules)), dict(_other_ranks(random, rules, outcome))
    else:
        if kind == "carried out":
            asks = f"The {outcome.rank} has to rule: '{outcome.question}' The ruling is '{ruling}'. {_WHAT_FOLLOWS}"
            before, right = outcome.after, rule_on(rules, outcome.after, ruling, outcome.rank)
        if right.refused is not None:
            return None
        if kind == "carried out" and len(right.follows) < 2:
            return None  # the name of the ruling would give it away
        told = told_people(right, rules)
        answer = in_words(right, rules, told)
        candidates = _candidates(random, scene, report, table.state, outcome)
        others = (candidate for candidate in candidates if kind == "what follows" or not candidate.rulings)
        wrong = _wrong_answers(rules, right, others, before, told)
        if right.rulings and not any(_RULES in text for text in list(wrong)[: CHOICES - 1]):
            wrong = {**_by_another_rank(random, rules, right, told), **wrong}  # or the only one of its kind would be right
    choices, told = [answer, *list(wrong)[: CHOICES - 1]], rules.currency.told
    if len(choices) < CHOICES - 1:
        return None
    random.shuffle(choices)
    done = [event for event in right.events if not isinstance(event, IrregularityReported | RulingGiven)]
    return Question(
        game=scene.game,
        kind=kind,
        scene=scene,
        report=said,
        ruling=ruling,
        situation=tuple(map(told, scene.described(table))),
        happened=told(scene.happened(table, said)),
        asks=told(asks),
        choices=tuple(map(told, choices)),
        reasons=tuple(told(wrong.get(candidate, "")) for candidate in choices),
        right=choices.index(answer),
        explanation=tuple(sentences(done, rules)) or ((_GOES_ON, right.cited),),
        clauses=right.cited,
    )


def _kind(random: Random, outcome: Outcome[Any]) -> tuple[Kind, str]:
    if not outcome.rulings:
        return "what follows", ""
    kinds: tuple[Kind, ...] = ("what follows", "who rules", "carried out", "carried out")
    kind = random.choice(kinds)
    return kind, random.choice(outcome.rulings).name if kind == "carried out" else ""


def _other_ranks(random: Random, rules: AnyRules, outcome: Outcome[Any]) -> Iterator[tuple[str, str]]:
    """The other ranks of the book as if they were the lowest that may rule, and why they are not."""
    others = [rank for rank in rules.ranks if rank != outcome.rank]
    random.shuffle(others)
    able = may_rule(rules, outcome.rank)
    for rank in others:
        yield capital(those_who_rule(replace(outcome, rank=rank), rules)), _TOO_HIGH if rank in able else _TOO_LOW


def _by_another_rank(random: Random, rules: AnyRules, right: Outcome[Any], told: Sequence[str]) -> dict[str, str]:
    """The same question put to another person, once."""
    others = [rank for rank in rules.ranks if rank != right.rank]
    if not others:
        return {}
    rank = random.choice(others)
    return {in_words(replace(right, rank=rank), rules, told): _TOO_HIGH if rank in may_rule(rules, right.rank) else _TOO_LOW}


def _wrong_answers(
    rules: AnyRules, right: Outcome[Any], candidates: Iterable[Outcome[Any]], before: Any, told: Sequence[str]
) -> dict[str, str]:
    """Outcomes that differ from the right one, both in words and in effect, and where they belong.

    The people whom the book notifies are the same in all of them, so that this gives nothing away.
    """
    answer, same = in_words(right, rules, told), comes_to(rules, before, right)
    answers: dict[str, str] = {}
    for outcome in candidates:
        text = in_words(outcome, rules, told)
        if outcome.refused is None and text != answer and text not in answers and comes_to(rules, before, outcome) != same:
            answers[text] = outcome.belongs or _NO_CLAUSE
    return answers


def _candidates(random: Random, scene: Scene, report: Report, state: Any, outcome: Outcome[Any]) -> Iterator[Outcome[Any]]:
    """Other outcomes, the most tempting first: the same cards or hand treated otherwise, other rulings and other books, other
    numbers and moments, other things that go wrong, then thinkable ones.
    """
    twins = list(scene.twins(state, outcome))
    random.shuffle(twins)
    yield from twins[: CHOICES - 2]
    ruled = [replace(ruling.leads_to, belongs=f"Only if the {outcome.rank} rules '{ruling.name}'.") for ruling in outcome.rulings]
    tempting = [*ruled, *scene.elsewhere(report)]
    random.shuffle(tempting)
    yield from tempting[: CHOICES - 2]
    yield from scene.nearby(random, report)
    yield from _others_here(random, scene, report)
    thinkable = list(scene.thinkable(state, report, (outcome, *ruled)))
    random.shuffle(thinkable)
    yield from thinkable
    yield from tempting[CHOICES - 2 :]


def _others_here(random: Random, scene: Scene, report: Report) -> Iterator[Outcome[Any]]:
    """What this book says about other irregularities in the same scene that have the same facts."""
    known, asks = scene.rules.irregularities, irregularity_of(scene.rules, report.what).asks
    others = [what for what, other in sorted(known.items()) if what != report.what and other.asks == asks]
    for what in random.sample(others, min(len(others), CHOICES)):
        if (trial := tried(scene, replace(report, what=what))) is not None:
            yield belonging(trial[2], f"That follows from something else: {known[what].says}")
