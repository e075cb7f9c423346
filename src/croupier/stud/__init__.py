"""The engine of house-banked five-card stud. Pure: no clock, no random source, no file.

What people ask for at its tables is here by name: `stud.PlaceAnte`, `stud.Fold`, and `stud.Options` for the signs.
"""

from croupier.stud.commands import *  # noqa: F403
from croupier.stud.rules import Options as Options
