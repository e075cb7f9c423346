"""The engine of the poker room: seats, button and blinds, betting, pots, commission, side wagers. Pure.

Every command at its tables is here by name: `poker.Raise`, `poker.Fold`,
`poker.Options` for the signs, and `poker.State` for the table itself.
"""

from croupier.poker.commands import *  # noqa: F403
from croupier.poker.rules import Options as Options
from croupier.poker.state import State as State
