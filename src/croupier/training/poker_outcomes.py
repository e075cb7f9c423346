"""What follows from something at a poker table, in parts of a sentence, and what of it makes two outcomes different."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from croupier.kernel.events import ONLOOKER, Event
from croupier.poker.corrections import (
    CardBurned,
    CardExposed,
    CardsOpened,
    DiscardUndone,
    HandCounted,
    HandVoided,
    Misdealt,
)
from croupier.poker.events import Folded
from croupier.poker.rules import Rules
from croupier.poker.telling import SENTENCES, tell
from croupier.training.consequences import Outcome

__all__ = ["effect", "parts", "tell"]

_AS_REPORTED = (CardBurned, CardsOpened, DiscardUndone, HandCounted)
_FACTS = ("seat", "player", "place", "to", "all_back", "sides_back", "cut", "burned", "phase", "paid", "says")


def parts(events: Sequence[Event], rules: Rules) -> Iterator[str]:
    """Each thing that is done, without what was reported and without the reasons, which would give the situation away."""
    for event in events:
        if not isinstance(event, _AS_REPORTED):
            yield _bare(event, rules)


def _bare(event: Event, rules: Rules) -> str:
    match event:
        case Misdealt(all_back=all_back):
            stays = "all wagers go back" if all_back else "the blinds stay up and other wagers go back"
            return f"a misdeal: {stays}, and the cards are shuffled, cut and dealt anew"
        case HandVoided(seat=seat):
            return f"the hand of seat {seat} is void and its wagers go back"
        case Folded(seat=seat):
            return f"the hand of seat {seat} is dead and its wagers stay in the pot"
        case CardExposed(seat=seat, card=card):
            return f"{card.symbol} of seat {seat} stays in play"
    return SENTENCES[type(event)](event.seen_by(ONLOOKER), rules).rstrip(".")


def effect(outcome: Outcome[Any]) -> tuple[object, ...]:
    """What an outcome comes to, apart from words and faces: outcomes of one effect are the same ruling."""
    done = []
    for event in outcome.follows:
        if not isinstance(event, (*_AS_REPORTED, CardExposed)):
            facts = tuple((name, getattr(event, name)) for name in _FACTS if hasattr(event, name))
            done.append((type(event).__name__, facts))
    options = tuple(ruling.name for ruling in outcome.rulings)
    return (outcome.refused is not None, outcome.rank, options, tuple(done))
