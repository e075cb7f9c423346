"""One run: processes on one store, clients who send commands to them over a bad line, and someone who makes things go wrong."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, defaultdict
from collections.abc import Callable
from contextlib import suppress
from contextvars import copy_context
from random import Random
from typing import Any, NamedTuple

from msgspec import Raw

from croupier.books import book_of
from croupier.floor.bot_players import Bots
from croupier.floor.dealing import Dealer
from croupier.floor.floor import NOT_NOW, Answer, Floor, Undo
from croupier.floor.house import PEOPLE
from croupier.floor.orders import Order, Orders
from croupier.floor.proof import Prover
from croupier.floor.reconciling import Reconciling
from croupier.floor.stores.interface import StoreUnavailable
from croupier.kernel.decisions import Refused
from croupier.kernel.entries import encode
from croupier.kernel.events import Command, Event
from croupier.kernel.roles import ADMINISTRATOR
from croupier.people.commands import ExcludePerson, RevokeRole
from croupier.poker import commands as poker
from croupier.proof.bundles import verify_bundle
from croupier.proof.notes import Signer
from croupier.room.commands import OfferGame
from croupier.stud import commands as stud
from croupier.tables.any_table import AnyTable
from croupier.tables.house_table import HouseTable
from croupier.tables.poker_table import PokerTable
from croupier.tables.purses import Money
from croupier.tournaments import commands as tournament
from croupier.tournaments.state import DIRECTOR, ENTRANT
from simulation.clock import VirtualClock
from simulation.database import Connection, Database
from simulation.houses import ADMIN, CLERK, CUP, CUP_BOTS, GAME, MANAGERS, METERS, Furnished, Seat, duties, furnished, open_cup
from simulation.loop import OWNER, Owner, VirtualLoop
from simulation.plan import MESSAGES, TURMOIL, Fault, Plan

_QUIET = 40.0
_PATIENCE = 0.6
_MOST_ATTEMPTS = 12
_SNAPSHOT_EVERY = 15
_ONCE_MORE = 0.3
"""How often someone sends a command that was answered once more, to one process or another."""
_ORDERS = 3
SIGNER = Signer.new("simulation")
_STOPPED_BY = 8.0
_SKEW = 0.7
"""By how many seconds the clocks of processes differ where nobody has set one."""


class SimulatedProver(Prover):
    """A prover whose key is in no file, and who takes his time."""

    every = 1.3

    async def _signer(self) -> Signer:
        return SIGNER


class Acknowledged(NamedTuple):
    """An answer that a client got to a command that was carried out."""

    id: str
    stream: str
    number: int
    events: tuple[Event, ...]


class Wish(NamedTuple):
    """What someone wants after a look at a stream, which then had so many entries."""

    stream: str
    command: Command
    person: str
    by: int | str
    number: int


class Message(NamedTuple):
    """A command on its way."""

    stream: str
    command: Command
    person: str
    by: int | str
    seen: int | None
    id: str


class Process:
    """One process of the server: a floor with its dealer and bots, which may end at any moment and be started again."""

    def __init__(self, world: World, number: int) -> None:
        self.world, self.number, self.starts = world, number, 0
        self.life = Owner()
        self.clock = VirtualClock(off=number * _SKEW)
        self._floor: Floor | None = None
        self.orders: Orders | None = None
        self.told: dict[str, int] = {}
        self.connection: Connection | None = None
        self.stood: list[tuple[Owner, float, float]] = []
        self.dropped = 0
        """How many streams it had only the row of, when all was over."""

    @property
    def floor(self) -> Floor | None:
        """The floor while it is open."""
        return None if self.life.ended else self._floor

    def start(self) -> None:
        self.starts += 1
        self.life, self._floor = Owner(), None
        self._run(self._live())

    def _run(self, work: Any) -> None:
        context = copy_context()
        context.run(OWNER.set, self.life)
        asyncio.get_running_loop().create_task(work, context=context)

    async def _live(self) -> None:
        while self._floor is None:
            self.connection = Connection(self.world.database, self.life)
            self.connection.lost = self.world.is_lost(self.number)
            seed = self.world.plan.seed * 1000 + self.number * 100 + self.starts
            floor = Floor(self.connection, self.clock, seed=seed, snapshot_every=_SNAPSHOT_EVERY)
            floor.house.link_all(Money(floor.house))
            prover = SimulatedProver(floor, SIGNER.verifier.name, "")
            try:
                await floor.open()
                await prover.open()
                self._floor, self.orders = floor, Orders(floor)
                self.told = {name: floor.number(name) for name in floor.house.names}
            except StoreUnavailable:
                self.connection.end()
                await asyncio.sleep(0.2)
        assert self.orders is not None
        floor.run(self.orders.run(), "orders")
        floor.run(prover.run(), "proof")
        floor.run(Dealer(floor).run(), "dealer")
        reconciling = Reconciling(floor)
        reconciling.every, self.orders.every = 3.0, 1.0
        floor.run(reconciling.run(), "reconciling")
        floor.run(Bots(floor, pace=(0.02, 0.15), seed=seed).run(), "bots")
        floor.run(floor.listen(), "listening")
        floor.run(floor.sections.run(), "sections")
        floor.run(self._watch(floor), "watching")
        floor.run(self._look(floor), "looking")
        floor.run(self._forget(floor), "forgetting")

    async def _watch(self, floor: Floor) -> None:
        """Someone who sees every table of this process live."""
        async with floor.following(["*"]) as follower:
            while True:
                for name in sorted(await follower.wait()):
                    try:
                        await floor.settled(name)
                    except StoreUnavailable:
                        continue
                    if (stream := floor.house.streams.here(name)) is not None:
                        self.world.shown[name][stream.number].add(stream.head)
                    self.told[name] = floor.number(name)

    async def _look(self, floor: Floor) -> None:
        while True:
            await asyncio.sleep(1.0)
            floor.clock.check()
            await floor.look_for_store()

    async def load(self, floor: Floor, name: str) -> None:
        with suppress(StoreUnavailable):
            await floor.memory.hold(name)

    async def _forget(self, floor: Floor) -> None:
        """Now and then a table is in memory no longer; while things go wrong, also one that is dealt here."""
        chance, tables = Random(f"{self.world.plan.seed} {self.number} {self.starts}"), self.world.database
        while True:
            await asyncio.sleep(chance.uniform(0.1, 0.8))
            at_all = (name for name in sorted(floor.house.tables) if floor.memory.idle(name) and floor.house.row(name).may_go)  # type: ignore[union-attr]
            names = [name for name in at_all if self.world.turmoil or floor.memory.may_go(name)]
            if names and not floor.stopped.is_set():
                floor.house.let_go(chance.choice(names))
                tables.struck["table dropped (no fault)"] += 1

    def crash(self) -> None:
        if self.connection is not None:
            self.connection.end()
        self.life.end()

    async def stop(self) -> None:
        life = self.life
        if (floor := self.floor) is not None:
            done = asyncio.Event()
            self._floor = None

            async def close() -> None:
                await floor.close()
                done.set()

            self._run(close())
            try:
                await asyncio.wait_for(done.wait(), _STOPPED_BY)
            except TimeoutError:
                if not life.ended:
                    self.world.wrong.append(f"process {self.number} does not stop")
        self.crash()

    def receive(self, message: Message, reply: Callable[[Answer | str], None], given_up: float = 0.0) -> None:
        """A message has come: it is answered in a task of its own, which ends early if its sender gives up."""
        floor = self.floor
        if floor is None:
            return
        self.world.came[message.stream, message.id].append((self.life, asyncio.get_running_loop().time()))

        async def handle() -> None:
            try:
                answer = await floor.do(
                    message.stream, message.command, person=message.person, by=message.by, seen=message.seen, id=message.id
                )
                if isinstance(answer.decision, Refused) and not answer.decision.looked:
                    self._refused(message, answer.decision)
                reply(answer)
            except Undo as undone:
                self._refused(message, undone.refusal)
                reply(f"not now: {undone}")
            except StoreUnavailable as error:
                reply(f"not now: {error}")

        async def handle_while_wanted() -> None:
            with suppress(TimeoutError):
                await asyncio.wait_for(handle(), given_up)

        self._run(handle_while_wanted() if given_up else handle())

    def _refused(self, message: Message, refusal: Refused) -> None:
        """At the moment of a refusal the store has no such command, and it never will."""
        if refusal.ground not in NOT_NOW:
            self.world.turned_away[message.stream, message.id] = refusal
        if any(line.id == message.id for line in self.world.database.lines.get(message.stream, ())):
            self.world.wrong.append(f"{message.id} was refused ({refusal}), and is on record in {message.stream}")


async def floor_at_rest(floor: Floor, name: str) -> bool:
    """Whether a process shows a stream in time; one that has ended never does."""
    with suppress(TimeoutError, StoreUnavailable):
        async with asyncio.timeout(_PATIENCE):
            await floor.settled(name)
            return True
    return False


class Client:
    """A person at a seat, who looks at the table, wants something, and sends it until there is an answer."""

    def __init__(self, world: World, number: int, seat: Seat) -> None:
        self.world, self.number, self.at = world, number, seat
        self.chance = Random(f"{world.plan.seed} {number}")
        self.messages = 0
        self.faults: dict[int, list[Fault]] = defaultdict(list)

    async def live(self) -> None:
        await self._play()
        self.world.gone.add(self.at.person)

    async def _play(self) -> None:
        sent = 0
        for _ in range(60):
            if sent >= self.world.plan.commands:
                return
            await asyncio.sleep(self.chance.uniform(0.02, 0.25))
            wish = await self._look()
            if wish is not None:
                sent += 1
                await self.ask(*wish, f"{self.at.person}-{sent}")

    async def _look(self) -> Wish | None:
        process = self.world.some_process(self.chance)
        if process is None or process.floor is None or process.life.still:
            return None
        floor = process.floor
        found = self._where(floor)
        if found is None or not await floor_at_rest(floor, found[0]) or process.floor is not floor:
            return None
        name, seat = found
        stream = floor.house.streams.here(name)
        if stream is None:  # the process loads it, and it is there the next time
            process._run(process.load(floor, name))
            return None
        self.world.shown[name][stream.number].add(stream.head)
        command: Command | None
        command = self._wish(stream, seat) if isinstance(stream, AnyTable) else tournament.Enter(person=self.at.person)
        by = seat if seat else ENTRANT
        return None if command is None else Wish(name, command, self.at.person, by, stream.number)

    def _where(self, floor: Floor) -> tuple[str, int] | None:
        """Where someone sits; at no seat of a tournament who has yet to enter it, nowhere who has no seat there."""
        if self.at.table != CUP:
            return self.at.table, self.at.seat
        if CUP not in floor.house.tournaments:
            return None
        entrant = floor.house.tournaments[CUP].state.entrants.get(self.at.person)
        if entrant is None:
            return CUP, 0
        return (entrant.place.table, entrant.place.seat) if entrant.place is not None else None

    def _wish(self, table: AnyTable, seat: int) -> Command | None:
        chance = self.chance
        if seat not in table.state.seats:
            return None
        if chance.random() < 0.05:
            return stud.Fold(seat=seat) if isinstance(table, HouseTable) else poker.Check(seat=seat)
        if isinstance(table, PokerTable):
            offers = table.moves(seat) if table.turn == seat else []
            return chance.choice(offers).command if offers else None
        state = table.state
        if state.phase == "wagers":
            if state.stack(seat) < 60_00:
                return stud.BuyChips(seat=seat, amount=200_00)
            if not state.boxes[seat].seat:
                return stud.PlaceAnte(seat=seat, amount=10_00)
            if not state.jackpot(seat):
                return stud.PlaceJackpot(seat=seat, amount=state.options.jackpot)
        if table.turn == seat:
            if chance.random() < 0.7:
                return stud.PlaceBet(seat=seat, amount=2 * state.ante(seat))
            return stud.Fold(seat=seat)
        return None

    async def ask(
        self, stream: str, command: Command, person: str, by: int | str, number: int, id: str, *, blind: bool = False
    ) -> Answer | None:
        """Send a command until it is answered, to one process or another; a `blind` one whatever has happened meanwhile."""
        seen = number if not blind and self.chance.random() < 0.5 else None
        for _ in range(_MOST_ATTEMPTS):
            answer = await self._send(Message(stream, command, person, by, seen, id))
            if isinstance(answer, Answer):
                self.world.answered(id, stream, answer)
                if self.chance.random() < _ONCE_MORE and not isinstance(answer.decision, Refused):
                    again = await self._send(Message(stream, command, person, by, seen, id))
                    if isinstance(again, Answer) and again != answer:
                        self.world.wrong.append(f"{id} was answered with {answer}, and then with {again}")
                return answer
            await asyncio.sleep(self.chance.uniform(0.02, 0.3))
        return None

    async def _send(self, message: Message) -> Answer | str:
        """One message there and an answer back, if both arrive."""
        world, loop, chance = self.world, asyncio.get_running_loop(), self.chance
        process = world.some_process(chance)
        faults = {fault.kind: fault for fault in self.faults.get(self.messages, ())}
        self.messages += 1
        world.database.struck.update(faults.keys())
        unkept = {"request twice and not kept", "given up and not kept"}
        answer: asyncio.Future[Answer | str] = loop.create_future()

        def deliver(process: Process | None, given_up: float) -> None:
            if process is not None:
                if not world.delivered[message.id] and not unkept.isdisjoint(faults):
                    world.database.next_commit.append("failed append")
                world.delivered[message.id] += 1
                process.receive(message, reply, given_up)

        def settle(said: Answer | str) -> None:
            if not answer.done():
                answer.set_result(said)

        def reply(said: Answer | str) -> None:
            if "reply lost" not in faults:
                delay = faults["reply late"].lasting if "reply late" in faults else chance.uniform(0.001, 0.01)
                loop.call_later(delay, settle, said)

        if "stale" in faults and message.seen is not None:
            message = message._replace(seen=message.seen - 1)
        given_up = chance.uniform(0.0005, 0.01) if "given up" in faults or "given up and not kept" in faults else 0.0
        late = faults["request late"].lasting if "request late" in faults else 0.0
        if "request lost" not in faults:
            loop.call_later(chance.uniform(0.001, 0.01) + late, deliver, process, given_up)
        if "request twice" in faults or "request twice and not kept" in faults:
            loop.call_later(chance.uniform(0.001, 0.02), deliver, world.some_process(chance), 0.0)
        try:
            return await asyncio.wait_for(answer, _PATIENCE)
        except TimeoutError:
            return "no answer"


class Manager(Client):
    """Someone of rank, who verifies and pays prizes and directs the tournament, as long as the house is open."""

    async def live(self) -> None:
        asked = 0
        while True:
            await asyncio.sleep(0.3)
            process = self.world.some_process(self.chance)
            floor = None if process is None else process.floor
            if process is None or floor is None:
                continue
            rested = [await floor_at_rest(floor, name) for name in (METERS, CUP)]
            if not all(rested) or process.floor is not floor:
                continue
            if (duty := next(duties(floor, self.world.gone), None)) is not None:
                asked += 1
                await self.ask(*duty, floor.number(duty.stream), f"manager-{asked}")


class Clerk(Client):
    """Someone of rank who goes on giving commands, to one process or another, while an administrator takes the rank away and
    the house keeps out someone who plays.
    """

    async def live(self) -> None:
        given, taken = 0, self.chance.uniform(0.5, TURMOIL)
        loop = asyncio.get_running_loop()
        ends, taking = loop.time() + taken + 1.0, None
        while loop.time() < ends or (taking is not None and not taking.done()):
            if taking is None and loop.time() > ends - 1.0:
                taking = loop.create_task(self._taken())
            process = self.world.some_process(self.chance)
            floor = None if process is None else process.floor
            if floor is not None:
                given += 1
                for name, command, book in (
                    ("one", stud.DisplaySign(says="minimum", amount=10_00 + 100 * given), GAME),
                    ("room", OfferGame(game=f"clerk-{given}", played="crown-omaha", limit="$1/$2", needed=4), "crown-poker"),
                ):
                    if name in floor.house.streams:
                        rank = book_of(book).title_page.ranks[-1]
                        await self.ask(name, command, CLERK, rank, floor.number(name), f"clerk-{given}-{name}")
            await asyncio.sleep(self.chance.uniform(0.005, 0.05))

    async def _taken(self) -> None:
        """Each is said until it is answered; the sender is someone else than the clerk, and nothing goes wrong on their way."""
        for book in (GAME, "crown-poker"):
            rank = book_of(book).title_page.ranks[-1]
            taking = RevokeRole(person=CLERK, book=book, capacity=rank)
            await self.ask(PEOPLE, taking, ADMIN, ADMINISTRATOR, 0, f"revoked-{book}", blind=True)
        if self.world.plan.house != "tournament" and self.world.plan.seed % 2:
            out = ExcludePerson(person=self.world.clients_at[0].person, reason="a simulation")
            rank = book_of(GAME).title_page.ranks[-1]
            await self.ask(PEOPLE, out, MANAGERS[1], rank, 0, "kept-out", blind=True)


class World:
    """One run by a plan, and all that must be known afterwards to say whether it went well."""

    def __init__(self, plan: Plan, house: Furnished) -> None:
        self.plan = plan
        self.chance = Random(f"{plan.seed} world")
        self.database = Database(Random(f"{plan.seed} store"), shared=plan.processes > 1 or plan.seed % 2 == 0)
        self.database.fill(house.lines, house.matters)
        self.clients_at = house.clients
        self.processes: list[Process] = []
        self.acknowledged: list[Acknowledged] = []
        self.turned_away: dict[tuple[str, str], Refused] = {}
        """What any process has refused for good, whether or not its sender heard of it."""
        self.delivered: Counter[str] = Counter()
        self.came: dict[tuple[str, str], list[tuple[Owner, float]]] = defaultdict(list)
        """When a command came to a process."""
        self.shown: dict[str, dict[int, set[str]]] = defaultdict(lambda: defaultdict(set))
        self.idle: list[str] = []
        self.turmoil = True
        self.wrong: list[str] = []
        self.gone: set[str] = set()
        self.ordered: dict[str, Order] = {}
        self._lost: Counter[int] = Counter()

    def some_process(self, chance: Random) -> Process | None:
        open_ones = [process for process in self.processes if process.floor is not None]
        return chance.choice(open_ones) if open_ones else None

    def is_lost(self, process: int) -> bool:
        return bool(self._lost[process] or self._lost[-1])

    def answered(self, id: str, stream: str, answer: Answer) -> None:
        if not isinstance(answer.decision, Refused):
            self.acknowledged.append(Acknowledged(id, stream, answer.number, answer.decision.events))

    async def run(self) -> None:
        for number in range(self.plan.processes):
            self.processes.append(Process(self, number))
            self.processes[-1].start()
        clients = [Client(self, number, seat) for number, seat in enumerate(self.clients_at)]
        messages = [fault for fault in self.plan.faults if fault.kind in MESSAGES]
        for fault in messages:
            clients[fault.where % len(clients)].faults[int(fault.at)].append(fault)
        manager = Manager(self, len(clients), Seat("manager", "", 0))
        loop = asyncio.get_running_loop()
        clerk = loop.create_task(Clerk(self, len(clients) + 1, Seat(CLERK, "", 0)).live())
        background = loop.create_task(manager.live())
        striking = [loop.create_task(self._strike(fault)) for fault in self.plan.faults if fault not in messages]
        playing = [loop.create_task(client.live()) for client in clients]
        opening = [loop.create_task(self._open_cup())] if self.plan.house == "tournament" else []
        ordering = [loop.create_task(self._order(number)) for number in range(_ORDERS)]
        await asyncio.sleep(TURMOIL + 1.0)
        await asyncio.gather(*striking, *playing, *ordering, *opening, clerk)
        self.database.next_commit.clear()
        self.database.torn_matters = 0
        await self._go_on(background)
        await self._prove()
        await self._reconcile()

    async def _open_cup(self) -> None:
        """Someone opens the tournament in one process, and tries again where that could not be kept."""
        chance = Random(f"{self.plan.seed} cup")
        while CUP not in self.database.lines:
            await asyncio.sleep(chance.uniform(0.05, 0.4))
            process = self.some_process(chance)
            if process is None or process.floor is None:
                continue
            floor, life, done = process.floor, process.life, asyncio.Event()

            async def opened(floor: Floor = floor, done: asyncio.Event = done) -> None:
                with suppress(StoreUnavailable):
                    if CUP not in floor.house.streams:
                        await open_cup(floor, CUP, CUP_BOTS)
                done.set()

            process._run(opened())
            while not done.is_set() and not life.ended:
                await asyncio.sleep(0.1)

    async def _order(self, number: int) -> None:
        """Someone gives a command for later, to one process."""
        chance = Random(f"{self.plan.seed} order {number}")
        await asyncio.sleep(chance.uniform(0.1, TURMOIL))
        process = self.some_process(chance)
        if process is None or process.floor is None or process.orders is None:
            return
        names = [name for name in ("one", "room", CUP) if name in process.floor.house.streams]
        if not names:
            return
        name = chance.choice(names)
        if (stream := process.floor.house.streams.here(name)) is None:
            return
        ranks: tuple[str, ...] = stream.rules.ranks
        command, by = {
            "one": (stud.ChangeLimits(minimum=10_00, maximum=400_00 + number * 100), ranks[-1]),
            "room": (OfferGame(game=f"omaha-{number}", played="crown-omaha", limit="$1/$2", needed=4), ranks[-1]),
            CUP: (tournament.ExtendTime(seconds=number + 1), DIRECTOR),
        }[stream.name]
        at = process.floor.clock.now() + chance.randint(0, 2)
        order = Order(id=f"o{number}", stream=stream.name, person=MANAGERS[0], capacity=by, at=at, command=Raw(encode(command)))
        orders, life, kept = process.orders, process.life, asyncio.Event()

        async def add() -> None:
            with suppress(StoreUnavailable):
                await orders.add(order)
                self.ordered[order.id] = order
            kept.set()

        process._run(add())
        while not kept.is_set() and not life.ended:
            await asyncio.sleep(0.1)

    async def _reconcile(self) -> None:
        """The meters agree with their tables in every process."""
        for process in self.processes:
            for casino in process.floor.house.casinos.values() if process.floor is not None else ():
                self.wrong += await Reconciling(process.floor).differences(casino)  # type: ignore[arg-type]

    async def _prove(self) -> None:
        """Someone opens the record again, signs what is left of it, and hands out a few proofs."""
        floor = Floor(Connection(self.database, Owner()), VirtualClock())
        prover = SimulatedProver(floor, SIGNER.verifier.name, "")
        await prover.open()
        await prover.log.advance()
        every = [(line.stream, line.number) for there in self.database.lines.values() for line in there]
        for stream, number in self.chance.sample(every, 3):
            verdict = verify_bundle(await prover.entry(stream, number), SIGNER.verifier)
            if not verdict:
                self.wrong.append(f"entry {number} of {stream} is not proven: {verdict}")

    async def _strike(self, fault: Fault) -> None:
        database, process = self.database, self.processes[fault.where % len(self.processes)]
        await asyncio.sleep(fault.at)
        match fault.kind:
            case "failed append" | "cut off, not written" | "cut off, written" | "cut off, written later":
                database.next_commit.append(fault.kind)
            case "small matter not written":
                database.torn_matters += 1
            case "disk full" | "slow store" | "signals lost" | "signals doubled" | "two have the lease":
                switch = {
                    "disk full": "full",
                    "slow store": "slow",
                    "signals lost": "deaf",
                    "signals doubled": "echoing",
                    "two have the lease": "two_hands",
                }[fault.kind]
                setattr(database, switch, True)
                await asyncio.sleep(fault.lasting)
                setattr(database, switch, False)
            case "database lost" | "database lost to one":
                where = process.number if fault.kind.endswith("one") else -1
                self._lost[where] += 1
                self._set_lost()
                await asyncio.sleep(fault.lasting)
                self._lost[where] -= 1
                self._set_lost()
            case "lease lost":
                database.struck["lease lost"] += len(database.leases)
                nobody = {name: lease._replace(owner="", fence=lease.fence + 1) for name, lease in database.leases.items()}
                database.leases.update(nobody)
            case "clock forward" | "clock back":
                database.struck[fault.kind] += 1
                process.clock.off += fault.lasting * (5 if fault.kind == "clock forward" else -2)
            case "crash":
                database.struck["crash"] += 1
                process.crash()
                await self._start_again(process, fault)
            case "stands still":
                if not process.life.ended and not process.life.still:
                    database.struck["stands still"] += 1
                    life, since = process.life, asyncio.get_running_loop().time()
                    life.stand_still()
                    await asyncio.sleep(fault.lasting)
                    process.stood.append((life, since, asyncio.get_running_loop().time()))
                    life.go_on()
            case "stop and start":
                while process.life.still:
                    await asyncio.sleep(0.1)
                database.struck["stop and start"] += 1
                await process.stop()
                await self._start_again(process, fault)
            case "crash before the write" | "crash after the write":
                if process.connection is not None:
                    process.connection.crash_at_commit = fault.kind.removeprefix("crash ")
                await asyncio.sleep(1.0)
                process.crash()
                await self._start_again(process, fault)

    async def _start_again(self, process: Process, fault: Fault) -> None:
        await asyncio.sleep(fault.lasting)
        if process.life.ended:
            process.start()

    def _set_lost(self) -> None:
        for process in self.processes:
            if process.connection is not None:
                process.connection.lost = self.is_lost(process.number)

    async def _go_on(self, manager: asyncio.Task[None]) -> None:
        """All is well again: every table plays another round, and every process knows of it."""
        self.turmoil = False
        for process in self.processes:
            process.clock.off = process.number * _SKEW
            if process.life.ended:
                process.start()
        await asyncio.sleep(2.0)
        before = self._rounds()
        for _ in range(int(_QUIET / 0.5)):
            await asyncio.sleep(0.5)
            if before and not self._waiting(before):
                break
        else:
            self.idle = self._waiting(before) or ["no process is open"]
        manager.cancel()
        for process in self.processes:  # what nobody deals on with any more can be compared
            if process.floor is not None:
                process.floor.stopped.set()
        await asyncio.sleep(2.5)

    def _waiting(self, before: dict[str, int]) -> list[str]:
        """What has yet to go on: tables without another round, a tournament that is not over and paid, orders not given."""
        now = self._rounds()
        found = [name for name, number in before.items() if now.get(name, 0) <= (0 if name == CUP else number)]
        due = (key for key, raw in self.database.matters.items() if key.startswith("order/") and b'"failed":""' in raw)
        return [*found, *due]

    def _rounds(self) -> dict[str, int]:
        """How far tables have come, and as 1 what is over: a tournament, once its prizes are paid and its fees taken in."""
        floor = next((process.floor for process in self.processes if process.floor is not None), None)
        if floor is None:
            return {}
        found = {name: table.round for name, table in floor.house.at_a_glance().items() if not table.tournament}
        if self.plan.house == "tournament":
            cup = floor.house.tournaments.get(CUP)
            over = cup is not None and cup.state.phase == "over" and next(duties(floor), None) is None
            found[CUP] = 1 if over else 0
        return found


class Errors(logging.Handler):
    """What the floor logs as an error."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        text = record.getMessage()
        if record.exc_info and record.exc_info[1] is not None:
            text += f" ({record.exc_info[1]!r})"
        self.found.append(text)


def run(plan: Plan) -> tuple[World, list[str]]:
    """Run a plan to its end; the world as it then is, and what was wrong on the way."""
    world, house = list[World](), furnished(plan.house)
    loop, errors, log = VirtualLoop(), Errors(), logging.getLogger("croupier")
    level, propagate = log.level, log.propagate
    log.addHandler(errors)
    log.setLevel(logging.ERROR)
    log.propagate = False

    async def live() -> None:
        world.append(World(plan, house))
        await world[0].run()

    try:
        loop.play(live)
    finally:
        log.removeHandler(errors)
        log.setLevel(level)
        log.propagate = propagate
    return world[0], [*errors.found, *loop.wrong, *world[0].wrong]
