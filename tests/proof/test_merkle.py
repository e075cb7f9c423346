"""The tree, against RFC 6962 word by word and its known answers; proofs that hold, and that hold for nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

import pytest
from hypothesis import given, strategies as st

from croupier.kernel.errors import ProofError
from croupier.kernel.trees import EMPTY, leaf_hash, root_of
from croupier.proof.merkle import BLOCK, Tree, consistent, entry_leaf, included

MANY = 130
LEAVES = [leaf_hash(bytes([number])) for number in range(MANY)]

INPUTS = [bytes.fromhex(text) for text in ["", "00", "10", "2021", "3031", "40414243", "5051525354555657"]]
INPUTS.append(bytes(range(0x60, 0x70)))
ROOTS = [
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]


# The definitions of the RFC, as they stand there


def split(many: int) -> int:
    half = 1
    while half * 2 < many:
        half *= 2
    return half


def defined_root(leaves: Sequence[bytes]) -> bytes:
    if not leaves:
        return sha256().digest()
    if len(leaves) == 1:
        return leaves[0]
    half = split(len(leaves))
    return sha256(b"\x01" + defined_root(leaves[:half]) + defined_root(leaves[half:])).digest()


def defined_path(place: int, leaves: Sequence[bytes]) -> list[bytes]:
    if len(leaves) == 1:
        return []
    half = split(len(leaves))
    if place < half:
        return [*defined_path(place, leaves[:half]), defined_root(leaves[half:])]
    return [*defined_path(place - half, leaves[half:]), defined_root(leaves[:half])]


def defined_consistency(first: int, leaves: Sequence[bytes], whole: bool = True) -> list[bytes]:
    if first == len(leaves):
        return [] if whole else [defined_root(leaves)]
    half = split(len(leaves))
    if first <= half:
        return [*defined_consistency(first, leaves[:half], whole), defined_root(leaves[half:])]
    return [*defined_consistency(first - half, leaves[half:], False), defined_root(leaves[:half])]


def grown(leaves: Sequence[bytes]) -> Tree:
    tree = Tree()
    for leaf in leaves:
        tree.append(leaf)
    return tree


def test_the_known_answers_of_certificate_transparency() -> None:
    tree = Tree()
    assert tree.root == EMPTY == root_of([])
    for data, root in zip(INPUTS, ROOTS, strict=True):
        tree.append(leaf_hash(data))
        assert tree.root.hex() == root
    assert [tree.root_at(size, {}).hex() for size in range(1, 9)] == ROOTS
    assert [each.hex()[:8] for each in tree.inclusion(5, 8, {})] == ["bc1a0643", "ca854ea1", "d37ee418"]
    assert [each.hex()[:8] for each in tree.consistency(6, 8, {})] == ["0ebc5d34", "ca854ea1", "d37ee418"]


def test_a_tree_of_every_size_is_the_one_defined() -> None:
    tree = Tree()
    for size in range(MANY + 1):
        some = LEAVES[:size]
        assert tree.size == size
        assert tree.root == root_of(some) == defined_root(some) == tree.root_at(size, {})
        if size < MANY:
            tree.append(LEAVES[size])


@pytest.mark.parametrize("size", [*range(1, 34), 63, 64, 65, 100, 128, 129, 130])
def test_every_entry_is_proven_to_be_in_a_tree(size: int) -> None:
    tree, root = grown(LEAVES), defined_root(LEAVES[:size])
    for place in range(size):
        path = tree.inclusion(place, size, {})
        assert path == defined_path(place, LEAVES[:size])
        assert included(LEAVES[place], place, size, path, root)
        assert not included(LEAVES[place], place, size, [*path, path[-1] if path else root], root)
        assert not path or not included(LEAVES[place], place, size, path[:-1], root)
        assert not included(leaf_hash(b"other"), place, size, path, root)
        assert place == size - 1 or not included(LEAVES[place], place + 1, size, path, root)


@pytest.mark.parametrize("second", [*range(1, 34), 64, 65, 129, 130])
def test_every_tree_is_proven_to_begin_with_an_earlier_one(second: int) -> None:
    tree, new = grown(LEAVES), defined_root(LEAVES[:second])
    for first in range(1, second + 1):
        old = defined_root(LEAVES[:first])
        proof = tree.consistency(first, second, {})
        assert proof == defined_consistency(first, LEAVES[:second])
        assert consistent(first, second, old, new, proof)
        assert not consistent(first, second, leaf_hash(b"other"), new, proof)
        assert not consistent(first, second, old, leaf_hash(b"other"), proof)
        assert not consistent(first, second, old, new, [*proof, old])
        assert not proof or not consistent(first, second, old, new, proof[:-1])


def test_nothing_comes_before_everything() -> None:
    tree = grown(LEAVES)
    assert tree.consistency(0, 5, {}) == []
    assert consistent(0, 5, EMPTY, defined_root(LEAVES[:5]), [])
    assert not consistent(0, 5, LEAVES[0], defined_root(LEAVES[:5]), [])
    assert not consistent(5, 4, LEAVES[0], LEAVES[1], [])
    assert not included(LEAVES[0], 0, 0, [], EMPTY)
    assert not included(LEAVES[0], -1, 4, [], EMPTY)


BIG = [leaf_hash(number.to_bytes(4)) for number in range(3 * BLOCK + 77)]


def blocks_of(tree: Tree, *places: int) -> dict[int, list[bytes]]:
    return {block: BIG[block * BLOCK : (block + 1) * BLOCK] for block in tree.blocks_for(*places)}


@given(st.integers(1, len(BIG)), st.integers(1, len(BIG)))
def test_a_tree_of_blocks_gives_the_same_proofs(one: int, two: int) -> None:
    tree, (first, second) = TREE, sorted((one, two))
    assert tree.root_at(second, blocks_of(tree, second)) == root_of(BIG[:second])
    place = first - 1
    path = tree.inclusion(place, second, blocks_of(tree, place, second))
    assert path == defined_path(place, BIG[:second])
    assert included(BIG[place], place, second, path, root_of(BIG[:second]))
    proof = tree.consistency(first, second, blocks_of(tree, first, second))
    assert proof == defined_consistency(first, BIG[:second])
    assert consistent(first, second, root_of(BIG[:first]), root_of(BIG[:second]), proof)
    assert len(tree.blocks_for(first, second)) <= 2


TREE = grown(BIG)


@pytest.mark.parametrize("size", [0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK, len(BIG)])
def test_a_tree_is_opened_again_from_its_blocks_and_the_leaves_after_them(size: int) -> None:
    tree = grown(BIG[:size])
    again = Tree(tree.blocks, BIG[len(tree.blocks) * BLOCK : size])
    assert (again.size, again.root) == (size, root_of(BIG[:size]))
    for leaf in BIG[size:]:
        again.append(leaf)
    assert again.root == TREE.root


@pytest.mark.parametrize(("place", "size"), [(5, 5), (-1, 5), (0, 0), (0, 10_000)])
def test_there_is_no_proof_of_what_is_not_there(place: int, size: int) -> None:
    with pytest.raises(ProofError):
        TREE.inclusion(place, size, {})


def test_no_two_entries_have_the_same_leaf() -> None:
    hashes = ("ab" * 32, "cd" * 32)
    leaves = {entry_leaf(stream, number, each) for stream in ("t", "t1", "") for number in (1, 11) for each in hashes}
    assert len(leaves) == 12
    assert entry_leaf("é", 258, "ab" * 32) == leaf_hash(b"\xab" * 32 + b"\0\0\0\0\0\0\x01\x02" + b"\xc3\xa9")
