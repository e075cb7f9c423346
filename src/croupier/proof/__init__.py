"""Proof: a Merkle tree over all entries, signed checkpoints, committed decks; what an inspector can check elsewhere."""
