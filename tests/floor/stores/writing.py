"""A process that writes to a store as fast as it can and says what was acknowledged, until somebody kills it."""

from __future__ import annotations

import asyncio
import sys

from croupier.floor.stores import store_of
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
            await store.append(lines)
            sys.stdout.write("".join(f"{line.stream}\t{line.number}\t{line.hash}\n" for line in lines))
            sys.stdout.flush()

    async def place() -> None:
        while True:
            if not await store.sequence(limit=17):
                await asyncio.sleep(0.002)

    await asyncio.gather(place(), *(play(Pen(f"T{begin + number}")) for number in range(10)))


if __name__ == "__main__":
    asyncio.run(write(sys.argv[1], int(sys.argv[2])))
