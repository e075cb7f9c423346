"""The state of one poker table: who sits where, the button, the hand in play, lists, notices and money.

Unlike the engine's other values it changes in place, because hands are long and tables many; only events change it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from croupier.kernel.accounts import Account, account, purse_of, stack_of
from croupier.kernel.cards import Card, Faces, faces
from croupier.kernel.changing import Changing
from croupier.kernel.drawing import cards_html, table_html
from croupier.kernel.duties import Effect
from croupier.kernel.events import Event
from croupier.kernel.incidents import Question, WinningsWithheld
from croupier.kernel.money import left_of
from croupier.poker.hand import Hand, Phase, Player
from croupier.poker.rules import Options

POT = account("pot")
SLIDE = account("slide")
"""The drop slide, where commission is until the hand is over."""
TIME_CHARGES = account("time-charges")
"""Hourly charges on the drop slide, until they are verified."""
CHIP_BOX = account("chip-box")


def side_of(seat: int) -> Account:
    """A player's side wager."""
    return account("side", seat)


def held_of(seat: int) -> Account:
    """Winnings of a side wager or a bonus, which join the stack when the hand is over."""
    return account("held", seat)


def kept_of(person: str) -> Account:
    """Chips of a picked-up player, kept safe."""
    return account("kept", person)


class Seat(msgspec.Struct):
    """An occupied place, and the player's status between hands.

    `away`, `missed` (the blinds missed, by number) and `dealt_out` are what the buttons in front of a player show;
    `new` players have not yet paid their way in; those who `returned` have played here before, `late` ones have entered a
    tournament late. `penalty` ones changed seats too far. `passed` is how many players they have let by to the last
    blind by changes of seats, since they last paid it. `drawn` is how much of the time bank was used.
    """

    number: int
    person: str
    stack: Account
    away: bool = False
    dealt_out: bool = False
    new: bool = False
    returned: bool = False
    late: bool = False
    penalty: bool = False
    missed: tuple[int, ...] = ()
    passed: int = 0
    drawn: int = 0

    @property
    def owes(self) -> bool:
        """Whether the player has to pay or wait before the next cards."""
        return self.new or self.penalty or bool(self.missed)

    @property
    def in_debt(self) -> bool:
        """Whether the player owes for blinds that were missed or for a seat change."""
        return self.penalty or bool(self.missed)


class Notice(msgspec.Struct, frozen=True):
    """An announced change: the signs and the game to come, when, and in or after which hand.

    A `dearer` one raises the minimum wager. `takes_effect` is the time of the change on the sign, if it gives one.
    """

    options: Options
    game: str
    at: int
    hand: int
    dearer: bool = False
    takes_effect: int = 0


class Waiting(msgspec.Struct, frozen=True):
    """A person on the waiting list; `in_time` ones were picked up from this game and came back soon, so they are first."""

    person: str
    in_time: bool = False


class Matter(NamedTuple):
    """What distinguishes one dispute of a person from another: the hand and the note."""

    hand: int
    about: str


class Prize(NamedTuple):
    """A bonus prize that waits to be verified: the hand, who reported it, in which hand of the table, what the sign then
    promised, and at which place its winner sat.
    """

    hand: str
    told_by: str
    number: int = 0
    cash: int = 0
    goods: str = ""
    seat: int = 0


HANDS_APART = 50
"""How many hands with a winner or loser, at least, are kept separately in the results."""


class Result(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """What a person has won in a hand (negative if lost), including wagers on the flop and bonus prizes."""

    hand: int
    net: int


class State(Changing, kw_only=True):
    """Everything about a table that its next decision depends on.

    - `hand` is the one in play, or the last. `positions` are the places of the button and the blinds, the last blind last,
      `before` those of the hand before.
    - What is so of people goes by person, whatever the seat: `agreed` to what was announced, `fees_paid` for a hand in which they
      have not had cards yet, `hour_unpaid` since `hour_began`, `hour_left` the table since then, `excluded` from the game,
      `disputes` that were decided, `picked_up` when, on the `waiting` list, `prizes` that they wait for. `came` says which blind
      came to whom in this hand or the last, paid or missed, `came_before` in the hand before; `left` has those who gave up a
      place, as they stood there: blinds go on coming to them, should they come back.
    - `results` are those of everyone's hands since they sat down; who has left since the last hand began `took_away` winnings.
    - `wanted` says which players want a vacant place, `reserved` which places were left. `verified` is how much of the hourly
      charges was verified, and by whom.
    """

    options: Options = msgspec.field(default_factory=Options)
    game: str = ""
    edition: str = ""
    closed: bool = False
    seats: dict[int, Seat] = msgspec.field(default_factory=dict)
    hand: Hand = msgspec.field(default_factory=Hand)
    positions: tuple[int, ...] = ()
    before: tuple[int, ...] = ()
    question: Question | None = None
    notices: dict[str, Notice] = msgspec.field(default_factory=dict)
    agreed: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    waiting: tuple[Waiting, ...] = ()
    picked_up: dict[str, int] = msgspec.field(default_factory=dict)
    came: dict[str, int] = msgspec.field(default_factory=dict)
    came_before: dict[str, int] = msgspec.field(default_factory=dict)
    left: dict[str, Seat] = msgspec.field(default_factory=dict)
    wanted: dict[int, tuple[int, ...]] = msgspec.field(default_factory=dict)
    reserved: tuple[int, ...] = ()
    excluded: tuple[str, ...] = ()
    disputes: dict[str, tuple[Matter, ...]] = msgspec.field(default_factory=dict)
    prizes: dict[str, Prize] = msgspec.field(default_factory=dict)
    done: tuple[str, ...] = ()
    fees_paid: tuple[str, ...] = ()
    hour_began: int = -1
    hour_unpaid: tuple[str, ...] = ()
    hour_left: tuple[str, ...] = ()
    verified: tuple[int, str] = (0, "")
    new_deck: bool = False
    results: dict[str, list[Result]] = msgspec.field(default_factory=dict)
    took_away: dict[str, int] = msgspec.field(default_factory=dict)
    money: dict[Account, int] = msgspec.field(default_factory=dict)

    def _lie(self) -> list[tuple[str, tuple[Card, ...]]]:
        players = [(f"seat {number}", player.cards) for number, player in self.hand.players.items()]
        return [(where, cards) for where, cards in (("board", self.hand.board), *players) if cards]

    def __repr__(self) -> str:
        cards = [f"{where} {faces(lie)}" for where, lie in self._lie()]
        return f"<State of hand {self.hand.number}, {self.phase}: {'; '.join(cards) or 'no cards'}>"

    def _repr_html_(self) -> str:
        return table_html(f"Hand {self.hand.number}, {self.phase}", [(where, cards_html(lie)) for where, lie in self._lie()])

    @property
    def phase(self) -> Phase:
        return "closed" if self.closed else self.hand.phase

    @property
    def at_rest(self) -> bool:
        """Whether no hand is being played, and nothing waits for a ruling."""
        return self.hand.phase == "between" and self.question is None

    def stack(self, seat: int) -> int:
        return self.money.get(stack_of(seat), 0)

    def chips_of(self, seat: int) -> dict[Account, int]:
        """All of a player's chips that are in no wager: the stack, and winnings that have yet to join it."""
        chips = {stack_of(seat): self.stack(seat), held_of(seat): self.money.get(held_of(seat), 0)}
        return {name: amount for name, amount in chips.items() if amount}

    @property
    def pot(self) -> int:
        """All that was wagered in this hand, including commission on the slide."""
        return self.money.get(POT, 0) + self.money.get(SLIDE, 0)

    def clockwise(self, place: int) -> list[int]:
        """The occupied places, clockwise from the one after `place`."""
        numbers = sorted(self.seats)
        start = bisect_right(numbers, place)
        return numbers[start:] + numbers[:start]

    def person_at(self, seat: int) -> str:
        """Who sits there, or nobody."""
        taken = self.seats.get(seat)
        return taken.person if taken is not None else ""

    def played(self, place: int, person: str = "") -> tuple[str, Player | None]:
        """Who had the cards of a place in this hand or the last one, and how they played it: even a person who has left since,
        no matter who sits there now. If two could be meant, `person` says which.
        """
        here, gone = self.hand.players.get(place), self.hand.gone
        if person:
            return person, self.hand.players.get(self.seat_of(person)) or gone.get(person)
        if here is None or not here.cards:
            for left, player in gone.items():
                if player.number == place:
                    return left, player
        return self.person_at(place), here

    def won_or_lost(self, person: str, net: int) -> None:
        """Store a person's result in this hand; old results are added together."""
        if not net:
            return
        number, results = self.hand.number, self.results.get(person)
        if results is None:
            results = self.results[person] = []
        elif results[-1].hand == number:
            results[-1] = Result(number, results[-1].net + net)
            return
        results.append(Result(number, net))
        if len(results) == 2 * HANDS_APART:
            results[:HANDS_APART] = [Result(results[0].hand, left_of([result.net for result in results[:HANDS_APART]]))]

    def winnings(self, person: str, hands: int = 0) -> int:
        """What a person has won in the last so many finished hands, or since sitting down, and not lost again since."""
        first = self.hand.number - (self.hand.phase != "between") - hands if hands else -1
        return left_of(result.net for result in self.results.get(person, ()) if result.hand > first)

    def seat_of(self, person: str) -> int:
        """Where a person sits, or 0."""
        for number, seat in self.seats.items():  # runs with every command of the house: twice as fast as any other way
            if seat.person == person:
                return number
        return 0

    def seat_down(self, seat: Seat) -> None:
        """A person takes a place, without cards in the hand in play; one who is back before the next hand still has the last."""
        self.seats[seat.number] = seat
        player = self.hand.gone.pop(seat.person, None) or Player(seat.number, seat.stack)
        player.number, player.stack = seat.number, seat.stack
        self.hand.players[seat.number] = player
        self.reserved = tuple(place for place in self.reserved if place != seat.number)
        self.hour_left = tuple(person for person in self.hour_left if person != seat.person)

    def get_up(self, number: int) -> None:
        """A person gives a place up; what they owe in blinds stays with them if they come back."""
        seat, player = self.seats.pop(number), self.hand.players.pop(number)
        if player.cards:
            self.hand.gone[seat.person] = player
        self.reserved = (*self.reserved, number)
        if self.options.commission.hourly:
            self.hour_left = (*self.hour_left, seat.person)
        self.give_up_wishes(number)
        if seat.in_debt or not (self.spared(seat) or self.options.tournament):
            self.left[seat.person] = seat

    def takes_winnings_away(self, person: str) -> None:
        """A person has left with all chips: no winnings are left on the table, but they may go along to another table."""
        self.took_away[person] = self.winnings(person)
        self.results.pop(person, None)

    def withholding(self, held: WinningsWithheld) -> State:
        """What is seized is recorded separately, with the inquiry."""
        return self

    def paid_to(self, person: str) -> Account:
        """Where a person is paid: in hand, because no chips join a stack within a hand."""
        return purse_of(person)

    def releasing(self, person: str, paid: bool) -> State:
        return self

    def give_up_wishes(self, number: int) -> None:
        """A player who has left a seat no longer wants another place, and is no longer part of the last hand."""
        if number in self.hand.ring:
            self.hand.ring.remove(number)
        self.want_no_more(number)

    def waits_no_more(self, person: str) -> None:
        """A person is off the waiting list: seated, excluded, or gone."""
        self.waiting = tuple(entry for entry in self.waiting if entry.person != person)

    def want_no_more(self, number: int) -> None:
        """A player no longer wants a vacant place."""
        wishes = {place: tuple(seat for seat in seats if seat != number) for place, seats in self.wanted.items()}
        self.wanted = {place: seats for place, seats in wishes.items() if seats}

    def newcomer(self, number: int) -> bool:
        """Whether the player of a place is new to the game, and gets no cards at the button; a moved player is not new."""
        seat = self.seats.get(number)
        return seat is not None and seat.new and (seat.late or not self.options.tournament)

    def spared(self, seat: Seat) -> bool:
        """Whether blinds pass a new player by, because the house asks for a payment to come in instead."""
        return seat.new and not seat.returned and self.options.new_players != "dealt in"

    def miss(self, person: str, blind: int) -> None:
        """A blind has come to a player who is not there for it, at the table or gone from it."""
        self.came[person] = blind
        seat = self.seats.get(self.seat_of(person)) or self.left[person]
        if blind not in seat.missed:
            seat.missed = (*seat.missed, blind)

    def new_hand(self, number: int) -> Hand:
        """A hand in which nothing has happened yet, for everyone at the table."""
        self.hand = Hand(number=number, players={n: Player(n, seat.stack) for n, seat in self.seats.items()})
        return self.hand

    def owes_again(self) -> None:
        """A player who had posted to be dealt in owes it again."""
        for player in self.hand.players.values():
            self.not_posted(player)

    def not_posted(self, player: Player) -> None:
        """What a player has posted does not count: what was owed before is owed again."""
        if player.posted:
            seat, player.posted = self.seats[player.number], False
            seat.new, seat.penalty, seat.missed, seat.passed = player.entered

    def after(self, events: Iterable[Event]) -> State:
        """The table after these events; this one does not change."""
        after = self.copied()
        for event in events:
            after.take(event)
        return after

    def pass_turn(self, seat: int, at: int) -> None:
        """The next player's time begins; extra time used by the one who acted is drawn from their time bank."""
        if at < 0:  # the table has no time to act
            return
        hand, sign, taken = self.hand, self.options, self.seats.get(seat)
        if sign.time_bank and taken is not None:
            over = at - (hand.turn_since + sign.time_to_act + hand.turn_extra)
            taken.drawn = min(sign.time_bank, taken.drawn + max(over, 0))
        hand.start_clock(at)

    # Changes by events that all tables share

    def reported(self, at: int) -> State:
        if at >= 0:
            self.hand.turn_since = at
        return self

    def asked(self, question: Question) -> State:
        self.question = question
        return self

    def ruled(self, at: int) -> State:
        self.question = None
        if at >= 0:  # the time to act stood still, and starts again
            self.hand.start_clock(at)
        return self

    def did(self, duty: str, effect: Effect, opening: tuple[str, ...]) -> State:
        if duty not in self.done:
            self.done = (*self.done, duty)
        if effect:
            self.new_deck = effect == "new cards"
        return self

    def excluding(self, person: str) -> State:
        if person not in self.excluded:
            self.excluded = (*self.excluded, person)
        self.waits_no_more(person)
        if seat := self.seat_of(person):
            self.want_no_more(seat)
        return self

    def adopting(self, edition: str) -> State:
        self.edition = edition
        return self

    def committed_to(self, root: str) -> State:
        self.hand.committed = root
        return self

    def with_faces(self, other: Faces) -> State:
        self.hand.with_faces(other)
        return self
