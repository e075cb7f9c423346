"""The floor under load: durable commands a second, many viewers, many tables, and opening a house with a long record.

Viewers and tables are those of a real server in a process of its own, asked over HTTP: what is measured is what somebody outside
sees, by the clock on the wall, and what the process took, by the operating system.
`python -m benchmarks.floor FILE TABLES EMPTY` is such a server.
"""

from __future__ import annotations

import asyncio
import gc
import json
import re
import socket
import sqlite3
import sys
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, closing, suppress
from os import sysconf
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, NamedTuple
from urllib.request import urlopen

import uvicorn
import uvloop
from tests.floor.postgres import Cluster, programs, running

from benchmarks import stores
from benchmarks.charts import Chart, Line, Panel, keep
from benchmarks.machine import machine
from croupier.books import GAMES, game_of
from croupier.floor.bot_players import Bots
from croupier.floor.dealing import TableSettings
from croupier.floor.demo import Demo
from croupier.floor.floor import Floor
from croupier.floor.proof import Prover, key_beside
from croupier.floor.stores import store_of
from croupier.kernel.actors import Said
from croupier.poker import commands as poker
from croupier.poker.rules import Options as PokerOptions
from croupier.server.app import application
from croupier.server.config import Config, Http
from croupier.server.server import Server
from croupier.stud import commands as stud
from croupier.stud.rules import Options as HouseOptions
from croupier.tables.poker_table import PokerTable, whose

COMMANDS_HEADINGS = ("store", "clients", "bare, rows/s", "commands/s", "of bare", "events/s", "bar")
VIEWERS_HEADINGS = ("viewers", "who", "acts", "middle", "p99", "slowest", "bar")
TABLES_HEADINGS = (
    "tables",
    "entries/s",
    "of two cores",
    "late, middle",
    "late, p99",
    "answer, middle",
    "answer, p99",
    "memory",
    "disk a minute",
)
PROCESSES_HEADINGS = (
    "processes",
    "entries/s",
    "processor an entry",
    "of one",
    "database an entry",
    "each has",
    "memory of each",
    "conflicts in 1,000",
    "late, p99, with joining",
    "bar",
)
OPEN_HEADINGS = (
    "store",
    "open tables",
    "in play",
    "processes",
    "start",
    "memory of each",
    "streams in memory",
    "lobby, middle",
    "lobby, p99",
    "entries/s",
    "processor an entry",
    "bar",
)
OPENING_HEADINGS = ("entries", "streams", "on disk", "until it answers", "bar")

CLIENTS = (1, 8, 64)
TABLES = (1, 10, 100, 1000, 2000)
PROCESSES, TABLES_TOGETHER = (1, 2, 4), 400
"""How many processes share a house, and how many tables it has."""
OPEN = (("PostgreSQL", 1), ("PostgreSQL", 2), ("PostgreSQL", 4), ("SQLite", 1))
OPEN_TABLES, IN_PLAY, LOOKS = 1000, 100, 60
"""How many tables are open, at how many of them bots play, and how often somebody looks into the lobby."""
SETTLING, WATCHED = 15.0, 20.0
"""For how many seconds tables of bots run before they are watched, and while they are."""

VIEWERS, ACTS = 200, 100
LONG, TABLES_OF_LONG = 1_000_000, 100
PLAYER = "player-1"
SEATS = 6


# Durable commands


def commands_rows() -> Iterator[tuple[str, ...]]:
    """Hands of hold'em, played by clients that wait for each answer, beside the same database with nothing around it."""
    with TemporaryDirectory(prefix="croupier-") as folder:
        for clients in CLIENTS:
            yield uvloop.run(_commands("SQLite", str(Path(folder) / f"{clients}.db"), "", clients))
    if (where := programs()) is None:
        return
    with running(where, durable=True) as cluster:
        for clients in CLIENTS:
            yield uvloop.run(_commands("PostgreSQL", cluster.new_database(), cluster.new_database(), clients))


class Count:
    """What clients got done."""

    def __init__(self) -> None:
        self.commands = self.events = 0


async def _commands(name: str, where: str, bare: str, clients: int) -> tuple[str, ...]:
    floor = Floor(store_of(where), seed=1)
    await floor.open()
    tables = [f"t-{number}" for number in range(clients)]
    for table in tables:
        await floor.transact(lambda table=table: _six_at(floor, table))  # type: ignore[misc]
    turns: list[tuple[float, float]] = []
    count, seconds = Count(), 0.0
    async with _rival(name, where, bare, clients) as rival:
        for _ in range(stores.TURNS):
            without = await rival()
            done, began = count.commands, perf_counter()
            await asyncio.gather(*(_play(floor, table, count, began + stores.SECONDS) for table in tables))
            took = perf_counter() - began
            seconds += took
            turns.append((without, (count.commands - done) / took))
    await floor.close()
    events = count.events / seconds
    bar = "50 %, 5,000 events/s" if (name, clients) == ("PostgreSQL", 8) else "50 %"
    return (
        name,
        f"{clients}",
        f"{median(one for one, _ in turns):,.0f}",
        f"{median(one for _, one in turns):,.0f}",
        f"{median(ours / theirs for theirs, ours in turns):.0%}",
        f"{events:,.0f}",
        bar,
    )


@asynccontextmanager
async def _rival(name: str, where: str, bare: str, clients: int) -> AsyncIterator[Any]:
    """The database by itself, as many rows at once as there are clients."""
    pens = [stores.Pen(f"T{number}") for number in range(clients)]
    if name == "SQLite":
        with stores.bare_sqlite(Path(f"{where}-bare")) as file:

            async def insert() -> float:
                return await asyncio.to_thread(stores.inserting, file, pens)

            yield insert
    else:
        async with stores.bare_postgres(bare, clients) as connections:

            async def insert() -> float:
                return await stores.inserting_on(connections, pens)

            yield insert


def _six_at(floor: Floor, name: str) -> None:
    """A table of hold'em with six people at it."""
    options = PokerOptions(places=SEATS, blinds=(1, 2), chip=1, minimum_buy_in=1)
    table = floor.house.open_table(name, "crown-holdem", options)
    for seat in range(1, SEATS + 1):
        taken = poker.TakeSeat(seat=seat, chips=1_000_000_000)
        table.do(taken, said=Said(f"{name}-p{seat}", seat, floor.clock.now()))


async def _play(floor: Floor, name: str, count: Count, until: float) -> None:
    """Check or call at a table until the time is up, each command a transaction of its own."""
    table = floor.house.streams[name]
    assert isinstance(table, PokerTable)
    while perf_counter() < until:
        before = table.number
        await floor.transact(lambda: _step(table), concerns=name)
        for entry in table.entries[before - table.number :]:
            count.commands += 1
            count.events += len(entry.events)


def _step(table: PokerTable) -> None:
    """The next thing in a hand in which everybody checks or calls."""
    step = table.next_step()
    if step is not None:
        table.do(step, by=whose(step))
        return
    hand, seat = table.state.hand, table.turn
    owes = hand.players[seat].wagered < hand.bet
    table.do(poker.Call(seat=seat) if owes else poker.Check(seat=seat))


# A server of its own


class Child(NamedTuple):
    """A server in another process: where it is reached, who may act or look on there, and its number with the system."""

    port: int
    token: str
    guests: list[str]
    pid: int

    def metrics(self) -> dict[str, float]:
        with urlopen(f"http://127.0.0.1:{self.port}/metrics") as answer:
            lines = answer.read().decode().splitlines()
        return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines if line[0] != "#")}

    def processor_seconds(self) -> float:
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / sysconf("SC_CLK_TCK")

    def memory(self) -> int:
        found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{self.pid}/status").read_text())
        assert found is not None
        return int(found[1]) * 1024


@asynccontextmanager
async def _server(*given: str) -> AsyncIterator[Child]:
    """`python -m benchmarks.floor` with these words, from when it says that it is ready until it is killed."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "benchmarks.floor", *given, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    try:
        ready = json.loads(await process.stdout.readline())
        yield Child(ready["port"], ready["token"], ready["guests"], process.pid)
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()


async def _serve(database: str, tables: int, empty: int = 0) -> None:
    """A house with so many tables of bots, others at which nobody sits, and one, `quiet`, at which a player sits alone."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = Server(Config(database=database, http=Http(port=port, requests_a_second=100_000, guest_streams=VIEWERS)))
    http = uvicorn.Server(uvicorn.Config(application(server), port=port, log_config=None, access_log=False))
    serving = asyncio.create_task(http.serve())
    while not http.started:
        await asyncio.sleep(0.01)
    if PLAYER not in server.floor.house.people.state.people:
        await _furnish(server, tables, empty)
    token = await server.sessions.begin(PLAYER)
    server.floor.run(Bots(server.floor).run(), "bots")
    gc.collect()
    gc.freeze()  # as `croupier serve` does
    guests = [await server.sessions.begin(f"guest-{number}") for number in range(VIEWERS)]
    print(json.dumps({"port": port, "token": token, "guests": guests}), flush=True)
    await serving


async def _furnish(server: Server, tables: int, empty: int) -> None:
    """Every game in turn, two bots at a table of the house and four at one of poker, as in the demo."""
    demo, games = Demo(server.floor, server.dealer), list(GAMES)
    await demo.people()
    await asyncio.gather(*(_guest(demo, number) for number in range(VIEWERS)))
    await demo.open_table("quiet", "crown-caribbean-stud", HouseOptions(places=1, minimum=5_00), TableSettings())
    await demo.do("quiet", stud.TakeSeat(seat=1, chips=1000_00), PLAYER, 1)
    for first in range(0, tables, 50):  # many at once, so that the store has something to write together
        numbers = range(first, min(first + 50, tables))
        await asyncio.gather(*(_table_of_bots(server, demo, number, games[number % len(games)]) for number in numbers))
    for first in range(0, empty, 50):
        numbers = range(first, min(first + 50, empty))
        await asyncio.gather(*(_empty_table(server, f"e-{number}", games[number % len(games)]) for number in numbers))


async def _empty_table(server: Server, name: str, game: str) -> None:
    options = PokerOptions(committed_decks=True) if game_of(game).poker else HouseOptions(committed_decks=True)
    await server.floor.transact(lambda: server.floor.house.open_table(name, game, options) and None)


async def _guest(demo: Demo, number: int) -> None:
    await demo.register(f"guest-{number}", f"Guest {number}")
    await demo.give(f"guest-{number}", 100_00 + number * 5_00)


async def _table_of_bots(server: Server, demo: Demo, number: int, game: str) -> None:
    name, floor = f"t-{number}", server.floor
    plays_poker = game_of(game).poker is not None
    options = PokerOptions(committed_decks=True) if plays_poker else HouseOptions(committed_decks=True)
    await floor.transact(lambda: floor.house.open_table(name, game, options) and None)
    await server.dealer.set(name, TableSettings())
    for seat in range(1, 5 if plays_poker else 3):
        person = f"bot-{number}-{seat}"
        await demo.register(person, f"Bot {seat} of {number}")
        await demo.give(person, 2000_00)
        sits = poker.TakeSeat(seat=seat, chips=200_00) if plays_poker else stud.TakeSeat(seat=seat, chips=200_00)
        await demo.do(name, sits, person, seat)


# Viewers


def viewers_rows() -> Iterator[tuple[str, ...]]:
    """From the moment an act is sent to the moment it is on each screen: decided, written to disk, drawn and sent."""
    for who in ("not signed in", "signed in, each with other chips"):
        with TemporaryDirectory(prefix="croupier-") as folder:
            yield uvloop.run(_viewers(str(Path(folder) / "house.db"), who))


async def _viewers(database: str, who: str) -> tuple[str, ...]:
    async with _server(database, "1") as child:
        seen: list[list[tuple[int, float]]] = [[] for _ in range(VIEWERS)]
        tokens = child.guests if who.startswith("signed in") else [""] * VIEWERS
        readers = [asyncio.create_task(_watch(child.port, *each)) for each in zip(tokens, seen, strict=True)]
        while not all(seen):
            await asyncio.sleep(0.05)
            assert not any(reader.done() for reader in readers)
        actor = await Actor.connected(child)
        sent: dict[int, float] = {}
        for turn in range(ACTS):
            began = perf_counter()
            number = await actor.act(turn)
            sent[number] = began
            await asyncio.sleep(0.05)
        await asyncio.sleep(0.5)
        for reader in readers:
            reader.cancel()
    late = [1000 * (_first(one, number) - began) for one in seen for number, began in sent.items()]
    cuts = quantiles(late, n=100)
    return (
        f"{VIEWERS}",
        who,
        f"{ACTS}",
        f"{cuts[49]:.0f} ms",
        f"{cuts[98]:.0f} ms",
        f"{max(late):.0f} ms",
        "p99 100 ms, aim 20 ms",
    )


def _first(seen: list[tuple[int, float]], number: int) -> float:
    """When somebody first saw what a number brought; one message may bring several."""
    return next(at for shown, at in seen if shown >= number)


async def _watch(port: int, token: str, seen: list[tuple[int, float]]) -> None:
    """Follow a table as somebody who looks on does, noting when each message has come whole."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**22)
    who = f"authorization: Bearer {token}\r\n" if token else ""
    writer.write(f"GET /live?open=table:quiet HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\n{who}\r\n".encode())
    while line := await reader.readline():
        if line.startswith(b"id: "):
            number = int(line.rpartition(b":")[2])
        elif line.startswith(b"data: ") and b"number" in line:
            seen.append((number, perf_counter()))


class Actor:
    """A player at the quiet table, on a connection that stays open: antes, and takes them back."""

    def __init__(self, child: Child, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.child, self.reader, self.writer = child, reader, writer

    @classmethod
    async def connected(cls, child: Child) -> Actor:
        return cls(child, *await asyncio.open_connection("127.0.0.1", child.port, limit=2**22))

    async def act(self, turn: int) -> int:
        """Ante or take it back, and the number of the entry that came of it."""
        command = {"do": "take-back-ante", "seat": 1} if turn % 2 else {"do": "place-ante", "seat": 1, "amount": 5_00}
        body = json.dumps({"id": f"a{perf_counter()}", "as": 1, "command": command}).encode()
        head = (
            f"POST /api/streams/quiet/commands HTTP/1.1\r\nhost: 127.0.0.1:{self.child.port}\r\n"
            f"authorization: Bearer {self.child.token}\r\ncontent-type: application/json\r\ncontent-length: {len(body)}\r\n\r\n"
        )
        self.writer.write(head.encode() + body)
        status = await self.reader.readline()
        length = 0
        while (line := await self.reader.readline()).strip():
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        answer = json.loads(await self.reader.readexactly(length))
        assert b" 200 " in status, answer
        number: int = answer["number"]
        return number


# Many tables


def tables_rows() -> Iterator[tuple[str, ...]]:
    """More and more tables of bots at a human pace; how late the house is with its own steps, and how long a player waits."""
    found = []
    for tables in TABLES:
        with TemporaryDirectory(prefix="croupier-") as folder:
            found.append(uvloop.run(_tables(Path(folder) / "house.db", tables)))
            yield found[-1].row()
    keep("server", _chart(found))


class Watched(NamedTuple):
    """So many tables, watched for a while: figures a second, in parts, milliseconds and bytes."""

    tables: int
    entries: float
    cores: float
    late: tuple[float, float]
    answers: tuple[float, float]
    memory: int
    disk: float

    def row(self) -> tuple[str, ...]:
        return (
            f"{self.tables:,}",
            f"{self.entries:,.0f}",
            f"{self.cores:.0%}",
            *(f"{figure:,.0f} ms" for figure in (*self.late, *self.answers)),
            f"{self.memory / 1e6:,.0f} MB",
            f"{self.disk / 1e6:,.1f} MB",
        )


def _chart(found: list[Watched]) -> Chart:
    def line(name: str, figures: Iterable[float]) -> Line:
        return Line(name, tuple(zip([one.tables for one in found], figures, strict=True)))

    panels = (
        Panel(
            "ms until it is kept",
            (
                line("a step of the house, middle", (one.late[0] for one in found)),
                line("99 of 100", (one.late[1] for one in found)),
                line("a player's act, middle", (one.answers[0] for one in found)),
                line("99 of 100 ", (one.answers[1] for one in found)),
            ),
        ),
        Panel("% of two cores", (line("processor", (100 * one.cores for one in found)),), in_proportion=True),
        Panel("memory, MB", (line("memory", (one.memory / 1e6 for one in found)),), in_proportion=True),
        Panel("disk, MB a minute", (line("disk", (one.disk / 1e6 for one in found)),), in_proportion=True),
    )
    return Chart("Tables with bots at a human pace, from 1 to 2,000", "tables", machine(), panels)


async def _tables(database: Path, tables: int) -> Watched:
    async with _server(str(database), str(tables)) as child:
        await asyncio.sleep(SETTLING)
        actor, waits = await Actor.connected(child), list[float]()
        before, took, disk, began = child.metrics(), child.processor_seconds(), _on_disk(database), perf_counter()
        while perf_counter() - began < WATCHED:
            asked = perf_counter()
            await actor.act(len(waits))
            waits.append(1000 * (perf_counter() - asked))
            await asyncio.sleep(0.1)
        seconds = perf_counter() - began
        after, disk = child.metrics(), _on_disk(database) - disk
        took, memory = child.processor_seconds() - took, child.memory()
    late = [1000 * after[f'croupier_dealing_late_seconds{{quantile="{part}"}}'] for part in ("0.5", "0.99")]
    cuts = quantiles(waits, n=100)
    return Watched(
        tables=tables,
        entries=(after["croupier_entries_total"] - before["croupier_entries_total"]) / seconds,
        cores=took / seconds / 2,
        late=(late[0], late[1]),
        answers=(cuts[49], cuts[98]),
        memory=memory,
        disk=60 * disk / seconds,
    )


def _on_disk(database: Path) -> int:
    """How large the database is, wherever its pages lie."""
    with closing(sqlite3.connect(database)) as file:
        return int(file.execute("PRAGMA page_count").fetchone()[0] * file.execute("PRAGMA page_size").fetchone()[0])


# Several processes


def processes_rows() -> Iterator[tuple[str, ...]]:
    """The same tables of bots in one PostgreSQL house, served by more and more processes: what an entry costs all of them."""
    if (where := programs()) is None:
        return
    alone = 0.0
    with running(where, durable=True) as cluster:
        for many in PROCESSES:
            found = uvloop.run(_processes(cluster, many))
            alone = alone or found.each
            yield found.row(alone)


class Together(NamedTuple):
    """So many processes, watched for a while: entries a second, seconds of processor time an entry (of all, and of the
    database), the least and the most part of the work that one of them has, memory, conflicts.
    """

    processes: int
    entries: float
    each: float
    database: float
    parts: tuple[float, float]
    memory: tuple[int, int]
    conflicts: float
    late: float

    def row(self, alone: float) -> tuple[str, ...]:
        return (
            f"{self.processes}",
            f"{self.entries:,.0f}",
            f"{1000 * self.each:.2f} ms",
            f"{self.each / alone:.2f}",
            f"{1000 * self.database:.2f} ms",
            f"{self.parts[0]:.0%} to {self.parts[1]:.0%}",
            f"{self.memory[0] / 1e6:,.0f} to {self.memory[1] / 1e6:,.0f} MB",
            f"{1000 * self.conflicts:,.1f}",
            f"{1000 * self.late:,.0f} ms",
            "1.25 times",
        )


async def _processes(cluster: Cluster, many: int) -> Together:
    database = await asyncio.to_thread(cluster.new_database)
    async with AsyncExitStack() as stack:
        children = [await stack.enter_async_context(_server(database, str(TABLES_TOGETHER)))]
        for _ in range(1, many):
            children.append(await stack.enter_async_context(_server(database, "0")))
        await asyncio.sleep(SETTLING)
        before, began = [(child.processor_seconds(), child.metrics()) for child in children], perf_counter()
        postgres = _postgres_seconds(cluster)
        await asyncio.sleep(WATCHED)
        after, seconds = [(child.processor_seconds(), child.metrics()) for child in children], perf_counter() - began
        postgres, memory = _postgres_seconds(cluster) - postgres, [child.memory() for child in children]
    took = [later[0] - earlier[0] for earlier, later in zip(before, after, strict=True)]

    def grown(name: str) -> list[float]:
        return [later[1].get(name, 0.0) - earlier[1].get(name, 0.0) for earlier, later in zip(before, after, strict=True)]

    entries = sum(grown("croupier_entries_total"))
    late = [one.get('croupier_dealing_late_seconds{quantile="0.99"}', 0.0) for _, one in after]
    return Together(
        processes=many,
        entries=entries / seconds,
        each=sum(took) / entries,
        database=postgres / entries,
        parts=(min(took) / sum(took), max(took) / sum(took)),
        memory=(min(memory), max(memory)),
        conflicts=sum(grown("croupier_conflicts_total")) / entries,
        late=max(late),
    )


def _postgres_seconds(cluster: Cluster) -> float:
    """The processor time that the database server has taken for its connections so far."""
    server, ticks = (cluster.folder / "data" / "postmaster.pid").read_text().split()[0], 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = stat.read_text().rpartition(")")[2].split()
            ticks += sum(map(int, fields[11:13])) if fields[1] == server else 0
    return ticks / sysconf("SC_CLK_TCK")


# Many tables of which few are in play


def open_rows(open_tables: int = OPEN_TABLES, in_play: int = IN_PLAY) -> Iterator[tuple[str, ...]]:
    """A house with many open tables, opened again: what each process takes for itself, and how long the lobby takes."""
    where = programs()
    for store, many in OPEN:
        if store == "SQLite":
            with TemporaryDirectory(prefix="croupier-") as folder:
                yield uvloop.run(_open(store, str(Path(folder) / "house.db"), many, open_tables, in_play))
        elif where is not None:
            with running(where, durable=True) as cluster:
                yield uvloop.run(_open(store, cluster.new_database(), many, open_tables, in_play))


async def _open(store: str, database: str, many: int, open_tables: int, in_play: int) -> tuple[str, ...]:
    async with _server(database, str(in_play), str(open_tables - in_play)):
        pass
    starts, looks = list[float](), list[float]()
    async with AsyncExitStack() as stack:
        children = []
        for _ in range(many):
            began = perf_counter()
            children.append(await stack.enter_async_context(_server(database, "0", "0")))
            starts.append(perf_counter() - began)
        await asyncio.sleep(SETTLING)
        before, began = [(child.processor_seconds(), child.metrics()) for child in children], perf_counter()
        for turn in range(LOOKS):
            asked = perf_counter()
            await asyncio.to_thread(_lobby, children[turn % many].port)
            looks.append(1000 * (perf_counter() - asked))
            await asyncio.sleep(WATCHED / LOOKS)
        after, seconds = [(child.processor_seconds(), child.metrics()) for child in children], perf_counter() - began
        memory = [child.memory() / 1e6 for child in children]
    name = "croupier_entries_total"
    entries = sum(later[1].get(name, 0.0) - earlier[1].get(name, 0.0) for earlier, later in zip(before, after, strict=True))
    took = sum(later[0] - earlier[0] for earlier, later in zip(before, after, strict=True))
    held, cuts = [int(one["croupier_in_memory"]) for _, one in after], quantiles(looks, n=100)
    return (
        store,
        f"{open_tables:,}",
        f"{in_play:,}",
        f"{many}",
        f"{max(starts):.1f} s",
        f"{min(memory):,.0f} to {max(memory):,.0f} MB",
        f"{min(held)} to {max(held)}",
        f"{cuts[49]:.0f} ms",
        f"{cuts[98]:.0f} ms",
        f"{entries / seconds:,.0f}",
        f"{1000 * took / entries:.2f} ms",
        "p99 200 ms, start 10 s",
    )


def _lobby(port: int) -> None:
    with urlopen(f"http://127.0.0.1:{port}/") as answer:
        assert answer.status == 200
        answer.read()


# A long record


def opening_rows() -> Iterator[tuple[str, ...]]:
    """A house whose record is long, opened again: from the start of the process to the first answer."""
    with TemporaryDirectory(prefix="croupier-") as folder:
        database = Path(folder) / "house.db"
        uvloop.run(_opened(str(database)))  # the people of the house
        entries, streams = uvloop.run(_long_record(str(database)))
        seconds = min(uvloop.run(_opened(str(database))) for _ in range(3))
        size = _on_disk(database)
    yield f"{entries:,}", f"{streams}", f"{size / 1e6:,.0f} MB", f"{seconds:.1f} s", "5 s"


async def _long_record(database: str) -> tuple[int, int]:
    """A hundred tables of hold'em with a million entries between them, signed for, with a floor's snapshots."""
    floor = Floor(store_of(database), seed=1)
    await floor.open()
    kept = 0
    for number in range(TABLES_OF_LONG):
        name = f"t-{number}"
        await floor.transact(lambda name=name: _six_at(floor, name))  # type: ignore[misc]
        table = floor.house.streams[name]
        assert isinstance(table, PokerTable)
        while table.number < LONG // TABLES_OF_LONG:
            await floor.transact(lambda table=table: _hands(table), concerns=name)  # type: ignore[misc]
        kept += table.number
    prover = Prover(floor, "croupier.local/house", key_beside(database))
    await prover.open()
    await prover.advance()
    await floor.close()
    return kept, TABLES_OF_LONG


def _hands(table: PokerTable) -> None:
    """Some thirty hands, to the end of the last."""
    played = 0
    while played < 1000 or not table.engine.at_rest(table.state):
        _step(table)
        played += 1


async def _opened(database: str) -> float:
    began = perf_counter()
    async with _server(database, "0") as child:
        child.metrics()
        return perf_counter() - began


if __name__ == "__main__":
    uvloop.run(_serve(sys.argv[1], *map(int, sys.argv[2:])))
