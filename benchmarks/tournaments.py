"""No-limit hold'em tournaments with re-buys, from fifty players to five thousand, played to a winner by bots.

Everything is kept: the tournament's record and those of all its tables, every entry of which is decided again afterwards. Times
are by processor, memory is the most that the process ever had.
"""

from __future__ import annotations

import resource
from collections.abc import Iterator
from time import process_time
from typing import Any

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
    for players in FIELDS:
        field = Field(terms(players), players, seed=1)
        began = process_time()
        result = field.play()
        took = process_time() - began
        streams = [field.tournament.stream, *field.tournament.tables.values()]
        right = all(stream.audit() for stream in streams) and not result.wrong
        audited = process_time() - began - took
        yield (
            f"{players:,}",
            f"{result.hands:,}",
            f"{sum(stream.number for stream in streams):,}",
            f"{took:.1f}",
            f"{1000 * took / result.hands:.2f}",
            f"{audited:.1f}",
            f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024:,}",
            "yes" if right else "no",
        )
