"""The display of a jackpot: the amount, large; PENDING on a hit; the fault, where there is one, in turn with the amount."""

from croupier.drawing.cloths import cloth_of
from croupier.jackpots.prizes import GRAINS
from croupier.tables.casino import Casino
from croupier.web.pages import page
from croupier.web.texts import text


def jackpot_regions(casino: Casino, name: str) -> dict[str, str]:
    """What hangs in the house for everybody to see."""
    system = casino.meters.state.systems[name]
    waiting = [prize for prize in casino.meters.state.prizes.values() if prize.table in system.tables]
    faults = []
    if not system.working:
        faults.append(text("display.fault"))
    if system.stopped:
        faults.append(text("display.stopped"))
    return {
        "meter": page(
            "jackpot_display.html",
            currency=casino.meters.rules.currency,
            cloth=cloth_of(casino.meters.rules.book),
            name=name,
            amount=system.major.value // GRAINS,
            minor=system.minor.value // GRAINS,
            pending=waiting,
            faults=faults,
            closed=system.closed,
            cost=system.terms.cost,
        )
    }
