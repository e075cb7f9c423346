"""Signed notes and checkpoints as others write and read them, and nothing else taken for one."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from croupier.kernel.errors import ProofError
from croupier.kernel.trees import EMPTY
from croupier.proof.notes import Checkpoint, Signer, Verifier, checkpoint_in, opened, proof_text, read_proof, unverified
from proof.house import SIGNER

KNOWN_KEY = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
KNOWN_SECRET = "PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz"  # noqa: S105
KNOWN_NOTE = (
    "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n\n"
    "— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n"
)
"""The published example of the signed-note format."""

CHECKPOINT = Checkpoint(SIGNER.name, 1203, bytes(range(32)))
NOTE = SIGNER.signed(str(CHECKPOINT))


def test_the_published_example_is_read_and_written_alike() -> None:
    verifier, signer = Verifier.read(KNOWN_KEY), Signer.read(KNOWN_SECRET)
    text, signed = opened(KNOWN_NOTE, [verifier])
    assert signed == ("PeterNeumann",)
    assert str(verifier) == KNOWN_KEY
    assert signer.verifier == verifier
    assert signer.secret == KNOWN_SECRET
    assert signer.signed(text) == KNOWN_NOTE
    assert KNOWN_SECRET[-20:] not in repr(signer)


def test_a_checkpoint_is_read_as_it_was_written() -> None:
    assert checkpoint_in(NOTE, SIGNER.verifier) == CHECKPOINT == unverified(NOTE)
    more = CHECKPOINT._replace(more=("a line of somebody else's",))
    assert checkpoint_in(SIGNER.signed(str(more)), SIGNER.verifier) == more
    assert str(Checkpoint("o", 0, EMPTY)) == "o\n0\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n"


def test_others_may_sign_beside_the_house() -> None:
    other = Signer.new("a.witness")
    lines = other.signed(str(CHECKPOINT)).splitlines()[-1]
    both = f"{NOTE}{lines}\n"
    assert opened(both, [SIGNER.verifier])[1] == (SIGNER.name,)
    assert opened(both, [other.verifier, SIGNER.verifier])[1] == (SIGNER.name, "a.witness")
    assert opened(both, [other.verifier])[1] == ("a.witness",)
    with pytest.raises(ProofError, match="not signed by"):
        opened(NOTE, [other.verifier])
    with pytest.raises(ProofError, match="is of"):
        checkpoint_in(other.signed(str(CHECKPOINT)), other.verifier)


@given(st.integers(0, len(NOTE) - 1), st.characters(codec="utf-8"))
def test_whatever_is_changed_is_noticed(place: int, letter: str) -> None:
    changed = NOTE[:place] + letter + NOTE[place + 1 :]
    if changed != NOTE:
        with pytest.raises(ProofError):
            checkpoint_in(changed, SIGNER.verifier)


@pytest.mark.parametrize(
    "wrong",
    [
        "",
        "\n",
        "no signature\n",
        str(CHECKPOINT),
        f"{CHECKPOINT}\n",
        NOTE.removesuffix("\n"),
        f"{NOTE}\n",
        f"{NOTE}— nobody\n",
        f"{NOTE}- {SIGNER.name} AAAAAAAA\n",
        NOTE.replace("1203", "01203"),
        NOTE.replace("1203", "+1203"),
        NOTE.replace("1203", "1203 "),
        NOTE.replace("\n", "\r\n"),
        NOTE + f"{NOTE.splitlines()[-1]}\n" * 200,
    ],
)
def test_what_is_no_checkpoint_is_taken_for_none(wrong: str) -> None:
    with pytest.raises(ProofError) as error:
        checkpoint_in(wrong, SIGNER.verifier)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    "body",
    [
        "origin\n5\n",
        "origin\n5\nAAAA\n",
        "origin\n\nAAAA\n",
        "\n5\nAAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\n",
        "origin\n-5\nAAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\n",
        "origin\n99999999999999999999\nAAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\n",
        "origin\n5\nAAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8\n",
    ],
)
def test_a_text_that_is_signed_is_not_a_checkpoint_for_that(body: str) -> None:
    with pytest.raises(ProofError):
        Checkpoint.read(body)


@pytest.mark.parametrize(
    "wrong",
    [
        "",
        "a+b",
        "name+00000000+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW",
        KNOWN_KEY.replace("+AR", "+BR"),
        KNOWN_KEY + "=",
        KNOWN_KEY.replace("PeterNeumann", "Peter Neumann"),
        KNOWN_KEY.replace("c74f20a3", "C74F20A3"),
        KNOWN_SECRET,
    ],
)
def test_what_is_no_key_is_taken_for_none(wrong: str) -> None:
    with pytest.raises(ProofError):
        Verifier.read(wrong)
    if wrong != KNOWN_SECRET:
        with pytest.raises(ProofError):
            Signer.read(f"PRIVATE+KEY+{wrong}")
    with pytest.raises(ProofError):
        Signer.read(KNOWN_KEY)


def test_a_signer_has_a_name_that_fits_a_line() -> None:
    for name in ("", "two words", "a+b", "a\nb"):
        with pytest.raises(ProofError):
            Signer.new(name)
    assert Signer.new("casino").verifier != Signer.new("casino").verifier


def test_proofs_are_lines() -> None:
    proof = [bytes([number] * 32) for number in range(3)]
    assert read_proof(proof_text(proof)) == proof
    assert read_proof("") == []
    for wrong in ("AAAA\n", "nonsense\n", proof_text(proof)[:-1], "\n", proof_text(proof) * 100):
        with pytest.raises(ProofError):
            read_proof(wrong)
