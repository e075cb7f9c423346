"""Situations in the poker room: a sample hand up to a moment, and what can go wrong there by the book."""

from __future__ import annotations

from typing import Literal

import msgspec

from croupier.kernel.cards import DECK, Card
from croupier.kernel.clauses import BookError
from croupier.kernel.rulings import Irregularity
from croupier.poker.rules import Rules

Moment = Literal["between", "blinds", "first", "discard", "flop", "turn", "river", "showdown"]

MOMENTS: dict[Moment, str] = {
    "between": "between two hands",
    "blinds": "the blinds are posted and the cards cut, and none has been dealt",
    "first": "in the first betting round",
    "discard": "while players discard",
    "flop": "in the betting round on the flop",
    "turn": "in the betting round on the fourth card",
    "river": "in the betting round on the fifth card",
    "showdown": "at the showdown",
}
_PHASES: dict[Moment, str] = {
    "between": "between",
    "blinds": "blinds",
    "first": "betting",
    "discard": "discard",
    "flop": "betting",
    "turn": "betting",
    "river": "betting",
    "showdown": "showdown",
}

SAMPLE_DECK = tuple(DECK[place * 17 % len(DECK)] for place in range(len(DECK)))
"""A deck in an order that looks like a shuffle and is the same each time."""

FACTS: dict[str, tuple[str, ...]] = {
    "wrong-count": ("count",),
    "exposed-card": ("player",),
    "many-cards-opened": ("count",),
    "passed-over": ("players",),
}
"""What a situation needs to be told beside what the book asks for in every report."""


class Scene(msgspec.Struct, frozen=True, kw_only=True):
    """A hand up to a moment: players in the first seats, who check and call; `acted` of them have done so in this round.

    At a `live` table a dealer deals and nobody knows the faces that lie down. `side` has seat 1 wager on a red flop. Cards
    come from `deck` in its order.
    """

    game: str
    moment: Moment
    acted: int = 0
    seats: int = 6
    live: bool = False
    side: bool = False
    deck: tuple[Card, ...] = SAMPLE_DECK


def irregularity_of(rules: Rules, what: str) -> Irregularity:
    if (found := rules.irregularities.get(what)) is None:
        known = ", ".join(sorted(rules.irregularities))
        raise BookError(f"{rules.game} knows no irregularity {what!r}; there is {known}")
    return found


def facts_of(rules: Rules, what: str) -> tuple[str, ...]:
    """The facts that must be said of something, as `player`, `players`, `count`, `cards` or `amount`."""
    asks = irregularity_of(rules, what).asks
    named = tuple("player" if fact == "place" else fact for fact in asks)
    return tuple(dict.fromkeys((*named, *FACTS.get(what, ()))))


def moments_of(rules: Rules, irregularity: Irregularity) -> tuple[Moment, ...]:
    """The moments at which something can be reported by the book."""
    there = (moment for moment in _PHASES if moment != "discard" or rules.discard)
    return tuple(moment for moment in there if not irregularity.phases or _PHASES[moment] in irregularity.phases)
