"""Kills a server at random moments while clients play, starts it again, and looks at what is in its store in the end."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections import Counter
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import NamedTuple

import msgspec

from croupier.floor.stores import store_of
from croupier.tables.any_game import audit, load
from kill.serving import Asked, Said
from simulation.checks import money_faults, placed
from simulation.houses import furnished
from simulation.saying import say

_READY = 60.0
_LONGEST = 5.0
"""For how many seconds a server lives at most before it is killed."""


class Report(NamedTuple):
    """What came of it: what is wrong, how often it was killed, and what was done in between."""

    wrong: list[str]
    kills: int
    entries: int
    acknowledged: int
    repeated: int


class _Client:
    """Somebody at a seat who plays on, whatever happens to the server; `acknowledged` is what they were told."""

    def __init__(self, socket: str, person: str, table: str, seat: int, seed: int) -> None:
        self.socket, self.person, self.table, self.seat = socket, person, table, seat
        self.chance = Random(f"{seed} {person}")
        self.acknowledged: dict[str, int] = {}
        self.repeated = 0
        self.wrong: list[str] = []
        self._sent = 0
        self._line: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def play(self) -> None:
        while True:
            await asyncio.sleep(self.chance.uniform(0.001, 0.02))
            looked = await self._ask(Asked(self.table, self.person, self.seat))
            if looked is None or not looked.offers:
                continue
            self._sent += 1
            seen = looked.number if self.chance.random() < 0.3 else None
            await self._insist(
                Asked(
                    self.table,
                    self.person,
                    self.seat,
                    f"{self.person}-{self._sent}",
                    seen,
                    self.chance.choice(looked.offers),
                )
            )

    async def _insist(self, asked: Asked) -> None:
        """Send a command until it is answered, and sometimes once more."""
        said: Said | None = None
        tries = 0
        while said is None or said.ground == "store_unavailable":
            said = await self._ask(asked)
            tries += 1
        self.repeated += tries > 1
        if not said.ground:
            self.acknowledged[asked.id] = said.number
            if self.chance.random() < 0.1:
                again = await self._ask(asked)
                if again is not None and again.ground != "store_unavailable" and again != said:
                    self.wrong.append(f"{asked.id} was answered with {said}, and then with {again}")

    async def _ask(self, asked: Asked) -> Said | None:
        """The answer, or None where the server went away."""
        try:
            if self._line is None:
                self._line = await asyncio.open_unix_connection(self.socket)
            reader, writer = self._line
            writer.write(msgspec.json.encode(asked) + b"\n")
            await writer.drain()
            line = await reader.readline()
            if line.endswith(b"\n"):
                return msgspec.json.decode(line, type=Said)
        except OSError:
            pass
        await self._hang_up()
        await asyncio.sleep(0.05)
        return None

    async def _hang_up(self) -> None:
        if self._line is not None:
            writer, self._line = self._line[1], None
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()


def kill_again_and_again(database: str, folder: Path, times: int, *, seed: int = 1, aloud: bool = False) -> Report:
    """Kill a server on this database so many times; `folder` is for its socket and its log."""
    clients = [_Client(str(folder / "socket"), *seat, seed) for seat in furnished("mixed").clients]
    return asyncio.run(_kill(database, folder, times, clients, Random(seed), aloud=aloud))


async def _kill(
    database: str, folder: Path, times: int, clients: list[_Client], chance: Random, *, aloud: bool
) -> Report:
    socket = str(folder / "socket")
    playing = [asyncio.create_task(client.play()) for client in clients]
    try:
        for kill in range(1, times + 1):
            server = await _started(database, folder)
            if kill == 1 or chance.random() < 0.9:
                await _open(server, socket)
                await _busy(clients, chance)
            else:
                await asyncio.sleep(chance.uniform(0.1, 1.5))  # perhaps before it is open
            server.send_signal(signal.SIGKILL)
            await server.wait()
            if aloud and kill % 10 == 0:
                say(f"{kill} kills, {sum(len(client.acknowledged) for client in clients)} acknowledged")
        server = await _started(database, folder)
        await _open(server, socket)
        before = Counter({client.person: len(client.acknowledged) for client in clients})
        await _busy(clients, chance)
        idle = all(len(client.acknowledged) == before[client.person] for client in clients)
        failed = [repr(task.exception()) for task in playing if task.done()]
    finally:
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        for client in clients:
            await client._hang_up()
    server.terminate()
    if await asyncio.wait_for(server.wait(), 30):
        failed.append("the server did not stop by itself")
    wrong, entries = await _looked_at(database, clients)
    if idle:
        wrong.append("nothing went on after the last kill")
    acknowledged = sum(len(client.acknowledged) for client in clients)
    return Report([*failed, *wrong], times, entries, acknowledged, sum(client.repeated for client in clients))


async def _busy(clients: list[_Client], chance: Random) -> None:
    """Until some more commands were acknowledged, and a moment longer."""
    wanted = sum(len(client.acknowledged) for client in clients) + chance.randint(1, 40)
    with suppress(TimeoutError):
        async with asyncio.timeout(_LONGEST):
            while sum(len(client.acknowledged) for client in clients) < wanted:
                await asyncio.sleep(0.001)
    await asyncio.sleep(chance.uniform(0.0, 0.02))


async def _started(database: str, folder: Path) -> asyncio.subprocess.Process:
    with suppress(FileNotFoundError):
        os.unlink(folder / "socket")
    with open(folder / "log", "ab") as log:
        return await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "kill.serving",
            database,
            str(folder / "socket"),
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            stdout=log,
            stderr=log,
        )


async def _open(server: asyncio.subprocess.Process, socket: str) -> None:
    async with asyncio.timeout(_READY):
        while not os.path.exists(socket):
            if server.returncode is not None:
                log = Path(socket).with_name("log").read_text(errors="replace")
                raise RuntimeError(f"the server ended with {server.returncode}:\n{log[-2_000:]}")
            await asyncio.sleep(0.01)


async def _looked_at(database: str, clients: list[_Client]) -> tuple[list[str], int]:
    """What is wrong in the store, and how many entries it has."""
    store = store_of(database, read_only=True)
    await store.start()
    try:
        lines = {name: await store.read(name, limit=10**7) for name in await store.heads()}
    finally:
        await store.stop()
    wrong = [f"{name}: {found}" for name, record in lines.items() if not (found := audit(record))]
    streams = {name: load(there) for name, there in lines.items()}
    places = placed(streams)
    wrong += [f"{key} stands {len(found)} times in {name}" for (name, key), found in places.items() if len(found) > 1]
    for client in clients:
        for key, number in client.acknowledged.items():
            if (there := places.get((client.table, key))) != [number]:
                wrong.append(f"{key} was acknowledged as {number} of {client.table}: {there}")
        wrong += client.wrong
    wrong += money_faults(lines, streams)
    return wrong, sum(map(len, lines.values()))
