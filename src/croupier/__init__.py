"""Casino poker by the book: deal, decide, settle, and name the clause each time.

>>> import croupier
>>> table = croupier.house_table("crown-caribbean-stud", seats=3, seed=7)
>>> table.do(croupier.stud.PlaceAnte(seat=1, amount=-1)).ground
'wagers_in_chips'
>>> print(table.do(croupier.stud.CloseTable(), by="TG Area Manager"))
Refused: closing must be announced 3 hands before (14.7)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:  # each name said twice, so that type checkers see it exported
    from croupier import poker as poker
    from croupier import stud as stud
    from croupier.books import book_of as book_of
    from croupier.books import games as games
    from croupier.books import poker_rules_of as poker_rules_of
    from croupier.books import rules_of as rules_of
    from croupier.kernel.actors import Said as Said
    from croupier.kernel.actors import Viewer as Viewer
    from croupier.kernel.cards import Card as Card
    from croupier.kernel.cards import parse_cards as parse_cards
    from croupier.kernel.decisions import Accepted as Accepted
    from croupier.kernel.decisions import AwaitingRuling as AwaitingRuling
    from croupier.kernel.decisions import Refused as Refused
    from croupier.kernel.errors import BookError as BookError
    from croupier.kernel.errors import CroupierError as CroupierError
    from croupier.kernel.errors import HistoryError as HistoryError
    from croupier.kernel.errors import TableError as TableError
    from croupier.kernel.errors import UnknownGame as UnknownGame
    from croupier.kernel.hands import best_high as best_high
    from croupier.kernel.hands import best_low as best_low
    from croupier.kernel.hands import high as high
    from croupier.kernel.hands import omaha_high as omaha_high
    from croupier.kernel.hands import omaha_low as omaha_low
    from croupier.kernel.incidents import Report as Report
    from croupier.kernel.incidents import Rule as Rule
    from croupier.kernel.wild import deuces_wild as deuces_wild
    from croupier.tables.any_game import audit as audit
    from croupier.tables.any_game import load as load
    from croupier.tables.any_table import table as table
    from croupier.tables.house_table import HouseTable as HouseTable
    from croupier.tables.house_table import house_table as house_table
    from croupier.tables.poker_table import PokerTable as PokerTable
    from croupier.tables.poker_table import poker_table as poker_table

_HOMES = {
    "croupier.books": ("book_of", "games", "poker_rules_of", "rules_of"),
    "croupier.kernel.actors": ("Said", "Viewer"),
    "croupier.kernel.cards": ("Card", "parse_cards"),
    "croupier.kernel.decisions": ("Accepted", "AwaitingRuling", "Refused"),
    "croupier.kernel.errors": ("BookError", "CroupierError", "HistoryError", "TableError", "UnknownGame"),
    "croupier.kernel.hands": ("best_high", "best_low", "high", "omaha_high", "omaha_low"),
    "croupier.kernel.incidents": ("Report", "Rule"),
    "croupier.kernel.wild": ("deuces_wild",),
    "croupier.tables.any_game": ("audit", "load"),
    "croupier.tables.any_table": ("table",),
    "croupier.tables.house_table": ("HouseTable", "house_table"),
    "croupier.tables.poker_table": ("PokerTable", "poker_table"),
}
_HOME = {name: module for module, names in _HOMES.items() for name in names}

__all__ = [*_HOME, "__version__", "poker", "stud"]


def __getattr__(name: str) -> Any:
    """Import a name where it lives when it is first asked for, so that the command line starts at once."""
    if name in ("poker", "stud"):
        return import_module(f"croupier.{name}")
    if name not in _HOME:
        raise AttributeError(f"module 'croupier' has no attribute {name!r}; it has {', '.join(sorted(__all__))}")
    return getattr(import_module(_HOME[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)
