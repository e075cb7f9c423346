"""A client made by a common generator from our description plays a round, with types for what it sends and gets."""

import json
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest

from server.running import running
from server.test_api import furnish

GENERATOR = "openapi-python-client==0.29.1"
"""It needs an older typer than we do, and so an environment of its own."""


@pytest.mark.slow
def test_a_generated_client_plays_a_round(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "own"], check=True)
    programs = tmp_path / "own" / ("Scripts" if sys.platform == "win32" else "bin")
    installed = subprocess.run(
        [programs / "pip", "install", "--quiet", "--disable-pip-version-check", GENERATOR], capture_output=True, text=True
    )
    if installed.returncode:
        pytest.skip(f"{GENERATOR} cannot be installed here: {installed.stderr.strip().splitlines()[-1:]}")
    with running(tmp_path / "house.db", furnish=furnish) as house:
        with urlopen(f"{house.url}/openapi.json") as answer:  # noqa: S310
            (tmp_path / "openapi.json").write_bytes(answer.read())
        (tmp_path / "config.json").write_text(json.dumps({"post_hooks": []}))
        made: list[str | Path] = [programs / "openapi-python-client", "generate", "--path", "openapi.json"]
        subprocess.run(
            [*made, "--config", "config.json", "--meta", "none", "--output-path", "house"],
            cwd=tmp_path,
            check=True,
            capture_output=True,
        )
        play: list[str | Path] = [programs / "python", Path(__file__).with_name("generated_client.py"), tmp_path, house.url]
        played = subprocess.run([*play, house.client("player-1").token], capture_output=True, text=True)
    assert not played.returncode, played.stderr
    assert "round" in played.stdout.lower()
