"""The public names of Croupier, each from where it is defined; `croupier.lazy` imports them when they are first used."""

from croupier import odds as odds
from croupier import phh as phh
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

__version__: str
