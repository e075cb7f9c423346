"""Tables as a few lines of play have left them, for tests of their pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from croupier.cases.case import Case
from croupier.cases.house_cases import Run
from croupier.cases.poker import PokerRun
from croupier.kernel.actors import Capacity
from croupier.tables.any_table import AnyTable
from croupier.tables.house_table import HouseTable
from croupier.tables.poker_table import PokerTable
from croupier.web.extras import NOTHING, Extras
from croupier.web.table_page import seen_of

HANDS = """
hand 1: As Ad 9c 7h 2s
hand 2: Kh Qh Jh Th 9h
hand 3: 3c 4d 6s 8h Jc
hand dealer: Ac Kd 5c 4h 3s
"""


def house(game: str, play: str = "", **table: Any) -> HouseTable:
    """A house table, played by the lines of a case."""
    run = Run(Case(clause="", name="", play=play, expect={}, table=table), game)
    assert run.refused is None, run.refused
    return run.stream


def poker(game: str, play: str = "", **table: Any) -> PokerTable:
    """A table of the poker room, played by the lines of a case."""
    run = PokerRun(Case(clause="", name="", play=play, expect={}, table=table), game)
    assert run.refused is None, run.refused
    return run.stream


def table_regions(
    table: AnyTable, person: str, *, capacity: Capacity | None, now: int, extras: Extras = NOTHING
) -> dict[str, str]:
    """Every part of the page by its id."""
    return seen_of(table, person, capacity, extras, now).regions()


def table_says(
    table: AnyTable, person: str, *, capacity: Capacity | None, since: int, names: Mapping[str, str] = NOTHING.names
) -> list[str]:
    """What is read out to a person of the events after the first `since`."""
    return seen_of(table, person, capacity, Extras(names=names)).heard(since)
