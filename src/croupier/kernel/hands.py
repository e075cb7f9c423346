"""Hand values, in plain Python: the reference that faster code is tested against.

A value compares (equal means a tie), names itself, shows its five cards and says its category.

>>> value = high(parse_cards("Kd 4s Ah Kc 4d"))
>>> value.name
'two pair, kings and fours with an ace'
>>> value > high(parse_cards("Qd Qs 4h 4c Ad"))
True
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from enum import IntEnum
from functools import cache
from itertools import combinations

import msgspec

from croupier.kernel.cards import DECK, HIDDEN, Card, CardError, parse_cards, rank_name, show_cards, twice
from croupier.kernel.languages import language, words_in

__all__ = ["Category", "HandValue", "best_high", "best_low", "high", "omaha_high", "omaha_low", "parse_cards"]


class Category(IntEnum):
    """The kinds of hands, from lowest to highest; `LOW` is separate and compares only with lows."""

    LOW = -1
    HIGH_CARD = 0
    ONE_PAIR = 1
    TWO_PAIRS = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    FIVE_OF_A_KIND = 9
    WILD_ROYAL_FLUSH = 10
    ROYAL_FLUSH = 11

    label: str

    def __init__(self, _: int) -> None:
        self.label = self.name.lower().replace("_", " ")

    def __str__(self) -> str:
        return spoken(self.label)


class HandValue(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """What the cards of a hand are worth. Suits never break a tie.

    `ranks` decide between hands of one category, greater winning; a low has them negated, so that greater still wins.
    `wild` says that a wild card stands for another card.
    """

    category: Category
    ranks: tuple[int, ...]
    cards: tuple[Card, ...]
    wild: bool = False

    @property
    def key(self) -> tuple[int, ...]:
        return (self.category, *self.ranks)

    @property
    def name(self) -> str:
        """The hand as players say it."""
        return spoken(self.recorded)

    @property
    def recorded(self) -> str:
        """The hand as records name it, which never changes."""
        return name_of(self.category, self.ranks)

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, HandValue) and self.key == other.key)

    def __ne__(self, other: object) -> bool:  # the Struct's own compares identities
        return not self == other

    def __lt__(self, other: HandValue) -> bool:
        return self.key < other.key

    def __le__(self, other: HandValue) -> bool:
        return self.key <= other.key

    def __gt__(self, other: HandValue) -> bool:
        return self.key > other.key

    def __ge__(self, other: HandValue) -> bool:
        return self.key >= other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"<{self.name}: {show_cards(self.cards)}>"

    def _repr_html_(self) -> str:
        from croupier.kernel.drawing import hand_html

        return hand_html(self)


class PlacedValue(HandValue, frozen=True, eq=False, kw_only=True):
    """A value in a game with its own order of hands: `place` is that of its category."""

    place: int

    @property
    def key(self) -> tuple[int, ...]:
        return (self.place, *self.ranks)


SIZES = (3, 4, 5)
"""How many cards a hand may have."""


def kinds_of(size: int) -> tuple[Category, ...]:
    """The kinds of hands with so many cards and no wild cards, lowest first as five cards rank."""
    too_large = {3: {Category.TWO_PAIRS, Category.FULL_HOUSE, Category.FOUR_OF_A_KIND}, 4: {Category.FULL_HOUSE}}
    others = {Category.LOW, Category.FIVE_OF_A_KIND, Category.WILD_ROYAL_FLUSH} | too_large.get(size, set())
    return tuple(kind for kind in Category if kind not in others)


def reader(size: int, order: Sequence[Category]) -> Callable[[Sequence[Card]], HandValue]:
    """The value of hands with so many cards, given the order of their kinds, lowest first.

    In an order without royal flushes the highest straight flush is a straight flush.

    >>> three = reader(3, [kind for kind in kinds_of(3) if kind != Category.ROYAL_FLUSH])
    >>> three(parse_cards("Ah Kh Qh")).name, three(parse_cards("2c Ad 3s")).name
    ('straight flush, ace high', 'straight, three high')
    """
    place_of = {kind: place for place, kind in enumerate(order)}

    def read(cards: Sequence[Card]) -> HandValue:
        check_hand(cards, size)
        category, ranks = _classified(tuple(sorted([card.rank for card in cards])), one_suit(cards))
        if category not in place_of:
            category, ranks = Category.STRAIGHT_FLUSH, (14,)
        return PlacedValue(category=category, ranks=ranks, cards=in_order(cards, category, ranks), place=place_of[category])

    return read


def high(cards: Sequence[Card]) -> HandValue:
    """The value of exactly five cards; an ace counts high or, in a five-high straight, low."""
    check_hand(cards, 5)
    category, ranks = _classified(tuple(sorted([card.rank for card in cards])), one_suit(cards))
    return HandValue(category=category, ranks=ranks, cards=in_order(cards, category, ranks))


def best_high(cards: Sequence[Card]) -> HandValue:
    """The best five-card hand out of five or more cards, such as seven in hold'em."""
    check_hand(cards)
    return _best(combinations(cards, 5))


def omaha_high(hole: Sequence[Card], board: Sequence[Card]) -> HandValue:
    """The best hand of exactly two hole cards with exactly three from the board."""
    check_hand([*hole, *board])
    return _best((*two, *three) for two in combinations(hole, 2) for three in combinations(board, 3))


def best_low(cards: Sequence[Card], *, limit: int = 8) -> HandValue | None:
    """The best low of five different ranks, none above `limit`, ace low; straights and flushes do not count.

    >>> best_low(parse_cards("Ah 2h 3h 4h 5h Kd Kc")).name
    '5-4-3-2-A low'
    >>> best_low(parse_cards("Ah 2h 3h 4h 9h Kd Kc")) is None
    True
    """
    check_hand(cards)
    by_rank: dict[int, Card] = {}
    for card in cards:
        by_rank.setdefault(_low_rank(card), card)
    usable = sorted(rank for rank in by_rank if rank <= limit)[:5]
    if len(usable) < 5:
        return None
    usable.reverse()
    return HandValue(category=Category.LOW, ranks=tuple(-rank for rank in usable), cards=tuple(by_rank[rank] for rank in usable))


def omaha_low(hole: Sequence[Card], board: Sequence[Card], *, limit: int = 8) -> HandValue | None:
    """The best low of exactly two hole cards with exactly three from the board."""
    check_hand([*hole, *board])
    lows = (best_low((*two, *three), limit=limit) for two in combinations(hole, 2) for three in combinations(board, 3))
    return max((low for low in lows if low is not None), default=None)


def classify(ranks: Sequence[int], flush: bool) -> tuple[Category, tuple[int, ...]]:
    """Category and deciding ranks of a hand's ranks (aces as 14), given whether all suits are the same."""
    counts: dict[int, int] = {}
    for rank in ranks:
        counts[rank] = counts.get(rank, 0) + 1
    kinds = tuple(sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True))
    if len(kinds) == len(ranks):
        top = straight_top(kinds)
        if top and flush:
            return (Category.ROYAL_FLUSH, ()) if top == 14 else (Category.STRAIGHT_FLUSH, (top,))
        if flush:
            return Category.FLUSH, kinds
        if top:
            return Category.STRAIGHT, (top,)
        return Category.HIGH_CARD, kinds
    most, second = counts[kinds[0]], counts[kinds[1]] if len(kinds) > 1 else 0
    if most == 4:
        return Category.FOUR_OF_A_KIND, kinds
    if most == 3:
        return (Category.FULL_HOUSE if second == 2 else Category.THREE_OF_A_KIND), kinds
    return (Category.TWO_PAIRS if second == 2 else Category.ONE_PAIR), kinds


_classified = cache(classify)
"""The same from memory: there are 7,462 different hands of five cards."""


def straight_top(falling: Sequence[int]) -> int:
    """The top rank of different descending ranks in sequence (5 for ace to five), or 0 if they are not in sequence."""
    size = len(falling)
    if falling[0] - falling[-1] == size - 1:
        return falling[0]
    return size if falling[0] == 14 and falling[1] == size else 0


def one_suit(cards: Sequence[Card]) -> bool:
    suit = cards[0].suit
    for card in cards:  # noqa: SIM110 - twice as fast as `all`, and usually done at the second card
        if card.suit != suit:
            return False
    return True


_PLACE = {card: place for place, card in enumerate(DECK)}
"""Cards from the aces down, and by suit."""


def check_hand(cards: Sequence[Card], count: int | None = None) -> None:
    """Raise `CardError` unless these are known, different cards, and `count` of them if given."""
    if count is not None and len(cards) != count:
        raise CardError(f"a hand has {count} cards, not {len(cards)}")
    if count is None and len(cards) < 5:
        raise CardError(f"a hand needs at least five cards, not {len(cards)}")
    if HIDDEN in cards:
        raise CardError("a face-down card has no value until it is shown")
    if len(set(cards)) != len(cards):
        raise CardError(f"{twice(cards)} appears twice")


def in_order(cards: Sequence[Card], category: Category, ranks: tuple[int, ...]) -> tuple[Card, ...]:
    """The cards as a dealer lays them out: pairs and better first, then kickers from the top."""
    if category in (Category.STRAIGHT, Category.STRAIGHT_FLUSH) and ranks != (14,):  # an ace in it is low
        return tuple(sorted(cards, key=lambda card: -_low_rank(card)))
    falling = sorted(cards, key=_PLACE.__getitem__)
    if 1 < len(ranks) < len(cards):
        falling = [card for rank in ranks for card in falling if card.rank == rank]
    return tuple(falling)


def _best(hands: Iterable[Sequence[Card]]) -> HandValue:
    strongest: tuple[tuple[Category, tuple[int, ...]], Sequence[Card]] | None = None
    for hand in hands:
        value = classify([card.rank for card in hand], one_suit(hand))
        if strongest is None or value > strongest[0]:
            strongest = value, hand
    if strongest is None:
        raise CardError("there are not enough cards for a hand")
    (category, ranks), cards = strongest
    return HandValue(category=category, ranks=ranks, cards=in_order(cards, category, ranks))


def _low_rank(card: Card) -> int:
    return 1 if card.rank == 14 else card.rank


_ONE = {rank: rank_name(rank) for rank in range(1, 15)}
_MANY = {rank: rank_name(rank, plural=True) for rank in range(1, 15)}


def _listed(ranks: Sequence[int]) -> str:
    *names, last = [_ONE[rank] for rank in ranks]
    return f"{', '.join(names)} and {last}" if names else last


def _kickers(ranks: Sequence[int]) -> str:
    return f"kicker{'s' * (len(ranks) > 1)} {_listed(ranks)}"


def _kicker(ranks: Sequence[int]) -> str:
    return f", {_ONE[ranks[0]]} kicker" if ranks else ""


_NAMERS: dict[Category, Callable[[tuple[int, ...]], str]] = {
    Category.LOW: lambda r: "low, " + ", ".join([_ONE[-rank] for rank in r]),
    Category.HIGH_CARD: lambda r: f"high card, {_ONE[r[0]]}, then {_listed(r[1:])}",
    Category.ONE_PAIR: lambda r: f"one pair, {_MANY[r[0]]}, {_kickers(r[1:])}",
    Category.TWO_PAIRS: lambda r: f"two pairs, {_MANY[r[0]]} and {_MANY[r[1]]}{_kicker(r[2:])}",
    Category.THREE_OF_A_KIND: lambda r: f"three of a kind, {_MANY[r[0]]}" + (f", {_kickers(r[1:])}" if len(r) > 1 else ""),
    Category.STRAIGHT: lambda r: f"straight, {_ONE[r[0]]} high",
    Category.FLUSH: lambda r: f"flush, {_ONE[r[0]]} high, then {_listed(r[1:])}",
    Category.FULL_HOUSE: lambda r: f"full house, {_MANY[r[0]]} over {_MANY[r[1]]}",
    Category.FOUR_OF_A_KIND: lambda r: f"four of a kind, {_MANY[r[0]]}{_kicker(r[1:])}",
    Category.STRAIGHT_FLUSH: lambda r: f"straight flush, {_ONE[r[0]]} high",
    Category.FIVE_OF_A_KIND: lambda r: f"five of a kind, {_MANY[r[0]]}",
    Category.WILD_ROYAL_FLUSH: lambda r: "royal flush with a wild card",
    Category.ROYAL_FLUSH: lambda r: "royal flush",
}


@cache
def name_of(category: Category, ranks: tuple[int, ...]) -> str:
    """A hand as records name it, by its category and the ranks that decide between hands of it."""
    return _NAMERS[category](ranks)


_SHORT = {name: str(rank) if rank <= 10 else name[0].upper() for rank, name in list(_ONE.items())[1:]}
_RANKS = {name: _ONE[rank] for names in (_ONE, _MANY) for rank, name in names.items()}
"""The names of ranks, with the plural of each."""


def spoken(name: str) -> str:
    """A hand, or a kind of hand, as players say it, from its name in a record: its ranks, in order, fill in
    the template for its kind.

    >>> spoken("high card, jack, then ten, six, five and two")
    'jack high (J-10-6-5-2)'
    """
    words = words_in("croupier.kernel", "words.toml", language())
    what, _, rest = name.partition(", ")
    named = [_RANKS[word] for word in re.findall(r"\w+", rest) if word in _RANKS]
    kind = "alone" if len(named) == 1 and what in words["alone"] else "hand"
    if not named or what not in words[kind] or (what == "two pairs" and len(named) == 2):
        return str(words["kind"].get(name, name))
    ranks, short = [words["rank"][sign] for sign in named], [_SHORT[sign] for sign in named]
    shown = {"first": ranks[0], "second": ranks[min(1, len(ranks) - 1)], "last": ranks[-1]}
    return str(words[kind][what].format(**shown, all="-".join(short), rest="-".join(short[1:])))
