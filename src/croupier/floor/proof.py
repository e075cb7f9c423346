"""Proof beside the floor: one order over all entries, a Merkle tree over it, and a signed checkpoint at least every second.

One process at a time is the sequencer; the others follow what it has signed. All of them give proofs. The key is a file
separate from the store, so that access to one does not give access to the other.
"""

import asyncio
import logging
import os
from contextlib import suppress
from functools import partial
from secrets import token_hex

from croupier.floor.floor import Floor
from croupier.floor.sections import section_of
from croupier.floor.stores.interface import StoreUnavailable
from croupier.kernel.actors import Viewer
from croupier.kernel.errors import ProofError
from croupier.proof.bundles import prove_entry, prove_round
from croupier.proof.checkpoints import Sequencer
from croupier.proof.custody import joined
from croupier.proof.notes import Signer

log = logging.getLogger("croupier.proof")
_LEASE = "sequencer"


def key_beside(database: str) -> str:
    """Where the key of a house is by default."""
    return "croupier.key" if "://" in database else f"{database}.key"


def signer_from(path: str, origin: str) -> Signer:
    """The signer whose key is in a file; a new one if there is none yet."""
    if not os.path.exists(path):
        secret, half = Signer.new(origin).secret, f"{path}.{token_hex(8)}"
        file = os.open(half, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(file, "w", encoding="ascii") as new:
            new.write(secret + "\n")
            new.flush()
            os.fsync(new.fileno())
        with suppress(FileExistsError):  # another process was faster
            os.link(half, path)  # whole, or not at all
        os.unlink(half)
    with open(path, encoding="ascii") as kept:
        return Signer.read(kept.read())


def signer_from_halves(first: str, second: str) -> Signer:
    """The signer whose key two people hold, each half in its own file; the whole key is in no file."""
    with open(first, encoding="utf-8") as one, open(second, encoding="utf-8") as other:
        return joined(one.read(), other.read())


class Prover:
    """Puts every entry in order and signs how far the house has come, every so many seconds."""

    every = 0.5

    def __init__(self, floor: Floor, origin: str, key: str, other_half: str = "") -> None:
        self.floor, self._origin, self._key, self._other_half = floor, origin, key, other_half
        self.wrong = ""

    async def open(self) -> None:
        self.signer = await self._signer()
        self.log = Sequencer(self.floor.store, self.signer)
        await self.log.open()

    async def _signer(self) -> Signer:
        if self._other_half:
            signer = await asyncio.to_thread(signer_from_halves, self._key, self._other_half)
        else:
            signer = await asyncio.to_thread(signer_from, self._key, self._origin)
        if signer.verifier.name != self._origin:
            says = f"the key in {self._key} signs for {signer.verifier.name}, and house.origin is {self._origin}"
            raise ProofError(says)
        return signer

    async def run(self) -> None:
        """Sign until the floor stops."""
        while not self.floor.stopped.is_set():
            try:
                await self.advance()
            except StoreUnavailable:
                pass
            except ProofError as error:
                if str(error) != self.wrong:
                    log.error("the record does not prove itself: %s", error)
                self.wrong = str(error)
            await asyncio.sleep(self.every)

    async def advance(self) -> None:
        """Put new entries in order and sign for them, if that is this process's part; otherwise take in what others signed."""
        if (lease := self.floor.sections.lease(section_of(_LEASE))) is not None:
            await self.log.advance(partial(self.floor.store.put, under=lease))
        else:
            await self.log.follow()

    async def finish(self) -> None:
        """Make sure that everything saved by now is signed for, by this process or the one responsible."""
        with suppress(ProofError):  # already reported when it was found
            there = sum(head.number for head in (await self.floor.store.heads()).values())
            while self.log.checkpoint.size < there:
                await self.advance()
                await asyncio.sleep(0.05)

    async def entry(self, stream: str, number: int) -> bytes:
        """A file that proves an entry, wherever it is checked."""
        return await prove_entry(self.floor.store, self.log, stream, number)

    async def round(self, name: str, number: int, viewer: Viewer) -> bytes:
        """A file that proves the cards of a round that a viewer was shown."""
        row = self.floor.house.row(name)
        assert row is not None  # noqa: S101  it was asked for by its name
        lines = await self.floor.saved.all_lines(name)
        whole = await asyncio.to_thread(self.floor.house.read, row.kind, None, lines)
        return await prove_round(self.floor.store, self.log, whole, number, viewer)
