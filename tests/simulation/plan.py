"""What happens to a house in one run, all of it drawn from a seed beforehand, so that parts of it can be left out."""

from __future__ import annotations

from random import Random

import msgspec

TURMOIL = 4.0
"""For how many seconds things go wrong."""

MOMENTS = {  # kind: how often, against the others
    "failed append": 3,
    "small matter not written": 2,
    "cut off, not written": 2,
    "cut off, written": 3,
    "cut off, written later": 2,
    "disk full": 2,
    "database lost": 2,
    "database lost to one": 2,
    "slow store": 2,
    "lease lost": 1,
    "two have the lease": 2,
    "signals lost": 6,
    "signals doubled": 1,
    "crash before the write": 2,
    "crash after the write": 2,
    "crash": 2,
    "stop and start": 1,
    "stands still": 2,
    "clock forward": 1,
    "clock back": 1,
}
MESSAGES = {  # the same for what goes wrong between clients and processes
    "request lost": 2,
    "reply lost": 4,
    "request twice": 3,
    "request late": 2,
    "reply late": 1,
    "given up": 2,
    "request twice and not kept": 2,
    "given up and not kept": 2,
    "stale": 2,
}


class Fault(msgspec.Struct, frozen=True):
    """Something that goes wrong: at a moment (`at` in seconds) in a process, or to a message of a client (`at` its number)."""

    kind: str
    at: float
    where: int
    lasting: float

    def __str__(self) -> str:
        if self.kind in MESSAGES:
            return f"{self.kind}: message {int(self.at)} of client {self.where}"
        return f"{self.at:.2f} s: {self.kind}, process {self.where}, for {self.lasting:.2f} s"


class Plan(msgspec.Struct, frozen=True):
    """One run: which house, how many processes, commands of each client, and the faults."""

    seed: int
    house: str
    processes: int
    commands: int
    faults: tuple[Fault, ...]

    def with_only(self, kept: tuple[int, ...] | None, processes: int = 0, commands: int = -1) -> Plan:
        """The same with fewer faults, by their numbers, or fewer processes and commands."""
        return msgspec.structs.replace(
            self,
            faults=self.faults if kept is None else tuple(self.faults[number] for number in kept),
            processes=processes or self.processes,
            commands=self.commands if commands < 0 else commands,
        )


HOUSES = {"linked": 8, "mixed": 2, "poker": 10, "tournament": 4}
"""The houses and how often each is played in."""


def plan_of(seed: int) -> Plan:
    chance = Random(seed)
    processes = chance.choices((1, 2, 3), (3, 4, 2))[0]
    faults = []
    for _ in range(chance.randint(1, 8)):
        kind = chance.choices(list(MOMENTS), list(MOMENTS.values()))[0]
        lasting = chance.choice((0.05, 0.3, 1.0, 2.0)) * chance.uniform(0.5, 1.5)
        if kind in ("signals lost", "stands still"):  # a process far behind, and one that others believe gone
            lasting *= 3 if kind == "signals lost" else 4
        faults.append(Fault(kind, chance.uniform(0.1, TURMOIL), chance.randrange(processes), lasting))
    for _ in range(chance.randint(2, 16)):
        kind = chance.choices(list(MESSAGES), list(MESSAGES.values()))[0]
        faults.append(Fault(kind, chance.randrange(8), chance.randrange(8), chance.uniform(0.05, 1.0)))
    return Plan(seed, chance.choices(list(HOUSES), list(HOUSES.values()))[0], processes, chance.randint(3, 6), tuple(faults))
