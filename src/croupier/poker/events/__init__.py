"""Everything that can happen at a poker table: what it changes, and who may see it."""

from croupier.poker.events.around import *  # noqa: F403
from croupier.poker.events.corrections import *  # noqa: F403
from croupier.poker.events.ending import *  # noqa: F403
from croupier.poker.events.hand import *  # noqa: F403
from croupier.poker.events.takings import *  # noqa: F403
