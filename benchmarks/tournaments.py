"""No-limit hold'em tournaments with re-buys, from fifty players to five thousand, played to a winner by bots.

Everything is kept: the tournament's record and those of all its tables, every entry of which is decided again afterwards. Times
are by processor; each is played in a process of its own, and memory is the most that it ever had.
"""

from __future__ import annotations

import resource
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from time import process_time
from typing import Any, NamedTuple

from benchmarks.charts import Chart, Line, Panel, keep
from benchmarks.machine import machine
from croupier.players.field import Field
from croupier.tables.tournament_stream import sample_terms
from croupier.tournaments.terms import Terms, read_terms

FIELDS = (50, 500, 5_000)
HEADINGS = ("players", "hands", "entries", "seconds", "ms a hand", "audited in s", "most MB", "adds up")
_BLINDS = (25, 50, 75, 100, 150, 200, 300, 400, 600, 1000, 1500, 2000, 3000, 5000, 8000, 10000, 15000, 25000, 50000)


def terms(players: int) -> Terms:
    """Two re-buys in the first four levels of twenty minutes, fifteen percent of the field paid."""
    data: dict[str, Any] = sample_terms("crown-holdem")
    data["details"] |= {"most_players": players, "rebuy": "100"}
    levels = [{"minutes": 20, "blinds": [str(blind), str(2 * blind)]} for blind in _BLINDS]
    back = {"method": "at the table, at once", "until": 4, "times": 2}
    rebuys = {"rebuys": 2, "rebuy_until": 4, "rebuy_chips": "1500", "buy_back": back}
    data["format"] |= {"tables": -(-players // 9), "levels": levels, **rebuys}
    del data["prizes"]["shares"]
    data["prizes"] |= {"per_rebuy": "100", "percent": 15, "ratio": 93}
    return read_terms(data)


class Played(NamedTuple):
    """A tournament that was played out and audited."""

    players: int
    hands: int
    entries: int
    took: float
    audited: float
    megabytes: int
    right: bool


def play(players: int) -> Played:
    """Play one to its winner, with every record kept, and decide all of it again."""
    field = Field(terms(players), players, seed=1)
    began = process_time()
    result = field.play()
    took = round(process_time() - began, 3)
    streams = [field.tournament.stream, *field.tournament.tables.values()]
    right = all(stream.audit() for stream in streams) and not result.wrong
    audited = round(process_time() - began - took, 3)
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    return Played(players, result.hands, sum(stream.number for stream in streams), took, audited, megabytes, right)


def rows() -> Iterator[tuple[str, ...]]:
    """A row for each field; at the end the figures are kept, and drawn."""
    found: list[Played] = []
    for players in FIELDS:
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as alone:
            one = alone.submit(play, players).result()
        found.append(one)
        yield (
            f"{one.players:,}",
            f"{one.hands:,}",
            f"{one.entries:,}",
            f"{one.took:.1f}",
            f"{1000 * one.took / one.hands:.2f}",
            f"{one.audited:.1f}",
            f"{one.megabytes:,}",
            "yes" if one.right else "no",
        )
    _draw(found)


def _draw(found: list[Played]) -> None:
    def line(name: str, figures: Sequence[float]) -> Line:
        return Line(name, tuple(zip([one.players for one in found], figures, strict=True)))

    played, audited = line("played", [one.took for one in found]), line("audited", [one.audited for one in found])
    panels = (
        Panel("hands", (line("hands", [one.hands for one in found]),), in_proportion=True),
        Panel("processor seconds", (played, audited), in_proportion=True),
        Panel("ms a hand", (line("played", [1000 * one.took / one.hands for one in found]),)),
        Panel("memory at most, MB", (line("memory", [one.megabytes for one in found]),), in_proportion=True),
    )
    keep("tournaments", Chart("A tournament with re-buys, from 50 players to 5,000", "players", machine(), panels))


if __name__ == "__main__":
    for row in rows():
        print(row)
