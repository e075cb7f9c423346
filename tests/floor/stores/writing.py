"""A process that writes to a store as fast as it can and says what was acknowledged, until someone kills it.

What the store could not keep is written again, as a house does.
"""

from __future__ import annotations

import asyncio
import sys
from contextlib import suppress

from croupier.floor.stores import StoreUnavailable, sqlite, store_of
from floor.stores.houses import Pen


async def write(where: str, begin: int) -> None:
    store = store_of(where)
    await store.start()
    meters = Pen(f"meters {begin}")

    async def play(pen: Pen) -> None:
        while True:
            lines = [pen.line(), pen.line()] if pen.number % 3 else [pen.line()]
            if pen.stream.endswith("0"):
                lines.append(meters.line())
            while True:
                try:
                    await store.append(lines)
                    break
                except StoreUnavailable as error:
                    sys.stdout.write(f"unavailable\t{error}\n")
                    sys.stdout.flush()
                    await asyncio.sleep(0.05)
            sys.stdout.write("".join(f"{line.stream}\t{line.number}\t{line.hash}\n" for line in lines))
            sys.stdout.flush()

    async def place() -> None:
        while True:
            placed = 0
            with suppress(StoreUnavailable):
                placed = await store.sequence(limit=17)
            if not placed:
                await asyncio.sleep(0.002)

    async def look() -> None:
        while True:
            with suppress(StoreUnavailable):
                await store.leaves(limit=10)
            await asyncio.sleep(0.01)

    await asyncio.gather(place(), look(), *(play(Pen(f"T{begin + number}")) for number in range(10)))


if __name__ == "__main__":
    sqlite._SECONDS_TO_WAIT = 0.2  # for someone else's lock
    asyncio.run(write(sys.argv[1], int(sys.argv[2])))
