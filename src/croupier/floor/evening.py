"""What became of somebody at the tables: round by round, from the records, so that it can be looked up and drawn."""

from collections.abc import Iterable
from itertools import accumulate

import msgspec

from croupier.floor.house import AnyStream
from croupier.kernel.reading import AnyEntry
from croupier.tables.any_table import AnyTable
from croupier.tables.results import ENDS, Results


class RoundPlayed(msgspec.Struct, frozen=True, kw_only=True):
    """A round that somebody was in: where, when, and what it brought them in cents.

    Without a number it is what moved their money between two rounds: a fee, a prize, winnings that were held back.
    """

    stream: str
    number: int
    at: int
    net: int
    entry: int


def rounds_played(streams: Iterable[AnyStream], person: str) -> list[RoundPlayed]:
    """Every round that somebody was in and that is over, in the order of time. Tournament chips are no money and not in it."""
    rounds: list[RoundPlayed] = []
    for stream in streams:
        if isinstance(stream, AnyTable) and not stream.state.options.tournament:
            rounds += _at_table(stream, person)
    return sorted(rounds, key=lambda played: played.at)


def _at_table(stream: AnyTable, person: str) -> list[RoundPlayed]:
    results, rounds, apart = Results(), list[RoundPlayed](), 0
    for entry in stream.entries:
        for event in entry.events:
            results.take(event)
            before, apart = apart, sum(row.net for row in results.between if row.person == person)
            if apart != before:
                rounds.append(_played(stream, entry, 0, apart - before))
            if isinstance(event, ENDS) and person in results.players:
                rounds.append(_played(stream, entry, results.number, results.net(person)))
    return rounds


def _played(stream: AnyTable, entry: AnyEntry, number: int, net: int) -> RoundPlayed:
    return RoundPlayed(stream=stream.name, number=number, at=entry.at, net=net, entry=entry.number)


def graph(played: list[RoundPlayed], width: int = 640, height: int = 180) -> str:
    """The course of the evening as the points of a line, in the box of that size; nothing where nothing was played."""
    if not played:
        return ""
    sums = _sums(played)
    low = min(sums)
    span = max(max(sums) - low, 1)
    step = width / max(len(sums) - 1, 1)
    return " ".join(f"{n * step:.1f},{height - (value - low) / span * height:.1f}" for n, value in enumerate(sums))


def zero_line(played: list[RoundPlayed], height: int = 180) -> float:
    """Where nothing won and nothing lost is in the same box."""
    sums = _sums(played)
    return height + min(sums) / max(max(sums) - min(sums), 1) * height


def _sums(played: list[RoundPlayed]) -> list[int]:
    """What it came to at the beginning, and after each round."""
    return [*accumulate((round_played.net for round_played in played), initial=0)]
