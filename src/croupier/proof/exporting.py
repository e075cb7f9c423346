"""A copy of a house's record in files, as a folder or a zip: all that `verifying` needs, to be checked anywhere.

    streams.json                   every stream: its name, kind, how far it has come, and the file with its entries
    entries/0001-table-7.jsonl     the entries of a stream, one a line, as they were written
    leaves.jsonl                   the order of the house, one entry per line: stream, number, hash
    checkpoints/000000001203.txt   signed checkpoints
    verifier.txt                   the key to verify them with

It holds every card that was ever dealt: it is for the inspector.
"""

import re
import zipfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import msgspec

from croupier.kernel.entries import encode
from croupier.kernel.errors import ProofError
from croupier.proof.keeping import CHECKPOINTS, LATEST, VERIFIER, Head, KeptOrder, Leaf, Line, Record, in_order, place_from
from croupier.proof.notes import unverified

T = TypeVar("T")
_MANY = 10_000
_ROW = msgspec.json.Decoder()
_FILE = re.compile(r"[\w.-]{1,120}")
Progress = Callable[[int, int], None]


class ExportedStream(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A stream in an export, and the head that it had."""

    name: str
    kind: str
    number: int
    at: int
    hash: str
    file: str


async def in_lots(read: Callable[..., Awaitable[Sequence[T]]], stream: str, last: int) -> AsyncIterator[T]:
    """The entries of a stream up to a number, read in batches; fewer if it does not have so many."""
    after = 0
    while after < last:
        lot = await read(stream, after=after, limit=min(_MANY, last - after))
        if not lot:
            return
        for row in lot:
            yield row
        after += len(lot)


async def stored_checkpoints(record: Record) -> list[bytes]:
    """The checkpoints that a record has, each once; the latest is the last one."""
    kept = await record.scan(CHECKPOINTS)
    notes = [kept[name] for name in sorted(kept)]
    latest = await record.get(LATEST)
    return [note for note in notes if note != latest] + ([latest] if latest else [])


async def export(record: Record, to: Path, progress: Progress | None = None, *, before: Mapping[str, int] | None = None) -> int:
    """Write a copy of a record to a new folder, or to a new zip by its name; returns how many entries it holds.

    A house may go on meanwhile: what comes after its checkpoints and order were read is left out. With `before`, a number for
    each stream, the copy is of the house as it was before the first of these entries.
    """
    notes, verifier = await stored_checkpoints(record), await record.get(VERIFIER)
    order, kept = in_order(KeptOrder(record)), dict[str, int]()
    if before:
        size = await _place(record, before)
        notes = [note for note in notes if unverified(note.decode()).size <= size]
        order = in_order(KeptOrder(record), 0, size)
    with _files(to) as write:
        if verifier:
            write("verifier.txt", [verifier + b"\n"])
        for note in notes:
            write(f"checkpoints/{unverified(note.decode()).size:012d}.txt", [note])
        leaves: list[bytes] = []
        async for leaf in order:
            kept[leaf.stream] = leaf.number
            leaves.append(encode((leaf.stream, leaf.number, leaf.hash)) + b"\n")
        write("leaves.jsonl", leaves)
        heads = await record.heads()
        if before:
            heads = {name: head for name, head in heads.items() if name in kept}
        whole, done, streams = sum(head.number for head in heads.values()), 0, []
        for n, (name, head) in enumerate(sorted(heads.items()), 1):
            file = f"{n:04d}-{re.sub(r'[^A-Za-z0-9]+', '-', name)[:60]}.jsonl"
            number = kept[name] if before else head.number
            lines = [line + b"\n" async for line in in_lots(record.read, name, number)]
            write(f"entries/{file}", lines)
            last = msgspec.json.decode(lines[-1], type=Line) if number < head.number else head
            streams.append(ExportedStream(name, head.kind, number, last.at, last.hash, file))
            done += len(lines)
            if progress is not None:
                progress(done, whole)
        write("streams.json", [msgspec.json.format(encode(streams)), b"\n"])
    return done


async def _place(record: Record, before: Mapping[str, int]) -> int:
    """How many entries in the order of the whole house come before the first of these."""
    place = 0
    async for leaf in in_order(KeptOrder(record)):
        if leaf.number >= before.get(leaf.stream, leaf.number + 1):
            break
        place += 1
    return place


Write = Callable[[str, Sequence[bytes]], None]


@contextmanager
def _files(to: Path) -> Iterator[Write]:
    """Files of a new folder or zip, written one by one; `streams.json` comes last, so an interrupted copy is not a copy."""
    if to.suffix == ".zip":
        with zipfile.ZipFile(to, "x", zipfile.ZIP_DEFLATED) as whole:
            yield lambda name, parts: whole.writestr(name, b"".join(parts))
        return
    to.mkdir(parents=True)

    def write(name: str, parts: Sequence[bytes]) -> None:
        (to / name).parent.mkdir(exist_ok=True)
        (to / name).write_bytes(b"".join(parts))

    yield write


class Exported:
    """A copy of a record in files, read as a record."""

    def __init__(self, path: Path) -> None:
        try:
            self._files: Path | zipfile.Path = path if path.is_dir() else zipfile.Path(path)
            self._streams = {stream.name: stream for stream in self._manifest()}
            self._leaves = self._split("leaves.jsonl")
        except (zipfile.BadZipFile, KeyError, OSError) as error:
            why = getattr(error, "strerror", None) or "no streams.json and leaves.jsonl are in it"
            raise ProofError(f"{path} is not an export of a house: {why}") from None
        self._latest: tuple[str, list[bytes]] = ("", [])

    def _manifest(self) -> list[ExportedStream]:
        try:
            streams = msgspec.json.decode(self._bytes("streams.json"), type=list[ExportedStream])
        except (msgspec.MsgspecError, ValueError) as error:
            raise ProofError(f"streams.json cannot be read: {error}") from None
        if any(not _FILE.fullmatch(stream.file) or stream.file.startswith(".") for stream in streams):
            raise ProofError("streams.json names a file that is none of an export")
        return streams

    def _bytes(self, name: str) -> bytes:
        return (self._files / name).read_bytes()

    def _split(self, name: str) -> list[bytes]:
        return self._bytes(name).removesuffix(b"\n").split(b"\n") if self._bytes(name) else []

    def _names(self, folder: str) -> list[str]:
        where = self._files / folder
        return [f"{folder}/{file.name}" for file in where.iterdir()] if where.is_dir() else []

    async def heads(self, streams: Sequence[str] = ()) -> Mapping[str, Head]:
        wanted = (one for one in self._streams.values() if not streams or one.name in streams)
        return {one.name: Head(one.kind, one.number, one.at, one.hash) for one in wanted}

    async def read(self, stream: str, *, after: int = 0, limit: int = 10_000) -> list[bytes]:
        """The lines of a stream in the order of its file, whatever numbers they have."""
        if self._latest[0] != stream:
            file = f"entries/{self._streams[stream].file}"
            try:
                self._latest = (stream, self._split(file))
            except (KeyError, OSError):
                raise ProofError(f"{file} is missing: it has the entries of {stream}") from None
        return self._latest[1][after : after + limit]

    async def leaves(self, start: int = 0, limit: int = 10_000) -> list[Leaf]:
        """The order as written; a line that is not a stream, number and hash has no hash."""
        places = []
        for place, line in enumerate(self._leaves[start : start + limit], start):
            try:
                row = _ROW.decode(line)
            except (msgspec.MsgspecError, ValueError):
                row = None
            places.append(place_from(place, row))
        return places

    async def snapshots(self, streams: Sequence[str] = ()) -> Mapping[str, tuple[int, bytes]]:
        return {}  # a copy has all entries, but nothing derived from them

    async def get(self, key: str) -> bytes | None:
        names = {VERIFIER: "verifier.txt", LATEST: max(self._names("checkpoints"), default="")}
        try:
            return self._bytes(names[key]) if names.get(key) else None
        except (KeyError, OSError):
            return None

    async def scan(self, prefix: str) -> dict[str, bytes]:
        return {name: self._bytes(name) for name in self._names("checkpoints")} if prefix == CHECKPOINTS else {}
