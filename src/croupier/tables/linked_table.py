"""A table with a prize meter of its own, which follows everything done there."""

from typing import Unpack

from croupier.jackpots.commands import OpenSystem, ResumeTables, VerifyPrize
from croupier.jackpots.systems import Terms
from croupier.kernel.decisions import Refused
from croupier.kernel.streams import Kept, opened
from croupier.stud.commands import PayJackpot
from croupier.stud.rules import Options
from croupier.tables.casino import Casino
from croupier.tables.house_table import HouseTable, seated

NAME = "table"


class LinkedTable(HouseTable):
    """A table in a casino of its own, with one prize meter."""

    def __init__(
        self, game: str, terms: Terms, options: Options | None = None, *, seed: int | None = None, **kept: Unpack[Kept]
    ) -> None:
        super().__init__(game, options, seed=seed, **kept)
        self.casino = Casino(game)
        self.casino.add(NAME, self)
        opening = OpenSystem(system="meter", terms=terms, tables=(NAME,))
        opened(self.casino.manage(opening, by=self.casino.meters.rules.operator or None), game)

    @property
    def meter(self) -> int:
        """What the meter holds, in grains."""
        display = self.casino.display(NAME)
        return display.meter if display is not None else 0

    def pay_prizes(self) -> None:
        """The house lets the tables go on, verifies every pending prize, counts the deck, and pays, in the book's order."""
        rules = self.casino.meters.rules
        if (system := self.casino.meters.state.system_of(NAME)) is not None and system.stopped:
            self.casino.manage(ResumeTables(system=system.name))
        for key, prize in self.casino.meters.state.prizes.items():
            for number in range(prize.needs):
                by = rules.verify_rank or rules.ranks[-1]
                self.casino.manage(VerifyPrize(prize=key, deck=rules.number("deck_size")), by=by, person=f"number {number + 1}")
        while payable := [offer.command for offer in self.legal() if isinstance(offer.command, PayJackpot)]:
            if isinstance(self.casino.pay(NAME, payable[0].box), Refused):
                return


def table_with_meter(
    game: str, terms: Terms, *, seats: int, chips: int, options: Options, seed: int | None = None, **kept: Unpack[Kept]
) -> LinkedTable:
    """An open table with players in the first `seats` places and a prize meter of its own."""
    return seated(LinkedTable(game, terms, options, seed=seed, **kept), seats, chips)
