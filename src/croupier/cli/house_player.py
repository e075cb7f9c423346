"""How the house plays a seat of its own in `croupier play`: it bets on what would be good enough for the dealer."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from croupier.floor.table import Table
    from croupier.kernel.events import Command


def ante(table: Table, seat: int, amount: int) -> Command | None:
    """The ante of a house player, or None when the chips do not last for the bet as well."""
    from croupier.kernel.events import Viewer
    from croupier.stud.commands import PlaceAnte

    if table.picture(Viewer(seat=seat)).stack(seat) < 3 * amount:
        return None
    return PlaceAnte(seat=seat, amount=amount)


def decision(table: Table, seat: int) -> Command:
    """Bet on a hand that would qualify the dealer, such as a pair or ace-king, and fold any other."""
    from croupier.kernel.events import Viewer
    from croupier.stud.commands import Fold, PlaceBet

    seen = table.picture(Viewer(seat=seat))
    if table.rules.qualifies(table.rules.value(seen.boxes[seat].cards)):
        return PlaceBet(seat=seat, amount=2 * seen.ante_in_play(seat))
    return Fold(seat=seat)
