"""Committed decks: the house commits to the order of a deck before it deals, and cannot change it afterwards.

The commitment is the root of a tree over the deck, one leaf a card: the round, the card's place from the top as the shuffle
left it (before any cut), its face, and a salt. Salts come from one secret, each from its own place, so none of them reveals
another, and a card can be opened alone. Knowing a root and some cards does not help anyone guess the others.
"""

import hmac
import re
from collections.abc import Sequence
from typing import Protocol

from croupier.kernel.actors import HOUSE, Said
from croupier.kernel.cards import Card
from croupier.kernel.decisions import Accepted, Decision, Refused
from croupier.kernel.incidents import CommitDeck, DeckCommitted
from croupier.kernel.trees import leaf_hash, root_of

_HASH = re.compile(r"[0-9a-f]{64}")


def salt_of(secret: bytes, place: int) -> bytes:
    """The salt of the card at a place."""
    return hmac.digest(secret, b"croupier deck salt" + place.to_bytes(1), "sha256")


def card_leaf(round: int, place: int, card: Card, salt: bytes) -> bytes:
    """The leaf of one card: 8 bytes for the round, 1 for the place, 2 letters for the face, 32 bytes of salt."""
    return leaf_hash(round.to_bytes(8) + place.to_bytes(1) + card.value.encode() + salt)


def deck_leaves(round: int, deck: Sequence[Card], secret: bytes) -> list[bytes]:
    return [card_leaf(round, place, card, salt_of(secret, place)) for place, card in enumerate(deck)]


def deck_root(round: int, deck: Sequence[Card], secret: bytes) -> str:
    """The commitment to a deck, in hexadecimal."""
    return root_of(deck_leaves(round, deck, secret)).hex()


def is_hash(text: str) -> bool:
    """Whether it is 32 bytes in lower-case hexadecimal."""
    return _HASH.fullmatch(text) is not None


class Shuffled(Protocol):
    """The part of a command to shuffle that matters here."""

    @property
    def deck(self) -> tuple[Card, ...]: ...
    @property
    def source(self) -> str: ...
    @property
    def secret(self) -> str: ...


def committing(command: CommitDeck, said: Said, round: int, needed: bool) -> Decision:
    """The decision to commit to a deck, if one is about to be shuffled."""
    if not needed:
        return Refused("deck_not_committed", "decks are not committed at this table")
    if said.capacity != HOUSE:
        return Refused("deck_not_committed", f"only the house's software commits a deck, not {said.role}")
    if not is_hash(command.root):
        return Refused("deck_not_committed", "a deck commitment is 64 hexadecimal digits")
    return Accepted((DeckCommitted(root=command.root, round=round),))


def not_committed(command: Shuffled, committed: str, round: int, needed: bool) -> Refused | None:
    """The refusal of a house shuffle that breaks its commitment, if one is `needed`.

    A dealer's own shuffle and a stacked deck are not the house's: the commitment lapses with them.
    """
    secret, says = command.secret, ""
    if not needed or command.source not in ("house", "seeded"):
        says = "this deck cannot be committed: it has no secret" if secret else ""
    elif not committed:
        says = "commit the order of the deck first"
    elif not is_hash(secret) or deck_root(round, command.deck, bytes.fromhex(secret)) != committed:
        says = "that is not the deck that was committed"
    return Refused("deck_not_committed", says) if says else None
