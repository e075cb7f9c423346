"""Hashes of many things in one tree, as in RFC 6962: a leaf is hashed after a 0, two nodes together after a 1.

So a leaf can never pass for a node, and the root commits to every leaf in its place.

>>> root_of([]).hex()[:16], root_of([leaf_hash(b"")]).hex()[:16]
('e3b0c44298fc1c14', '6e340b9cffb37a98')
"""

from collections.abc import Sequence
from hashlib import sha256

EMPTY = sha256(b"").digest()
"""The root of a tree without leaves."""


def leaf_hash(data: bytes) -> bytes:
    return sha256(b"\x00" + data).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    return sha256(b"\x01" + left + right).digest()


def root_of(hashes: Sequence[bytes]) -> bytes:
    """The root over leaves by their hashes.

    Neighbours are combined level by level; a node left over at the end of a level moves up unchanged, which gives the
    tree that the RFC describes from above.
    """
    level = list(hashes)
    if not level:
        return EMPTY
    while len(level) > 1:
        odd = level[-1:] if len(level) % 2 else []
        level = [node_hash(level[place], level[place + 1]) for place in range(0, len(level) - 1, 2)] + odd
    return level[0]
