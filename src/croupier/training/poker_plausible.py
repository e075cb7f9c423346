"""Made-up situations in the poker room that could happen, with numbers around the thresholds."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from msgspec.structs import replace

from croupier.kernel.cards import DECK
from croupier.poker.commands import Report
from croupier.poker.rules import Rules
from croupier.training.poker_situations import Moment, Scene, facts_of, irregularity_of, moments_of

_COUNTS: dict[str, tuple[int, ...]] = {
    "boxed-card": (1, 2, 4, 5),
    "defective-deck": (51, 53),
    "exposed-card": (1, 2, 3),
    "exposed-in-cut": (1, 2),
    "flop-too-many": (4, 5),
    "many-cards-opened": (3, 4),
}
_AT: dict[str, tuple[Moment, ...]] = {
    "exposed-card": ("first",),
    "not-shuffled": ("first", "flop"),
    "exposed-in-cut": ("blinds", "first"),
    "flop-early": ("first", "discard"),
    "turn-early": ("flop", "discard"),
    "river-early": ("turn",),
}
"""Moments at which such a thing would be noticed, where the book would answer at others, too."""

_ROUNDS = ("first", "flop", "turn", "river")


def situation(random: Random, rules: Rules, what: str) -> tuple[Scene, Report]:
    """A scene of this game, and a report of this irregularity that fits it; the book may still refuse it."""
    possible = moments_of(rules, irregularity_of(rules, what))
    likely = [moment for moment in _AT.get(what, possible) if moment in possible]
    scene = Scene(
        game=rules.game,
        moment=random.choice(likely),
        seats=random.randint(4, 6),
        live=random.random() < 0.5,
        side=random.random() < 0.2,
        deck=tuple(random.sample(DECK, len(DECK))),
    )
    if scene.moment in _ROUNDS:
        scene = replace(scene, acted=random.randint(0, 3))
    return scene, _report(random, rules, scene, what)


def variations(rules: Rules, report: Report) -> Iterator[Report]:
    """The same report with another number."""
    for count in counts_of(rules, report.what):
        if report.count >= 0 and count != report.count:
            yield replace(report, count=count, cards=())


def moved(rules: Rules, scene: Scene, report: Report) -> Iterator[Scene]:
    """The same scene at other moments, and after more or fewer players have acted."""
    for moment in moments_of(rules, irregularity_of(rules, report.what)):
        for acted in (0, 2) if moment in _ROUNDS else (0,):
            if (moment, acted) != (scene.moment, scene.acted):
                yield replace(scene, moment=moment, acted=acted)


def counts_of(rules: Rules, what: str) -> tuple[int, ...]:
    """Numbers of cards around those at which the answer changes."""
    if what == "wrong-count":
        return rules.hole_cards - 1, rules.hole_cards + 1
    return _COUNTS.get(what, ())


def _report(random: Random, rules: Rules, scene: Scene, what: str) -> Report:
    asks, report = facts_of(rules, what), Report(what=what)
    seats = list(range(1, scene.seats + 1))
    if what == "extra-hand":
        return replace(report, player=scene.seats + 1)
    if what == "passed-over":
        return _passed_over(random, scene, report)
    if "player" in asks:
        report = replace(report, player=random.choice(seats))
    if "players" in asks:
        report = replace(report, players=tuple(sorted(random.sample(seats, 2))))
    if counts := counts_of(rules, what):
        report = replace(report, count=random.choice(counts))
    if what == "defective-deck" and random.random() < 0.5:
        report = replace(report, count=-1, note=random.choice(("joker", "marked cards", "a stain on a card")))
    if what == "device" and random.random() < 0.5:
        report = replace(report, amount=50_00)
    return report


def _passed_over(random: Random, scene: Scene, report: Report) -> Report:
    """Whoever's turn it is, and one or two behind. The blinds are seats 1 and 2, so the first round begins at seat 3."""
    first = 3 if scene.moment == "first" else 1
    turn = (first + scene.acted - 1) % scene.seats + 1
    left = scene.seats - scene.acted - 1
    behind = tuple((turn + place) % scene.seats + 1 for place in range(min(random.randint(1, 2), left)))
    return replace(report, player=turn, players=behind)
