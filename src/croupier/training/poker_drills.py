"""Training for the poker room: a hand in which something goes wrong, and the question what follows.

Wrong answers are real outcomes: of another moment, another number, another ruling, or what somebody might think of.
"""

from collections.abc import Iterator
from random import Random
from typing import Any, Literal

from msgspec.structs import replace

from croupier.books import poker_rules_of
from croupier.kernel.cards import HIDDEN
from croupier.kernel.errors import TableError
from croupier.kernel.events import Event
from croupier.poker.commands import Report
from croupier.poker.events import CardExposed, CardReplaced, CardsTakenBack, FindingMade, Folded, HandVoided
from croupier.poker.remedies import dead_hand, misdeal, void_hand
from croupier.poker.rules import Rules
from croupier.poker.state import State
from croupier.tables.poker_table import PokerTable
from croupier.training import poker_situations as plausible
from croupier.training.consequences import Outcome, made, what_follows
from croupier.training.house_drills import (
    CHOICES,
    MOMENT,
    NOWHERE,
    NUMBER,
    Question,
    alike,
    belonging,
    first_asked,
    if_ruled,
    other_trouble,
    pose,
)
from croupier.training.outcomes import poker_effect
from croupier.training.poker_rehearsal import set_up, with_faces
from croupier.training.poker_scenes import describe, happened
from croupier.training.poker_situations import Scene

_PLACES: tuple[tuple[Literal["stub", "aside", "burns", "muck"], bool], ...] = (
    ("stub", True),
    ("stub", False),
    ("aside", False),
    ("burns", False),
    ("muck", False),
)
"""Where cards of the board may go, and whether the deck is cut then."""


def poker_question(random: Random, game: str, what: str = "") -> Question:
    """A question about something that goes wrong at a table of this game; about `what`, if it can be asked about."""
    return first_asked(random, poker_rules_of(game), plausible.situation, ask, what)


def ask(random: Random, scene: Scene, report: Report) -> Question | None:
    """A question about what follows from this report in this scene; None where the book does not take the report."""
    rules = poker_rules_of(scene.game)
    if (found := _tried(rules, scene, report)) is None:
        return None
    table, said, outcome = found
    return pose(
        random,
        rules,
        scene,
        said,
        table.state,
        outcome,
        _candidates(random, rules, scene, report, table.state, outcome),
        lambda before, each: poker_effect(each),
        describe(table, scene),
        happened(rules, with_faces(table, said)),
    )


def _candidates(
    random: Random, rules: Rules, scene: Scene, report: Report, state: State, outcome: Outcome[State]
) -> Iterator[Outcome[Any]]:
    """Other outcomes, the most tempting first: the same cards or hand treated otherwise, other rulings, other numbers and
    moments, then thinkable ones.
    """
    twins = list(_twins(rules, state, outcome))
    random.shuffle(twins)
    yield from twins[: CHOICES - 2]
    tempting = if_ruled(outcome)
    random.shuffle(tempting)
    yield from tempting[: CHOICES - 2]
    nearby = [*plausible.moved(rules, scene, report)]
    random.shuffle(nearby)
    tries = [(scene, other) for other in plausible.variations(rules, report)]
    tries += [(where, report) for where in nearby[: CHOICES - 1]]
    for where, what in tries:
        if (found := _tried(rules, where, what)) is not None:
            yield belonging(found[2], MOMENT if where is not scene else NUMBER)
    for other in alike(random, rules, report.what):
        if (found := _tried(rules, scene, replace(report, what=other))) is not None:
            yield belonging(found[2], other_trouble(rules, other))
    thinkable = list(_thinkable(rules, state, report))
    if not any(map(_only_said, (outcome, *tempting))):
        thinkable.append(made(rules, state))
    random.shuffle(thinkable)
    yield from thinkable
    yield from tempting[CHOICES - 2 :]


def _tried(rules: Rules, scene: Scene, report: Report) -> tuple[PokerTable, Report, Outcome[State]] | None:
    """What follows at the table of a scene; nothing where that cannot be or the book does not take the report."""
    try:
        table, said = set_up(scene, report)
    except TableError:
        return None
    outcome = what_follows(rules, table.state, said)
    return (table, said, outcome) if outcome.refused is None else None


def _twins(rules: Rules, state: State, outcome: Outcome[State]) -> Iterator[Outcome[State]]:
    """The outcome with something else done to the cards or the hand that it names: or it alone would name them."""
    for place, event in enumerate(outcome.follows):
        for other in _otherwise(rules, state, event):
            yield made(rules, state, *outcome.follows[:place], *other, *outcome.follows[place + 1 :])


def _otherwise(rules: Rules, state: State, event: Event) -> Iterator[list[Event]]:
    players = state.hand.players
    match event:
        case CardsTakenBack():
            for to, cut in _PLACES:
                if (to, cut) != (event.to, event.cut):
                    yield [replace(event, to=to, cut=cut)]
        case CardExposed(seat=seat, place=place, card=card):
            changed = CardReplaced(seat=seat, place=place, card=card, new=HIDDEN, to="burns", clauses=NOWHERE)
            yield [changed]
            yield [replace(changed, to="muck")]
        case CardReplaced(seat=seat, place=place, card=card):
            yield [CardExposed(seat=seat, place=place, card=card, clauses=NOWHERE)]
            yield [replace(event, to="muck" if event.to == "burns" else "burns")]
        case Folded(seat=seat):
            yield void_hand(rules, state, players[seat], "", NOWHERE)
        case HandVoided(seat=seat):
            yield dead_hand(rules, state, players[seat], "", NOWHERE)


def _only_said(outcome: Outcome[State]) -> bool:
    """Whether somebody is merely told something, so that play goes on as well."""
    return bool(outcome.follows) and all(isinstance(event, FindingMade | CardExposed) for event in outcome.follows)


def _thinkable(rules: Rules, state: State, report: Report) -> Iterator[Outcome[State]]:
    """Rulings that somebody might think of here, carried out at this table."""
    if state.phase == "between":
        return
    yield made(rules, state, *misdeal(rules, state, "", NOWHERE))
    yield made(rules, state, *misdeal(rules, state, "", NOWHERE, all_back=True))
    hand = state.hand
    if hand.board and hand.phase == "betting":
        last = hand.board[-1:] if len(hand.board) > 3 else hand.board
        yield made(rules, state, CardsTakenBack(cards=last, to="stub", cut=True, clauses=NOWHERE))
        yield made(rules, state, CardsTakenBack(cards=last, to="burns", burned=1, clauses=NOWHERE))
    live = [player for player in hand.in_hand if player.number in (report.player, *report.players)]
    if player := next(iter(live or hand.in_hand), None):
        yield made(rules, state, *dead_hand(rules, state, player, "", NOWHERE))
        yield made(rules, state, *void_hand(rules, state, player, "", NOWHERE))
