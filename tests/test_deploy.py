"""The recipe for containers: its commands exist, its configuration is read, and the same commands run here without containers."""

from __future__ import annotations

import json
import re
import socket
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
import yaml  # type: ignore[import-untyped]

from croupier.cli.main import COMMANDS
from croupier.server.config import Config, ConfigError, Http, checked, read_config
from floor.postgres import Cluster, postgres  # noqa: F401

DEPLOY = Path(__file__).parents[1] / "deploy"
SERVICES: dict[str, dict[str, Any]] = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))["services"]


def options_of(command: str) -> set[str]:
    help_ = subprocess.run([sys.executable, "-m", "croupier", command, "--help"], capture_output=True, text=True, check=True)
    return set(re.findall(r"--[a-z-]+", help_.stdout))


def test_every_command_of_the_recipe_exists() -> None:
    said = [service["command"] for service in SERVICES.values() if service.get("image") == "croupier"]
    lines = (DEPLOY / "Dockerfile").read_text("utf-8").splitlines()
    said.append(json.loads(next(line for line in lines if line.startswith("CMD")).removeprefix("CMD ")))
    assert {command[0] for command in said} == {"serve", "upgrade"}
    for command, *words in said:
        assert command in COMMANDS
        assert {word for word in words if word.startswith("--")} <= options_of(command)


def test_the_recipe_copies_and_runs_what_is_there() -> None:
    lines = (DEPLOY / "Dockerfile").read_text("utf-8").splitlines()
    verbs = {line.split()[0] for line in lines if line and not line.startswith("#")}
    assert verbs <= {"FROM", "WORKDIR", "COPY", "RUN", "ENV", "USER", "VOLUME", "EXPOSE", "HEALTHCHECK", "ENTRYPOINT", "CMD"}
    assert 'ENTRYPOINT ["croupier"]' in lines
    assert [line for line in lines if line.startswith("USER")] == ["USER croupier"]
    extras = set(re.findall(r"\[([a-z,]+)\]\"", "\n".join(lines))[0].split(","))
    project = (DEPLOY.parent / "pyproject.toml").read_text("utf-8")
    assert all(f"\n{extra} = [" in project for extra in extras)


def test_the_services_fit_together() -> None:
    for name, service in SERVICES.items():
        for mounted in service.get("volumes", ()):
            source = mounted.partition(":")[0]
            assert not source.startswith("./") or (DEPLOY / source).exists(), (name, source)
        assert set(service.get("depends_on", ())) <= set(SERVICES)
    assert [name for name, service in SERVICES.items() if "ports" in service] == ["proxy"]
    assert "OWNER_PASSWORD" not in json.dumps([SERVICES["server-1"], SERVICES["server-2"]])
    proxied = re.findall(r"(\S+):8000", (DEPLOY / "Caddyfile").read_text("utf-8"))
    assert set(proxied) == {name for name in SERVICES if name.startswith("server-")}
    asked = set(re.findall(r"\$\{(\w+)", (DEPLOY / "compose.yaml").read_text("utf-8")))
    assert asked == set(re.findall(r"(?m)^(\w+)=", (DEPLOY / "env.example").read_text("utf-8")))


def test_the_configuration_is_read() -> None:
    config = read_config(str(DEPLOY / "house.toml"))
    assert config.http.behind_proxy
    assert config.database == "postgresql://house_server@database/house"


def test_a_demo_is_published_only_where_that_is_said() -> None:
    anywhere = Http(host="0.0.0.0")  # noqa: S104
    with pytest.raises(ConfigError, match="publish"):
        checked(Config(demo=True, http=anywhere))
    assert checked(Config(demo=True, publish_demo=True, http=anywhere)).publish_demo


def _port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


def test_the_same_commands_without_containers(postgres: Cluster, tmp_path: Path) -> None:  # noqa: F811
    """The owner upgrades, the servers' role makes the first administrator, and two processes serve one house."""
    owner = postgres.new_database()
    role = f"house_server_{owner.partition('@/')[2].partition('?')[0]}"
    postgres.run(f"CREATE ROLE {role} LOGIN")
    server = owner.replace("croupier@", f"{role}@")
    config = tmp_path / "house.toml"
    text = (DEPLOY / "house.toml").read_text("utf-8").replace("/var/lib/croupier", str(tmp_path)).replace("0.0.0.0", "127.0.0.1")  # noqa: S104
    config.write_text(text.replace("postgresql://house_server@database/house", server), "utf-8")

    def croupier(*words: str, said: str = "") -> None:
        subprocess.run([sys.executable, "-m", "croupier", *words], input=said, text=True, check=True, capture_output=True)

    _, *words = SERVICES["upgrade"]["command"]
    changed = [owner if word.startswith("postgresql:") else role if word == "house_server" else word for word in words]
    croupier("upgrade", *changed)
    croupier("user", "add", "admin", "--administrator", "--database", server, said="a password for tests\n")
    with ExitStack() as ending:
        for port in (_port(), _port()):
            command = [*SERVICES["server-1"]["command"][:-1], str(config), "--port", str(port)]
            log = ending.enter_context(open(tmp_path / f"{port}.log", "wb"))
            started = subprocess.Popen([sys.executable, "-m", "croupier", *command], stdout=log, stderr=log)
            ending.callback(started.wait, 30)
            ending.callback(started.terminate)
            until = time.monotonic() + 40
            while True:
                try:
                    with urlopen(f"http://127.0.0.1:{port}/healthz", timeout=3) as answer:
                        assert json.load(answer)["well"]
                    break
                except OSError:
                    assert started.poll() is None, (tmp_path / f"{port}.log").read_text("utf-8")
                    assert time.monotonic() < until
                    time.sleep(0.2)
