"""Full rounds at a stud table: how many a second on one core, and what an open table holds in memory.

Every event is kept. Rates are by processor time, so that other work on the machine counts less.
"""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Callable
from time import process_time

from croupier.books import GAMES, game_of, rules_of
from croupier.floor.table import Table, table
from croupier.stud.commands import Fold, PlaceAnte, PlaceBet, Reveal, Settle
from croupier.stud.events import RoundEnded
from croupier.stud.rules import Device, Options, Rules

SEATS = 7
ANTE = 10_00
SECONDS = 1.0
RUNS = 3
HEADINGS = ("game", "device", "rounds/s", "hands alone", "events", "fresh table", "after 100 rounds")


def rows() -> list[tuple[str, ...]]:
    """One row of the table of results for each game and device."""
    playable = [game for game in GAMES if game_of(game).rules is not None and isinstance(rules_of(game), Rules)]
    return [_row(game, device) for game in playable for device in sorted(rules_of(game).upcard_place)]


def _row(game: str, device: Device) -> tuple[str, ...]:
    opened = _seated(game, device)
    events = _events_of_a_round(opened)
    full = _rate(lambda: play_round(_fresh_enough(opened)))
    hands = _rate(lambda: _value_hands(opened))
    fresh, later = _memory(game, device)
    return (
        game,
        device,
        f"{full:,.0f}",
        f"{hands:,.0f}",
        f"{events}",
        f"{fresh / 1e3:,.0f} kB",
        f"{later / 1e6:,.2f} MB",
    )


def _seated(game: str, device: Device) -> Table:
    return table(game, seats=SEATS, seed=1, chips=10**11, options=Options(places=SEATS, device=device))


def play_round(opened: Table) -> None:
    """One whole round: an ante on every box, the deal, every third hand folds, the others bet, settlement."""
    for seat in range(1, SEATS + 1):
        opened.do(PlaceAnte(seat=seat, amount=ANTE))
    opened.deal()
    for seat in range(1, SEATS + 1):
        opened.do(PlaceBet(seat=seat, amount=2 * ANTE) if seat % 3 else Fold(seat=seat))
    opened.do(Reveal())
    opened.do(Settle())
    assert isinstance(opened.events[-1], RoundEnded), opened.events[-1]


def _fresh_enough(opened: Table) -> Table:
    """The same table; a history that has grown past memory's caches would measure the machine, not the engine."""
    if len(opened.events) > 200_000:
        del opened.events[1:]
    return opened


def _events_of_a_round(opened: Table) -> int:
    before = len(opened.events)
    play_round(opened)
    return len(opened.events) - before


def _value_hands(opened: Table) -> None:
    """Nothing but valuing the hands of one round: what no engine around it could be faster than."""
    deck = opened.shuffled_deck()
    for box in range(SEATS + 1):
        opened.rules.value(deck[5 * box : 5 * box + 5])


def _rate(act: Callable[[], None]) -> float:
    """How often a second, the best of some runs."""
    best = 0.0
    for _ in range(RUNS):
        times, start = 0, process_time()
        while (spent := process_time() - start) < SECONDS:
            for _ in range(20):
                act()
            times += 20
        best = max(best, times / spent)
    return best


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
