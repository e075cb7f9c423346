"""How one wager is settled: the line that the table pays, whatever decided it."""

from collections.abc import Mapping

import msgspec

from croupier.kernel.money import Odds, round_up
from croupier.stud import events
from croupier.stud.rules import Options


class Stakes(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What is on a box, side wagers by name, and the most that its ante may play for."""

    ante: int
    bet: int = 0
    exchange: int = 0
    most: int
    wagers: Mapping[str, int] = {}


class Line(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """How one wager is settled. `excess` is the part above what may be wagered, which is returned whatever happens."""

    wager: str
    result: events.Result
    stake: int
    excess: int = 0
    odds: Odds | None = None
    pays: int = 0
    plays: int = -1
    grounds: tuple[str, ...]

    @property
    def returned(self) -> int:
        """The part of the stake that is returned to the player."""
        return self.excess if self.result == "lose" else self.stake

    @property
    def net(self) -> int:
        return self.returned + self.pays - self.stake


def winning(
    options: Options,
    wager: str,
    stake: int,
    excess: int,
    odds: Odds,
    grounds: tuple[str, ...],
    cap: int = 0,
    above: str = "wager_above_maximum",
) -> Line:
    """A winning wager: paid at its odds without the excess, to the next amount in chips, up to the cap."""
    exact = odds.pays(stake - excess)
    pays = round_up(exact, options.chip)
    if excess:
        grounds = (*grounds, above)
    if pays != exact:
        grounds = (*grounds, "paid_in_chips")
    if cap and pays > cap:
        pays, grounds = cap, (*grounds, "maximum_payout")
    plays = stake - excess if excess else -1
    return Line(wager=wager, result="win", stake=stake, excess=excess, odds=odds, pays=pays, plays=plays, grounds=grounds)
