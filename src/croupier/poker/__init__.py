"""The engine of the poker room: seats, button and blinds, betting, pots, commission, side wagers. Pure.

What people ask for at its tables is here by name: `poker.Raise`, `poker.Fold`, and `poker.Options` for the signs.
"""

from croupier.poker.commands import *  # noqa: F403
from croupier.poker.rules import Options as Options
