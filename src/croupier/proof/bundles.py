"""Proof in one file that can be checked anywhere, without the server: entries, their paths to a signed checkpoint, opened cards.

A line of an entry shows its hash and the one before it. With those, a person who can guess the contents of the entries around it
could try out cards that they were not shown. So single entries and whole rounds are for the inspector. A player's proof of a
round holds only the lines that committed its decks: the next one in the stream is the shuffle, which nobody can guess.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import msgspec

from croupier.kernel.actors import INSPECTOR, Viewer
from croupier.kernel.entries import encode, seal_broken
from croupier.kernel.errors import ProofError
from croupier.kernel.streams import Stream
from croupier.proof.checkpoints import Checkpoints
from croupier.proof.keeping import Line, Record
from croupier.proof.merkle import entry_leaf, included
from croupier.proof.notes import Verifier, checkpoint_in
from croupier.proof.opened_decks import CommittedDeck, Opening, committed_decks, verify
from croupier.proof.round_check import played, round_now

FORMAT = "croupier proof 1"
_MOST = 50_000_000
_MANY = 10_000


class Proven(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An entry as its line has it, its place in the order of the house, and its path in the tree, in hexadecimal."""

    line: str
    place: int
    path: tuple[str, ...]


class OpenedDeck(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Cards of a committed deck: by which entry, how many cards it had, and those that are opened.

    `cut` is stated, not proven: everyone at the table saw where the deck was cut.
    """

    committed: int
    cards: int
    cut: int = 0
    opened: tuple[Opening, ...]


class Bundle(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything needed to check some entries of one stream, and cards of the decks that they commit."""

    format: str
    verifier: str
    checkpoint: str
    entries: tuple[Proven, ...]
    decks: tuple[OpenedDeck, ...] = ()


class Verdict(NamedTuple):
    """The result of checking a proof, a sentence per line. If it is false, the last sentence says what does not hold."""

    holds: bool
    says: tuple[str, ...]

    def __bool__(self) -> bool:
        return self.holds

    def __str__(self) -> str:
        return "\n".join(self.says)


# Making them


async def _bundle(
    record: Record, log: Checkpoints, stream: str, numbers: Sequence[int], decks: Sequence[CommittedDeck] = ()
) -> bytes:
    size = log.checkpoint.size
    places = await _places(record, stream, set(numbers), size)
    entries = []
    for number in numbers:
        if number not in places:
            raise ProofError(f"entry {number} of {stream} is under no checkpoint yet")
        lines = await record.read(stream, after=number - 1, limit=1)
        path = tuple(digest.hex() for digest in await log.inclusion(places[number], size))
        entries.append(Proven(line=lines[0].decode(), place=places[number], path=path))
    opened = [OpenedDeck(committed=deck.committed, cards=len(deck.deck), cut=deck.cut, opened=deck.openings()) for deck in decks]
    bundle = Bundle(format=FORMAT, verifier=str(log.verifier), checkpoint=log.note, entries=tuple(entries), decks=tuple(opened))
    return msgspec.json.format(encode(bundle)) + b"\n"


async def _places(record: Record, stream: str, numbers: set[int], size: int) -> dict[int, int]:
    """Where entries are in the order of the house, the latest looked at first."""
    places: dict[int, int] = {}
    end = size
    while end and len(places) < len(numbers):
        start = max(0, end - _MANY)
        for leaf in await record.leaves(start, end - start):
            if leaf.stream == stream and leaf.number in numbers:
                places[leaf.number] = leaf.place
        end = start
    return places


async def prove_entry(record: Record, log: Checkpoints, stream: str, number: int) -> bytes:
    """The proof of one entry, for the inspector once its round is over."""
    heads = await record.heads([stream])
    if stream not in heads or not 0 < number <= heads[stream].number:
        raise ProofError(f"there is no entry {number} in {stream!r}")
    return await _bundle(record, log, stream, [number])


async def prove_round(record: Record, log: Checkpoints, stream: Stream[Any, Any], round: int, viewer: Viewer) -> bytes:
    """The proof of a round at a table. The inspector's has every entry and, once it is over, every card; anyone else's the
    cards that they were shown, of the decks that were committed for it.
    """
    decks = [deck for deck in committed_decks(stream, viewer) if deck.round == round]
    if viewer == INSPECTOR:
        if round_now(stream.state) == round:
            raise ProofError(f"round {round} of {stream.name!r} is still being played")
        lines = (line.encode() for line in stream.lines())
        numbers = [step.entry.number for step in played(stream, lines, round)]
    else:
        numbers = [deck.committed for deck in decks]
    if not numbers:
        what = "is no such round" if viewer == INSPECTOR else "was no deck committed for that round"
        raise ProofError(f"there {what} at {stream.name!r}")
    return await _bundle(record, log, stream.name, numbers, decks)


# Checking them


class _Line(Line, kw_only=True):
    """What a proof looks at in an entry."""

    events: list[dict[str, Any]]


def verify_bundle(data: bytes, verifier: Verifier | None = None) -> Verdict:
    """Check a proof. Its own key is believed unless you know the key of the house from elsewhere.

    `ProofError` says why something is not a proof at all.
    """
    bundle = _read(data)
    said: list[str] = []
    try:
        _verified(bundle, verifier, said)
    except ProofError as error:
        return Verdict(False, (*said, f"The proof fails: {error}."))
    return Verdict(True, tuple(said))


def _read(data: bytes) -> Bundle:
    if len(data) > _MOST:
        raise ProofError("that is not a proof: it is too long")
    try:
        bundle = msgspec.json.decode(data, type=Bundle)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise ProofError(f"that is not a proof: {error}") from None
    if bundle.format != FORMAT:
        raise ProofError(f"that is a proof of another kind: {bundle.format!r}, not {FORMAT!r}")
    if not bundle.entries:
        raise ProofError("that is not a proof: it has no entry")
    return bundle


def _verified(bundle: Bundle, verifier: Verifier | None, said: list[str]) -> None:
    own = Verifier.read(bundle.verifier)
    if verifier is not None and own != verifier:
        raise ProofError(f"it is signed by {own}, not by {verifier}")
    checkpoint = checkpoint_in(bundle.checkpoint, own)
    said.append(f"The checkpoint of {checkpoint.size} entries is signed by {own}.")
    if verifier is None:
        said.append("This key comes from the proof itself: compare it with the one the house has published.")
    lines = [_entry(entry, checkpoint.size, checkpoint.root) for entry in bundle.entries]
    stream = lines[0].stream
    for before, line in pairwise(lines):
        if line.stream != stream:
            raise ProofError(f"entries of {stream} and of {line.stream} are mixed")
        if line.number <= before.number:
            raise ProofError(f"entry {line.number} of {stream} comes after entry {before.number}")
        if line.number == before.number + 1 and line.previous != before.hash:
            raise ProofError(f"entry {line.number} of {stream} does not follow entry {before.number}")
    many = f"Entry {lines[0].number}" if len(lines) == 1 else f"Entries {', '.join(str(line.number) for line in lines)}"
    said.append(f"{many} of {stream} {'is' if len(lines) == 1 else 'are'} in the tree as written.")
    for deck in bundle.decks:
        _opened(deck, lines, said)


def _entry(proven: Proven, size: int, root: bytes) -> _Line:
    """An entry, after checking that its line is intact and that it is in the tree."""
    try:
        line = msgspec.json.decode(proven.line, type=_Line)
        path = [bytes.fromhex(digest) for digest in proven.path]
    except (msgspec.MsgspecError, ValueError):
        raise ProofError(f"the entry at place {proven.place} cannot be read") from None
    if broken := seal_broken(proven.line.encode("utf-8", "surrogatepass")):
        raise ProofError(f"entry {line.number} of {line.stream} was changed: {broken}")
    if not 0 < line.number < 2**63 or not included(
        entry_leaf(line.stream, line.number, line.hash), proven.place, size, path, root
    ):
        raise ProofError(f"entry {line.number} of {line.stream} is not at place {proven.place} of the tree")
    return line


def _opened(deck: OpenedDeck, lines: Sequence[_Line], said: list[str]) -> None:
    entry = next((line for line in lines if line.number == deck.committed), None)
    event = next((recorded for recorded in entry.events if recorded.get("event") == "deck-committed"), None) if entry else None
    if entry is None or event is None:
        raise ProofError(f"entry {deck.committed} commits no deck")
    root, number = event.get("root"), event.get("round")
    if not isinstance(root, str) or not isinstance(number, int):
        raise ProofError(f"entry {deck.committed} commits no deck")
    for opening in deck.opened:
        if not verify(opening, root, number, deck.cards):
            raise ProofError(f"{opening.card} was not at place {opening.place} of the deck of entry {deck.committed}")
    if len({opening.place for opening in deck.opened}) != len(deck.opened):
        raise ProofError(f"a card of the deck of entry {deck.committed} is revealed twice")
    after = f", top {deck.cut} cards cut to the bottom" if deck.cut else ""
    said.append(f"Entry {deck.committed} committed the deck of round {number}, {deck.cards} cards{after}:")
    said.extend(f"  {opening.card} was {_from_top(opening.place, deck)}" for opening in deck.opened)
    if not deck.opened:
        said.append("  no card of it is revealed.")


def _from_top(place: int, deck: OpenedDeck) -> str:
    shuffled = f"card {place + 1} of the shuffle"
    return f"{shuffled}, card {(place - deck.cut) % deck.cards + 1} after the cut." if deck.cut else f"{shuffled}."
