"""`croupier backup`, `restore` and `audit verify` of a backup: signed by the house, and whatever was changed in it is noticed."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from cli.program import Run
from croupier.floor.stores import store_of
from croupier.proof.notes import Signer
from proof.house import SIGNER, run as wait_for
from proof.house_file import a_house


@pytest.fixture
def backup(run: Run, tmp_path: Path) -> str:
    """A signed backup of a house with two passwords."""
    house, key, copy = tmp_path / "house.db", tmp_path / "key", tmp_path / "monday.db"
    house.write_bytes(a_house()[0].read_bytes())
    key.write_text(SIGNER.secret)

    async def passwords() -> None:
        store = store_of(str(house))
        await store.start()
        for person in ("admin-1", "guest"):
            await store.put(f"password/{person}", f"the hash of {person}".encode())
        await store.stop()

    wait_for(passwords())
    done = run("backup", "--database", str(house), "--key", str(key), "--to", str(copy))
    assert done.status == 0, done
    assert f"signed by {SIGNER.verifier}" in done.out
    return str(copy)


def swap(path: str) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        guest = connection.execute("SELECT value FROM matters WHERE key = 'password/guest'").fetchone()
        connection.execute("UPDATE matters SET value = ? WHERE key = 'password/admin-1'", guest)


def test_a_signed_backup_is_verified_and_restored(run: Run, backup: str, tmp_path: Path) -> None:
    assert f"is signed by {SIGNER.verifier}" in run("audit", "verify", "--database", backup, "--hashes-only").out
    done = run("restore", backup, "--database", str(tmp_path / "new.db"), "--key", str(SIGNER.verifier))
    assert done.status == 0, done
    assert "85 entries in 2 streams restored" in done.out


def test_a_backup_whose_passwords_were_swapped_is_refused(run: Run, backup: str, tmp_path: Path) -> None:
    swap(backup)
    new = tmp_path / "new.db"
    done = run("restore", backup, "--database", str(new))
    assert done.status == 2
    assert "is not what casino.example/entries signed" in done.err
    found = run("audit", "verify", "--database", backup)
    assert found.status == 1
    assert "something in it was changed afterwards" in found.out
    other = Signer.new(SIGNER.name)
    key = tmp_path / "other"
    key.write_text(other.secret)
    refused = run("backup", "--database", backup, "--key", str(key), "--to", str(tmp_path / "again.db"))
    assert "and the house as" in refused.err


@pytest.mark.parametrize("log", ["-wal", "-journal"])
def test_a_log_beside_a_signed_backup_is_no_part_of_it(run: Run, backup: str, tmp_path: Path, log: str) -> None:
    """SQLite reads it with the file, whatever the file says: the passwords in it would be restored."""
    changed = tmp_path / "changed.db"
    changed.write_bytes(Path(backup).read_bytes())
    with closing(sqlite3.connect(changed)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("SELECT count(*) FROM matters").fetchone()  # so that the log stays
        swap(str(changed))
        Path(f"{backup}{log}").write_bytes(Path(f"{changed}-wal").read_bytes())
    new = tmp_path / "new.db"
    done = run("restore", backup, "--database", str(new), "--key", str(SIGNER.verifier))
    assert (done.status, new.exists()) == (2, False), done
    assert "was not signed" in done.err
    assert log == "-journal" or run("audit", "verify", "--database", backup).status == 1


def test_a_backup_without_its_signature_is_taken_only_if_that_is_said(run: Run, backup: str, tmp_path: Path) -> None:
    Path(f"{backup}.signed").unlink()
    new = str(tmp_path / "new.db")
    assert "is not signed" in run("restore", backup, "--database", new).err
    assert run("restore", backup, "--database", new, "--unsigned").status == 0
    refused = run("backup", "--database", backup, "--to", str(tmp_path / "again.db"))
    assert "name the key with --key, or say --unsigned" in refused.err
    assert run("backup", "--database", backup, "--to", str(tmp_path / "again.db"), "--unsigned").status == 0


def test_a_backup_signed_by_somebody_else_is_refused(run: Run, backup: str, tmp_path: Path) -> None:
    key = str(Signer.new(SIGNER.name).verifier)
    done = run("restore", backup, "--database", str(tmp_path / "new.db"), "--key", key)
    assert done.status == 2
    assert "it is not signed by" in done.err
