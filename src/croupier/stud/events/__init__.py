"""Everything that can happen at a stud table: what it changes, and who may see it."""

from croupier.kernel.incidents import *  # noqa: F403
from croupier.stud.events.interruptions import *  # noqa: F403
from croupier.stud.events.jackpots import *  # noqa: F403
from croupier.stud.events.round import *  # noqa: F403
