"""Everything that can become so in a tournament: before play, while it lasts, and at the end of a round or of it all."""

from croupier.tournaments.events.before import *  # noqa: F403
from croupier.tournaments.events.play import *  # noqa: F403
from croupier.tournaments.events.rounds import *  # noqa: F403
