"""Events around the hands: seats and buttons, signs and lists, findings of those in charge."""

from typing import Literal, Self

from msgspec.structs import replace

from croupier.kernel.accounts import purse_of, stack_of
from croupier.kernel.actors import Viewer
from croupier.kernel.cards import Card
from croupier.kernel.events import OfPerson, OfSeat, Public
from croupier.poker.rules import Commission, Options
from croupier.poker.state import Matter, Notice, Result, Seat, State, Waiting


class TableOpened(Public, frozen=True, kw_only=True):
    """A table opens, for a game by an edition of its book."""

    game: str
    edition: str
    options: Options

    def alter(self, table: State) -> None:
        table.options, table.game, table.edition = self.options, self.game, self.edition


# Seats


class SeatTaken(OfSeat, frozen=True, kw_only=True):
    """A person sits down with chips; `new` ones wait for the blind or post before their first cards.

    A player who left this table owing blinds still owes them, unless `missed` says what they owe now, wherever they missed it.
    Coming back at another place is a change of seats: `penalty` says that it was too far, `passed` how many players went
    before. `won` is what a moved player has won before, which only the house sees; it counts as before the first hand here.
    """

    person: str
    new: bool = True
    missed: tuple[int, ...] | None = None
    penalty: bool = False
    passed: int = 0
    late: bool = False
    won: int = 0

    def seen_by(self, viewer: Viewer) -> Self:
        return self if not self.won or viewer.role in ("dealer", "supervisor", "inspector") else replace(self, won=0)

    def alter(self, table: State) -> None:
        if self.won:
            table.results[self.person] = [Result(0, self.won)]
        seat, before = Seat(self.seat, self.person, stack_of(self.seat)), table.left.pop(self.person, None)
        seat.new, seat.passed, seat.penalty, seat.missed = self.new, self.passed, self.penalty, self.missed or ()
        seat.late = self.late
        if before is not None:
            seat.returned, seat.penalty = True, seat.penalty or before.penalty
            seat.missed = before.missed if self.missed is None else self.missed
        table.seat_down(seat)
        table.waits_no_more(self.person)


class ChipsAdded(OfSeat, frozen=True, kw_only=True):
    """A player not in a hand adds chips."""


class SeatLeft(OfSeat, frozen=True, kw_only=True):
    """A player leaves for good; a reserved button marks the place."""

    person: str

    def alter(self, table: State) -> None:
        table.get_up(self.seat)
        table.takes_winnings_away(self.person)


class SeatChanged(OfSeat, frozen=True, kw_only=True):
    """A player moves to an empty seat; one who moves too far waits for the blind or posts a penalty.

    `missed` are blinds that a move behind the button would otherwise avoid, `passed` is how many players were let by in
    all changes since the last blind was paid.
    """

    to: int
    penalty: bool
    missed: tuple[int, ...] = ()
    passed: int = 0

    def alter(self, table: State) -> None:
        hand, seat = table.hand, table.seats.pop(self.seat)
        seat.number, seat.stack, seat.penalty = self.to, stack_of(self.to), seat.penalty or self.penalty
        seat.missed, seat.passed = tuple(sorted({*seat.missed, *self.missed})), self.passed
        table.seats[self.to] = seat
        hand.players[self.to] = replace(hand.players.pop(self.seat), number=self.to, stack=seat.stack)
        table.reserved = tuple(place for place in (*table.reserved, self.seat) if place != self.to)
        table.give_up_wishes(self.seat)


class SeatDrawn(Public, frozen=True, kw_only=True):
    """Cards were drawn for a seat; the highest has it, or `tied` draw again. A player of the table who wins may move there."""

    place: int
    names: tuple[str, ...]
    cards: tuple[Card, ...]
    winner: str = ""
    tied: tuple[str, ...] = ()
    seat: int = 0

    def alter(self, table: State) -> None:
        if self.seat:
            table.wanted[self.place] = (self.seat,)
        elif self.winner:
            table.wanted.pop(self.place, None)


class SeatWanted(OfSeat, frozen=True, kw_only=True):
    """A player of the table wants a vacant place, ahead of everyone who waits to join."""

    place: int

    def alter(self, table: State) -> None:
        table.wanted[self.place] = (*table.wanted.get(self.place, ()), self.seat)


Button = Literal["walking", "absent", "missed blind", "dealt out", "none"]
"""The buttons that show a player's status; `none` if there is none left."""


class ButtonPlaced(OfSeat, frozen=True, kw_only=True):
    """A button in front of a player: `walking`, `absent`, `missed blind`, `dealt out`, or `none` if it is removed."""

    button: Button

    def alter(self, table: State) -> None:
        seat = table.seats[self.seat]
        if self.button == "dealt out":
            seat.dealt_out = True
            return
        seat.away = self.button in ("walking", "absent")
        seat.dealt_out = seat.dealt_out and seat.away


class BlindsMoved(Public, frozen=True, kw_only=True):
    """A player due a blind leaves before posting it: that blind is missed, and the last one falls to the next player."""

    positions: tuple[int, ...]
    missed: dict[int, int] = {}

    def alter(self, table: State) -> None:
        table.positions = self.positions
        table.came[table.person_at(self.positions[-1])] = len(self.positions) - 1
        for number, blind in self.missed.items():
            table.miss(table.seats[number].person, blind)


class PickedUp(Public, frozen=True, kw_only=True):
    """A player who was away too long loses the seat; the chips are kept."""

    player: int
    person: str
    at: int

    def alter(self, table: State) -> None:
        table.get_up(self.player)
        table.picked_up[self.person] = self.at


class ListJoined(OfPerson, frozen=True, kw_only=True):
    """A person is on the waiting list, at this place; `in_time` marks a player who was picked up and is back soon."""

    place: int
    in_time: bool = False

    def alter(self, table: State) -> None:
        entry = Waiting(self.person, self.in_time)
        table.waiting = (*table.waiting[: self.place], entry, *table.waiting[self.place :])


class ListLeft(OfPerson, frozen=True, kw_only=True):
    """A person is off the waiting list: called to a place, or gone."""

    def alter(self, table: State) -> None:
        table.waits_no_more(self.person)


class ChipsBack(OfPerson, frozen=True, kw_only=True):
    """A picked-up player has the kept chips again, at the table or in hand."""

    def alter(self, table: State) -> None:
        table.picked_up.pop(self.person, None)
        if purse_of(self.person) in self.postings:
            table.takes_winnings_away(self.person)


# Those in charge


class FindingMade(Public, frozen=True, kw_only=True):
    """Someone in charge has found something, or has informed or detained a person; it moves neither chips nor cards."""

    says: str
    person: str = ""


class DisputeDecided(OfPerson, frozen=True, kw_only=True):
    """A dispute about this hand or the last one is decided for good; `amount` is what the person is paid."""

    decision: str
    about: str = ""
    amount: int = 0

    def alter(self, table: State) -> None:
        matter = Matter(table.hand.number, self.about)
        table.disputes[self.person] = (*table.disputes.get(self.person, ()), matter)


class SeizureNoted(OfPerson, frozen=True, kw_only=True):
    """A person's winnings were seized, so they no longer count as winnings on the table."""

    amount: int

    def alter(self, table: State) -> None:
        table.won_or_lost(self.person, -self.amount)


class PassedOver(OfSeat, frozen=True, kw_only=True):
    """A player has lost the right to act, passed over or excluded: the hand plays for what is in, as if all-in."""

    excluded: bool = False

    def alter(self, table: State) -> None:
        hand = table.hand
        player = hand.players[self.seat]
        player.all_in, player.excluded = True, self.excluded
        hand.held.pop(self.seat, None)
        hand.owed.pop(self.seat, None)
        if hand.phase == "betting" and hand.turn:
            before = self.seat if hand.turn == self.seat else hand.ring[hand.ring.index(hand.turn) - 1]
            hand.turn = hand.next_to_act(before)


class ChangeAnnounced(Public, frozen=True, kw_only=True):
    """New signs are announced, and another game if one is named; `dearer` ones raise the minimum wager.

    `takes_effect` is the time of the change, if the sign says one. A sign that is already up may name another time; it keeps
    the time it went up and the players' agreement. Another change replaces it.
    """

    options: Options
    game: str
    at: int
    dearer: bool
    takes_effect: int = 0

    def alter(self, table: State) -> None:
        hanging = table.notices.get("change")
        if hanging is not None and (hanging.options, hanging.game) == (self.options, self.game):
            table.notices["change"] = replace(hanging, takes_effect=self.takes_effect)
            return
        hand, dearer = table.hand.number, self.dearer
        table.notices["change"] = Notice(self.options, self.game, self.at, hand, dearer, self.takes_effect)
        table.agreed["change"] = ()


class ClosingAnnounced(Public, frozen=True, kw_only=True):
    """The table will close. A repeated notice counts from the first one."""

    at: int

    def alter(self, table: State) -> None:
        if "closing" in table.notices:
            return
        table.notices["closing"] = Notice(table.options, "", self.at, table.hand.number)
        table.agreed["closing"] = ()


class PlayerAgreed(OfSeat, frozen=True, kw_only=True):
    """A player agrees that an announced change, or the closing, need not wait."""

    to: str

    def alter(self, table: State) -> None:
        table.agreed[self.to] = (*table.agreed[self.to], table.person_at(self.seat))


class TableChanged(Public, frozen=True, kw_only=True):
    """The table plays by new signs from the next hand; `game` is the new game, if it changes."""

    options: Options
    game: str

    def alter(self, table: State) -> None:
        table.options, table.game = self.options, self.game or table.game
        del table.notices["change"], table.agreed["change"]
        if len(table.positions) != len(self.options.blinds) + 1:
            table.positions = table.positions[-1:]


class LevelSet(Public, frozen=True, kw_only=True):
    """A tournament table plays by the signs of the level from the next hand."""

    options: Options

    def alter(self, table: State) -> None:
        table.options = self.options
        if len(table.positions) != len(self.options.blinds) + 1:
            table.positions = table.positions[-1:]


class CommissionChanged(Public, frozen=True, kw_only=True):
    """The house charges differently from the next hand, and the sign says so; an hour already paid stays paid."""

    commission: Commission

    def alter(self, table: State) -> None:
        table.options = replace(table.options, commission=self.commission)
        if not self.commission.hourly:
            table.hour_unpaid = ()


class TableClosed(Public, frozen=True, kw_only=True):
    """The table is closed."""

    def alter(self, table: State) -> None:
        table.closed = True
