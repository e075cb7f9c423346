"""Cards and decks.

>>> parse_cards("As 10h K♦")
(Card('As'), Card('Th'), Card('Kd'))
>>> Card.As.rank, Card.As.suit, Card.As.symbol
(14, 's', 'A♠')
"""

import re
from collections.abc import Iterable
from enum import Enum
from typing import NoReturn

from croupier.kernel.errors import CroupierError

RANKS = "23456789TJQKA"
SUITS = "cdhs"
SUIT_NAMES = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
SYMBOLS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠", "?": "?"}

_NAMES = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"]


class CardError(CroupierError):
    """Text that is not a card, or cards that cannot be at one table together."""


class _DrawsItself:  # a separate class, because an Enum's body may not define such a name
    def _repr_html_(self) -> str:
        from croupier.kernel.drawing import cards_html

        return cards_html([self]) if isinstance(self, Card) else ""


class Card(_DrawsItself, Enum):
    """One card of a 52-card deck, or `HIDDEN`: a face-down card whose face is not known here."""

    Ac, Ad, Ah, As = "Ac", "Ad", "Ah", "As"
    Kc, Kd, Kh, Ks = "Kc", "Kd", "Kh", "Ks"
    Qc, Qd, Qh, Qs = "Qc", "Qd", "Qh", "Qs"
    Jc, Jd, Jh, Js = "Jc", "Jd", "Jh", "Js"
    Tc, Td, Th, Ts = "Tc", "Td", "Th", "Ts"
    C9, D9, H9, S9 = "9c", "9d", "9h", "9s"
    C8, D8, H8, S8 = "8c", "8d", "8h", "8s"
    C7, D7, H7, S7 = "7c", "7d", "7h", "7s"
    C6, D6, H6, S6 = "6c", "6d", "6h", "6s"
    C5, D5, H5, S5 = "5c", "5d", "5h", "5s"
    C4, D4, H4, S4 = "4c", "4d", "4h", "4s"
    C3, D3, H3, S3 = "3c", "3d", "3h", "3s"
    C2, D2, H2, S2 = "2c", "2d", "2h", "2s"
    HIDDEN = "??"

    rank: int
    suit: str
    symbol: str

    def __init__(self, text: str) -> None:
        self.rank = RANKS.find(text[0]) + 2 if text != "??" else 0
        self.suit = text[1]
        self.symbol = text[0].replace("T", "10") + SYMBOLS[text[1]] if text != "??" else "??"

    __hash__ = object.__hash__  # members are single objects; the default hashes the name, in Python

    @classmethod
    def _missing_(cls, value: object) -> NoReturn:
        raise CardError(f"{value!r} is no Card: they are As, Td, 2c; parse_cards reads other ways to write them")

    def __str__(self) -> str:
        return str(self.value)

    def __repr__(self) -> str:
        return f"Card({self.value!r})"


HIDDEN = Card.HIDDEN
Faces = dict[Card, Card]
"""Which cards are really other cards."""

DECK: tuple[Card, ...] = tuple(Card(r + s) for r in reversed(RANKS) for s in SUITS)

_CARD = re.compile(r"(10|[2-9TJQKA])([cdhs♣♦♥♠♧♢♡♤])|\?\?", re.IGNORECASE | re.ASCII)
_SUIT_OF = {"♣": "c", "♦": "d", "♥": "h", "♠": "s", "♧": "c", "♢": "d", "♡": "h", "♤": "s"}


def rank_name(rank: int, *, plural: bool = False) -> str:
    """`ace`, `kings`, `sixes`; an ace may also be 1."""
    name = _NAMES[(rank if rank != 1 else 14) - 2]
    if not plural:
        return name
    return name + "es" if name == "six" else name + "s"


def parse_cards(text: str) -> tuple[Card, ...]:
    """Cards from text such as `As Td 2c`; also `10h`, `A♠`, commas, no spaces, and `??` for a face-down card.

    >>> parse_cards("Ax")
    Traceback (most recent call last):
    croupier.kernel.cards.CardError: 'Ax' is not a card: write rank and suit, such as As, Td, 10h or A♠
    """
    if not isinstance(text, str):
        raise CardError(f"{text!r} is no text: write cards such as 'As Td 2c'")
    cards: list[Card] = []
    place = 0
    for match in _CARD.finditer(text):
        _only_separators(text[place : match.start()])
        rank, suit = match.group(1), match.group(2)
        if rank is None:
            cards.append(HIDDEN)
        else:
            letter = _SUIT_OF.get(suit, suit.lower())
            cards.append(Card(("T" if rank == "10" else rank.upper()) + letter))
        place = match.end()
    _only_separators(text[place:])
    return tuple(cards)


def _only_separators(text: str) -> None:
    if wrong := text.replace(",", " ").split():
        raise CardError(f"{wrong[0]!r} is not a card: write rank and suit, such as As, Td, 10h or A♠")


def show_cards(cards: Iterable[Card]) -> str:
    """The cards as text that `parse_cards` reads back."""
    return " ".join(card.value for card in cards)


def faces(cards: Iterable[Card]) -> str:
    """The cards as people read them, with the signs of their suits."""
    return " ".join(card.symbol for card in cards)


def renamed(cards: tuple[Card, ...], other: Faces) -> tuple[Card, ...]:
    """The cards, with misread ones replaced by what they really are."""
    return tuple([other.get(card, card) for card in cards])


def twice(cards: Iterable[Card]) -> Card | None:
    """The first known card that appears twice, if any."""
    seen: set[Card] = set()
    for card in cards:
        if card in seen and card is not HIDDEN:
            return card
        seen.add(card)
    return None


def full_deck(cards: tuple[Card, ...]) -> str:
    """Why these cards are not a full deck of 52, in words; empty if they are."""
    if len(set(cards)) != len(cards) and (double := twice(cards)) is not None:
        return f"{double} is in the deck twice"
    if len(cards) != 52:
        return f"the deck has {len(cards)} cards, not 52"
    return ""
