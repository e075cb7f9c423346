"""The house's hand at its tables: what the software does by itself, and when.

Where the house deals, it closes the betting, deals, shows, settles and pushes the pots, each after a pause in which people can
see what happened. It calls time where the signs have a time to act, and gives the commands of a tournament's clock. All of it are
commands like any other, given in the capacity `house`; of several processes each deals in the sections that it has. One dealer
serves both kinds of tables and tournaments, with one sense of time: that is why the file is long.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Set
from contextlib import suppress
from functools import partial
from heapq import heappop, heappush
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from croupier.floor.bot_players import BOT
from croupier.floor.floor import Floor, Undo
from croupier.floor.house import PEOPLE
from croupier.floor.orders import FOR_HANDS, Orders
from croupier.floor.stores.interface import LEASES, LeaseLost, StoreUnavailable
from croupier.kernel.actors import HOUSE, Said
from croupier.kernel.decisions import Accepted, AwaitingRuling, Decision, Refused
from croupier.kernel.errors import NotHeld
from croupier.kernel.events import Command
from croupier.kernel.grounds import GENERAL
from croupier.kernel.streams import GUESSES
from croupier.people.commands import SettleDealing
from croupier.people.register import excluded
from croupier.people.state import ALL_TABLES, Dealing
from croupier.poker import commands as poker
from croupier.poker.time_to_act import deadline, last_second
from croupier.stud import commands as stud
from croupier.stud.state import State
from croupier.tables.any_table import AnyTable
from croupier.tables.house_table import HouseTable
from croupier.tables.poker_table import PokerTable, whose
from croupier.tables.tournament_tables import TournamentTables
from croupier.tournaments import commands as tournament

log = logging.getLogger("croupier.dealing")

_SETTINGS, _SPEEDS, _STUCK = "table/", "speed/", "stuck/"
_LOOK = 1.0
"""After how many seconds a process that may not act checks whether it may again."""
_FOR_NOBODY = 60.0
"""How long a table without a time limit waits for a person who is excluded and cannot act."""
_AGAIN = 5.0
"""After how many seconds a refused step is tried again."""
_LATE = 15.0
"""After how many seconds a step counts as far too late."""
_FOR_BOTS = 1.0
"""How long antes stay open at most at a table with only bots, in seconds."""
_PATIENCE = 120
"""After how many seconds the staff should see to a player without a time limit who holds up others."""
_IN_ITS_TIME = ("between_rounds", "play_not_begun", "terms_ends_early", "terms_minimum", "play_halted", "table_set_aside")
"""Refusals of a step that only has to wait, for other tables, a break or players, or that is shown elsewhere."""
_LOOKED_AT = (poker.DealBoard, poker.OpenHands, poker.PushPots, poker.SettleSideWagers)
"""Steps before which people look at what happened; before others there is a tenth of the pause."""
_BEFORE_THE_POTS = (poker.AskToSee, poker.ShowHand)
_BEFORE_THE_DEAL = (stud.PlaceJackpot, stud.PlaceBlindBet)
"""What players may do at a moment that the dealer's step ends: they get time for it if anyone but bots sits there."""
_REMEMBERED = 2000
"""For how many steps the delay is kept."""


class Pace(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How fast a table is dealt, in seconds: for antes after the first one, once all have anted, for each decision at a house
    table (zero: no limit), between hands, and between the steps of a hand.

    For people, not for bots: for straddles, posts and side wagers before the first card, if they are open, and for
    asking to see a hand, showing one or conceding before the pots are pushed or the hands settled.
    """

    antes: float = 10.0
    closing: float = 3.0
    deciding: float = 60.0
    between: float = 4.0
    step: float = 0.8
    wagering: float = 6.0
    asking: float = 6.0


SPEEDS = {"slow": 1.8, "normal": 1.0, "fast": 0.4}
"""How long the house pauses at a player's request, in parts of a table's pace. Time to decide is never shorter because of it."""


class TableSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the house has set for a table besides its signs: whether a live dealer deals, how fast, and its title."""

    live: bool = False
    pace: Pace = Pace()
    title: str = ""


class Step(NamedTuple):
    """Something that the house does at a moment, by the house's clock in seconds."""

    at: float
    do: Callable[[], Decision | None]
    what: str = ""
    order: str = ""


class Stuck(NamedTuple):
    """A step of the house that was refused twice, or a player without a time limit who holds up others: it needs a
    person. `number` is that of the stream's latest entry at the time.
    """

    number: int
    what: str
    why: str
    clauses: tuple[str, ...] = ()


class Late(NamedTuple):
    """Tables where a step of the house is far too late, and whether those are all tables that a process deals."""

    tables: list[str]
    stands: bool


class Dealer:
    """Deals at all tables that have no live dealer."""

    def __init__(self, floor: Floor, orders: Orders | None = None) -> None:
        self.floor, self.orders = floor, orders or Orders(floor)
        self.settings: dict[str, TableSettings] = {}
        self.wishes: dict[str, str] = {}
        self._due: list[tuple[float, str, int]] = []
        self._planned: dict[str, tuple[int, float]] = {}
        self._refused: dict[str, int] = {}
        self.due: dict[str, float] = {}
        """When the next step of the house is due, by stream."""
        self._in_its_time: dict[str, int] = {}
        self._seen: dict[str, tuple[int, float]] = {}
        self._opened: dict[str, tuple[int, str, float]] = {}
        self.stuck: dict[str, Stuck] = {}
        self.late: deque[float] = deque(maxlen=_REMEMBERED)
        """The delays of the latest steps, in seconds, until they were saved."""
        floor.rereads.append(self.load)
        floor.sections.says = lambda: msgspec.json.encode(self._late())

    def of(self, name: str) -> TableSettings:
        """The settings of a table; the register of people says who deals there."""
        settings, dealt = self.settings.get(name, _STANDARD), self.floor.house.people.state.dealt(name)
        return settings if dealt is None or dealt.live == settings.live else replace(settings, live=dealt.live)

    async def begin(self, *, assigned: bool) -> None:
        """Record how all tables are dealt if that is not on record yet, and whether dealers must be assigned to them."""
        await self.load()
        for name in (*sorted(self.settings.keys() & self.floor.house.at_a_glance().keys()), ALL_TABLES):
            await self._settle(name, Dealing(self.of(name).live, assigned))

    async def _settle(self, table: str, dealt: Dealing) -> None:
        if self.floor.house.people.state.dealing.get(table) != dealt:
            settled = SettleDealing(table=table, live=dealt.live, assigned=dealt.assigned)
            await self.floor.do(PEOPLE, settled, person=HOUSE, by=HOUSE)

    async def set(self, name: str, settings: TableSettings) -> None:
        """Set how a table is dealt."""
        await self.floor.note(f"{_SETTINGS}{name}", msgspec.json.encode(settings))
        dealt = self.floor.house.people.state.dealt(name) or Dealing()
        await self._settle(name, dealt._replace(live=settings.live))
        self.settings[name] = settings
        self._plan(name)
        self.floor.followers.publish({name})  # how long there is to decide is shown

    async def load(self) -> None:
        """Read the settings of all tables and the speeds that people want, as set by this process or another."""
        for name, settings in (await self.floor.noted(_SETTINGS, TableSettings)).items():
            if self.settings.get(name) != settings:
                self.settings[name] = settings
                self.floor.followers.publish({name})
        stuck = await self.floor.noted(_STUCK, Stuck)
        changed, self.stuck = {name for name in stuck if self.stuck.get(name) != stuck[name]}, stuck
        self.floor.followers.publish(changed)
        speeds = await self.floor.store.scan(_SPEEDS)
        self.wishes = {key.removeprefix(_SPEEDS): value.decode() for key, value in speeds.items()}

    async def wish(self, person: str, speed: str) -> None:
        """Set the speed that a person wants; it is kept for every table they sit at."""
        await self.floor.note(f"{_SPEEDS}{person}", speed.encode())
        self.wishes[person] = speed
        for name in self.floor.house.tables:
            self._plan(name)

    def pace(self, table: AnyTable) -> Pace:
        """The pace of a table: its pauses are as long as the slowest request among its players. In a
        tournament all tables have the same pace.
        """
        pace = self.of(table.name).pace
        if table.state.options.tournament:
            return pace
        people = (table.state.person_at(seat) for seat in table.state.seats)
        times = max((SPEEDS.get(self.wishes[person], 1.0) for person in people if person in self.wishes), default=1.0)
        if times == 1.0:
            return pace
        slower = replace(pace, closing=pace.closing * times, between=pace.between * times, step=pace.step * times)
        return replace(slower, wagering=pace.wagering * max(times, 1.0), asking=pace.asking * max(times, 1.0))

    async def run(self) -> None:
        """Deal until the floor stops."""
        while not await self._loaded():
            await asyncio.sleep(_LOOK)
        async with self.floor.following(["*", LEASES]) as follower:
            for name in list(self.floor.house.streams):
                self._plan(name)
            while not self.floor.stopped.is_set():
                wait = max(0.0, min(1.0, self._due[0][0] - self._now())) if self._due else 1.0
                grown = await follower.wait(wait)
                for name in sorted(self._concerned(grown)):
                    self._plan(name)
                await self._deal()

    def _concerned(self, grown: Set[str]) -> Set[str]:
        """These streams, and the tables whose next step may change because of them."""
        streams = {*grown}
        if PEOPLE in grown:  # a person may be excluded from now on
            streams |= self.floor.house.tables.keys() | self.floor.house.tournaments.keys()
        for name in grown & self.floor.house.tournaments.keys():  # a player is absent, a break is over
            for table in self.floor.house.tournaments[name].tables.values():
                self._refused.pop(table.name, None)
                streams.add(table.name)
        return streams

    async def _loaded(self) -> bool:
        with suppress(StoreUnavailable):
            await self.load()
            return True
        return False

    def _now(self) -> float:
        return self.floor.clock.exact()

    def _since(self, table: AnyTable) -> float:
        """When the latest entry of a table was seen here, more precise than its time in seconds."""
        number, at = self._seen.get(table.name, (0, 0.0))
        if number != table.number:
            at = min(self._now(), table.at + 1.0)
            self._seen[table.name] = (table.number, at)
        return at

    def _plan(self, name: str) -> None:
        try:
            step = self._next(name) if self.floor.sections.has(self.floor.section(name)) else None
        except NotHeld as missing:
            self.floor.memory.fetch(missing, name)
            return
        except Exception as error:  # one table's next step must not affect the others
            self.floor.set_aside(name, error)
            step = None
        self.due.pop(name, None)
        if step is None:
            self._planned.pop(name, None)
            return
        if step.what:  # otherwise it only needs a person
            self.due[name] = step.at
        number = self.floor.number(name)
        planned, at = self._planned.get(name), step.at
        if self._refused.get(name) == number:
            if planned is not None and planned[0] == number:
                return  # it is already being tried again, and nothing else delays it
            at = self._now() + _AGAIN
        if planned == (number, at):
            return
        self._planned[name] = (number, at)
        heappush(self._due, (at, name, number))

    async def _deal(self) -> None:
        """Do what is due, at many tables at once."""
        now, ready = self._now(), dict[str, float]()
        while self._due and self._due[0][0] <= now:
            at, name, number = heappop(self._due)
            if self._planned.get(name) == (number, at):
                del self._planned[name]
                ready[name] = at
        await asyncio.gather(*(self._step(name, at) for name, at in ready.items()))

    async def _step(self, name: str, due: float) -> None:
        stream = self.floor.house.streams.here(name)
        if stream is None or not self.floor.sections.has(self.floor.section(name)):
            return
        before, taken, lease = stream.number, list[Step](), self.floor.lease(name)
        if lease is None:
            self._planned[name] = (before, self._now() + _LOOK)
            heappush(self._due, (self._planned[name][1], name, before))
            return

        def do() -> Decision | None:
            step = self._next(name)
            taken[:] = [step] if step is not None and step.at <= self._now() + 0.001 else []
            return taken[0].do() if taken else None

        try:
            decision = await self.floor.transact(do, concerns=name, under=lease)
        except LeaseLost:
            self._plan(name)
            return
        except StoreUnavailable as error:
            log.warning("%s waits: %s", name, error)
            self._refused[name] = before
            self._plan(name)
            return
        except Undo as undone:
            decision = undone.refusal
        except Exception as error:  # the floor has set the table aside and said so
            log.debug("%s: %r", name, error)
            return
        self.late.append(self._now() - due)
        if taken and taken[0].order:
            await self.orders.cancel(taken[0].order)
        elif taken and not isinstance(decision, Accepted | AwaitingRuling) and stream.number == before:
            log.info("%s: %s", name, decision)
            if self._refused.get(name) == before or not taken[0].what:
                await self._needs_somebody(name, before, taken[0], decision)
            self._refused[name] = before
        self._plan(name)

    async def _needs_somebody(self, name: str, number: int, step: Step, refusal: Decision | None) -> None:
        """A step was refused again: another try would not help, so it is shown to those who look after the floor."""
        refused = refusal if isinstance(refusal, Refused) else Refused("nothing_open", GENERAL["nothing_open"])
        stuck = Stuck(number, step.what, refused.reason, refused.clauses)
        if refused.ground in _IN_ITS_TIME:
            self._in_its_time[name] = number
        elif self.stuck.get(name) != stuck:
            self.stuck[name] = stuck
            self.floor.followers.publish({name})
            with suppress(StoreUnavailable):
                await self.floor.note(f"{_STUCK}{name}", msgspec.json.encode(stuck))

    def _late(self) -> Late:
        overdue = {name: self.floor.number(name) for name, at in self.due.items() if at < self._now() - _LATE}
        late = sorted(name for name, number in overdue.items() if self._in_its_time.get(name) != number)
        return Late(late, bool(late) and self.due.keys() <= {*late, *self.floor.aside})

    def standing_still(self) -> Late:
        """Where the house should have acted a while ago, and no process has: each process reports its own sections."""
        every = [self._late(), *(msgspec.json.decode(said, type=Late) for said in self.floor.sections.others_say())]
        return Late(sorted(name for late in every for name in late.tables), any(late.stands for late in every))

    def waiting(self) -> dict[str, Stuck]:
        """Where a person is needed, by stream: the software cannot continue, or someone keeps guessing at hidden cards."""
        rows = {name: row for name in self.stuck if (row := self.floor.house.row(name)) is not None}
        waits = {name: self.stuck[name] for name, row in rows.items() if row.number == self.stuck[name].number}
        for name, table in self.floor.house.at_a_glance().items():
            if table.guesses >= GUESSES:
                why = f"cards that the sender may not know were named {table.guesses} times in this round"
                waits.setdefault(name, Stuck(table.number, "", why))
        return waits

    def _next(self, name: str) -> Step | None:
        """The next step, or after a while that someone of the house sees to a player who holds up others without a limit."""
        table = self.floor.house.table_here(name)
        if (step := self.next_step(name)) is not None or table is None or name in self.floor.aside:
            return step
        seat = table.awaited
        if not seat or self.of(name).live or table.state.question is not None or len(table.state.seats) < 2:
            return None
        why = Refused("nobody_acts", f"seat {seat} has not acted, and there is no end to their time")
        return Step(self._since(table) + _PATIENCE, lambda: why)

    def deadline(self, table: AnyTable) -> int:
        """Until when the player in turn has time, or 0 if there is no limit."""
        if isinstance(table, PokerTable):
            return deadline(table.state) if table.state.options.time_to_act and table.turn else 0
        pace = self.of(table.name).pace
        if self.of(table.name).live or table.state.phase != "deciding" or not table.state.undecided or not pace.deciding:
            return 0
        return int(self._since(table) + pace.deciding)

    # What is next

    def next_step(self, name: str) -> Step | None:
        """What the house does next at a table or for a tournament, and when; None while it is people's turn."""
        if name in self.floor.aside or self.floor.halted:
            return None
        if (keeper := self.floor.house.tournaments.get(name)) is not None:
            return self._tournament(keeper)
        table = self.floor.house.table_here(name)
        if table is None or table.state.question is not None:
            return None
        if seat := self._kept_out(table):  # a live dealer does not wait for them either
            return Step(self._since(table), lambda: self._by_house(table, table.leave(seat)), "leave")
        if self.of(name).live:
            return None
        return self._house(table) if isinstance(table, HouseTable) else self._poker(table)

    def _kept_out(self, table: AnyTable) -> int:
        """The seat of an excluded person who still sits here and has nothing in play, or whose table has closed;
        from a tournament they retire.
        """
        state, phase = table.state, table.state.phase
        if state.options.tournament or phase not in ("wagers", "between", "closed"):
            return 0
        in_play = {box.seat for box in state.boxes} if isinstance(state, State) else set()
        idle = (int(seat) for seat in state.seats if seat not in in_play)
        return next((seat for seat in idle if phase == "closed" or self._excluded(state.person_at(seat))), 0)

    def _excluded(self, person: str) -> bool:
        people, now = self.floor.house.people, self.floor.clock.now()
        return excluded(people.rules, people.state, person, now) is not None

    def _by_house(self, table: AnyTable, command: Command) -> Decision:
        return table.do(command, said=Said(HOUSE, HOUSE, max(self.floor.clock.now(), table.at)))

    def _house(self, table: HouseTable) -> Step | None:
        state, pace, since = table.state, self.pace(table), self._since(table)
        keeper = self.floor.house.tournament_of(table)
        if state.retracting and pace.deciding and state.question is None:
            box = state.retracting[0]
            stay = stud.PlayOn(seat=state.boxes[box].seat, box=0 if box == state.boxes[box].seat else box)
            return Step(since + pace.deciding, lambda: self._by_house(table, stay), "play on")
        if state.retracting or state.phase in ("closed", "prizes"):
            return None
        if state.phase == "wagers":
            wanted = state.seats and not state.shuffled and state.options.committed_decks
            if wanted and table.laid_down(state.committed) is None:
                return Step(since, lambda: self._given(table), "commit deck")
            if not state.wagered and (keeper is None or not keeper.secrets_at(table.name)):
                return None
            if keeper is not None:
                waiting = keeper.may_still_ante(table.name)
            else:
                enough = state.options.minimum * 3
                waiting = [seat for seat in state.seats if not state.boxes[seat].seat and state.stack(seat) >= enough]
            closing = pace.closing if self._open(table, (stud.TakeBackAnte,)) else min(pace.closing, _FOR_BOTS)
            if self._open(table, _BEFORE_THE_DEAL):
                closing = max(closing, pace.wagering)
            return Step(since + (pace.antes if waiting else closing), table.deal, "deal")
        if state.phase == "deciding" and state.undecided:
            seat = table.turn
            time = pace.deciding or (_FOR_NOBODY if self._excluded(state.person_at(seat)) else 0.0)
            if keeper is not None and keeper.sits_out(table.name, seat):
                time = pace.step
            return Step(since + time, lambda: self._by_house(table, table.fold(seat)), "fold") if time else None
        pause = max(pace.step, pace.asking) if self._open(table, (stud.Concede,)) else pace.step
        return Step(since + pause, lambda: self._given(table), f"{state.phase}: what comes next")

    def _poker(self, table: PokerTable) -> Step | None:
        pace, since = self.pace(table), self._since(table)
        step = table.next_step()
        if step is not None:
            if table.state.phase == "blinds" and (ordered := self._ordered(table)) is not None:
                return ordered
            pause = pace.step if isinstance(step, _LOOKED_AT) else pace.step * 0.1
            pause = pace.between if isinstance(step, poker.BeginHand) else pause
            at = max(since + pause, self._closes(table, step, pace))
            return Step(at, lambda: self._given(table), step.declared.tag.replace("-", " "))
        if not table.turn:
            return None
        keeper = self.floor.house.tournament_of(table)
        if keeper is not None and keeper.sits_out(table.name, table.turn):
            return Step(since + pace.step, lambda: keeper.fold_for_absent(table.name, at=self.floor.clock.now()), "fold")
        if table.state.options.time_to_act:
            at = last_second(table.state, table.turn) + 1.0
            return Step(at, lambda: self._by_house(table, poker.CallTime()), "call time")
        return None

    def _open(self, table: AnyTable, rights: tuple[type[Command], ...]) -> bool:
        """Whether a person, not a bot, at a table can use one of these rights."""
        people = (seat for seat in table.state.seats if not table.state.person_at(seat).startswith(BOT))
        return any(isinstance(offer.command, rights) for seat in people for offer in table.legal(seat=seat))

    def _closes(self, table: PokerTable, step: Command, pace: Pace) -> float:
        """When the time ends in which people may use a right that a step takes away; it runs once per hand."""
        rights: tuple[type[Command], ...] = FOR_HANDS if table.state.phase == "blinds" else _BEFORE_THE_POTS
        seconds = pace.wagering if rights is FOR_HANDS else pace.asking
        ends = table.state.phase == "blinds" and not isinstance(step, poker.PostBlind)
        if not (ends or isinstance(step, poker.PushPots | poker.BeginHand)) or not seconds or not self._open(table, rights):
            return 0.0
        number, phase, at = self._opened.get(table.name, (0, "", 0.0))
        if (number, phase) != (table.state.hand.number, table.state.phase):
            at = self._since(table)
            self._opened[table.name] = (table.state.hand.number, table.state.phase, at)
        return at + seconds

    def _ordered(self, table: PokerTable) -> Step | None:
        """The first thing that a player has chosen in advance for the next hand and can do now."""
        for order in self.orders.for_hands(table.name):
            command = table.engine.codec.read_command(bytes(order.command))
            said = self.floor.said(table, order.person, order.capacity)
            no = self.floor.refusal(table, command, said)
            if no is None and not isinstance(table.engine.decide(table.rules, table.state, command, said), Refused):
                given = partial(table.do, command, said=said, id=f"order {order.id}")
                return Step(self._since(table), given, "order", order.id)
        return None

    def _given(self, table: AnyTable) -> Decision | None:
        step = table.next_step()
        if step is None:
            return None
        if whose(step) is None:  # what a player owes, such as a blind, even a player excluded by now
            return self.floor.house.by_software(table, step, table.who(step))
        return self._by_house(table, step)

    def _tournament(self, keeper: TournamentTables) -> Step | None:
        """Excluded people take no further part; otherwise the next level, once the time of this one is up."""
        state, now = keeper.state, self.floor.clock.now()
        if state.phase != "playing":
            return None

        def step(at: float, command: Command, what: str) -> Step:
            return Step(at, lambda: keeper.do(command, by=HOUSE, at=max(self.floor.clock.now(), keeper.stream.at)), what)

        if gone := next(filter(self._excluded, state.playing), ""):
            return step(float(now), tournament.Retire(person=gone), "retire")
        if not state.clock.level or state.clock.since is None:
            return None
        return step(float(now + state.clock.left_at(now)), tournament.NextLevel(), "next level")


_STANDARD = TableSettings()
