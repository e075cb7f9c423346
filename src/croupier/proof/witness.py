"""A witness: keeps the checkpoints of houses on another machine, and notices when one of them has rewritten its past.

The folder has one folder for each house, with `verifier.txt`, its key; `000000001203.txt`, each checkpoint that was taken, by
its size; and `evidence-1.txt`, two contradictory checkpoints, both signed by the house.
"""

import os
from pathlib import Path
from urllib.parse import quote

from croupier.kernel.errors import ProofError
from croupier.proof.merkle import consistent
from croupier.proof.notes import Checkpoint, Verifier, checkpoint_in, proof_text


class PastRewritten(ProofError):
    """Two checkpoints that one house has signed contradict each other: its past was changed."""


class Witness:
    """Checkpoints of houses in a folder: for each house the key, and every checkpoint that was taken."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def _of(self, origin: str) -> Path:
        if not origin.strip("."):
            raise ProofError(f"{origin!r} is not the name of a house")
        return self._folder / quote(origin, safe="")

    def verifier(self, origin: str) -> Verifier | None:
        """The key of a house, if it was seen before."""
        file = self._of(origin) / "verifier.txt"
        return Verifier.read(_text(file)) if file.exists() else None

    def trust(self, verifier: Verifier) -> None:
        """Take the key of a house; it never changes."""
        known = self.verifier(verifier.name)
        if known is None:
            _write(self._of(verifier.name) / "verifier.txt", f"{verifier}\n")
        elif known != verifier:
            raise ProofError(f"{verifier.name} is known by the key {known}, not by {verifier}")

    def latest(self, origin: str) -> tuple[Checkpoint, str] | None:
        """The largest checkpoint taken of a house, and its note."""
        files = sorted(file for file in self._of(origin).glob("*.txt") if file.stem.isdecimal())
        if not files:
            return None
        note = _text(files[-1])
        return checkpoint_in(note, self._known(origin)), note

    def _known(self, origin: str) -> Verifier:
        verifier = self.verifier(origin)
        if verifier is None:
            raise ProofError(f"{origin} is not known: give its key first")
        return verifier

    def take(self, origin: str, note: str, proof: list[bytes]) -> Checkpoint:
        """Take a checkpoint of a house: `proof` is the consistency between it and the latest one kept, whichever is larger.

        Raises `PastRewritten` if they contradict each other, and keeps the evidence.
        """
        checkpoint = checkpoint_in(note, self._known(origin))
        kept = self.latest(origin)
        if kept is not None:
            first, second = sorted((kept[0], checkpoint), key=lambda point: point.size)
            if not consistent(first.size, second.size, first.root, second.root, proof):
                where = self._keep_evidence(origin, kept[1], note, proof)
                raise PastRewritten(
                    f"{origin} has signed {kept[0].size} entries and {checkpoint.size} entries that are inconsistent: "
                    f"its past was rewritten; the evidence is in {where}"
                )
        if kept is None or checkpoint.size > kept[0].size:
            _write(self._of(origin) / f"{checkpoint.size:012d}.txt", note)
        return checkpoint

    def _keep_evidence(self, origin: str, kept: str, note: str, proof: list[bytes]) -> Path:
        number = 1 + len([*self._of(origin).glob("evidence-*.txt")])
        file = self._of(origin) / f"evidence-{number}.txt"
        _write(file, f"{kept}\n{note}\nconsistency proof that was given:\n{proof_text(proof)}")
        return file


def _text(file: Path) -> str:
    try:
        return file.read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        raise ProofError(f"{file} cannot be read") from None


def _write(file: Path, text: str) -> None:
    """Write a file whole or not at all."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        new = file.with_suffix(".new")
        with new.open("w", encoding="utf-8") as out:
            out.write(text)
            out.flush()
            os.fsync(out.fileno())
        new.replace(file)
    except OSError as error:
        raise ProofError(f"{file} cannot be written: {error.strerror}") from None
