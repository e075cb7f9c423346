"""The house's own players at the tables of a floor, at a human pace: they ante, decide, top up, and sit down again.

They are in the register like everyone else, act for their seat, and know no more than that seat may see.
"""

import asyncio
import logging
import random
from functools import partial
from heapq import heappop, heappush

from croupier.floor.floor import Floor, Undo
from croupier.floor.stores.interface import LEASES, Lease, StoreUnavailable
from croupier.kernel.decisions import Refused
from croupier.kernel.errors import NotHeld
from croupier.kernel.events import Command
from croupier.players.bots import Bot, HousePlayer
from croupier.poker import commands as poker
from croupier.stud import commands as stud
from croupier.tables.any_table import AnyTable
from croupier.tables.house_table import HouseTable
from croupier.tables.poker_table import PokerTable

log = logging.getLogger("croupier.bots")
BOT = "bot-"
_LOOK = 1.0
"""After how many seconds a bot tries again if its action could not be saved."""


class Bots:
    """All bots of a floor. `pace` is the least and the most time they think, in seconds."""

    def __init__(self, floor: Floor, *, pace: tuple[float, float] = (0.8, 3.0), seed: int | None = None) -> None:
        self.floor, self.pace = floor, pace
        self._mood = random.Random(seed)  # noqa: S311
        self._due: list[tuple[float, str, int]] = []
        self._planned: dict[str, int] = {}

    async def run(self) -> None:
        """Play until the floor stops."""
        async with self.floor.following(["*", LEASES]) as follower:
            for name in list(self.floor.house.tables):
                self._plan(name)
            while not self.floor.stopped.is_set():
                now = self.floor.clock.exact()
                wait = max(0.0, min(1.0, self._due[0][0] - now)) if self._due else 1.0
                for name in sorted(await follower.wait(wait)):
                    self._plan(name)
                await self._play()

    def _plan(self, name: str) -> None:
        table = self.floor.house.table_here(name)
        if table is None or self._planned.get(name) == table.number or not self.floor.sections.has(self.floor.section(name)):
            return
        try:
            if name in self.floor.aside or self.act(table) is None:
                return
        except NotHeld as missing:
            self.floor.memory.fetch(missing, name)
            return
        self._planned[name] = table.number
        heappush(self._due, (self.floor.clock.exact() + self._mood.uniform(*self.pace), name, table.number))

    async def _play(self) -> None:
        now, ready = self.floor.clock.exact(), list[str]()
        while self._due and self._due[0][0] <= now:
            _, name, number = heappop(self._due)
            if self._planned.get(name) == number:
                del self._planned[name]
                ready.append(name)
        await asyncio.gather(*map(self._act_at, ready))

    def _look_again(self, name: str) -> None:
        """Look at a table again in a second, even if nothing has happened there."""
        table = self.floor.house.table_here(name)
        if table is not None and self.floor.sections.has(self.floor.section(name)):
            self._planned[name] = table.number
            heappush(self._due, (self.floor.clock.exact() + _LOOK, name, table.number))

    async def _act_at(self, name: str) -> None:
        table = self.floor.house.table_here(name)
        lease = self.floor.lease(name)
        if lease is None:
            self._look_again(name)
            return
        if table is None or (action := await self.floor.memory.seen(partial(self.act, table))) is None:
            return
        seat, person, command = action
        try:
            answer = await self.floor.do(name, command, person=person, by=seat, seen=table.number, under=lease)
            if isinstance(answer.decision, Refused) and answer.decision.ground != "stale_command":
                log.debug("%s at %s: %s", person, name, answer.decision)
                await self._otherwise(table, seat, person, lease)
        except StoreUnavailable:
            self._look_again(name)
        except Undo as undone:
            log.debug("%s at %s: %s", person, name, undone)
        except Exception as error:  # the floor has set the table aside and said so
            log.debug("%s: %r", name, error)

    async def _otherwise(self, table: AnyTable, seat: int, person: str, lease: Lease) -> None:
        """What a bot does after a refusal: something that is always allowed."""
        for command in table.passive(seat):
            answer = await self.floor.do(table.name, command, person=person, by=seat, under=lease)
            if not isinstance(answer.decision, Refused):
                return

    # What a bot wants

    def act(self, table: AnyTable) -> tuple[int, str, Command] | None:
        """The next thing that a bot at this table does: seat, person, command."""
        if table.state.question is not None or table.name in self.floor.aside:
            return None
        return self._at_house(table) if isinstance(table, HouseTable) else self._at_poker(table)

    def _bots(self, table: AnyTable) -> list[int]:
        return [seat for seat in sorted(table.state.seats) if table.state.person_at(seat).startswith(BOT)]

    def _at_house(self, table: HouseTable) -> tuple[int, str, Command] | None:
        state = table.state
        for seat in self._bots(table):
            person = state.person_at(seat)
            if seat in state.retracting:
                return seat, person, stud.PlayOn(seat=seat)
            if state.retracting:
                continue
            if state.phase == "wagers" and not state.boxes[seat].seat:
                least = state.options.minimum
                if state.stack(seat) < 4 * least:
                    return seat, person, stud.BuyChips(seat=seat, amount=40 * least)
                most = max(1, min(5, state.stack(seat) // (4 * least)))
                return seat, person, stud.PlaceAnte(seat=seat, amount=least * self._mood.randint(1, most))
            if state.phase == "wagers" and state.options.jackpot and not state.jackpot(seat) and seat % 2:
                if state.stack(seat) > 3 * state.ante(seat):
                    return seat, person, stud.PlaceJackpot(seat=seat, amount=state.options.jackpot)
            elif state.phase == "deciding" and table.turn == seat:
                return seat, person, HousePlayer(table, seat).decide()
        return None

    def _at_poker(self, table: PokerTable) -> tuple[int, str, Command] | None:
        state, seat = table.state, table.turn
        bots = self._bots(table)
        if seat in bots:
            return seat, state.person_at(seat), Bot(table, seat, self._mood.randrange(1000)).decide()
        if state.phase == "between" and not state.options.tournament:
            for poor in bots:
                if state.stack(poor) < state.options.minimum_buy_in // 2:
                    return poor, state.person_at(poor), poker.AddChips(seat=poor, chips=state.options.minimum_buy_in)
        return None
