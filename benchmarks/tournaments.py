"""No-limit hold'em tournaments with re-buys, from fifty players to five thousand, played to a winner by bots.

Everything is kept: the tournament's record and those of all its tables, every entry of which is decided again afterwards. Times
are by processor, memory is the most that the process ever had.
"""

from __future__ import annotations

import resource
from collections.abc import Iterator, Sequence
from time import process_time
from typing import Any

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


def rows() -> Iterator[tuple[str, ...]]:
    """A row for each field; at the end the figures are kept, and drawn."""
    found: list[tuple[int, int, float, float, int]] = []
    for players in FIELDS:
        field = Field(terms(players), players, seed=1)
        began = process_time()
        result = field.play()
        took = round(process_time() - began, 3)
        streams = [field.tournament.stream, *field.tournament.tables.values()]
        right = all(stream.audit() for stream in streams) and not result.wrong
        audited = round(process_time() - began - took, 3)
        megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        found.append((players, result.hands, took, audited, megabytes))
        yield (
            f"{players:,}",
            f"{result.hands:,}",
            f"{sum(stream.number for stream in streams):,}",
            f"{took:.1f}",
            f"{1000 * took / result.hands:.2f}",
            f"{audited:.1f}",
            f"{megabytes:,}",
            "yes" if right else "no",
        )
    _draw(found)


def _draw(found: list[tuple[int, int, float, float, int]]) -> None:
    def line(name: str, figures: Sequence[float]) -> Line:
        return Line(name, tuple(zip([row[0] for row in found], figures, strict=True)))

    hands, took, audited, megabytes = ([row[column] for row in found] for column in (1, 2, 3, 4))
    panels = (
        Panel("hands", (line("hands", hands),), in_proportion=True),
        Panel("processor seconds", (line("played", took), line("audited", audited)), in_proportion=True),
        Panel("ms a hand", (line("played", [1000 * a / b for a, b in zip(took, hands, strict=True)]),)),
        Panel("memory at most, MB", (line("memory", megabytes),), in_proportion=True),
    )
    keep("tournaments", Chart("A tournament with re-buys, from 50 players to 5,000", "players", machine(), panels))


if __name__ == "__main__":
    for row in rows():
        print(row)
