"""The display of a jackpot: the amount, large; PENDING on a hit; the fault, where there is one, in turn with the amount."""

from croupier.drawing.cloths import cloth_of
from croupier.jackpots.prizes import GRAINS
from croupier.tables.casino import Casino
from croupier.web.pages import page


def jackpot_regions(casino: Casino, name: str) -> dict[str, str]:
    """What hangs in the house for everybody to see."""
    meters, system = casino.meters, casino.meters.state.systems[name]
    pending = [prize for prize in meters.state.prizes.values() if prize.table in system.tables]
    cloth = cloth_of(meters.rules.book)
    shown = {"cloth": cloth, "system": system, "pending": pending, "grains": GRAINS}
    return {"meter": page("jackpot_display.html", currency=meters.rules.currency, **shown)}
