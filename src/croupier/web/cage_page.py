"""The cage: chips for money and money for chips, what goes to tables and comes back, counts, and whether the house adds up."""

from collections.abc import Sequence, Set as AbstractSet
from functools import partial
from typing import Any

from croupier.cage.report import CageReport
from croupier.cage.state import Cage, Patron, fees_of, hands, stock
from croupier.floor.floor import Floor
from croupier.kernel.accounts import CASH, CHIPS, TOKENS
from croupier.kernel.actors import Capacity, Viewer
from croupier.kernel.roles import HouseEngine
from croupier.tables.cage_desk import CageStream
from croupier.tables.people_stream import PeopleStream
from croupier.web.pages import page
from croupier.web.regions import log
from croupier.web.texts import text

MOST_OFFERED = 500
"""How many accounts are offered while one is typed; any other is typed in full."""


def acts_of(stream: CageStream | PeopleStream, capacities: Sequence[Capacity]) -> set[str]:
    """The names of what a person may do at the cage or in the register, in all their capacities."""
    engine: HouseEngine[Any, Any] = stream.engine
    return set[str]().union(*(engine.given_by(stream.rules, capacity) for capacity in capacities))


def house_region(floor: Floor, report: CageReport, may: AbstractSet[str], *, link: bool = False) -> str:
    """Whether the house adds up, what waits for a second person, fills and counts of floats: for the floor and the cage."""
    tables = [name for name, table in sorted(floor.house.at_a_glance().items()) if not table.tournament and not table.closed]
    cage = floor.house.cage
    return page(
        "floor_cage.html", currency=cage.rules.currency, report=report, state=cage.state, may=may, tables=tables, link=link
    )


def cage_regions(floor: Floor, report: CageReport, may: AbstractSet[str], viewer: Viewer) -> dict[str, str]:
    """Every part of the page, for a person with these rights at the cage."""
    cage = floor.house.cage
    state, people = cage.state, floor.house.people.state.people
    shown = partial(page, currency=cage.rules.currency, state=state, may=may)
    return {
        "cage-now": shown(
            "cage_now.html",
            chips=state.holds(stock(CHIPS)),
            cash=state.holds(stock(CASH)),
            tokens=state.holds(stock(TOKENS)),
            out=state.holds(hands(CHIPS)),
        ),
        "cage-desk": shown(
            "cage_desk.html",
            accounts=[(person, known.name) for person, known in people.items() if not known.duplicate_of][:MOST_OFFERED],
        ),
        "cage-hands": shown("cage_hands.html", holders=_holders(floor, state)),
        "cage": house_region(floor, report, may),
        "cage-counts": shown(
            "cage_counts.html",
            currencies=[(name, text(f"currency.{name}")) for name in (CHIPS, CASH, TOKENS)],
            moments=[(when, text(f"cage.{when}")) for when in ("opening", "between", "closing")],
            laden=[name for name in sorted(floor.house.at_a_glance()) if state.in_box(name) and name not in state.boxes],
            fees=[(name, owed) for name in sorted(floor.house.tournaments) if (owed := state.holds(fees_of(name))) > 0],
        ),
        "log": log(cage, viewer, {person: f"{known.name} ({person})" for person, known in people.items()}),
    }


def _holders(floor: Floor, state: Cage) -> list[tuple[str, str, Patron]]:
    """People with chips in hand, tokens, or chips brought to tables, most in hand first: account, name, what they have."""
    known = floor.house.people.state.people
    patrons = [
        (person, known[person].name or person if person in known else person, patron)
        for person, patron in state.patrons.items()
        if patron.held() or patron.held(TOKENS) or patron.at_stake
    ]
    return sorted(patrons, key=lambda holder: (-holder[2].held(), -holder[2].at_stake, holder[0]))
