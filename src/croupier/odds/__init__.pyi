"""The public names of `croupier.odds`, each from where it is defined."""

from croupier.odds.equities import equity as equity
from croupier.odds.simulation import Plan as Plan, simulate as simulate
from croupier.odds.solution import ByRanks as ByRanks
from croupier.odds.solver import solve as solve
from croupier.tournaments.prize_pool import icm as icm
