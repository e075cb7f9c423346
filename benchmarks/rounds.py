"""Full rounds at a stud table: how many a second on one core, and what an open table holds in memory.

Every event is kept. Rates are by processor time, so that other work on the machine counts less.
"""

from __future__ import annotations

import gc
import tracemalloc
from random import Random
from time import process_time

from croupier.books import GAMES, game_of, rules_of
from croupier.kernel.cards import DECK
from croupier.stud.commands import Fold, PlaceAnte, PlaceBet, Reveal, Settle
from croupier.stud.events import RoundEnded
from croupier.stud.rules import Device, Options, Rules
from croupier.tables.house_table import HouseTable, table

SEATS = 7
ANTE = 10_00
ROUNDS = 500
"""An evening at one table; each run plays it at a table of its own, and the best run counts."""

RUNS = 7
HEADINGS = ("game", "device", "rounds/s", "hands alone", "events", "fresh table", "after 100 rounds")


def rows() -> list[tuple[str, ...]]:
    """One row of the table of results for each game and device."""
    playable = [game for game in GAMES if game_of(game).rules is not None and isinstance(rules_of(game), Rules)]
    return [_row(game, device) for game in playable for device in sorted(rules_of(game).upcard_place)]


def _row(game: str, device: Device) -> tuple[str, ...]:
    full = max(_rounds_a_second(game, device) for _ in range(RUNS))
    hands = max(_hands_a_second(game) for _ in range(RUNS)) / (SEATS + 1)
    fresh, later = _memory(game, device)
    events = _events_of_a_round(_seated(game, device))
    return (
        game,
        device,
        f"{full:,.0f}",
        f"{hands:,.0f}",
        f"{events}",
        f"{fresh / 1e3:,.0f} kB",
        f"{later / 1e6:,.2f} MB",
    )


def _rounds_a_second(game: str, device: Device) -> float:
    opened = _seated(game, device)
    gc.collect()
    start = process_time()
    for _ in range(ROUNDS):
        play_round(opened)
    return ROUNDS / (process_time() - start)


def _hands_a_second(game: str) -> float:
    """Nothing but the valuing of hands: what no engine around it could be faster than."""
    value, chance = rules_of(game).value, Random(1)  # noqa: S311
    hands = [tuple(chance.sample(DECK, 5)) for _ in range(ROUNDS * (SEATS + 1))]
    start = process_time()
    for hand in hands:
        value(hand)
    return len(hands) / (process_time() - start)


def _seated(game: str, device: Device) -> HouseTable:
    return table(game, seats=SEATS, seed=1, chips=10**11, options=Options(places=SEATS, device=device))


def play_round(opened: HouseTable) -> None:
    """One whole round: an ante on every box, the deal, every third hand folds, the others bet, settlement."""
    for seat in range(1, SEATS + 1):
        opened.do(PlaceAnte(seat=seat, amount=ANTE))
    opened.deal()
    for seat in range(1, SEATS + 1):
        opened.do(PlaceBet(seat=seat, amount=2 * ANTE) if seat % 3 else Fold(seat=seat))
    opened.do(Reveal())
    opened.do(Settle())
    assert isinstance(opened.events[-1], RoundEnded), opened.events[-1]


def _events_of_a_round(opened: HouseTable) -> int:
    before = len(opened.events)
    play_round(opened)
    return len(opened.events) - before


def _memory(game: str, device: Device) -> tuple[int, int]:
    """Bytes of a table that was just opened, and of one with the events of a hundred rounds."""
    _seated(game, device)  # what all tables share is loaded before
    gc.collect()
    tracemalloc.start()
    opened = _seated(game, device)
    gc.collect()
    fresh = tracemalloc.get_traced_memory()[0]
    for _ in range(100):
        play_round(opened)
    gc.collect()
    later = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return fresh, later
