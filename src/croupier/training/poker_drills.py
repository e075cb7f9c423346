"""Training for the poker room: a hand in which something goes wrong, and the question what follows.

Wrong answers are real outcomes: of another moment, another number, another ruling, or what somebody might think of.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from croupier.books import GAMES, game_of, poker_rules_of
from croupier.kernel.clauses import BookError
from croupier.poker.commands import Report
from croupier.poker.conduct import FindingMade
from croupier.poker.corrections import CardExposed, CardsTakenBack
from croupier.poker.remedies import dead_hand, misdeal, void_hand
from croupier.poker.rules import Rules
from croupier.poker.table import Table
from croupier.training import poker_plausible as plausible
from croupier.training.consequences import Outcome, made, what_follows
from croupier.training.house_drills import CHOICES, NOWHERE, Question, pose
from croupier.training.poker_outcomes import effect
from croupier.training.poker_rehearsal import set_up
from croupier.training.poker_scenes import describe, happened
from croupier.training.poker_situations import Scene

_TRIES = 30


def poker_games() -> tuple[str, ...]:
    """The games of the poker room."""
    return tuple(name for name in GAMES if game_of(name).poker is not None)


def poker_question(random: Random, game: str) -> Question:
    """A question about something that goes wrong at a table of this game."""
    rules = poker_rules_of(game)
    names = sorted(rules.irregularities)
    random.shuffle(names)
    for what in names:
        for _ in range(_TRIES):
            scene, report = plausible.situation(random, rules, what)
            if (asked := ask(random, scene, report)) is not None:
                return asked
    raise BookError(f"{game}: no irregularity is known that could be asked about")


def ask(random: Random, scene: Scene, report: Report) -> Question | None:
    """A question about what follows from this report in this scene; None where the book does not take the report."""
    rules = poker_rules_of(scene.game)
    try:
        table, said = set_up(scene, report)
    except BookError:
        return None
    outcome = what_follows(rules, table.state, said)
    if outcome.refused is not None:
        return None
    return pose(
        random,
        rules,
        scene,
        said,
        table.state,
        outcome,
        _candidates(random, rules, scene, report, table.state, outcome),
        lambda before, each: effect(each),
        describe(table, scene),
        happened(rules, said),
    )


def _candidates(
    random: Random, rules: Rules, scene: Scene, report: Report, state: Table, outcome: Outcome[Table]
) -> Iterator[Outcome[Any]]:
    """Other outcomes, the most tempting first: other rulings, other numbers and moments, then thinkable ones."""
    tempting = [ruling.leads_to for ruling in outcome.rulings]
    random.shuffle(tempting)
    yield from tempting[: CHOICES - 2]
    nearby = [*plausible.moved(rules, scene, report)]
    random.shuffle(nearby)
    tries = [(scene, other) for other in plausible.variations(rules, report)]
    tries += [(where, report) for where in nearby[: CHOICES - 1]]
    for where, what in tries:
        if (found := _tried(rules, where, what)) is not None:
            yield found
    thinkable = list(_thinkable(rules, state, report))
    if not any(map(_only_said, (outcome, *tempting))):
        thinkable.append(made(rules, state))
    random.shuffle(thinkable)
    yield from thinkable
    yield from tempting[CHOICES - 2 :]


def _tried(rules: Rules, scene: Scene, report: Report) -> Outcome[Table] | None:
    try:
        table, said = set_up(scene, report)
    except BookError:
        return None
    outcome = what_follows(rules, table.state, said)
    return outcome if outcome.refused is None else None


def _only_said(outcome: Outcome[Table]) -> bool:
    """Whether somebody is merely told something, so that play goes on as well."""
    return bool(outcome.follows) and all(isinstance(event, FindingMade | CardExposed) for event in outcome.follows)


def _thinkable(rules: Rules, state: Table, report: Report) -> Iterator[Outcome[Table]]:
    """Rulings that somebody might think of here, carried out at this table."""
    if state.phase == "between":
        return
    yield made(rules, state, *misdeal(rules, state, "", NOWHERE))
    yield made(rules, state, *misdeal(rules, state, "", NOWHERE, all_back=True))
    if state.board and state.phase == "betting":
        last = state.board[-1:] if len(state.board) > 3 else state.board
        yield made(rules, state, CardsTakenBack(cards=last, to="stub", cut=True, clauses=NOWHERE))
        yield made(rules, state, CardsTakenBack(cards=last, to="burns", burned=1, clauses=NOWHERE))
    live = [seat for seat in state.in_hand if seat.number in (report.player, *report.players)]
    if seat := next(iter(live or state.in_hand), None):
        yield made(rules, state, *dead_hand(rules, state, seat, "", NOWHERE))
        yield made(rules, state, *void_hand(rules, state, seat, "", NOWHERE))
