"""The key of a house split between two people: each has a half, which reveals nothing of the key and signs nothing.

    first, second = halved(signer, ("admin-1", "inspector-1"))
    joined(first, second)                                         # the signer again

A half is a line of text that names its key and its holder. Both are read when a server starts; the whole key is then
in its memory and in no file.
"""

import secrets
from base64 import b64encode

import msgspec

from croupier.kernel.errors import ProofError
from croupier.proof.notes import Signer, from_base64

_LENGTH = 32


class _Half(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    half_of: str
    holder: str
    half: str


def halved(signer: Signer, holders: tuple[str, str]) -> tuple[str, str]:
    """The key of a signer as two halves, one for each of two people."""
    if not all(holder.strip() for holder in holders) or holders[0].casefold() == holders[1].casefold():
        raise ProofError("two people hold the halves of a key: name two")
    pad = secrets.token_bytes(_LENGTH)
    rest = bytes(one ^ other for one, other in zip(signer.seed, pad, strict=True))
    halves = (
        _Half(half_of=str(signer.verifier), holder=holder, half=b64encode(half).decode())
        for holder, half in zip(holders, (pad, rest), strict=True)
    )
    first, second = (msgspec.json.encode(half).decode() for half in halves)
    return first, second


def joined(first: str, second: str) -> Signer:
    """The signer from both halves of its key; the error says what does not belong together."""
    one, other = _read(first), _read(second)
    if one.half_of != other.half_of:
        raise ProofError(f"these are halves of two keys: {one.half_of} and {other.half_of}")
    if one.holder.casefold() == other.holder.casefold():
        raise ProofError(f"both are halves of {one.holder}: the other one is needed")
    seed = bytes(a ^ b for a, b in zip(_bytes(one), _bytes(other), strict=True))
    signer = Signer(one.half_of.partition("+")[0], seed)
    if str(signer.verifier) != one.half_of:
        raise ProofError("these halves do not make the key that they are of")
    return signer


def _read(text: str) -> _Half:
    try:
        return msgspec.json.decode(text, type=_Half)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise ProofError("that is not half of a key") from None


def _bytes(half: _Half) -> bytes:
    raw = from_base64(half.half)
    if raw is None or len(raw) != _LENGTH:
        raise ProofError("that is not half of a key")
    return raw
