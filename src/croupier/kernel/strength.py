"""The values of `hands` as whole numbers, fast, for tables that compare many hands, such as all of a showdown.

A hand's ranks, in any order, are one number with three bits to count each rank; a table gives each such number of five
cards its place in the order of all hands. A greater place wins, equal places tie, and `named` puts a place into words. The
reference is `hands`; a test compares the two.
"""

from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement

from croupier.kernel.cards import DECK, SUITS, Card, CardError
from croupier.kernel.hands import Category, classify, name_of

_UNITS = {rank: 1 << 3 * (rank - 2) for rank in range(2, 15)}
_RANKS = (1 << 39) - 1
_SUITS_AT = 40
# Each card also counts its suit, four bits per suit, so that one sum holds both.
_COUNTED = {card: _UNITS[card.rank] + (1 << _SUITS_AT + 4 * SUITS.index(card.suit)) for card in DECK}
_UNIT_OF = {card: _UNITS[card.rank] for card in DECK}
_LOW_BITS = {14: 1} | {rank: 1 << (rank - 1) for rank in range(2, 9)}
_LOW_BIT_OF = {card: _LOW_BITS.get(card.rank, 0) for card in DECK}

Cards = tuple[Card, ...]
NO_LOW = -1


@cache
def _order() -> tuple[dict[int, int], dict[int, int], list[tuple[Category, tuple[int, ...]]]]:
    """The place of any five ranks in the order of hands, unsuited and suited, and the hand at each place."""
    mixed = {
        sum(_UNITS[rank] for rank in ranks): classify(ranks, False)
        for ranks in combinations_with_replacement(range(2, 15), 5)
        if ranks[0] != ranks[4]
    }
    suited = {sum(_UNITS[rank] for rank in ranks): classify(ranks, True) for ranks in combinations(range(2, 15), 5)}
    places = sorted({*mixed.values(), *suited.values()})
    number = {value: place for place, value in enumerate(places)}
    return (
        {ranks: number[value] for ranks, value in mixed.items()},
        {ranks: number[value] for ranks, value in suited.items()},
        places,
    )


_ONES = sum(_UNITS.values())
_WHEEL = _UNITS[14] + sum(_UNITS[rank] for rank in range(2, 6))
_RUN = sum(1 << 3 * place for place in range(5))


@cache
def _sevens() -> dict[int, int]:
    """The best five of every seven ranks, suits aside, all 49,205: calculated once, in less than a tenth of a second."""
    sums = map(sum, combinations_with_replacement(_UNITS.values(), 7))
    return {ranks: _best_mixed(ranks) for ranks in sums if not ranks >> 2 & (ranks | ranks >> 1) & _ONES}  # up to four of each


def _best_mixed(ranks: int) -> int:
    """The best five of five to seven ranks, suits aside.

    A rank's count has separate bits for one, two and four, so one number shows all ranks held once, twice or three times.
    """
    ones, twos, places = ranks & _ONES, ranks >> 1 & _ONES, _order()[0]
    held = ones | twos
    if four := ranks >> 2 & _ONES:
        return places[4 * four + _top(held)]
    if not twos:
        return max(places[_highest(held, 5)], _best_straight(held))
    if three := ones & twos:
        first = _top(three)
        if second := _top(twos ^ first):
            return places[3 * first + 2 * second]
        five = 3 * first + _highest(held ^ first, 2)
    elif twos & twos - 1:  # more pairs than one
        pairs = _highest(twos, 2)
        five = 2 * pairs + _top(held ^ pairs)
    else:
        five = 2 * twos + _highest(held ^ twos, 3)
    return max(places[five], _best_straight(held))


def _top(ranks: int) -> int:
    """The highest of these ranks."""
    return 1 << ranks.bit_length() - 1 if ranks else 0


@cache
def _highest(ranks: int, number: int) -> int:
    """So many of these ranks, dropping the lowest."""
    for _ in range(ranks.bit_count() - number):
        ranks &= ranks - 1
    return ranks


@cache
def _best_straight(ranks: int) -> int:
    """The highest five of these ranks in a row, with the ace also below the two; a lower number if there are none."""
    with_low_ace = ranks << 3 | ranks >> 36
    runs = with_low_ace & with_low_ace >> 3 & with_low_ace >> 6 & with_low_ace >> 9 & with_low_ace >> 12
    if not runs:
        return -1
    lowest = _top(runs)
    return _order()[0][_WHEEL if lowest == 1 else (lowest >> 3) * _RUN]


def best_of_each(hands: Iterable[Cards], board: Cards) -> list[int]:
    """The strength of the best five of each hand's cards and the board, using any number of either."""
    strengths, best_of_seven = [], _sevens().get
    try:
        on_board = _counted(board)
        for hole in hands:
            counted = on_board
            for card in hole:
                counted += _COUNTED[card]
            ranks = counted & _RANKS
            if (best := best_of_seven(ranks)) is None:
                best = _best_mixed(ranks)
            if flush := (counted >> _SUITS_AT) + 0x3333 & 0x8888:  # three and five are eight: five or more of a suit
                best = max(best, _best_suited(SUITS[flush.bit_length() // 4 - 1], (*hole, *board)))
            strengths.append(best)
    except KeyError:
        raise _face_down() from None
    return strengths


def _best_suited(suit: str, cards: Cards) -> int:
    held, suited = [_UNIT_OF[card] for card in cards if card.suit == suit], _order()[1]
    return max([suited[sum(five)] for five in combinations(held, 5)])


def _face_down() -> CardError:
    return CardError("a hand with a face-down card has no value")


@lru_cache(maxsize=64)
def _counted(cards: Cards) -> int:
    return sum([_COUNTED[card] for card in cards])


def best_omaha_of_each(hands: Iterable[Cards], board: Cards) -> list[int]:
    """The strength of each best hand of exactly two hole cards and exactly three of the board."""
    mixed, suited, _ = _order()
    strengths = []
    try:
        triples, one_suit, _ = _triples(board)
        for hole in hands:
            best = -1
            for one, two in combinations(hole, 2):
                pair = _UNIT_OF[one] + _UNIT_OF[two]
                most = max([mixed[pair + triple] for triple in triples])
                if most > best:
                    best = most
                if one.suit == two.suit and one.suit in one_suit:
                    best = max(best, *(suited[pair + triple] for triple in one_suit[one.suit]))
            strengths.append(best)
    except KeyError:
        raise _face_down() from None
    return strengths


def best_low_of_each(hands: Iterable[Cards], board: Cards) -> list[int]:
    """The strength of the best low of eight or under of each hand's cards and the board, or `NO_LOW`."""
    strengths = []
    try:
        for hole in hands:
            ranks = 0
            for card in (*hole, *board):
                ranks |= _LOW_BIT_OF[card]
            strengths.append(_lowest(ranks))
    except KeyError:
        raise _face_down() from None
    return strengths


def best_low_omaha_of_each(hands: Iterable[Cards], board: Cards) -> list[int]:
    """The strength of each best low of exactly two hole cards and exactly three of the board, or `NO_LOW`."""
    strengths = []
    try:
        threes = _triples(board)[2]
        for hole in hands:
            best = NO_LOW
            for one, two in combinations({_LOW_BIT_OF[card] for card in hole} - {0}, 2) if threes else ():
                most = max([_lowest(one | two | three) for three in threes])
                if most > best:
                    best = most
            strengths.append(best)
    except KeyError:
        raise _face_down() from None
    return strengths


def top_of_low(strength: int) -> int:
    """The highest rank of a low, counting an ace as one; an empty one counts highest."""
    return (255 - strength).bit_length() if strength != NO_LOW else 0


def named(strength: int) -> str:
    """A strength of `best_of_each` or `best_omaha_of_each` as records name it."""
    return _names()[strength]


@cache
def _names() -> list[str]:
    return [name_of(*value) for value in _order()[2]]


def category_of(strength: int) -> Category:
    return _order()[2][strength][0]


@cache
def low_named(strength: int) -> str:
    """A strength of `best_low_of_each` or `best_low_omaha_of_each` as records name it."""
    ranks = tuple(-place - 1 for place in range(7, -1, -1) if (255 - strength) >> place & 1)
    return name_of(Category.LOW, ranks)


@cache
def _lowest(bits: int) -> int:
    """The five lowest ranks of a set, written so that a better low is a greater number."""
    held = [1 << place for place in range(8) if bits >> place & 1]
    return 255 - sum(held[:5]) if len(held) >= 5 else NO_LOW


@lru_cache(maxsize=64)
def _triples(board: Cards) -> tuple[tuple[int, ...], dict[str, list[int]], tuple[int, ...]]:
    """Every three cards of a board: their ranks, the ranks if they share a suit, and the bits of three different lows."""
    ranks: set[int] = set()
    one_suit: dict[str, list[int]] = {}
    lows: set[int] = set()
    for three in combinations(board, 3):
        ranks.add(sum(map(_UNIT_OF.__getitem__, three)))
        if three[0].suit == three[1].suit == three[2].suit:
            one_suit.setdefault(three[0].suit, []).append(sum(map(_UNIT_OF.__getitem__, three)))
        bits = _LOW_BIT_OF[three[0]] | _LOW_BIT_OF[three[1]] | _LOW_BIT_OF[three[2]]
        if bits.bit_count() == 3:
            lows.add(bits)
    return tuple(ranks), one_suit, tuple(lows)
