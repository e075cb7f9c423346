"""Tables as a few lines of play have left them, for tests of their pages."""

from __future__ import annotations

from typing import Any

from croupier.cases.case import Case
from croupier.cases.house_cases import Run
from croupier.cases.poker import PokerRun
from croupier.tables.house_table import HouseTable
from croupier.tables.poker_table import PokerTable

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
