"""`run` plays one command line in this process; `shell` starts the real program."""

from __future__ import annotations

import io
import os
import subprocess
import sys

import pytest

from cli.program import Done, Run, Shell
from croupier.cli.main import main


@pytest.fixture(autouse=True)
def state_of_their_own(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a command keeps from visit to visit is kept for the test alone."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    def run(*arguments: str, said: str | bytes = b"") -> Done:
        raw = said.encode() if isinstance(said, str) else said
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw), encoding="utf-8"))
        capsys.readouterr()
        status = main(arguments)
        out, err = capsys.readouterr()
        return Done(status, out, err)

    return run


@pytest.fixture
def shell() -> Shell:
    def shell(*arguments: str, said: str = "", **environment: str) -> Done:
        command = [sys.executable, "-m", "croupier", *arguments]
        done = subprocess.run(
            command, input=said, capture_output=True, encoding="utf-8", env={**os.environ, **environment}, check=False
        )
        return Done(done.returncode, done.stdout, done.stderr)

    return shell
