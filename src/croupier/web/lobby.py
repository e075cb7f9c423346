"""The lobby: tables by house, with limits, free seats and jackpots; tournaments; the lists of the poker room."""

from collections.abc import Mapping
from typing import Any

from croupier.drawing.cloths import cloth_of, cloths
from croupier.stud.state import Sign
from croupier.web.pages import page


def lobby_regions(listing: dict[str, Any], person: str, signs: Mapping[str, tuple[Sign, ...]], now: int) -> dict[str, str]:
    """What is open in the house; `signs` are the notices at its tables."""
    meters = {name: meter for meter in listing["meters"] for name in meter["tables"]}
    groups: dict[str, list[dict[str, Any]]] = {}
    for table in listing["tables"]:
        if not table["closed"] and not table["tournament"]:
            row = {**table, "free": table["places"] - len(table["seats"]), "meter": meters.get(table["name"])}
            groups.setdefault(cloth_of(table["book"]).name, []).append(row)
    shown = [(cloth, sorted(groups[cloth.name], key=_order)) for cloth in cloths() if cloth.name in groups]
    return {
        "tables": page("lobby_tables.html", groups=shown, person=person, signs=signs, now=now),
        "tournaments": page("lobby_tournaments.html", tournaments=listing["tournaments"], lists=listing["lists"]),
    }


def _order(table: dict[str, Any]) -> tuple[bool, bool, str]:
    return table["training"], table["live"], table["name"]
