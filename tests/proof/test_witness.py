"""A witness on another machine: keeps what a house has signed, and notices when it has signed for another past."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier.kernel.errors import ProofError
from croupier.proof.checkpoints import Sequencer
from croupier.proof.merkle import consistent
from croupier.proof.notes import Signer, checkpoint_in
from croupier.proof.verifying import against, verify
from croupier.proof.witness import PastRewritten, Witness
from proof.house import SIGNER, House, Memory, evening, run

ORIGIN = SIGNER.name


def kept(folder: Path) -> Witness:
    witness = Witness(folder)
    witness.trust(SIGNER.verifier)
    return witness


def proof(log: Sequencer, first: int, second: int) -> list[bytes]:
    return run(log.consistency(first, second)) if first else []


def rewritten() -> House:
    """A house that has rewritten its past from the first entry on: the same evening with other cards."""
    return evening(seed=77)


def test_a_witness_keeps_every_checkpoint_that_goes_with_the_ones_before(tmp_path: Path) -> None:
    witness, house, size = kept(tmp_path), evening(), 0
    for note in house.notes:
        new = checkpoint_in(note, SIGNER.verifier).size
        assert witness.take(ORIGIN, note, proof(house.sequencer, size, new)).size == new
        size = new
        assert witness.take(ORIGIN, note, []).size == new  # once more changes nothing
    folder = tmp_path / "casino.example%2Fentries"
    assert len([*folder.glob("0*.txt")]) == len(house.notes)
    assert not [*folder.glob("*.new")]
    latest = Witness(tmp_path).latest(ORIGIN)
    assert latest is not None
    assert latest[1] == house.notes[-1]
    assert run(verify(house.store, against(tmp_path), decide=False)).checkpoints == len(house.notes)


def test_an_older_checkpoint_of_the_same_past_is_no_evidence(tmp_path: Path) -> None:
    """Of several processes one may be a second behind."""
    witness, house = kept(tmp_path), evening()
    witness.take(ORIGIN, house.notes[-1], [])
    older = checkpoint_in(house.notes[3], SIGNER.verifier).size
    assert witness.take(ORIGIN, house.notes[3], proof(house.sequencer, older, 85)).size == older
    latest = witness.latest(ORIGIN)
    assert latest is not None
    assert latest[0].size == 85


@pytest.mark.parametrize("shorter", [False, True])
def test_a_past_that_was_rewritten_is_noticed_and_both_signatures_are_kept(tmp_path: Path, shorter: bool) -> None:
    witness, house, other = kept(tmp_path), evening(), rewritten()
    first = house.notes[-1] if shorter else house.notes[5]
    witness.take(ORIGIN, first, [])
    forged = other.notes[5] if shorter else other.notes[-1]
    small, large = sorted(checkpoint_in(note, SIGNER.verifier).size for note in (first, forged))
    given = run(other.sequencer.consistency(small, large))
    with pytest.raises(PastRewritten, match="rewritten") as error:
        witness.take(ORIGIN, forged, given)
    assert "\n" not in str(error.value)
    (evidence,) = tmp_path.rglob("evidence-1.txt")
    text = evidence.read_text("utf-8")
    assert first in text
    assert forged in text
    latest = witness.latest(ORIGIN)
    assert latest is not None
    assert latest[1] == first  # what was kept stays
    with pytest.raises(PastRewritten):
        witness.take(ORIGIN, forged, [])
    assert len([*tmp_path.rglob("evidence-*.txt")]) == 2


def test_the_same_size_with_another_root_is_another_past(tmp_path: Path) -> None:
    witness, house = kept(tmp_path), evening()
    one, two = checkpoint_in(house.notes[1], SIGNER.verifier), checkpoint_in(rewritten().notes[1], SIGNER.verifier)
    assert one.size == two.size
    assert not consistent(one.size, two.size, one.root, two.root, [])
    witness.take(ORIGIN, house.notes[1], [])
    with pytest.raises(PastRewritten):
        witness.take(ORIGIN, rewritten().notes[1], [])


def test_what_was_rewritten_is_then_found_in_the_record(tmp_path: Path) -> None:
    """The witness has the last word against a house whose record agrees with itself."""
    witness, house = kept(tmp_path), evening()
    for note in house.notes[:9]:
        size = checkpoint_in(note, SIGNER.verifier).size
        before = witness.latest(ORIGIN)
        witness.take(ORIGIN, note, proof(house.sequencer, before[0].size if before else 0, size))
    assert run(verify(rewritten().store))
    fault = run(verify(rewritten().store, against(tmp_path))).fault
    assert fault is not None
    assert fault.place == max(size for size in sizes(house) if same_until(house, size))


def sizes(house: House) -> list[int]:
    return [0, *(checkpoint_in(note, SIGNER.verifier).size for note in house.notes[:9])]


def same_until(house: House, size: int) -> bool:
    return house.store.order[:size] == rewritten().store.order[:size]


def test_a_house_is_known_by_one_key_for_good(tmp_path: Path) -> None:
    witness, other = kept(tmp_path), Signer.new(ORIGIN)
    witness.trust(SIGNER.verifier)
    with pytest.raises(ProofError, match="is known by the key"):
        witness.trust(other.verifier)
    with pytest.raises(ProofError, match="not signed by"):
        witness.take(ORIGIN, other.signed(str(evening().sequencer.checkpoint)), [])
    with pytest.raises(ProofError, match="is not known"):
        witness.take("elsewhere", evening().notes[0], [])
    assert witness.latest(ORIGIN) is None
    assert witness.latest("elsewhere") is None


def test_several_houses_have_a_folder_each_and_none_outside(tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    for name in ("one/two", "../up", "a.b", "ü"):
        signer = Signer.new(name)
        store = Memory()
        store.waiting.append(("t", 1, "ab" * 32))
        sequencer = Sequencer(store, signer)
        run(sequencer.advance())
        witness = Witness(folder)
        witness.trust(signer.verifier)
        assert witness.take(name, sequencer.note, []).size == 1
    assert [each.name for each in tmp_path.iterdir()] == ["kept"]
    assert len([*folder.iterdir()]) == 4
    for name in ("..", "."):
        with pytest.raises(ProofError, match="not the name"):
            Witness(folder).trust(Signer.new(name).verifier)


def test_a_folder_that_can_not_be_written_is_said_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("nothing")
    with pytest.raises(ProofError, match="cannot be written"):
        Witness(tmp_path / "file").trust(SIGNER.verifier)
    kept(tmp_path)
    (tmp_path / "casino.example%2Fentries" / "verifier.txt").write_bytes(b"\xff")
    with pytest.raises(ProofError, match="cannot be read"):
        Witness(tmp_path).verifier(ORIGIN)
