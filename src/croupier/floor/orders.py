"""Orders: commands that a person gives now for later, such as new limits once their sign has been up long enough, or what a
player chooses in advance for the next hand in which it is open to them.

The clock gives them in the name and capacity of the person who ordered them. They are stored, so a restart loses none, and one
that is refused when its time has come is kept with the reason until someone removes it. While its stream is set aside, or
all play is halted, an order waits.
"""

import asyncio
import logging
from contextlib import suppress

import msgspec

from croupier.floor.floor import NOT_NOW, Floor, Undo
from croupier.floor.stores.interface import Lease, StoreUnavailable
from croupier.kernel.actors import Capacity
from croupier.kernel.decisions import Refused
from croupier.poker import commands as poker

log = logging.getLogger("croupier.orders")
FOR_HANDS = (poker.Straddle, poker.PostBlind, poker.PlaceSideWager)
"""What a player may choose in advance for the next hand in which it is open to them."""


class Order(msgspec.Struct, frozen=True, kw_only=True):
    """A command for later: at which stream, by whom in which capacity, when. `failed` is why it could not be done.

    One without a time (0) is a player's, for the next possible hand: the dealer gives it.
    """

    id: str
    stream: str
    person: str
    capacity: Capacity
    at: int
    command: msgspec.Raw
    failed: str = ""


class Orders:
    """All orders of a house; every so many seconds (`every`) those due are given."""

    every = 0.5

    def __init__(self, floor: Floor) -> None:
        self.floor = floor
        self.all: dict[str, Order] = {}

    async def add(self, order: Order, under: Lease | None = None) -> None:
        await self.floor.store.put(f"order/{order.id}", msgspec.json.encode(order), under or self.floor.sections.there())
        self.all[order.id] = order
        self.floor.followers.publish({order.stream})

    async def cancel(self, id: str) -> None:
        await self.floor.store.delete(f"order/{id}")
        if (order := self.all.pop(id, None)) is not None:
            self.floor.followers.publish({order.stream})

    def at(self, stream: str) -> list[Order]:
        """The orders at a stream, the earliest first."""
        return sorted((order for order in self.all.values() if order.stream == stream), key=lambda order: order.at)

    def for_hands(self, stream: str) -> list[Order]:
        """What players of a table have chosen in advance, as long as they keep their seats."""
        return [order for order in self.at(stream) if not order.at and self._sits(order)]

    def _sits(self, order: Order) -> bool:
        row, seat = self.floor.house.row(order.stream), order.capacity
        return row is not None and isinstance(seat, int) and row.person_at(seat) == order.person

    async def load(self) -> None:
        self.all = {order.id: order for order in (await self.floor.noted("order/", Order)).values()}

    async def run(self) -> None:
        """Give every order when its time has come, until the floor stops."""
        while not self.floor.stopped.is_set():
            with suppress(StoreUnavailable):
                await self.give_due()
            await asyncio.sleep(self.every)

    async def give_due(self) -> None:
        """Give what is due now in the sections of this process, the earliest first."""
        await self.load()
        due = [one for one in self.all.values() if not one.failed and 0 < one.at <= self.floor.clock.now()]
        for gone in [one for one in self.all.values() if not one.at and not self._sits(one)]:
            here = gone.stream in self.floor.house.streams and self.floor.lease(gone.stream) is not None
            if here and not await self.floor.behind(gone.stream) and not self._sits(gone):  # by all that is kept
                await self.cancel(gone.id)
        for order in sorted(due, key=lambda one: one.at):
            if (lease := self.floor.lease(order.stream)) is not None:
                await self._give(order, lease)

    async def _give(self, order: Order, lease: Lease) -> None:
        if order.stream not in self.floor.house.streams:  # another process may have opened it just now
            await self.floor.catch_up()
        await self.floor.memory.hold(order.stream)
        if (stream := self.floor.house.streams.get(order.stream)) is None:
            await self.add(msgspec.structs.replace(order, failed=f"there is no {order.stream} in this house"), lease)
            return
        try:
            command = stream.engine.codec.read_command(bytes(order.command))
            answer = await self.floor.do(
                order.stream, command, person=order.person, by=order.capacity, id=f"order {order.id}", under=lease
            )
            refusal = answer.decision if isinstance(answer.decision, Refused) else None
        except Undo as undone:
            refusal = undone.refusal
        except StoreUnavailable:
            raise
        except Exception as error:  # the floor has set the stream aside and said so; it must not fail on this again when resumed
            await self.add(msgspec.structs.replace(order, failed=f"the software failed on it: {type(error).__name__}"), lease)
            return
        if refusal is None:
            await self.cancel(order.id)
            return
        if refusal.ground in NOT_NOW:
            return
        log.warning("an order at %s could not be given: %s", order.stream, refusal.ground)
        await self.add(msgspec.structs.replace(order, failed=refusal.reason), lease)
