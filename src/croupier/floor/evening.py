"""What became of somebody at the tables: round by round, from the records, so that it can be looked up and drawn."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from croupier.floor.house import AnyStream
from croupier.kernel.accounts import Account, purse_of, stack_of
from croupier.poker import events as poker
from croupier.stud import events as stud
from croupier.tables.house_table import HouseTable
from croupier.tables.poker_table import PokerTable

_ENDS = (stud.RoundEnded, stud.RoundVoided, poker.HandEnded)
_SITS = (stud.SeatTaken, poker.SeatTaken)
_LEAVES = (stud.SeatLeft, poker.SeatLeft)


class RoundPlayed(msgspec.Struct, frozen=True, kw_only=True):
    """A round that somebody was seated in: where, when, and what it brought them in cents."""

    stream: str
    number: int
    at: int
    net: int
    entry: int


def rounds_played(streams: Iterable[AnyStream], person: str) -> list[RoundPlayed]:
    """Every round that somebody was in and that is over, in the order of time. Tournament chips are no money and not in it."""
    found: list[RoundPlayed] = []
    for stream in streams:
        if isinstance(stream, HouseTable | PokerTable) and not stream.state.options.tournament:
            found += _at_table(stream, person)
    return sorted(found, key=lambda one: one.at)


def _at_table(stream: HouseTable | PokerTable, person: str) -> list[RoundPlayed]:
    money: dict[Account, int] = {}
    seat, before, acted, number = 0, 0, False, 0
    found = []
    for entry in stream.entries:
        acted = acted or (entry.person == person and isinstance(entry.capacity, int))
        for event in entry.events:
            if isinstance(event, _SITS) and event.person == person:
                seat = event.seat
            for name, amount in event.postings.items():
                money[name] = money.get(name, 0) + amount
            if isinstance(event, _ENDS):
                number = getattr(event, "round", 0) or getattr(event, "hand", 0) or number + 1
                if not seat:
                    continue
                now = money.get(stack_of(seat), 0) + money.get(purse_of(person), 0)
                if acted or now != before:
                    found.append(
                        RoundPlayed(
                            stream=stream.name, number=number, at=entry.at, net=now - before, entry=entry.number
                        )
                    )
                before, acted = now, False
            if isinstance(event, _LEAVES) and event.person == person:
                before, seat = money.get(purse_of(person), 0), 0
    return found


def graph(played: list[RoundPlayed], width: int = 640, height: int = 180) -> str:
    """The course of the evening as the points of a line, in the box of that size; nothing where nothing was played."""
    if not played:
        return ""
    sums, total = [0], 0
    for one in played:
        total += one.net
        sums.append(total)
    low, high = min(sums), max(sums)
    span = max(high - low, 1)
    step = width / max(len(sums) - 1, 1)
    return " ".join(f"{n * step:.1f},{height - (value - low) / span * height:.1f}" for n, value in enumerate(sums))


def zero_line(played: list[RoundPlayed], height: int = 180) -> float:
    """Where nothing won and nothing lost lies in the same box."""
    sums, total = [0], 0
    for one in played:
        total += one.net
        sums.append(total)
    low, high = min(sums), max(sums)
    return height - (0 - low) / max(high - low, 1) * height
