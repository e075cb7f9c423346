"""What becomes so when somebody breaks a rule: exclusion, winnings that are seized and released, findings and disputes."""

from __future__ import annotations

from croupier.kernel.events import Public
from croupier.poker.table import Table


def withheld_of(seat: int) -> str:
    """A player's winnings that are seized until an inquiry is over."""
    return f"withheld {seat}"


class PlayerExcluded(Public, frozen=True, kw_only=True):
    """A player takes no further part in the game."""

    player: int

    def apply(self, table: Table) -> Table:
        table.excluded = (*table.excluded, self.player)
        return table


class WinningsSeized(Public, frozen=True, kw_only=True):
    """Winnings are kept until an inquiry is over."""

    player: int
    amount: int

    def apply(self, table: Table) -> Table:
        return table


class WinningsReleased(Public, frozen=True, kw_only=True):
    """The inquiry is over: the winnings are paid, or kept by the house."""

    player: int
    amount: int
    paid: bool

    def apply(self, table: Table) -> Table:
        return table


class FindingMade(Public, frozen=True, kw_only=True):
    """Somebody in charge has found something, or has told or kept somebody; it moves neither chips nor cards."""

    says: str
    player: int = 0

    def apply(self, table: Table) -> Table:
        return table
