"""Scenes at a house table: a sample round played up to a moment, invented ones, and rulings that one might expect there.

Invented scenes have players, decisions and facts that fit together, with numbers around the thresholds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Any, Self

from msgspec.structs import replace

from croupier.books import GAMES, game_of, rules_of
from croupier.drawing.document import as_recorded
from croupier.kernel.cards import DECK, HIDDEN, Card
from croupier.kernel.errors import TableError
from croupier.kernel.events import Event
from croupier.kernel.money import plain, round_up
from croupier.kernel.telling import whose
from croupier.stud.commands import DealCards, Report, Rule, TurnUp
from croupier.stud.deal import awaits_upcard, next_to_deal
from croupier.stud.events import DealerHandVoided
from croupier.stud.irregularities import forfeit, in_game, offer_retraction, void_hand, void_round
from croupier.stud.lines import GRAMMAR
from croupier.stud.lines_settled import Line
from croupier.stud.rules import Device, Rules
from croupier.stud.settlement import settled
from croupier.stud.state import DEALER, State
from croupier.tables.house_table import HouseTable
from croupier.tables.stacking import shuffle_into, stacked_deck
from croupier.training import scenes
from croupier.training.consequences import NOWHERE, Outcome, irregularity_of, made
from croupier.training.outcomes import in_words
from croupier.training.scenes import belonging, do, following, happened, listed, moments_of, texts_of, tried

_CHIPS = 10_000_00
_STEPS = 100
_SPREAD = 5_00
ABOUT_JACKPOTS = ("not-accepted",)
JACKPOT = 1_00
"""The price of a jackpot wager in a scene about one."""


class Scene(scenes.Scene, frozen=True, kw_only=True):
    """A round up to a moment: players in the first seats, each with the same ante, and what they have decided so far.

    `extra` are further boxes of the player at `extra_of`, `changes` boxes that have changed their first card. `hands` are
    cards that boxes hold for sure (0 is the dealer); the others come from `deck`. While the cards are being dealt, `about`
    has just been given a card and the deal has gone no further. `before` was reported at the same moment of the round before.
    Where `jackpot` is a price, everyone has made a jackpot wager of it.
    """

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

    grammar = GRAMMAR
    rules_for = staticmethod(rules_of)

    @classmethod
    def made_up(cls, random: Random, rules: Rules, what: str) -> tuple[Scene, Report]:
        asks, possible = irregularity_of(rules, what).asks, list(moments_of(rules, what))
        likely = [moment for moment in possible if moment not in texts_of(rules)["not_while"].get(what, ())]
        devices: list[Device] = list(rules.upcard_place)
        scene = Scene(
            game=rules.game,
            moment=random.choice(likely or possible),
            device=random.choice(devices),
            seats=random.randint(2, 4),
            ante=random.choice((10_00, 15_00, 20_00, 25_00)),
            deck=tuple(random.sample(DECK, len(DECK))),
        )
        if what in ABOUT_JACKPOTS:
            scene = replace(scene, jackpot=JACKPOT)
        if "boxes" in asks and rules.has("more boxes"):
            scene = replace(scene, extra=(scene.seats + 1, scene.seats + 2))
        if scene.moment in ("deciding", "settling"):
            scene = _decided(random, rules, scene)
        report = _report(random, rules, scene, what, asks)
        scene = replace(scene, about=report.box if report.box >= 0 else scene.seats)
        if "cards" in asks:
            scene, report = _named(random, scene, report)
        if what == "wrong-bet" and scene.moment == "deciding" and random.random() < 0.4:
            scene = replace(scene, before=report)
        return scene, report

    @property
    def about_table(self) -> dict[str, Any]:
        return {"device": self.device, "seats": self.seats}

    def played(self, report: Report) -> tuple[HouseTable, Report]:
        return set_up(self), report

    def happened(self, table: HouseTable, report: Report) -> str:
        return happened(table.rules, report, self.hands.get(report.box, ()))

    def described(self, table: HouseTable) -> tuple[str, ...]:
        seen = {"rules": table.rules, "table": table.picture(), "scene": self, "listed": listed, "whose": whose}
        return as_recorded("house_scene.txt", **seen)

    def nearby(self, random: Random, report: Report) -> Iterable[Outcome[State]]:
        """At another moment, for another number or sum, or for the dealer's hand instead of a player's."""
        tries = [(self._moved(moment), report) for moment in moments_of(self.rules, report.what) if moment != self.moment]
        scenes = list(following(self, [*tries, *((self, other) for other in variations(self.rules, self, report))]))
        random.shuffle(scenes)
        return scenes

    def _moved(self, moment: str) -> Self:
        """The same scene at another moment of the round."""
        if moment in ("deciding", "settling"):
            return replace(self, moment=moment, before=None)
        return replace(self, moment=moment, before=None, bets=(), folds=(), changes=())

    def elsewhere(self, report: Report) -> list[Outcome[State]]:
        """What other books say in the same scene, except what they leave to ranks that this book does not have."""
        scenes = []
        for game in playable():
            rules = rules_of(game)
            if rules.book == self.rules.book or (other := tried(replace(self, game=game), report)) is None:
                continue
            if not any(rank in in_words(other[2], rules) for rank in rules.ranks[1:]):
                scenes.append(belonging(other[2], f"That is what {rules.title} says"))
        return scenes

    def thinkable(self, state: State, report: Report, known: Sequence[Outcome[State]]) -> Iterator[Outcome[State]]:
        rules, own = self.rules, report.box if report.box > DEALER else report.player
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


def playable() -> tuple[str, ...]:
    """The house games that can be played here and know irregularities."""
    ready = (name for name in GAMES if game_of(name).rules is not None)
    return tuple(name for name in ready if rules_of(name).irregularities)


# Playing up to a moment


def set_up(scene: Scene) -> HouseTable:
    """The table of a scene, played up to its moment; `TableError` says what is impossible."""
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
    do(table, *(f"sit {seat} {plain(_CHIPS)}" for seat in range(1, scene.seats + 1)))
    if scene.before is not None:
        _play_up_to(table, scene)
        do(table, scene.before)
        finish_round(table)
    _play_up_to(table, scene)
    return table


def _play_up_to(table: HouseTable, scene: Scene) -> None:
    for seat in range(1, scene.seats + 1):
        do(table, f"ante {seat} {plain(scene.ante)}")
        if scene.jackpot:
            do(table, f"jackpot {seat} {plain(scene.jackpot)}")
    do(table, *(f"ante {scene.extra_of} {plain(scene.ante)} box {box}" for box in scene.extra))
    if (refusal := shuffle_into(table, stacked_deck(table, scene.hands, others=scene.deck))) is not None:
        raise TableError(f"{scene.game}: {refusal.reason}")
    do(table, *texts_of(table.rules)["script"][scene.moment])
    if scene.moment == "dealing":
        _deal_as_far_as(table, scene.about)
    elif scene.moment in ("deciding", "settling"):
        _decide(table, scene)
    if scene.moment == "settling":
        do(table, "reveal")


def finish_round(table: HouseTable) -> None:
    """Play a round to its end: open questions get the first ruling, nobody takes wagers back, players who can bet do."""
    over = table.round + 1
    for _ in range(_STEPS):
        state = table.state
        if table.round == over:
            return
        if state.question is not None:
            table.do(Rule(option=state.question.names[0]), by=state.question.rank)
        elif state.retracting:
            do(table, _for_box(table, "play on", state.retracting[0]))
        elif not state.shuffled:
            shuffle_into(table, DECK)
        elif table.turn:
            do(table, _for_box(table, "bet", state.undecided[0]))
        elif state.phase == "dealing" and next_to_deal(table.rules, state) is None and awaits_upcard(table.rules, state):
            do(table, TurnUp())
        elif (step := table.next_step()) is not None:
            do(table, step)
    raise TableError(f"{table.rules.game}: the round before does not come to an end")


def _for_box(table: HouseTable, deed: str, box: int) -> str:
    seat = table.state.boxes[box].seat
    return f"{deed} {seat}" + (f" box {box}" if box != seat else "")


def _deal_as_far_as(table: HouseTable, about: int) -> None:
    """Deal in the book's order until a box has its next cards, or everyone but one has all."""
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
            do(table, f"change {box} {table.state.boxes[box].cards[0]}")
        if box in chosen:
            do(table, _for_box(table, "fold" if box in scene.folds else "bet", box))


# Inventing


def variations(rules: Rules, scene: Scene, report: Report) -> Iterator[Report]:
    """The same report with another number, another sum, or about the dealer's hand instead of a player's."""
    for count in texts_of(rules)["counts"].get(report.what, ()):
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
        report = replace(report, count=random.choice(texts_of(rules)["counts"].get(what, (1, 2, 3, 4, 5, 6))))
    if "amount" in asks:
        report = replace(report, amount=random.choice(_amounts(rules, scene, what)))
    return report


def _box(random: Random, rules: Rules, scene: Scene, what: str) -> int:
    if what == "extra-hand":
        return random.randint(scene.seats + len(scene.extra) + 1, rules.usual_places())
    seats: list[int] = [*range(1, scene.seats + 1), *scene.extra]
    return random.choice([*seats, DEALER] if what in ("exposed", "miscount") else seats)


def _amounts(rules: Rules, scene: Scene, what: str) -> tuple[int, ...]:
    """Sums around the right one: a bet around what is due, an ante around the limits on the sign."""
    if what == "wrong-ante":
        sign = rules.usual_options()
        return sign.minimum - _SPREAD, sign.maximum + 100_00
    due = rules.bet_multiple * scene.ante
    return due - _SPREAD, due + _SPREAD


def _named(random: Random, scene: Scene, report: Report) -> tuple[Scene, Report]:
    """The cards that a person names: those in the box, or with one of them wrong."""
    size = rules_of(scene.game).cards
    cards: tuple[Card, ...] = scene.deck[:size]
    said = cards if random.random() < 0.5 else (*cards[:-1], scene.deck[size])
    return replace(scene, hands={max(report.box, 1): cards}), replace(report, cards=said)


def _antes_paid(rules: Rules, state: State) -> Iterator[Event]:
    """Every ante in the game paid, as if the dealer had no hand."""
    for number in in_game(state):
        ante, odds = state.ante(number), rules.ante_odds
        paid = Line(wager="ante", result="win", stake=ante, odds=odds, pays=round_up(odds.pays(ante), 1), grounds=())
        yield settled(state, number, paid, NOWHERE)
