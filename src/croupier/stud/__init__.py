"""The engine of house-banked stud, with hands of three to five cards. Pure: no clock, no random source, no file.

Every command at its tables is here by name: `stud.PlaceAnte`, `stud.Fold`,
`stud.Options` for the signs, and `stud.State` for the table itself.
"""

from croupier.stud.commands import *  # noqa: F403
from croupier.stud.rules import Options as Options
from croupier.stud.state import State as State
