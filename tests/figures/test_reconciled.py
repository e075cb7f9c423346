"""Every figure against the ledgers, to the cent: random rounds with mistakes and prizes, and a whole evening in a store."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

import pytest

from croupier.kernel.accounts import FLOAT, kind_of
from croupier.poker.state import CHIP_BOX
from croupier.stud import events as stud
from croupier.stud.state import METER
from croupier.tables.any_table import AnyTable
from croupier.tables.figures import Fold
from croupier.tables.meters import Meters
from croupier.tables.results import Results
from properties import casino_play

GAMES = ("crown-caribbean-stud", "star-caribbean-stud", "nz-caribbean-stud", "venezia-caribbean-poker")


def folded(stream: Any, lines: Iterable[bytes] | None = None) -> Fold:
    fold = Fold(stream.name, stream.engine.kind)
    fold.read(line.encode() for line in stream.lines()) if lines is None else fold.read(lines)
    return fold


def total(fold: Fold, subject: str) -> dict[str, int]:
    found: dict[str, int] = {}
    for subjects in fold.sums.values():
        for name, each in subjects.get(subject, {}).items():
            found[name] = found.get(name, 0) + each.amount
    return found


LOST = stud.WagerSettled | stud.HandFolded | stud.HandConceded | stud.WagersForfeited


def staked(table: AnyTable) -> int:
    """What was wagered in rounds that are over, jackpots apart, by the rows that players are shown."""
    results, found = Results(), 0
    for event in table.events:
        results.take(event)
        if isinstance(event, stud.RoundEnded):
            found += sum(row.stake for row in results.rows if isinstance(row.event, LOST))
    return found


def numbers(entries: list[int]) -> set[int]:
    return {n for first, last in zip(entries[::2], entries[1::2], strict=True) for n in range(first, last + 1)}


def check_table(table: AnyTable, fold: Fold) -> dict[str, int]:
    sums, money = total(fold, f"table/{table.name}"), table.state.money
    assert sums.get("float", 0) == money.get(FLOAT, 0)
    assert sums.get("jackpot", 0) + sums.get("prizes", 0) == money.get(METER, 0)
    assert sums.get("box", 0) == money.get(CHIP_BOX, 0)
    brought = sums.get("drop", 0) + sums.get("brought", 0) - sums.get("taken away", 0)
    assert brought == -sum(amount for name, amount in money.items() if kind_of(name) == "purse")
    for subjects in fold.sums.values():  # each figure is the sum of just the entries that it names
        for name, account in (("float", FLOAT), ("box", CHIP_BOX)):
            if (each := subjects.get(f"table/{table.name}", {}).get(name)) is not None:
                listed = [entry for entry in table.entries if entry.number in numbers(each.entries)]
                moved = [sum(event.postings.get(account, 0) for event in entry.events) for entry in listed]
                assert sum(moved) == each.amount
                assert all(any(account in event.postings for event in entry.events) for entry in listed)
    return sums


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game", GAMES)
def test_rounds_with_mistakes_and_prizes(game: str, seed: int) -> None:
    floor = casino_play.Floor(game, Random(seed))
    for _ in range(260):
        floor.step()
    rounds = 0
    for stream in floor.streams:
        fold = folded(stream)
        if isinstance(stream, AnyTable):
            sums = check_table(stream, fold)
            rounds += sums.get("rounds", 0)
            wagered = sum(amount for name, amount in sums.items() if name.startswith("wagered "))
            assert wagered - sums.get("wagered jackpot", 0) == staked(stream)
        elif isinstance(stream, Meters):
            check_meters(stream, fold)
    assert rounds


def check_meters(meters: Meters, fold: Fold) -> None:
    for name, system in meters.state.systems.items():
        for pool, ledger in ((name, system.major), (f"{name}, minor", system.minor)):
            sums = total(fold, f"jackpot/{pool}")
            shown = sums.get("seed", 0) + sums.get("contributions", 0) - sums.get("prizes", 0)
            assert shown + sums.get("transfers", 0) + sums.get("added", 0) == ledger.value
        assert total(fold, f"jackpot/{name}").get("wagers", 0) == system.wagers * 10_000
