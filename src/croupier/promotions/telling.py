"""Events of a promotion in plain words, one sentence each. The event has the clauses, not the sentence."""

from croupier.kernel.telling import Telling
from croupier.promotions import events

tell = Telling("croupier.promotions", events)
"""A sentence for every event; a test fails for an event that has none."""
