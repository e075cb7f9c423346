"""The conditions of rules that say when to change the odd card of a hand with four cards to a flush or a straight."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from croupier.kernel.cards import rank_name
from croupier.odds.thumb_language import ACE, DEUCE, PAIR, Condition, Facts, Test, about_suits, about_up_card

_PLACES = ("highest", "second highest", "second lowest", "lowest")


def draw_conditions(facts: Facts, *, suits: bool) -> list[Condition]:
    """The conditions that may tell some of these cells from others."""
    paired = bool(np.any(facts.step >= PAIR))
    found = [*about_up_card(), *_about_four(), *_about_both(), *(_about_pair() if paired else _about_high_cards())]
    return [*found, *(about_suits() if suits else ())]


def _about_four() -> Iterator[Condition]:
    for least in range(DEUCE + 1, ACE - 2):
        yield Condition("four", f"are all {rank_name(least)} or higher", _lowest_from(least))


def _about_both() -> Iterator[Condition]:
    yield Condition("card", "matches one of yours", lambda f: f.holds(f.up))
    yield Condition("card", "matches none of yours", lambda f: f.holds(f.up) ^ True)
    yield Condition("card", "is no higher than the lowest of the four", lambda f: f.up <= f.four[3])
    for place, name in enumerate(_PLACES):
        yield Condition("card", f"is lower than the {name} of the four", _up_below(place))


def _about_pair() -> Iterator[Condition]:
    for most in range(DEUCE, ACE):
        name = f"hold a pair of {rank_name(most, plural=True)}{' or lower' if most > DEUCE else ''}"
        yield Condition("you", name, _pair_to(most))
    yield Condition("card", "is higher than your pair", lambda f: f.up > f.pair)
    yield Condition("card", "is no lower than your pair", lambda f: f.up >= f.pair)


def _about_high_cards() -> Iterator[Condition]:
    yield Condition("you", "do not hold ace and king", lambda f: (f.ranks[0] < ACE) | (f.ranks[1] < ACE - 1))


def _lowest_from(least: int) -> Test:
    return lambda f: f.four[3] >= least


def _up_below(place: int) -> Test:
    return lambda f: f.up < f.four[place]


def _pair_to(most: int) -> Test:
    return lambda f: f.pair <= most
