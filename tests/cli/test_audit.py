"""`croupier audit`: verify, round, export, prove, check, witness; over a store in a file and over copies of it."""

from __future__ import annotations

import json
import shutil
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from cli.program import Run
from croupier.kernel.errors import ProofError
from croupier.proof.notes import Signer, checkpoint_in, proof_text
from proof.house import SIGNER, House, evening, run as wait_for
from proof.house_file import a_house

KEY = str(SIGNER.verifier)


@pytest.fixture
def store() -> str:
    return str(a_house()[0])


@pytest.fixture
def changed(tmp_path: Path) -> str:
    """The same house with one entry of its file changed."""
    path = tmp_path / "changed.db"
    shutil.copy(a_house()[0], path)
    with sqlite3.connect(path) as connection:
        connection.execute(
            "UPDATE entries SET line = CAST(replace(CAST(line AS TEXT), '\"at\":0', '\"at\":7') AS BLOB) WHERE number = 9 "
            "AND stream = (SELECT key FROM streams WHERE name = 'table 7')"
        )
    connection.close()
    return str(path)


def test_a_house_is_verified(run: Run, store: str, tmp_path: Path) -> None:
    done = run("audit", "verify", "--database", store)
    assert done.status == 0
    assert "85 entries in 2 streams" in done.out
    assert KEY in done.out
    assert "gave the same result" in done.out
    quick = run("audit", "verify", "--database", store, "--hashes-only", "--key", KEY, "--json")
    assert quick.json["entries"] == 85
    assert quick.json["fault"] is None
    note = tmp_path / "note.txt"
    note.write_text(a_house()[1][2], "utf-8")
    assert run("audit", "verify", "--database", store, "--against", str(note)).status == 0


def test_the_first_entry_that_was_changed_is_named(run: Run, changed: str) -> None:
    done = run("audit", "verify", "--database", changed)
    assert done.status == 1
    assert done.out.startswith("table 7, entry 9 (place ")
    assert done.err == ""
    assert run("audit", "verify", "--database", changed, "--json").json["fault"]["number"] == 9


def test_a_round_is_told_and_decided_again(run: Run, store: str) -> None:
    done = run("audit", "round", "table 7", "1", "--database", store)
    assert done.status == 0
    assert "recorded: The deck for round 1 is committed" in done.out
    assert done.out.count("decided again: same result") == done.out.count("Entry ")
    assert "every command, decided again, gave the same result" in done.out
    told = run("audit", "round", "poker/1", "2", "--database", store, "--json").json
    assert told[0]["entry"]["command"]["do"] == "begin-hand"
    assert all(each["deviation"] is None for each in told)


def test_a_round_that_was_not_by_the_rules_is_told_with_both(run: Run, tmp_path: Path) -> None:
    """A payment that the rules do not give, in a record whose hashes are right."""
    from proof.test_verifying import resealed

    lines = list(evening().store.streams["table 7"])
    settles = next(n for n, line in enumerate(lines) if b'"do":"settle"' in line)

    def pay(entry: dict) -> None:  # type: ignore[type-arg]
        postings = next(event["postings"] for event in entry["events"] if event.get("postings"))
        one, two = list(postings)[:2]
        postings[one], postings[two] = postings[one] + 100, postings[two] - 100

    copy = tmp_path / "copy"
    assert run("audit", "export", "--database", str(a_house()[0]), "--to", str(copy)).status == 0
    (file,) = (copy / "entries").glob("*table-7*")
    file.write_bytes(b"".join(line + b"\n" for line in resealed(lines, settles, pay)))
    done = run("audit", "round", "table 7", "1", "--database", str(copy))
    assert done.status == 1
    assert "decided again: what was recorded is not what the rules give" in done.out
    assert "    recorded: {" in done.out
    assert "1 of 18 entries gave a different result." in done.out


@pytest.mark.parametrize("name", ["copy", "copy.zip"])
def test_a_house_is_copied_and_the_copy_verified(run: Run, store: str, tmp_path: Path, name: str) -> None:
    to = str(tmp_path / name)
    assert run("audit", "export", "--database", store, "--to", to).out == f"85 entries written to {to}\n"
    assert run("audit", "verify", "--database", to).status == 0
    assert run("audit", "verify", "--database", store, "--against", to).status == 0
    assert run("audit", "export", "--database", store, "--to", to).complains("already exists")


def test_an_entry_is_proven_without_the_server(run: Run, store: str, tmp_path: Path) -> None:
    to = str(tmp_path / "proof.json")
    assert run("audit", "prove", "table 7", "9", "--database", store, "--to", to).status == 0
    done = run("audit", "check", to, "--key", KEY)
    assert (done.status, done.err) == (0, "")
    assert "Entry 9 of table 7 is in the tree as written." in done.out
    assert run("audit", "check", to, "--json").json["holds"] is True
    other = tmp_path / "other.json"
    other.write_text(Path(to).read_text().replace('\\"at\\":0', '\\"at\\":7'))
    failed = run("audit", "check", str(other))
    assert failed.status == 1
    assert "The proof fails" in failed.out
    assert run("audit", "check", to, "--key", str(Signer.new("other").verifier)).status == 1
    assert run("audit", "prove", "table 7", "9", "--database", store, "--to", to).complains("already exists")


def test_a_player_gets_proof_of_their_own_cards_alone(run: Run, store: str, tmp_path: Path) -> None:
    to, whole = str(tmp_path / "p1.json"), str(tmp_path / "whole.json")
    arguments = ("audit", "prove", "table 7", "1", "--round", "--database", store, "--to")
    assert run(*arguments, to, "--as", "p1").status == 0
    assert run(*arguments, whole).status == 0
    own, all_of_it = run("audit", "check", to), run("audit", "check", whole)
    assert (own.status, all_of_it.status) == (0, 0)
    assert all_of_it.out.count(" was card ") == 52
    assert own.out.count(" was card ") == 20  # three hands and the dealer's: the two others were shown at the end
    assert len(json.loads(Path(to).read_text())["entries"]) == 1
    copy = str(tmp_path / "copy.zip")
    run("audit", "export", "--database", store, "--to", copy)
    again = str(tmp_path / "again.json")
    assert run(*arguments[:-3], "--database", copy, "--to", again, "--as", "p1").status == 0
    assert json.loads(Path(again).read_text()) == json.loads(Path(to).read_text())


def test_the_store_may_be_named_in_the_environment(run: Run, store: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROUPIER_DATABASE", store)
    assert run("audit", "verify", "--hashes-only").status == 0
    assert run("audit", "round", "table 7", "1").status == 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("verify",), ("house.db does not exist",)),
        (("verify", "--database", "nowhere.db"), ("does not exist",)),
        (("verify", "--database", "nowhere.zip"), ("not an export",)),
        (("verify", "--database", "EMPTY"), ("not an export",)),
        (("verify", "--database", "STORE", "--against", "nowhere"), ("cannot be read",)),
        (("verify", "--database", "STORE", "--against", "EMPTY"), ("no checkpoint in it",)),
        (("verify", "--database", "STORE", "--against", "WORDS"), ("not a signed note",)),
        (("verify", "--database", "STORE", "--key", "nonsense"), ("neither a key",)),
        (("verify", "--database", "STORE", "--key", "a+b"), ("a key is written",)),
        (("verify", "--database", "WORDS"), ()),
        (("round", "table 7", "99", "--database", "STORE"), ("no round 99",)),
        (("round", "table 8", "1", "--database", "STORE"), ("no stream", "table 7")),
        (("round", "table 7", "one", "--database", "STORE"), ("--help",)),
        (("prove", "table 7", "99", "--to", "NEW", "--database", "STORE"), ("no entry 99",)),
        (("prove", "nowhere", "1", "--to", "NEW", "--database", "STORE"), ("no entry 1",)),
        (("prove", "table 7", "9", "--to", "nowhere/new", "--database", "STORE"), ("no folder",)),
        (("prove", "table 7", "9", "--as", "p1", "--to", "NEW", "--database", "STORE"), ("--round",)),
        (("prove", "table 7", "9", "--round", "--to", "NEW", "--database", "STORE"), ("no such round",)),
        (("prove", "table 7", "1", "--round", "--as", "anybody", "--to", "NEW", "--database", "STORE"), ("not at the table",)),
        (("check", "nowhere"), ("cannot be read",)),
        (("check", "WORDS"), ("not a proof",)),
        (("witness", "file:///etc/passwd", "--keep", "NEW"), ("not an address",)),
        (("witness", "http://127.0.0.1:9/", "--keep", "NEW"), ("cannot be reached",)),
        (("export", "--database", "STORE"), ("--help",)),
    ],
)
def test_bad_input_is_one_line(run: Run, store: str, tmp_path: Path, arguments: tuple[str, ...], words: tuple[str, ...]) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "words.txt").write_text("nonsense")
    stand_in = {"STORE": store, "EMPTY": tmp_path / "empty", "WORDS": tmp_path / "words.txt", "NEW": tmp_path / "new"}
    done = run("audit", *(str(stand_in.get(argument, argument)) for argument in arguments))
    assert done.complains(*words), done
    assert not (tmp_path / "new").exists()


def test_a_store_that_nobody_has_signed_for_is_verified_and_proves_nothing(run: Run, tmp_path: Path) -> None:
    from croupier.floor.stores.sqlite import SQLiteStore

    path = tmp_path / "new.db"

    async def make() -> None:
        store = SQLiteStore(path)
        await store.start()
        await store.stop()

    wait_for(make())
    done = run("audit", "verify", "--database", str(path))
    assert done.status == 0
    assert "no checkpoint" in done.out
    to = str(tmp_path / "proof")
    assert run("audit", "prove", "t", "1", "--to", to, "--database", str(path)).complains("no checkpoint yet")


# A witness


class House_(BaseHTTPRequestHandler):  # noqa: N801
    """The two addresses of a house that a witness asks for, and the one of its key."""

    house: House
    note: str

    def do_GET(self) -> None:
        asked = urlsplit(self.path)
        try:
            if asked.path == "/proof/checkpoint":
                text = self.note
            elif asked.path == "/proof/key":
                text = KEY + "\n"
            else:
                sizes = {name: int(values[0]) for name, values in parse_qs(asked.query).items()}
                text = proof_text(wait_for(self.house.sequencer.consistency(sizes["from"], sizes["to"])))
        except ProofError:
            self.send_error(404)
            return
        self.send_response(200)
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, format: str, *args: object) -> None:
        pass


@contextmanager
def serving(house: House, note: str) -> Iterator[str]:
    handler = type("Serving", (House_,), {"house": house, "note": note})
    with HTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


def test_a_witness_keeps_checkpoints_and_catches_a_rewritten_past(run: Run, tmp_path: Path) -> None:
    house, keep = evening(), str(tmp_path / "kept")
    for n, note in enumerate((house.notes[2], house.notes[9], house.notes[9], house.notes[4], house.notes[-1])):
        with serving(house, note) as url:
            done = run("audit", "witness", url, "--keep", keep, *(("--key", KEY) if not n else ()))
        assert done.status == 0, done
        assert SIGNER.name in done.out
        assert ("as they were" in done.out) == bool(n)
    other = evening(seed=77)
    with serving(other, other.notes[-1]) as url:
        done = run("audit", "witness", url + "/", "--keep", keep)
        assert done.status == 1
        assert "its past was rewritten" in done.out
        assert run("audit", "witness", url, "--keep", keep, "--json").json["whole"] is False
    assert len([*Path(keep).rglob("evidence-*.txt")]) == 2
    assert run("audit", "verify", "--database", str(a_house()[0]), "--against", keep).status == 0


def test_a_key_that_is_not_said_is_believed_the_first_time(run: Run, tmp_path: Path) -> None:
    house, keep = evening(), str(tmp_path)
    with serving(house, house.notes[1]) as url:
        done = run("audit", "witness", url, "--keep", keep)
        assert done.status == 0
        assert KEY in done.out
        wrong = run("audit", "witness", url, "--keep", keep, "--key", str(Signer.new(SIGNER.name).verifier))
        assert wrong.complains("is known by the key")
        elsewhere = run("audit", "witness", f"{url}/nowhere", "--keep", str(tmp_path / "new"))
        assert elsewhere.complains("cannot be reached") or elsewhere.status == 2
    forged = Signer.new(SIGNER.name).signed(str(checkpoint_in(house.notes[2], SIGNER.verifier)))
    with serving(house, forged) as url:
        assert run("audit", "witness", url, "--keep", keep).complains("not signed by")


def test_a_witness_looks_again_and_again_whether_the_house_answers_or_not(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    waited: list[int] = []

    def wait(seconds: int) -> None:
        waited.append(seconds)
        if len(waited) == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr("croupier.cli.audit.time.sleep", wait)
    with serving(evening(), evening().notes[-1]) as url:
        done = run("audit", "witness", url, "--keep", str(tmp_path), "--key", KEY, "--every", "7")
    assert (done.status, waited) == (130, [7, 7, 7])
    assert done.out.count("as they were") == 2
    waited.clear()
    done = run("audit", "witness", "http://127.0.0.1:9", "--keep", str(tmp_path), "--every", "1")
    assert (done.status, waited) == (130, [1, 1, 1])
    assert done.out.count("cannot be reached") == 3
