"""Hand histories: one long file read hand by hand, and each hand played again by the book, as `croupier phh check` does.

The hands are an evening of ours at six seats, played at random, written as somebody who looks on may see them: most end before a
showdown. Rates are by processor time on one core, the best of several runs; memory is what reading and checking took at most.
"""

from __future__ import annotations

import gc
import tracemalloc
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import process_time

from croupier.histories import phh_format
from croupier.histories.phh_check import Count, findings
from croupier.histories.phh_write import histories
from croupier.kernel.actors import ONLOOKER
from croupier.poker import commands
from croupier.poker.rules import Betting, Options
from croupier.tables.poker_table import poker_table

SEATS = 6
HANDS = 300
TIMES = 10
"""How often the hands of the evening stand in the file."""
RUNS = 5
HEADINGS = ("game", "hands", "file", "read", "read and checked", "bar", "equal", "memory at most")
GAMES: tuple[tuple[str, Betting], ...] = (("crown-holdem", "no limit"), ("crown-omaha-hi-lo", "fixed limit"))
BAR = "1,500"


def rows() -> list[tuple[str, ...]]:
    """One row for each game."""
    return [_row(*game) for game in GAMES]


def evening(game: str, betting: Betting) -> str:
    """The file of an evening: every hand as its own table, the same hands over and over."""
    chance = Random(1)  # noqa: S311
    bets = (10_00, 10_00, 20_00, 20_00) if betting == "fixed limit" else ()
    options = Options(places=SEATS, betting=betting, bets=bets, minimum_buy_in=1)
    table = poker_table(game, seats=SEATS, seed=1, chips=1_000_000_00, options=options)
    for _ in range(HANDS):
        table.run()
        while table.state.phase != "between":
            seat = table.turn
            to_call = table.state.hand.to_call(table.state.hand.players[seat])
            act = commands.Fold(seat=seat) if chance.random() < 0.6 else commands.Call(seat=seat)
            table.do(act if to_call else commands.Check(seat=seat))
            table.run()
    one = [phh_format.write([history]) for history in histories(table, ONLOOKER)]
    return "\n".join(f"[{number}]\n{text}" for number, text in enumerate(one * TIMES, 1))


def check(file: Path) -> Count:
    """What `croupier phh check` counts."""
    count = Count()
    with file.open(encoding="utf-8") as opened:
        for finding in findings(phh_format.hands_in(opened)):
            count.add(finding)
    return count


def _read(file: Path) -> int:
    with file.open(encoding="utf-8") as opened:
        return sum(1 for _ in phh_format.hands_in(opened))


def _row(game: str, betting: Betting) -> tuple[str, ...]:
    with TemporaryDirectory() as folder:
        file = Path(folder) / "evening.phhs"
        file.write_text(evening(game, betting), encoding="utf-8")
        reading = checking = 1e9
        for _ in range(RUNS):
            gc.collect()
            began = process_time()
            hands = _read(file)
            reading = min(reading, process_time() - began)
            began = process_time()
            count = check(file)
            checking = min(checking, process_time() - began)
        tracemalloc.start()
        check(file)
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return (
            f"{game}, {betting}",
            f"{hands:,}",
            f"{file.stat().st_size / 1e6:.1f} MB",
            f"{hands / reading:,.0f}",
            f"{hands / checking:,.0f}",
            BAR,
            f"{count.outcomes['equal']:,}",
            f"{most / 1e6:.1f} MB",
        )
