"""Full rounds at a stud table: how many a second on one core, what an open table holds in memory, what its record costs.

Every event and entry is kept, in memory. Rates are by processor time, so that other work on the machine counts less.
"""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Callable, Iterator
from functools import cache
from itertools import cycle
from random import Random
from time import process_time

from benchmarks.charts import Chart, Line, Panel, keep
from benchmarks.machine import machine
from croupier.books import GAMES, game_of, rules_of
from croupier.kernel.actors import DEALER, Said
from croupier.kernel.auditing import audit
from croupier.kernel.cards import DECK, Card
from croupier.kernel.decisions import Refused
from croupier.kernel.events import Command, Event
from croupier.stud.commands import (
    CallBetOrFold,
    CallNoMoreBets,
    Cut,
    Deal,
    Fold,
    OpenTable,
    Perform,
    PlaceAnte,
    PlaceBet,
    Reveal,
    Settle,
    Shuffle,
    TakeBackAnte,
    TakeSeat,
)
from croupier.stud.deal import opening_left
from croupier.stud.events import RoundEnded
from croupier.stud.rules import Device, Options, Rules
from croupier.tables.house_table import ENGINE, HouseTable, house_table

SEATS = 7
ANTE = 10_00
CHIPS = 10**11
ROUNDS = 500
"""An evening at one table; each run plays it at a table of its own, and the best run counts."""

RUNS = 7
SAID: dict[int | str, Said] = {by: Said(f"p{by}" if by != DEALER else DEALER, by, 0) for by in (DEALER, *range(1, SEATS + 1))}
HEADINGS = ("game", "device", "deciding", "at a table", "hands alone", "events", "fresh table", "after 100 rounds")
LENGTHS = (1_000, 10_000, 50_000)
RECORD_HEADINGS = ("what", "figure", "bar")


def rows() -> list[tuple[str, ...]]:
    """One row of the table of results for each game and device."""
    playable = [game for game in GAMES if game_of(game).rules is not None]
    return [_row(game, device) for game in playable for device in sorted(rules_of(game).upcard_place)]


def _row(game: str, device: Device) -> tuple[str, ...]:
    seeds = iter(range(3 * RUNS))  # new decks each time, so that no hand has been valued before
    engine = max(_rate(_Engine(game, device, next(seeds))) for _ in range(RUNS))
    table = max(_rate(_AtATable(game, device, next(seeds))) for _ in range(RUNS))
    hands = max(_hands_a_second(game, next(seeds)) for _ in range(RUNS)) / (SEATS + 1)
    fresh, later = _memory(game, device)
    opened = _AtATable(game, device)
    before = len(opened.table.events)
    play_round(opened)
    return (
        game,
        device,
        f"{engine:,.0f}",
        f"{table:,.0f}",
        f"{hands:,.0f}",
        f"{len(opened.table.events) - before}",
        f"{fresh / 2**10:,.0f} KiB",
        f"{later / 2**20:,.2f} MiB",
    )


class _Engine:
    """Nothing but deciding and applying: no types checked, no entry written. Events are kept."""

    def __init__(self, game: str, device: Device, seed: int = 0) -> None:
        self.rules: Rules = rules_of(game)
        self.state = ENGINE.blank()
        self.device = device
        self.events: list[Event] = []
        self.decks = decks(seed)
        self.do(OpenTable(options=Options(places=SEATS, device=device)))
        for seat in range(1, SEATS + 1):
            self.do(TakeSeat(seat=seat, chips=CHIPS), seat)
        for name in opening_left(self.rules, self.state):
            self.do(Perform(duty=name), self.rules.duties[name].by or DEALER)

    def do(self, command: Command, by: int | str = DEALER) -> None:
        decision = ENGINE.decide(self.rules, self.state, command, Said(f"p{by}", by, 0))
        if isinstance(decision, Refused):
            raise RuntimeError(str(decision))
        for event in decision.events:
            self.state = ENGINE.evolve(self.state, event)
        self.events.extend(decision.events)


class _AtATable:
    """A table as a server keeps it: types checked, every entry encoded and hashed; who speaks is known to whoever received it."""

    def __init__(self, game: str, device: Device, seed: int = 0, *, ids: bool = False) -> None:
        options = Options(places=SEATS, device=device)
        self.ids = ids
        self.table = house_table(game, seats=SEATS, seed=1, chips=CHIPS, options=options)
        self.device = device
        self.decks = decks(seed)

    @property
    def events(self) -> list[Event]:
        return self.table.events

    def do(self, command: Command, by: int | str = DEALER) -> None:
        decision = self.table.do(command, said=SAID[by], id=f"c{self.table.number}" if self.ids else "")
        if isinstance(decision, Refused):
            raise RuntimeError(str(decision))


def decks(seed: int) -> Iterator[tuple[Card, ...]]:
    """Decks in the order of a seed; after an evening they come again."""
    return cycle(_shuffled(seed))


@cache
def _shuffled(seed: int) -> list[tuple[Card, ...]]:
    chance = Random(seed)  # noqa: S311
    return [tuple(chance.sample(DECK, len(DECK))) for _ in range(ROUNDS)]


def play_round(at: _Engine | _AtATable) -> None:
    """One whole round: an ante on every box, the deal, every third hand folds, the others bet, settlement."""
    do, seats = at.do, range(1, SEATS + 1)
    for seat in seats:
        do(PlaceAnte(seat=seat, amount=ANTE), seat)
    do(Shuffle(deck=next(at.decks), source="stacked"))
    if at.device == "shoe":
        do(Cut(place=26))
    for step in (CallNoMoreBets(), Deal(), CallBetOrFold()):
        do(step)
    for seat in seats:
        do(PlaceBet(seat=seat, amount=2 * ANTE) if seat % 3 else Fold(seat=seat), seat)
    do(Reveal())
    do(Settle())
    assert isinstance(at.events[-1], RoundEnded), at.events[-1]


def _rate(at: _Engine | _AtATable) -> float:
    gc.collect()
    return ROUNDS / _seconds(lambda: [play_round(at) for _ in range(ROUNDS)])


def _hands_a_second(game: str, seed: int) -> float:
    """Nothing but the valuing of hands: what no engine around it could be faster than."""
    value, chance = rules_of(game).value, Random(seed)  # noqa: S311
    hands = [tuple(chance.sample(DECK, 5)) for _ in range(ROUNDS * (SEATS + 1))]
    return len(hands) / _seconds(lambda: [value(hand) for hand in hands])


def _memory(game: str, device: Device) -> tuple[int, int]:
    """Bytes of a table that was just opened, and of one with the entries of a hundred rounds."""
    before = _AtATable(game, device)  # what all tables share is loaded before
    for _ in range(100):
        play_round(before)
    del before
    gc.collect()
    tracemalloc.start()
    opened = _AtATable(game, device)
    gc.collect()
    fresh = tracemalloc.get_traced_memory()[0]
    for _ in range(100):
        play_round(opened)
    gc.collect()
    later = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return fresh, later


def record_rows() -> list[tuple[str, ...]]:
    """What the record of one table costs: as it grows, which is kept and drawn, when it is opened, and when it is audited."""
    opened = _AtATable("crown-caribbean-stud", "shuffler", ids=True)
    table = opened.table
    found: list[tuple[str, ...]] = []
    drawn: dict[str, list[tuple[float, float]]] = {}
    for length in LENGTHS:
        while table.number < length:
            play_round(opened)
        for what, cost in _costs(table):
            found.append((f"{what}, after {length:,} entries", f"{cost * 1e6:,.0f} µs", "the same"))
            drawn.setdefault(what.strip("`"), []).append((length, round(cost * 1e6, 2)))
        if length == LENGTHS[1]:
            found += _kept(table)
    panel = Panel("microseconds", tuple(Line(what, tuple(points)) for what, points in drawn.items()))
    keep("record", Chart("A command and a picture, as the record of a table grows", "entries", machine(), (panel,)))
    return found


def _costs(table: HouseTable) -> list[tuple[str, float]]:
    """The cost of a command, and of a picture that has grown by the events of one."""
    back = [PlaceAnte(seat=1, amount=ANTE), TakeBackAnte(seat=1)]
    doing, looking = [], []
    for _ in range(RUNS):
        done = seen = 0.0
        for number in range(200):
            table.picture()
            done += _seconds(lambda: table.do(back[number % 2]))  # noqa: B023
            seen += _seconds(table.picture)
        doing.append(done / 200)
        looking.append(seen / 200)
    return [("`do`", min(doing)), ("a picture", min(looking))]


def _kept(table: HouseTable) -> list[tuple[str, ...]]:
    """Opening from a snapshot, replaying and auditing a stream of this length."""
    snapshot, lines = table.snapshot(), [line.encode() for line in table.lines()]
    opening = min(_seconds(lambda: HouseTable.reopen(ENGINE, snapshot)) for _ in range(RUNS))
    reading = min(_seconds(lambda: HouseTable.load(lines)) for _ in range(3))
    auditing = min(_seconds(lambda: audit(ENGINE, lines)) for _ in range(3))
    entries = f"{table.number:,} entries"
    return [
        (f"a stream of {entries} opened from a snapshot", f"{opening * 1e3:,.2f} ms", "50 ms"),
        (f"{entries} read and folded, hashes checked", f"{table.number / reading:,.0f} a second", ""),
        (f"{entries} audited: decided again", f"{table.number / auditing:,.0f} a second", "10,000"),
    ]


def _seconds(do: Callable[[], object]) -> float:
    start = process_time()
    do()
    return process_time() - start
