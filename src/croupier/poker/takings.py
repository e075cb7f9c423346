"""What becomes so of the house's charges, of wagers on the flop and of bonus prizes."""

from __future__ import annotations

from croupier.kernel.events import Public
from croupier.poker.table import Table


class FeesCollected(Public, frozen=True, kw_only=True):
    """A charge from each of these players, for the hand or for the hour."""

    players: tuple[int, ...]
    amount: int
    hourly: bool = False

    def apply(self, table: Table) -> Table:
        if not self.hourly:
            table.fees_paid = (*table.fees_paid, *self.players)
        return table


class FeesVerified(Public, frozen=True, kw_only=True):
    """A supervisor has verified the hourly charges."""

    amount: int
    by: str

    def apply(self, table: Table) -> Table:
        table.fees_verified = self.amount
        return table


class FeesDropped(Public, frozen=True, kw_only=True):
    """The dealer drops the hourly charges."""

    amount: int

    def apply(self, table: Table) -> Table:
        table.fees_verified = 0
        return table


class SideWagerPlaced(Public, frozen=True, kw_only=True):
    """Chips on a colour of the flop."""

    seat: int
    colour: str
    amount: int

    def apply(self, table: Table) -> Table:
        table.seats[self.seat].side = self.colour
        table.side_open = True
        return table


class SideWagerTakenBack(Public, frozen=True, kw_only=True):
    """A wager on the flop is taken back before the first card."""

    seat: int
    amount: int

    def apply(self, table: Table) -> Table:
        table.seats[self.seat].side = ""
        table.side_open = any(seat.side for seat in table.seats.values())
        return table


class SideWagerSettled(Public, frozen=True, kw_only=True):
    """A wager on the flop has won or lost; what is won is held until the hand is over."""

    seat: int
    colour: str
    stake: int
    pays: int

    def apply(self, table: Table) -> Table:
        table.side_results[self.seat] = (self.colour, self.stake, self.pays)
        table.seats[self.seat].side = ""
        table.side_open = any(seat.side for seat in table.seats.values())
        return table


class BonusNotified(Public, frozen=True, kw_only=True):
    """The dealer tells the supervisor that a hand wins a bonus prize."""

    player: int
    hand: str

    def apply(self, table: Table) -> Table:
        table.prizes[self.player] = self.hand
        return table


class BonusAwarded(Public, frozen=True, kw_only=True):
    """The hand is verified and the prize awarded: cash in chips, or goods and services handed over when convenient."""

    player: int
    hand: str
    cash: int
    goods: str
    by: str

    def apply(self, table: Table) -> Table:
        del table.prizes[self.player]
        return table


class CommissionCollected(Public, frozen=True, kw_only=True):
    """Commission goes from the pots to the drop slide; below nil it is put back."""

    amount: int

    def apply(self, table: Table) -> Table:
        table.collected += self.amount
        return table


class CommissionDropped(Public, frozen=True, kw_only=True):
    """The commission of the hand goes from the drop slide into the chip box, or into the float of a stand-alone table."""

    amount: int

    def apply(self, table: Table) -> Table:
        return table
