"""A recorded hand played again by the book, action by action, and where it first differs.

Places are numbered like the players, p1 to the left of the button. The cards count as a dealer's own deck: faces are on
record as the file gives them, the others stay face down throughout. One of the file's chips is a dollar here; if a file has
more than two decimals, what the table calls a cent is its smallest amount.
Nothing is recorded: the engine decides each action, and its events are applied.
"""

import re
from collections.abc import Iterable, Iterator
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Any

import msgspec

from croupier.books import poker_rules_of
from croupier.histories import phh_format
from croupier.histories.phh_format import Action, Amount, Differs, HandHistory
from croupier.histories.phh_payment import Payment, as_the_file_says, by_the_book
from croupier.histories.phh_posts import Posts
from croupier.kernel.accounts import stack_of
from croupier.kernel.actors import DEALER, Said
from croupier.kernel.cards import HIDDEN, Card, CardError, twice
from croupier.kernel.decisions import Refused
from croupier.kernel.errors import HistoryError
from croupier.kernel.events import Command, Event
from croupier.poker import commands
from croupier.poker.deal import discards_due
from croupier.poker.deciding import decide
from croupier.poker.events import CardsCut, CardsShuffled
from croupier.poker.pots import uncalled
from croupier.poker.rules import NO_COMMISSION, STREETS, Commission, Options
from croupier.poker.signs import wrong_signs
from croupier.poker.state import Seat, State

_STREETS = {0: "before the flop", 3: "flop", 4: "turn", 5: "river"}
_AMOUNT = re.compile(r"\d{1,15}(?:\.\d+)?", re.ASCII)
_PLENTY = 10**10
"""The stack used if the file calls it unbounded, in the file's chips."""
_THE_DEALER = Said(DEALER, DEALER, 0)
_BOARD = 5


class Step(msgspec.Struct, frozen=True):
    """The result of one action of the file, or of the house between two of them."""

    action: str
    events: tuple[Event, ...]


class Replay:
    """A hand at a table. Go through `steps` to the end; `Differs` is raised where file and book differ.

    `payment` is what happened to the pots, in the table's cents; `unknown` says that the cards on record do not decide them.
    `smallest` is the smallest part of a chip that the file uses, in those cents.
    """

    def __init__(self, history: HandHistory) -> None:
        self.history = history
        self.game, self.betting = phh_format.game_of(history.variant)
        self.rules = poker_rules_of(self.game)
        self.actions = phh_format.actions_of(history)
        self.players = history.players
        decimals = phh_format.decimals_of(self._amounts())
        self.scale: int = 10 ** max(decimals, 2)
        self.smallest: int = self.scale // 10**decimals
        self.posts = Posts(
            antes=[*map(self._units, history.forced("antes"))],
            blinds=[*map(self._units, history.forced("blinds_or_straddles"))],
            dead=[*map(self._units, history.dead)],
            minimum=self._units(history.amount("min_bet") or history.amount("small_bet")),
        )
        self.table = self._opened()
        self.events: list[Event] = []
        self.payment = Payment()
        self.unknown = False
        self._shows: list[Action] = []
        self._done: list[Event] = []

    @property
    def readings(self) -> tuple[str, ...]:
        """Other readings of the book by which its players posted, if the file does not say that the house had chosen them."""
        return tuple(reading for reading in self.posts.readings if reading not in self.table.options.readings)

    @property
    def rake(self) -> Fraction:
        """The room's rake beyond what the book takes here, in the file's chips."""
        return self._chips(self.payment.rake)

    @property
    def pot(self) -> Fraction:
        """What was in the pots, in the file's chips."""
        return self._chips(self.payment.pot)

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
        self.payment = as_the_file_says(self) if self.unknown else by_the_book(self)
        self.unknown = self.unknown or self.payment.in_doubt

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
        if isinstance(amount, int):
            return amount * self.scale
        return int(phh_format.without_dust(amount) * self.scale) if amount.is_finite() else _PLENTY * self.scale

    @property
    def in_money(self) -> bool:
        """Whether the amounts are money of a room without chips, divided to the cent."""
        fields = self.history.fields
        return "currency_symbol" in fields or "currency" in fields

    def _opened(self) -> State:
        options = self._options()
        if wrong := _wrong_signs(self.game, options):
            raise Differs("the table", wrong)
        table = State(options=options, game=self.game, edition=self.rules.edition)
        for number, amount in enumerate(self.history.fields["starting_stacks"], 1):
            chips = self._units(amount)
            if chips <= 0:
                raise Differs("the table", f"{self.history.name(number)} has no chips to play with: {amount}")
            table.seat_down(Seat(number, f"p{number}", stack_of(number)))
            table.money[stack_of(number)] = chips
        return table

    def _options(self) -> Options:
        history = self.history
        least = self.posts.minimum
        bets: tuple[int, ...] = ()
        if self.betting in ("fixed limit", "spread limit"):
            small, big = history.amount("small_bet"), history.amount("big_bet")
            if not (small and big):
                raise Differs("the table", "a limit game needs small_bet and big_bet")
            own = history.amounts("_bets", len(STREETS))  # our own file says so if they are not two equal pairs
            bets = tuple(map(self._units, own or (small, small, big, big)))
        return Options(
            places=max(self.players, 2),
            betting=self.betting,
            blinds=(self.posts.big,),
            minimum=0 if bets else least,
            bets=bets,
            most=self._units(history.amount("_most")),
            chip=self._units(history.amount("_chip")) or (1 if self.in_money else self.smallest),
            minimum_buy_in=1,
            commission=_commission(history.fields.get("_commission"), self.scale),
            readings=tuple(history.texts("_readings")),
        )

    # The hand

    def _before_cards(self) -> Iterator[Step]:
        hands = self._hands()
        self._take(self.posts.lie(self.rules, self.table))
        self._take(_shuffled_and_cut(self.game))
        self._do(commands.Deal(hands=hands), "the deal")
        yield self._step("the deal")

    def _hands(self) -> dict[int, tuple[Card, ...]]:
        """The hands by seat, as far as the file knows them; what it shows at the end, it has known from the start."""
        count = self.rules.hole_cards
        hands: dict[int, tuple[Card, ...]] = dict.fromkeys(range(1, self.players + 1), ())
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
            raise Differs("the cards", f"{double} appears twice")
        return {player: cards + (HIDDEN,) * (count - len(cards)) for player, cards in hands.items()}

    def _act(self, action: Action) -> None:
        turn = self.table.hand.turn
        if action.what == "sm":
            self._shows.append(action)  # some files show as soon as all are in; the book shows after the last card
            return
        street = _STREETS.get(len(self.table.hand.board), "the board")
        at = f"{street}, action {action.number}: {action.text}"
        if action.what == "db":
            self._do(commands.DealBoard(cards=action.cards), at)
            return
        seat = action.actor
        if action.what == "sd":
            for card in action.cards:
                self._do(commands.Discard(seat=seat, card=card), at)
            return
        if turn != seat:
            whose = f"the turn of {self.history.name(turn)}" if turn else "nobody's turn"
            raise Differs(at, f"it is {whose}")
        self._do(self._asked(action, seat), at)

    def _asked(self, action: Action, seat: int) -> Command:
        hand = self.table.hand
        if action.what == "f":
            return commands.Fold(seat=seat)
        if action.what == "cbr":
            to = self._units(Decimal(action.rest))
            return commands.Raise(seat=seat, to=to) if hand.bet else commands.Bet(seat=seat, amount=to)
        call = hand.players[seat].wagered < hand.bet
        return commands.Call(seat=seat) if call else commands.Check(seat=seat)

    def _finish(self) -> None:
        """Show and push, if the betting is over.

        A file may also end in the middle of a hand: because it was in play, or because it does not know that players were
        all-in. Then only the stacks at that moment can be compared.
        """
        hand = self.table.hand
        if hand.turn or hand.owed or discards_due(self.rules, hand):
            self.unknown = not (self.history.finite_stacks and self.stakes_known)
            return
        if len(hand.in_hand) > 1 and not self._shown_down():
            return
        self._do(commands.PushPots(), "showdown")

    def _shown_down(self) -> bool:
        """Hands shown and passed in, as in the file; whether the pots can be pushed then."""
        hand = self.table.hand
        if len(hand.board) == _BOARD:
            last = {action.actor: action for action in self._shows}  # some files show a hand once a street
            for action in last.values():
                self._show(action)
            left = [player for player in hand.in_hand if not player.shown]
            if not any(HIDDEN in player.cards for player in left) or len(hand.in_hand) == 1:
                if left and len(hand.in_hand) > 1:  # the file does not say, but the faces decide
                    self._do(commands.OpenHands(), "showdown")
                return True
        self.unknown = True
        if hand.phase != "showdown":
            self._take(uncalled(self.rules, hand))
        return False

    def _show(self, action: Action) -> None:
        """A hand turned up or passed in. A hand folded before has nothing to show for; the last one left need not be shown."""
        hand, seat = self.table.hand, action.actor
        at = f"showdown, action {action.number}: {action.text}"
        if not hand.players[seat].live:
            return
        if action.rest and HIDDEN not in action.cards:
            self._do(commands.ShowHand(seat=seat, cards=action.cards), at)
        elif not action.rest and len(hand.in_hand) > 1:
            self._do(commands.MuckHand(seat=seat), at)

    def _do(self, command: Command, at: str) -> None:
        seat = command.own_seat
        decision = decide(self.rules, self.table, command, _said(seat) if seat else _THE_DEALER)
        if isinstance(decision, Refused):
            raise Differs(at, decision.reason, decision.clauses)
        self._take(decision.events)

    def _take(self, events: Iterable[Event]) -> None:
        for event in events:
            self.table.take(event)
            self._done.append(event)
            self.events.append(event)

    def cents(self, amount: Amount) -> Decimal:
        """An amount of the file in the table's cents; a file may have parts of them."""
        return Decimal(phh_format.without_dust(amount)) * self.scale

    def plain(self, cents: int | Decimal) -> str:
        """Cents of the table as an amount of the file's chips."""
        return plain(self._chips(cents))

    def _chips(self, cents: int | Decimal) -> Fraction:
        return Fraction(cents) / self.scale

    def bounded(self, player: int) -> bool:
        """Whether the file knows a player's starting stack."""
        return phh_format.is_bounded(self.history.fields["starting_stacks"][player - 1])

    @property
    def stakes_known(self) -> bool:
        """Whether everyone's remaining stake is known: nobody called with a stack that the file does not give."""
        left = self.table.hand.in_hand
        return len(left) < 2 or all(self.bounded(player.number) for player in left)

    def stack(self, player: int) -> Fraction:
        """What p1, p2, ... has now, in the file's chips; if the cards do not decide it, from the file."""
        return self._chips(self.table.stack(player) + self.payment.on_its_word.get(player, 0))


@lru_cache(maxsize=64)
def _said(seat: int) -> Said:
    return Said(f"p{seat}", seat, 0)


@lru_cache(maxsize=64)
def _shuffled_and_cut(game: str) -> tuple[Event, ...]:
    """A deck of unknown order, about which a file says nothing."""
    rules = poker_rules_of(game)
    shuffled = CardsShuffled(deck=(HIDDEN,) * 52, clauses=rules.cite("cards_shuffled"))
    return shuffled, CardsCut(place=26, clauses=rules.cite("cards_cut"))


@lru_cache(maxsize=1024)
def _wrong_signs(game: str, options: Options) -> str:
    """What the book does not allow at a table with these signs, in words; empty if all is allowed."""
    return next((wrong for _, wrong in wrong_signs(poker_rules_of(game), options)), "")


def plain(amount: Fraction) -> str:
    """An amount of the file's chips as text."""
    return str(amount.numerator) if amount.denominator == 1 else f"{float(amount):.2f}"


def _commission(row: Any, scale: int) -> Commission:
    """What our own files say of the commission, in the file's chips."""
    if not isinstance(row, dict):
        return NO_COMMISSION
    try:
        percent = float(row.get("percent", 0))
        sums = {name: int(row[name] * scale) for name in ("cap", "per_person", "hourly") if name in row}
        whole = int(percent) if percent.is_integer() else percent
        return Commission(percent=whole, per_hand=tuple(int(a * scale) for a in row.get("per_hand", ())), **sums)
    except (TypeError, ValueError):
        raise HistoryError("the field _commission is not understood") from None
