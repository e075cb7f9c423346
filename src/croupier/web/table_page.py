"""The page of a card table of either kind: the one place that distinguishes the two."""

from collections.abc import Mapping
from typing import Any

from croupier.kernel.actors import Capacity
from croupier.tables.any_table import AnyTable
from croupier.tables.house_table import HouseTable
from croupier.web.extras import NOTHING, Extras
from croupier.web.house_page import HouseSeen
from croupier.web.poker_page import PokerSeen
from croupier.web.seen import Seen


def seen_of(
    table: AnyTable, person: str, capacity: Capacity | None, extras: Extras = NOTHING, now: int | None = None
) -> Seen[Any, Any]:
    """What a person has been shown of a table, at a seat, in another capacity, or looking on."""
    at = table.at if now is None else now
    if isinstance(table, HouseTable):
        return HouseSeen(table, person, capacity, at, extras)
    return PokerSeen(table, person, capacity, at, extras)


def table_still(table: AnyTable, person: str, capacity: Capacity | None, names: Mapping[str, str]) -> str:
    """The cloth alone as a person saw it, with no buttons."""
    return seen_of(table, person, capacity, Extras(names=names, still=True)).felt()
