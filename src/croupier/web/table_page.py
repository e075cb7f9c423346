"""The page of a card table of either kind: the one place that tells the two apart."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from croupier.tables.any_table import AnyTable
from croupier.tables.house_table import HouseTable
from croupier.web.house_page import house_regions, house_says, house_still
from croupier.web.poker_page import poker_regions, poker_says, poker_still


class TablePage(NamedTuple):
    """The parts of a page by their ids, the cloth alone with nothing to press, and what is read out."""

    regions: Callable[..., dict[str, str]]
    still: Callable[..., str]
    says: Callable[..., list[str]]


_HOUSE = TablePage(house_regions, house_still, house_says)
_POKER = TablePage(poker_regions, poker_still, poker_says)


def page_of(table: AnyTable) -> TablePage:
    """What draws the page of a table: each kind has a cloth, acts and results of its own."""
    return _HOUSE if isinstance(table, HouseTable) else _POKER
