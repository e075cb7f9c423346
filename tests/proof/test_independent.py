"""What the house says is proven is so for another verifier too, which knows docs/proof.md and nothing of our code."""

from __future__ import annotations

import ast
import base64
import json
import lzma
from collections.abc import Callable
from pathlib import Path

import pytest

from croupier.kernel.actors import INSPECTOR, Viewer
from croupier.proof.backups import sign_backup
from croupier.proof.bundles import prove_entry, prove_round
from croupier.proof.exporting import export
from croupier.proof.segments import seal
from proof import independent
from proof.house import SIGNER, evening, run
from proof.independent import Unproven

KEY = str(SIGNER.verifier)


@pytest.fixture
def exported(tmp_path: Path) -> Path:
    folder = tmp_path / "export"
    run(export(evening().store, folder))
    return folder


def test_it_knows_nothing_of_our_code() -> None:
    tree = ast.parse(Path(independent.__file__).read_text(encoding="utf-8"))
    names = {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
    names |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert not [name for name in names if "croupier" in name or "proof" in name or "cryptography" in name]


def test_signatures_are_those_of_the_standard() -> None:
    """The second test of RFC 8032."""
    key = bytes.fromhex("3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c")
    signature = bytes.fromhex(
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
    )
    assert independent.signed(key, b"\x72", signature)
    assert not independent.signed(key, b"\x73", signature)


def test_an_export_is_verified(exported: Path) -> None:
    found = independent.export(exported, KEY)
    lines = sum(len(path.read_bytes().splitlines()) for path in (exported / "entries").iterdir())
    assert found == (lines, 4, found.signed)
    assert found.signed > lines / 2


def changed(file: str, old: bytes, new: bytes) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        path = next(folder.glob(file))
        data = path.read_bytes()
        assert old in data
        path.write_bytes(data.replace(old, new, 1))

    return change


def swapped(folder: Path) -> None:
    path = next(folder.glob("entries/*"))
    lines = path.read_bytes().splitlines(keepends=True)
    lines[3], lines[4] = lines[4], lines[3]
    path.write_bytes(b"".join(lines))


def in_another_order(folder: Path) -> None:
    path = folder / "leaves.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([lines[1], lines[0], *lines[2:]]))


def of_another_deck(folder: Path) -> None:
    """The root of a deck is replaced, and every hash after it made right again."""
    path = next(folder.glob("entries/*"))
    previous, lines = "0" * 64, []
    for line in path.read_text().splitlines():
        begun = line[: line.rindex(',"previous":"')]
        begun = begun.replace('"root":"', '"root":"00', 1) if "deck-committed" in begun else begun
        sealed = begun + f',"previous":"{previous}"'
        previous = independent.sha256(f"{sealed}}}".encode()).hex()
        lines.append(f'{sealed},"hash":"{previous}"}}\n')
    path.write_text("".join(lines))


@pytest.mark.parametrize(
    "change",
    [
        changed("entries/*", b'"number":5', b'"number":6'),
        changed("entries/*", b'"person":"', b'"person":"x'),
        changed("streams.json", b'"at": ', b'"at": 1'),
        changed("checkpoints/*", b"casino.example", b"casino.sample"),
        changed("checkpoints/*", b"\n\n", b"\nmore\n\n"),
        swapped,
        in_another_order,
        of_another_deck,
    ],
)
def test_a_changed_export_is_not(exported: Path, change: Callable[[Path], None]) -> None:
    change(exported)
    with pytest.raises(Unproven):
        independent.export(exported, KEY)


def test_entries_rounds_and_cards_are_proven() -> None:
    house = evening()
    (said,), cards = independent.bundle(run(prove_entry(house.store, house.sequencer, house.stud.name, 4)), KEY)
    assert (said["number"], cards) == (4, [])
    for table in (house.stud, house.poker):
        whole, deck = independent.bundle(run(prove_round(house.store, house.sequencer, table, 1, INSPECTOR)), KEY)
        own, seen = independent.bundle(run(prove_round(house.store, house.sequencer, table, 1, Viewer(person="p1"))), KEY)
        assert len(set(deck)) == 52
        assert len(own) == 1
        assert own[0] in whole
        assert 0 < len(seen) < 52


@pytest.mark.parametrize("field", ["card", "place", "salt", "line", "path", "checkpoint", "cards"])
def test_a_changed_proof_is_not(field: str) -> None:
    house = evening()
    data = run(prove_round(house.store, house.sequencer, house.stud, 1, Viewer(person="p1")))
    found = json.loads(data)
    entry, deck = found["entries"][0], found["decks"][0]
    one, two = deck["opened"][:2]
    match field:
        case "card" | "place" | "salt":
            one[field], two[field] = two[field], one[field]
        case "line":
            entry["line"] = entry["line"].replace('"person":"', '"person":"x', 1)
        case "path":
            entry["path"] = entry["path"][1:]
        case "checkpoint":
            found["checkpoint"] = house.sequencer.note.replace("entries\n", "entries\n1", 1)
        case "cards":
            deck["cards"] = 32
    with pytest.raises(Unproven):
        independent.bundle(json.dumps(found).encode(), KEY)


def test_each_checkpoint_begins_with_the_one_before() -> None:
    house = evening()
    latest = independent.checkpoint(house.sequencer.note, KEY)
    leaves = [independent.entry_leaf(leaf._asdict()) for leaf in house.store.order]
    sizes = [1, 2, 7, 8, latest.size - 1, latest.size]
    known = independent.roots(leaves, sizes)
    assert known[latest.size] == latest.root
    for size in sizes:
        earlier = independent.Checkpoint(size, known[size])
        shown = [base64.b64encode(each).decode() for each in run(house.sequencer.consistency(size, latest.size))]
        independent.consistent(earlier, latest, shown)
        if shown:
            with pytest.raises(Unproven):
                independent.consistent(earlier._replace(root=known[1] if size > 1 else known[2]), latest, shown)


def test_segments_of_the_archive_are_put_together_again() -> None:
    store = evening().store
    for name, lines in store.streams.items():
        _, data = seal(name, store.kept_heads[name].kind, lines[3:])
        assert independent.segment(data) == lines[3:]
        first, _, packed = data.partition(b"\n")
        less = lzma.compress(b"".join(lzma.decompress(packed).splitlines(keepends=True)[:-1]))
        with pytest.raises(Unproven):
            independent.segment(first + b"\n" + less)


def test_backups_are_those_that_were_signed(tmp_path: Path) -> None:
    path = tmp_path / "backup.db"
    path.write_bytes(b"a house")
    sign_backup(str(path), SIGNER)
    independent.backup(path, KEY)
    path.write_bytes(b"another")
    with pytest.raises(Unproven):
        independent.backup(path, KEY)
