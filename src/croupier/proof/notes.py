"""Signed notes and checkpoints in the C2SP formats (signed-note, tlog-checkpoint), with Ed25519.

    casino.example/entries
    1203
    nqFGAkZWBdWxpHUtEXVlHAVhPZYd5P1Ka7SlQTfyjAE=

    — casino.example/entries c4f8kQ…

A checkpoint is a text of three lines: the house, the number of entries, the root over them in base64. A signature follows
an empty line: who signed, then in base64 the hash of the key (4 bytes) and the signature.
"""

from __future__ import annotations

import binascii
import re
import secrets
from base64 import b64decode, b64encode
from collections.abc import Sequence
from hashlib import sha256
from typing import NamedTuple

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from croupier.kernel.errors import ProofError

_ED25519 = b"\x01"
_MOST_SIGNATURES = 100
_NAME = re.compile(r"[^\s+]+")
_NUMBER = re.compile(r"0|[1-9][0-9]{0,15}")
_PRIVATE = "PRIVATE+KEY+"


class Verifier(NamedTuple):
    """Recognises signatures: a name, and a public key. As text it is `name+hash+key`."""

    name: str
    key: bytes

    @property
    def hash(self) -> bytes:
        return sha256(self.name.encode() + b"\n" + _ED25519 + self.key).digest()[:4]

    def __str__(self) -> str:
        return f"{self.name}+{self.hash.hex()}+{b64encode(_ED25519 + self.key).decode()}"

    @classmethod
    def read(cls, text: str) -> Verifier:
        """A verifier from its text; its hash must be that of its key."""
        name, digest, key = _key_parts(text.strip())
        verifier = cls(name, key)
        if digest != verifier.hash.hex():
            raise ProofError("that is not a verifier's key: its hash is not that of the key")
        return verifier

    def verifies(self, text: bytes, signature: bytes) -> bool:
        try:
            Ed25519PublicKey.from_public_bytes(self.key).verify(signature, text)
        except InvalidSignature:
            return False
        return True


class Signer:
    """Signs notes with a private key; the name is the origin of the checkpoints that it signs."""

    def __init__(self, name: str, seed: bytes) -> None:
        if not _NAME.fullmatch(name):
            raise ProofError(f"{name!r} cannot sign: a name has no spaces and no plus")
        self.name, self.seed = name, seed
        self._key = Ed25519PrivateKey.from_private_bytes(seed)
        self.verifier = Verifier(name, self._key.public_key().public_bytes_raw())

    @classmethod
    def new(cls, name: str) -> Signer:
        """A signer with a new key."""
        return cls(name, secrets.token_bytes(32))

    @classmethod
    def read(cls, text: str) -> Signer:
        """A signer from the text that `secret` gave."""
        text = text.strip()
        if not text.startswith(_PRIVATE):
            raise ProofError("that is not a signer's key")
        name, digest, seed = _key_parts(text.removeprefix(_PRIVATE))
        signer = cls(name, seed)
        if digest != signer.verifier.hash.hex():
            raise ProofError("that is not a signer's key: its hash is not that of the key")
        return signer

    @property
    def secret(self) -> str:
        """The key as text; keep it where nobody sees it."""
        return f"{_PRIVATE}{self.name}+{self.verifier.hash.hex()}+{b64encode(_ED25519 + self.seed).decode()}"

    def __repr__(self) -> str:  # never the key
        return f"Signer({self.verifier})"

    def signed(self, text: str) -> str:
        """A text with our signature, as a note."""
        _check_text(text)
        signature = self.verifier.hash + self._key.sign(text.encode())
        return f"{text}\n— {self.name} {b64encode(signature).decode()}\n"


def _key_parts(text: str) -> tuple[str, str, bytes]:
    name, _, rest = text.partition("+")
    digest, _, encoded = rest.partition("+")
    key = from_base64(encoded)
    if not _NAME.fullmatch(name) or not re.fullmatch(r"[0-9a-f]{8}", digest) or key is None or len(key) != 33:
        raise ProofError("a key is written as its name, a plus, its hash in 8 letters, a plus, and the key in base64")
    if key[:1] != _ED25519:
        raise ProofError("that key is of another kind than Ed25519")
    return name, digest, key[1:]


def from_base64(text: str) -> bytes | None:
    """Bytes from base64 in its standard form, and no other."""
    try:
        data = b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None
    return data if b64encode(data).decode() == text else None


def _check_text(text: str) -> None:
    if not text.endswith("\n") or any(letter < " " and letter != "\n" for letter in text):
        raise ProofError("a note is lines of text, each with its end")


def _taken_apart(note: str) -> tuple[str, list[str]]:
    body, empty, signatures = note.rpartition("\n\n")
    if not empty or not signatures.endswith("\n"):
        raise ProofError("that is not a signed note: it has no signatures behind an empty line")
    lines = signatures[:-1].split("\n")
    if len(lines) > _MOST_SIGNATURES:
        raise ProofError(f"that is not a signed note: it has more than {_MOST_SIGNATURES} signatures")
    _check_text(body + "\n")
    return body + "\n", lines


def _signature(line: str) -> tuple[str, bytes, bytes]:
    dash, _, rest = line.partition(" ")
    name, _, encoded = rest.partition(" ")
    data = from_base64(encoded)
    if dash != "—" or not _NAME.fullmatch(name) or data is None or len(data) < 5:
        raise ProofError("that is not a signed note: one of its signature lines is not a signature")
    return name, data[:4], data[4:]


def opened(note: str, verifiers: Sequence[Verifier]) -> tuple[str, tuple[str, ...]]:
    """The text of a note and which of these have signed it. At least one must have, and none of their signatures may be wrong."""
    text, lines = _taken_apart(note)
    known = {(verifier.name, verifier.hash): verifier for verifier in verifiers}
    signed: list[str] = []
    for name, key, signature in map(_signature, lines):
        verifier = known.get((name, key))
        if verifier is None:
            continue
        if not verifier.verifies(text.encode(), signature):
            raise ProofError(f"the signature of {name} is not that of this text")
        signed.append(name)
    if not signed:
        raise ProofError(f"it is not signed by {' or '.join(map(str, verifiers)) or 'anybody who is known'}")
    return text, tuple(dict.fromkeys(signed))


class Checkpoint(NamedTuple):
    """How many entries the tree of a house had, and its root; `more` are lines that others may add below."""

    origin: str
    size: int
    root: bytes
    more: tuple[str, ...] = ()

    def __str__(self) -> str:
        lines = (self.origin, str(self.size), b64encode(self.root).decode(), *self.more)
        return "".join(f"{line}\n" for line in lines)

    @classmethod
    def read(cls, text: str) -> Checkpoint:
        """A checkpoint from the text of a note."""
        _check_text(text)
        lines = text[:-1].split("\n")
        if len(lines) < 3 or "" in lines or not _NUMBER.fullmatch(lines[1]):
            raise ProofError("that is not a checkpoint: it says whose it is, how many entries, and the root over them")
        root = from_base64(lines[2])
        if root is None or len(root) != 32:
            raise ProofError("that is not a checkpoint: its root is not 32 bytes in base64")
        return cls(lines[0], int(lines[1]), root, tuple(lines[3:]))


def checkpoint_in(note: str, verifier: Verifier) -> Checkpoint:
    """The checkpoint in a note that this verifier has signed for its own house."""
    text, _ = opened(note, [verifier])
    checkpoint = Checkpoint.read(text)
    if checkpoint.origin != verifier.name:
        raise ProofError(f"the checkpoint is of {checkpoint.origin}, not of {verifier.name}")
    return checkpoint


def unverified(note: str) -> Checkpoint:
    """The checkpoint that a note claims to be, before its signatures are checked."""
    return Checkpoint.read(_taken_apart(note)[0])


def proof_text(hashes: Sequence[bytes]) -> str:
    """The hashes of a proof as text: one per line, in base64."""
    return "".join(f"{b64encode(digest).decode()}\n" for digest in hashes)


def read_proof(text: str) -> list[bytes]:
    """The hashes of a proof from its text."""
    hashes = [from_base64(line) for line in text.split("\n")[:-1]]
    if (text and not text.endswith("\n")) or len(hashes) > 200:
        raise ProofError("that is not a proof: a proof has one hash per line, in base64")
    proof = [digest for digest in hashes if digest is not None and len(digest) == 32]
    if len(proof) != len(hashes):
        raise ProofError("that is not a proof: a proof has one hash per line, in base64")
    return proof
