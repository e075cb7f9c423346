"""Scenes in the poker room: a sample hand played up to a moment, invented ones, and rulings that one might expect there.

What is reported is true: if a hand is said to have three cards, three were dealt; if no card was burned, none was.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Any, Literal

from msgspec.structs import replace

from croupier.books import poker_rules_of
from croupier.drawing.document import as_recorded
from croupier.kernel.cards import DECK, HIDDEN, Card
from croupier.kernel.decisions import Refused
from croupier.kernel.errors import TableError
from croupier.kernel.events import Command, Event
from croupier.poker import commands
from croupier.poker.blinds import to_be_dealt
from croupier.poker.commands import Report
from croupier.poker.deal import FLOP, dealing_order, discards_due
from croupier.poker.events import CardExposed, CardReplaced, CardsTakenBack, FindingMade, Folded, HandVoided
from croupier.poker.lines import GRAMMAR
from croupier.poker.remedies import dead_hand, misdeal, void_hand
from croupier.poker.rules import Options, Rules
from croupier.poker.showdown import show_order
from croupier.poker.state import State
from croupier.poker.telling import limits
from croupier.tables.poker_table import PokerTable, poker_table
from croupier.tables.stacking import CUT, before_cut, filled
from croupier.training import scenes
from croupier.training.consequences import NOWHERE, Outcome, made
from croupier.training.scenes import do, facts_of, following, happened, listed, moments_of, seats, texts_of, tried

ROUNDS = ("first", "flop", "turn", "river")
_LIKELY = ("first", "flop", "turn", "discard", "river", "showdown", "blinds", "between")
_BOARD = {"flop": FLOP, "turn": 4, "river": 5, "showdown": 5}
_SIDE = (5_00, 100_00)
_MOVED = 3
_FACE_OF_HAND = ("exposed-card", "card-dropped", "boxed-card")
_TOO_EARLY = {"flop-early": FLOP, "turn-early": 1, "river-early": 1}
_TOGETHER = ("flop-too-many", "two-cards-opened", "many-cards-opened")
_PLACES: tuple[tuple[Literal["stub", "aside", "burns", "muck"], bool], ...] = (
    ("stub", True),
    ("stub", False),
    ("aside", False),
    ("burns", False),
    ("muck", False),
)
"""Where cards of the board may go, and whether the deck is cut then."""

SAMPLE_DECK = tuple(DECK[place * 17 % len(DECK)] for place in range(len(DECK)))
"""A deck in an order that looks shuffled and is the same each time."""


class Scene(scenes.Scene, frozen=True, kw_only=True):
    """A hand up to a moment: players in the first seats, who check and call; `acted` of them have done so in this round.

    At a `live` table a dealer deals and nobody knows the faces that are down. `side` has seat 1 wager on a red flop. Cards
    come from `deck` in its order.
    """

    acted: int = 0
    seats: int = 6
    live: bool = False
    side: bool = False
    deck: tuple[Card, ...] = SAMPLE_DECK

    grammar = GRAMMAR
    rules_for = staticmethod(poker_rules_of)

    @classmethod
    def made_up(cls, random: Random, rules: Rules, what: str) -> tuple[Scene, Report]:
        possible = moments_of(rules, what)
        scene = Scene(
            game=rules.game,
            moment=random.choice([moment for moment in texts_of(rules)["at"].get(what, possible) if moment in possible]),
            seats=random.randint(4, 6),
            live=random.random() < 0.5,
            side=random.random() < 0.2,
            deck=tuple(random.sample(DECK, len(DECK))),
        )
        if scene.moment in ROUNDS:
            scene = replace(scene, acted=random.randint(0, 3))
        return scene, _report(random, rules, scene, what)

    @property
    def about_table(self) -> dict[str, Any]:
        dealt = "live" if self.live else "house"
        return {"acted": self.acted, "seats": self.seats, "deal": dealt, "flop_chase": self.side}

    def played(self, report: Report) -> tuple[PokerTable, Report]:
        if not 2 <= self.seats <= self.rules.most_players:
            raise TableError(f"{self.rules.title} has 2 to {self.rules.most_players} players")
        if self.acted and self.moment not in ROUNDS:
            raise TableError(f"nobody acts at the moment {self.moment!r}")
        rehearsal = _Rehearsal(self, report)
        rehearsal.play()
        return rehearsal.table, rehearsal.completed()

    def happened(self, table: PokerTable, report: Report) -> str:
        """With the faces that everyone has seen by now, if the report need not name them."""
        if not report.cards and report.what in (*_TOO_EARLY, *_TOGETHER):
            first = int(report.what in _TOO_EARLY)
            report = replace(report, cards=table.state.hand.stub[first : first + _turned_up(report)])
        return happened(table.rules, report)

    def described(self, table: PokerTable) -> tuple[str, ...]:
        rules, picture = table.rules, table.picture()
        words = {"listed": listed, "seats": seats, "limits": limits(picture.options)}
        words["in_words"] = texts_of(rules)["moments"][self.moment]
        return as_recorded("poker_scene.txt", rules=rules, table=picture, scene=self, **words)

    def usual_moment(self, report: Report) -> str:
        """The most likely moment for this report."""
        possible = moments_of(self.rules, report.what)
        likely = [moment for moment in _LIKELY if moment in possible]
        return next((moment for moment in likely if tried(replace(self, moment=moment), report) is not None), likely[0])

    def nearby(self, random: Random, report: Report) -> Iterable[Outcome[State]]:
        """With another number, at other moments, and after more or fewer players have acted."""
        others = [count for count in counts_of(self.rules, report.what) if report.count >= 0 and count != report.count]
        moments = ((one, acted) for one in moments_of(self.rules, report.what) for acted in ((0, 2) if one in ROUNDS else (0,)))
        moved = [replace(self, moment=one, acted=acted) for one, acted in moments if (one, acted) != (self.moment, self.acted)]
        random.shuffle(moved)
        numbers = [(self, replace(report, count=count, cards=())) for count in others]
        return following(self, [*numbers, *((scene, report) for scene in moved[:_MOVED])])

    def twins(self, state: State, outcome: Outcome[State]) -> Iterator[Outcome[State]]:
        for place, event in enumerate(outcome.follows):
            for other in _otherwise(self.rules, state, event):
                yield made(self.rules, state, *outcome.follows[:place], *other, *outcome.follows[place + 1 :])

    def thinkable(self, state: State, report: Report, known: Sequence[Outcome[State]]) -> Iterator[Outcome[State]]:
        rules, hand = self.rules, state.hand
        if state.phase != "between":
            yield made(rules, state, *misdeal(rules, state, "", NOWHERE))
            yield made(rules, state, *misdeal(rules, state, "", NOWHERE, all_back=True))
            if hand.board and hand.phase == "betting":
                last = hand.board[-1:] if len(hand.board) > FLOP else hand.board
                yield made(rules, state, CardsTakenBack(cards=last, to="stub", cut=True, clauses=NOWHERE))
                yield made(rules, state, CardsTakenBack(cards=last, to="burns", burned=1, clauses=NOWHERE))
            live = [player for player in hand.in_hand if player.number in (report.player, *report.players)]
            if player := next(iter(live or hand.in_hand), None):
                yield made(rules, state, *dead_hand(rules, state, player, "", NOWHERE))
                yield made(rules, state, *void_hand(rules, state, player, "", NOWHERE))
        if not any(map(_only_said, known)):
            yield made(rules, state)


# Inventing


def counts_of(rules: Rules, what: str) -> tuple[int, ...]:
    """Numbers of cards around those at which the answer changes."""
    if what == "wrong-count":
        return rules.hole_cards - 1, rules.hole_cards + 1
    return tuple(texts_of(rules)["counts"].get(what, ()))


def _report(random: Random, rules: Rules, scene: Scene, what: str) -> Report:
    asks, report = facts_of(rules, what), Report(what=what)
    places = list(range(1, scene.seats + 1))
    if what == "extra-hand":
        return replace(report, player=scene.seats + 1)
    if what == "passed-over":
        return _passed_over(random, scene, report)
    if "player" in asks or "person" in asks:
        report = replace(report, player=random.choice(places))
    if "players" in asks:
        report = replace(report, players=tuple(sorted(random.sample(places, 2))))
    if counts := counts_of(rules, what):
        report = replace(report, count=random.choice(counts))
    if what == "defective-deck" and random.random() < 0.5:
        report = replace(report, count=-1, note=random.choice(("joker", "marked cards", "a stain on a card")))
    if what == "device" and random.random() < 0.5:
        report = replace(report, amount=10_00)
    return report


def _passed_over(random: Random, scene: Scene, report: Report) -> Report:
    """The player in turn, and one or two behind. The blinds are seats 1 and 2, so the first round begins at seat 3."""
    first = 3 if scene.moment == "first" else 1
    turn = (first + scene.acted - 1) % scene.seats + 1
    left = scene.seats - scene.acted - 1
    behind = tuple((turn + place) % scene.seats + 1 for place in range(min(random.randint(1, 2), left)))
    return replace(report, player=turn, players=behind)


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
    """Whether a person is merely informed, so that play goes on as well."""
    return bool(outcome.follows) and all(isinstance(event, FindingMade | CardExposed) for event in outcome.follows)


# Playing up to a moment


def _turned_up(report: Report) -> int:
    """How many cards were turned up by mistake beside the right ones."""
    right = FLOP if report.what == "flop-too-many" else 1
    return _TOO_EARLY.get(report.what) or max(report.count - right, 0)


class _Rehearsal:
    """A hand on its way to a moment; `_deck` has the faces in their order, whether the table knows them or not."""

    def __init__(self, scene: Scene, report: Report) -> None:
        self._rules, self._scene, self._report = scene.rules, scene, report
        places = min(max(scene.seats, report.player, Options().places), self._rules.most_players)
        options = Options(places=places, flop_chase=_SIDE if scene.side else (0, 0))
        self.table = poker_table(scene.game, seats=scene.seats, options=options)
        self._hands: dict[int, tuple[Card, ...]] = {}
        self._deck: tuple[Card, ...] = ()
        self._dealt = 0

    @property
    def _state(self) -> State:
        return self.table.state

    @property
    def _board(self) -> int:
        """How many community cards are there at the moment of the scene."""
        if self._scene.moment == "discard":
            return 0 if self._rules.discard == "before the flop" else FLOP
        return _BOARD.get(self._scene.moment, 0)

    def play(self) -> None:
        scene, report = self._scene, self._report
        about_winnings = report.what == "inquiry-over" or (report.what == "device" and report.amount > 0)
        if about_winnings and report.player in self._state.seats:
            self._let_win(report.player)
        while not self._there:
            self._go_on()
        if scene.moment == "showdown":
            self._show()
        for done in range(scene.acted):
            if not self._turn:
                raise TableError(f"only {done} players can act in that round")
            self._go_on()
        for seat in report.players if report.what == "passed-over" else ():
            do(self.table, self._passive(seat))

    @property
    def _there(self) -> bool:
        """Whether the moment of the scene has come, but for those who have acted then and the hands that are shown."""
        hand = self._state.hand
        match self._scene.moment:
            case "between":
                return True
            case "blinds":
                return hand.cut
            case "discard":
                return any(player.discarded for player in hand.players.values())
        over = self._scene.moment != "showdown" or not self._turn
        return hand.phase == "betting" and len(hand.board) == self._board and over

    @property
    def _turn(self) -> int:
        """The seat that is to bet."""
        return self._state.hand.turn if self._state.phase == "betting" else 0

    def completed(self) -> Report:
        """The report with what the person making it would see or know: numbers, and faces unless the house has them on record."""
        report, what = self._report, self._report.what
        if what in _TOGETHER and report.count < 0:
            right = FLOP if what == "flop-too-many" else 1
            report = replace(report, count=right + max(len(report.cards), 1))
        if what in (*_TOO_EARLY, *_TOGETHER):
            if not self._scene.live:
                return replace(report, cards=())
            first = self._next_card + int(what in _TOO_EARLY)
            return report if report.cards else replace(report, cards=self._deck[first : first + _turned_up(report)])
        if report.cards or what not in _FACE_OF_HAND or report.count > 1 or report.player not in self._state.hand.ring:
            return report
        return replace(report, cards=self._hands[report.player][:1])

    def _let_win(self, player: int) -> None:
        """One hand for every seat, so that the button is where it was; the others fold. An inquiry is about what is seized."""
        for _ in range(self._scene.seats):
            self.table.play_hand(lambda seat: self._passive(seat) if seat == player else commands.Fold(seat=seat))
        if self._report.what == "inquiry-over":
            won = self._state.winnings(self._state.person_at(player))
            do(self.table, Report(what="device", player=player, amount=won))
            question = self._state.question
            do(self.table, commands.Rule(option="seize winnings"), by=question.rank if question else None)

    def _go_on(self) -> None:
        """The next thing in the hand: everyone checks, calls or discards, and the house does its part as in the scene."""
        if not self._turn and discards_due(self._rules, self._state.hand):
            self._discard(self.table.turn)
            return
        step = self._passive(self._turn) if self._turn else self.table.next_step()
        match step:
            case None:
                raise TableError(f"{self._scene.game}: the hand cannot be played to the moment {self._scene.moment!r}")
            case commands.Shuffle():
                if self._scene.side:
                    do(self.table, commands.PlaceSideWager(seat=1, colour="red", amount=_SIDE[0]))
                self._deck = self._stacked()
                step = commands.Shuffle(deck=before_cut(self._deck), source="stacked")
                step = commands.Shuffle() if self._scene.live else step
            case commands.Cut():
                step = commands.Cut(place=CUT)
            case commands.Deal():
                step = commands.Deal(counts=self._counts())
            case commands.DealBoard():
                step = self._board_card()
        do(self.table, step)

    # Dealing

    def _counts(self) -> dict[int, int]:
        """What was dealt by mistake, if that is what went wrong. A live dealer has not noticed it."""
        report, most = self._report, self._state.options.places
        if self._scene.live or not 1 <= report.player <= most:
            return {}
        if report.what == "wrong-count" and report.count >= 0:
            return {report.player: report.count + self._discards_made}
        if report.what == "dealt-out":
            return {report.player: 0}
        if report.what == "extra-hand" and report.player not in to_be_dealt(self._state):
            return {report.player: report.count if report.count > 0 else self._rules.hole_cards}
        return {}

    @property
    def _discards_made(self) -> int:
        """How many cards each hand has discarded by this moment."""
        after = {"": (), "before the flop": ("flop", "turn", "river", "showdown")}
        return int(self._scene.moment in after.get(self._rules.discard, ("turn", "river", "showdown")))

    def _stacked(self) -> tuple[Card, ...]:
        """A deck that gives hands and board the cards that the report names."""
        ring, named = to_be_dealt(self._state), self._report.cards
        dealt = dict.fromkeys(ring, self._rules.hole_cards) | self._counts()
        order = dealing_order(self._state, dealt)
        mine = named if self._report.what in _FACE_OF_HAND and self._report.player in ring else ()
        top: list[tuple[int, Card | None]] = []
        for turn in range(max(dealt.values())):
            for seat in (seat for seat in order if turn < dealt[seat]):
                own = seat == self._report.player and turn < len(mine)
                top.append((seat, mine[turn] if own else None))
        self._dealt = len(top)
        board = self._board
        burned = max(board - FLOP + 1, 0) - int(self._report.what == "no-burn" and board > 0)
        between = burned + board + int(self._report.what in _TOO_EARLY)
        wanted = [*(card for _, card in top), *(None,) * between, *(() if mine else named)]
        if len(wanted) > len(DECK):
            raise TableError(f"{self._scene.game}: a deck has no {len(wanted)} cards to deal")
        deck = filled(wanted, self._scene.deck)
        self._hands = {seat: tuple(deck[n] for n, (to, _) in enumerate(top) if to == seat) for seat in order}
        return deck

    @property
    def _next_card(self) -> int:
        """Where in the deck the next card is."""
        return self._dealt + len(self._state.hand.burns) + len(self._state.hand.board)

    def _board_card(self) -> Command:
        number = FLOP if not self._state.hand.board else 1
        forgotten = self._report.what == "no-burn" and len(self._state.hand.board) + number == self._board
        first = self._next_card + int(not forgotten)
        cards = self._deck[first : first + number] if self._scene.live else ()
        return commands.DealBoard(cards=cards, burn=not forgotten)

    # Playing

    def _passive(self, seat: int) -> Command:
        player = self._state.hand.players.get(seat)
        owes = player is not None and self._state.hand.to_call(player) > 0
        return commands.Call(seat=seat) if owes else commands.Check(seat=seat)

    def _discard(self, seat: int) -> None:
        """The next player discards the last card of the hand."""
        if not self._hands[seat]:
            raise TableError(f"seat {seat} has no card to discard")
        do(self.table, commands.Discard(seat=seat, card=self._hands[seat][-1]))
        self._hands[seat] = self._hands[seat][:-1]

    def _show(self) -> None:
        """Turn up the hands; one with a wrong number of cards is found before that."""
        if self._scene.live:
            counted = self._report.player if self._report.what == "wrong-count" else 0
            for seat in show_order(self._state, self._state.hand.in_hand):
                if seat != counted:
                    do(self.table, commands.ShowHand(seat=seat, cards=self._hands[seat]))
            return
        opened = self.table.do(commands.OpenHands())
        if isinstance(opened, Refused) and opened.ground != "wrong_number_of_cards":
            raise TableError(f"{self._scene.game}: {opened.reason}")
