"""The signature of a backup: a signed note beside its file, over every byte of it.

The record proves itself by its hashes and checkpoints; passwords, sessions and settings do not. So the whole backup is signed.
"""

import os
from hashlib import file_digest
from pathlib import Path

from croupier.kernel.errors import ProofError
from croupier.proof.notes import Signer, Verifier, opened


def note_beside(backup: str) -> Path:
    """Where the signature of a backup is."""
    return Path(f"{backup}.signed")


def _text(backup: str, name: str) -> str:
    """The text that is signed: the house, the number of bytes, and their hash. No checkpoint begins like this."""
    with open(backup, "rb") as file:
        return f"croupier backup\n{name}\n{os.path.getsize(backup)}\n{file_digest(file, 'sha256').hexdigest()}\n"


def sign_backup(backup: str, signer: Signer) -> None:
    note_beside(backup).write_text(signer.signed(_text(backup, signer.name)), encoding="utf-8")


def check_backup(backup: str, verifier: Verifier) -> None:
    """Raise `ProofError` if a backup is not signed by this house, or has been changed."""
    try:
        note = note_beside(backup).read_text("utf-8")
        text = _text(backup, verifier.name)
    except (OSError, UnicodeDecodeError) as error:
        says = f"{backup} is not signed: {note_beside(backup)} cannot be read"
        raise ProofError(f"{says} ({getattr(error, 'strerror', None) or 'it is not text'})") from None
    if beside := next((suffix for suffix in ("-wal", "-journal") if os.path.exists(f"{backup}{suffix}")), ""):
        raise ProofError(f"{backup}{beside} is beside it and was not signed: it would be read as part of it; take it away first")
    if opened(note, [verifier])[0] != text:
        raise ProofError(f"{backup} is not what {verifier.name} signed: something in it was changed afterwards")
