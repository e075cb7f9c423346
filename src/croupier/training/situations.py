"""Situations at a table of the house: a sample round played up to a moment, at which something happens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from croupier.books import rules_of
from croupier.kernel.cards import DECK, Card
from croupier.kernel.clauses import BookError
from croupier.kernel.decisions import Refused
from croupier.kernel.money import plain
from croupier.kernel.rulings import Irregularity
from croupier.stud.commands import DealCards, Report, Rule, TurnUp
from croupier.stud.deal import next_to_deal
from croupier.stud.lines import read_line
from croupier.stud.rules import Device, Options, Rules
from croupier.stud.table import DEALER
from croupier.tables.house_table import HouseTable
from croupier.tables.stacking import shuffle_into, stacked_deck

Moment = Literal["wagers", "dealing", "dealt", "deciding", "settling"]

MOMENTS: dict[Moment, str] = {
    "wagers": "the antes lie there and no card has been dealt",
    "dealing": "the cards are being dealt",
    "dealt": "all the cards are dealt and nobody has looked at them",
    "deciding": "players bet or fold",
    "settling": "the dealer's hand is shown and the wagers are being settled",
}
_PHASES: dict[Moment, str] = {
    "wagers": "wagers",
    "dealing": "dealing",
    "dealt": "dealing",
    "deciding": "deciding",
    "settling": "settling",
}
_CHIPS = 10_000_00
_STEPS = 100


class Scene(msgspec.Struct, frozen=True, kw_only=True):
    """A round up to a moment: players in the first seats, each with the same ante, and what they have decided so far.

    `extra` are further boxes of the player at `extra_of`, `changes` boxes that have changed their first card. `hands` are
    cards that boxes hold for sure (0 is the dealer); the others come from `deck`. While the cards are being dealt, `about`
    has just been given a card and the deal has gone no further. `before` was reported at the same moment of the round before.
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


def moments_of(irregularity: Irregularity) -> tuple[Moment, ...]:
    """The moments at which something can happen by the book."""
    return tuple(moment for moment, phase in _PHASES.items() if phase in (irregularity.phases or _PHASES.values()))


def irregularity_of(rules: Rules, what: str) -> Irregularity:
    if (found := rules.irregularities.get(what)) is None:
        known = ", ".join(sorted(rules.irregularities))
        raise BookError(f"{rules.game} knows no irregularity {what!r}; there is {known}")
    return found


def set_up(scene: Scene) -> HouseTable:
    """The table of a scene, played up to its moment; `BookError` says what cannot be."""
    rules = rules_of(scene.game)
    most = max((scene.seats, *scene.extra, *(box for box in scene.hands)))
    if scene.seats < 1 or most > rules.most_places:
        raise BookError(f"{rules.title} has places 1 to {rules.most_places}")
    options = Options(
        places=min(max(most, Options().places), rules.most_places),
        minimum=min(scene.ante, Options().minimum),
        maximum=max(scene.ante, Options().maximum),
        device=scene.device,
        extra_boxes=bool(scene.extra),
    )
    table = HouseTable(scene.game, options)
    for seat in range(1, scene.seats + 1):
        _say(table, f"sit {seat} {plain(_CHIPS)}")
    if scene.before is not None:
        _play_up_to(table, scene)
        if isinstance(refused := table.do(scene.before), Refused):
            raise BookError(f"{scene.game}: {refused.reason}")
        finish_round(table)
    _play_up_to(table, scene)
    return table


def _play_up_to(table: HouseTable, scene: Scene) -> None:
    for seat in range(1, scene.seats + 1):
        _say(table, f"ante {seat} {plain(scene.ante)}")
    for box in scene.extra:
        _say(table, f"ante {scene.extra_of} {plain(scene.ante)} box {box}")
    if (refusal := shuffle_into(table, stacked_deck(table, scene.hands, others=scene.deck))) is not None:
        raise BookError(f"{scene.game}: {refusal.reason}")
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
        if isinstance(decision := table.do(read_line(line, table.state)), Refused):
            raise BookError(f"{table.rules.game}: {decision.reason}")


def finish_round(table: HouseTable) -> None:
    """Play a round to its end: open questions get the first ruling, nobody takes wagers back, whoever can bets."""
    over = table.state.round + 1
    for _ in range(_STEPS):
        state = table.state
        if state.round == over:
            return
        if state.question is not None:
            table.do(Rule(option=state.question.options[0], by=state.question.rank))
        elif state.retracting:
            _say(table, _for_box(table, "play on", state.retracting[0]))
        elif not state.shuffled:
            shuffle_into(table, DECK)
        elif state.phase == "wagers":
            _say(table, "no more bets")
        elif state.phase == "dealing":
            due = next_to_deal(table.rules, state) is not None
            _say(table, "deal" if due else "turn up" if state.upcard is None else "bet or fold")
        elif state.undecided:
            _say(table, _for_box(table, "bet", state.undecided[0]))
        else:
            _say(table, "reveal" if state.phase == "deciding" else "settle")
    raise BookError(f"{table.rules.game}: the round before does not come to an end")


def _for_box(table: HouseTable, deed: str, box: int) -> str:
    seat = table.state.boxes[box].seat
    return f"{deed} {seat}" + (f" box {box}" if box != seat else "")


def _deal_as_far_as(table: HouseTable, about: int) -> None:
    """Deal in the book's order until a box has the cards that it is given at a time, or everybody but one has all."""
    wanted = about if about in (DEALER, *table.state.wagered) else table.state.wagered[0]
    while (due := next_to_deal(table.rules, table.state)) is not None:
        box, number = due
        table.do(DealCards(box=box, cards=table.state.deck[:number]))
        if box == wanted:
            return
        if box == DEALER:
            table.do(TurnUp())  # at once, where the book has the dealer's hand dealt first


def _decide(table: HouseTable, scene: Scene) -> None:
    """What the players decide, from the dealer's left; before the settlement whoever has not folded bets."""
    chosen: Sequence[int] = table.state.wagered if scene.moment == "settling" else (*scene.bets, *scene.folds)
    for box in table.state.wagered:
        if box in scene.changes:
            _say(table, f"change {box} {table.state.boxes[box].cards[0]}")
        if box in chosen:
            _say(table, _for_box(table, "fold" if box in scene.folds else "bet", box))
