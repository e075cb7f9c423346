"""What the tests of a shuffle count in decks, and the exact chances of each count if every order is equally likely.

A card is its place in a new deck, where the four of a rank are together: a quarter of it is the rank, and of each four the
second and the third are red. Decks are columns here, so that one step looks at a place in all of them at once.
"""

from collections.abc import Callable, Sequence
from math import comb, factorial, perm
from typing import NamedTuple

import numpy as np

from croupier.jackpots.funding import COUNTS, HANDS
from croupier.odds.counting import Array

CARDS, RANKS, SUITS = 52, 13, 4
_PLACES = np.arange(CARDS, dtype=np.uint8)[:, None]
_DEEP = 5
GRID = 1 << 20
BLOCK = 221
"""Two aces are on top once in so many decks, so a block of that many has the rare event about once."""


class Decks(NamedTuple):
    """Some decks: by place the cards of each, and by card its place; and `turns`, the numbers of the decks in their order.

    Decks two by two, the first with the second and so on, are compared with each other: `moved` has for each second one by place
    where its card was in the first. Where a test looks at one place only, the place moves on from turn to turn, so that decks
    stay independent.
    """

    cards: Array
    where: Array
    turns: Array
    moved: Array

    def at(self, places: Array) -> Array:
        """The card at a place of its own in each deck."""
        return self.cards[places, np.arange(len(places))]


def where_of(cards: Array) -> Array:
    """By card its place in each deck."""
    where = np.empty_like(cards)
    where[cards, np.arange(cards.shape[1])] = _PLACES
    return where


# What is counted


def _how_many(true: Array, axis: int = 0) -> Array:
    """How many of them are true, at most 52: small numbers add fast."""
    return np.add.reduce(true, axis=axis, dtype=np.uint8)


def _falls(line: Array) -> Array:
    return _how_many(line[1:] < line[:-1])


def _successions(line: Array) -> Array:
    """How often the next number is the next greater one."""
    return _how_many(line[1:] == line[:-1] + 1)


def _in_place(line: Array) -> Array:
    return _how_many(line == _PLACES)


def _neighbours(decks: Decks) -> Array:
    """A card and the next as one number; a card does not follow itself."""
    place = decks.turns % (CARDS - 1)
    card, following = decks.at(place).astype(np.int64), decks.at(place + 1)
    return card * (CARDS - 1) + following - (following > card)


def _orders_of_five(decks: Decks) -> Array:
    """Which of the 120 orders each five neighbouring cards are in."""
    fives = decks.cards[:50].reshape(10, _DEEP, -1)
    orders = np.zeros((10, fives.shape[2]), np.int64)
    for place in range(_DEEP):
        orders = orders * (_DEEP - place) + _how_many(fives[:, place + 1 :] < fives[:, place : place + 1], axis=1)
    return orders.ravel()


def _inversions(decks: Decks) -> Array:
    turned = np.zeros(len(decks.turns), np.int64)
    for place in range(1, CARDS):
        turned += _how_many(decks.cards[:place] > decks.cards[place])
    return turned


def _colour_changes(decks: Decks) -> Array:
    red = (decks.cards % SUITS + 1) // 2 == 1
    return _how_many(red[1:] != red[:-1])


def _gap(decks: Decks) -> Array:
    """How many cards are before the first of a rank."""
    return (decks.cards // SUITS == decks.turns % RANKS).argmax(axis=0)


def _pattern(decks: Decks) -> Array:
    """The pattern of a hand: 0 no pair, 1 a pair, 2 two pair, 3 three, 4 full house, 5 four, 6 no pair but one suit."""
    five = np.stack([decks.at(decks.turns % 10 * _DEEP + place) for place in range(_DEEP)])
    rank, suit = five // SUITS, five % SUITS
    pairs = sum(_how_many(rank[:place] == rank[place]) for place in range(1, _DEEP))
    of_one_suit = (pairs == 0) & (suit == suit[0]).all(axis=0)
    return np.where(of_one_suit, 6, np.minimum(pairs, 5))


def _until_all_suits(decks: Decks) -> Array:
    """How many cards it takes until all suits have appeared."""
    suits = decks.cards % SUITS
    return np.max([(suits == suit).argmax(axis=0) for suit in range(SUITS)], axis=0) + 1


def on_the_grid(decks: Decks) -> Array:
    """The first cards of each deck as one number: which of all their orders it is, on a grid."""
    number = np.zeros(len(decks.turns), np.int64)
    for place in range(_DEEP):
        smaller = _how_many(decks.cards[:place] < decks.cards[place])
        number = number * (CARDS - place) + decks.cards[place] - smaller
    return number * GRID // perm(CARDS, _DEEP)


def serial_product(decks: Decks) -> Array:
    """The sum of the products of each card and the next, round the deck, counted from the middle."""
    cards = 2 * decks.cards.astype(np.int32) - (CARDS - 1)
    return np.einsum("ij,ij->j", cards, np.roll(cards, -1, axis=0)).astype(np.int64)


# The chances


def eulerian(cards: int = CARDS) -> list[float]:
    """The chances of so many falls in a random order."""
    row = [1]
    for n in range(2, cards + 1):
        wider = [0, *row, 0]
        row = [(k + 1) * wider[k + 1] + (n - k) * wider[k] for k in range(n)]
    return [number / factorial(cards) for number in row]


def _derangements(cards: int) -> list[int]:
    counts = [1, 0]
    for n in range(2, cards + 1):
        counts.append((n - 1) * (counts[-1] + counts[-2]))
    return counts


def matches(cards: int = CARDS) -> list[float]:
    """The chances of so many cards in their own place."""
    none = _derangements(cards)
    return [comb(cards, k) * none[cards - k] / factorial(cards) for k in range(cards + 1)]


def followers(cards: int = CARDS) -> list[float]:
    """The chances of so many cards followed by the card that followed them before."""
    none = _derangements(cards)
    ways = [comb(cards - 1, k) * (none[cards - k] + none[cards - k - 1]) for k in range(cards)]
    return [number / factorial(cards) for number in ways]


def inversion_chances(cards: int = CARDS) -> list[float]:
    """The chances of so many pairs in reverse order: each card adds an even choice from zero to those before it."""
    chances = np.ones(1)
    for before in range(1, cards):
        chances = np.convolve(chances, np.full(before + 1, 1 / (before + 1)))
    return chances.tolist()


def colour_changes(cards: int = CARDS) -> list[float]:
    """The chances of so many changes between red and black: the runs of 26 and 26."""
    half, whole = cards // 2 - 1, comb(cards, cards // 2)
    ways = [comb(half, changes // 2) * comb(half, (changes - 1) // 2) for changes in range(1, cards)]
    return [0.0, *(2 * number / whole for number in ways)]


def _first_of_four() -> list[float]:
    """The chances of so many cards before the first of a rank."""
    return [comb(CARDS - 1 - before, 3) / comb(CARDS, 4) for before in range(CARDS - 3)]


def _pattern_chances() -> list[float]:
    pairs = {"one pair": 1_098_240, "two pair": 123_552, "three of a kind": 54_912}
    one_suit = COUNTS["flush"] + COUNTS["straight flush"] + COUNTS["royal flush"]
    ways = [*pairs.values(), COUNTS["full house"], COUNTS["four of a kind"], one_suit]
    return [number / HANDS for number in (HANDS - sum(ways), *ways)]


def coupon_chances(cards: int = CARDS, suits: int = SUITS) -> list[float]:
    """The chances that it takes so many cards until all suits have appeared."""
    per_suit = cards // suits

    def longer(drawn: int) -> float:
        ways: int = sum((-1) ** (k + 1) * comb(suits, k) * comb(cards - per_suit * k, drawn) for k in range(1, suits))
        return ways / comb(cards, drawn)

    return [0.0, *(longer(drawn - 1) - longer(drawn) if drawn > 1 else 0.0 for drawn in range(1, cards + 1))]


def middle_chances(cards: int = CARDS, deep: int = _DEEP) -> list[float]:
    """The chances of the middle one of so many cards."""
    half = deep // 2
    return [comb(card, half) * comb(cards - 1 - card, half) / comb(cards, deep) for card in range(cards)]


def overlap_chances(cards: int = CARDS, top: int = RANKS) -> list[float]:
    """The chances of so many cards among the top ones of two decks."""
    return [comb(top, common) * comb(cards - top, top - common) / comb(cards, top) for common in range(top + 1)]


def rare_chances(decks: int = BLOCK) -> list[float]:
    """The chances of two aces on top so often in a block of decks."""
    chance = comb(SUITS, 2) / comb(CARDS, 2)
    return [comb(decks, times) * chance**times * (1 - chance) ** (decks - times) for times in range(decks + 1)]


class Test(NamedTuple):
    """The numbers that decks produce, and the exact chances of zero, one and so on; or how many there are, all equally likely."""

    name: str
    numbers: Callable[[Decks], Array]
    chances: Sequence[float] | int

    @property
    def cells(self) -> int:
        return self.chances if isinstance(self.chances, int) else len(self.chances)


TESTS = (
    Test("card by position", lambda decks: (decks.cards * np.int64(CARDS) + _PLACES).ravel(), CARDS**2),
    Test("pairs of neighbours", _neighbours, CARDS * (CARDS - 1)),
    Test("orders of five cards", _orders_of_five, 120),
    Test("rising sequences", lambda decks: _falls(decks.where), eulerian()),
    Test("runs up", lambda decks: _falls(decks.cards), eulerian()),
    Test("neighbours of a new deck", lambda decks: _successions(decks.cards), followers()),
    Test("cards in their new-deck place", lambda decks: _in_place(decks.cards), matches()),
    Test("changes of colour", _colour_changes, colour_changes()),
    Test("gap to the first of a rank", _gap, _first_of_four()),
    Test("places kept between decks", lambda decks: _in_place(decks.moved), matches()),
    Test("neighbours kept between decks", lambda decks: _successions(decks.moved), followers()),
    Test("inversions", _inversions, inversion_chances()),
    Test("poker patterns of five cards", _pattern, _pattern_chances()),
    Test("cards until all suits have come", _until_all_suits, coupon_chances()),
    Test("middle one of five cards", lambda decks: np.sort(decks.cards[:_DEEP], axis=0)[_DEEP // 2], middle_chances()),
    Test("top cards common to two decks", lambda decks: _how_many(decks.moved[:RANKS] < RANKS), overlap_chances()),
    Test("top card of every third deck", lambda decks: decks.cards[0, decks.turns % 3 == 0], CARDS),
)
"""Tests whose numbers come deck by deck; `shuffle_quality` has three more."""
