"""How the house plays a seat of its own in `croupier play`: it bets on what would be good enough for the dealer."""

from __future__ import annotations

from croupier.kernel.events import Command
from croupier.stud.commands import Fold, PlaceAnte, PlaceBet
from croupier.tables.eyes import Eyes
from croupier.tables.house_table import HouseTable


class HousePlayer:
    """A player who decides by one rule, knowing no more than the seat may see."""

    def __init__(self, table: HouseTable, seat: int) -> None:
        self.seat = seat
        self._rules = table.rules
        self._eyes = Eyes(table, seat)

    def ante(self, amount: int) -> Command | None:
        """An ante, or None when the chips do not last for the bet as well."""
        enough = self._eyes.picture.stack(self.seat) >= 3 * amount
        return PlaceAnte(seat=self.seat, amount=amount) if enough else None

    @property
    def undecided(self) -> bool:
        return self.seat in self._eyes.picture.undecided

    def decision(self) -> Command:
        """Bet on a hand that would qualify the dealer, such as a pair or ace-king, and fold any other."""
        seen = self._eyes.picture
        if self._rules.qualifies(self._rules.value(seen.boxes[self.seat].cards)):
            return PlaceBet(seat=self.seat, amount=2 * seen.ante_in_play(self.seat))
        return Fold(seat=self.seat)
