"""Ranges: the hands a player may hold, written as poker players write them.

    AKs            ace and king of one suit; AKo of two suits, AK either
    77+  JJ-88     pairs from sevens up; pairs from jacks down to eights
    A5s-A2s  KTo+  the lower card from five down to two; from ten up to the queen
    AhKh  Ah*      cards by name; a rank alone is that rank in any suit, * or x any card, *h or xh any heart
    Axs            an ace with any card of its suit; Axo of another suit
    KK:0.5         half of the time; a hand without a weight has 1
    random         any hand

Parts are separated by commas; if two parts name the same hand, the later one counts. Hands of three and four cards are written
by their cards, such as `AAxx` or `As Ks **`.

>>> len(Range.parse("AKs, 77+, KK:0.5").hands)
52
"""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import permutations
from math import comb, lcm

import msgspec
import numpy as np

from croupier.kernel.cards import RANKS, SUITS, CardError, parse_cards
from croupier.odds.lookup_tables import Array, all_hands

_TWO = re.compile(r"([2-9TJQKA])([2-9TJQKA])([so]?)", re.IGNORECASE)
_ANY_KICKER = re.compile(r"([2-9TJQKA])[x*]([so])", re.IGNORECASE)
_CARD = re.compile(r"([2-9TJQKA*x])([cdhs♣♦♥♠]?)", re.IGNORECASE)
_SIZES = {2: "two", 3: "three", 4: "four"}
_FINEST = 10**6


class RangeError(CardError):
    """Text that is not a range; the message shows which part."""


class Range(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """Hands as rows of card numbers, rising, each with a whole number as its weight in proportion to the others."""

    text: str
    hands: Array
    weights: Array

    @property
    def size(self) -> int:
        """How many cards a hand has."""
        return int(self.hands.shape[1])

    @property
    def everything(self) -> bool:
        """Whether every hand is in it, each as likely as another."""
        return len(self.hands) == len(all_hands(self.size)) and int(self.weights.min()) == int(self.weights.max())

    @classmethod
    def parse(cls, text: str, *sizes: int) -> Range:
        """The range that a text stands for, its hands of one of these numbers of cards; two by default."""
        parts = [_part(part, text, sizes or (2,)) for part in text.split(",")]
        size = parts[0][0]
        if any(other != size for other, _, _ in parts):
            raise RangeError(f"{text!r} mixes hands of different numbers of cards; write them all with {_SIZES[size]}")
        scale = lcm(*(weight.denominator for _, _, weight in parts))
        if scale > _FINEST or any(weight * scale > _FINEST for _, _, weight in parts):
            raise RangeError(f"the weights in {text!r} are too fine: six decimals do")
        weights = np.zeros(len(all_hands(size)), np.int64)
        for _, chosen, weight in parts:
            weights[chosen] = int(weight * scale)
        return cls(text=text.strip(), hands=all_hands(size)[weights > 0], weights=weights[weights > 0])

    def without(self, cards: int) -> Range:
        """The range without the hands that hold one of these cards, given as bits."""
        clear = ((np.int64(1) << self.hands.astype(np.int64)) & cards == 0).all(axis=1)
        return Range(text=self.text, hands=self.hands[clear], weights=self.weights[clear])


def _part(part: str, text: str, sizes: tuple[int, ...]) -> tuple[int, Array, Fraction]:
    """One part of a range: the number of cards, which of all hands it chooses, and their weight."""
    hands, colon, amount = part.partition(":")
    written = "".join(hands.split()).replace("10", "T")
    if not written:
        raise RangeError(f"a part of {text!r} is empty: write hands between the commas")
    weight = _weight(amount.strip(), part.strip()) if colon else Fraction(1)
    if written.lower() in ("random", "any"):
        return max(sizes), np.ones(len(all_hands(max(sizes))), bool), weight
    chosen = _two_cards(written, part.strip()) if 2 in sizes else None
    if chosen is not None:
        return 2, chosen, weight
    cards = _cards(written, part.strip(), sizes)
    if len(cards) not in sizes:
        wanted = " or ".join(_SIZES[size] for size in sizes)
        raise RangeError(f"{part.strip()!r} has {len(cards)} card{'s'[: len(cards) != 1]}: a hand has {wanted} here")
    chosen = _matching(cards)
    if not chosen.any():
        raise RangeError(f"{part.strip()!r} is no hand: a card is there twice")
    return len(cards), chosen, weight


def _weight(amount: str, part: str) -> Fraction:
    try:
        weight = Fraction(amount)
    except (ValueError, ZeroDivisionError):
        weight = Fraction(0)
    if not 0 < weight <= 1:
        raise RangeError(f"{part!r}: a weight is a number above 0 and up to 1, such as KK:0.5")
    return weight


def _two_cards(written: str, part: str) -> Array | None:
    """The hands of a class such as AKs, 77+ or A5s-A2s; None if the text is not such a class."""
    if kicker := _ANY_KICKER.fullmatch(written):
        rank = RANKS.index(kicker.group(1).upper())
        pairs = [(max(rank, other), min(rank, other)) for other in range(13) if other != rank]
        return np.any([_class(high, low, kicker.group(2).lower()) for high, low in pairs], axis=0)
    first, dash, last = written.partition("-")
    plus = not dash and first.endswith("+")
    match = _TWO.fullmatch(first.removesuffix("+") if plus else first)
    end = _TWO.fullmatch(last) if dash else match
    if match is None or end is None:
        if dash or plus:
            raise RangeError(f"{part!r} is no range: write it as 77+, JJ-88, A2s+ or A5s-A2s")
        return None
    high, low, suits = _ranks(match)
    if high == low and suits:
        raise RangeError(f"{part!r}: a pair is always of two suits; write it without s or o")
    other_high, other_low, other_suits = _ranks(end)
    if dash and (suits != other_suits or (high == low) != (other_high == other_low)):
        raise RangeError(f"{part!r} does not go from one hand to another of its kind: write JJ-88 or A5s-A2s")
    if dash and high != low and high != other_high:
        raise RangeError(f"{part!r}: both ends have the same higher card, as A5s-A2s")
    chosen = np.zeros(len(all_hands(2)), bool)
    if high == low:
        tops = range(min(high, other_high), max(high, other_high) + 1) if dash else range(high, 13 if plus else high + 1)
        for rank in tops:
            chosen |= _class(rank, rank, "")
        return chosen
    lows = range(min(low, other_low), max(low, other_low) + 1) if dash else range(low, high if plus else low + 1)
    for rank in lows:
        chosen |= _class(high, rank, suits)
    return chosen


def _ranks(match: re.Match[str]) -> tuple[int, int, str]:
    first, second = (RANKS.index(match.group(n).upper()) for n in (1, 2))
    return max(first, second), min(first, second), match.group(3).lower()


def _class(high: int, low: int, suits: str) -> Array:
    hands = all_hands(2)
    ranks, suit = hands >> 2, hands & 3
    chosen: Array = (ranks[:, 1] == high) & (ranks[:, 0] == low)
    if suits:
        chosen &= (suit[:, 0] == suit[:, 1]) == (suits == "s")
    return chosen


def _cards(written: str, part: str, sizes: tuple[int, ...]) -> list[Array]:
    """For each card as written, which of the 52 it may be."""
    cards, place = [], 0
    while place < len(written):
        if (match := _CARD.match(written, place)) is None:
            example = {2: "AhKh, AKs or 77+", 3: "AhKhQd or AAx", 4: "AhKhQdJd or AAxx"}[max(sizes)]
            raise RangeError(f"{written[place]!r} in {part!r} is no card: write a hand as {example}")
        rank, suit = match.group(1).upper(), match.group(2)
        may_be = np.ones(52, bool)
        if rank not in "*X":
            may_be &= np.arange(52) >> 2 == RANKS.index(rank)
        if suit:
            may_be &= np.arange(52) & 3 == SUITS.index(parse_cards(f"A{suit}")[0].suit)
        cards.append(may_be)
        place = match.end()
    return cards


def _matching(cards: list[Array]) -> Array:
    """Which of all hands have, in some order, the cards written."""
    hands = all_hands(len(cards))
    chosen = np.zeros(len(hands), bool)
    if all(card.sum() == 1 for card in cards):
        named = sorted(int(card.argmax()) for card in cards)
        if len(set(named)) == len(named):
            chosen[sum(comb(card, place) for place, card in enumerate(named, 1))] = True
        return chosen
    for order in permutations(range(len(cards))):
        fits = np.ones(len(hands), bool)
        for place, card in zip(order, cards, strict=True):
            fits &= card[hands[:, place]]
        chosen |= fits
    return chosen
