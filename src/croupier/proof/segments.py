"""Segments: old entries of one stream, sealed into one compressed file that anyone can check without the house.

    {"segment":1,"stream":"table-7","kind":"house table","first":1,"last":5000,"from":...,"to":...,"previous":"...","hash":"..."}
    <the entries, one a line, compressed with xz>

An entry is stored without its own hash and the one before it: both follow from `previous` and from the entries themselves, so
reading a segment also checks it. The last entry must give `hash`.
"""

import lzma
from collections.abc import Sequence
from hashlib import sha256

import msgspec

from croupier.kernel.entries import encode, line_of
from croupier.kernel.errors import ProofError
from croupier.proof.keeping import Line

_PREVIOUS = b',"previous":"'
_TAIL = len(_PREVIOUS) + 64 + len(b'","hash":"') + 64 + len(b'"}')
"""How many bytes the two hashes take at the end of a line."""


class SegmentLost(ProofError):
    """A segment that is missing or was changed: which one, and the first entry that cannot be read."""

    def __init__(self, stream: str, first: int, says: str) -> None:
        super().__init__(says)
        self.stream, self.first = stream, first


class Header(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename={"earliest": "from", "latest": "to"}):
    """Which entries a segment has, when the first and the last were made, and the hashes before and at its end."""

    segment: int = 1
    stream: str
    kind: str
    first: int
    last: int
    earliest: int
    latest: int
    previous: str
    hash: str


def seal(stream: str, kind: str, lines: Sequence[bytes]) -> tuple[Header, bytes]:
    """The file of a segment, and its head; it was read back, and gave the same lines."""
    first, last = (msgspec.json.decode(line, type=Line) for line in (lines[0], lines[-1]))
    header = Header(
        stream=stream,
        kind=kind,
        first=first.number,
        last=last.number,
        earliest=first.at,
        latest=last.at,
        previous=first.previous,
        hash=last.hash,
    )
    data = encode(header) + b"\n" + lzma.compress(b"\n".join(line[:-_TAIL] for line in lines), preset=6)
    if unseal(data, f"a segment of {stream}") != (header, list(lines)):
        raise ProofError(f"entries {header.first} to {header.last} of {stream} do not come out of their segment as they went in")
    return header, data


def unseal(data: bytes, name: str) -> tuple[Header, list[bytes]]:
    """The head of a segment and the lines of its entries, each as written; `ProofError` if it was changed."""
    head, _, body = data.partition(b"\n")
    try:
        header = msgspec.json.decode(head, type=Header)
        parts = lzma.decompress(body).split(b"\n")
    except (msgspec.MsgspecError, lzma.LZMAError, ValueError, EOFError) as error:
        raise ProofError(f"{name} cannot be read: {error}") from None
    lines, previous = [], header.previous
    for part in parts:
        entry = b"".join((part, _PREVIOUS, previous.encode(), b'"}'))
        previous = sha256(entry).hexdigest()
        lines.append(line_of(entry, previous))
    if previous != header.hash or len(lines) != header.last - header.first + 1:
        raise ProofError(f"{name} was changed: its entries do not come to the hash at its head")
    return header, lines
