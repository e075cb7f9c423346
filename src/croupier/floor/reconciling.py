"""Meters against their tables while the house runs: a prize meter that does not reconcile is a fault.

Its history is calculated again, entry by entry as it grows, and compared with what the meter shows and with what its tables
have taken for it and paid from it. If they stay apart, its equipment is reported as failed: it takes no wagers, its display
says so, and someone has to look at it. If it is reported as working while it still does not reconcile, it is stopped again.
"""

import asyncio
import logging
from contextlib import suppress

from croupier.floor.floor import Floor, Undo
from croupier.floor.sections import section_of
from croupier.floor.stores.interface import Lease, StoreUnavailable
from croupier.jackpots.commands import ReportEquipment
from croupier.jackpots.reconciliation import Reckoning, unlike
from croupier.kernel.actors import HOUSE
from croupier.tables.balance import at_their_tables
from croupier.tables.casino import Casino

log = logging.getLogger("croupier.meters")
_LEASE = "reconciling"
_MANY = 500
_LOOKS, _BETWEEN = 5, 1.0
"""How often the same must be found, and how many seconds apart: what others have saved arrives stream by stream."""


class _Reckoned:
    def __init__(self) -> None:
        self.number, self.reckoning = 0, Reckoning()


class Reconciling:
    """Looks after all prize meters of a floor, every so many seconds (`every`); `wrong` is what was found, by the name of the
    meters' stream.
    """

    every = 15.0

    def __init__(self, floor: Floor) -> None:
        self.floor = floor
        self.wrong: dict[str, list[str]] = {}
        self._reckoned: dict[str, _Reckoned] = {}

    async def run(self) -> None:
        """Look again and again until the floor stops; one process does it for all."""
        while not self.floor.stopped.is_set():
            with suppress(StoreUnavailable):
                casinos = list(self.floor.house.casinos.values())
                lease = self.floor.sections.lease(section_of(_LEASE))
                for casino in casinos if lease is not None else ():
                    await self.look(casino, under=lease)
            await asyncio.sleep(self.every)

    async def look(self, casino: Casino, *, between: float = _BETWEEN, under: Lease | None = None) -> list[str]:
        """What disagrees between meters and tables of a book, and stays so; the meters are stopped for it."""
        faults = await self.differences(casino)
        for _ in range(_LOOKS - 1):
            if faults:
                await asyncio.sleep(between)
                again = await self.differences(casino)
                faults = [difference for difference in faults if difference in again]
        name = casino.meters.name
        if faults and self.wrong.get(name) != faults:
            log.error("%s does not reconcile: %s", name, "; ".join(faults))
        self.wrong = {**{key: said for key, said in self.wrong.items() if key != name}, **({name: faults} if faults else {})}
        if faults:
            await self._stop(casino, under)
        return faults

    async def differences(self, casino: Casino) -> list[str]:
        """What disagrees right now; empty while more is on its way."""
        meters = casino.meters
        here = self._reckoned.setdefault(meters.name, _Reckoned())
        await self.floor.catch_up()
        await self.floor.settled(meters.name)
        await self._read_up(casino, here)
        if here.number != meters.number:
            return []
        here.reckoning.forget(meters.state)
        wrong = unlike(here.reckoning.books, meters.state)
        tables = self.floor.house.tables_of(meters.rules.book)
        for name, table in tables.items():
            system = meters.state.system_of(name)
            on_meter = set(system.games[name][1]) if system is not None and name in system.games else set()
            if set(table.registered) != on_meter:
                wrong.append(f"table {name}: the jackpot game on the meter is not the one at the table")
        return wrong + at_their_tables(meters, here.reckoning, tables.values())

    async def _read_up(self, casino: Casino, here: _Reckoned) -> None:
        """Add what is new in the record of the meters, a little at a time."""
        meters = casino.meters
        while lines := await self.floor.store.read(meters.name, after=here.number, limit=_MANY):
            for line in lines:
                entry = meters.engine.codec.read_entry(line, here.number + 1)
                for event in entry.events:
                    here.reckoning.take(event)
                here.number += 1
            await asyncio.sleep(0)

    async def _stop(self, casino: Casino, under: Lease | None) -> None:
        """Put all systems of the meters out of order until someone has looked at them."""
        for system in casino.meters.state.systems.values():
            if system.working and not system.closed:
                with suppress(Undo):
                    failed = ReportEquipment(system=system.name, working=False)
                    await self.floor.do(casino.meters.name, failed, person=HOUSE, by=HOUSE, under=under)
