"""Training: a round in which something goes wrong, and the question what follows. The engine knows the right answer.

Wrong answers are real outcomes too: what another book would say, what the same book says at another moment or for
another number, or a ruling that would be thinkable here. None of them comes to the same as the right one.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from typing import Any, Literal, TypeVar

import msgspec
from msgspec.structs import replace

from croupier.books import GAMES, game_of, rules_of
from croupier.kernel.accounts import FLOAT, stack_of
from croupier.kernel.clauses import cited
from croupier.kernel.errors import TableError
from croupier.kernel.events import Command, Event
from croupier.kernel.incidents import IrregularityReported, RulingGiven
from croupier.kernel.money import round_up
from croupier.stud.commands import Report
from croupier.stud.events import DealerHandVoided, WagerSettled
from croupier.stud.irregularities import forfeit, in_game, offer_retraction, void_hand, void_round
from croupier.stud.rules import Rules
from croupier.stud.state import DEALER, State, ante_of
from croupier.training import situations as plausible
from croupier.training.consequences import AnyRules, Outcome, irregularity_of, made, may_rule, rule_on, what_follows
from croupier.training.outcomes import effect, in_words, sentences, those_who_rule, told_people
from croupier.training.scenes import describe, happened
from croupier.training.situations import Scene, moments_of, set_up

R = TypeVar("R", bound=AnyRules)
S = TypeVar("S")
C = TypeVar("C", bound=Command)
Kind = Literal["what follows", "who rules", "carried out"]

CHOICES = 4
_WHAT_FOLLOWS = "What follows? Choose the whole of it."
_TRIES = 30
_RULES = " must rule: "
_TOO_LOW, _TOO_HIGH = "The book asks for a higher rank.", "The book lets somebody of a lower rank rule already."
MOMENT, NUMBER = "That would be right at another moment of the round", "That would be right for another box, number or card"
_GOES_ON = "Nothing is done about it: play goes on."
_NO_CLAUSE = "No clause of this book says so."
NOWHERE = ("-",)  # the clause of an outcome that no book has: it is never shown


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """A situation with the answers to choose from; `right` is the place of the one that the engine gives.

    `scene` and `report` are those of the house games or of the poker room. `ruling` is the ruling that has been given,
    where the question is what it leads to. `reasons` has for each answer where it would be right, and nothing for the right one.
    """

    game: str
    kind: Kind
    scene: Any
    report: Any
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


def playable() -> tuple[str, ...]:
    """The house games that can be played here and know irregularities."""
    ready = (name for name in GAMES if game_of(name).rules is not None)
    return tuple(name for name in ready if rules_of(name).irregularities)


def question(random: Random, game: str, what: str = "") -> Question:
    """A question about something that goes wrong at a table of this game; about `what`, if it can be asked about."""
    return first_asked(random, rules_of(game), plausible.situation, ask, what)


def first_asked(
    random: Random,
    rules: R,
    situation: Callable[[Random, R, str], tuple[S, C]],
    ask: Callable[[Random, S, C], Question | None],
    what: str = "",
) -> Question:
    """The first question that can be asked of made-up situations, the book's irregularities in any order but for `what`."""
    names = sorted(rules.irregularities)
    random.shuffle(names)
    names.sort(key=lambda name: name != what)
    for what in names:
        for _ in range(_TRIES):
            if (asked := ask(random, *situation(random, rules, what))) is not None:
                return asked
    raise TableError(f"{rules.game}: no irregularity is known that could be asked about")


def ask(random: Random, scene: Scene, report: Report) -> Question | None:
    """A question about what follows from this report in this scene; None where the book does not take the report."""
    rules = rules_of(scene.game)
    if scene.before is not None and _tried(replace(scene, before=None), scene.before) is None:
        return None
    table = set_up(scene)
    outcome = what_follows(rules, table.state, report)
    if outcome.refused is not None:
        return None
    return pose(
        random,
        rules,
        scene,
        report,
        table.state,
        outcome,
        _candidates(random, scene, report, table.state, outcome),
        effect,
        describe(table, scene),
        happened(rules, report, scene.hands.get(report.box, ())),
    )


def pose(
    random: Random,
    rules: AnyRules,
    scene: Any,
    report: Any,
    state: Any,
    outcome: Outcome[Any],
    candidates: Iterable[Outcome[Any]],
    comes_to: Callable[[Any, Outcome[Any]], object],
    situation: tuple[str, ...],
    said: str,
) -> Question | None:
    """A question about an outcome, its wrong answers taken from the candidates; None where there are too few.

    `comes_to` says what an outcome changes at a table, so that no wrong answer comes to the same as the right one.
    """
    kind, ruling = _kind(random, outcome)
    asks, before, right = _WHAT_FOLLOWS, state, outcome
    if kind == "who rules":
        asks = f"The book leaves it to somebody: '{outcome.question}' Who may rule? Choose the lowest who may."
        answer, wrong = _capital(those_who_rule(outcome, rules)), dict(_other_ranks(random, rules, outcome))
    else:
        if kind == "carried out":
            asks = f"The {outcome.rank} has to rule: '{outcome.question}' The ruling is '{ruling}'. {_WHAT_FOLLOWS}"
            before, right = outcome.after, rule_on(rules, outcome.after, ruling, outcome.rank)
        if right.refused is not None:
            return None
        if kind == "carried out" and len(right.follows) < 2:
            return None  # the name of the ruling would say it all
        told = told_people(right, rules)
        answer = in_words(right, rules, told)
        others = (each for each in candidates if kind == "what follows" or not each.rulings)
        wrong = _wrong_answers(rules, right, others, lambda each: comes_to(before, each), told)
        if right.rulings and not any(_RULES in text for text in list(wrong)[: CHOICES - 1]):
            wrong = {**_by_another_rank(random, rules, right, told), **wrong}  # or the only one of its kind would be right
    choices = [answer, *list(wrong)[: CHOICES - 1]]
    if len(choices) < CHOICES - 1:
        return None
    random.shuffle(choices)
    done = [event for event in right.events if not isinstance(event, IrregularityReported | RulingGiven)]
    return Question(
        game=rules.game,
        kind=kind,
        scene=scene,
        report=report,
        ruling=ruling,
        situation=situation,
        happened=said,
        asks=asks,
        choices=tuple(choices),
        reasons=tuple(wrong.get(each, "") for each in choices),
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
    """The other ranks of the book as if they were the least that may rule, and why they are not."""
    others = [rank for rank in rules.ranks if rank != outcome.rank]
    random.shuffle(others)
    able = may_rule(rules, outcome.rank)
    for rank in others:
        yield _capital(those_who_rule(replace(outcome, rank=rank), rules)), _TOO_HIGH if rank in able else _TOO_LOW


def _by_another_rank(random: Random, rules: AnyRules, right: Outcome[Any], told: Sequence[str]) -> dict[str, str]:
    """The same question put to somebody else, once."""
    others = [rank for rank in rules.ranks if rank != right.rank]
    if not others:
        return {}
    rank = random.choice(others)
    return {in_words(replace(right, rank=rank), rules, told): _TOO_HIGH if rank in may_rule(rules, right.rank) else _TOO_LOW}


def _wrong_answers(
    rules: AnyRules,
    right: Outcome[Any],
    candidates: Iterable[Outcome[Any]],
    comes_to: Callable[[Outcome[Any]], object],
    told: Sequence[str],
) -> dict[str, str]:
    """Outcomes in words that are not the right one, neither in words nor in what they come to, and where they belong.

    Those whom the book notifies are notified in all of them, so that this gives nothing away.
    """
    answer, same = in_words(right, rules, told), comes_to(right)
    found: dict[str, str] = {}
    for outcome in candidates:
        text = in_words(outcome, rules, told)
        if outcome.refused is None and text != answer and text not in found and comes_to(outcome) != same:
            found[text] = outcome.belongs or _NO_CLAUSE
    return found


def if_ruled(outcome: Outcome[S]) -> list[Outcome[S]]:
    """What the rulings that are open would lead to: nobody has given one yet."""
    return [replace(one.leads_to, belongs=f"Only if the {outcome.rank} rules '{one.name}'.") for one in outcome.rulings]


def belonging(outcome: Outcome[S], words: str) -> Outcome[S]:
    """An outcome with the words that say where it is right, and its clauses."""
    return replace(outcome, belongs=f"{words} ({cited(outcome.cited)}).")


def _candidates(random: Random, scene: Scene, report: Report, state: State, outcome: Outcome[State]) -> Iterator[Outcome[State]]:
    """Other outcomes, the most tempting first: other rulings, other books, other numbers and moments, then thinkable ones."""
    tempting = if_ruled(outcome)
    tempting += _elsewhere(scene, report)
    random.shuffle(tempting)
    yield from tempting[: CHOICES - 2]
    nearby = list(_nearby(scene, report))
    random.shuffle(nearby)
    yield from nearby
    yield from _others_here(random, scene, report)
    thinkable = list(_thinkable(rules_of(scene.game), state, report))
    random.shuffle(thinkable)
    yield from thinkable
    yield from tempting[CHOICES - 2 :]


def _elsewhere(scene: Scene, report: Report) -> list[Outcome[State]]:
    """What other books say in the same scene, but for what they leave to ranks that this book does not have."""
    found = []
    for game in playable():
        rules = rules_of(game)
        if rules.book == rules_of(scene.game).book:
            continue
        outcome = _tried(replace(scene, game=game), report)
        if outcome is not None and not any(rank in in_words(outcome, rules) for rank in rules.ranks[1:]):
            found.append(belonging(outcome, f"That is what {rules.title} says"))
    return found


def _nearby(scene: Scene, report: Report) -> Iterator[Outcome[State]]:
    """What this book says at another moment, for another number, or for the dealer's hand instead of a player's."""
    rules = rules_of(scene.game)
    irregularity = irregularity_of(rules, report.what)
    others = [plausible.moved(rules, scene, moment) for moment in moments_of(irregularity) if moment != scene.moment]
    tries = [(other, report) for other in others]
    tries += [(scene, other) for other in plausible.variations(rules, scene, report)]
    for where, what in tries:
        if (outcome := _tried(where, what)) is not None:
            yield belonging(outcome, MOMENT if where is not scene else NUMBER)


def _others_here(random: Random, scene: Scene, report: Report) -> Iterator[Outcome[State]]:
    """What this book says of other things that might go wrong in the same scene, of which the same facts are said."""
    rules = rules_of(scene.game)
    for what in alike(random, rules, report.what):
        if (outcome := _tried(scene, replace(report, what=what))) is not None:
            yield belonging(outcome, other_trouble(rules, what))


def alike(random: Random, rules: AnyRules, what: str) -> list[str]:
    """Some other irregularities of the book that are reported by the same facts."""
    asks = irregularity_of(rules, what).asks
    others = [name for name, other in sorted(rules.irregularities.items()) if name != what and other.asks == asks]
    return random.sample(others, min(len(others), CHOICES))


def other_trouble(rules: AnyRules, what: str) -> str:
    return f"That follows from something else: {irregularity_of(rules, what).says}"


def _tried(scene: Scene, report: Report) -> Outcome[State] | None:
    """What follows, or nothing where that game cannot have such a scene or such a report."""
    rules = rules_of(scene.game)
    if report.what not in rules.irregularities:
        return None
    try:
        outcome = what_follows(rules, set_up(scene).state, report)
    except TableError:
        return None
    return outcome if outcome.refused is None else None


def _thinkable(rules: Rules, state: State, report: Report) -> Iterator[Outcome[State]]:
    """Rulings that somebody might think of here, carried out at this table."""
    own = report.box if report.box > DEALER else report.player
    box = own if own in state.wagered else state.wagered[0]
    voided = void_hand(state, box, "", NOWHERE)
    yield made(rules, state, void_round(state, "", NOWHERE))
    yield made(rules, state, voided)
    yield made(rules, state, forfeit(state, box, "", NOWHERE))
    yield made(rules, state)
    if in_game(state):
        yield made(rules, state, *offer_retraction(state, NOWHERE))
        yield made(rules, state, voided, *offer_retraction(state, NOWHERE, but=(box,)))
    yield made(rules, state, DealerHandVoided(clauses=NOWHERE), *_antes_paid(rules, state))


def _antes_paid(rules: Rules, state: State) -> Iterator[Event]:
    """Every ante in the game paid, as if the dealer had no hand."""
    for number in in_game(state):
        ante, odds = state.ante(number), rules.ante_odds
        pays = round_up(odds.pays(ante), 1)
        yield WagerSettled(
            box=number,
            wager="ante",
            result="win",
            stake=ante,
            pays=pays,
            returned=ante,
            odds=str(odds),
            clauses=NOWHERE,
            postings={ante_of(number): -ante, stack_of(state.boxes[number].seat): ante + pays, FLOAT: -pays},
        )


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
