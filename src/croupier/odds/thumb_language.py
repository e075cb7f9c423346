"""The small language of rules of thumb: what a person sees in five cards and the dealer's up card, and conditions on it.

Every condition is one expression that works both on the facts of a single hand and, cell by cell, on arrays of them. So the
search evaluates exactly what the finished rules say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any, Literal

import msgspec
import numpy as np

from croupier.kernel.cards import RANKS, rank_name
from croupier.kernel.hands import Category

Fact = Any
"""A number or a truth, or an array with one for each cell."""

DEUCE, QUEEN, ACE = 2, 12, 14
PAIR, BETTER = 10_000, 100_000
"""The steps of pairs begin at the first, those of higher categories at the second."""

_MOST_NAMED = 3
_PLACES = ("highest", "second highest", "third highest", "fourth highest", "lowest")
_PLACES_OF_FOUR = ("highest", "second highest", "second lowest", "lowest")


class Facts(msgspec.Struct, frozen=True):
    """What a player can see: the ranks of the five cards from the highest down, the up card's rank, how many of the five have its
    suit, and the step of the hand; with `four` to a flush or a straight, their ranks from the highest down; once a card has
    been changed, the rank of the one `given` up.
    """

    ranks: tuple[Fact, ...]
    up: Fact
    suited: Fact
    step: Fact
    four: tuple[Fact, ...] = ()
    given: Fact = 0

    def holds(self, rank: Fact) -> Fact:
        a, b, c, d, e = self.ranks
        return (a == rank) | (b == rank) | (c == rank) | (d == rank) | (e == rank)

    def where(self, chosen: Fact) -> Facts:
        """The facts of the chosen cells."""
        ranks, four = (tuple(rank[chosen] for rank in cards) for cards in (self.ranks, self.four))
        return Facts(ranks, self.up[chosen], self.suited[chosen], self.step[chosen], four)

    @property
    def matched(self) -> Fact:
        """Whether a card of the up card's rank is or was in the hand: the dealer has one fewer to pair it with."""
        return self.holds(self.up) | (self.up == self.given)

    @property
    def paired(self) -> Fact:
        return self.step >= PAIR

    @property
    def pair(self) -> Fact:
        """The rank of the pair, if there is one and nothing better."""
        return (self.step - PAIR) // 100


Test = Callable[[Facts, int, int], Fact]
"""What a condition asks about the facts, with the two numbers that it may use."""


class Condition(msgspec.Struct, frozen=True, eq=False):
    """A condition on `you`, the dealer's `card`, or the `four` cards to a flush or a straight.

    One that is `alone` is not combined in longer rules. `suits` says that it asks for the suit of the dealer's card.
    """

    about: Literal["you", "card", "four"]
    text: str
    asks: Test
    numbers: tuple[int, int] = (0, 0)
    alone: bool = False
    suits: bool = False

    def test(self, facts: Facts) -> Fact:
        return self.asks(facts, *self.numbers)


class Rule(msgspec.Struct, frozen=True, eq=False):
    """Conditions that must all hold."""

    conditions: tuple[Condition, ...]

    def holds(self, facts: Facts) -> Fact:
        first, *others = (condition.test(facts) for condition in self.conditions)
        for other in others:
            first = first & other
        return first

    @property
    def text(self) -> str:
        """The conditions as one clause of a sentence, the dealer's card first."""
        parts = []
        for about, subject in (("card", "the dealer's card"), ("you", "you"), ("four", "the four cards")):
            if said := [c.text for c in self.conditions if c.about == about]:
                parts.append(f"{subject} {_joined(said, 'and')}")
        return ", and ".join(parts)


def step_of(category: int, ranks: Sequence[int], *, wild: bool) -> int:
    """How high a hand is, in steps with common names: its two highest cards, the rank of its pair, or its category.

    A lone wild deuce makes a pair of the highest card.

    >>> step_of(0, (14, 13, 9, 5, 2), wild=False), step_of(1, (12, 9, 9, 5, 3), wild=False)
    (1413, 10900)
    """
    if category == Category.HIGH_CARD:
        return 100 * ranks[0] + ranks[1]
    if category != Category.ONE_PAIR:
        return BETTER * category
    if wild and ranks[4] == DEUCE:
        return PAIR + 100 * ranks[0]
    return PAIR + 100 * next(a for a, b in pairwise(ranks) if a == b)


def step_name(step: int) -> str:
    """A step in words, as its lowest hand.

    >>> step_name(1413), step_name(1100), step_name(10600), step_name(200000)
    ('ace and king', 'jack high', 'a pair of sixes', 'two pair')
    """
    if step >= BETTER:
        label = str(Category(step // BETTER))
        return label if "pair" in label or "of a kind" in label else f"a {label}"
    if step == PAIR + 100 * DEUCE:
        return "a pair"
    if step >= PAIR:
        return f"a pair of {rank_name((step - PAIR) // 100, plural=True)}"
    high, second = divmod(step, 100)
    return f"{rank_name(high)} and {rank_name(second)}" if second else f"{rank_name(high)} high"


def span(low: int, high: int) -> str:
    """Ranks from one to another in words: `a king or an ace`, `a two to a queen`."""
    if high - low == 1:
        return f"{_a(low)} or {_a(high)}"
    return _a(low) if low == high else f"{_a(low)} to {_a(high)}"


def conditions(facts: Facts, *, suits: bool) -> list[Condition]:
    """The conditions that can distinguish some of these cells."""
    return [*about_up_card(), *_about_hand(facts), *_about_both(facts), *(about_suits() if suits else ())]


def about_up_card() -> Iterator[Condition]:
    for low in range(DEUCE, ACE + 1):
        for high in range(low, ACE + 1):
            if high - low < ACE - DEUCE:
                yield Condition("card", f"is {span(low, high)}", lambda f, low, high: (f.up >= low) & (f.up <= high), (low, high))


def _about_hand(facts: Facts) -> Iterator[Condition]:
    steps = sorted({int(step) for step in np.unique(facts.step)})
    tops = [100 * top for top in sorted({step // 100 for step in steps if step < PAIR})]
    for least in (*tops[1:], *(step for step in steps if step >= PAIR)):
        yield Condition("you", f"hold {step_name(least)} or better", lambda f, least, _: f.step >= least, (least, 0))
    if len(steps) > 1:  # single cards say little about such different hands
        yield Condition("you", f"hold {_a(DEUCE)}", _holds_one, (DEUCE, DEUCE))
        yield Condition("you", "hold no pair", lambda f, *_: f.paired ^ True)
        for least in range(7, 11):  # high cards that you hold are high cards that the dealer cannot pair
            for place, number in ((1, "two"), (2, "three"), (3, "four")):
                named = f"hold {number} or more cards of {rank_name(least)} or higher"
                yield Condition("you", named, lambda f, place, least: f.ranks[place] >= least, (place, least))
        return
    for rank in range(QUEEN, DEUCE - 1, -1):
        yield Condition("you", f"hold {_a(rank)}", _holds_one, (rank, rank))
        if 0 < QUEEN - rank < _MOST_NAMED:
            named = _joined([_a(other) for other in range(QUEEN, rank - 1, -1)], "or")
            yield Condition("you", f"hold {named}", _holds_one, (rank, QUEEN))
    yield from _whole_hands(facts)


def _whole_hands(facts: Facts) -> Iterator[Condition]:
    """Hands named by all five ranks, such as A-K-J-8-3 or better."""
    for least in np.unique(_packed(facts.ranks))[1:].tolist():
        ranks = [least >> shift & 15 for shift in (16, 12, 8, 4, 0)]
        name = "-".join(RANKS[rank - 2].replace("T", "10") for rank in ranks)
        yield Condition("you", f"hold {name} or better", lambda f, least, _: _packed(f.ranks) >= least, (least, 0), alone=True)


def _about_both(facts: Facts) -> Iterator[Condition]:
    yield Condition("card", "matches one of yours", lambda f, *_: f.matched)
    yield Condition("card", "matches none of yours", lambda f, *_: f.matched ^ True)
    for place, name in enumerate(_PLACES):
        yield Condition("card", f"is lower than your {name} card", lambda f, place, _: f.up < f.ranks[place], (place, 0))
    if bool(np.any(facts.step >= PAIR)):
        yield Condition("card", "matches your pair", lambda f, *_: f.paired & (f.up == f.pair))
        yield Condition("card", "is lower than your pair", lambda f, *_: f.paired & (f.up < f.pair))
        yield Condition("card", "is no higher than your pair", lambda f, *_: f.paired & (f.up <= f.pair))


def about_suits() -> Iterator[Condition]:
    yield Condition("card", "has a suit that you do not hold", lambda f, *_: f.suited == 0, suits=True)
    yield Condition("card", "has the suit of one of yours", lambda f, *_: f.suited >= 1, suits=True)
    yield Condition("card", "has the suit of two or more of yours", lambda f, *_: f.suited >= 2, suits=True)


def _holds_one(facts: Facts, low: int, high: int) -> Fact:
    """Whether the hand has a card of these ranks."""
    held = facts.holds(low)
    for rank in range(low + 1, high + 1):
        held = held | facts.holds(rank)
    return held


def _packed(ranks: Sequence[Fact]) -> Fact:
    a, b, c, d, e = ranks
    return a << 16 | b << 12 | c << 8 | d << 4 | e


def _a(rank: int) -> str:
    return f"{'an' if rank in (8, ACE) else 'a'} {rank_name(rank)}"


def _joined(words: Sequence[str], last_by: str) -> str:
    *others, last = words
    return f"{', '.join(others)} {last_by} {last}" if others else last


def draw_conditions(facts: Facts, *, suits: bool) -> list[Condition]:
    """The same for rules that say when to change the odd card of a hand with four cards to a flush or a straight."""
    paired = bool(np.any(facts.step >= PAIR))
    plain = [*about_up_card(), *_about_four(), *_about_four_and_up_card(), *(_about_pair() if paired else _about_high_cards())]
    return [*plain, *(about_suits() if suits else ())]


def _about_four() -> Iterator[Condition]:
    for least in range(DEUCE + 1, ACE - 2):
        yield Condition("four", f"are all {rank_name(least)} or higher", lambda f, least, _: f.four[3] >= least, (least, 0))


def _about_four_and_up_card() -> Iterator[Condition]:
    yield Condition("card", "matches one of yours", lambda f, *_: f.holds(f.up))
    yield Condition("card", "matches none of yours", lambda f, *_: f.holds(f.up) ^ True)
    yield Condition("card", "is no higher than the lowest of the four", lambda f, *_: f.up <= f.four[3])
    for place, name in enumerate(_PLACES_OF_FOUR):
        yield Condition("card", f"is lower than the {name} of the four", lambda f, place, _: f.up < f.four[place], (place, 0))


def _about_pair() -> Iterator[Condition]:
    for most in range(DEUCE, ACE):
        name = f"hold a pair of {rank_name(most, plural=True)}{' or lower' if most > DEUCE else ''}"
        yield Condition("you", name, lambda f, most, _: f.pair <= most, (most, 0))
    yield Condition("card", "is higher than your pair", lambda f, *_: f.up > f.pair)
    yield Condition("card", "is no lower than your pair", lambda f, *_: f.up >= f.pair)


def _about_high_cards() -> Iterator[Condition]:
    yield Condition("you", "do not hold ace and king", lambda f, *_: (f.ranks[0] < ACE) | (f.ranks[1] < ACE - 1))
