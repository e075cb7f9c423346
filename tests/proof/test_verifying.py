"""A record gone through: whole as it was written, and the first entry named whatever someone does to it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import pytest
from hypothesis import given, strategies as st

from croupier.kernel.entries import NOWHERE
from croupier.kernel.errors import ProofError
from croupier.proof.checkpoints import Sequencer
from croupier.proof.exporting import Exported, export
from croupier.proof.keeping import Head
from croupier.proof.merkle import Tree, entry_leaf
from croupier.proof.notes import Checkpoint, Signer
from croupier.proof.verifying import Against, Fault, Verified, against, verify
from croupier.stud.commands import PlaceAnte
from how_many import examples
from proof.house import SIGNER, House, Memory, accepted, evening, run

STREAMS = ("table 7", "poker/1")


@cache
def every_note() -> tuple[str, ...]:
    """A checkpoint after every single entry of the evening, as a witness might have them who looks often."""
    tree, notes = Tree(), []
    for leaf in evening().store.order:
        tree.append(entry_leaf(leaf.stream, leaf.number, leaf.hash))
        notes.append(SIGNER.signed(str(Checkpoint(SIGNER.name, tree.size, tree.root))))
    return tuple(notes)


class Files(NamedTuple):
    """An export as plain data, to be tampered with."""

    entries: dict[str, list[bytes]]
    leaves: list[tuple[str, int, str]]
    heads: dict[str, tuple[int, str]]
    notes: tuple[str, ...]

    def read(self, work: Callable[[Exported], Any]) -> Any:
        with TemporaryDirectory() as folder:
            path = Path(folder)
            (path / "entries").mkdir()
            (path / "checkpoints").mkdir()
            streams = []
            for n, (name, lines) in enumerate(self.entries.items()):
                (path / "entries" / f"{n}.jsonl").write_bytes(b"".join(line + b"\n" for line in lines))
                kind = "house table" if name == "table 7" else "poker table"
                number, digest = self.heads[name]
                file = f"{n}.jsonl"
                streams.append({"name": name, "kind": kind, "number": number, "at": 0, "hash": digest, "file": file})
            (path / "streams.json").write_text(json.dumps(streams))
            (path / "leaves.jsonl").write_text("".join(f"{json.dumps(leaf)}\n" for leaf in self.leaves))
            (path / "verifier.txt").write_text(f"{SIGNER.verifier}\n")
            for n, note in enumerate(self.notes):
                (path / "checkpoints" / f"{n:05d}.txt").write_text(note, "utf-8")
            return work(Exported(path))

    def verified(self, held: Against | None = None, *, decide: bool = False) -> Verified:
        found: Verified = self.read(lambda record: run(verify(record, held, decide=decide)))
        return found


def healthy(notes: tuple[str, ...] | None = None) -> Files:
    store = evening().store
    heads = {name: (head.number, head.hash) for name, head in store.kept_heads.items()}
    leaves = [(leaf.stream, leaf.number, leaf.hash) for leaf in store.order]
    entries = {name: list(lines) for name, lines in store.streams.items()}
    return Files(entries, leaves, heads, (evening().notes[-1],) if notes is None else notes)


def place_of(stream: str, number: int) -> int:
    return next(leaf.place for leaf in evening().store.order if (leaf.stream, leaf.number) == (stream, number))


def resealed(lines: list[bytes], since: int, change: Callable[[dict[str, Any]], None] | None = None) -> list[bytes]:
    """The lines with one changed, and every hash from there on made again."""
    done = lines[:since]
    before = json.loads(done[-1])["hash"] if done else NOWHERE
    for n, line in enumerate(lines[since:], since):
        entry = json.loads(line)
        entry.pop("hash")
        if n == since and change is not None:
            change(entry)
        entry["number"], entry["previous"] = n + 1, before
        body = json.dumps(entry, separators=(",", ":"), ensure_ascii=False)
        before = sha256(body.encode()).hexdigest()
        done.append(f'{body[:-1]},"hash":"{before}"}}'.encode())
    return done


def rewritten(files: Files, stream: str, lines: list[bytes], *, leaves: bool = False) -> Files:
    """The record with a stream rewritten, its head too; and the order of the house, if `leaves`."""
    files.entries[stream] = lines
    files.heads[stream] = (len(lines), json.loads(lines[-1])["hash"])
    if leaves:
        hashes = [json.loads(line)["hash"] for line in lines]
        order = [
            (name, number, hashes[number - 1] if name == stream else digest)
            for name, number, digest in files.leaves
            if name != stream or number <= len(hashes)
        ]
        return files._replace(leaves=order)
    return files


def test_an_evening_is_whole() -> None:
    found = healthy(every_note()).verified(decide=True)
    assert found
    assert (found.entries, found.streams, found.in_order, found.checkpoints) == (85, 2, 85, 85)
    assert "every command, decided again, gave the same result" in str(found)
    assert run(verify(evening().store, Against(every_note()))).fault is None


ENTRIES = st.sampled_from([(name, n) for name in STREAMS for n in range(1, len(evening().store.streams[name]) + 1)])
HELD = st.sampled_from(["own", "elsewhere", "every"])


def holding(files: Files, how: str) -> tuple[Files, Against | None]:
    if how == "own":
        return files, None
    if how == "elsewhere":
        return files._replace(notes=()), Against((evening().notes[-1],))
    return files, Against(every_note())


def named(files: Files, how: str, stream: str, number: int) -> Fault:
    """The fault that is found, which must be that of this entry."""
    tampered, held = holding(files, how)
    fault = tampered.verified(held).fault
    assert fault is not None
    assert (fault.stream, fault.number) == (stream, number), fault
    assert fault.place in (place_of(stream, number), 2**62)
    assert fault.until <= fault.place + 1
    assert str(fault).startswith(f"{stream}, entry {number} (")
    return fault


@examples(100, deadline=None)
@given(ENTRIES, HELD, st.data())
def test_a_flipped_entry_is_named(entry: tuple[str, int], how: str, data: st.DataObject) -> None:
    stream, number = entry
    files = healthy()
    line = bytearray(files.entries[stream][number - 1])
    place, bit = data.draw(st.integers(0, len(line) - 1)), data.draw(st.integers(0, 7))
    line[place] ^= 1 << bit
    if line[place] == ord("\n"):  # a line that was cut in two
        line[place] ^= 3
    files.entries[stream][number - 1] = bytes(line)
    named(files, how, stream, number)


@examples(40, deadline=None)
@given(ENTRIES, HELD, st.booleans())
def test_a_dropped_entry_is_named(entry: tuple[str, int], how: str, known_end: bool) -> None:
    stream, number = entry
    files = healthy()
    lines = files.entries[stream]
    del lines[number - 1]
    if not known_end and lines:
        files.heads[stream] = (len(lines), json.loads(lines[-1])["hash"])
    named(files, how, stream, number)


@examples(40, deadline=None)
@given(ENTRIES, HELD, st.integers(1, 5))
def test_swapped_entries_are_named_by_the_first(entry: tuple[str, int], how: str, apart: int) -> None:
    stream, number = entry
    files = healthy()
    lines = files.entries[stream]
    other = number + apart if number + apart <= len(lines) else number - apart
    if other < 1:
        return
    lines[number - 1], lines[other - 1] = lines[other - 1], lines[number - 1]
    named(files, how, stream, min(number, other))


@examples(40, deadline=None)
@given(ENTRIES, HELD, st.booleans())
def test_a_doubled_entry_is_named(entry: tuple[str, int], how: str, known_end: bool) -> None:
    stream, number = entry
    files = healthy()
    lines = files.entries[stream]
    lines.insert(number, lines[number - 1])
    if not known_end:
        files.heads[stream] = (len(lines), files.heads[stream][1])
    named(files, how, stream, number)


@examples(40, deadline=None)
@given(ENTRIES, HELD, st.booleans(), st.integers(0, 100))
def test_a_stream_that_was_cut_off_is_named_by_the_first_that_is_gone(
    entry: tuple[str, int], how: str, known_end: bool, left: int
) -> None:
    """With part of a line left over, or not; and whether or not it is known elsewhere how far it went."""
    stream, number = entry
    files = healthy()
    lines = files.entries[stream]
    rest = lines[number - 1][:left]
    del lines[number - 1 :]
    if not known_end:
        files.heads[stream] = (len(lines), json.loads(lines[-1])["hash"] if lines else NOWHERE)
    lines += [rest] * bool(left)
    named(files, how, stream, number)


REWRITES: list[Callable[[dict[str, Any]], None]] = [
    lambda entry: entry.update(person="somebody else"),
    lambda entry: entry.update(at=entry["at"] + 1),
    lambda entry: entry.update(id="c99"),
    lambda entry: entry["events"][0].update(clauses=["9.9"]),
]


@examples(40, deadline=None)
@given(ENTRIES, HELD, st.sampled_from(REWRITES))
def test_a_rewritten_entry_is_named_although_every_hash_after_it_is_right(
    entry: tuple[str, int], how: str, change: Callable[[dict[str, Any]], None]
) -> None:
    stream, number = entry
    files = healthy()
    named(rewritten(files, stream, resealed(files.entries[stream], number - 1, change)), how, stream, number)


@examples(40, deadline=None)
@given(ENTRIES, HELD)
def test_an_entry_that_was_dropped_and_the_rest_numbered_anew_is_named(entry: tuple[str, int], how: str) -> None:
    stream, number = entry
    files = healthy()
    lines = files.entries[stream]
    if number == len(lines):
        return
    lines = resealed([*lines[: number - 1], *lines[number:]], number - 1)
    named(rewritten(files, stream, lines), how, stream, number)


@examples(40, deadline=None)
@given(ENTRIES, st.sampled_from(REWRITES))
def test_a_whole_past_that_was_written_anew_is_named_by_the_checkpoints_that_are_kept(
    entry: tuple[str, int], change: Callable[[dict[str, Any]], None]
) -> None:
    """With the order of the house and every hash in it: a checkpoint after each entry tells the very one."""
    stream, number = entry
    files = healthy()
    anew = rewritten(files, stream, resealed(files.entries[stream], number - 1, change), leaves=True)
    named(anew, "every", stream, number)


@examples(40, deadline=None)
@given(ENTRIES, st.sampled_from(REWRITES), st.sets(st.integers(1, 84), max_size=6))
def test_and_by_few_of_them_where_it_begins_at_the_earliest(
    entry: tuple[str, int], change: Callable[[dict[str, Any]], None], sizes: set[int]
) -> None:
    stream, number = entry
    true = place_of(stream, number)
    files = healthy(tuple(every_note()[size - 1] for size in sorted({*sizes, 85})))
    anew = rewritten(files, stream, resealed(files.entries[stream], number - 1, change), leaves=True)
    fault = anew.verified().fault
    assert fault is not None
    assert fault.place <= true < fault.until
    assert fault.place == max((size for size in sizes if size <= true), default=0)
    assert fault.until == min(size for size in {*sizes, 85} if size > true)
    assert (fault.stream, fault.number) == files.leaves[fault.place][:2]
    assert ("or one after it" in str(fault)) == (fault.until > fault.place + 1)


def test_an_operator_who_signs_anew_is_caught_by_what_was_kept_elsewhere() -> None:
    """Everything is rewritten and signed with the right key: the record agrees with itself, and only the witness knows."""
    files = healthy()
    lines = resealed(files.entries["table 7"], 11, REWRITES[1])
    anew = rewritten(files, "table 7", lines, leaves=True)
    tree = Tree()
    for leaf in anew.leaves:
        tree.append(entry_leaf(*leaf))
    forged = anew._replace(notes=(SIGNER.signed(str(Checkpoint(SIGNER.name, tree.size, tree.root))),))
    assert forged.verified()
    assert named(forged, "every", "table 7", 12).says.startswith("the first ")


def test_an_earlier_copy_names_the_very_entry(tmp_path: Path) -> None:
    run(export(evening().store, tmp_path / "earlier"))
    held = against(tmp_path / "earlier")
    files = healthy()
    lines = resealed(files.entries["poker/1"], 20, REWRITES[0])
    forged = rewritten(files, "poker/1", lines, leaves=True)._replace(notes=())
    fault = forged.verified(held).fault
    assert fault is not None
    assert (fault.stream, fault.number) == ("poker/1", 21)
    gone = forged._replace(leaves=files.leaves[:40]).verified(held).fault
    assert gone is not None
    assert healthy().verified(held)


# The order of the house


@examples(40, deadline=None)
@given(st.integers(0, 84), st.sampled_from(["flip", "drop", "swap", "double", "nonsense", "cut off"]))
def test_an_order_that_was_tampered_with_is_found(place: int, how: str) -> None:
    """The entries are as they were. With a checkpoint after each it is named which place in the order is another."""
    files = healthy(every_note())
    leaves = files.leaves
    stream, number, digest = leaves[place]
    if how == "flip":
        leaves[place] = (stream, number, digest[:-1] + ("0" if digest[-1] != "0" else "1"))
    elif how == "drop":
        del leaves[place]
    elif how == "swap":
        if place == 84:
            return
        leaves[place], leaves[place + 1] = leaves[place + 1], leaves[place]
    elif how == "double":
        leaves.insert(place, leaves[place])
    elif how == "nonsense":
        leaves[place] = ("nonsense",)  # type: ignore[assignment]
    else:
        del leaves[place:]
    fault = files.verified().fault
    assert fault is not None
    if how == "flip":
        assert (fault.stream, fault.number, fault.place) == (stream, number, place)
    elif how == "cut off":
        assert fault.place == place
        assert fault.stream  # one that has no place any more
    elif how == "swap":
        assert fault.place in (place, place + 1)
    elif how in ("drop", "double"):
        assert fault.place >= place
    else:
        assert fault.place == place


# What was not by the rules


def test_what_the_rules_do_not_give_is_named_although_everything_agrees() -> None:
    """The house itself writes a wrong payment into its record and signs for it: every command is decided again."""
    house = House(seed=4)
    house.sit_down()
    house.stud_round()
    house.sign()
    assert run(verify(house.store))
    forged = Memory()
    settled = 0
    for name, lines in house.store.streams.items():
        forged.streams[name] = lines
        for n, line in enumerate(lines):
            if b'"do":"settle"' in line and not settled:
                settled = n + 1
    assert settled
    entry = json.loads(forged.streams["table 7"][settled - 1])
    amounts = next(event["postings"] for event in entry["events"] if event.get("postings"))
    one, two = list(amounts)[:2]

    def pay(changed: dict[str, Any]) -> None:
        postings = next(event["postings"] for event in changed["events"] if event.get("postings"))
        postings[one] += 5_00
        postings[two] -= 5_00

    forged.streams["table 7"] = resealed(forged.streams["table 7"], settled - 1, pay)
    for name, number, digest in house.store.order_of_entries():
        own = json.loads(forged.streams[name][number - 1])["hash"] if name == "table 7" else digest
        forged.waiting.append((name, number, own))
        forged.kept_heads[name] = house.store.kept_heads[name]._replace(number=number, hash=own)
    run(Sequencer(forged, SIGNER).advance())
    assert run(verify(forged, decide=False))
    fault = run(verify(forged)).fault
    assert fault is not None
    assert (fault.stream, fault.number) == ("table 7", settled)
    assert "what was recorded is not what the rules give" in fault.says


def test_a_kind_that_is_not_known_can_not_be_decided_again() -> None:
    store = Memory()
    lines = resealed([evening().store.streams["table 7"][0]], 0, lambda entry: entry["pins"].update(kind="no such"))
    store.streams["odd"] = resealed(lines, 0, lambda entry: entry.update(stream="odd"))
    digest = json.loads(store.streams["odd"][0])["hash"]
    store.kept_heads["odd"] = Head("no such", 1, 0, digest)
    fault = run(verify(store)).fault
    assert fault is not None
    assert (fault.stream, fault.number) == ("odd", 1)
    assert "no kind of stream" in str(fault)


# Around it


def test_progress_is_told_to_the_end() -> None:
    told: list[tuple[int, int]] = []
    run(verify(evening().store, progress=lambda done, whole: told.append((done, whole))))
    assert told == sorted(told)
    assert told[-1] == (170, 170)
    assert len(told) > 3


def test_entries_that_came_while_it_was_going_on_are_no_fault() -> None:
    house = House(seed=6)
    house.sit_down()

    class GoingOn(Memory):
        async def heads(self, streams: Any = ()) -> Any:
            before = await super().heads(streams)
            accepted(house.stud.do(PlaceAnte(seat=1, amount=10_00)))
            return before

    going_on = GoingOn()
    going_on.__dict__ = house.store.__dict__
    found = run(verify(going_on))
    assert found
    assert found.entries < sum(map(len, house.store.streams.values()))


@pytest.mark.parametrize("zipped", [False, True])
def test_an_export_is_the_whole_record(zipped: bool, tmp_path: Path) -> None:
    store = evening().store
    to = tmp_path / ("copy.zip" if zipped else "copy")
    assert run(export(store, to)) == 85
    found = Exported(to)
    for name, lines in store.streams.items():
        assert run(found.read(name)) == lines
        assert run(found.read(name, after=3, limit=2)) == lines[3:5]
    assert [tuple(leaf) for leaf in run(found.leaves())] == store.order
    assert {name: head.hash for name, head in run(found.heads()).items()} == {
        name: head.hash for name, head in store.kept_heads.items()
    }
    assert run(verify(found))
    with pytest.raises(FileExistsError):
        run(export(store, to))
    assert b"PRIVATE" not in b"".join(each.read_bytes() for each in files_in(to))


def files_in(path: Path) -> Iterator[Path]:
    return (file for file in ([path] if path.is_file() else path.rglob("*")) if file.is_file())


def test_what_is_no_export_is_said_in_one_line(tmp_path: Path) -> None:
    run(export(evening().store, tmp_path / "copy"))
    empty = tmp_path / "empty"
    empty.mkdir()
    no_zip = tmp_path / "no.zip"
    no_zip.write_bytes(b"nonsense")
    for wrong in (empty, no_zip, tmp_path / "nowhere", tmp_path / "nowhere.zip"):
        with pytest.raises(ProofError) as error:
            Exported(wrong)
        assert "\n" not in str(error.value)
    manifest = json.loads((tmp_path / "copy" / "streams.json").read_text())
    for file in ("../../etc/passwd", "..", ".hidden", "a/b", ""):
        other = tmp_path / "other"
        shutil.rmtree(other, ignore_errors=True)
        shutil.copytree(tmp_path / "copy", other)
        (other / "streams.json").write_text(json.dumps([{**manifest[0], "file": file}]))
        with pytest.raises(ProofError):
            Exported(other)
    (tmp_path / "copy" / "entries" / manifest[0]["file"]).unlink()
    with pytest.raises(ProofError, match="is missing"):
        run(verify(Exported(tmp_path / "copy")))


def test_checkpoints_of_others_are_not_held_against_it(tmp_path: Path) -> None:
    stranger = Signer.new("other.example")
    note = stranger.signed(str(Checkpoint("other.example", 1, bytes(32))))
    forged = Signer.new(SIGNER.name).signed(str(Checkpoint(SIGNER.name, 1, bytes(32))))
    for wrong in (note, forged):
        fault = healthy().verified(Against((wrong,))).fault
        assert fault is not None
        assert "kept elsewhere does not hold: it is not signed by" in str(fault)
    both = Against((note, *every_note()))  # a folder of a witness to several houses
    assert healthy().verified(both)
    with pytest.raises(ProofError, match="no checkpoint of"):
        healthy().verified(Against((note, note)))
    for name, text in (("empty", None), ("words.txt", "nonsense"), ("bytes.txt", b"\xff")):
        path = tmp_path / name
        if text is None:
            path.mkdir()
        else:
            path.write_bytes(text if isinstance(text, bytes) else text.encode())
        with pytest.raises(ProofError):
            healthy().verified(against(path))
    with pytest.raises(ProofError, match="cannot be read"):
        against(tmp_path / "nowhere")


def test_a_changed_checkpoint_is_a_fault_and_a_changed_entry_comes_first() -> None:
    note = evening().notes[-1]
    for changed in (note.replace("85", "84"), note[:-9] + "AAAA" + note[-5:], "nonsense", ""):
        files = healthy((changed, *every_note()[:9]))
        fault = files.verified().fault
        assert fault is not None
        assert str(fault).startswith("a checkpoint that the record keeps does not hold: ")
        files.entries["table 7"][4] = b"nonsense"
        assert (files.verified().fault or fault).number == 5


def test_a_key_that_is_known_is_believed_rather_than_that_of_the_record() -> None:
    """A person who writes a whole house again has to sign with another key, and says so in it."""
    stranger = Signer.new(SIGNER.name)
    fault = healthy().read(lambda record: run(verify(record, verifier=stranger.verifier))).fault
    assert "that the record keeps does not hold: it is not signed by" in str(fault)
    assert healthy().read(lambda record: run(verify(record, verifier=SIGNER.verifier, decide=False)))


def test_an_export_from_before_a_round_is_whole_too(tmp_path: Path) -> None:
    """What is still being played is left out, with all that came after it in the house; the rest verifies by itself."""
    store = evening().store
    name = max(store.streams, key=lambda each: len(store.streams[each]))
    for first in (2, len(store.streams[name]) // 2, len(store.streams[name])):
        to = tmp_path / f"{first}.zip"
        place = next(n for n, leaf in enumerate(store.order) if tuple(leaf)[1:3] == (name, first))
        assert run(export(store, to, before={name: first})) == place
        found = Exported(to)
        assert run(found.read(name)) == store.streams[name][: first - 1]
        assert [tuple(leaf) for leaf in run(found.leaves())] == store.order[:place]
        assert run(verify(found))
