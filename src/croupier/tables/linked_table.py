"""A table with a prize meter of its own: whatever is done there, the meter follows."""

from __future__ import annotations

from croupier.jackpots.commands import OpenSystem, VerifyPrize
from croupier.jackpots.systems import Terms
from croupier.kernel.clauses import BookError
from croupier.kernel.decisions import Decision, Refused
from croupier.kernel.events import Command
from croupier.stud.commands import PayJackpot, TakeSeat
from croupier.stud.rules import Options
from croupier.tables.casino import Casino
from croupier.tables.house_table import HouseTable

NAME = "table"


class LinkedTable(HouseTable):
    """A table whose commands go by way of its casino."""

    def __init__(self, game: str, terms: Terms, options: Options | None = None, *, seed: int | None = None) -> None:
        self._casino: Casino | None = None
        super().__init__(game, options, seed=seed)
        casino = Casino(game)
        casino.add(NAME, self)
        self._casino = casino
        opened = casino.manage(OpenSystem(system="meter", terms=terms, tables=(NAME,)))
        if isinstance(opened, Refused):
            raise BookError(f"{game}: {opened.reason}")

    def _carry_out(self, command: Command) -> Decision:
        return super()._carry_out(command) if self._casino is None else self._casino.do(NAME, command)

    @property
    def meter(self) -> int:
        """What the meter holds, in grains."""
        display = self._casino.display(NAME) if self._casino is not None else None
        return display.meter if display is not None else 0

    def pay_prizes(self) -> None:
        """The house verifies every prize that waits, counts the deck, and pays, in the order of the book."""
        if self._casino is None:
            return
        rules = self._casino.meters.rules
        for key, prize in self._casino.meters.state.prizes.items():
            for person in range(prize.needs):
                by = rules.ranks[0] if person == 0 else rules.verify_rank or rules.ranks[-1]
                self._casino.manage(VerifyPrize(prize=key, person=f"number {person + 1}", by=by))
        while payable := [offer.command for offer in self.legal() if isinstance(offer.command, PayJackpot)]:
            if isinstance(self._casino.pay(NAME, payable[0].box), Refused):
                return


def table_with_meter(
    game: str, terms: Terms, *, seats: int, chips: int, options: Options, seed: int | None = None
) -> LinkedTable:
    """An open table with players in the first `seats` places and a prize meter of its own."""
    opened = LinkedTable(game, terms, options, seed=seed)
    for seat in range(1, seats + 1):
        sat = opened.do(TakeSeat(seat=seat, chips=chips))
        if isinstance(sat, Refused):
            raise BookError(f"{game}: {sat.reason}")
    opened.make_ready()
    return opened
