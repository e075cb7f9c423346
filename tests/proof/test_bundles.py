"""Proof in one file: it holds as it was made, and nothing in it can be another."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given, strategies as st

from croupier.kernel.actors import INSPECTOR, ONLOOKER, Viewer
from croupier.kernel.errors import ProofError
from croupier.proof.bundles import prove_entry, prove_round, verify_bundle
from croupier.proof.checkpoints import Checkpoints
from croupier.proof.notes import Signer
from croupier.proof.round_check import played
from croupier.stud.commands import PlaceAnte
from proof.house import SIGNER, House, accepted, evening, run

HOUSE = evening()
ENTRY = run(prove_entry(HOUSE.store, HOUSE.sequencer, "table 7", 12))
PLAYER = run(prove_round(HOUSE.store, HOUSE.sequencer, HOUSE.poker, 1, Viewer(person="p2")))
WHOLE = run(prove_round(HOUSE.store, HOUSE.sequencer, HOUSE.stud, 2, INSPECTOR))


@pytest.mark.parametrize("number", [1, 7, 20])
def test_an_entry_is_proven(number: int) -> None:
    for stream in HOUSE.store.streams:
        bundle = run(prove_entry(HOUSE.store, HOUSE.sequencer, stream, number))
        verdict = verify_bundle(bundle, SIGNER.verifier)
        assert verdict
        assert verdict.says[-1] == f"Entry {number} of {stream} is in the tree as written."


def test_a_round_is_proven_whole_to_the_inspector() -> None:
    verdict = verify_bundle(WHOLE, SIGNER.verifier)
    assert verdict
    numbers = [json.loads(entry["line"])["number"] for entry in json.loads(WHOLE)["entries"]]
    assert numbers == list(range(numbers[0], numbers[-1] + 1))
    kinds = [json.loads(entry["line"])["command"]["do"] for entry in json.loads(WHOLE)["entries"]]
    assert {"place-ante", "commit-deck", "shuffle", "deal", "settle"} <= set(kinds)
    assert kinds.count("shuffle") == 1
    assert len(json.loads(WHOLE)["decks"][0]["opened"]) == 52
    assert sum(" was card " in said for said in verdict.says) == 52


def test_a_players_cards_are_proven_to_the_player() -> None:
    verdict = verify_bundle(PLAYER, SIGNER.verifier)
    assert verdict
    assert str(verdict).count(" was card ") == len(json.loads(PLAYER)["decks"][0]["opened"]) > 6
    assert "the key" not in str(verdict)
    assert "compare it with the one" in str(verify_bundle(PLAYER))


def test_a_round_that_is_being_played_is_not_opened_to_the_inspector() -> None:
    house = House(seed=3)
    house.sit_down()
    house.stud_round()
    house.poker.run()
    for table, number in ((house.stud, 2), (house.poker, 1)):
        with pytest.raises(ProofError, match="still being played"):
            run(prove_round(house.store, house.sequencer, table, number, INSPECTOR))
    house.sign()
    own = run(prove_round(house.store, house.sequencer, house.poker, 1, Viewer(person="p1")))
    assert len(json.loads(own)["decks"][0]["opened"]) == 2


def test_what_is_not_there_is_not_proven() -> None:
    log = HOUSE.sequencer
    for stream, number in (("table 7", 0), ("table 7", 999), ("nowhere", 1), ("table 7", -1)):
        with pytest.raises(ProofError, match="no entry"):
            run(prove_entry(HOUSE.store, log, stream, number))
    for number in (0, 9, -1):
        for viewer in (INSPECTOR, ONLOOKER):
            with pytest.raises(ProofError):
                run(prove_round(HOUSE.store, log, HOUSE.poker, number, viewer))
    early = House(seed=5, committed=False)
    early.sit_down()
    early.stud_round()
    with pytest.raises(ProofError, match="no deck committed"):
        run(prove_round(early.store, early.sequencer, early.stud, 1, Viewer(person="p1")))
    assert verify_bundle(run(prove_round(early.store, early.sequencer, early.stud, 1, INSPECTOR)))


def test_what_nobody_has_signed_for_yet_is_not_proven() -> None:
    house = House(seed=3)
    house.sit_down()
    accepted(house.stud.do(PlaceAnte(seat=1, amount=10_00)))
    with pytest.raises(ProofError, match="under no checkpoint yet"):
        run(prove_entry(house.store, house.sequencer, "table 7", house.stud.number))


def test_a_proof_by_another_key_is_not_the_houses() -> None:
    other = Signer.new(SIGNER.name)
    verdict = verify_bundle(ENTRY, other.verifier)
    assert not verdict
    assert "is signed by" in verdict.says[-1]
    swapped = ENTRY.replace(str(SIGNER.verifier).encode(), str(other.verifier).encode())
    assert not verify_bundle(swapped)


def changed(data: bytes, path: tuple[Any, ...], value: Any) -> bytes:
    whole = json.loads(data)
    part = whole
    for step in path[:-1]:
        part = part[step]
    part[path[-1]] = value
    return json.dumps(whole).encode()


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("entries", 0, "place"), 0),
        (("entries", 0, "place"), -1),
        (("entries", 0, "place"), 10**9),
        (("entries", 0, "path"), []),
        (("entries", 0, "path", 0), "00" * 32),
        (("entries", 0, "path", 0), "nonsense"),
        (("entries", 0, "line"), "nonsense"),
        (("entries", 0, "line"), "{}"),
        (("decks", 0, "committed"), 5),
        (("decks", 0, "cards"), 51),
        (("decks", 0, "cards"), 0),
        (("decks", 0, "opened", 0, "card"), "??"),
        (("decks", 0, "opened", 0, "place"), 51),
        (("decks", 0, "opened", 0, "salt"), "00" * 32),
        (("decks", 0, "opened", 0, "path", 0), "00" * 32),
        (("checkpoint",), "nonsense"),
        (("verifier",), "nonsense"),
    ],
)
def test_a_proof_with_something_else_in_it_does_not_hold(path: tuple[Any, ...], value: Any) -> None:
    assert verify_bundle(changed(PLAYER, (), PLAYER) if not path else PLAYER)
    verdict = verify_bundle(changed(PLAYER, path, value))
    assert not verdict
    assert verdict.says[-1].startswith("The proof fails: ")
    assert all("\n" not in said for said in verdict.says)


def test_cards_of_two_places_can_not_be_exchanged() -> None:
    whole = json.loads(PLAYER)
    one, two = whole["decks"][0]["opened"][:2]
    one["card"], two["card"] = two["card"], one["card"]
    assert not verify_bundle(json.dumps(whole).encode())
    whole = json.loads(PLAYER)
    whole["decks"][0]["opened"] *= 2
    assert not verify_bundle(json.dumps(whole).encode())


def test_entries_can_not_be_left_out_and_put_together_otherwise() -> None:
    whole = json.loads(WHOLE)
    entries = whole["entries"]
    for other in (entries[::-1], [*entries, entries[-1]], [entries[1], entries[0], *entries[2:]]):
        assert not verify_bundle(json.dumps({**whole, "entries": other, "decks": []}).encode())
    left_out = verify_bundle(json.dumps({**whole, "entries": entries[::2], "decks": []}).encode())
    assert left_out  # each stands for itself, and it is said which
    mixed = [entries[0], json.loads(PLAYER)["entries"][0]]
    assert not verify_bundle(json.dumps({**whole, "entries": mixed, "decks": []}).encode())


@pytest.mark.parametrize("wrong", [b"", b"nonsense", b"{}", b"[]", b"\xff\xfe", b'{"format":"croupier proof 1"}', b"[" * 10_000])
def test_what_is_no_proof_at_all_is_said_in_one_line(wrong: bytes) -> None:
    with pytest.raises(ProofError) as error:
        verify_bundle(wrong)
    assert "\n" not in str(error.value)


def test_a_proof_of_another_kind_or_of_nothing_is_none() -> None:
    for path, value in ((("format",), "croupier proof 9"), (("entries",), []), (("more",), 1)):
        with pytest.raises(ProofError):
            verify_bundle(changed(PLAYER, path, value))


@given(st.integers(0, len(PLAYER) - 1), st.integers(0, 255))
def test_whatever_byte_is_another_nothing_else_is_proven_by_it(place: int, byte: int) -> None:
    """A changed proof is none, does not hold, or says the very same: spaces between its parts mean nothing. Only the cut is
    told and not proven.
    """
    other = PLAYER[:place] + bytes([byte]) + PLAYER[place + 1 :]
    try:
        verdict = verify_bundle(other, SIGNER.verifier)
    except ProofError:
        return
    if verdict:
        plain = json.loads(other)
        known = json.loads(PLAYER)
        plain["decks"][0]["cut"] = known["decks"][0]["cut"]
        assert plain == known


def test_rounds_are_those_of_the_record() -> None:
    lines = HOUSE.store.streams["poker/1"]
    first = [each.entry.number for each in played(HOUSE.poker, lines, 1)]
    second = [each.entry.number for each in played(HOUSE.poker, lines, 2)]
    assert first[-1] < second[0]
    assert {*first, *second} == set(range(first[0], second[-1] + 1))
    begins = [type(HOUSE.poker.entries[numbers[0] - 1].command).__name__ for numbers in (first, second)]
    assert begins == ["BeginHand", "BeginHand"]
    assert all(each.deviation is None for each in played(HOUSE.poker, lines, 1))
    begun = House(seed=8)
    begun.sit_down()
    step = begun.poker.next_step()
    assert step is not None
    begun.poker.do(step, by="house")
    assert [each.entry.number for each in played(begun.poker, begun.store.streams["poker/1"], 1)] == [begun.poker.number]


def test_a_proof_can_be_made_from_a_record_that_only_is_read() -> None:
    log = Checkpoints(HOUSE.store, SIGNER.verifier)
    run(log.open())
    before = dict(HOUSE.store.matters)
    assert verify_bundle(run(prove_entry(HOUSE.store, log, "table 7", 3)))
    assert HOUSE.store.matters == before
    assert msgspec.json.decode(ENTRY)["format"] == "croupier proof 1"
