"""The real program stops when it is told to, with pages open, and leaves the house whole."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_it_stops_with_pages_open_and_the_house_is_whole(tmp_path: Path, how: signal.Signals) -> None:
    where = tmp_path / "house.db"
    command = [sys.executable, "-m", "croupier", "serve", "--database", str(where), "--port", "0", "--quiet"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as started:
        try:
            assert started.stdout is not None
            assert started.stderr is not None
            lines = [started.stdout.readline(), started.stdout.readline()]
            found = re.search(r"http://127\.0\.0\.1:\d+", lines[1])
            assert found is not None, started.stderr.read()
            with urlopen(f"{found[0]}/live?open=lobby:", timeout=30) as page:  # noqa: S310
                assert page.readline() == b"retry: 1000\n"
                started.send_signal(how)
                page.read()  # it ends by itself
            assert started.wait(30) in (0, -how)
            assert started.stderr.read() == ""
        finally:
            started.kill()
    assert not list(tmp_path.glob("*-wal"))
