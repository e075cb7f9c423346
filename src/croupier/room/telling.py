"""Events of a poker room in plain words, one sentence each. The event has the clauses, not the sentence."""

from croupier.kernel.telling import Telling
from croupier.room import events

tell = Telling("croupier.room", events)
"""A sentence for every event; a test fails for an event that has none."""
