"""A recorded hand played again at a table of the room, action by action, and where it first comes out otherwise.

A dealer's own deck stands for the cards: faces are on record as the file says them, the others lie face down all through. One of
the file's chips is a dollar here; where a file has more than two decimals, what the table calls a cent is its smallest amount.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Any

import msgspec

from croupier.books import poker_rules_of
from croupier.histories.phh import Action, Amount, Differs, HandHistory, actions_of, decimals_of, game_of
from croupier.kernel.cards import HIDDEN, Card, CardError, twice
from croupier.kernel.decisions import Refused
from croupier.kernel.errors import HistoryError, TableError
from croupier.kernel.events import Command, Event
from croupier.poker import commands
from croupier.poker.blinds import due
from croupier.poker.events import PotPushed
from croupier.poker.positions import HEADS_UP_BUTTON
from croupier.poker.rules import NIL, STREETS, Commission, Options
from croupier.poker.seats import MOST_CHIPS
from croupier.poker.signs import ANTES
from croupier.tables.poker_table import PokerTable

_CUT = 26
_STREETS = {0: "before the flop", 3: "flop", 4: "turn", 5: "river"}
_AMOUNT = re.compile(r"\d{1,15}(?:\.\d+)?", re.ASCII)
_PLENTY = MOST_CHIPS // 100
"""What stands for a stack that the file calls unbounded."""


class Step(msgspec.Struct, frozen=True):
    """What one action of the file, or the house between two of them, came to."""

    action: str
    events: tuple[Event, ...]


class Replay:
    """A hand at a table. Go through `steps` to the end; `Differs` is raised where file and book part ways."""

    def __init__(self, history: HandHistory) -> None:
        self.history = history
        self.actions = actions_of(history)
        decimals = decimals_of(self._amounts())
        self.scale = 10 ** max(decimals, 2)
        self._chip = self.scale // 10**decimals
        self.table = self._opened()
        self._shows: list[Action] = []
        self._done: list[Event] = []

    @property
    def odd_chip(self) -> bool:
        """Whether the hand came out alike but for chips that could not be divided, which go by the book here."""
        listed = self.history.amounts("finishing_stacks")
        return any(not self._same(n, amount, self.stack(n)) for n, amount in enumerate(listed, 1))

    def steps(self) -> Iterator[Step]:
        """Play the hand, and compare the chips at the end."""
        try:
            yield from self._before_cards()
            for action in self.actions:
                if action.what == "dh":
                    continue
                self._act(action)
                if self._done:
                    yield self._step(action.text)
            self._finish()
            yield self._step("")
        except CardError as error:
            raise Differs("the cards", str(error)) from None
        self._compare()

    def _step(self, action: str) -> Step:
        done, self._done = tuple(self._done), []
        return Step(action, done)

    # The table

    def _amounts(self) -> Iterator[Amount]:
        for name in ("antes", "blinds_or_straddles", "starting_stacks"):
            yield from self.history.amounts(name)
        yield from map(self.history.amount, ("min_bet", "small_bet", "big_bet", "_chip", "_most"))
        for action in self.actions:
            if action.what == "cbr":
                if not _AMOUNT.fullmatch(action.rest):
                    raise Differs(f"action {action.number}: {action.text}", f"{action.rest!r} is not an amount")
                yield Decimal(action.rest)

    def _units(self, amount: Amount) -> int:
        return int(amount * self.scale) if Decimal(amount).is_finite() else _PLENTY

    def _opened(self) -> PokerTable:
        game, _ = game_of(self.history.variant)
        players = self.history.players
        if players > poker_rules_of(game).most_players:
            raise Differs("the table", f"at most {poker_rules_of(game).most_players} players play {game}")
        try:
            table = PokerTable(game, self._options())
        except (TableError, msgspec.MsgspecError) as error:
            raise Differs("the table", str(error)) from None
        for number, amount in enumerate(self.history.amounts("starting_stacks"), 1):
            decision = table.do(commands.TakeSeat(seat=self.seat_of(number), chips=self._units(amount)))
            if isinstance(decision, Refused):
                raise Differs("the table", f"{self.history.name(number)}: {decision.reason}")
        return table

    def _options(self) -> Options:
        history = self.history
        betting = game_of(history.variant)[1]
        blinds, ante, by_blind = self._blinds()
        bets: tuple[int, ...] = ()
        if betting in ("fixed limit", "spread limit"):
            small, big = history.amount("small_bet"), history.amount("big_bet")
            if not (small and big):
                raise Differs("the table", "a limit game needs small_bet and big_bet")
            bets = tuple(map(self._units, self._own_bets() or (small, small, big, big)))
        return Options(
            places=max(history.players, 2),
            betting=betting,
            blinds=blinds,
            minimum=0 if bets else self._units(history.amount("min_bet")) or blinds[-1],
            bets=bets,
            most=self._units(history.amount("_most")),
            chip=self._units(history.amount("_chip")) or self._chip,
            minimum_buy_in=1,
            ante=ante,
            ante_by_last_blind=by_blind,
            commission=_commission(history.fields.get("_commission"), self.scale),
            readings=tuple(dict.fromkeys((*self._readings(), *((ANTES,) if ante else ())))),
        )

    def _own_bets(self) -> list[Amount]:
        """The bets of the four betting rounds, where our own file says that they are not two and two alike."""
        listed = self.history.fields.get("_bets")
        bets = listed if isinstance(listed, list) else []
        return bets if len(bets) == len(STREETS) and all(isinstance(bet, int | Decimal) for bet in bets) else []

    def _readings(self) -> tuple[str, ...]:
        asked = tuple(self.history.texts("_readings"))
        return (*asked, HEADS_UP_BUTTON) if self._button_first and HEADS_UP_BUTTON not in asked else asked

    @property
    def _button_first(self) -> bool:
        """Whether two players sit as most rooms have it: the button posts the first blind and acts first before the flop."""
        blinds = self.history.forced("blinds_or_straddles")
        return self.history.players == 2 and blinds[0] > blinds[1]

    def seat_of(self, player: int) -> int:
        """The place of p1, p2, ...: the button of a fresh table is at the last, or at the first with two and its blind first."""
        return 3 - player if self._button_first else player

    def _blinds(self) -> tuple[tuple[int, ...], int, bool]:
        """The blinds from the left of the button, the ante, and whether the last blind pays it for all."""
        forced = list(map(self._units, self.history.forced("blinds_or_straddles")))
        antes = list(map(self._units, self.history.forced("antes")))
        if self._button_first:
            forced.reverse()
            antes.reverse()
        blinds = tuple(forced[: next((n for n, amount in enumerate(forced) if amount <= 0), len(forced))])
        if not blinds or any(forced[len(blinds) :]):
            raise Differs("the blinds", "the blinds and straddles must begin left of the button and leave nobody out")
        if len(set(antes)) == 1:
            return blinds, antes[0], False
        last = len(blinds) - 1
        if any(amount for n, amount in enumerate(antes) if n != last):
            raise Differs("the antes", "an ante is paid by everybody, or for all by the last blind")
        return blinds, antes[last], True

    # The hand

    def _before_cards(self) -> Iterator[Step]:
        hands = self._hands()
        self._do(commands.BeginHand(), "the blinds")
        while waiting := due(self.table.state):
            self._do(commands.PostBlind(seat=next(iter(waiting))), "the blinds")
        self._do(commands.Shuffle(), "the cards")
        self._do(commands.Cut(place=_CUT), "the cards")
        self._do(commands.Deal(hands=hands), "the deal")
        yield self._step("the deal")

    def _hands(self) -> dict[int, tuple[Card, ...]]:
        """The hands by their seats, as far as the file knows them; what it shows at the end it has known from the start."""
        count = self.table.rules.hole_cards
        hands: dict[int, tuple[Card, ...]] = dict.fromkeys(range(1, self.history.players + 1), ())
        board: tuple[Card, ...] = ()
        for action in self.actions:
            if action.what == "dh":
                hands[action.actor] += action.cards
            elif action.what == "db":
                board += action.cards
            elif action.what == "sm" and action.rest and HIDDEN in hands[action.actor]:
                hands[action.actor] = action.cards
        for player, cards in hands.items():
            if len(cards) > count:
                raise Differs("the deal", f"{self.history.name(player)} has {len(cards)} cards, not {count}")
        if (double := twice([*board, *(card for cards in hands.values() for card in cards)])) is not None:
            raise Differs("the cards", f"{double} is there twice")
        return {self.seat_of(player): _filled(cards, count) for player, cards in hands.items()}

    def _act(self, action: Action) -> None:
        turn = self.table.state.hand.turn
        if action.what == "sm":
            self._shows.append(action)  # some files show as soon as all are in; the book shows after the last card
            return
        at = self._at(action)
        if action.what == "db":
            self._do(commands.DealBoard(cards=action.cards), at)
            return
        seat = self.seat_of(action.actor)
        if action.what == "sd":
            for card in action.cards:
                self._do(commands.Discard(seat=seat, card=card), at)
            return
        if turn != seat:
            whose = f"the turn of {self.history.name(self._player(turn))}" if turn else "nobody's turn"
            raise Differs(at, f"it is {whose}")
        self._do(self._asked(action, seat), at)

    def _asked(self, action: Action, seat: int) -> Command:
        hand = self.table.state.hand
        if action.what == "f":
            return commands.Fold(seat=seat)
        if action.what == "cbr":
            to = self._units(Decimal(action.rest))
            return commands.Raise(seat=seat, to=to) if hand.bet else commands.Bet(seat=seat, amount=to)
        call = hand.players[seat].wagered < hand.bet
        return commands.Call(seat=seat) if call else commands.Check(seat=seat)

    def _player(self, seat: int) -> int:
        return self.seat_of(seat)

    def _finish(self) -> None:
        """Show and push, if the betting is over; a file may also end in the middle of a hand."""
        hand = self.table.state.hand
        if self.table.turn or (len(hand.in_hand) > 1 and len(hand.board) < 5):
            return
        if len(hand.in_hand) > 1:
            for action in self._shows:
                seat, at = self.seat_of(action.actor), f"showdown, action {action.number}: {action.text}"
                show = commands.ShowHand(seat=seat, cards=action.cards) if action.rest else commands.MuckHand(seat=seat)
                self._do(show, at)
            left = [player for player in hand.in_hand if not player.shown]
            if left and not any(HIDDEN in player.cards for player in left):  # the file does not say, the faces do
                self._do(commands.OpenHands(), "showdown")
        if hand.phase != "between":
            self._do(commands.PushPots(), "showdown")

    def _do(self, command: Command, at: str) -> None:
        decision = self.table.do(command)
        if isinstance(decision, Refused):
            raise Differs(at, decision.reason)
        self._done += decision.events

    def _at(self, action: Action) -> str:
        return f"{_STREETS.get(len(self.table.state.hand.board), 'the board')}, action {action.number}: {action.text}"

    # The end

    def stack(self, player: int) -> Fraction:
        """What p1, p2, ... has now, in the file's chips."""
        return Fraction(self.table.state.stack(self.seat_of(player)), self.scale)

    def _same(self, player: int, told: Amount, ours: Fraction) -> bool:
        started = self.history.amounts("starting_stacks")[player - 1]
        return not (Decimal(told).is_finite() and Decimal(started).is_finite()) or Fraction(told) == ours

    def _compare(self) -> None:
        exact = self._undivided()
        for number, told in enumerate(self.history.amounts("finishing_stacks"), 1):
            ours, room = self.stack(number), exact.get(self.seat_of(number), Fraction(0))
            if not self._same(number, told, ours) and not (room and abs(Fraction(told) - ours) <= room):
                raise Differs(
                    "the end of the hand",
                    f"{self.history.name(number)} finishes with {plain(ours)}, the file says {told}",
                )

    def _undivided(self) -> dict[int, Fraction]:
        """By how much the division of odd chips can have moved each seat's winnings: under a chip a pot that it shared."""
        chip = Fraction(self.table.state.options.chip, self.scale)
        moved: dict[int, Fraction] = {}
        halves: dict[int, int] = {}
        for event in self.table.events:
            if isinstance(event, PotPushed):
                halves[event.pot] = halves.get(event.pot, 0) + event.amount * (1 if event.half != "low" else -1)
        for event in self.table.events:
            if isinstance(event, PotPushed) and (event.odd or (event.half and halves[event.pot])):
                for seat in event.shares:
                    moved[seat] = moved.get(seat, Fraction(0)) + chip
        return moved


def _filled(cards: tuple[Card, ...], number: int) -> tuple[Card, ...]:
    return cards + (HIDDEN,) * (number - len(cards))


def plain(amount: Fraction) -> str:
    """An amount of the file's chips as text."""
    return str(amount.numerator) if amount.denominator == 1 else f"{float(amount):.2f}"


def _commission(row: Any, scale: int) -> Commission:
    """What our own files say of the commission, in the file's chips."""
    if not isinstance(row, dict):
        return NIL
    try:
        percent = int(row.get("percent", 0))
        sums = {name: int(row[name] * scale) for name in ("cap", "per_person", "hourly") if name in row}
        return Commission(percent=percent, per_hand=tuple(int(a * scale) for a in row.get("per_hand", ())), **sums)
    except (TypeError, ValueError):
        raise HistoryError("the field _commission is not understood") from None
