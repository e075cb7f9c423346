"""`croupier key`: a key halved between two people."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier.cli.main import main
from croupier.floor.proof import signer_from


def test_a_key_is_halved_between_two_people(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole, first, second = (str(tmp_path / name) for name in ("house.key", "first", "second"))
    verifier = str(signer_from(whole, "house").verifier)
    asked = ["key", "split", whole, first, second, "--holders", "admin-1", "inspector-1"]
    assert main([*asked, "--keep"]) == 0
    assert main(asked) == 2  # what is there is never written over
    assert Path(whole).exists()
    Path(first).unlink()
    Path(second).unlink()
    assert main(asked) == 0
    assert not Path(whole).exists()
    assert all(Path(file).stat().st_mode & 0o777 == 0o600 for file in (first, second))
    capsys.readouterr()
    assert main(["key", "check", second, first]) == 0
    assert verifier in capsys.readouterr().out


def test_a_key_is_not_halved_for_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole = str(tmp_path / "house.key")
    signer_from(whole, "house")
    asked = ["key", "split", whole, str(tmp_path / "a"), str(tmp_path / "b"), "--holders", "admin-1", "admin-1"]
    assert main(asked) == 2
    assert "two people" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == [Path(whole)]
    assert main(["key", "check", whole, whole]) == 2
    assert main(["key", "check", whole, "nowhere"]) == 2
