"""Casino poker by the book: deal, decide, settle, and name the clause each time.

>>> import croupier
>>> table = croupier.table("crown-caribbean-stud", seats=3, seed=7)
>>> table.do(croupier.PlaceAnte(seat=1, amount=-1)).ground
'wagers_in_chips'
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:  # each name said twice, so that type checkers see it exported
    from croupier.books import book_of as book_of
    from croupier.books import rules_of as rules_of
    from croupier.kernel.cards import Card as Card
    from croupier.kernel.cards import parse_cards as parse_cards
    from croupier.kernel.decisions import Accepted as Accepted
    from croupier.kernel.decisions import AwaitingRuling as AwaitingRuling
    from croupier.kernel.decisions import Refused as Refused
    from croupier.kernel.events import Viewer as Viewer
    from croupier.kernel.hands import best_high as best_high
    from croupier.kernel.hands import best_low as best_low
    from croupier.kernel.hands import high as high
    from croupier.kernel.hands import omaha_high as omaha_high
    from croupier.kernel.hands import omaha_low as omaha_low
    from croupier.kernel.wild import deuces_wild as deuces_wild
    from croupier.stud.commands import Fold as Fold
    from croupier.stud.commands import LeaveSeat as LeaveSeat
    from croupier.stud.commands import PlaceAnte as PlaceAnte
    from croupier.stud.commands import PlaceBet as PlaceBet
    from croupier.stud.commands import Reveal as Reveal
    from croupier.stud.commands import Settle as Settle
    from croupier.stud.commands import TakeBackAnte as TakeBackAnte
    from croupier.stud.commands import TakeSeat as TakeSeat
    from croupier.stud.rules import Options as Options
    from croupier.tables.any_game import table as table
    from croupier.tables.house_table import HouseTable as HouseTable
    from croupier.tables.poker_table import PokerTable as PokerTable

_HOMES = {
    "croupier.books": ("book_of", "rules_of"),
    "croupier.tables.poker_table": ("PokerTable",),
    "croupier.tables.house_table": ("HouseTable",),
    "croupier.tables.any_game": ("table",),
    "croupier.kernel.cards": ("Card", "parse_cards"),
    "croupier.kernel.decisions": ("Accepted", "AwaitingRuling", "Refused"),
    "croupier.kernel.events": ("Viewer",),
    "croupier.kernel.hands": ("best_high", "best_low", "high", "omaha_high", "omaha_low"),
    "croupier.kernel.wild": ("deuces_wild",),
    "croupier.stud.commands": (
        "Fold",
        "LeaveSeat",
        "PlaceAnte",
        "PlaceBet",
        "Reveal",
        "Settle",
        "TakeBackAnte",
        "TakeSeat",
    ),
    "croupier.stud.rules": ("Options",),
}
_HOME = {name: module for module, names in _HOMES.items() for name in names}

__all__ = [*_HOME, "__version__"]


def __getattr__(name: str) -> Any:
    """Import a name where it lives when it is first asked for, so that the command line starts at once."""
    if name not in _HOME:
        raise AttributeError(f"module 'croupier' has no attribute {name!r}")
    return getattr(import_module(_HOME[name]), name)
