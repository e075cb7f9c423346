"""A thousand linked tables on one prize meter: settlements a second, and whether anything was lost.

Each settlement is a round's wagers registered and its outcome recorded, most without a prize. Rates are by processor time.
"""

from __future__ import annotations

from random import Random
from time import process_time

from croupier.jackpots import commands
from croupier.jackpots.reconciliation import differences
from croupier.jackpots.systems import Terms
from croupier.kernel.decisions import Refused
from croupier.kernel.events import Command
from croupier.tables.meters import Meters

TABLES = 1_000
ROUNDS = 10
SEATS = 7
PRIZES = ("flush", "full house", "four of a kind", "straight flush", "royal flush")
ONE_IN = 50
HEADINGS = ("linked tables", "settlements/s", "wagers lost", "meter against its history")


def run(*, tables: int = TABLES, rounds: int = ROUNDS) -> tuple[Meters, float, int]:
    """The meters after every table has played its rounds in random order, the seconds it took, and the wagers in cents."""
    chance = Random(1)  # noqa: S311
    meters = Meters("crown-caribbean-stud")
    names = tuple(f"T{number}" for number in range(tables))
    terms = Terms(game="crown-caribbean-stud", cost=2_50, seed=10_000_00, option=1)
    _do(meters, commands.OpenSystem(system="main", terms=terms, tables=names), by="TG Area Manager")
    steps = [name for name in names for _ in range(2 * rounds)]
    chance.shuffle(steps)
    playing: dict[str, int] = {}
    wagers = 0
    began = process_time()
    for now, name in enumerate(steps):
        number = playing.get(name, 0)
        if number <= 0:
            boxes = tuple(range(1, chance.randint(1, SEATS) + 1))
            wagers += terms.cost * len(boxes)
            playing[name] = 1 - number
            _do(meters, commands.RegisterWagers(table=name, round=1 - number, boxes=boxes), at=now)
            continue
        hands = {1: chance.choice(PRIZES)} if not chance.randrange(ONE_IN) else {}
        playing[name] = -number
        _do(meters, commands.RecordOutcome(table=name, round=number, hands=hands), at=now)
        if hands:
            _pay(meters, f"{name}/{number}/1")
    return meters, process_time() - began, wagers


def _pay(meters: Meters, prize: str) -> None:
    if meters.state.prizes[prize].needs:
        _do(meters, commands.VerifyPrize(prize=prize), by="TG Assistant Casino Manager")
    _do(meters, commands.PayPrize(prize=prize))


def _do(meters: Meters, command: Command, *, by: str = "dealer", at: int | None = None) -> None:
    decision = meters.do(command, by=by, at=at)
    if isinstance(decision, Refused):
        raise RuntimeError(str(decision))


def rows() -> list[tuple[str, ...]]:
    """The table of results: one row for each number of tables."""
    return [_row(tables) for tables in (1, 100, TABLES)]


def _row(tables: int) -> tuple[str, ...]:
    rounds = ROUNDS * TABLES // tables
    meters, seconds, wagers = run(tables=tables, rounds=rounds)
    lost = wagers - meters.state.systems["main"].wagers
    wrong = differences(meters.events, meters.state)
    return f"{tables:,}", f"{tables * rounds / seconds:,.0f}", f"{lost} cents", "; ".join(wrong) or "exact"
