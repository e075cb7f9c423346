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

from croupier.books import book_of
from croupier.floor.house import ROOM, AnyStream
from croupier.floor.stores import StoreUnavailable, store_of
from croupier.floor.stores.interface import StoreRefused
from croupier.kernel.entries import encode
from croupier.proof.verifying import Against, verify
from croupier.room.commands import OfferGame
from croupier.tables.any_game import load
from croupier.tables.tournament_stream import TournamentStream
from kill.serving import Asked, Said
from simulation.checks import money_faults, placed
from simulation.houses import MANAGERS, furnished
from simulation.saying import say

_READY = 90.0
_STOPPED = 30.0
_ORDERS_GIVEN = 4.5
_LONGEST = 5.0
"""For how many seconds a server lives at most before it is killed."""


class Report(NamedTuple):
    """What came of it: what is wrong, how often it was killed, and what was done in between."""

    wrong: list[str]
    kills: int
    entries: int
    acknowledged: int
    repeated: int
    tournaments: int


class _Client:
    """Somebody at a seat who plays on, whatever happens to the server; `acknowledged` is what they were told."""

    def __init__(self, socket: str, person: str, table: str, seat: int, seed: int) -> None:
        self.socket, self.person, self.table, self.seat = socket, person, table, seat
        self.chance = Random(f"{seed} {person}")
        self.acknowledged: dict[str, tuple[str, int]] = {}
        self.notes: set[str] = set()
        self.repeated = 0
        self.wrong: list[str] = []
        self._sent = 0
        self._line: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def play(self) -> None:
        while True:
            await asyncio.sleep(self.chance.uniform(0.001, 0.02))
            looked = await self._ask(Asked(self.table, self.person, self.seat))
            if looked is not None and looked.note:
                self.notes.add(looked.note)
            if looked is None or not looked.offers:
                continue
            self._sent += 1
            seen = looked.number if self.chance.random() < 0.3 else None
            command, key = self.chance.choice(looked.offers), f"{self.person}-{self._sent}"
            await self._insist(Asked(looked.stream, self.person, looked.by, key, seen, command=command))

    async def _insist(self, asked: Asked) -> None:
        """Send a command until it is answered, and sometimes once more."""
        said: Said | None = None
        tries = 0
        while said is None or said.ground == "store_unavailable":
            said = await self._ask(asked)
            tries += 1
        self.repeated += tries > 1
        if not said.ground:
            self.acknowledged[asked.id] = asked.stream, said.number
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


class _Orders(_Client):
    """A manager who gives commands for later, as long as the house is open."""

    async def play(self) -> None:
        rank = book_of("crown-poker").title_page.ranks[-1]
        while True:
            await asyncio.sleep(self.chance.uniform(0.1, 0.5))
            self._sent += 1
            key = f"o{self._sent}"
            command = OfferGame(game=f"later-{self._sent}", played="crown-omaha", limit="$1/$2", needed=4)
            later = self.chance.randint(1, 3)
            await self._insist(Asked(ROOM, self.person, rank, key, None, later, msgspec.Raw(encode(command))))


class ServerEnded(Exception):
    """A server did what nobody asked of it: it ended, did not open or did not stop. What it said last is in it."""


def kill_again_and_again(database: str, folder: Path, times: int, *, seed: int = 1, aloud: bool = False) -> Report:
    """Kill a server on this database so many times; `folder` is for its socket and its log."""
    clients = [_Client(str(folder / "socket"), *seat, seed) for seat in furnished("everything").clients]
    clients.append(_Orders(str(folder / "socket"), MANAGERS[0], ROOM, 0, seed))
    return asyncio.run(_kill(database, folder, times, clients, Random(seed), aloud=aloud))


async def _kill(
    database: str, folder: Path, times: int, clients: list[_Client], chance: Random, *, aloud: bool
) -> Report:
    playing = [asyncio.create_task(client.play()) for client in clients]
    failed: list[str] = []
    kills = 0
    try:
        for kill in range(1, times + 1):
            server = await _started(database, folder)
            if kill == 1 or chance.random() < 0.9:
                await _open(server, folder)
                await _busy(clients, chance)
            else:
                await asyncio.sleep(chance.uniform(0.1, 1.5))  # perhaps before it is open
            if server.returncode is not None:
                raise ServerEnded(_said(f"server {kill} ended by itself with exit code {server.returncode}", folder))
            server.send_signal(signal.SIGKILL)
            await server.wait()
            kills = kill
            if aloud and kill % 10 == 0:
                say(f"{kill} kills, {sum(len(client.acknowledged) for client in clients)} acknowledged")
        server = await _started(database, folder)
        await _open(server, folder)
        before = Counter({client.person: len(client.acknowledged) for client in clients})
        await _busy(clients, chance)
        playing[-1].cancel()  # what was ordered until now is given before the house closes
        await asyncio.sleep(_ORDERS_GIVEN)
        if all(len(client.acknowledged) == before[client.person] for client in clients):
            failed.append(_said("nothing went on after the last kill", folder))
        failed += [f"a client ended: {task.exception()!r}" for task in playing[:-1] if task.done()]
        server.terminate()
        try:
            code = await asyncio.wait_for(server.wait(), _STOPPED)
        except TimeoutError:
            server.kill()
            await server.wait()
            raise ServerEnded(_said(f"the last server did not stop within {_STOPPED:.0f} s", folder)) from None
        if code:
            failed.append(_said(f"the last server stopped with exit code {code}", folder))
    except ServerEnded as error:
        failed.append(f"after {kills} kills: {error}")
    finally:
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        for client in clients:
            await client._hang_up()
    try:
        wrong, streams = await _looked_at(database, clients)
    except (StoreUnavailable, StoreRefused) as error:
        wrong, streams = [f"the store can not be read: {error}"], []
    return Report(
        wrong=[*failed, *wrong],
        kills=kills,
        entries=sum(stream.number for stream in streams),
        acknowledged=sum(len(client.acknowledged) for client in clients),
        repeated=sum(client.repeated for client in clients),
        tournaments=sum(isinstance(one, TournamentStream) and one.state.phase == "over" for one in streams),
    )


def _said(what: str, folder: Path) -> str:
    """What happened, and what the server said last."""
    log = (folder / "log").read_text(errors="replace")
    return f"{what}. Its log ends with:\n{log[-3_000:] or '(nothing)'}"


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
    with open(folder / "log", "wb") as log:
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


async def _open(server: asyncio.subprocess.Process, folder: Path) -> None:
    try:
        async with asyncio.timeout(_READY):
            while not os.path.exists(folder / "socket"):
                if server.returncode is not None:
                    raise ServerEnded(_said(f"a server did not open: exit code {server.returncode}", folder))
                await asyncio.sleep(0.01)
    except TimeoutError:
        server.kill()
        await server.wait()
        raise ServerEnded(_said(f"a server was not open after {_READY:.0f} s", folder)) from None


async def _looked_at(database: str, clients: list[_Client]) -> tuple[list[str], list[AnyStream]]:
    """What is wrong in the store, and the streams that it has."""
    store = store_of(database, read_only=True)
    await store.start()
    notes = tuple(sorted({note for client in clients for note in client.notes}))
    try:
        lines = {name: await store.read(name, limit=10**7) for name in await store.heads()}
        orders = await store.scan("order/")
        verified = await verify(store, Against(notes))
    finally:
        await store.stop()
    wrong = [] if verified else [f"the record does not verify: {verified}"]
    streams = {name: load(there) for name, there in lines.items()}
    places = placed(streams)
    wrong += [f"{key} stands {len(found)} times in {name}" for (name, key), found in places.items() if len(found) > 1]
    for client in clients:
        for key, (stream, number) in client.acknowledged.items():
            if isinstance(client, _Orders):
                given = (stream, f"order {key}") in places
                if given == (f"order/{key}" in orders):
                    wrong.append(f"order {key} was taken, and is {'given and still waits' if given else 'lost'}")
            elif (there := places.get((stream, key))) != [number]:
                wrong.append(f"{key} was acknowledged as {number} of {stream}: {there}")
        wrong += client.wrong
    wrong += money_faults(lines, streams)
    return wrong, list(streams.values())
