"""Checking a whole record: every hash and chain, the order of the house against checkpoints, then every command again.

A changed entry does not match its hash. If its hash is recalculated, it does not match the entries after it; if those are
too, it does not match the tree; if the tree is too, it does not match checkpoints kept elsewhere. The report names the
first entry, in the order of the house, that was changed. If a whole past was rewritten with all its hashes, that is
the first entry after the last checkpoint that still holds. The file is long because each pass uses what earlier passes
have found.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from croupier.kernel.accounts import kind_of, owner_of
from croupier.kernel.actors import HOUSE, Capacity, Said
from croupier.kernel.decks import is_hash
from croupier.kernel.entries import NOWHERE, seal_broken
from croupier.kernel.errors import HistoryError, ProofError
from croupier.kernel.events import Event, PlayersCommand
from croupier.people.events import DealingSettled
from croupier.people.register import AsOf, authority
from croupier.people.state import Assignment, Dealing, People, Person
from croupier.poker import commands as poker
from croupier.proof.exporting import Exported, in_lots, stored_checkpoints
from croupier.proof.keeping import BLOCKS, VERIFIER, Columns, Head, KeptOrder, Leaf, Line, Order, Record, in_order
from croupier.proof.merkle import BLOCK, Tree, entry_leaf
from croupier.proof.notes import Checkpoint, Verifier, checkpoint_in, unverified
from croupier.proof.segments import SegmentLost
from croupier.tables.any_game import KINDS, audit, snapshot_is_wrong
from croupier.tables.any_table import AnyTable
from croupier.tables.people_stream import PeopleStream

_MANY = 10_000
_OFTEN = 1000
_UNKNOWN = 2**62
"""The place of an entry without one."""
_BY_THE_ROOM = (poker.TakeSeat, poker.StepAway)
"""Acts of players that follow when people above the dealer seat, move or merge them in the poker room."""
_OWED = poker.PostBlind.declared.tag
"""What the software enters for a player who owes it, whatever the register says about them by then."""

Progress = Callable[[int, int], None]


class Fault(NamedTuple):
    """The first entry that was changed: by stream and number, its place in the order, and what is wrong.

    If that is not certain, it may be any entry from there up to the place before `until`.
    """

    stream: str
    number: int
    says: str
    place: int = _UNKNOWN
    until: int = 0

    def __str__(self) -> str:
        where = f"place {self.place}" if self.place < _UNKNOWN else "not in the tree yet"
        if not self.stream:
            return self.says
        if self.until > self.place + 1:
            return f"{self.stream}, entry {self.number} ({where}), or one after it up to place {self.until - 1}: {self.says}"
        return f"{self.stream}, entry {self.number} ({where}): {self.says}"


class Verified(NamedTuple):
    """The result of checking a record. It is true if nothing was found."""

    entries: int
    streams: int
    in_order: int
    checkpoints: int
    signer: str
    decided: bool
    fault: Fault | None

    def __bool__(self) -> bool:
        return self.fault is None

    def __str__(self) -> str:
        if self.fault is not None:
            return str(self.fault)
        said = f"{self.entries} entries in {self.streams} streams: every hash and chain is intact"
        if self.checkpoints:
            many = f"{self.checkpoints} checkpoint{'s' * (self.checkpoints > 1)}"
            said += f"; the tree over the first {self.in_order} of them matches {many} signed by {self.signer}"
        else:
            said += "; there is no checkpoint to compare them with, so a complete rewrite could not be detected"
        return said + ("; every command, decided again, gave the same result" if self.decided else "")


class Against(NamedTuple):
    """What a record is compared with, kept elsewhere: checkpoints as notes, and the order of an earlier copy if there is one."""

    notes: tuple[str, ...] = ()
    copy: Record | None = None


def against(path: Path) -> Against:
    """The contents of a file with a checkpoint, of a folder of them such as a witness has, or of an earlier export."""
    try:
        if path.is_dir() and not (path / "streams.json").exists():
            files = sorted(file for file in path.rglob("*.txt") if file.stem.isdecimal())
            if not files:
                raise ProofError(f"{path} has no checkpoint in it")
            return Against(tuple(dict.fromkeys(file.read_text("utf-8") for file in files)))
        if path.is_dir() or path.suffix == ".zip":
            return Against(copy=Exported(path))
        return Against((path.read_text("utf-8"),))
    except OSError as error:
        raise ProofError(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ProofError(f"{path} is not a checkpoint: it is not text") from None


async def verify(
    record: Record,
    held_against: Against | None = None,
    *,
    verifier: Verifier | None = None,
    decide: bool = True,
    progress: Progress | None = None,
) -> Verified:
    """Check a record. The key is the record's own, unless you know it from elsewhere."""
    other = held_against or Against()
    kept = (await record.get(VERIFIER) or b"").decode("utf-8", "replace")
    key = verifier or (Verifier.read(kept) if kept else None)
    faults: list[Fault] = []
    own = _signed(await stored_checkpoints(record), key, "that the record keeps", faults)
    copies = await stored_checkpoints(other.copy) if other.copy is not None else []
    notes = _of_this_house([note.encode() for note in other.notes], key) + copies
    elsewhere = _signed(notes, key, "that was kept elsewhere", faults)
    kept_order = KeptOrder(record)
    order = await _Order.read(kept_order)
    snapshots = await record.snapshots()
    heads = await record.heads()  # read after the snapshots, because a running house may save more meanwhile
    told = _Told(progress, sum(head.number for head in heads.values()) * (1 + decide))
    entries = _Entries(order, told, exact=isinstance(record, Exported))
    for name in sorted({*heads, *order.hashes}):
        try:
            await entries.go_through(record, name, heads.get(name))
        except SegmentLost as lost:
            faults.append(order.fault(name, lost.first, str(lost)))
    faults += [*order.faults, *entries.faults]
    if isinstance(record, Columns):
        wrong = await record.astray() or ("" if own or not kept else "its checkpoints are gone, but its key is there")
        blocks = range(-(-own[-1].size // BLOCK)) if own else ()
        if not wrong and not all([await kept_order.written_down(block) for block in blocks]):
            wrong = "the order of its tree, as it was written down, is gone or cannot be read"
        faults += [Fault("", 0, f"the tables of the store are inconsistent: {wrong}")] if wrong else []
    faults += await _other_blocks(record, kept_order)
    faults += await _other_order(record, kept_order, "the store has another entry at its place", order.size)
    changed = await _other_order(kept_order, other.copy, "an earlier copy has another entry there") if other.copy else []
    signed = changed or await _not_as_signed(kept_order, order, entries, elsewhere)
    faults += signed or await _not_as_signed(kept_order, order, entries, own)
    if decide and not faults:
        faults += await _decided_again(record, heads, snapshots, order, told)
    told.all_done()
    first = min(faults, key=lambda fault: (fault.place, -fault.until, fault.stream), default=None)
    many = len({checkpoint.size for checkpoint in (*own, *elsewhere)})
    return Verified(entries.count, len(heads), order.size, many, str(key or ""), decide, first)


def _signed(notes: Sequence[bytes], key: Verifier | None, which: str, faults: list[Fault]) -> list[Checkpoint]:
    """The checkpoints in these notes, the smallest first; a wrong signature is a fault."""
    if not notes:
        return []
    if key is None:
        raise ProofError("there is no key to verify checkpoints with: name one with --key")
    checkpoints = []
    for note in notes:
        try:
            checkpoints.append(checkpoint_in(note.decode("utf-8", "replace"), key))
        except ProofError as error:
            faults.append(Fault("", 0, f"a checkpoint {which} does not hold: {error}"))
    return sorted(checkpoints, key=lambda checkpoint: checkpoint.size)


def _of_this_house(notes: list[bytes], key: Verifier | None) -> list[bytes]:
    """A witness may keep checkpoints of several houses in one folder."""
    origins = [unverified(note.decode("utf-8", "replace")).origin for note in notes]
    if len(notes) < 2 or key is None:
        return notes
    ours = [note for note, origin in zip(notes, origins, strict=True) if origin == key.name]
    if not ours:
        raise ProofError(f"there is no checkpoint of {key.name} among them")
    return ours


class _Told:
    """How far it has come, reported to the caller."""

    def __init__(self, progress: Progress | None, whole: int) -> None:
        self._tell, self._whole, self._done = progress or (lambda done, whole: None), whole, 0

    def more(self, entries: int) -> None:
        self._done += entries
        self._tell(min(self._done, self._whole), self._whole)

    def all_done(self) -> None:
        self._tell(self._whole, self._whole)


class _Order:
    """The recorded order of the house: for each stream the hashes of its entries and their places."""

    def __init__(self) -> None:
        self.size = 0
        self.hashes: dict[str, bytearray] = {}
        self.places: dict[str, list[int]] = {}
        self.faults: list[Fault] = []
        self._unreadable: list[int] = []

    @classmethod
    async def read(cls, kept: Order) -> _Order:
        order = cls()
        async for leaf in in_order(kept):
            order._take(leaf)
        if order._unreadable and not order.faults:
            place = order._unreadable[0]
            order.faults.append(Fault("", 0, f"place {place} of the order of the house cannot be read", place))
        return order

    def _take(self, leaf: Leaf) -> None:
        place = leaf.place
        self._unreadable += range(self.size, place)
        self.size = place + 1
        if not is_hash(leaf.hash):
            self._unreadable.append(place)
            return
        known, places = self.hashes.setdefault(leaf.stream, bytearray()), self.places.setdefault(leaf.stream, [])
        due = len(places) + 1
        if leaf.number == due:
            known += bytes.fromhex(leaf.hash)
            places.append(place)
        elif leaf.number < due:
            self.faults.append(Fault(leaf.stream, leaf.number, "it is in the order of the house twice", place))
        elif not any(fault.stream == leaf.stream for fault in self.faults):
            says = "it is missing from the order of the house, or cannot be read there"
            self.faults.append(Fault(leaf.stream, due, says, min([place, *self._unreadable])))

    def fault(self, stream: str, number: int, says: str) -> Fault:
        """What is wrong with an entry, with its place if it has one."""
        places = self.places.get(stream, [])
        return Fault(stream, number, says, places[number - 1] if 0 < number <= len(places) else _UNKNOWN)


_COLUMNS = ("stream", "number", "at", "person", "id", "hash")


class _Entries:
    """Check the streams line by line; of each the first fault. Nothing may follow the end of an `exact` record."""

    def __init__(self, order: _Order, told: _Told, *, exact: bool) -> None:
        self._order, self._told, self._exact = order, told, exact
        self.count = 0
        self.hashes: dict[str, bytearray] = {}
        self.faults: list[Fault] = []

    async def go_through(self, record: Record, stream: str, head: Head | None) -> None:
        hashes = self.hashes.setdefault(stream, bytearray())
        last = max(head.number if head is not None else 0, len(self._order.hashes.get(stream, b"")) // 32)
        before, number = NOWHERE, 0
        read = record.rows if isinstance(record, Columns) else record.read
        async for row in in_lots(read, stream, last + 1 if head is not None else 0):
            number += 1
            if number > last and not self._exact:  # a house that goes on
                return
            digest = self._hash_of(row, stream, number, before, head)
            if not digest:
                return
            before, inside = digest, _hash_at(self._order.hashes, stream, number)
            hashes += bytes.fromhex(before)
            if inside and inside != before:
                self._fault(stream, number, "it is not the entry that the tree has there: it was rewritten")
                return
            if head is not None and number == head.number and before != head.hash:
                self._fault(stream, number, f"it is known to be {head.hash[:8]}, and is another")
                return
            self.count += 1
            if not number % _OFTEN:
                self._told.more(_OFTEN)
        self._told.more(number % _OFTEN)
        if number < last:
            self._fault(stream, number + 1, "it is missing, and all after it: the stream was cut off")
        elif number > last:
            self._fault(stream, number, f"it stands there, and the stream is known to end with entry {last}")

    def _hash_of(self, row: Any, stream: str, number: int, before: str, head: Head | None) -> str:
        """The hash of a line, if it is the entry that should be there; otherwise None, and the fault is noted."""
        line: bytes = row if isinstance(row, bytes) else row.line
        try:
            entry = msgspec.json.decode(line, type=Line)
        except (msgspec.MsgspecError, ValueError):
            self._fault(stream, number, "its line cannot be read")
            return ""
        if broken := seal_broken(line):
            self._fault(stream, number, f"it was changed: {broken}")
        elif entry.stream != stream:
            self._fault(stream, number, f"an entry of {entry.stream} stands in its place")
        elif 0 < entry.number < number:
            self._fault(stream, entry.number, "it stands there twice, or out of its order")
        elif entry.number != number:
            self._fault(stream, number, f"it is missing: entry {entry.number} stands in its place")
        elif entry.previous != before:
            self._fault(stream, number, "it does not follow the entry before it")
        elif entry.pins is not None and head is not None and entry.pins.kind != head.kind:
            says = f"it begins the record of a {entry.pins.kind}, and the store has it as a {head.kind}"
            self._fault(stream, number, says)
        elif row is not line and (column := next((name for name in _COLUMNS if getattr(row, name) != getattr(entry, name)), "")):
            says = f"its column {column} says {getattr(row, column)!r}, and the entry {getattr(entry, column)!r}"
            self._fault(stream, number, says)
        else:
            return entry.hash
        return ""

    def _fault(self, stream: str, number: int, says: str) -> None:
        self.faults.append(self._order.fault(stream, number, says))


async def _other_blocks(record: Record, order: Order) -> list[Fault]:
    """Whether the roots of whole blocks, from which a house is opened, differ from those of its order."""
    rows = await record.scan(BLOCKS)
    kept = b"".join(rows[name] for name in sorted(rows))
    tree = Tree()
    async for leaf in in_order(order, 0, len(kept) // 32 * BLOCK):
        tree.append(entry_leaf(leaf.stream, leaf.number, leaf.hash if is_hash(leaf.hash) else NOWHERE))
    wrong = kept != b"".join(tree.blocks[: len(kept) // 32])
    return [Fault("", 0, "the roots of blocks that the store keeps are not those of its order")] if wrong else []


async def _roots(order: Order, sizes: set[int], instead: Mapping[str, bytearray]) -> dict[int, bytes]:
    """The roots of the order at these sizes; with hashes of entries `instead` of those in the order, where they are known."""
    tree, roots = Tree(), {0: Tree().root}
    async for leaf in in_order(order, 0, max(sizes, default=0)):
        digest = _hash_at(instead, leaf.stream, leaf.number) or leaf.hash
        tree.append(entry_leaf(leaf.stream, leaf.number, digest if is_hash(digest) else NOWHERE))
        if tree.size in sizes:
            roots[tree.size] = tree.root
    return roots


def _hash_at(hashes: Mapping[str, bytearray], stream: str, number: int) -> str:
    """The hash of an entry there, or nothing."""
    return hashes.get(stream, b"")[32 * (number - 1) : 32 * number].hex()


async def _not_as_signed(kept: Order, order: _Order, entries: _Entries, known: list[Checkpoint]) -> list[Fault]:
    """The first place where the order differs from checkpoints kept elsewhere."""
    roots = await _roots(kept, {checkpoint.size for checkpoint in known}, {})
    held = 0
    for checkpoint in known:
        if roots.get(checkpoint.size) == checkpoint.root:
            held = checkpoint.size
            continue
        if any(fault.place >= held for fault in order.faults):
            return []  # the order itself shows what is wrong with it
        if checkpoint.size > order.size:
            return [_cut_off(order, entries, checkpoint.size)]
        again = await _roots(kept, {checkpoint.size}, entries.hashes)
        if again.get(checkpoint.size) == checkpoint.root:
            return await _changed_leaf(kept, entries)
        (first,) = await kept.leaves(held, 1)
        says = f"the first {checkpoint.size} entries are not those that were signed for, with all their hashes"
        says += f"; the first {held} are" if held else ""
        return [Fault(first.stream, first.number, says, held, checkpoint.size)]
    return []


def _cut_off(order: _Order, entries: _Entries, signed: int) -> Fault:
    says = f"{signed} entries were signed for, and the order of the house ends after {order.size}: its end was cut off"
    for stream, hashes in sorted(entries.hashes.items()):
        if len(hashes) > len(order.hashes.get(stream, b"")):
            return Fault(stream, len(order.places.get(stream, [])) + 1, says, order.size)
    return Fault("", 0, says, order.size)


async def _changed_leaf(kept: Order, entries: _Entries) -> list[Fault]:
    """The first place in the order that disagrees with an entry that is still as signed."""
    async for leaf in in_order(kept):
        digest = _hash_at(entries.hashes, leaf.stream, leaf.number)
        if digest and digest != leaf.hash:
            says = "its place in the order of the house has another hash; the entry is as it was signed for"
            return [Fault(leaf.stream, leaf.number, says, leaf.place, 1)]
    return []


async def _other_order(order: Order, known: Order, says: str, until: int = _UNKNOWN) -> list[Fault]:
    """The first entry that is not at its known place in the order."""
    place = 0
    while place < until and (leaves := await known.leaves(place, _MANY)):
        here = {leaf.place: leaf for leaf in await order.leaves(place, len(leaves))}
        for leaf in leaves:
            there = here.get(place)
            if there is None or (there.stream, there.number, there.hash) != (leaf.stream, leaf.number, leaf.hash):
                return [Fault(leaf.stream, leaf.number, says if there else "it is not in its place any more", place)]
            place += 1
    return []


async def _decided_again(
    record: Record, heads: Mapping[str, Head], snapshots: Mapping[str, tuple[int, bytes]], order: _Order, told: _Told
) -> list[Fault]:
    """Decide every command of every stream again; for each stream the first that gives another result, or that the register
    of people did not allow at that time, or its snapshot.
    """
    faults, people = [], None
    for name, head in sorted(heads.items(), key=lambda pair: (pair[1].kind != PeopleStream.engine.kind, pair[0])):
        lines = [line async for line in in_lots(record.read, name, head.number)]
        try:
            deviation = audit(lines).deviation
        except HistoryError as error:
            faults.append(order.fault(name, 1, f"it cannot be decided again: {error}"))
            continue
        told.more(len(lines))
        if deviation is not None:
            says = str(deviation).partition(", " if deviation.command else ": ")[2]
            faults.append(order.fault(name, deviation.number, says))
        elif (breach := _unauthorised(people, name, KINDS[head.kind], lines)) is not None:
            faults.append(order.fault(name, *breach))
        elif name in snapshots and (wrong := snapshot_is_wrong(lines, *snapshots[name])):
            faults.append(order.fault(name, snapshots[name][0], wrong))
        if people is None and head.kind == PeopleStream.engine.kind and deviation is None:
            people = _Register(lines)
    return faults


class _Named(msgspec.Struct):
    """A command by its name."""

    do: str


class _Spoken(Line, kw_only=True):
    """Who gave a command, as what, and the state of the register that let them; a first one says by which book."""

    capacity: Capacity
    register: int = 0
    command: _Named | None = None


class _Register:
    """The register of people as it was after each of its entries."""

    def __init__(self, lines: list[bytes]) -> None:
        whole = PeopleStream.load(lines)
        then, self.rules, self.number = whole.rewound(), whole.rules, whole.number
        self.people, self.dealing = AsOf[Person](), AsOf[Dealing]()
        for entry in whole.entries:
            then.repeat(entry)
            for person in {getattr(event, "person", "") for event in entry.events} & then.state.people.keys():
                self.people.know(entry.number, person, then.state.people[person])
            for event in entry.events:
                if isinstance(event, DealingSettled):
                    self.dealing.know(entry.number, event.table, then.state.dealing[event.table])
        self.state = People(self.people, self.dealing)  # type: ignore[arg-type]


def _unauthorised(register: _Register | None, name: str, kind: type[Any], lines: Sequence[bytes]) -> tuple[int, str] | None:
    """The first entry of a stream that the register of people did not allow at the time, and why not.

    Entries from before it was noted, those of the software, and the register's own are not checked; nor is the assignment of
    dealers at tables before the record said how they are dealt. The software also does what the book leaves
    to a rank in the name of that rank, which no account has.
    """
    book, latest = "", 0
    acts: list[Any] = [command for command in kind.engine.codec.commands if issubclass(command, PlayersCommand)]
    players = {command.__struct_config__.tag for command in acts if command not in _BY_THE_ROOM}
    for line in lines if register is not None else ():
        said = msgspec.json.decode(line, type=_Spoken)
        book = said.pins.book if said.pins is not None else book
        owed = said.command is not None and said.command.do == _OWED
        software = owed or said.capacity in (HOUSE, said.person)
        if register is None or (not said.register and (software or not latest)):
            continue
        if not said.register and register.state.dealt(name) is None:  # older houses did not always note it
            continue
        if not latest <= said.register <= register.number:
            return said.number, f"the register of people did not have {said.register} entries then"
        latest = register.people.number = register.dealing.number = said.register
        who = Said(said.person, said.capacity, said.at)
        dealt = register.state.dealt(name) if issubclass(kind, AnyTable) else None
        at, plays = Assignment(book, name), said.command is not None and said.command.do in players
        if (refusal := authority(register.rules, register.state, who, at, dealt, players=plays)) is not None:
            return said.number, f"by entry {latest} of the register of people, {refusal.reason}"
        if dealt is not None and register.rules.deals(said.capacity, book):
            events = kind.engine.codec.read_entry(line, said.number).events
            if any(amount < 0 for owner, amount in _purses(events).items() if owner != said.person):
                return said.number, register.rules.refuse("own_purse").reason
    return None


def _purses(events: Sequence[Event]) -> Counter[str]:
    """What some events put into purses, or take from them."""
    purses = Counter[str]()
    for event in events:
        purses.update({owner_of(name): amount for name, amount in event.postings.items() if kind_of(name) == "purse"})
    return purses
