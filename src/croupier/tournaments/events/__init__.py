"""Everything that can happen in a tournament: before play, while it lasts, and at the end of a round or of the tournament."""

from croupier.tournaments.events.before import *  # noqa: F403
from croupier.tournaments.events.play import *  # noqa: F403
from croupier.tournaments.events.rounds import *  # noqa: F403
