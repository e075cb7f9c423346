"""The public names of Croupier, each from where it is defined; `croupier.lazy` imports them when they are first used."""

from croupier import odds as odds, phh as phh, poker as poker, stud as stud
from croupier.books import book_of as book_of, games as games, poker_rules_of as poker_rules_of, rules_of as rules_of
from croupier.kernel.actors import Said as Said, Viewer as Viewer
from croupier.kernel.cards import Card as Card, parse_cards as parse_cards
from croupier.kernel.decisions import Accepted as Accepted, AwaitingRuling as AwaitingRuling, Refused as Refused
from croupier.kernel.errors import (
    BookError as BookError,
    CroupierError as CroupierError,
    HistoryError as HistoryError,
    TableError as TableError,
    UnknownGame as UnknownGame,
)
from croupier.kernel.hands import (
    best_high as best_high,
    best_low as best_low,
    high as high,
    omaha_high as omaha_high,
    omaha_low as omaha_low,
)
from croupier.kernel.incidents import Report as Report, Rule as Rule
from croupier.kernel.wild import deuces_wild as deuces_wild
from croupier.tables.any_game import audit as audit, load as load
from croupier.tables.any_table import table as table
from croupier.tables.house_table import HouseTable as HouseTable, house_table as house_table
from croupier.tables.poker_table import PokerTable as PokerTable, poker_table as poker_table

__version__: str
