"""The tree over all entries of a house: RFC 6962 hashing, inclusion and consistency proofs, and a tree that only grows.

The leaf of an entry is its hash (32 bytes), its number in the stream (8 bytes, big end first) and the name of its stream
(UTF-8). The first two have a fixed length, so no two entries have the same leaf.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from croupier.kernel.errors import ProofError
from croupier.kernel.trees import EMPTY, leaf_hash, node_hash, root_of

HEIGHT = 8
BLOCK = 1 << HEIGHT
"""How many leaves form a block; complete blocks are kept in the store alone, with one hash each in memory."""

Blocks = Mapping[int, Sequence[bytes]]
"""The hashes of the leaves of whole blocks, by the number of the block."""


def entry_leaf(stream: str, number: int, digest: str) -> bytes:
    """The hash of an entry's leaf."""
    return leaf_hash(bytes.fromhex(digest) + number.to_bytes(8) + stream.encode())


class Tree:
    """A tree that grows leaf by leaf. Each costs one hash on the average and log n at most, and so does the root.

    Whole blocks of leaves are one hash each here: to get a proof, bring the leaves of the blocks that `blocks_for` names.
    A tree is opened again from its blocks and the leaves after them.
    """

    def __init__(self, blocks: Iterable[bytes] = (), tail: Iterable[bytes] = ()) -> None:
        self._levels: list[list[bytes]] = [[]]  # whole blocks, then pairs of them, and so on
        self._tail: list[bytes] = []
        self._open: list[bytes] = []  # the roots of the whole trees that the tail falls into, the largest first
        for block in blocks:
            self._close(block)
        for leaf in tail:
            self.append(leaf)

    @property
    def size(self) -> int:
        return len(self.blocks) * BLOCK + len(self._tail)

    @property
    def blocks(self) -> Sequence[bytes]:
        """The roots of the whole blocks."""
        return self._levels[0]

    def append(self, leaf: bytes) -> None:
        """Add a leaf at the end, by its hash."""
        count, node = len(self._tail), leaf
        self._tail.append(leaf)
        while count & 1:
            node, count = node_hash(self._open.pop(), node), count >> 1
        self._open.append(node)
        if len(self._tail) == BLOCK:
            self._tail, self._open = [], []
            self._close(node)

    def _close(self, block: bytes) -> None:
        node, level = block, 0
        while True:
            if level == len(self._levels):
                self._levels.append([])
            nodes = self._levels[level]
            nodes.append(node)
            if len(nodes) % 2:
                return
            node, level = node_hash(nodes[-2], node), level + 1

    @property
    def root(self) -> bytes:
        """The current root."""
        nodes = [*(level[-1] for level in reversed(self._levels) if len(level) % 2), *self._open]
        root = nodes.pop() if nodes else EMPTY
        while nodes:
            root = node_hash(nodes.pop(), root)
        return root

    def blocks_for(self, *places: int) -> set[int]:
        """The blocks whose leaves a root, or a proof, at these places and sizes needs."""
        return {place >> HEIGHT for place in places if 0 <= place >> HEIGHT < len(self.blocks)}

    def root_at(self, size: int, leaves: Blocks) -> bytes:
        """The root when there were so many leaves."""
        self._within(size)
        return self._over(0, size, leaves) if size else EMPTY

    def inclusion(self, place: int, size: int, leaves: Blocks) -> list[bytes]:
        """The hashes beside the way from a leaf up to the root of the first `size` leaves."""
        self._within(size)
        if not 0 <= place < size:
            raise ProofError(f"there is no place {place} among {size} entries")
        return list(self._path(place, 0, size, leaves))

    def consistency(self, first: int, second: int, leaves: Blocks) -> list[bytes]:
        """The hashes that show the tree of `second` leaves to begin with that of `first`."""
        self._within(second)
        if not 0 <= first <= second:
            raise ProofError(f"{first} is not between 0 and {second}")
        if first in (0, second):
            return []
        return list(self._common(first, 0, second, True, leaves))

    def _within(self, size: int) -> None:
        if not 0 <= size <= self.size:
            raise ProofError(f"the tree has {self.size} entries, not {size}")

    def _path(self, place: int, start: int, end: int, leaves: Blocks) -> Iterator[bytes]:
        if end - start == 1:
            return
        middle = start + _split(end - start)
        if place < middle:
            yield from self._path(place, start, middle, leaves)
            yield self._over(middle, end, leaves)
        else:
            yield from self._path(place, middle, end, leaves)
            yield self._over(start, middle, leaves)

    def _common(self, first: int, start: int, end: int, whole: bool, leaves: Blocks) -> Iterator[bytes]:
        if first == end:
            if not whole:
                yield self._over(start, end, leaves)
            return
        middle = start + _split(end - start)
        if first <= middle:
            yield from self._common(first, start, middle, whole, leaves)
            yield self._over(middle, end, leaves)
        else:
            yield from self._common(first, middle, end, False, leaves)
            yield self._over(start, middle, leaves)

    def _over(self, start: int, end: int, leaves: Blocks) -> bytes:
        """The root over the leaves from `start` to `end`, which begin where a whole tree of their size may begin."""
        many = end - start
        if many & (many - 1):
            middle = start + _split(many)
            return node_hash(self._over(start, middle, leaves), self._over(middle, end, leaves))
        if many >= BLOCK:
            level = many.bit_length() - 1
            return self._levels[level - HEIGHT][start >> level]
        block = start >> HEIGHT
        within = self._tail if block == len(self.blocks) else leaves[block]
        return root_of(within[start % BLOCK : start % BLOCK + many])


def _split(many: int) -> int:
    """The largest power of two that is smaller."""
    return 1 << ((many - 1).bit_length() - 1)


def included(leaf: bytes, place: int, size: int, path: Sequence[bytes], root: bytes) -> bool:
    """Whether a leaf is at that place of the tree of that size and root, by the path beside it."""
    if not 0 <= place < size:
        return False
    node, here, last, rest = leaf, place, size - 1, iter(path)
    while last:
        if here & 1 or here < last:  # otherwise it is left over at the end of its level, and moves up unchanged
            if (beside := next(rest, None)) is None:
                return False
            node = node_hash(beside, node) if here & 1 else node_hash(node, beside)
        here, last = here >> 1, last >> 1
    return next(rest, None) is None and node == root


def consistent(first: int, second: int, first_root: bytes, second_root: bytes, proof: Sequence[bytes]) -> bool:
    """Whether the tree of `second` leaves begins with that of `first`, by the proof: nothing in the past was changed."""
    if not 0 <= first <= second:
        return False
    if first == second:
        return not proof and first_root == second_root
    if first == 0:
        return not proof and first_root == EMPTY
    here, last, rest = first - 1, second - 1, list(proof)
    while here & 1:
        here, last = here >> 1, last >> 1
    if here:
        if not rest:
            return False
        old = new = rest.pop(0)
    else:
        old = new = first_root
    for beside in rest:
        if not last:
            return False
        if here & 1 or here == last:
            old, new = node_hash(beside, old), node_hash(beside, new)
            while here and not here & 1:
                here, last = here >> 1, last >> 1
        else:
            new = node_hash(new, beside)
        here, last = here >> 1, last >> 1
    return not last and old == first_root and new == second_root
