"""Kills servers at random moments while clients play, starts them again, and looks at what is in their store in the end.

On PostgreSQL several of them have the house at once: clients send each command to any of them, the same one to two at the same
moment, and one that was answered long ago once more. Whatever was acknowledged is there once, and nothing that was refused.
Servers are also stopped (SIGSTOP) for a while and go on later, and it is measured how long a table of bots ever stood still.
"""

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
from croupier.floor.sections import LASTS
from croupier.floor.stores import StoreUnavailable, store_of
from croupier.floor.stores.interface import StoreRefused
from croupier.kernel.entries import encode
from croupier.kernel.errors import CroupierError
from croupier.kernel.incidents import GuessRefused
from croupier.proof.verifying import Against, verify
from croupier.room.commands import OfferGame
from croupier.tables.tournament_stream import TournamentStream
from kill.serving import TABLES_OF_BOTS, Asked, Said
from simulation.checks import loaded, money_faults, placed
from simulation.houses import MANAGERS, furnished
from simulation.saying import say

_READY = 90.0
_STOPPED = 30.0
_ORDERS_GIVEN = 4.5
_BRIEF, _LONG = 1.0, 8.0
"""For how many seconds a client waits for a server that may stand still, before it asks another one."""
_LONGEST = 5.0
"""For how many seconds a server lives at most before it is killed."""


class Report(NamedTuple):
    """The result of it: what is wrong, how often it was killed, and what was done in between."""

    wrong: list[str]
    kills: int
    entries: int
    acknowledged: int
    repeated: int
    at_once: int
    refused: int
    tournaments: int
    stops: int = 0
    standstills: dict[str, float] = {}
    """For how many seconds each table of bots stood still at most."""
    after: dict[str, float] = {}
    """The same of all of them, where a server was stopped meanwhile, where one was only killed, where one only came, and else."""
    slow: float = 1.0
    """How many times longer the servers took than on a machine of their own: they ran, or waited for a processor to run on."""


class _Client:
    """Someone at a seat who plays on, whatever happens to the server; `acknowledged` is what they were told."""

    def __init__(self, sockets: list[str], person: str, table: str, seat: int, seed: int) -> None:
        self.sockets, self.person, self.table, self.seat = sockets, person, table, seat
        self.chance = Random(f"{seed} {person}")
        self.acknowledged: dict[str, tuple[str, int]] = {}
        self.notes: set[str] = set()
        self.refused: dict[str, tuple[str, str]] = {}
        self.done: list[tuple[Asked, Said]] = []
        self.repeated = self.at_once = 0
        self.wrong: list[str] = []
        self._sent = 0
        self._lines: dict[tuple[str, int], tuple[asyncio.StreamReader, asyncio.StreamWriter]] = {}
        self.patience: float | None = None

    async def play(self) -> None:
        while True:
            await asyncio.sleep(self.chance.uniform(0.001, 0.02))
            looked = await self._ask(Asked(self.table, self.person, self.seat))
            if looked is not None and looked.note:
                self.notes.add(looked.note)
            if looked is None or not looked.offers:
                continue
            if self.done and self.chance.random() < 0.1:
                await self._once_more(*self.chance.choice(self.done))
            self._sent += 1
            at_once = self.chance.random() < 0.2
            seen = looked.number if at_once or self.chance.random() < 0.3 else None
            command, key = self.chance.choice(looked.offers), f"{self.person}-{self._sent}"
            asked = Asked(looked.stream, self.person, looked.by, key, seen, command=command)
            if at_once:
                await self._at_once(asked)
            await self._insist(asked)

    async def _at_once(self, asked: Asked) -> None:
        """Send a command twice at the same moment, to two servers where there are: who has seen how far the stream is gets one
        answer, or none. Which one is found out by sending it again.
        """
        self.at_once += 1
        said = await asyncio.gather(*(self._ask(asked, way, self.sockets[way % len(self.sockets)]) for way in (0, 1)))
        grounds = [one.ground for one in said if one is not None and one.ground != "store_unavailable"]
        if len(grounds) == 2 and (grounds[0] == "") != (grounds[1] == ""):
            self.wrong.append(f"{asked.id} was carried out and refused ({max(grounds)}), and is on record")

    async def _insist(self, asked: Asked) -> None:
        """Send a command until it is answered, and sometimes once more."""
        said: Said | None = None
        tries = 0
        while said is None or said.ground == "store_unavailable":
            said = await self._ask(asked)
            tries += 1
        self.repeated += tries > 1
        if said.ground:
            self.refused[asked.id] = asked.stream, said.ground
            return
        self.acknowledged[asked.id] = asked.stream, said.number
        self.done.append((asked, said))
        if self.chance.random() < 0.2:
            await self._once_more(asked, said)

    async def _once_more(self, asked: Asked, said: Said) -> None:
        again = await self._ask(asked)
        if again is not None and again.ground != "store_unavailable" and again != said:
            self.wrong.append(f"{asked.id} was answered with {said}, and then with {again}")

    async def _ask(self, asked: Asked, way: int = 0, socket: str = "") -> Said | None:
        """The answer of some server, or None where it went away."""
        socket = socket or self.chance.choice(self.sockets)
        try:
            if (line := self._lines.get((socket, way))) is None:
                line = self._lines[socket, way] = await asyncio.open_unix_connection(socket)
            reader, writer = line
            writer.write(msgspec.json.encode(asked) + b"\n")
            async with asyncio.timeout(self.patience):
                await writer.drain()
                answer = await reader.readline()
            if answer.endswith(b"\n"):
                return msgspec.json.decode(answer, type=Said)
        except (TimeoutError, OSError):
            pass
        await self._hang_up(socket)
        await asyncio.sleep(0.05)
        return None

    async def _hang_up(self, socket: str = "") -> None:
        for line in [line for line in self._lines if not socket or line[0] == socket]:
            if (both := self._lines.pop(line, None)) is None:
                continue  # the other of two that were sent at once has hung up
            writer = both[1]
            writer.transport.abort()
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


def kill_again_and_again(
    database: str,
    folder: Path,
    times: int,
    *,
    seed: int = 1,
    sabotage: str = "",
    aloud: bool = False,
    processes: int = 2,
    stopped: tuple[float, float] | None = None,
) -> Report:
    """Kill servers on this database so many times; `folder` is for their sockets and logs. A file has one at a time.

    With `stopped`, only some are killed, and others stand still for that many seconds, at least and at most.
    """
    sockets = [str(folder / f"socket{number}") for number in range(processes if "://" in database else 1)]
    clients = [_Client(sockets, *seat, seed) for seat in furnished("everything").clients]
    clients.append(_Orders(sockets, MANAGERS[0], ROOM, 0, seed))
    killing = _Killing(database, sockets, sabotage)
    if stopped is not None:
        killing.stopped = stopped
        for number, client in enumerate(clients):
            client.patience = _LONG if number % 2 else _BRIEF
    return asyncio.run(killing.kill(times, clients, Random(seed), aloud=aloud))


class _Killing:
    """The servers of a house, each at a socket."""

    def __init__(self, database: str, sockets: list[str], sabotage: str) -> None:
        self.database, self.sockets, self.sabotage = database, sockets, sabotage
        self.servers: dict[str, asyncio.subprocess.Process] = {}
        self.stopped: tuple[float, float] | None = None
        self.stops = 0
        self.standing: dict[str, asyncio.Task[None]] = {}
        self.standstills: dict[str, float] = {}
        self.after: dict[str, float] = {}
        self.times: dict[int, tuple[int, int]] = {}
        self.opened: list[asyncio.subprocess.Process] = []
        self.struck: list[tuple[float, str]] = []

    @property
    def slow(self) -> float:
        return 1.0 + sum(waited for _, waited in self.times.values()) / max(1, sum(ran for ran, _ in self.times.values()))

    async def kill(self, times: int, clients: list[_Client], chance: Random, *, aloud: bool) -> Report:
        playing = [asyncio.create_task(client.play()) for client in clients]
        watching = asyncio.create_task(self._watch()) if self.stopped is not None else None
        failed: list[str] = []
        kills = 0
        try:
            while self.stopped is not None and kills + self.stops < times:
                await self._start()
                await self._open()
                kills += await self._strike(self.stopped, chance)
                self._none_ended(f"after {kills} kills and {self.stops} stops")
                if aloud:
                    say(f"{kills} kills, {self.stops} stops, the longest standstill after {told(self.after)}")
            await asyncio.gather(*self.standing.values())
            while self.stopped is None and kills < times:
                await self._start()
                if not kills or chance.random() < 0.9:
                    await self._open()
                    await _busy(clients, chance)
                else:
                    await asyncio.sleep(chance.uniform(0.1, 1.5))  # perhaps before they are open
                self._none_ended(f"after {kills} kills")
                # one, or all at the same moment
                victims = [chance.choice(self.sockets)] if chance.random() < 0.8 else self.sockets
                for socket in victims:
                    self.servers[socket].send_signal(signal.SIGKILL)
                for socket in victims:
                    await self.servers.pop(socket).wait()
                    kills += 1
                if aloud and kills % 10 == 0:
                    say(f"{kills} kills, {sum(len(client.acknowledged) for client in clients)} acknowledged")
            await self._start()
            await self._open()
            before = Counter({client.person: len(client.acknowledged) for client in clients})
            await _busy(clients, chance)
            playing[-1].cancel()  # what was ordered until now is given before the house closes
            await asyncio.sleep(_ORDERS_GIVEN)
            if all(len(client.acknowledged) == before[client.person] for client in clients):
                failed.append(_said("nothing went on after the last kill", self.sockets[0]))
            failed += [f"a client ended: {task.exception()!r}" for task in playing[:-1] if task.done()]
            failed += await self._stop()
        except ServerEnded as error:
            failed.append(f"after {kills} kills: {error}")
        finally:
            for server in self.servers.values():
                with suppress(ProcessLookupError):
                    server.kill()
                await server.wait()
            if watching is not None:
                failed += [f"{watching.exception()!r}"] if watching.done() else []
                watching.cancel()
                await asyncio.gather(watching, return_exceptions=True)
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
            for client in clients:
                await client._hang_up()
        try:
            wrong, streams = await _looked_at(self.database, clients)
        except (StoreUnavailable, StoreRefused) as error:
            wrong, streams = [f"the store can not be read: {error}"], []
        return Report(
            wrong=[*failed, *wrong],
            kills=kills,
            entries=sum(stream.number for stream in streams),
            acknowledged=sum(len(client.acknowledged) for client in clients),
            repeated=sum(client.repeated for client in clients),
            at_once=sum(client.at_once for client in clients),
            refused=sum(len(client.refused) for client in clients),
            tournaments=sum(isinstance(one, TournamentStream) and one.state.phase == "over" for one in streams),
            stops=self.stops,
            standstills=self.standstills,
            after=self.after,
            slow=self.slow,
        )

    async def _strike(self, seconds: tuple[float, float], chance: Random) -> int:
        """Kill a server or let it stand still, as long as another one goes on; how many were killed."""
        await asyncio.sleep(chance.uniform(0.5, 3.0))
        going = [socket for socket in self.sockets if socket not in self.standing]
        if len(going) < 2:
            await asyncio.wait(self.standing.values(), return_when=asyncio.FIRST_COMPLETED)
            return 0
        socket = chance.choice(going)
        kind = chance.choice(("kill", "stop"))
        self._strikes(kind)
        if kind == "kill":
            self.servers[socket].send_signal(signal.SIGKILL)
            await self.servers.pop(socket).wait()
            return 1
        self.stops += 1
        self.servers[socket].send_signal(signal.SIGSTOP)
        self.standing[socket] = asyncio.create_task(self._go_on(socket, chance.uniform(*seconds)))
        return 0

    def _strikes(self, kind: str) -> None:
        self.struck.append((asyncio.get_running_loop().time(), kind))

    async def _go_on(self, socket: str, seconds: float) -> None:
        await asyncio.sleep(seconds)
        self.servers[socket].send_signal(signal.SIGCONT)
        self._strikes("join")
        del self.standing[socket]

    async def _watch(self) -> None:
        """How long each table of bots stands still, seen in the store ten times a second from when it first went on."""
        store = store_of(self.database, read_only=True)
        started = False
        while not (started and await store.heads(TABLES_OF_BOTS[-1:])):
            await asyncio.sleep(0.2)
            with suppress(StoreRefused, StoreUnavailable):
                if not started:
                    await store.start()
                    started = True
        since: dict[str, tuple[int, float]] = {}
        clock = asyncio.get_running_loop().time
        try:
            while True:
                for server in self.servers.values():
                    with suppress(OSError, ValueError):  # it has ended, or the system does not say
                        ran, waited, _ = Path(f"/proc/{server.pid}/schedstat").read_text().split()
                        self.times[server.pid] = int(ran), int(waited)
                for name, head in (await store.heads(TABLES_OF_BOTS)).items():
                    number, at = since.setdefault(name, (head.number, clock()))
                    if number != head.number:
                        since[name] = head.number, clock()
                    still = clock() - at
                    self.standstills[name] = max(self.standstills.get(name, 0.0), still)
                    # one that was stopped is there for the others a while longer, and may be who should have had a table
                    longer = {"stop": LASTS}
                    kinds = {kind for when, kind in self.struck if when > at - _BRIEF - longer.get(kind, 0.0)}
                    kind = next((kind for kind in ("stop", "kill", "join") if kind in kinds), "nothing")
                    self.after[kind] = max(self.after.get(kind, 0.0), still)
                await asyncio.sleep(0.1)
        finally:
            await store.stop()

    async def _start(self) -> None:
        """Start the servers that do not run; the first one furnishes the house before there is another."""
        for number, socket in enumerate(self.sockets):
            if socket not in self.servers:
                self.servers[socket] = await _started(self.database, socket, self.sabotage)
                if not number and len(self.servers) == 1:
                    await _open(self.servers[socket], socket)

    async def _open(self) -> None:
        for socket, server in self.servers.items():
            await _open(server, socket)
            if server not in self.opened:
                self.opened.append(server)
                self._strikes("join")

    def _none_ended(self, when: str) -> None:
        for socket, server in self.servers.items():
            if server.returncode is not None:
                raise ServerEnded(_said(f"{when} a server ended by itself with exit code {server.returncode}", socket))

    async def _stop(self) -> list[str]:
        failed = []
        for server in self.servers.values():
            server.terminate()
        for socket, server in self.servers.items():
            try:
                code = await asyncio.wait_for(server.wait(), _STOPPED)
            except TimeoutError:
                raise ServerEnded(_said(f"a server did not stop within {_STOPPED:.0f} s", socket)) from None
            if code:
                failed.append(_said(f"a server stopped with exit code {code}", socket))
        return failed


def told(after: dict[str, float]) -> str:
    """How long tables stood still after what."""
    return ", ".join(f"{kind} {seconds:.1f} s" for kind, seconds in sorted(after.items()))


def _said(what: str, socket: str) -> str:
    """What happened, and what the server said last."""
    log = Path(f"{socket}.log").read_text(errors="replace")
    return f"{what}. Its log ends with:\n{log[-3_000:] or '(nothing)'}"


async def _busy(clients: list[_Client], chance: Random) -> None:
    """Until some more commands were acknowledged, and a moment longer."""
    wanted = sum(len(client.acknowledged) for client in clients) + chance.randint(1, 40)
    with suppress(TimeoutError):
        async with asyncio.timeout(_LONGEST):
            while sum(len(client.acknowledged) for client in clients) < wanted:
                await asyncio.sleep(0.001)
    await asyncio.sleep(chance.uniform(0.0, 0.02))


async def _started(database: str, socket: str, sabotage: str) -> asyncio.subprocess.Process:
    with suppress(FileNotFoundError):
        os.unlink(socket)
    path = os.pathsep.join(filter(None, sys.path))
    with open(f"{socket}.log", "wb") as log:
        return await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "kill.serving",
            database,
            socket,
            env={**os.environ, "PYTHONPATH": path, "SABOTAGE": sabotage},
            stdout=log,
            stderr=log,
        )


async def _open(server: asyncio.subprocess.Process, socket: str) -> None:
    try:
        async with asyncio.timeout(_READY):
            while not os.path.exists(socket):
                if server.returncode is not None:
                    raise ServerEnded(_said(f"a server did not open: exit code {server.returncode}", socket))
                await asyncio.sleep(0.01)
    except TimeoutError:
        raise ServerEnded(_said(f"a server was not open after {_READY:.0f} s", socket)) from None


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
    streams, unread = loaded(lines)
    if unread:
        return [*wrong, *unread], list(streams.values())
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
        wrong += [
            f"{key} was refused ({ground}), and is on record in {stream}"
            for key, (stream, ground) in client.refused.items()
            if (stream, key) in places
            and not isinstance(streams[stream].entries[places[stream, key][0] - 1].events[0], GuessRefused)
        ]
    try:
        wrong += money_faults(lines, streams)
    except CroupierError as error:
        wrong.append(f"what is kept does not fit together: {error}")
    return wrong, list(streams.values())
