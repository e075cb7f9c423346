"""Checkpoints over the order of a house: its tree grows with the store, and is signed whenever it has grown.

One process puts entries into their order and signs (`Sequencer.advance`), once a second or more often; the others only follow
(`Checkpoints.follow`). Both give proofs. A house is opened again from the roots of whole blocks, which are kept in the
store, and the few leaves after them, however many entries there are.
"""

from collections.abc import Awaitable, Callable

from croupier.kernel.errors import ProofError
from croupier.proof import keeping
from croupier.proof.keeping import Leaf, Order, Record, Store, in_order
from croupier.proof.merkle import BLOCK, Blocks, Tree, entry_leaf
from croupier.proof.notes import Checkpoint, Signer, Verifier, checkpoint_in

Put = Callable[[str, bytes], Awaitable[None]]

_ROW = 256
"""How many roots of blocks are kept under one name."""

_APART = 1000
"""A checkpoint is kept for good after every so many entries."""

_MANY = 10_000
_BITS = 4096
"""How many sizes are kept under one name, with a bit for each that was signed."""


def _row_of(size: int) -> str:
    return f"{keeping.SIGNED}{size // _BITS:012d}"


async def leaves_of(order: Order, start: int, end: int) -> list[bytes]:
    """The hashes of the leaves from one place up to another, in order and without a gap."""
    hashes: list[bytes] = []
    async for leaf in in_order(order, start, end):
        hashes.append(_hash_of(leaf, start + len(hashes)))
    if (at := start + len(hashes)) < end:
        raise ProofError(f"the order of the house ends at {at}: place {at} is missing")
    return hashes


def _hash_of(leaf: Leaf, place: int) -> bytes:
    if leaf.place != place:
        raise ProofError(f"the order of the house has place {leaf.place} where {place} should be")
    return entry_leaf(leaf.stream, leaf.number, leaf.hash)


class Checkpoints:
    """The tree over a record's entries, and the latest checkpoint of it as a signed note; nothing is written here."""

    def __init__(self, record: Record, verifier: Verifier) -> None:
        self._record, self.verifier = record, verifier
        self.tree = Tree()
        self.note = ""
        self.checkpoint = Checkpoint(verifier.name, 0, self.tree.root)
        self._kept_blocks = 0

    async def open(self) -> None:
        """Start from the tree in the store, and the latest checkpoint, which must belong to that tree."""
        rows = await self._record.scan(keeping.BLOCKS)
        kept = b"".join(rows[name] for name in sorted(rows))
        self.tree = Tree(kept[at : at + 32] for at in range(0, len(kept), 32))
        self._kept_blocks = len(self.tree.blocks)
        await self._grow()
        await self.follow()

    async def follow(self) -> None:
        """Take in the latest signed checkpoint, and the entries up to it."""
        note = (await self._record.get(keeping.LATEST) or b"").decode()
        if not note or note == self.note:
            return
        checkpoint = checkpoint_in(note, self.verifier)
        if checkpoint.size > self.tree.size:
            await self._grow()
        if checkpoint.size > self.tree.size:
            raise ProofError(f"{checkpoint.size} entries were signed for, and there are {self.tree.size}")
        if await self.root_at(checkpoint.size) != checkpoint.root:
            raise ProofError(f"the first {checkpoint.size} entries are not those that were signed for")
        self.note, self.checkpoint = note, checkpoint

    async def _grow(self) -> None:
        """Take in new leaves."""
        async for leaf in in_order(self._record, self.tree.size):
            if leaf.place >= self.tree.size:  # otherwise another task took it in while we were reading
                self.tree.append(_hash_of(leaf, self.tree.size))

    async def root_at(self, size: int) -> bytes:
        """The root of the tree as it was when it had so many entries."""
        return self.tree.root_at(size, await self._blocks(size))

    async def inclusion(self, place: int, size: int) -> list[bytes]:
        """The proof that the entry at a place is in the tree of that size."""
        return self.tree.inclusion(place, size, await self._blocks(place, size))

    async def consistency(self, first: int, second: int) -> list[bytes]:
        """The proof that the tree of one size begins with that of another."""
        return self.tree.consistency(first, second, await self._blocks(first, second))

    async def signed(self, size: int) -> bool:
        """Whether a checkpoint of that size was ever signed; the empty tree needs none."""
        if size in (0, self.checkpoint.size) or await self._record.get(f"{keeping.CHECKPOINTS}{size:015d}"):
            return True
        row = int.from_bytes(await self._record.get(_row_of(size)) or b"", "little")
        return bool(row >> size % _BITS & 1)

    async def _blocks(self, *places: int) -> Blocks:
        blocks: dict[int, list[bytes]] = {}
        while wanted := self.tree.blocks_for(*places) - blocks.keys():  # one may become whole while others are read
            for block in wanted:
                blocks[block] = await leaves_of(self._record, block * BLOCK, (block + 1) * BLOCK)
        return blocks


class Sequencer(Checkpoints):
    """Puts the entries of a house into one order and signs for it; only one process may do so at a time."""

    def __init__(self, store: Store, signer: Signer) -> None:
        super().__init__(store, signer.verifier)
        self._store, self._signer = store, signer

    async def advance(self, put: Put | None = None) -> bool:
        """Put new entries into the order, and sign for them; False if there are none. `put` stores them; it must refuse a process
        that should no longer do it.
        """
        put = put or self._store.put
        while await self._store.sequence(_MANY) == _MANY:
            pass
        await self.follow()
        before = self.checkpoint.size
        await self._grow()
        if self.tree.size == before:
            return False
        await self._keep(put)
        checkpoint = Checkpoint(self.verifier.name, self.tree.size, self.tree.root)
        note = self._signer.signed(str(checkpoint))
        if before // _APART != checkpoint.size // _APART:
            await put(f"{keeping.CHECKPOINTS}{checkpoint.size:015d}", note.encode())
        signed = int.from_bytes(await self._store.get(row := _row_of(checkpoint.size)) or b"", "little")
        signed |= 1 << checkpoint.size % _BITS
        await put(row, signed.to_bytes(_BITS // 8, "little"))
        if not before:
            await put(keeping.VERIFIER, str(self.verifier).encode())
        await put(keeping.LATEST, note.encode())
        self.note, self.checkpoint = note, checkpoint
        return True

    async def _keep(self, put: Put) -> None:
        """Keep the signed leaves, and the roots of the blocks that are now complete."""
        before, whole = self._kept_blocks, len(self.tree.blocks)
        for block in range(before, whole + 1):
            many = min(BLOCK, self.tree.size - block * BLOCK)
            if many:
                await put(keeping.block_name(block), keeping.written(await self._store.leaves(block * BLOCK, many)))
        if whole > before:
            for row in range(before // _ROW, (whole - 1) // _ROW + 1):
                roots = self.tree.blocks[row * _ROW : (row + 1) * _ROW]
                await put(f"{keeping.BLOCKS}{row:08d}", b"".join(roots))
        self._kept_blocks = whole
