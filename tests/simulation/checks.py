"""What must be true after a run, whatever went wrong in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from hashlib import sha256

import msgspec

from croupier.floor.house import CAGE, ROOM, AnyStream
from croupier.floor.sections import LASTS
from croupier.kernel.entries import encode
from croupier.kernel.errors import HistoryError
from croupier.people.events import PersonExcluded, RoleRevoked
from croupier.proof.merkle import Tree, entry_leaf
from croupier.proof.notes import checkpoint_in
from croupier.tables.any_game import KINDS, audit, load
from croupier.tables.any_table import AnyTable
from croupier.tables.balance import differences
from croupier.tables.cage_desk import CageStream
from croupier.tables.casino import Casino
from croupier.tables.house_table import HouseTable
from croupier.tables.meters import Meters
from croupier.tables.poker_room import PokerRoom, RoomStream
from croupier.tables.poker_table import PokerTable
from croupier.tables.summary import Summary, summary_of
from croupier.tables.tournament_stream import TournamentStream
from croupier.tables.tournament_tables import TournamentTables
from simulation.world import SIGNER, World


def faults_in(world: World, *, all_audited: bool = False) -> Iterator[str]:
    """Whatever is wrong in a world after its run, in words."""
    lines = {name: [line.line for line in there] for name, there in world.database.lines.items()}
    streams, unread = loaded(lines)
    if unread:
        yield from unread
        return
    yield from _acknowledged(world, streams)
    yield from _shown(world)
    yield from _in_memory(world, streams)
    yield from _snapshots(world, lines, streams)
    yield from _rows(world, streams)
    yield from money_faults(lines, streams)
    yield from _late(world)
    yield from _ordered(world, streams)
    yield from _signed(world)
    yield from _authorised(world, streams)
    if world.idle:
        yield f"nothing goes on: {', '.join(world.idle)}"
    names = sorted(lines)
    for name in names if all_audited else names[world.plan.seed % len(names) :][:1]:
        if not (audited := audit(lines[name])):
            yield f"{name}: {audited}"


class _Number(msgspec.Struct):
    number: int


def loaded(lines: dict[str, list[bytes]]) -> tuple[dict[str, AnyStream], list[str]]:
    """The streams of a record, and what cannot be read of it: a number that several entries have comes first."""
    streams, unread = dict[str, AnyStream](), list[str]()
    for name, there in lines.items():
        numbers = Counter(msgspec.json.decode(line, type=_Number).number for line in there)
        unread += [f"{name} has {times} entries of the number {one}" for one, times in numbers.items() if times > 1]
        try:
            streams[name] = load(there)
        except HistoryError as error:
            unread.append(f"{name} can not be read: {error}")
    return streams, unread


def placed(streams: dict[str, AnyStream]) -> dict[tuple[str, str], list[int]]:
    """The numbers of the entries that commands came to, by stream and id."""
    places: dict[tuple[str, str], list[int]] = {}
    for name, stream in streams.items():
        for entry in stream.entries:
            if entry.id:
                places.setdefault((name, entry.id), []).append(entry.number)
    return places


def _acknowledged(world: World, streams: dict[str, AnyStream]) -> Iterator[str]:
    """Every command that was acknowledged is on record once, where it was said to be, with the result."""
    places = placed(streams)
    yield from (f"{key} stands {len(found)} times in {name}" for (name, key), found in places.items() if len(found) > 1)
    for key, stream, number, events in world.acknowledged:
        found = places.get((stream, key))
        if found is None:
            yield f"{key} was acknowledged as entry {number} of {stream}, and is not there"
        elif found != [number]:
            yield f"{key} was acknowledged as entry {number} of {stream}, and is {found}"
        elif streams[stream].entries[number - 1].events != events:
            yield f"{key} was answered with other events than entry {number} of {stream} has"
    for (stream, key), refusal in world.turned_away.items():
        if (stream, key) in places:
            yield f"{key} was refused ({refusal}), and is on record all the same"
        if refusal.ground == "repeated_command":
            yield f"{key} was carried out, and its repetition refused: {refusal.reason}"


def _late(world: World) -> Iterator[str]:
    """What came to a process before or while it stood still for so long that others believed it gone, it did not keep then. Where
    there can be no others, it did.
    """
    for life, since, until in (stood for process in world.processes for stood in process.stood if world.database.shared):
        for (stream, key), (writer, at) in world.database.ids.items() if until - since > LASTS else ():
            before = [came <= until for to, came in world.came[stream, key] if to is life]
            if writer is life and at >= until and before and all(before):
                yield f"{key} at {stream} was carried out by a process that had stood still since for {until - since:.1f} s"


def _shown(world: World) -> Iterator[str]:
    """Nobody was shown what was not kept."""
    for name, numbers in world.shown.items():
        kept = world.database.lines.get(name, [])
        for number, heads in numbers.items():
            if number and heads != {kept[number - 1].hash if number <= len(kept) else ""}:
                yield f"entry {number} of {name} was shown, and is not what was kept"


def _in_memory(world: World, streams: dict[str, AnyStream]) -> Iterator[str]:
    """Every process has in memory what the store has."""
    for process in world.processes:
        if process.floor is None:
            yield f"process {process.number} is not open"
            continue
        floor = process.floor
        if floor.aside:
            yield f"process {process.number} has set aside {floor.aside}"
        if floor.unavailable:
            yield f"process {process.number} believes that the store is not there: {floor.unavailable}"
        for name, stream in streams.items():
            here, row = floor.house.streams.here(name), floor.house.row(name)
            if row is None:
                yield f"process {process.number} does not know {name}"
            elif here is None and row != summary_of(stream):
                yield f"process {process.number} has entry {row.number} in the row of {name}, the store {stream.number}"
            elif here is None:
                process.dropped += 1
            elif (here.number, here.head) != (stream.number, stream.head):
                yield f"process {process.number} is at {here.number} of {name}, the store at {stream.number}"
            elif process.told.get(name) != stream.number:
                told = process.told.get(name)
                yield f"process {process.number} told who looks at {name} of {told}, the store has {stream.number}"
            elif encode(here.state) != encode(stream.state):
                yield f"process {process.number} has {name} otherwise than its record"


def _snapshots(world: World, lines: dict[str, list[bytes]], streams: dict[str, AnyStream]) -> Iterator[str]:
    """A snapshot and what comes after it are the stream."""
    for name, (number, snapshot) in world.database.kept.items():
        kind = KINDS[world.database.lines[name][0].kind]
        reopened = kind.reopen(kind.engine, snapshot, lines[name][number:])
        if reopened.head != streams[name].head or encode(reopened.state) != encode(streams[name].state):
            yield f"the snapshot of {name} at {number} opens as something else"


def _rows(world: World, streams: dict[str, AnyStream]) -> Iterator[str]:
    """The row of every table is what its last entry came to."""
    for name, stream in streams.items():
        if isinstance(stream, AnyTable):
            number, row = world.database.rows.get(name, (0, b"null"))
            if number != stream.number or msgspec.json.decode(row, type=Summary | None) != summary_of(stream):
                yield f"the row of {name} is of entry {number}, or says something else than its {stream.number} entries"


def _ordered(world: World, streams: dict[str, AnyStream]) -> Iterator[str]:
    """An order that was taken is on record, or kept with the reason why it could not be given."""
    places = placed(streams)
    for name, order in world.ordered.items():
        given, kept = (order.stream, f"order {name}") in places, f"order/{name}" in world.database.matters
        if given == kept:
            yield f"order {name} at {order.stream} is {'given and still waits' if given else 'lost'}"


def _authorised(world: World, streams: dict[str, AnyStream]) -> Iterator[str]:
    """In the order in which things were kept, nothing is by someone in a rank that was taken from them, or who is kept out. What
    the software does for them, such as posting a blind, no register has let.
    """
    gone, out = set[tuple[str, str, str]](), set[str]()
    for leaf in world.database.order:
        stream = streams[leaf.stream]
        entry = stream.entries[leaf.number - 1]
        if entry.register and ((entry.person, stream.rules.book, entry.capacity) in gone or entry.person in out):
            what = f"{entry.command}, by entry {entry.register} of the register"
            yield f"entry {leaf.number} of {leaf.stream} is by {entry.said}, who had lost that by then: {what}"
        for event in entry.events:
            if isinstance(event, RoleRevoked):
                gone.add((event.person, event.book, event.capacity))
            elif isinstance(event, PersonExcluded):
                out.add(event.person)


def _signed(world: World) -> Iterator[str]:
    """Every checkpoint that was ever signed is one of the order as it is in the end, and that has every entry once."""
    database, tree = world.database, Tree()
    kept = {(line.stream, line.number): line.hash for there in database.lines.values() for line in there}
    if {(leaf.stream, leaf.number): leaf.hash for leaf in database.order} != kept or len(kept) != len(database.order):
        yield "the order of the house is not that of its entries"
    roots = {0: tree.root}
    for leaf in database.order:
        tree.append(entry_leaf(leaf.stream, leaf.number, leaf.hash))
        roots[tree.size] = tree.root
    for note in database.signed:
        checkpoint = checkpoint_in(note, SIGNER.verifier)
        if roots.get(checkpoint.size) != checkpoint.root:
            yield f"a checkpoint of {checkpoint.size} entries was signed that the record contradicts"
    if not database.signed:
        yield "nothing was ever signed"


def money_faults(lines: dict[str, list[bytes]], streams: dict[str, AnyStream]) -> Iterator[str]:
    """Money at every table sums to nothing; meters, tournaments with their chips, and the cage are reconciled."""
    for name, stream in streams.items():
        if isinstance(stream, AnyTable) and sum(stream.state.money.values()) != 0:
            yield f"the money of {name} does not sum to nothing"
    for name, stream in streams.items():
        if isinstance(stream, Meters):
            tables = {table: lines[table] for table, there in streams.items() if isinstance(there, HouseTable)}
            yield from (f"{name}: {wrong}" for wrong in Casino.load(lines[name], tables).wrong())
    room = streams.get(ROOM)
    if isinstance(room, RoomStream):
        tables = {
            name: lines[name]
            for name, stream in streams.items()
            if isinstance(stream, PokerTable) and not stream.state.options.tournament
        }
        yield from (f"room: {wrong}" for wrong in PokerRoom.load(lines[ROOM], tables).wrong())
    cage = streams[CAGE]
    assert isinstance(cage, CageStream)
    every = [stream for stream in streams.values() if isinstance(stream, AnyTable)]
    meters = [stream for stream in streams.values() if isinstance(stream, Meters)]
    tournaments = [
        TournamentTables.load(
            lines[name], {each.name: lines[each.name] for each in every if each.state.options.tournament == name}
        )
        for name, stream in streams.items()
        if isinstance(stream, TournamentStream)
    ]
    yield from (f"cage: {wrong}" for wrong in differences(cage.state, every, meters, tournaments))


def digest(world: World) -> str:
    """All that a run came to, to compare with another run of the same seed."""
    heads = {name: (there[-1].number, there[-1].hash) for name, there in sorted(world.database.lines.items())}
    said = msgspec.json.encode((heads, dict(sorted(world.database.struck.items())), len(world.acknowledged)))
    return sha256(said).hexdigest()
