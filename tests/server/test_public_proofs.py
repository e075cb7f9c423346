"""What proofs tell people who may not see an entry: nothing of a card that lies face down, however much else they know."""

from __future__ import annotations

import asyncio
import json
from base64 import b64decode
from hashlib import sha256
from pathlib import Path
from typing import Any

from croupier.floor.dealing import TableSettings
from croupier.kernel.actors import Capacity
from croupier.kernel.cards import DECK
from croupier.kernel.entries import line_of
from croupier.proof.merkle import entry_leaf
from croupier.stud.rules import Options
from croupier.tables.any_line import read_line
from server.calling import Called

TABLE, DEALER = "t1", "Dealer"
LINES = ("shuffle", "no more bets", "deal 1: As Kd 9c 5h 2d")


async def live_table(called: Called) -> None:
    """A round at a live table, a checkpoint after every entry, up to a hand whose faces the dealer has seen."""
    await called.demo.people()
    await called.demo.open_table(TABLE, "crown-caribbean-stud", Options(places=3), TableSettings(live=True))
    await called.server.prover.advance()
    steps: list[tuple[str, str, Capacity]] = [("sit 1 $1000", "player-1", 1), ("ante 1 $10", "player-1", 1)]
    for line, person, by in [*steps, *((line, "dealer-1", DEALER) for line in LINES)]:
        stream = called.server.floor.house.streams[TABLE]
        await called.demo.do(TABLE, read_line(stream, line), person, by)
        await called.server.prover.advance()


def guessed(line: bytes, known: str, leaves: set[bytes]) -> str:
    """The last card of a hand, by trying out what its line would be and looking for the hash of that among those that are
    public. Everything else of the line is known, but for what its salt is.
    """
    was = json.loads(line)
    was.pop("hash"), was.pop("salt", None)
    for card in DECK:
        body = json.dumps(was, separators=(",", ":"), ensure_ascii=False).replace(known, card.value).encode()
        digest = sha256(body).hexdigest()
        assert line_of(body, digest)
        if entry_leaf(TABLE, was["number"], digest) in leaves:
            return str(card.value)
    return ""


async def public_hashes(called: Called, sizes: range) -> set[bytes]:
    """All that the ways from one size to another show, to someone who is not signed in."""
    found = set[bytes]()
    for first in sizes:
        for second in range(first + 1, sizes.stop):
            answer = await called.ask("GET", f"/proof/consistency?from={first}&to={second}")
            if answer.status == 200:
                found |= {b64decode(each) for each in answer.body.split()}
    return found


def test_no_face_down_card_is_found_by_trying_out_what_an_entry_may_say(tmp_path: Path) -> None:
    async def attack() -> None:
        called = await Called(tmp_path / "key").open()
        await live_table(called)
        store = called.server.floor.store
        size = called.server.prover.log.checkpoint.size
        hashes = await public_hashes(called, range(size - 8, size + 1))
        (line,) = (await store.read(TABLE))[-1:]
        leaf = entry_leaf(TABLE, json.loads(line)["number"], json.loads(line)["hash"])
        assert leaf in hashes  # each of the last entries has a checkpoint of its own: their hashes are public
        assert guessed(line, "2d", hashes) == ""

    asyncio.run(attack())


def test_every_entry_of_a_house_has_a_salt_of_its_own(tmp_path: Path) -> None:
    """The register, the cage, meters, the room, tables and a tournament: all that a demo house is furnished with."""

    async def furnished(seed: int | None) -> list[dict[str, Any]]:
        called = await Called(tmp_path / "key", seed=seed).open()
        await called.demo.furnish()
        store = called.server.floor.store
        return [json.loads(line) for name in await store.heads() for line in await store.read(name)]

    entries = asyncio.run(furnished(None))
    assert {"people", "cage", "room", "evening", "crown-1"} < {entry["stream"] for entry in entries}
    salts = [entry.get("salt", "") for entry in entries]
    assert all(len(bytes.fromhex(salt)) == 16 for salt in salts)
    assert len(set(salts)) == len(salts)
    assert asyncio.run(furnished(1)) == asyncio.run(furnished(1)) != entries  # a seeded house comes out the same again


def test_nobody_but_the_inspector_is_shown_a_salt(tmp_path: Path) -> None:
    async def look() -> None:
        called = await Called(tmp_path / "key").open()
        await live_table(called)
        store = called.server.floor.store
        salts = {json.loads(line)["salt"].encode() for line in await store.read(TABLE)}
        paths = (
            *(f"/api/streams/{TABLE}{more}" for more in ("", "/history", "/replay?number=5", "/record", "/legal")),
            *(f"/{page}/{TABLE}" for page in ("tables", "dealer")),
            *(f"/proof/streams/{TABLE}/{more}" for more in ("rounds/1", "entries/3")),
            *("/proof/checkpoint", "/proof/key", "/api/export", "/floor", "/api/house"),
        )
        for person in ("", "player-1", "player-2", "dealer-1", "supervisor-1", "manager-1", "cashier-1", "admin-1"):
            for path in paths:
                answer = await called.ask("GET", path, person)
                assert not any(salt in answer.body for salt in salts), (person, path)

    asyncio.run(look())


def test_the_way_from_one_size_to_another_is_shown_between_checkpoints_alone(tmp_path: Path) -> None:
    async def ask() -> None:
        called = await Called(tmp_path / "key").open()
        await called.demo.people()
        await called.server.prover.advance()
        first = called.server.prover.log.checkpoint.size
        for number in range(3):
            await called.demo.register(f"guest-{number}", f"Guest number {number}")
        await called.server.prover.advance()
        last = called.server.prover.log.checkpoint.size
        assert 0 < first < last - 2
        for sizes, status in {
            (0, first): 200,
            (first, last): 200,
            (last, last): 200,
            (first, last - 1): 404,
            (first + 1, last): 404,
            (first, last + 1): 400,
            (last, first): 400,
        }.items():
            answer = await called.ask("GET", "/proof/consistency?from={}&to={}".format(*sizes))
            assert answer.status == status, (sizes, answer)
        refused = await called.ask("GET", f"/proof/consistency?from={first}&to={last - 1}")
        assert f"no checkpoint of {last - 1} entries was ever signed" in refused.body.decode()
        again = await Called(tmp_path / "key", store=called.server.floor.store).open()
        assert (await again.ask("GET", f"/proof/consistency?from={first}&to={last}")).status == 200

    asyncio.run(ask())


def test_every_house_commits_to_its_decks_unless_it_says_otherwise(tmp_path: Path) -> None:
    async def run() -> None:
        called = await Called(tmp_path / "key", seed=7).open()
        await called.demo.people()
        for name, signs, committed in (("a", b"{}", True), ("b", b'{"committed_decks": false}', False)):
            await called.server.open_table(name, "crown-caribbean-stud", signs, TableSettings(), person="")
            assert called.server.floor.house.tables[name].state.options.committed_decks is committed

    asyncio.run(run())
