"""The real program stops when it is told to, with pages open, and leaves the house whole."""

from __future__ import annotations

import asyncio
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from urllib.request import urlopen

import pytest

from croupier.floor.demo import HOUSE_TABLES, PEOPLE_OF_DEMO
from croupier.floor.house import PEOPLE
from croupier.floor.stores import store_of
from croupier.floor.stores.interface import StoreRefused
from croupier.kernel.actors import HOUSE
from croupier.people.commands import RegisterPerson
from croupier.proof.keeping import LATEST
from croupier.proof.notes import checkpoint_in
from croupier.server.config import Config, Record
from croupier.server.server import Server
from floor.postgres import Cluster, postgres  # noqa: F401


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
            assert started.wait(30) == 0
            assert started.stderr.read() == ""
        finally:
            started.kill()
    assert not list(tmp_path.glob("*-wal"))


def test_the_last_entries_are_signed_before_the_house_closes(tmp_path: Path) -> None:
    """Also those whose sender was cut off while they were on their way to the store."""

    async def run() -> None:
        server = Server(Config(database=str(tmp_path / "house.db")))
        server.prover.every = 1000.0
        await server.open()
        await asyncio.sleep(0.1)
        for number in range(5):
            command = RegisterPerson(person=f"p{number}", name=f"Somebody {number}")
            sent = asyncio.create_task(server.floor.do(PEOPLE, command, person=HOUSE, by=HOUSE))
            await (sent if number < 4 else asyncio.sleep(0))
        sent.cancel()
        await server.close()
        store = store_of(server.config.database, read_only=True)
        await store.start()
        entries = sum(head.number for head in (await store.heads()).values())
        note = (await store.get(LATEST) or b"").decode()
        await store.stop()
        assert entries == 6  # with how tables are dealt
        assert checkpoint_in(note, server.prover.signer.verifier).size == entries

    asyncio.run(run())


_WORKS = """
import asyncio, os, time
from croupier.server.workers import Worker

async def main():
    worker = Worker()
    print(await worker.ask(os.getpid), flush=True)
    await worker.ask(time.sleep, 60)

if __name__ == "__main__":
    asyncio.run(main())
"""


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_a_busy_worker_ends_with_its_server_however_that_ends(tmp_path: Path, how: signal.Signals) -> None:
    script = tmp_path / "works.py"
    script.write_text(_WORKS)
    with subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True) as started:
        assert started.stdout is not None
        worker = int(started.stdout.readline())
        time.sleep(0.3)
        assert _runs(worker)
        started.send_signal(how)
        started.wait(30)
    until = time.monotonic() + 20
    while _runs(worker):
        assert time.monotonic() < until, "the worker goes on"
        time.sleep(0.05)


def _runs(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_a_second_server_on_the_same_file_is_told_why_it_does_not_come_up(tmp_path: Path) -> None:
    async def run() -> None:
        first, second = (Server(Config(database=str(tmp_path / "house.db"))) for _ in range(2))
        found = await asyncio.gather(first.open(), second.open(), return_exceptions=True)
        (refused,) = (error for error in found if error is not None)
        assert isinstance(refused, StoreRefused)
        assert "house.db is in use by another process" in str(refused)
        for server in (first, second):
            await server.close()

    asyncio.run(run())


def test_two_demos_that_start_together_on_an_empty_database_both_come_up(tmp_path: Path, postgres: Cluster) -> None:  # noqa: F811
    config = Config(database=postgres.new_database(), demo=True, record=Record(key=str(tmp_path / "key")))

    async def run() -> None:
        servers = Server(config), Server(config)
        await asyncio.gather(*(server.open() for server in servers))
        for server in servers:
            server.floor.stopped.set()
        for server in servers:
            await server.floor.catch_up()
        one, other = (server.floor.house for server in servers)
        assert one.names == other.names
        assert PEOPLE_OF_DEMO.keys() <= one.people.state.people.keys() == other.people.state.people.keys()
        assert one.at_a_glance().keys() == other.at_a_glance().keys() >= HOUSE_TABLES.keys()
        for server in servers:
            await server.close()

    asyncio.run(run())
