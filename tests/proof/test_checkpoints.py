"""Checkpoints over a store: signed as it grows, taken up again after a restart, and never for another past."""

from __future__ import annotations

from itertools import pairwise

import pytest

from croupier.kernel.errors import ProofError
from croupier.proof.checkpoints import Checkpoints, Sequencer
from croupier.proof.keeping import BLOCKS, CHECKPOINTS, LATEST, LEAVES, KeptOrder
from croupier.proof.merkle import BLOCK, consistent, entry_leaf, included
from croupier.proof.notes import Signer, checkpoint_in
from croupier.proof.verifying import verify
from proof.house import SIGNER, Memory, evening, run


def filled(many: int, store: Memory | None = None) -> Memory:
    """A store with so many entries more that have no place yet; what is in them does not matter here."""
    store = store or Memory()
    so_far = len(store.order) + len(store.waiting)
    store.waiting += [(f"t{n % 7}", n // 7 + 1, f"{n:064x}") for n in range(so_far, so_far + many)]
    return store


def test_a_house_is_signed_for_as_it_grows() -> None:
    house = evening()
    sizes = [checkpoint_in(note, SIGNER.verifier).size for note in house.notes]
    assert sizes == sorted(set(sizes))
    assert sizes[-1] == len(house.store.order) == sum(map(len, house.store.streams.values()))
    assert not run(house.sequencer.advance())
    for one, two in pairwise(house.notes):
        first, second = checkpoint_in(one, SIGNER.verifier), checkpoint_in(two, SIGNER.verifier)
        proof = run(house.sequencer.consistency(first.size, second.size))
        assert consistent(first.size, second.size, first.root, second.root, proof)


def test_every_entry_is_proven_under_every_checkpoint() -> None:
    house = evening()
    for note in house.notes[::10]:
        checkpoint = checkpoint_in(note, SIGNER.verifier)
        for leaf in house.store.order[: checkpoint.size]:
            path = run(house.sequencer.inclusion(leaf.place, checkpoint.size))
            digest = entry_leaf(leaf.stream, leaf.number, leaf.hash)
            assert included(digest, leaf.place, checkpoint.size, path, checkpoint.root)


@pytest.mark.parametrize("steps", [[1], [255, 1, 1], [256, 256], [700, 1, 1500], [3000]])
def test_a_house_is_opened_again_where_it_was(steps: list[int]) -> None:
    store = Memory()
    sequencer = Sequencer(store, SIGNER)
    for step in steps:
        filled(step, store)
        assert run(sequencer.advance())
    many = sum(steps)
    again = Sequencer(store, SIGNER)
    run(again.open())
    assert (again.note, again.checkpoint) == (sequencer.note, sequencer.checkpoint)
    assert again.tree.size == many
    assert len(b"".join(run(store.scan(BLOCKS)).values())) == 32 * (many // BLOCK)
    for first in {1, (many + 1) // 2, many}:
        assert run(again.consistency(first, many)) == run(sequencer.consistency(first, many))
        assert run(again.inclusion(first - 1, many)) == run(sequencer.inclusion(first - 1, many))
    filled(300, store)
    assert run(again.advance())
    assert again.checkpoint.size == many + 300
    assert len(b"".join(run(store.scan(BLOCKS)).values())) == 32 * ((many + 300) // BLOCK)
    assert run(order_of(store)) == store.order == run(written_down(store))


async def order_of(store: Memory) -> list[tuple[int, str, int, str]]:
    found: list[tuple[int, str, int, str]] = []
    while leaves := await KeptOrder(store).leaves(len(found)):
        found += [(leaf.place, leaf.stream, leaf.number, leaf.hash) for leaf in leaves]
    return found


async def written_down(store: Memory) -> list[tuple[int, str, int, str]]:
    """The order from what is written down alone."""
    alone = Memory()
    alone.matters = await store.scan(LEAVES)
    return await order_of(alone)


def test_little_is_read_when_a_house_is_opened_again() -> None:
    class Counting(Memory):
        asked = 0

        async def leaves(self, start: int = 0, limit: int = 10_000) -> list:  # type: ignore[type-arg]
            found = await super().leaves(start, limit)
            self.asked += len(found)
            return found

    store = Counting()
    filled(20_000, store)
    run(Sequencer(store, SIGNER).advance())
    store.asked = 0
    run(Sequencer(store, SIGNER).open())
    assert store.asked < BLOCK
    again = Checkpoints(store, SIGNER.verifier)
    run(again.open())
    store.asked = 0
    run(again.inclusion(12_345, 20_000))
    assert store.asked <= 2 * BLOCK


def test_a_crash_between_the_order_and_the_signature_loses_nothing() -> None:
    """Entries were put into their order, blocks of them even, and nobody has signed for them or written them down yet."""
    store = filled(100)
    run(Sequencer(store, SIGNER).advance())
    filled(1000, store)
    run(store.sequence(10_000))
    again = Sequencer(store, SIGNER)
    run(again.open())
    assert (again.tree.size, again.checkpoint.size) == (1100, 100)
    assert run(again.advance())
    assert again.checkpoint.size == 1100
    assert run(written_down(store)) == store.order


def test_other_processes_follow_and_answer_alike() -> None:
    store = filled(10)
    sequencer = Sequencer(store, SIGNER)
    run(sequencer.advance())
    other = Checkpoints(store, SIGNER.verifier)
    run(other.open())
    filled(600, store)
    run(sequencer.advance())
    assert other.checkpoint.size == 10
    run(other.follow())
    assert other.note == sequencer.note
    assert run(other.consistency(10, 610)) == run(sequencer.consistency(10, 610))


def test_whoever_becomes_the_sequencer_goes_on_from_what_the_other_has_signed() -> None:
    store = filled(10)
    one, two = Sequencer(store, SIGNER), Sequencer(store, SIGNER)
    run(one.advance())
    run(two.open())
    for n, sequencer in enumerate((one, two, two, one, two)):
        filled(300, store)
        assert run(sequencer.advance())
        assert checkpoint_in(store.matters[LATEST].decode(), SIGNER.verifier).size == 10 + 300 * (n + 1)
    assert not run(one.advance())
    assert one.note == two.note
    assert run(written_down(store)) == store.order


def test_some_checkpoints_are_kept_for_good() -> None:
    store = Memory()
    sequencer = Sequencer(store, SIGNER)
    for _ in range(30):
        filled(100, store)
        run(sequencer.advance())
    assert [int(name.removeprefix(CHECKPOINTS)) for name in run(store.scan(CHECKPOINTS))] == [1000, 2000, 3000]


@pytest.mark.parametrize("change", ["rewritten", "cut off", "swapped", "hole", "another key", "signature"])
def test_nobody_signs_on_for_another_past(change: str) -> None:
    store = filled(300)
    signer = SIGNER
    run(Sequencer(store, SIGNER).advance())
    if change == "rewritten":
        store.order[299] = store.order[299]._replace(hash="f" * 64)
    elif change == "cut off":
        store.order.pop()
    elif change == "swapped":
        one, two = store.order[290], store.order[291]
        store.order[290:292] = [two._replace(place=290), one._replace(place=291)]
    elif change == "hole":
        del store.order[280]
    elif change == "another key":
        signer = Signer.new(SIGNER.name)
    else:
        store.matters[LATEST] = store.matters[LATEST].replace(b"300", b"299")
    with pytest.raises(ProofError) as error:
        run(Sequencer(store, signer).open())
    assert "\n" not in str(error.value)
    before = store.matters[LATEST]
    with pytest.raises(ProofError):
        run(Sequencer(store, signer).advance())
    assert store.matters[LATEST] == before


def test_an_empty_house_has_nothing_to_sign_for() -> None:
    store = Memory()
    sequencer = Sequencer(store, SIGNER)
    run(sequencer.open())
    assert not run(sequencer.advance())
    assert store.matters == {}
    found = run(verify(store))
    assert found
    assert "no checkpoint" in str(found)
    for places in ((0, 0), (0, 5), (-1, 0)):
        with pytest.raises(ProofError):
            run(sequencer.inclusion(*places))
    with pytest.raises(ProofError):
        run(sequencer.consistency(3, 2))
