"""The key of a house in two halves: together they sign, alone they are nothing."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from croupier.cage.commands import OpenCage
from croupier.floor.floor import Floor
from croupier.floor.house import CAGE
from croupier.floor.proof import Prover
from croupier.kernel.actors import HOUSE
from croupier.kernel.errors import ProofError
from croupier.proof.custody import halved, joined
from croupier.proof.notes import Signer, checkpoint_in
from croupier.server.config import Config, ConfigError, Record, checked
from floor.memory import MemoryStore

HOLDERS = ("admin-1", "inspector-1")
SIGNER = Signer.new("house")


def test_a_house_signs_with_two_halves_and_with_neither_alone(tmp_path: Path) -> None:
    files = tmp_path / "first", tmp_path / "second"
    for file, half in zip(files, halved(SIGNER, HOLDERS), strict=True):
        file.write_text(half)

    async def signs(first: Path, second: Path) -> str:
        floor = Floor(MemoryStore())
        await floor.open()
        await floor.do(CAGE, OpenCage(chips=1_00, cash=1_00), person=HOUSE, by=HOUSE)
        prover = Prover(floor, "house", str(first), str(second))
        await prover.open()
        await prover.advance()
        return prover.log.note

    for first, second in (files, files[::-1]):
        assert checkpoint_in(asyncio.run(signs(first, second)), SIGNER.verifier).size > 0
    for file in files:
        with pytest.raises(ProofError, match="the other one is needed"):
            asyncio.run(signs(file, file))
        with pytest.raises(ProofError, match="not a signer's key"):
            Signer.read(file.read_text())


def test_halves_of_one_key_are_never_the_same_and_tell_nothing_of_it() -> None:
    first, second = (halved(SIGNER, HOLDERS) for _ in range(2))
    assert first[0] != second[0]
    for half in (*first, *second):
        assert SIGNER.secret.split("+", 4)[4] not in half
    with pytest.raises(ProofError, match="do not make the key"):
        joined(first[0], second[1])


def test_what_is_no_half_or_of_another_key_is_said() -> None:
    first, second = halved(SIGNER, HOLDERS)
    with pytest.raises(ProofError, match="halves of two keys"):
        joined(first, halved(Signer.new("other"), HOLDERS)[1])
    for text in ("", "{}", SIGNER.secret, json.dumps({**json.loads(second), "half": "AAAA"}), second.replace("half", "x")):
        with pytest.raises(ProofError, match="not half of a key"):
            joined(first, text)


@pytest.mark.parametrize("holders", [("admin-1", "admin-1"), ("admin-1", "Admin-1"), ("admin-1", " "), ("", "p7")])
def test_one_person_does_not_hold_both(holders: tuple[str, str]) -> None:
    with pytest.raises(ProofError, match="two people"):
        halved(SIGNER, holders)


def test_the_configuration_names_both_files() -> None:
    assert checked(Config(record=Record(key="first", other_half="second"))).record.other_half == "second"
    with pytest.raises(ConfigError, match="other_half"):
        checked(Config(record=Record(other_half="second")))
