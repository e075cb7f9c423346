"""Events for the house's charges, wagers on the flop and bonus prizes."""

from croupier.kernel.accounts import withheld_of
from croupier.kernel.events import OfSeat, Public
from croupier.poker.state import Prize, State


class FeesCollected(Public, frozen=True, kw_only=True):
    """A charge from each of these players, for the hand or for the hour.

    `hour_began` is when the paid hour began; a player who was `short` of it gets no cards before paying. Neither does one who
    left in the hour before and comes back in this one, nor one who left without paying for it.
    """

    players: tuple[int, ...]
    amount: int
    hourly: bool = False
    hour_began: int = -1
    short: tuple[int, ...] = ()

    def alter(self, table: State) -> None:
        if self.hourly:
            left = table.hour_unpaid
            if self.hour_began != table.hour_began:
                left, table.hour_left = table.hour_left if table.hour_began >= 0 else (), ()
            gone = tuple(person for person in left if not table.seat_of(person))
            table.hour_began, table.hour_unpaid = self.hour_began, (*map(table.person_at, self.short), *gone)
        else:
            table.fees_paid = (*table.fees_paid, *map(table.person_at, self.players))


class FeesVerified(Public, frozen=True, kw_only=True):
    """A supervisor has verified the hourly charges; another `person` drops them."""

    amount: int
    by: str
    person: str

    def alter(self, table: State) -> None:
        table.verified = self.amount, self.person


class FeesDropped(Public, frozen=True, kw_only=True):
    """The dealer drops the hourly charges."""

    amount: int

    def alter(self, table: State) -> None:
        table.verified = 0, ""


class SideWagerPlaced(OfSeat, frozen=True, kw_only=True):
    """Chips on a colour of the flop."""

    colour: str
    amount: int

    def alter(self, table: State) -> None:
        table.hand.players[self.seat].side = self.colour
        table.hand.side_open = True


class SideWagerTakenBack(OfSeat, frozen=True, kw_only=True):
    """A wager on the flop is taken back before the first card."""

    amount: int

    def alter(self, table: State) -> None:
        table.hand.no_side(self.seat)


class SideWagerSettled(OfSeat, frozen=True, kw_only=True):
    """A wager on the flop has won or lost; winnings are held until the hand is over."""

    colour: str
    stake: int
    pays: int

    def alter(self, table: State) -> None:
        table.hand.side_results[self.seat] = (self.colour, self.stake, self.pays)
        table.hand.no_side(self.seat)
        table.won_or_lost(table.person_at(self.seat), self.pays or -self.stake)


class BonusNotified(Public, frozen=True, kw_only=True):
    """The dealer reports to the supervisor that a hand wins a bonus prize; someone other than this `person` verifies it. `whose`
    is a person who has left the place; the same in the events after this one.
    """

    player: int
    hand: str
    person: str
    whose: str = ""

    def alter(self, table: State) -> None:
        bonus = next(bonus for bonus in table.options.bonuses if bonus.hand == self.hand)
        prize = Prize(self.hand, self.person, table.hand.number, bonus.cash, bonus.goods, self.player)
        table.prizes[self.whose or table.person_at(self.player)] = prize


class BonusAwarded(Public, frozen=True, kw_only=True):
    """The hand is verified and the prize awarded: cash in chips, or goods and services handed over when convenient."""

    player: int
    hand: str
    cash: int
    goods: str
    by: str
    whose: str = ""

    def alter(self, table: State) -> None:
        prize = table.prizes.pop(self.whose or table.person_at(self.player))
        if prize.number == table.hand.number and table.hand.phase != "between":
            table.hand.awarded[self.player] = (self.hand, self.cash)
        if not self.whose:
            table.won_or_lost(table.person_at(self.player), self.cash)


class BonusDeclined(Public, frozen=True, kw_only=True):
    """A bonus prize lapses: `by` a supervisor who finds that it was not won, or, if that is nobody, together with its hand.

    `cash` is what had already been awarded, and goes back to the house.
    """

    player: int
    hand: str
    by: str = ""
    cash: int = 0
    whose: str = ""

    def alter(self, table: State) -> None:
        person = self.whose or table.person_at(self.player)
        table.prizes.pop(person, None)
        if self.whose:
            return
        table.hand.awarded.pop(self.player, None)
        table.won_or_lost(person, -self.postings.get(withheld_of(person), 0) - self.cash)


class CommissionCollected(Public, frozen=True, kw_only=True):
    """Commission goes from the pots to the drop slide; a negative amount is put back."""

    amount: int

    def alter(self, table: State) -> None:
        table.hand.collected += self.amount


class CommissionDropped(Public, frozen=True, kw_only=True):
    """The commission of the hand goes from the drop slide into the chip box, or into the float of a stand-alone table."""

    amount: int
