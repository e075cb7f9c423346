"""Made-up situations that could happen: players, decisions and facts that fit together, with numbers around the thresholds."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from msgspec.structs import replace

from croupier.kernel.cards import DECK, Card
from croupier.stud.commands import Report
from croupier.stud.rules import Device, Options, Rules
from croupier.stud.table import DEALER
from croupier.training.situations import Moment, Scene, irregularity_of, moments_of

_COUNTS: dict[str, tuple[int, ...]] = {
    "exposed": (1, 2, 3, 4),
    "dealer-exposed": (1, 2, 3),
    "fallen-cards": (1, 2),
    "miscount": (3, 4, 6, 7),
    "extra-hand": (1, 5),
    "deck-count": (51, 52, 53),
    "shuffler-count": (51, 52, 53),
    "laid-down": (4, 5, 6, 10),
}
_NOT_WHILE: dict[str, tuple[Moment, ...]] = {
    "exposed": ("dealt", "deciding", "settling"),
    "miscount": ("dealing",),
    "skipped-box": ("dealing",),
}
"""Moments at which the book would answer, but at which nobody would notice such a thing."""

_SPREAD = 5_00


def situation(random: Random, rules: Rules, what: str) -> tuple[Scene, Report]:
    """A scene of this game, and a report of this irregularity that fits it; the book may still refuse it."""
    irregularity = irregularity_of(rules, what)
    possible = [moment for moment in moments_of(irregularity) if moment not in _NOT_WHILE.get(what, ())]
    devices: list[Device] = list(rules.upcard_place)
    scene = Scene(
        game=rules.game,
        moment=random.choice(possible or list(moments_of(irregularity))),
        device=random.choice(devices),
        seats=random.randint(2, 4),
        ante=random.choice((10_00, 15_00, 20_00, 25_00)),
        deck=tuple(random.sample(DECK, len(DECK))),
    )
    if "boxes" in irregularity.asks and rules.has("more boxes"):
        scene = replace(scene, extra=(scene.seats + 1, scene.seats + 2))
    if scene.moment in ("deciding", "settling"):
        scene = _decided(random, rules, scene)
    report = _report(random, rules, scene, what, irregularity.asks)
    about = report.box if report.box >= 0 else scene.seats
    scene = replace(scene, about=about)
    if "cards" in irregularity.asks:
        scene, report = _named(random, scene, report)
    if what == "wrong-bet" and scene.moment == "deciding" and random.random() < 0.4:
        scene = replace(scene, before=report)
    return scene, report


def variations(rules: Rules, scene: Scene, report: Report) -> Iterator[Report]:
    """The same report with another number, another sum, or about the dealer's hand instead of a player's."""
    for count in _COUNTS.get(report.what, ()):
        if report.count >= 0 and count != report.count:
            yield replace(report, count=count)
    if report.amount >= 0:
        yield from (replace(report, amount=amount) for amount in _amounts(scene, report.what))
    if report.box > DEALER:
        yield replace(report, box=DEALER)
    elif report.box == DEALER:
        yield replace(report, box=1)
    if len(report.boxes) > 1:
        yield replace(report, boxes=report.boxes[-1:])


def moved(rules: Rules, scene: Scene, moment: Moment) -> Scene:
    """The same scene at another moment of the round."""
    decided = moment in ("deciding", "settling")
    bets, folds = (scene.bets, scene.folds) if decided else ((), ())
    return replace(scene, moment=moment, bets=bets, folds=folds, changes=scene.changes if decided else (), before=None)


def _decided(random: Random, rules: Rules, scene: Scene) -> Scene:
    """Some have decided, from the dealer's left; before the settlement all have, and at least one has bet."""
    boxes = [*range(1, scene.seats + 1), *scene.extra]
    settling = scene.moment == "settling"
    decided = boxes if settling else boxes[: random.randint(0, len(boxes) - 1)]
    folds = tuple(box for box in decided if random.random() < 0.3)
    if settling and len(folds) == len(boxes):
        folds = folds[1:]
    changes: tuple[int, ...] = ()
    if rules.has("exchange"):
        turn = boxes[len(decided)] if len(decided) < len(boxes) else 0
        changes = tuple(box for box in (*decided, turn) if box and random.random() < 0.4)
    bets = tuple(box for box in decided if box not in folds)
    return replace(scene, bets=bets, folds=folds, changes=changes)


def _report(random: Random, rules: Rules, scene: Scene, what: str, asks: tuple[str, ...]) -> Report:
    report = Report(what=what)
    if "box" in asks:
        report = replace(report, box=_box(random, rules, scene, what))
    if "player" in asks:
        report = replace(report, player=1 if scene.extra else random.randint(1, scene.seats))
    if "boxes" in asks:
        looked_at = random.choice((scene.extra[:1], (1, *scene.extra[:1]), (1, *scene.extra)))
        report = replace(report, boxes=looked_at or (1,))
    if "count" in asks or what == "extra-hand":
        report = replace(report, count=random.choice(_COUNTS.get(what, (1, 2, 3, 4, 5, 6))))
    if "amount" in asks:
        report = replace(report, amount=random.choice(_amounts(scene, what)))
    return report


def _box(random: Random, rules: Rules, scene: Scene, what: str) -> int:
    if what == "extra-hand":
        return random.randint(scene.seats + len(scene.extra) + 1, min(Options().places, rules.most_places))
    seats: list[int] = [*range(1, scene.seats + 1), *scene.extra]
    return random.choice([*seats, DEALER] if what in ("exposed", "miscount") else seats)


def _amounts(scene: Scene, what: str) -> tuple[int, ...]:
    """Sums around what is right: a bet around twice the ante, an ante around the limits on the sign."""
    if what == "wrong-ante":
        sign = Options()
        return sign.minimum - _SPREAD, sign.maximum + 100_00
    return 2 * scene.ante - _SPREAD, 2 * scene.ante + _SPREAD


def _named(random: Random, scene: Scene, report: Report) -> tuple[Scene, Report]:
    """The cards that somebody names: those that the box holds, or with one of them wrong."""
    cards: tuple[Card, ...] = scene.deck[:5]
    said = cards if random.random() < 0.5 else (*cards[:4], scene.deck[5])
    return replace(scene, hands={max(report.box, 1): cards}), replace(report, cards=said)
