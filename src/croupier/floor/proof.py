"""Proof beside the floor: one order over all entries, a Merkle tree over it, and a signed checkpoint at least every second."""

from __future__ import annotations

from croupier.floor.floor import Floor


class Prover:
    """Puts every entry in order and signs how far it has come."""

    def __init__(self, floor: Floor, origin: str, *, commit_decks: bool = True) -> None:
        self.floor, self.origin, self.commit_decks = floor, origin, commit_decks

    async def open(self) -> None: ...

    async def run(self) -> None: ...
