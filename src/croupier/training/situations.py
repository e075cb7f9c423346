"""Situations at a table of the house: a sample round played up to a moment, at which something happens.

Made-up ones have players, decisions and facts that fit together, with numbers around the thresholds.
"""

import tomllib
from collections.abc import Iterator, Sequence
from importlib import resources
from random import Random
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from croupier.books import rules_of
from croupier.kernel.cards import DECK, HIDDEN, Card
from croupier.kernel.decisions import Refused
from croupier.kernel.errors import TableError
from croupier.kernel.money import plain
from croupier.kernel.rulings import Irregularity
from croupier.stud.commands import DealCards, Report, Rule, TurnUp
from croupier.stud.deal import awaits_upcard, next_to_deal
from croupier.stud.lines import read_line
from croupier.stud.rules import Device, Rules
from croupier.stud.state import DEALER
from croupier.tables.house_table import HouseTable
from croupier.tables.stacking import shuffle_into, stacked_deck
from croupier.training.consequences import irregularity_of

Moment = Literal["wagers", "dealing", "dealt", "deciding", "settling"]

_SAID = tomllib.loads((resources.files("croupier.training") / "situations.toml").read_text(encoding="utf-8"))
HOUSE: dict[str, dict[str, Any]] = _SAID["house"]
ROOM: dict[str, dict[str, Any]] = _SAID["poker"]
MOMENTS: dict[Moment, str] = HOUSE["moments"]  # type: ignore[assignment]
_PHASES: dict[Moment, str] = {moment: "dealing" if moment == "dealt" else moment for moment in MOMENTS}
_CHIPS = 10_000_00
_STEPS = 100
_COUNTS: dict[str, tuple[int, ...]] = HOUSE["counts"]
_SPREAD = 5_00
ABOUT_JACKPOTS = ("not-accepted",)
JACKPOT = 1_00
"""What a jackpot wager costs in a scene that is about one."""


class Scene(msgspec.Struct, frozen=True, kw_only=True):
    """A round up to a moment: players in the first seats, each with the same ante, and what they have decided so far.

    `extra` are further boxes of the player at `extra_of`, `changes` boxes that have changed their first card. `hands` are
    cards that boxes hold for sure (0 is the dealer); the others come from `deck`. While the cards are being dealt, `about`
    has just been given a card and the deal has gone no further. `before` was reported at the same moment of the round before.
    Where `jackpot` is a price, everybody has made a jackpot wager of it.
    """

    game: str
    moment: Moment
    device: Device = "shuffler"
    seats: int = 3
    ante: int = 10_00
    extra: tuple[int, ...] = ()
    extra_of: int = 1
    changes: tuple[int, ...] = ()
    bets: tuple[int, ...] = ()
    folds: tuple[int, ...] = ()
    hands: dict[int, tuple[Card, ...]] = {}
    deck: tuple[Card, ...] = DECK
    about: int = -1
    before: Report | None = None
    jackpot: int = 0


def moments_of(irregularity: Irregularity) -> tuple[Moment, ...]:
    """The moments at which something can happen by the book."""
    return tuple(moment for moment, phase in _PHASES.items() if phase in (irregularity.phases or _PHASES.values()))


def set_up(scene: Scene) -> HouseTable:
    """The table of a scene, played up to its moment; `TableError` says what cannot be."""
    rules = rules_of(scene.game)
    most = max((scene.seats, *scene.extra, *(box for box in scene.hands)))
    if scene.seats < 1 or most > rules.most_places:
        raise TableError(f"{rules.title} has places 1 to {rules.most_places}")
    usual = rules.usual_options(most)
    options = replace(
        usual,
        minimum=min(scene.ante, usual.minimum),
        maximum=max(scene.ante, usual.maximum),
        device=scene.device,
        extra_boxes=bool(scene.extra),
        jackpot=scene.jackpot,
    )
    table = HouseTable(scene.game, options)
    for seat in range(1, scene.seats + 1):
        _say(table, f"sit {seat} {plain(_CHIPS)}")
    if scene.before is not None:
        _play_up_to(table, scene)
        if isinstance(refused := table.do(scene.before), Refused):
            raise TableError(f"{scene.game}: {refused.reason}")
        finish_round(table)
    _play_up_to(table, scene)
    return table


def _play_up_to(table: HouseTable, scene: Scene) -> None:
    for seat in range(1, scene.seats + 1):
        _say(table, f"ante {seat} {plain(scene.ante)}")
        if scene.jackpot:
            _say(table, f"jackpot {seat} {plain(scene.jackpot)}")
    for box in scene.extra:
        _say(table, f"ante {scene.extra_of} {plain(scene.ante)} box {box}")
    if (refusal := shuffle_into(table, stacked_deck(table, scene.hands, others=scene.deck))) is not None:
        raise TableError(f"{scene.game}: {refusal.reason}")
    if scene.moment == "wagers":
        return
    _say(table, "no more bets")
    if scene.moment == "dealing":
        _deal_as_far_as(table, scene.about)
        return
    _say(table, "deal")
    if scene.moment == "dealt":
        return
    _say(table, "bet or fold")
    _decide(table, scene)
    if scene.moment == "settling":
        _say(table, "reveal")


def _say(table: HouseTable, *lines: str) -> None:
    for line in lines:
        if isinstance(decision := table.do(read_line(line, table.state, table.rules)), Refused):
            raise TableError(f"{table.rules.game}: {decision.reason}")


def finish_round(table: HouseTable) -> None:
    """Play a round to its end: open questions get the first ruling, nobody takes wagers back, players who can bet do."""
    over = table.state.round + 1
    for _ in range(_STEPS):
        state = table.state
        if state.round == over:
            return
        if state.question is not None:
            table.do(Rule(option=state.question.names[0]), by=state.question.rank)
        elif state.retracting:
            _say(table, _for_box(table, "play on", state.retracting[0]))
        elif not state.shuffled:
            shuffle_into(table, DECK)
        elif state.phase == "wagers":
            _say(table, "no more bets")
        elif state.phase == "dealing":
            due = next_to_deal(table.rules, state) is not None
            _say(table, "deal" if due else "turn up" if awaits_upcard(table.rules, state) else "bet or fold")
        elif state.undecided:
            _say(table, _for_box(table, "bet", state.undecided[0]))
        else:
            _say(table, "reveal" if state.phase == "deciding" else "settle")
    raise TableError(f"{table.rules.game}: the round before does not come to an end")


def _for_box(table: HouseTable, deed: str, box: int) -> str:
    seat = table.state.boxes[box].seat
    return f"{deed} {seat}" + (f" box {box}" if box != seat else "")


def _deal_as_far_as(table: HouseTable, about: int) -> None:
    """Deal in the book's order until a box has the cards that it is given at a time, or everybody but one has all."""
    wanted = about if about in (DEALER, *table.state.wagered) else table.state.wagered[0]
    while (due := next_to_deal(table.rules, table.state)) is not None:
        box, number = due
        table.do(DealCards(box=box, cards=(HIDDEN,) * number))
        if box == wanted:
            return
        if box == DEALER and awaits_upcard(table.rules, table.state):
            table.do(TurnUp())  # at once, where the book has the dealer's hand dealt first


def _decide(table: HouseTable, scene: Scene) -> None:
    """What the players decide, from the dealer's left; before the settlement those who have not folded bet."""
    chosen: Sequence[int] = table.state.wagered if scene.moment == "settling" else (*scene.bets, *scene.folds)
    for box in table.state.wagered:
        if box in scene.changes:
            _say(table, f"change {box} {table.state.boxes[box].cards[0]}")
        if box in chosen:
            _say(table, _for_box(table, "fold" if box in scene.folds else "bet", box))


def situation(random: Random, rules: Rules, what: str) -> tuple[Scene, Report]:
    """A scene of this game, and a report of this irregularity that fits it; the book may still refuse it."""
    irregularity = irregularity_of(rules, what)
    possible = [moment for moment in moments_of(irregularity) if moment not in HOUSE["not_while"].get(what, ())]
    devices: list[Device] = list(rules.upcard_place)
    scene = Scene(
        game=rules.game,
        moment=random.choice(possible or list(moments_of(irregularity))),
        device=random.choice(devices),
        seats=random.randint(2, 4),
        ante=random.choice((10_00, 15_00, 20_00, 25_00)),
        deck=tuple(random.sample(DECK, len(DECK))),
    )
    if what in ABOUT_JACKPOTS:
        scene = replace(scene, jackpot=JACKPOT)
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
        yield from (replace(report, amount=amount) for amount in _amounts(rules, scene, report.what))
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
    if "player" in asks or "person" in asks:
        report = replace(report, player=1 if scene.extra else random.randint(1, scene.seats))
    if "boxes" in asks:
        looked_at = random.choice((scene.extra[:1], (1, *scene.extra[:1]), (1, *scene.extra)))
        report = replace(report, boxes=looked_at or (1,))
    if "count" in asks or what == "extra-hand":
        report = replace(report, count=random.choice(_COUNTS.get(what, (1, 2, 3, 4, 5, 6))))
    if "amount" in asks:
        report = replace(report, amount=random.choice(_amounts(rules, scene, what)))
    return report


def _box(random: Random, rules: Rules, scene: Scene, what: str) -> int:
    if what == "extra-hand":
        return random.randint(scene.seats + len(scene.extra) + 1, rules.usual_places())
    seats: list[int] = [*range(1, scene.seats + 1), *scene.extra]
    return random.choice([*seats, DEALER] if what in ("exposed", "miscount") else seats)


def _amounts(rules: Rules, scene: Scene, what: str) -> tuple[int, ...]:
    """Sums around what is right: a bet around what is due, an ante around the limits on the sign."""
    if what == "wrong-ante":
        sign = rules.usual_options()
        return sign.minimum - _SPREAD, sign.maximum + 100_00
    due = rules.bet_multiple * scene.ante
    return due - _SPREAD, due + _SPREAD


def _named(random: Random, scene: Scene, report: Report) -> tuple[Scene, Report]:
    """The cards that somebody names: those that the box holds, or with one of them wrong."""
    size = rules_of(scene.game).cards
    cards: tuple[Card, ...] = scene.deck[:size]
    said = cards if random.random() < 0.5 else (*cards[:-1], scene.deck[size])
    return replace(scene, hands={max(report.box, 1): cards}), replace(report, cards=said)
