"""Events for jackpot wagers at a table. The prize meters give the amount of a prize; the table keeps who has won."""

from msgspec.structs import replace

from croupier.kernel.accounts import Account
from croupier.kernel.cards import Card
from croupier.kernel.events import OfBox, Public
from croupier.stud.state import METER, State


class JackpotOffered(Public, frozen=True, kw_only=True):
    """The price of a jackpot wager from now on (zero: none is offered), and the book's option that pays it.

    `metered`: a prize meter sets it, and serves the table from now on.
    """

    cost: int
    option: int = 0
    metered: bool = False

    def apply(self, table: State) -> State:
        options = replace(table.options, jackpot=self.cost, jackpot_option=self.option)
        return replace(table, options=options, metered=self.metered)


class JackpotPlaced(OfBox, frozen=True, kw_only=True):
    seat: int
    amount: int
    accepted: bool = True

    def apply(self, table: State) -> State:
        dark = tuple(box for box in table.dark if box != self.box)
        return replace(
            table,
            jackpot_seats={**table.jackpot_seats, self.box: self.seat},
            cancelled=tuple(box for box in table.cancelled if box != self.box),
            dark=dark if self.accepted else (*dark, self.box),
        )


class JackpotTakenBack(OfBox, frozen=True, kw_only=True):
    """A player takes a jackpot wager back before the deal; the ante stays."""


class JackpotReturned(OfBox, frozen=True, kw_only=True):
    """A jackpot wager is returned to its player."""

    why: str


class JackpotRegistered(Public, frozen=True, kw_only=True):
    """The wagers of these boxes take part in the jackpot game of the round."""

    boxes: tuple[int, ...]

    def apply(self, table: State) -> State:
        return replace(table, registered=self.boxes, cancelled=())


class JackpotCancelled(Public, frozen=True, kw_only=True):
    """The jackpot game is cancelled; wagers that are still there wait to be registered. `reopened`: betting is open again."""

    why: str
    reopened: bool = False

    def apply(self, table: State) -> State:
        cancelled = tuple(sorted({*table.cancelled, *table.registered}))
        phase = "wagers" if self.reopened else table.phase
        return replace(table, registered=(), cancelled=cancelled, phase=phase)


class JackpotsKept(Public, frozen=True, kw_only=True):
    """The jackpot wagers of a void round count for the next one."""

    boxes: tuple[int, ...]


class JackpotHandsAwaited(Public, frozen=True, kw_only=True):
    """All other wagers are settled; these hands have yet to be turned up and checked for a prize."""

    boxes: tuple[int, ...]

    def apply(self, table: State) -> State:
        return replace(table, phase="prizes", unchecked=self.boxes)


class JackpotLost(OfBox, frozen=True, kw_only=True):
    def apply(self, table: State) -> State:
        table = table.fared(table.person_at(table.boxes[self.box].seat), -self.postings.get(METER, 0))
        return _decided(table, self.box, self.postings)


def _decided(table: State, number: int, postings: dict[Account, int]) -> State:
    return replace(
        table,
        registered=tuple(box for box in table.registered if box != number),
        checked=(*table.checked, number),
        settled=(*table.settled, postings),
    )


class JackpotHandKept(OfBox, frozen=True, kw_only=True):
    """A hand that wins a prize stays face up until it is paid; an earlier count of the deck does not count for the prize."""

    cards: tuple[Card, ...]
    hand: str

    def apply(self, table: State) -> State:
        after = _decided(table, self.box, self.postings)
        return replace(after, phase="prizes", prizes={**table.prizes, self.box: self.hand}, counted=0)


class JackpotPaid(OfBox, frozen=True, kw_only=True):
    hand: str
    amount: int

    def apply(self, table: State) -> State:
        return replace(
            table.fared(table.person_at(table.boxes[self.box].seat), self.amount),
            prizes={box: hand for box, hand in table.prizes.items() if box != self.box},
            settled=(*table.settled, self.postings),
        )


class JackpotNotPaid(OfBox, frozen=True, kw_only=True):
    """A ruling says that a prize is not paid; its share of a meter stays there."""

    hand: str
    why: str

    def apply(self, table: State) -> State:
        return replace(table, prizes={box: hand for box, hand in table.prizes.items() if box != self.box})
