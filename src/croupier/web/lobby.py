"""The lobby: tables by house, with limits, free seats and jackpots; tournaments; the lists of the poker room."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from heapq import nsmallest
from typing import Any, NamedTuple

from croupier.drawing.cloths import Cloth, cloth_of, cloths
from croupier.stud.state import Sign
from croupier.tables.summary import Summary
from croupier.web.pages import page

MOST = 40
"""How many tables of a house are drawn; a search finds the others."""
SEARCHED = 24
"""From how many tables on the lobby has a search field."""


class Picked(NamedTuple):
    """Which tables the lobby draws, and how many there are to draw in each house, by the name of its cloth."""

    tables: list[Summary]
    counts: dict[str, int]


def picked(tables: Iterable[Summary], find: str, title: Callable[[Summary], str], live: Callable[[Summary], bool]) -> Picked:
    """The first open tables of each house that match a search, those with a free seat before the others."""
    words, houses = find.casefold().split(), defaultdict[str, list[Summary]](list)
    cloths_of: dict[str, Cloth] = {}

    def fits(table: Summary, cloth: Cloth) -> bool:
        """Whether every word is in the table's name, title or house, or is the least amount that is played for."""
        said = f"{table.name} {title(table)} {cloth.title} {cloth.house}".casefold()
        least = {f"{amount / 100:g}" for amount in (table.minimum, *table.blinds)}
        return all(word in said or word.lstrip("$€") in least for word in words)

    def order(table: Summary) -> tuple[bool, bool, bool, str]:
        return len(table.people) == table.places, table.training, live(table), table.name

    for table in tables:
        if table.closed or table.tournament:
            continue
        if (cloth := cloths_of.get(table.game)) is None:
            cloth = cloths_of[table.game] = cloth_of(table.rules.book)
        if not words or fits(table, cloth):
            houses[cloth.name].append(table)
    some = [sorted(nsmallest(MOST, found, key=order), key=lambda table: order(table)[1:]) for found in houses.values()]
    return Picked([table for found in some for table in found], {cloth: len(found) for cloth, found in houses.items()})


def lobby_regions(
    listing: dict[str, Any], counts: Mapping[str, int], find: str, signs: Mapping[str, tuple[Sign, ...]], now: int
) -> dict[str, str]:
    """The tables that were picked, and how many there are in each house; `signs` are the notices of the tables."""
    meters = {name: meter for meter in listing["meters"] for name in meter["tables"]}
    groups: dict[str, list[dict[str, Any]]] = {}
    for table in listing["tables"]:
        row = {**table, "free": table["places"] - len(table["seats"]), "meter": meters.get(table["name"])}
        groups.setdefault(cloth_of(table["book"]).name, []).append(row)
    shown = [(cloth, groups[cloth.name], counts[cloth.name]) for cloth in cloths() if cloth.name in groups]
    return {
        "tables": page("lobby_tables.html", groups=shown, find=find, signs=signs, now=now),
        "tournaments": page("lobby_tournaments.html", tournaments=listing["tournaments"], lists=listing["lists"]),
    }
