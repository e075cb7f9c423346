"""Situations in the poker room: a sample hand up to a moment, and what can go wrong there by the book.

Made-up ones could happen, with numbers around the thresholds.
"""

from collections.abc import Iterator
from random import Random
from typing import Literal

import msgspec
from msgspec.structs import replace

from croupier.kernel.cards import DECK, Card
from croupier.kernel.rulings import Irregularity
from croupier.poker.commands import Report
from croupier.poker.rules import Rules
from croupier.training.consequences import irregularity_of
from croupier.training.situations import ROOM

Moment = Literal["between", "blinds", "first", "discard", "flop", "turn", "river", "showdown"]

MOMENTS: dict[Moment, str] = ROOM["moments"]  # type: ignore[assignment]
ROUNDS: tuple[Moment, ...] = ("first", "flop", "turn", "river")
_PHASES: dict[Moment, str] = {moment: "betting" if moment in ROUNDS else moment for moment in MOMENTS}

SAMPLE_DECK = tuple(DECK[place * 17 % len(DECK)] for place in range(len(DECK)))
"""A deck in an order that looks like a shuffle and is the same each time."""


class Scene(msgspec.Struct, frozen=True, kw_only=True):
    """A hand up to a moment: players in the first seats, who check and call; `acted` of them have done so in this round.

    At a `live` table a dealer deals and nobody knows the faces that are down. `side` has seat 1 wager on a red flop. Cards
    come from `deck` in its order.
    """

    game: str
    moment: Moment
    acted: int = 0
    seats: int = 6
    live: bool = False
    side: bool = False
    deck: tuple[Card, ...] = SAMPLE_DECK


def facts_of(rules: Rules, what: str) -> tuple[str, ...]:
    """The facts that must be said of something, as `player`, `person`, `players`, `count`, `cards` or `amount`."""
    return tuple(dict.fromkeys((*irregularity_of(rules, what).asks, *ROOM["facts"].get(what, ()))))


def moments_of(rules: Rules, irregularity: Irregularity) -> tuple[Moment, ...]:
    """The moments at which something can be reported by the book."""
    there = (moment for moment in _PHASES if moment != "discard" or rules.discard)
    return tuple(moment for moment in there if not irregularity.phases or _PHASES[moment] in irregularity.phases)


def situation(random: Random, rules: Rules, what: str) -> tuple[Scene, Report]:
    """A scene of this game, and a report of this irregularity that fits it; the book may still refuse it."""
    possible = moments_of(rules, irregularity_of(rules, what))
    likely = [moment for moment in ROOM["at"].get(what, possible) if moment in possible]
    scene = Scene(
        game=rules.game,
        moment=random.choice(likely),
        seats=random.randint(4, 6),
        live=random.random() < 0.5,
        side=random.random() < 0.2,
        deck=tuple(random.sample(DECK, len(DECK))),
    )
    if scene.moment in ROUNDS:
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
        for acted in (0, 2) if moment in ROUNDS else (0,):
            if (moment, acted) != (scene.moment, scene.acted):
                yield replace(scene, moment=moment, acted=acted)


def counts_of(rules: Rules, what: str) -> tuple[int, ...]:
    """Numbers of cards around those at which the answer changes."""
    if what == "wrong-count":
        return rules.hole_cards - 1, rules.hole_cards + 1
    return tuple(ROOM["counts"].get(what, ()))


def _report(random: Random, rules: Rules, scene: Scene, what: str) -> Report:
    asks, report = facts_of(rules, what), Report(what=what)
    seats = list(range(1, scene.seats + 1))
    if what == "extra-hand":
        return replace(report, player=scene.seats + 1)
    if what == "passed-over":
        return _passed_over(random, scene, report)
    if "player" in asks or "person" in asks:
        report = replace(report, player=random.choice(seats))
    if "players" in asks:
        report = replace(report, players=tuple(sorted(random.sample(seats, 2))))
    if counts := counts_of(rules, what):
        report = replace(report, count=random.choice(counts))
    if what == "defective-deck" and random.random() < 0.5:
        report = replace(report, count=-1, note=random.choice(("joker", "marked cards", "a stain on a card")))
    if what == "device" and random.random() < 0.5:
        report = replace(report, amount=10_00)
    return report


def _passed_over(random: Random, scene: Scene, report: Report) -> Report:
    """Anyone who's turn it is, and one or two behind. The blinds are seats 1 and 2, so the first round begins at seat 3."""
    first = 3 if scene.moment == "first" else 1
    turn = (first + scene.acted - 1) % scene.seats + 1
    left = scene.seats - scene.acted - 1
    behind = tuple((turn + place) % scene.seats + 1 for place in range(min(random.randint(1, 2), left)))
    return replace(report, player=turn, players=behind)
