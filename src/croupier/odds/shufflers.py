"""Ways to shuffle, good and bad, to try the battery of tests on: each gives decks as rows of places in a new deck."""

import re
from collections.abc import Callable

import numpy as np

from croupier.odds.counting import Array

_CARDS = 52
Shuffler = Callable[[np.random.Generator, int], Array]
"""Given a source of chance and a number, so many decks."""


def _new(number: int) -> Array:
    return np.tile(np.arange(_CARDS, dtype=np.uint8), (number, 1))


def fair(chance: np.random.Generator, number: int) -> Array:
    """Every order equally likely."""
    return chance.permuted(_new(number), axis=1)


def naive(chance: np.random.Generator, number: int) -> Array:
    """The classic mistake: each card swaps with any card of the deck, not with one of those still to come."""
    decks, rows = _new(number), np.arange(number)
    for place in range(_CARDS):
        other = chance.integers(0, _CARDS, number)
        decks[rows, other], decks[:, place] = decks[:, place].copy(), decks[rows, other]
    return decks


def sticky(chance: np.random.Generator, number: int) -> Array:
    """A fair shuffle, except that the top card of the new deck stays on top two percent too often."""
    decks = fair(chance, number)
    stuck = np.flatnonzero(chance.random(number) < 0.02)
    where = (decks[stuck] == 0).argmax(axis=1)
    decks[stuck, where] = decks[stuck, 0]
    decks[stuck, 0] = 0
    return decks


def cut(chance: np.random.Generator, number: int) -> Array:
    """A new deck that was only cut."""
    decks: Array = (_new(number) + chance.integers(0, _CARDS, (number, 1))) % _CARDS
    return decks.astype(np.uint8)


def riffle(times: int) -> Shuffler:
    """A new deck riffled so many times, as people do it: cut into two halves or so, cards dropping in turn by chance.

    Sorting cards by random labels of so many bits undoes such riffles, so the inverse sort makes them.
    """

    def shuffle(chance: np.random.Generator, number: int) -> Array:
        labels = chance.integers(0, 1 << times, (number, _CARDS))
        return np.argsort(np.argsort(labels, axis=1, kind="stable"), axis=1).astype(np.uint8)

    return shuffle


SHUFFLERS: dict[str, Shuffler] = {"fair": fair, "naive": naive, "sticky": sticky, "cut": cut}


def shuffler(name: str) -> Shuffler | None:
    """The shuffle of this name; `riffle3` is three riffles, up to 20."""
    if (match := re.fullmatch(r"riffle(\d{1,2})", name)) and 1 <= int(match[1]) <= 20:
        return riffle(int(match[1]))
    return SHUFFLERS.get(name)
